//! Results in percent with confidence intervals.

/// Points won, and games played.
#[derive(Clone, Copy, Default)]
pub struct Score {
    points: f64,
    squares: f64,
    games: f64,
    drawn: u32,
}

impl Score {
    /// Adds a game: 1 for a win, 0.5 for a draw.
    pub fn add(&mut self, points: f64) {
        self.points += points;
        self.squares += points * points;
        self.games += 1.0;
        self.drawn += u32::from((0.01..0.99).contains(&points));
    }

    pub fn join(&mut self, other: &Score) {
        self.points += other.points;
        self.squares += other.squares;
        self.games += other.games;
        self.drawn += other.drawn;
    }

    /// Number of drawn games.
    pub const fn drawn(&self) -> u32 {
        self.drawn
    }

    /// Elo difference that corresponds to the share of points.
    pub fn elo(&self) -> f64 {
        let share = self.share().clamp(0.001, 0.999);
        400.0 * (share / (1.0 - share)).log10()
    }

    pub fn share(&self) -> f64 {
        self.points / self.games.max(1.0)
    }
}

/// "72 ± 8 % (24 games, 5 drawn)": 95 % interval from the variance of wins, draws and losses. The variance is never
/// below that of a single deviating game.
impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let n = self.games.max(1.0);
        let mean = self.share();
        let variance = (self.squares / n - mean * mean).max(0.25 / n);
        let half = 1.96 * (variance / n).sqrt();
        let drawn = self.drawn;
        write!(f, "{:.0} ± {:.0} % ({n} games, {drawn} drawn)", mean * 100.0, half * 100.0)
    }
}
