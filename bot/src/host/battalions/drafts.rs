//! How a file becomes a Battalion of a server: checked, kept as a draft while it is looked at, accepted or discarded. Everything
//! here asks first whether they may.

use engine::battalion;

use crate::host::battalions::checking::{Good, not_here};
use crate::host::battalions::own::{builtin_id, newest, room};
use crate::host::battalions::roster::Army;
use crate::host::error::{BattalionRefusal, Error, FileRefusal, InternalError, refuse};
use crate::host::model::{
    Added, BattalionChange, Checked, Draft, FileProblem, GuildSettings, NotHere, Who,
};
use crate::host::{DraftId, GuildId, Host};
use crate::store::{DraftRow, Outcome};

fn gone() -> Error {
    refuse(BattalionRefusal::NotWaiting)
}

/// The answer to a repeated delivery.
fn repeated(answer: &str) -> Result<BattalionChange, Error> {
    serde_json::from_str(answer)
        .map_err(|error| InternalError::new("reading an answer", &error).into())
}

impl Host {
    /// What keeps a sound file from being a Battalion of this server: its id or its name is another's.
    async fn taken(&self, guild: GuildId, good: &Good) -> Result<Vec<FileProblem>, Error> {
        let (id, name) = (&good.definition.id, &good.definition.name);
        let mut errors = Vec::new();
        if builtin_id(id) {
            let taken = NotHere::BuiltInId(id.clone());
            errors.push(not_here(&good.text, &["id"], taken));
        }
        let same = |army: &Army| {
            army.definition.id != *id && army.definition.name.to_lowercase() == name.to_lowercase()
        };
        if self.roster(Some(guild)).await?.all().any(same) {
            errors.push(not_here(&good.text, &["name"], NotHere::TakenName));
        }
        Ok(errors)
    }

    async fn sound(
        &self,
        guild: GuildId,
        settings: &GuildSettings,
        bytes: Vec<u8>,
    ) -> Result<Result<Good, Vec<FileProblem>>, Error> {
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

    /// Makes a waiting file a Battalion of the server, or a new version of one: private until it is published. A repeated
    /// delivery is answered as before.
    ///
    /// # Errors
    /// A refusal that says what is missing or in the way, or a fault.
    pub async fn accept_battalion(
        &self,
        who: &Who,
        guild: GuildId,
        id: DraftId,
    ) -> Result<BattalionChange, Error> {
        let settings = self.administered(who, guild).await?;
        if let Some(answer) = self.store().answered(who.interaction).await? {
            return repeated(&answer);
        }
        let row = self.waiting(guild, id).await?;
        // Other files may have been accepted since this one was looked at.
        let bytes = row.file.clone().into_bytes();
        let good = match self.sound(guild, &settings, bytes).await? {
            Ok(good) => good,
            Err(errors) => {
                let first = errors.into_iter().next();
                return Err(first.map_or_else(gone, |first| refuse(FileRefusal::Faulty(first))));
            }
        };
        let rows = self.store().battalions(guild).await?;
        room(&rows, &row.battalion, &settings)?;
        let name = good.definition.name.clone();
        let added = move |version| BattalionChange::Added {
            name: name.clone(),
            version,
        };
        let written = {
            let added = added.clone();
            move |version| serde_json::to_string(&added(version)).unwrap_or_default()
        };
        let accepted = self
            .store()
            .accept_draft(&row, who.person, who.interaction, self.now(), written)
            .await?;
        match accepted {
            Outcome::Stored(version) => Ok(added(version)),
            Outcome::Repeated(answer) => repeated(&answer),
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
}
