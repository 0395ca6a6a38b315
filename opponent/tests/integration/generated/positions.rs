//! Positions by chance: random games of all kinds, endings made of them, and rare states of a game.
//!
//! All numbers come from seeds, so that every machine makes the same positions.

use std::path::Path;
use std::sync::Arc;

use engine::ability;
use engine::action::{Act, Action, ClashAction, Turn};
use engine::battalion::{Definition, builtin, load_builtin, read};
use engine::board::{Battlefield, Seat, Space};
use engine::clash::{self, Gold, STEP};
use engine::context::{LegalMove, RuleSet, RulesContext};
use engine::game::Game;
use engine::play::{Fall, Flags, Kept, Piece, Position, Rules, Slot, Stalemate, TypeId};
use engine::seen::{Question, Seen};
use engine::titans::{self, GameMode, LAST_TURN, PlacementStyle, Setup};

use super::random::Random;

/// A position with the game that it belongs to, unless it was changed by hand.
#[derive(Clone)]
pub struct Shot {
    pub game: Option<Game>,
    pub seen: Seen,
    pub name: String,
}

impl Shot {
    pub fn of(game: &Game, seat: Seat, name: String) -> Self {
        Self { game: Some(game.clone()), seen: game.seen(seat), name }
    }
}

/// Text of an army file of the engine's tests.
fn test_file(id: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/tests/armies").join(format!("{id}.toml"));
    std::fs::read_to_string(file).unwrap()
}

fn army(text: &str) -> Arc<Definition> {
    Arc::new(read(text, &ability::specs()).unwrap())
}

/// Armies of the engine's tests by the ways in which they differ from chess.
const TEST_ARMIES: [&str; 20] = [
    "antichess",
    "antichess",
    "atomic",
    "capablanca",
    "checkers",
    "fairy-pieces",
    "fire-demons",
    "great-worm",
    "horde",
    "river",
    "seirawan",
    "shogi",
    "snare-en-passant",
    "solid-supporters",
    "ultima-leapers",
    "volatile-lot",
    "volatile-open",
    "volatile-own",
    "xiangqi",
    "nutty-knights",
];

/// One of all armies that play duels, built-in ones half of the time.
fn duellist(random: &mut Random) -> Arc<Definition> {
    if random.chance(50) {
        let ids: Vec<&str> = builtin().iter().map(|army| army.id).filter(|id| *id != "baroque").collect();
        load_builtin(random.pick::<&str>(&ids)).unwrap()
    } else {
        army(&test_file(random.pick::<&str>(&TEST_ARMIES)))
    }
}

/// Chess with some pieces of the first row in reserve as Instant Reinforcements, and with gaps in both rows.
fn reinforced(random: &mut Random) -> Arc<Definition> {
    let mut row: Vec<char> = "RNBQKBNR".chars().collect();
    let mut pawns: Vec<char> = "PPPPPPPP".chars().collect();
    let mut reserves = String::new();
    for piece in ["queen", "rook", "knight"].iter().take(1 + random.below(3)) {
        let letter = piece.chars().next().unwrap().to_ascii_uppercase();
        let letter = if letter == 'K' { 'N' } else { letter };
        let at = row.iter().position(|other| *other == letter).unwrap();
        row[at] = '.';
        let instant = random.chance(80);
        reserves += &format!("[[reserve]]\npiece = \"{piece}\"\nzone = \"back-rank\"\ninstant = {instant}\n\n");
    }
    for _ in 0..random.below(4) {
        pawns[random.below(8)] = '.';
    }
    let text = test_file("orthodox").replacen("[[piece]]", &format!("{reserves}[[piece]]"), 1);
    let [row, pawns] = [row, pawns].map(String::from_iter);
    army(&text.replace("\"orthodox\"", "\"waiting\"").replace("RNBQKBNR", &row).replace("PPPPPPPP", &pawns))
}

/// Chess with other pieces in the first row and gaps in the second, so that they attack.
fn open_chess(random: &mut Random) -> Arc<Definition> {
    let mut row: Vec<char> = "RNBQKBNR".chars().collect();
    let mut pawns: Vec<char> = "PPPPPPPP".chars().collect();
    for _ in 0..random.below(4) {
        let at = *random.pick(&[0, 1, 2, 3, 5, 6, 7]);
        row[at] = *random.pick(&['R', 'R', 'Q', 'B']);
        pawns[random.below(8)] = '.';
    }
    let [row, pawns] = [row, pawns].map(String::from_iter);
    army(&test_file("orthodox").replace("RNBQKBNR", &row).replace("PPPPPPPP", &pawns))
}

