//! Export of a game as PGN: a duel, or each round of a match, if it was orthodox chess. The check uses moves and
//! positions, not names. Every piece must move like a chess piece, and every turn must be legal in chess and lead to
//! the same position.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use cozy_chess::{Board, Color, Move, Piece, Square, util};
use engine::action::{Act, Action, Turn};
use engine::battalion::{Definition, PieceDef};
use engine::board::{Seat, Side};
use engine::clash::{self, End, ULTIMATE};
use engine::fact::{EndReason, Fact};
use engine::game::Game;
use engine::piece::{MoveRule, betza};
use engine::play::Fall;
use engine::view::{Phase, View};
use time::macros::format_description;

use crate::host::GameId;
use crate::host::blocking;
use crate::host::error::{Error, NotPgn, NotStarted, refuse};
use crate::host::model::{GameOptions, PgnFile};
use crate::host::session::course::Course;
use crate::host::session::game::GameSession;
use crate::host::session::games::Games;
use crate::host::session::running::RunningGame;
use crate::store::State;

/// Maximum length of a line of moves.
const LINE: usize = 80;
/// PGN letters of the chess pieces, with their movements.
const ROLES: [(&str, Piece); 6] = [
    ("K", Piece::King),
    ("Q", Piece::Queen),
    ("R", Piece::Rook),
    ("B", Piece::Bishop),
    ("N", Piece::Knight),
    ("fmWfcFifmnD", Piece::Pawn),
];

/// Movements of the chess pieces.
fn movements() -> &'static [(Vec<MoveRule>, Piece)] {
    static MOVEMENTS: OnceLock<Vec<(Vec<MoveRule>, Piece)>> = OnceLock::new();
    MOVEMENTS.get_or_init(|| {
        let read = ROLES.into_iter();
        read.filter_map(|(text, role)| Some((betza::parse(text).ok()?, role))).collect()
    })
}

/// Chess piece that moves like this type.
fn role(piece: &PieceDef) -> Option<Piece> {
    let same =
        |rules: &[MoveRule]| rules.len() == piece.moves.len() && rules.iter().all(|rule| piece.moves.contains(rule));
    let plain = piece.abilities.is_empty() && piece.blocking && piece.capturable && !piece.immutable;
    let (_, role) = movements().iter().find(|(rules, _)| same(rules))?;
    (plain && piece.titan == (*role == Piece::King)).then_some(*role)
}

fn letter(role: Piece, seat: Seat) -> char {
    let letter = char::from(role);
    match seat.0 {
        0 => letter.to_ascii_uppercase(),
        _ => letter,
    }
}

/// Battalions of a position, to look up the types of its pieces.
struct Armies(Vec<Arc<Definition>>);

impl Armies {
    fn of(play: &RunningGame, options: &GameOptions, view: &View) -> Self {
        Self(match (&play.game, options) {
            (Game::Titans(game), _) => game.setup().armies.clone(),
            (_, GameOptions::Clash(options)) => {
                let ultimate = view.clash.as_ref().is_some_and(|clash| clash.round >= ULTIMATE);
                clash::definition(ultimate, options.en_passant).into_iter().collect()
            }
            _ => Vec::new(),
        })
    }

    fn find(&self, key: &str) -> Option<(&Definition, &PieceDef)> {
        let (army, id) = key.split_once('/')?;
        let mut armies = self.0.iter().filter(|one| one.id == army);
        armies.find_map(|army| Some((&**army, army.pieces.iter().find(|piece| piece.id == id)?)))
    }

    fn role(&self, key: &str) -> Option<Piece> {
        role(self.find(key)?.1)
    }

    /// Returns true if a Battalion has a shuffled Back Rank.
    fn are_shuffled(&self) -> bool {
        let mut pieces = self.0.iter().flat_map(|army| &army.pieces);
        pieces.any(|piece| piece.castling.home.is_some())
    }

    /// Returns true if the first piece can castle with the second.
    fn castles(&self, king: &str, rook: &str) -> bool {
        let (Some((army, king)), Some((_, rook))) = (self.find(king), self.find(rook)) else {
            return false;
        };
        let partners = king.castles_with.iter();
        let mut partners = partners.filter_map(|index| army.pieces.get(*index));
        partners.any(|partner| partner.id == rook.id)
    }
}

