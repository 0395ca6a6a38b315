//! Parser of typed turns.

use std::cmp::Reverse;

use super::names::{squeeze, type_name, type_symbol};
use super::spelled::{Spelled, moves_with_notation, spellings};
use super::write::castling;
use crate::action::{Act, Illegal, Turn};
use crate::board::{Seat, Space};
use crate::context::{Playing, RuleSet, RulesContext};
use crate::illegal::{MoveFault, PieceOn, ReadFault};
use crate::play::TypeId;

/// Maximum length of a text in bytes.
const MAX_TEXT: usize = 200;

/// Parses a turn: an act, followed by required choices after commas.
///
/// # Errors
/// [`Illegal`] if the text is not understood, ambiguous or not legal.
pub fn read_turn<G: Playing + ?Sized>(game: &G, seat: Seat, text: &str) -> Result<Turn, Illegal> {
    let law = game.context().law;
    if text.len() > MAX_TEXT {
        return Err(Illegal::new(law.turn(), ReadFault::TooLong));
    }
    let (act_part, choices) = split_choices(text);
    let mut turn = Turn::from(read_act(game, seat, act_part)?);
    for part in choices {
        turn.then.push(read_choice(law, part)?);
    }
    Ok(turn)
}

/// Splits at commas outside parentheses.
fn split_choices(text: &str) -> (&str, Vec<&str>) {
    let mut depth = 0i32;
    let mut parts = Vec::new();
    let mut start = 0;
    for (index, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth <= 0 => {
                parts.push(&text[start..index]);
                start = index + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    let act = parts.remove(0);
    (act, parts)
}

fn read_choice(law: RuleSet, part: &str) -> Result<Option<Space>, Illegal> {
    let word = part.trim().rsplit([' ', '@']).next().unwrap_or("").to_lowercase();
    if matches!(word.as_str(), "none" | "nobody" | "-" | "decline") {
        return Ok(None);
    }
    word.parse().map(Some).map_err(|_| Illegal::new(law.turn(), ReadFault::NoSpace(shorten(part.trim()))))
}

fn shorten(text: &str) -> String {
    let mut short: String = text.chars().filter(|c| !c.is_control()).take(40).collect();
    if short.chars().count() < text.chars().count() {
        short.push('…');
    }
    short.replace(['`', '*', '_', '@', '<', '>', '|', '~'], "")
}

fn read_act<G: Playing + ?Sized>(game: &G, seat: Seat, text: &str) -> Result<Act, Illegal> {
    let context = game.context();
    let law = context.law;
    let typed = squeeze(text);
    if typed.is_empty() {
        return Err(Illegal::new(law.turn(), ReadFault::Empty));
    }
    let acts = moves_with_notation(game, seat);
    let fits = |same: &dyn Fn(&str) -> bool| -> Vec<&Spelled> {
        acts.iter().filter(|spelled| spellings(&context, spelled).iter().any(|spelling| same(spelling))).collect()
    };
    // Precedence: short form, long form, chain, any spelling, any spelling ignoring case.
    let same = |form: fn(&Spelled) -> &String| -> Vec<&Spelled> {
        let all = acts.iter();
        all.filter(|spelled| squeeze(form(spelled)) == typed).collect()
    };
    let mut found = same(|spelled| &spelled.text);
    if found.is_empty() {
        found = same(|spelled| &spelled.long);
    }
    if found.is_empty() {
        found = read_chain(&context, &acts, &typed).into_iter().collect();
    }
    if found.is_empty() {
        found = fits(&|spelling| spelling == typed);
    }
    if found.is_empty() {
        let lower = typed.to_lowercase();
        found = fits(&|spelling| spelling.to_lowercase() == lower);
    }
    match found.as_slice() {
        [one] => match promoting_twin(&acts, one).filter(|_| text.trim_end().ends_with('+')) {
            None => Ok(one.act.clone()),
            // In shogi the plus sign promotes; elsewhere it marks a Check.
            Some(twin) => {
                let options = vec![one.text.clone(), twin.text.clone()];
                Err(Illegal::new(law.promotion(), ReadFault::Ambiguous { typed: shorten(text.trim()), options }))
            }
        },
        [] => match without_to(text) {
            Some(plain) => read_act(game, seat, &plain),
            None => Err(explain_unread(game, seat, &typed, text)),
        },
        several => {
            let few = several.iter().take(6);
            Err(Illegal::new(
                law.turn(),
                ReadFault::Ambiguous {
                    typed: shorten(text.trim()),
                    options: few.map(|spelled| spelled.text.clone()).collect(),
                },
            ))
        }
    }
}

/// Text without the word "to", as in `knight to f3`; `None` if it has no such word, or no other.
fn without_to(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let others: Vec<&str> = words.iter().copied().filter(|word| !word.eq_ignore_ascii_case("to")).collect();
    (!others.is_empty() && others.len() < words.len()).then(|| others.join(" "))
}

/// Promoting variant of a move whose promotion is optional.
fn promoting_twin<'a>(acts: &'a [Spelled], one: &Spelled) -> Option<&'a Spelled> {
    let ways = |act: &Act| (act.origin(), act.target());
    let twin = |other: &&Spelled| other.act.promotion().is_some() && ways(&other.act) == ways(&one.act);
    acts.iter().find(twin).filter(|_| one.act.promotion().is_none())
}

