//! Conditional moves: "if the opponent plays this, I answer that". A line is checked when it is entered and again
//! before each answer. The answer is played as soon as the opponent plays the expected turn. Any other turn deletes the
//! line.
//!
//! A stored line never changes: the game's log determines its progress and validity. An answer that was due when the
//! program stopped is therefore played after the restart, and none is played twice.

use std::time::Duration;

use backon::{ExponentialBuilder, Retryable};
use engine::action::{Action, Turn};
use engine::board::Seat;
use engine::game::Game;
use engine::view::{Phase, Viewer};
use serde::{Deserialize, Serialize};

use crate::store::{LineRow, State};

use crate::host::blocking;
use crate::host::error::{ConditionalRefusal, Error, InternalError, Refusal, refuse};
use crate::host::model::{Completion, ConditionalLine, Done, Who};
use crate::host::session::acts;
use crate::host::session::game::GameSession;
use crate::host::session::games::Games;
use crate::host::session::running::RunningGame;
use crate::host::session::take::decide;
use crate::host::{GameId, PersonId, StoreError, Version};

/// Maximum number of lines per person and game.
const LINES: usize = 40;
/// Maximum number of answers per line.
const ANSWERS: usize = 20;

/// A stored line. Secret, therefore without `Debug`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Line {
    /// Number of turns in the game before the line's first turn.
    after: usize,
    /// Version at which the line's round started.
    round: Version,
    /// Turns of the line, starting with the opponent's.
    turns: Vec<Turn>,
    /// Notation of the turns.
    texts: Vec<String>,
}

/// A line with its id and owner.
struct Owned {
    id: i64,
    person: PersonId,
    line: Line,
}

impl Owned {
    fn read(row: &LineRow) -> Result<Self, Error> {
        let line = serde_json::from_str(&row.content);
        Ok(Self {
            id: row.id,
            person: row.person,
            line: line.map_err(|_| InternalError::plain("reading a line", "it cannot be read"))?,
        })
    }
}

/// Turns played so far, with their seats.
fn turns(game: &Game) -> impl Iterator<Item = (Seat, &Turn)> {
    game.log().iter().filter_map(|(seat, action)| match action {
        Action::Turn(turn) => Some((*seat, turn)),
        _ => None,
    })
}

impl Line {
    /// Number of turns of the line that were played; `own` is the seat that answers. `None` if another turn was played
    /// or the line is complete.
    fn played(&self, play: &RunningGame, own: Seat) -> Option<usize> {
        if play.round_since != self.round || turns(&play.game).count() < self.after {
            return None;
        }
        let mut played = 0;
        for (seat, turn) in turns(&play.game).skip(self.after) {
            let expected = self.turns.get(played)?;
            if turn != expected || (seat == own) == (played % 2 == 0) {
                return None;
            }
            played += 1;
        }
        (played < self.turns.len()).then_some(played)
    }

    /// Turns not played yet.
    fn rest(&self, played: usize) -> &[Turn] {
        self.turns.get(played..).unwrap_or_default()
    }
}

/// Valid lines of a person, each with the number of turns played.
fn alive<'a>(lines: &'a [Owned], game: &GameSession, play: &RunningGame, person: PersonId) -> Vec<(&'a Owned, usize)> {
    let Some(own) = game.seat_of(person) else {
        return Vec::new();
    };
    let mine = lines.iter().filter(|owned| owned.person == person);
    mine.filter_map(|owned| Some((owned, owned.line.played(play, own)?))).collect()
}

/// The reply due now, with its owner and seat. Illegal replies are skipped.
fn due(lines: &[Owned], game: &GameSession, play: &RunningGame) -> Option<(PersonId, Seat, Turn)> {
    if play.public().phase != Phase::Play {
        return None;
    }
    lines.iter().find_map(|owned| {
        let own = game.seat_of(owned.person)?;
        let played = owned.line.played(play, own)?;
        let turn = owned.line.turns.get(played)?;
        let next = played % 2 == 1 && play.game.to_act() == [own] && alone(game, own);
        let legal = || {
            matches!(play.game.next_choice(turn), Ok(None))
                && play.game.clone().apply(own, &Action::Turn(turn.clone())).is_ok()
        };
        (next && legal()).then(|| (owned.person, own, turn.clone()))
    })
}

/// Returns true if exactly one person plays this seat.
fn alone(game: &GameSession, seat: Seat) -> bool {
    let chair = game.seats.get(seat.index());
    chair.is_some_and(|chair| chair.holder.people().len() == 1)
}

/// The seat of a person who may prepare moves now, and the opponent's seat.
fn preparing(game: &GameSession, person: PersonId) -> Result<(&RunningGame, Seat, Seat), Error> {
    let play = game.running()?;
    let own = game.own_seat(person)?;
    let no = |why: ConditionalRefusal| Err(refuse(why));
    if play.game.seat_count() != 2 {
        return no(ConditionalRefusal::TwoPlayers);
    }
    if !alone(game, own) {
        return no(ConditionalRefusal::SharedSeat);
    }
    if play.public().phase != Phase::Play {
        return no(ConditionalRefusal::NoTurns);
    }
    if play.game.to_act().contains(&own) {
        return no(ConditionalRefusal::YourTurn);
    }
    Ok((play, own, Seat(1 - own.0.min(1))))
}

