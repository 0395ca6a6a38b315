//! From palette indices to a PNG file. A picture is cut into bands, every row of the board in one of them, and each
//! band is compressed by itself: a band as high as a Space is larger than the window of deflate, so that nothing is
//! lost, and a band that has been seen before is not compressed again.
//!
//! The compressor is our own, as it knows what it compresses: several times as fast as a general one at its usual
//! level, and its files are smaller. `matches` finds what repeats, `huffman` makes the codes, `bits` writes them,
//! `deflate` puts these together, and `adler` is the checksum.

mod adler;
mod bits;
mod deflate;
mod huffman;
mod matches;

use std::sync::Arc;

use crate::cache::Cache;
use crate::frame::Frame;
use crate::options::RenderError;
use adler::Adler;
use deflate::Deflater;

/// Bytes of bands kept, before and after compression.
const KEPT: usize = 12 << 20;

/// A band: its pixels, the checksum of its filtered rows, and their deflate blocks, ending on a byte.
#[derive(Debug)]
struct Band {
    pixels: Vec<u8>,
    adler: Adler,
    packed: Vec<u8>,
}

/// What tells bands apart, but for rare cases: how wide they are, and a hash of their pixels.
type Key = (usize, u64);

/// Compresses pictures; keeps the bands it has compressed lately.
#[derive(Debug)]
pub(crate) struct Encoder {
    bands: Cache<Key, Band>,
}

impl Encoder {
    pub(crate) fn new() -> Self {
        Self {
            bands: Cache::new(KEPT),
        }
    }

    /// A PNG of the frame, cut at the given rows.
    pub(crate) fn png(&self, frame: &Frame<'_>, cuts: &[usize]) -> Result<Vec<u8>, RenderError> {
        let mut packer = Packer::new(frame.width);
        let bands: Vec<_> = cuts
            .windows(2)
            .map(|cut| {
                let pixels = &frame.pixels[cut[0] * frame.width..cut[1] * frame.width];
                self.band(&mut packer, pixels)
            })
            .collect();
        file(frame, &bands)
    }

    /// A PNG in one piece, of which nothing is kept.
    pub(crate) fn once(&self, frame: &Frame<'_>) -> Result<Vec<u8>, RenderError> {
        let band = Packer::new(frame.width).pack(&frame.pixels);
        file(frame, &[Arc::new(band)])
    }

    fn band(&self, packer: &mut Packer, pixels: &[u8]) -> Arc<Band> {
        let weight = pixels.len() * 5 / 4;
        let key = (packer.width, hash(pixels));
        let band = self.bands.get(&key, weight, || packer.pack(pixels));
        if band.pixels == pixels {
            band
        } else {
            Arc::new(packer.pack(pixels))
        }
    }
}

/// Compresses the bands of one picture.
#[derive(Debug)]
struct Packer {
    width: usize,
    rows: Vec<u8>,
    deflater: Deflater,
}

impl Packer {
    fn new(width: usize) -> Self {
        Self {
            width,
            rows: Vec::new(),
            deflater: Deflater::default(),
        }
    }

    fn pack(&mut self, pixels: &[u8]) -> Band {
        // Rows as PNG has them, each behind its filter: none, as indices have no gradients.
        self.rows.clear();
        for row in pixels.chunks_exact(self.width) {
            self.rows.push(0);
            self.rows.extend_from_slice(row);
        }
        Band {
            adler: Adler::of(&self.rows),
            packed: self.deflater.pack(&self.rows, self.width + 1),
            pixels: pixels.to_vec(),
        }
    }
}

/// The file around bands.
fn file(frame: &Frame<'_>, bands: &[Arc<Band>]) -> Result<Vec<u8>, RenderError> {
    let mut data = vec![0x78, 0x9c];
    let mut adler = Adler::default();
    for band in bands {
        data.extend_from_slice(&band.packed);
        adler = adler.followed_by(
            band.adler,
            band.pixels.len() + band.pixels.len() / frame.width,
        );
    }
    // An empty last block of fixed codes.
    data.extend_from_slice(&[0x03, 0x00]);
    data.extend_from_slice(&adler.value().to_be_bytes());
    let mut out = Vec::with_capacity(data.len() + 1024);
    let mut png = png::Encoder::new(&mut out, frame.width as u32, frame.height as u32);
    png.set_color(png::ColorType::Indexed);
    png.set_depth(png::BitDepth::Eight);
    png.set_palette(frame.palette.bytes());
    let mut png = png.write_header()?;
    png.write_chunk(png::chunk::IDAT, &data)?;
    drop(png);
    Ok(out)
}

/// A quick hash of many bytes; equal bytes are compared afterwards.
fn hash(bytes: &[u8]) -> u64 {
    let mut lanes = [
        0x9e37_79b9_7f4a_7c15_u64,
        0xc2b2_ae3d_27d4_eb4f,
        0x1656_67b1_9e37_79f9,
        0x27d4_eb2f_1656_67c5,
    ];
    let (chunks, rest) = bytes.as_chunks::<32>();
    for chunk in chunks {
        for (lane, word) in lanes.iter_mut().zip(chunk.as_chunks::<8>().0) {
            *lane = (*lane ^ u64::from_le_bytes(*word))
                .wrapping_mul(0x9fb2_1c65_1e98_df25)
                .rotate_left(29);
        }
    }
    let mut sum = bytes.len() as u64;
    for lane in lanes {
        sum = (sum ^ lane)
            .wrapping_mul(0x9fb2_1c65_1e98_df25)
            .rotate_left(31);
    }
    for &byte in rest {
        sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    sum ^ sum >> 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::palette::Palette;
    use crate::theme::Theme;

    fn decoded(png: &[u8]) -> Vec<u8> {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(png));
        decoder.set_transformations(png::Transformations::IDENTITY);
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        pixels
    }

    #[test]
    fn bands_decode_to_the_picture_whether_kept_or_new() {
        let palette = Palette::new(Theme::Dark);
        let mut frame = Frame::new(300, 200, [0, 0, 0], &palette);
        for (i, pixel) in frame.pixels.iter_mut().enumerate() {
            *pixel = (i * i % 97) as u8;
        }
        let encoder = Encoder::new();
        let first = encoder.png(&frame, &[0, 60, 61, 200]).unwrap();
        assert_eq!(first, encoder.png(&frame, &[0, 60, 61, 200]).unwrap());
        assert_eq!(decoded(&first), frame.pixels);
        assert_eq!(decoded(&encoder.once(&frame).unwrap()), frame.pixels);
    }

    #[test]
    fn equal_pixels_of_another_width_are_another_band() {
        let palette = Palette::new(Theme::Dark);
        let encoder = Encoder::new();
        for (width, height) in [(60, 20), (30, 40), (1200, 1)] {
            let frame = Frame::new(width, height, [0, 0, 0], &palette);
            let png = encoder.png(&frame, &[0, height]).unwrap();
            assert_eq!(decoded(&png), frame.pixels);
        }
    }
}
