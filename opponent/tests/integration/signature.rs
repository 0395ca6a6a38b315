//! Signature of the player: its decisions, node counts and scores in a fixed set of positions.
//!
//! Every change of the search, the evaluation or the choice of moves shows up here, intended or not. After an intended
//! one, `UPDATE_EXPECTED=1 cargo test -p opponent --test integration signature` rewrites `tests/signature.txt`.
//! `lab suite` measures whether the change is an improvement.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::path::Path;
use std::rc::Rc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::support::position;
use engine::action::{Action, ClashAction};
use engine::battalion::{builtin, load_builtin};
use engine::board::Seat;
use engine::clash::{self, Gold, Match};
use engine::game::Game;
use engine::play::TypeId;
use engine::seen::{Question, Seen};
use engine::titans::{self, GameMode, PlacementStyle, Setup};
use opponent::uci::{Answer, Session};
use opponent::{Budget, Decision, Knowledge, Level, WinChance, accepts_draw, analyse, decide, suggest, terms};

/// Node limit of each decision.
pub const NODES: u64 = 1_500;
/// Node limit where the search must go deeper.
const DEEP: u64 = 20_000;
/// Numbers of turns played before a position is taken.
const PLIES: [usize; 3] = [2, 15, 34];

pub fn decision(seen: &Seen, level: Level, nodes: u64, seed: u64) -> Decision {
    let stop = AtomicBool::new(false);
    decide(seen, level, &knowledge(seen), Budget::new(nodes, &stop), seed)
}

/// Knowledge of a game's rules, derived once per game.
pub fn knowledge(seen: &Seen) -> Rc<Knowledge> {
    thread_local!(static LAST: RefCell<Option<Rc<Knowledge>>> = const { RefCell::new(None) });
    LAST.with_borrow_mut(|last| {
        let known = last.take().filter(|known| known.fits(&seen.rules));
        let known = known.unwrap_or_else(|| Rc::new(Knowledge::new(&seen.rules)));
        Rc::clone(last.insert(known))
    })
}

pub fn titans_game(mode: GameMode, ids: &[&str], style: PlacementStyle) -> Option<Game> {
    let armies = ids.iter().map(|id| load_builtin(id).unwrap()).collect();
    let mut setup = Setup::new(mode, armies, [7; 32]).ok()?;
    setup.placement = style;
    titans::Game::new(setup).ok().map(|game| Game::Titans(Box::new(game)))
}

/// Continues a game by quick decisions; `false` if it ends first.
pub fn play_on(game: &mut Game, decisions: usize) -> bool {
    for made in 0..decisions {
        let Some(seat) = game.to_act().first().copied() else { return false };
        let seen = game.seen(seat);
        let action = decision(&seen, Level::Soldier, 60, made as u64).action.unwrap();
        game.apply(seat, &action).unwrap();
    }
    !game.to_act().is_empty()
}

pub fn seen(game: &Game) -> Seen {
    game.seen(game.to_act()[0])
}

pub fn text(action: Option<&Action>) -> String {
    serde_json::to_string(&action).unwrap()
}

/// The best-scored decision, the analysis and the static evaluation.
pub fn thought(seen: &Seen) -> String {
    thought_of(seen, NODES)
}

pub fn thought_of(seen: &Seen, nodes: u64) -> String {
    let best = decision(seen, Level::Titan, nodes, 3);
    let stop = AtomicBool::new(false);
    let know = knowledge(seen);
    let analysis = analyse(seen, &know, Budget::new(nodes / 2, &stop));
    let sight = if seen.rules.seat_count() == 2 { terms(seen, &know).sure } else { 0 };
    let line = analysis.line.len();
    format!(
        "{} score {} depth {} nodes {} | analysis score {} depth {} nodes {} line {line} mate {:?} | sure {sight}",
        text(best.action.as_ref()),
        best.score,
        best.depth,
        best.nodes,
        analysis.score,
        analysis.depth,
        analysis.nodes,
        analysis.mate_in,
    )
}

