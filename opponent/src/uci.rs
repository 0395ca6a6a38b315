//! Universal Chess Interface, for measurements against chess programs: orthodox chess with the Medieval army, Makpong,
//! and any army against itself. The module is pure: it maps text to text. The caller reads lines and stops the search in time.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use opponent::uci::{Answer, Session};
//! let mut session = Session::new()?;
//! assert!(matches!(session.read("position startpos moves e2e4 e7e5"), Answer::Say(lines) if lines.is_empty()));
//! let Answer::Think(limits) = session.read("go nodes 2000") else { panic!() };
//! let lines = session.think(limits, &AtomicBool::new(false));
//! assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use engine::action::{Act, Action, Turn};
use engine::battalion::{self, Definition};
use engine::board::{Battlefield, Board, Seat, Space, TerritoryPlacement};
use engine::context::{LegalMove, RuleSet, RulesContext};
use engine::game::Game;
use engine::play::{EnPassant, Flags, Piece, Position, Rules, TypeId};
use engine::seen::{Question, Seen};
use engine::titans::{self, GameMode, Setup};

use crate::analysis::{Analysis, analyse};
use crate::budget::Budget;
use crate::knowledge::Knowledge;

/// A variant: its protocol name, army, initial position and piece letters.
#[derive(Debug)]
struct Variant {
    name: &'static str,
    army: &'static str,
    start: &'static str,
    letters: &'static [(char, &'static str)],
    /// Letter of the only possible promotion, which some programs omit.
    only_promotion: Option<char>,
}

const VARIANTS: [Variant; 2] = [
    Variant {
        name: "chess",
        army: "medieval",
        start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        letters: &[('k', "king"), ('q', "queen"), ('r', "rook"), ('b', "bishop"), ('n', "knight"), ('p', "pawn")],
        only_promotion: None,
    },
    Variant {
        name: "makpong",
        army: "makpong",
        start: "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
        letters: &[
            ('k', "snare-king"),
            ('m', "snare-queen"),
            ('r', "snare-rook"),
            ('s', "snare-bishop"),
            ('n', "snare-knight"),
            ('p', "snare-pawn"),
        ],
        only_promotion: Some('m'),
    },
];

/// Action for the caller after a command.
#[derive(Debug, PartialEq)]
pub enum Answer {
    /// Write these lines.
    Say(Vec<String>),
    /// Call [`Session::think`].
    Think(Limits),
    /// Stop the running search.
    Stop,
    /// End the session.
    Quit,
}

/// Limits of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Number of nodes.
    pub nodes: Option<u64>,
    /// Time in milliseconds, after which the caller sets the stop flag.
    pub milliseconds: Option<u64>,
}

/// Error when reading a position or a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UciError {
    /// The army or its board cannot be built.
    #[error("this variant cannot be played: {0}")]
    Variant(String),
    /// The text is not a position.
    #[error("not a position: {0:?}")]
    Position(String),
    /// The text is not a legal move.
    #[error("not a legal move: {0:?}")]
    Move(String),
}

/// Session with a chess interface.
#[derive(Debug)]
pub struct Session {
    variant: &'static Variant,
    know: Knowledge,
    seen: Seen,
    /// White can castle or has castled; such flags are part of the position.
    rules: Arc<Rules>,
    /// An army against itself, in place of the variant: before its first turn, and now.
    army: Option<[Game; 2]>,
}

impl Session {
    /// Starts with chess in its initial position.
    ///
    /// # Errors
    /// [`UciError::Variant`] if the built-in variant cannot be built; tests rule this out.
    pub fn new() -> Result<Self, UciError> {
        Self::of(&VARIANTS[0])
    }

