//! Seeded random numbers, identical on every machine (SplitMix64).

/// Stream of random numbers.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Next 64 bits.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// Random number below `bound`; 0 for a bound of 0.
    #[expect(clippy::cast_possible_truncation, reason = "the result is below `bound`")]
    pub fn below(&mut self, bound: usize) -> usize {
        // The bias is negligible here.
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    /// Random number from 0 up to, but excluding, 1.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Mixes a number into 64 well-distributed bits.
pub(crate) const fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
