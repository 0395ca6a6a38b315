//! Commitments to the seed of a game, and their proof at the end (T-32; `docs/fairness.md`).

use engine::seed::{LONGEST, Proof, WordError};

use super::{clean, list};
use crate::host::{Member, SealedSeed};

/// Title of the form for a word.
pub const TITLE: &str = "Add a word to the seed";
/// Label of its field.
pub const LABEL: &str = "A word nobody can guess, or its SHA-256";
/// Button that opens the form in a lobby.
pub const ADD: &str = "Add a Word";
/// Button that opens the form once the seats are fixed.
pub const TELL: &str = "Tell Your Word";

/// Lines under a lobby or challenge: who has contributed to the seed, as hashes.
pub fn lines(seed: &SealedSeed) -> String {
    let mut lines = vec![format!("-# The draws are sealed: SHA-256 `{}` (the bot)", seed.part)];
    lines.extend(seed.words.iter().map(|word| format!("-# `{}` ({}'s word)", word.hash, clean(&word.by.name))));
    if !seed.left.is_empty() {
        let left: Vec<&Member> = seed.left.iter().collect();
        lines.push(format!("-# {} left after the seats were fixed, so everything was sealed again.", names(&left)));
    }
    lines.join("\n")
}

/// Status of a lobby whose seats are fixed; `None` while they can change.
pub fn awaited(seed: &SealedSeed) -> Option<String> {
    let who = names(&seed.awaited());
    seed.fixed.then(|| format!("The seats are fixed: waiting for the sealed word of {who}."))
}

fn names(people: &[&Member]) -> String {
    list(&people.iter().map(|member| clean(&member.name)).collect::<Vec<_>>())
}

/// Command that prints the published hashes again, and then the seed. Texts contain no character that a shell changes
/// within double quotes; the bot's part is written once.
pub fn proof(all: &[Proof]) -> String {
    let Some(part) = all.first() else {
        return String::new();
    };
    let texts = all.iter().map(|one| format!("\"{}\"", one.text.replace(&part.text, "$p")));
    format!(
        "The seed of this game: this prints the hashes of the lobby again, then the seed (T-32).\n\
         ```sh\np={}; for t in {}; do printf '%s' \"$t\" | sha256sum; done\n```",
        part.text,
        texts.collect::<Vec<_>>().join(" ")
    )
}

/// Refusal of a word.
pub fn refused(why: WordError) -> String {
    match why {
        WordError::Spelling => {
            format!("A word has 1 to {LONGEST} letters, digits, hyphens, underscores or dots, without spaces.")
        }
        WordError::OtherHash => {
            "That is not the word you sealed; tell the word whose SHA-256 you published, without spaces.".to_owned()
        }
    }
}

/// Refusal of a change once the seats are fixed.
pub fn seats_fixed(awaited: &[Member]) -> String {
    let names: Vec<String> = awaited.iter().map(|member| member.name.clone()).collect();
    let told = if names.len() > 1 { "words" } else { "word" };
    let are = if names.len() > 1 { "are" } else { "is" };
    format!("The seats are fixed until the sealed {told} of {} {are} told; you can only leave.", list(&names))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::{PersonId, SealedWord};
    use engine::seed::{self, Word};

    fn member(name: &str) -> Member {
        Member { person: PersonId(1), name: name.to_owned() }
    }

    #[test]
    fn a_lobby_shows_every_hash_and_whose_word_is_awaited() {
        let word = SealedWord { by: member("A*n*n"), hash: "12".repeat(32), awaited: true };
        let mut seed = SealedSeed { part: "ab".repeat(32), words: vec![word], fixed: false, left: vec![member("Bob")] };
        let said = lines(&seed);
        assert!(said.contains(&"ab".repeat(32)) && said.contains(&"12".repeat(32)), "{said}");
        assert!(said.contains("A\\*n\\*n's word") && said.contains("Bob left"), "{said}");
        assert_eq!(awaited(&seed), None);
        seed.fixed = true;
        let status = awaited(&seed).unwrap();
        assert_eq!(status, "The seats are fixed: waiting for the sealed word of A\\*n\\*n.");
    }

    /// Only sealed words that were not told yet are awaited.
    #[test]
    fn words_that_were_told_are_not_awaited() {
        let all = ["Ann", "Bob", "Cid"];
        for (awaits, names) in
            [([true; 3], "Ann, Bob and Cid"), ([true, false, true], "Ann and Cid"), ([false, true, false], "Bob")]
        {
            let words = all.into_iter().zip(awaits);
            let words = words.map(|(name, awaited)| SealedWord { by: member(name), hash: "12".repeat(32), awaited });
            let seed = SealedSeed { part: "ab".repeat(32), words: words.collect(), fixed: true, left: Vec::new() };
            let status = format!("The seats are fixed: waiting for the sealed word of {names}.");
            assert_eq!(super::awaited(&seed), Some(status));
        }
    }

    #[test]
    fn the_proof_of_a_full_table_fits_into_a_message_and_needs_no_quoting() {
        let part = "5f".repeat(32);
        let words: Vec<Word> = (1..=12).map(|n| Word::read(&"x".repeat(LONGEST), n).unwrap()).collect();
        let said = proof(&seed::proof(&part, &words));
        assert!(said.chars().count() < 1500, "{}", said.len());
        assert_eq!(said.matches(&part).count(), 1);
        assert!(said.contains("\"$p\" \"$p 1 xxx") && said.contains("\"seed $p xxx"), "{said}");
        assert_eq!(proof(&[]), "");
    }

    #[test]
    fn fixed_seats_name_everyone_whose_word_is_awaited() {
        let said = |names: &[&str]| seats_fixed(&names.iter().map(|name| member(name)).collect::<Vec<_>>());
        assert_eq!(said(&["Ann"]), "The seats are fixed until the sealed word of Ann is told; you can only leave.");
        let both = "The seats are fixed until the sealed words of Ann and Bob are told; you can only leave.";
        assert_eq!(said(&["Ann", "Bob"]), both);
    }
}
