//! Personal data: public visibility of results, export and deletion.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use crate::host::PersonId;
use crate::host::blocking;
use crate::host::error::{Error, InternalError, StandingRefusal, refuse};
use crate::host::model::{Export, Privacy};
use crate::host::servers::Servers;
use crate::host::session::games::Games;
use crate::host::standing::{Books, Standings};
use crate::host::time::WallClock;
use crate::host::views::Pictures;
use crate::store::Store;

/// Stored data of people and servers: export and deletion.
#[derive(Clone, Debug)]
pub struct Records {
    pub(super) store: Store,
    pub(super) time: WallClock,
    pub(super) servers: Arc<Servers>,
    pub(super) games: Arc<Games>,
    pub(super) standings: Arc<Standings>,
    pub(super) books: Arc<Books>,
    pub(super) pictures: Arc<Pictures>,
}

impl Records {
    /// Summary of a person's stored data.
    pub async fn summary(&self, person: PersonId) -> Result<Privacy, Error> {
        Ok(Privacy {
            listed: !self.store.is_unlisted(person).await?,
            results: self.store.results_of(person).await?,
            open: self.store.open_places(person).await?,
        })
    }

    /// Sets whether a person's results are public. If not, leaderboards and other people cannot see them. Results of
    /// other people against this person are unaffected.
    pub async fn set_listed(&self, person: PersonId, listed: bool) -> Result<(), Error> {
        Ok(self.store.set_unlisted(person, !listed).await?)
    }

    /// All data of a person, as JSON.
    pub async fn personal_data(&self, person: PersonId) -> Result<Export, Error> {
        let parts = self.store.personal(person).await?;
        let mut data = Map::new();
        data.insert("format".to_owned(), json!("battalion personal data"));
        data.insert("format_version".to_owned(), json!(1));
        data.insert("person".to_owned(), json!(person.to_string()));
        data.insert("made_at".to_owned(), json!(self.time.now()));
        data.extend(parts.into_iter().map(|(name, entries)| (name.to_owned(), entries.into())));
        blocking(move || {
            Ok(Export { name: "battalion-my-data.json".to_owned(), json: format!("{:#}", Value::Object(data)) })
        })
        .await
    }

    /// Deletes all data of a person. Their games remain, with an anonymous player in their seat. The deletion continues
    /// in the background and after a restart.
    ///
    /// # Errors
    /// Refused while the person holds a seat or has an open lobby.
    pub async fn erase_person(&self, person: PersonId) -> Result<(), Error> {
        let open = self.store.open_places(person).await?;
        if !open.is_empty() {
            return Err(refuse(StandingRefusal::StillPlaying(open)));
        }
        self.store.begin_erasure(person).await?;
        let records = self.clone();
        let task = tokio::spawn(async move { records.erase(person).await });
        task.await.unwrap_or_else(|_| {
            Err(InternalError::plain("deleting what is kept of a person", "the work panicked").into())
        })
    }

    async fn erase(&self, person: PersonId) -> Result<(), Error> {
        for game in self.store.games_about(person).await? {
            let slot = self.games.slots.slot(game);
            let _change = slot.queue.lock().await;
            let erased = self.store.erase_in(game, person).await;
            slot.forget();
            erased?;
        }
        self.store.finish_erasure(person).await?;
        self.books.forget();
        self.pictures.forget();
        Ok(())
    }

    /// Completes work that a restart interrupted: pending deletions, and results of games that ended before results
    /// were stored.
    pub async fn catch_up(&self) -> Result<(), Error> {
        // A failure is logged and returned, but does not stop the rest.
        let mut done = Ok(());
        for person in self.store.erasures().await? {
            done = done.and(self.erase(person).await);
        }
        if self.store.shards().is_first() {
            done = done.and(self.standings.add_missing_results().await);
        }
        done
    }
}
