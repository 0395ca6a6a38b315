//! Letters of kinds of pieces that several armies have. The letters are explained once instead of repeating the names.

use std::collections::BTreeMap;

use engine::view::Look;

/// Letters of kinds of pieces.
#[derive(Default)]
pub(super) struct Legend<'a>(Vec<Entry<'a>>);

struct Entry<'a> {
    look: &'a Look,
    letter: String,
}

impl<'a> Legend<'a> {
    /// Finds the kinds whose names are longer, over all their uses, than a letter with its explanation.
    pub(super) fn of(named: Vec<&'a Look>) -> Self {
        let mut looks: BTreeMap<&str, (&Look, usize)> = BTreeMap::new();
        for look in named {
            looks.entry(look.name.as_str()).or_insert((look, 0)).1 += 1;
        }
        let mut kinds: Vec<(&Look, usize)> = looks.into_values().collect();
        // Titans first: a King is K, and a Knight N or KN.
        kinds.sort_by_key(|(look, uses)| (!look.titan, std::cmp::Reverse(*uses)));
        let mut legend = Self(Vec::new());
        for (look, uses) in kinds {
            let Some(letter) = legend.free_letter(look) else { continue };
            let (long, short) = (look.name.chars().count(), letter.chars().count());
            if uses * long > uses * short + short + long + ", ".len() + " ".len() {
                legend.0.push(Entry { look, letter });
            }
        }
        legend
    }

    /// Letter for a kind that no other kind has. Letter case is not spoken.
    fn free_letter(&self, look: &Look) -> Option<String> {
        let name: Vec<char> = look.name.chars().filter(|c| c.is_alphanumeric()).collect();
        let longer = name.iter().skip(1).map(|c| format!("{}{c}", look.symbol));
        let taken = |letter: &String| self.0.iter().any(|entry| entry.letter.to_uppercase() == *letter);
        std::iter::once(look.symbol.clone()).chain(longer).map(|one| one.to_uppercase()).find(|letter| !taken(letter))
    }

    /// Letter of a kind.
    pub(super) fn letter(&self, look: &Look) -> Option<&str> {
        self.0.iter().find(|entry| entry.look.name == look.name).map(|entry| entry.letter.as_str())
    }

    /// Explains the letters: "Letters: K King, Q Queen. ".
    pub(super) fn words(&self) -> String {
        let entries: Vec<String> =
            self.0.iter().map(|Entry { look, letter }| format!("{letter} {}", look.name)).collect();
        if entries.is_empty() { String::new() } else { format!("Letters: {}. ", entries.join(", ")) }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use engine::battalion::{builtin, load_builtin};

    use super::*;
    use crate::cards::look;

    /// Kinds of pieces of a built-in army.
    fn kinds(id: &str) -> Vec<Look> {
        let army = load_builtin(id).unwrap();
        army.pieces.iter().map(|piece| look(&army, piece)).collect()
    }

    /// Checks the letters of some kinds, each with `uses` pieces; returns the number of letters.
    fn checked(looks: &[&Look], uses: usize) -> usize {
        let legend = Legend::of(looks.iter().copied().flat_map(|look| std::iter::repeat_n(look, uses)).collect());
        let words = legend.words();
        let mut known = BTreeSet::new();
        let names: BTreeSet<&str> = looks.iter().map(|look| look.name.as_str()).collect();
        for name in &names {
            let letters: BTreeSet<&str> =
                looks.iter().filter(|look| look.name == *name).filter_map(|look| legend.letter(look)).collect();
            assert!(letters.len() <= 1, "{name} has {letters:?}");
            let Some(letter) = letters.first() else { continue };
            assert!(!letter.is_empty() && known.insert(letter.to_uppercase()), "{letter} twice: {words}");
            let explained = words.trim_start_matches("Letters: ").trim_end_matches(". ").split(", ");
            let explained = explained.filter(|entry| *entry == format!("{letter} {name}")).count();
            assert_eq!(explained, 1, "{letter} {name}: {words}");
            assert!(letter.chars().count() < name.chars().count(), "{letter} for {name} saves nothing");
        }
        assert_eq!(words.is_empty(), known.is_empty());
        assert_eq!(words.matches(", ").count() + 1, known.len().max(1), "{words}");
        known.len()
    }

    /// Letters of a legend belong to one kind each, for every pair of armies.
    #[test]
    fn every_letter_stands_for_one_kind() {
        let armies: Vec<Vec<Look>> = builtin().iter().map(|army| kinds(army.id)).collect();
        let mut letters = 0;
        for first in &armies {
            for second in &armies {
                let looks: Vec<&Look> = first.iter().chain(second).collect();
                for uses in [1, 2, 4, 12] {
                    letters += checked(&looks, uses);
                }
            }
        }
        assert!(letters > 1000, "{letters}");
        checked(&armies.iter().flatten().collect::<Vec<_>>(), 9);
    }

    /// A kind that is used more often never loses its letter, and one use is no reason for a letter.
    #[test]
    fn letters_are_for_kinds_that_are_named_often() {
        let looks = kinds("medieval");
        let looks: Vec<&Look> = looks.iter().collect();
        let numbers: Vec<usize> = (1..12).map(|uses| checked(&looks, uses)).collect();
        assert!(numbers[0] == 0 && numbers.is_sorted() && numbers[10] == looks.len(), "{numbers:?}");
    }
}
