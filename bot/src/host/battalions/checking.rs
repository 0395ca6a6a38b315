//! Looking at a file from outside: bounded in bytes, in time, and in how many are looked at side by side.

use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::battalion::{self, Definition};
use engine::board::Seat;
use engine::titans::{self, GameMode, Setup};
use tokio::sync::Semaphore;
use toml::de::{DeTable, DeValue};

use crate::host::Host;
use crate::host::battalions::roster;
use crate::host::error::{Error, FileRefusal, InternalError, refuse};
use crate::host::model::{FileProblem, Limits, NotHere};

/// Files looked at side by side, of all servers.
const SIDE_BY_SIDE: usize = 2;
/// How long a file waits for others.
const QUEUE: Duration = Duration::from_secs(5);
/// Turns of the trial game.
const TURNS: u64 = 8;

/// Where the drawing of the Territory stands.
const LAYOUT: [&str; 2] = ["territory", "layout"];

/// The places to look at a file.
#[derive(Debug)]
pub(in crate::host) struct ValidationLimiter(Arc<Semaphore>);

impl Default for ValidationLimiter {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(SIDE_BY_SIDE)))
    }
}

/// A file that is in order.
#[derive(Clone, Debug)]
pub(in crate::host) struct Good {
    pub definition: Arc<Definition>,
    pub text: String,
}

impl Host {
    /// Reads a file, tries it in a game, and says everything that is wrong with it.
    pub(in crate::host) async fn look_at(
        &self,
        bytes: Vec<u8>,
        limits: Limits,
    ) -> Result<Result<Good, Vec<FileProblem>>, Error> {
        if bytes.len() > limits.bytes as usize {
            return Err(refuse(FileRefusal::TooLarge {
                bytes: Some(bytes.len()),
                most: limits.bytes as usize,
            }));
        }
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return Err(refuse(FileRefusal::Empty));
        }
        let look = move |until| look(&bytes, &limits, until);
        self.bounded(limits, look).await
    }

    /// Works on what somebody sent, off the async threads: when there is room beside others, and within the time that the server allows. The
    /// work is told until when that is.
    pub(in crate::host) async fn bounded<T: Send + 'static>(
        &self,
        limits: Limits,
        work: impl FnOnce(Instant) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let bench = Arc::clone(&self.0.validation.0);
        let place = match tokio::time::timeout(QUEUE, bench.acquire_owned()).await {
            Ok(Ok(place)) => place,
            _ => return Err(refuse(FileRefusal::Busy)),
        };
        let time = Duration::from_secs(limits.seconds.into());
        let until = Instant::now() + time;
        let work = tokio::task::spawn_blocking(move || {
            // Held until the work ends, whoever still waits for it.
            let _place = place;
            work(until)
        });
        match tokio::time::timeout(time, work).await {
            Ok(Ok(looked)) => looked,
            Ok(Err(_)) => {
                Err(InternalError::plain("checking a Battalion file", "it panicked").into())
            }
            Err(_) => Err(too_slow(&limits)),
        }
    }
}

fn too_slow(limits: &Limits) -> Error {
    refuse(FileRefusal::TooSlow {
        seconds: limits.seconds,
    })
}

fn look(
    bytes: &[u8],
    limits: &Limits,
    until: Instant,
) -> Result<Result<Good, Vec<FileProblem>>, Error> {
    let text = match battalion::decode(bytes) {
        Ok(text) => text,
        Err(error) => return Ok(Err(vec![error.into()])),
    };
    let definition = match battalion::read(text, &engine::ability::specs()) {
        Ok(definition) => definition,
        Err(errors) => return Ok(Err(errors.into_iter().map(FileProblem::from).collect())),
    };
    let errors = beyond(&definition, text, limits);
    if !errors.is_empty() {
        return Ok(Err(errors));
    }
    let definition = Arc::new(definition);
    try_out(&definition, limits, until)?;
    Ok(Ok(Good {
        definition,
        text: text.to_owned(),
    }))
}

/// Where a value stands in a file.
pub(in crate::host) fn place(text: &str, path: &[&str]) -> Option<Range<usize>> {
    let content = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let before = text.len() - content.len();
    let document = DeTable::parse(content).ok()?;
    let (last, tables) = path.split_last()?;
    let mut table = document.get_ref();
    for name in tables {
        match table.get(*name)?.get_ref() {
            DeValue::Table(inner) => table = inner,
            _ => return None,
        }
    }
    let Range { start, end } = table.get(*last)?.span();
    Some(before + start..before + end)
}

/// What this server does not take, at a value of the file.
pub(in crate::host) fn not_here(text: &str, path: &[&str], what: NotHere) -> FileProblem {
    let start = place(text, path).map_or(0, |place| place.start);
    let before = text.get(..start).unwrap_or_default();
    let count = |count: usize| u32::try_from(count + 1).unwrap_or(u32::MAX);
    FileProblem::Here {
        line: count(before.matches('\n').count()),
        column: count(before.chars().rev().take_while(|c| *c != '\n').count()),
        what,
    }
}

/// What is more than the server takes.
fn beyond(definition: &Definition, text: &str, limits: &Limits) -> Vec<FileProblem> {
    let territory = &definition.territory;
    let spaces = usize::from(territory.width()) * usize::from(territory.height());
    let placed = territory.rows.iter().flatten().flatten().count();
    let kept = definition.reserves.iter();
    let pieces = placed + kept.map(|kept| usize::from(kept.count)).sum::<usize>();
    let mut errors = Vec::new();
    if spaces > limits.spaces.into() {
        let (has, most) = (spaces, limits.spaces);
        errors.push(not_here(text, &LAYOUT, NotHere::Spaces { has, most }));
    }
    if pieces > limits.pieces.into() {
        let (has, most) = (pieces, limits.pieces);
        errors.push(not_here(text, &LAYOUT, NotHere::Pieces { has, most }));
    }
    errors
}

/// Plays the first turns of a game with it, so that nobody finds out later that none can be set up, or that each turn takes
/// forever.
fn try_out(definition: &Arc<Definition>, limits: &Limits, until: Instant) -> Result<(), Error> {
    let mut armies = vec![Arc::clone(definition); 2];
    let mut mode = GameMode::Duel;
    if !definition.duel {
        armies.extend(roster::builtin("medieval").map(|army| army.definition.clone()));
        mode = GameMode::Ffa;
    }
    let unplayable = |why| refuse(FileRefusal::Unplayable(why));
    let setup = Setup::new(mode, armies, [7; 32]).map_err(unplayable)?;
    let mut game = titans::Game::new(setup).map_err(unplayable)?;
    for turn in 0..TURNS {
        let Some(seat) = game.to_act().first().copied() else {
            break;
        };
        if Instant::now() > until {
            return Err(too_slow(limits));
        }
        if !take_some_turn(&mut game, seat, turn) {
            break;
        }
    }
    Ok(())
}

/// Plays one of the legal actions; which one does not matter. `false` if there is none that needs no answer.
fn take_some_turn(game: &mut titans::Game, seat: Seat, turn: u64) -> bool {
    let legal = game.legal(seat);
    if legal.is_empty() {
        return false;
    }
    let first = (turn * 7 + 3) as usize;
    (0..legal.len().min(20)).any(|step| {
        let action = &legal[(first + step * 5) % legal.len()];
        game.apply(seat, action).is_ok()
    })
}
