//! Variants: armies with their protocol names, initial positions and piece letters.

use std::sync::Arc;

use engine::action::Action;
use engine::battalion::{self, Definition};
use engine::board::{Seat, Space};
use engine::play::{EnPassant, Flags, Kept, Piece, Position, Rules, TypeId};
use engine::seen::{Question, Seen};
use engine::titans::{Game, GameMode, Setup};

use super::error::UciError;

/// A variant as other programs know it, where this differs from the army's file.
struct Known {
    name: &'static str,
    army: &'static str,
    start: &'static str,
    /// Letters of piece types, by their ids.
    letters: &'static [(char, &'static str)],
    /// Letter of the only possible promotion, which some programs omit.
    only_promotion: Option<char>,
}

const KNOWN: [Known; 2] = [
    Known {
        name: "chess",
        army: "medieval",
        start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        letters: &[],
        only_promotion: None,
    },
    Known {
        name: "makpong",
        army: "makpong",
        start: "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
        letters: &[('m', "snare-queen"), ('s', "snare-bishop")],
        only_promotion: Some('m'),
    },
];

/// Army that both sides play, with its initial position.
#[derive(Clone, Debug)]
pub struct Variant {
    name: String,
    /// Letters of each type, in lower case; a plus marks promoted pieces.
    letters: Vec<String>,
    only_promotion: Option<char>,
    rules: Arc<Rules>,
    start: Seen,
}

