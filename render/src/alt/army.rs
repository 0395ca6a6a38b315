//! Armies in descriptions, in several levels of detail. All armies have the same level: as many pieces as fit are spread
//! evenly over the Players.

use std::collections::BTreeMap;

use engine::board::{Seat, Space};
use engine::view::{HeldView, Look, PieceView, SeatState, SeatView, View};
use engine::words;

use super::legend::Legend;
use super::text::clipped;
use crate::options::People;
use crate::spaces::{Style, list};
use crate::status::{called, facts, shortened, side_word};

/// Level of detail, the same for all armies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Detail {
    /// "Pawn a2-h2 c3".
    Full,
    /// Spaces without repetition: "Pawn a-h2 ce3".
    Compact,
    /// Letters of a [`Legend`] for kinds that several armies have: "P a-h2 ce3".
    Letters,
    /// Spaces of Titans and of this number of [`SHARES`] of the other kinds; the number of pieces of the rest: "K e1; Q d1; 8 P".
    Counted(usize),
    /// Spaces as in [`Counted`](Self::Counted); the number of all other pieces: "K e1; Q d1; 14 more".
    Lumped(usize),
    /// No pieces.
    Named,
    /// No pieces, and the first words of long names.
    Short,
}

/// Number of parts of an army whose Spaces can be described separately, those of kinds with few pieces first.
const SHARES: usize = 12;

impl Detail {
    /// All levels, most detailed first.
    pub(super) fn all() -> Vec<Self> {
        let complete = [Self::Full, Self::Compact, Self::Letters];
        let shares = || (0..SHARES).rev();
        let reduced = shares().map(Self::Counted).chain(shares().map(Self::Lumped));
        complete.into_iter().chain(reduced).chain([Self::Named, Self::Short]).collect()
    }

    /// Gives every piece with its Space.
    pub(super) const fn has_every_space(self) -> bool {
        matches!(self, Detail::Full | Detail::Compact | Detail::Letters)
    }

    /// Loss that does not depend on the number of pieces: of an army, and once.
    const fn base_loss(self) -> (u32, u32) {
        match self {
            Detail::Full => (0, 0),
            Detail::Compact => (1, 0),
            Detail::Letters | Detail::Counted(_) | Detail::Lumped(_) => (2, 0),
            Detail::Named => (2, 1000),
            Detail::Short => (2, 1500),
        }
    }

    /// Numbers of an army's kinds that are described by Spaces, and by name.
    fn kinds(self, types: &[Kind<'_>]) -> (usize, usize) {
        let titans = types.iter().filter(|(look, _)| look.titan).count();
        let part = |share: usize| titans + (types.len() - titans) * share / SHARES;
        match self {
            Detail::Full | Detail::Compact | Detail::Letters => (types.len(), types.len()),
            Detail::Counted(share) => (part(share), types.len()),
            Detail::Lumped(share) => (part(share), part(share)),
            Detail::Named | Detail::Short => (0, 0),
        }
    }
}

/// Loss of a description compared with the most detailed one. A Space is worth more than the name of a kind.
#[expect(clippy::cast_possible_truncation, reason = "an army has few pieces")]
pub(super) fn loss(view: &View, detail: Detail) -> u32 {
    let (each, once) = detail.base_loss();
    let army = |seat: &SeatView| {
        let types = by_type(view, seat.seat);
        let (placed, named) = detail.kinds(&types);
        let pieces = |from: usize| types[from..].iter().map(|(_, spaces)| spaces.len() as u32).sum::<u32>();
        each + 2 * pieces(placed) + pieces(named)
    };
    once + view.seats.iter().map(army).sum::<u32>()
}

/// A kind of pieces with their Spaces.
type Kind<'a> = (&'a Look, Vec<Space>);

/// Maximum length of the name of a person or an army, in characters.
const NAME: usize = 40;
/// Maximum length of a person's name if several long names have to fit, in characters.
const SHORT_NAME: usize = 16;

/// Context for the description of a View.
#[derive(Clone, Copy)]
pub(super) struct Teller<'a> {
    pub(super) view: &'a View,
    pub(super) people: &'a People,
}

