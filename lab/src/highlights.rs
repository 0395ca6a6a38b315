//! Games of a run that are worth watching, as animations.

use balance::record::Record;
use engine::titans::ReplayError;
use engine::view::{Phase, View, Viewer};
use render::{Options, People, Person, RenderError, Renderer, Size};
use serde::{Deserialize, Serialize};

use crate::duel::{Pair, Plan, Played};
use crate::replay::{self, ExportError};

/// Most turns of both sides in a game that is shown.
const LONGEST: usize = 90;

/// Game worth watching.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Highlight {
    /// Reason, as a heading.
    pub why: String,
    /// Course of the game, in a sentence.
    pub what: String,
    /// Command that prints the game.
    pub command: String,
    /// Name of the animation's file.
    pub file: String,
    /// Description of the animation.
    pub alt: String,
}

/// Game that cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum ShowError {
    /// Game that cannot be set up.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// Game that cannot be opened.
    #[error(transparent)]
    Open(#[from] ReplayError),
    /// Animation that cannot be drawn.
    #[error(transparent)]
    Render(#[from] RenderError),
}

/// A game by its pair and its number in it.
#[derive(Clone, Copy, Debug)]
struct Chosen<'a> {
    pair: &'a Pair,
    game: usize,
}

impl<'a> Chosen<'a> {
    fn played(self) -> &'a Played {
        &self.pair.games[self.game]
    }

    fn turns(self) -> usize {
        self.played().log.len()
    }

    /// Indices of the armies: winner and loser.
    fn sides(self) -> [usize; 2] {
        let [first, second] = self.pair.seats()[self.game];
        if self.played().points == 1.0 { [first, second] } else { [second, first] }
    }
}

/// Chooses games: the shortest win, the greatest surprise, and the shortest win between equal armies. Each comes with
/// its animation.
///
/// # Errors
/// [`ShowError`] if a game cannot be shown.
pub fn choose(plan: &Plan, pairs: &[Pair], record: &Record) -> Result<Vec<(Highlight, Vec<u8>)>, ShowError> {
    let games = || pairs.iter().flat_map(|pair| [0, 1].map(|game| Chosen { pair, game }));
    let won = || {
        let is_won = |game: &Chosen<'_>| game.played().result.is_some() && game.played().points != 0.5;
        games().filter(is_won).filter(|game| game.turns() <= LONGEST)
    };
    let key = |game: &Chosen<'_>| (game.turns(), game.pair.job, game.game);
    let is_mirror = |game: &Chosen<'_>| game.pair.job.pairing[0] == game.pair.job.pairing[1];
    let chance = |game: &Chosen<'_>| {
        let [winner, loser] = game.sides().map(|army| plan.armies[army].id.as_str());
        record.score(winner, loser).map_or(1.0, |score| score.mean)
    };
    let surprise = |a: &Chosen<'_>, b: &Chosen<'_>| chance(a).total_cmp(&chance(b)).then(key(a).cmp(&key(b)));
    let chosen = [
        ("The shortest win", "shortest", won().filter(|game| !is_mirror(game)).min_by_key(key)),
        ("The greatest surprise", "surprise", won().filter(|game| !is_mirror(game)).min_by(surprise)),
        ("The shortest win between equal armies", "equal", won().filter(is_mirror).min_by_key(key)),
    ];
    let known = chosen.into_iter().filter_map(|(why, file, game)| Some((why, file, game?)));
    known.map(|(why, file, game)| show(plan, game, why, file, chance(&game))).collect()
}

fn show(plan: &Plan, game: Chosen<'_>, why: &str, file: &str, chance: f64) -> Result<(Highlight, Vec<u8>), ShowError> {
    let seats = game.pair.seats()[game.game];
    let [first, second] = seats.map(|army| &plan.armies[army]);
    let names = [first, second].map(|army| army.name.as_str());
    let winner = &plan.armies[game.sides()[0]].name;
    let score = if seats[0] == seats[1] {
        String::new()
    } else {
        format!(", which scores {:.0} % in this pairing,", 100.0 * chance)
    };
    let what = format!("{}{score} wins after {} turns of both sides.", winner, game.turns());
    let people = People { seats: names.map(Person::named).into() };
    let views = views(plan, seats, game.played())?;
    let options = Options { size: Size::Small, ..Options::default() };
    let drawn = Renderer::new()?.replay(&views, &people, &options)?;
    let command = format!("lab replay RUN {} {} {}", first.id, second.id, game.pair.job.pair);
    let highlight = Highlight { why: why.to_owned(), what, command, file: format!("{file}.gif"), alt: drawn.alt };
    Ok((highlight, drawn.gif))
}

/// Positions of a game from the start of play to its end. Before play starts, the board is incomplete.
fn views(plan: &Plan, seats: [usize; 2], played: &Played) -> Result<Vec<View>, ShowError> {
    let mut game = replay::setup(plan, seats, played)?.open(&[])?;
    let mut views = vec![game.view(Viewer::Public)];
    for (number, (seat, action)) in played.log.iter().enumerate() {
        game.apply(*seat, action).map_err(|why| ReplayError::Action(number, why))?;
        views.push(game.view(Viewer::Public));
    }
    views.retain(|view| matches!(view.phase, Phase::Play | Phase::Ended { .. }));
    Ok(views)
}
