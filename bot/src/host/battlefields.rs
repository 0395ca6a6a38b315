//! Available Battlefields: those for duels, configured ones, and each server's own (T-4). A server's own Battlefields
//! are part of its settings. A game keeps the Battlefield it started with.

use std::sync::Arc;

use engine::battalion::read_battlefields;
use engine::board::Battlefield;
use engine::game::Game;
use engine::titans::{self, GameMode, PlacementStyle, Setup};
use engine::view::Viewer;
use render::{Options, People, Picture};

use crate::host::GuildId;
use crate::host::battalions::alike::likeness;
use crate::host::battalions::judging::is_of_kind;
use crate::host::battalions::roster;
use crate::host::error::{BattlefieldRefusal, Entry, Error, UnknownName, refuse};
use crate::host::model::{FileProblem, GuildSettings, Who};
use crate::host::rendering::Rendering;
use crate::host::settings::Settings;

/// Maximum number of a server's own Battlefields.
const KEPT: usize = 20;
/// Maximum size of a file of Battlefields, in bytes.
pub const MAX_FIELD_FILE: usize = 16 * 1024;

/// Result of adding a file of Battlefields to a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldsAdded {
    /// Battlefields of the file.
    pub fields: Vec<Battlefield>,
    /// Number of these that replaced one with the same id.
    pub replaced: usize,
}

/// Result of a file of Battlefields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FieldsFile {
    /// Errors, causes first; nothing was saved.
    Faulty(Vec<FileProblem>),
    /// Its Battlefields belong to the server now.
    Added(FieldsAdded),
}

/// Battlefields of the program, of its configuration and of servers.
#[derive(Clone, Debug)]
pub struct Battlefields {
    pub(super) settings: Arc<Settings>,
    pub(super) rendering: Arc<Rendering>,
    /// Battlefields available on every server.
    pub(super) configured: Arc<[Battlefield]>,
}

impl Battlefields {
    /// All Battlefields available with these settings, except the default one.
    pub fn available<'a>(&'a self, settings: &'a GuildSettings) -> impl Iterator<Item = &'a Battlefield> {
        self.configured.iter().chain(&settings.battlefields)
    }

    /// The Battlefield with this id, if it is available with these settings.
    pub(in crate::host) fn find<'a>(&'a self, settings: &'a GuildSettings, id: &str) -> Option<&'a Battlefield> {
        self.available(settings).find(|field| field.id == id)
    }

    /// Adds the Battlefields of a file to a server's own. A Battlefield with an existing id replaces the old one.
    pub async fn add_battlefields(&self, who: &Who, guild: GuildId, bytes: Vec<u8>) -> Result<FieldsFile, Error> {
        let before = self.settings.administered(who, guild).await?.battlefields;
        let text = String::from_utf8(bytes).map_err(|_| refuse(BattlefieldRefusal::NotText))?;
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
        let fields = match read_battlefields(text) {
            Ok(fields) => fields,
            Err(_) if is_of_kind(text, "format", "battlefield") => return Err(refuse(BattlefieldRefusal::IsBattalion)),
            Err(errors) => return Ok(FieldsFile::Faulty(errors.into_iter().map(FileProblem::from).collect())),
        };
        for field in &fields {
            let mut general = self.configured.iter();
            if general.clone().any(|other| other.id == field.id) {
                return Err(refuse(BattlefieldRefusal::TakenId(field.id.clone())));
            }
            if let Some(other) = general.find(|other| alike(other, field)) {
                return Err(refuse(BattlefieldRefusal::TakenName(other.name.clone())));
            }
        }
        let known = |field: &&Battlefield| before.iter().any(|other| other.id == field.id);
        let added = FieldsAdded { replaced: fields.iter().filter(known).count(), fields: fields.clone() };
        self.settings
            .change_guild_settings(who, guild, move |settings| put(fields, &mut settings.battlefields))
            .await?;
        Ok(FieldsFile::Added(added))
    }

    /// Removes one of the server's own Battlefields and returns it; games in progress keep it.
    pub async fn remove_battlefield(&self, who: &Who, guild: GuildId, text: &str) -> Result<Battlefield, Error> {
        let settings = self.settings.administered(who, guild).await?;
        let wanted = text.trim().to_lowercase();
        let is_meant = |field: &&Battlefield| field.id == wanted || field.name.to_lowercase() == wanted;
        let Some(field) = settings.battlefields.iter().find(is_meant).cloned() else {
            let general = self.configured.iter().any(|field| is_meant(&field));
            return Err(if general {
                refuse(BattlefieldRefusal::General)
            } else {
                refuse(UnknownName::of(Entry::Battlefield))
            });
        };
        let id = field.id.clone();
        self.settings
            .change_guild_settings(who, guild, move |settings| {
                settings.battlefields.retain(|known| known.id != id);
                Ok(())
            })
            .await?;
        Ok(field)
    }

    /// Picture of a Battlefield with a Medieval army on each side; `None` if the army does not fit.
    pub async fn battlefield_picture(&self, field: &Battlefield) -> Result<Option<Picture>, Error> {
        let Some(view) = view_of(field) else {
            return Ok(None);
        };
        self.rendering
            .draw(move |renderer| Ok(renderer.turn(&view, &People::default(), &Options::default())?))
            .await
            .map(Some)
    }
}

/// Battlefields for duels, followed by the configured ones. A configured one replaces one with the same id.
pub(super) fn with_duels(configured: Vec<Battlefield>) -> Vec<Battlefield> {
    let known = |id: &str| configured.iter().any(|field| field.id == id);
    let mut all: Vec<Battlefield> = Battlefield::duels().filter(|field| !known(&field.id)).collect();
    all.extend(configured);
    all
}

/// Returns true if the names could be confused.
fn alike(one: &Battlefield, other: &Battlefield) -> bool {
    one.id != other.id && likeness(&one.name, &other.name).is_some()
}

/// Adds Battlefields to a server's own. A Battlefield with an existing id replaces the old one.
fn put(fields: Vec<Battlefield>, own: &mut Vec<Battlefield>) -> Result<(), Error> {
    for field in fields {
        if let Some(other) = own.iter().find(|other| alike(other, &field)) {
            return Err(refuse(BattlefieldRefusal::TakenName(other.name.clone())));
        }
        match own.iter_mut().find(|known| known.id == field.id) {
            Some(known) => *known = field,
            None => own.push(field),
        }
    }
    if own.len() > KEPT { Err(refuse(BattlefieldRefusal::TooMany(KEPT))) } else { Ok(()) }
}

fn view_of(field: &Battlefield) -> Option<engine::view::View> {
    let medieval = roster::builtin("medieval")?.definition.clone();
    let setup = Setup {
        mode: match field.edge_slots.len() {
            2 => GameMode::Duel,
            _ => GameMode::Ffa,
        },
        battlefield: field.clone(),
        armies: vec![medieval; field.edge_slots.len()],
        placement: PlacementStyle::Usual,
        without_reserves: Vec::new(),
        seed: [0; 32],
    };
    setup.check().ok()?;
    let game = titans::Game::new(setup).ok()?;
    Some(Game::Titans(Box::new(game)).view(Viewer::Public))
}