fn names(armies: &[Arc<Definition>]) -> String {
    let ids: Vec<&str> = armies.iter().map(|army| army.id.as_str()).collect();
    ids.join("/")
}

const STYLES: [PlacementStyle; 4] =
    [PlacementStyle::Usual, PlacementStyle::Usual, PlacementStyle::Chosen, PlacementStyle::Shuffled];

/// Starts a game with random options; `None` if the armies cannot play it.
fn start(mode: GameMode, armies: Vec<Arc<Definition>>, random: &mut Random) -> Option<(String, Game)> {
    let seed = random.seed();
    let style = *random.pick(&STYLES);
    let mut name = format!("{mode:?} {} {style:?}", names(&armies));
    let mut setup = Setup::new(mode, style.arranged(armies, &seed), seed).ok()?;
    setup.placement = style;
    if random.chance(20) {
        setup.without_reserves = vec![Seat::new(random.below(setup.armies.len()))];
        name += " without a reserve";
    }
    if mode == GameMode::Duel && random.chance(30) {
        let other = setup.clone();
        let widest = setup.armies.iter().map(|army| army.territory.width() + 2 * army.territory.margin).max()?;
        let width = widest.max(8) + random.below(3) as u8;
        setup.battlefield = Battlefield::fitting(2, [(width, 0)]).ok()?;
        setup.battlefield.height = 2 + random.below(5) as u8;
        if setup.check().is_ok() {
            name += &format!(" on {width}x{}", setup.battlefield.height);
        } else {
            setup = other;
        }
    }
    setup.check().ok()?;
    titans::Game::new(setup).ok().map(|game| (name, Game::Titans(Box::new(game))))
}

pub fn duel(random: &mut Random) -> (String, Game) {
    loop {
        let one = duellist(random);
        let other = if random.chance(50) { one.clone() } else { duellist(random) };
        if let Some(started) = start(GameMode::Duel, vec![one, other], random) {
            return started;
        }
    }
}

/// Duel with pieces in reserve that may be placed at the start.
pub fn duel_with_reinforcements(random: &mut Random) -> (String, Game) {
    loop {
        let waiting = if random.chance(20) { load_builtin("baroque-duel").unwrap() } else { reinforced(random) };
        let mut armies = vec![waiting, open_chess(random)];
        random.shuffle(&mut armies);
        if let Some(started) = start(GameMode::Duel, armies, random) {
            return started;
        }
    }
}

/// Duel of armies with Volatile pieces that the other Player chooses.
pub fn volatile_duel(random: &mut Random) -> (String, Game) {
    loop {
        let mut armies: Vec<Arc<Definition>> = (0..2)
            .map(|_| match random.below(5) {
                0 => army(&test_file("volatile-open")),
                1 => army(&test_file("volatile-lot")),
                2 => load_builtin("medieval").unwrap(),
                _ => load_builtin("party-volatile").unwrap(),
            })
            .collect();
        if !armies.iter().any(|army| army.id.contains("volatile")) {
            armies[0] = load_builtin("party-volatile").unwrap();
        }
        if let Some(started) = start(GameMode::Duel, armies, random) {
            return started;
        }
    }
}

/// Game of three to six. Every second one has an army that needs two defeats.
pub fn table(mode: GameMode, random: &mut Random) -> (String, Game) {
    let ids = ["medieval", "makpong", "reptilian-order", "the-party", "alchemists", "party-volatile"];
    loop {
        let mut armies: Vec<_> =
            (0..3 + random.below(4)).map(|_| load_builtin(random.pick::<&str>(&ids)).unwrap()).collect();
        if random.chance(50) {
            let at = random.below(armies.len());
            armies[at] = load_builtin("baroque").unwrap();
        }
        if let Some(started) = start(mode, armies, random) {
            return started;
        }
    }
}

