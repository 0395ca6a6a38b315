//! Stored form of a game of Titan's Battalion.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::board::{Seat, Space};
use crate::play::{Fall, PositionSnapshot, Rules, type_named};
use crate::snapshot::SnapshotError;
use crate::view::LastAction;

use super::game::{Game, PlayerState, Stage};
use super::setup::Setup;

/// Game between two actions; see [`crate::snapshot`]. Contains secrets.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct GameSnapshot {
    territories: Vec<TerritorySnapshot>,
    position: PositionSnapshot,
    stage: Stage,
    players: Vec<PlayerSnapshot>,
    targets: Vec<Vec<Seat>>,
    last: Option<LastAction>,
    turns: u32,
    /// Number of occurrences of each position, by key.
    seen: BTreeMap<u64, u8>,
}

#[derive(Clone, PartialEq, Serialize, Deserialize)]
struct TerritorySnapshot {
    offset: Option<u8>,
    mirrored: bool,
    /// Instant Reinforcements with type keys.
    instant: Vec<(String, Space)>,
}

#[derive(Clone, PartialEq, Serialize, Deserialize)]
struct PlayerSnapshot {
    fall: Option<(Fall, Option<Seat>)>,
    /// Captured pieces by type and former owner.
    captured: Vec<(String, Seat, u32)>,
    offers_draw: bool,
    last_acted: u32,
}

impl PlayerSnapshot {
    fn of(rules: &Rules, player: &PlayerState) -> Self {
        let captured = player.captured.iter();
        Self {
            fall: player.fall,
            captured: captured.map(|(ty, owner, count)| (rules.ty(*ty).key.clone(), *owner, *count)).collect(),
            offers_draw: player.offers_draw,
            last_acted: player.last_acted,
        }
    }

    fn restore(&self, rules: &Rules) -> Result<PlayerState, SnapshotError> {
        let captured = self.captured.iter();
        Ok(PlayerState {
            fall: self.fall,
            captured: captured
                .map(|(key, owner, count)| Ok((type_named(rules, key)?, *owner, *count)))
                .collect::<Result<_, _>>()?,
            offers_draw: self.offers_draw,
            last_acted: self.last_acted,
        })
    }
}

impl GameSnapshot {
    pub(crate) fn of(game: &Game) -> Self {
        let rules = game.rules();
        let territory = |seat: Seat| {
            let instants = game.instants[seat.index()].iter();
            TerritorySnapshot {
                offset: game.plots[seat.index()].offset,
                mirrored: game.mirrored[seat.index()],
                instant: instants.map(|(ty, space)| (rules.ty(*ty).key.clone(), *space)).collect(),
            }
        };
        Self {
            territories: Seat::all(rules.seat_count()).map(territory).collect(),
            position: PositionSnapshot::of(rules, &game.pos),
            stage: game.stage.clone(),
            players: game.players.iter().map(|player| PlayerSnapshot::of(rules, player)).collect(),
            targets: game.targets.clone(),
            last: game.last.clone(),
            turns: game.turns,
            seen: game.seen.iter().map(|(key, count)| (*key, *count)).collect(),
        }
    }

    /// Restores the game.
    ///
    /// # Errors
    /// [`SnapshotError`] if it does not fit the setup.
    pub(crate) fn restore(&self, setup: &Arc<Setup>, log: Vec<(Seat, Action)>) -> Result<Game, SnapshotError> {
        let count = setup.armies.len();
        let lists = [self.territories.len(), self.players.len(), self.targets.len()];
        if lists != [count; 3] {
            return Err(SnapshotError::Seats);
        }
        let plots: Vec<_> = Seat::all(count)
            .zip(&self.territories)
            .map(|(seat, territory)| setup.plot(seat, territory.offset))
            .collect();
        let rules = setup.bind(&plots).map_err(SnapshotError::Setup)?;
        let instants = self.territories.iter().map(|territory| {
            let instant = territory.instant.iter();
            instant.map(|(key, space)| Ok((type_named(&rules, key)?, *space))).collect()
        });
        let mut game = Game {
            plots,
            mirrored: self.territories.iter().map(|t| t.mirrored).collect(),
            instants: instants.collect::<Result<_, SnapshotError>>()?,
            pos: self.position.restore(&rules)?,
            stage: self.stage.clone(),
            players: self.players.iter().map(|player| player.restore(&rules)).collect::<Result<_, _>>()?,
            targets: self.targets.clone(),
            last: self.last.clone(),
            turns: self.turns,
            seen: self.seen.iter().map(|(key, count)| (*key, *count)).collect(),
            log,
            setup: Arc::clone(setup),
            rules,
        };
        if game.stage == Stage::Play && game.occurrences() == 0 {
            // The hash function has changed since, so occurrences of earlier positions are lost.
            game.seen.clear();
            game.count_position();
        }
        Ok(game)
    }
}
