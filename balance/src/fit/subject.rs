//! Army whose values are fitted.

use std::collections::BTreeSet;

use engine::titans::Game;
use opponent::{Fitted, Knowledge};

use super::descent::Descent;
use super::layout::Layout;
use super::positions::{Positions, Sample, sample};
use crate::army::Army;
use crate::games as arena;
use crate::rivals::Rivals;
use crate::selfplay::{SelfPlay, Source};
use crate::sequential;

/// Effort of a fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Number of games.
    pub games: u64,
    /// Node limit per turn of these games.
    pub nodes: u64,
    /// Node limit per turn of the games that test the values.
    pub test_nodes: u64,
    /// When the test ends.
    pub test: sequential::Test,
}

impl Default for Settings {
    fn default() -> Self {
        Self { games: 2_000, nodes: 400, test_nodes: 1_000, test: sequential::Test::default() }
    }
}

/// Army whose values are fitted.
#[derive(Debug)]
pub struct Fit {
    army: Army,
    settings: Settings,
    /// First position of the army against itself.
    game: Game,
    /// Derived values.
    know: Knowledge,
    layout: Layout,
    source: Source,
}

impl Fit {
    /// Prepares an army; `None` if it cannot play a duel against itself, or has too many piece types and Spaces.
    pub fn new(army: Army, settings: Settings) -> Option<Self> {
        let game = arena::duel_of([army.definition.clone(), army.definition.clone()], 0)?;
        let know = Knowledge::fitted(game.rules(), Vec::new());
        let layout = Layout::new(game.rules())?;
        let source = Source::new(army.definition.clone(), know.rebound(game.rules()), settings.nodes);
        Some(Self { army, settings, game, know, layout, source })
    }

    /// The settings.
    pub const fn settings(&self) -> Settings {
        self.settings
    }

    /// Plays the opening or one turn of a game. Returns `true` at its end.
    pub fn play(&self, playing: &mut SelfPlay<Sample>) -> bool {
        self.source.play(playing, |seen, score, know| sample(seen, score, &self.layout, know))
    }

    /// Fitted values and derived ones, ready to play against each other.
    pub fn rivals(&self, values: Fitted) -> Rivals {
        let rules = self.game.rules();
        let fitted = Knowledge::fitted(rules, vec![values]);
        Rivals::new(self.army.definition.clone(), [fitted, self.know.rebound(rules)], self.settings.test_nodes)
    }

    /// Begins the regression with the positions of the games, in the order of their numbers: sums of floating-point
    /// numbers depend on it.
    pub fn descent(&self, games: Vec<Positions>) -> Descent {
        Descent::new(games, self.layout.numbers(self.game.rules(), &self.know))
    }

    /// The fitted values. The value of the whole army at the start stays as derived, so that armies with and without
    /// fitted values can be compared.
    pub fn values(&self, descent: &Descent) -> Fitted {
        let mut numbers = descent.numbers().to_vec();
        self.layout.keep_total(&self.game, &mut numbers);
        self.layout.centre(&self.game, &mut numbers);
        // Values in reserve that no game has tested follow the usual ones.
        let counted: BTreeSet<usize> = descent.counted().collect();
        let (pieces, titans) = self.layout.tables(self.game.rules(), &counted, &numbers);
        let definition = &self.army.definition;
        Fitted {
            army: definition.id.clone(),
            sha256: definition.sha256.clone(),
            games: self.settings.games,
            pieces,
            titans,
        }
    }
}
