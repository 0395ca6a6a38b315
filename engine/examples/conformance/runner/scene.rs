//! Set-up of a case's position: board, Battalions, pieces and everything else listed.

use std::sync::Arc;

use engine::battalion::Definition;
use engine::board::{Battlefield, Board, EdgeSlot, Seat, Side, Space, TerritoryPlacement};
use engine::play::{EnPassant, Flags, Kept, Piece, Position, Rules, Slot, TypeId};
use serde_json::Value;

use super::{entries, names, space, strings, text};

/// Columns and rows of every Territory in the cases.
const TERRITORY: (u8, u8) = (8, 3);

/// Position of a case.
pub struct Scene {
    /// The rules.
    pub rules: Rules,
    /// The position.
    pub pos: Position,
    /// Colours of the Players in seat order.
    pub colours: Vec<String>,
    /// Battalion that is the subject of the file; empty for files about all.
    pub home: String,
}

/// Players of a case in seat order; White and Black by default.
pub fn colours(case: &Value) -> Vec<String> {
    let named = strings(&case["players"]);
    let colours = if named.is_empty() { vec!["white", "black"] } else { named };
    colours.into_iter().map(str::to_owned).collect()
}

/// Location of a Player.
#[derive(Clone, Copy)]
pub enum Sits {
    /// Territory on a side.
    On(Side),
    /// No Territory.
    Nowhere,
}

/// Board with a Battlefield and Territories of 3 rows.
pub fn board(width: u8, height: u8, seats: &[Sits]) -> Result<Board, String> {
    let edge_slots = seats
        .iter()
        .map(|sits| match sits {
            Sits::On(side) => EdgeSlot {
                side: *side,
                from: 0,
                length: if matches!(side, Side::South | Side::North) { width } else { height },
            },
            Sits::Nowhere => EdgeSlot { side: Side::West, from: 0, length: 0 },
        })
        .collect::<Vec<_>>();
    let plots = seats
        .iter()
        .zip(&edge_slots)
        .map(|(sits, slot)| match sits {
            Sits::On(_) => TerritoryPlacement { width: slot.length, height: TERRITORY.1, offset: Some(0) },
            Sits::Nowhere => TerritoryPlacement { width: 0, height: 0, offset: None },
        })
        .collect::<Vec<_>>();
    let field = Battlefield { id: "case".into(), name: "case".into(), width, height, edge_slots };
    Board::build(&field, &plots).map_err(|error| error.to_string())
}

/// Board for two of `files` × `ranks` (default 8×8); further Players have no Territory.
pub fn duel_board(case: &Value, players: usize) -> Result<Board, String> {
    let side = |key: &str| case["board"][key].as_u64().unwrap_or(8) as u8;
    let (files, ranks) = (side("files"), side("ranks"));
    let rest = ranks
        .checked_sub(2 * TERRITORY.1)
        .filter(|rest| *rest > 0)
        .ok_or_else(|| format!("a board of {ranks} ranks has no room for two Territories"))?;
    let mut seats = vec![Sits::On(Side::South), Sits::On(Side::North)];
    seats.resize(players.max(2), Sits::Nowhere);
    board(files, rest, &seats)
}

impl Scene {
    /// Empty board with the Battalions of the seats; others provide pieces only.
    pub fn new(
        board: Board,
        colours: Vec<String>,
        armies: &[Arc<Definition>],
        extra: &[Arc<Definition>],
        home: &str,
    ) -> Result<Scene, String> {
        let rules = Rules::new(board, armies, extra).map_err(|error| error.to_string())?;
        let pos = Position::empty(&rules);
        Ok(Scene { rules, pos, colours, home: home.to_owned() })
    }

    /// Seat of a colour.
    pub fn seat(&self, colour: &str) -> Result<Seat, String> {
        self.colours
            .iter()
            .position(|known| known == colour)
            .map(|index| Seat(index as u8))
            .ok_or_else(|| format!("no Player is called `{colour}`"))
    }

    /// Parses a piece such as `white chess_pawn`.
    pub fn piece(&self, words: &str) -> Result<Piece, String> {
        let (colour, name) = words.split_once(' ').ok_or_else(|| format!("`{words}` is no colour and piece"))?;
        let seat = self.seat(colour)?;
        Ok(Piece::new(names::find(&self.rules, seat, name, &self.home)?, seat))
    }

    /// Puts a piece on a Space. A pawn that can step double counts as unmoved on its start row.
    pub fn put(&mut self, at: Space, piece: Piece) -> Result<(), String> {
        if !self.rules.board.has(at) {
            return Err(format!("{at} is not on the board"));
        }
        let slot = Slot::new(at, self.rules.ty(piece.ty).layer);
        if self.pos.in_slot(slot).is_some() {
            return Err(format!("two pieces of one kind on {at}"));
        }
        let fresh = self.may_double_step(piece) && self.is_second_row(piece.seat, at);
        let piece = if fresh { piece.flagged(Flags::FRESH) } else { piece };
        self.pos.put(&self.rules, at, piece);
        Ok(())
    }

