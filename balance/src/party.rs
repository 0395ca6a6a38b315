//! Games of four: how strong armies, seats and neighbours are. Each block plays four armies in a Latin square, every army
//! once in every seat. The order of the four armies is drawn, which balances neighbours over the blocks.

use engine::action::Action;
use engine::board::Seat;
use engine::titans::{Game, GameMode, Setup, deal};
use engine::view::{Phase, Viewer};
use opponent::Knowledge;
use serde::{Deserialize, Serialize};

use crate::army::{Army, ArmyError, ArmyFile};
use crate::dice::Dice;
use crate::games::{self, Player};

/// Version of the results file. Raise it when the same seeds give other games, so that no run mixes both.
pub const FORMAT: u32 = 3;
/// Number of Players.
pub const SEATS: usize = 4;
/// Modes, in the order in which blocks play them.
pub const MODES: [GameMode; 2] = [GameMode::Ffa, GameMode::Assassin];
/// Armies by seat in the four games of a block. Along a row, each ordered pair of armies is adjacent once.
const SQUARE: [[usize; SEATS]; SEATS] = [[0, 1, 3, 2], [1, 2, 0, 3], [2, 3, 1, 0], [3, 0, 2, 1]];

/// Description of a run: equal descriptions give equal games on every machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// Version of the results file.
    pub format: u32,
    /// Armies with their files; at least four.
    pub armies: Vec<ArmyFile>,
    /// Node limit per turn.
    pub nodes: u64,
    /// Seed of all games.
    pub seed: u64,
    /// Number of turns of all Players after which a game has no winner.
    pub longest: usize,
}

/// Block of four games: its number determines mode and armies.
pub type Job = u64;

/// Results of a block.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Block {
    /// Number.
    pub job: Job,
    /// Mode.
    pub mode: GameMode,
    /// Its four games.
    pub games: Vec<Played>,
}

/// Finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// Indices of the armies by seat.
    pub armies: [usize; SEATS],
    /// Winners; empty for a game without a winner.
    pub winners: Vec<Seat>,
    /// Targets by seat; empty without Targets.
    pub targets: Vec<Vec<Seat>>,
    /// Number of the setup's seed.
    pub setup: u8,
    /// All decisions.
    pub log: Vec<(Seat, Action)>,
}

/// Ids of the built-in armies that may play with several Players.
pub fn armies() -> Vec<&'static str> {
    let all = engine::battalion::builtin().iter().map(|army| army.id);
    all.filter(|id| games::load(id).is_some_and(|army| army.matches.party())).collect()
}

impl Plan {
    /// Plan for these armies.
    pub fn new(armies: &[Army], nodes: u64, seed: u64, longest: usize) -> Self {
        let armies = armies.iter().map(|army| army.file.clone()).collect();
        Self { format: FORMAT, armies, nodes, seed, longest }
    }

    /// Mode and armies of a block. All sets of four armies come up equally often, in the order of the seed.
    #[expect(clippy::cast_possible_truncation, reason = "small indices, and the lowest byte of the seed")]
    fn block(&self, job: Job) -> (GameMode, [usize; SEATS]) {
        let mode = MODES[(job % MODES.len() as u64) as usize];
        let sets = sets(self.armies.len());
        let number = (job / MODES.len() as u64) as usize;
        let mut dice = Dice(self.seed ^ (number / sets.len()) as u64);
        let order = dice.shuffled((0..sets.len()).collect());
        let chosen = sets[order[number % sets.len()]];
        let drawn = Dice(self.seed.wrapping_add(job)).shuffled((0..SEATS).collect());
        (mode, std::array::from_fn(|seat| chosen[drawn[seat]]))
    }
}

/// All sets of four of this many armies.
fn sets(armies: usize) -> Vec<[usize; SEATS]> {
    let above = |least: usize| least + 1..armies;
    let pairs = (0..armies).flat_map(|a| above(a).map(move |b| [a, b]));
    let triples = pairs.flat_map(|[a, b]| above(b).map(move |c| [a, b, c]));
    triples.flat_map(|[a, b, c]| above(c).map(move |d| [a, b, c, d])).collect()
}

