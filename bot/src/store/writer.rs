//! The one connection that writes, and the task that owns it.
//!
//! Whatever is to be written is a [job](Work): a few statements that belong together. The task takes all jobs that wait, runs each
//! in a savepoint of one transaction and commits once, so that a busy moment costs one wait for the disk instead of many.
//! A job that fails is rolled back alone. When the transaction itself fails (the disk is full, the disk fails, another program holds
//! the file), every job in it fails, and the connection is closed: SQLite may have rolled back by itself, and only a new connection
//! is certain to know what the file holds.

use std::future::Future;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::sync::{mpsc, oneshot};

use super::StoreError;
use super::error::{Broken, Cause};
use super::file::Files;
use crate::metrics;

/// Jobs in one transaction at the most.
const BATCH: usize = 64;
/// Jobs that wait at the most; more callers wait for a place.
const WAITING: usize = 1024;

/// A future that borrows the connection.
pub(super) type Statements<'c, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'c>>;

/// What a power failure may take back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Durability {
    /// The last moments, until the next lasting write: notes about deliveries, which the outbox can find out again.
    Relaxed,
    /// Nothing: the caller is answered when the disk has it. For everything that people are told was done.
    Lasting,
}

/// A job with the place for its result.
trait Work: Send {
    fn durability(&self) -> Durability;
    fn run<'c>(&'c mut self, connection: &'c mut SqliteConnection) -> Statements<'c, ()>;
    fn finish(self: Box<Self>, committed: Result<(), Broken>);
}

struct Job<T, F> {
    durability: Durability,
    statements: Option<F>,
    result: Option<T>,
    /// Why this job alone was rolled back.
    failed: Option<StoreError>,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, F> Work for Job<T, F>
where
    T: Send + 'static,
    F: for<'c> FnOnce(&'c mut SqliteConnection) -> Statements<'c, T> + Send + 'static,
{
    fn durability(&self) -> Durability {
        self.durability
    }

    fn run<'c>(&'c mut self, connection: &'c mut SqliteConnection) -> Statements<'c, ()> {
        Box::pin(async move {
            let Some(statements) = self.statements.take() else {
                return Ok(());
            };
            sqlx::query("SAVEPOINT job").execute(&mut *connection).await?;
            match statements(connection).await {
                Ok(result) => self.result = Some(result),
                // The file is in trouble: nothing of this transaction can be trusted.
                Err(error) if error.cause() != Cause::Other => return Err(error),
                Err(error) => {
                    self.failed = Some(error);
                    sqlx::query("ROLLBACK TO job").execute(&mut *connection).await?;
                }
            }
            sqlx::query("RELEASE job").execute(&mut *connection).await?;
            Ok(())
        })
    }

    fn finish(self: Box<Self>, committed: Result<(), Broken>) {
        let answer = match (committed, self.failed, self.result) {
            (Err(why), _, _) => Err(StoreError::Broken(why)),
            (Ok(()), Some(error), _) => Err(error),
            (Ok(()), None, Some(result)) => Ok(result),
            (Ok(()), None, None) => Err(StoreError::Interrupted),
        };
        // The caller may have gone away.
        let _ = self.reply.send(answer);
    }
}

enum Message {
    Work(Box<dyn Work>),
    Checkpoint(oneshot::Sender<Result<(), StoreError>>),
    Close(oneshot::Sender<()>),
}

/// A handle to the task that writes.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    messages: mpsc::Sender<Message>,
}

impl Writer {
    /// Starts the task with a connection that is open.
    pub fn start(path: PathBuf, files: Arc<Files>, options: SqliteConnectOptions, open: SqliteConnection) -> Self {
        let (messages, waiting) = mpsc::channel(WAITING);
        let owner = Owner { path, files, options, connection: Some(Open { connection: open, durability: None }) };
        tokio::spawn(owner.serve(waiting));
        Self { messages }
    }

    /// Runs statements that belong together: all of them are stored when this answers, or none.
    pub async fn run<T, F>(&self, durability: Durability, statements: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut SqliteConnection) -> Statements<'c, T> + Send + 'static,
    {
        let (reply, answer) = oneshot::channel();
        let job = Job { durability, statements: Some(statements), result: None, failed: None, reply };
        let message = Message::Work(Box::new(job));
        self.messages.send(message).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Interrupted)?
    }

    /// Moves everything written into the database file and empties the journal beside it, once what waits is done, so that
    /// neither holds what was deleted. Readers that take too long are not waited for: then the next checkpoint does it.
    pub async fn checkpoint(&self) -> Result<(), StoreError> {
        let (reply, done) = oneshot::channel();
        self.messages.send(Message::Checkpoint(reply)).await.map_err(|_| StoreError::Closed)?;
        done.await.map_err(|_| StoreError::Interrupted)?
    }

    /// Closes the connection once everything that waits is done.
    pub async fn close(&self) {
        let (reply, closed) = oneshot::channel();
        if self.messages.send(Message::Close(reply)).await.is_ok() {
            let _ = closed.await;
        }
    }
}

