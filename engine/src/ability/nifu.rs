//! `nifu`: a Player may not place or move a second piece with this ability onto a file, outside Party Mode.
//!
//! The ban limits legality only, like T-20: a banned movement still gives Check (T-19).

use super::*;
use crate::battalion::Scope;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "nifu",
    scope: Scope::Piece,
    params: &[],
    about: "In a duel, no move and no placement may bring it onto a file (a column, as its owner sees the board) where another \
            piece of its owner with this ability stands, whatever its type. A piece that promotes by the move to a type without the \
            ability is free to make it.",
    rules: "A-4",
    example: "moves = \"fW\"\nabilities = [\"nifu\"]",
    weight: Weight::LIGHT,
};

#[derive(Debug)]
struct Nifu;

pub(super) fn build(_: &Given<'_>) -> Arc<dyn Ability> {
    Arc::new(Nifu)
}

impl Ability for Nifu {
    fn traits(&self) -> Traits {
        Traits::FORBIDS
    }

    fn forbids(&self, rules: &Rules, pos: &Position, mv: &Move, at: Space) -> Option<Ban> {
        if rules.seat_count() > 2 {
            return None;
        }
        let seat = pos.to_move();
        let (x, y) = rules.board.side(seat).resolve((1, 0));
        let file = |space: Space| {
            let (east, north) = (space.file() as i32, space.rank() as i32);
            east * x as i32 + north * y as i32
        };
        let alone = |ty: TypeId| rules.ty(ty).has(SPEC.name);
        let arrivals = rules.arrivals(pos, mv);
        let standing = (pos.blocking(seat).iter())
            .filter(|other| *other != mv.from && *other != mv.to)
            .filter(|other| pos.at(*other).is_some_and(|piece| alone(piece.ty)));
        let coming =
            (arrivals.iter().flatten()).filter(|(other, space)| alone(*other) && *space != at).map(|(_, space)| *space);
        standing.chain(coming).find(|other| file(*other) == file(at)).map(Ban::Doubles)
    }
}
