//! Ends of games: victory (T-25, T-29, T-30) and automatic draws (T-26).

use crate::board::Seat;
use crate::fact::EndReason;
use crate::play::{Event, Fall};

use super::game::{Game, Stage};
use super::mode::GameMode;
use super::outcome::Aims;

/// T-26: number of consecutive turns without progress of each undefeated Player that gives a draw.
pub const QUIET_TURNS: u16 = 50;
/// T-26: number of turns of each undefeated Player after which a game is drawn.
pub const LAST_TURN: u16 = 300;

impl Game {
    /// Undefeated Players.
    pub(super) fn undefeated(&self) -> impl Iterator<Item = Seat> + '_ {
        Seat::all(self.rules.seat_count()).filter(|seat| !self.pos.state().is_defeated(*seat))
    }

    /// Ends the game if these events decide it. Returns whether the game is over.
    pub(super) fn check_victory(&mut self, events: &[Event]) -> bool {
        if self.stage != Stage::Play || !events.iter().any(|event| matches!(event, Event::Defeated { .. })) {
            return matches!(self.stage, Stage::Ended(_));
        }
        let fallen = || {
            events.iter().filter_map(|event| match event {
                Event::Defeated { seat, how, by } => Some((*seat, *how, *by)),
                _ => None,
            })
        };
        let before = fallen().fold(self.pos.state().defeated, |all, (seat, ..)| all & !(1 << seat.0));
        // Several Players fall together only by one Player's action, which is credited to that Player.
        let actor = fallen().find_map(|(seat, _, by)| by.or(Some(seat)));
        let winners = actor.and_then(|by| self.aims().winners(self.pos.state(), before, by));
        if let Some(winners) = winners {
            let won = |seat: &Seat| winners >> seat.0 & 1 != 0;
            let loser = fallen().find(|(seat, ..)| !won(seat));
            let reason = self.reason(winners, loser.map(|(_, how, _)| how));
            let winners = Seat::all(self.rules.seat_count()).filter(won).collect();
            self.end(winners, reason);
        }
        matches!(self.stage, Stage::Ended(_))
    }

    /// Winning conditions of each Player.
    pub fn aims(&self) -> Aims {
        let armies = &self.setup.armies;
        let aims = Aims::new(self.setup.mode, armies.len()).with_targets(&self.targets);
        let strong = |seat: &Seat| armies[seat.index()].extra_strength;
        (Seat::all(armies.len()).filter(strong)).fold(aims, Aims::with_extra_strength)
    }

    /// Reason for this victory.
    fn reason(&self, winners: u8, how: Option<Fall>) -> EndReason {
        let state = self.pos.state();
        let all = |fits: &dyn Fn(Seat) -> bool| {
            let mut seats = Seat::all(self.rules.seat_count());
            winners != 0 && seats.all(|seat| winners >> seat.0 & 1 == 0 || fits(seat))
        };
        let hunted = |seat: Seat| {
            let targets = &self.targets[seat.index()];
            !targets.is_empty() && targets.iter().all(|target| state.is_defeated(*target))
        };
        match (self.setup.mode, how) {
            (GameMode::Duel, Some(how)) => EndReason::Duel(how),
            (GameMode::Assassin, _) if all(&hunted) => EndReason::Targets,
            (GameMode::Ffa, _) if all(&|seat| self.aims().has_credits(state, seat)) => EndReason::Credits,
            _ => EndReason::LastStanding,
        }
    }

    /// Handles a Player who leaves before play: a duel is decided, a game in Party Mode is called off.
    pub(super) fn end_before_play(&mut self, seat: Seat) {
        match self.setup.mode {
            GameMode::Duel => self.end(vec![Seat(1 - seat.0)], EndReason::LeftBeforePlay),
            GameMode::Assassin | GameMode::Ffa => {
                self.end(Vec::new(), EndReason::CalledOff);
            }
        }
    }

    /// Ends the game if an automatic draw applies (T-26).
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
        } else if playing.iter().all(|seat| state.turns[seat.index()] >= LAST_TURN) {
            EndReason::TurnLimit
        } else {
            return false;
        };
        self.end(Vec::new(), reason);
        true
    }
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

    fn reason(game: &Game) -> Option<EndReason> {
        match &game.stage {
            Stage::Ended(ending) => Some(ending.reason),
            _ => None,
        }
    }

    /// Game of four Players who hunt each other in a circle. One turn of seat 0 has defeated seat 1, and seat 0 itself
    /// by P-5.
    fn both_fall(mode: GameMode) -> Game {
        let mut game = medieval(mode, 4);
        if mode == GameMode::Assassin {
            game.targets = [1, 2, 3, 0].map(|seat| vec![Seat(seat)]).to_vec();
        }
        let events = [1, 0].map(|seat| Event::Defeated { seat: Seat(seat), how: Fall::Bereft, by: Some(Seat(0)) });
        game.pos.state_mut().defeated = 0b11;
        game.pos.state_mut().credits[0] = 1;
        game.check_victory(&events);
        game
    }

    #[test]
    fn p_5_t_29_the_others_defeat_counts_first_and_may_end_the_game() {
        // Seat 3, which hunts seat 0, has not won, because the game ended with the defeat of seat 1.
        for (mode, why) in [(GameMode::Assassin, EndReason::Targets), (GameMode::Ffa, EndReason::Credits)] {
            let game = both_fall(mode);
            assert_eq!(winners(&game), Some(&[Seat(0)][..]));
            assert_eq!(reason(&game), Some(why));
        }
    }

    #[test]
    fn t_29_who_has_no_target_wins_as_the_last_one_standing() {
        let mut game = medieval(GameMode::Assassin, 3);
        game.targets = vec![Vec::new(); 3];
        let fall = |game: &mut Game, seat: u8| {
            game.pos.state_mut().defeated |= 1 << seat;
            game.check_victory(&[Event::Defeated { seat: Seat(seat), how: Fall::Resigned, by: None }])
        };
        assert!(!fall(&mut game, 1));
        assert!(fall(&mut game, 2));
        assert_eq!(winners(&game), Some(&[Seat(0)][..]));
        assert_eq!(reason(&game), Some(EndReason::LastStanding));
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
        let pieces = [(0, "king", "k1"), (0, "rook", "a8"), (0, "rook", "b8"), (1, "king", "a4"), (2, "king", "k14")];
        for (seat, name, space) in pieces {
            let ty = rules.type_by_key(&format!("medieval/{name}")).unwrap();
            pos.put(&rules, space.parse().unwrap(), Piece::new(ty, Seat(seat)));
        }
        pos.state_mut().to_move = Seat(1);
        pos.crown();
        game.pos = pos;
        let events = game.settle_turn_start();
        assert!(matches!(events[..], [Event::Defeated { how: Fall::Checkmate, .. }]));
        assert_eq!((winners(&game), game.pos.to_move()), (None, Seat(2)));
        assert_eq!(game.occurrences(), 1);
    }
}
