//! Setup of a game of Titan's Battalion.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::shuffle::shuffled;
use crate::battalion::{self, AbilitySpec, Definition, FileError};
use crate::board::{Battlefield, Board, MAX_SEATS, Seat, TerritoryPlacement};

/// Gamemode (T-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameMode {
    /// Two Players.
    Duel,
    /// Party Mode with secret Targets (T-27).
    Assassin,
    /// Party Mode decided by credited defeats (T-30).
    Ffa,
}

impl GameMode {
    /// Display name.
    pub const fn name(self) -> &'static str {
        match self {
            GameMode::Duel => "Duel",
            GameMode::Assassin => "Assassin",
            GameMode::Ffa => "Free for all",
        }
    }
}

/// Placement of Territories (T-15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlacementStyle {
    /// All Territories in their usual places. Only the second seat of a duel is mirrored, if its Battalion allows it
    /// (M-1). Players still place their Instant Reinforcements.
    #[default]
    Usual,
    /// Every Player with more than one possible placement chooses one.
    Chosen,
    /// Like [`Usual`](Self::Usual), with the pieces of each Battalion's Back Rank shuffled, equally for all Players of
    /// that Battalion.
    Shuffled,
}

impl PlacementStyle {
    /// Battalions as they start a game with this seed, shuffled if necessary.
    #[must_use]
    pub fn arranged(self, armies: Vec<Arc<Definition>>, seed: &[u8; 32]) -> Vec<Arc<Definition>> {
        if self != PlacementStyle::Shuffled {
            return armies;
        }
        let mut done: Vec<(Arc<Definition>, Arc<Definition>)> = Vec::new();
        let mut arrange = |army: Arc<Definition>| {
            if let Some((_, arranged)) = done.iter().find(|(known, _)| *known == army) {
                return arranged.clone();
            }
            let arranged = shuffled(&army, seed);
            done.push((army, arranged.clone()));
            arranged
        };
        armies.into_iter().map(&mut arrange).collect()
    }
}

/// Setup that determines a game before its first action.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Gamemode.
    pub mode: GameMode,
    /// Battlefield (T-4).
    pub battlefield: Battlefield,
    /// One Battalion per seat in turn order, [as they start](PlacementStyle::arranged).
    pub armies: Vec<Arc<Definition>>,
    /// Placement of Territories.
    pub placement: PlacementStyle,
    /// Seed of all random draws in the game. Secret while the game runs.
    pub seed: [u8; 32],
}

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

/// Checks that a Battalion may be chosen in games of this mode (T-31, B-16).
///
/// # Errors
/// [`SetupError`] with the reason.
pub fn check_pick(army: &Definition, mode: GameMode) -> Result<(), SetupError> {
    let name = || army.name.clone();
    match mode {
        GameMode::Duel if army.extra_strength => Err(SetupError::ExtraStrength(name())),
        GameMode::Duel if !army.matches.duels() => Err(SetupError::NotForDuels(name())),
        GameMode::Assassin | GameMode::Ffa if !army.matches.party() => Err(SetupError::OnlyForDuels(name())),
        _ => Ok(()),
    }
}

/// Built-in Battlefield on which these Battalions fit: the standard one, or one as wide as the widest of them needs
/// (T-4, T-15).
///
/// # Errors
/// [`SetupError`] for any number of Battalions other than 2 to 6.
pub fn battlefield_for(armies: &[Arc<Definition>]) -> Result<Battlefield, SetupError> {
    let territories = armies.iter().map(|army| &army.territory);
    let sizes = territories.map(|territory| (territory.width(), territory.margin));
    Battlefield::fitting(armies.len(), sizes).map_err(|error| SetupError::Other(error.to_string()))
}

impl Setup {
    /// Setup with these Battalions in their usual places on the built-in Battlefield that fits them (T-4, T-15).
    ///
    /// # Errors
    /// As [`battlefield_for`]. Use [`Setup::check`] to find out whether a game can start.
    pub fn new(mode: GameMode, armies: Vec<Arc<Definition>>, seed: [u8; 32]) -> Result<Setup, SetupError> {
        Ok(Setup { mode, battlefield: battlefield_for(&armies)?, armies, placement: PlacementStyle::Usual, seed })
    }

