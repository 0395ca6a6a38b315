//! Servers' own Battalions, and which of all may be picked: what those do who administer a server. Everything here asks first
//! whether they may.

use engine::battalion::{self, FileError};

use super::battalions::key;
use super::checking::{Good, at_key};
use super::error::{Error, Fault, RefusalKind, refuse};
use super::model::{Added, BattalionFile, Checked, Draft, GuildSettings, Listed, Who};
use super::{DraftId, GuildId, Host};
use crate::store::{BattalionRow, BattalionState, DraftRow, Outcome};

/// Battalions of a server that are kept at all, those in the archive included.
const KEPT: usize = 200;

fn unknown() -> Error {
    refuse(
        RefusalKind::Input,
        "There is no such Battalion on this server; choose one of the list.",
    )
}

fn gone() -> Error {
    refuse(
        RefusalKind::Input,
        "This file no longer waits to be accepted; add it again.",
    )
}

fn builtin_id(id: &str) -> bool {
    battalion::builtin().iter().any(|one| one.id == id)
}

/// The newest version of a Battalion.
fn newest<'a>(rows: &'a [BattalionRow], id: &str) -> Option<&'a BattalionRow> {
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
fn room(rows: &[BattalionRow], id: &str, settings: &GuildSettings) -> Result<(), Error> {
    let most = usize::from(settings.limits.battalions);
    if others_in_use(rows, id) >= most {
        return Err(refuse(
            RefusalKind::Input,
            format!(
                "This server has {most} Battalions of its own, as many as it allows; archive one first, or raise the limit."
            ),
        ));
    }
    let mut ids: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    ids.dedup();
    if newest(rows, id).is_none() && ids.len() >= KEPT {
        return Err(refuse(
            RefusalKind::Input,
            format!(
                "This server keeps {KEPT} Battalions already; use the id of one in the archive for a new version of it."
            ),
        ));
    }
    Ok(())
}

impl Host {
    /// What keeps a sound file from being a Battalion of this server: its id or its name is another's.
    async fn taken(&self, guild: GuildId, good: &Good) -> Result<Vec<FileError>, Error> {
        let (id, name) = (&good.definition.id, &good.definition.name);
        let mut errors = Vec::new();
        if builtin_id(id) {
            let message = format!("the id `{id}` is that of a built-in Battalion");
            errors.push(FileError {
                suggestion: Some(format!("my-{id}")),
                ..at_key(&good.text, "id", message)
            });
        }
        let same = |army: &super::battalions::Army| {
            army.definition.id != *id && army.definition.name.to_lowercase() == name.to_lowercase()
        };
        if self
            .roster(Some(guild))
            .await?
            .all()
            .any(|army| same(&army))
        {
            let message = "the name is that of another Battalion here: choose one of its own";
            errors.push(at_key(&good.text, "name", message.to_owned()));
        }
        Ok(errors)
    }

    async fn sound(
        &self,
        guild: GuildId,
        settings: &GuildSettings,
        bytes: Vec<u8>,
    ) -> Result<Result<Good, Vec<FileError>>, Error> {
        let good = match self.look_at(bytes, settings.limits).await? {
            Ok(good) => good,
            Err(errors) => return Ok(Err(errors)),
        };
        let errors = self.taken(guild, &good).await?;
        Ok(if errors.is_empty() {
            Ok(good)
        } else {
            Err(errors)
        })
    }

    /// Says everything that is wrong with a file, and keeps nothing.
    ///
    /// # Errors
    /// A refusal that says what is missing or too much, or a fault.
    pub async fn check_battalion(
        &self,
        who: &Who,
        guild: GuildId,
        bytes: Vec<u8>,
    ) -> Result<Checked, Error> {
        let settings = self.administered(who, guild).await?;
        Ok(match self.sound(guild, &settings, bytes).await? {
            Ok(good) => Checked::Good(good.definition),
            Err(errors) => Checked::Faulty(errors),
        })
    }

