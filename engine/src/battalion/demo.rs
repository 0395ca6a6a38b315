//! Examples of what a piece does: a small position, played by the rules. What a file says happens is what the engine makes of it.

use std::sync::Arc;

use super::{Definition, ExampleDef};
use crate::board::{Battlefield, Berth, Board, Seat, Side, Space, TerritoryPlacement};
use crate::context::{Playing, RuleSet, RulesContext, take_turn};
use crate::notation;
use crate::play::{Flags, Position, Rules, Slot, State, TypeId};
use crate::view::{BoardView, LastAction, PieceView};

/// An example, played.
#[derive(Clone, Debug, PartialEq)]
pub struct Demo {
    /// The board.
    pub board: BoardView,
    /// What stands on it first; seat 0 is the piece's owner, at the bottom.
    pub before: Vec<PieceView>,
    /// What stands on it in the end.
    pub after: Vec<PieceView>,
    /// What happened, all moves together.
    pub last: LastAction,
    /// Titans that are in Check in the end.
    pub checks: Vec<Space>,
}

/// Plays an example of a Battalion against its like. Losing conditions are not judged, and every piece counts as unmoved.
///
/// # Errors
/// A sentence that says why it cannot be played.
pub fn play(definition: &Arc<Definition>, example: &ExampleDef) -> Result<Demo, String> {
    let mut stage = Stage::set(definition, example)?;
    let context = stage.context();
    let (board, before) = (context.board_view(), pieces(&context));
    let mut last = LastAction::default();
    for text in &example.moves {
        let seat = stage.pos.to_move();
        let turn =
            notation::read_turn(&stage, seat, text).map_err(|why| format!("`{text}`: {why}"))?;
        let written = notation::turn_text(&stage, &turn);
        let events = take_turn(&stage.rules, RuleSet::Titans, &mut stage.pos, &turn)
            .map_err(|why| format!("`{text}`: {why}"))?;
        let story = stage.context().tell_story(Some(seat), written, &events);
        last = joined(last, story);
    }
    let context = stage.context();
    let checked = Seat::all(2).filter(|seat| stage.rules.in_check(&stage.pos, *seat));
    let titans = checked.flat_map(|seat| stage.pos.titans(seat).to_vec());
    let checks = titans.collect();
    Ok(Demo {
        board,
        before,
        after: pieces(&context),
        last,
        checks,
    })
}

/// Marks of several turns together; what is left and reached by both is not marked as left.
fn joined(mut all: LastAction, more: LastAction) -> LastAction {
    if all.text.is_empty() {
        return more;
    }
    all.text = format!("{} {}", all.text, more.text);
    for (known, new) in [
        (&mut all.from, more.from),
        (&mut all.to, more.to),
        (&mut all.path, more.path),
        (&mut all.removed, more.removed),
        (&mut all.created, more.created),
        (&mut all.converted, more.converted),
    ] {
        known.extend(new);
    }
    all.shots.extend(more.shots);
    all.facts.extend(more.facts);
    all
}

fn pieces(context: &RulesContext<'_>) -> Vec<PieceView> {
    let mut pieces = context.piece_views();
    pieces.sort_by_key(|piece| (piece.space, piece.look.blocking));
    pieces
}

/// A position with its rules, to be played on.
struct Stage {
    rules: Rules,
    pos: Position,
}

impl Playing for Stage {
    fn context(&self) -> RulesContext<'_> {
        RulesContext {
            rules: &self.rules,
            pos: &self.pos,
            law: RuleSet::Titans,
        }
    }

    fn is_on_turn(&self, seat: Seat) -> bool {
        self.pos.to_move() == seat
    }
}

impl Stage {
    fn set(definition: &Arc<Definition>, example: &ExampleDef) -> Result<Stage, String> {
        let armies = [Arc::clone(definition), Arc::clone(definition)];
        let mut rules = Rules::new(board(example)?, &armies, &[]).map_err(|why| why.to_string())?;
        for needed in &mut rules.keep {
            needed.clear();
        }
        let mut pos = Position::empty(&rules);
        *pos.state_mut() = State {
            gate_open: true,
            ..State::start(Seat(0))
        };
        let key = |index: usize| {
            let piece = definition.pieces.get(index);
            let key = piece.map(|piece| format!("{}/{}", definition.id, piece.id));
            key.and_then(|key| rules.type_by_key(&key))
                .ok_or("there is no such piece")
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
            let count = pos.reserve(Seat(0), ty).saturating_add(1);
            pos.set_reserve(Seat(0), ty, count);
        }
        for (spaces, flag, state) in [
            (
                &example.volatile,
                Flags::VOLATILE.with(Flags::LEAVES),
                "volatile",
            ),
            (
                &example.imprisoned,
                Flags::VOLATILE.with(Flags::IMPRISONED),
                "imprisoned",
            ),
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
        Ok(Stage { rules, pos })
    }
}

fn put(rules: &Rules, pos: &mut Position, space: Space, ty: TypeId, seat: Seat) {
    pos.put(rules, space, rules.unmoved(ty, seat));
}

/// So many rows at the bottom are the owner's Territory, so many on top the Opponent's.
fn board(example: &ExampleDef) -> Result<Board, String> {
    let (width, height) = (example.width(), example.height());
    let rows = example.territory;
    let between = height.saturating_sub(2 * rows);
    if between == 0 || width == 0 {
        return Err("`territory` leaves no row between the two Territories".to_owned());
    }
    let berth = |side| Berth {
        side,
        from: 0,
        length: width,
    };
    let field = Battlefield {
        id: "example".to_owned(),
        name: "Example".to_owned(),
        width,
        height: between,
        berths: vec![berth(Side::South), berth(Side::North)],
    };
    let plot = TerritoryPlacement {
        width,
        height: rows,
        offset: (rows > 0).then_some(0),
    };
    Board::build(&field, &[plot, plot]).map_err(|why| why.to_string())
}
