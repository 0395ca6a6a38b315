//! How a game ends: victory (T-25, T-29, T-30) and draws that happen by themselves (T-26).

use crate::board::Seat;
use crate::play::{Event, Fall};

use super::game::{Game, Stage};
use super::setup::GameMode;

/// T-26: turns in a row without progress, for each undefeated Player.
const QUIET_TURNS: u32 = 50;
/// T-26: turns of each undefeated Player after which a game is drawn.
const LAST_TURN: u16 = 300;

impl Game {
    /// Players not defeated.
    pub(super) fn undefeated(&self) -> impl Iterator<Item = Seat> + '_ {
        Seat::all(self.rules.seat_count()).filter(|seat| !self.pos.state().is_defeated(*seat))
    }

    /// Ends the game if somebody has won by what just happened.
    pub(super) fn check_victory(&mut self, events: &[Event]) -> bool {
        if self.stage != Stage::Play
            || !events
                .iter()
                .any(|event| matches!(event, Event::Defeated { .. }))
        {
            return matches!(self.stage, Stage::Ended(_));
        }
        match self.setup.mode {
            GameMode::Duel => self.duel_victory(events),
            GameMode::Assassin => self.assassin_victory(),
            GameMode::Ffa => self.ffa_victory(),
        }
        matches!(self.stage, Stage::Ended(_))
    }

    /// T-25. Where one turn defeats both, the other's defeat counts first (P-5).
    fn duel_victory(&mut self, events: &[Event]) {
        let first = events.iter().find_map(|event| match event {
            Event::Defeated { seat, how, .. } => Some((*seat, *how)),
            _ => None,
        });
        if let Some((loser, how)) = first {
            let winner = Seat(1 - loser.0);
            let why = match how {
                Fall::TitanCaptured => "by capturing the last Titan",
                Fall::Checkmate => "by checkmate",
                Fall::Bereft => "because the Opponent has no Supporter left on the board",
                Fall::Resigned => "because the Opponent resigned",
                Fall::Time => "on time",
            };
            self.end(vec![winner], format!("wins {why} (T-25)."));
        }
    }

    /// T-29: everyone whose Targets are all defeated wins, defeated or not; else the last one standing.
    fn assassin_victory(&mut self) {
        let down = |seat: &Seat| self.pos.state().is_defeated(*seat);
        let winners: Vec<Seat> = Seat::all(self.rules.seat_count())
            .filter(|seat| {
                !self.targets[seat.index()].is_empty()
                    && self.targets[seat.index()].iter().all(down)
            })
            .collect();
        if !winners.is_empty() {
            self.end(winners, "won: all their Targets are defeated (T-29).");
            return;
        }
        let left: Vec<Seat> = self.undefeated().collect();
        if left.len() <= 1 {
            self.end(left, "won as the last Player standing (T-29).");
        }
    }

    /// T-30: 1 defeat credited, 2 with an Extra-Strength Battalion; else the last one standing.
    fn ffa_victory(&mut self) {
        let needed = |seat: Seat| {
            if self.setup.armies[seat.index()].extra_strength {
                2
            } else {
                1
            }
        };
        let winner = self
            .undefeated()
            .find(|seat| self.standings[seat.index()].credits >= needed(*seat));
        let credited = Seat::all(self.rules.seat_count())
            .find(|s| self.standings[s.index()].credits >= needed(*s));
        if let Some(winner) = winner.or(credited) {
            self.end(vec![winner], "won by the defeats credited to them (T-30).");
            return;
        }
        let left: Vec<Seat> = self.undefeated().collect();
        if left.len() <= 1 {
            self.end(left, "won as the last Player standing (T-30).");
        }
    }

    /// A Player left before play began: a duel is decided, Party Mode is called off.
    pub(super) fn end_before_play(&mut self, seat: Seat) {
        match self.setup.mode {
            GameMode::Duel => self.end(
                vec![Seat(1 - seat.0)],
                "wins: the Opponent left before the first turn.",
            ),
            GameMode::Assassin | GameMode::Ffa => {
                self.end(
                    Vec::new(),
                    "The game was called off: a Player left before the first turn.",
                );
            }
        }
    }

    /// T-26: draws that happen by themselves.
    pub(super) fn check_draws(&mut self) -> bool {
        if self.stage != Stage::Play {
            return true;
        }
        let playing: Vec<Seat> = self.undefeated().collect();
        let state = self.pos.state();
        let reason = if self.occurrences() >= 3 {
            "Draw: the same position has occurred for the third time (T-26)."
        } else if state.quiet as u32 >= QUIET_TURNS * playing.len() as u32 {
            "Draw: 50 turns of each Player passed without a capture or other progress (T-26)."
        } else if playing
            .iter()
            .all(|seat| state.turns[seat.index()] >= LAST_TURN)
        {
            "Draw: every Player has taken 300 turns (T-26)."
        } else {
            return false;
        };
        self.end(Vec::new(), reason);
        true
    }
}
