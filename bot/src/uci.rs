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
use opponent::uci::{Answer, Limits, Session, UciError};

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
        Some(army) => Session::with(army)?,
    };
    let mut waiting = VecDeque::new();
    loop {
        let next = waiting.pop_front().or_else(|| lines.recv().ok());
        let Some(line) = next else { return Ok(()) };
        match session.read(&line) {
            Answer::Say(said) => write(&said)?,
            Answer::Think(limits) => {
                let (said, quit) = think(&session, limits, &lines, &mut waiting)?;
                write(&said)?;
                if quit {
                    return Ok(());
                }
            }
            Answer::Stop => {}
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

/// Searches on a thread of its own while lines are read. `stop`, `quit` and `isready` are handled at once; other lines
/// are queued in `waiting`. Returns the reply and whether to quit.
fn think(
    session: &Session,
    limits: Limits,
    lines: &Receiver<String>,
    waiting: &mut VecDeque<String>,
) -> io::Result<(Vec<String>, bool)> {
    let stop = AtomicBool::new(false);
    let begun = Instant::now();
    let time = limits.milliseconds.map(Duration::from_millis);
    let endless = time.is_none() && limits.nodes.is_none();
    thread::scope(|scope| {
        let search = scope.spawn(|| session.think(limits, &stop));
        let mut quit = false;
        while !search.is_finished() {
            match lines.recv_timeout(PAUSE).as_deref().map(str::trim) {
                Ok("stop") => stop.store(true, Ordering::Relaxed),
                Ok("quit") => {
                    quit = true;
                    stop.store(true, Ordering::Relaxed);
                }
                Ok("isready") => write(&["readyok".to_owned()])?,
                Ok(line) => waiting.push_back(line.to_owned()),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    // The input has ended, so nothing can stop an infinite search any more: stop it now.
                    stop.fetch_or(endless, Ordering::Relaxed);
                    thread::sleep(PAUSE);
                }
            }
            if time.is_some_and(|time| begun.elapsed() >= time) {
                stop.store(true, Ordering::Relaxed);
            }
        }
        let said = search.join().unwrap_or_else(|_| vec!["bestmove 0000".to_owned()]);
        Ok((said, quit))
    })
}
