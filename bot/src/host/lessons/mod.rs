//! Lessons: short positions to play alone, as ephemeral messages. The engine checks the answers. Progress is stored per
//! person.

mod lesson;
mod stage;

use std::sync::Arc;

use engine::action::Act;
use engine::board::Space;
use engine::notation::Spelled;
use engine::view::View;
use render::{Options, People, Person, Picture, Theme};

use crate::host::PersonId;
use crate::host::blocking;
use crate::host::error::{Error, InternalError};
use crate::host::rendering::Rendering;
use crate::host::views::pictures::merge;
use crate::store::Store;

pub use lesson::{Lesson, lesson, lessons};
pub use stage::Sight;
use stage::{Stage, Verdict};

/// Names of the two sides in pictures.
const SIDES: [&str; 2] = ["You", "Opponent"];

/// Progress of a person in a lesson.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Number of steps solved in the current attempt.
    pub solved: usize,
    /// True if the person has completed the lesson at least once.
    pub finished: bool,
}

/// State of a lesson for a person.
#[derive(Clone, Debug)]
pub struct Learning {
    pub lesson: &'static Lesson,
    /// Number of steps solved; the number of all steps after completion.
    pub solved: usize,
    /// View of the position.
    pub sight: Sight,
}

/// Result of an attempt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tried {
    /// Correct; the progress is stored.
    Solved,
    /// Legal, but not the solution.
    NotWanted,
    /// Illegal, with the reason.
    Refused(String),
    /// Outdated: the lesson is at another step.
    Stale,
}

fn broken(why: String) -> Error {
    InternalError::plain("opening a lesson", &why).into()
}

/// Progress of people in the lessons.
#[derive(Clone, Debug)]
pub struct Lessons {
    pub(super) store: Store,
    pub(super) rendering: Arc<Rendering>,
}

impl Lessons {
    /// Progress of a person in each lesson, in lesson order.
    pub async fn lessons_of(&self, person: PersonId) -> Result<Vec<Progress>, Error> {
        let rows = self.store.lessons_of(person).await?;
        let of = |lesson: &Lesson| {
            let row = rows.iter().find(|row| row.lesson == lesson.id);
            row.map_or_else(Progress::default, |row| Progress {
                solved: read(&row.played).len(),
                finished: row.finished,
            })
        };
        Ok(lessons().iter().map(of).collect())
    }

    async fn played(&self, person: PersonId, lesson: &Lesson) -> Result<Vec<String>, Error> {
        let rows = self.store.lessons_of(person).await?;
        let row = rows.iter().find(|row| row.lesson == lesson.id);
        Ok(row.map(|row| read(&row.played)).unwrap_or_default())
    }

    /// State of a lesson for a person.
    pub async fn learning(&self, person: PersonId, lesson: &'static Lesson) -> Result<Learning, Error> {
        let played = self.played(person, lesson).await?;
        blocking(move || {
            let (stage, solved) = Stage::after(lesson, &played).map_err(broken)?;
            Ok(Learning { lesson, solved, sight: stage.sight() })
        })
        .await
    }

    /// Plays an attempt at a step of a lesson. Correct attempts are stored.
    pub async fn try_lesson(
        &self,
        person: PersonId,
        lesson: &'static Lesson,
        step: usize,
        text: &str,
    ) -> Result<Tried, Error> {
        let (mut played, text) = (self.played(person, lesson).await?, text.to_owned());
        let judged = blocking(move || {
            let (stage, solved) = Stage::after(lesson, &played).map_err(broken)?;
            let Some(wanted) = lesson.steps.get(step).filter(|_| solved == step) else {
                return Ok(Err(Tried::Stale));
            };
            Ok(match stage.attempt(wanted, &text).map_err(broken)? {
                Verdict::Solved(_, written) => {
                    let reached = played.len();
                    played.truncate(solved);
                    played.push(written);
                    Ok((reached, played))
                }
                Verdict::Legal => Err(Tried::NotWanted),
                Verdict::Refused(why) => Err(Tried::Refused(why)),
            })
        });
        let (reached, played) = match judged.await? {
            Ok(solved) => solved,
            Err(tried) => return Ok(tried),
        };
        let finished = played.len() == lesson.steps.len();
        let reached = u16::try_from(reached).unwrap_or(u16::MAX);
        let text = serde_json::to_string(&played).map_err(|error| InternalError::new("writing a lesson", &error))?;
        self.store.advance_lesson(person, &lesson.id, reached, text, finished).await?;
        Ok(Tried::Solved)
    }

    /// Restarts a lesson.
    pub async fn restart_lesson(&self, person: PersonId, lesson: &Lesson) -> Result<(), Error> {
        Ok(self.store.restart_lesson(person, &lesson.id).await?)
    }

    /// Picture of a position in a lesson, with the targets of the selected piece.
    pub async fn lesson_picture(
        &self,
        view: View,
        moves: Vec<Spelled>,
        selected: Option<Space>,
        theme: Theme,
    ) -> Result<Picture, Error> {
        let goes = |act: &Act| Some(act.origin()) == selected && !matches!(act, Act::Place { .. });
        let hints = moves.into_iter().map(|spelled| spelled.act).filter(goes);
        let options = Options { theme, selected, hints: merge(hints), ..Options::default() };
        let people = People { seats: SIDES.map(Person::named).into() };
        self.rendering.draw(move |renderer| Ok(renderer.turn(&view, &people, &options)?)).await
    }
}

/// Parses the stored moves; invalid text counts as none.
fn read(played: &str) -> Vec<String> {
    serde_json::from_str(played).unwrap_or_default()
}
