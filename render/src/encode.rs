//! PNG encoder for indexed pictures. A picture is cut into bands, one per row of the board. Each band is compressed
//! separately and cached, so that a turn recompresses only the changed bands. A band as high as a Space is larger than
//! the deflate window, so the cuts hardly increase the size.

use std::io;
use std::sync::Arc;

use flate2::{Compress, Compression, FlushCompress};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use simd_adler32::Adler32;
use twox_hash::XxHash3_128;

use crate::frame::Frame;
use crate::options::RenderError;

/// Cache size in bytes: the boards of some 600 games.
const KEPT: u64 = 12 << 20;
/// Estimated number of cached bands.
const BANDS: usize = 4096;
/// Estimated number of bytes that a band needs besides its compressed data.
const OVERHEAD: u64 = 100;
/// Compression level, chosen by the measurements in `docs/performance.md`.
const LEVEL: u32 = 6;
/// Filter of every row: none, since palette indices have no gradients.
const NO_FILTER: u8 = 0;
/// Start of a zlib stream with window size (32 KB) and level, and its empty last block; a checksum follows.
const HEADER: [u8; 2] = [0x78, 0x9c];
const END: [u8; 2] = [0x03, 0x00];

/// Encoder with a cache of recently compressed bands.
#[derive(Debug)]
pub(crate) struct Encoder {
    /// Deflate blocks. They end on a byte boundary, so that others may follow.
    bands: Cache<BandKey, Arc<[u8]>, Bytes>,
}

/// Band of a picture, without its pixels. Two different bands have the same hash with a chance of 1 in 10³⁸.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct BandKey {
    width: usize,
    hash: u128,
}

/// Cache weight of a band: its size in bytes.
#[derive(Clone, Debug)]
struct Bytes;

impl Weighter<BandKey, Arc<[u8]>> for Bytes {
    fn weight(&self, _: &BandKey, packed: &Arc<[u8]>) -> u64 {
        packed.len() as u64 + OVERHEAD
    }
}

impl Encoder {
    pub(crate) fn new() -> Self {
        Self { bands: Cache::with_weighter(BANDS, KEPT, Bytes) }
    }

    /// Encodes the frame as PNG, cut at the given rows.
    pub(crate) fn png(&self, frame: &Frame<'_>, cuts: &[usize]) -> Result<Vec<u8>, RenderError> {
        let width = frame.width();
        let mut deflate = None;
        let mut stream = HEADER.to_vec();
        for cut in cuts.windows(2) {
            let pixels = &frame.pixels.as_raw()[cut[0] * width..cut[1] * width];
            let key = BandKey { width, hash: XxHash3_128::oneshot(pixels) };
            let packed = self
                .bands
                .get_or_insert_with(&key, || deflate.get_or_insert_with(Deflate::new).pack(&filtered(pixels, width)));
            stream.extend_from_slice(&packed.map_err(png::EncodingError::from)?);
        }
        stream.extend_from_slice(&END);
        file(frame, stream)
    }

    /// Encodes the frame as PNG without bands and without caching.
    pub(crate) fn once(&self, frame: &Frame<'_>) -> Result<Vec<u8>, RenderError> {
        let packed = Deflate::new().pack(&filtered(&frame.pixels, frame.width())).map_err(png::EncodingError::from)?;
        file(frame, [&HEADER[..], &packed, &END].concat())
    }
}

/// Rows in PNG form, each after its filter byte.
fn filtered(pixels: &[u8], width: usize) -> Vec<u8> {
    let mut rows = Vec::with_capacity(pixels.len() + pixels.len() / width.max(1));
    for row in pixels.chunks_exact(width) {
        rows.push(NO_FILTER);
        rows.extend_from_slice(row);
    }
    rows
}

/// Checksum of all rows in PNG form.
fn checksum(frame: &Frame<'_>) -> u32 {
    let mut sum = Adler32::new();
    for row in frame.pixels.chunks_exact(frame.width()) {
        sum.write(&[NO_FILTER]);
        sum.write(row);
    }
    sum.finish()
}

/// Compressor for the bands of one picture.
struct Deflate(Compress);

impl Deflate {
    fn new() -> Self {
        Self(Compress::new(Compression::new(LEVEL), false))
    }

