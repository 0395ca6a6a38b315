//! Three to six Players.

use engine::board::Seat;
use engine::context::RulesContext;
use engine::play::Position;
use engine::seen::Seen;

use crate::analysis::Analysis;
use crate::answers::others;
use crate::budget::Budget;
use crate::decide::Decision;
use crate::knowledge::Knowledge;
use crate::level::Level;

/// What a position is worth to the seat.
pub(crate) fn worth(seen: &Seen, know: &Knowledge) -> i32 {
    worth_of(seen, &seen.pos, know)
}

/// What another position of the same game is worth to the seat.
pub(crate) fn worth_of(seen: &Seen, pos: &Position, know: &Knowledge) -> i32 {
    let mut pos = pos.clone();
    pos.weigh(know.weights().clone());
    let rest: i32 = others(seen).map(|seat| pos.score(seat)).sum();
    pos.score(seen.seat) - rest / (others(seen).count().max(1) as i32)
}

/// Chooses a turn.
pub(crate) fn decide(
    seen: &Seen,
    _level: Level,
    know: &Knowledge,
    _budget: Budget<'_>,
    _seed: u64,
) -> Option<Decision> {
    let context = RulesContext {
        rules: &seen.rules,
        pos: &seen.pos,
        law: seen.law,
    };
    let mut best: Option<(i32, engine::action::Turn)> = None;
    for line in context.lines() {
        let mut pos = seen.pos.clone();
        seen.rules.play(&mut pos, &line.mv, &line.chain);
        let mut then = Vec::new();
        while !pos.pending().is_empty() {
            let way = seen.rules.settlements(&mut pos).next();
            if way.is_none() {
                seen.rules.clear_pending(&mut pos);
            } else {
                seen.rules.settle(&mut pos, way);
                then.push(way);
            }
        }
        let score = worth_of(seen, &pos, know);
        if best.as_ref().is_none_or(|(known, _)| score > *known) {
            best = Some((
                score,
                engine::action::Turn {
                    act: line.act,
                    then,
                },
            ));
        }
    }
    let (score, turn) = best?;
    Some(Decision {
        score,
        ..Decision::plain(Some(turn.into()))
    })
}

/// Looks at a position.
pub(crate) fn analyse(seen: &Seen, know: &Knowledge, budget: Budget<'_>, seed: u64) -> Analysis {
    let decision = decide(seen, Level::Titan, know, budget, seed);
    let best = decision.and_then(|decision| match decision.action {
        Some(engine::action::Action::Turn(turn)) => Some(turn),
        _ => None,
    });
    Analysis {
        line: best.iter().cloned().collect(),
        best,
        score: 0,
        chance: crate::chance::WinChance::EVEN,
        mate_in: None,
        depth: 1,
        nodes: 0,
        stopped: false,
    }
}

/// For later use by the search.
#[allow(dead_code)]
fn seats(seen: &Seen) -> impl Iterator<Item = Seat> + '_ {
    others(seen)
}
