//! Never illegal, never stuck, never over budget.

use std::sync::atomic::AtomicBool;

use engine::battalion::builtin;
use engine::clash;
use engine::game::Game;
use engine::titans::{self, GameMode, PlacementStyle, Setup};
use opponent::{Budget, Knowledge, Level, decide};

use crate::arena::{Dice, load};

/// Budgets that are tried: from almost none.
const NODES: [u64; 4] = [1, 40, 300, 1_500];
/// The longest game.
const LONGEST: usize = 400;

#[derive(Default)]
struct Count {
    decisions: usize,
    refused: usize,
    stuck: usize,
    over: u64,
    games: usize,
}

pub fn run(wanted: usize) {
    let mut dice = Dice(1);
    let mut count = Count::default();
    while count.decisions < wanted {
        let Some(mut game) = any_game(&mut dice) else {
            continue;
        };
        play(&mut game, &mut dice, &mut count);
        count.games += 1;
    }
    println!(
        "{} decisions in {} games: {} refused, {} stuck, at most {} positions over budget",
        count.decisions, count.games, count.refused, count.stuck, count.over
    );
    if count.refused + count.stuck > 0 || count.over > 1_000 {
        std::process::exit(1);
    }
}

fn any_game(dice: &mut Dice) -> Option<Game> {
    let seed = [dice.below(256) as u8; 32];
    if dice.below(6) == 0 {
        let setup = clash::Setup {
            en_passant: dice.below(2) == 0,
            seed,
        };
        return clash::Match::new(setup)
            .ok()
            .map(|game| Game::Clash(Box::new(game)));
    }
    let (mode, seats) = match dice.below(4) {
        0 => (GameMode::Assassin, 3 + dice.below(4)),
        1 => (GameMode::Ffa, 3 + dice.below(4)),
        _ => (GameMode::Duel, 2),
    };
    let all = builtin();
    let armies = (0..seats)
        .filter_map(|_| load(all[dice.below(all.len())].id))
        .collect();
    let mut setup = Setup::new(mode, armies, seed).ok()?;
    if dice.below(3) == 0 {
        setup.placement = PlacementStyle::Chosen;
    }
    titans::Game::new(setup)
        .ok()
        .map(|game| Game::Titans(Box::new(game)))
}

fn play(game: &mut Game, dice: &mut Dice, count: &mut Count) {
    let stop = AtomicBool::new(false);
    let mut known: Option<(usize, Knowledge)> = None;
    for _ in 0..LONGEST {
        let to_act = game.to_act();
        if to_act.is_empty() {
            return;
        }
        let seat = to_act[dice.below(to_act.len())];
        let seen = game.seen(seat);
        let id = std::ptr::from_ref(&*seen.rules).addr();
        if known.as_ref().is_none_or(|(of, _)| *of != id) {
            known = Some((id, Knowledge::new(&seen.rules)));
        }
        let Some((_, know)) = &known else { return };
        let level = Level::ALL[dice.below(6)];
        let nodes = NODES[dice.below(NODES.len())];
        let decision = decide(
            &seen,
            level,
            know,
            Budget::new(nodes, &stop),
            dice.below(1 << 30) as u64,
        );
        count.decisions += 1;
        count.over = count.over.max(decision.nodes.saturating_sub(nodes));
        let Some(action) = decision.action else {
            println!("stuck: {:?} {:?}", seen.question, game.log());
            count.stuck += 1;
            return;
        };
        if let Err(why) = game.apply(seat, &action) {
            println!("refused: {action:?} {why:?} {:?}", game.log());
            count.refused += 1;
            return;
        }
    }
}
