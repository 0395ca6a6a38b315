//! Named parts of the board from the point of view of a piece's owner. Used for limits on movements and for goals.

/// Part of the board.
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
    /// The half of the board on the far side.
    FarHalf,
    /// The Spaces in the middle of the board: 4, 2 or 1.
    Centre,
    /// Zone drawn in the file over the owner's Territory, by id.
    Drawn(String),
    /// Zone drawn in the file over any other Player's Territory, by id.
    EnemyDrawn(String),
}

/// Prefix of drawn zones in the Territories of the other Players: `enemy-palace`.
const ENEMY: &str = "enemy-";

impl Zone {
    /// All predefined zones with their names in Battalion files.
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

    /// Finds the zone of this name, predefined or drawn in the file with an id in `drawn`.
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

    /// Description of the zone: "its own half of the board", "its palace".
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

/// Limits of zones on a movement.
#[derive(Clone, PartialEq, Eq, Debug, Hash, Default)]
pub struct Bounds {
    /// Zone where the movement begins.
    pub from: Option<Zone>,
    /// Zone where the movement ends.
    pub to: Option<Zone>,
    /// Zone within which the movement passes and ends.
    pub within: Option<Zone>,
    /// Zone in which the movement neither passes nor ends.
    pub avoids: Option<Zone>,
    /// Pieces of the Battalion, by id, right after whose move in the same turn the movement is available; always if
    /// empty.
    pub after: Vec<String>,
}

impl Bounds {
    /// No limits.
    pub const NONE: Bounds = Bounds { from: None, to: None, within: None, avoids: None, after: Vec::new() };

    /// Returns whether there are no limits.
    pub fn is_none(&self) -> bool {
        *self == Self::NONE
    }

    /// Description as the beginning and end of a sentence about the movement: "while in its own half of the board, ",
    /// ", staying within its palace".
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
