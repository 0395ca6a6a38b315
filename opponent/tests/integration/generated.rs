//! Signature of positions made by chance: random games of every kind with all armies, endings made of them, shops,
//! auctions, placements, choices of Volatile pieces, and sessions with a chess interface.
//!
//! A line has a digest for each entry point, so that a reader sees which of them decides differently; numbers behind a
//! slash are nodes. After an intended change, `UPDATE_EXPECTED=1 cargo test -p opponent --test integration generated`
//! rewrites `tests/generated.txt`. Besides, decisions must be legal and keep some promises, whatever the record says.

mod positions;

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use engine::action::{Action, ClashAction, Turn};
use engine::board::Seat;
use engine::clash::{Gold, STEP};
use engine::context::{RuleSet, RulesContext};
use engine::game::Game;
use engine::play::{Rules, Stalemate};
use engine::seen::{Bidding, Question, Seen};
use engine::titans::{self, GameMode, Setup};
use opponent::uci::{Answer, Session, Variant};
use opponent::{
    Analysis, Budget, Decision, Knowledge, Level, Memory, WinChance, Wishes, accepts_draw, analyse, analyse_aloud,
    decide_recalling, offers_draw, resigns, suggest, terms,
};

use crate::games::digest;
use crate::signature::{compare, text};
use positions::{Random, Shot};

/// Node limits of decisions.
const NODES: [u64; 6] = [60, 150, 300, 300, 500, 800];
/// Node limit with which no win in one turn is missed.
const ENOUGH: u64 = 4_000;
/// Score of a win in one turn.
const WIN_IN_ONE: i32 = 29_999;

/// Writes the lines of a job.
type Run = fn(&mut Job);

/// Kinds of jobs with their numbers.
const JOBS: [(&str, Run, u64); 12] = [
    ("duel", duels, 34),
    ("ending", endings, 60),
    ("mate", mates, 26),
    ("ffa", ffa, 9),
    ("assassin", assassin, 14),
    ("round", rounds, 12),
    ("placement", placements, 16),
    ("volatile", volatiles, 12),
    ("shop", shops, 22),
    ("suggestion", suggestions, 5),
    ("auction", auctions, 90),
    ("interface", interfaces, 14),
];

/// A seeded part of the record, independent of all others.
struct Job {
    kind: &'static str,
    number: u64,
    random: Random,
    /// Number of lines so far, and the lines.
    made: usize,
    out: String,
    know: Option<(Arc<Rules>, Knowledge)>,
    /// Promises that were not kept.
    faults: Vec<String>,
}

impl Job {
    fn new(kind: &'static str, number: u64) -> Self {
        let seed = number << 32 | u64::from(digest(kind));
        let random = Random::new(seed);
        Self { kind, number, random, made: 0, out: String::new(), know: None, faults: Vec::new() }
    }

    /// Knowledge of the rules of a position, kept for the next one of the same game.
    fn know(&mut self, seen: &Seen) -> Knowledge {
        match self.know.take() {
            Some((rules, know)) if Arc::ptr_eq(&rules, &seen.rules) => know,
            _ => Knowledge::new(&seen.rules),
        }
    }

    fn line(&mut self, name: &str, told: &[String]) {
        writeln!(self.out, "{} {}.{}, {name}: {}", self.kind, self.number, self.made, told.join("; ")).unwrap();
        self.made += 1;
    }

    /// Notes a promise that is not kept.
    fn promise(&mut self, kept: bool, name: &str, what: impl FnOnce() -> String) {
        if !kept {
            self.faults.push(format!("{} {}.{}, {name}: {}", self.kind, self.number, self.made, what()));
        }
    }
}

/// Short digest of a text.
fn short(text: &str) -> String {
    let digest = digest(text);
    format!("{:04x}", digest >> 16 ^ digest & 0xffff)
}

