//! Descriptions for people who do not see the picture: what happened and whose turn it is first, then what everyone
//! has, then where it stands; at most [`ALT_LIMIT`] characters, cut at the end of a phrase.

use engine::board::{Seat, Space};
use engine::view::{Badge, Look, Phase, PieceView, SeatState, SeatView, View};
use engine::words;

use crate::options::{ALT_LIMIT, HintKind, Options, People};
use crate::status::{PlayerState, facts, name, names, side_word};

/// A text that never grows beyond the limit.
pub(crate) struct Text {
    text: String,
    length: usize,
    full: bool,
}

impl Text {
    pub(crate) fn new() -> Self {
        Self {
            text: String::new(),
            length: 0,
            full: false,
        }
    }

    /// Adds a phrase whole, or an ellipsis in its place; after that nothing more.
    pub(crate) fn add(&mut self, phrase: &str) -> &mut Self {
        let length = phrase.chars().count();
        // Two characters are kept back for the ellipsis.
        if !self.full && self.length + length + 2 <= ALT_LIMIT {
            self.text.push_str(phrase);
            self.length += length;
        } else if !self.full {
            let whole = self.text.trim_end().len();
            self.text.truncate(whole);
            self.text.push_str(" …");
            self.full = true;
        }
        self
    }

    /// A long phrase, cut so that others find room.
    pub(crate) fn cut(&mut self, phrase: &str, most: usize) -> &mut Self {
        if phrase.chars().count() <= most {
            return self.add(phrase);
        }
        let mut short: String = phrase.chars().take(most.saturating_sub(1)).collect();
        short.push('…');
        self.add(&short)
    }

    pub(crate) fn finish(self) -> String {
        self.text.trim_end().to_owned()
    }
}

/// Names are cut to this many characters.
const NAME: usize = 32;

fn called(view: &View, people: &People, seat: Seat) -> String {
    let ink = crate::ink::name(seat, view.seats.len());
    let who = name(people, seat, view.seats.len());
    let who: String = who.chars().filter(|c| !c.is_control()).take(NAME).collect();
    if who.eq_ignore_ascii_case(ink) {
        who
    } else {
        format!("{who} ({ink})")
    }
}

/// The description of a turn picture, public or private.
pub(crate) fn turn(view: &View, people: &People, options: &Options) -> String {
    let mut text = Text::new();
    text.cut(&words::title(view.played), 80)
        .add(&format!(", after turn {}. ", view.turns));
    hints(&mut text, view, options);
    phase(&mut text, view, people);
    if let Some(last) = &view.last {
        let who = last
            .seat
            .map(|seat| format!("{}: ", called(view, people, seat)))
            .unwrap_or_default();
        let facts = words::facts(&last.facts, &names(view, people));
        let what = match (last.text.as_str(), facts.as_str()) {
            (text, "") => text.to_owned(),
            ("", facts) => facts.to_owned(),
            (text, facts) => format!("{text}. {facts}"),
        };
        text.add("Last: ")
            .cut(&format!("{who}{what}"), 240)
            .add(if what.ends_with('.') { " " } else { ". " });
    }
    for seat in &view.seats {
        material(&mut text, view, people, seat);
    }
    for seat in &view.seats {
        position(&mut text, view, seat);
    }
    text.finish()
}

/// How the game ended, if it has.
pub(crate) fn outcome(view: &View, people: &People) -> Option<String> {
    match &view.phase {
        Phase::Ended { winners, reason } => {
            Some(words::ending(reason, winners, &names(view, people)))
        }
        _ => None,
    }
}

fn phase(text: &mut Text, view: &View, people: &People) {
    if let Some(ended) = outcome(view, people) {
        text.cut(&ended, 160).add(" ");
    }
    if let Phase::VolatileChoice { done, of } = &view.phase {
        text.add(&format!(
            "Volatile pieces are being chosen, {done} of {of} done. "
        ));
    }
    for seat in &view.seats {
        let who = || called(view, people, seat.seat);
        match PlayerState::of(view, seat) {
            PlayerState::Check(acts) => {
                let acts = if acts { " and to move" } else { "" };
                text.add(&format!("{} is in Check{acts}. ", who()));
            }
            PlayerState::ToAct(words) => {
                text.add(&format!("{} is {words}. ", who()));
            }
            _ => {}
        }
    }
}

/// "2 Rooks", "Rook".
fn count(n: usize, name: &str) -> String {
    match n {
        1 => name.to_owned(),
        n => format!("{n} {}", plural(name)),
    }
}

fn plural(name: &str) -> String {
    match name {
        _ if name.ends_with("man") => format!("{}men", &name[..name.len() - 3]),
        _ if name.ends_with('x') || name.ends_with('s') || name.ends_with("ch") => {
            format!("{name}es")
        }
        _ if name.ends_with('y') => format!("{}ies", &name[..name.len() - 1]),
        _ => format!("{name}s"),
    }
}

