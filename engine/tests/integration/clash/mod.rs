//! Support for the tests of Clash: positions from text, and matches brought to a given phase.

use std::collections::BTreeMap;

use engine::action::{Action, ClashAction, Illegal, Turn};
use engine::board::{Seat, Space};
use engine::clash::{Gold, Match, Round, Setup, rules, ware};
use engine::context::{Playing, RulesContext};
use engine::notation;
use engine::play::{Flags, Piece, Position, Slot};

pub const WHITE: Seat = Seat(0);
pub const BLACK: Seat = Seat(1);

/// Deterministic pseudo-random numbers.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % bound as u64) as usize
    }
}

pub fn at(name: &str) -> Space {
    name.parse().unwrap()
}

/// A round from a position such as `white K e1, R a1; black K e8`. Peasants on their second rank and pieces on castling
/// start squares are unmoved. A final `black to move` gives Black the turn.
pub struct Board {
    pub round: Round,
}

impl Playing for Board {
    fn context(&self) -> RulesContext<'_> {
        self.round.context()
    }

    fn is_on_turn(&self, seat: Seat) -> bool {
        self.round.position().to_move() == seat
    }
}

pub struct Options {
    pub ultimate: bool,
    pub en_passant: bool,
}

/// Position with White to move.
pub fn board(white: &str, black: &str) -> Board {
    board_of(white, black, WHITE, Options { ultimate: false, en_passant: false })
}

/// Position with Black to move.
pub fn black_board(white: &str, black: &str) -> Board {
    board_of(white, black, BLACK, Options { ultimate: false, en_passant: false })
}

pub fn board_of(white: &str, black: &str, to_move: Seat, options: Options) -> Board {
    let rules = rules(options.ultimate, options.en_passant).unwrap();
    let mut pos = Position::empty(&rules);
    for (seat, pieces) in [(WHITE, white), (BLACK, black)] {
        for words in pieces.split(',') {
            let (name, square) = words.trim().rsplit_once(' ').unwrap();
            let ty = ware(name).unwrap_or_else(|| panic!("{name}")).ty(&rules).unwrap();
            let space = at(square);
            let piece = Piece::new(ty, seat);
            let (back, second) = if seat == WHITE { (0, 1) } else { (7, 6) };
            let starts = match space.rank() {
                rank if rank == second => rules.ty(ty).promotion.is_some(),
                rank if rank == back => rules.ty(ty).freshness && [0, 4, 7].contains(&space.file()),
                _ => false,
            };
            pos.put(&rules, space, if starts { piece.flagged(Flags::FRESH) } else { piece });
        }
    }
    pos.state_mut().to_move = to_move;
    Board { round: Round::from_position(rules, pos, BTreeMap::new()) }
}

impl Board {
    pub fn pos(&self) -> &Position {
        self.round.position()
    }

    pub fn turn(&self, text: &str) -> Result<Turn, Illegal> {
        notation::read_turn(self, self.pos().to_move(), text)
    }

    /// Plays legal turns.
    pub fn play(&mut self, texts: &str) -> &mut Self {
        for text in texts.split_whitespace() {
            let turn = self.turn(&text.replace("_", " ")).unwrap_or_else(|why| panic!("{text}: {why}"));
            self.round.take_turn(&turn).unwrap_or_else(|why| panic!("{text}: {why}"));
        }
        self
    }

    /// Reason why a turn is illegal.
    pub fn refused(&self, text: &str) -> Illegal {
        match self.turn(text) {
            Err(why) => why,
            Ok(turn) => panic!("{text} is legal: {turn:?}"),
        }
    }

    pub fn is_legal(&self, text: &str) -> bool {
        self.turn(text).is_ok()
    }

    /// Full notations of all legal acts of the piece on a square.
    pub fn texts(&self, from: &str) -> Vec<String> {
        notation::moves_with_notation(self, self.pos().to_move())
            .into_iter()
            .filter(|spelled| spelled.act.origin() == at(from))
            .map(|spelled| spelled.long)
            .collect()
    }

    /// Name and seat of the piece on a square.
    pub fn on(&self, square: &str) -> Option<(String, Seat)> {
        let piece = self.pos().at(at(square))?;
        Some((self.round.rules().ty(piece.ty).name.clone(), piece.seat))
    }

    pub fn is_invulnerable(&self, square: &str) -> bool {
        let piece = self.pos().at(at(square)).unwrap();
        self.round.rules().is_invulnerable(self.pos(), at(square), piece)
    }

    pub fn check(&self) -> bool {
        self.round.check().is_some()
    }

    pub fn is_fresh(&self, square: &str) -> bool {
        self.pos().in_slot(Slot::new(at(square), 0)).unwrap().flags.contains(Flags::FRESH)
    }
}

pub fn new_match() -> Match {
    Match::new(Setup { en_passant: false, seed: [3; 32] }).unwrap()
}

pub fn does(game: &mut Match, seat: Seat, action: ClashAction) {
    game.apply(seat, &Action::Clash(action.clone())).unwrap_or_else(|why| panic!("{action:?}: {why}"));
}

pub fn refuses(game: &mut Match, seat: Seat, action: impl Into<Action>) -> Illegal {
    game.apply(seat, &action.into()).unwrap_err()
}

pub fn buy(game: &mut Match, seat: Seat, pieces: &str) {
    for words in pieces.split(',') {
        let (piece, square) = words.trim().rsplit_once(' ').unwrap();
        does(game, seat, ClashAction::Buy { piece: piece.into(), at: Some(at(square)) });
    }
}

pub fn ready(game: &mut Match, seat: Seat) {
    does(game, seat, ClashAction::Ready);
}

/// Lets both Players confirm the suggested army.
pub fn both_ready(game: &mut Match) {
    for seat in [WHITE, BLACK] {
        does(game, seat, ClashAction::Suggest);
        ready(game, seat);
    }
}

/// Match in its first round, in which these armies have been bought.
pub fn playing(white: &str, black: &str) -> Match {
    let mut game = new_match();
    for (seat, army) in [(WHITE, white), (BLACK, black)] {
        buy(&mut game, seat, army);
        ready(&mut game, seat);
    }
    game
}

/// Match at the auction, with a score of 1 : 1.
pub fn at_auction() -> Match {
    let mut game = new_match();
    for loser in [WHITE, BLACK] {
        both_ready(&mut game);
        game.apply(loser, &Action::Resign).unwrap();
    }
    game
}

pub fn bid(game: &mut Match, seat: Seat, gold: &str) {
    does(game, seat, ClashAction::Bid { gold: gold.parse().unwrap() });
}

pub fn gold(text: &str) -> Gold {
    text.parse().unwrap()
}

/// Plays turns of a match.
pub fn play(game: &mut Match, texts: &str) {
    for text in texts.split_whitespace() {
        let seat = game.to_act()[0];
        let turn = notation::read_turn(game, seat, text).unwrap_or_else(|why| panic!("{text}: {why}"));
        game.apply(seat, &Action::Turn(turn)).unwrap();
    }
}
