//! Notation: writes acts and turns as short texts and reads them back (`docs/notation.md`).
//!
//! | short | long | act |
//! | --- | --- | --- |
//! | `e4`, `Nf3`, `Nbd2`, `exd5` | `e2-e4`, `e4xd5` | move, capture by displacement |
//! | `We2 xb2` | `c2-e2 (xb2)` | side effects and other captures elsewhere |
//! | `e8=Q` | `e7-e8=Queen` | promotion |
//! | `O-O`, `O-O-O` | the same | castling with the nearer, the farther partner |
//! | `S@d2` | `Supporter@d2` | placement from reserve |
//! | `P!@d2`, `P!!@d2` | `Volatile Pawn@d2`, `Volatile Pawn with Supporter@d2` | placement of a Volatile piece |
//! | `Kd4xd4` | `d4 captures itself` | self-capture (B-9) |
//! | `M*a3` | `a1*a3` | shot |
//! | `Ya3xa5xc5`, `Yd7xd8 off` | `a3xa5xc5`, `d7xd8 off` | chain of jumps, off the board |
//! | `(D)` | `e1 shield` | raising the shield |
//! | `pass` | the same | pass, where an army may |
//! | `Bf1<>e1` | `f1<>e1` | trade of places |
//! | `Sc2+c3=G`, `+c3=G`, `!+c3=G` | `c2+c3=Gold Golem` | fusion of the piece on c2, or of one in hand (a Volatile one), into the one on c3 |
//! | `Gc3=I/L@c4` | `c3=Iron Golem/Lead Golem@c4` | fission: type on the old Space, type and Space of the new piece |
//! | `, Deputy a6` `, Volatile e2` `, none` | the same | required choices |
//!
//! The short form names as much of the origin as needed to match only one legal act; if that is not enough, the long
//! form is used. Reading a text therefore gives the same act. After a turn, `+` marks Check and `#` checkmate. The
//! parser is lenient: it accepts both forms, and `e2e4`, `e2 e4` and other spellings that match only one legal act.

mod read;
mod write;

pub use read::read_turn;

use crate::action::{Act, Turn};
use crate::board::{Seat, Space};
use crate::context::{ChoiceKind, LegalMove, Playing, RulesContext};
use crate::play::{Kept, Move};
use crate::words::held;
use read::{spellings, squeeze};

fn type_name(context: &RulesContext<'_>, key: &str) -> String {
    let rules = context.rules;
    rules.type_by_key(key).map_or_else(|| key.to_owned(), |ty| rules.ty(ty).name.clone())
}