/// Chess pieces by square.
fn placement(view: &View, armies: &Armies) -> Result<BTreeMap<String, char>, NotPgn> {
    let mut squares = BTreeMap::new();
    for piece in &view.pieces {
        let space = piece.space;
        let role = armies.role(&piece.look.id);
        let role = role.filter(|_| piece.badges.is_empty());
        let role = role.ok_or_else(|| NotPgn::Piece { piece: piece.look.name.clone(), space })?;
        squares.insert(space.to_string(), letter(role, piece.seat));
    }
    Ok(squares)
}

/// Starting position in Forsyth-Edwards Notation.
fn fen(view: &View, armies: &Armies) -> Result<String, NotPgn> {
    let (width, height) = (view.board.width, view.board.height);
    let sides: Vec<Option<Side>> = view.seats.iter().map(|seat| seat.side).collect();
    if (width, height) != (8, 8) || sides != [Some(Side::South), Some(Side::North)] {
        return Err(NotPgn::Board { width, height });
    }
    let squares = placement(view, armies)?;
    let row = |rank: char| {
        let (mut text, mut free) = (String::new(), 0);
        for file in 'a'..='h' {
            match squares.get(&format!("{file}{rank}")) {
                None => free += 1,
                Some(piece) => {
                    if free > 0 {
                        text += &free.to_string();
                    }
                    free = 0;
                    text.push(*piece);
                }
            }
        }
        if free > 0 {
            text += &free.to_string();
        }
        text
    };
    let rows: Vec<String> = ('1'..='8').rev().map(row).collect();
    let rights = if armies.are_shuffled() { shuffled_rights(view, armies) } else { usual_rights(view, armies) };
    let rights = if rights.is_empty() { "-" } else { &rights };
    Ok(format!("{} w {rights} - 0 1", rows.join("/")))
}

/// Castling rights in FEN: `KQkq`.
fn usual_rights(view: &View, armies: &Armies) -> String {
    let at = |square: &str| {
        let mut pieces = view.pieces.iter();
        pieces.find(|piece| piece.space.to_string() == square)
    };
    let mut rights = String::new();
    for (king, rook, right) in [("e1", "h1", 'K'), ("e1", "a1", 'Q'), ("e8", "h8", 'k'), ("e8", "a8", 'q')] {
        if let (Some(king), Some(rook)) = (at(king), at(rook))
            && king.seat == rook.seat
            && (king.seat == Seat(0)) == right.is_ascii_uppercase()
            && armies.role(&rook.look.id) == Some(Piece::Rook)
            && armies.castles(&king.look.id, &rook.look.id)
        {
            rights.push(right);
        }
    }
    rights
}

/// Castling rights from a shuffled Back Rank, by the files of the Rooks: `HAha` (Shredder-FEN).
fn shuffled_rights(view: &View, armies: &Armies) -> String {
    let mut rights = String::new();
    for king in &view.pieces {
        for rook in &view.pieces {
            if king.seat == rook.seat
                && king.space.rank() == rook.space.rank()
                && armies.castles(&king.look.id, &rook.look.id)
            {
                let file = char::from(b'a' + rook.space.file());
                rights.push(match king.seat.0 {
                    0 => file.to_ascii_uppercase(),
                    _ => file,
                });
            }
        }
    }
    rights
}
/// Converts a turn to a chess move.
fn chess_move(turn: &Turn, armies: &Armies, board: &Board) -> Option<Move> {
    let text = match &turn.act {
        Act::Move { from, to, promote, .. } => {
            let promoted = match promote {
                Some(key) => char::from(armies.role(key)?).to_string(),
                None => String::new(),
            };
            format!("{from}{to}{promoted}")
        }
        Act::Castle { from, partner, .. } => format!("{from}{partner}"),
        _ => return None,
    };
    let found = util::parse_uci_move(board, &text).ok()?;
    // Distinguish castling from a King's move to the same square.
    let castling = board.colors(board.side_to_move()).has(found.to);
    let same = castling == matches!(turn.act, Act::Castle { .. });
    (turn.then.is_empty() && same && board.is_legal(found)).then_some(found)
}

/// Returns true if both positions hold the same pieces.
fn agrees(view: &View, armies: &Armies, board: &Board) -> bool {
    let Ok(ours) = placement(view, armies) else {
        return false;
    };
    let piece = |square: Square| {
        let seat = match board.color_on(square)? {
            Color::White => Seat(0),
            Color::Black => Seat(1),
        };
        Some((square.to_string(), letter(board.piece_on(square)?, seat)))
    };
    ours == Square::ALL.into_iter().filter_map(piece).collect()
}