    fn may_double_step(&self, piece: Piece) -> bool {
        let (army, index) = self.rules.ty(piece.ty).origin;
        let moves = &self.rules.armies[army].pieces[index].moves;
        moves.iter().any(|rule| rule.initial)
    }

    /// Checks whether a Space is in the row before a seat's Back Rank.
    fn is_second_row(&self, seat: Seat, at: Space) -> bool {
        let rows = self.rules.board.rows(seat);
        rows.iter().rev().nth(1).is_some_and(|row| row.contains(&at))
    }

    /// Adds everything that position and legal-set cases have in common.
    pub fn fill(&mut self, case: &Value) -> Result<(), String> {
        for (at, list) in entries(&case["pieces"]) {
            let at = space(at)?;
            for words in strings(list) {
                let piece = self.piece(words)?;
                self.put(at, piece)?;
            }
        }
        let to_move = self.seat(text(case, "side_to_move")?)?;
        for (colour, list) in entries(&case["reserves"]) {
            let seat = self.seat(colour)?;
            for name in strings(list) {
                let ty = names::find_reserve(&self.rules, seat, name, &self.home)?;
                self.pos.hold(seat, ty, Kept::Nothing, 1);
            }
        }
        for (at, list) in entries(&case["flags"]) {
            let slot = Slot::new(space(at)?, 0);
            for word in strings(list) {
                self.pos.set_flag(&self.rules, slot, flag(word)?, true);
            }
        }
        for (colour, count) in entries(&case["deputies_captured"]) {
            let seat = self.seat(colour)?;
            self.pos.state_mut().deputies_taken[seat.index()] = count.as_u64().unwrap_or(0) as u16;
        }
        for colour in strings(&case["defeated"]) {
            let seat = self.seat(colour)?;
            self.pos.state_mut().defeated |= 1 << seat.0;
        }
        for right in strings(&case["castling_rights"]) {
            self.grant_castling(right)?;
        }
        for right in case["en_passant"].as_array().into_iter().flatten() {
            let (pawn, over) = (space(text(right, "pawn")?)?, space(text(right, "over")?)?);
            self.grant_en_passant(pawn, over)?;
        }
        self.pos.state_mut().to_move = to_move;
        self.pos.crown();
        self.pos.commit();
        Ok(())
    }

    /// Adds the right to capture the pawn on a Space en passant (T-13).
    pub fn grant_en_passant(&mut self, pawn: Space, over: Space) -> Result<(), String> {
        let owner = self.pos.at(pawn).ok_or_else(|| format!("no pawn on {pawn}"))?.seat;
        self.pos.state_mut().en_passant[owner.index()] = Some(EnPassant { over, pawn });
        Ok(())
    }

    /// Marks as unmoved, for `white_h` or `red_11`: that colour's King and the piece of its row on that file (South,
    /// North) or rank (West, East).
    pub fn grant_castling(&mut self, right: &str) -> Result<(), String> {
        let (king, partner) = self.castling_pair(right)?;
        for at in [king, partner] {
            self.pos.set_flag(&self.rules, Slot::new(at, 0), Flags::FRESH, true);
        }
        Ok(())
    }

    /// Spaces of the King and its partner for `white_h` or `red_11`.
    pub fn castling_pair(&self, right: &str) -> Result<(Space, Space), String> {
        let (colour, line) = right.rsplit_once('_').ok_or_else(|| format!("`{right}` is no castling right"))?;
        let seat = self.seat(colour)?;
        let can_castle = |ty: TypeId| !self.rules.ty(ty).castles_with.is_empty();
        let king = self
            .pos
            .titans(seat)
            .iter()
            .copied()
            .find(|titan| self.pos.at(*titan).is_some_and(|king| can_castle(king.ty)));
        let king = king.ok_or_else(|| format!("{colour} has no King that can castle"))?;
        let partner = match line.parse::<u8>() {
            Ok(rank) => space(&format!("{}{rank}", (b'a' + king.file()) as char))?,
            Err(_) => space(&format!("{line}{}", king.rank() + 1))?,
        };
        Ok((king, partner))
    }

    /// Name of a castling partner: its file for South and North, its rank for West and East.
    pub fn castling_side(&self, seat: Seat, partner: Space) -> String {
        match self.rules.board.side(seat) {
            Side::South | Side::North => ((b'a' + partner.file()) as char).to_string(),
            Side::West | Side::East => (partner.rank() + 1).to_string(),
        }
    }
}

/// Flag of a piece by its name in the cases.
pub fn flag(word: &str) -> Result<Flags, String> {
    match word {
        "volatile" => Ok(Flags::VOLATILE),
        "leaves_supporter" => Ok(Flags::LEAVES),
        "imprisoned" => Ok(Flags::IMPRISONED),
        other => Err(format!("no piece can be `{other}`")),
    }
}
