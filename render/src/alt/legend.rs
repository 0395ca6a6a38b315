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
