//! Bits behind each other, the first one lowest, as deflate wants them.

/// Writes bits into bytes.
#[derive(Debug, Default)]
pub(super) struct Bits {
    bytes: Vec<u8>,
    /// Bits that do not fill four bytes yet.
    held: u64,
    count: u32,
}

impl Bits {
    /// Adds the lowest `count` bits of a value, at most 32; the others must be zero.
    #[inline]
    pub(super) fn put(&mut self, value: u32, count: u32) {
        debug_assert!(count <= 32 && u64::from(value) >> count == 0);
        self.held |= u64::from(value) << self.count;
        self.count += count;
        if self.count >= 32 {
            self.bytes
                .extend_from_slice(&(self.held as u32).to_le_bytes());
            self.held >>= 32;
            self.count -= 32;
        }
    }

    /// The bytes, the last one filled up with zeros.
    pub(super) fn finish(mut self) -> Vec<u8> {
        let rest = self.held.to_le_bytes();
        self.bytes
            .extend_from_slice(&rest[..self.count.div_ceil(8) as usize]);
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_fill_bytes_from_below() {
        let mut bits = Bits::default();
        for (value, count) in [
            (1, 1),
            (0, 2),
            (0b10110, 5),
            (0xffff_ffff, 32),
            (0, 0),
            (5, 3),
        ] {
            bits.put(value, count);
        }
        assert_eq!(bits.finish(), [0b1011_0001, 255, 255, 255, 255, 5]);
        assert_eq!(Bits::default().finish(), []);
    }
}
