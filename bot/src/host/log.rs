//! Log of a server: changes by its administrators. An entry is stored in the same transaction as its change.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::host::error::{Error, InternalError};
use crate::host::model::{AdminChange, BattalionChange, GuildSettings, LogEntry, Member, SettingChange, Who};
use crate::host::{GuildId, Host};
use crate::store::{LogRow, NewLog, PlayerRow};

/// Creates log entries for one author and server.
#[derive(Clone, Debug)]
pub(super) struct Pen {
    guild: GuildId,
    at: i64,
    by: Option<PlayerRow>,
}

impl Pen {
    /// Creates an entry.
    pub fn note(&self, what: &AdminChange) -> NewLog {
        NewLog {
            guild: self.guild,
            at: self.at,
            by: self.by.clone(),
            content: serde_json::to_string(what).unwrap_or_default(),
        }
    }

    /// Creates an entry about one of the server's Battalions.
    pub fn battalion(&self, change: &BattalionChange) -> NewLog {
        self.note(&AdminChange::Battalion(change.clone()))
    }
}

fn fields(settings: &GuildSettings) -> Result<Map<String, Value>, Error> {
    match serde_json::to_value(settings) {
        Ok(Value::Object(fields)) => Ok(fields),
        Ok(_) => Ok(Map::new()),
        Err(error) => Err(InternalError::new("writing settings", &error).into()),
    }
}

/// Changed settings with their old and new values. Members of a group (`limits.bytes`) are listed separately.
pub(super) fn changed_settings(old: &GuildSettings, new: &GuildSettings) -> Result<Vec<SettingChange>, Error> {
    let mut found = Vec::new();
    compare("", &fields(old)?, &fields(new)?, &mut found);
    Ok(found)
}

fn compare(group: &str, old: &Map<String, Value>, new: &Map<String, Value>, found: &mut Vec<SettingChange>) {
    // Settings with default values may be absent from the stored object.
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    for name in names {
        let value = |side: &Map<String, Value>| side.get(name).cloned().unwrap_or_default();
        let (from, to) = (value(old), value(new));
        let key = format!("{group}{name}");
        match (&from, &to) {
            // Only `limits` is a group. Other objects, such as a role, count as one value.
            (Value::Object(from), Value::Object(to)) if name == "limits" => {
                compare(&format!("{key}."), from, to, found);
            }
            (from, to) if from != to => found.push(SettingChange { key, from: from.clone(), to: to.clone() }),
            _ => {}
        }
    }
}

impl Host {
    /// Entries with the person as author.
    pub(super) fn pen(&self, who: &Who, guild: GuildId) -> Pen {
        let by = PlayerRow { person: who.person, name: who.name.clone() };
        Pen { by: Some(by), ..self.pen_of_host(guild) }
    }

    /// Entries with the operators of the bot as author.
    pub(super) fn pen_of_host(&self, guild: GuildId) -> Pen {
        Pen { guild, at: self.now(), by: None }
    }

    /// Log of a server, newest first; for its administrators only.
    pub async fn admin_log(&self, who: &Who, guild: GuildId) -> Result<Vec<LogEntry>, Error> {
        self.administered(who, guild).await?;
        let rows = self.store().admin_log(guild).await?;
        let entry = |row: LogRow| LogEntry {
            at: row.at / 1000,
            by: row.by.map(|by| Member { person: by.person, name: by.name }),
            what: serde_json::from_str(&row.content).ok(),
        };
        Ok(rows.into_iter().map(entry).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::RoleId;
    use crate::host::model::Role;

    #[test]
    fn only_what_is_different_is_noted() {
        let old = GuildSettings::default();
        let mut new = old.clone();
        assert_eq!(changed_settings(&old, &new).unwrap(), []);
        new.most_seats = 4;
        new.limits.pieces = 50;
        new.admins = Some(Role { id: RoleId(5), name: "Hosts".to_owned() });
        let found = changed_settings(&old, &new).unwrap();
        let keys: Vec<&str> = found.iter().map(|change| change.key.as_str()).collect();
        assert_eq!(keys, ["admins", "limits.pieces", "most-seats"]);
        assert_eq!((&found[2].from, &found[2].to), (&Value::from(6), &Value::from(4)));
        assert_eq!(found[0].from, Value::Null);
        assert_eq!(found[0].to["name"], "Hosts");
    }
}