/// A connection, and how durable its commits are set to be; not known of a new one.
struct Open {
    connection: SqliteConnection,
    durability: Option<Durability>,
}

struct Owner {
    path: PathBuf,
    files: Arc<Files>,
    options: SqliteConnectOptions,
    /// None after a failure, until the next job.
    connection: Option<Open>,
}

impl Owner {
    async fn serve(mut self, mut messages: mpsc::Receiver<Message>) {
        let mut waiting = Vec::with_capacity(BATCH);
        while messages.recv_many(&mut waiting, BATCH).await > 0 {
            let mut jobs = Vec::with_capacity(waiting.len());
            let (mut checkpoints, mut closing) = (Vec::new(), None);
            for message in waiting.drain(..) {
                match message {
                    Message::Work(job) => jobs.push(job),
                    Message::Checkpoint(reply) => checkpoints.push(reply),
                    Message::Close(reply) => closing = Some(reply),
                }
            }
            if !jobs.is_empty() {
                self.work(jobs).await;
            }
            for reply in checkpoints {
                let _ = reply.send(self.checkpoint().await);
            }
            if let Some(reply) = closing {
                messages.close();
                if let Some(open) = self.connection.take()
                    && let Err(error) = open.connection.close().await
                {
                    tracing::warn!(%error, "the database was not closed cleanly");
                }
                let _ = reply.send(());
                return;
            }
        }
    }

    /// The connection, to the file that the program was started with and no other.
    async fn open(&mut self) -> Result<Open, Broken> {
        self.files.check().await?;
        match self.connection.take() {
            Some(open) => Ok(open),
            None => match self.options.connect().await {
                Ok(connection) => Ok(Open { connection, durability: None }),
                Err(error) => Err(Broken::new(&self.path, &error)),
            },
        }
    }

    async fn checkpoint(&mut self) -> Result<(), StoreError> {
        if let Some(open) = &mut self.connection {
            sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut open.connection).await?;
        }
        Ok(())
    }

    /// Runs jobs in one transaction and answers each.
    async fn work(&mut self, jobs: Vec<Box<dyn Work>>) {
        let open = match self.open().await {
            Ok(open) => open,
            Err(why) => {
                metrics::written(jobs.len() as u64, false, Duration::ZERO);
                for job in jobs {
                    job.finish(Err(why.clone()));
                }
                return;
            }
        };
        // A task of its own: a panic in a job costs that transaction, not the writer. Its jobs are answered by being dropped.
        let task = tokio::spawn(transaction(self.path.clone(), open, jobs));
        self.connection = task.await.ok().flatten();
    }
}

/// Answers with the connection, unless it is not to be used again.
async fn transaction(path: PathBuf, mut open: Open, mut jobs: Vec<Box<dyn Work>>) -> Option<Open> {
    let began = Instant::now();
    let done = all(&mut open, &mut jobs).await;
    metrics::written(jobs.len() as u64, done.is_ok(), began.elapsed());
    let (committed, open) = match done {
        Ok(()) => (Ok(()), Some(open)),
        Err(StoreError::Sql(error)) => (Err(Broken::new(&path, &error)), None),
        Err(other) => (Err(Broken::other(&path, &other)), None),
    };
    for job in jobs {
        job.finish(committed.clone());
    }
    open
}

async fn all(open: &mut Open, jobs: &mut [Box<dyn Work>]) -> Result<(), StoreError> {
    let durability = jobs.iter().map(|job| job.durability()).max();
    if open.durability != durability {
        let pragma = match durability {
            Some(Durability::Relaxed) => "PRAGMA synchronous = NORMAL",
            Some(Durability::Lasting) | None => "PRAGMA synchronous = FULL",
        };
        sqlx::query(pragma).execute(&mut open.connection).await?;
        open.durability = durability;
    }
    // It takes the right to write at once, so that it cannot fail half-way for want of it.
    sqlx::query("BEGIN IMMEDIATE").execute(&mut open.connection).await?;
    for job in jobs {
        job.run(&mut open.connection).await?;
    }
    sqlx::query("COMMIT").execute(&mut open.connection).await?;
    Ok(())
}
