//! Choosing others' Volatile pieces (V-2). Every choice is tried against samples of the choices of others.

use engine::action::Action;
use engine::board::{Seat, Space};
use engine::play::{Flags, Position, Slot};
use engine::seen::{Seen, VolatileQuestion};

use crate::budget::Budget;
use crate::chance::WinChance;
use crate::knowledge::Knowledge;
use crate::level::Level;
use crate::multiplayer;
use crate::random::Random;
use crate::result::Decision;
use crate::search::Search;

/// Node limit per choice.
const NODES: u64 = 300;
/// Maximum number of choices tried.
const MOST: usize = 40;
/// Maximum loss of win chance, in percent, for a choice made for variety.
const VARIETY: f64 = 1.5;

/// Settles the first open choice; `None` if there is none.
pub(crate) fn decide(
    seen: &Seen,
    questions: &[VolatileQuestion],
    level: Level,
    know: &Knowledge,
    budget: Budget<'_>,
    seed: u64,
) -> Option<Decision> {
    let question = questions.iter().find(|question| !question.chosen)?;
    let mut random = Random::new(seed ^ u64::from(question.of.0));
    let mut choices = choices(&question.spaces, question.count);
    if choices.len() > MOST {
        // Valuable pieces come first, because their fate matters most.
        let worth = |choice: &Vec<Space>| -> i32 {
            let pieces = choice.iter().filter_map(|space| seen.pos.at(*space));
            pieces.map(|piece| know.value(piece.ty)).sum()
        };
        choices.sort_by_key(|choice| std::cmp::Reverse(worth(choice)));
        for kept in MOST / 2..MOST {
            let other = kept + random.below(choices.len() - kept);
            choices.swap(kept, other);
        }
        choices.truncate(MOST);
    }
    let mut nodes = 0;
    let mut scored: Vec<(f64, Vec<Space>)> = Vec::new();
    for choice in choices {
        if nodes >= budget.nodes && !scored.is_empty() {
            break;
        }
        let mut pos = seen.pos.clone();
        for space in &choice {
            mark(seen, &mut pos, *space);
        }
        for of in others_to_mark(seen, question.of) {
            sample(seen, &mut pos, of, question.count, &mut random);
        }
        let score = if seen.rules.seat_count() == 2 {
            let left = budget.nodes.saturating_sub(nodes);
            let each = budget.at_most(left.min(NODES).min(level.nodes()));
            let to_move = pos.to_move();
            let outcome = Search::of(seen, pos, know, each).think(4, 0);
            nodes += outcome.nodes;
            let best = outcome.candidates.first().map_or(0, |best| best.score);
            if to_move == seen.seat { best } else { -best }
        } else {
            nodes += 1;
            multiplayer::worth_of(seen, &pos, know)
        };
        scored.push((WinChance::from_score(score).points(), choice));
    }
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    let best = scored.first()?.0;
    scored.retain(|(points, _)| *points > best - VARIETY);
    let (points, spaces) = scored.swap_remove(random.below(scored.len()));
    Some(Decision {
        chance: WinChance::new(points / 100.0),
        nodes,
        ..Decision::plain(Some(Action::ChooseVolatile { of: question.of, spaces }))
    })
}

/// All sets of `count` of these Spaces.
fn choices(spaces: &[Space], count: usize) -> Vec<Vec<Space>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for (index, first) in spaces.iter().enumerate() {
        for mut rest in choices(&spaces[index + 1..], count - 1) {
            rest.insert(0, *first);
            found.push(rest);
        }
    }
    found
}

/// Players whose Volatile pieces are still unknown.
fn others_to_mark(seen: &Seen, but: Seat) -> impl Iterator<Item = Seat> {
    Seat::all(seen.rules.seat_count()).filter(move |seat| *seat != but)
}

/// Marks `count` random pieces of a Player as Volatile.
fn sample(seen: &Seen, pos: &mut Position, of: Seat, count: usize, random: &mut Random) {
    let fits = |space: &Space| seen.rules.may_become_volatile(pos, of, *space);
    let mut spaces: Vec<Space> = pos.blocking(of).iter().filter(fits).collect();
    for _ in 0..count.min(spaces.len()) {
        let space = spaces.swap_remove(random.below(spaces.len()));
        mark(seen, pos, space);
    }
}

fn mark(seen: &Seen, pos: &mut Position, space: Space) {
    let slot = Slot::new(space, 0);
    pos.set_flag(&seen.rules, slot, Flags::VOLATILE, true);
    pos.set_flag(&seen.rules, slot, Flags::LEAVES, true);
}
