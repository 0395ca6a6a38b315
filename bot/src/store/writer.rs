//! A connection that writes, and the task that owns it: the only one of a file, and one for each [durability](Durability)
//! on a server, so that actions do not wait for notes there.
//!
//! Every write is a [job](Work): a few statements that belong together. The task takes all waiting jobs, runs each in a
//! savepoint of one transaction and commits once. Under load, many jobs then share one wait for the disk. A job that
//! fails is rolled back alone. A single job needs no savepoint, which saves statements. If the transaction itself fails
//! (disk full, I/O error, file locked by another program, server lost), every job in it fails and the connection is
//! closed. The database may have rolled back on its own, so the connection's state is uncertain.

use std::future::Future;
use std::pin::Pin;
use std::time::{Duration, Instant};

use sqlx::Connection as _;
use tokio::sync::{mpsc, oneshot};

use super::database::Database;
use super::durability::Durability;
use super::error::{Broken, Cause};
use super::{Connection, StoreError};
use crate::metrics;

/// Maximum number of jobs in one transaction.
const BATCH: usize = 64;
/// Maximum number of queued jobs; further callers wait.
const WAITING: usize = 1024;

/// A future that borrows the connection.
pub(super) type Statements<'c, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'c>>;

/// A job together with the slot for its result, without its type parameters.
trait Work: Send {
    fn durability(&self) -> Durability;

    /// Runs the statements. `false` if they failed by themselves and must be rolled back.
    ///
    /// # Errors
    /// The database itself is at fault, so the whole transaction fails.
    fn run<'c>(&'c mut self, connection: &'c mut Connection) -> Statements<'c, bool>;

    fn finish(self: Box<Self>, committed: Result<(), Broken>);
}

struct Job<T, F> {
    durability: Durability,
    statements: Option<F>,
    result: Option<T>,
    /// Error that rolled back this job alone.
    failed: Option<StoreError>,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, F> Work for Job<T, F>
where
    T: Send + 'static,
    F: for<'c> FnOnce(&'c mut Connection) -> Statements<'c, T> + Send + 'static,
{
    fn durability(&self) -> Durability {
        self.durability
    }

    fn run<'c>(&'c mut self, connection: &'c mut Connection) -> Statements<'c, bool> {
        Box::pin(async move {
            let Some(statements) = self.statements.take() else {
                return Ok(true);
            };
            match statements(connection).await {
                Ok(result) => self.result = Some(result),
                Err(error) if error.cause() != Cause::Other => return Err(error),
                Err(error) => self.failed = Some(error),
            }
            Ok(self.failed.is_none())
        })
    }

    fn finish(self: Box<Self>, committed: Result<(), Broken>) {
        let answer = match (committed, self.failed, self.result) {
            (Err(why), _, _) => Err(StoreError::Broken(why)),
            (Ok(()), Some(error), _) => Err(error),
            (Ok(()), None, Some(result)) => Ok(result),
            (Ok(()), None, None) => Err(StoreError::Interrupted),
        };
        // Sending fails if the caller was cancelled.
        let _ = self.reply.send(answer);
    }
}

enum Message {
    Work(Box<dyn Work>),
    Checkpoint(oneshot::Sender<Result<(), StoreError>>),
    Close(oneshot::Sender<()>),
}

/// Handle to the writing task.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    messages: mpsc::Sender<Message>,
}

impl Writer {
    /// Starts the task with an open connection. `most` is the highest durability of its jobs.
    pub fn start(database: Database, most: Durability, open: Connection) -> Self {
        let (messages, waiting) = mpsc::channel(WAITING);
        let owner = Owner { database, most, connection: Some(Open::new(open, most)) };
        tokio::spawn(owner.serve(waiting));
        Self { messages }
    }

    /// Runs statements atomically: all of them are stored when this returns `Ok`, none otherwise.
    pub async fn run<T, F>(&self, durability: Durability, statements: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut Connection) -> Statements<'c, T> + Send + 'static,
    {
        let (reply, answer) = oneshot::channel();
        let job = Job { durability, statements: Some(statements), result: None, failed: None, reply };
        let message = Message::Work(Box::new(job));
        self.messages.send(message).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Interrupted)?
    }

    /// Moves all written data of SQLite into the database file and truncates the journal, so that neither contains
    /// deleted content; PostgreSQL vacuums by itself. Runs after the waiting jobs. Does not wait for slow readers; then a
    /// later checkpoint completes the work.
    pub async fn checkpoint(&self) -> Result<(), StoreError> {
        let (reply, done) = oneshot::channel();
        self.messages.send(Message::Checkpoint(reply)).await.map_err(|_| StoreError::Closed)?;
        done.await.map_err(|_| StoreError::Interrupted)?
    }

    /// Closes the connection after the waiting jobs.
    pub async fn close(&self) {
        let (reply, closed) = oneshot::channel();
        if self.messages.send(Message::Close(reply)).await.is_ok() {
            let _ = closed.await;
        }
    }
}

