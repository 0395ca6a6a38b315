//! Sessions with a chess interface.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::action::Action;
use engine::board::Seat;
use engine::game::Game;
use engine::seen::Seen;
use engine::titans::{self, GameMode, Setup};
use opponent::uci::{Answer, Session, Variant};

use super::boards::begun;
use super::job::{Job, short};
use super::positions;
use super::random::Random;

/// Sessions with a chess interface: random turns of an army against itself, and chess positions by their notation.
pub fn interfaces(job: &mut Job) {
    let names = Variant::names();
    let variant = *job.random.pick(&names);
    let by_fen = job.number.is_multiple_of(2);
    let army = engine::battalion::load_builtin(if by_fen { "medieval" } else { variant });
    let Ok(army) = army else { return };
    let setup = Setup::new(GameMode::Duel, vec![army.clone(), army.clone()], [0; 32]).unwrap();
    let mut game = Game::Titans(Box::new(titans::Game::new(setup).unwrap()));
    let mut session = Session::of(Variant::of(army).unwrap());
    let mut lines = Vec::new();
    if by_fen {
        let Some(begun) = begun(job, "chess", game) else { return };
        for most in [1, 3, 6, 12] {
            let thinned = (0..40).find_map(|_| positions::thinned(&begun, [most, most], &mut job.random));
            let Some(seen) = thinned else { continue };
            let quiet = [0, 7, 40, 97, 98, 99][job.random.below(6)];
            lines.push(format!("position fen {} - - {quiet} 60", fen(&seen)));
        }
    } else {
        let mut line = "position startpos moves".to_owned();
        for made in 0..40 {
            let Some((seat, action)) = positions::any_action(&game, &mut job.random) else { break };
            // The interface draws and places as is usual.
            let usual = match &game {
                Game::Titans(game) => game.placement_question(seat).map(|question| question.usual),
                _ => None,
            };
            if let Action::Turn(turn) = &action {
                let act: String = game.act_text(&turn.act).split_whitespace().collect();
                let then = turn.then.iter().map(|at| at.map_or(",none".into(), |at| format!(",{at}")));
                line = format!("{line} {act}{}", then.collect::<String>());
            }
            game.apply(seat, &usual.unwrap_or(action)).unwrap();
            if made % 13 == 12 && !game.is_over() {
                lines.push(line.clone());
            }
        }
    }
    let name = if by_fen { "chess" } else { variant };
    for line in lines {
        if session.read(&line) != Answer::Say(Vec::new()) {
            job.promise(by_fen, name, || format!("refused: {line}"));
            continue;
        }
        let clock = |random: &mut Random| *random.pick(&[0, 1, 29, 31, 400, 5_000, 60_000, 900_000]) as i64 - 5;
        let (white, black) = (clock(&mut job.random), clock(&mut job.random));
        let (more, less) = (clock(&mut job.random) / 10, clock(&mut job.random) / 10);
        let mut told = Vec::new();
        for go in [
            format!("go nodes 300 wtime {white} btime {black} winc {more} binc {less}"),
            format!("go nodes 200 depth 3 wtime {white} btime {black} movestogo {}", job.random.below(50)),
            format!("go nodes 300 mate {} movetime {black}", 1 + job.random.below(3)),
        ] {
            let (told_now, best) = thought(&mut session, &go);
            told.push(told_now);
            let Some(best) = best else { continue };
            let again = format!("go nodes 60 searchmoves {best}");
            let (_, same) = thought(&mut session, &again);
            job.promise(same.as_ref() == Some(&best), name, || format!("{best} is read back as {same:?} after {line}"));
        }
        if job.random.chance(30) {
            session.read(job.random.pick::<&str>(&[
                "ucinewgame",
                "setoption name Clear Hash",
                "setoption name Hash value 1",
            ]));
        }
        job.line(&format!("{name}, {}", short(&line)), &told);
    }
}

/// Time, reports and best turn after a command, and the name of the turn.
pub fn thought(session: &mut Session, go: &str) -> (String, Option<String>) {
    let Answer::Think(limits) = session.read(go) else { return ("no search".into(), None) };
    let stop = AtomicBool::new(false);
    let mut infos = format!("{:?}", limits.remarks);
    let best = session.think(&limits, &stop, &mut |info| infos += &info.line(Duration::from_millis(10)));
    let time = limits.time.map_or(0, |time| time.as_millis());
    let name = best.split_whitespace().nth(1).filter(|name| *name != "(none)").map(str::to_owned);
    (format!("{time} ms {} {}", name.clone().unwrap_or_default(), short(&(infos + &best))), name)
}

/// Board and side to move in Forsyth–Edwards notation.
pub fn fen(seen: &Seen) -> String {
    let board = &seen.rules.board;
    let rows = (0..board.height()).rev().map(|rank| {
        let letters = (0..board.width()).map(|file| {
            let piece = seen.pos.at(engine::board::Space::new(file, rank));
            piece.map_or("1".to_owned(), |piece| {
                let symbol = &seen.rules.ty(piece.ty).symbol;
                if piece.seat == Seat(0) { symbol.to_uppercase() } else { symbol.to_lowercase() }
            })
        });
        letters.collect::<String>()
    });
    let rows: Vec<String> = rows.collect();
    format!("{} {}", rows.join("/"), if seen.pos.to_move() == Seat(0) { "w" } else { "b" })
}
