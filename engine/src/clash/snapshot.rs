//! Stored form of a match of Clash of the Armies.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::board::{Seat, Space};
use crate::illegal::PhaseFault;
use crate::play::{PositionSnapshot, Rules, type_named};
use crate::snapshot::SnapshotError;
use crate::titans::SetupError;
use crate::view::LastAction;

use super::army::Army;
use super::auction::Auction;
use super::end::End;
use super::gold::Gold;
use super::round::{Origin, Round};
use super::series::{Match, Score, Stage};
use super::setup::Setup;

/// Match between two actions; see [`crate::snapshot`]. Contains secrets.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct MatchSnapshot {
    stage: Stage,
    number: u8,
    half_points: [u8; 2],
    gold: [Gold; 2],
    armies: [Army; 2],
    round: RoundSnapshot,
    scores: Vec<Score>,
    auctioned: Option<Auction>,
    offers: [bool; 2],
    turns: u32,
    #[serde(default)]
    turns_before: u32,
    last: Option<LastAction>,
}

#[derive(Clone, PartialEq, Serialize, Deserialize)]
struct RoundSnapshot {
    /// Uses the rules of the Ultimate Round.
    ultimate: bool,
    position: PositionSnapshot,
    /// Number of occurrences of each position, by key.
    seen: BTreeMap<u64, u8>,
    origins: BTreeMap<Space, Origin>,
    /// Captured pieces by type.
    captured: [BTreeMap<String, u32>; 2],
    end: Option<End>,
}

impl MatchSnapshot {
    pub(crate) fn of(game: &Match) -> Self {
        let round = &game.round;
        let rules = round.rules();
        let captured = |seat: Seat| {
            let captured = round.captured(seat).iter();
            captured.map(|(ty, count)| (rules.ty(*ty).key.clone(), *count)).collect()
        };
        Self {
            stage: game.stage.clone(),
            number: game.number,
            half_points: game.half_points,
            gold: game.gold,
            armies: game.armies.clone(),
            round: RoundSnapshot {
                ultimate: Arc::ptr_eq(rules, &game.rules[1]),
                position: PositionSnapshot::of(rules, round.position()),
                seen: round.seen.iter().map(|(key, count)| (*key, *count)).collect(),
                origins: round.origins.clone(),
                captured: [captured(Seat(0)), captured(Seat(1))],
                end: round.end(),
            },
            scores: game.scores.clone(),
            auctioned: game.auctioned.clone(),
            offers: game.offers,
            turns: game.turns,
            turns_before: game.turns_before,
            last: game.last.clone(),
        }
    }

    /// Restores the match.
    ///
    /// # Errors
    /// [`SnapshotError`] if it refers to a type or Space that this game does not have.
    pub(crate) fn restore(&self, setup: &Setup, log: Vec<(Seat, Action)>) -> Result<Match, SnapshotError> {
        let fresh = Match::new(setup.clone()).map_err(|why| {
            let fault = PhaseFault::Broken(why);
            SnapshotError::Setup(SetupError::Other(format!("{fault:?}")))
        })?;
        let rules = &fresh.rules[usize::from(self.round.ultimate)];
        Ok(Match {
            stage: self.stage.clone(),
            number: self.number,
            half_points: self.half_points,
            gold: self.gold,
            armies: self.armies.clone(),
            round: self.round.restore(rules)?,
            scores: self.scores.clone(),
            auctioned: self.auctioned.clone(),
            offers: self.offers,
            turns: self.turns,
            turns_before: self.turns_before,
            last: self.last.clone(),
            log,
            ..fresh
        })
    }
}

impl RoundSnapshot {
    fn restore(&self, rules: &Arc<Rules>) -> Result<Round, SnapshotError> {
        let pos = self.position.restore(rules)?;
        let key = rules.repetition_key(&pos);
        let captured = |seat: usize| {
            let captured = self.captured[seat].iter();
            captured
                .map(|(key, count)| Ok((type_named(rules, key)?, *count)))
                .collect::<Result<BTreeMap<_, _>, SnapshotError>>()
        };
        let mut seen: std::collections::HashMap<u64, u8> =
            self.seen.iter().map(|(key, count)| (*key, *count)).collect();
        if !seen.contains_key(&key) {
            // The hash function has changed since, so occurrences of earlier positions are lost.
            seen = [(key, 1)].into();
        }
        Ok(Round {
            rules: Arc::clone(rules),
            pos,
            seen,
            origins: self.origins.clone(),
            captured: [captured(0)?, captured(1)?],
            end: self.end,
        })
    }
}
