//! Armies in descriptions, in several levels of detail.

use std::collections::BTreeMap;

use engine::board::{Seat, Space};
use engine::view::{Badge, HeldView, Look, PieceView, SeatState, SeatView, View};
use engine::words;

use super::legend::Legend;
use super::spaces::{Style, list};
use super::text::clipped;
use crate::options::People;
use crate::status::{called, facts, shortened, side_word};

/// Level of detail of an army.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Detail {
    /// "Pawn a2-h2 c3".
    Full,
    /// Spaces without repetition: "Pawn a-h2 ce3".
    Compact,
    /// Letters of a [`Legend`] for kinds that several armies have: "P a-h2 ce3".
    Letters,
    /// Number of pieces, with Spaces of Titans only: "King e1; Queen; 2 × Rook".
    Counts,
    /// Titans with their Spaces, and the number of all other pieces: "King e1; 15 more pieces".
    Leaders,
    /// No pieces.
    Named,
    /// No pieces, and the first words of long names.
    Short,
}

impl Detail {
    /// All levels, most detailed first.
    pub(super) const ALL: [Self; 7] =
        [Self::Full, Self::Compact, Self::Letters, Self::Counts, Self::Leaders, Self::Named, Self::Short];

    /// Loss compared with the most detailed level. Spaces of pieces are worth more than short names.
    pub(super) const fn cost(self) -> u32 {
        match self {
            Detail::Full => 0,
            Detail::Compact => 1,
            Detail::Letters => 2,
            Detail::Counts => 6,
            Detail::Leaders => 10,
            Detail::Named => 16,
            Detail::Short => 24,
        }
    }

    /// Leaves out Spaces of pieces.
    pub(super) const fn is_counted(self) -> bool {
        matches!(self, Detail::Counts | Detail::Leaders | Detail::Named | Detail::Short)
    }
}

/// Maximum length of the name of a person or an army, in characters.
const NAME: usize = 40;
/// Maximum length of a person's name if several long names have to fit, in characters.
const SHORT_NAME: usize = 16;

/// Context for the description of a View.
#[derive(Clone, Copy)]
pub(super) struct Teller<'a> {
    pub(super) view: &'a View,
    pub(super) people: &'a People,
    pub(super) legend: &'a Legend<'a>,
}

impl Teller<'_> {
    /// Name of a Player, with the ink if others have the same name.
    pub(super) fn name(&self, seat: Seat) -> String {
        let own = self.people_in(seat, NAME);
        let same = |other: &SeatView| other.seat != seat && self.people_in(other.seat, NAME) == own;
        if self.view.seats.iter().any(same) { self.inked(seat, own) } else { own }
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

/// Describes a Player's facts, reserve, and pieces.
pub(super) fn army(teller: &Teller<'_>, seat: &SeatView, detail: Detail) -> String {
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
    let common = Common::of(&types).filter(|_| detail != Detail::Leaders);
    let name = |look: &Look| short_name(&look.name, common.as_ref(), seat, &types, detail);
    let mut parts = pieces(teller.legend, &types, detail, name);
    let held = |held: &HeldView| {
        let letter = teller.legend.letter(&held.look).filter(|_| detail == Detail::Letters && held.kept.is_nothing());
        let name = letter.map_or_else(|| words::held(&held.look.name, held.kept), str::to_owned);
        number_of(held.count as usize, &name)
    };
    let reserve: Vec<String> = seat.reserve.iter().map(held).collect();
    if !reserve.is_empty() {
        parts.push(format!("in reserve {}", reserve.join(", ")));
    }
    if parts.is_empty() {
        parts.push("no pieces".to_owned());
    }
    let all = common.as_ref().map(Common::words).unwrap_or_default();
    format!("{about}{all}: {}. ", parts.join("; "))
}

/// Lists an army's kinds of pieces.
fn pieces(
    legend: &Legend<'_>,
    types: &[(&Look, Vec<Space>)],
    detail: Detail,
    name: impl Fn(&Look) -> String,
) -> Vec<String> {
    let letter = |look: &Look| legend.letter(look).map_or_else(|| name(look), str::to_owned);
    let mut others = 0;
    let mut parts = Vec::new();
    for (look, spaces) in types {
        parts.push(match detail {
            Detail::Full => format!("{} {}", name(look), list(spaces, Style::Full)),
            Detail::Letters => format!("{} {}", letter(look), list(spaces, Style::Compact)),
            Detail::Counts if !look.titan => number_of(spaces.len(), &name(look)),
            Detail::Leaders if !look.titan => {
                others += spaces.len();
                continue;
            }
            _ => format!("{} {}", name(look), list(spaces, Style::Compact)),
        });
    }
    if others > 0 {
        parts.push(format!("{others} more {}", if others == 1 { "piece" } else { "pieces" }));
    }
    parts
}

/// Word at the beginning of the names of most kinds of an army, such as "Snare", and the kinds without it.
struct Common<'a> {
    word: &'a str,
    except: Vec<&'a str>,
}

impl<'a> Common<'a> {
    fn of(types: &[(&'a Look, Vec<Space>)]) -> Option<Self> {
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
fn short_name(
    name: &str,
    common: Option<&Common<'_>>,
    seat: &SeatView,
    types: &[(&Look, Vec<Space>)],
    detail: Detail,
) -> String {
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

/// "Queen", "2 × Rook".
fn number_of(count: usize, name: &str) -> String {
    if count == 1 { name.to_owned() } else { format!("{count} × {name}") }
}

/// Pieces that cannot act, are Volatile or cannot be captured, grouped by state: "Volatile: d2 b6. ".
pub(super) fn states(view: &View) -> String {
    let mut states: BTreeMap<String, Vec<&PieceView>> = BTreeMap::new();
    for piece in &view.pieces {
        for badge in &piece.badges {
            states.entry(state(badge)).or_default().push(piece);
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

fn state(badge: &Badge) -> String {
    match badge {
        Badge::Immobilised => "Immobilised".to_owned(),
        Badge::Imprisoned => "Imprisoned".to_owned(),
        Badge::Volatile => "Volatile".to_owned(),
        Badge::Invulnerable(turns) => format!("Invulnerable for {turns}"),
        Badge::Shield(turns) => format!("Shield up for {turns}"),
    }
}

/// Spaces of one seat's pieces by name, since several armies may have a kind of that name: Titans first, then types in ascending order of number.
fn by_type(view: &View, seat: Seat) -> Vec<(&Look, Vec<Space>)> {
    let mut types: Vec<(&Look, Vec<Space>)> = Vec::new();
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
