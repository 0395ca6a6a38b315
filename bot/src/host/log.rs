//! Log of a server: changes by its administrators. An entry is stored in the same transaction as its change.

pub(super) mod pen;

use crate::host::GuildId;
use crate::host::error::Error;
use crate::host::model::{LogEntry, Member, Who};
use crate::host::settings::Settings;
use crate::store::LogRow;

impl Settings {
    /// Log of a server, newest first; for its administrators only.
    pub async fn admin_log(&self, who: &Who, guild: GuildId) -> Result<Vec<LogEntry>, Error> {
        self.administered(who, guild).await?;
        let rows = self.store.admin_log(guild).await?;
        let entry = |row: LogRow| LogEntry {
            at: row.at / 1000,
            by: row.by.map(|by| Member { person: by.person, name: by.name }),
            what: serde_json::from_str(&row.content).ok(),
        };
        Ok(rows.into_iter().map(entry).collect())
    }
}
