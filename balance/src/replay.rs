//! A measured game as the file that the bot exports.

use engine::action::{Action, ClashAction, ShopStep};
use engine::board::{Seat, Space};
use engine::clash::{self, Gold, Match, ware};
use engine::game::Saved;
use engine::titans::{self, GameMode, PlacementStyle, ReplayError, SavedSetup, to_hex};
use engine::view::{Phase, Played as Kind, Viewer};
use engine::words;
use serde::Serialize;

use crate::army::{Army, ArmyError, ArmyFile};
use crate::clash::Subject;
use crate::duel::{Pair, Plan, Played};
use crate::{clash as rounds, party};

/// Error of a game that cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// Game that the run does not hold.
    #[error("The run holds no game {0} of these armies. `lab table` lists the pairings.")]
    Missing(u64),
    /// Block of games of four that the run does not hold.
    #[error("The run holds no block {number}. {}", numbers(*.last))]
    MissingBlock {
        /// Number that was given.
        number: u64,
        /// Largest number in the run; `None` for an empty run.
        last: Option<u64>,
    },
    /// Pair of rounds that the run does not hold.
    #[error("The run holds no pair {number} of {subject}. {}", numbers(*.last))]
    MissingRound {
        /// Subject that was given.
        subject: Subject,
        /// Number that was given.
        number: u64,
        /// Largest number of this subject in the run; `None` without any.
        last: Option<u64>,
    },
    /// Number of a game that no block, and no pair, has.
    #[error("There is no game {0}: they are numbered from 0 to {last}.", last = .1.saturating_sub(1))]
    NoSuchGame(usize, usize),
    /// Army that no Player can buy in the first round of a match.
    #[error(
        "The army of {0} cannot be bought in the first round of a match, so the bot has no such game: {1}. Choose a pair of `buying` or `purse-1`, or another one."
    )]
    NotForSale(&'static str, String),
    /// Army that cannot be read.
    #[error(transparent)]
    Army(#[from] ArmyError),
    /// Board that does not exist.
    #[error(transparent)]
    Setup(#[from] titans::SetupError),
    /// Decisions that are not legal.
    #[error("The game cannot be replayed, {0} The run may be of another version of the lab.")]
    Replay(ReplayError),
}

fn numbers(last: Option<u64>) -> String {
    last.map_or_else(|| "It holds none of them.".to_owned(), |last| format!("The last one is {last}."))
}

/// File of a game, in the format of the bot's export.
#[derive(Debug, Serialize)]
pub struct File {
    format: &'static str,
    format_version: u32,
    title: String,
    complete: bool,
    opened_at: i64,
    players: Vec<Vec<String>>,
    result: Option<String>,
    stopped: Option<&'static str>,
    setup: Saved,
    log: Vec<Entry>,
}

#[derive(Debug, Serialize)]
struct Entry {
    seat: Seat,
    action: Action,
}

impl File {
    fn new(kind: Kind, players: Vec<String>, result: Option<String>, setup: Saved, log: Vec<(Seat, Action)>) -> Self {
        Self {
            format: "battalion game",
            format_version: 1,
            title: words::title(kind),
            complete: true,
            opened_at: 0,
            players: players.into_iter().map(|player| vec![player]).collect(),
            result,
            stopped: None,
            setup,
            log: log.into_iter().map(|(seat, action)| Entry { seat, action }).collect(),
        }
    }
}

/// Stored setup of a game: with its log, [`Saved::open`] gives the game again.
///
/// # Errors
/// If the armies cannot be used.
pub fn setup(plan: &Plan, seats: [usize; 2], played: &Played) -> Result<Saved, ExportError> {
    saved(&plan.armies, &seats, GameMode::Duel, played.setup)
}

/// Setup of a game with these armies, as indices by seat.
fn saved(armies: &[ArmyFile], seats: &[usize], mode: GameMode, seed: u8) -> Result<Saved, ExportError> {
    let definitions = seats.iter().map(|army| {
        let file = &armies[*army];
        Army::of_text(&file.id, file.text.clone()).map(|army| army.definition)
    });
    let battlefield = titans::battlefield_for(&definitions.collect::<Result<Vec<_>, _>>()?)?;
    let mut distinct: Vec<usize> = Vec::new();
    for army in seats {
        if !distinct.contains(army) {
            distinct.push(*army);
        }
    }
    Ok(Saved::Titans(SavedSetup {
        without_reserves: Vec::new(),
        mode,
        battlefield,
        placement: PlacementStyle::Usual,
        files: distinct.iter().map(|army| armies[*army].text.clone()).collect(),
        armies: seats.iter().filter_map(|army| distinct.iter().position(|other| other == army)).collect(),
        seed: to_hex(&[seed; 32]),
    }))
}

fn players(armies: &[ArmyFile], seats: &[usize], nodes: u64) -> Vec<String> {
    seats.iter().map(|army| format!("{} ({nodes} positions)", armies[*army].name)).collect()
}

/// File of the game of a pair in which the army `first` moved first.
///
/// # Errors
/// If there is no such game, or the armies cannot be used.
pub fn find(plan: &Plan, pairs: &[Pair], [first, second]: [&str; 2], pair: u64) -> Result<File, ExportError> {
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
pub fn export(plan: &Plan, pair: &Pair, game: usize) -> Result<File, ExportError> {
    let (played, seats) = (&pair.games[game], pair.seats()[game]);
    let kind = Kind::Titans(GameMode::Duel);
    let setup = setup(plan, seats, played)?;
    let players = players(&plan.armies, &seats, plan.nodes);
    Ok(File::new(kind, players, played.result.clone(), setup, played.log.clone()))
}

/// File of a game of four: game 0 to 3 of a block.
///
/// # Errors
/// If there is no such game, or it cannot be replayed.
pub fn party(plan: &party::Plan, blocks: &[party::Block], block: u64, game: usize) -> Result<File, ExportError> {
    let last = blocks.iter().map(|block| block.job).max();
    let missing = ExportError::MissingBlock { number: block, last };
    let block = blocks.iter().find(|one| one.job == block).ok_or(missing)?;
    let played = block.games.get(game).ok_or(ExportError::NoSuchGame(game, block.games.len()))?;
    let setup = saved(&plan.armies, &played.armies, block.mode, played.setup)?;
    let players = players(&plan.armies, &played.armies, plan.nodes);
    let result = match setup.open(&played.log).map_err(ExportError::Replay)?.view(Viewer::Public).phase {
        Phase::Ended { winners, reason } => Some(words::result(&reason, &winners)),
        _ => None,
    };
    Ok(File::new(Kind::Titans(block.mode), players, result, setup, played.log.clone()))
}

/// File of a round of Clash, as the first round of a match in which both sides buy these armies: game 0 or 1 of a pair.
///
/// # Errors
/// If there is no such round, or an army costs more than the gold of the first round.
pub fn round(plan: &rounds::Plan, pairs: &[rounds::Pair], job: rounds::Job, game: usize) -> Result<File, ExportError> {
    let rounds::Job { pair: number, subject } = job;
    let last = pairs.iter().filter(|pair| pair.job.subject == subject).map(|pair| pair.job.pair).max();
    let missing = ExportError::MissingRound { subject, number, last };
    let pair = pairs.iter().find(|pair| pair.job == job).ok_or(missing)?;
    let played = pair.rounds.get(game).ok_or(ExportError::NoSuchGame(game, pair.rounds.len()))?;
    let setup = clash::Setup { en_passant: false, seed: [0; 32] };
    let saved = Saved::Clash(setup.saved());
    let broken = |why: String| ExportError::Replay(ReplayError::Setup(titans::SetupError::Other(why)));
    let mut game_of = Match::new(setup).map_err(broken)?;
    for (seat, name) in [(Seat(0), "White"), (Seat(1), "Black")] {
        // The first army of the pair is White in game 0, Black in game 1.
        let army = &pair.armies[(seat.index() + game) % 2];
        let steps = army.iter().map(|(at, piece)| ShopStep::Buy {
            piece: piece.clone(),
            at: Some(if seat == Seat(0) { *at } else { Space::new(at.file(), 7 - at.rank()) }),
        });
        for action in [ClashAction::Together { steps: steps.collect() }, ClashAction::Ready] {
            game_of.apply(seat, &action.into()).map_err(|_| ExportError::NotForSale(name, reason(army)))?;
        }
    }
    for turn in &played.turns {
        let (index, seat) = (game_of.log().len(), game_of.round().position().to_move());
        let illegal = |why| ExportError::Replay(ReplayError::Action(index, why));
        game_of.apply(seat, &Action::Turn(turn.clone())).map_err(illegal)?;
    }
    let player = |number: usize| format!("{} army ({} positions)", ["First", "Second"][number], plan.nodes);
    let players = [0, 1].map(|seat| player((seat + game) % 2));
    Ok(File::new(Kind::Clash { round: 1 }, players.into(), None, saved, game_of.log().to_vec()))
}

/// Reason for which an army is not for sale.
fn reason(army: &[(Space, String)]) -> String {
    let wares = || army.iter().filter_map(|(_, id)| ware(id));
    match wares().find(|ware| ware.cost.is_none()) {
        Some(ware) => format!("no shop sells the {}", ware.name),
        None => {
            let hundredths = wares().filter_map(|ware| ware.cost).map(Gold::hundredths).sum();
            let gold = clash::income(1, 0);
            format!("it costs {} gold, and a Player has {gold}", Gold::from_hundredths(hundredths))
        }
    }
}
