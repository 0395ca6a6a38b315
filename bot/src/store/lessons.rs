//! Progress in the lessons.

use serde::de::IgnoredAny;
use sqlx::FromRow;

use super::column::Flag;
use super::{PersonId, Store, StoreError};

/// A person's progress in a lesson.
#[derive(Clone, PartialEq, Eq, Debug, FromRow)]
pub struct LessonRow {
    /// Id of the lesson.
    pub lesson: String,
    /// Moves played so far, as a JSON list of texts.
    pub played: String,
    /// The person has finished the lesson at least once.
    #[sqlx(try_from = "Flag")]
    pub finished: bool,
}

impl Store {
    /// Returns a person's progress in all lessons they have started.
    pub async fn lessons_of(&self, person: PersonId) -> Result<Vec<LessonRow>, StoreError> {
        let lessons = sqlx::query_as("SELECT lesson, played, finished FROM lessons WHERE person = $1");
        Ok(lessons.bind(person).fetch_all(&self.read).await?)
    }

    /// Stores a person's progress, a JSON list of moves, in place of the `reached` moves known before. The new list is
    /// shorter than these where some no longer fit. Does nothing if the person has meanwhile solved another step or
    /// restarted the lesson.
    pub async fn advance_lesson(
        &self,
        person: PersonId,
        lesson: &str,
        reached: u16,
        played: String,
        finished: bool,
    ) -> Result<(), StoreError> {
        let lesson = lesson.to_owned();
        let moves = serde_json::from_str::<Vec<IgnoredAny>>(&played).ok();
        let moves = moves.and_then(|moves| i64::try_from(moves.len()).ok());
        let moves = moves.ok_or(StoreError::Content("progress in a lesson".into()))?;
        self.store(move |tx| {
            Box::pin(async move {
                sqlx::query(
                    "INSERT INTO lessons (person, lesson, played, reached, finished)
                     SELECT $1, $2, $3, $6, $5
                     WHERE $4 = coalesce((SELECT reached FROM lessons WHERE person = $1 AND lesson = $2), 0)
                     ON CONFLICT (person, lesson) DO UPDATE SET
                         played = excluded.played, reached = excluded.reached, finished = lessons.finished OR excluded.finished",
                )
                .bind(person)
                .bind(lesson)
                .bind(played)
                .bind(i64::from(reached))
                .bind(finished)
                .bind(moves)
                .execute(tx)
                .await?;
                Ok(())
            })
        })
        .await
    }

    /// Resets a person's progress in a lesson. A finished lesson still counts as finished.
    pub async fn restart_lesson(&self, person: PersonId, lesson: &str) -> Result<(), StoreError> {
        let lesson = lesson.to_owned();
        self.store(move |tx| {
            Box::pin(async move {
                sqlx::query("UPDATE lessons SET played = '[]', reached = 0 WHERE person = $1 AND lesson = $2")
                    .bind(person)
                    .bind(lesson)
                    .execute(tx)
                    .await?;
                Ok(())
            })
        })
        .await
    }
}
