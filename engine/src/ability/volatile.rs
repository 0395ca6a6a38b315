//! `volatile`: pieces of every Player are chosen during Placement to be Volatile (V-2); leaving their first Space they leave
//! a Supporter behind (V-5).

use super::*;
use crate::battalion::{ParamKind, ParamSpec, Scope};

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "volatile",
    scope: Scope::Battalion,
    params: &[
        ParamSpec {
            name: "count",
            kind: ParamKind::Number(1, 8),
            required: false,
            about: "How many pieces of each Player are chosen; 2 if not given.",
        },
        ParamSpec {
            name: "leave",
            kind: ParamKind::Pieces,
            required: true,
            about: "The Supporter that they leave behind.",
        },
    ],
    about: "After Territory Placement some pieces of each Player are made Volatile by an opponent. The first time such a piece \
            leaves a Space, a Supporter of its controller appears there.",
    rules: "V-2 … V-5",
    example: "[[power]]\nuse = \"volatile\"\ncount = 2\nleave = [\"supporter\"]",
    weight: Weight::LIGHT,
};

pub(super) fn empower(given: &Given<'_>, _seat: Seat, rules: &mut Rules) {
    if let Some(ty) = given.pieces("leave").first() {
        rules.volatile = Some((given.number("count", 2) as u8, *ty));
    }
}
