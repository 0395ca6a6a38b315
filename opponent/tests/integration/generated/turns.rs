//! Decisions of every entry point in a position with a turn to choose, and the promises they keep.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use engine::action::{Action, Turn};
use engine::board::Seat;
use engine::context::{RuleSet, RulesContext};
use engine::seen::Seen;
use opponent::{
    Analysis, Budget, Knowledge, Level, Memory, WinChance, Wishes, accepts_draw, analyse, analyse_aloud,
    decide_recalling, offers_draw, resigns, terms,
};

use super::job::{Job, all_of, all_of_analysis, decide, short, told};
use super::positions::{self, Shot};

/// Node limits of decisions.
pub const NODES: [u64; 6] = [60, 150, 300, 300, 500, 800];

/// Node limit with which no win in one turn is missed.
pub const ENOUGH: u64 = 4_000;

/// Score of a win in one turn.
pub const WIN_IN_ONE: i32 = 29_999;

/// Checks that an action is legal, in the game or on a board without one.
pub fn is_legal(shot: &Shot, action: &Action) -> bool {
    match (&shot.game, action) {
        (Some(game), _) => game.clone().apply(shot.seen.seat, action).is_ok(),
        (None, Action::Turn(turn)) => positions::after(&shot.seen, turn).is_some(),
        (None, _) => false,
    }
}

/// Decisions of every level, which must be legal.
pub fn levels(job: &mut Job, shot: &Shot, know: &Knowledge, nodes: u64) -> String {
    let each = Level::ALL.map(|level| {
        let seeds = if level < Level::Commander { 3 } else { 1 };
        let made: String = (0..seeds)
            .map(|seed| {
                let made = decide(&shot.seen, level, know, nodes, seed + job.number);
                if let Some(action) = &made.action {
                    job.promise(is_legal(shot, action), &shot.name, || format!("the {level} plays {action:?}"));
                }
                all_of(&made)
            })
            .collect();
        short(&made)
    });
    each.join(" ")
}

/// Everything that is decided in a position with a turn to choose.
pub fn turn(job: &mut Job, shot: &Shot) {
    let know = job.know(&shot.seen);
    let seen = &shot.seen;
    let nodes = *job.random.pick(&NODES);
    let best = decide(seen, Level::Titan, &know, nodes, 3);
    let mut line = vec![format!("{} {}/{}", told(best.action.as_ref()), best.score, best.nodes)];
    let any = !RulesContext { rules: &seen.rules, pos: &seen.pos, law: seen.law }.lines().is_empty();
    job.promise(best.action.is_some() == any, &shot.name, || "an action exactly where one is legal".into());
    line.push(format!("levels {}", levels(job, shot, &know, nodes)));
    let stop = AtomicBool::new(false);
    let analysis = analyse(seen, &know, Budget::new(nodes, &stop));
    line.push(format!("analysis {}", short(&all_of_analysis(&analysis))));
    line.push(format!("draw {}", draws(job, shot, &know)));
    if seen.rules.seat_count() == 2 {
        let terms = terms(seen, &know);
        line.push(format!("terms {}", short(&format!("{} {} {:?}", terms.sure, terms.phase, terms.counts()))));
        line.push(format!("wishes {}", wishes(job, shot, &know, nodes)));
        if !seen.rules.has_long_turns() {
            line.push(format!("memory {}", recalled(job, shot, &know, nodes)));
            mate(job, shot, &know);
        }
    } else {
        line.push(format!("others {}", others(shot, &know, nodes)));
    }
    job.line(&shot.name, &line);
    job.know = Some((Arc::clone(&seen.rules), know));
}

/// Draws accepted and offered by either seat, and resignations by remembered chances.
pub fn draws(job: &mut Job, shot: &Shot, know: &Knowledge) -> String {
    let stop = AtomicBool::new(false);
    let mut seen = shot.seen.clone();
    let mut out = String::new();
    for seat in Seat::all(2) {
        seen.seat = seat;
        let nodes = 80 + job.random.below(120) as u64;
        let levels = [*job.random.pick(&Level::ALL), Level::Sergeant, Level::Captain, Level::Titan];
        for level in levels {
            let accepts = accepts_draw(&seen, level, know, Budget::new(nodes, &stop));
            if accepts {
                let found = analyse(&seen, know, Budget::new(nodes, &stop));
                let chance = if seen.pos.to_move() == seat { found.chance } else { found.chance.other() };
                let even = chance.points() <= 50.0;
                let may = even && seen.rules.seat_count() == 2 && seen.draw_odds.is_none();
                job.promise(may, &shot.name, || format!("the {level} in {} accepts a draw with {chance}", seat.0));
            }
            out.push(if accepts { '+' } else { '-' });
        }
        let offers = offers_draw(&seen, know);
        out.push(if offers { 'o' } else { '.' });
    }
    for many in [job.random.below(3), 3 + job.random.below(3)] {
        let low = job.random.chance(70);
        let points = (0..many).map(|_| job.random.below(if low { 25 } else { 60 }) as f64 / 1_000.0);
        let chances: Vec<WinChance> = points.map(WinChance::new).collect();
        for level in Level::ALL {
            let gives_up = resigns(&shot.seen, level, &chances);
            if gives_up {
                let lost = many >= 3 && chances[many - 3..].iter().all(|chance| chance.points() < 2.0);
                let may = lost && level > Level::Soldier && seen.law == RuleSet::Titans;
                let may = may && seen.rules.seat_count() == 2;
                job.promise(may, &shot.name, || format!("the {level} resigns after {chances:?}"));
            }
            out.push(if gives_up { 'r' } else { '.' });
        }
    }
    out
}

