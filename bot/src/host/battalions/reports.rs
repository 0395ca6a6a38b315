//! Notes about shared Battalions: reports to the operators of the bot, and remarks to the server that shares the
//! Battalion. Operators see both.

use crate::host::battalions::Battalions;
use crate::host::error::{BattalionRefusal, Denied, Error, refuse};
use crate::host::model::{BattalionChange, Member, Note, Noted, Remarked, SharedBy, Who};
use crate::host::{BattalionState, GuildId, PersonId, ShareId};
use crate::store::{BattalionRow, NoteKind, NoteRow, PlayerRow, Reach, ShareRow};
use crate::text;

/// Maximum length of a note, in characters.
pub const MAX_NOTE: usize = 500;
/// Maximum number of notes of one kind per Battalion, with one note per person.
const NOTES: i64 = 50;

impl Battalions {
    /// Sets the operators of the bot, who see reports and can hide shared Battalions. Only the first call has an
    /// effect.
    pub fn operated_by(&self, people: impl IntoIterator<Item = PersonId>) {
        let _ = self.operators.set(people.into_iter().collect());
    }

    /// People who operate the bot.
    pub fn operators(&self) -> Vec<PersonId> {
        self.operators.get().into_iter().flatten().copied().collect()
    }

    /// Returns true if this person operates the bot.
    pub fn operates(&self, person: PersonId) -> bool {
        let operators = self.operators.get();
        operators.is_some_and(|operators| operators.contains(&person))
    }

    fn operated(&self, who: &Who) -> Result<(), Error> {
        if self.operates(who.person) { Ok(()) } else { Err(refuse(Denied::Operate)) }
    }

    /// Stores a report about a shared Battalion, for the operators.
    ///
    /// # Errors
    /// Refused if the Battalion is not, or no longer, shared this way.
    pub async fn report(&self, who: &Who, by: &SharedBy, version: i64, reason: &str) -> Result<(), Error> {
        let share = self.shared(by).await?;
        self.note(who, NoteKind::Report, share, version, reason).await
    }

    /// Stores a remark to the designer of a shared Battalion, for the administrators of the server that shares it.
    ///
    /// # Errors
    /// Refused if the Battalion is not shared, or is neither in the gallery nor used on this server.
    pub async fn remark(
        &self,
        who: &Who,
        guild: Option<GuildId>,
        id: ShareId,
        version: i64,
        text: &str,
    ) -> Result<(), Error> {
        let share = self.store.share(id).await?.filter(|share| self.takes_remarks(share));
        let share = share.ok_or_else(|| refuse(BattalionRefusal::NotShared))?;
        let used = match guild {
            Some(guild) => {
                let copied = |row: &BattalionRow| row.copied.is_some_and(|(of, _)| of == id);
                share.guild == guild || self.store.battalions(guild).await?.iter().any(copied)
            }
            None => false,
        };
        if !used && share.reach != Reach::Gallery {
            return Err(refuse(BattalionRefusal::NotShared));
        }
        self.note(who, NoteKind::Remark, share, version, text).await
    }

    fn takes_remarks(&self, share: &ShareRow) -> bool {
        share.reach != Reach::None && !share.hidden && self.servers.is_on(share.guild)
    }

    async fn note(&self, who: &Who, kind: NoteKind, share: ShareRow, version: i64, text: &str) -> Result<(), Error> {
        let reason = text::lines(text.trim(), MAX_NOTE);
        if reason.is_empty() {
            return Err(refuse(BattalionRefusal::NoReason));
        }
        let note = NoteRow {
            kind,
            share: share.id,
            version,
            by: Some(PlayerRow { person: who.person, name: who.name.clone() }),
            reason,
            at: self.time.now(),
        };
        self.store.put_note(note, NOTES).await?;
        tracing::info!(share = share.id.0, ?kind, "a note about a shared Battalion");
        Ok(())
    }