fn duels(out: &mut String) {
    for army in builtin() {
        let mut others = vec![army.id, "medieval"];
        others.dedup();
        for other in others {
            let Some(mut game) = titans_game(GameMode::Duel, &[army.id, other], PlacementStyle::Usual) else {
                continue;
            };
            let mut played = 0;
            for plies in PLIES {
                if play_on(&mut game, plies - played) {
                    writeln!(out, "{} {other} {plies}: {}", army.id, thought(&seen(&game))).unwrap();
                }
                played = plies;
            }
        }
    }
}

/// Endgames that depend on single rules of the search: mates, stalemate, promotion, passed Pawns, exchanges.
const BY_HAND: &[[&str; 2]] = &[
    ["king g1, rook a1, pawn f2 g2 h2", "king g8, pawn f7 g7 h7"],
    ["king e1, rook a6 b5", "king e7"],
    ["king f7, queen g5", "king h8, pawn h7"],
    ["king a1, queen g5", "king h8, queen b3, rook c2, pawn f7 h7"],
    ["king c6, pawn c7", "king a7, pawn h3"],
    ["king e4, pawn d5 h2", "king e7, pawn d6 h7"],
    ["king g1, queen d1, knight f3, pawn f2 g2 h2", "king g8, queen d8, bishop e6, pawn d5 f7 g7 h7"],
    ["king g1, rook d1 d2, bishop c4, pawn f2 g2", "king g8, rook d8 d7, knight b6, pawn f7 g7"],
];

fn by_hand(out: &mut String) {
    for [white, black] in BY_HAND {
        writeln!(out, "{white} - {black}: {}", thought(&position("medieval", white, black))).unwrap();
    }
}

/// Depth and nodes of each level when the budget exceeds its limits.
fn limits(out: &mut String) {
    for [white, black] in BY_HAND {
        let seen = position("medieval", white, black);
        for level in Level::ALL {
            let made = decision(&seen, level, DEEP, 4);
            let (depth, nodes) = (made.depth, made.nodes);
            writeln!(out, "{level} in {white} - {black}: score {} depth {depth} nodes {nodes}", made.score).unwrap();
        }
    }
}

/// Features that only deep searches reach: null moves, extensions, repetitions, choices far from the root.
fn deep(out: &mut String) {
    for [white, black] in BY_HAND {
        writeln!(out, "deep {white} - {black}: {}", thought_of(&position("medieval", white, black), DEEP)).unwrap();
    }
    for army in builtin() {
        for other in ["medieval", "the-party"] {
            let Some(mut game) = titans_game(GameMode::Duel, &[army.id, other], PlacementStyle::Usual) else {
                continue;
            };
            if play_on(&mut game, 9) {
                writeln!(out, "deep {} {other}: {}", army.id, thought_of(&seen(&game), DEEP)).unwrap();
            }
        }
    }
}

/// Piece values, and evaluation terms of some positions.
fn evaluation(out: &mut String) {
    for army in builtin() {
        let Some(mut game) = titans_game(GameMode::Duel, &[army.id, "medieval"], PlacementStyle::Usual) else {
            continue;
        };
        let mut played = 0;
        for plies in PLIES {
            if play_on(&mut game, plies - played) {
                let seen = seen(&game);
                let know = knowledge(&seen);
                if played == 0 {
                    let values = (0..seen.rules.types.len()).map(|index| know.value(TypeId::new(index)));
                    writeln!(out, "values of {}: {:?}", army.id, values.collect::<Vec<_>>()).unwrap();
                }
                let terms = terms(&seen, &know);
                writeln!(out, "terms of {} {plies}: {} {} {:?}", army.id, terms.sure, terms.phase, terms.counts())
                    .unwrap();
            }
            played = plies;
        }
    }
    let chances = [-2_000, -450, -90, -1, 0, 1, 90, 450, 2_000].map(|score| WinChance::from_score(score).to_string());
    writeln!(out, "chances: {}", chances.join(", ")).unwrap();
}

