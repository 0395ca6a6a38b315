//! `pass`: a Player may end a turn without an action, as in janggi.

use super::*;
use crate::battalion::Scope;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "pass",
    scope: Scope::Battalion,
    params: &[],
    about: "A Player of this Battalion may pass: write `pass`. Nobody passes in Check, or while `must-capture` has something to capture.",
    rules: "T-17, T-24",
    example: "[[power]]\nuse = \"pass\"",
    weight: Weight::LIGHT,
};

/// Passes of one Player.
#[derive(Debug)]
struct Pass(Seat);

pub(super) fn empower(_: &Given<'_>, seat: Seat, rules: &mut Rules) {
    rules.powers.push(Arc::new(Pass(seat)));
}

impl Power for Pass {
    /// Its Space is that of the Player's Titan, as in notations of janggi, or else of another piece.
    fn generate(&self, _: &Rules, pos: &Position, seat: Seat, out: &mut MoveList) {
        let titan = pos.titans(seat).iter().min().copied();
        if let Some(at) = titan.or_else(|| pos.blocking(seat).iter().next()).filter(|_| seat == self.0) {
            out.push(Move::of(Kind::Pass, at, at));
        }
    }
}
