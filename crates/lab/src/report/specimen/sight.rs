//! What colours are to eyes, for tests of palettes: contrast, and distance as people with fewer cones see it.

pub(crate) type Matrix = [[f64; 3]; 3];

/// Linear light of a colour.
fn light(hex: &str) -> [f64; 3] {
    [1, 3, 5].map(|at| {
        let value = f64::from(u8::from_str_radix(&hex[at..at + 2], 16).unwrap()) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    })
}

pub(crate) fn contrast(one: &str, other: &str) -> f64 {
    let luminance = |hex: &str| {
        let [r, g, b] = light(hex);
        0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
    };
    let (one, other) = (luminance(one), luminance(other));
    one.max(other) / one.min(other)
}

fn times(matrix: &Matrix, [r, g, b]: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row[0] * r + row[1] * g + row[2] * b)
}

/// CIE 1976 L*a*b* of linear light.
fn lab(linear: [f64; 3]) -> [f64; 3] {
    const TO_XYZ: Matrix = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]];
    let f = |t: f64| if t > 0.008856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
    let [x, y, z] = times(&TO_XYZ, linear);
    let [x, y, z] = [f(x / 0.95047), f(y), f(z / 1.08883)];
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// Normal sight, and what those without red, green or blue cones see: Machado, Oliveira and Fernandes, "A
/// Physiologically-based Model for Simulation of Color Vision Deficiency" (2009), severity 1.
pub(crate) const SIGHTS: [Matrix; 4] = [
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
];

/// How far apart two colours are to this sight.
pub(crate) fn apart(sight: &Matrix, one: &str, other: &str) -> f64 {
    let seen = |colour: &str| lab(times(sight, light(colour)).map(|part| part.clamp(0.0, 1.0)));
    let (one, other) = (seen(one), seen(other));
    (0..3).map(|axis| (one[axis] - other[axis]).powi(2)).sum::<f64>().sqrt()
}
