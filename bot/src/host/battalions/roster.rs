//! Roster of available Battalions: built-in ones and those of a server. All rules about who may pick which Battalion
//! are here.
//!
//! A seat stores the *key* of its Battalion: the id of a built-in one, or `dragons@2` for the second version of a
//! server's own. New versions therefore do not affect seats.

use std::sync::{Arc, OnceLock};

use engine::battalion::{self, Definition};
use quick_cache::sync::Cache;

use crate::host::GuildId;
use crate::host::blocking;
use crate::host::error::{Entry, Error, InternalError, LobbyRefusal, UnknownName, refuse};
use crate::host::model::{BattalionInfo, GuildSettings, Who};
use crate::host::settings::Settings;
use crate::store::{BattalionState, Store};

/// A Battalion with the text of its file, which a game stores.
#[derive(Clone, Debug)]
pub(in crate::host) struct Army {
    pub key: String,
    pub definition: Arc<Definition>,
    pub file: Arc<str>,
    /// Only for administrators of the server.
    pub private: bool,
}

impl Army {
    fn info(&self) -> BattalionInfo {
        let definition = &self.definition;
        BattalionInfo {
            id: definition.id.clone(),
            name: definition.name.clone(),
            summary: definition.summary.clone(),
            matches: definition.matches,
            own: self.is_own(),
            private: self.private,
        }
    }

    fn is_own(&self) -> bool {
        self.key.contains('@')
    }

    fn is(&self, text: &str) -> bool {
        self.definition.id.eq_ignore_ascii_case(text) || self.definition.name.to_lowercase() == text.to_lowercase()
    }
}

/// Key of a server's own Battalion.
pub(in crate::host) fn key(id: &str, version: i64) -> String {
    format!("{id}@{version}")
}

/// Built-in Battalions, in list order.
pub(in crate::host) fn builtins() -> &'static [Army] {
    static READ: OnceLock<Vec<Army>> = OnceLock::new();
    READ.get_or_init(|| {
        let army = |one: &battalion::Builtin| {
            Some(Army {
                key: one.id.to_owned(),
                definition: battalion::load_builtin(one.id).ok()?,
                file: one.text.into(),
                private: false,
            })
        };
        battalion::builtin().iter().filter_map(army).collect()
    })
}

/// A built-in Battalion, by id.
pub(in crate::host) fn builtin(id: &str) -> Option<&'static Army> {
    builtins().iter().find(|army| army.key == id)
}

/// Battalions available on a server at one moment.
#[derive(Clone, Debug, Default)]
pub(in crate::host) struct Roster {
    pub settings: Arc<GuildSettings>,
    /// Usable versions of the server's Battalions, by id, newest first.
    own: Arc<Vec<Army>>,
}

impl Roster {
    pub fn all(&self) -> impl Iterator<Item = &Army> {
        builtins().iter().chain(self.own.iter())
    }

    /// Battalions of the server, by id, newest version first.
    pub fn own(&self) -> impl Iterator<Item = &Army> {
        self.own.iter()
    }

    fn enabled(&self, army: &Army) -> bool {
        let off = &self.settings.disabled_battalions;
        !off.iter().any(|id| *id == army.definition.id)
    }

    /// Battalions available to a person, in list order. Of several versions, the newest available one.
    pub fn open(&self, administers: bool) -> Vec<Army> {
        let mut open: Vec<&Army> = Vec::new();
        for army in self.all() {
            let listed = |other: &&Army| other.definition.id == army.definition.id;
            if self.enabled(army) && (administers || !army.private) && !open.iter().any(listed) {
                open.push(army);
            }
        }
        open.into_iter().cloned().collect()
    }

    /// An available Battalion, by id or name.
    pub fn pick(&self, text: &str, administers: bool) -> Result<Army, Error> {
        let text = text.trim();
        let open = self.open(administers);
        if let Some(army) = open.into_iter().find(|army| army.is(text)) {
            return Ok(army);
        }
        Err(match self.visible(text, administers) {
            Some(army) if !self.enabled(army) => refuse(LobbyRefusal::DisabledBattalion),
            Some(_) | None => refuse(UnknownName::of(Entry::Battalion)),
        })
    }