    /// Checks a file, and keeps it until it is accepted or discarded.
    ///
    /// # Errors
    /// A refusal that says what is missing or too much, or a fault.
    pub async fn add_battalion(
        &self,
        who: &Who,
        guild: GuildId,
        bytes: Vec<u8>,
    ) -> Result<Added, Error> {
        let settings = self.administered(who, guild).await?;
        let Good { definition, text } = match self.sound(guild, &settings, bytes).await? {
            Ok(good) => good,
            Err(errors) => return Ok(Added::Faulty(errors)),
        };
        let rows = self.store().battalions(guild).await?;
        room(&rows, &definition.id, &settings)?;
        let version = newest(&rows, &definition.id).map_or(1, |row| row.version + 1);
        let now = self.now();
        let id = self
            .store()
            .put_draft(guild, &definition.id, &text, who.person, now)
            .await?;
        Ok(Added::Draft(Draft {
            id,
            definition,
            version,
        }))
    }

    /// A file that waits on this server.
    async fn waiting(&self, guild: GuildId, id: DraftId) -> Result<DraftRow, Error> {
        let row = self.store().draft(id).await?;
        row.filter(|row| row.guild == guild).ok_or_else(gone)
    }

    /// A file that waits to be accepted, for its preview.
    ///
    /// # Errors
    /// A refusal that says what is missing, or that nothing waits any more, or a fault.
    pub async fn draft(&self, who: &Who, guild: GuildId, id: DraftId) -> Result<Draft, Error> {
        self.administered(who, guild).await?;
        let row = self.waiting(guild, id).await?;
        let rows = self.store().battalions(guild).await?;
        let version = newest(&rows, &row.battalion).map_or(1, |row| row.version + 1);
        let read = self
            .blocking(move || Ok(battalion::read(&row.file, &engine::ability::specs())))
            .await?;
        // It was in order for the program that kept it.
        let definition = read.map_err(|_| gone())?;
        Ok(Draft {
            id,
            definition: definition.into(),
            version,
        })
    }

    /// Makes a waiting file a Battalion of the server, or a new version of one: private until it is published. Answers with
    /// what is to be said; a repeated delivery is answered as before.
    ///
    /// # Errors
    /// A refusal that says what is missing or in the way, or a fault.
    pub async fn accept_battalion(
        &self,
        who: &Who,
        guild: GuildId,
        id: DraftId,
    ) -> Result<String, Error> {
        let settings = self.administered(who, guild).await?;
        if let Some(answer) = self.store().answered(who.interaction).await? {
            return Ok(answer);
        }
        let row = self.waiting(guild, id).await?;
        // Other files may have been accepted since this one was looked at.
        let bytes = row.file.clone().into_bytes();
        let good = match self.sound(guild, &settings, bytes).await? {
            Ok(good) => good,
            Err(errors) => {
                let first = errors.first().map(ToString::to_string);
                return Err(refuse(RefusalKind::Input, first.unwrap_or_default()));
            }
        };
        let rows = self.store().battalions(guild).await?;
        room(&rows, &row.battalion, &settings)?;
        let name = good.definition.name.clone();
        let said = move |version: i64| {
            format!(
                "{name} is a Battalion of this server now (version {version}). Only those who administer the server can pick it until you publish it."
            )
        };
        let accepted = self
            .store()
            .accept_draft(&row, who.person, who.interaction, self.now(), said.clone())
            .await?;
        match accepted {
            Outcome::Stored(version) => Ok(said(version)),
            Outcome::Repeated(answer) => Ok(answer),
            Outcome::Conflict => Err(gone()),
        }
    }

