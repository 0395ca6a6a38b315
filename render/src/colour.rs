//! RGB colours, their arithmetic, and the coverage of pixels.

/// Red, green and blue.
pub(crate) type Rgb = [u8; 3];
/// Coverage of each pixel by a shape, from 0 to 255.
pub(crate) type Coverage = image::GrayImage;

/// Converts a hexadecimal colour as in a style sheet: `hex(0xF0E442)`.
#[expect(clippy::cast_possible_truncation, reason = "a channel of a colour is from 0 to 255")]
pub(crate) const fn hex(value: u32) -> Rgb {
    [(value >> 16) as u8, (value >> 8) as u8, value as u8]
}

/// Blends `b` into `a` with weight `t`, from 0 to 255.
#[expect(clippy::cast_possible_truncation, reason = "a channel of a colour is from 0 to 255")]
pub(crate) const fn blend(a: Rgb, b: Rgb, t: u8) -> Rgb {
    let mut out = [0; 3];
    let mut i = 0;
    while i < 3 {
        let sum = a[i] as u32 * (255 - t as u32) + b[i] as u32 * t as u32;
        out[i] = ((sum + 127) / 255) as u8;
        i += 1;
    }
    out
}

/// Blends `percent` of `b` into `a`.
#[expect(clippy::cast_possible_truncation, reason = "a channel of a colour is from 0 to 255")]
pub(crate) const fn mix(a: Rgb, b: Rgb, percent: u8) -> Rgb {
    blend(a, b, (percent as u32 * 255 / 100) as u8)
}

/// Perceptual distance of two colours, accurate enough to pick the nearest one of a palette.
pub(crate) const fn distance(a: Rgb, b: Rgb) -> i32 {
    let r = a[0] as i32 - b[0] as i32;
    let g = a[1] as i32 - b[1] as i32;
    let b = a[2] as i32 - b[2] as i32;
    2 * r * r + 4 * g * g + 3 * b * b
}

/// Returns `true` if light details are needed on this colour.
pub(crate) const fn is_dark(c: Rgb) -> bool {
    c[0] as u32 * 30 + c[1] as u32 * 59 + c[2] as u32 * 11 < 10_000
}
