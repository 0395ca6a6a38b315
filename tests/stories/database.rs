//! Direct changes of the bot's database, for states that take days to reach.

use sqlx::{AnyConnection, AssertSqlSafe, Connection as _};
use tests::Table;

/// Runs a statement in the database of a table and returns the number of rows that it changed.
pub async fn edit(table: &Table, sql: &str) -> u64 {
    sqlx::any::install_default_drivers();
    let mut database = AnyConnection::connect(&table.database).await.unwrap();
    let changed = sqlx::query(AssertSqlSafe(sql.to_owned())).execute(&mut database).await.unwrap();
    database.close().await.unwrap();
    changed.rows_affected()
}
