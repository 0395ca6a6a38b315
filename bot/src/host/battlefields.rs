//! Battlefields that can be chosen: those for duels, those of the configuration, and those that a server brings (T-4). A server's are part of
//! its settings; a game keeps the one that it began on.

use engine::board::Battlefield;
use engine::game::Game;
use engine::titans::{self, GameMode, PlacementStyle, Setup};
use engine::view::Viewer;
use render::{Options, People, Picture};

use crate::host::battalions::roster;
use crate::host::error::{BattlefieldRefusal, Error, refuse};
use crate::host::model::{GuildSettings, Who};
use crate::host::{GuildId, Host};

/// Battlefields of a server.
const KEPT: usize = 20;
/// Bytes of a file of them.
pub const MAX_FIELD_FILE: usize = 16 * 1024;

impl Host {
    /// Every Battlefield that can be chosen on a server with these settings, beside the usual one.
    pub fn battlefields<'a>(
        &'a self,
        settings: &'a GuildSettings,
    ) -> impl Iterator<Item = &'a Battlefield> {
        self.0.battlefields.iter().chain(&settings.battlefields)
    }

    /// Takes the Battlefields of a file; one with the id of another of this server takes its place. Answers with those that were added.
    ///
    /// # Errors
    /// A refusal that says what is missing, wrong or too much, or a fault.
    pub async fn add_battlefields(
        &self,
        who: &Who,
        guild: GuildId,
        bytes: Vec<u8>,
    ) -> Result<Vec<Battlefield>, Error> {
        self.administered(who, guild).await?;
        let text = String::from_utf8(bytes).map_err(|_| refuse(BattlefieldRefusal::NotText))?;
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
        let fields = Battlefield::read_file(text)
            .map_err(|error| refuse(BattlefieldRefusal::Faulty(error)))?;
        let general =
            |field: &&Battlefield| self.0.battlefields.iter().any(|one| one.id == field.id);
        if let Some(field) = fields.iter().find(general) {
            return Err(refuse(BattlefieldRefusal::TakenId(field.id.clone())));
        }
        let added = fields.clone();
        self.change_guild_settings(who, guild, move |settings| {
            for field in fields {
                settings.battlefields.retain(|known| known.id != field.id);
                settings.battlefields.push(field);
            }
            match settings.battlefields.len() > KEPT {
                true => Err(refuse(BattlefieldRefusal::TooMany(KEPT))),
                false => Ok(()),
            }
        })
        .await?;
        Ok(added)
    }

    /// Takes a Battlefield of the server away; games on it go on. Answers with what it was.
    ///
    /// # Errors
    /// A refusal that says what is missing, or a fault.
    pub async fn remove_battlefield(
        &self,
        who: &Who,
        guild: GuildId,
        text: &str,
    ) -> Result<Battlefield, Error> {
        let settings = self.administered(who, guild).await?;
        let wanted = text.trim().to_lowercase();
        let is_meant =
            |field: &&Battlefield| field.id == wanted || field.name.to_lowercase() == wanted;
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
        self.draw(move |renderer| {
            Ok(renderer.turn(&view, &People::default(), &Options::default())?)
        })
        .await
        .map(Some)
    }
}

fn view_of(field: &Battlefield) -> Option<engine::view::View> {
    let medieval = roster::builtin("medieval")?.definition.clone();
    let setup = Setup {
        mode: match field.berths.len() {
            2 => GameMode::Duel,
            _ => GameMode::Ffa,
        },
        battlefield: field.clone(),
        armies: vec![medieval; field.berths.len()],
        placement: PlacementStyle::Usual,
        seed: [0; 32],
    };
    setup.check().ok()?;
    let game = titans::Game::new(setup).ok()?;
    Some(Game::Titans(Box::new(game)).view(Viewer::Public))
}
