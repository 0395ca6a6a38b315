//! Notation: an act or turn as a short text, and back.
//!
//! | text | act |
//! | --- | --- |
//! | `e2-e4`, `e4xd5` | a move, a capture by displacement |
//! | `d4-d7 (xd3)` | side effects and other captures elsewhere |
//! | `e7-e8=Queen` | promotion |
//! | `O-O`, `O-O-O` | castling with the nearer, the farther partner |
//! | `Supporter@d2` | placing a reserve |
//! | `d4 captures itself` | B-9 |
//! | `a1*a3` | a shot |
//! | `a3xa5xc5`, `d7xd8 off` | a chain of jumps, off the board |
//! | `e1 shield` | raising the shield |
//! | `f1<>e1` | trading places |
//! | `c2+c3=Gold Golem`, `+c3=Gold Golem` | fusion of the piece on c2, or of one in hand, into the one on c3 |
//! | `c3=Iron Golem/Lead Golem@c4` | fission: what stays, what appears where |
//! | `, Deputy a6` `, Volatile e2` `, none` | what the turn obliges to |
//!
//! Reading is forgiving: `e2e4`, `e2 e4`, `Nf3`, `exd5`, `e8=Q`, `O-O` in chess players' short form are understood when only
//! one legal act fits.

mod read;

pub use read::read_turn;

use crate::action::{Act, Turn};
use crate::board::{Seat, Space};
use crate::table::{ChoiceKind, Line, Playing, Table};
use read::{spellings, squeeze};

fn list(spaces: &[Space]) -> String {
    spaces
        .iter()
        .map(Space::to_string)
        .collect::<Vec<_>>()
        .join(", ")
}

fn type_name(table: &Table<'_>, key: &str) -> String {
    let rules = table.rules;
    rules
        .type_by_key(key)
        .map_or_else(|| key.to_owned(), |ty| rules.ty(ty).name.clone())
}

