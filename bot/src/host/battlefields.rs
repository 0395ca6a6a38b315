//! Battlefields that can be chosen: those for duels, those in the configuration, and each server's own (T-4). A server's own are part of its
//! settings; a game keeps the one it began on.

use engine::board::Battlefield;
use engine::game::Game;
use engine::titans::{self, GameMode, PlacementStyle, Setup};
use engine::view::Viewer;
use render::{Options, People, Picture};

use crate::host::battalions::alike::likeness;
use crate::host::battalions::roster;
use crate::host::error::{BattlefieldRefusal, Error, refuse};
use crate::host::model::{GuildSettings, Who};
use crate::host::{GuildId, Host};

/// The most Battlefields of its own that a server can have.
const KEPT: usize = 20;
/// The most bytes of a file with Battlefields.
pub const MAX_FIELD_FILE: usize = 16 * 1024;

/// What a file of Battlefields changed on a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldsAdded {
    /// The Battlefields of the file.
    pub fields: Vec<Battlefield>,
    /// How many of them replaced one with the same id.
    pub replaced: usize,
}

impl Host {
    /// Every Battlefield that can be chosen on a server with these settings, besides the usual one.
    pub fn battlefields<'a>(&'a self, settings: &'a GuildSettings) -> impl Iterator<Item = &'a Battlefield> {
        self.0.battlefields.iter().chain(&settings.battlefields)
    }

    /// The Battlefield with this id, if it can be chosen on a server with these settings.
    pub(in crate::host) fn battlefield<'a>(&'a self, settings: &'a GuildSettings, id: &str) -> Option<&'a Battlefield> {
        self.battlefields(settings).find(|field| field.id == id)
    }

    /// Adds the Battlefields in a file to a server's own. One whose id the server already has replaces that one.
    ///
    /// # Errors
    /// A refusal that says what is missing, wrong or too much, or a fault.
    pub async fn add_battlefields(&self, who: &Who, guild: GuildId, bytes: Vec<u8>) -> Result<FieldsAdded, Error> {
        let before = self.administered(who, guild).await?.battlefields;
        let text = String::from_utf8(bytes).map_err(|_| refuse(BattlefieldRefusal::NotText))?;
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
        let fields = Battlefield::read_file(text).map_err(|error| refuse(BattlefieldRefusal::Faulty(error)))?;
        for field in &fields {
            let mut general = self.0.battlefields.iter();
            if general.clone().any(|other| other.id == field.id) {
                return Err(refuse(BattlefieldRefusal::TakenId(field.id.clone())));
            }
            if let Some(other) = general.find(|other| alike(other, field)) {
                return Err(refuse(BattlefieldRefusal::TakenName(other.name.clone())));
            }
        }
        let known = |field: &&Battlefield| before.iter().any(|other| other.id == field.id);
        let added = FieldsAdded { replaced: fields.iter().filter(known).count(), fields: fields.clone() };
        self.change_guild_settings(who, guild, move |settings| put(fields, &mut settings.battlefields)).await?;
        Ok(added)
    }

    /// Removes one of the server's own Battlefields and returns it; games in progress keep it.
    ///
    /// # Errors
    /// A refusal that says what is missing, or a fault.
    pub async fn remove_battlefield(&self, who: &Who, guild: GuildId, text: &str) -> Result<Battlefield, Error> {
        let settings = self.administered(who, guild).await?;
        let wanted = text.trim().to_lowercase();
        let is_meant = |field: &&Battlefield| field.id == wanted || field.name.to_lowercase() == wanted;
        let Some(field) = settings.battlefields.iter().find(is_meant).cloned() else {
            let general = self.0.battlefields.iter().any(|field| is_meant(&field));
            return Err(refuse(match general {
                true => BattlefieldRefusal::General,
                false => BattlefieldRefusal::Unknown,
            }));
        };
        let id = field.id.clone();
        self.change_guild_settings(who, guild, move |settings| {
            settings.battlefields.retain(|known| known.id != id);
            Ok(())
        })
        .await?;
        Ok(field)
    }

    /// How a Battlefield looks with a Medieval army at each side; `None` where that does not fit.
    ///
    /// # Errors
    /// A fault when it cannot be drawn.
    pub async fn battlefield_picture(&self, field: &Battlefield) -> Result<Option<Picture>, Error> {
        let Some(view) = view_of(field) else {
            return Ok(None);
        };
        self.draw(move |renderer| Ok(renderer.turn(&view, &People::default(), &Options::default())?)).await.map(Some)
    }
}

/// Are these two Battlefields whose names people could confuse?
fn alike(one: &Battlefield, other: &Battlefield) -> bool {
    one.id != other.id && likeness(&one.name, &other.name).is_some()
}

/// Adds Battlefields to a server's own; each replaces the one with the same id.
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
    match own.len() > KEPT {
        true => Err(refuse(BattlefieldRefusal::TooMany(KEPT))),
        false => Ok(()),
    }
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
        seed: [0; 32],
    };
    setup.check().ok()?;
    let game = titans::Game::new(setup).ok()?;
    Some(Game::Titans(Box::new(game)).view(Viewer::Public))
}
