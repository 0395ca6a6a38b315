//! Jobs in a PostgreSQL database, for workers on any number of machines.
//!
//! `lab_run` holds the plans, `lab_job` their jobs and results. A worker locks the row of a job until it has stored the
//! result, and skips rows that others have locked (`SKIP LOCKED`). The lock ends with the worker's connection, so the
//! job of a killed worker is free at once. Every job is computed from its seed: playing it twice changes nothing.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection as _, Row as _};
use tokio::runtime::{Builder, Runtime};

use crate::work::{Work, WorkError, Workshop};

/// Interval at which results are fetched, and free jobs are looked for while all are taken.
const PAUSE: Duration = Duration::from_secs(1);
/// Key of the lock under which tables are created: "lab".
const CREATING: i64 = 0x006c_6162;

const TABLES: [&str; 4] = [
    "CREATE TABLE IF NOT EXISTS lab_run (
        id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        plan TEXT NOT NULL
    )",
    // A plan is too long for an index of its own.
    "CREATE UNIQUE INDEX IF NOT EXISTS lab_run_plan ON lab_run (md5(plan))",
    "CREATE TABLE IF NOT EXISTS lab_job (
        run BIGINT NOT NULL REFERENCES lab_run ON DELETE CASCADE,
        id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        job TEXT NOT NULL,
        result TEXT,
        UNIQUE (run, job)
    )",
    "CREATE INDEX IF NOT EXISTS lab_job_open ON lab_job (id) WHERE result IS NULL",
];

/// Error of the queue.
#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    /// The database cannot be reached or refuses a statement.
    #[error("the queue: {0}")]
    Database(#[from] sqlx::Error),
    /// Work that cannot be done.
    #[error("{0}")]
    Work(#[from] WorkError),
    /// The program cannot wait for the database.
    #[error("the queue: {0}")]
    Io(#[from] std::io::Error),
}

/// Number of jobs of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Left {
    /// Jobs without a result.
    pub open: i64,
    /// Results that were not collected.
    pub finished: i64,
}

/// Connection to a queue.
#[derive(Debug)]
pub struct Queue {
    runtime: Runtime,
    connection: PgConnection,
}

impl Queue {
    /// Connects to a database, `postgres://…`, and creates the tables.
    ///
    /// # Errors
    /// [`QueueError`] if it cannot be reached.
    pub fn open(url: &str) -> Result<Self, QueueError> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let connection = runtime.block_on(async {
            let options: PgConnectOptions = url.parse()?;
            let mut connection = PgConnection::connect_with(&options.application_name("battalion-lab")).await?;
            let mut transaction = connection.begin().await?;
            // "IF NOT EXISTS" alone fails when two programs create a table at the same time.
            sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(CREATING).execute(&mut *transaction).await?;
            for table in TABLES {
                sqlx::query(table).execute(&mut *transaction).await?;
            }
            transaction.commit().await?;
            Ok::<_, sqlx::Error>(connection)
        })?;
        Ok(Self { runtime, connection })
    }

    /// Adds jobs of a run and returns the run's number. Jobs that are there already stay as they are.
    ///
    /// # Errors
    /// [`QueueError`] if they cannot be stored.
    pub fn offer(&mut self, work: &Work, jobs: &[String]) -> Result<i64, QueueError> {
        let plan = serde_json::to_string(work).map_err(WorkError::from)?;
        let Self { runtime, connection } = self;
        Ok(runtime.block_on(async {
            let mut transaction = connection.begin().await?;
            sqlx::query("INSERT INTO lab_run (plan) VALUES ($1) ON CONFLICT DO NOTHING")
                .bind(&plan)
                .execute(&mut *transaction)
                .await?;
            let run: i64 = sqlx::query_scalar("SELECT id FROM lab_run WHERE plan = $1")
                .bind(&plan)
                .fetch_one(&mut *transaction)
                .await?;
            sqlx::query("INSERT INTO lab_job (run, job) SELECT $1, unnest($2::TEXT[]) ON CONFLICT DO NOTHING")
                .bind(run)
                .bind(jobs)
                .execute(&mut *transaction)
                .await?;
            transaction.commit().await?;
            Ok::<_, sqlx::Error>(run)
        })?)
    }

    /// Passes finished results of a run to `keep` and deletes them from the database. If `keep` fails, they stay.
    ///
    /// # Errors
    /// The error of `keep`, or a [`QueueError`].
    pub fn collect<E: From<QueueError>>(
        &mut self,
        run: i64,
        mut keep: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        let Self { runtime, connection } = self;
        runtime.block_on(async {
            let failed = |error: sqlx::Error| E::from(QueueError::from(error));
            let mut transaction = connection.begin().await.map_err(failed)?;
            let finished: Vec<String> =
                sqlx::query_scalar("DELETE FROM lab_job WHERE run = $1 AND result IS NOT NULL RETURNING result")
                    .bind(run)
                    .fetch_all(&mut *transaction)
                    .await
                    .map_err(failed)?;
            finished.iter().try_for_each(|result| keep(result))?;
            transaction.commit().await.map_err(failed)
        })
    }

    /// Number of jobs of a run; of all runs without a number.
    ///
    /// # Errors
    /// [`QueueError`] if the database cannot be read.
    pub fn left(&mut self, run: Option<i64>) -> Result<Left, QueueError> {
        let Self { runtime, connection } = self;
        let counted = sqlx::query(
            "SELECT COUNT(*) FILTER (WHERE result IS NULL), COUNT(result) FROM lab_job WHERE $1 IS NULL OR run = $1",
        );
        let row = runtime.block_on(counted.bind(run).fetch_one(connection))?;
        Ok(Left { open: row.try_get(0)?, finished: row.try_get(1)? })
    }

    /// Deletes a run and its jobs.
    ///
    /// # Errors
    /// [`QueueError`] if that fails.
    pub fn remove(&mut self, run: i64) -> Result<(), QueueError> {
        let Self { runtime, connection } = self;
        runtime.block_on(sqlx::query("DELETE FROM lab_run WHERE id = $1").bind(run).execute(connection))?;
        Ok(())
    }
}