/// Random action of somebody who is to act: captures, abilities, promotions and Checks are more likely.
pub fn any_action(game: &Game, random: &mut Random) -> Option<(Seat, Action)> {
    let waiting = game.to_act();
    if waiting.is_empty() {
        return None;
    }
    let seat = *random.pick(&waiting);
    let seen = game.seen(seat);
    let action = match &seen.question {
        Question::Nothing => return None,
        Question::Turn => any_turn(game, &seen, random).into(),
        Question::Placement(_) => {
            let Game::Titans(titans) = game else { return None };
            let question = titans.placement_question(seat)?;
            let (offset, mirrored) = *random.pick(&question.places());
            let mut instant = Vec::new();
            for (key, ..) in &question.instants {
                let spaces = titans.instant_spaces(seat, (offset, mirrored), &instant, key);
                if !spaces.is_empty() && random.chance(50) {
                    instant.push((key.clone(), *random.pick(&spaces)));
                }
            }
            Action::Place { offset, mirrored, instant }
        }
        Question::Volatile(_) => Action::DrawVolatile,
        Question::Shop(buying) => {
            let faulty = !buying.shop.army().faults().is_empty();
            if faulty { ClashAction::Suggest.into() } else { ClashAction::Ready.into() }
        }
        Question::Auction(bidding) if bidding.standing.is_some() => ClashAction::Raise.into(),
        Question::Auction(bidding) => {
            let steps = bidding.limits[seat.index()].hundredths() / STEP.hundredths();
            let bid = random.below(steps as usize + 1) as i64;
            ClashAction::Bid { gold: Gold::from_hundredths(bid * STEP.hundredths()) }.into()
        }
    };
    Some((seat, action))
}

fn any_turn(game: &Game, seen: &Seen, random: &mut Random) -> Turn {
    let (rules, mut pos) = (&seen.rules, seen.pos.clone());
    let lines = RulesContext { rules, pos: &seen.pos, law: seen.law }.lines();
    let weights: Vec<usize> = lines
        .iter()
        .map(|line| {
            let enemy = |space: &Space| seen.pos.at(*space).is_some_and(|piece| piece.seat != seen.seat);
            let captures = line.act.captures().iter().filter(|space| enemy(space)).count();
            let ability = !matches!(line.act, Act::Move { .. });
            let mark = rules.play(&mut pos, &line.mv, &line.chain);
            let check = pos.pending().is_empty() && rules.in_check(&pos, pos.to_move());
            pos.undo(rules, &mark);
            1 + 14 * captures
                + 4 * usize::from(ability)
                + 5 * usize::from(check)
                + 8 * usize::from(line.mv.promote.is_some())
        })
        .collect();
    let mut drawn = random.below(weights.iter().sum());
    let chosen = lines.iter().zip(&weights).find(|(_, weight)| {
        let found = drawn < **weight;
        drawn = drawn.saturating_sub(**weight);
        found
    });
    let mut turn: Turn = chosen.map_or(&lines[0], |(line, _)| line).act.clone().into();
    while let Ok(Some(choice)) = game.next_choice(&turn) {
        let declines = choice.options.is_empty() || choice.optional && random.chance(30);
        turn.then.push(if declines { None } else { Some(*random.pick(&choice.options)) });
    }
    turn
}

/// Plays at random; returns `keep` positions with a turn to choose, the last ones before an end, and every position
/// with another question.
pub fn shots(name: &str, mut game: Game, most: usize, keep: usize, random: &mut Random) -> Vec<Shot> {
    let (mut all, mut kept, mut last) = (Vec::new(), Vec::new(), Vec::new());
    let mut turns = 0;
    for made in 0..most {
        let waiting = game.to_act();
        let Some(first) = waiting.first() else { break };
        let seat = *waiting.iter().find(|_| random.chance(50)).unwrap_or(first);
        let shot = Shot::of(&game, seat, format!("{name}, {made}"));
        if matches!(shot.seen.question, Question::Turn) {
            turns += 1;
            if kept.len() < keep {
                kept.push(shot.clone());
            } else if random.below(turns) < keep {
                let at = random.below(keep);
                kept[at] = shot.clone();
            }
            last.push(shot);
            if last.len() > 2 {
                last.remove(0);
            }
        } else {
            all.push(shot);
        }
        let Some((seat, action)) = any_action(&game, random) else { break };
        game.apply(seat, &action).unwrap_or_else(|why| panic!("{name}, {made}: {action:?}: {why}"));
    }
    all.extend(kept);
    if game.is_over() {
        all.extend(last.into_iter().map(|shot| Shot { name: format!("{} before the end", shot.name), ..shot }));
    }
    all
}

