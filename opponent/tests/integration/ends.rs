//! Signature of the ends of games: mates, last chances, draws, and armies that win in other ways than by mate.
//!
//! Quick games of all armies, those of the engine's tests included, are played to their end. A line has the digest of
//! the decisions shortly before it: as they are, just before a draw, and with positions that the game has seen before.
//! After an intended change, `UPDATE_EXPECTED=1 cargo test -p opponent --test integration ends` rewrites
//! `tests/ends.txt`.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use engine::ability;
use engine::battalion::{Definition, load_builtin, read};
use engine::board::Space;
use engine::clash::{self, Match};
use engine::context::{RuleSet, RulesContext};
use engine::game::Game;
use engine::play::{Piece, Slot};
use engine::seen::{Question, Seen};
use engine::titans::{self, GameMode, LAST_TURN, PlacementStyle, Setup};
use opponent::{Budget, Level, accepts_draw, offers_draw};

use crate::games::digest;
use crate::signature::{compare, decision, knowledge, text, thought_of};

/// Node limit of each recorded decision.
const NODES: u64 = 400;
/// Number of decisions that are recorded at the end of a game.
const LAST: usize = 5;
/// Longest game, in decisions.
const LONGEST: usize = 700;

/// Armies of the engine's tests, by file name in alphabetical order.
fn test_armies() -> Vec<Arc<Definition>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/tests/armies");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let abilities = ability::specs();
    let army = |file: &Path| Arc::new(read(&std::fs::read_to_string(file).unwrap(), &abilities).unwrap());
    files.iter().map(|file| army(file)).collect()
}

/// Plays to the end by quick decisions. Returns the last positions, and those before each defeat and each end of a
/// round.
fn last_positions(mut game: Game, number: usize) -> Vec<Seen> {
    let mut last = VecDeque::new();
    let mut kept = Vec::new();
    let mut standing = 0;
    for made in 0..LONGEST {
        let Some(seat) = game.to_act().first().copied() else { break };
        let seen = game.seen(seat);
        let defeated = seen.pos.state().defeated;
        let turn = matches!(seen.question, Question::Turn);
        if defeated != standing || !turn {
            standing = defeated;
            kept.extend(last.drain(..));
        }
        let action = decision(&seen, Level::Soldier, 60, (made + number) as u64).action.unwrap();
        if turn {
            last.push_back(seen);
            if last.len() > LAST {
                last.pop_front();
            }
        }
        game.apply(seat, &action).unwrap();
    }
    kept.extend(last);
    kept
}

/// The first position of a game with few pieces, which are anywhere on the board: Titans in reach of all others.
fn scattered(game: &Game, seed: u64) -> Option<Seen> {
    let mut seen = game.seen(game.to_act()[0]);
    if !matches!(seen.question, Question::Turn) {
        return None;
    }
    let rules = seen.rules.clone();
    let spaces: Vec<Space> = rules.board.spaces().iter().collect();
    let pieces: Vec<(Slot, Piece)> = seen.pos.pieces().collect();
    let mut random = seed;
    for (index, (slot, piece)) in pieces.into_iter().enumerate() {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        if rules.ty(piece.ty).titan
            || seen.pos.take(&rules, slot.space()) != Some(piece)
            || index as u64 % 3 == seed % 3
        {
            continue;
        }
        let from = (random >> 33) as usize % spaces.len();
        let free = (0..spaces.len())
            .map(|next| spaces[(from + next) % spaces.len()])
            .find(|space| seen.pos.at(*space).is_none());
        seen.pos.put(&rules, free.unwrap(), piece);
    }
    seen.pos.crown();
    seen.pos.commit();
    Some(seen)
}

/// Variations of a position: shortly before a draw, and in games that have seen some of the next positions once or twice.
fn variations(seen: &Seen) -> Vec<Seen> {
    let mut all = vec![seen.clone()];
    let quiet = match seen.law {
        RuleSet::Titans => titans::QUIET_TURNS,
        RuleSet::Clash => clash::QUIET_TURNS,
    };
    for (quiet, turns) in [(quiet - 1, None), (quiet - 2, None), (1, Some(LAST_TURN - 1))] {
        let mut late = seen.clone();
        let state = late.pos.state_mut();
        state.quiet = [quiet; 6];
        if let Some(turns) = turns {
            state.turns = [turns; 6];
        }
        all.push(late);
    }
    for (times, every) in [(1, 2), (1, 1), (2, 2), (2, 3)] {
        let mut known = seen.clone();
        let mut pos = seen.pos.clone();
        let lines = RulesContext { rules: &seen.rules, pos: &seen.pos, law: seen.law }.lines();
        for line in lines.iter().skip(every - 1).step_by(every) {
            let mark = seen.rules.play(&mut pos, &line.mv, &line.chain);
            seen.rules.clear_pending(&mut pos);
            known.occurred.insert(seen.rules.repetition_key(&pos), times);
            pos.undo(&seen.rules, &mark);
        }
        all.push(known);
    }
    all
}