    /// Shared Battalion behind a Battalion of this server, and the version that this person sees, if its designer accepts
    /// remarks. That is the case for copies and for Battalions that this server shares itself.
    pub async fn shared_origin(
        &self,
        who: &Who,
        guild: Option<GuildId>,
        id: &str,
    ) -> Result<Option<(ShareId, i64)>, Error> {
        let administers = self.settings.power(who, guild).await?.administers;
        let Some(guild) = guild else { return Ok(None) };
        let rows = self.store.battalions(guild).await?;
        let mut rows = rows.iter().filter(|row| row.id == id);
        let published = rows.clone().find(|row| row.state == BattalionState::Published);
        let seen = if administers { rows.next() } else { published.or_else(|| rows.find(|row| row.was_published)) };
        let Some(row) = seen else { return Ok(None) };
        let (share, version) = match row.copied {
            Some((share, version)) => (self.store.share(share).await?, version),
            None => {
                let shares = self.store.shares_of(guild).await?;
                (shares.into_iter().find(|share| share.battalion == id), row.version)
            }
        };
        Ok(share.filter(|share| self.takes_remarks(share)).map(|share| (share.id, version)))
    }

    /// Remarks about a server's shared Battalions, grouped by Battalion; for its administrators only.
    pub async fn remarks(&self, who: &Who, guild: GuildId) -> Result<Vec<Remarked>, Error> {
        self.settings.administered(who, guild).await?;
        let rows = self.store.remarks(guild).await?;
        let shares = self.store.shares_of(guild).await?.into_iter();
        let remarked = shares.map(|share| Remarked {
            notes: rows.iter().filter(|row| row.share == share.id).cloned().map(note).collect(),
            id: share.id,
            name: share.name,
        });
        Ok(remarked.filter(|one| !one.notes.is_empty()).collect())
    }

    /// Deletes the remarks about one of a server's shared Battalions; for its administrators only.
    pub async fn delete_remarks(&self, who: &Who, guild: GuildId, share: ShareId) -> Result<(), Error> {
        self.settings.administered(who, guild).await?;
        let own = self.store.share(share).await?.is_some_and(|share| share.guild == guild);
        if !own {
            return Err(refuse(BattalionRefusal::NotShared));
        }
        Ok(self.store.drop_notes(share, Some(NoteKind::Remark)).await?)
    }

    /// All shared Battalions that are hidden or have notes; for operators only.
    pub async fn reports(&self, who: &Who) -> Result<Vec<Noted>, Error> {
        self.operated(who)?;
        let rows = self.store.notes().await?;
        let mut found = Vec::new();
        for share in self.store.reported_shares().await? {
            let army = self.rosters.own_army(share.guild, &share.battalion, share.version);
            // After sharing has ended, the file may be deleted.
            let Some(army) = army.await? else { continue };
            let notes = rows.iter().filter(|row| row.share == share.id).cloned();
            found.push(Noted {
                id: share.id,
                guild: share.guild,
                version: share.version,
                definition: army.definition,
                hidden: share.hidden,
                notes: notes.map(note).collect(),
            });
        }
        Ok(found)
    }

    async fn reported(&self, who: &Who, share: ShareId) -> Result<ShareRow, Error> {
        self.operated(who)?;
        let found = self.store.share(share).await?;
        found.ok_or_else(|| refuse(BattalionRefusal::NotShared))
    }

    /// Hides a shared Battalion from everyone, or shows it again; for operators only. Servers keep their copies. The
    /// change appears in the log of the sharing server.
    pub async fn hide_shared(&self, who: &Who, share: ShareId, hidden: bool) -> Result<BattalionChange, Error> {
        let share = self.reported(who, share).await?;
        let change = if hidden { BattalionChange::Hidden(share.name) } else { BattalionChange::Unhidden(share.name) };
        let log = self.settings.pen_of_host(share.guild).battalion(&change);
        self.store.hide_share(share.id, hidden, log).await?;
        Ok(change)
    }

    /// Deletes the notes about a shared Battalion; for operators only.
    pub async fn dismiss_reports(&self, who: &Who, share: ShareId) -> Result<(), Error> {
        let share = self.reported(who, share).await?;
        Ok(self.store.drop_notes(share.id, None).await?)
    }
}

fn note(row: NoteRow) -> Note {
    Note {
        kind: row.kind,
        text: row.reason,
        version: row.version,
        at: row.at / 1000,
        by: row.by.map(|by| Member { person: by.person, name: by.name }),
    }
}