/// Analyses with a limit of depth or of a mate's length, and of some turns only.
pub fn wishes(job: &mut Job, shot: &Shot, know: &Knowledge, nodes: u64) -> String {
    let seen = &shot.seen;
    let lines = RulesContext { rules: &seen.rules, pos: &seen.pos, law: seen.law }.lines();
    let mut only: Vec<Turn> = Vec::new();
    for _ in 0..2.min(lines.len()) {
        only.push(job.random.pick(&lines).act.clone().into());
    }
    let depth = Some(1 + job.random.below(4) as u8);
    let mate = Some(1 + job.random.below(3) as u32);
    let none = Wishes::default();
    let each = [
        Wishes { depth, ..none.clone() },
        Wishes { mate, ..none.clone() },
        Wishes { only: only.clone(), ..none.clone() },
        Wishes { depth, mate, only: only.clone() },
    ]
    .map(|wishes| {
        let stop = AtomicBool::new(false);
        let mut way = String::new();
        let mut told = |found: &Analysis| way += &all_of_analysis(found);
        let budget = Budget::new(nodes, &stop);
        let found = analyse_aloud(seen, know, budget, &wishes, &mut Memory::default(), &mut told);
        if let (Some(best), false) = (&found.best, wishes.only.is_empty() || seen.rules.has_long_turns()) {
            let among = wishes.only.iter().any(|turn| turn.act == best.act);
            job.promise(among, &shot.name, || format!("{best:?} is not among {:?}", wishes.only));
        }
        if let (Some(most), false) = (wishes.depth, seen.rules.has_long_turns()) {
            let deep = found.depth.max(1) <= most.max(1);
            job.promise(deep, &shot.name, || format!("depth {} instead of {most}", found.depth));
        }
        short(&(way + &all_of_analysis(&found)))
    });
    each.join(" ")
}

/// Decisions of the next turns, in which each side remembers its own search.
pub fn recalled(job: &mut Job, shot: &Shot, know: &Knowledge, nodes: u64) -> String {
    let stop = AtomicBool::new(false);
    let bytes = if job.random.chance(30) { 1 << 15 } else { 16 << 20 };
    let mut memories = [Memory::of_bytes(bytes), Memory::of_bytes(bytes)];
    let levels = [Level::Titan, *job.random.pick(&Level::ALL)];
    let mut seen = shot.seen.clone();
    let mut out = String::new();
    for number in 0..5 {
        let seat = seen.pos.to_move();
        let nodes = if number == 4 { nodes * 2 } else { nodes };
        let level = levels[usize::from(seat != shot.seen.seat)];
        let memory = &mut memories[seat.index()];
        let made = decide_recalling(&seen, level, know, Budget::new(nodes, &stop), job.number, memory);
        out += &all_of(&made);
        if number % 2 == 1 {
            let found = analyse_aloud(&seen, know, Budget::new(nodes, &stop), &Wishes::default(), memory, &mut |_| ());
            out += &all_of_analysis(&found);
        }
        let Some(Action::Turn(turn)) = made.action else { break };
        let Some(next) = positions::after(&seen, &turn) else {
            job.promise(false, &shot.name, || format!("{turn:?} is played on the way"));
            break;
        };
        if next.pos.state().defeated != seen.pos.state().defeated {
            break;
        }
        seen = next;
    }
    short(&out)
}

/// A win in one turn must be found by the strongest level; one in two turns that is announced must be there.
pub fn mate(job: &mut Job, shot: &Shot, know: &Knowledge) {
    let seen = &shot.seen;
    let winning = positions::winning_acts(seen);
    if !winning.is_empty() {
        let made = decide(seen, Level::Titan, know, ENOUGH, 1);
        let Some(Action::Turn(turn)) = &made.action else { return };
        let found = winning.contains(&turn.act) && made.score == WIN_IN_ONE;
        job.promise(found, &shot.name, || {
            format!("a win in one turn is missed by {} with {}: {winning:?}", told(made.action.as_ref()), made.score)
        });
        return;
    }
    let made = decide(seen, Level::Titan, know, ENOUGH / 4, 1);
    let Some(Action::Turn(turn)) = &made.action else { return };
    let after = positions::after(seen, turn);
    let lost = |next: &Seen| {
        let lines = RulesContext { rules: &next.rules, pos: &next.pos, law: next.law }.lines();
        lines.iter().all(|line| {
            let reply = positions::after(next, &line.act.clone().into());
            reply.is_none_or(|reply| {
                reply.pos.state().defeated != seen.pos.state().defeated || !positions::winning_acts(&reply).is_empty()
            })
        })
    };
    job.promise(made.score != WIN_IN_ONE, &shot.name, || format!("{turn:?} does not win at once"));
    if made.score == WIN_IN_ONE - 2 {
        job.promise(after.is_some_and(|next| lost(&next)), &shot.name, || {
            format!("{turn:?} does not win in two turns")
        });
    }
    // Who has a turn is not lost before it; the turn itself may lose, where that is a rule.
    job.promise(made.score > -WIN_IN_ONE - 1, &shot.name, || "lost before the turn".into());
}

/// Analyses for the seats that are not to move.
pub fn others(shot: &Shot, know: &Knowledge, nodes: u64) -> String {
    let Some(game) = &shot.game else { return "-".into() };
    let stop = AtomicBool::new(false);
    let seats = Seat::all(shot.seen.rules.seat_count()).filter(|seat| *seat != shot.seen.seat);
    let each: String =
        seats.map(|seat| all_of_analysis(&analyse(&game.seen(seat), know, Budget::new(nodes, &stop)))).collect();
    short(&each)
}
