//! Serving mode: a build of the program reads commands from standard input, so that another build can play against it.
//!
//! Commands besides those of UCI: `game ARMY ARMY SEED` starts a duel, `did SEAT ACTION` applies an action, and
//! `decide NODES SEED` requests one. Actions are JSON.

use std::io::{self, BufRead, Write};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use engine::action::Action;
use engine::board::Seat;
use engine::titans::Game;
use opponent::uci::{Answer, Session};
use opponent::{Budget, Knowledge, Level, Memory, decide_recalling};

use crate::games as arena;

/// A running duel.
struct Duel {
    game: Game,
    know: Knowledge,
    memory: Memory,
}

pub fn run() {
    if let Err(why) = serve() {
        eprintln!("{why}");
    }
}

fn serve() -> io::Result<()> {
    let mut session = Session::new().map_err(io::Error::other)?;
    let mut duel: Option<Duel> = None;
    let mut out = io::stdout();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.splitn(4, ' ').collect();
        match words[..] {
            ["game", one, other, seed] => duel = begin([one, other], seed),
            ["did", seat, ..] => {
                let action = line.splitn(3, ' ').nth(2).unwrap_or_default();
                if tell(duel.as_mut(), seat, action).is_none() {
                    return Err(io::Error::other(format!("not possible: {line}")));
                }
            }
            ["decide", nodes, seed] => {
                let action = duel.as_mut().and_then(|duel| decide(duel, nodes, seed));
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

fn begin(ids: [&str; 2], seed: &str) -> Option<Duel> {
    let game = arena::duel(ids, seed.parse().ok()?)?;
    let know = Knowledge::new(game.rules());
    Some(Duel { game, know, memory: Memory::default() })
}

fn tell(duel: Option<&mut Duel>, seat: &str, action: &str) -> Option<()> {
    let action: Action = serde_json::from_str(action).ok()?;
    duel?.game.apply(Seat(seat.parse().ok()?), &action).ok()?;
    Some(())
}

fn decide(duel: &mut Duel, nodes: &str, seed: &str) -> Option<String> {
    let seat = duel.game.to_act().first().copied()?;
    let seen = duel.game.seen(seat);
    let stop = AtomicBool::new(false);
    let budget = Budget::new(nodes.parse().ok()?, &stop);
    let seed = seed.parse().ok()?;
    let made = decide_recalling(&seen, Level::Titan, &duel.know, budget, seed, &mut duel.memory);
    serde_json::to_string(&made.action?).ok()
}
