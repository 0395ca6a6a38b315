//! Storage of the world in a file, so that it survives a restart.
//!
//! A background task writes changes after a short pause ([`PAUSE`]); a killed program loses the changes of that moment.
//! [`Playground::close`](crate::Playground::close) writes the rest. Rate limits and test records are not stored, and
//! interaction tokens do not survive a restart.

mod journal;
mod kept;
mod unsaved;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::task::JoinHandle;

use crate::error::Error;
use crate::id::{AttachmentId, MessageId};
use crate::state::{Shared, State};
use crate::world::{Message, World};
use journal::{Journal, ReadError};
use kept::{Command, Entry, File, Places};

pub(crate) use unsaved::Unsaved;

/// Time for collecting changes before they are written.
const PAUSE: Duration = Duration::from_millis(100);

/// File of a world.
#[derive(Debug)]
pub(crate) struct Store {
    journal: Journal,
    /// Last written line about the places.
    places: String,
    /// Attachments already written.
    files: BTreeSet<AttachmentId>,
    /// `true` if the last write failed.
    failing: bool,
}

/// Data to write, copied from the state under the lock.
struct Batch {
    places: Places,
    commands: Option<Vec<Command>>,
    messages: Vec<Message>,
}

impl Store {
    /// Opens a file and its world; `None` if the file is new. An unreadable file is set aside under another name.
    ///
    /// # Errors
    /// [`Error::Store`] if the file cannot be read or written.
    pub(crate) fn open(path: &Path, base: &str, files: &str) -> Result<(Self, Option<World>), Error> {
        let failed = |error| Error::Store(path.to_owned(), error);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(failed)?;
        }
        let read = journal::read(path).and_then(|kept| {
            let world = kept.world(base, files).map_err(ReadError::Senseless)?;
            Ok((kept, world))
        });
        let (kept, world) = match read {
            Ok(read) => read,
            Err(ReadError::Io(error)) => return Err(failed(error)),
            Err(why) => {
                let aside = set_aside(path).map_err(failed)?;
                tracing::warn!(
                    target: "playground",
                    "the playground's file {} cannot be used ({why}): it was renamed to {}, and the playground begins without \
                     earlier messages",
                    path.display(),
                    aside.display()
                );
                Default::default()
            }
        };
        let store = Self {
            files: kept.files(),
            journal: Journal::write(path, kept).map_err(failed)?,
            places: String::new(),
            failing: false,
        };
        Ok((store, world))
    }

    /// Writes the changes.
    fn save(&mut self, shared: &Shared) {
        let Some(batch) = shared.take_unsaved(Batch::take) else {
            return;
        };
        let ids: BTreeSet<MessageId> = batch.messages.iter().map(|message| message.id).collect();
        let commands = batch.commands.is_some();
        match self.write(batch) {
            Ok(()) => self.failing = false,
            Err(error) => {
                if !std::mem::replace(&mut self.failing, true) {
                    tracing::warn!(target: "playground", "the playground cannot be saved for now: {error}");
                }
                shared.give_back(Unsaved { messages: ids, commands });
            }
        }
    }

    fn write(&mut self, batch: Batch) -> std::io::Result<()> {
        let mut lines = String::new();
        let places = line(&Entry::Places(batch.places))?;
        if places != self.places {
            lines += &places;
        }
        if let Some(commands) = batch.commands {
            lines += &line(&Entry::Commands(commands))?;
        }
        let mut files = Vec::new();
        for message in batch.messages {
            for file in &message.attachments {
                if !file.bytes.is_empty() && !self.files.contains(&file.id) {
                    let (id, bytes) = (file.id, Arc::clone(&file.bytes));
                    lines += &line(&Entry::File(File { id, bytes }))?;
                    files.push(id);
                }
            }
            lines += &line(&Entry::Message(Box::new(message)))?;
        }
        if !lines.is_empty() {
            self.journal.append(&lines)?;
        }
        self.places = places;
        self.files.extend(files);
        Ok(())
    }
}

impl Batch {
    fn take(state: &State, unsaved: Unsaved) -> Self {
        let world = &state.world;
        let messages = unsaved.messages.iter();
        Self {
            places: Places::of(world),
            commands: unsaved.commands.then(|| kept::commands(world)),
            messages: messages.filter_map(|id| world.messages.get(id)).cloned().collect(),
        }
    }
}

fn line(entry: &Entry) -> serde_json::Result<String> {
    let mut line = serde_json::to_string(entry)?;
    line.push('\n');
    Ok(line)
}

/// Renames an unusable file to a separate name.
fn set_aside(path: &Path) -> std::io::Result<PathBuf> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let aside = path.with_added_extension(format!("old-{}", now.unwrap_or_default().as_secs()));
    std::fs::rename(path, &aside)?;
    Ok(aside)
}

/// Background task that writes changes.
#[derive(Debug)]
pub(crate) struct Saver {
    store: Arc<Mutex<Store>>,
    task: JoinHandle<()>,
}

impl Saver {
    pub(crate) fn start(store: Store, shared: &Arc<Shared>) -> Self {
        let store = Arc::new(Mutex::new(store));
        let task = tokio::spawn(run(Arc::clone(&store), Arc::clone(shared)));
        Self { store, task }
    }

    /// Writes the remaining changes and stops.
    pub(crate) async fn close(self, shared: &Arc<Shared>) {
        save(&self.store, shared).await;
    }
}

impl Drop for Saver {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn run(store: Arc<Mutex<Store>>, shared: Arc<Shared>) {
    let mut changes = shared.changes();
    loop {
        save(&store, &shared).await;
        if changes.changed().await.is_err() {
            return;
        }
        tokio::time::sleep(PAUSE).await;
        changes.borrow_and_update();
    }
}

/// Runs outside the executor, because writing blocks.
async fn save(store: &Arc<Mutex<Store>>, shared: &Arc<Shared>) {
    let (store, shared) = (Arc::clone(store), Arc::clone(shared));
    let saving = tokio::task::spawn_blocking(move || {
        let mut store = store.lock().unwrap_or_else(PoisonError::into_inner);
        store.save(&shared);
    });
    // Fails only when the runtime ends.
    let _ = saving.await;
}
