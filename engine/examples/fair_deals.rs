//! Table for `docs/fairness.md`: deals of Targets under strategies of cheaters who want Player 1 to hunt Player 2.
//!
//! `cargo run --release -p engine --example fair_deals -- 1000000` prints a line of Markdown for each strategy, with the
//! share of wished deals and χ² of all nine deals of a game of four (8 degrees of freedom: below 26.1 in 999 of 1,000
//! runs if every deal is equally likely).

use std::collections::BTreeMap;

use engine::battalion;
use engine::board::Seat;
use engine::seed::{Word, draw, sha256};
use engine::titans::{GameMode, Setup, deal};

type Error = Box<dyn std::error::Error>;
type Deal = Vec<Vec<Seat>>;

/// Number of parts or words among which a cheater chooses.
const TRIES: u64 = 16;
/// χ² with 8 degrees of freedom that one of 1,000 fair runs exceeds. Lines above it are printed in bold.
const LIMIT: f64 = 26.12;
/// Number of deals of a game of four: derangements of four elements.
const DEALS: usize = 9;

/// A game of four, dealt again and again.
struct Table {
    setup: Setup,
    game: u64,
}

impl Table {
    /// Random text of one purpose, different in every game.
    fn text(&self, purpose: &str, number: u64) -> String {
        sha256(&format!("{purpose} {number} of game {}", self.game))
    }

    /// Word of a player. Half of a hash, because a whole one would count as sealed.
    fn word(&self, purpose: &str, number: u64) -> Result<Word, Error> {
        Ok(Word::read(&self.text(purpose, number)[..32], 1)?)
    }

    fn deal(&mut self, part: &str, words: &[Word]) -> Result<Deal, Error> {
        self.setup.seed = draw(part, words).ok_or("a word is sealed")?;
        Ok(deal(&self.setup)?)
    }

    /// First of the tries that gives the wished deal with what the cheater believes; the first one otherwise.
    fn best(&mut self, mut dealt: impl FnMut(&mut Self, u64) -> Result<Deal, Error>) -> Result<u64, Error> {
        for number in 0..TRIES {
            if wished(&dealt(self, number)?) {
                return Ok(number);
            }
        }
        Ok(0)
    }
}

fn wished(deal: &Deal) -> bool {
    deal[0].contains(&Seat(1))
}

/// Strategy of a cheater: its name and the deal that is played.
type Strategy = (&'static str, fn(&mut Table) -> Result<Deal, Error>);

const STRATEGIES: [Strategy; 8] = [
    ("nobody cheats, no words", |table| table.deal(&table.text("part", 0), &[])),
    ("without commitments: the bot keeps the best of 16 parts", |table| {
        let best = table.best(|table, n| table.deal(&table.text("part", n), &[]))?;
        table.deal(&table.text("part", best), &[])
    }),
    ("the bot keeps the best of 16 parts before the lobby opens; one player adds a word", |table| {
        let guess = [table.word("guess", 0)?];
        let best = table.best(|table, n| table.deal(&table.text("part", n), &guess))?;
        let word = table.word("word", 0)?;
        table.deal(&table.text("part", best), &[word])
    }),
    ("the last joiner picks the best of 16 words", |table| {
        let word = table.word("word", 0)?;
        let best = table.best(|table, n| {
            let own = table.word("own", n)?;
            table.deal(&table.text("guess", 0), &[word.clone(), own])
        })?;
        let own = table.word("own", best)?;
        table.deal(&table.text("part", 0), &[word, own])
    }),
    ("the last joiner leaves unless the word seems good", |table| {
        let words = [table.word("word", 0)?, table.word("own", 0)?];
        let stays = wished(&table.deal(&table.text("guess", 0), &words)?);
        table.deal(&table.text("part", 0), if stays { &words } else { &words[..1] })
    }),
    ("operator and last joiner together; the honest word was told to the bot", |table| {
        let (part, word) = (table.text("part", 0), table.word("word", 0)?);
        let best = table.best(|table, n| {
            let own = table.word("own", n)?;
            table.deal(&part, &[word.clone(), own])
        })?;
        let own = table.word("own", best)?;
        table.deal(&part, &[word, own])
    }),
    ("operator and all others together; the honest word is sealed", |table| {
        let (part, guess) = (table.text("part", 0), table.word("guess", 0)?);
        let best = table.best(|table, n| {
            let own = table.word("own", n)?;
            table.deal(&part, &[guess.clone(), own])
        })?;
        let (word, own) = (table.word("word", 0)?, table.word("own", best)?);
        table.deal(&part, &[word, own])
    }),
    (
        "the same, and one of them leaves for good when the sealed word is told, so that everything is drawn again",
        |table| {
            let words = [table.word("word", 0)?, table.word("own", 0)?];
            let first = table.deal(&table.text("part", 0), &words)?;
            if wished(&first) {
                Ok(first)
            } else {
                let word = table.word("word", 1)?;
                table.deal(&table.text("part", 1), &[word])
            }
        },
    ),
];

fn main() -> Result<(), Error> {
    let games: u64 = std::env::args().nth(1).as_deref().unwrap_or("10000").parse()?;
    let medieval = battalion::load_builtin("medieval")?;
    let setup = Setup::new(GameMode::Assassin, vec![medieval; 4], [0; 32])?;
    println!("| strategy | wished deals | χ² |\n| --- | --- | --- |");
    for (name, play) in STRATEGIES {
        let mut table = Table { setup: setup.clone(), game: 0 };
        let mut counts: BTreeMap<Deal, u64> = BTreeMap::new();
        for game in 0..games {
            table.game = game;
            *counts.entry(play(&mut table)?).or_default() += 1;
        }
        let good: u64 = counts.iter().filter(|(deal, _)| wished(deal)).map(|(_, count)| count).sum();
        let expected = games as f64 / DEALS as f64;
        let missing = (DEALS - counts.len()) as f64 * expected;
        let squares = counts.values().map(|count| (*count as f64 - expected).powi(2) / expected);
        let chi = squares.sum::<f64>() + missing;
        let share = 100.0 * good as f64 / games as f64;
        if chi < LIMIT {
            println!("| {name} | {share:.2}% | {chi:.1} |")
        } else {
            println!("| **{name}** | **{share:.2}%** | **{chi:.1}** |")
        }
    }
    Ok(())
}