/// Everything that a decision says.
fn all_of(made: &Decision) -> String {
    format!("{} {} {} {}", text(made.action.as_ref()), made.score, made.depth, made.nodes)
}

fn all_of_analysis(found: &Analysis) -> String {
    let Analysis { line, score, mate_in, depth, farthest, nodes, .. } = found;
    let line: Vec<String> = line.iter().map(|turn| text(Some(&turn.clone().into()))).collect();
    format!("{} {score} {mate_in:?} {depth} {farthest} {nodes}", line.join(" "))
}

/// Short text of an action.
fn told(action: Option<&Action>) -> String {
    match action {
        Some(Action::Turn(turn)) => {
            let then: String = turn.then.iter().map(|at| at.map_or(",-".into(), |at| format!(",{at}"))).collect();
            format!("{}-{}{then}", turn.act.origin(), turn.act.target())
        }
        other => short(&text(other)),
    }
}

fn decide(seen: &Seen, level: Level, know: &Knowledge, nodes: u64, seed: u64) -> Decision {
    let stop = AtomicBool::new(false);
    decide_recalling(seen, level, know, Budget::new(nodes, &stop), seed, &mut Memory::default())
}

/// Checks that an action is legal, in the game or on a board without one.
fn is_legal(shot: &Shot, action: &Action) -> bool {
    match (&shot.game, action) {
        (Some(game), _) => game.clone().apply(shot.seen.seat, action).is_ok(),
        (None, Action::Turn(turn)) => positions::after(&shot.seen, turn).is_some(),
        (None, _) => false,
    }
}

