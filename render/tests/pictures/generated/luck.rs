//! Random choices of an input, from its seed.

use render::{People, Person};

/// Random choices, and the text that becomes longer where the limit of a description is looked for.
#[derive(Clone, Debug)]
pub struct Luck {
    state: u64,
    /// Number of the text that becomes longer, and what is added to it.
    longer: Option<(usize, String)>,
    texts: usize,
}

/// Letter that no other text has.
pub const PAD: char = 'ø';

const NAMES: [&str; 14] = [
    "Ann",
    "Bob",
    "Cyan-Chess",
    "Bartholomew the Long",
    "Bartholomew the Long, Second of His Name, and His Friends",
    "Дмитрий Ж.",
    "春日",
    "محمد بن عبد الله الطويل",
    "שלום (עולם) 42",
    "𝕬𝖑𝖊𝖝 🔥🔥",
    "Donaudampfschifffahrtsgesellschaftskapitänin",
    "W",
    "white",
    "Blue",
];

const WORDS: [&str; 20] = [
    "the",
    "army",
    "of",
    "a",
    "Rook",
    "captures",
    "any",
    "piece",
    "on",
    "its",
    "way,",
    "and",
    "then",
    "e4.",
    "Nobody",
    "knows",
    "circumnavigation",
    "twice",
    "½",
    "“so”",
];

impl Luck {
    /// Choices of this seed.
    pub const fn new(seed: u64) -> Self {
        Self { state: seed.wrapping_mul(0xD1B5_4A32_D192_ED03), longer: None, texts: 0 }
    }

    /// Same choices, with a text longer by this number of letters.
    pub fn longer(seed: u64, text: usize, letters: usize) -> Self {
        Self { longer: Some((text, PAD.to_string().repeat(letters))), ..Self::new(seed) }
    }

    /// Random number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.state ^ self.state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ mixed >> 31) % bound.max(1) as u64) as usize
    }

    /// Random number from `least` to `most`.
    pub fn from(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most - least + 1)
    }

    /// `true` in this number of hundred cases.
    pub fn percent(&mut self, share: usize) -> bool {
        self.below(100) < share
    }

    /// One of several.
    pub fn of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }

    /// Some of several, in their order.
    pub fn some<T: Clone>(&mut self, all: &[T], share: usize) -> Vec<T> {
        all.iter().filter(|_| self.percent(share)).cloned().collect()
    }

    /// A text with what is added to it.
    fn text(&mut self, text: String) -> String {
        self.texts += 1;
        match &self.longer {
            Some((number, more)) if *number == self.texts => format!("{text}{more}"),
            _ => text,
        }
    }

    /// Name of a person or an army.
    pub fn name(&mut self) -> String {
        let name = self.of(&NAMES).to_owned();
        self.text(name)
    }

    /// A sentence of at least and at most this number of words.
    pub fn sentence(&mut self, least: usize, most: usize) -> String {
        let words: Vec<&str> = (0..self.from(least, most)).map(|_| self.of(&WORDS)).collect();
        self.text(words.join(" "))
    }

    /// A text of these.
    pub fn said(&mut self, all: &[&str]) -> String {
        let one = self.of(all).to_owned();
        self.text(one)
    }

    /// People in the seats of a game, some without a name, and more or fewer than the seats.
    pub fn people(&mut self, seats: usize) -> People {
        let known = if self.percent(85) { seats } else { self.below(seats + 2) };
        let (clocks, odds, leads) = (self.percent(40), self.percent(30), self.percent(30));
        let person = |_| {
            let mut person = Person { names: vec![self.name()], ..Person::default() };
            if self.percent(15) {
                person.names.push(self.name());
            }
            if self.percent(10) {
                person.names = self
                    .of(&[vec![], vec![""], vec![" "], vec!["\u{200b}"], vec!["Ann", ""]])
                    .into_iter()
                    .map(str::to_owned)
                    .collect();
            }
            if clocks {
                person.clock = self.said(&["1d 4h", "59m", "", "2d 11h 59m"]);
            }
            if odds {
                person.odds = self.said(&["half the time", "no reserves", ""]);
            }
            if leads {
                person.lead = self.of(&[0, 1, 13]);
            }
            person
        };
        People { seats: (0..known).map(person).collect() }
    }
}
