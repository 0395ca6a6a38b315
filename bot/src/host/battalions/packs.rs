//! Packs: several Battalions in one zip file, checked one by one and accepted together.

use std::io::{Cursor, Write as _};

use zip::CompressionMethod;
use zip::write::{SimpleFileOptions, ZipWriter};

use crate::host::GuildId;
use crate::host::battalions::Battalions;
use crate::host::battalions::drafts::note;
use crate::host::battalions::own::room;
use crate::host::blocking;
use crate::host::error::{BattalionRefusal, Error, FileRefusal, InternalError, refuse};
use crate::host::model::{BattalionFile, Limits, Pack, Packed, Who};
use crate::store::NewDraft;
use crate::unzip::{Bounds, unzip};

/// Maximum number of files in a pack.
const FILES: usize = 20;
/// Maximum size of an exported file, in bytes. Discord accepts 10 MiB per message.
const MAX_SENT: usize = 9 << 20;
/// Maximum compressed size of a pack, in bytes.
pub const MAX_PACK: usize = 1 << 20;

/// Returns true if these bytes look like a zip file.
pub fn is_pack(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK")
}

fn bounds(limits: &Limits) -> Bounds {
    let file = limits.bytes as usize;
    Bounds { files: FILES, file, total: FILES * file }
}

impl Battalions {
    /// Checks the files of a pack and keeps the valid ones until they are accepted or discarded together.
    pub async fn add_pack(&self, who: &Who, guild: GuildId, bytes: Vec<u8>) -> Result<Pack, Error> {
        let settings = self.settings.administered(who, guild).await?;
        let bounds = bounds(&settings.limits);
        let unpacked = blocking(move || Ok(unzip(&bytes, bounds))).await?;
        let entries = unpacked.map_err(|why| refuse(FileRefusal::Pack(why)))?;
        let mut rows = self.store.battalions(guild).await?;
        let mut terms = self.terms(guild, &settings).await?;
        let mut files = Vec::new();
        let mut good_ones: Vec<(String, NewDraft)> = Vec::new();
        for entry in entries {
            let looked = self.validation.look_at(entry.bytes, terms.clone(), true).await;
            let found = match looked {
                Err(Error::Refused(why)) => Packed::Refused(Box::new(why)),
                Err(broken) => return Err(broken),
                Ok(Err(errors)) => Packed::Faulty(errors),
                Ok(Ok((good, _))) if let Some((first, _)) = good_ones.iter().find(|(_, one)| one.file == good.text) => {
                    Packed::Twice(first.clone())
                }
                Ok(Ok((good, warnings))) => {
                    let id = &good.definition.id;
                    match (self.same(guild, &rows, &good).await?, room(&rows, id, &settings)) {
                        (Some(same), _) => Packed::Same(same),
                        (None, Err(Error::Refused(why))) => Packed::Refused(Box::new(why)),
                        (None, Err(broken)) => return Err(broken),
                        (None, Ok(room)) => {
                            note(&mut rows, &mut terms.others, &good, room.in_archive(), self.time.now());
                            let version = rows.iter().find(|row| row.id == *id);
                            good_ones.push((entry.name.clone(), NewDraft { battalion: id.clone(), file: good.text }));
                            Packed::Good {
                                name: good.definition.name.clone(),
                                version: version.map_or(1, |row| row.version),
                                warnings,
                            }
                        }
                    }
                }
            };
            files.push((entry.name, found));
        }
        let id = if good_ones.is_empty() {
            None
        } else {
            let good_ones = good_ones.into_iter().map(|(_, one)| one).collect();
            Some(self.store.put_drafts(guild, good_ones, false, who.person, self.time.now()).await?)
        };
        Ok(Pack { id, files })
    }

    /// Newest version of every Battalion of the server, as one zip file.
    pub async fn export_pack(&self, who: &Who, guild: GuildId) -> Result<BattalionFile, Error> {
        self.settings.administered(who, guild).await?;
        let rows = self.store.battalions(guild).await?;
        let mut files = Vec::new();
        for same in rows.chunk_by(|a, b| a.id == b.id) {
            let Some(newest) = same.first() else { continue };
            let (id, version) = (&newest.id, newest.version);
            if let Some(file) = self.store.battalion_file(guild, id, version).await? {
                files.push((format!("{id}.toml"), file));
            }
        }
        if files.is_empty() {
            return Err(refuse(BattalionRefusal::NoneHere));
        }
        let bytes = blocking(move || pack(&files)).await?;
        if bytes.len() > MAX_SENT {
            return Err(refuse(BattalionRefusal::TooLargeTogether));
        }
        Ok(BattalionFile { name: "battalions.zip".to_owned(), bytes })
    }
}

fn pack(files: &[(String, String)]) -> Result<Vec<u8>, Error> {
    let trouble = |error: &(dyn std::error::Error + 'static)| Error::from(InternalError::new("packing files", error));
    let how = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    let mut to = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, file) in files {
        to.start_file(name.as_str(), how).map_err(|error| trouble(&error))?;
        to.write_all(file.as_bytes()).map_err(|error| trouble(&error))?;
    }
    let done = to.finish().map_err(|error| trouble(&error))?;
    Ok(done.into_inner())
}
