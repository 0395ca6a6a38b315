//! Entries of a server's log: their authors, and the settings that a change affects.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::host::GuildId;
use crate::host::error::{Error, InternalError};
use crate::host::model::{AdminChange, BattalionChange, GuildSettings, SettingChange};
use crate::store::{NewLog, PlayerRow};

/// Creates log entries for one author and server.
#[derive(Clone, Debug)]
pub(in crate::host) struct Pen {
    pub guild: GuildId,
    pub at: i64,
    pub by: Option<PlayerRow>,
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
pub(in crate::host) fn changed_settings(old: &GuildSettings, new: &GuildSettings) -> Result<Vec<SettingChange>, Error> {
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
        // A role that replaces another one is one change.
        let old = new.clone();
        new.admins = Some(Role { id: RoleId(6), name: "Guests".to_owned() });
        let found = changed_settings(&old, &new).unwrap();
        assert_eq!(found.iter().map(|change| change.key.as_str()).collect::<Vec<_>>(), ["admins"]);
        assert_eq!((&found[0].from["name"], &found[0].to["name"]), (&Value::from("Hosts"), &Value::from("Guests")));
    }
}