/// Everything that is decided in a position.
fn decided(seen: &Seen, out: &mut String) {
    let stop = AtomicBool::new(false);
    let know = knowledge(seen);
    for seen in variations(seen) {
        out.push_str(&thought_of(&seen, NODES));
        write!(out, "{}", offers_draw(&seen, &know)).unwrap();
    }
    for (level, seed) in Level::ALL.into_iter().flat_map(|level| (0..3).map(move |seed| (level, seed))) {
        let made = decision(seen, level, NODES, seed);
        write!(out, "{} {} {}", text(made.action.as_ref()), made.score, made.nodes).unwrap();
    }
    for level in Level::ALL {
        write!(out, "{}", accepts_draw(seen, level, &know, Budget::new(200, &stop))).unwrap();
    }
}

/// Name of a game, and its start.
type Record = (String, Game);

fn record((number, (name, game)): (usize, Record), out: &mut String) {
    let scattered = (0..3).filter_map(|seed| scattered(&game, seed + number as u64));
    let positions: Vec<Seen> = scattered.chain(last_positions(game.clone(), number)).collect();
    // Every second position: all of them would take twice as long.
    for (position, seen) in positions.iter().enumerate().skip(number % 2).step_by(2) {
        let mut line = String::new();
        decided(seen, &mut line);
        writeln!(out, "{name} {position}: {:08x}", digest(&line)).unwrap();
    }
}

fn titans_game(mode: GameMode, armies: &[&Arc<Definition>], style: PlacementStyle) -> Option<Game> {
    let mut setup = Setup::new(mode, armies.iter().copied().cloned().collect(), [5; 32]).ok()?;
    setup.placement = style;
    titans::Game::new(setup).ok().map(|game| Game::Titans(Box::new(game)))
}

/// Duels of the armies of the engine's tests, against themselves and against chess.
fn duels() -> Vec<Record> {
    let armies = test_armies();
    let chess = load_builtin("medieval").unwrap();
    let pairs = armies.iter().flat_map(|army| [[army, army], [army, &chess], [&chess, army]]);
    let games = pairs.filter_map(|pair| {
        let game = titans_game(GameMode::Duel, &pair, PlacementStyle::Usual)?;
        Some((format!("{} {}", pair[0].id, pair[1].id), game))
    });
    games.collect()
}

/// Games of three to six with armies that lose their Titans soon.
fn tables() -> Vec<Record> {
    let ids = ["medieval", "makpong", "reptilian-order", "the-party", "alchemists", "baroque"];
    let armies = ids.map(|id| load_builtin(id).unwrap());
    let mut all = Vec::new();
    for mode in [GameMode::Ffa, GameMode::Assassin] {
        for seats in 3..=6 {
            for from in 0..2 {
                let armies: Vec<_> = (0..seats).map(|seat| &armies[(from + seat) % armies.len()]).collect();
                let Some(game) = titans_game(mode, &armies, PlacementStyle::Usual) else { continue };
                all.push((format!("{mode:?} of {seats}, {from}"), game));
            }
        }
    }
    all
}

/// Last rounds of matches, with draw odds.
fn matches() -> Vec<Record> {
    let matches = (1..=3_u8).flat_map(|seed| {
        let game = Match::new(clash::Setup { en_passant: seed == 1, seed: [seed; 32] }).unwrap();
        [
            (format!("match {seed}"), Game::Clash(Box::new(game))),
            (format!("last round {seed}"), crate::signature::auction(seed % 2 == 0)),
        ]
    });
    matches.collect()
}

#[test]
fn every_decision_at_the_end_of_a_game_is_the_one_that_was_agreed_on() {
    let parts = [duels, tables, matches].map(|part| {
        let play = move || {
            let mut out = String::new();
            part().into_iter().enumerate().for_each(|one| record(one, &mut out));
            out
        };
        thread::Builder::new().stack_size(16 << 20).spawn(play).unwrap()
    });
    let found: String = parts.into_iter().map(|part| part.join().unwrap()).collect();
    compare(&found, "ends.txt", 300);
}
