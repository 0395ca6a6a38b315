//! Sweep over decisions in all games and phases. Each is applied, and none may be illegal, missing or over budget.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use engine::battalion::{Definition, builtin, load_builtin};
use engine::clash;
use engine::game::Game;
use engine::titans::{self, GameMode, PlacementStyle, Setup};
use opponent::{Budget, Knowledge, Level, decide};

use super::generated;
use crate::dice::Dice;

/// Node limits to try, from almost none.
const NODES: [u64; 4] = [1, 40, 300, 1_500];
/// Nodes over budget from which the sweep fails.
const MOST_OVER: u64 = 1_000;

/// Counts of decisions by outcome.
#[derive(Debug, Default)]
pub struct Count {
    pub decisions: usize,
    pub refused: usize,
    pub stuck: usize,
    /// Largest number of nodes over budget.
    pub over: u64,
    pub games: usize,
    /// Games with a generated army, and the number of different generated armies.
    pub with_generated: usize,
    pub generated: usize,
}

/// Makes at least `wanted` decisions, in games of at most `longest` decisions each, with `generated` generated armies.
pub fn run(wanted: usize, longest: usize, generated: u64) -> Count {
    let mut dice = Dice(1);
    let mut count = Count::default();
    let armies: Vec<Arc<Definition>> = (0..generated).filter_map(generated::army).collect();
    count.generated = armies.len();
    while count.decisions < wanted {
        let Some(mut game) = any_game(&mut dice, &armies, &mut count) else {
            continue;
        };
        let failed = count.refused + count.stuck;
        play(&mut game, longest, &mut dice, &mut count);
        if let (true, Game::Titans(game)) = (count.refused + count.stuck > failed, &game) {
            println!("{:?}", game.setup());
        }
        count.games += 1;
    }
    count
}

impl Count {
    /// Returns `true` if no decision was refused or missing, and none far over budget.
    pub const fn is_fine(&self) -> bool {
        self.refused + self.stuck == 0 && self.over <= MOST_OVER
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { decisions, refused, stuck, over, games, with_generated, generated } = self;
        write!(
            f,
            "{decisions} decisions in {games} games, {with_generated} of them with one of {generated} generated armies: {refused} refused, \
             {stuck} stuck, at most {over} positions over budget"
        )
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a number below 256")]
fn any_game(dice: &mut Dice, generated: &[Arc<Definition>], count: &mut Count) -> Option<Game> {
    let seed = [dice.below(256) as u8; 32];
    if dice.one_in(6) {
        let setup = clash::Setup { en_passant: dice.one_in(2), seed };
        let game = clash::Match::new(setup).ok()?;
        return Some(Game::Clash(Box::new(game)));
    }
    let (mode, seats) = match dice.below(4) {
        0 => (GameMode::Assassin, 3 + dice.below(4)),
        1 => (GameMode::Ffa, 3 + dice.below(4)),
        _ => (GameMode::Duel, 2),
    };
    let all = builtin();
    let mut armies: Vec<Arc<Definition>> = (0..seats).filter_map(|_| load_builtin(dice.pick(all).id).ok()).collect();
    let with_generated = dice.one_in(2);
    if with_generated {
        // Each generated army in turn, against another generated one or a known one.
        armies[0] = generated[count.with_generated % generated.len()].clone();
        if dice.one_in(2) {
            armies[1] = dice.pick(generated).clone();
        }
    }
    let mut setup = Setup::new(mode, armies, seed).ok()?;
    if dice.one_in(3) {
        setup.placement = PlacementStyle::Chosen;
    }
    let game = titans::Game::new(setup).ok()?;
    count.with_generated += usize::from(with_generated);
    Some(Game::Titans(Box::new(game)))
}

fn play(game: &mut Game, longest: usize, dice: &mut Dice, count: &mut Count) {
    let stop = AtomicBool::new(false);
    let mut known: Option<(usize, Knowledge)> = None;
    for _ in 0..longest {
        let to_act = game.to_act();
        if to_act.is_empty() {
            return;
        }
        let seat = *dice.pick(&to_act);
        let seen = game.seen(seat);
        let id = std::ptr::from_ref(&*seen.rules).addr();
        if known.as_ref().is_none_or(|(of, _)| *of != id) {
            known = Some((id, Knowledge::new(&seen.rules)));
        }
        let Some((_, know)) = &known else { return };
        let level = *dice.pick(&Level::ALL);
        let nodes = *dice.pick(&NODES);
        let budget = Budget::new(nodes, &stop);
        let decision = decide(&seen, level, know, budget, dice.below(1 << 30) as u64);
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
