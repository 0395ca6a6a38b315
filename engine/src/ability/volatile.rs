//! `volatile`: each Player's Volatile pieces are chosen during Placement (V-2). A Volatile piece leaves a Supporter
//! behind when it leaves its first Space (V-5).

use super::*;
use crate::battalion::{ParamKind, ParamSpec, Scope};
use crate::play::{Chooser, Volatility};

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
        ParamSpec {
            name: "chooser",
            kind: ParamKind::Word(&["opponent", "owner", "lot"]),
            required: false,
            about: "`opponent`, or left out: another Player chooses. `owner`: each Player chooses pieces of their own. `lot`: they are drawn at random.",
        },
        ParamSpec {
            name: "openly",
            kind: ParamKind::Flag,
            required: false,
            about: "In a duel the choices are made one after the other, in the order in which the Territories were placed, and everyone sees each of \
                    them at once. Otherwise they are sealed and announced together.",
        },
    ],
    about: "After Territory Placement some pieces of each Player are made Volatile. The first time such a piece \
            leaves a Space, a Supporter of its controller appears there.",
    rules: "V-2 … V-5",
    example: "[[power]]\nuse = \"volatile\"\ncount = 2\nleave = [\"supporter\"]",
    weight: Weight::LIGHT,
};

pub(super) fn empower(given: &Given<'_>, _seat: Seat, rules: &mut Rules) {
    if let Some(ty) = given.pieces("leave").first() {
        let chooser = match given.word("chooser") {
            "owner" => Chooser::Owner,
            "lot" => Chooser::Lot,
            _ => Chooser::Opponent,
        };
        let count = given.number("count", 2);
        rules.volatile = Some(Volatility { count, leave: *ty, chooser, openly: given.flag("openly") });
    }
}