fn tables(out: &mut String) {
    let three = ["medieval", "baroque", "the-party"];
    let four = ["alchemists", "makpong", "reptilian-order", "medieval"];
    for mode in [GameMode::Assassin, GameMode::Ffa] {
        for ids in [&three[..], &four[..]] {
            let mut game = titans_game(mode, ids, PlacementStyle::Usual).unwrap();
            for plies in [4, 30] {
                if play_on(&mut game, plies) {
                    let seen = seen(&game);
                    writeln!(out, "{mode:?} {} {plies}: {}", ids.join(" "), thought(&seen)).unwrap();
                    writeln!(out, "{mode:?} {} {plies}, deep: {}", ids.join(" "), thought_of(&seen, DEEP)).unwrap();
                }
            }
        }
    }
}

/// Choices of each level with several seeds: its variation and its oversights.
fn levels(out: &mut String) {
    for level in Level::ALL {
        writeln!(out, "{level}: {} positions, below it {:?}", level.nodes(), level.weaker()).unwrap();
    }
    for ids in [["medieval", "medieval"], ["the-party", "makpong"]] {
        let mut game = titans_game(GameMode::Duel, &ids, PlacementStyle::Usual).unwrap();
        for plies in [1, 15] {
            assert!(play_on(&mut game, plies), "over after {plies} more");
            for level in Level::ALL {
                let chosen = (0..6).map(|seed| {
                    let made = decision(&seen(&game), level, 1_200, seed);
                    let Some(Action::Turn(turn)) = made.action else { return "?".to_owned() };
                    format!("{}-{} {}", turn.act.origin(), turn.act.target(), made.score)
                });
                let chosen: Vec<String> = chosen.collect();
                writeln!(out, "{} {plies} {level}: {}", ids.join(" "), chosen.join(", ")).unwrap();
            }
        }
    }
}

fn draws(out: &mut String) {
    let stop = AtomicBool::new(false);
    for [white, black] in BY_HAND {
        let mut seen = position("medieval", white, black);
        let know = Knowledge::new(&seen.rules);
        for turns in [19, 20] {
            seen.pos.state_mut().turns = [turns; 6];
            let asked = Level::ALL.map(|level| accepts_draw(&seen, level, &know, Budget::new(1_500, &stop)));
            writeln!(out, "a draw after {turns} in {white} - {black}: {asked:?}").unwrap();
        }
    }
}

fn placements(out: &mut String) {
    let game = titans_game(GameMode::Ffa, &["medieval", "makpong", "medieval"], PlacementStyle::Chosen).unwrap();
    volatile_or_placement(out, game, "placement");
    for ids in [["party-volatile", "party-volatile"], ["party-volatile", "medieval"]] {
        let game = titans_game(GameMode::Duel, &ids, PlacementStyle::Usual).unwrap();
        volatile_or_placement(out, game, "volatile");
    }
}

/// First decisions of a game that starts with a phase other than turns.
fn volatile_or_placement(out: &mut String, mut game: Game, what: &str) {
    for _ in 0..3 {
        let seat = game.to_act()[0];
        let chosen = Level::ALL.map(|level| text(decision(&game.seen(seat), level, NODES, 5).action.as_ref()));
        writeln!(out, "{what} of {}: {}", seat.0, chosen.join(" ")).unwrap();
        let action = decision(&game.seen(seat), Level::Titan, NODES, 5).action.unwrap();
        game.apply(seat, &action).unwrap();
    }
}

/// Match of Clash before the auction: both earlier rounds were drawn by agreement, or the first seat won the first of
/// them.
pub fn auction(drawn: bool) -> Game {
    let mut game = Match::new(clash::Setup { en_passant: false, seed: [1; 32] }).unwrap();
    while game.round_number() < 3 {
        for seat in [Seat(0), Seat(1)] {
            game.apply(seat, &Action::Clash(ClashAction::Suggest)).unwrap();
            game.apply(seat, &Action::Clash(ClashAction::Ready)).unwrap();
        }
        if drawn || game.round_number() > 1 {
            for seat in [Seat(0), Seat(1)] {
                game.apply(seat, &Action::OfferDraw).unwrap();
            }
        } else {
            game.apply(Seat(1), &Action::Resign).unwrap();
        }
    }
    Game::Clash(Box::new(game))
}

