//! Shares with their intervals.

/// Points won of games played.
#[derive(Clone, Copy, Default)]
pub struct Score {
    points: f64,
    squares: f64,
    games: f64,
}

impl Score {
    /// Adds a game: 1 for a win, 0.5 for a draw.
    pub fn add(&mut self, points: f64) {
        self.points += points;
        self.squares += points * points;
        self.games += 1.0;
    }

    pub fn join(&mut self, other: &Score) {
        self.points += other.points;
        self.squares += other.squares;
        self.games += other.games;
    }

    pub fn share(&self) -> f64 {
        self.points / self.games.max(1.0)
    }
}

/// "72 ± 8 % (24 games)": 95 %, from the variance of wins, draws and losses, never below that of one game in a different direction.
impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let n = self.games.max(1.0);
        let mean = self.share();
        let variance = (self.squares / n - mean * mean).max(0.25 / n);
        let half = 1.96 * (variance / n).sqrt();
        write!(f, "{:.0} ± {:.0} % ({n} games)", mean * 100.0, half * 100.0)
    }
}