/// Finds a chain of jumps from its landings, if several chains match any of them (C-17).
fn read_chain<'a>(context: &RulesContext<'_>, acts: &'a [Spelled], typed: &str) -> Option<&'a Spelled> {
    let lower = typed.to_lowercase();
    let (path, becomes) = lower.split_once('=').map_or((lower.as_str(), None), |(path, ty)| (path, Some(ty)));
    let off = path.ends_with("off");
    let spaces = spaces_in(path);
    let (from, stops) = spaces.split_first()?;
    let last = stops.last()?;
    let captured = context.retrace(*from, stops, off)?;
    acts.iter().find(|spelled| {
        let act = &spelled.act;
        let goes = match act {
            Act::Chain { off: leaves, .. } => *leaves == off,
            Act::Move { .. } => !off,
            _ => false,
        };
        let promotes = match act.promotion() {
            None => becomes.is_none(),
            Some(key) => becomes.is_some_and(|ty| {
                [type_name(context, key), type_symbol(context, key)]
                    .iter()
                    .any(|name| squeeze(name).to_lowercase() == ty)
            }),
        };
        goes && promotes && act.origin() == *from && act.target() == *last && act.captures() == captured
    })
}

/// Spaces named in a text, in order.
fn spaces_in(text: &str) -> Vec<Space> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut index = 0;
    while index < bytes.len() {
        let digits = bytes[index + 1..].iter().take(2).take_while(|b| b.is_ascii_digit()).count();
        let read = (1..=digits).rev().find_map(|n| {
            let part = text.get(index..index + 1 + n)?;
            part.parse::<Space>().ok().map(|space| (space, n + 1))
        });
        match read {
            Some((space, length)) => {
                found.push(space);
                index += length;
            }
            None => index += 1,
        }
    }
    found
}

fn explain_unread<G: Playing + ?Sized>(game: &G, seat: Seat, typed: &str, text: &str) -> Illegal {
    let law = game.context().law;
    if let Some(wanted) = castling_named(typed) {
        let context = game.context();
        return context.explain_castling(seat, |king, to, with| castling(&context, king, to, with) == wanted);
    }
    if typed.eq_ignore_ascii_case("pass") {
        return game.context().explain_pass();
    }
    let spaces = spaces_in(&typed.to_lowercase());
    // The last Space is the end of a chain of jumps.
    let (from, to, last) = match spaces.as_slice() {
        [from, to] => (Some(*from), *to, *to),
        [from, to, .., last] => (Some(*from), *to, *last),
        [to] => (None, *to, *to),
        [] => return Illegal::new(law.turn(), ReadFault::NoMove(shorten(text.trim()))),
    };
    if let Some(fault) = [to, last].into_iter().find_map(|end| explain_promotion(game, seat, typed, (from, end))) {
        return Illegal::new(law.promotion(), fault);
    }
    if let Some(meant) = from.and_then(|from| moved(game, seat, from, to)) {
        return Illegal::new(law.turn(), ReadFault::Meant { typed: shorten(text.trim()), text: meant });
    }
    match from {
        Some(from) => game.context().explain(seat, from, to),
        None => explain_unplaced(game, seat, typed, to)
            .unwrap_or_else(|| Illegal::new(law.turn(), ReadFault::NoMove(shorten(text.trim())))),
    }
}

/// Notation of a legal move from one Space to another.
fn moved<G: Playing + ?Sized>(game: &G, seat: Seat, from: Space, to: Space) -> Option<String> {
    let found = |spelled: &Spelled| spelled.act.origin() == from && spelled.act.target() == to;
    moves_with_notation(game, seat).into_iter().find(found).map(|spelled| spelled.text)
}

/// Notation of castling meant by a text: with zeros, in any case, with or without hyphens.
fn castling_named(typed: &str) -> Option<&'static str> {
    match typed.to_uppercase().replace('0', "O").replace('-', "").as_str() {
        "OO" => Some("O-O"),
        "OOO" => Some("O-O-O"),
        _ => None,
    }
}