/// A duel or round in the process of being written.
struct Written {
    armies: Armies,
    fen: String,
    board: Board,
    round: Option<u8>,
    moves: Vec<String>,
}

impl Written {
    fn begin(play: &RunningGame, options: &GameOptions) -> Result<Self, NotPgn> {
        let view = play.public();
        if view.seats.len() != 2 {
            return Err(NotPgn::Players);
        }
        let armies = Armies::of(play, options, view);
        let fen = fen(view, &armies)?;
        Ok(Self {
            board: Board::from_fen(&fen, armies.are_shuffled()).map_err(|_| NotPgn::Position)?,
            armies,
            fen,
            round: view.clash.as_ref().map(|clash| clash.round),
            moves: Vec::new(),
        })
    }

    fn turn(&mut self, turn: &Turn, text: &str, after: &View) -> Result<(), NotPgn> {
        let wrong = || NotPgn::Turn { number: self.moves.len() + 1, text: text.to_owned() };
        let found = chess_move(turn, &self.armies, &self.board).ok_or_else(wrong)?;
        let san = util::display_san_move(&self.board, found).to_string();
        let mut board = self.board.clone();
        board.play(found);
        if !agrees(after, &self.armies, &board) {
            return Err(wrong());
        }
        self.board = board;
        self.moves.push(san);
        Ok(())
    }

    /// Completes the PGN with the required tags and those specific to this game.
    fn finish(&self, game: &GameSession, end: &Ended) -> String {
        let names = |seat: usize| {
            let people = game.seats.get(seat).map(|chair| chair.holder.named().iter());
            let people = people.into_iter().flatten();
            let names: Vec<&str> = people.map(|member| member.name.as_str()).collect();
            names.join(":")
        };
        let event = match &game.options {
            GameOptions::Titans(_) => "Titan's Battalion",
            GameOptions::Clash(_) => "Chess: The Clash of the Armies",
        };
        let round = self.round.map_or_else(|| "-".to_owned(), |round| round.to_string());
        let mut tags = vec![
            ("Event", format!("{event}, game {}", game.id)),
            ("Site", "Discord".to_owned()),
            ("Date", date(game.created_at)),
            ("Round", round),
            ("White", names(0)),
            ("Black", names(1)),
            ("Result", end.result.to_owned()),
        ];
        if self.armies.are_shuffled() {
            tags.push(("Variant", "Chess960".to_owned()));
        }
        if self.fen != Board::startpos().to_string() {
            tags.push(("SetUp", "1".to_owned()));
            tags.push(("FEN", self.fen.clone()));
        }
        tags.push(("Termination", end.how.to_owned()));
        let mut text = String::new();
        for (name, value) in tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            text += &format!("[{name} \"{value}\"]\n");
        }
        let numbered = self.moves.iter().enumerate().map(|(ply, san)| match ply % 2 {
            0 => format!("{}. {san}", ply / 2 + 1),
            _ => san.clone(),
        });
        let words: Vec<String> = numbered.chain([end.result.to_owned()]).collect();
        text.push('\n');
        let mut width = 0;
        for word in words.iter().flat_map(|words| words.split(' ')) {
            let length = word.chars().count();
            if width > 0 {
                let fits = width + 1 + length <= LINE;
                text.push(if fits { ' ' } else { '\n' });
                width = if fits { width + 1 } else { 0 };
            }
            text += word;
            width += length;
        }
        text.push('\n');
        text
    }
}

/// Result of a duel or a round.
#[derive(Clone, Copy)]
struct Ended {
    result: &'static str,
    how: &'static str,
}

impl Ended {
    const OPEN: Ended = Ended { result: "*", how: "unterminated" };
    const STOPPED: Ended = Ended { result: "*", how: "abandoned" };

    fn won(seat: Seat, how: Option<Fall>) -> Self {
        Self {
            result: if seat.0 == 0 { "1-0" } else { "0-1" },
            how: match how {
                Some(Fall::Time) => "time forfeit",
                Some(
                    Fall::TitanCaptured
                    | Fall::Checkmate
                    | Fall::Bereft
                    | Fall::Outrun
                    | Fall::Level
                    | Fall::Checks
                    | Fall::Extinct
                    | Fall::GaveAll
                    | Fall::Stalemate
                    | Fall::Resigned,
                )
                | None => "normal",
            },
        }
    }

    const DRAWN: Ended = Ended { result: "1/2-1/2", how: "normal" };

