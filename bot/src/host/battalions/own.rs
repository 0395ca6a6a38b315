//! Administration of a server's Battalions: publishing, archiving, enabling, exporting. Every use case checks
//! permissions first. The submission of files is in `drafts`.

use std::collections::BTreeSet;

use engine::battalion;

use crate::host::GuildId;
use crate::host::battalions::Battalions;
use crate::host::battalions::alike::likeness;
use crate::host::battalions::judging::place;
use crate::host::battalions::roster::{self, key};
use crate::host::error::{BattalionRefusal, Entry, Error, InternalError, UnknownName, refuse};
use crate::host::model::{BattalionChange, BattalionFile, GuildSettings, Listed, ShareWith, Shared, Who};
use crate::store::{BattalionRow, BattalionState, Reach, ShareRow};

/// Maximum number of Battalions stored per server, including archived ones.
const KEPT: usize = 200;

fn unknown() -> Error {
    refuse(UnknownName::of(Entry::Battalion))
}

pub(in crate::host) fn builtin_id(id: &str) -> bool {
    battalion::builtin().iter().any(|one| one.id == id)
}

/// Newest version of a Battalion.
pub(in crate::host) fn newest<'a>(rows: &'a [BattalionRow], id: &str) -> Option<&'a BattalionRow> {
    rows.iter().find(|row| row.id == id)
}

/// State of a new version on acceptance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::host) enum Room {
    InUse,
    /// Archived, because the Battalion is archived and the limit of those in use is reached.
    InArchive,
}

impl Room {
    pub fn in_archive(self) -> bool {
        self == Room::InArchive
    }
}

/// Ids of the Battalions that are not archived.
fn in_use(rows: &[BattalionRow]) -> BTreeSet<&str> {
    let used = rows.iter().filter(|row| row.state != BattalionState::Archived);
    used.map(|row| row.id.as_str()).collect()
}

/// Refuses one more Battalion in use if the server's limit is reached.
fn may_use(rows: &[BattalionRow], id: &str, settings: &GuildSettings) -> Result<(), Error> {
    let (used, most) = (in_use(rows), usize::from(settings.limits.battalions));
    if used.contains(id) || used.len() < most {
        Ok(())
    } else {
        Err(refuse(BattalionRefusal::TooMany { used: used.len(), most }))
    }
}

/// State of a new version of this Battalion. Only a new Battalion can be refused.
pub(in crate::host) fn room(rows: &[BattalionRow], id: &str, settings: &GuildSettings) -> Result<Room, Error> {
    match (may_use(rows, id, settings), newest(rows, id)) {
        (Ok(()), Some(_)) => Ok(Room::InUse),
        (Err(_), Some(_)) => Ok(Room::InArchive),
        (may, None) => {
            may?;
            let ids: BTreeSet<&str> = rows.iter().map(|row| row.id.as_str()).collect();
            if ids.len() < KEPT { Ok(Room::InUse) } else { Err(refuse(BattalionRefusal::KeepsTooMany(KEPT))) }
        }
    }
}

