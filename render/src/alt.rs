//! Descriptions of pictures for people who cannot see them, of at most [`ALT_LIMIT`] characters. The last action and
//! the Player to move come first, then everyone's pieces with their Spaces. Crowded boards are written more briefly, so
//! that no piece is left out.

mod army;

use engine::board::Space;
use engine::view::{Badge, Phase, View};
use engine::words;

use crate::options::{ALT_LIMIT, HintKind, Options, People};
use crate::status::{PlayerState, names, names_with_armies};
use crate::zones;
use army::{Detail, Teller};

/// Text that never exceeds [`ALT_LIMIT`].
pub(crate) struct Text {
    text: String,
    length: usize,
    full: bool,
}

impl Text {
    pub(crate) fn new() -> Self {
        Self { text: String::new(), length: 0, full: false }
    }

    /// Adds a complete phrase. If it does not fit, adds an ellipsis instead and ignores all later phrases.
    pub(crate) fn add(&mut self, phrase: &str) -> &mut Self {
        let length = phrase.chars().count();
        // Two characters are reserved for the ellipsis.
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

    /// Adds a phrase, cut to `most` characters so that others have room.
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

/// Describes a turn picture, public or private, in the most detailed form that fits.
pub(crate) fn turn(view: &View, people: &People, options: &Options) -> String {
    let told = |detail| {
        let mut text = Text::new();
        tell(&mut text, &Teller { view, people, detail }, options);
        text
    };
    let whole = Detail::ALL.map(told).into_iter();
    let mut last = Text::new();
    for text in whole {
        if !text.full {
            return text.finish();
        }
        last = text;
    }
    last.finish()
}

fn tell(text: &mut Text, teller: &Teller<'_>, options: &Options) {
    let Teller { view, people, .. } = teller;
    let turns = view.clash.as_ref().map_or(view.turns, |clash| clash.turns);
    text.cut(&words::title(view.played), 80).add(&match turns {
        0 => ", before the first turn. ".to_owned(),
        turns => format!(", after {}. ", words::turns_played(turns, view.seats.len())),
    });
    hints(text, view, options);
    phase(text, teller);
    if let Some(last) = &view.last {
        let who = last.seat.map(|seat| format!("{}: ", teller.called(seat))).unwrap_or_default();
        let names = names(view, people);
        let facts = match last.text.as_str() {
            "" => words::facts(&last.facts, &names),
            _ => words::consequences(&last.facts, &names),
        };
        // The move itself comes before its consequences, so that it is never cut.
        text.add("Last: ").cut(&who, 60).cut(&last.text, 160);
        text.cut(&facts, teller.detail.consequences()).add(if facts.ends_with('.') { " " } else { ". " });
    }
    for seat in &view.seats {
        text.add(&army::army(teller, seat));
    }
    if matches!(teller.detail, Detail::Counts | Detail::Leaders) {
        text.add("The text board lists every piece with its Space. ");
    }
    text.add(&army::states(view));
    text.add(&zones::words(&view.board.marked));
}

/// Result of the game, if it has ended.
pub(crate) fn outcome(view: &View, people: &People) -> Option<String> {
    match &view.phase {
        Phase::Ended { winners, reason } => Some(words::ending(reason, winners, &names_with_armies(view, people))),
        _ => None,
    }
}

fn phase(text: &mut Text, teller: &Teller<'_>) {
    let Teller { view, people, .. } = teller;
    if let Some(ended) = outcome(view, people) {
        text.cut(&ended, 160).add(" ");
    }
    if let Phase::VolatileChoice { done, of, .. } = &view.phase {
        text.add(&format!("Volatile pieces are being chosen: {done} of {of} choices made. "));
    }
    for seat in &view.seats {
        let who = || teller.called(seat.seat);
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
    if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) }
}

/// Adds the destinations of the selected piece, in a private picture.
fn hints(text: &mut Text, view: &View, options: &Options) {
    let spaces =
        |kind: HintKind| -> Vec<Space> { options.hints.iter().filter(|h| h.kind == kind).map(|h| h.space).collect() };
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
    ] {
        let spaces = spaces(kind);
        if !spaces.is_empty() {
            parts.push(format!("{verb} {}", list(&spaces)));
        }
    }
    let what = if parts.is_empty() { "has nowhere to go".to_owned() } else { format!("can {}", parts.join("; ")) };
    text.cut(&format!("{name} on {selected} {what}. "), 420);
}

fn list(spaces: &[Space]) -> String {
    spaces.iter().map(Space::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_takes_whole_phrases_up_to_its_limit() {
        let phrase = |length: usize| "x".repeat(length);
        // Two characters are reserved for the ellipsis.
        let mut fits = Text::new();
        fits.add(&phrase(ALT_LIMIT - 2));
        assert!(!fits.full);
        assert_eq!(fits.finish().chars().count(), ALT_LIMIT - 2);
        let mut over = Text::new();
        over.add("First. ").add(&phrase(ALT_LIMIT - 8)).add("Nothing more.");
        assert_eq!(over.finish(), "First. …");
        let mut exact = Text::new();
        exact.add("First. ").add(&phrase(ALT_LIMIT - 9)).add("No.");
        let text = exact.finish();
        assert!(text.starts_with("First. xxx") && text.ends_with("x …"), "{text}");
        assert_eq!(text.chars().count(), ALT_LIMIT);
    }

    #[test]
    fn a_long_phrase_is_cut_to_its_room() {
        let cut = |phrase: &str, most: usize| {
            let mut text = Text::new();
            text.cut(phrase, most);
            text.finish()
        };
        assert_eq!(cut("abcde", 5), "abcde");
        assert_eq!(cut("abcdef", 5), "abcd…");
        assert_eq!(cut("äöüß", 4), "äöüß");
        assert_eq!(cut("äöüßé", 4), "äöü…");
    }

    #[test]
    fn states_of_a_piece_are_told_with_their_turns() {
        assert_eq!(state(&[]), "");
        let all = [Badge::Immobilised, Badge::Imprisoned, Badge::Volatile, Badge::Invulnerable(2), Badge::Shield(3)];
        assert_eq!(state(&all), " (immobilised, imprisoned, volatile, invulnerable 2, shield 3)");
    }
}