/// Offers jobs and passes their results to `keep` as workers finish them. Returns when there is a result for each.
///
/// # Errors
/// The error of `keep`, or a [`QueueError`].
pub fn run<E: From<QueueError>>(
    url: &str,
    work: &Work,
    jobs: &[String],
    mut keep: impl FnMut(&str) -> Result<(), E>,
) -> Result<(), E> {
    let mut queue = Queue::open(url)?;
    let run = queue.offer(work, jobs)?;
    loop {
        queue.collect(run, &mut keep)?;
        if queue.left(Some(run))? == Left::default() {
            return Ok(queue.remove(run)?);
        }
        std::thread::sleep(PAUSE);
    }
}

/// Plays free jobs until every job has a result or the time is over. Returns the number of jobs played.
///
/// # Errors
/// [`QueueError`] if the database cannot be used or a job cannot be played.
pub fn work(url: &str, most: Option<Duration>) -> Result<u64, QueueError> {
    let mut queue = Queue::open(url)?;
    let begun = Instant::now();
    let mut workshops = HashMap::new();
    let mut played = 0;
    while most.is_none_or(|most| begun.elapsed() < most) {
        if queue.play_one(&mut workshops)? {
            played += 1;
        } else if queue.left(None)?.open == 0 {
            break;
        } else {
            // Others play the rest. If one of them is killed, its job is free again.
            std::thread::sleep(PAUSE);
        }
    }
    Ok(played)
}

impl Queue {
    /// Plays a free job; `false` if there is none.
    fn play_one(&mut self, workshops: &mut HashMap<i64, Workshop>) -> Result<bool, QueueError> {
        let Self { runtime, connection } = self;
        runtime.block_on(async {
            let mut transaction = connection.begin().await?;
            let free =
                "SELECT run, id, job FROM lab_job WHERE result IS NULL ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED";
            let Some(row) = sqlx::query(free).fetch_optional(&mut *transaction).await? else {
                return Ok(false);
            };
            let (run, id, job): (i64, i64, String) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
            let workshop = match workshops.entry(run) {
                std::collections::hash_map::Entry::Occupied(known) => known.into_mut(),
                std::collections::hash_map::Entry::Vacant(place) => {
                    let plan: String = sqlx::query_scalar("SELECT plan FROM lab_run WHERE id = $1")
                        .bind(run)
                        .fetch_one(&mut *transaction)
                        .await?;
                    let work: Work = serde_json::from_str(&plan).map_err(WorkError::from)?;
                    place.insert(Workshop::new(work)?)
                }
            };
            // The only task of this thread's runtime.
            let result = workshop.play(&job)?;
            sqlx::query("UPDATE lab_job SET result = $1 WHERE id = $2")
                .bind(result)
                .bind(id)
                .execute(&mut *transaction)
                .await?;
            transaction.commit().await?;
            Ok(true)
        })
    }
}
