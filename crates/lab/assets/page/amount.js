// Numbers as people write them: the same words as the report for a terminal has.

const PREFIXES = [[1e12, 'T'], [1e9, 'G'], [1e6, 'M'], [1e3, 'k'], [1, ''], [1e-3, 'm'], [1e-6, 'u'], [1e-9, 'n']];

function significant(value, digits) {
  if (value === 0 || !Number.isFinite(value)) return String(value);
  const before = Math.floor(Math.log10(Math.abs(value))) + 1;
  return value.toFixed(Math.min(12, Math.max(0, digits - before)));
}

function scaled(value, unit, prefixed) {
  if (!prefixed || value === 0) return [value, unit];
  const [factor, prefix] = PREFIXES.find(([f]) => Math.abs(value) >= f) ?? PREFIXES[PREFIXES.length - 1];
  return [value / factor, prefix + unit];
}

/** `1.23 GB/s`, with three digits. */
function amount(value, unit, prefixed) {
  const [number, words] = scaled(value, unit, prefixed);
  return `${significant(number, 3)} ${words}`.trim();
}

/** `2 GB/s`: for an axis. */
function short(value, unit, prefixed) {
  const [number, words] = scaled(value, unit, prefixed);
  const text = significant(number, 3);
  const trimmed = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return words === 'x' ? `${trimmed}x` : `${trimmed} ${words}`.trim();
}

/** The same where the axis says the unit: only what has a prefix says it again. */
function tick(value, unit, prefixed) {
  return prefixed || unit === 'x' ? short(value, unit, prefixed) : short(value, '', false);
}

function sentence(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function ratio(value) {
  return `${significant(value, value < 10 ? 3 : 4)}x`;
}

/** A size on an axis: bytes by powers of 2, anything else in groups of three. */
function sizeOf(value, bytes) {
  if (!bytes) return value >= 1e4 ? short(value, '', true) : String(value);
  for (const [step, unit] of [[2 ** 30, 'GiB'], [2 ** 20, 'MiB'], [2 ** 10, 'KiB']]) {
    if (value >= step) return `${Number((value / step).toFixed(1))} ${unit}`;
  }
  return `${value} B`;
}

/** Round values from low to high: 1, 2 and 5 times powers of ten, or fewer where these are too many. */
function logTicks(low, high, most) {
  // Over a short stretch round values in equal steps are easier to read.
  if (high / low < 4) return steps(low, high, most);
  const inside = (value) => value >= low * 0.999 && value <= high * 1.001;
  for (const parts of [[1, 1.5, 2, 3, 5, 7], [1, 2, 5], [1, 3], [1]]) {
    const found = [];
    for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power += 1) {
      // A power below 1 is not exact; dividing by one is.
      const value = (step) => (power < 0 ? step / 10 ** -power : step * 10 ** power);
      found.push(...parts.map(value).filter(inside));
    }
    if (found.length <= most && found.length >= 2) return found;
    if (parts.length === 1 && found.length > most) {
      const every = Math.ceil(found.length / most);
      return found.filter((_, index) => index % every === 0);
    }
  }
  return [low, high];
}

/** Multiples of a round step from low to high. */
function steps(low, high, most) {
  const power = 10 ** Math.floor(Math.log10((high - low) / most));
  const step = [1, 2, 5, 10, 20].map((times) => times * power).find((one) => (high - low) / one <= most);
  const found = [];
  for (let count = Math.ceil(low / step - 1e-9); count * step <= high * (1 + 1e-9); count += 1) found.push(Number((count * step).toPrecision(9)));
  return found;
}

/** Powers of two, for bytes. */
function twoTicks(low, high, most) {
  const found = [];
  for (let power = Math.ceil(Math.log2(low) - 1e-9); 2 ** power <= high * 1.001; power += 1) found.push(power);
  const every = Math.max(1, Math.ceil(found.length / most));
  return found.filter((power) => power % every === 0).map((power) => 2 ** power);
}
