//! Universal Chess Interface (UCI), for chess interfaces and for measurements against chess programs: orthodox chess
//! with the Medieval army, Makpong, and every other army that can play a duel.
//!
//! The module is pure: it maps text to text. The caller reads lines, measures time and stops the search.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use opponent::uci::{Answer, Session};
//! let mut session = Session::new()?;
//! assert!(matches!(session.read("position startpos moves e2e4 e7e5"), Answer::Say(lines) if lines.is_empty()));
//! let Answer::Think(limits) = session.read("go nodes 2000") else { panic!() };
//! let best = session.think(&limits, &AtomicBool::new(false), &mut |info| assert!(info.depth > 0));
//! assert!(best.starts_with("bestmove "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! * `variant`: armies and positions. `name`: names of turns. `go`: limits of a search. `options`: options.

mod error;
mod go;
mod name;
mod options;
mod variant;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::seen::Seen;

pub use error::UciError;
pub use go::Limits;
use options::Setting;
pub use options::split as split_option;
pub use variant::Variant;

use crate::analysis::analyse_aloud;
use crate::budget::Budget;
use crate::knowledge::Knowledge;
use crate::result::Analysis;
use crate::search::Memory;

/// Action for the caller after a command.
#[derive(Debug, PartialEq)]
pub enum Answer {
    /// Write these lines.
    Say(Vec<String>),
    /// Call [`Session::think`].
    Think(Limits),
    /// Stop the running search.
    Stop,
    /// The expected turn was played: the clock of the running search starts.
    PonderHit,
    /// End the session.
    Quit,
}

/// Interim result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// Depth, in turns.
    pub depth: u8,
    farthest: usize,
    score: String,
    nodes: u64,
    line: Vec<String>,
}

impl Info {
    fn of(variant: &Variant, seen: &Seen, found: &Analysis) -> Self {
        let score = match found.mate_in {
            Some(turns) => format!("mate {turns}"),
            None => format!("cp {}", found.score),
        };
        let line = name::names(variant, seen, &found.line);
        Self { depth: found.depth, farthest: found.farthest.max(found.depth.into()), score, nodes: found.nodes, line }
    }

    /// `info` line of the protocol, for a search that has taken `time`.
    pub fn line(&self, time: Duration) -> String {
        let Self { depth, farthest, score, nodes, line } = self;
        let millis = time.as_millis();
        let speed = u128::from(*nodes) * 1_000_000 / time.as_micros().max(1);
        let line = if line.is_empty() { String::new() } else { format!(" pv {}", line.join(" ")) };
        format!("info depth {depth} seldepth {farthest} score {score} nodes {nodes} nps {speed} time {millis}{line}")
    }
}

/// Session with a chess interface.
#[derive(Debug)]
pub struct Session {
    variant: Variant,
    know: Knowledge,
    seen: Seen,
    memory: Memory,
}

impl Session {
    /// Starts with chess in its initial position.
    ///
    /// # Errors
    /// [`UciError::Variant`] if the built-in variant cannot be built; tests rule this out.
    pub fn new() -> Result<Self, UciError> {
        let chess = Variant::builtin("chess").unwrap_or_else(|| Err(UciError::Variant("chess".to_owned())));
        chess.map(Self::of)
    }

    /// Starts with a variant in its initial position.
    pub fn of(variant: Variant) -> Self {
        let know = Knowledge::new(variant.rules());
        let seen = variant.start().clone();
        Self { variant, know, seen, memory: Memory::default() }
    }

    /// Changes the variant and sets up its initial position.
    pub fn switch(&mut self, variant: Variant) {
        self.memory.clear();
        self.know = Knowledge::new(variant.rules());
        self.seen = variant.start().clone();
        self.variant = variant;
    }

    /// Handles one line of input.
    pub fn read(&mut self, line: &str) -> Answer {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((command, words)) = words.split_first() else {
            return say_nothing();
        };
        match *command {
            "uci" => {
                let names = [
                    format!("id name Battalion {}", env!("CARGO_PKG_VERSION")),
                    "id author the Battalion authors".into(),
                ];
                let lines = names.into_iter().chain(options::declarations()).chain(["uciok".to_owned()]);
                Answer::Say(lines.collect())
            }
            "isready" => Answer::Say(vec!["readyok".to_owned()]),
            "ucinewgame" => {
                self.memory.clear();
                say_nothing()
            }
            "setoption" => remark(options::read(words).and_then(|setting| self.set(setting))),
            "position" => remark(self.position(words).map(|seen| self.seen = seen)),
            "go" => {
                let turn = |text: &str| self.legal(text);
                Answer::Think(Limits::read(words, self.seen.pos.to_move(), turn))
            }
            "stop" => Answer::Stop,
            "ponderhit" => Answer::PonderHit,
            "quit" => Answer::Quit,
            _ => say_nothing(),
        }
    }

