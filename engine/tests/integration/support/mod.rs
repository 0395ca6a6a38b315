//! Short descriptions of positions for tests.
//!
//! ```ignore
//! let mut table = Table::duel("baroque", "medieval")
//!     .white("baroque-titan h1, withdrawer d4")
//!     .black("king h8, pawn d3");
//! assert_eq!(table.captures("d4-d7"), "d3");
//! ```
//!
//! A piece is the id of its type in the seat's own Battalion, or `battalion/id` for a type of any built-in Battalion.
//! `spirits/haunted` is a plain non-blocking piece. Flags follow in brackets: `pawn[fresh]`, `rook[volatile leaves]`.
pub mod bare;
pub mod slow;

use std::sync::Arc;

use engine::battalion::{self, Definition};
use engine::board::{Board, Seat, Space, TerritoryPlacement};
use engine::play::{EnPassant, Flags, Illegality, Kept, Kind, Move, MoveList, Piece, Position, Rules, Slot, TypeId};

/// Parses the name of a Space.
pub fn at(name: &str) -> Space {
    name.parse().unwrap_or_else(|_| panic!("no Space {name}"))
}

/// Loads a built-in Battalion.
pub fn load(id: &str) -> Arc<Definition> {
    battalion::load_builtin(id).unwrap()
}

/// Flags by name: `volatile leaves`, with an optional closing bracket.
fn flags(names: &str) -> Flags {
    let names = names.trim_end_matches(']').split_whitespace();
    names.fold(Flags::empty(), |all, name| {
        all.union(match name {
            "fresh" => Flags::FRESH,
            "volatile" => Flags::VOLATILE,
            "leaves" => Flags::LEAVES,
            "imprisoned" => Flags::IMPRISONED,
            other => panic!("no flag {other}"),
        })
    })
}

/// A position with its rules.
pub struct Table {
    pub rules: Rules,
    pub pos: Position,
}

/// Board for these Battalions on the smallest suitable Battlefield. Territories are 8×3 as in the cases, or larger if
/// needed.
pub fn board_for(armies: &[Arc<Definition>]) -> Board {
    let seats = armies.len();
    let field = engine::titans::battlefield_for(armies).unwrap();
    let length = field.edge_slots[0].length;
    let plots = (0..seats).map(|seat| TerritoryPlacement {
        width: armies[seat].territory.width().max(8),
        height: armies[seat].territory.height().max(3),
        offset: Some(if seats > 4 && (seat == 3 || seat == 5) { length } else { 0 }),
    });
    Board::build(&field, &plots.collect::<Vec<_>>()).unwrap()
}

/// Board with Territories of 8×3.
pub fn board(seats: usize) -> Board {
    board_for(&vec![load("medieval"); seats])
}

impl Table {
    /// Empty board for these Battalions, with pieces of all built-in ones available.
    pub fn new(ids: &[&str]) -> Table {
        let armies: Vec<_> = ids.iter().map(|id| load(id)).collect();
        let mut extra: Vec<_> = battalion::builtin().iter().map(|builtin| load(builtin.id)).collect();
        extra.push(bare::spirits());
        Table::of(&armies, &extra)
    }

    /// Empty board for these Battalions, with pieces of the `extra` ones available.
    pub fn of(armies: &[Arc<Definition>], extra: &[Arc<Definition>]) -> Table {
        let rules = Rules::new(board_for(armies), armies, extra).unwrap();
        let mut pos = Position::empty(&rules);
        pos.state_mut().gate_open = true;
        Table { rules, pos }
    }

    /// Empty board for a duel.
    pub fn duel(white: &str, black: &str) -> Table {
        Table::new(&[white, black])
    }

    /// Start of a game: every Battalion is in the middle of its Territory, with its reserve. In a duel the second seat
    /// is mirrored if its Battalion permits it.
    pub fn start(ids: &[&str]) -> Table {
        let armies: Vec<_> = ids.iter().map(|id| load(id)).collect();
        let mut table = Table::of(&armies, &[]);
        for seat in Seat::all(ids.len()) {
            let army = table.rules.army(seat).clone();
            let mirrored = ids.len() == 2 && seat.0 == 1 && army.territory.mirror;
            for (row, types) in army.territory.rows.iter().enumerate() {
                for (column, piece) in types.iter().enumerate() {
                    let shift = (table.rules.board.rows(seat)[row].len() - types.len()) / 2;
                    let column = if mirrored { types.len() - 1 - column } else { column };
                    let space = table.rules.board.rows(seat)[row][column + shift];
                    let Some(piece) = piece else { continue };
                    let ty = table.rules.type_by_key(&format!("{}/{}", army.id, army.pieces[*piece].id)).unwrap();
                    let piece = table.rules.unmoved(ty, seat);
                    table.pos.put(&table.rules, space, piece);
                }
            }
            for reserve in table.rules.seats[seat.index()].reserves.clone() {
                table.pos.hold(seat, reserve.ty, Kept::Nothing, reserve.count);
            }
        }
        table.pos.state_mut().gate_open = table.rules.gate_seat.is_none();
        table.ready()
    }

