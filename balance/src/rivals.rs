//! Pairs of games of an army against itself, in which the sides judge positions differently: for example by fitted and by
//! derived values.

use std::sync::Arc;

use engine::battalion::Definition;
use engine::board::Seat;
use engine::titans::Game;
use opponent::Knowledge;

use crate::dice::Dice;
use crate::games::{self as arena, Player};

/// Number of random turns before a game.
const OPENING: usize = 6;
/// Number of openings tried for a pair; the last one is played as it is.
const TRIES: u64 = 10;
/// Number of turns of both sides after which a game is a draw.
const LONGEST: usize = 400;

/// Two kinds of knowledge about one army, ready to play.
#[derive(Debug)]
pub struct Rivals {
    army: Arc<Definition>,
    /// The knowledge that is tested, and the other.
    knows: [Knowledge; 2],
    nodes: u64,
}

/// Pair of games in progress.
#[derive(Debug)]
pub struct Match {
    number: u64,
    attempt: u64,
    /// The opening, once there is one.
    opened: Option<Game>,
    /// Game in progress, with the knowledge of both sides.
    game: Option<(Game, [Knowledge; 2])>,
    turns: usize,
    /// Points of the tested knowledge in the finished games.
    points: Vec<f64>,
}

impl Match {
    /// Begins the pair with this number.
    pub const fn new(number: u64) -> Self {
        Self { number, attempt: 0, opened: None, game: None, turns: 0, points: Vec::new() }
    }
}

impl Rivals {
    /// Prepares the knowledge that is tested, and the other. Each turn is a search of `nodes` nodes.
    pub const fn new(army: Arc<Definition>, knows: [Knowledge; 2], nodes: u64) -> Self {
        Self { army, knows, nodes }
    }

    /// Tries an opening or plays one turn. Returns the points of the tested knowledge in both games at the end. Games that
    /// cannot be played are drawn.
    pub fn play(&self, playing: &mut Match) -> Option<[f64; 2]> {
        if let &[first, second] = playing.points.as_slice() {
            return Some([first, second]);
        }
        let Some(opened) = &playing.opened else {
            playing.opened = self.open(playing);
            playing.attempt += 1;
            return (playing.opened.is_none() && playing.attempt == TRIES).then_some([0.5; 2]);
        };
        let tested = Seat(if playing.points.is_empty() { 0 } else { 1 });
        let Some((game, knows)) = &mut playing.game else {
            let rules = opened.rules();
            let mut knows = self.knows.each_ref().map(|know| know.rebound(rules));
            if tested == Seat(1) {
                knows.reverse();
            }
            playing.game = Some((opened.clone(), knows));
            playing.turns = 0;
            return None;
        };
        let seat = game.to_act().first().copied().filter(|_| playing.turns < LONGEST);
        if let Some(seat) = seat {
            playing.turns += 1;
            let seed = playing.number + u64::from(seat.0);
            let player = Player::Nodes(self.nodes);
            let (action, _) = arena::decision(player, &game.seen(seat), &knows[seat.index()], seed, &mut Dice(seed));
            if action.is_some_and(|action| game.apply(seat, &action).is_ok()) {
                return None;
            }
        }
        let points = arena::result(game).unwrap_or(0.5);
        playing.points.push(if tested == Seat(0) { points } else { 1.0 - points });
        playing.game = None;
        None
    }

    /// An opening that both call even, or the last one that is tried.
    #[expect(clippy::cast_possible_truncation, reason = "the lowest byte of the seed")]
    fn open(&self, playing: &Match) -> Option<Game> {
        let seed = 900_000 + playing.number * TRIES + playing.attempt;
        let game = arena::duel_of([self.army.clone(), self.army.clone()], seed as u8)?;
        let [_, other] = &self.knows;
        let other = other.rebound(game.rules());
        let game = arena::opened(game, &other, seed, OPENING)?;
        let even = |know: &Knowledge| arena::is_even(&game, &know.rebound(game.rules()));
        (playing.attempt + 1 == TRIES || self.knows.iter().rev().all(even)).then_some(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::army::Army;
    use crate::fit::{Fit, Settings};
    use crate::stats::Pentanomial;

    fn fit() -> Fit {
        let settings = Settings { test_nodes: 60, ..Settings::default() };
        Fit::new(Army::load("medieval").unwrap(), settings).unwrap()
    }

    fn played(rivals: &Rivals, number: u64) -> [f64; 2] {
        let mut playing = Match::new(number);
        loop {
            if let Some(points) = rivals.play(&mut playing) {
                return points;
            }
        }
    }

    /// The two games of a pair differ only by the side of the fitted values: with the same values on both sides, the
    /// points add up to one.
    #[test]
    fn equal_values_score_even() {
        let fit = fit();
        let mut same = fit.values(&fit.descent(Vec::new()));
        // Without games, the values are the derived ones; tables are means of both halves of the board and rounded.
        same.pieces.clear();
        same.titans.clear();
        let rivals = fit.rivals(same);
        for number in 0..2 {
            assert_eq!(played(&rivals, number).iter().sum::<f64>(), 1.0);
        }
    }

    #[test]
    fn absurd_values_lose() {
        let fit = fit();
        let mut absurd = fit.values(&fit.descent(Vec::new()));
        absurd.pieces.get_mut("queen").unwrap().value = 20;
        absurd.pieces.get_mut("pawn").unwrap().value = 900;
        let rivals = fit.rivals(absurd);
        let mut pairs = Pentanomial::default();
        (0..6).for_each(|number| pairs.add(played(&rivals, number)));
        assert!(pairs.interval().unwrap().mean < 0.3, "{pairs:?}");
    }
}