/// Decisions of every level, which must be legal.
fn levels(job: &mut Job, shot: &Shot, know: &Knowledge, nodes: u64) -> String {
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
fn turn(job: &mut Job, shot: &Shot) {
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
fn draws(job: &mut Job, shot: &Shot, know: &Knowledge) -> String {
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
                // Where a stalemate wins, positions count as dead in which only it can be reached.
                let usual = Seat::all(2).all(|seat| seen.rules.stalemate(seat) == Stalemate::Draws);
                let even = chance.points() <= 50.0 || !usual;
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
fn wishes(job: &mut Job, shot: &Shot, know: &Knowledge, nodes: u64) -> String {
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
fn recalled(job: &mut Job, shot: &Shot, know: &Knowledge, nodes: u64) -> String {
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
fn mate(job: &mut Job, shot: &Shot, know: &Knowledge) {
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
fn others(shot: &Shot, know: &Knowledge, nodes: u64) -> String {
    let Some(game) = &shot.game else { return "-".into() };
    let stop = AtomicBool::new(false);
    let seats = Seat::all(shot.seen.rules.seat_count()).filter(|seat| *seat != shot.seen.seat);
    let each: String =
        seats.map(|seat| all_of_analysis(&analyse(&game.seen(seat), know, Budget::new(nodes, &stop)))).collect();
    short(&each)
}

/// Positions of random duels, at any time and before the end.
fn duels(job: &mut Job) {
    let (name, game) = match job.number % 8 {
        5 => positions::duel_with_reinforcements(&mut job.random),
        6 => positions::volatile_duel(&mut job.random),
        _ => positions::duel(&mut job.random),
    };
    for mut shot in positions::shots(&name, game, 130, 3, &mut job.random) {
        if !matches!(shot.seen.question, Question::Turn) {
            continue;
        }
        turn(job, &shot);
        if job.random.chance(40) {
            positions::aged(&mut shot, &mut job.random);
            turn(job, &shot);
        }
    }
}

/// Positions with few pieces.
fn endings(job: &mut Job) {
    let (name, game) = if job.number.is_multiple_of(3) {
        let army = engine::battalion::load_builtin("medieval").unwrap();
        let setup = Setup::new(GameMode::Duel, vec![army.clone(), army], [1; 32]).unwrap();
        ("chess".to_owned(), Game::Titans(Box::new(titans::Game::new(setup).unwrap())))
    } else {
        positions::duel(&mut job.random)
    };
    let Some(begun) = begun(job, &name, game) else { return };
    for most in [0, 1, 2, 2, 3, 5, 8] {
        let other = if job.random.chance(50) { most } else { most / 3 };
        let Some(seen) = (0..40).find_map(|_| positions::thinned(&begun, [most, other], &mut job.random)) else {
            continue;
        };
        let mut shot = Shot { game: None, seen, name: format!("{name}, at most {most} and {other}") };
        if job.random.chance(30) {
            positions::aged(&mut shot, &mut job.random);
        }
        turn(job, &shot);
    }
}

/// First position with a turn to choose, after some random turns.
fn begun(job: &mut Job, name: &str, game: Game) -> Option<Seen> {
    let shots = positions::shots(name, game, 20, 1, &mut job.random);
    shots.into_iter().map(|shot| shot.seen).find(|seen| matches!(seen.question, Question::Turn))
}

/// Positions in which the Player to move can win at once, or will be mated at once by whoever moves next.
fn mates(job: &mut Job) {
    let (name, game) = positions::duel(&mut job.random);
    let Some(begun) = begun(job, &name, game) else { return };
    let mut left = 2;
    for _ in 0..250 {
        let Some(seen) = positions::thinned(&begun, [7, 3], &mut job.random) else { continue };
        if left > 0 && !positions::winning_acts(&seen).is_empty() {
            left -= 1;
            turn(job, &Shot { game: None, seen, name: format!("{name}, a win in one") });
        }
    }
}

fn ffa(job: &mut Job) {
    several(job, GameMode::Ffa);
}

fn assassin(job: &mut Job) {
    several(job, GameMode::Assassin);
}

/// Positions of random games of three to six: at any time, with few pieces, and after the fall of a Player.
fn several(job: &mut Job, mode: GameMode) {
    let (name, game) = positions::table(mode, &mut job.random);
    for mut shot in positions::shots(&name, game, 260, 4, &mut job.random) {
        if !matches!(shot.seen.question, Question::Turn) {
            continue;
        }
        turn(job, &shot);
        let whole = shot.clone();
        if let Some(seen) = positions::thinned(&shot.seen, [9, 4], &mut job.random) {
            shot = Shot { game: None, seen, name: format!("{}, thinned", shot.name) };
            turn(job, &shot);
        }
        for mut shot in [whole, shot] {
            if positions::fallen(&mut shot, &mut job.random).is_some() {
                turn(job, &shot);
            }
        }
    }
}

/// Positions of all rounds of Clash, with draw odds in the last.
fn rounds(job: &mut Job) {
    let round = 1 + (job.number % 3) as u8;
    let game = positions::match_before(round, &mut job.random);
    let name = format!("round {round}");
    let shots = positions::shots(&name, Game::Clash(Box::new(game)), 90, 4, &mut job.random);
    for mut shot in shots.into_iter().filter(|shot| matches!(shot.seen.question, Question::Turn)) {
        turn(job, &shot);
        if let Some(seen) = (0..20).find_map(|_| positions::thinned(&shot.seen, [3, 2], &mut job.random)) {
            let odds = seen.draw_odds.map(|seat| seat.0);
            shot = Shot { game: None, seen, name: format!("{}, thinned, odds {odds:?}", shot.name) };
            if job.random.chance(40) {
                positions::aged(&mut shot, &mut job.random);
            }
            turn(job, &shot);
        }
    }
}

/// Placements of Territories and Instant Reinforcements.
fn placements(job: &mut Job) {
    let (name, game) = match job.number % 4 {
        0 => positions::table(GameMode::Ffa, &mut job.random),
        _ => positions::duel_with_reinforcements(&mut job.random),
    };
    let shots = positions::shots(&name, game, 8, 1, &mut job.random);
    for shot in shots.into_iter().filter(|shot| matches!(shot.seen.question, Question::Placement(_))) {
        let know = job.know(&shot.seen);
        let mut line = Vec::new();
        for (level, nodes) in
            [(Level::Recruit, 0), (Level::Soldier, 2_000), (Level::Captain, 8_000), (Level::Titan, 60_000)]
        {
            let made = decide(&shot.seen, level, &know, nodes, job.number);
            let action = made.action.as_ref().unwrap();
            job.promise(is_legal(&shot, action), &shot.name, || format!("the {level} places {action:?}"));
            let number = match action {
                Action::Place { instant, .. } => instant.len(),
                _ => 0,
            };
            line.push(format!("{} {number} {}/{}", told(Some(action)), made.score, made.nodes));
        }
        job.line(&shot.name, &line);
        job.know = Some((Arc::clone(&shot.seen.rules), know));
    }
}

/// Choices of Volatile pieces by everybody who chooses.
fn volatiles(job: &mut Job) {
    let (name, game) = match job.number % 4 {
        3 => positions::table(GameMode::Assassin, &mut job.random),
        _ => positions::volatile_duel(&mut job.random),
    };
    let mut game = game;
    for made in 0..12 {
        for seat in game.to_act() {
            let shot = Shot::of(&game, seat, format!("{name}, {made} by {}", seat.0));
            if !matches!(shot.seen.question, Question::Volatile(_)) {
                continue;
            }
            let know = job.know(&shot.seen);
            let mut line = Vec::new();
            for (level, nodes) in [(Level::Recruit, 300), (Level::Sergeant, 900), (Level::Titan, 4_000)] {
                let made = decide(&shot.seen, level, &know, nodes, job.number);
                let action = made.action.as_ref().unwrap();
                job.promise(is_legal(&shot, action), &shot.name, || format!("the {level} chooses {action:?}"));
                line.push(format!("{} {}/{}", told(Some(action)), made.chance, made.nodes));
            }
            job.line(&shot.name, &line);
            job.know = Some((Arc::clone(&shot.seen.rules), know));
        }
        let Some((seat, action)) = positions::any_action(&game, &mut job.random) else { break };
        if matches!(action, Action::Turn(_)) {
            break;
        }
        // Every second choice is made by a player, the others are drawn.
        let seen = game.seen(seat);
        let know = job.know(&seen);
        let chosen = decide(&seen, Level::Recruit, &know, 200, 1).action.filter(|_| job.random.chance(50));
        game.apply(seat, &chosen.unwrap_or(action)).unwrap();
    }
}

/// Shops with survivors, and with armies that somebody else has begun.
fn shops(job: &mut Job) {
    let round = 1 + (job.number % 3) as u8;
    let mut game = positions::match_before(round, &mut job.random);
    for (level, nodes) in [(job.number % 6, 60), (job.number * 5 / 3 % 6, 25)] {
        let level = Level::ALL[level as usize];
        // Random bids come first in the last round.
        while let Some(seat) = game.to_act().first().copied()
            && matches!(game.seen(seat).question, Question::Auction(_))
        {
            let whole = Game::Clash(Box::new(game.clone()));
            let (seat, action) = positions::any_action(&whole, &mut job.random).unwrap();
            game.apply(seat, &action).unwrap();
        }
        let Some(seat) = game.to_act().first().copied() else { return };
        if !matches!(game.seen(seat).question, Question::Shop(_)) {
            return;
        }
        let steps = *job.random.pick(&[0, 0, 1, 3, 8]);
        positions::draft(&mut game, seat, steps, &mut job.random);
        let mut line = Vec::new();
        let name = format!("round {round}, {} of {level} after {steps} steps", seat.0);
        for step in 0.. {
            let seen = game.seen(seat);
            let Question::Shop(buying) = &seen.question else { break };
            let know = job.know(&seen);
            if step == 0 {
                line.push(format!("{} pieces and {} gold", buying.shop.army().pieces().count(), buying.shop.gold()));
            }
            let made: Vec<Decision> =
                (0..3).map(|seed| decide(&seen, level, &know, nodes, job.number + seed)).collect();
            let each: Vec<String> = made.iter().map(|made| told(made.action.as_ref())).collect();
            line.push(each.join(" "));
            for made in &made {
                let action = made.action.as_ref().unwrap();
                let legal = game.clone().apply(seat, action).is_ok();
                job.promise(legal, &name, || format!("the {level} buys {action:?}"));
            }
            job.know = Some((Arc::clone(&seen.rules), know));
            let applied = game.apply(seat, made[0].action.as_ref().unwrap()).is_ok();
            job.promise(applied && step < 4, &name, || "the shop has no end".into());
            if !applied || step == 4 {
                return;
            }
        }
        job.line(&name, &line);
    }
}

/// Suggestions for people: few, because their effort is fixed.
fn suggestions(job: &mut Job) {
    let mut game = positions::match_before(2 + (job.number % 2) as u8, &mut job.random);
    while let Some(seat) = game.to_act().first().copied()
        && matches!(game.seen(seat).question, Question::Auction(_))
    {
        let whole = Game::Clash(Box::new(game.clone()));
        let (seat, action) = positions::any_action(&whole, &mut job.random).unwrap();
        game.apply(seat, &action).unwrap();
    }
    for steps in [0, 5] {
        let Some(seat) = game.to_act().first().copied() else { return };
        positions::draft(&mut game, seat, steps, &mut job.random);
        let seen = game.seen(seat);
        let know = job.know(&seen);
        let step = suggest(&seen, &know, job.number).map(Action::Clash);
        let name = format!("to {} after {steps} steps", seat.0);
        let Question::Shop(buying) = &seen.question else { return };
        let had = buying.shop.army().pieces().count();
        if let Some(step) = &step {
            let applied = game.apply(seat, step).is_ok();
            job.promise(applied, &name, || format!("suggested: {step:?}"));
        }
        let has = game.seen(seat);
        let Question::Shop(buying) = &has.question else { return };
        let whole = buying.shop.army().faults().is_empty();
        job.promise(step.is_none() || whole, &name, || "the suggested army cannot be confirmed".into());
        let line = format!("{} of {had} now {}", told(step.as_ref()), buying.shop.army().pieces().count());
        job.line(&name, &[line]);
        job.know = Some((Arc::clone(&seen.rules), know));
        drop(game.apply(seat, &ClashAction::Suggest.into()));
        drop(game.apply(seat, &ClashAction::Ready.into()));
    }
}

/// Bids and raises with equal and unequal purses. Both sides know both purses.
fn auctions(job: &mut Job) {
    let random = &mut job.random;
    let game = positions::match_before(3, random);
    let seat = Seat(random.below(2) as u8);
    let mut seen = game.seen(seat);
    let Question::Auction(mut bidding) = seen.question else { return };
    // The purses of a match are as unequal as its rounds; other ones are smaller or equal.
    if !job.number.is_multiple_of(3) {
        let steps = |random: &mut Random| *random.pick(&[0, 1, 2, 5, 12, 30, 61, 110, 180]) + random.below(4) as i64;
        let one = steps(random);
        let limits = [one, if job.number % 6 == 1 { one } else { steps(random) }];
        bidding.limits = limits.map(|steps| Gold::from_hundredths(steps * STEP.hundredths()));
        let more = [0, 1].map(|_| Gold::from_hundredths(25 * random.below(130) as i64));
        bidding.wealth = [bidding.limits[0] + more[0], bidding.limits[1] + more[1]];
    }
    let limit = bidding.limits[seat.index()];
    let name = format!("{} with {} against {}", seat.0, limit, bidding.limits[1 - seat.index()]);
    let mut line = Vec::new();
    let know = job.know(&seen);
    seen.question = Question::Auction(bidding);
    for level in [Level::Titan, Level::ALL[(job.number % 6) as usize]] {
        for seed in 0..2 {
            match decide(&seen, level, &know, 0, seed + job.number).action {
                Some(Action::Clash(ClashAction::Bid { gold })) => {
                    let fits = gold >= Gold::ZERO && gold <= limit && gold.hundredths() % STEP.hundredths() == 0;
                    job.promise(fits, &name, || format!("the {level} bids {gold}"));
                    line.push(gold.to_string());
                }
                other => job.promise(false, &name, || format!("no bid but {other:?}")),
            }
        }
    }
    // Equal bids are raised by whoever is next, as far as both can.
    let most = bidding.limits[0].min(bidding.limits[1]).hundredths() / STEP.hundredths();
    let mut raises = String::new();
    for standing in (0..most).filter(|step| step % (1 + most / 12) == 0 || step + 2 >= most) {
        for may_stop in [false, true] {
            let standing = Some(Gold::from_hundredths(standing * STEP.hundredths()));
            seen.question = Question::Auction(Bidding { standing, may_stop, ..bidding });
            let level = *job.random.pick(&Level::ALL);
            let action = decide(&seen, level, &know, 0, job.number).action;
            let raised = matches!(action, Some(Action::Clash(ClashAction::Raise)));
            let stops = matches!(action, Some(Action::Clash(ClashAction::Stop)));
            job.promise(raised || stops && may_stop, &name, || format!("{action:?} at {standing:?}, {may_stop}"));
            raises.push(if raised { '+' } else { '.' });
        }
    }
    line.push(raises);
    job.line(&name, &line);
    job.know = Some((Arc::clone(&seen.rules), know));
}

/// Sessions with a chess interface: random turns of an army against itself, and chess positions by their notation.
fn interfaces(job: &mut Job) {
    let names = Variant::names();
    let variant = *job.random.pick(&names);
    let by_fen = job.number.is_multiple_of(2);
    let army = engine::battalion::load_builtin(if by_fen { "medieval" } else { variant });
    let Ok(army) = army else { return };
    let setup = Setup::new(GameMode::Duel, vec![army.clone(), army.clone()], [0; 32]).unwrap();
    let mut game = Game::Titans(Box::new(titans::Game::new(setup).unwrap()));
    let mut session = Session::of(Variant::of(army).unwrap());
    let mut lines = Vec::new();
    if by_fen {
        let Some(begun) = begun(job, "chess", game) else { return };
        for most in [1, 3, 6, 12] {
            let thinned = (0..40).find_map(|_| positions::thinned(&begun, [most, most], &mut job.random));
            let Some(seen) = thinned else { continue };
            let quiet = [0, 7, 40, 97, 98, 99][job.random.below(6)];
            lines.push(format!("position fen {} - - {quiet} 60", fen(&seen)));
        }
    } else {
        let mut line = "position startpos moves".to_owned();
        for made in 0..40 {
            let Some((seat, action)) = positions::any_action(&game, &mut job.random) else { break };
            // The interface draws and places as is usual.
            let usual = match &game {
                Game::Titans(game) => game.placement_question(seat).map(|question| question.usual),
                _ => None,
            };
            if let Action::Turn(turn) = &action {
                let act: String = game.act_text(&turn.act).split_whitespace().collect();
                let then = turn.then.iter().map(|at| at.map_or(",none".into(), |at| format!(",{at}")));
                line = format!("{line} {act}{}", then.collect::<String>());
            }
            game.apply(seat, &usual.unwrap_or(action)).unwrap();
            if made % 13 == 12 && !game.is_over() {
                lines.push(line.clone());
            }
        }
    }
    let name = if by_fen { "chess" } else { variant };
    for line in lines {
        if session.read(&line) != Answer::Say(Vec::new()) {
            job.promise(by_fen, name, || format!("refused: {line}"));
            continue;
        }
        let clock = |random: &mut Random| *random.pick(&[0, 1, 29, 31, 400, 5_000, 60_000, 900_000]) as i64 - 5;
        let (white, black) = (clock(&mut job.random), clock(&mut job.random));
        let (more, less) = (clock(&mut job.random) / 10, clock(&mut job.random) / 10);
        let mut told = Vec::new();
        for go in [
            format!("go nodes 300 wtime {white} btime {black} winc {more} binc {less}"),
            format!("go nodes 200 depth 3 wtime {white} btime {black} movestogo {}", job.random.below(50)),
            format!("go nodes 300 mate {} movetime {black}", 1 + job.random.below(3)),
        ] {
            let (told_now, best) = thought(&mut session, &go);
            told.push(told_now);
            let Some(best) = best else { continue };
            let again = format!("go nodes 60 searchmoves {best}");
            let (_, same) = thought(&mut session, &again);
            job.promise(same.as_ref() == Some(&best), name, || format!("{best} is read back as {same:?} after {line}"));
        }
        if job.random.chance(30) {
            session.read(job.random.pick::<&str>(&[
                "ucinewgame",
                "setoption name Clear Hash",
                "setoption name Hash value 1",
            ]));
        }
        job.line(&format!("{name}, {}", short(&line)), &told);
    }
}

/// Time, reports and best turn after a command, and the name of the turn.
fn thought(session: &mut Session, go: &str) -> (String, Option<String>) {
    let Answer::Think(limits) = session.read(go) else { return ("no search".into(), None) };
    let stop = AtomicBool::new(false);
    let mut infos = format!("{:?}", limits.remarks);
    let best = session.think(&limits, &stop, &mut |info| infos += &info.line(Duration::from_millis(10)));
    let time = limits.time.map_or(0, |time| time.as_millis());
    let name = best.split_whitespace().nth(1).filter(|name| *name != "(none)").map(str::to_owned);
    (format!("{time} ms {} {}", name.clone().unwrap_or_default(), short(&(infos + &best))), name)
}

/// Board and side to move in Forsyth–Edwards notation.
fn fen(seen: &Seen) -> String {
    let board = &seen.rules.board;
    let rows = (0..board.height()).rev().map(|rank| {
        let letters = (0..board.width()).map(|file| {
            let piece = seen.pos.at(engine::board::Space::new(file, rank));
            piece.map_or("1".to_owned(), |piece| {
                let symbol = &seen.rules.ty(piece.ty).symbol;
                if piece.seat == Seat(0) { symbol.to_uppercase() } else { symbol.to_lowercase() }
            })
        });
        letters.collect::<String>()
    });
    let rows: Vec<String> = rows.collect();
    format!("{} {}", rows.join("/"), if seen.pos.to_move() == Seat(0) { "w" } else { "b" })
}

#[test]
fn every_decision_in_a_generated_position_is_the_one_that_was_agreed_on() {
    let jobs: Vec<_> =
        JOBS.iter().flat_map(|(kind, run, count)| (0..*count).map(move |number| (*kind, *run, number))).collect();
    let threads = [0, 1].map(|part| {
        let own: Vec<_> = jobs.iter().copied().skip(part).step_by(2).collect();
        let work = move || {
            let done = own.into_iter().map(|(kind, run, number)| {
                let mut job = Job::new(kind, number);
                run(&mut job);
                (job.out, job.faults)
            });
            done.collect::<Vec<_>>()
        };
        thread::Builder::new().stack_size(16 << 20).spawn(work).unwrap()
    });
    let mut parts = threads.map(|thread| thread.join().unwrap().into_iter());
    let done = (0..jobs.len()).map(|index| parts[index % 2].next().unwrap());
    let (found, faults): (Vec<String>, Vec<Vec<String>>) = done.unzip();
    let faults: Vec<String> = faults.into_iter().flatten().collect();
    assert!(faults.is_empty(), "{} promises not kept:\n{}", faults.len(), faults.join("\n"));
    compare(&found.concat(), "generated.txt", 900);
}
