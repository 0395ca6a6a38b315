//! Games of an army against itself.

use engine::board::Seat;
use engine::seen::Question;
use engine::titans::Game;
use opponent::Knowledge;

use super::positions::{Positions, is_calm, sample, single};
use super::subject::Fit;
use crate::dice::Dice;
use crate::games::{self as arena, Player};

/// Number of random turns before a game.
const OPENING: usize = 8;
/// Maximum length of a game, in turns of both sides.
const LONGEST: usize = 240;
/// Largest score used: more extreme positions carry no information.
const DECIDED: f64 = 900.0;
/// Games whose number is divisible by this are held out for testing.
const HELD_OUT: u64 = 8;

/// Game of the army against itself.
#[derive(Debug)]
pub struct SelfPlay {
    number: u64,
    /// The game with the values for its rules; `None` before the opening.
    game: Option<(Game, Knowledge)>,
    dice: Dice,
    turns: usize,
    positions: Positions,
}

impl SelfPlay {
    /// Begins the game with this number.
    pub fn new(number: u64) -> Self {
        let positions = Positions { held_out: number.is_multiple_of(HELD_OUT), result: 0.5, samples: Vec::new() };
        Self { number, game: None, dice: Dice(number), turns: 0, positions }
    }

    /// Positions of a game that is over.
    pub fn positions(self) -> Positions {
        self.positions
    }
}

impl Fit {
    /// Plays the opening or one turn. Returns `true` at the end of the game. A game without an opening has no positions.
    pub fn play(&self, playing: &mut SelfPlay) -> bool {
        let Some((game, know)) = &mut playing.game else {
            playing.game = self.open(playing.number);
            return playing.game.is_none();
        };
        let seat = game.to_act().first().copied().filter(|_| playing.turns < LONGEST);
        if let Some(seat) = seat {
            playing.turns += 1;
            let seen = game.seen(seat);
            let player = Player::Nodes(self.settings.nodes);
            let (action, score) = arena::decision(player, &seen, know, playing.number, &mut playing.dice);
            if let Some(action) = action {
                if matches!(seen.question, Question::Turn) && score.abs() < DECIDED && is_calm(&seen, &action) {
                    let score = if seat == Seat(0) { score } else { -score };
                    playing.positions.samples.push(sample(&seen, score, &self.layout, know));
                }
                if game.apply(seat, &action).is_ok() {
                    return false;
                }
            }
            // No legal decision: an error of the army, so the game tells nothing.
            playing.positions.samples.clear();
        }
        playing.positions.result = single(arena::result(game).unwrap_or(0.5));
        true
    }

    #[expect(clippy::cast_possible_truncation, reason = "the lowest byte of the seed")]
    fn open(&self, number: u64) -> Option<(Game, Knowledge)> {
        let army = &self.army.definition;
        let game = arena::duel_of([army.clone(), army.clone()], number as u8)?;
        let begun = self.know.rebound(game.rules());
        let game = arena::opened(game, &begun, 70_000 + number, OPENING)?;
        let know = self.know.rebound(game.rules());
        Some((game, know))
    }
}
