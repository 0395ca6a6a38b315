//! Small playable positions, used by examples in Battalion files and by lessons. Losing conditions are not judged, and
//! every piece counts as unmoved.

use std::sync::Arc;

use super::{Definition, ExampleDef};
use crate::action::{Illegal, Turn};
use crate::board::{Battlefield, Board, EdgeSlot, Seat, Side, Space, TerritoryPlacement};
use crate::context::{Playing, RuleSet, RulesContext, take_turn};
use crate::notation::{self, Spelled};
use crate::play::{Flags, Kept, Position, Rules, Slot, State, TypeId};
use crate::titans::GameMode;
use crate::view::{LastAction, Phase, PieceView, Played, SeatState, SeatView, View};

/// Small position with rules, playable by two sides with the same army.
#[derive(Clone, Debug)]
pub struct Practice {
    rules: Arc<Rules>,
    pos: Position,
    last: Option<LastAction>,
}

impl Playing for Practice {
    fn context(&self) -> RulesContext<'_> {
        RulesContext { rules: &self.rules, pos: &self.pos, law: RuleSet::Titans }
    }

    fn is_on_turn(&self, seat: Seat) -> bool {
        self.pos.to_move() == seat
    }
}

impl Practice {
    /// Sets up the position of an example.
    ///
    /// # Errors
    /// A sentence that says why the position cannot be set up.
    pub fn set(definition: &Arc<Definition>, example: &ExampleDef) -> Result<Self, String> {
        let armies = [Arc::clone(definition), Arc::clone(definition)];
        let mut rules = Rules::new(board(example)?, &armies, &[]).map_err(|why| why.to_string())?;
        rules.aims.clear();
        for needed in &mut rules.keep {
            needed.clear();
        }
        let mut pos = Position::empty(&rules);
        *pos.state_mut() = State { gate_open: true, ..State::start(Seat(0)) };
        let key = |index: usize| {
            let piece = definition.pieces.get(index);
            let key = piece.map(|piece| format!("{}/{}", definition.id, piece.id));
            key.and_then(|key| rules.type_by_key(&key)).ok_or("there is no such piece")
        };
        for (row, rank) in example.rows.iter().rev().zip(0..) {
            for (cell, file) in row.iter().zip(0..) {
                let Some((index, seat)) = *cell else { continue };
                let (ty, space) = (key(index)?, Space::new(file, rank));
                put(&rules, &mut pos, space, ty, seat);
            }
        }
        for index in &example.reserve {
            let ty = key(*index)?;
            pos.hold(Seat(0), ty, Kept::Nothing, 1);
        }
        for (spaces, flag, state) in [
            (&example.volatile, Flags::VOLATILE.union(Flags::LEAVES), "volatile"),
            (&example.imprisoned, Flags::VOLATILE.union(Flags::IMPRISONED), "imprisoned"),
        ] {
            for space in spaces {
                if pos.at(*space).is_none() {
                    return Err(format!("`{state}` names {space}, where no piece stands"));
                }
                pos.set_flag(&rules, Slot::new(*space, 0), flag, true);
            }
        }
        pos.crown();
        pos.commit();
        Ok(Self { rules: Arc::new(rules), pos, last: None })
    }

    /// Sets up a board drawn in letters, the far row first, as in the examples of a Battalion file. Capital letters are
    /// pieces of the near side, small letters of the far side, and `.` is an empty Space. `territory` is the number of
    /// Territory rows on either side.
    ///
    /// # Errors
    /// A sentence that says what is wrong with the drawing.
    pub fn on(definition: &Arc<Definition>, board: &[String], territory: u8) -> Result<Self, String> {
        let cell = |c: char| {
            if c == '.' {
                return Ok(None);
            }
            let symbol = c.to_uppercase().to_string();
            let found = definition.pieces.iter();
            let found = found.enumerate().find(|(_, piece)| piece.symbol.to_uppercase() == symbol);
            let (index, _) = found.ok_or_else(|| format!("no piece has the symbol {c}"))?;
            Ok(Some((index, Seat(u8::from(c.is_lowercase())))))
        };
        let rows = board.iter().map(|row| row.chars().map(cell).collect());
        let rows = rows.collect::<Result<Vec<Vec<_>>, String>>()?;
        if rows.iter().any(|row| row.len() != rows[0].len()) {
            return Err("the rows are not equally long".to_owned());
        }
        let example = ExampleDef {
            text: String::new(),
            rows,
            territory,
            reserve: Vec::new(),
            volatile: Vec::new(),
            imprisoned: Vec::new(),
            moves: Vec::new(),
        };
        Self::set(definition, &example)
    }