    /// Compresses rows to blocks that do not refer to earlier data.
    #[expect(clippy::cast_possible_truncation, reason = "bytes of one picture")]
    fn pack(&mut self, rows: &[u8]) -> io::Result<Arc<[u8]>> {
        let mut packed = Vec::with_capacity(rows.len() / 8 + 1024);
        let mut rest = rows;
        loop {
            let before = self.0.total_in();
            self.0.compress_vec(rest, &mut packed, FlushCompress::Sync).map_err(io::Error::other)?;
            let taken = (self.0.total_in() - before) as usize;
            rest = rest.get(taken..).unwrap_or_default();
            // The flush is repeated with the same flag until the output buffer has room left.
            if rest.is_empty() && packed.len() < packed.capacity() {
                break;
            }
            packed.reserve(packed.capacity());
        }
        self.0.reset();
        Ok(packed.into())
    }
}

/// Builds the file around a zlib stream that lacks its checksum.
fn file(frame: &Frame<'_>, mut stream: Vec<u8>) -> Result<Vec<u8>, RenderError> {
    stream.extend_from_slice(&checksum(frame).to_be_bytes());
    let mut out = Vec::with_capacity(stream.len() + 1024);
    let mut png = png::Encoder::new(&mut out, frame.pixels.width(), frame.pixels.height());
    png.set_color(png::ColorType::Indexed);
    png.set_depth(png::BitDepth::Eight);
    png.set_palette(frame.palette.bytes());
    let mut png = png.write_header()?;
    png.write_chunk(png::chunk::IDAT, &stream)?;
    drop(png);
    Ok(out)
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
        assert_eq!(decoded(&first), frame.pixels.to_vec());
        assert_eq!(decoded(&encoder.once(&frame).unwrap()), frame.pixels.to_vec());
    }

    /// Regression: compressed data of more than 32 KB was once truncated.
    #[test]
    fn busy_pictures_are_whole() {
        let palette = Palette::new(Theme::Dark);
        for height in [40, 100, 300, 900] {
            let mut frame = Frame::new(700, height, [0, 0, 0], &palette);
            let mut noise = 1_u32;
            for pixel in frame.pixels.iter_mut() {
                noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                *pixel = (noise >> 28) as u8;
            }
            let encoder = Encoder::new();
            let cuts = [0, height as usize / 2, height as usize];
            for png in [encoder.once(&frame).unwrap(), encoder.png(&frame, &cuts).unwrap()] {
                let all = image::load_from_memory(&png).unwrap().into_rgb8();
                for (shown, pixel) in all.pixels().zip(frame.pixels.pixels()) {
                    assert_eq!(shown.0, palette.rgb(pixel[0]));
                }
            }
        }
    }

    #[test]
    fn bands_kept_stay_within_their_limit() {
        let palette = Palette::new(Theme::Dark);
        let encoder = Encoder::new();
        let mut frame = Frame::new(1000, 100, [0, 0, 0], &palette);
        let mut noise = 1_u32;
        for _ in 0..400 {
            for pixel in frame.pixels.iter_mut() {
                noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                *pixel = (noise >> 28) as u8;
            }
            encoder.png(&frame, &[0, 100]).unwrap();
        }
        assert!(encoder.bands.weight() <= KEPT);
        assert!(encoder.bands.len() > 50);
    }

    #[test]
    fn the_bands_of_200_boards_are_kept() {
        let palette = Palette::new(Theme::Dark);
        let encoder = Encoder::new();
        let cuts: Vec<usize> = (0..=10).map(|row| row * 70).collect();
        for board in 0..200_u8 {
            let mut frame = Frame::new(700, 700, [0, 0, 0], &palette);
            for row in 0..10_u8 {
                // The number of the band, in five pixels.
                for (x, digit) in (0..5).zip([board / 100, board / 10 % 10, board % 10, row, 1]) {
                    frame.pixels.put_pixel(x, u32::from(row) * 70, image::Luma([digit]));
                }
            }
            encoder.png(&frame, &cuts).unwrap();
        }
        assert_eq!(encoder.bands.len(), 2_000);
    }

    #[test]
    fn equal_pixels_of_another_width_are_another_band() {
        let palette = Palette::new(Theme::Dark);
        let encoder = Encoder::new();
        for (width, height) in [(60, 20), (30, 40), (1200, 1)] {
            let frame = Frame::new(width, height, [0, 0, 0], &palette);
            let png = encoder.png(&frame, &[0, height as usize]).unwrap();
            assert_eq!(decoded(&png), frame.pixels.to_vec());
        }
    }
}