    /// Result at the end of a round or game.
    fn of(view: &View) -> Option<Self> {
        let facts = view.last.iter().flat_map(|last| &last.facts);
        let mut rounds = facts.filter_map(|fact| match fact {
            Fact::Round(end) => Some(end.end),
            _ => None,
        });
        match (&view.phase, rounds.next_back()) {
            (_, Some(End::Loss(loser, how))) => Some(Self::won(Seat(1 - loser.0.min(1)), Some(how.into()))),
            (_, Some(End::Draw(_))) => Some(Self::DRAWN),
            (Phase::Ended { winners, reason }, None) => Some(match (winners.as_slice(), reason) {
                ([winner], EndReason::Duel(how)) => Self::won(*winner, Some(*how)),
                ([winner], _) => Self::won(*winner, None),
                (_, EndReason::CalledOff) => Self::STOPPED,
                _ => Self::DRAWN,
            }),
            _ => None,
        }
    }
}

/// Date in PGN format: `2026.11.22`, in UTC.
fn date(millis: i64) -> String {
    crate::host::time::date(millis).format(format_description!("[year].[month].[day]")).unwrap_or_default()
}

/// All duels or rounds that PGN can represent, and the first round that it cannot.
fn write(game: &GameSession, course: &Course) -> Result<PgnFile, Error> {
    let mut texts = Vec::new();
    let mut left_out: Vec<(u8, NotPgn)> = Vec::new();
    let mut before: Option<RunningGame> = None;
    let mut open: Option<Result<Written, NotPgn>> = None;
    let mut close = |open: &mut Option<Result<Written, NotPgn>>, round: u8, end: Ended| match open.take() {
        Some(Ok(written)) => texts.push(written.finish(game, &end)),
        Some(Err(why)) => left_out.push((round, why)),
        None => {}
    };
    let mut round = 1;
    course.each_play(|action, play| {
        let view = play.seen();
        if let (Some(Action::Turn(turn)), Some(before)) = (action, &before) {
            let started = || Written::begin(before, &game.options);
            let written = open.get_or_insert_with(started);
            if let Ok(now) = written {
                let text = view.last.as_ref().map_or("", |last| last.text.as_str());
                if let Err(why) = now.turn(turn, text, &view) {
                    *written = Err(why);
                }
            }
        }
        if play.ended_a_round() || play.is_over() {
            close(&mut open, round, Ended::of(&view).unwrap_or(Ended::OPEN));
            round += 1;
        }
        before = Some(play);
        Ok(())
    })?;
    let end = match game.state {
        State::Over => Ended::STOPPED,
        _ => Ended::OPEN,
    };
    close(&mut open, round, end);
    match (texts.is_empty(), left_out.into_iter().next()) {
        (true, Some((_, why))) => Err(refuse(why)),
        (true, None) => Err(refuse(NotStarted::Play)),
        (false, left_out) => {
            Ok(PgnFile { name: format!("battalion-game-{}.pgn", game.id), text: texts.join("\n"), left_out })
        }
    }
}

impl Games {
    /// The game as PGN: the duel, or the rounds of the match that were orthodox chess.
    ///
    /// # Errors
    /// Refused with the reason if PGN cannot represent any of it.
    pub async fn pgn(&self, game: GameId) -> Result<PgnFile, Error> {
        let loaded = self.load(game).await?;
        loaded.play()?;
        let course = self.course(game).await?;
        blocking(move || write(&loaded, &course)).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (millis, day) in
            [(0, "1970.01.01"), (951_782_400_000, "2000.02.29"), (1_795_305_600_000, "2026.11.22"), (-1, "1969.12.31")]
        {
            assert_eq!(date(millis), day);
        }
    }

    #[test]
    fn pieces_are_known_by_what_they_do() {
        let file = engine::battalion::load_builtin("medieval").unwrap();
        let roles: Vec<Option<Piece>> = file.pieces.iter().map(role).collect();
        let all = [Piece::King, Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn];
        assert_eq!(roles, all.map(Some));
        let mut other = file.pieces[4].clone();
        other.moves = betza::parse("C").unwrap();
        assert_eq!(role(&other), None, "a Knight by name alone");
        let baroque = engine::battalion::load_builtin("baroque-duel").unwrap();
        let withdrawer = baroque.pieces.iter().find(|piece| piece.id == "withdrawer");
        assert_eq!(role(withdrawer.unwrap()), None, "moves as a Queen, captures otherwise");
    }
}
