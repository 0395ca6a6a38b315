//! Legal acts with their notation.

use super::names::{names, reserve_name, sign, squeeze, type_name, type_symbol, vaguer};
use super::write;
use crate::action::Act;
use crate::board::{Seat, Space};
use crate::context::{LegalMove, Playing, RulesContext};
use crate::words::held;

/// Legal act with its notation and the name of the acting piece, for lists and completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spelled {
    /// Act.
    pub act: Act,
    /// Short notation; reading it gives the act back.
    pub text: String,
    /// Long notation, which names each Space.
    pub long: String,
    /// Name of the piece: "Pawn".
    pub piece: String,
    /// Landings of a chain of jumps in order. If the chain leaves the board, the last entry is the Space of the last
    /// piece captured (C-18). Empty for other acts.
    pub landings: Vec<Space>,
}

/// Every legal act of a seat with its notation. Promotions of one move are in the order of the army file, which names
/// the most useful first.
pub fn moves_with_notation<G: Playing + ?Sized>(game: &G, seat: Seat) -> Vec<Spelled> {
    if !game.is_on_turn(seat) {
        return Vec::new();
    }
    let context = game.context();
    let mut lines = context.lines();
    for same in lines.chunk_by_mut(|a, b| (a.mv.from, a.mv.to) == (b.mv.from, b.mv.to)) {
        same.sort_by_key(|line| promotion_rank(&context, line));
    }
    let texts = write::all(&context, &lines);
    lines
        .into_iter()
        .zip(texts)
        .map(|(LegalMove { act, chain, .. }, (text, long))| Spelled {
            text,
            long,
            piece: actor_name(&context, &act),
            landings: chain.chunks(2).filter_map(|jump| jump.last().copied()).collect(),
            act,
        })
        .collect()
}

/// Position of a promotion in the options of the piece; `None` for an act without one.
fn promotion_rank(context: &RulesContext<'_>, line: &LegalMove) -> Option<usize> {
    line.act.promotion()?;
    let piece = context.pos.at(line.mv.from)?;
    let options = &context.rules.ty(piece.ty).promotion.as_ref()?.to;
    options.iter().position(|option| Some(*option) == line.mv.promote)
}

fn actor_name(context: &RulesContext<'_>, act: &Act) -> String {
    if let Act::Place { piece, kept, .. } = act {
        return held(&type_name(context, piece), *kept);
    }
    let piece = write::actor(context, act);
    piece.map_or_else(String::new, |piece| context.rules.ty(piece.ty).name.clone())
}

/// Spellings of an act without its promotion, each with the spellings of the promotion, if there is one.
fn promoting(context: &RulesContext<'_>, act: &Act, bare: Vec<String>) -> Vec<String> {
    let Some(key) = act.promotion() else { return bare };
    let (name, symbol) = (squeeze(&type_name(context, key)), type_symbol(context, key));
    let spellings = |text: &String| {
        [format!("{text}={name}"), format!("{text}={symbol}"), format!("{text}{name}"), format!("{text}{symbol}")]
    };
    bare.iter().flat_map(spellings).collect()
}

/// All accepted spellings of an act without spaces, the short and the long form first.
pub(super) fn spellings(context: &RulesContext<'_>, spelled: &Spelled) -> Vec<String> {
    let mut all = vec![squeeze(&spelled.text), squeeze(&spelled.long)];
    let symbol = |space: Space| {
        context.pos.at(space).map_or_else(String::new, |piece| context.rules.ty(piece.ty).symbol.clone())
    };
    match &spelled.act {
        Act::Move { from, to, captures, .. } => {
            let mark = symbol(*from);
            let piece = squeeze(&spelled.piece);
            let is_pawn = context.pos.at(*from).is_some_and(|piece| {
                let ty = context.rules.ty(piece.ty);
                ty.takes_en_passant || ty.promotion.is_some()
            });
            let takes = !captures.is_empty();
            let mut bare = vec![format!("{from}{to}"), format!("{from}-{to}"), format!("{from}x{to}")];
            let (file, rank) = ((b'a' + from.file()) as char, from.rank() + 1);
            for who in [mark.as_str(), piece.as_str()] {
                for join in if takes { ["x", ""] } else { ["", "-"] } {
                    bare.push(format!("{who}{join}{to}"));
                    bare.push(format!("{who}{file}{join}{to}"));
                    bare.push(format!("{who}{rank}{join}{to}"));
                    bare.push(format!("{who}{from}{join}{to}"));
                }
            }
            if is_pawn {
                bare.push(if takes { format!("{file}x{to}") } else { to.to_string() });
            }
            all.extend(promoting(context, &spelled.act, bare));
        }
        Act::Castle { from, to, partner } => {
            all.extend([
                format!("{from}{to}"),
                format!("{from}-{to}"),
                format!("{from}{partner}"),
                all[0].replace('O', "0"),
            ]);
            let mark = symbol(*from);
            all.extend([format!("{mark}{to}"), format!("{mark}{from}{to}"), format!("{mark}{from}-{to}")]);
        }
        Act::Chain { from, to, off, .. } => {
            let bare = if *off {
                vec![format!("{from}x{to}off"), format!("{from}{to}off")]
            } else {
                vec![format!("{from}{to}"), format!("{from}-{to}"), format!("{from}x{to}")]
            };
            all.extend(promoting(context, &spelled.act, bare));
        }
        Act::Shoot { from, target, .. } => {
            all.extend([
                format!("{from}shoots{target}"),
                format!("{from}*{target}"),
                format!("{from}x{target}"),
                format!("{from}{target}"),
            ]);
        }
        Act::Place { piece, kept, at } => {
            let symbol = type_symbol(context, piece);
            all.extend(vaguer(*kept).map(|kept| format!("{symbol}{}@{at}", sign(kept))));
            all.extend(names(&symbol, *kept).iter().map(|name| format!("{}@{at}", squeeze(name))));
            for name in [type_name(context, piece), reserve_name(context, piece)] {
                for name in names(&name, *kept).iter().map(|name| squeeze(name)) {
                    all.extend([format!("{name}@{at}"), format!("place{name}{at}"), format!("{name}{at}")]);
                }
            }
        }
        Act::SelfCapture { at } => all.extend([format!("{at}x{at}"), format!("x{at}"), format!("{at}{at}")]),
        Act::Shield { .. } => all.extend(["shield".into(), "D".into(), "(D)".into()]),
        Act::Pass { at } => all.push(format!("{at}{at}")),
        Act::Swap { from, with } => all.push(format!("{from}{with}")),
        Act::Fuse { from, into, piece, kept } => {
            let symbol = type_symbol(context, piece);
            if from == into {
                let named = names("", *kept).into_iter().map(|name| squeeze(&name));
                for which in vaguer(*kept).map(|kept| sign(kept).to_owned()).chain(named) {
                    all.extend([
                        format!("{which}+{into}={symbol}"),
                        format!("{which}+{into}={}", squeeze(&type_name(context, piece))),
                    ]);
                }
            } else {
                all.extend([format!("{from}+{into}"), format!("{from}+{into}={symbol}")]);
            }
        }
        Act::Split { from, to, stays, goes } => {
            all.push(format!("{from}={}/{}@{to}", type_symbol(context, stays), type_symbol(context, goes)))
        }
    }
    all
}