    /// A Battalion known here, by id or name, even if disabled.
    pub fn named(&self, text: &str) -> Option<&Army> {
        self.visible(text, true)
    }

    /// A Battalion that a person may know, by id or name, even if disabled. Of several versions, the newest such one.
    pub fn visible(&self, text: &str, administers: bool) -> Option<&Army> {
        self.all().find(|army| army.is(text.trim()) && (administers || !army.private))
    }

    /// Battalion with this key, if it can still be used.
    pub fn keyed(&self, key: &str) -> Option<Army> {
        let found = self.all().find(|army| army.key == key);
        found.filter(|army| self.enabled(army)).cloned()
    }

    /// Public data of the Battalion with this key.
    pub fn info(&self, key: &str) -> Option<BattalionInfo> {
        self.keyed(key).map(|army| army.info())
    }
}

/// Maximum number of cached files, of about 10 kB each.
const KEPT: usize = 500;

/// Cache of parsed files of servers. Versions are immutable.
pub(in crate::host) struct ReadFiles(Cache<(GuildId, String), Army>);

impl std::fmt::Debug for ReadFiles {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ReadFiles").finish_non_exhaustive()
    }
}

impl Default for ReadFiles {
    fn default() -> Self {
        Self(Cache::new(KEPT))
    }
}

impl ReadFiles {
    fn get(&self, guild: GuildId, key: &str) -> Option<Army> {
        self.0.get(&(guild, key.to_owned()))
    }

    fn put(&self, guild: GuildId, army: Army) {
        self.0.insert((guild, army.key.clone()), army);
    }
}

/// Rosters of all servers.
#[derive(Clone, Debug)]
pub struct Rosters {
    pub(in crate::host) store: Store,
    pub(in crate::host) settings: Arc<Settings>,
    pub(in crate::host) read_files: Arc<ReadFiles>,
}

impl Rosters {
    /// Current roster of a server.
    pub(in crate::host) async fn roster(&self, guild: Option<GuildId>) -> Result<Roster, Error> {
        let Some(guild) = guild else {
            return Ok(Roster::default());
        };
        let settings = self.settings.guild_settings(guild).await?;
        let mut own = Vec::new();
        for row in self.store.battalions(guild).await? {
            if row.state != BattalionState::Archived
                && let Some(army) = self.own_army(guild, &row.id, row.version).await?
            {
                own.push(Army { private: row.state == BattalionState::Private, ..army });
            }
        }
        Ok(Roster { settings: Arc::new(settings), own: Arc::new(own) })
    }

    /// Parsed version of a server's Battalion. `None` if only a newer version of the program can read the file.
    pub(in crate::host) async fn own_army(
        &self,
        guild: GuildId,
        id: &str,
        version: i64,
    ) -> Result<Option<Army>, Error> {
        let key = key(id, version);
        if let Some(army) = self.read_files.get(guild, &key) {
            return Ok(Some(army));
        }
        let Some(file) = self.store.battalion_file(guild, id, version).await? else {
            return Ok(None);
        };
        let read = blocking(move || {
            let read = battalion::read(&file, &engine::ability::specs());
            Ok(read.map(|definition| (definition, file)))
        })
        .await?;
        let Ok((definition, file)) = read else {
            InternalError::plain("reading a server's Battalion", "its file has errors");
            return Ok(None);
        };
        let army = Army { key, definition: Arc::new(definition), file: file.into(), private: true };
        self.read_files.put(guild, army.clone());
        Ok(Some(army))
    }

    /// Battalions that this person can pick on a server, in list order.
    pub async fn battalions_for(&self, who: &Who, guild: Option<GuildId>) -> Result<Vec<BattalionInfo>, Error> {
        let administers = self.settings.power(who, guild).await?.administers;
        let open = self.roster(guild).await?.open(administers);
        Ok(open.iter().map(Army::info).collect())
    }
}