impl Teller<'_> {
    /// Name of a Player, with the ink if others have the same name.
    pub(super) fn name(&self, seat: Seat) -> String {
        let own = self.people_in(seat, NAME);
        let same = |other: &SeatView| other.seat != seat && self.people_in(other.seat, NAME) == own;
        if self.view.seats.iter().any(same) { self.inked(seat, own) } else { own }
    }

    /// Verb after the name of a Player. The learner in a lesson is called "You".
    pub(super) fn is_or_are(&self, seat: Seat) -> &'static str {
        match called(self.people, seat, self.view.seats.len()).as_slice() {
            [one] if one != "You" => "is",
            _ => "are",
        }
    }

    /// Name and ink: "Ann (white)".
    fn inked(&self, seat: Seat, name: String) -> String {
        let ink = crate::ink::name(seat, self.view.seats.len());
        if name.eq_ignore_ascii_case(ink) { name } else { format!("{name} ({ink})") }
    }

    fn people_in(&self, seat: Seat, most: usize) -> String {
        let names = called(self.people, seat, self.view.seats.len());
        let name = |name: &String| {
            let visible: String = name.chars().filter(|c| !c.is_control()).collect();
            clipped(&visible, most)
        };
        names.iter().map(name).collect::<Vec<_>>().join(" & ")
    }
}

/// Describes all armies, after the letters that stand for kinds.
pub(super) fn armies(teller: &Teller<'_>, detail: Detail) -> String {
    let legend = match detail {
        Detail::Letters | Detail::Counted(_) | Detail::Lumped(_) => Legend::of(named(teller.view, detail)),
        Detail::Full | Detail::Compact | Detail::Named | Detail::Short => Legend::default(),
    };
    let armies = teller.view.seats.iter().map(|seat| army(teller, &legend, seat, detail));
    legend.words() + &armies.collect::<String>()
}

/// Kinds of pieces that are described by name, once for each board and each reserve.
fn named(view: &View, detail: Detail) -> Vec<&Look> {
    let mut named = Vec::new();
    for seat in &view.seats {
        let types = by_type(view, seat.seat);
        let (_, kinds) = detail.kinds(&types);
        named.extend(types[..kinds].iter().map(|(look, _)| *look));
        named.extend(seat.reserve.iter().map(|held| &held.look));
    }
    named
}

/// Describes a Player's facts, reserve, and pieces.
fn army(teller: &Teller<'_>, legend: &Legend<'_>, seat: &SeatView, detail: Detail) -> String {
    let view = teller.view;
    let mut about = facts(view, seat, teller.people);
    if detail != Detail::Full {
        about = shortened(about);
    }
    if let SeatState::Defeated { how, .. } = &seat.state {
        about.insert(0, format!("out: {}", words::fall(*how)));
    }
    if let Some(side) = seat.side.filter(|_| detail == Detail::Full) {
        about.insert(0, side_word(side).to_owned());
    }
    let who =
        teller.inked(seat.seat, teller.people_in(seat.seat, if detail == Detail::Short { SHORT_NAME } else { NAME }));
    let about: Vec<String> = std::iter::once(who).chain(about.iter().map(|fact| clipped(fact, 2 * NAME))).collect();
    let about = about.join(", ");
    if matches!(detail, Detail::Named | Detail::Short) {
        return format!("{about}. ");
    }
    let types = by_type(view, seat.seat);
    let common = Common::of(&types).filter(|_| !matches!(detail, Detail::Lumped(_)));
    let name = |look: &Look| match legend.letter(look) {
        Some(letter) => letter.to_owned(),
        None => short_name(&look.name, common.as_ref(), seat, &types, detail),
    };
    let mut parts = pieces(&types, detail, name);
    let held = |held: &HeldView| {
        let letter = legend.letter(&held.look).filter(|_| held.kept.is_nothing());
        let name = letter.map_or_else(|| words::held(&held.look.name, held.kept), str::to_owned);
        number_of(held.count as usize, &name, detail)
    };
    let reserve: Vec<String> = seat.reserve.iter().map(held).collect();
    if !reserve.is_empty() {
        let place = if detail == Detail::Full { "in reserve" } else { "reserve" };
        parts.push(format!("{place} {}", reserve.join(", ")));
    }
    if parts.is_empty() {
        parts.push("no pieces".to_owned());
    }
    let all = common.as_ref().map(Common::words).unwrap_or_default();
    format!("{about}{all}: {}. ", parts.join("; "))
}

/// Lists an army's kinds of pieces.
fn pieces(types: &[Kind<'_>], detail: Detail, name: impl Fn(&Look) -> String) -> Vec<String> {
    let style = if detail == Detail::Full { Style::Full } else { Style::Compact };
    let (placed, named) = detail.kinds(types);
    let with_spaces = types[..placed].iter().map(|(look, spaces)| format!("{} {}", name(look), list(spaces, style)));
    let counted = types[placed..named].iter().map(|(look, spaces)| number_of(spaces.len(), &name(look), detail));
    let others = match types[named..].iter().map(|(_, spaces)| spaces.len()).sum::<usize>() {
        0 => None,
        others => Some(format!("{others} more")),
    };
    with_spaces.chain(counted).chain(others).collect()
}

/// Word at the beginning of the names of most kinds of an army, such as "Snare", and the kinds without it.
struct Common<'a> {
    word: &'a str,
    except: Vec<&'a str>,
}

