//! How a game ends: victory (T-25, T-29, T-30) and draws that happen by themselves (T-26).

use crate::board::Seat;
use crate::fact::EndReason;
use crate::play::Event;

use super::game::{Game, Stage};
use super::setup::GameMode;

/// T-26: turns in a row without progress, for each undefeated Player.
const QUIET_TURNS: u16 = 50;
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
        let down = self.pos.state().defeated;
        match self.setup.mode {
            GameMode::Duel => self.duel_victory(events),
            mode => {
                // P-5: where one turn defeats others and who acted, the game may be over before the latter.
                for down in [down & !own_defeat(events), down] {
                    let over = match mode {
                        GameMode::Assassin => self.assassin_victory(down),
                        _ => self.ffa_victory(down),
                    };
                    if over {
                        break;
                    }
                }
            }
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
            self.end(vec![winner], EndReason::Duel(how));
        }
    }

    /// T-29: everyone whose Targets are all defeated wins, defeated or not; else the last one standing.
    fn assassin_victory(&mut self, down: u8) -> bool {
        let is_down = |seat: &Seat| down >> seat.0 & 1 != 0;
        let winners: Vec<Seat> = Seat::all(self.rules.seat_count())
            .filter(|seat| {
                !self.targets[seat.index()].is_empty()
                    && self.targets[seat.index()].iter().all(is_down)
            })
            .collect();
        if !winners.is_empty() {
            self.end(winners, EndReason::Targets);
            return true;
        }
        self.last_standing(down)
    }

    /// Ends the game if at most one Player is left.
    fn last_standing(&mut self, down: u8) -> bool {
        let left: Vec<Seat> = Seat::all(self.rules.seat_count())
            .filter(|seat| down >> seat.0 & 1 == 0)
            .collect();
        let over = left.len() <= 1;
        if over {
            self.end(left, EndReason::LastStanding);
        }
        over
    }

    /// T-30: 1 defeat credited, 2 with an Extra-Strength Battalion; else the last one standing.
    fn ffa_victory(&mut self, down: u8) -> bool {
        let needed = |seat: Seat| {
            if self.setup.armies[seat.index()].extra_strength {
                2
            } else {
                1
            }
        };
        // Only one Player's credits grow at a time.
        let credited = Seat::all(self.rules.seat_count())
            .find(|seat| self.standings[seat.index()].credits >= needed(*seat));
        if let Some(winner) = credited {
            self.end(vec![winner], EndReason::Credits);
            return true;
        }
        self.last_standing(down)
    }

    /// A Player left before play began: a duel is decided, Party Mode is called off.
    pub(super) fn end_before_play(&mut self, seat: Seat) {
        match self.setup.mode {
            GameMode::Duel => self.end(vec![Seat(1 - seat.0)], EndReason::LeftBeforePlay),
            GameMode::Assassin | GameMode::Ffa => {
                self.end(Vec::new(), EndReason::CalledOff);
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
            EndReason::Repetition
        } else if state.all_quiet(self.rules.seat_count(), QUIET_TURNS) {
            EndReason::NoProgress
        } else if playing
            .iter()
            .all(|seat| state.turns[seat.index()] >= LAST_TURN)
        {
            EndReason::TurnLimit
        } else {
            return false;
        };
        self.end(Vec::new(), reason);
        true
    }
}

/// The seat that a turn defeated together with others although it was their own, as a bit; none otherwise.
fn own_defeat(events: &[Event]) -> u8 {
    let mut own = 0;
    let mut others = false;
    for event in events {
        if let Event::Defeated { seat, by, .. } = event {
            if by.is_none_or(|by| by == *seat) {
                own |= 1 << seat.0;
            } else {
                others = true;
            }
        }
    }
    if others { own } else { 0 }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use crate::action::Action;
    use crate::play::{Fall, Piece, Position};
    use crate::titans::Setup;

    use super::*;

    fn medieval(mode: GameMode, seats: usize) -> Game {
        let army = crate::battalion::load_builtin("medieval").unwrap();
        Game::new(Setup::new(mode, vec![army; seats], [1; 32]).unwrap()).unwrap()
    }

    fn winners(game: &Game) -> Option<&[Seat]> {
        match &game.stage {
            Stage::Ended(ending) => Some(&ending.winners),
            _ => None,
        }
    }

    /// Four Players who hunt each other in a circle; in one turn of seat 0 seat 1 fell, and seat 0 itself by P-5.
    fn both_fall(mode: GameMode) -> Game {
        let mut game = medieval(mode, 4);
        if mode == GameMode::Assassin {
            game.targets = [1, 2, 3, 0].map(|seat| vec![Seat(seat)]).to_vec();
        }
        let events = [1, 0].map(|seat| Event::Defeated {
            seat: Seat(seat),
            how: Fall::Bereft,
            by: Some(Seat(0)),
        });
        game.pos.state_mut().defeated = 0b11;
        game.standings[0].credits = 1;
        game.check_victory(&events);
        game
    }

    #[test]
    fn p_5_t_29_the_others_defeat_counts_first_and_may_end_the_game() {
        // Seat 3, which hunts seat 0, has not won: the game was over when seat 1 fell.
        for mode in [GameMode::Assassin, GameMode::Ffa] {
            assert_eq!(winners(&both_fall(mode)), Some(&[Seat(0)][..]));
        }
    }

    #[test]
    fn t_21_t_26_checkmate_comes_before_a_draw() {
        let mut game = medieval(GameMode::Duel, 2);
        for (number, text) in ["f3", "e5", "g4", "Qh4#"].into_iter().enumerate() {
            // The mating move is also Black's fiftieth without progress.
            if number == 3 {
                game.pos.state_mut().quiet[..2].copy_from_slice(&[50, 49]);
            }
            let seat = game.pos.to_move();
            let turn = crate::notation::read_turn(&game, seat, text).unwrap();
            game.apply(seat, &Action::Turn(turn)).unwrap();
        }
        assert_eq!(winners(&game), Some(&[Seat(1)][..]));
    }

    #[test]
    fn t_26_the_position_after_a_checkmate_counts() {
        let mut game = medieval(GameMode::Assassin, 3);
        game.targets = [2, 0, 0].map(|seat| vec![Seat(seat)]).to_vec();
        let rules = game.rules.clone();
        let mut pos = Position::empty(&rules);
        let pieces = [
            (0, "king", "k1"),
            (0, "rook", "a8"),
            (0, "rook", "b8"),
            (1, "king", "a4"),
            (2, "king", "k14"),
        ];
        for (seat, name, space) in pieces {
            let ty = rules.type_by_key(&format!("medieval/{name}")).unwrap();
            pos.put(&rules, space.parse().unwrap(), Piece::new(ty, Seat(seat)));
        }
        pos.state_mut().to_move = Seat(1);
        pos.crown();
        game.pos = pos;
        let events = game.settle_turn_start();
        assert!(matches!(
            events[..],
            [Event::Defeated {
                how: Fall::Checkmate,
                ..
            }]
        ));
        assert_eq!((winners(&game), game.pos.to_move()), (None, Seat(2)));
        assert_eq!(game.occurrences(), 1);
    }
}
