//! Won endings from random positions: how many of them a level wins in time.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use engine::action::Action;
use engine::board::{Seat, Space};
use engine::context::RulesContext;
use engine::play::{Piece, Position, Rules};
use engine::seen::Seen;
use opponent::{Budget, Knowledge, Level, Memory, decide_recalling};

use crate::dice::Dice;
use crate::games as arena;

/// Maximum number of turns of both sides: fifty of each.
const LONGEST: usize = 100;

/// Ending to win: the level, the army with its Titan, and the winner's other pieces.
struct Ending {
    level: Level,
    army: &'static str,
    titan: &'static str,
    pieces: &'static [&'static str],
    /// The pieces stand on Spaces of one colour, if that decides the ending.
    same_colour: Option<bool>,
}

const fn chess(level: Level, pieces: &'static [&'static str], same_colour: Option<bool>) -> Ending {
    Ending { level, army: "medieval", titan: "king", pieces, same_colour }
}

const fn reptilian(pieces: &'static [&'static str], same_colour: Option<bool>) -> Ending {
    Ending { level: Level::Captain, army: "reptilian-order", titan: "prophet", pieces, same_colour }
}

const ENDINGS: [Ending; 13] = [
    chess(Level::Captain, &["queen"], None),
    chess(Level::Captain, &["rook"], None),
    chess(Level::Captain, &["bishop", "bishop"], Some(false)),
    chess(Level::Captain, &["pawn"], None),
    chess(Level::Titan, &["bishop", "knight"], None),
    reptilian(&["crocodile"], None),
    reptilian(&["guard", "guard"], None),
    reptilian(&["guard", "snake"], None),
    reptilian(&["guard", "zealot"], None),
    reptilian(&["zealot", "zealot"], Some(false)),
    reptilian(&["snake", "snake"], Some(false)),
    reptilian(&["zealot", "snake"], Some(true)),
    reptilian(&["guard", "tortoise"], None),
];

/// Prints, for each ending whose name contains `only`, how many positions are won.
pub fn run(positions: usize, only: Option<&str>) {
    for ending in &ENDINGS {
        let name = format!("{}, {}: {}", ending.level, ending.army, ending.pieces.join(" and "));
        if only.is_some_and(|only| !name.contains(only)) {
            continue;
        }
        let (mut won, mut turns, mut played) = (0, 0, 0);
        for seed in 0.. {
            if played == positions {
                break;
            }
            let Some(seen) = begin(ending, seed) else { continue };
            played += 1;
            if let Some(taken) = turns_to_win(seen, ending.level, seed) {
                won += 1;
                turns += taken.div_ceil(2);
            }
        }
        println!("{name}: {won} of {played} won, in {} turns on average", turns / won.max(1));
    }
}

/// Random position with White to move in which Black cannot capture at once and a Pawn cannot be caught.
fn begin(ending: &Ending, seed: u64) -> Option<Seen> {
    let Ending { army, titan, pieces, .. } = ending;
    let game = arena::duel([army; 2], 0)?;
    let rules: Arc<Rules> = game.seen(Seat(0)).rules;
    let rules = &rules;
    let mut dice = Dice(seed ^ 0xe4d);
    let mut pos = Position::empty(rules);
    let mut put = |name: &str, seat: u8| -> Option<Space> {
        let spaces: Vec<Space> = rules.board.spaces().iter().filter(|space| pos.at(*space).is_none()).collect();
        let space = *dice.pick(&spaces);
        pos.put(rules, space, Piece::new(rules.type_by_key(&format!("{army}/{name}"))?, Seat(seat)));
        Some(space)
    };
    let own = put(titan, 0)?;
    let spaces = pieces.iter().map(|piece| put(piece, 0)).collect::<Option<Vec<Space>>>()?;
    let other = put(titan, 1)?;
    pos.crown();
    pos.commit();
    let colour = |space: &Space| (space.file() + space.rank()) % 2;
    let same = spaces.iter().all(|space| colour(space) == colour(&spaces[0]));
    let decided = ending.same_colour.is_some_and(|wanted| wanted != same);
    let caught = pieces.iter().zip(&spaces).any(|(piece, space)| {
        let (goal, rows) = (Space::new(space.file(), 7), 7_u8.saturating_sub(space.rank()));
        let edge = space.rank() == 0 || space.rank() == 7;
        // White moves first, and the King does not stand in the way.
        *piece == "pawn" && (edge || other.distance(goal) <= rows || own.file() == space.file())
    });
    let attacked = spaces.iter().any(|space| space.distance(other) <= 1);
    let fair = own.distance(other) > 1 && !attacked && !decided && !caught && !rules.in_check(&pos, Seat(1));
    fair.then(|| Seen::duel(rules.clone(), pos))
}

/// Number of turns of both sides until White mates. Both sides are the same level and keep their memories.
fn turns_to_win(mut seen: Seen, level: Level, seed: u64) -> Option<usize> {
    let know = Knowledge::new(&seen.rules);
    let mut memories = [Memory::default(), Memory::default()];
    for turn in 0..=LONGEST {
        let seat = seen.pos.to_move();
        seen.seat = seat;
        let stop = AtomicBool::new(false);
        let budget = Budget::new(u64::MAX, &stop);
        let made = decide_recalling(&seen, level, &know, budget, seed, &mut memories[seat.index()]);
        let Some(Action::Turn(taken)) = made.action else {
            let mated = seat == Seat(1) && seen.rules.in_check(&seen.pos, seat);
            return mated.then_some(turn);
        };
        let rules = seen.rules.clone();
        let (mv, chain) = RulesContext { rules: &rules, pos: &seen.pos, law: seen.law }.find(&taken.act).ok()?;
        *seen.occurred.entry(rules.repetition_key(&seen.pos)).or_insert(0) += 1;
        rules.play(&mut seen.pos, &mv, &chain);
        seen.pos.commit();
        if seen.occurred.get(&rules.repetition_key(&seen.pos)).is_some_and(|times| *times >= 2) {
            return None;
        }
    }
    None
}
