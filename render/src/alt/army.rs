//! Armies in descriptions, in several levels of detail.

use std::collections::BTreeMap;

use engine::board::{Seat, Space};
use engine::view::{Badge, HeldView, Look, PieceView, SeatState, SeatView, View};
use engine::words;

use crate::options::People;
use crate::status::{facts, name, side_word};

/// Level of detail of a description.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Detail {
    /// "Pawn a2-h2 c3".
    Full,
    /// Piece names, Spaces grouped by rank: "Pawn a-h2 ce3".
    Ranks,
    /// Number of pieces, with Spaces of Titans only: "King e1, 8 Pawn, 2 Rook". The text board has the rest.
    Counts,
    /// Titans with their Spaces, and the number of all other pieces: "King e1, 15 more pieces".
    Leaders,
}

impl Detail {
    /// All levels, most detailed first.
    pub(super) const ALL: [Self; 4] = [Self::Full, Self::Ranks, Self::Counts, Self::Leaders];

    /// The next level.
    pub(super) const fn briefer(self) -> Self {
        match self {
            Detail::Full => Detail::Ranks,
            Detail::Ranks => Detail::Counts,
            Detail::Counts | Detail::Leaders => Detail::Leaders,
        }
    }

    /// Maximum length of a person's name, in characters.
    const fn name(self) -> usize {
        match self {
            Detail::Full => 32,
            Detail::Ranks => 24,
            Detail::Counts | Detail::Leaders => 24,
        }
    }

    /// Maximum length of the facts beside a name, in characters.
    const fn facts(self) -> usize {
        match self {
            Detail::Full => 120,
            Detail::Ranks => 80,
            Detail::Counts | Detail::Leaders => 60,
        }
    }

    /// Maximum length of the consequences of a move, in characters.
    pub(super) const fn consequences(self) -> usize {
        match self {
            Detail::Full => 240,
            Detail::Ranks => 160,
            Detail::Counts | Detail::Leaders => 160,
        }
    }
}

/// Context for the description of a View.
pub(super) struct Teller<'a> {
    pub(super) view: &'a View,
    pub(super) people: &'a People,
    pub(super) detail: Detail,
}

impl Teller<'_> {
    /// Name and ink of a Player: "Ann (white)".
    pub(super) fn called(&self, seat: Seat) -> String {
        let players = self.view.seats.len();
        let ink = crate::ink::name(seat, players);
        let who: String = name(self.people, seat, players).chars().filter(|c| !c.is_control()).collect();
        let who = clipped(&who, self.detail.name());
        if who.eq_ignore_ascii_case(ink) { who } else { format!("{who} ({ink})") }
    }
}

fn clipped(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let short: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", short.trim_end())
}

/// Describes a Player's facts, reserve, and every piece with its Space.
pub(super) fn army(teller: &Teller<'_>, seat: &SeatView) -> String {
    let Teller { view, people, detail } = teller;
    let mut about = facts(view, seat, people).join(", ");
    if let SeatState::Defeated { how, .. } = &seat.state {
        // For a defeated Player, the defeat comes first.
        about = format!("out: {}, {about}", words::fall(*how));
    }
    let about = clipped(&about, detail.facts());
    let side = match seat.side {
        Some(side) if *detail == Detail::Full => format!(", {}", side_word(side)),
        _ => String::new(),
    };
    let types = by_type(view, seat.seat);
    let common = common_word(&types);
    let mut others = 0;
    let mut parts: Vec<String> = Vec::new();
    for (look, spaces) in types {
        let name = look.name.strip_prefix(common).unwrap_or(&look.name).trim_start();
        match detail {
            Detail::Leaders if !look.titan => others += spaces.len(),
            Detail::Counts if !look.titan => parts.push(number_of(spaces.len(), name)),
            _ => parts.push(format!("{name} {}", written(&spaces, *detail))),
        }
    }
    if others > 0 {
        parts.push(format!("{others} more {}", if others == 1 { "piece" } else { "pieces" }));
    }
    let held = |held: &HeldView| words::held(&held.look.name, held.kept);
    let reserve: Vec<String> = seat.reserve.iter().map(|one| number_of(one.count as usize, &held(one))).collect();
    if !reserve.is_empty() {
        parts.push(format!("in reserve {}", reserve.join(", ")));
    }
    if parts.is_empty() {
        parts.push("no pieces".to_owned());
    }
    let who = teller.called(seat.seat);
    let all = if common.is_empty() { String::new() } else { format!(", all {common}") };
    format!("{who}{side}, {about}{all}: {}. ", parts.join("; "))
}

/// The first word of the names of all kinds of an army, such as "Snare"; empty if there is none, or only one kind.
fn common_word<'a>(types: &[(&'a Look, Vec<Space>)]) -> &'a str {
    let word = |look: &'a Look| look.name.split_once(' ').map_or("", |(word, _)| word);
    match types {
        [(first, _), _, ..] if types.iter().all(|(look, _)| word(look) == word(first)) => word(first),
        _ => "",
    }
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

/// Spaces of one seat's pieces by type: Titans first, then types in ascending order of number.
fn by_type(view: &View, seat: Seat) -> Vec<(&Look, Vec<Space>)> {
    let mut types: Vec<(&Look, Vec<Space>)> = Vec::new();
    for piece in view.pieces.iter().filter(|piece| piece.seat == seat) {
        match types.iter_mut().find(|(look, _)| look.id == piece.look.id) {
            Some((_, spaces)) => spaces.push(piece.space),
            None => types.push((&piece.look, vec![piece.space])),
        }
    }
    types.sort_by_key(|(look, spaces)| (!look.titan, spaces.len()));
    types
}

/// Formats Spaces; three or more adjacent ones become a range: "a2-h2 c3", or by rank "a-h2 ce3".
fn written(spaces: &[Space], detail: Detail) -> String {
    let mut ranks: BTreeMap<u8, Vec<u8>> = BTreeMap::new();
    for space in spaces {
        ranks.entry(space.rank()).or_default().push(space.file());
    }
    let rank = |(rank, mut files): (u8, Vec<u8>)| {
        files.sort_unstable();
        let name = |file: u8| Space::new(file, rank).to_string();
        let letter = |file: u8| char::from(b'a' + file.min(25)).to_string();
        let runs = files.chunk_by(|a, b| b - a == 1);
        match detail {
            Detail::Full => runs
                .map(|run| match run {
                    [first, _, .., last] => format!("{}-{}", name(*first), name(*last)),
                    run => run.iter().map(|file| name(*file)).collect::<Vec<_>>().join(" "),
                })
                .collect::<Vec<_>>()
                .join(" "),
            Detail::Ranks | Detail::Counts | Detail::Leaders => {
                let files: String = runs
                    .map(|run| match run {
                        [first, _, .., last] => format!("{}-{}", letter(*first), letter(*last)),
                        run => run.iter().map(|file| letter(*file)).collect(),
                    })
                    .collect();
                format!("{files}{}", rank + 1)
            }
        }
    };
    ranks.into_iter().map(rank).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_beside_one_another_are_a_range() {
        let spaces = |text: &str| -> Vec<Space> { text.split(' ').map(|space| space.parse().unwrap()).collect() };
        let row = spaces("a2 b2 c2 d2 f2 g2 e4 h10");
        assert_eq!(written(&row, Detail::Full), "a2-d2 f2 g2 e4 h10");
        assert_eq!(written(&row, Detail::Ranks), "a-dfg2 e4 h10");
    }

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
