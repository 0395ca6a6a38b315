//! Sharing a Battalion with other servers, and copying a shared one.

use std::collections::BTreeSet;

use rand::{Rng, RngExt as _};

use crate::host::GuildId;
use crate::host::battalions::Battalions;
use crate::host::battalions::alike::likeness;
use crate::host::battalions::judging::Taken;
use crate::host::battalions::own::{newest, room, with_key};
use crate::host::battalions::roster;
use crate::host::error::{BattalionRefusal, Error, FileRefusal, InternalError, refuse};
use crate::host::model::{BattalionChange, ShareWith, SharedBy, Who};
use crate::store::{BattalionRow, NewShare, NewVersion, Outcome, Reach, ShareRow};

/// Alphabet of the codes, without letters that look alike. Ten letters have 44 bits.
const LETTERS: &[u8] = b"ABCDEFGHJKMNPQRTUVWXYZ";
const CODE: usize = 10;

/// Random code, long enough to be unguessable.
fn new_code(mut random: impl Rng) -> String {
    let letter = || LETTERS[random.random_range(0..LETTERS.len())] as char;
    std::iter::repeat_with(letter).take(CODE).collect()
}

/// Parses a typed code. Ignores letter case, spaces and hyphens.
pub(in crate::host) fn read_code(typed: &str) -> Option<String> {
    let letters: String = typed
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '-')
        .map(|c| c.to_ascii_uppercase())
        .take(CODE + 1)
        .collect();
    let known = letters.bytes().all(|letter| LETTERS.contains(&letter));
    (known && letters.len() == CODE).then_some(letters)
}

fn not_shared() -> Error {
    refuse(BattalionRefusal::NotShared)
}

impl Battalions {
    /// Shares a version of a server's Battalion with other servers, by default the newest, or stops sharing it. Returns
    /// the change, and the code if there is one.
    pub async fn share_battalion(
        &self,
        who: &Who,
        guild: GuildId,
        text: &str,
        with: ShareWith,
        version: Option<i64>,
    ) -> Result<(BattalionChange, Option<String>), Error> {
        self.settings.administered(who, guild).await?;
        let _turn = self.queues.enter(guild).await;
        let rows = self.own(guild, text).await?;
        let shares = self.store.shares_of(guild).await?;
        let known = shares.iter().find(|share| rows.first().is_some_and(|row| row.id == share.battalion));
        let row = match (with, known) {
            // The entry stays about the version that was shared.
            (ShareWith::Nobody, Some(share)) if share.reach != Reach::None => Self::version(rows, Some(share.version))?,
            (ShareWith::Nobody, _) => return Err(refuse(BattalionRefusal::SharedWithNobody)),
            (ShareWith::Code | ShareWith::Gallery, _) => Self::version(rows, version)?,
        };
        if with != ShareWith::Nobody && row.copied.is_some() {
            return Err(refuse(BattalionRefusal::IsCopy));
        }
        if with != ShareWith::Nobody && known.is_some_and(|share| share.hidden) {
            return Err(refuse(BattalionRefusal::IsHidden));
        }
        let army = self.rosters.own_army(guild, &row.id, row.version).await?.ok_or_else(not_shared)?;
        let definition = &army.definition;
        let name = definition.name.clone();
        let change = match with {
            ShareWith::Nobody => BattalionChange::Unshared(name.clone()),
            ShareWith::Code | ShareWith::Gallery => BattalionChange::Shared {
                name: name.clone(),
                version: row.version,
                gallery: with == ShareWith::Gallery,
            },
        };
        let share = NewShare {
            guild,
            battalion: row.id.clone(),
            reach: match with {
                ShareWith::Nobody => Reach::None,
                ShareWith::Code => {
                    let purpose = format!("{guild:?} {} {}", row.id, row.version);
                    Reach::Code(new_code(self.chance.generator(&purpose)))
                }
                ShareWith::Gallery => Reach::Gallery,
            },
            version: row.version,
            about: [name, definition.author.clone(), definition.license.clone(), definition.summary.clone()],
            at: self.time.now(),
        };
        let log = self.settings.pen(who, guild).battalion(&change);
        let stored = self.store.put_share(share, log).await?;
        let code = match stored.reach {
            Reach::Code(code) => Some(code),
            Reach::None | Reach::Gallery => None,
        };
        Ok((change, code))
    }

    /// Shared Battalion at this access path. Servers that removed the bot share nothing, because nobody there could
    /// stop the sharing.
    pub(in crate::host) async fn shared(&self, by: &SharedBy) -> Result<ShareRow, Error> {
        let found = match by {
            SharedBy::Gallery(id) => {
                let found = self.store.share(*id).await?;
                found.filter(|share| share.reach == Reach::Gallery)
            }
            SharedBy::Code(code) => self.store.share_by_code(code).await?,
        };
        let found = found.filter(|share| !share.hidden && self.servers.is_on(share.guild));
        found.ok_or_else(not_shared)
    }

