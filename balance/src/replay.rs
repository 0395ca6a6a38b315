//! A measured game as the file that the bot exports.

use engine::action::Action;
use engine::board::Seat;
use engine::game::Saved;
use engine::titans::{self, GameMode, PlacementStyle, SavedSetup, to_hex};
use serde::Serialize;

use crate::army::{Army, ArmyError};
use crate::duel::{Pair, Plan, Played};

/// Error of a game that cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// Game that the run does not hold.
    #[error("The run holds no game {0} of these armies. `lab table` lists the pairings.")]
    Missing(u64),
    /// Army that cannot be read.
    #[error(transparent)]
    Army(#[from] ArmyError),
    /// Board that does not exist.
    #[error(transparent)]
    Setup(#[from] titans::SetupError),
}

/// File of a game, in the format of the bot's export.
#[derive(Debug, Serialize)]
pub struct File<'a> {
    format: &'static str,
    format_version: u32,
    title: String,
    complete: bool,
    opened_at: i64,
    players: [Vec<String>; 2],
    result: Option<&'a str>,
    stopped: Option<&'static str>,
    setup: Saved,
    log: Vec<Entry<'a>>,
}

#[derive(Debug, Serialize)]
struct Entry<'a> {
    seat: Seat,
    action: &'a Action,
}

/// Stored setup of a game: with its log, [`Saved::open`] gives the game again.
///
/// # Errors
/// If the armies cannot be used.
pub fn setup(plan: &Plan, seats: [usize; 2], played: &Played) -> Result<Saved, ExportError> {
    let files = seats.map(|army| &plan.armies[army]);
    let armies = files.map(|file| Army::of_text(&file.id, file.text.clone()));
    let [one, other] = armies;
    let battlefield = titans::battlefield_for(&[one?.definition, other?.definition])?;
    let same = seats[0] == seats[1];
    let texts = files.iter().map(|file| file.text.clone());
    Ok(Saved::Titans(SavedSetup {
        without_reserves: Vec::new(),
        mode: GameMode::Duel,
        battlefield,
        placement: PlacementStyle::Usual,
        files: texts.take(if same { 1 } else { 2 }).collect(),
        armies: if same { vec![0, 0] } else { vec![0, 1] },
        seed: to_hex(&[played.setup; 32]),
    }))
}

/// File of the game of a pair in which the army `first` moved first.
///
/// # Errors
/// If there is no such game, or the armies cannot be used.
pub fn find<'a>(
    plan: &Plan,
    pairs: &'a [Pair],
    [first, second]: [&str; 2],
    pair: u64,
) -> Result<File<'a>, ExportError> {
    let number = |id: &str| plan.armies.iter().position(|army| army.id == id).ok_or(ExportError::Missing(pair));
    let seats = [number(first)?, number(second)?];
    let has = |one: &&Pair| one.job.pair == pair && one.seats().contains(&seats);
    let pair = pairs.iter().find(has).ok_or(ExportError::Missing(pair))?;
    let game = usize::from(pair.seats()[0] != seats);
    export(plan, pair, game)
}

/// File of game 0 or 1 of a pair.
///
/// # Errors
/// If the armies cannot be used.
pub fn export<'a>(plan: &Plan, pair: &'a Pair, game: usize) -> Result<File<'a>, ExportError> {
    let (played, seats) = (&pair.games[game], pair.seats()[game]);
    let players = seats.map(|army| vec![format!("{} ({} positions)", plan.armies[army].name, plan.nodes)]);
    Ok(File {
        format: "battalion game",
        format_version: 1,
        title: engine::words::title(engine::view::Played::Titans(GameMode::Duel)),
        complete: true,
        opened_at: 0,
        players,
        result: played.result.as_deref(),
        stopped: None,
        setup: setup(plan, seats, played)?,
        log: played.log.iter().map(|(seat, action)| Entry { seat: *seat, action }).collect(),
    })
}