/// Armies of a run, ready to play.
#[derive(Debug)]
pub struct Laboratory {
    plan: Plan,
    armies: Vec<Army>,
}

impl Laboratory {
    /// Prepares the armies of a plan.
    ///
    /// # Errors
    /// [`ArmyError`] if a file of the plan is not valid.
    pub fn new(plan: Plan) -> Result<Self, ArmyError> {
        let armies =
            plan.armies.iter().map(|file| Army::of_text(&file.id, file.text.clone())).collect::<Result<_, _>>()?;
        Ok(Self { plan, armies })
    }

    /// Plays a block; `None` if these armies cannot meet.
    pub fn play(&self, job: Job) -> Option<Block> {
        if self.armies.len() < SEATS {
            return None;
        }
        let (mode, armies) = self.plan.block(job);
        let games = SQUARE.map(|row| self.game(mode, row.map(|index| armies[index]), job));
        Some(Block { job, mode, games: games.into_iter().collect::<Option<_>>()? })
    }

    #[expect(clippy::cast_possible_truncation, reason = "small indices, and the lowest byte of the seed")]
    fn game(&self, mode: GameMode, armies: [usize; SEATS], job: Job) -> Option<Played> {
        let parts = armies.map(|army| army as u64).into_iter().chain([self.plan.seed, job]);
        let seed = parts.fold(0, |seed, part| Dice(seed ^ part).below(usize::MAX) as u64);
        let setup_seed = seed as u8;
        let definitions = armies.map(|army| self.armies[army].definition.clone());
        let setup = Setup::new(mode, definitions.into(), [setup_seed; 32]).ok()?;
        let targets = match mode {
            GameMode::Assassin => deal(&setup).ok()?,
            _ => Vec::new(),
        };
        let mut game = Game::new(setup).ok()?;
        let know = Knowledge::new(game.rules());
        let mut dice = Dice(seed);
        for _ in 0..self.plan.longest {
            let Some(seat) = game.to_act().first().copied() else { break };
            let seed = seed.wrapping_add(seat.0.into());
            let player = Player::Nodes(self.plan.nodes);
            let (action, _) = games::decision(player, &game.seen(seat), &know, seed, &mut dice);
            game.apply(seat, &action?).ok()?;
        }
        let winners = match game.view(Viewer::Public).phase {
            Phase::Ended { winners, .. } => winners,
            _ => Vec::new(),
        };
        Some(Played { armies, winners, targets, setup: setup_seed, log: game.log().to_vec() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_army_sits_everywhere() {
        let mut beside = vec![0; SEATS * SEATS];
        for seat in 0..SEATS {
            let mut column = SQUARE.map(|row| row[seat]);
            column.sort_unstable();
            assert_eq!(column, [0, 1, 2, 3]);
        }
        for row in SQUARE {
            row.windows(2).for_each(|pair| beside[pair[0] * SEATS + pair[1]] += 1);
        }
        let pairs = (0..SEATS * SEATS).filter(|pair| pair / SEATS != pair % SEATS);
        assert!(pairs.into_iter().all(|pair| beside[pair] == 1), "{beside:?}");
        assert_eq!((sets(4).len(), sets(7).len(), sets(3).len()), (1, 35, 0));
    }

    #[test]
    fn blocks_are_repeatable_and_replayable() {
        let armies: Vec<Army> = armies().into_iter().map(|id| Army::load(id).unwrap()).collect();
        assert!(armies.len() >= SEATS);
        let plan = Plan::new(&armies, 30, 1, 24);
        let laboratory = Laboratory::new(plan.clone()).unwrap();
        for job in [0, 1] {
            let block = laboratory.play(job).unwrap();
            assert_eq!(Laboratory::new(plan.clone()).unwrap().play(job), Some(block.clone()));
            assert_eq!(block.mode, MODES[job as usize]);
            for played in &block.games {
                let definitions = played.armies.map(|army| armies[army].definition.clone());
                let setup = Setup::new(block.mode, definitions.into(), [played.setup; 32]).unwrap();
                let again = Game::replay(setup, &played.log).unwrap();
                assert_eq!(again.log(), &played.log[..]);
                assert_eq!(played.targets.is_empty(), block.mode == GameMode::Ffa);
            }
        }
    }
}