    fn set(&mut self, setting: Setting) -> Result<(), String> {
        match setting {
            Setting::Variant(name) => match Variant::builtin(&name) {
                Some(variant) => self.switch(variant.map_err(|why| why.to_string())?),
                None => return Err(format!("there is no variant {name:?} here")),
            },
            Setting::Hash(megabytes) => self.memory = Memory::of_bytes(megabytes << 20),
            Setting::ClearHash => self.memory.clear(),
            Setting::Nothing => {}
        }
        Ok(())
    }

    /// Parses `startpos` or `fen …`, then `moves …`.
    fn position(&self, words: &[&str]) -> Result<Seen, UciError> {
        let moves = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let (start, moves) = words.split_at(moves);
        let mut seen = match start {
            ["startpos"] => self.variant.start().clone(),
            ["fen", fields @ ..] => self.variant.set_up(&fields.join(" "))?,
            _ => return Err(UciError::Position(words.join(" "))),
        };
        for text in moves.iter().skip(1) {
            let turn = name::read(&self.variant, &seen, text)?;
            name::play(&mut seen, &turn).ok_or_else(|| UciError::Move((*text).to_owned()))?;
        }
        Ok(seen)
    }

    /// Turn with this name in the current position.
    fn legal(&self, text: &str) -> Result<engine::action::Turn, UciError> {
        name::read(&self.variant, &self.seen, text)
    }

    /// Searches for the best move, reports interim results, and returns the `bestmove` line. Ends by the limits or the
    /// stop flag.
    pub fn think(&mut self, limits: &Limits, stop: &AtomicBool, told: &mut dyn FnMut(&Info)) -> String {
        let budget = Budget::new(limits.nodes.unwrap_or(u64::MAX >> 8), stop);
        let (variant, seen) = (&self.variant, &self.seen);
        let mut info = None;
        let found = analyse_aloud(seen, &self.know, budget, &limits.wishes, &mut self.memory, &mut |found| {
            let found = Info::of(variant, seen, found);
            told(&found);
            info = Some(found);
        });
        let last = Info::of(variant, seen, &found);
        if info.is_none_or(|info| (info.depth, &info.line, &info.score) != (last.depth, &last.line, &last.score)) {
            told(&last);
        }
        match &last.line[..] {
            [best, reply, ..] => format!("bestmove {best} ponder {reply}"),
            [best] => format!("bestmove {best}"),
            [] => "bestmove (none)".to_owned(),
        }
    }
}

const fn say_nothing() -> Answer {
    Answer::Say(Vec::new())
}

