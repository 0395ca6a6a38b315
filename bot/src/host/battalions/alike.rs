//! Detection of confusable names: different spacing, invisible characters, letter case, and letters of other alphabets
//! that look the same (Unicode Technical Standard #39).

use unicode_security::confusable_detection::skeleton;

/// Similarity of two names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Likeness {
    /// Equal except for letter case.
    Same,
    /// Similar enough to be confused.
    Confusable,
}

/// Skeleton of a name: its letters and digits, by appearance.
fn looks(name: &str) -> String {
    let letters: String = skeleton(name).filter(|c| c.is_alphanumeric()).collect();
    // Repeat in lower case, because small letters can be confusable when their capitals are not. `i` is treated as `l`,
    // like `I` and `1`.
    let small = letters.to_lowercase().replace('i', "l");
    skeleton(&small).filter(|c| c.is_alphanumeric()).collect()
}

/// Similarity of two names; `None` if they are clearly different.
///
/// ```
/// use battalion::host::{Likeness, likeness};
///
/// assert_eq!(likeness("Dragon Riders", "dragon riders"), Some(Likeness::Same));
/// // The second one has a Cyrillic letter.
/// assert_eq!(likeness("Dragon Riders", "Drаgon  Riders"), Some(Likeness::Confusable));
/// assert_eq!(likeness("Dragon Riders", "Dragon Riders 2"), None);
/// ```
pub fn likeness(one: &str, other: &str) -> Option<Likeness> {
    if one.to_lowercase() == other.to_lowercase() {
        return Some(Likeness::Same);
    }
    // Compare in lower case too: `I` looks like `l`, but `i` does not.
    let small = |name: &str| looks(&name.to_lowercase());
    let alike = |one: String, other: String| !one.is_empty() && one == other;
    let found = alike(looks(one), looks(other)) || alike(small(one), small(other));
    found.then_some(Likeness::Confusable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_alike_is_found() {
        for other in [
            "Medieval  Battalion",
            "Medieval-Battalion",
            "MedievalBattalion",
            "Medieval\u{a0}Battalion",
            "Medieval\u{200b} Battalion",
            "Меdiеvаl Bаttаliоn",
            "MEDIEVAL BATTAL1ON",
            "Medieva1 Battalion",
            "Medieval Battalion.",
            "Ｍｅｄｉｅｖａｌ Battalion",
        ] {
            let found = likeness("Medieval Battalion", other);
            assert_eq!(found, Some(Likeness::Confusable), "{other}");
        }
        assert_eq!(likeness("drag0ns", "dragons"), Some(Likeness::Confusable));
        // A capital Н looks like an H, a small one does not.
        let (one, other) = ("НИКА", "ни-ка");
        assert_ne!(looks(one), looks(other));
        assert_eq!(likeness(one, other), Some(Likeness::Confusable));
        for (one, other) in [("Ärger", "äRGER"), ("Драконы", "ДРАКОНЫ")] {
            assert_eq!(likeness(one, other), Some(Likeness::Same), "{one} {other}");
        }
    }

    #[test]
    fn what_people_tell_apart_is_free() {
        for (one, other) in [
            ("Medieval Battalion", "Mediaeval Battalion"),
            ("Knights", "Nights"),
            ("Knights", "Knights 2"),
            ("Рыцари", "Всадники"),
            ("龍騎士", "騎士"),
        ] {
            assert_eq!(likeness(one, other), None, "{one} {other}");
        }
        // Names without any letter or digit.
        assert_eq!(likeness("!!", "??"), None);
    }
}
