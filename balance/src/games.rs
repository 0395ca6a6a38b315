//! Games between players: the one place where measured games are set up and played.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use engine::action::{Action, Turn};
use engine::battalion::{Definition, builtin, load_builtin};
use engine::board::Seat;
use engine::context::RulesContext;
use engine::play::Slot;
use engine::seen::{Question, Seen};
use engine::titans::{Game, GameMode, Setup, SetupError};
use engine::view::{Phase, Viewer};
use opponent::{Budget, Knowledge, Level, decide};

use crate::dice::Dice;

/// Player of a measured game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Player {
    /// Plays any legal turn at random.
    Random,
    /// Makes the largest immediate capture, else a random turn, like a careful beginner.
    Greedy,
    Computer(Level),
    /// The strongest level, with this node limit.
    Nodes(u64),
}

impl std::fmt::Display for Player {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Player::Random => f.write_str("random"),
            Player::Greedy => f.write_str("greedy"),
            Player::Computer(level) => level.fmt(f),
            Player::Nodes(nodes) => write!(f, "{nodes} positions"),
        }
    }
}

/// Keys of all armies that may play a duel.
pub fn armies() -> Vec<&'static str> {
    let duels = builtin().iter().filter(|army| load_builtin(army.id).is_ok_and(|a| a.matches.duels()));
    duels.map(|army| army.id).collect()
}

pub fn load(id: &str) -> Option<Arc<Definition>> {
    load_builtin(id).ok()
}

/// Duel of two built-in armies.
pub fn duel(ids: [&str; 2], seed: u8) -> Option<Game> {
    let [one, other] = ids.map(load);
    duel_of([one?, other?], seed)
}

/// Duel of any two armies.
pub fn duel_of(armies: [Arc<Definition>; 2], seed: u8) -> Option<Game> {
    meeting(armies, seed).ok()
}

/// Duel of any two armies.
///
/// # Errors
/// [`SetupError`] if the armies cannot meet.
pub fn meeting(armies: [Arc<Definition>; 2], seed: u8) -> Result<Game, SetupError> {
    Game::new(Setup::new(GameMode::Duel, armies.into(), [seed; 32])?)
}

/// Node limit of decisions other than turns by players who do not count nodes: a placement among many is tried with
/// every game.
const BESIDES: u64 = 2_000;

/// Decision of a player. Random and greedy players handle phases other than turns as a Captain in a hurry does.
pub fn decision(player: Player, seen: &Seen, know: &Knowledge, seed: u64, dice: &mut Dice) -> (Option<Action>, f64) {
    let stop = AtomicBool::new(false);
    let ask = |level, nodes| {
        let decision = decide(seen, level, know, Budget::new(nodes, &stop), seed);
        (decision.action, decision.score.into())
    };
    match player {
        Player::Computer(level) => ask(level, u64::MAX),
        Player::Nodes(nodes) => ask(Level::Titan, nodes),
        _ if !matches!(seen.question, Question::Turn) => ask(Level::Captain, BESIDES),
        Player::Random => (turn(seen, know, dice, false).map(Action::Turn), 0.0),
        Player::Greedy => (turn(seen, know, dice, true).map(Action::Turn), 0.0),
    }
}