    /// Starts with an army against itself, in its usual places.
    ///
    /// # Errors
    /// [`UciError::Variant`] if the army cannot play a duel, or has to choose something before the first turn.
    pub fn with(army: &Arc<Definition>) -> Result<Self, UciError> {
        let wrong = |error: &dyn std::fmt::Display| UciError::Variant(error.to_string());
        let setup = Setup::new(GameMode::Duel, vec![army.clone(), army.clone()], [7; 32]).map_err(|e| wrong(&e))?;
        let game = Game::Titans(Box::new(titans::Game::new(setup).map_err(|error| wrong(&error))?));
        if game.to_act() != [Seat(0)] || !matches!(game.seen(Seat(0)).question, Question::Turn) {
            return Err(wrong(&"its Players choose something before the first turn"));
        }
        let seen = game.seen(Seat(0));
        let rules = seen.rules.clone();
        Ok(Self { variant: &VARIANTS[0], know: Knowledge::new(&rules), seen, rules, army: Some([game.clone(), game]) })
    }

    fn of(variant: &'static Variant) -> Result<Self, UciError> {
        let wrong = |error: &dyn std::fmt::Display| UciError::Variant(error.to_string());
        let army = battalion::load_builtin(variant.army).map_err(|error| wrong(&error))?;
        let field = Battlefield::standard(2).map_err(|error| wrong(&error))?;
        let plot =
            TerritoryPlacement { width: army.territory.width(), height: army.territory.height(), offset: Some(0) };
        let board = Board::build(&field, &[plot; 2]).map_err(|error| wrong(&error))?;
        let rules = Rules::shared(board, &[army.clone(), army]).map_err(|error| wrong(&error))?;
        let mut session = Self {
            variant,
            know: Knowledge::new(&rules),
            seen: Seen::duel(rules.clone(), Position::empty(&rules)),
            rules,
            army: None,
        };
        session.seen = session.set_up(variant.start)?;
        Ok(session)
    }

