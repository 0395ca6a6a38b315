//! Serving mode: a build of the program reads commands from standard input, so that another build can play against it.
//!
//! Commands besides those of UCI: `game ARMY ARMY SEED` starts a duel, `table MODE SEED ARMY…` a game of several,
//! `clash SEED` a match of Clash,
//! `did SEAT ACTION` applies an action, and `decide NODES SEED` requests one. Actions are JSON.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use engine::action::Action;
use engine::board::Seat;
use engine::game::Game;
use engine::titans::GameMode;
use opponent::uci::{Answer, Session};
use opponent::{Budget, Fitted, Knowledge, Level, Memory, decide_recalling};

use super::{clash, party};
use crate::games as arena;

/// A running game.
struct Running {
    game: Game,
    know: Knowledge,
    memory: Memory,
}

/// Answers on standard input and output.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Serve {
    /// File with fitted values to use instead of the built-in ones
    #[arg(long)]
    values: Option<PathBuf>,
}

pub fn run(serve: &Serve) {
    if let Err(why) = answer(serve) {
        eprintln!("{why}");
    }
}

fn answer(serve: &Serve) -> io::Result<()> {
    let fitted = serve.values.as_ref().map(std::fs::read_to_string).transpose()?;
    let fitted = fitted.map(|text| Fitted::read(&text)).transpose().map_err(io::Error::other)?;
    let begin = |game: Game| {
        let rules = game.seen(Seat(0)).rules;
        let know = match &fitted {
            Some(fitted) => Knowledge::fitted(&rules, vec![fitted.clone()]),
            None => Knowledge::new(&rules),
        };
        Running { game, know, memory: Memory::default() }
    };
    let mut session = Session::new().map_err(io::Error::other)?;
    let mut running: Option<Running> = None;
    let mut out = io::stdout();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.splitn(4, ' ').collect();
        match words[..] {
            ["game", one, other, seed] => {
                running = seed.parse().ok().and_then(|seed| arena::duel([one, other], seed)).map(titans).map(begin)
            }
            ["clash", seed] => running = seed.parse().ok().and_then(clash::begin).map(begin),
            ["table", mode, seed, armies] => running = table(mode, seed, armies).map(begin),
            ["did", seat, ..] => {
                let action = line.splitn(3, ' ').nth(2).unwrap_or_default();
                if tell(running.as_mut(), seat, action).is_none() {
                    return Err(io::Error::other(format!("not possible: {line}")));
                }
            }
            ["decide", nodes, seed] => {
                let action = running.as_mut().and_then(|running| decide(running, nodes, seed));
                writeln!(out, "{}", action.unwrap_or_default())?;
            }
            _ => match session.read(&line) {
                Answer::Say(lines) => say(&mut out, &lines)?,
                Answer::Think(limits) => {
                    let mut lines = Vec::new();
                    let begun = Instant::now();
                    let best = session
                        .think(&limits, &AtomicBool::new(false), &mut |info| lines.push(info.line(begun.elapsed())));
                    lines.push(best);
                    say(&mut out, &lines)?;
                }
                Answer::Stop | Answer::PonderHit => {}
                Answer::Quit => return Ok(()),
            },
        }
        out.flush()?;
    }
    Ok(())
}

fn say(out: &mut impl Write, lines: &[String]) -> io::Result<()> {
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))
}

fn table(mode: &str, seed: &str, armies: &str) -> Option<Game> {
    let mode = [GameMode::Assassin, GameMode::Ffa].into_iter().find(|known| party::word(*known) == mode)?;
    let ids: Vec<&str> = armies.split(' ').collect();
    party::seated(mode, &ids, seed.parse().ok()?).map(titans)
}

fn titans(game: engine::titans::Game) -> Game {
    Game::Titans(Box::new(game))
}

fn tell(running: Option<&mut Running>, seat: &str, action: &str) -> Option<()> {
    let action: Action = serde_json::from_str(action).ok()?;
    running?.game.apply(Seat(seat.parse().ok()?), &action).ok()?;
    Some(())
}

fn decide(running: &mut Running, nodes: &str, seed: &str) -> Option<String> {
    let seat = running.game.to_act().first().copied()?;
    let seen = running.game.seen(seat);
    let stop = AtomicBool::new(false);
    let budget = Budget::new(nodes.parse().ok()?, &stop);
    let seed = seed.parse().ok()?;
    let made = decide_recalling(&seen, Level::Titan, &running.know, budget, seed, &mut running.memory);
    serde_json::to_string(&made.action?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_each_mode_can_be_begun() {
        for mode in [GameMode::Assassin, GameMode::Ffa] {
            let line = format!("table {} 1 medieval makpong medieval", party::word(mode));
            let words: Vec<&str> = line.splitn(4, ' ').collect();
            let ["table", mode, seed, armies] = words[..] else { panic!("{words:?}") };
            assert!(table(mode, seed, armies).is_some(), "{line}");
        }
    }
}