/// Random turn; if `greedy`, a random one of the turns with the largest gain from captures and promotions.
fn turn(seen: &Seen, know: &Knowledge, dice: &mut Dice, greedy: bool) -> Option<Turn> {
    let rules = &seen.rules;
    let context = RulesContext { rules, pos: &seen.pos, law: seen.law };
    let mut best: Vec<(i32, Turn)> = Vec::new();
    let mut pos = seen.pos.clone();
    for line in context.lines() {
        let mut gain = 0;
        if greedy {
            let mut hits: Vec<Slot> = Vec::new();
            rules.captures(&pos, &line.mv, &line.chain, &mut hits);
            for victim in hits.iter().filter_map(|hit| pos.in_slot(*hit)) {
                let sign = if victim.seat == seen.seat { -1 } else { 1 };
                gain += sign * know.value(victim.ty);
            }
            if let (Some(ty), Some(piece)) = (line.mv.promote, pos.at(line.mv.from)) {
                gain += know.value(ty) - know.value(piece.ty);
            }
        }
        let mark = pos.mark();
        rules.play(&mut pos, &line.mv, &line.chain);
        let mut then = Vec::new();
        while !pos.pending().is_empty() {
            let ways: Vec<_> = rules.settlements(&mut pos).collect();
            if ways.is_empty() {
                rules.clear_pending(&mut pos)
            } else {
                let way = Some(ways[dice.below(ways.len())]);
                rules.settle(&mut pos, way);
                then.push(way);
            }
        }
        if greedy && pos.state().is_defeated(Seat(1 - (seen.seat.0 & 1))) && seen.rules.seat_count() == 2 {
            gain += 100_000;
        }
        pos.undo(rules, &mark);
        if best.first().is_none_or(|(known, _)| gain >= *known) {
            if best.first().is_some_and(|(known, _)| gain > *known) {
                best.clear();
            }
            best.push((gain, Turn { act: line.act, then }));
        }
    }
    (!best.is_empty()).then(|| best.swap_remove(dice.below(best.len())).1)
}

/// Plays a game to its end and returns the first Player's points, or `None` if it was not finished. `told` receives
/// each score with its seat.
pub fn play(
    game: &mut Game,
    players: &[Player],
    know: &Knowledge,
    seed: u64,
    most: usize,
    mut told: impl FnMut(Seat, f64),
) -> Option<f64> {
    let mut dice = Dice(seed ^ 0xd1ce);
    for _ in 0..most {
        let Some(seat) = game.to_act().first().copied() else {
            break;
        };
        let seen = game.seen(seat);
        let (action, score) = decision(players[seat.index()], &seen, know, seed + u64::from(seat.0), &mut dice);
        told(seat, score);
        game.apply(seat, &action?).ok()?;
    }
    result(game)
}

/// Points of the first Player.
pub fn result(game: &Game) -> Option<f64> {
    match game.view(Viewer::Public).phase {
        Phase::Ended { winners, .. } => Some(match winners.as_slice() {
            [] => 0.5,
            [Seat(0)] => 1.0,
            _ => 0.0,
        }),
        _ => None,
    }
}

/// Duel of two built-in armies after `turns` random turns; `None` if it cannot be played or is over before.
#[expect(clippy::cast_possible_truncation, reason = "the lowest byte of the seed")]
pub fn opening(ids: [&str; 2], seed: u64, turns: usize) -> Option<Game> {
    let game = duel(ids, seed as u8)?;
    let know = Knowledge::new(game.rules());
    opened(game, &know, seed, turns)
}

/// The game after `turns` random turns; `None` if it is over before.
pub fn opened(mut game: Game, know: &Knowledge, seed: u64, turns: usize) -> Option<Game> {
    let mut dice = Dice(seed);
    let mut taken = 0;
    while taken < turns {
        let seat = *game.to_act().first()?;
        let seen = game.seen(seat);
        let is_turn = matches!(seen.question, Question::Turn);
        let (action, _) = decision(Player::Random, &seen, know, seed, &mut dice);
        game.apply(seat, &action?).ok()?;
        taken += usize::from(is_turn);
    }
    (!game.is_over()).then_some(game)
}

/// Returns `true` if a short search sees no large advantage.
pub fn is_even(game: &Game, know: &Knowledge) -> bool {
    const LARGE: f64 = 200.0;
    score(game, know).is_some_and(|score| score.abs() < LARGE)
}

/// Score of a search of 2,000 nodes for the first seat, in hundredths of a Pawn; `None` if the game is over.
pub fn score(game: &Game, know: &Knowledge) -> Option<f64> {
    let seat = game.to_act().first().copied()?;
    let (_, score) = decision(Player::Nodes(2_000), &game.seen(seat), know, 1, &mut Dice(1));
    Some(if seat == Seat(0) { score } else { -score })
}