/// Raises and stops after equal bids, until one side stops.
fn raises(out: &mut String) {
    for (drawn, level) in [(true, Level::Titan), (false, Level::Titan), (false, Level::Recruit)] {
        for bid in [0, 8, 14, 20] {
            let mut game = auction(drawn);
            for seat in [Seat(0), Seat(1)] {
                let bid = ClashAction::Bid { gold: Gold::whole(bid) };
                game.apply(seat, &Action::Clash(bid)).unwrap();
            }
            let mut told = Vec::new();
            while let Some(seat) = game.to_act().first().copied()
                && matches!(game.seen(seat).question, Question::Auction(_))
                && told.len() < 400
            {
                let action = decision(&game.seen(seat), level, 0, 1).action.unwrap();
                told.push(format!("{} {}", seat.0, text(Some(&action))));
                game.apply(seat, &action).unwrap();
            }
            let last = told.last().cloned().unwrap_or_default();
            writeln!(out, "raises of a {level} from {bid}, drawn {drawn}: {} then {last}", told.len()).unwrap();
        }
    }
}

/// Suggestions for empty and for unfinished armies, in the first round and in the last.
fn suggestions(out: &mut String) {
    let Game::Clash(mut game) = auction(false) else { panic!() };
    for seat in [Seat(0), Seat(1)] {
        game.apply(seat, &Action::Clash(ClashAction::Bid { gold: Gold::whole(3 + i64::from(seat.0)) })).unwrap();
    }
    let first = Match::new(clash::Setup { en_passant: false, seed: [2; 32] }).unwrap();
    for (name, game) in [("first", first), ("last", *game)] {
        for seat in [Seat(0), Seat(1)] {
            for seed in 0..2 {
                let seen = game.seen(seat);
                let step = suggest(&seen, &knowledge(&seen), seed).map(Action::Clash);
                writeln!(out, "suggestion in the {name} round to {} by {seed}: {}", seat.0, text(step.as_ref()))
                    .unwrap();
            }
        }
    }
}

/// Some lines of a session with a chess interface.
fn interface(out: &mut String) {
    let stop = AtomicBool::new(false);
    let mut session = Session::new().unwrap();
    for line in [
        "uci",
        "isready",
        "position startpos moves e2e4 e7e5 g1f3",
        "go nodes 3000",
        "position fen r3k2r/8/8/3pP3/8/8/P6p/R3K2R w KQkq d6 0 20",
        "d",
        "go nodes 3000",
        "position fen r3k2r/8/8/3pP3/8/8/P6p/R3K2R w KQkq d6 0 20 moves e5d6 h2h1q",
        "go nodes 3000",
        "position fen 7k/5Q2/8/8/8/8/8/K6R b - - 0 1",
        "go nodes 100",
        "setoption name UCI_Variant value makpong",
        "position startpos moves a3a4",
        "go nodes 3000",
        "position startpos moves e2e9",
        "setoption name UCI_Variant value checkers",
        "nonsense",
        "stop",
        "quit",
    ] {
        let answer = match session.read(line) {
            Answer::Think(limits) => {
                let mut last = String::new();
                let best = session.think(&limits, &stop, &mut |info| last = info.line(Duration::from_secs(1)));
                format!("{last} / {best}")
            }
            Answer::Say(lines) => lines.join(" / "),
            other => format!("{other:?}"),
        };
        let answer = answer.replace(env!("CARGO_PKG_VERSION"), "VERSION");
        writeln!(out, "{line} > {answer}").unwrap();
    }
}