/// Pieces of one seat by type, Titans first, then as they come.
fn by_type(view: &View, seat: Seat) -> Vec<(&Look, Vec<&PieceView>)> {
    let mut types: Vec<(&Look, Vec<&PieceView>)> = Vec::new();
    for piece in view.pieces.iter().filter(|p| p.seat == seat) {
        match types.iter_mut().find(|t| t.0.id == piece.look.id) {
            Some((_, pieces)) => pieces.push(piece),
            None => types.push((&piece.look, vec![piece])),
        }
    }
    types.sort_by_key(|(look, pieces)| (!look.titan, pieces.len()));
    types
}

fn material(text: &mut Text, view: &View, people: &People, seat: &SeatView) {
    let types = by_type(view, seat.seat);
    let list: Vec<_> = types
        .iter()
        .map(|(look, pieces)| count(pieces.len(), &look.name))
        .collect();
    let side = seat
        .side
        .map(|side| format!(", {}", side_word(side)))
        .unwrap_or_default();
    let mut facts = facts(view, seat, people).join(", ");
    if let SeatState::Defeated { how, .. } = &seat.state {
        facts = format!("{facts}, out: {}", words::fall(*how));
    }
    let who = called(view, people, seat.seat);
    text.cut(&format!("{who}{side}, {facts}: {}", list.join(", ")), 300);
    let reserve: Vec<_> = seat
        .reserve
        .iter()
        .map(|(look, n)| count(*n as usize, &look.name))
        .collect();
    if !reserve.is_empty() {
        text.cut(&format!("; in reserve {}", reserve.join(", ")), 100);
    }
    text.add(". ");
}

fn position(text: &mut Text, view: &View, seat: &SeatView) {
    let types = by_type(view, seat.seat);
    if types.is_empty() {
        return;
    }
    let ink = crate::ink::name(seat.seat, view.seats.len());
    let mut lead = format!("{}{}: ", ink[..1].to_uppercase(), &ink[1..]);
    for (i, (look, pieces)) in types.iter().enumerate() {
        let spaces: Vec<_> = pieces
            .iter()
            .map(|p| format!("{}{}", p.space, state(&p.badges)))
            .collect();
        let end = if i + 1 == types.len() { ". " } else { "; " };
        text.add(&format!("{lead}{} {}{end}", look.name, spaces.join(" ")));
        lead.clear();
    }
}

pub(crate) fn state(badges: &[Badge]) -> String {
    let words: Vec<_> = badges
        .iter()
        .map(|badge| match badge {
            Badge::Immobilised => "immobilised".to_owned(),
            Badge::Imprisoned => "imprisoned".to_owned(),
            Badge::Volatile => "volatile".to_owned(),
            Badge::Invulnerable(n) => format!("invulnerable {n}"),
            Badge::Shield(n) => format!("shield {n}"),
        })
        .collect();
    if words.is_empty() {
        String::new()
    } else {
        format!(" ({})", words.join(", "))
    }
}

/// Where the chosen piece can go, in a private picture.
fn hints(text: &mut Text, view: &View, options: &Options) {
    let spaces = |kind: HintKind| -> Vec<Space> {
        options
            .hints
            .iter()
            .filter(|h| h.kind == kind)
            .map(|h| h.space)
            .collect()
    };
    let Some(selected) = options.selected else {
        let places = spaces(HintKind::Place);
        if !places.is_empty() {
            text.cut(&format!("Can be placed on {}. ", list(&places)), 300);
        }
        return;
    };
    let piece = view.pieces.iter().rfind(|p| p.space == selected);
    let name = piece.map_or("The piece", |p| p.look.name.as_str());
    let mut parts = Vec::new();
    for (kind, verb) in [
        (HintKind::Move, "go to"),
        (HintKind::Capture, "capture on"),
        (HintKind::Shot, "shoot at"),
        (HintKind::Jump, "jump to"),
        (HintKind::Effect, "capture by side effect on"),
        (HintKind::Swap, "change places with"),
        (HintKind::Place, "place on"),
        (HintKind::Ability, "use its ability on"),
        (HintKind::Either, "go to or capture on"),
        (HintKind::Sometimes, "sometimes go to"),
    ] {
        let spaces = spaces(kind);
        if !spaces.is_empty() {
            parts.push(format!("{verb} {}", list(&spaces)));
        }
    }
    let what = if parts.is_empty() {
        "has nowhere to go".to_owned()
    } else {
        format!("can {}", parts.join("; "))
    };
    text.cut(&format!("{name} on {selected} {what}. "), 420);
}

fn list(spaces: &[Space]) -> String {
    spaces
        .iter()
        .map(Space::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}