impl Variant {
    /// Names of the built-in variants: all armies that can play duels, chess first.
    pub fn names() -> Vec<&'static str> {
        let duels = battalion::builtin().iter().filter(|army| {
            let definition = battalion::load_builtin(army.id);
            definition.is_ok_and(|army| army.matches.duels())
        });
        let others = duels.map(|army| army.id).filter(|id| KNOWN.iter().all(|known| known.army != *id));
        KNOWN.iter().map(|known| known.name).chain(others).collect()
    }

    /// Loads a built-in variant by name; `None` if there is none.
    pub fn builtin(name: &str) -> Option<Result<Self, UciError>> {
        let name = Self::names().into_iter().find(|known| known.eq_ignore_ascii_case(name))?;
        let known = KNOWN.iter().find(|known| known.name == name);
        let army = battalion::load_builtin(known.map_or(name, |known| known.army));
        Some(army.map_err(|why| UciError::Variant(why.to_string())).and_then(|army| Self::with(army, known)))
    }

    /// Variant in which both sides play this army. Its name is the army's id.
    ///
    /// # Errors
    /// [`UciError::Variant`] if the army cannot play a duel against itself.
    pub fn of(army: Arc<Definition>) -> Result<Self, UciError> {
        Self::with(army, None)
    }

    fn with(army: Arc<Definition>, known: Option<&Known>) -> Result<Self, UciError> {
        let wrong = |why: &dyn std::fmt::Display| UciError::Variant(why.to_string());
        let name = known.map_or_else(|| army.id.clone(), |known| known.name.to_owned());
        let setup = Setup::new(GameMode::Duel, vec![army.clone(), army], [0; 32]).map_err(|why| wrong(&why))?;
        let mut game = Game::new(setup).map_err(|why| wrong(&why))?;
        while let Some(seat) = game.to_act().first().copied() {
            // Volatile pieces are drawn, always the same ones.
            let action = match game.placement_question(seat) {
                Some(question) => question.usual,
                None if matches!(game.seen(seat).question, Question::Turn) => break,
                None => Action::DrawVolatile,
            };
            game.apply(seat, &action).map_err(|why| wrong(&why))?;
        }
        let start = game.seen(Seat(0));
        if !matches!(start.question, Question::Turn) {
            return Err(wrong(&"the game has no first turn"));
        }
        let rules = Arc::clone(&start.rules);
        let letter = |ty: TypeId| {
            let id = rules.ty(ty).key.rsplit('/').next().unwrap_or_default();
            let other = known.and_then(|known| known.letters.iter().find(|(_, other)| *other == id));
            other.map_or_else(|| rules.ty(ty).symbol.to_lowercase(), |(letter, _)| letter.to_string())
        };
        let letters = (0..rules.types.len()).map(|ty| letter(TypeId::new(ty))).collect();
        let only_promotion = known.and_then(|known| known.only_promotion);
        let mut variant = Self { name, letters, only_promotion, rules, start };
        if let Some(known) = known {
            variant.start = variant.set_up(known.start)?;
        }
        Ok(variant)
    }

    /// Protocol name.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(super) const fn start(&self) -> &Seen {
        &self.start
    }

    pub(super) const fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Letter of the only possible promotion.
    pub(super) const fn only_promotion(&self) -> Option<char> {
        self.only_promotion
    }

    /// Suffix of a promotion to this type.
    pub(super) fn promotion(&self, key: &str) -> String {
        let letter = self.rules.type_by_key(key).map_or("", |ty| &self.letters[ty.index()]);
        match (self.only_promotion, letter) {
            (Some(letter), _) => letter.to_string(),
            // Promoted forms of a piece are marked by a plus alone.
            (None, letter) if letter.starts_with('+') => "+".to_owned(),
            (None, letter) => letter.to_owned(),
        }
    }

    /// Type with this letter; `promoted` pieces have a letter with a plus or are what the piece promotes to.
    fn type_of(&self, letter: char, promoted: bool) -> Option<TypeId> {
        let with = |text: &str| self.letters.iter().position(|other| other == text).map(TypeId::new);
        let plain = letter.to_lowercase().to_string();
        if !promoted {
            return with(&plain);
        }
        with(&format!("+{plain}")).or_else(|| {
            let promotion = self.rules.ty(with(&plain)?).promotion.as_ref()?;
            promotion.to.first().copied()
        })
    }

    /// Parses a position in Forsyth–Edwards notation (FEN). Pieces in reserve are listed in brackets after the board.
    pub(super) fn set_up(&self, fen: &str) -> Result<Seen, UciError> {
        let wrong = || UciError::Position(fen.to_owned());
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let [board, to_move, rest @ ..] = fields.as_slice() else {
            return Err(wrong());
        };
        let (board, hand) = match board.split_once('[') {
            Some((board, hand)) => (board, hand.strip_suffix(']').ok_or_else(wrong)?),
            None => (*board, ""),
        };
        let mut pos = Position::empty(&self.rules);
        self.put_pieces(&mut pos, board).ok_or_else(wrong)?;
        for letter in hand.chars() {
            let ty = self.type_of(letter, false).ok_or_else(wrong)?;
            let seat = seat_of(letter);
            let count = pos.held(seat, ty, Kept::Nothing);
            pos.hold(seat, ty, Kept::Nothing, count.checked_add(1).ok_or_else(wrong)?);
        }
        pos.state_mut().to_move = match *to_move {
            "w" => Seat(0),
            "b" => Seat(1),
            _ => return Err(wrong()),
        };
        let rights = rest.first().copied().unwrap_or("-");
        self.mark_unmoved(&mut pos, rights);
        if let Some(over) = rest.get(1).and_then(|name| name.parse::<Space>().ok()) {
            let seat = Seat(1 - pos.to_move().0);
            let ahead = if seat == Seat(0) { 1 } else { -1 };
            if let Some(pawn) = over.offset(0, ahead) {
                pos.state_mut().en_passant[seat.index()] = Some(EnPassant { over, pawn });
            }
        }
        let quiet = rest.get(2).and_then(|text| text.parse::<u16>().ok()).unwrap_or(0);
        // The last of an odd number was made by the side that is not to move.
        let (next, last) = (pos.to_move().index(), 1 - pos.to_move().index());
        (pos.state_mut().quiet[next], pos.state_mut().quiet[last]) = (quiet / 2, quiet.div_ceil(2));
        pos.state_mut().gate_open = true;
        pos.crown();
        pos.commit();
        for seat in Seat::all(2) {
            let most = self.start.pos.titans(seat).len();
            if !(most.min(1)..=most).contains(&pos.titans(seat).len()) {
                return Err(wrong());
            }
        }
        if self.rules.in_check(&pos, Seat(1 - pos.to_move().0)) {
            return Err(UciError::Capture);
        }
        Ok(Seen::duel(self.rules.clone(), pos))
    }

    /// Puts the pieces of a FEN's first field on the board; `None` if it does not fit.
    fn put_pieces(&self, pos: &mut Position, board: &str) -> Option<()> {
        let (width, height) = (self.rules.board.width(), self.rules.board.height());
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != usize::from(height) {
            return None;
        }
        for (rank, row) in (0..height).zip(rows.iter().rev()) {
            let mut file = 0u8;
            let mut letters = row.chars().peekable();
            while let Some(letter) = letters.next() {
                if let Some(digit) = letter.to_digit(10) {
                    let mut free = digit;
                    while let Some(digit) = letters.peek().and_then(|next| next.to_digit(10)) {
                        free = free.saturating_mul(10).saturating_add(digit);
                        letters.next();
                    }
                    file = file.checked_add(u8::try_from(free).ok()?)?;
                    continue;
                }
                let plus = letter == '+';
                let letter = if plus { letters.next()? } else { letter };
                // Some programs mark promoted pieces with a tilde.
                let promoted = plus || letters.next_if_eq(&'~').is_some();
                let space =
                    (file < width).then(|| Space::new(file, rank)).filter(|space| self.rules.board.has(*space))?;
                pos.put(&self.rules, space, Piece::new(self.type_of(letter, promoted)?, seat_of(letter)));
                file += 1;
            }
            if file != width {
                return None;
            }
        }
        Some(())
    }

    /// Marks unmoved pieces, as far as castling rights and double steps imply them.
    fn mark_unmoved(&self, pos: &mut Position, rights: &str) {
        let (width, height) = (self.rules.board.width(), self.rules.board.height());
        let pieces: Vec<(Space, Piece)> = (pos.pieces()).map(|(slot, piece)| (slot.space(), piece)).collect();
        for (space, piece) in pieces {
            let ty = self.rules.ty(piece.ty);
            let (first, home, second) = match piece.seat {
                Seat(0) => (true, 0, 1),
                _ => (false, height - 1, height - 2),
            };
            let castles = |white: char| rights.contains(if first { white } else { white.to_ascii_lowercase() });
            let unmoved = if ty.promotion.is_some() {
                space.rank() == second
            } else if ty.titan {
                castles('K') || castles('Q')
            } else {
                let corner = space.rank() == home;
                corner && (space.file() == width - 1 && castles('K') || space.file() == 0 && castles('Q'))
            };
            if unmoved && ty.freshness {
                pos.put(&self.rules, space, piece.flagged(Flags::FRESH));
            }
        }
    }
}

