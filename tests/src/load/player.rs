//! Both Players of a game, with their own engine for legal moves.

use engine::action::{Act, Action, Turn};
use engine::battalion::load_builtin;
use engine::board::Seat;
use engine::game::Game;
use engine::titans::{self, GameMode, Setup};

/// Pseudo-random numbers, equal in repeated runs.
#[derive(Debug)]
struct Dice(u64);

impl Dice {
    fn new(seed: u64) -> Self {
        Self(0x2545_F491_4F6C_DD1D ^ (seed + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

/// A turn to play.
#[derive(Clone, Debug)]
pub struct Drawn {
    pub turn: Turn,
    /// Turn as typed text.
    pub text: String,
    /// `true` if the bot asks for confirmation, as before a draw by repetition.
    pub warned: bool,
}

/// Duel of two Medieval armies.
#[derive(Debug)]
pub struct Players {
    game: Game,
    dice: Dice,
}

impl Players {
    pub fn new(seed: u64) -> Self {
        let armies = ["medieval"; 2].map(|id| load_builtin(id).unwrap());
        let setup = Setup::new(GameMode::Duel, armies.into(), [0; 32]).unwrap();
        Self { game: Game::Titans(Box::new(titans::Game::new(setup).unwrap())), dice: Dice::new(seed) }
    }

    /// Player to move; `None` when the game is over.
    pub fn next(&self) -> Option<Seat> {
        self.game.to_act().first().copied().filter(|_| !self.game.is_over())
    }

    /// Draws a random turn, preferably one without further choices.
    pub fn draw(&mut self, seat: Seat) -> Drawn {
        let acts = self.game.moves_with_notation(seat);
        let first = self.dice.below(acts.len());
        let turns = acts.iter().cycle().skip(first).take(acts.len());
        let mut turns = turns.map(|listed| self.completed(listed.act.clone()));
        let plain = |turn: &Turn| self.game.warnings(seat, turn).is_empty();
        let found = turns.find(plain);
        let warned = found.is_none();
        let turn = found.unwrap_or_else(|| self.completed(acts[first].act.clone()));
        Drawn { text: self.game.turn_text(&turn), turn, warned }
    }

    /// Completes an act with the first option of each choice.
    fn completed(&self, act: Act) -> Turn {
        let mut turn = Turn { act, then: Vec::new() };
        while let Ok(Some(choice)) = self.game.next_choice(&turn) {
            turn.then.push(choice.options.first().copied());
        }
        turn
    }

    /// Returns `true` if the game is over after this turn.
    pub fn ends_by(&self, seat: Seat, turn: &Turn) -> bool {
        let mut after = self.game.clone();
        after.apply(seat, &Action::Turn(turn.clone())).is_ok() && after.is_over()
    }

    /// Applies an accepted turn.
    pub fn take(&mut self, seat: Seat, turn: Turn) {
        let taken = self.game.apply(seat, &Action::Turn(turn));
        assert!(taken.is_ok(), "what was drawn is legal");
    }
}