/// Reports an error as a remark.
fn remark<E: std::fmt::Display>(result: Result<(), E>) -> Answer {
    Answer::Say(result.err().map(|why| format!("info string {why}")).into_iter().collect())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn session(lines: &[&str]) -> Session {
        let mut session = Session::new().unwrap();
        for line in lines {
            assert_eq!(session.read(line), Answer::Say(Vec::new()), "{line}");
        }
        session
    }

    fn go(session: &mut Session, command: &str) -> (Vec<Info>, String) {
        let Answer::Think(limits) = session.read(command) else { panic!("no search") };
        assert_eq!(limits.remarks, [""; 0], "{command}");
        let mut infos = Vec::new();
        let best = session.think(&limits, &AtomicBool::new(false), &mut |info| infos.push(info.clone()));
        (infos, best)
    }

    fn best(line: &str) -> String {
        let best = go(&mut session(&[line]), "go nodes 3000").1;
        best.split_whitespace().nth(1).unwrap().to_owned()
    }

    #[test]
    fn positions_of_chess_are_read() {
        assert_eq!(best("position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"), "a1a8");
        assert_eq!(best("position fen 8/P5k1/8/8/8/8/6K1/8 w - - 0 1"), "a7a8q");
        // Scholar's mate, castling on the way, and en passant.
        assert_eq!(best("position startpos moves e2e4 e7e5 f1c4 b8c6 d1h5 g8f6"), "h5f7");
        session(&[
            "position startpos moves e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 e8g8",
            "position startpos moves e2e4 a7a6 e4e5 d7d5 e5d6",
            "position fen rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3 moves e5d6",
            "position fen r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1 moves e8c8 e1g1",
        ]);
    }

    #[test]
    fn an_invalid_position_keeps_the_old_one() {
        let mut session = session(&["position startpos moves e2e4"]);
        let before = session.seen.pos.hash();
        for line in [
            "position startpos moves e2e5",
            "position startpos moves e2e4 e7e5 e4e5",
            "position fen 8/8 w - -",
            "position fen r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1 moves e1g1",
            "position fen 4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
            "position fen 4k3/9/8/8/8/8/8/4K3 w - - 0 1",
            "position fen 4k3/7/8/8/8/8/8/4K3 w - - 0 1",
            "position fen 4k3/4444/8/8/8/8/8/4K3 w - - 0 1",
            "position fen 4k3/99p/8/8/8/8/8/4K3 w - - 0 1",
            "position fen 4k3/99999999999/8/8/8/8/8/4K3 w - - 0 1",
            "position",
            "position somewhere",
        ] {
            let answer = session.read(line);
            assert!(
                matches!(&answer, Answer::Say(said) if said[0].starts_with("info string not ")),
                "{line}: {answer:?}"
            );
            assert_eq!(session.seen.pos.hash(), before, "{line}");
        }
    }

    #[test]
    fn a_search_is_reported_depth_by_depth() {
        let (infos, best) = go(&mut session(&["position startpos"]), "go depth 5");
        assert!(infos.iter().map(|info| info.depth).eq(1..=5), "{infos:?}");
        assert!(infos.is_sorted_by_key(|info| info.nodes));
        let last = infos.last().unwrap().line(Duration::from_millis(500));
        let words: Vec<&str> = last.split_whitespace().collect();
        let names = ["info", "depth", "seldepth", "score", "cp", "nodes", "nps", "time", "pv"];
        assert!(names.iter().all(|name| words.contains(name)), "{last}");
        assert!(last.contains(" time 500 pv "), "{last}");
        assert!(best.starts_with(&format!("bestmove {} ponder ", infos.last().unwrap().line[0])), "{best}");
    }

    #[test]
    fn moves_to_search_and_mates() {
        let mate = "position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
        assert!(go(&mut session(&[mate]), "go nodes 3000 searchmoves a1a7 a1a6").1.starts_with("bestmove a1a"));
        assert_ne!(go(&mut session(&[mate]), "go nodes 3000 searchmoves a1a7 a1a6").1, "bestmove a1a8");
        let (infos, best) = go(&mut session(&[mate]), "go mate 1");
        assert!(infos.last().unwrap().score == "mate 1" && best == "bestmove a1a8", "{infos:?}");
        // Mated, and stalemated.
        for (position, score) in
            [("7k/5Q2/8/8/8/8/8/K6R b - - 0 1", "mate 0"), ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0")]
        {
            let (infos, best) = go(&mut session(&[&format!("position fen {position}")]), "go nodes 100");
            assert_eq!((infos.last().unwrap().score.as_str(), best.as_str()), (score, "bestmove (none)"));
        }
    }

    /// Some turns of each army against itself. Each name is one word and is read back as the same turn.
    #[test]
    fn every_army_that_plays_duels_is_a_variant() {
        let names = Variant::names();
        assert!(names.starts_with(&["chess", "makpong"]) && names.len() >= 7, "{names:?}");
        for name in names {
            let mut session = session(&[&format!("setoption name UCI_Variant value {name}")]);
            let mut line = "position startpos moves".to_owned();
            for turn in 0..16 {
                let (infos, best) = go(&mut session, "go nodes 200");
                let Some(best) = best.split_whitespace().nth(1).filter(|best| *best != "(none)") else { break };
                for only in [best, &infos.last().unwrap().line[0]] {
                    let again = go(&mut session, &format!("go nodes 50 searchmoves {only}")).1;
                    assert_eq!(again.split_whitespace().nth(1), Some(best), "{name}, turn {turn}");
                }
                line = format!("{line} {best}");
                assert_eq!(session.read(&line), Answer::Say(Vec::new()), "{name}: {line}");
            }
        }
    }

    #[test]
    fn positions_of_other_armies_have_letters_and_reserves() {
        let variant = |name: &str| Variant::builtin(name).unwrap().unwrap();
        // The symbols of the army's file, and a piece in hand.
        let fen = "7k/8/8/8/8/8/8/K2W4[P] w - - 0 1";
        let seen = variant("baroque-duel").set_up(fen).unwrap();
        let pawn = seen.rules.type_by_key("baroque-duel/baroque-pawn").unwrap();
        assert_eq!((seen.pos.pieces().count(), seen.pos.reserve(engine::board::Seat(0), pawn)), (3, 1));
        for wrong in ["7k/8/8/8/8/8/8/K2Y4 w", "7k/8/8/8/8/8/8/K7[P w", "7k/8/8/8/8/8/8/K7[Y] w", "8/8/8/8/8/8/8/K7 w"]
        {
            assert!(variant("baroque-duel").set_up(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn options_are_set_or_refused() {
        let mut session = session(&[
            "setoption name Hash value 4",
            "setoption name clear hash",
            "setoption name Ponder value true",
            "setoption name uci_variant value Makpong",
            "position startpos moves a3a4 a6a5 e1f2",
            "ucinewgame",
        ]);
        assert_eq!(session.variant.name(), "makpong");
        for line in [
            "setoption name Hash value 0",
            "setoption name Hash value much",
            "setoption name UCI_Variant value checkers",
            "setoption name Skill Level value 3",
            "setoption",
        ] {
            assert!(matches!(session.read(line), Answer::Say(said) if said.len() == 1), "{line}");
        }
        assert_eq!(session.variant.name(), "makpong");
        go(&mut session, "go nodes 2000");
        assert!((1..4 << 20).contains(&session.memory.bytes()));
    }
}