/// Refusal of an illegal move that names a kind of piece and its destination, such as `Nf3` or `e4`. `None` if the text
/// before the destination names no kind, or more than a promotion follows the destination (`e2 shield`).
fn explain_unplaced<G: Playing + ?Sized>(game: &G, seat: Seat, typed: &str, to: Space) -> Option<Illegal> {
    let context = game.context();
    let lower = typed.to_ascii_lowercase();
    let destination = to.to_string();
    let start = lower.rfind(&destination)?;
    let (before, after) = (&typed[..start], &typed[start + destination.len()..]);
    if !after.is_empty() && !after.starts_with('=') {
        return None;
    }
    if let Some(held) = before.strip_suffix('@') {
        let name = kind_named(&context, seat, held).map_or_else(|| shorten(held), |(name, _)| name);
        return Some(context.explain_drop(&name, to));
    }
    let before = before.trim_end_matches(['x', '-']);
    let (name, disambiguation) = match kind_named(&context, seat, before) {
        Some(found) => found,
        None if before.chars().all(|c| c.is_ascii_uppercase()) && !before.is_empty() => {
            return Some(context.explain_letters(seat, shorten(before)));
        }
        None => return None,
    };
    let fits = |space: Space| {
        let text = space.to_string();
        disambiguation.is_empty() || text.starts_with(disambiguation) || text.ends_with(disambiguation)
    };
    let own = context
        .pos
        .pieces()
        .filter(|(slot, piece)| piece.seat == seat && context.rules.ty(piece.ty).name == name && fits(slot.space()));
    let spaces: Vec<Space> = own.map(|(slot, _)| slot.space()).collect();
    Some(context.explain_kind(seat, name, &spaces, to))
}

/// Name of the piece type with which a text begins, and the rest of the text: the file or rank of the piece. An empty
/// text means the pieces that are written without a symbol.
fn kind_named<'a>(context: &RulesContext<'_>, seat: Seat, text: &'a str) -> Option<(String, &'a str)> {
    // Kinds that the Player has first, then those of the Player's army, then those of everybody else.
    let own: Vec<TypeId> =
        context.pos.pieces().filter(|(_, piece)| piece.seat == seat).map(|(_, piece)| piece.ty).collect();
    let army = format!("{}/", context.rules.army(seat).id);
    let of_army = || context.rules.types.iter().filter(|ty| ty.key.starts_with(&army));
    let of_player = || own.iter().map(|ty| context.rules.ty(*ty)).chain(of_army());
    let is_file_or_rank =
        |rest: &str| rest.len() <= 2 && rest.chars().all(|c| c.is_ascii_alphanumeric() && !c.is_ascii_uppercase());
    if is_file_or_rank(text) {
        let pawn = of_player().find(|ty| ty.takes_en_passant || ty.promotion.is_some())?;
        return Some((pawn.name.clone(), text));
    }
    let named = |same: &dyn Fn(&str, &str) -> bool| {
        let marks =
            of_player().chain(&context.rules.types).flat_map(|ty| [(squeeze(&ty.name), ty), (ty.symbol.clone(), ty)]);
        let fitting = marks.filter_map(|(mark, ty)| {
            let (start, rest) = text.split_at_checked(mark.len())?;
            (same(start, &mark) && is_file_or_rank(rest)).then(|| (mark.len(), ty.name.clone(), rest))
        });
        // The longest mark, and of several the first.
        fitting.min_by_key(|(length, ..)| Reverse(*length)).map(|(_, name, rest)| (name, rest))
    };
    named(&|a, b| a == b).or_else(|| named(&|a, b| a.eq_ignore_ascii_case(b)))
}

/// Fault of the promotion in a text, if the text is refused because of it.
fn explain_promotion<G: Playing + ?Sized>(
    game: &G,
    seat: Seat,
    typed: &str,
    (from, to): (Option<Space>, Space),
) -> Option<MoveFault> {
    let context = game.context();
    let promotion = |act: Act| {
        let meant = from.is_none_or(|from| from == act.origin()) && act.target() == to;
        act.promotion().filter(|_| meant).map(|key| (act.origin(), key.to_owned()))
    };
    let (plain, wanted) = typed.split_once('=').unwrap_or((typed, ""));
    let acts = game.legal_acts(seat).into_iter();
    let mut options: Vec<(Space, String)> = acts.filter_map(promotion).collect();
    let Some((from, first)) = options.first().cloned() else {
        // A promotion was asked for, so `plain` is shorter and has none.
        let act = (!wanted.is_empty()).then(|| read_act(game, seat, plain).ok()).flatten()?;
        let name = context.rules.ty(context.pos.at(act.origin())?.ty).name.clone();
        return Some(MoveFault::NoPromotion(PieceOn { name, space: act.target() }));
    };
    options.retain(|(space, _)| *space == from);
    options.dedup();
    Some(match wanted {
        "" => MoveFault::NeedsPromotion { from, to, example: type_symbol(&context, &first) },
        wanted => {
            let amazon = ["amazon", "z"].contains(&wanted.to_lowercase().as_str());
            let piece = context.pos.at(from)?;
            MoveFault::CannotBecome {
                piece: context.rules.ty(piece.ty).name.clone(),
                wanted: if amazon { "Amazon".to_owned() } else { shorten(wanted) },
                options: options.iter().map(|(_, key)| type_name(&context, key)).collect(),
                ultimate: amazon && context.law == RuleSet::Clash,
            }
        }
    })
}
