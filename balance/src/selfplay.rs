//! Games of an army against itself: positions in which nothing is captured at once, with the scores of searches.

use std::sync::Arc;

use engine::action::Action;
use engine::battalion::Definition;
use engine::seen::{Question, Seen};
use engine::titans::Game;
use opponent::Knowledge;

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

/// Army that plays against itself.
#[derive(Debug)]
pub struct Source {
    army: Arc<Definition>,
    know: Knowledge,
    nodes: u64,
}

/// Game in progress, with what is kept of each of its positions.
#[derive(Debug)]
pub struct SelfPlay<S> {
    /// The game with the values for its rules; `None` before the opening.
    game: Option<(Game, Knowledge)>,
    dice: Dice,
    turns: usize,
    played: Played<S>,
}

/// Positions of a finished game.
#[derive(Debug)]
pub struct Played<S> {
    /// Number of the game.
    pub number: u64,
    /// Result for the first Player.
    pub result: f64,
    /// One sample of each position.
    pub samples: Vec<S>,
}

impl<S> Played<S> {
    /// Returns `true` if the game is held out: nothing is fitted to it.
    pub const fn is_held_out(&self) -> bool {
        self.number.is_multiple_of(HELD_OUT)
    }
}

impl<S> SelfPlay<S> {
    /// Begins the game with this number.
    pub const fn new(number: u64) -> Self {
        let played = Played { number, result: 0.5, samples: Vec::new() };
        Self { game: None, dice: Dice(number), turns: 0, played }
    }

    /// Positions of a game that is over.
    pub fn played(self) -> Played<S> {
        self.played
    }
}

impl Source {
    /// Source of games in which each turn is a search of this many nodes.
    pub const fn new(army: Arc<Definition>, know: Knowledge, nodes: u64) -> Self {
        Self { army, know, nodes }
    }

    /// Plays the opening or one turn. Returns `true` at the end of the game. A game without an opening has no positions.
    ///
    /// `sample` makes what is kept of a position, from the position and the search score for the Player to move.
    pub fn play<S>(&self, playing: &mut SelfPlay<S>, sample: impl Fn(&Seen, f64, &Knowledge) -> S) -> bool {
        let number = playing.played.number;
        let Some((game, know)) = &mut playing.game else {
            playing.game = self.open(number);
            return playing.game.is_none();
        };
        let seat = game.to_act().first().copied().filter(|_| playing.turns < LONGEST);
        if let Some(seat) = seat {
            playing.turns += 1;
            let seen = game.seen(seat);
            let player = Player::Nodes(self.nodes);
            let (action, score) = arena::decision(player, &seen, know, number, &mut playing.dice);
            if let Some(action) = action {
                if matches!(seen.question, Question::Turn) && score.abs() < DECIDED && is_calm(&seen, &action) {
                    playing.played.samples.push(sample(&seen, score, know));
                }
                if game.apply(seat, &action).is_ok() {
                    return false;
                }
            }
            // No legal decision: an error of the army, so the game tells nothing.
            playing.played.samples.clear();
        }
        playing.played.result = arena::result(game).unwrap_or(0.5);
        true
    }

    #[expect(clippy::cast_possible_truncation, reason = "the lowest byte of the seed")]
    fn open(&self, number: u64) -> Option<(Game, Knowledge)> {
        let game = arena::duel_of([self.army.clone(), self.army.clone()], number as u8)?;
        let begun = self.know.rebound(game.rules());
        let game = arena::opened(game, &begun, 70_000 + number, OPENING)?;
        let know = self.know.rebound(game.rules());
        Some((game, know))
    }
}

/// Returns `true` if there is no Check and the best move neither captures nor promotes.
fn is_calm(seen: &Seen, action: &Action) -> bool {
    let Action::Turn(turn) = action else {
        return false;
    };
    let promotes = turn.act.promotion().is_some();
    !promotes && seen.pos.at(turn.act.target()).is_none() && !seen.rules.in_check(&seen.pos, seen.seat)
}