struct Open {
    connection: Connection,
    /// Highest durability of its transactions.
    most: Durability,
    /// Durability of the last transaction; `None` before the first one.
    durability: Option<Durability>,
}

impl Open {
    fn new(connection: Connection, most: Durability) -> Self {
        Self { connection, most, durability: None }
    }
}

struct Owner {
    database: Database,
    most: Durability,
    /// `None` after a failure, until the next job.
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
                self.database.close();
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

    /// Returns the connection, reopened after a failure. Fails if the database files were replaced since the start.
    async fn open(&mut self) -> Result<Open, Broken> {
        self.database.check().await?;
        match self.connection.take() {
            Some(open) => Ok(open),
            None => Ok(Open::new(self.database.connect(self.most).await?, self.most)),
        }
    }

    async fn checkpoint(&mut self) -> Result<(), StoreError> {
        if let (Some(open), Some(checkpoint)) = (&mut self.connection, self.database.checkpoint()) {
            sqlx::query(checkpoint).execute(&mut open.connection).await?;
        }
        Ok(())
    }

    /// Runs jobs in one transaction and replies to each.
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
        // Runs as a task of its own, so that a panic in a job costs only this transaction. The replies of its jobs are
        // then dropped, which their callers see as an interruption.
        let task = tokio::spawn(transaction(self.database.clone(), open, jobs));
        self.connection = task.await.ok().flatten();
    }
}

/// Runs the transaction and returns the connection, or `None` if it must not be used again.
async fn transaction(database: Database, mut open: Open, mut jobs: Vec<Box<dyn Work>>) -> Option<Open> {
    let began = Instant::now();
    let done = match tokio::time::timeout(database.limit(), all(&database, &mut open, &mut jobs)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(StoreError::Broken(why))) => Err(why),
        Ok(Err(StoreError::Sql(error))) => Err(Broken::new(&database.location(), &error)),
        Ok(Err(other)) => Err(Broken::other(&database.location(), &other)),
        Err(_) => Err(Broken::slow(&database.location())),
    };
    metrics::written(jobs.len() as u64, done.is_ok(), began.elapsed());
    let open = done.is_ok().then_some(open);
    for job in jobs {
        job.finish(done.clone());
    }
    open
}

async fn all(database: &Database, open: &mut Open, jobs: &mut [Box<dyn Work>]) -> Result<(), StoreError> {
    let durability = jobs.iter().map(|job| job.durability()).max().unwrap_or(open.most);
    begin(database, open, durability).await?;
    let connection = &mut open.connection;
    if let [job] = jobs {
        let end = if job.run(connection).await? { "COMMIT" } else { "ROLLBACK" };
        sqlx::query(end).execute(connection).await?;
        return Ok(());
    }
    for job in jobs {
        // Hides the savepoint of the job before; both end with the transaction.
        sqlx::query("SAVEPOINT job").execute(&mut *connection).await?;
        if !job.run(connection).await? {
            sqlx::query("ROLLBACK TO job").execute(&mut *connection).await?;
        }
    }
    sqlx::query("COMMIT").execute(connection).await?;
    Ok(())
}

/// Begins the transaction. A connection that was lost since the last one, for example by a restart of the server, is
/// replaced: nothing was written on it.
async fn begin(database: &Database, open: &mut Open, durability: Durability) -> Result<(), StoreError> {
    let statements = database.begin(open.durability, durability);
    if let Err(error) = sqlx::raw_sql(statements).execute(&mut open.connection).await {
        let error = StoreError::Sql(error);
        if error.cause() != Cause::Unreachable {
            return Err(error);
        }
        *open = Open::new(database.connect(open.most).await?, open.most);
        sqlx::raw_sql(statements).execute(&mut open.connection).await?;
    }
    open.durability = Some(durability);
    Ok(())
}
