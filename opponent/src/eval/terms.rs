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
    Mobility 60 60;
    /// The same, without the root.
    Reach 10 20;
    /// The value of pieces that can go nowhere or to one such Space, in 64ths.
    Trapped -16 -16;
    /// Strength of the attack on the last Titan's neighbourhood.
    Attack 30 0;
    /// Its square, in 16ths: attackers together are worth more.
    Assault 60 0;
    /// Spaces there that only the Titan itself guards.
    Weak 60 20;
    /// Own pieces beside the last Titan.
    Shelter 100 0;
    /// Own pieces like Pawns in front of it.
    Cover 80 0;
    /// Half steps of it from the middle.
    TitanAside 60 -60;
    /// Rows that it has gone forward.
    TitanForward -60 0;
    /// The value of Enemies that are attacked and not guarded, in 16ths.
    Hanging 30 30;
    /// What Enemies are worth more than those that attack them, in 16ths.
    Threat 30 30;
    /// Own pieces that nothing guards.
    Loose -60 -40;
    /// What passed Pawns have to gain by promotion, in 64ths, the more the nearer they are.
    Passed 4 12;
    /// The same where the way is free.
    Free 2 8;
    /// The same times how much nearer the own Titan is than the Enemy's, in quarters.
    Escort 0 2;
    /// Pawns without another one beside their file.
    Isolated -120 -160;
    /// Pawns with another one before them.
    Doubled -80 -240;
    /// Pawns guarded by a Pawn.
    Supported 120 60;
    /// Pawns with another one at their side.
    Phalanx 80 60;
    /// Half steps of Pawns from the middle.
    PawnsAside -12 0;
    /// Rows that Pawns have gone forward.
    PawnsForward 0 20;
    /// Half steps of other pieces from the middle.
    Aside -12 -12;
    /// Rows that they have gone forward.
    Forward 12 0;
    /// Pieces on guarded Spaces from which no Pawn can drive them.
    Outpost 160 80;
    /// Two pieces bound to Spaces of different colours.
    Pair 400 640;
    /// Spaces that one side attacks and the other does not.
    Control 20 10;
    /// Spaces that one side attacks twice.
    Twice 16 8;
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
        Self {
            sure: 0,
            phase,
            counts: [0; COUNT],
        }
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
        let both = i64::from(large) * i64::from(self.phase)
            + i64::from(small) * i64::from(FULL - self.phase);
        (both / i64::from(FULL * UNIT)) as i32
    }
}