/// The name of a type in reserve; with its Battalion's where another one in reserve is called the same.
fn reserve_name(table: &Table<'_>, key: &str) -> String {
    let (rules, pos) = (table.rules, table.pos);
    let name = type_name(table, key);
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

fn type_symbol(table: &Table<'_>, key: &str) -> String {
    let rules = table.rules;
    rules
        .type_by_key(key)
        .map_or_else(String::new, |ty| rules.ty(ty).symbol.clone())
}

/// The notation of an act in the present position.
pub fn act_text<G: Playing + ?Sized>(game: &G, act: &Act) -> String {
    let table = game.table();
    let chain = match act {
        Act::Chain { .. } => table.find(act).map(|(_, chain)| chain).unwrap_or_default(),
        _ => Vec::new(),
    };
    write_act(&table, act, &chain)
}

/// `chain`: the Spaces of a chain, jumped and landing in turn.
fn write_act(table: &Table<'_>, act: &Act, chain: &[Space]) -> String {
    match act {
        Act::Move {
            from,
            to,
            captures,
            promote,
        } => {
            let displaces = captures.contains(to);
            let others: Vec<Space> = captures
                .iter()
                .copied()
                .filter(|space| space != to)
                .collect();
            let mut text = format!("{from}{}{to}", if displaces { 'x' } else { '-' });
            if let Some(key) = promote {
                text += &format!("={}", type_name(table, key));
            }
            if !others.is_empty() {
                text += &format!(" (x{})", list(&others));
            }
            text
        }
        Act::Castle { from, partner, .. } => castle_text(table, *from, *partner).into(),
        Act::Chain {
            from,
            to,
            captures,
            off,
        } => {
            let mut text = from.to_string();
            for jump in chain.chunks(2) {
                match jump {
                    [over, landing] => {
                        let mark = if captures.contains(over) { 'x' } else { '-' };
                        text += &format!("{mark}{landing}");
                    }
                    [over] => text += &format!("x{over}"),
                    _ => {}
                }
            }
            if chain.is_empty() {
                text += &format!("-{to}");
            }
            if *off { text + " off" } else { text }
        }
        Act::Shoot { from, target, .. } => format!("{from}*{target}"),
        Act::Place { piece, at } => format!("{}@{at}", reserve_name(table, piece)),
        Act::SelfCapture { at } => format!("{at} captures itself"),
        Act::Shield { at } => format!("{at} shield"),
        Act::Swap { from, with } => format!("{from}<>{with}"),
        Act::Fuse { from, into, piece } => {
            let from = if from == into {
                String::new()
            } else {
                from.to_string()
            };
            format!("{from}+{into}={}", type_name(table, piece))
        }
        Act::Split {
            from,
            to,
            stays,
            goes,
        } => format!(
            "{from}={}/{}@{to}",
            type_name(table, stays),
            type_name(table, goes)
        ),
    }
}

/// `O-O` for the nearer of the King's possible partners on its row, `O-O-O` for the farther.
fn castle_text(table: &Table<'_>, king: Space, partner: Space) -> &'static str {
    let pos = table.pos;
    let seat = pos.at(king).map(|piece| piece.seat);
    let distance = king.distance(partner);
    let nearer = pos.pieces().any(|(slot, piece)| {
        let space = slot.space();
        let aligned = space.file() == king.file() || space.rank() == king.rank();
        Some(piece.seat) == seat
            && aligned
            && space.distance(king) >= 3
            && space.distance(king) < distance
            && pos
                .at(king)
                .is_some_and(|k| table.rules.ty(k.ty).castles_with.contains(&piece.ty))
    });
    if nearer || distance > 3 {
        "O-O-O"
    } else {
        "O-O"
    }
}

/// The notation of a whole turn, before it is taken.
pub fn turn_text<G: Playing + ?Sized>(game: &G, turn: &Turn) -> String {
    let mut text = act_text(game, &turn.act);
    let mut partial = Turn::from(turn.act.clone());
    for choice in &turn.then {
        let kind = game
            .table()
            .next_choice(&partial)
            .ok()
            .flatten()
            .map(|needed| needed.kind);
        let word = match kind {
            Some(ChoiceKind::Return(name, _)) => name,
            _ => "Volatile".to_owned(),
        };
        match choice {
            Some(space) => text += &format!(", {word} {space}"),
            None => text += ", none",
        }
        partial.then.push(*choice);
    }
    text
}

/// A legal act with its notation and the name of the acting piece, for lists and completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spelled {
    /// The act.
    pub act: Act,
    /// Its notation; reading it gives the act back.
    pub text: String,
    /// "Pawn".
    pub piece: String,
}

/// Every legal act of a seat with its notation.
pub fn spelled_acts<G: Playing + ?Sized>(game: &G, seat: Seat) -> Vec<Spelled> {
    if !game.is_on_turn(seat) {
        return Vec::new();
    }
    let table = game.table();
    table
        .lines()
        .into_iter()
        .map(|Line { act, chain, .. }| Spelled {
            text: write_act(&table, &act, &chain),
            piece: actor_name(&table, seat, &act),
            act,
        })
        .collect()
}

fn actor_name(table: &Table<'_>, seat: Seat, act: &Act) -> String {
    if let Act::Place { piece, .. } = act {
        return type_name(table, piece);
    }
    let pos = table.pos;
    let own = |piece: &crate::play::Piece| piece.seat == seat;
    let piece = pos
        .at(act.origin())
        .filter(own)
        .or_else(|| pos.supporter(act.origin()).filter(own));
    let piece = piece.or_else(|| {
        pos.pieces()
            .find(|(slot, p)| slot.space() == act.origin() && own(p))
            .map(|(_, p)| p)
    });
    piece.map_or_else(String::new, |piece| table.rules.ty(piece.ty).name.clone())
}

/// The acts of a seat that fit what has been typed so far, best first: for completion.
pub fn complete<G: Playing + ?Sized>(
    game: &G,
    seat: Seat,
    typed: &str,
    most: usize,
) -> Vec<Spelled> {
    let wanted = squeeze(typed).to_lowercase();
    let mut found: Vec<(u8, Spelled)> = Vec::new();
    for spelled in spelled_acts(game, seat) {
        let spellings = spellings(&game.table(), &spelled);
        let rank = if spellings.iter().any(|s| s.to_lowercase() == wanted) {
            0
        } else if spellings
            .iter()
            .any(|s| s.to_lowercase().starts_with(&wanted))
        {
            1
        } else if squeeze(&spelled.piece).to_lowercase().starts_with(&wanted) {
            2
        } else if squeeze(&spelled.text).to_lowercase().contains(&wanted) {
            3
        } else {
            continue;
        };
        found.push((rank, spelled));
    }
    found.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.act.cmp(&b.1.act)));
    found
        .into_iter()
        .take(most)
        .map(|(_, spelled)| spelled)
        .collect()
}
