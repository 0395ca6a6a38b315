//! Placing the Territory (T-15) and Instant Reinforcements (T-18). Possible placements are set up and judged by a
//! short search, the usual one first, as far as the budget allows.

use engine::action::Action;
use engine::board::Space;
use engine::seen::{Placing, Seen};
use engine::titans::Game;

use crate::budget::Budget;
use crate::chance::WinChance;
use crate::knowledge::Knowledge;
use crate::level::Level;
use crate::multiplayer;
use crate::random::Random;
use crate::result::Decision;
use crate::search::Search;

/// Node limit per placement.
const NODES: u64 = 2_000;
/// Search depth per placement, in turns.
const DEPTH: u8 = 5;
/// Cost of setting up a placement in nodes, per 64 pairs of a Space and a piece type of a seat: its tables are compiled
/// anew.
const SETTING_UP: u64 = 96;
/// Maximum loss of win chance, in percent, for a placement chosen for variety.
const VARIETY: f64 = 1.5;

/// A placement to compare.
#[derive(Clone)]
struct Option_ {
    offset: u8,
    mirrored: bool,
    instant: Vec<(String, Space)>,
    score: i32,
}

impl Option_ {
    fn action(&self) -> Action {
        Action::Place { offset: self.offset, mirrored: self.mirrored, instant: self.instant.clone() }
    }
}

/// Decides how to place a Territory.
pub(crate) fn decide(
    seen: &Seen,
    placing: &Placing,
    level: Level,
    know: &Knowledge,
    budget: Budget<'_>,
    seed: u64,
) -> Decision {
    let Some(game) = at_the_question(seen, placing) else {
        return Decision::plain(None);
    };
    let Some(question) = game.placement_question(seen.seat) else {
        return Decision::plain(None);
    };
    // All seats have a similar number of types, so a share of the work is known before it is done.
    let rules = game.rules();
    let setting_up = (rules.board.spaces().len() * rules.types.len() * rules.seat_count()) as u64 / 64 * SETTING_UP;
    let budget = budget.at_most(level.nodes().max(NODES));
    let mut trial = Trial { seen, game: &game, know, budget, each: level.nodes().min(NODES), setting_up, nodes: 0 };
    let mut options: Vec<Option_> = Vec::new();
    for (offset, mirrored) in question.places() {
        let mut option = Option_ { offset, mirrored, instant: Vec::new(), score: 0 };
        if let Some(score) = trial.score(&option) {
            option.score = score;
            options.push(trial.reinforced(option, &question.instants));
        }
    }
    options.sort_by_key(|option| std::cmp::Reverse(option.score));
    let points = |option: &Option_| WinChance::from_score(option.score).points();
    let best = options.first().map_or(0.0, points);
    options.retain(|option| points(option) > best - VARIETY);
    let chosen = options.get(Random::new(seed).below(options.len()));
    let score = chosen.map_or(0, |option| option.score);
    Decision {
        score,
        chance: WinChance::from_score(score),
        nodes: trial.nodes,
        ..Decision::plain(Some(chosen.map_or(question.usual, Option_::action)))
    }
}

/// Rebuilds the game up to the current placement. Random draws in the copy differ from those of the real game.
fn at_the_question(seen: &Seen, placing: &Placing) -> Option<Game> {
    let mut game = Game::new(placing.setup.clone()).ok()?;
    for (seat, action) in &placing.placed {
        if game.to_act() == [*seat] {
            game.apply(*seat, action).ok()?;
        }
    }
    (game.to_act() == [seen.seat]).then_some(game)
}

/// Sets up placements and scores them.
struct Trial<'a> {
    seen: &'a Seen,
    game: &'a Game,
    know: &'a Knowledge,
    budget: Budget<'a>,
    /// Node limit for one placement.
    each: u64,
    /// Cost of setting up one placement, in nodes.
    setting_up: u64,
    nodes: u64,
}

impl Trial<'_> {
    /// Score of a placement for the seat, with the usual placements for the other seats; `None` if it is not possible.
    fn score(&mut self, option: &Option_) -> Option<i32> {
        let left = self.budget.nodes.saturating_sub(self.nodes + self.setting_up);
        if left == 0 {
            return None;
        }
        self.nodes += self.setting_up;
        let seat = self.seen.seat;
        let mut game = self.game.clone();
        game.apply(seat, &option.action()).ok()?;
        while let [next] = game.to_act()[..] {
            let Some(question) = game.placement_question(next) else {
                break;
            };
            game.apply(next, &question.usual).ok()?;
        }
        let know = self.know.rebound(game.rules());
        let seen = game.seen(seat);
        if game.rules().seat_count() > 2 {
            self.nodes += 1;
            return Some(multiplayer::worth(&seen, &know));
        }
        let mut search = Search::new(&seen, &know, self.budget.at_most(left.min(self.each)));
        let outcome = search.think(DEPTH, 0);
        self.nodes += outcome.nodes;
        let best = outcome.candidates.first()?.score;
        Some(if seen.pos.to_move() == seat { best } else { -best })
    }

    /// Adds Instant Reinforcements one by one while each improves the score.
    fn reinforced(&mut self, mut option: Option_, instants: &[(String, String, u8)]) -> Option_ {
        loop {
            let place = (option.offset, option.mirrored);
            let mut better: Option<Option_> = None;
            for (key, ..) in instants {
                for space in (self.game).instant_spaces(self.seen.seat, place, &option.instant, key) {
                    let mut more = option.clone();
                    more.instant.push((key.clone(), space));
                    let Some(score) = self.score(&more) else {
                        continue;
                    };
                    more.score = score;
                    if score > better.as_ref().map_or(option.score, |known| known.score) {
                        better = Some(more);
                    }
                }
            }
            match better {
                Some(more) => option = more,
                None => return option,
            }
        }
    }
}
