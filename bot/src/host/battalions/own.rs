//! Servers' own Battalions, and which of all may be picked: what those do who administer a server. Everything here asks first
//! whether they may. How a file becomes one of these is in `drafts`.

use engine::battalion;

use crate::host::battalions::checking::place;
use crate::host::battalions::roster::{self, key};
use crate::host::error::{BattalionRefusal, Error, InternalError, refuse};
use crate::host::model::{BattalionChange, BattalionFile, GuildSettings, Listed, Who};
use crate::host::{GuildId, Host};
use crate::store::{BattalionRow, BattalionState};

/// Battalions of a server that are kept at all, those in the archive included.
const KEPT: usize = 200;

fn unknown() -> Error {
    refuse(BattalionRefusal::Unknown)
}

pub(in crate::host) fn builtin_id(id: &str) -> bool {
    battalion::builtin().iter().any(|one| one.id == id)
}

/// The newest version of a Battalion.
pub(in crate::host) fn newest<'a>(rows: &'a [BattalionRow], id: &str) -> Option<&'a BattalionRow> {
    rows.iter().find(|row| row.id == id)
}

/// How many Battalions besides this one are not in the archive.
fn others_in_use(rows: &[BattalionRow], id: &str) -> usize {
    let mut ids: Vec<&str> = rows
        .iter()
        .filter(|row| row.state != BattalionState::Archived && row.id != id)
        .map(|row| row.id.as_str())
        .collect();
    ids.dedup();
    ids.len()
}

/// Is there room for one more that is not in the archive?
pub(in crate::host) fn room(
    rows: &[BattalionRow],
    id: &str,
    settings: &GuildSettings,
) -> Result<(), Error> {
    let most = usize::from(settings.limits.battalions);
    if others_in_use(rows, id) >= most {
        return Err(refuse(BattalionRefusal::TooMany(most)));
    }
    let mut ids: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    ids.dedup();
    if newest(rows, id).is_none() && ids.len() >= KEPT {
        return Err(refuse(BattalionRefusal::KeepsTooMany(KEPT)));
    }
    Ok(())
}

impl Host {
    /// An own Battalion by id or name, with all of its versions.
    async fn own(&self, guild: GuildId, text: &str) -> Result<Vec<BattalionRow>, Error> {
        let wanted = text.trim().to_lowercase();
        let rows = self.store().battalions(guild).await?;
        let mut id = newest(&rows, &wanted).map(|row| row.id.clone());
        if id.is_none() {
            for row in &rows {
                if let Some(army) = self.own_army(guild, row).await?
                    && army.definition.name.to_lowercase() == wanted
                {
                    id = Some(row.id.clone());
                    break;
                }
            }
        }
        match id {
            Some(id) => Ok(rows.into_iter().filter(|row| row.id == id).collect()),
            None if builtin_id(&wanted) => Err(refuse(BattalionRefusal::BuiltIn)),
            None => Err(unknown()),
        }
    }

    /// One version of a Battalion: the one asked for, or the newest.
    fn version(rows: Vec<BattalionRow>, version: Option<i64>) -> Result<BattalionRow, Error> {
        let newest = rows.first().map(|row| row.version);
        let found = rows
            .into_iter()
            .find(|row| version.is_none_or(|version| row.version == version));
        found.ok_or_else(|| {
            let newest = newest.unwrap_or_default();
            refuse(BattalionRefusal::NoVersion { newest })
        })
    }

    async fn name(&self, guild: GuildId, row: &BattalionRow) -> Result<String, Error> {
        let army = self.own_army(guild, row).await?;
        Ok(army.map_or_else(|| row.id.clone(), |army| army.definition.name.clone()))
    }

    /// Lets everyone on the server pick an own Battalion, in its newest version or in this one. Answers with what was done.
    ///
    /// # Errors
    /// A refusal that says what is missing or in the way, or a fault.
    pub async fn publish_battalion(
        &self,
        who: &Who,
        guild: GuildId,
        text: &str,
        version: Option<i64>,
    ) -> Result<BattalionChange, Error> {
        let settings = self.administered(who, guild).await?;
        let row = Self::version(self.own(guild, text).await?, version)?;
        room(&self.store().battalions(guild).await?, &row.id, &settings)?;
        self.store()
            .publish_battalion(guild, &row.id, row.version)
            .await?;
        let name = self.name(guild, &row).await?;
        Ok(BattalionChange::Published {
            name,
            version: row.version,
            disabled: settings.disabled_battalions.contains(&row.id),
        })
    }

    /// Lets nobody pick an own Battalion any more; its files are kept. Answers with what was done.
    ///
    /// # Errors
    /// A refusal that says what is missing, or a fault.
    pub async fn archive_battalion(
        &self,
        who: &Who,
        guild: GuildId,
        text: &str,
    ) -> Result<BattalionChange, Error> {
        self.administered(who, guild).await?;
        let row = Self::version(self.own(guild, text).await?, None)?;
        self.store().archive_battalion(guild, &row.id).await?;
        Ok(BattalionChange::Archived(self.name(guild, &row).await?))
    }

