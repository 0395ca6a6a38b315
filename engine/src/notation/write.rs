//! Writer of acts in long and short notation.

use std::collections::{HashMap, HashSet};

use crate::action::Act;
use crate::board::Space;
use crate::context::{LegalMove, RulesContext};
use crate::play::{Kept, Kind, MoveList, Piece};

use super::names::{from_reserve, names, reserve_name, sign, squeeze, type_name, type_symbol, vaguer};

/// Parts of the origin named by a short text: none, file, rank or both.
const LEVELS: [Origin; 4] = [Origin::None, Origin::File, Origin::Rank, Origin::Space];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    None,
    File,
    Rank,
    Space,
}

impl Origin {
    fn of(self, space: Space) -> String {
        let name = space.to_string();
        let (file, rank) = name.split_at(1);
        match self {
            Origin::None => String::new(),
            Origin::File => file.to_owned(),
            Origin::Rank => rank.to_owned(),
            Origin::Space => name,
        }
    }
}

/// All forms of an act.
pub(super) struct Forms {
    /// Long forms, which name each Space. See the table of [`notation`](super).
    long: Vec<String>,
    /// Short forms, by increasing detail of the origin or of the piece in reserve.
    short: Vec<String>,
}

impl Forms {
    pub fn of(context: &RulesContext<'_>, act: &Act, kind: Option<Kind>, chain: &[Space]) -> Self {
        let levels = match act {
            Act::Move { .. } | Act::Shoot { .. } | Act::Shield { .. } => &LEVELS[..],
            _ => &LEVELS[..1],
        };
        let short = match from_reserve(act) {
            Some(kept) => vaguer(kept).map(|kept| short(context, act, kind, chain, (Origin::None, kept))).collect(),
            None => levels.iter().map(|origin| short(context, act, kind, chain, (*origin, Kept::Nothing))).collect(),
        };
        Self { long: longs(context, act, chain), short }
    }

    /// Long form.
    pub fn long(&self, alone: impl Fn(&str) -> bool) -> &str {
        let found = self.long.iter().find(|text| alone(&squeeze(text)));
        found.or(self.long.last()).map_or("", String::as_str)
    }

    /// All texts that describe the act, without spaces.
    fn claims(&self) -> HashSet<String> {
        let all = self.short.iter().chain(&self.long);
        all.map(|text| squeeze(text)).collect()
    }

    /// Shortest form that describes only this act.
    fn choose(&self, alone: impl Fn(&str) -> bool) -> &str {
        let found = self.short.iter().find(|text| alone(&squeeze(text)));
        found.map_or_else(|| self.long(alone), String::as_str)
    }
}

/// Short and long notation of each legal act.
pub(super) fn all(context: &RulesContext<'_>, lines: &[LegalMove]) -> Vec<(String, String)> {
    let forms: Vec<Forms> =
        lines.iter().map(|line| Forms::of(context, &line.act, Some(line.mv.kind), &line.chain)).collect();
    let mut claimed: HashMap<String, usize> = HashMap::new();
    for claim in forms.iter().flat_map(Forms::claims) {
        *claimed.entry(claim).or_insert(0) += 1;
    }
    forms
        .into_iter()
        .map(|forms| {
            let alone = |text: &str| claimed.get(text) == Some(&1);
            (forms.choose(alone).to_owned(), forms.long(alone).to_owned())
        })
        .collect()
}

/// Short notation of one act, equal to its entry in [`all`].
pub(super) fn one(context: &RulesContext<'_>, act: &Act) -> String {
    let Ok((mv, chain)) = context.find(act) else {
        return longs(context, act, &[]).swap_remove(0);
    };
    let forms = Forms::of(context, act, Some(mv.kind), &chain);
    let wanted = forms.claims();
    let mut list = MoveList::default();
    context.rules.generate(context.pos, &mut list);
    let mut pos = context.pos.clone();
    let mut taken: HashSet<String> = HashSet::new();
    for other in &list.moves {
        let chain = list.chain(other);
        let rival = context.act(other, chain);
        if rival == *act || ends_elsewhere(act, &rival) {
            continue;
        }
        let forms = Forms::of(context, &rival, Some(other.kind), chain);
        let shared: Vec<String> = forms.claims().intersection(&wanted).cloned().collect();
        if !shared.is_empty() && context.rules.is_legal(&mut pos, other, chain) {
            taken.extend(shared);
        }
    }
    forms.choose(|text| !taken.contains(text)).to_owned()
}

