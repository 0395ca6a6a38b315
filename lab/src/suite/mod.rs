//! Measurements of the computer player with confidence intervals: `lab suite …`.

mod balance;
mod clash;
mod clock;
mod contest;
pub mod decisions;
mod endings;
mod generated;
mod levels;
mod mates;
mod party;
mod score;
mod serve;
mod solver;
mod speed;
mod uci;
mod wares;

use opponent::Level;

/// Maximum number of decisions in one game.
const LONGEST: usize = 160;
/// Number of generated armies.
const ARMIES: u64 = 300;

/// Measurement of the computer player.
#[derive(Clone, Debug, clap::Subcommand)]
pub enum Suite {
    /// Make decisions in all games and phases and report refused, missing and over-budget ones
    Decisions {
        /// Number of decisions
        #[arg(default_value_t = 20_000)]
        count: usize,
    },
    /// Find mates in 1, 2 and 3 with an exhaustive solver, and count how many of them each level finds
    Mates {
        /// Number of mates per army and length
        #[arg(default_value_t = 20)]
        count: usize,
        /// Part of the names of the armies to use
        army: Option<String>,
    },
    /// Play won endings of chess from random positions, both sides by the same level
    Endings {
        /// Number of positions per ending
        #[arg(default_value_t = 20)]
        positions: usize,
        /// Part of the names of the endings to play, such as "Captain"
        ending: Option<String>,
    },
    /// Play each level against the one below and against simple players
    Levels {
        /// Pairs of games per army
        #[arg(default_value_t = 10)]
        pairs: usize,
        /// Part of the names of the lines to play, such as "Recruit v."
        line: Option<String>,
    },
    /// Measure nodes per second, and the depth after 0.5 s of CPU time
    Speed {
        /// Part of the names of the armies to use
        army: Option<String>,
    },
    /// Play one game against a simple player and print its scores
    Game {
        /// Army of both sides
        #[arg(default_value = "medieval")]
        army: String,
    },
    /// Fit the scale on which scores predict results
    Chance {
        /// Number of games per army
        #[arg(default_value_t = 60)]
        games: usize,
    },
    /// Play one seat of four against three of another kind
    Party {
        /// Number of games per line
        #[arg(default_value_t = 40)]
        games: usize,
        /// Part of the names of the lines to play, such as "Free for all Captain v."
        line: Option<String>,
    },
    /// Measure the computing time of the Captain's decisions with six seats
    PartySpeed {
        /// Number of games per mode
        #[arg(default_value_t = 20)]
        games: usize,
    },
    /// Play one seat of a build of this program against three of another
    PartyMatch(party::Contest),
    /// Play two builds of this program against each other
    Match(contest::Contest),
    /// Answer on standard input and output, for a match of two builds; also speaks UCI
    Serve(serve::Serve),
    /// Fit the values of the pieces of Clash to rounds between random armies
    Wares(wares::Wares),
    /// Play matches of Clash between two builds of this program that differ in the shop and the auction
    ClashMatch(clash::Contest),
    /// Search for edits of invented armies, as `lab balance` does, and count how many are found
    Balance(balance::Balance),
    /// Play two UCI programs against each other, such as `battalion uci` and Fairy-Stockfish
    Uci(uci::Contest),
}

/// Runs a measurement; returns `false` if it failed.
pub fn run(suite: &Suite) -> bool {
    match suite {
        Suite::Decisions { count } => {
            let made = decisions::run(*count, LONGEST, ARMIES);
            println!("{made}");
            return made.is_fine();
        }
        Suite::Mates { count, army } => mates::run(*count, army.as_deref()),
        Suite::Endings { positions, ending } => endings::run(*positions, ending.as_deref()),
        Suite::Levels { pairs, line } => levels::run(*pairs, line.as_deref()),
        Suite::Speed { army } => speed::run(army.as_deref()),
        Suite::Game { army } => levels::game(army),
        Suite::Chance { games } => levels::chance(*games),
        Suite::Party { games, line } => party::run(*games, line.as_deref()),
        Suite::PartySpeed { games } => party::speed(*games, Level::Captain),
        Suite::PartyMatch(contest) => party::contest(contest),
        Suite::Match(contest) => contest::run(contest),
        Suite::Serve(serve) => serve::run(serve),
        Suite::Wares(wares) => return wares::run(wares),
        Suite::ClashMatch(contest) => return clash::run(contest),
        Suite::Balance(balance) => balance::run(balance),
        Suite::Uci(contest) => return uci::run(contest),
    }
    true
}
