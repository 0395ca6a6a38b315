//! Background reading of the whole database in small steps, which detects damage in rows that are rarely used.

use sqlx::AssertSqlSafe;

use super::database::Database;
use super::{Store, StoreError};

/// Rows read per step.
const ROWS: i64 = 200;

/// Position of the probe in the database.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cursor {
    /// Name of the last table that was read completely.
    after: String,
    /// Lowest key already read in the table after it.
    below: Option<i64>,
}

impl Store {
    /// Reads the next rows, those with the highest keys of each table first. A small database is read in a single step.
    /// After a failure the cursor is unchanged, so the next call retries the same rows. A server looks for damage by
    /// itself, so only whether it answers is checked.
    pub async fn read_on(&self, cursor: &mut Cursor) -> Result<(), StoreError> {
        if let Database::Postgres(_) = self.database {
            return self.last_heartbeat().await.map(drop);
        }
        let mut left = ROWS;
        while left > 0 {
            // The key is the rowid. Tables without a rowid use the first column of the primary key, mostly the game.
            let table: Option<(String, String)> = sqlx::query_as(
                "SELECT t.name, CASE t.wr WHEN 0 THEN 'rowid'
                                ELSE (SELECT '[' || c.name || ']' FROM pragma_table_info(t.name) AS c WHERE c.pk = 1) END
                 FROM pragma_table_list AS t
                 WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite!_%' ESCAPE '!' AND t.name > $1
                 ORDER BY t.name LIMIT 1",
            )
            .bind(&cursor.after)
            .fetch_optional(&self.read)
            .await?;
            let Some((table, key)) = table else {
                *cursor = Cursor::default();
                return Ok(());
            };
            // Computing the length of a text reads all of it.
            let lengths: String = sqlx::query_scalar(
                "SELECT group_concat('coalesce(length(CAST([' || name || '] AS TEXT)), 0)', ' + ') FROM pragma_table_info($1)",
            )
            .bind(&table)
            .fetch_one(&self.read)
            .await?;
            let rows = format!(
                "WITH stretch AS (SELECT CAST(min(number) AS INTEGER) AS low FROM
                     (SELECT {key} AS number FROM [{table}] WHERE {key} < $1 ORDER BY {key} DESC LIMIT $2))
                 SELECT (SELECT low FROM stretch), count(*), sum({lengths})
                 FROM [{table}] WHERE {key} < $1 AND {key} >= (SELECT low FROM stretch)"
            );
            let (last, read, _): (Option<i64>, i64, Option<i64>) = sqlx::query_as(AssertSqlSafe(rows))
                .bind(cursor.below.unwrap_or(i64::MAX))
                .bind(left)
                .fetch_one(&self.read)
                .await?;
            *cursor = match last.filter(|_| read >= left) {
                Some(_) => Cursor { below: last, ..std::mem::take(cursor) },
                None => Cursor { after: table, below: None },
            };
            left -= read.max(1);
        }
        Ok(())
    }
}