    /// Handles one line of input.
    pub fn read(&mut self, line: &str) -> Answer {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("uci") if self.army.is_some() => Answer::Say([self.identity(), vec!["uciok".to_owned()]].concat()),
            Some("uci") => {
                let names = VARIANTS.each_ref().map(|variant| format!("var {}", variant.name));
                let option = format!("option name UCI_Variant type combo default chess {}", names.join(" "));
                Answer::Say([self.identity(), vec![option, "uciok".to_owned()]].concat())
            }
            Some("isready") => Answer::Say(vec!["readyok".to_owned()]),
            Some("setoption") => {
                let words: Vec<&str> = words.collect();
                match words[..] {
                    ["name", name, "value", value] if name.eq_ignore_ascii_case("UCI_Variant") => self.switch(value),
                    _ => say_nothing(),
                }
            }
            Some("position") => {
                let words: Vec<&str> = words.collect();
                let found = match &mut self.army {
                    Some([start, now]) => played(start, &words).map(|game| {
                        *now = game;
                        now.seen(now.to_act().first().copied().unwrap_or(Seat(0)))
                    }),
                    None => self.position(&words),
                };
                match found {
                    Ok(seen) => {
                        self.seen = seen;
                        say_nothing()
                    }
                    Err(why) => Answer::Say(vec![format!("info string {why}")]),
                }
            }
            Some("go") => Answer::Think(self.limits(&words.collect::<Vec<_>>())),
            Some("stop") => Answer::Stop,
            Some("quit") => Answer::Quit,
            _ => say_nothing(),
        }
    }

    fn identity(&self) -> Vec<String> {
        let version = env!("CARGO_PKG_VERSION");
        vec![format!("id name Battalion {version}"), "id author the Battalion authors".to_owned()]
    }

    fn switch(&mut self, name: &str) -> Answer {
        if self.army.is_some() {
            return say_nothing();
        }
        let wanted = VARIANTS.iter().find(|variant| variant.name == name);
        match wanted.map(Self::of) {
            Some(Ok(session)) => {
                *self = session;
                say_nothing()
            }
            Some(Err(why)) => Answer::Say(vec![format!("info string {why}")]),
            None => Answer::Say(vec![format!("info string there is no variant {name:?} here")]),
        }
    }

    /// Limits from `nodes`, `movetime`, or a share of the time left.
    fn limits(&self, words: &[&str]) -> Limits {
        let after = |name: &str| -> Option<u64> {
            let at = words.iter().position(|word| *word == name)?;
            words.get(at + 1)?.parse().ok()
        };
        let (clock, more) = match self.seen.seat {
            Seat(0) => ("wtime", "winc"),
            _ => ("btime", "binc"),
        };
        let share = after(clock).map(|left| (left / 30 + after(more).unwrap_or(0) / 2).max(1));
        Limits { nodes: after("nodes"), milliseconds: after("movetime").or(share) }
    }

    /// Parses `startpos` or `fen …`, then `moves …`.
    fn position(&self, words: &[&str]) -> Result<Seen, UciError> {
        let moves = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let (start, moves) = words.split_at(moves);
        let mut seen = match start {
            ["startpos", ..] => self.set_up(self.variant.start)?,
            ["fen", fields @ ..] => self.set_up(&fields.join(" "))?,
            _ => return Err(UciError::Position(words.join(" "))),
        };
        for text in moves.iter().skip(1) {
            self.play(&mut seen, text)?;
        }
        Ok(seen)
    }

    /// Parses a position in Forsyth–Edwards notation (FEN).
    fn set_up(&self, fen: &str) -> Result<Seen, UciError> {
        let wrong = || UciError::Position(fen.to_owned());
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let [rows, to_move, rest @ ..] = fields.as_slice() else {
            return Err(wrong());
        };
        let mut pos = Position::empty(&self.rules);
        let rows: Vec<&str> = rows.split('/').collect();
        if rows.len() != usize::from(self.rules.board.height()) {
            return Err(wrong());
        }
        for (down, row) in rows.iter().enumerate() {
            let rank = (rows.len() - 1 - down) as u8;
            let mut file = 0;
            let mut letters = row.chars();
            while let Some(letter) = letters.next() {
                if let Some(free) = letter.to_digit(10) {
                    file += free as u8;
                    continue;
                }
                // Some variants mark promoted pieces with a plus.
                let promoted = letter == '+' || letters.as_str().starts_with('~');
                let letter = if letter == '+' { letters.next().ok_or_else(wrong)? } else { letter };
                if letter == '~' {
                    continue;
                }
                let seat = Seat(u8::from(letter.is_ascii_lowercase()));
                let ty = self.type_of(letter, promoted).ok_or_else(wrong)?;
                let space = Space::new(file, rank);
                if file >= self.rules.board.width() {
                    return Err(wrong());
                }
                pos.put(&self.rules, space, Piece::new(ty, seat));
                file += 1;
            }
        }
        pos.state_mut().to_move = match *to_move {
            "w" => Seat(0),
            "b" => Seat(1),
            _ => return Err(wrong()),
        };
        let rights = rest.first().copied().unwrap_or("-");
        self.unmoved(&mut pos, rights);
        if let Some(over) = rest.get(1).and_then(|name| name.parse::<Space>().ok()) {
            let seat = Seat(1 - pos.to_move().0);
            let ahead = if seat == Seat(0) { 1 } else { -1 };
            if let Some(pawn) = over.offset(0, ahead) {
                pos.state_mut().en_passant[seat.index()] = Some(EnPassant { over, pawn });
            }
        }
        let quiet = rest.get(2).and_then(|text| text.parse::<u16>().ok()).unwrap_or(0);
        pos.state_mut().quiet[..2].fill(quiet / 2);
        pos.state_mut().gate_open = true;
        pos.crown();
        pos.commit();
        if Seat::all(2).any(|seat| pos.titans(seat).len() != 1) {
            return Err(wrong());
        }
        Ok(Seen::duel(self.rules.clone(), pos))
    }

    fn type_of(&self, letter: char, promoted: bool) -> Option<TypeId> {
        let wanted = letter.to_ascii_lowercase();
        let letters = self.variant.letters.iter();
        let (_, id) = letters.clone().find(|(letter, _)| *letter == wanted)?;
        let ty = self.rules.type_by_key(&format!("{}/{id}", self.variant.army))?;
        let promotion = self.rules.ty(ty).promotion.as_ref().filter(|_| promoted);
        Some(promotion.and_then(|promotion| promotion.to.first().copied()).unwrap_or(ty))
    }

    /// Marks unmoved pieces, as far as castling rights and double steps imply them.
    fn unmoved(&self, pos: &mut Position, rights: &str) {
        let pieces: Vec<(Space, Piece)> = (pos.pieces()).map(|(slot, piece)| (slot.space(), piece)).collect();
        for (space, piece) in pieces {
            let ty = self.rules.ty(piece.ty);
            let side = |white: char| {
                if piece.seat == Seat(0) { white } else { white.to_ascii_lowercase() }
            };
            let home = if piece.seat == Seat(0) { 0 } else { 7 };
            let castles = |letter: char| rights.contains(side(letter));
            let fresh = if ty.promotion.is_some() {
                space.rank() == if piece.seat == Seat(0) { 1 } else { 6 }
            } else if ty.titan {
                castles('K') || castles('Q')
            } else {
                let corner = space.rank() == home;
                corner && (space.file() == 7 && castles('K') || space.file() == 0 && castles('Q'))
            };
            if fresh && ty.freshness {
                pos.put(&self.rules, space, piece.flagged(Flags::FRESH));
            }
        }
    }

    /// Plays a move such as `e2e4` or `e7e8q`.
    fn play(&self, seen: &mut Seen, text: &str) -> Result<(), UciError> {
        let context = RulesContext { rules: &self.rules, pos: &seen.pos, law: RuleSet::Titans };
        let lines = context.lines();
        let fits = |line: &&LegalMove| {
            let name = self.name(&line.act);
            let bare = self.variant.only_promotion.map(|letter| name.trim_end_matches(letter));
            name == text || bare == Some(text)
        };
        let found = lines.iter().find(fits);
        let line = found.ok_or_else(|| UciError::Move(text.to_owned()))?.clone();
        *seen.occurred.entry(self.rules.repetition_key(&seen.pos)).or_insert(0) += 1;
        self.rules.play(&mut seen.pos, &line.mv, &line.chain);
        seen.pos.commit();
        seen.seat = seen.pos.to_move();
        Ok(())
    }

    /// Protocol notation of a turn.
    fn name(&self, act: &Act) -> String {
        let promote = match act {
            Act::Move { promote: Some(key), .. } => {
                let id = key.rsplit('/').next().unwrap_or_default();
                let letter = self.variant.letters.iter().find(|(_, known)| *known == id);
                letter.map(|(letter, _)| *letter).or(self.variant.only_promotion).map(String::from)
            }
            _ => None,
        };
        let letter = promote.unwrap_or_default();
        format!("{}{}{letter}", act.origin(), act.target())
    }

    /// Notation of an army's turn: the Spaces and the new piece's symbol of a move, and for everything else the notation in
    /// full, without spaces.
    fn long_name(&self, game: &Game, turn: &Turn) -> String {
        let symbol = |key: &str| {
            let ty = self.rules.type_by_key(key);
            ty.map(|ty| self.rules.ty(ty).symbol.to_lowercase()).unwrap_or_default()
        };
        match &turn.act {
            Act::Move { from, to, captures, promote }
                if turn.then.is_empty() && captures.iter().all(|space| space == to) =>
            {
                format!("{from}{to}{}", promote.as_deref().map(symbol).unwrap_or_default())
            }
            Act::Castle { from, to, .. } if turn.then.is_empty() => format!("{from}{to}"),
            _ => game.turn_text(turn).split_whitespace().collect(),
        }
    }

    /// Searches for the best move and returns the `info` and `bestmove` lines. Ends by the limits or the stop flag.
    pub fn think(&self, limits: Limits, stop: &AtomicBool) -> Vec<String> {
        let nodes = limits.nodes.unwrap_or(u64::MAX >> 8);
        let found: Analysis = analyse(&self.seen, &self.know, Budget::new(nodes, stop));
        let name = |turn: &Turn| match &self.army {
            Some([_, now]) => self.long_name(now, turn),
            None => self.name(&turn.act),
        };
        let score = match found.mate_in {
            Some(turns) => format!("mate {turns}"),
            None => format!("cp {}", found.score),
        };
        // Names of an army's turns depend on the position, so later ones are left out.
        let told = if self.army.is_some() { 1 } else { usize::MAX };
        let line: Vec<String> = found.line.iter().take(told).map(name).collect();
        let best = line.first().cloned().unwrap_or_else(|| "0000".to_owned());
        vec![
            format!("info depth {} score {score} nodes {} pv {}", found.depth, found.nodes, line.join(" ")),
            format!("bestmove {best}"),
        ]
    }
}