    fn ready(mut self) -> Table {
        self.pos.crown();
        self.pos.commit();
        self
    }

    /// Type `id` of a seat's Battalion, or `battalion/id`.
    pub fn ty(&self, seat: Seat, name: &str) -> TypeId {
        let key = if name.contains('/') { name.to_owned() } else { format!("{}/{name}", self.rules.army(seat).id) };
        self.rules.type_by_key(&key).unwrap_or_else(|| panic!("no type {key}"))
    }

    /// Places pieces of a seat: `king h1, pawn[fresh] a2 b2`.
    #[must_use]
    pub fn seat(mut self, seat: u8, pieces: &str) -> Table {
        let seat = Seat(seat);
        for entry in pieces.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
            let (name, spaces) = match entry.split_once(']') {
                Some((name, rest)) => (name, rest),
                None => entry.split_once(' ').unwrap(),
            };
            let (name, states) = name.split_once('[').unwrap_or((name, ""));
            let piece = Piece::new(self.ty(seat, name), seat).flagged(flags(states));
            for space in spaces.split_whitespace() {
                assert!(self.rules.board.has(at(space)), "{space} is off the board");
                self.pos.put(&self.rules, at(space), piece);
            }
        }
        self.ready()
    }

    /// Places pieces of the first seat.
    #[must_use]
    pub fn white(self, pieces: &str) -> Table {
        self.seat(0, pieces)
    }

    /// Places pieces of the second seat.
    #[must_use]
    pub fn black(self, pieces: &str) -> Table {
        self.seat(1, pieces)
    }

    /// Adds pieces to a reserve: `snare-rook, the-party/supporter, rook[volatile leaves]`.
    #[must_use]
    pub fn reserve(mut self, seat: u8, pieces: &str) -> Table {
        for piece in pieces.split(',').map(str::trim) {
            let (name, states) = piece.split_once('[').unwrap_or((piece, ""));
            let ty = self.ty(Seat(seat), name);
            self.pos.hold(Seat(seat), ty, Kept::of(flags(states)), 1);
        }
        self
    }

    /// Sets the Player to move.
    #[must_use]
    pub fn turn(mut self, seat: u8) -> Table {
        self.pos.state_mut().to_move = Seat(seat);
        self
    }

    /// Marks a Player as defeated (T-23).
    #[must_use]
    pub fn fallen(mut self, seat: u8) -> Table {
        self.pos.state_mut().defeated |= 1 << seat;
        self
    }

    /// Adds the right to capture the pawn on a Space en passant (T-13).
    #[must_use]
    pub fn en_passant(mut self, pawn: &str, over: &str) -> Table {
        let owner = self.pos.at(at(pawn)).unwrap().seat;
        self.pos.state_mut().en_passant[owner.index()] = Some(EnPassant { over: at(over), pawn: at(pawn) });
        self
    }

    /// Shuts the gate of P-6.
    #[must_use]
    pub fn gate_shut(mut self) -> Table {
        self.pos.state_mut().gate_open = false;
        self
    }

    // ---- asking --------------------------------------------------------------------------------

    /// Text of a move: `e2-e4`, `e7-e8=queen`, `snare-rook@a1`, `rook!@a1` and `rook!!@a1` (Volatile, V-4),
    /// `e1-g1 castles`, `d4 captures itself`.
    pub fn name(&self, mv: &Move) -> String {
        let id = |ty: TypeId| self.rules.ty(ty).key.split_once('/').map_or("", |(_, id)| id).to_owned();
        match (mv.kind, mv.promote) {
            (Kind::Place { kept }, Some(ty)) => format!("{}{}@{}", id(ty), "!".repeat(kept as usize), mv.to),
            (Kind::Fuse { kept, .. }, Some(ty)) => {
                format!("{}{}-{}={}", "!".repeat(kept as usize), mv.from, mv.to, id(ty))
            }
            (Kind::SelfCapture, _) => format!("{} captures itself", mv.from),
            (Kind::Castle, _) => format!("{}-{} castles", mv.from, mv.to),
            (Kind::Pass, _) => "pass".to_owned(),
            (_, Some(ty)) => format!("{}-{}={}", mv.from, mv.to, id(ty)),
            (_, None) => format!("{}-{}", mv.from, mv.to),
        }
    }

    /// All pseudo-legal moves with this text.
    fn pseudo(&self, name: &str) -> (Vec<Move>, MoveList) {
        let mut list = MoveList::default();
        self.rules.generate(&self.pos, &mut list);
        let found = list.moves.iter().filter(|mv| self.name(mv) == name).copied().collect();
        (found, list)
    }

    /// All legal moves.
    pub fn all_legal(&mut self) -> MoveList {
        let mut list = MoveList::default();
        self.rules.legal_moves(&mut self.pos, &mut list);
        list
    }

    /// Texts of all legal moves, sorted.
    pub fn names(&mut self) -> Vec<String> {
        let list = self.all_legal();
        let mut names: Vec<_> = list.moves.iter().map(|mv| self.name(mv)).collect();
        names.sort();
        names.dedup();
        names
    }

    /// Returns `true` if a move with this text is legal.
    pub fn legal(&mut self, name: &str) -> bool {
        self.names().iter().any(|legal| legal == name)
    }

    /// Destinations of the piece on a Space, sorted.
    pub fn targets(&mut self, from: &str) -> String {
        let mut names: Vec<String> =
            self.names().iter().filter_map(|name| name.strip_prefix(&format!("{from}-"))).map(str::to_owned).collect();
        names.sort();
        names.join(" ")
    }

    /// Captures of each legal move with this text, sorted; moves are separated by `|`. `illegal` if there is none.
    pub fn captures(&mut self, name: &str) -> String {
        let list = self.all_legal();
        let mut ways: Vec<String> = Vec::new();
        for mv in list.moves.iter().filter(|mv| self.name(mv) == name) {
            let mut hits = Vec::new();
            self.rules.captures(&self.pos, mv, list.chain(mv), &mut hits);
            let mut spaces: Vec<_> = hits.iter().map(|slot| slot.space().to_string()).collect();
            spaces.sort();
            ways.push(spaces.join(" "));
        }
        ways.sort();
        if ways.is_empty() {
            return "illegal".into();
        }
        ways.join("|")
    }

    /// Reason why a pseudo-legal move with this text is illegal.
    pub fn fault(&mut self, name: &str) -> Option<Illegality> {
        let (moves, list) = self.pseudo(name);
        assert!(!moves.is_empty(), "{name} is not even pseudo-legal");
        let mv = moves[0];
        match self.rules.attempt(&mut self.pos, &mv, list.chain(&mv)) {
            Ok(mark) => {
                self.pos.undo(&self.rules, &mark);
                None
            }
            Err(fault) => Some(fault),
        }
    }

    /// Plays legal moves; pending choices stay open.
    #[must_use]
    pub fn play(mut self, names: &str) -> Table {
        for name in names.split(',').map(str::trim) {
            let list = self.all_legal();
            let mv = list.moves.iter().find(|mv| self.name(mv) == name);
            let mv = *mv.unwrap_or_else(|| panic!("{name} is not legal:\n{}", self.picture()));
            self.rules.attempt(&mut self.pos, &mv, list.chain(&mv)).unwrap();
        }
        self
    }

    /// Pieces on a Space on every layer, as seat and type: `0 supporter, 1 haunted`.
    pub fn holds(&self, space: &str) -> String {
        let mut found = Vec::new();
        for layer in 0..engine::play::LAYERS {
            if let Some(piece) = self.pos.in_slot(Slot::new(at(space), layer)) {
                let key = &self.rules.ty(piece.ty).key;
                let id = key.split_once('/').map_or("", |(_, id)| id);
                found.push(format!("{} {id}", piece.seat.0));
            }
        }
        found.join(", ")
    }

    /// Drawing of the board for assertion messages.
    pub fn picture(&self) -> String {
        let board = &self.rules.board;
        let mut text = String::new();
        for rank in (0..board.height()).rev() {
            for file in 0..board.width() {
                let space = Space::new(file, rank);
                let here = (0..engine::play::LAYERS).find_map(|layer| self.pos.in_slot(Slot::new(space, layer)));
                text += &match here {
                    _ if !board.has(space) => "   ".to_owned(),
                    None => " · ".to_owned(),
                    Some(piece) => format!("{:>2}{}", self.rules.ty(piece.ty).symbol, piece.seat.0),
                };
            }
            text.push('\n');
        }
        text + &format!("seat {} to move", self.pos.to_move().0)
    }
}

/// Deterministic random numbers (SplitMix64).
pub struct Dice(pub u64);

impl Dice {
    /// Random number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) % n as u64) as usize
    }
}
