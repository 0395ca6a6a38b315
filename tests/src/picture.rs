//! Checks of board pictures by their pixels.

use std::collections::HashSet;

use engine::board::Space;

/// Decoded picture of an 8×8 duel board, seen from the first seat.
#[derive(Debug)]
pub struct Board {
    width: usize,
    height: usize,
    rgb: Vec<[u8; 3]>,
}

impl Board {
    /// Decodes a PNG.
    pub fn decode(bytes: &[u8]) -> Board {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
        let mut reader = decoder.read_info().expect("a PNG");
        let mut buffer = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut buffer).expect("a frame");
        let step = info.color_type.samples();
        let rgb =
            buffer[..info.buffer_size()].chunks(step).map(|p| [p[0], p[1.min(step - 1)], p[2.min(step - 1)]]).collect();
        Board { width: info.width as usize, height: info.height as usize, rgb }
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// Number of different colours.
    pub fn colours(&self) -> usize {
        self.rgb.iter().collect::<HashSet<_>>().len()
    }

    /// Number of pixels that differ from another picture of the same size, beyond a small tolerance.
    pub fn differs(&self, other: &Board) -> usize {
        assert_eq!(self.size(), other.size(), "pictures of one size");
        let far = |a: &[u8; 3], b: &[u8; 3]| a.iter().zip(b).any(|(x, y)| x.abs_diff(*y) > 12);
        self.rgb.iter().zip(&other.rgb).filter(|(a, b)| far(a, b)).count()
    }

    /// Spaces whose centres differ from another picture.
    pub fn changed_spaces(&self, other: &Board, area: (usize, usize, usize)) -> Vec<Space> {
        let (left, top, cell) = area;
        let mut changed = Vec::new();
        for rank in 0..8u8 {
            for file in 0..8u8 {
                let (x0, y0) = (left + file as usize * cell, top + (7 - rank as usize) * cell);
                let differing = (y0..y0 + cell)
                    .flat_map(|y| (x0..x0 + cell).map(move |x| (x, y)))
                    .filter(|(x, y)| {
                        let at = y * self.width + x;
                        self.rgb[at].iter().zip(other.rgb[at]).any(|(a, b)| a.abs_diff(b) > 12)
                    })
                    .count();
                if differing * 20 > cell * cell {
                    changed.push(Space::new(file, rank));
                }
            }
        }
        changed
    }
}