/// Position to which a game may come, with few pieces: some stand elsewhere or are other ones of the army, Titans often
/// at the edge, Pawns often before their promotion. `None` if such a position cannot occur.
pub fn thinned(seen: &Seen, most: [usize; 2], random: &mut Random) -> Option<Seen> {
    let rules = seen.rules.clone();
    let mut seen = seen.clone();
    let pos = &mut seen.pos;
    let spaces: Vec<Space> = rules.board.spaces().iter().collect();
    let sides = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let is_edge = |space: &Space| sides.iter().any(|side| rules.board.step(*space, *side).is_none());
    let edge: Vec<Space> = spaces.iter().copied().filter(is_edge).collect();
    let first = Seat::new(random.below(rules.seat_count()));
    for seat in Seat::all(rules.seat_count()) {
        if pos.state().is_defeated(seat) {
            continue;
        }
        let mut own: Vec<(Slot, Piece)> = pos.pieces().filter(|(_, piece)| piece.seat == seat).collect();
        random.shuffle(&mut own);
        let mut keep = random.below(most[usize::from(seat != first)] + 1);
        for (slot, piece) in own {
            let needed = rules.keep[seat.index()].contains(&piece.ty) && pos.count(seat, piece.ty) == 1;
            let titan = rules.ty(piece.ty).titan;
            if !titan && !needed && keep == 0 {
                pos.set(&rules, slot, None);
                continue;
            }
            keep -= usize::from(!titan && !needed);
            if random.chance(if titan { 50 } else { 30 }) {
                continue;
            }
            let piece = match other_type(&rules, piece, random) {
                Some(ty) if random.chance(25) && !titan => Piece::new(ty, seat),
                _ => piece,
            };
            let from = if titan && random.chance(60) { &edge } else { &spaces };
            let near = if random.chance(50) { before_promotion(&rules, piece, &spaces) } else { Vec::new() };
            let to = Slot::new(*random.pick(if near.is_empty() { from } else { &near }), slot.layer());
            let layer = rules.ty(piece.ty).layer;
            if layer == slot.layer() && pos.in_slot(to).is_none() {
                pos.set(&rules, slot, None);
                pos.set(&rules, to, Some(piece));
                pos.set_flag(&rules, to, Flags::FRESH, false);
            }
        }
        if random.chance(60) {
            for ty in (0..rules.types.len()).map(TypeId::new) {
                pos.set_held(seat, ty, Kept::Nothing, 0);
            }
        }
    }
    let two = rules.seat_count() == 2;
    let state = pos.state_mut();
    state.en_passant = Default::default();
    state.gate_open = true;
    if two && random.chance(50) && state.phase == 0 {
        state.to_move = Seat(1 - state.to_move.0);
    }
    pos.crown();
    pos.commit();
    let (me, state) = (seen.pos.to_move(), seen.pos.state());
    let mut others = Seat::all(rules.seat_count()).filter(|seat| *seat != me && !state.is_defeated(*seat));
    if two && others.any(|seat| rules.in_check(&seen.pos, seat)) {
        return None;
    }
    if !rules.has_legal_move(&mut seen.pos) && !random.chance(10) {
        return None;
    }
    seen.seat = seen.pos.to_move();
    seen.occurred.clear();
    let turns = 14 + random.below(20) as u16;
    set_turns(&mut seen.pos, turns);
    Some(seen)
}

fn other_type(rules: &Rules, piece: Piece, random: &mut Random) -> Option<TypeId> {
    let (origin, layer) = (rules.ty(piece.ty).origin.0, rules.ty(piece.ty).layer);
    let fits = |ty: &TypeId| rules.ty(*ty).origin.0 == origin && rules.ty(*ty).layer == layer && !rules.ty(*ty).titan;
    let all: Vec<TypeId> = (0..rules.types.len()).map(TypeId::new).filter(fits).collect();
    (!all.is_empty()).then(|| *random.pick(&all))
}

/// Spaces from which one step leads to where the piece promotes.
fn before_promotion(rules: &Rules, piece: Piece, spaces: &[Space]) -> Vec<Space> {
    let promotes = |space: &Space| rules.promotes_at(piece.seat, piece.ty, *space).is_some();
    let goals: Vec<Space> = spaces.iter().copied().filter(promotes).collect();
    let beside = |space: &Space| !promotes(space) && goals.iter().any(|goal| goal.distance(*space) == 1);
    spaces.iter().copied().filter(beside).collect()
}

/// Number of turns of each Player when the next one is to move.
fn set_turns(pos: &mut Position, turns: u16) {
    let next = pos.to_move();
    for seat in Seat::all(6) {
        pos.state_mut().turns[seat.index()] = turns + u16::from(seat < next);
    }
}

