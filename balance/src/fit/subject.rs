//! Army whose values are fitted.

use std::collections::BTreeSet;

use engine::titans::Game;
use opponent::{Fitted, Knowledge};

use super::descent::Descent;
use super::layout::Layout;
use super::positions::Positions;
use super::sequential;
use crate::army::Army;
use crate::games as arena;

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
    pub(super) army: Army,
    pub(super) settings: Settings,
    /// First position of the army against itself.
    pub(super) game: Game,
    /// Derived values.
    pub(super) know: Knowledge,
    pub(super) layout: Layout,
}

impl Fit {
    /// Prepares an army; `None` if it cannot play a duel against itself, or has too many piece types and Spaces.
    pub fn new(army: Army, settings: Settings) -> Option<Self> {
        let game = arena::duel_of([army.definition.clone(), army.definition.clone()], 0)?;
        let know = Knowledge::fitted(game.rules(), Vec::new());
        let layout = Layout::new(game.rules())?;
        Some(Self { army, settings, game, know, layout })
    }

    /// The settings.
    pub const fn settings(&self) -> Settings {
        self.settings
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
