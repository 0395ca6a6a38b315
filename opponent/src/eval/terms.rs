//! What an evaluation is made of: things counted for both sides, and what one of each is worth while armies are large and when they are small.

/// Sixteenths of a hundredth of a Pawn are one hundredth.
pub(crate) const UNIT: i32 = 16;
/// The phase in which both armies are complete.
pub(crate) const FULL: i32 = 256;

macro_rules! terms {
    ($($(#[$doc:meta])* $name:ident $large:literal $small:literal;)*) => {
        /// Something that is counted.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Term { $($(#[$doc])* $name,)* }

        /// Their names.
        const NAMES: &[&str] = &[$(stringify!($name)),*];
        /// What one is worth, with complete armies and at the end.
        const WEIGHTS: [[i32; NAMES.len()]; 2] = [[$($large),*], [$($small),*]];
    };
}

terms! {
    /// Spaces that a piece can go to without being captured by something like a Pawn: their square root, in quarters.
    Mobility 34 67;
    /// The same, without the root.
    Reach -21 8;
    /// The value of pieces that can go nowhere or to one such Space, in 64ths.
    Trapped -7 -27;
    /// Strength of the attack on the last Titan's neighbourhood.
    Attack 30 -4;
    /// Its square, in 16ths: attackers together are worth more.
    Assault 21 0;
    /// Spaces there that only the Titan itself guards.
    Weak 44 11;
    /// Own pieces beside the last Titan.
    Shelter 168 -2;
    /// Own pieces like Pawns in front of it.
    Cover 85 -4;
    /// Half steps of it from the middle.
    TitanAside -20 37;
    /// Rows that it has gone forward.
    TitanForward -5 0;
    /// The value of Enemies that are attacked and not guarded, in 16ths.
    Hanging 12 40;
    /// What Enemies are worth more than those that attack them, in 16ths.
    Threat 32 26;
    /// Own pieces that nothing guards.
    Loose -26 -62;
    /// What passed Pawns have to gain by promotion, in 64ths, the more the nearer they are.
    Passed 0 3;
    /// The same where the way is free.
    Free 4 13;
    /// The same times how much nearer the own Titan is than the Enemy's, in quarters.
    Escort -3 12;
    /// Pawns without another one beside their file.
    Isolated -96 -30;
    /// Pawns with another one before them.
    Doubled -132 -207;
    /// Pawns guarded by a Pawn.
    Supported -26 33;
    /// Pawns with another one at their side.
    Phalanx 131 49;
    /// Pieces on guarded Spaces from which no Pawn can drive them.
    Outpost 236 92;
    /// Two pieces bound to Spaces of different colours.
    Pair 871 831;
    /// Spaces that one side attacks and the other does not.
    Control 38 12;
    /// Spaces that one side attacks twice.
    Twice 5 15;
}

/// How many terms there are.
pub(crate) const COUNT: usize = NAMES.len();

/// An evaluation before its parts are weighed: each counted for the first Player less what is counted for the second.
#[derive(Clone, Debug)]
pub struct Terms {
    /// What needs no weight, in hundredths of a Pawn: material and the like.
    pub sure: i32,
    /// From 256 with complete armies to 0.
    pub phase: i32,
    pub(crate) counts: [i32; COUNT],
}

impl Terms {
    pub(crate) const fn new(phase: i32) -> Self {
        Self { sure: 0, phase, counts: [0; COUNT] }
    }

    #[inline]
    pub(crate) const fn add(&mut self, term: Term, first: bool, count: i32) {
        self.counts[term as usize] += if first { count } else { -count };
    }

    /// The counts, in the order of [`Terms::names`].
    pub const fn counts(&self) -> &[i32] {
        &self.counts
    }

    /// What each count is called.
    pub const fn names() -> &'static [&'static str] {
        NAMES
    }

    /// What one of each is worth with complete armies and at the end, in 16ths of a hundredth of a Pawn.
    pub fn weights() -> [&'static [i32]; 2] {
        [&WEIGHTS[0], &WEIGHTS[1]]
    }

    /// The parts with weights together, in hundredths of a Pawn.
    #[inline]
    pub(crate) fn weighed(&self) -> i32 {
        let [mut large, mut small] = [0; 2];
        for (index, count) in self.counts.iter().enumerate() {
            large += count * WEIGHTS[0][index];
            small += count * WEIGHTS[1][index];
        }
        let both = i64::from(large) * i64::from(self.phase) + i64::from(small) * i64::from(FULL - self.phase);
        (both / i64::from(FULL * UNIT)) as i32
    }
}