/// Parses a whole turn of a seat and plays it.
fn take(
    game: &mut Game,
    seat: Seat,
    text: &str,
    wrong: impl Fn(Box<engine::action::Illegal>) -> ConditionalRefusal,
) -> Result<(Turn, String), Error> {
    let illegal = |why| refuse(wrong(Box::new(why)));
    let turn = game.read_turn(seat, text).map_err(illegal)?;
    if game.next_choice(&turn).map_err(illegal)?.is_some() {
        return Err(refuse(ConditionalRefusal::Choice(game.turn_text(&turn))));
    }
    let text = game.turn_text(&turn);
    game.apply(seat, &Action::Turn(turn.clone())).map_err(illegal)?;
    Ok((turn, text))
}

/// Creates a line: after the remaining turns of `on`, if the opponent plays `theirs`, then `answer`. Returns it with
/// the lines that it extends.
fn enter(
    game: &GameSession,
    person: PersonId,
    lines: &[Owned],
    on: Option<i64>,
    (theirs, answer): (&str, &str),
) -> Result<Option<(Line, Vec<i64>)>, Error> {
    let (play, own, opponent) = preparing(game, person)?;
    let mine = alive(lines, game, play, person);
    let mut line =
        Line { after: turns(&play.game).count(), round: play.round_since, turns: Vec::new(), texts: Vec::new() };
    if let Some(number) = on {
        let known = mine.iter().find(|(owned, _)| owned.id == number);
        let (owned, played) = known.ok_or_else(|| refuse(ConditionalRefusal::NoLine))?;
        line.turns = owned.line.rest(*played).to_vec();
        line.texts = owned.line.texts.get(*played..).unwrap_or_default().to_vec();
    }
    // Position at the current end of the line.
    let mut ahead = play.game.clone();
    for (seat, turn) in [opponent, own].into_iter().cycle().zip(&line.turns) {
        ahead.apply(seat, &Action::Turn(turn.clone()))?;
    }
    let (turn, text) = take(&mut ahead, opponent, theirs, ConditionalRefusal::Theirs)?;
    line.turns.push(turn);
    line.texts.push(text.clone());
    if ahead.view(Viewer::Public).phase != Phase::Play || ahead.to_act() != [own] {
        return Err(refuse(ConditionalRefusal::NothingToAnswer(text)));
    }
    let expected = line.turns.len();
    let (turn, text) = take(&mut ahead, own, answer, ConditionalRefusal::Answer)?;
    line.turns.push(turn);
    line.texts.push(text);
    let mut instead_of = Vec::new();
    for (owned, played) in &mine {
        let rest = owned.line.rest(*played);
        if rest.starts_with(&line.turns) {
            return Ok(None);
        }
        let same = line.turns.get(..expected).unwrap_or_default();
        if rest.starts_with(same) && rest.len() > expected {
            let known = owned.line.texts.get(played + expected);
            let known = known.cloned().unwrap_or_default();
            return Err(refuse(ConditionalRefusal::Answered(known)));
        }
        if line.turns.starts_with(rest) {
            instead_of.push(owned.id);
        }
    }
    if mine.len() - instead_of.len() >= LINES || line.turns.len() > 2 * ANSWERS {
        return Err(refuse(ConditionalRefusal::TooMany { lines: LINES, answers: ANSWERS }));
    }
    Ok(Some((line, instead_of)))
}

impl Games {
    /// Adds an answer: if the opponent plays `moves.0`, then `moves.1`. `on` is the line to extend, one of
    /// [`Games::conditional_moves`]; `None` starts with the opponent's next turn. Invisible to other people.
    pub async fn prepare_answer(
        &self,
        who: &Who,
        game: GameId,
        on: Option<i64>,
        moves: (String, String),
    ) -> Result<(), Error> {
        let slot = self.slots.slot(game);
        let _turn = slot.queue.lock().await;
        let (loaded, lines) = (self.load(game).await?, self.owned_lines(game).await?);
        let guild = loaded.place.guild;
        let person = who.person;
        let entered = blocking(move || {
            let (theirs, answer) = (moves.0.as_str(), moves.1.as_str());
            enter(&loaded, person, &lines, on, (theirs, answer))
        });
        let Some((line, instead_of)) = entered.await? else {
            return Ok(());
        };
        let content =
            serde_json::to_string(&line).map_err(|_| InternalError::plain("writing a line", "it cannot be written"))?;
        let stored = self.store.add_line((game, guild), person, content, instead_of);
        Ok(stored.await?)
    }