fn clash(out: &mut String) {
    for level in [Level::Recruit, Level::Captain, Level::Titan] {
        let mut game = Game::Clash(Box::new(Match::new(clash::Setup { en_passant: false, seed: [1; 32] }).unwrap()));
        let mut bought = Vec::new();
        for seed in 0..40 {
            let seat = game.to_act()[0];
            let made = decision(&game.seen(seat), level, NODES, 9);
            let Some(action) = made.action.filter(|action| matches!(action, Action::Clash(_))) else {
                break;
            };
            bought.push(text(Some(&action)));
            game.apply(seat, &action).unwrap();
            assert!(seed < 39, "a shop without an end");
        }
        writeln!(out, "shop of a {level}: {}", bought.join(" ")).unwrap();
        if play_on(&mut game, 6) {
            writeln!(out, "Clash with armies of a {level}: {}", thought(&seen(&game))).unwrap();
        }
    }
    for drawn in [true, false] {
        let game = auction(drawn);
        for level in [Level::Recruit, Level::Titan] {
            for seat in [Seat(0), Seat(1)] {
                if game.to_act().contains(&seat) {
                    let bids = (0..4).map(|seed| text(decision(&game.seen(seat), level, 0, seed).action.as_ref()));
                    writeln!(out, "bids of a {level} in seat {}: {}", seat.0, bids.collect::<Vec<_>>().join(" "))
                        .unwrap();
                }
            }
        }
    }
}

#[test]
fn every_decision_is_the_one_that_was_agreed_on() {
    let mut found = String::new();
    for part in [
        duels,
        by_hand,
        limits,
        deep,
        evaluation,
        tables,
        levels,
        draws,
        placements,
        clash,
        raises,
        suggestions,
        interface,
    ] {
        part(&mut found);
    }
    compare(&found, "signature.txt", 60);
}

/// Compares with a file of at least this many lines, or rewrites it.
pub fn compare(found: &str, name: &str, least: usize) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name);
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        std::fs::write(&file, found).unwrap();
    }
    let expected = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(expected.lines().count() > least, "{name}: {} lines", expected.lines().count());
    let other = found.lines().zip(expected.lines()).find(|(found, expected)| found != expected);
    assert_eq!(other, None, "{name}: first decision that differs: found, expected");
    assert_eq!(found.lines().count(), expected.lines().count());
}

/// With equal purses neither seat has an advantage, so both bid equally in either seat.
#[test]
fn bids_mirror_when_purses_do() {
    let game = auction(true);
    let bid = |seat, seed| match decision(&game.seen(seat), Level::Titan, 0, seed).action {
        Some(Action::Clash(ClashAction::Bid { gold })) => gold.hundredths(),
        other => panic!("{other:?}"),
    };
    let bids = |seat| -> Vec<i64> { (0..30).map(|seed| bid(seat, seed)).collect() };
    let (white, black) = (bids(Seat(0)), bids(Seat(1)));
    // Equal bids are raised, starting with White, so seats may differ by one step at most.
    let step = clash::STEP.hundredths();
    for (white, black) in white.iter().zip(&black) {
        assert!((white - black).abs() <= 2 * step, "{white} {black}");
        // Gold that no army can use is bid too.
        assert!((Gold::whole(30).hundredths()..Gold::whole(120).hundredths()).contains(white), "{white}");
    }
}

/// The score of a win gives the turn in which it comes.
#[test]
fn mates_are_counted_exactly_at_every_distance() {
    for (white, black, mate) in [
        ("king g1, rook a1, pawn f2 g2 h2", "king g8, pawn f7 g7 h7", 1),
        ("king e1, rook a6 b5", "king e7", 2),
        ("king b6, queen d1", "king a8", 1),
        ("king d5, queen h7", "king d8", 2),
    ] {
        let seen = position("medieval", white, black);
        let stop = AtomicBool::new(false);
        let know = Knowledge::new(&seen.rules);
        // The distance must be exact whether the win was found at once or deep in a search with table entries.
        for nodes in [2_000, 60_000] {
            let found = analyse(&seen, &know, Budget::new(nodes, &stop));
            assert_eq!(found.mate_in, Some(mate), "{white} - {black} with {nodes}: {found:?}");
            assert_eq!(found.score, 30_000 - 2 * mate + 1, "{white} - {black} with {nodes}");
        }
    }
}
