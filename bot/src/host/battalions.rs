//! The Battalions that can be picked.

use std::sync::Arc;

use engine::battalion::{self, Definition};

use super::error::{Error, Fault, RefusalKind, refuse};
use super::model::{BattalionInfo, GuildSettings};
use super::{GuildId, Host};

/// A Battalion with the text of its file, which a game keeps.
pub(super) struct Army {
    pub definition: Arc<Definition>,
    pub file: &'static str,
}

/// A Battalion by its id.
pub(super) fn army(id: &str) -> Result<Army, Error> {
    let builtin = battalion::builtin().iter().find(|one| one.id == id);
    let Some(builtin) = builtin else {
        return Err(unknown());
    };
    let definition =
        battalion::load_builtin(id).map_err(|error| Fault::new("loading a Battalion", &error))?;
    Ok(Army {
        definition,
        file: builtin.text,
    })
}

fn unknown() -> Error {
    refuse(
        RefusalKind::Lobby,
        "There is no such Battalion here; choose one of the list.",
    )
}

/// What lobbies show of a Battalion.
pub(super) fn info(id: &str) -> Option<BattalionInfo> {
    let definition = battalion::load_builtin(id).ok()?;
    Some(BattalionInfo {
        id: definition.id.clone(),
        name: definition.name.clone(),
        summary: definition.summary.clone(),
        extra_strength: definition.extra_strength,
        duel: definition.duel,
    })
}

/// A Battalion that somebody wants to pick, if this server allows it. Its id or its name will do.
pub(super) fn pick(text: &str, settings: &GuildSettings) -> Result<Army, Error> {
    let text = text.trim();
    let found = battalion::builtin().iter().find(|one| {
        one.id.eq_ignore_ascii_case(text)
            || info(one.id).is_some_and(|info| info.name.eq_ignore_ascii_case(text))
    });
    let Some(found) = found else {
        return Err(unknown());
    };
    if settings.disabled_battalions.iter().any(|id| id == found.id) {
        return Err(refuse(
            RefusalKind::Lobby,
            "That Battalion may not be picked on this server.",
        ));
    }
    army(found.id)
}

impl Host {
    /// The Battalions that can be picked in a server, in the order to list them.
    ///
    /// # Errors
    /// A [`Fault`] when the database fails.
    pub async fn battalions(&self, guild: Option<GuildId>) -> Result<Vec<BattalionInfo>, Error> {
        let settings = self.settings_of(guild).await?;
        let allowed = |id: &&str| !settings.disabled_battalions.iter().any(|off| off == id);
        Ok(battalion::builtin()
            .iter()
            .map(|builtin| builtin.id)
            .filter(allowed)
            .filter_map(info)
            .collect())
    }
}
