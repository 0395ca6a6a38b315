//! Small changes of a movement in Betza notation.

/// Movements that are added.
const ADDED: [&str; 14] = ["mW", "mF", "W", "F", "cW", "cF", "fW", "fF", "mD", "mA", "D", "A", "mN", "N"];
/// Longest range tried for a slide.
const FAR: u32 = 5;

/// Part of a movement: modifiers, letters, and the range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part<'a> {
    modifiers: &'a str,
    letters: &'a str,
    range: &'a str,
}

impl Part<'_> {
    /// Slides without a limit are single letters for lines or doubled letters.
    fn is_slide(self) -> bool {
        matches!(self.letters, "R" | "B" | "Q") || self.letters.len() == 2
    }

    fn write(self) -> String {
        [self.modifiers, self.letters, self.range].concat()
    }
}

/// Other movements that differ from this one in one part: added, removed, shorter or longer, only for moving or only
/// for capturing. To notation with other elements, parts are only added.
pub fn variants(betza: &str) -> Vec<String> {
    if betza.is_empty() {
        return Vec::new();
    }
    let parts = split(betza).unwrap_or_default();
    let written = |parts: &[String]| parts.concat();
    let all: Vec<String> = parts.iter().map(|part| part.write()).collect();
    let with = |index: usize, part: String| {
        let mut changed = all.clone();
        changed[index] = part;
        written(&changed)
    };
    let mut found: Vec<String> = ADDED.iter().map(|added| format!("{betza}{added}")).collect();
    for (index, part) in parts.iter().enumerate() {
        if parts.len() > 1 {
            found.push(with(index, String::new()));
        }
        if part.modifiers.is_empty() {
            found.extend(["m", "c"].map(|modifiers| with(index, Part { modifiers, ..*part }.write())));
        }
        let range = part.range.parse::<u32>().ok();
        let ranges: Vec<String> = match range {
            Some(range) => [range.saturating_sub(1), range + 1]
                .into_iter()
                .filter(|to| (1..=FAR).contains(to))
                .map(|to| to.to_string())
                .collect(),
            None if part.is_slide() => (2..=FAR).map(|to| to.to_string()).collect(),
            None => Vec::new(),
        };
        found.extend(ranges.iter().map(|range| with(index, Part { range, ..*part }.write())));
    }
    found.retain(|other| other != betza);
    found.dedup();
    found
}

/// Returns if a piece with these movements can go to empty Spaces, and if it can capture. First moves (`i`) do not count.
/// Notation with other elements counts as both.
pub fn goes_and_captures(moves: &[&str]) -> [bool; 2] {
    let parts: Vec<Option<Vec<Part<'_>>>> = moves.iter().map(|betza| split(betza)).collect();
    [('m', 'c'), ('c', 'm')].map(|(own, other)| {
        let can = |part: &Part<'_>| {
            !part.modifiers.contains('i') && (part.modifiers.contains(own) || !part.modifiers.contains(other))
        };
        parts.iter().any(|parts| parts.as_ref().is_none_or(|parts| parts.iter().any(can)))
    })
}

/// Parts of a movement; `None` if it has brackets or other elements.
fn split(betza: &str) -> Option<Vec<Part<'_>>> {
    let mut parts = Vec::new();
    let mut rest = betza;
    while !rest.is_empty() {
        let (modifiers, after) = take(rest, |letter| letter.is_ascii_lowercase());
        let first = after.chars().next().filter(char::is_ascii_uppercase)?;
        let doubled = after[1..].starts_with(first);
        let (letters, after) = after.split_at(if doubled { 2 } else { 1 });
        let (range, after) = take(after, |letter| letter.is_ascii_digit());
        parts.push(Part { modifiers, letters, range });
        rest = after;
    }
    (!parts.is_empty()).then_some(parts)
}

/// Splits a text after its first characters that fit.
fn take(text: &str, fits: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|letter| !fits(letter)).unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_added_removed_and_limited() {
        let found = variants("RmN");
        for expected in ["RmNF", "mN", "R", "R4mN", "mRmN", "cRmN"] {
            assert!(found.iter().any(|other| other == expected), "{expected}: {found:?}");
        }
        assert!(variants("R4").contains(&"R3".to_owned()) && variants("R4").contains(&"R5".to_owned()));
        assert!(!variants("N").contains(&String::new()));
        assert!(variants("DDmN").contains(&"DD3mN".to_owned()));
    }

    #[test]
    fn notation_with_brackets_gets_added_parts_only() {
        let found = variants("R4[W3>F]mN");
        assert!(found.len() == ADDED.len() && found.iter().all(|other| other.starts_with("R4[W3>F]mN")), "{found:?}");
        assert_eq!(variants(""), Vec::<String>::new());
    }

    #[test]
    fn some_pieces_only_go_or_only_capture() {
        let cases: [(&[&str], [bool; 2]); 7] = [
            (&["N"], [true, true]),
            (&["fmWifmD"], [true, false]),
            (&["cR", "cB"], [false, true]),
            (&["mR", "cB"], [true, true]),
            (&["mcN"], [true, true]),
            (&["mN", "[W3>F]"], [true, true]),
            (&["fcFifmnD"], [false, true]),
        ];
        for (moves, expected) in cases {
            assert_eq!(goes_and_captures(moves), expected, "{moves:?}");
        }
    }

    #[test]
    fn parts_have_modifiers_letters_and_a_range() {
        let parts = split("fmWfcFifmnD").unwrap();
        assert_eq!(parts.iter().map(|part| part.modifiers).collect::<Vec<_>>(), ["fm", "fc", "ifmn"]);
    }
}
