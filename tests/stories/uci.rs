//! `battalion uci` as a chess interface uses it: order and times of its answers (docs/uci.md).

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use tests::program;

/// Longest wait for an answer, on a busy machine too.
const PATIENCE: Duration = Duration::from_secs(60);
/// Time in which a search would have answered if it did so too early.
const SILENCE: Duration = Duration::from_millis(400);

struct Engine {
    child: Child,
    to: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn start() -> Self {
        let mut command = Command::new(program());
        let mut child = command.arg("uci").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (to, from) = (child.stdin.take(), child.stdout.take().unwrap());
        let (send, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(from).lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    break;
                }
            }
        });
        Self { child, to, lines }
    }

    fn say(&mut self, line: &str) {
        let mut to = self.to.as_ref().unwrap();
        writeln!(to, "{line}").unwrap();
        to.flush().unwrap();
    }

    fn next(&self) -> String {
        self.lines.recv_timeout(PATIENCE).unwrap()
    }

    /// Lines up to the one that starts with `last`.
    fn until(&self, last: &str) -> Vec<String> {
        let mut lines = Vec::new();
        while lines.last().is_none_or(|line: &String| !line.starts_with(last)) {
            lines.push(self.next());
        }
        lines
    }

    /// Best move of a search.
    fn go(&mut self, command: &str) -> String {
        self.say(command);
        let last = self.until("bestmove").pop().unwrap();
        last.split_whitespace().nth(1).unwrap().to_owned()
    }

    /// Reads `info` lines for a while, and checks that there is no best move.
    fn is_still_searching(&self) {
        let end = Instant::now() + SILENCE;
        while let Some(left) = end.checked_duration_since(Instant::now()) {
            match self.lines.recv_timeout(left) {
                Ok(line) => assert!(line.starts_with("info "), "{line}"),
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => panic!("the program has ended"),
            }
        }
    }

    fn ready(&mut self) {
        self.say("isready");
        assert_eq!(self.next(), "readyok");
    }

    /// Waits for the program's end.
    fn end(&mut self) {
        let end = Instant::now() + PATIENCE;
        while self.child.try_wait().unwrap().is_none() {
            assert!(Instant::now() < end, "the program does not end");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Number after a word of an `info` line.
fn number(line: &str, word: &str) -> u64 {
    let mut words = line.split_whitespace().skip_while(|other| *other != word);
    words.nth(1).unwrap_or_else(|| panic!("{word}: {line}")).parse().unwrap()
}

#[test]
fn the_handshake_lists_options_and_armies() {
    let mut engine = Engine::start();
    engine.say("uci");
    let lines = engine.until("uciok");
    assert!(lines[0].starts_with("id name Battalion "), "{lines:?}");
    assert!(lines[1].starts_with("id author "), "{lines:?}");
    let options = lines.join("\n");
    assert!(options.contains("option name Hash type spin default 16 min 1 max 1024"), "{options}");
    for army in ["chess", "makpong", "the-party", "party-volatile", "reptilian-order", "alchemists", "baroque-duel"] {
        assert!(options.contains(&format!(" var {army}")), "{army}: {options}");
        engine.say(&format!("setoption name UCI_Variant value {army}"));
        engine.ready();
        engine.say("position startpos");
        assert_ne!(engine.go("go nodes 300"), "(none)", "{army}");
    }
    engine.say("quit");
    engine.end();
}

#[test]
fn a_search_reports_each_depth_and_keeps_its_limits() {
    let mut engine = Engine::start();
    engine.say("position startpos moves e2e4");
    engine.say("go depth 6");
    let mut lines = engine.until("bestmove");
    let best = lines.pop().unwrap();
    assert!(best.contains(" ponder "), "{best}");
    assert!(lines.iter().map(|line| number(line, "depth")).eq(1..=6), "{lines:?}");
    for word in ["seldepth", "nodes", "nps", "time"] {
        lines.iter().for_each(|line| assert!(number(line, word) < 1 << 40, "{line}"));
    }
    assert!(lines.is_sorted_by_key(|line| number(line, "time")), "{lines:?}");
    let last = lines.last().unwrap();
    assert!(
        last.contains(" score cp ") && best.contains(last.split(" pv ").nth(1).unwrap().split(' ').next().unwrap())
    );

    engine.say("go nodes 2000");
    let lines = engine.until("bestmove");
    assert!(number(&lines[lines.len() - 2], "nodes") <= 2_000, "{lines:?}");
    assert_eq!(engine.go("go nodes 5000 searchmoves a7a6"), "a7a6");
    engine.say("go searchmoves e7e9 nodes 100");
    assert_eq!(engine.next(), "info string not a legal move: \"e7e9\"");
    engine.until("bestmove");
}

#[test]
fn times_are_kept() {
    let mut engine = Engine::start();
    engine.say("position startpos");
    engine.ready();
    let begun = Instant::now();
    engine.go("go movetime 300");
    let took = begun.elapsed();
    assert!((300..3_000).contains(&took.as_millis()), "{took:?}");
    // Empty clocks still get a move, at once.
    for clock in ["wtime 0 btime 0", "wtime -100 btime 5", "wtime 1 btime 1 movestogo 1 winc 1000"] {
        let begun = Instant::now();
        assert_ne!(engine.go(&format!("go {clock}")), "(none)", "{clock}");
        assert!(begun.elapsed() < Duration::from_secs(3), "{clock}: {:?}", begun.elapsed());
    }
}

#[test]
fn stop_ponderhit_and_isready_are_heard_during_a_search() {
    let mut engine = Engine::start();
    engine.say("position startpos");
    engine.say("go infinite");
    engine.is_still_searching();
    engine.say("isready");
    engine.until("readyok");
    engine.say("stop");
    engine.until("bestmove");
    // A search that is finished waits for its `stop` as well.
    engine.say("go infinite depth 1");
    engine.is_still_searching();
    engine.say("stop");
    engine.until("bestmove");

    engine.say("go ponder movetime 200");
    engine.is_still_searching();
    engine.say("ponderhit");
    engine.until("bestmove");
    engine.say("go ponder wtime 1000 btime 1000 depth 1");
    engine.is_still_searching();
    engine.say("stop");
    engine.until("bestmove");

    // Outside of a search both have no effect; commands sent during one are handled after it, in order.
    engine.say("stop");
    engine.say("ponderhit");
    engine.ready();
    engine.say("go movetime 200");
    engine.say("position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    engine.say("go mate 1");
    engine.until("bestmove");
    let mate = engine.until("bestmove");
    assert_eq!(mate.last().unwrap(), "bestmove a1a8");

    engine.say("go infinite");
    engine.say("quit");
    engine.end();
}

#[test]
fn the_end_of_the_input_ends_an_endless_search() {
    let mut engine = Engine::start();
    engine.say("go infinite");
    engine.to = None;
    engine.until("bestmove");
    engine.end();
}

#[test]
fn ended_games_and_invalid_positions() {
    let mut engine = Engine::start();
    engine.say("position fen 7k/5Q2/8/8/8/8/8/K6R b - - 0 1");
    engine.say("go movetime 1000");
    assert_eq!(engine.until("bestmove").join("\n").matches("score mate 0").count(), 1);
    engine.say("position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    engine.say("position fen nonsense");
    assert!(engine.next().starts_with("info string not a position"));
    engine.say("position startpos moves e2e5");
    assert!(engine.next().starts_with("info string not a legal move"));
    assert_eq!(engine.go("go nodes 1000"), "a1a8", "the last valid position");
    engine.say("setoption name Hash value 0");
    assert!(engine.next().starts_with("info string Hash must be"));
}
