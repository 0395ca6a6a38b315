//! The checksum of zlib, which can be put together from its parts.

const MODULUS: u32 = 65_521;

/// Two sums over bytes: of them, and of the first sum at each of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Adler {
    a: u32,
    b: u32,
}

impl Default for Adler {
    fn default() -> Self {
        Self { a: 1, b: 0 }
    }
}

impl Adler {
    pub(super) fn of(bytes: &[u8]) -> Self {
        let sum = simd_adler32::adler32(&bytes);
        Self {
            a: sum & 0xffff,
            b: sum >> 16,
        }
    }

    /// The sum of both parts, the second being `length` bytes long.
    pub(super) fn followed_by(self, next: Self, length: usize) -> Self {
        let n = (length % MODULUS as usize) as u64;
        let m = u64::from(MODULUS);
        let a = (u64::from(self.a) + u64::from(next.a) + m - 1) % m;
        let b = (u64::from(self.b) + u64::from(next.b) + n * (u64::from(self.a) + m - 1)) % m;
        Self {
            a: a as u32,
            b: b as u32,
        }
    }

    pub(super) fn value(self) -> u32 {
        self.b << 16 | self.a
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