    /// Copies a shared version to a server, where it is private until published. A repeated delivery gets the stored
    /// answer.
    pub async fn copy_shared(
        &self,
        who: &Who,
        guild: GuildId,
        by: &SharedBy,
        version: i64,
    ) -> Result<BattalionChange, Error> {
        let settings = self.settings.administered(who, guild).await?;
        let read = |answer: &str| {
            serde_json::from_str(answer).map_err(|error| InternalError::new("reading an answer", &error).into())
        };
        let _turn = self.queues.enter(guild).await;
        if let Some(answer) = self.store.answered(who.interaction).await? {
            return read(&answer);
        }
        let share = self.shared(by).await?;
        if share.guild == guild {
            return Err(refuse(BattalionRefusal::IsOwn(share.name)));
        }
        if share.version != version {
            return Err(refuse(BattalionRefusal::OtherVersion));
        }
        let rows = self.store.battalions(guild).await?;
        let copies = |row: &&BattalionRow| row.copied.is_some_and(|(of, _)| of == share.id);
        let same = |row: &&BattalionRow| row.copied == Some((share.id, version));
        if let Some(copy) = rows.iter().find(same) {
            return Err(refuse(BattalionRefusal::HasCopy { name: share.name, version: copy.version }));
        }
        let file = self.store.battalion_file(share.guild, &share.battalion, version).await?.ok_or_else(not_shared)?;
        // A copy from the same origin becomes a new version here. A Battalion that only has the same id is a different
        // one.
        let terms = self.terms(guild, &settings).await?;
        let taken = &terms.others;
        let id = match rows.iter().find(copies) {
            Some(copy) => copy.id.clone(),
            None => free_id(&share.battalion, &rows, taken),
        };
        let alike = |other: &&Taken| other.id != id && likeness(&other.name, &share.name).is_some();
        if let Some(other) = taken.iter().find(alike) {
            return Err(refuse(BattalionRefusal::NameInUse(other.name.clone())));
        }
        let file = if id == share.battalion { file } else { with_key(&file, "id", &id) };
        let looked = self.validation.look_at(file.into_bytes(), terms, false);
        let (good, _) = looked.await?.map_err(|errors| {
            let first = errors.into_iter().next();
            first.map_or_else(not_shared, |first| refuse(FileRefusal::Faulty(first)))
        })?;
        let archived = room(&rows, &id, &settings)?.in_archive();
        let new = NewVersion { guild, battalion: id, file: good.text, copied: Some((share.id, version)), archived };
        let name = good.definition.name.clone();
        let copied = move |version| BattalionChange::Copied { name: name.clone(), version, archived };
        let pen = self.settings.pen(who, guild);
        let written = {
            let copied = copied.clone();
            move |version| {
                let change = copied(version);
                let answer = serde_json::to_string(&change).unwrap_or_default();
                (answer, pen.battalion(&change))
            }
        };
        let added = self.store.add_copy(new, who.person, who.interaction, self.time.now(), written).await?;
        match added {
            Outcome::Stored(version) => Ok(copied(version)),
            Outcome::Repeated(answer) => read(&answer),
            Outcome::Conflict => Err(not_shared()),
        }
    }
}

/// The id itself, or with a number appended if the id is taken or confusable with another.
fn free_id(wanted: &str, rows: &[BattalionRow], taken: &[Taken]) -> String {
    let kept: BTreeSet<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    let is_free = |id: &str| {
        let alike = |other: &Taken| likeness(&other.id, id).is_some();
        newest(rows, id).is_none() && !kept.contains(id) && roster::builtin(id).is_none() && !taken.iter().any(alike)
    };
    let most = engine::battalion::MAX_ID;
    let numbered = (2..).map(|number: u32| {
        let number = format!("-{number}");
        let start: String = wanted.chars().take(most - number.len()).collect();
        format!("{}{number}", start.trim_end_matches('-'))
    });
    std::iter::once(wanted.to_owned()).chain(numbered).find(|id| is_free(id)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::random::Chance;
    use crate::store::BattalionState;

    #[test]
    fn codes_are_read_as_people_type_them() {
        let new_code = || super::new_code(Chance::System.generator("code"));
        let code = new_code();
        assert_eq!(read_code(&code).as_ref(), Some(&code));
        assert_ne!(new_code(), code);
        let typed = format!(" {}-{} ", code[..5].to_lowercase(), &code[5..]);
        assert_eq!(read_code(&typed).as_ref(), Some(&code));
        for wrong in ["", "ABC", "ABCDEFGHJ0", "ABCDEFGHJKM", "ÄBCDEFGHJK", "ABCDEFGHJI"] {
            assert_eq!(read_code(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn ids_of_copies_are_free() {
        let row = |id: &str| BattalionRow {
            id: id.to_owned(),
            version: 1,
            state: BattalionState::Archived,
            was_published: false,
            copied: None,
            added_at: 0,
        };
        assert_eq!(free_id("dragons", &[], &[]), "dragons");
        assert_eq!(free_id("medieval", &[], &[]), "medieval-2");
        let rows = [row("dragons"), row("dragons-2")];
        assert_eq!(free_id("dragons", &rows, &[]), "dragons-3");
        let long = "a".repeat(32);
        assert_eq!(free_id(&long, &[row(&long)], &[]), format!("{}-2", "a".repeat(30)));
        let taken = Taken { id: "drag0ns".to_owned(), name: "Lizards".to_owned() };
        assert_eq!(free_id("dragons", &[], &[taken]), "dragons-2");
    }
}
