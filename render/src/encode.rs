//! From palette indices to a PNG file. A picture is cut into bands, every row of the board in one of them, and each
//! band is compressed by itself: a band as high as a Space is larger than the window of deflate, so that nothing is
//! lost, and a band that has been seen before is not compressed again.

use std::sync::{Arc, Mutex, PoisonError};

use flate2::{Compress, Compression, FlushCompress, Status};

use crate::cache::Cache;
use crate::frame::Frame;
use crate::options::RenderError;

/// Bytes of bands kept, before and after compression.
const KEPT: usize = 12 << 20;
/// Where both size and time are good for pictures like these.
const LEVEL: u32 = 6;
/// Compressors kept for the next picture, some 300 KB each.
const SPARE: usize = 4;

/// A band: its filtered rows, their checksum, and their deflate blocks, ending on a byte.
#[derive(Debug)]
struct Band {
    raw: Vec<u8>,
    adler: Adler,
    packed: Vec<u8>,
}

/// Compresses pictures; keeps the bands it has compressed lately.
#[derive(Debug)]
pub(crate) struct Encoder {
    bands: Cache<u64, Band>,
    /// Compressors at rest: making one costs as much as compressing a quiet band.
    spare: Mutex<Vec<Compress>>,
}

impl Encoder {
    pub(crate) fn new() -> Self {
        Self {
            bands: Cache::new(KEPT),
            spare: Mutex::new(Vec::new()),
        }
    }

    /// A PNG of the frame, cut at the given rows.
    pub(crate) fn png(&self, frame: &Frame<'_>, cuts: &[usize]) -> Result<Vec<u8>, RenderError> {
        let bands = cuts
            .windows(2)
            .map(|cut| self.band(frame, cut[0], cut[1]))
            .collect::<Result<Vec<_>, _>>()?;
        file(frame, &bands)
    }

    /// A PNG in one piece, of which nothing is kept.
    pub(crate) fn once(&self, frame: &Frame<'_>) -> Result<Vec<u8>, RenderError> {
        let band = self.pack(rows(frame, 0, frame.height))?;
        file(frame, &[Arc::new(band)])
    }

    fn band(&self, frame: &Frame<'_>, from: usize, to: usize) -> Result<Arc<Band>, RenderError> {
        let raw = rows(frame, from, to);
        let weight = raw.len() * 5 / 4;
        let band = self
            .bands
            .try_get(&hash(&raw), weight, || self.pack(raw.clone()))?;
        if band.raw == raw {
            Ok(band)
        } else {
            self.pack(raw).map(Arc::new)
        }
    }

    fn pack(&self, raw: Vec<u8>) -> Result<Band, RenderError> {
        let spare = || self.spare.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = spare().pop();
        let mut packer = kept.unwrap_or_else(|| Compress::new(Compression::new(LEVEL), false));
        let packed = deflate(&mut packer, &raw)?;
        let mut kept = spare();
        if kept.len() < SPARE {
            kept.push(packer);
        }
        Ok(Band {
            adler: Adler::of(&raw),
            packed,
            raw,
        })
    }
}

/// Rows as PNG has them, each behind its filter: none, as indices have no gradients.
fn rows(frame: &Frame<'_>, from: usize, to: usize) -> Vec<u8> {
    let mut raw = Vec::with_capacity((to - from) * (frame.width + 1));
    for row in frame.pixels[from * frame.width..to * frame.width].chunks_exact(frame.width) {
        raw.push(0);
        raw.extend_from_slice(row);
    }
    raw
}

/// The file around bands.
fn file(frame: &Frame<'_>, bands: &[Arc<Band>]) -> Result<Vec<u8>, RenderError> {
    let mut data = vec![0x78, 0x9c];
    let mut adler = Adler::default();
    for band in bands {
        data.extend_from_slice(&band.packed);
        adler = adler.followed_by(band.adler, band.raw.len());
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

fn deflate(packer: &mut Compress, raw: &[u8]) -> Result<Vec<u8>, RenderError> {
    packer.reset();
    let mut packed = Vec::with_capacity(raw.len() / 8 + 1024);
    loop {
        let done = packer.total_in() as usize;
        let status = packer.compress_vec(&raw[done..], &mut packed, FlushCompress::Sync)?;
        let all = packer.total_in() as usize == raw.len();
        if all && packed.len() < packed.capacity() || status == Status::StreamEnd {
            return Ok(packed);
        }
        packed.reserve(packed.capacity());
    }
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

const MODULUS: u32 = 65_521;

/// The checksum of zlib, which can be put together from its parts.
#[derive(Clone, Copy, Debug)]
struct Adler {
    a: u32,
    b: u32,
}

impl Default for Adler {
    fn default() -> Self {
        Self { a: 1, b: 0 }
    }
}

impl Adler {
    fn of(bytes: &[u8]) -> Self {
        let mut sum = Self::default();
        // As many bytes as cannot overflow between two reductions.
        for chunk in bytes.chunks(5552) {
            for &byte in chunk {
                sum.a += u32::from(byte);
                sum.b += sum.a;
            }
            sum.a %= MODULUS;
            sum.b %= MODULUS;
        }
        sum
    }

    /// The sum of both parts, the second being `length` bytes long.
    fn followed_by(self, next: Self, length: usize) -> Self {
        let n = (length % MODULUS as usize) as u64;
        let m = u64::from(MODULUS);
        let a = (u64::from(self.a) + u64::from(next.a) + m - 1) % m;
        let b = (u64::from(self.b) + u64::from(next.b) + n * (u64::from(self.a) + m - 1)) % m;
        Self {
            a: a as u32,
            b: b as u32,
        }
    }

    fn value(self) -> u32 {
        self.b << 16 | self.a
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::palette::Palette;
    use crate::theme::Theme;

    #[test]
    fn checksums_add_up() {
        let bytes: Vec<u8> = (0..20_000u32).map(|i| ((i * i) >> 3) as u8).collect();
        let (one, two) = bytes.split_at(7_777);
        assert_eq!(
            Adler::of(one)
                .followed_by(Adler::of(two), two.len())
                .value(),
            Adler::of(&bytes).value()
        );
        assert_eq!(Adler::of(b"Wikipedia").value(), 0x11e6_0398);
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
        let mut decoder = png::Decoder::new(std::io::Cursor::new(&first));
        decoder.set_transformations(png::Transformations::IDENTITY);
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        assert_eq!(pixels, frame.pixels);
    }
}