/// Returns whether the texts of two acts certainly differ because they end with different Spaces.
fn ends_elsewhere(one: &Act, other: &Act) -> bool {
    let end = |act: &Act| match act {
        Act::Move { to, captures, .. } => captures.iter().all(|space| space == to).then_some((*to, false)),
        Act::Chain { to, off, .. } => Some((*to, *off)),
        Act::Shoot { target: to, .. } | Act::Place { at: to, .. } => Some((*to, false)),
        _ => None,
    };
    matches!((end(one), end(other)), (Some(one), Some(other)) if one != other)
}

fn list(spaces: &[Space]) -> String {
    spaces.iter().map(Space::to_string).collect::<Vec<_>>().join(", ")
}

/// Acting piece of the Player to move on a Space.
pub(super) fn actor(context: &RulesContext<'_>, act: &Act) -> Option<Piece> {
    let (pos, from) = (context.pos, act.origin());
    let own = |piece: &Piece| piece.seat == pos.to_move();
    pos.at(from).filter(own).or_else(|| pos.supporter(from).filter(own))
}

/// Symbol of the acting piece; empty for a Pawn that promotes, as in chess notation.
fn symbol(context: &RulesContext<'_>, act: &Act) -> String {
    match actor(context, act).map(|piece| context.rules.ty(piece.ty)) {
        Some(ty) if ty.symbol == "P" && ty.promotion.is_some() => String::new(),
        Some(ty) => ty.symbol.clone(),
        None => String::new(),
    }
}

/// Short form. `detail`: how much of the origin, or of the piece in reserve, is named.
fn short(
    context: &RulesContext<'_>,
    act: &Act,
    kind: Option<Kind>,
    chain: &[Space],
    (origin, kept): (Origin, Kept),
) -> String {
    let who = symbol(context, act);
    let from = origin.of(act.origin());
    let full = act.origin();
    match act {
        Act::Move { to, captures, promote, .. } => {
            let passing = kind == Some(Kind::EnPassant);
            let takes = passing || captures.contains(to);
            // A Pawn that captures is identified by its file.
            let from = match (who.as_str(), takes, origin) {
                ("", true, Origin::None) => Origin::File.of(full),
                _ => from,
            };
            let mut text = format!("{who}{from}{}{to}", if takes { "x" } else { "" });
            text += &becomes(promote.as_deref(), |key| type_symbol(context, key));
            for space in captures.iter().filter(|space| *space != to && !passing) {
                text += &format!(" x{space}");
            }
            text
        }
        Act::Castle { from, to, partner } => castling(context, *from, *to, *partner).into(),
        Act::Chain { promote, .. } => {
            let becomes = becomes(promote.as_deref(), |key| type_symbol(context, key));
            format!("{who}{}{becomes}", jumps(act, chain))
        }
        Act::Shoot { target, .. } => format!("{who}{from}*{target}"),
        Act::Place { piece, at, .. } => format!("{}{}@{at}", type_symbol(context, piece), sign(kept)),
        Act::SelfCapture { at } => format!("{who}{at}x{at}"),
        Act::Shield { .. } if origin == Origin::None => "(D)".into(),
        Act::Shield { at } => format!("{at} (D)"),
        Act::Pass { .. } => "pass".into(),
        Act::Swap { with, .. } => format!("{who}{full}<>{with}"),
        Act::Fuse { from, into, piece, .. } => {
            let piece = type_symbol(context, piece);
            if from == into { format!("{}+{into}={piece}", sign(kept)) } else { format!("{who}{from}+{into}={piece}") }
        }
        Act::Split { from, to, stays, goes } => {
            format!("{who}{from}={}/{}@{to}", type_symbol(context, stays), type_symbol(context, goes))
        }
    }
}

/// Promotion at the end of a move, such as `=Q`; `name`: name of a type with a key.
fn becomes(promote: Option<&str>, name: impl Fn(&str) -> String) -> String {
    promote.map_or_else(String::new, |key| format!("={}", name(key)))
}

