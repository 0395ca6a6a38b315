//! Names of pieces in turns.

use crate::action::Act;
use crate::context::RulesContext;
use crate::play::Kept;
use crate::words::held;

pub(super) fn type_name(context: &RulesContext<'_>, key: &str) -> String {
    let rules = context.rules;
    rules.type_by_key(key).map_or_else(|| key.to_owned(), |ty| rules.ty(ty).name.clone())
}

/// States of a piece in reserve by which it can be written, from the exact ones to vaguer ones.
pub(super) fn vaguer(kept: Kept) -> impl Iterator<Item = Kept> {
    Kept::ALL.into_iter().rev().skip_while(move |other| *other != kept)
}

/// Suffix of the symbol of a piece in reserve: `P!`.
pub const fn sign(kept: Kept) -> &'static str {
    match kept {
        Kept::Nothing => "",
        Kept::Volatile => "!",
        Kept::Leaving => "!!",
    }
}

/// Names of a piece in reserve. The first is used if it matches no other piece there; the last never does.
pub(super) fn names(name: &str, kept: Kept) -> Vec<String> {
    let clear = match kept {
        Kept::Nothing => Some(format!("ordinary {name}")),
        Kept::Volatile => Some(format!("{} without Supporter", held(name, kept))),
        Kept::Leaving => None,
    };
    vaguer(kept).map(|kept| held(name, kept)).chain(clear).collect()
}

/// States kept by the piece in reserve that an act uses, if any.
pub(super) fn from_reserve(act: &Act) -> Option<Kept> {
    match act {
        Act::Place { kept, .. } => Some(*kept),
        Act::Fuse { from, into, kept, .. } => (from == into).then_some(*kept),
        _ => None,
    }
}

/// Name of a type in reserve, with its Battalion if another type in reserve has the same name.
pub(super) fn reserve_name(context: &RulesContext<'_>, key: &str) -> String {
    let (rules, pos) = (context.rules, context.pos);
    let name = type_name(context, key);
    let seat = pos.to_move();
    let reserves = &rules.seats[seat.index()].reserves;
    let twin = reserves.iter().any(|reserve| {
        let ty = rules.ty(reserve.ty);
        ty.key != key && ty.name == name && pos.reserve(seat, reserve.ty) > 0
    });
    match rules.type_by_key(key).filter(|_| twin) {
        Some(ty) => format!("{name} ({})", rules.armies[rules.ty(ty).origin.0].name),
        None => name,
    }
}

pub(super) fn type_symbol(context: &RulesContext<'_>, key: &str) -> String {
    let rules = context.rules;
    rules.type_by_key(key).map_or_else(String::new, |ty| rules.ty(ty).symbol.clone())
}

/// Removes spaces, check marks and comments.
pub(super) fn squeeze(text: &str) -> String {
    // The bot writes a zero-width space after `@`.
    let text: String = text.chars().filter(|c| !c.is_whitespace() && *c != '\u{200b}').collect();
    text.trim_end_matches(['+', '#', '!', '?', '.']).replace(['×', ':'], "x").replace(['–', '—'], "-")
}