impl Battalions {
    /// A server's own Battalion by id or name, with all its versions.
    pub(in crate::host) async fn own(&self, guild: GuildId, text: &str) -> Result<Vec<BattalionRow>, Error> {
        let wanted = text.trim().to_lowercase();
        let rows = self.store.battalions(guild).await?;
        let mut id = newest(&rows, &wanted).map(|row| row.id.clone());
        if id.is_none() {
            // An archived version may have had a name that belongs to another Battalion now.
            let (used, archived): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row.state != BattalionState::Archived);
            for row in used.into_iter().chain(archived) {
                if let Some(army) = self.rosters.own_army(guild, &row.id, row.version).await?
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

    /// The requested version of a Battalion, or the newest.
    pub(in crate::host) fn version(rows: Vec<BattalionRow>, version: Option<i64>) -> Result<BattalionRow, Error> {
        let newest = rows.first().map(|row| row.version);
        let found = rows.into_iter().find(|row| version.is_none_or(|version| row.version == version));
        found.ok_or_else(|| {
            let newest = newest.unwrap_or_default();
            refuse(BattalionRefusal::NoVersion { newest })
        })
    }

    pub(in crate::host) async fn name(&self, guild: GuildId, row: &BattalionRow) -> Result<String, Error> {
        let army = self.rosters.own_army(guild, &row.id, row.version).await?;
        Ok(army.map_or_else(|| row.id.clone(), |army| army.definition.name.clone()))
    }

    /// Publishes a version of a server's Battalion, by default the newest, so that everyone on the server can pick it.
    pub async fn publish_battalion(
        &self,
        who: &Who,
        guild: GuildId,
        text: &str,
        version: Option<i64>,
    ) -> Result<BattalionChange, Error> {
        let settings = self.settings.administered(who, guild).await?;
        let _turn = self.queues.enter(guild).await;
        let row = Self::version(self.own(guild, text).await?, version)?;
        may_use(&self.store.battalions(guild).await?, &row.id, &settings)?;
        let name = self.name(guild, &row).await?;
        // Another Battalion may have taken the name while this one was archived.
        let taken = self.taken(guild).await?;
        let mut others = taken.iter().filter(|other| other.id != row.id);
        if let Some(other) = others.find(|other| likeness(&other.name, &name).is_some()) {
            return Err(refuse(BattalionRefusal::NameInUse(other.name.clone())));
        }
        let change = BattalionChange::Published {
            name,
            version: row.version,
            disabled: settings.disabled_battalions.contains(&row.id),
        };
        let log = self.settings.pen(who, guild).battalion(&change);
        self.store.publish_battalion(guild, &row.id, row.version, log).await?;
        Ok(change)
    }

    /// Archives a server's Battalion; its files are kept.
    pub async fn archive_battalion(&self, who: &Who, guild: GuildId, text: &str) -> Result<BattalionChange, Error> {
        self.settings.administered(who, guild).await?;
        let _turn = self.queues.enter(guild).await;
        let row = Self::version(self.own(guild, text).await?, None)?;
        let name = self.name(guild, &row).await?;
        let archived = |unshared| BattalionChange::Archived { name: name.clone(), unshared };
        let log = self.settings.pen(who, guild).battalion(&archived(false));
        let unshared = self.store.archive_battalion(guild, &row.id, log).await?;
        Ok(archived(unshared))
    }

    /// File of a server's Battalion, as submitted.
    pub async fn export_battalion(
        &self,
        who: &Who,
        guild: GuildId,
        text: &str,
        version: Option<i64>,
    ) -> Result<BattalionFile, Error> {
        self.settings.administered(who, guild).await?;
        let row = Self::version(self.own(guild, text).await?, version)?;
        let file = self.store.battalion_file(guild, &row.id, row.version).await?;
        let text = file.ok_or_else(|| InternalError::plain("exporting a Battalion", "its file is not there"))?;
        Ok(BattalionFile {
            name: format!("{}.toml", key(&row.id, row.version).replace('@', "-")),
            bytes: text.into_bytes(),
        })
    }

    /// Copy of a Battalion's file with a new id, as a template for a new one. Accepts built-in Battalions and the
    /// server's own.
    pub async fn clone_battalion(&self, who: &Who, guild: GuildId, text: &str) -> Result<BattalionFile, Error> {
        self.settings.administered(who, guild).await?;
        let roster = self.rosters.roster(Some(guild)).await?;
        let army = match roster.named(text) {
            Some(army) => army.clone(),
            None => {
                let row = Self::version(self.own(guild, text).await?, None)?;
                self.rosters.own_army(guild, &row.id, row.version).await?.ok_or_else(unknown)?
            }
        };
        let id: String = format!("my-{}", army.definition.id).chars().take(battalion::MAX_ID).collect();
        let id = id.trim_end_matches('-');
        let name: String = format!("My {}", army.definition.name).chars().take(battalion::MAX_NAME).collect();
        let name = name.trim_end();
        let text = with_key(&army.file, "id", id);
        Ok(BattalionFile { name: format!("{id}.toml"), bytes: with_key(&text, "name", name).into_bytes() })
    }

    /// Enables or disables a Battalion, built-in or the server's own.
    pub async fn switch_battalion(
        &self,
        who: &Who,
        guild: GuildId,
        text: &str,
        on: bool,
    ) -> Result<BattalionChange, Error> {
        self.settings.administered(who, guild).await?;
        let (id, name) = match self.rosters.roster(Some(guild)).await?.named(text) {
            Some(army) => (army.definition.id.clone(), army.definition.name.clone()),
            None => {
                let row = Self::version(self.own(guild, text).await?, None)?;
                (row.id.clone(), self.name(guild, &row).await?)
            }
        };
        self.settings
            .change_guild_settings(who, guild, move |settings| {
                settings.disabled_battalions.retain(|off| *off != id);
                if !on {
                    settings.disabled_battalions.push(id.clone());
                }
                Ok(())
            })
            .await?;
        Ok(if on { BattalionChange::Enabled(name) } else { BattalionChange::Disabled(name) })
    }

    /// All Battalions of a server, for its administrators.
    pub async fn all_battalions(&self, who: &Who, guild: GuildId) -> Result<Vec<Listed>, Error> {
        let settings = self.settings.administered(who, guild).await?;
        let enabled = |id: &str| !settings.disabled_battalions.iter().any(|off| off == id);
        let mut all: Vec<Listed> = roster::builtins()
            .iter()
            .map(|army| Listed {
                enabled: enabled(&army.definition.id),
                id: army.definition.id.clone(),
                name: army.definition.name.clone(),
                own: None,
                shared: None,
                copied: false,
                remarks: 0,
            })
            .collect();
        let rows = self.store.battalions(guild).await?;
        let shares = self.store.shares_of(guild).await?;
        let remarks = self.store.remarks(guild).await?;
        for same in rows.chunk_by(|a, b| a.id == b.id) {
            let Some(first) = same.first() else { continue };
            let share = shares.iter().find(|share| share.battalion == first.id);
            let open =
                same.iter().filter(|row| row.state != BattalionState::Archived).map(|row| (row.version, row.state));
            all.push(Listed {
                id: first.id.clone(),
                name: self.name(guild, first).await?,
                enabled: enabled(&first.id),
                own: Some((first.version, open.collect())),
                shared: share.and_then(shared),
                copied: first.copied.is_some(),
                remarks: remarks.iter().filter(|remark| share.is_some_and(|share| share.id == remark.share)).count(),
            });
        }
        Ok(all)
    }
}

/// Sharing state of a Battalion, if it is shared.
fn shared(share: &ShareRow) -> Option<Shared> {
    let (with, code) = match &share.reach {
        Reach::None => return None,
        Reach::Code(code) => (ShareWith::Code, Some(code.clone())),
        Reach::Gallery => (ShareWith::Gallery, None),
    };
    Some(Shared { with, code, version: share.version, hidden: share.hidden })
}

/// Replaces the value of one top-level key in a file. All other bytes stay the same.
pub(in crate::host) fn with_key(text: &str, key: &str, value: &str) -> String {
    let mut changed = text.to_owned();
    if let Some(place) = place(text, &[key]) {
        changed.replace_range(place, &format!("\"{value}\""));
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The limit counts Battalions, not their versions. New versions are always accepted.
    #[test]
    fn a_server_keeps_a_number_of_battalions_whatever_their_versions() {
        let settings = GuildSettings::default();
        let rows = |ids: usize, versions: i64| -> Vec<BattalionRow> {
            let row = |id: usize, version| BattalionRow {
                id: format!("army-{id}"),
                version,
                state: BattalionState::Archived,
                was_published: false,
                copied: None,
                added_at: 0,
            };
            (0..ids).flat_map(|id| (1..=versions).map(move |version| row(id, version))).collect()
        };
        let room = |rows: &[BattalionRow], id| room(rows, id, &settings).map_err(|error| error.to_string());
        let full = refuse(BattalionRefusal::KeepsTooMany(KEPT)).to_string();
        assert_eq!(room(&rows(KEPT - 1, 5), "new"), Ok(Room::InUse));
        assert_eq!(room(&rows(KEPT, 1), "new"), Err(full));
        assert_eq!(room(&rows(KEPT, 5), "army-7"), Ok(Room::InUse));
    }

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
        let text = "\u{FEFF}prose = \"\"\"\r\nid = 1\"\"\"\r\n\"id\" = 'old' # mine\r\n[x]\r\nid = 2\r\n";
        let new = text.replace("'old'", "\"new\"");
        assert_eq!(with_key(text, "id", "new"), new);
        assert_eq!(with_key("a = 1", "id", "new"), "a = 1");
    }
}
