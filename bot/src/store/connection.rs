//! Connection to either kind of database. The store's functions take it, whatever the database.

pub(super) type Connection = sqlx::AnyConnection;
