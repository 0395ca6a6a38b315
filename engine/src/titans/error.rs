//! Errors of a setup.

/// Reason why a game cannot start with this setup.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// Wrong number of Players.
    #[error("{mode} is for {needs} Players, and {given} {} joined.", if *given == 1 { "has" } else { "have" })]
    Players {
        /// Name of the gamemode.
        mode: &'static str,
        /// Number required.
        needs: &'static str,
        /// Number given.
        given: usize,
    },
    /// Extra-Strength Battalion in a game that does not allow it (T-31).
    #[error("{0} is an Extra-Strength Battalion: it can only be picked in Party Mode, with more than 2 Players.")]
    ExtraStrength(String),
    /// Battalion that cannot be used in duels.
    #[error("{0} cannot be picked in a duel.")]
    NotForDuels(String),
    /// Battalion for duels only (B-16).
    #[error("{0} is for duels only: it cannot be picked in Party Mode.")]
    OnlyForDuels(String),
    /// Territory that does not fit the Battlefield (T-15).
    #[error("The Territory of {0} does not fit its side of the Battlefield.")]
    Territory(String),
    /// No valid deal of Targets (T-27).
    #[error("These Battalions leave no valid deal of Targets; choose other Battalions.")]
    NoDeal,
    /// Board or rules that cannot be built.
    #[error("{0}")]
    Other(String),
}