impl<'a> Common<'a> {
    fn of(types: &[Kind<'a>]) -> Option<Self> {
        let with = |word: &str, look: &Look| look.name.split_once(' ').is_some_and(|(first, _)| first == word);
        let words = types.iter().filter_map(|(look, _)| Some(look.name.split_once(' ')?.0));
        let word = words.max_by_key(|word| types.iter().filter(|(look, _)| with(word, look)).count())?;
        let (all, except): (Vec<&Look>, Vec<&Look>) =
            types.iter().map(|(look, _)| *look).partition(|look| with(word, look));
        let except: Vec<&str> = except.into_iter().map(|look| look.name.as_str()).collect();
        let clear = all.iter().all(|look| !except.contains(&rest(&look.name, word).unwrap_or_default()));
        (all.len() > 2 && all.len() > 2 * except.len() && clear).then_some(Self { word, except })
    }

    /// ", all Snare except Supporter".
    fn words(&self) -> String {
        match self.except.as_slice() {
            [] => format!(", all {}", self.word),
            except => format!(", all {} except {}", self.word, except.join(", ")),
        }
    }
}

/// Rest of a name after its first word, if that is `word`.
fn rest<'a>(name: &'a str, word: &str) -> Option<&'a str> {
    name.strip_prefix(word)?.strip_prefix(' ')
}

/// Name of a kind without the [`Common`] word. If room is short, also without the first word of the army's name, unless
/// another kind of the army has the rest as its name.
fn short_name(name: &str, common: Option<&Common<'_>>, seat: &SeatView, types: &[Kind<'_>], detail: Detail) -> String {
    let short = match common {
        Some(common) => rest(name, common.word),
        None if detail == Detail::Full => None,
        None => {
            let army = seat.battalion.split(' ').next().unwrap_or_default();
            rest(name, army).filter(|rest| types.iter().all(|(look, _)| look.name != *rest))
        }
    };
    short.unwrap_or(name).to_owned()
}

/// "Queen", "2 × Rook", and where room is short "2 Rook".
fn number_of(count: usize, name: &str, detail: Detail) -> String {
    match (count, detail) {
        (1, _) => name.to_owned(),
        (_, Detail::Full) => format!("{count} × {name}"),
        _ => format!("{count} {name}"),
    }
}

/// Pieces that cannot act, are Volatile or cannot be captured, grouped by state: "Volatile: d2 b6. ".
pub(super) fn states(view: &View) -> String {
    let mut states: BTreeMap<String, Vec<&PieceView>> = BTreeMap::new();
    for piece in &view.pieces {
        for badge in &piece.badges {
            states.entry(words::state(badge)).or_default().push(piece);
        }
    }
    let told = states.into_iter().map(|(state, pieces)| {
        // On a Space with several pieces, the piece is named.
        let one = |piece: &&PieceView| {
            let there = view.pieces.iter().filter(|other| other.space == piece.space);
            match there.count() {
                1 => piece.space.to_string(),
                _ => format!("{} {}", piece.look.name, piece.space),
            }
        };
        let spaces: Vec<String> = pieces.iter().map(one).collect();
        format!("{state}: {}. ", spaces.join(" "))
    });
    told.collect()
}

/// Spaces of one seat's pieces by name: Titans first, then types in ascending order of number.
fn by_type(view: &View, seat: Seat) -> Vec<Kind<'_>> {
    let mut types: Vec<Kind<'_>> = Vec::new();
    for piece in view.pieces.iter().filter(|piece| piece.seat == seat) {
        match types.iter_mut().find(|(look, _)| look.name == piece.look.name) {
            Some((_, spaces)) => spaces.push(piece.space),
            None => types.push((&piece.look, vec![piece.space])),
        }
    }
    types.sort_by_key(|(look, spaces)| (!look.titan, spaces.len()));
    types
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titans_come_first_then_what_there_is_least_of() {
        let armies = vec![engine::battalion::load_builtin("medieval").unwrap(); 2];
        let setup = engine::titans::Setup::new(engine::titans::GameMode::Duel, armies, [7; 32]).unwrap();
        let view = engine::titans::Game::new(setup).unwrap().view(engine::view::Viewer::Public);
        for seat in [Seat(0), Seat(1)] {
            let types = by_type(&view, seat);
            assert_eq!((types[0].0.name.as_str(), types.last().unwrap().0.name.as_str()), ("King", "Pawn"));
            assert!(types[1..].is_sorted_by_key(|(_, spaces)| spaces.len()));
        }
    }
}
