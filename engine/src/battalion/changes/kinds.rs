//! Kinds of differences.

/// Change of the Battalion as a whole.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// New name; holds the old one.
    Name(String),
    /// New author, license, summary, prose or credits.
    Words,
    /// Extra-Strength (T-31) added (`true`) or removed.
    ExtraStrength(bool),
    /// Allowed in duels (`true`), or no longer.
    Duel(bool),
    /// Allowed in Party Mode (`true`), or no longer.
    Party(bool),
    /// Counts for the rule of distinct Targets (T-27), or no longer.
    CountsForTargets(bool),
    /// Columns and rows of the Territory, before and after.
    Size((u8, u8), (u8, u8)),
    /// Different starting Spaces in the Territory.
    Layout,
    /// The Territory may be mirrored (T-15), or no longer.
    Mirror(bool),
    /// Free columns on either side (T-15), before and after.
    Margin(u8, u8),
    /// Differently drawn zones.
    Zones,
    /// Change of a power of the Battalion.
    Power(UseChange),
}

/// Change of an ability or power; each variant holds its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UseChange {
    /// Added.
    Gained(String),
    /// Removed.
    Lost(String),
    /// Parameters changed.
    Changed(String),
}

/// Change of a piece.
#[derive(Clone, Debug, PartialEq)]
pub enum PieceChange {
    /// Added piece; its index in the newer version.
    Gained(usize),
    /// Removed piece; its index in the older version.
    Lost(usize),
    /// Changed piece.
    Changed {
        /// Index in the older version.
        from: usize,
        /// Index in the newer version.
        to: usize,
        /// Changed aspects; never empty.
        aspects: Vec<Aspect>,
    },
}

/// Changed aspect of a piece.
#[derive(Clone, Debug, PartialEq)]
pub enum Aspect {
    /// New name; holds the old one.
    Name(String),
    /// New symbol, icon or picture.
    Look,
    /// New prose, aliases or examples.
    Words,
    /// Different movements.
    Movement,
    /// Became a Titan (`true`), or no longer is one (T-10).
    Titan(bool),
    /// Became Immutable (`true`), or no longer is (T-10).
    Immutable(bool),
    /// Became capturable (`true`), or no longer is (T-10).
    Capturable(bool),
    /// Blocks its Space (`true`), or no longer (T-10).
    Blocking(bool),
    /// Different promotion (T-12).
    Promotion,
    /// Different capture en passant, as captor or victim (T-13).
    EnPassant,
    /// Different castling (M-4).
    Castling,
    /// Change of an ability.
    Ability(UseChange),
    /// Number in the Territory at the start, before and after.
    Placed(u32, u32),
    /// Number in reserve at the start (T-18), before and after.
    Reserve(u32, u32),
    /// Different place or time for placing the reserve (T-18).
    Placing,
}