/// States of a piece in reserve by which it can be written, from the exact ones to vaguer ones.
fn vaguer(kept: Kept) -> impl Iterator<Item = Kept> {
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
fn names(name: &str, kept: Kept) -> Vec<String> {
    let clear = match kept {
        Kept::Nothing => Some(format!("ordinary {name}")),
        Kept::Volatile => Some(format!("{} without Supporter", held(name, kept))),
        Kept::Leaving => None,
    };
    vaguer(kept).map(|kept| held(name, kept)).chain(clear).collect()
}

/// States kept by the piece in reserve that an act uses, if any.
fn from_reserve(act: &Act) -> Option<Kept> {
    match act {
        Act::Place { kept, .. } => Some(*kept),
        Act::Fuse { from, into, kept, .. } => (from == into).then_some(*kept),
        _ => None,
    }
}

/// Name of a type in reserve, with its Battalion if another type in reserve has the same name.
fn reserve_name(context: &RulesContext<'_>, key: &str) -> String {
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

fn type_symbol(context: &RulesContext<'_>, key: &str) -> String {
    let rules = context.rules;
    rules.type_by_key(key).map_or_else(String::new, |ty| rules.ty(ty).symbol.clone())
}

/// Notation of an act in the current position.
pub fn act_text<G: Playing + ?Sized>(game: &G, act: &Act) -> String {
    write::one(&game.context(), act)
}

/// Suffix of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mark {
    /// No suffix.
    None,
    /// `+`: the turn gives Check.
    Check,
    /// `#`: the turn gives checkmate.
    Checkmate,
}

/// Notation of a whole turn: its act and required choices.
pub(crate) struct TurnText {
    act: String,
    choices: String,
}

impl TurnText {
    /// Notation of a turn before it is taken.
    pub(crate) fn of<G: Playing + ?Sized>(game: &G, turn: &Turn) -> Self {
        let act = act_text(game, &turn.act);
        let mut choices = String::new();
        let mut partial = Turn::from(turn.act.clone());
        for choice in &turn.then {
            let kind = game.context().next_choice(&partial).ok().flatten().map(|needed| needed.kind);
            let word = match kind {
                Some(ChoiceKind::Return(name, _) | ChoiceKind::Bring(name, _)) => name,
                _ => "Volatile".to_owned(),
            };
            match choice {
                Some(space) => choices += &format!(", {word} {space}"),
                None => choices += ", none",
            }
            partial.then.push(*choice);
        }
        Self { act, choices }
    }

    /// Notation with the suffix.
    pub(crate) fn marked(&self, mark: Mark) -> String {
        let mark = match mark {
            Mark::None => "",
            Mark::Check => "+",
            Mark::Checkmate => "#",
        };
        format!("{}{mark}{}", self.act, self.choices)
    }
}

/// Notation of a whole turn before it is taken.
pub fn turn_text<G: Playing + ?Sized>(game: &G, turn: &Turn) -> String {
    TurnText::of(game, turn).marked(Mark::None)
}

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
        if same.iter().all(|line| line.mv.promote.is_some()) {
            same.sort_by_key(|line| promotion_rank(&context, &line.mv));
        }
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

/// Position of a promotion in the options of the piece.
fn promotion_rank(context: &RulesContext<'_>, mv: &Move) -> Option<usize> {
    let piece = context.pos.at(mv.from)?;
    let options = &context.rules.ty(piece.ty).promotion.as_ref()?.to;
    options.iter().position(|option| Some(*option) == mv.promote)
}

fn actor_name(context: &RulesContext<'_>, act: &Act) -> String {
    if let Act::Place { piece, kept, .. } = act {
        return held(&type_name(context, piece), *kept);
    }
    let piece = write::actor(context, act);
    piece.map_or_else(String::new, |piece| context.rules.ty(piece.ty).name.clone())
}

/// How an act fits a typed text, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fit {
    /// The text is a spelling of the act.
    Whole,
    /// A spelling of the act begins with the text.
    Beginning,
    /// The name of the piece begins with the text.
    Piece,
    /// The text is inside the long form only: `e5` in "Pawn e5-e6".
    Inside,
}

/// Acts of a seat that fit the typed text, best first, for completion.
pub fn complete<G: Playing + ?Sized>(game: &G, seat: Seat, typed: &str, most: usize) -> Vec<(Fit, Spelled)> {
    let wanted = squeeze(typed).to_lowercase();
    let mut found: Vec<(Fit, Spelled)> = Vec::new();
    for spelled in moves_with_notation(game, seat) {
        let spellings = spellings(&game.context(), &spelled);
        let rank = if spellings.iter().any(|s| s.to_lowercase() == wanted) {
            Fit::Whole
        } else if spellings.iter().any(|s| s.to_lowercase().starts_with(&wanted)) {
            Fit::Beginning
        } else if squeeze(&spelled.piece).to_lowercase().starts_with(&wanted) {
            Fit::Piece
        } else if squeeze(&spelled.long).to_lowercase().contains(&wanted) {
            Fit::Inside
        } else {
            continue;
        };
        found.push((rank, spelled));
    }
    found.sort_by_key(|(rank, _)| *rank);
    found.truncate(most);
    found
}