    /// The file of an own Battalion, as it was added.
    ///
    /// # Errors
    /// A refusal that says what is missing, or a fault.
    pub async fn export_battalion(
        &self,
        who: &Who,
        guild: GuildId,
        text: &str,
        version: Option<i64>,
    ) -> Result<BattalionFile, Error> {
        self.administered(who, guild).await?;
        let row = Self::version(self.own(guild, text).await?, version)?;
        let file = self
            .store()
            .battalion_file(guild, &row.id, row.version)
            .await?;
        let text = file.ok_or_else(|| {
            InternalError::plain("exporting a Battalion", "its file is not there")
        })?;
        Ok(BattalionFile {
            name: format!("{}.toml", key(&row.id, row.version).replace('@', "-")),
            text,
        })
    }

    /// A Battalion as a file to start from, with an id of its own: a built-in or an own one.
    ///
    /// # Errors
    /// A refusal that says what is missing, or a fault.
    pub async fn clone_battalion(
        &self,
        who: &Who,
        guild: GuildId,
        text: &str,
    ) -> Result<BattalionFile, Error> {
        self.administered(who, guild).await?;
        let roster = self.roster(Some(guild)).await?;
        let army = match roster.named(text) {
            Some(army) => army.clone(),
            None => {
                let row = Self::version(self.own(guild, text).await?, None)?;
                self.own_army(guild, &row).await?.ok_or_else(unknown)?
            }
        };
        let id: String = format!("my-{}", army.definition.id)
            .chars()
            .take(battalion::MAX_ID)
            .collect();
        let id = id.trim_end_matches('-');
        let name: String = format!("My {}", army.definition.name)
            .chars()
            .take(battalion::MAX_NAME)
            .collect();
        let name = name.trim_end();
        let text = with_key(&army.file, "id", id);
        Ok(BattalionFile {
            name: format!("{id}.toml"),
            text: with_key(&text, "name", name),
        })
    }

    /// Lets a Battalion, built in or own, be picked again, or not any more. Answers with what was done.
    ///
    /// # Errors
    /// A refusal that says what is missing, or a fault.
    pub async fn switch_battalion(
        &self,
        who: &Who,
        guild: GuildId,
        text: &str,
        on: bool,
    ) -> Result<BattalionChange, Error> {
        self.administered(who, guild).await?;
        let (id, name) = match self.roster(Some(guild)).await?.named(text) {
            Some(army) => (army.definition.id.clone(), army.definition.name.clone()),
            None => {
                let row = Self::version(self.own(guild, text).await?, None)?;
                (row.id.clone(), self.name(guild, &row).await?)
            }
        };
        self.change_guild_settings(who, guild, move |settings| {
            settings.disabled_battalions.retain(|off| *off != id);
            if !on {
                settings.disabled_battalions.push(id.clone());
            }
            Ok(())
        })
        .await?;
        Ok(match on {
            true => BattalionChange::Enabled(name),
            false => BattalionChange::Disabled(name),
        })
    }

    /// Every Battalion that there is on a server, for those who administer it.
    ///
    /// # Errors
    /// A refusal that says what is missing, or a fault.
    pub async fn all_battalions(&self, who: &Who, guild: GuildId) -> Result<Vec<Listed>, Error> {
        let settings = self.administered(who, guild).await?;
        let enabled = |id: &str| !settings.disabled_battalions.iter().any(|off| off == id);
        let mut all: Vec<Listed> = roster::builtins()
            .iter()
            .map(|army| Listed {
                enabled: enabled(&army.definition.id),
                id: army.definition.id.clone(),
                name: army.definition.name.clone(),
                own: None,
            })
            .collect();
        let rows = self.store().battalions(guild).await?;
        for same in rows.chunk_by(|a, b| a.id == b.id) {
            let Some(first) = same.first() else { continue };
            let open = same
                .iter()
                .filter(|row| row.state != BattalionState::Archived)
                .map(|row| (row.version, row.state));
            all.push(Listed {
                id: first.id.clone(),
                name: self.name(guild, first).await?,
                enabled: enabled(&first.id),
                own: Some((first.version, open.collect())),
            });
        }
        Ok(all)
    }
}

/// A file with another text for a key at its top; the rest stays byte by byte.
fn with_key(text: &str, key: &str, value: &str) -> String {
    let mut changed = text.to_owned();
    if let Some(place) = place(text, &[key]) {
        changed.replace_range(place, &format!("\"{value}\""));
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_of_every_built_in_one_can_be_read_and_is_another() {
        for builtin in battalion::builtin() {
            let text = with_key(builtin.text, "id", "my-own");
            let text = with_key(&text, "name", "My Own");
            let read = battalion::read(&text, &engine::ability::specs()).unwrap();
            assert_eq!((read.id.as_str(), read.name.as_str()), ("my-own", "My Own"));
            assert_eq!(text.lines().count(), builtin.text.lines().count());
        }
    }

    #[test]
    fn only_the_key_itself_is_changed() {
        let text =
            "\u{FEFF}prose = \"\"\"\r\nid = 1\"\"\"\r\n\"id\" = 'old' # mine\r\n[x]\r\nid = 2\r\n";
        let new = text.replace("'old'", "\"new\"");
        assert_eq!(with_key(text, "id", "new"), new);
        assert_eq!(with_key("a = 1", "id", "new"), "a = 1");
    }
}