/// Changes what a game has seen: turns without progress, turns at all, positions that occurred.
pub fn aged(shot: &mut Shot, random: &mut Random) {
    let seen = &mut shot.seen;
    let rules = seen.rules.clone();
    let quiet = match seen.law {
        RuleSet::Titans => titans::QUIET_TURNS,
        RuleSet::Clash => clash::QUIET_TURNS,
    };
    match random.below(4) {
        0 => {
            let turns =
                if random.chance(50) { quiet - 1 - random.below(3) as u16 } else { 11 + random.below(30) as u16 };
            seen.pos.state_mut().quiet = [turns; 6];
            shot.name += &format!(", quiet for {turns}");
        }
        1 if seen.law == RuleSet::Titans => {
            let turns = LAST_TURN - 1 - random.below(3) as u16;
            set_turns(&mut seen.pos, turns);
            shot.name += &format!(", in turn {turns}");
        }
        _ => {
            let mut pos = seen.pos.clone();
            let every = 1 + random.below(3);
            let times = 1 + random.below(2) as u8;
            let lines = RulesContext { rules: &rules, pos: &seen.pos, law: seen.law }.lines();
            for line in lines.iter().skip(random.below(every)).step_by(every) {
                let mark = rules.play(&mut pos, &line.mv, &line.chain);
                let quiet = pos.pending().is_empty() && line.act.captures().is_empty();
                if quiet && pos.state().defeated == seen.pos.state().defeated && rules.has_legal_move(&mut pos) {
                    seen.occurred.insert(rules.repetition_key(&pos), times);
                }
                pos.undo(&rules, &mark);
            }
            shot.name += &format!(", every {every}. seen {times} times");
        }
    }
    shot.game = None;
}

/// Lets somebody fall: a Target of the seat if it has two, else anybody who is not to move.
pub fn fallen(shot: &mut Shot, random: &mut Random) -> Option<()> {
    let seen = &mut shot.seen;
    let seats = seen.rules.seat_count();
    let may = |seat: &Seat| *seat != seen.pos.to_move() && *seat != seen.seat && !seen.pos.state().is_defeated(*seat);
    let others: Vec<Seat> = Seat::all(seats).filter(may).collect();
    let targets: Vec<Seat> =
        others.iter().copied().filter(|seat| seen.aims.targets(seen.seat) >> seat.0 & 1 != 0).collect();
    let from = if targets.len() > 1 { &targets } else { &others };
    if from.is_empty() {
        return None;
    }
    let victim = *random.pick(from);
    let by = *random.pick(&Seat::all(seats).filter(|seat| *seat != victim).collect::<Vec<_>>());
    let before = seen.pos.state().defeated;
    let rules = seen.rules.clone();
    rules.defeat(&mut seen.pos, victim, Fall::Checkmate, Some(by));
    seen.pos.commit();
    let goes_on = seen.aims.winners(seen.pos.state(), before, by).is_none();
    shot.name += &format!(", {} fell by {}", victim.0, by.0);
    shot.game = None;
    goes_on.then_some(())
}

/// Plays a turn on a board without a game; `None` if it is illegal or ends the game.
pub fn after(seen: &Seen, turn: &Turn) -> Option<Seen> {
    let mut next = seen.clone();
    let rules = &seen.rules;
    let (mv, chain) = RulesContext { rules, pos: &seen.pos, law: seen.law }.find(&turn.act).ok()?;
    rules.attempt(&mut next.pos, &mv, &chain).ok()?;
    for choice in &turn.then {
        if next.pos.pending().is_empty() || !rules.settle(&mut next.pos, *choice) {
            return None;
        }
    }
    if !next.pos.pending().is_empty() {
        if rules.settlements(&mut next.pos).next().is_some() {
            return None;
        }
        rules.clear_pending(&mut next.pos);
    }
    *next.occurred.entry(rules.repetition_key(&seen.pos)).or_insert(0) += 1;
    next.pos.commit();
    next.seat = next.pos.to_move();
    Some(next)
}

/// Checks whether a line gives checkmate, captures the last Titan or wins in another way at once.
fn wins(seen: &Seen, pos: &mut Position, line: &LegalMove) -> bool {
    let (me, before) = (pos.to_move(), pos.state().defeated);
    let mark = seen.rules.play(pos, &line.mv, &line.chain);
    let won = pos.pending().is_empty()
        && if pos.state().defeated == before {
            let next = pos.to_move();
            let loses = seen.rules.in_check(pos, next) || seen.rules.stalemate(next) == Stalemate::Loses;
            loses && !seen.rules.has_legal_move(pos)
        } else {
            seen.aims.winners(pos.state(), before, me).is_some_and(|won| won >> me.0 & 1 != 0)
        };
    pos.undo(&seen.rules, &mark);
    won
}

/// Acts that win a duel at once.
pub fn winning_acts(seen: &Seen) -> Vec<Act> {
    let lines = RulesContext { rules: &seen.rules, pos: &seen.pos, law: seen.law }.lines();
    let mut pos = seen.pos.clone();
    lines.into_iter().filter(|line| wins(seen, &mut pos, line)).map(|line| line.act).collect()
}
