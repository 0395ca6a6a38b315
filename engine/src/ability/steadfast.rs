//! `steadfast`: a part of the board where diagonal neighbours cannot convert a piece.

use super::*;
use crate::battalion::{ParamKind, ParamSpec, Scope};

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "steadfast",
    scope: Scope::Battalion,
    params: &[ParamSpec {
        name: "zone",
        kind: ParamKind::Zone,
        required: true,
        about: "Where, as a Player of this Battalion sees the board.",
    }],
    about: "In a zone of the board, including parts of other Territories, no Supporter or Whip changes sides because \
            of an Enemy Supporter that comes diagonally next to it. One that comes orthogonally next to it converts \
            it as elsewhere.",
    rules: "P-3, V-6",
    example: "[[power]]\nuse = \"steadfast\"\nzone = \"own-half\"",
    weight: Weight::LIGHT,
};

pub(super) fn empower(given: &Given<'_>, seat: Seat, rules: &mut Rules) {
    if let Some(zone) = given.zone("zone") {
        let army = rules.seats[seat.index()].army;
        let spaces = rules.zone(seat, army, &zone);
        rules.steadfast.extend(&spaces);
    }
}