    /// Forgets a waiting file.
    ///
    /// # Errors
    /// A refusal that says what is missing, or a fault.
    pub async fn discard_battalion(
        &self,
        who: &Who,
        guild: GuildId,
        id: DraftId,
    ) -> Result<(), Error> {
        self.administered(who, guild).await?;
        // A repeated press finds it gone, as it should be.
        if let Ok(row) = self.waiting(guild, id).await {
            self.store().discard_draft(row.id).await?;
        }
        Ok(())
    }

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
            None if builtin_id(&wanted) => Err(refuse(
                RefusalKind::Input,
                "That Battalion comes with the program; it can only be enabled, disabled and cloned.",
            )),
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
            refuse(
                RefusalKind::Input,
                format!(
                    "That version is not kept; the newest is {}.",
                    newest.unwrap_or_default()
                ),
            )
        })
    }

    async fn name(&self, guild: GuildId, row: &BattalionRow) -> Result<String, Error> {
        let army = self.own_army(guild, row).await?;
        Ok(army.map_or_else(|| row.id.clone(), |army| army.definition.name.clone()))
    }

    /// Lets everyone on the server pick an own Battalion, in its newest version or in this one. Answers with what is to be said.
    ///
    /// # Errors
    /// A refusal that says what is missing or in the way, or a fault.
    pub async fn publish_battalion(
        &self,
        who: &Who,
        guild: GuildId,
        text: &str,
        version: Option<i64>,
    ) -> Result<String, Error> {
        let settings = self.administered(who, guild).await?;
        let row = Self::version(self.own(guild, text).await?, version)?;
        room(&self.store().battalions(guild).await?, &row.id, &settings)?;
        self.store()
            .publish_battalion(guild, &row.id, row.version)
            .await?;
        let name = self.name(guild, &row).await?;
        let off = match settings.disabled_battalions.contains(&row.id) {
            true => " It is disabled, though: enable it as well.",
            false => "",
        };
        Ok(format!(
            "Everyone on this server can pick {name} now (version {}).{off}",
            row.version
        ))
    }

    /// Lets nobody pick an own Battalion any more; its files are kept. Answers with what is to be said.
    ///
    /// # Errors
    /// A refusal that says what is missing, or a fault.
    pub async fn archive_battalion(
        &self,
        who: &Who,
        guild: GuildId,
        text: &str,
    ) -> Result<String, Error> {
        self.administered(who, guild).await?;
        let row = Self::version(self.own(guild, text).await?, None)?;
        self.store().archive_battalion(guild, &row.id).await?;
        let name = self.name(guild, &row).await?;
        Ok(format!(
            "{name} is in the archive: nobody can pick it, and games that have begun go on. Publish it to bring it back."
        ))
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
        let text =
            file.ok_or_else(|| Fault::plain("exporting a Battalion", "its file is not there"))?;
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
        let found = self.roster(Some(guild)).await?.named(text);
        let army = match found {
            Some(army) => army,
            None => {
                let row = Self::version(self.own(guild, text).await?, None)?;
                self.own_army(guild, &row).await?.ok_or_else(unknown)?
            }
        };
        let id: String = format!("my-{}", army.definition.id)
            .chars()
            .take(battalion::MAX_ID)
            .collect();
        let name: String = format!("My {}", army.definition.name)
            .chars()
            .take(battalion::MAX_NAME)
            .collect();
        let text = with_key(&army.file, "id", &id);
        Ok(BattalionFile {
            name: format!("{id}.toml"),
            text: with_key(&text, "name", &name),
        })
    }

    /// Lets a Battalion, built in or own, be picked again, or not any more. Answers with what is to be said.
    ///
    /// # Errors
    /// A refusal that says what is missing, or a fault.
    pub async fn switch_battalion(
        &self,
        who: &Who,
        guild: GuildId,
        text: &str,
        on: bool,
    ) -> Result<String, Error> {
        self.administered(who, guild).await?;
        let (id, name) = match self.roster(Some(guild)).await?.named(text) {
            Some(army) => (army.definition.id.clone(), army.definition.name.clone()),
            None => {
                let row = Self::version(self.own(guild, text).await?, None)?;
                (row.id.clone(), self.name(guild, &row).await?)
            }
        };
        self.change_guild_settings(who, guild, |settings| {
            settings.disabled_battalions.retain(|off| *off != id);
            if !on {
                settings.disabled_battalions.push(id.clone());
            }
            Ok(())
        })
        .await?;
        Ok(match on {
            true => format!("{name} can be picked on this server."),
            false => format!(
                "{name} can no longer be picked on this server; games that have begun go on."
            ),
        })
    }

    /// Every Battalion that there is on a server, for those who administer it.
    ///
    /// # Errors
    /// A refusal that says what is missing, or a fault.
    pub async fn all_battalions(&self, who: &Who, guild: GuildId) -> Result<Vec<Listed>, Error> {
        let settings = self.administered(who, guild).await?;
        let enabled = |id: &str| !settings.disabled_battalions.iter().any(|off| off == id);
        let mut all: Vec<Listed> = super::battalions::builtins()
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

/// A file with another value for a key at its top.
fn with_key(text: &str, key: &str, value: &str) -> String {
    let place = at_key(text, key, String::new()).line as usize - 1;
    let lines = text.split_inclusive('\n').enumerate();
    lines
        .map(|(index, line)| match index == place {
            true => format!("{key} = \"{value}\"\n"),
            false => line.to_owned(),
        })
        .collect()
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
}
