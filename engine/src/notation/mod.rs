//! Notation: an act or turn as a short text, and back (`docs/notation.md`).
//!
//! | shown | in full | act |
//! | --- | --- | --- |
//! | `e4`, `Nf3`, `Nbd2`, `exd5` | `e2-e4`, `e4xd5` | a move, a capture by displacement |
//! | `We2 xb2` | `c2-e2 (xb2)` | side effects and other captures elsewhere |
//! | `e8=Q` | `e7-e8=Queen` | promotion |
//! | `O-O`, `O-O-O` | the same | castling with the nearer, the farther partner |
//! | `S@d2` | `Supporter@d2` | placing a reserve |
//! | `P!@d2`, `P!!@d2` | `Volatile Pawn@d2`, `Volatile Pawn with Supporter@d2` | placing a Volatile one |
//! | `Kd4xd4` | `d4 captures itself` | B-9 |
//! | `M*a3` | `a1*a3` | a shot |
//! | `Ya3xa5xc5`, `Yd7xd8 off` | `a3xa5xc5`, `d7xd8 off` | a chain of jumps, off the board |
//! | `(D)` | `e1 shield` | raising the shield |
//! | `Bf1<>e1` | `f1<>e1` | trading places |
//! | `Sc2+c3=G`, `+c3=G`, `!+c3=G` | `c2+c3=Gold Golem` | fusion of the piece on c2, or of one in hand (a Volatile one), into the one on c3 |
//! | `Gc3=I/L@c4` | `c3=Iron Golem/Lead Golem@c4` | fission: what stays, what appears where |
//! | `, Deputy a6` `, Volatile e2` `, none` | the same | what the turn obliges to |
//!
//! What is shown names as much of the origin as it takes to fit one legal act alone, and the long form where that is not
//! enough: reading it gives the act back. After a turn has been taken `+` marks Check and `#` checkmate. Reading is forgiving:
//! both columns are understood, `e2e4`, `e2 e4` and other ways of writing that fit one legal act too.

mod read;
mod write;

pub use read::read_turn;

use crate::action::{Act, Turn};
use crate::board::{Seat, Space};
use crate::context::{ChoiceKind, LegalMove, Playing, RulesContext};
use crate::play::Kept;
use crate::words::held;
use read::{spellings, squeeze};

fn type_name(context: &RulesContext<'_>, key: &str) -> String {
    let rules = context.rules;
    rules.type_by_key(key).map_or_else(|| key.to_owned(), |ty| rules.ty(ty).name.clone())
}

/// The ways to say which piece in reserve is meant, from the exact one to those that say less: which else they could be.
fn vaguer(kept: Kept) -> impl Iterator<Item = Kept> {
    Kept::ALL.into_iter().rev().skip_while(move |other| *other != kept)
}

/// What stands behind the symbol of a piece in reserve: `P!`.
pub const fn sign(kept: Kept) -> &'static str {
    match kept {
        Kept::Nothing => "",
        Kept::Volatile => "!",
        Kept::Leaving => "!!",
    }
}

/// What a piece in reserve is called: the first that fits no other one there is shown, and the last never does.
fn names(name: &str, kept: Kept) -> Vec<String> {
    let clear = match kept {
        Kept::Nothing => Some(format!("ordinary {name}")),
        Kept::Volatile => Some(format!("{} without Supporter", held(name, kept))),
        Kept::Leaving => None,
    };
    vaguer(kept).map(|kept| held(name, kept)).chain(clear).collect()
}

/// What a piece in reserve has kept, if an act uses one.
fn from_reserve(act: &Act) -> Option<Kept> {
    match act {
        Act::Place { kept, .. } => Some(*kept),
        Act::Fuse { from, into, kept, .. } => (from == into).then_some(*kept),
        _ => None,
    }
}

/// The name of a type in reserve; with its Battalion's where another one in reserve is called the same.
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

/// The notation of an act in the present position.
pub fn act_text<G: Playing + ?Sized>(game: &G, act: &Act) -> String {
    write::one(&game.context(), act)
}

/// What a turn brought, as it is marked behind its act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mark {
    /// Nothing.
    None,
    /// `+`: somebody is in Check by it.
    Check,
    /// `#`: somebody is checkmated by it.
    Checkmate,
}

/// The notation of a whole turn: its act, and what it obliges to.
pub(crate) struct TurnText {
    act: String,
    choices: String,
}

impl TurnText {
    /// Of a turn before it is taken.
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

    /// With what it brought.
    pub(crate) fn marked(&self, mark: Mark) -> String {
        let mark = match mark {
            Mark::None => "",
            Mark::Check => "+",
            Mark::Checkmate => "#",
        };
        format!("{}{mark}{}", self.act, self.choices)
    }
}

/// The notation of a whole turn, before it is taken.
pub fn turn_text<G: Playing + ?Sized>(game: &G, turn: &Turn) -> String {
    TurnText::of(game, turn).marked(Mark::None)
}

/// A legal act with its notation and the name of the acting piece, for lists and completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spelled {
    /// The act.
    pub act: Act,
    /// Its notation; reading it gives the act back.
    pub text: String,
    /// Its notation in full: each Space is named.
    pub long: String,
    /// "Pawn".
    pub piece: String,
    /// Where a chain of jumps lands, first to last; the Space of the last piece captured when it leaves the board (C-18). Empty
    /// for other acts.
    pub landings: Vec<Space>,
}

/// Every legal act of a seat with its notation.
pub fn moves_with_notation<G: Playing + ?Sized>(game: &G, seat: Seat) -> Vec<Spelled> {
    if !game.is_on_turn(seat) {
        return Vec::new();
    }
    let context = game.context();
    let lines = context.lines();
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

fn actor_name(context: &RulesContext<'_>, act: &Act) -> String {
    if let Act::Place { piece, kept, .. } = act {
        return held(&type_name(context, piece), *kept);
    }
    let piece = write::actor(context, act);
    piece.map_or_else(String::new, |piece| context.rules.ty(piece.ty).name.clone())
}

/// The acts of a seat that fit what has been typed so far, best first: for completion.
pub fn complete<G: Playing + ?Sized>(game: &G, seat: Seat, typed: &str, most: usize) -> Vec<Spelled> {
    let wanted = squeeze(typed).to_lowercase();
    let mut found: Vec<(u8, Spelled)> = Vec::new();
    for spelled in moves_with_notation(game, seat) {
        let spellings = spellings(&game.context(), &spelled);
        let rank = if spellings.iter().any(|s| s.to_lowercase() == wanted) {
            0
        } else if spellings.iter().any(|s| s.to_lowercase().starts_with(&wanted)) {
            1
        } else if squeeze(&spelled.piece).to_lowercase().starts_with(&wanted) {
            2
        } else if squeeze(&spelled.long).to_lowercase().contains(&wanted) {
            3
        } else {
            continue;
        };
        found.push((rank, spelled));
    }
    found.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.act.cmp(&b.1.act)));
    found.into_iter().take(most).map(|(_, spelled)| spelled).collect()
}
