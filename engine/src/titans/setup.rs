//! Setup of a game of Titan's Battalion.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::error::SetupError;
use super::mode::GameMode;
use super::shuffle::shuffled;
use crate::battalion::{self, AbilitySpec, Definition, FileError};
use crate::board::{Battlefield, Board, MAX_SEATS, Seat, TerritoryPlacement};
use crate::hex::from_hex;
use crate::play::Rules;

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
    /// Seats that start without pieces in reserve, as odds.
    pub without_reserves: Vec<Seat>,
    /// Seed of all random draws in the game. Secret while the game runs.
    pub seed: [u8; 32],
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
        Ok(Setup {
            mode,
            battlefield: battlefield_for(&armies)?,
            armies,
            placement: PlacementStyle::Usual,
            without_reserves: Vec::new(),
            seed,
        })
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

    /// Rules for the board with these Territories.
    pub(super) fn bind(&self, plots: &[TerritoryPlacement]) -> Result<Arc<Rules>, SetupError> {
        let other = |error: String| SetupError::Other(error);
        let board = Board::build(&self.battlefield, plots).map_err(|error| other(error.to_string()))?;
        Rules::shared(board, &self.armies).map_err(|error| other(error.to_string()))
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
    /// Seats that start without pieces in reserve, as odds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without_reserves: Vec<Seat>,
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
            without_reserves: self.without_reserves.clone(),
            seed,
        })
    }
}
