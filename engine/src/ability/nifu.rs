//! `nifu`: two of a Player's pieces with this ability may not come to stand on one file, outside Party Mode.
//!
//! It is a question of legality, as T-20 is: a piece that may not go somewhere for this reason still gives Check there (T-19).

use super::*;
use crate::battalion::Scope;
use crate::play::Kind;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "nifu",
    scope: Scope::Piece,
    params: &[],
    about: "In a duel, no move and no placement may bring it onto a file (a column, as its owner sees the board) where another \
            piece of its owner with this ability stands, whatever its type. A piece that promotes by the move to a type without the \
            ability is free to make it.",
    rules: "A-4",
    example: "moves = \"fW\"\nabilities = [\"nifu\"]",
};

#[derive(Debug)]
struct Nifu;

pub(super) fn build(_: &Given<'_>) -> Arc<dyn Ability> {
    Arc::new(Nifu)
}

impl Ability for Nifu {
    fn traits(&self) -> Traits {
        Traits {
            nifu: true,
            ..Traits::default()
        }
    }
}

/// The piece beside which, on its file, this move would bring another one that may not stand there.
pub(crate) fn doubled(rules: &Rules, pos: &Position, mv: &Move) -> Option<Space> {
    let seat = pos.to_move();
    let alone = |ty: TypeId| rules.ty(ty).traits.nifu;
    let side = rules.board.side(seat);
    let (x, y) = side.resolve((1, 0));
    let file = |space: Space| {
        let (east, north) = (space.file() as i32, space.rank() as i32);
        east * x as i32 + north * y as i32
    };
    let arrivals = arrivals(rules, pos, mv);
    for (_, at) in arrivals.iter().flatten().filter(|(ty, _)| alone(*ty)) {
        let beside = pos
            .blocking(seat)
            .iter()
            .filter(|other| *other != mv.from && *other != mv.to)
            .filter(|other| pos.at(*other).is_some_and(|piece| alone(piece.ty)))
            .chain(
                arrivals
                    .iter()
                    .flatten()
                    .filter(|(other, space)| alone(*other) && space != at)
                    .map(|(_, space)| *space),
            )
            .find(|other| file(*other) == file(*at));
        if beside.is_some() {
            return beside;
        }
    }
    None
}

/// What stands on the Spaces of a move after it, as far as its owner put it there.
fn arrivals(rules: &Rules, pos: &Position, mv: &Move) -> [Option<(TypeId, Space)>; 2] {
    let ty = |space: Space| pos.at(space).map(|piece| piece.ty);
    match mv.kind {
        Kind::Place => [mv.promote.map(|ty| (ty, mv.to)), None],
        Kind::Swap => [
            ty(mv.from).map(|ty| (ty, mv.to)),
            ty(mv.to).map(|ty| (ty, mv.from)),
        ],
        Kind::Fuse { power } | Kind::Split { power } => rules
            .powers
            .get(power as usize)
            .map_or([None; 2], |power| power.arrivals(rules, pos, mv)),
        Kind::SelfCapture | Kind::Shield | Kind::Shoot | Kind::Castle | Kind::Pass => [None; 2],
        _ if mv.layer != 0 => [None; 2],
        _ => [
            mv.promote.or_else(|| ty(mv.from)).map(|ty| (ty, mv.to)),
            None,
        ],
    }
}
