//! `no-drop-mate`: a piece with this ability may not be placed to give mate, outside Party Mode.
//!
//! The ban limits legality only, as for `nifu`. Only placements that give Check are tested for mate.

use super::*;
use crate::battalion::Scope;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "no-drop-mate",
    scope: Scope::Piece,
    params: &[],
    about: "In a duel it may not be placed from reserve so that it attacks the other Player's Titan and leaves that Player no legal turn. \
            It may move to such a Space, and may be placed to give Check.",
    rules: "A-2, T-17",
    example: "moves = \"fW\"\nabilities = [\"nifu\", \"no-drop-mate\"]",
    weight: Weight::LIGHT,
};

#[derive(Debug)]
struct NoDropMate;

pub(super) fn build(_: &Given<'_>) -> Arc<dyn Ability> {
    Arc::new(NoDropMate)
}

impl Ability for NoDropMate {
    fn traits(&self) -> Traits {
        Traits::FORBIDS
    }

    fn forbids(&self, rules: &Rules, pos: &Position, mv: &Move, at: Space) -> Option<Ban> {
        let ty = mv.promote?;
        if !matches!(mv.kind, Kind::Place { .. }) || rules.seat_count() > 2 {
            return None;
        }
        let seat = pos.to_move();
        let dropped = Mover::real(at, 0, Piece::new(ty, seat));
        let enemy = Seat::all(rules.seat_count()).find(|other| *other != seat)?;
        let checks = |titan: &Space| rules.reaches(pos, &dropped, *titan);
        if !pos.titans(enemy).iter().any(checks) {
            return None;
        }
        let mut after = pos.clone();
        rules.play(&mut after, mv, &[]);
        let mate =
            after.to_move() == enemy && rules.checker(&after, enemy).is_some() && !rules.has_legal_move(&mut after);
        mate.then_some(Ban::DropMates)
    }
}
