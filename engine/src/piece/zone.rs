//! Parts of the board by name, as the owner of a piece sees them: where a movement may begin, pass and end, and what is to be reached.

/// A part of the board.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub enum Zone {
    /// The owner's Territory.
    OwnTerritory,
    /// Any other Player's Territory.
    EnemyTerritory,
    /// The Battlefield.
    Battlefield,
    /// The owner's Back Rank.
    OwnBackRank,
    /// Any other Player's Back Rank.
    EnemyBackRank,
    /// The half of the board on the owner's side; the middle row of an odd number is in neither half.
    OwnHalf,
    /// The other half.
    FarHalf,
    /// The Spaces in the middle of the board: 4, 2 or 1.
    Centre,
    /// What the file draws over the owner's Territory under this id.
    Drawn(String),
    /// The same in any other Player's Territory.
    EnemyDrawn(String),
}

/// How a zone of the file is called in the Territories of the other Players: `enemy-palace`.
const ENEMY: &str = "enemy-";

impl Zone {
    /// Every zone that there is without drawing one, with its name in a Battalion file.
    pub const NAMES: &[(&str, Zone)] = &[
        ("own-territory", Zone::OwnTerritory),
        ("enemy-territory", Zone::EnemyTerritory),
        ("battlefield", Zone::Battlefield),
        ("own-back-rank", Zone::OwnBackRank),
        ("enemy-back-rank", Zone::EnemyBackRank),
        ("own-half", Zone::OwnHalf),
        ("far-half", Zone::FarHalf),
        ("centre", Zone::Centre),
    ];

    /// The zone of this name, where the file draws those with the ids in `drawn`.
    ///
    /// ```
    /// use engine::piece::Zone;
    /// let drawn = ["palace".to_owned()];
    /// assert_eq!(Zone::named("own-half", &drawn), Some(Zone::OwnHalf));
    /// assert_eq!(Zone::named("enemy-palace", &drawn), Some(Zone::EnemyDrawn("palace".into())));
    /// assert_eq!(Zone::named("enemy-den", &drawn), None);
    /// ```
    pub fn named(name: &str, drawn: &[String]) -> Option<Zone> {
        let is_drawn = |id: &&str| drawn.iter().any(|known| known == id);
        let known = Self::NAMES.iter().find(|(known, _)| *known == name);
        known.map(|(_, zone)| zone.clone()).or_else(|| {
            let enemy = name.strip_prefix(ENEMY).filter(is_drawn);
            match Some(name).filter(is_drawn) {
                Some(id) => Some(Zone::Drawn(id.to_owned())),
                None => enemy.map(|id| Zone::EnemyDrawn(id.to_owned())),
            }
        })
    }

    /// The zone in words: "its own half of the board", "its palace".
    pub fn words(&self) -> String {
        let plain = |id: &str| id.replace('-', " ");
        match self {
            Zone::OwnTerritory => "its own Territory".to_owned(),
            Zone::EnemyTerritory => "another Player's Territory".to_owned(),
            Zone::Battlefield => "the Battlefield".to_owned(),
            Zone::OwnBackRank => "its own Back Rank".to_owned(),
            Zone::EnemyBackRank => "another Player's Back Rank".to_owned(),
            Zone::OwnHalf => "its own half of the board".to_owned(),
            Zone::FarHalf => "the far half of the board".to_owned(),
            Zone::Centre => "the centre of the board".to_owned(),
            Zone::Drawn(id) => format!("its own {}", plain(id)),
            Zone::EnemyDrawn(id) => format!("another Player's {}", plain(id)),
        }
    }
}

/// What zones ask of a movement.
#[derive(Clone, PartialEq, Eq, Debug, Hash, Default)]
pub struct Bounds {
    /// It begins there.
    pub from: Option<Zone>,
    /// It ends there.
    pub to: Option<Zone>,
    /// It passes and ends only there.
    pub within: Option<Zone>,
    /// It neither passes nor ends there.
    pub avoids: Option<Zone>,
    /// Only right after a move of one of these pieces of the Battalion, by id, in the same turn.
    pub after: Vec<String>,
}

impl Bounds {
    /// Nothing is asked.
    pub const NONE: Bounds = Bounds { from: None, to: None, within: None, avoids: None, after: Vec::new() };

    /// Is nothing asked?
    pub fn is_none(&self) -> bool {
        *self == Self::NONE
    }

    /// As the beginning of a sentence about the movement: "while in its own half of the board, ", and its end: ", staying within its palace".
    pub(crate) fn words(&self) -> (String, String) {
        let while_in = |zone: &Zone| format!("while in {}, ", zone.words());
        let mut before = self.from.as_ref().map_or_else(String::new, while_in);
        if !self.after.is_empty() {
            let pieces = self.after.join(" or ").replace('-', " ");
            before += &format!("after a move of the {pieces} in the same turn, ");
        }
        let after = [("ending in", &self.to), ("staying within", &self.within), ("keeping out of", &self.avoids)];
        let clause = |(how, zone): (&str, &Option<Zone>)| {
            let zone = zone.as_ref()?;
            Some(format!(", {how} {}", zone.words()))
        };
        (before, after.into_iter().filter_map(clause).collect())
    }
}
