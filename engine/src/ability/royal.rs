//! `royal`: rules for the Titans of a Battalion together: when they are in Check, and how many may be lost.

use super::*;
use crate::battalion::{Definition, ParamKind, ParamSpec, Scope};
use crate::play::Royalty;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "royal",
    scope: Scope::Battalion,
    params: &[ParamSpec {
        name: "titans",
        kind: ParamKind::Word(&["any", "all", "unchecked", "common"]),
        required: true,
        about: "`any`: each of them is in Check when it is attacked, and a Player with fewer than at the start is defeated. `all`: they are in Check \
                when all of them are attacked at once. `unchecked`: they are never in Check. `common`: they are never in Check, \
                and losing them defeats nobody.",
    }],
    about: "Changes what the Titans of the Battalion are together. Without it, only the last one can be in Check. \
            Unless a word below says otherwise, a Player is defeated when the last one is captured.",
    rules: "T-19 … T-21",
    example: "[[power]]\nuse = \"royal\"\ntitans = \"all\"",
    weight: Weight::LIGHT,
};

fn named(word: &str) -> Royalty {
    match word {
        "any" => Royalty::Any,
        "all" => Royalty::All,
        "unchecked" => Royalty::Unchecked,
        _ => Royalty::Common,
    }
}

/// Rule for the Titans of a Battalion.
pub fn royalty(definition: &Definition) -> Royalty {
    let mut uses = definition.powers.iter().filter(|power| power.name == SPEC.name);
    uses.next_back().and_then(|power| power.word("titans")).map_or(Royalty::default(), named)
}

pub(super) fn empower(given: &Given<'_>, seat: Seat, rules: &mut Rules) {
    rules.royalty[seat.index()] = named(given.word("titans"));
}
