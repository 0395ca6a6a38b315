//! Terms of the evaluation: features counted for both sides, with their weights for complete and for small armies.

use engine::board::Bits;

/// Weights are in units of 1/16 of a hundredth of a Pawn.
pub(crate) const UNIT: i32 = 16;
/// Phase in which both armies are complete.
pub(crate) const FULL: i32 = 256;

macro_rules! terms {
    ($($(#[$doc:meta])* $name:ident $large:literal $small:literal;)*) => {
        /// A counted feature.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Term { $($(#[$doc])* $name,)* }

        /// Names of the terms.
        const NAMES: &[&str] = &[$(stringify!($name)),*];
        /// Weights with complete armies, and at the end of the game.
        const WEIGHTS: [[i32; NAMES.len()]; 2] = [[$($large),*], [$($small),*]];
    };
}

terms! {
    /// Mobility: the square root, in quarters, of the Spaces that a piece can go to without being captured by a
    /// Pawn-like piece.
    Mobility 34 67;
    /// Number of the same Spaces, without the root.
    Reach -21 8;
    /// Values of pieces with at most one such Space, in 64ths.
    Trapped -7 -27;
    /// Strength of the attack on the neighbourhood of the Enemy's last Titan.
    Attack 30 -4;
    /// Square of `Attack`, in 16ths: several attackers are worth more together.
    Assault 21 0;
    /// Attacked Spaces beside the Enemy's last Titan that only this Titan guards.
    Weak 44 11;
    /// Own pieces beside the last Titan.
    Shelter 168 -2;
    /// Own Pawn-like pieces in front of the last Titan.
    Cover 85 -4;
    /// Distance of the last Titan from the centre, in half steps.
    TitanAside -20 37;
    /// Rows that the last Titan has advanced.
    TitanForward -5 0;
    /// Values of attacked and unguarded enemy pieces, in 16ths.
    Hanging 12 40;
    /// Surplus of enemy pieces' values over those of their attackers, in 16ths.
    Threat 32 26;
    /// Unguarded own pieces other than Pawns.
    Loose -26 -62;
    /// Promotion gains of passed Pawns, in 64ths, increasing with their proximity to promotion.
    Passed 0 3;
    /// `Passed` for Pawns whose way is free.
    Free 4 13;
    /// `Passed` times how much nearer to the Pawn its own Titan is than the enemy Titan, in quarters of a Space.
    Escort -3 12;
    /// Pawns without another one on the files beside them.
    Isolated -96 -30;
    /// Pawns behind another Pawn on their file.
    Doubled -132 -207;
    /// Pawns guarded by a Pawn.
    Supported -26 33;
    /// Pawns directly beside another one.
    Phalanx 131 49;
    /// Pieces guarded by a Pawn that no enemy Pawn can drive away.
    Outpost 236 92;
    /// Two pieces bound to Spaces of different colours.
    Pair 871 831;
    /// Spaces that only one side attacks.
    Control 38 12;
    /// Spaces that one side attacks twice.
    Twice 5 15;
}

/// Number of terms.
pub(crate) const COUNT: usize = NAMES.len();

/// Evaluation before weighting: counts of the first Player minus those of the second.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Unweighted part, in hundredths of a Pawn: material and similar terms.
    pub sure: i32,
    /// Game phase: from 256 with complete armies to 0.
    pub phase: i32,
    pub(crate) counts: [i32; COUNT],
    /// Places of the only Titans, with complete armies and at the end of the game, in hundredths of a Pawn.
    pub(crate) places: [i32; 2],
}

/// Number of cells of a set.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "a board has at most 676 cells")]
pub(crate) fn cells<const N: usize>(set: Bits<N>) -> i32 {
    set.count() as i32
}

impl Terms {
    pub(crate) const fn new(phase: i32) -> Self {
        Self { sure: 0, phase, counts: [0; COUNT], places: [0; 2] }
    }

    #[inline]
    pub(crate) const fn add(&mut self, term: Term, first: bool, count: i32) {
        self.counts[term as usize] += if first { count } else { -count };
    }

    /// Adds the value of a Titan's place.
    #[inline]
    pub(crate) const fn place(&mut self, [large, small]: [i32; 2], first: bool) {
        let sign = if first { 1 } else { -1 };
        self.places = [self.places[0] + sign * large, self.places[1] + sign * small];
    }

    /// Counts, in the order of [`Terms::names`].
    pub const fn counts(&self) -> &[i32] {
        &self.counts
    }

    /// Names of the counts.
    pub const fn names() -> &'static [&'static str] {
        NAMES
    }

    /// Weighted sum of the counts, in hundredths of a Pawn.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "an evaluation is small")]
    pub fn weighed(&self) -> i32 {
        let [mut large, mut small] = self.places.map(|place| place * UNIT);
        for (index, count) in self.counts.iter().enumerate() {
            large += count * WEIGHTS[0][index];
            small += count * WEIGHTS[1][index];
        }
        let both = i64::from(large) * i64::from(self.phase) + i64::from(small) * i64::from(FULL - self.phase);
        (both / i64::from(FULL * UNIT)) as i32
    }
}
