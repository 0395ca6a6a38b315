//! Submission of a Battalion file: it is checked, kept as a draft for review, and then accepted or discarded. Every use
//! case checks permissions first.
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::battalion::{self, Definition};

use crate::host::battalions::Battalions;
use crate::host::battalions::checking::Found;
use crate::host::battalions::judging::{self, Good, Taken, Terms};
use crate::host::battalions::own::{newest, room};
use crate::host::blocking;
use crate::host::error::{BattalionRefusal, Error, FileRefusal, InternalError, refuse};
use crate::host::model::{BattalionChange, Draft, GuildSettings, Looked, SameFile, Who};
use crate::host::{DraftId, GuildId};
use crate::store::{BattalionRow, BattalionState, DraftRow, NewDraft, Outcome};

fn gone() -> Error {
    refuse(BattalionRefusal::NotWaiting)
}

/// Stored answer to a repeated delivery. Older versions stored a single change.
fn repeated(answer: &str) -> Result<Vec<BattalionChange>, Error> {
    serde_json::from_str(answer)
        .or_else(|_| serde_json::from_str(answer).map(|one| vec![one]))
        .map_err(|error| InternalError::new("reading an answer", &error).into())
}

impl Battalions {
    /// Ids and names of the Battalions of a server. Members may see an older version than administrators, so several
    /// names of one Battalion can be taken.
    pub(in crate::host) async fn taken(&self, guild: GuildId) -> Result<Vec<Taken>, Error> {
        let roster = self.rosters.roster(Some(guild)).await?;
        let own = roster.own();
        Ok(own.map(|army| Taken { id: army.definition.id.clone(), name: army.definition.name.clone() }).collect())
    }

    /// Everything on this server that a file is checked against.
    pub(in crate::host) async fn terms(&self, guild: GuildId, settings: &GuildSettings) -> Result<Terms, Error> {
        let others = self.taken(guild).await?;
        Ok(Terms { limits: settings.limits, others, fields: self.battlefields.available(settings).cloned().collect() })
    }

    /// Problems of a file on this server; for a valid file, warnings for its author.
    pub(in crate::host) async fn sound(
        &self,
        guild: GuildId,
        settings: &GuildSettings,
        bytes: Vec<u8>,
        advised: bool,
    ) -> Result<Found, Error> {
        let terms = self.terms(guild, settings).await?;
        self.validation.look_at(bytes, terms, advised).await
    }

    /// Finds the version of the Battalion, newest or older, that is identical to this file.
    pub(in crate::host) async fn same(
        &self,
        guild: GuildId,
        rows: &[BattalionRow],
        good: &Good,
    ) -> Result<Option<SameFile>, Error> {
        let Definition { id, name, .. } = &*good.definition;
        let like = self.store.versions_like(guild, id, &good.text).await?;
        let found = like.first().and_then(|version| {
            let mut known = rows.iter().filter(|row| row.id == *id);
            known.find(|row| row.version == *version)
        });
        Ok(found.map(|row| SameFile {
            name: name.clone(),
            version: row.version,
            newest: newest(rows, id).is_some_and(|newest| newest.version == row.version),
            state: row.state,
        }))
    }

    /// Checks a file and keeps it for viewing. The draft cannot be accepted.
    pub async fn check_battalion(&self, who: &Who, guild: GuildId, bytes: Vec<u8>) -> Result<Looked, Error> {
        self.look_through(who, guild, bytes, true).await
    }

    /// Checks a file and keeps it until it is accepted or discarded.
    pub async fn add_battalion(&self, who: &Who, guild: GuildId, bytes: Vec<u8>) -> Result<Looked, Error> {
        self.look_through(who, guild, bytes, false).await
    }

    async fn look_through(
        &self,
        who: &Who,
        guild: GuildId,
        bytes: Vec<u8>,
        only_checked: bool,
    ) -> Result<Looked, Error> {
        let settings = self.settings.administered(who, guild).await?;
        let (good, warnings) = match self.sound(guild, &settings, bytes, true).await? {
            Ok(found) => found,
            Err(errors) => return Ok(Looked::Faulty(errors)),
        };
        let rows = self.store.battalions(guild).await?;
        if !only_checked {
            if let Some(same) = self.same(guild, &rows, &good).await? {
                return Ok(Looked::Same(same));
            }
            room(&rows, &good.definition.id, &settings)?;
        }
        let Good { definition, text } = good;
        let new = NewDraft { battalion: definition.id.clone(), file: text };
        let id = self.store.put_drafts(guild, vec![new], only_checked, who.person, self.time.now()).await?;
        Ok(Looked::Draft(Draft {
            id,
            version: newest(&rows, &definition.id).map_or(1, |row| row.version + 1),
            before: self.before(guild, &rows, &definition.id).await?,
            definition,
            warnings,
            only_checked,
        }))
    }

    /// Newest version of a Battalion, with its definition.
    async fn before(
        &self,
        guild: GuildId,
        rows: &[BattalionRow],
        id: &str,
    ) -> Result<Option<(i64, Arc<Definition>)>, Error> {
        let Some(row) = newest(rows, id) else {
            return Ok(None);
        };
        let army = self.rosters.own_army(guild, &row.id, row.version).await?;
        Ok(army.map(|army| (row.version, army.definition)))
    }

    /// Drafts of this server with this id.
    async fn waiting(&self, guild: GuildId, id: DraftId) -> Result<Vec<DraftRow>, Error> {
        let rows = self.store.drafts(id).await?;
        let here = !rows.is_empty() && rows.iter().all(|row| row.guild == guild);
        here.then_some(rows).ok_or_else(gone)
    }