/// Game after these moves from the start of an army's game: `startpos moves …`.
fn played(start: &Game, words: &[&str]) -> Result<Game, UciError> {
    let moves = match words {
        ["startpos"] => &[],
        ["startpos", "moves", moves @ ..] => moves,
        _ => return Err(UciError::Position(words.join(" "))),
    };
    let mut game = start.clone();
    for text in moves {
        let wrong = |_| UciError::Move((*text).to_owned());
        let seat = game.to_act().first().copied().ok_or_else(|| UciError::Move((*text).to_owned()))?;
        let turn = game.read_turn(seat, text).map_err(wrong)?;
        game.apply(seat, &Action::Turn(turn)).map_err(wrong)?;
    }
    Ok(game)
}

const fn say_nothing() -> Answer {
    Answer::Say(Vec::new())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn best(lines: &[&str]) -> String {
        let mut session = Session::new().unwrap();
        for line in lines {
            assert_eq!(session.read(line), Answer::Say(Vec::new()), "{line}");
        }
        let Answer::Think(limits) = session.read("go nodes 3000") else { panic!("no search") };
        let told = session.think(limits, &AtomicBool::new(false));
        told.last().unwrap().trim_start_matches("bestmove ").to_owned()
    }

    #[test]
    fn positions_of_chess_are_read() {
        assert_eq!(best(&["position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"]), "a1a8");
        assert_eq!(best(&["position fen 8/P5k1/8/8/8/8/6K1/8 w - - 0 1"]), "a7a8q");
        // Scholar's mate, castling on the way, and en passant.
        let moves = "position startpos moves e2e4 e7e5 f1c4 b8c6 d1h5 g8f6";
        assert_eq!(best(&[moves]), "h5f7");
        let mut session = Session::new().unwrap();
        for line in [
            "position startpos moves e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 e8g8",
            "position startpos moves e2e4 a7a6 e4e5 d7d5 e5d6",
            "position fen rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3 moves e5d6",
            "position fen r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1 moves e8c8 e1g1",
        ] {
            assert_eq!(session.read(line), Answer::Say(Vec::new()), "{line}");
        }
        for line in [
            "position startpos moves e2e5",
            "position fen 8/8 w - -",
            "position fen r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1 moves e1g1",
        ] {
            assert!(matches!(session.read(line), Answer::Say(said) if said.len() == 1), "{line}");
        }
    }

    #[test]
    fn any_army_is_played_against_itself() {
        let army = battalion::load_builtin("alchemists").unwrap();
        let mut session = Session::with(&army).unwrap();
        assert!(matches!(session.read("uci"), Answer::Say(lines) if lines.last().unwrap() == "uciok"));
        let mut line = "position startpos".to_owned();
        for number in 0..6 {
            assert_eq!(session.read(&line), Answer::Say(Vec::new()), "{line}");
            let told = session.think(Limits { nodes: Some(300), milliseconds: None }, &AtomicBool::new(false));
            let best = told.last().unwrap().trim_start_matches("bestmove ").to_owned();
            line += if number == 0 { " moves " } else { " " };
            line += &best;
        }
        assert_eq!(session.read(&line), Answer::Say(Vec::new()), "{line}");
        assert!(matches!(session.read("position startpos moves a1a9"), Answer::Say(said) if said.len() == 1));
        assert!(matches!(session.read("position fen 8/8 w"), Answer::Say(said) if said.len() == 1));
    }

    #[test]
    fn makpong_is_played_on_its_own_board() {
        let mut session = Session::new().unwrap();
        assert_eq!(session.read("setoption name UCI_Variant value makpong"), Answer::Say(Vec::new()));
        assert_eq!(session.read("position startpos moves a3a4 a6a5 e1f2"), Answer::Say(Vec::new()));
        let told = session.think(Limits { nodes: Some(500), milliseconds: None }, &AtomicBool::new(false));
        assert!(told.last().unwrap().starts_with("bestmove "));
    }
}