/// Jumps of a chain, such as `a3xa5-c5` or `d7xd8 off`. `chain`: its Spaces, jumped and landing alternately.
fn jumps(act: &Act, chain: &[Space]) -> String {
    let mut text = act.origin().to_string();
    for jump in chain.chunks(2) {
        match jump {
            [over, landing] => {
                let mark = if act.captures().contains(over) { 'x' } else { '-' };
                text += &format!("{mark}{landing}");
            }
            [over] => text += &format!("x{over}"),
            _ => {}
        }
    }
    if chain.is_empty() {
        text += &format!("-{}", act.target());
    }
    if matches!(act, Act::Chain { off: true, .. }) { text + " off" } else { text }
}

/// Long forms, one for each name of the piece in reserve.
fn longs(context: &RulesContext<'_>, act: &Act, chain: &[Space]) -> Vec<String> {
    let names = match act {
        Act::Place { piece, kept, .. } => names(&reserve_name(context, piece), *kept),
        _ => from_reserve(act).map_or_else(|| vec![String::new()], |kept| names("", kept)),
    };
    names.iter().map(|name| long(context, act, chain, name.trim())).collect()
}

/// Long form. `chain`: Spaces of a chain, jumped and landing alternately; `held`: the piece in reserve.
fn long(context: &RulesContext<'_>, act: &Act, chain: &[Space], held: &str) -> String {
    match act {
        Act::Move { from, to, captures, promote } => {
            let displaces = captures.contains(to);
            let others: Vec<Space> = captures.iter().copied().filter(|space| space != to).collect();
            let mut text = format!("{from}{}{to}", if displaces { 'x' } else { '-' });
            text += &becomes(promote.as_deref(), |key| type_name(context, key));
            if !others.is_empty() {
                text += &format!(" (x{})", list(&others));
            }
            text
        }
        Act::Castle { from, to, partner } => castling(context, *from, *to, *partner).into(),
        Act::Chain { promote, .. } => jumps(act, chain) + &becomes(promote.as_deref(), |key| type_name(context, key)),
        Act::Shoot { from, target, .. } => format!("{from}*{target}"),
        Act::Place { at, .. } => format!("{held}@{at}"),
        Act::SelfCapture { at } => format!("{at} captures itself"),
        Act::Shield { at } => format!("{at} shield"),
        Act::Pass { .. } => "pass".into(),
        Act::Swap { from, with } => format!("{from}<>{with}"),
        Act::Fuse { from, into, piece, .. } => {
            let from = if from == into { held.to_owned() } else { from.to_string() };
            format!("{from}+{into}={}", type_name(context, piece))
        }
        Act::Split { from, to, stays, goes } => {
            format!("{from}={}/{}@{to}", type_name(context, stays), type_name(context, goes))
        }
    }
}

/// Returns whether castling is on the short side in a game with a shuffled Back Rank. On the short side, the King ends
/// nearer to an edge of the Territory. `None` in other games.
fn shuffled_castling_is_short(context: &RulesContext<'_>, king: Space, to: Space) -> Option<bool> {
    let king = context.pos.at(king)?;
    let home = context.rules.ty(king.ty).castling.home?;
    let row = context.rules.board.rows(king.seat).last()?;
    let column = row.iter().position(|space| *space == to)?;
    let from_edge = |column: usize| column.min(row.len().saturating_sub(1 + column));
    let others = [home.left, home.right].into_iter().flatten();
    let mut others = others.map(|column| from_edge(usize::from(column)));
    Some(others.all(|other| from_edge(column) <= other))
}

/// Notation of castling: `O-O` with the nearer of the King's possible partners on its row, `O-O-O` with the farther.
pub(super) fn castling(context: &RulesContext<'_>, king: Space, to: Space, partner: Space) -> &'static str {
    let pos = context.pos;
    let seat = pos.at(king).map(|piece| piece.seat);
    if let Some(short) = shuffled_castling_is_short(context, king, to) {
        return if short { "O-O" } else { "O-O-O" };
    }
    let distance = king.distance(partner);
    let nearer = pos.pieces().any(|(slot, piece)| {
        let space = slot.space();
        let aligned = space.file() == king.file() || space.rank() == king.rank();
        Some(piece.seat) == seat
            && aligned
            && space.distance(king) >= 3
            && space.distance(king) < distance
            && pos.at(king).is_some_and(|k| context.rules.ty(k.ty).castles_with.contains(&piece.ty))
    });
    if nearer || distance > 3 { "O-O-O" } else { "O-O" }
}