    /// Checks all requirements of a game (T-2, T-15, T-31).
    ///
    /// # Errors
    /// The first [`SetupError`], as a sentence for the lobby.
    pub fn check(&self) -> Result<(), SetupError> {
        let given = self.armies.len();
        let (needs, fits) = match self.mode {
            GameMode::Duel => ("2", given == 2),
            GameMode::Assassin | GameMode::Ffa => ("3 to 6", (3..=MAX_SEATS).contains(&given)),
        };
        if !fits {
            return Err(SetupError::Players { mode: self.mode.name(), needs, given });
        }
        for (seat, army) in Seat::all(given).zip(&self.armies) {
            check_pick(army, self.mode)?;
            if self.offsets(seat).is_empty() {
                return Err(SetupError::Territory(army.name.clone()));
            }
        }
        let plots: Vec<TerritoryPlacement> = Seat::all(given).map(|seat| self.plot(seat, None)).collect();
        Board::build(&self.battlefield, &plots).map_err(|error| SetupError::Other(error.to_string()))?;
        Ok(())
    }

    /// Possible offsets of a seat's Territory along the Battlefield's edge (T-15).
    pub fn offsets(&self, seat: Seat) -> std::ops::RangeInclusive<u8> {
        let territory = &self.armies[seat.index()].territory;
        self.battlefield.offsets(seat, territory.width(), territory.margin)
    }

    /// Usual placement: centred in the edge slot, and mirrored for the second seat of a duel where allowed (M-1).
    pub fn usual(&self, seat: Seat) -> (u8, bool) {
        let offsets = self.offsets(seat);
        let offset = offsets.start() + (offsets.end() - offsets.start()) / 2;
        let mirrored = self.mode == GameMode::Duel && seat == Seat(1) && self.armies[seat.index()].territory.mirror;
        (offset, mirrored)
    }

    pub(crate) fn plot(&self, seat: Seat, offset: Option<u8>) -> TerritoryPlacement {
        let territory = &self.armies[seat.index()].territory;
        TerritoryPlacement { width: territory.width(), height: territory.height(), offset }
    }
}

/// Stored form of a [`Setup`]. Contains the Battalion files themselves, so that a game keeps the versions it began
/// with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedSetup {
    /// Gamemode.
    pub mode: GameMode,
    /// Battlefield.
    pub battlefield: Battlefield,
    /// Placement of Territories.
    pub placement: PlacementStyle,
    /// Distinct Battalion files in play.
    pub files: Vec<String>,
    /// Index of each seat's file.
    pub armies: Vec<usize>,
    /// Seed in hexadecimal.
    pub seed: String,
}

impl SavedSetup {
    /// Reads the Battalions and checks the whole setup.
    ///
    /// # Errors
    /// A sentence if a file or the seed cannot be read, or the setup is invalid.
    pub fn open(&self) -> Result<Setup, SetupError> {
        let setup = self.read(battalion::read)?;
        setup.check()?;
        Ok(setup)
    }

    /// Restores the setup of a game that has begun. Its files were accepted then and are not checked again.
    ///
    /// # Errors
    /// A sentence if a file or the seed cannot be read.
    pub fn accepted(&self) -> Result<Setup, SetupError> {
        self.read(battalion::read_accepted)
    }

    fn read(
        &self,
        read: impl Fn(&str, &[AbilitySpec]) -> Result<Definition, Vec<FileError>>,
    ) -> Result<Setup, SetupError> {
        let specs = crate::ability::specs();
        let mut files = Vec::new();
        for text in &self.files {
            let definition = read(text, &specs).map_err(|errors| {
                SetupError::Other(
                    errors.first().map_or_else(|| "A Battalion file cannot be read.".into(), ToString::to_string),
                )
            })?;
            files.push(Arc::new(definition));
        }
        let army = |index: &usize| files.get(*index).cloned();
        let armies: Option<Vec<_>> = self.armies.iter().map(army).collect();
        let armies =
            armies.ok_or_else(|| SetupError::Other("A stored game names a Battalion that it does not hold.".into()))?;
        let seed = from_hex(&self.seed)
            .ok_or_else(|| SetupError::Other("The seed of a stored game cannot be read.".into()))?;
        Ok(Setup {
            mode: self.mode,
            battlefield: self.battlefield.clone(),
            armies: self.placement.arranged(armies, &seed),
            placement: self.placement,
            seed,
        })
    }
}

/// Formats 32 bytes as 64 hexadecimal digits.
pub fn to_hex(bytes: &[u8; 32]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Inverse of [`to_hex`].
pub fn from_hex(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    for (index, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(2 * index..2 * index + 2)?, 16).ok()?;
    }
    Some(bytes)
}