    /// A draft for its preview. With `advised`, includes warnings for its author.
    pub async fn draft(&self, who: &Who, guild: GuildId, id: DraftId, advised: bool) -> Result<Draft, Error> {
        let settings = self.settings.administered(who, guild).await?;
        let waiting = self.waiting(guild, id).await?;
        // Packs have no preview.
        let [row]: [DraftRow; 1] = waiting.try_into().map_err(|_| gone())?;
        let (battalion, only_checked) = (row.battalion, row.only_checked);
        let time = Duration::from_secs(settings.limits.seconds.into()) / 2;
        let read = blocking(move || {
            let read = battalion::read(&row.file, &engine::ability::specs());
            let read = read.map(Arc::new);
            let warned = read.as_ref().ok().filter(|_| advised);
            let warnings = warned.map(|read| judging::warnings(read, Instant::now() + time));
            Ok((read, warnings.unwrap_or_default()))
        })
        .await?;
        // The file was valid for the version of the program that stored it.
        let (read, warnings) = read;
        let definition = read.map_err(|_| gone())?;
        let rows = self.store.battalions(guild).await?;
        Ok(Draft {
            id,
            version: newest(&rows, &battalion).map_or(1, |row| row.version + 1),
            before: self.before(guild, &rows, &battalion).await?,
            definition,
            warnings,
            only_checked,
        })
    }

    /// Accepts drafts as new Battalions of the server or new versions. They are private until published. A repeated
    /// delivery gets the stored answer.
    pub async fn accept_battalion(
        &self,
        who: &Who,
        guild: GuildId,
        id: DraftId,
    ) -> Result<Vec<BattalionChange>, Error> {
        let settings = self.settings.administered(who, guild).await?;
        let _turn = self.queues.enter(guild).await;
        if let Some(answer) = self.store.answered(who.interaction).await? {
            return repeated(&answer);
        }
        let waiting = self.waiting(guild, id).await?;
        if waiting.iter().any(|row| row.only_checked) {
            return Err(refuse(BattalionRefusal::OnlyChecked));
        }
        // Other drafts may have been accepted since the check.
        let mut rows = self.store.battalions(guild).await?;
        let mut terms = self.terms(guild, &settings).await?;
        let mut names = Vec::new();
        let mut drafts = Vec::new();
        for row in waiting {
            let bytes = row.file.clone().into_bytes();
            let looked = self.validation.look_at(bytes, terms.clone(), false);
            let (good, _) = looked.await?.map_err(|errors| {
                let first = errors.into_iter().next();
                first.map_or_else(gone, |first| refuse(FileRefusal::Faulty(first)))
            })?;
            if let Some(same) = self.same(guild, &rows, &good).await?.filter(|same| same.newest) {
                return Err(refuse(BattalionRefusal::Same(same)));
            }
            // Refuse if a newer version exists: the preview compared the draft with an older one.
            let newest = newest(&rows, &row.battalion);
            if let Some(newer) = newest.filter(|newest| newest.added_at > row.added_at) {
                return Err(refuse(BattalionRefusal::Overtaken(newer.version)));
            }
            let archived = room(&rows, &row.battalion, &settings)?.in_archive();
            names.push((good.definition.name.clone(), archived));
            note(&mut rows, &mut terms.others, &good, archived, row.added_at);
            drafts.push((row, archived));
        }
        let changes = move |versions: &[i64]| -> Vec<BattalionChange> {
            let all = names.iter().zip(versions);
            all.map(|((name, archived), version)| BattalionChange::Added {
                name: name.clone(),
                version: *version,
                archived: *archived,
            })
            .collect()
        };
        let pen = self.settings.pen(who, guild);
        let written = {
            let changes = changes.clone();
            move |versions: &[i64]| {
                let changes = changes(versions);
                let answer = serde_json::to_string(&changes).unwrap_or_default();
                let logs = changes.iter().map(|change| pen.battalion(change));
                (answer, logs.collect())
            }
        };
        let accepted = self.store.accept_drafts(drafts, who.person, who.interaction, self.time.now(), written).await?;
        match accepted {
            Outcome::Stored(versions) => Ok(changes(&versions)),
            Outcome::Repeated(answer) => repeated(&answer),
            Outcome::Conflict => Err(gone()),
        }
    }

    /// Discards drafts.
    pub async fn discard_battalion(&self, who: &Who, guild: GuildId, id: DraftId) -> Result<(), Error> {
        self.settings.administered(who, guild).await?;
        self.waiting(guild, id).await?;
        if self.store.discard_drafts(id).await? { Ok(()) } else { Err(gone()) }
    }
}

/// Adds an accepted file to the lists, for the checks of later files.
pub(in crate::host) fn note(
    rows: &mut Vec<BattalionRow>,
    taken: &mut Vec<Taken>,
    good: &Good,
    archived: bool,
    added_at: i64,
) {
    let Definition { id, name, .. } = &*good.definition;
    let version = newest(rows, id).map_or(1, |row| row.version + 1);
    let row = BattalionRow {
        id: id.clone(),
        version,
        state: if archived { BattalionState::Archived } else { BattalionState::Private },
        was_published: false,
        copied: None,
        added_at,
    };
    // Keep the newest version first.
    let at = rows.iter().position(|known| known.id == *id);
    rows.insert(at.unwrap_or(rows.len()), row);
    if !archived {
        // Members keep seeing a published version under its name.
        if !rows.iter().any(|known| known.id == *id && known.state == BattalionState::Published) {
            taken.retain(|known| known.id != *id);
        }
        taken.insert(0, Taken { id: id.clone(), name: name.clone() });
    }
}
