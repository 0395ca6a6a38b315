//! Party games of one computer player against three simple players: 25 % of the wins is an even result.

use engine::battalion::builtin;
use engine::board::Seat;
use engine::titans::{Game, GameMode, Setup};
use engine::view::{Phase, Viewer};
use opponent::{Knowledge, Level};

use super::score::Score;
use crate::games::{self as arena, Player};

/// Maximum length of a game, in turns of all seats.
const LONGEST: usize = 400;

pub fn run(games: usize) {
    let below = |level: Level| level.weaker().map_or(Player::Random, Player::Computer);
    for mode in [GameMode::Ffa, GameMode::Assassin] {
        for level in [Level::Soldier, Level::Captain] {
            for (name, others) in [("greedy", Player::Greedy), ("the level below", below(level))] {
                let mut share = Score::default();
                let mut decided = 0;
                for number in 0..games {
                    let Some(winners) = play(mode, level, others, number) else {
                        continue;
                    };
                    decided += usize::from(!winners.is_empty());
                    let mine = winners.contains(&Seat((number % 4) as u8));
                    share.add(if mine { 1.0 / winners.len() as f64 } else { 0.0 });
                }
                println!("{} {level} v. three of {name}: {share}, {decided} decided", mode.name());
            }
        }
    }
}

fn play(mode: GameMode, level: Level, others: Player, number: usize) -> Option<Vec<Seat>> {
    let all = builtin().iter().filter_map(|army| arena::load(army.id));
    let all: Vec<_> = all.filter(|army| army.matches.party()).collect();
    let armies = (0..4).map(|seat| all[(number / 4 + seat) % all.len()].clone()).collect();
    let mut game = Game::new(Setup::new(mode, armies, [number as u8; 32]).ok()?).ok()?;
    let mut players = [others; 4];
    players[number % 4] = Player::Computer(level);
    let know = Knowledge::new(game.rules());
    arena::play(&mut game, &players, &know, number as u64, LONGEST, |_, _| {});
    match game.view(Viewer::Public).phase {
        Phase::Ended { winners, .. } => Some(winners),
        _ => Some(Vec::new()),
    }
}
