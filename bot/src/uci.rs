//! UCI front end of the computer player: reads lines from standard input, writes replies to standard output and keeps
//! the time. The protocol itself is in the crate `opponent`.

use std::collections::VecDeque;
use std::io::{self, BufRead as _, Write as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use engine::battalion::Definition;
use opponent::uci::{Answer, Limits, Session, UciError, Variant};

/// Interval between two checks of a running search.
const PAUSE: Duration = Duration::from_millis(2);

/// Reason for ending the session early.
#[derive(Debug, thiserror::Error)]
pub enum Failed {
    /// The chess variants could not be set up.
    #[error(transparent)]
    Session(#[from] UciError),
    /// Standard output is closed.
    #[error("the answer could not be written: {0}")]
    Output(#[from] io::Error),
}

/// Runs the session until `quit` or the end of the input: with an army against itself, or with the chess variants.
pub fn talk(army: Option<&Arc<Definition>>) -> Result<(), Failed> {
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        for line in io::stdin().lock().lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    let mut session = match army {
        None => Session::new()?,
        Some(army) => Session::of(Variant::of(Arc::clone(army))?),
    };
    let mut waiting = VecDeque::new();
    loop {
        let next = waiting.pop_front().or_else(|| lines.recv().ok());
        let Some(line) = next else { return Ok(()) };
        match session.read(&line) {
            Answer::Say(said) => write(&said)?,
            Answer::Think(limits) => {
                if think(&mut session, &limits, &lines, &mut waiting)? {
                    return Ok(());
                }
            }
            Answer::Stop | Answer::PonderHit => {}
            Answer::Quit => return Ok(()),
        }
    }
}

fn write(lines: &[String]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    out.flush()
}

/// Searches on a thread of its own while lines are read, and writes the best move. `stop`, `ponderhit`, `quit` and
/// `isready` are handled at once; other lines are queued in `waiting`. Returns whether to quit.
fn think(
    session: &mut Session,
    limits: &Limits,
    lines: &Receiver<String>,
    waiting: &mut VecDeque<String>,
) -> io::Result<bool> {
    let remarks: Vec<String> = limits.remarks.iter().map(|remark| format!("info string {remark}")).collect();
    write(&remarks)?;
    let stop = AtomicBool::new(false);
    let begun = Instant::now();
    let mut clock = (!limits.ponder).then_some(begun);
    let mut quit = false;
    let best = thread::scope(|scope| {
        let search = scope.spawn(|| {
            session.think(limits, &stop, &mut |info| {
                // The search ends if nobody can read its results.
                stop.fetch_or(write(&[info.line(begun.elapsed())]).is_err(), Ordering::Relaxed);
            })
        });
        loop {
            let stopped = stop.load(Ordering::Relaxed);
            let may_answer = stopped || !limits.infinite && clock.is_some();
            if search.is_finished() && may_answer {
                break;
            }
            match lines.recv_timeout(PAUSE).as_deref().map(str::trim) {
                Ok("stop") => stop.store(true, Ordering::Relaxed),
                Ok("quit") => {
                    quit = true;
                    stop.store(true, Ordering::Relaxed);
                }
                Ok("ponderhit") => clock = clock.or_else(|| Some(Instant::now())),
                Ok("isready") => write(&["readyok".to_owned()])?,
                Ok(line) => waiting.push_back(line.to_owned()),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    // The input has ended, so nothing can stop an endless search any more: stop it now.
                    stop.fetch_or(!may_answer, Ordering::Relaxed);
                    #[expect(clippy::disallowed_methods, reason = "the loop has a thread of its own")]
                    thread::sleep(PAUSE);
                }
            }
            let over = clock.zip(limits.time).is_some_and(|(begun, time)| begun.elapsed() >= time);
            stop.fetch_or(over, Ordering::Relaxed);
        }
        io::Result::Ok(search.join().unwrap_or_else(|_| "bestmove (none)".to_owned()))
    })?;
    write(&[best])?;
    Ok(quit)
}