/// Seat of a piece letter: capital letters are White's.
const fn seat_of(letter: char) -> Seat {
    if letter.is_ascii_lowercase() { Seat(1) } else { Seat(0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T-26: the game is drawn when both sides have made 50 turns in a row without progress.
    #[test]
    fn half_moves_belong_to_the_side_that_made_them() {
        let chess = Variant::builtin("chess").unwrap().unwrap();
        for (clock, to_move, white, black) in
            [(0, 'w', 0, 0), (1, 'w', 0, 1), (1, 'b', 1, 0), (98, 'w', 49, 49), (99, 'w', 49, 50), (99, 'b', 50, 49)]
        {
            let seen = chess.set_up(&format!("4k3/8/8/8/8/8/8/R3K3 {to_move} - - {clock} 80")).unwrap();
            assert_eq!(seen.pos.state().quiet[..2], [white, black], "{clock} {to_move}");
        }
    }
    #[test]
    fn each_right_to_castle_leaves_the_king_and_a_rook_unmoved() {
        let chess = Variant::builtin("chess").unwrap().unwrap();
        for (rights, unmoved) in [
            ("-", ""),
            ("K", "e1 h1"),
            ("Q", "a1 e1"),
            ("k", "e8 h8"),
            ("q", "a8 e8"),
            ("Kq", "a8 e1 e8 h1"),
            ("KQkq", "a1 a8 e1 e8 h1 h8"),
        ] {
            let seen = chess.set_up(&format!("r3k2r/8/8/8/8/8/8/R3K2R w {rights} - 0 1")).unwrap();
            let fresh = seen.pos.pieces().filter(|(_, piece)| piece.flags.contains(Flags::FRESH));
            let mut fresh: Vec<String> = fresh.map(|(slot, _)| slot.space().to_string()).collect();
            fresh.sort();
            assert_eq!(fresh.join(" "), unmoved, "{rights}");
        }
        let short = chess.set_up("r3k2r/8/8/8/8/8/8/R3K2R w").unwrap();
        assert!(short.pos.pieces().all(|(_, piece)| !piece.flags.contains(Flags::FRESH)), "none without the field");
    }
}
