//! `stalemate`: result for a Player of the Battalion who has no legal action and is not in Check.

use super::*;
use crate::battalion::{Definition, ParamKind, ParamSpec, Scope};
use crate::play::Stalemate;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "stalemate",
    scope: Scope::Battalion,
    params: &[ParamSpec {
        name: "result",
        kind: ParamKind::Word(&["loses", "wins"]),
        required: true,
        about: "`loses`: that Player is defeated, and who acted last is credited. `wins`: every other Player is.",
    }],
    about: "Decides the game for a Player of this Battalion who begins a turn without a legal action and is not in Check. Without it that is a \
            draw in a duel, and a forced pass in Party Mode.",
    rules: "T-21, T-24",
    example: "[[power]]\nuse = \"stalemate\"\nresult = \"loses\"",
    weight: Weight::LIGHT,
};

fn named(word: &str) -> Stalemate {
    match word {
        "wins" => Stalemate::Wins,
        _ => Stalemate::Loses,
    }
}

/// Result for a Player of a Battalion without a legal action.
pub fn stalemate(definition: &Definition) -> Stalemate {
    let mut uses = definition.powers.iter().filter(|power| power.name == SPEC.name);
    uses.next_back().and_then(|power| power.word("result")).map_or(Stalemate::default(), named)
}

pub(super) fn empower(given: &Given<'_>, seat: Seat, rules: &mut Rules) {
    rules.stalemates[seat.index()] = named(given.word("result"));
}