    /// Side to move; seat 0 begins.
    pub fn to_move(&self) -> Seat {
        self.pos.to_move()
    }

    /// Every legal turn of the side to move, with notation.
    pub fn moves(&self) -> Vec<Spelled> {
        notation::moves_with_notation(self, self.to_move())
    }

    /// Parses a turn of the side to move.
    ///
    /// # Errors
    /// [`Illegal`] if the text is not understood, ambiguous or not legal.
    pub fn read(&self, text: &str) -> Result<Turn, Illegal> {
        notation::read_turn(self, self.to_move(), text)
    }

    /// Plays a turn and returns its events.
    ///
    /// # Errors
    /// [`Illegal`] if the turn is not legal or not complete; the position is then unchanged.
    pub fn take(&mut self, turn: &Turn) -> Result<LastAction, Illegal> {
        let seat = self.to_move();
        let written = notation::turn_text(self, turn);
        let mut pos = self.pos.clone();
        let events = take_turn(&self.rules, RuleSet::Titans, &mut pos, turn)?;
        self.pos = pos;
        let story = self.context().tell_story(Some(seat), written, &events);
        self.last = Some(story.clone());
        Ok(story)
    }

    /// Titans in Check.
    pub fn checks(&self) -> Vec<Space> {
        self.checked().into_iter().map(|(_, titan)| titan).collect()
    }

    fn checked(&self) -> Vec<(Seat, Space)> {
        let of = |seat| self.rules.checked_titans(&self.pos, seat).into_iter().map(move |titan| (seat, titan));
        Seat::all(2).flat_map(of).collect()
    }

    /// Public view of the position for drawing. `armies` are the names shown for the two sides.
    pub fn view(&self, armies: [&str; 2]) -> View {
        let context = self.context();
        let seat = |(seat, side): (Seat, Side)| SeatView {
            seat,
            side: Some(side),
            battalion: armies[seat.index()].to_owned(),
            extra_strength: false,
            state: SeatState::Playing,
            reserve: Vec::new(),
            captured: Vec::new(),
            support_level: None,
            credits: 0,
            revealed_targets: Vec::new(),
        };
        View {
            unsealed: Vec::new(),
            played: Played::Titans(GameMode::Duel),
            board: context.board_view(),
            pieces: pieces(&context),
            seats: [(Seat(0), Side::South), (Seat(1), Side::North)].map(seat).into(),
            phase: Phase::Play,
            to_act: vec![self.to_move()],
            turns: 0,
            last: self.last.clone(),
            checks: self.checks(),
            attacks: self.rules.attacks_on(&self.pos, &self.checked()),
            own: None,
            draw_offer: Vec::new(),
            clash: None,
            commitment: None,
        }
    }
}

fn put(rules: &Rules, pos: &mut Position, space: Space, ty: TypeId, seat: Seat) {
    pos.put(rules, space, rules.unmoved(ty, seat));
}

/// Board of an example, with Territories at the bottom and at the top.
fn board(example: &ExampleDef) -> Result<Board, String> {
    let (width, height) = (example.width(), example.height());
    let rows = example.territory;
    let between = height.saturating_sub(2 * rows);
    if between == 0 || width == 0 {
        return Err("`territory` leaves no row between the two Territories".to_owned());
    }
    let slot = |side| EdgeSlot { side, from: 0, length: width };
    let field = Battlefield {
        id: "example".to_owned(),
        name: "Example".to_owned(),
        width,
        height: between,
        edge_slots: vec![slot(Side::South), slot(Side::North)],
    };
    let plot = TerritoryPlacement { width, height: rows, offset: (rows > 0).then_some(0) };
    Board::build(&field, &[plot, plot]).map_err(|why| why.to_string())
}

pub(super) fn pieces(context: &RulesContext<'_>) -> Vec<PieceView> {
    let mut pieces = context.piece_views();
    pieces.sort_by_key(|piece| (piece.space, piece.look.blocking));
    pieces
}