    /// Valid lines of a person. Show them only to that person.
    pub async fn conditional_moves(&self, game: GameId, person: PersonId) -> Result<Vec<ConditionalLine>, Error> {
        let (loaded, lines) = (self.load(game).await?, self.owned_lines(game).await?);
        loaded.own_seat(person)?;
        let play = loaded.running()?;
        let left = |(owned, played): &(&Owned, usize)| ConditionalLine {
            id: owned.id,
            moves: owned.line.texts.get(*played..).unwrap_or_default().to_vec(),
        };
        let alive = alive(&lines, &loaded, play, person);
        Ok(alive.iter().map(left).collect())
    }

    /// Deletes a line, or all lines, of a person. Unknown lines and lines of other people are ignored.
    pub async fn drop_conditional_moves(&self, who: &Who, game: GameId, line: Option<i64>) -> Result<(), Error> {
        let slot = self.slots.slot(game);
        let _turn = slot.queue.lock().await;
        self.load(game).await?.own_seat(who.person)?;
        let rows = self.store.lines(game).await?;
        let mine = rows.iter().filter(|row| row.person == who.person);
        let wanted = mine.filter(|row| line.is_none_or(|id| id == row.id));
        let ids = wanted.map(|row| row.id).collect();
        Ok(self.store.drop_lines(ids).await?)
    }

    /// Completions of the opponent's next turn, for a person who prepares an answer. Returns an empty list instead of
    /// an error.
    pub async fn complete_theirs(&self, game: GameId, person: PersonId, typed: &str) -> Vec<Completion> {
        let Ok(loaded) = self.load(game).await else {
            return Vec::new();
        };
        let typed: String = typed.chars().take(acts::LONGEST).collect();
        let found = blocking(move || {
            let (play, _, opponent) = preparing(&loaded, person)?;
            Ok(acts::complete(play, opponent, &typed))
        });
        found.await.unwrap_or_default()
    }

    async fn owned_lines(&self, game: GameId) -> Result<Vec<Owned>, Error> {
        let rows = self.store.lines(game).await?;
        rows.iter().map(Owned::read).collect()
    }

    /// Plays the replies due in a game and deletes invalid lines.
    pub(in crate::host) async fn play_conditional_moves(&self, game: GameId) -> Result<(), Error> {
        while self.play_one(game).await?.is_some() {}
        Ok(())
    }

    async fn play_one(&self, game: GameId) -> Result<Option<Done>, Error> {
        let slot = self.slots.slot(game);
        let _turn = slot.queue.lock().await;
        let lines = self.owned_lines(game).await?;
        if lines.is_empty() {
            return Ok(None);
        }
        let loaded = self.load(game).await?;
        let answer = blocking(move || {
            let play = match (loaded.state, &loaded.play) {
                // Replies wait until the game is resumed.
                (State::Running, Some(_)) if loaded.clock.standing.is_some() => return Ok((Vec::new(), None)),
                (State::Running, Some(play)) => play,
                _ => return Ok((lines.iter().map(|owned| owned.id).collect(), None)),
            };
            let answer = due(&lines, &loaded, play);
            let counts = |owned: &&Owned| {
                let own = loaded.seat_of(owned.person);
                let played = own.and_then(|own| owned.line.played(play, own));
                // An illegal reply never becomes legal later, so its line is deleted.
                played.is_some_and(|played| played % 2 == 0 || answer.is_some())
            };
            let gone = lines.iter().filter(|owned| !counts(owned));
            Ok((gone.map(|owned| owned.id).collect::<Vec<_>>(), answer))
        });
        let (gone, answer) = answer.await?;
        if !gone.is_empty() {
            self.store.drop_lines(gone).await?;
        }
        let Some((person, seat, turn)) = answer else {
            return Ok(None);
        };
        let action = Action::Turn(turn);
        // Another process may have stopped the clock meanwhile.
        let done = self.change_held(&slot, game, None, move |game, _| {
            game.going()?;
            decide(game, seat, Some(person), &action)
        });
        done.await.map(Some)
    }

    /// Plays the replies due after a turn, in the background. After a database error or a stop of the program, the next
    /// start plays them.
    pub(in crate::host) fn play_conditional_moves_soon(&self, game: GameId) {
        let games = self.clone();
        tokio::spawn(async move {
            let play = || games.play_conditional_moves(game);
            let patience = ExponentialBuilder::default()
                .with_min_delay(Duration::from_millis(200))
                .with_max_delay(Duration::from_secs(60))
                .with_jitter()
                .with_max_times(20);
            let broken = |error: &Error| !matches!(error, Error::Refused(_));
            let played = play.retry(patience).when(broken).await;
            if let Err(Error::Refused(why)) = played
                && !matches!(why, Refusal::Unreadable)
            {
                tracing::warn!(game = %game, why = why.kind(), "a conditional move was not played");
            }
        });
    }

    /// Plays the replies that were due when the program stopped.
    pub(in crate::host) async fn resume_conditional_moves(&self) -> Result<(), StoreError> {
        for game in self.store.games_with_lines().await? {
            self.play_conditional_moves_soon(game);
        }
        Ok(())
    }
}
