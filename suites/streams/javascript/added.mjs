/* The sum of bytes, modulo 256. */
export function added(bytes, count) {
    let sum = 0;
    for (let i = 0; i < count; i++) sum = (sum + bytes[i]) | 0;
    return sum & 255;
}
