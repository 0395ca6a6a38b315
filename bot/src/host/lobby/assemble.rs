//! Setup of a game from the choices of a lobby (T-2, T-4, T-31).

use std::sync::Arc;

use engine::battalion::Definition;
use engine::board::{Battlefield, Seat};
use engine::titans::{self, GameMode, SavedSetup, Setup, battlefield_for, to_hex};

use crate::host::battalions::roster::{Army, Roster};
use crate::host::battlefields::Battlefields;
use crate::host::error::{Error, LobbyRefusal, OptionRefusal, refuse};
use crate::host::model::{GuildSettings, LobbyOptions, Odds, TimeControl};
use crate::host::session::game::GameSession;

/// Refuses options with which no lobby can be played.
pub(in crate::host) fn check_options(
    battlefields: &Battlefields,
    settings: &GuildSettings,
    options: &LobbyOptions,
) -> Result<(), Error> {
    let fits = match options.mode {
        GameMode::Duel => options.seats == 2,
        _ => (3..=6).contains(&options.seats),
    };
    if !fits {
        return Err(refuse(OptionRefusal::Seats { mode: options.mode, asked: options.seats }));
    }
    check_time(options.time)?;
    if let Some(id) = &options.battlefield {
        let Some(found) = battlefields.find(settings, id) else {
            return Err(refuse(OptionRefusal::UnknownBattlefield));
        };
        has_room(found, options.seats.into())?;
    }
    Ok(())
}

fn has_room(field: &Battlefield, seats: usize) -> Result<(), Error> {
    match field.edge_slots.len() {
        room if room < seats => Err(refuse(OptionRefusal::SmallBattlefield(room))),
        _ => Ok(()),
    }
}

/// Refuses an invalid time control.
pub(in crate::host) fn check_time(time: TimeControl) -> Result<(), Error> {
    match time.fault() {
        Some(part) => Err(refuse(OptionRefusal::Time(part))),
        None => Ok(()),
    }
}

fn battlefield(
    battlefields: &Battlefields,
    settings: &GuildSettings,
    options: &LobbyOptions,
    armies: &[Arc<Definition>],
) -> Result<Battlefield, Error> {
    match &options.battlefield {
        None => Ok(battlefield_for(armies)?),
        Some(id) => {
            let found = battlefields.find(settings, id);
            let mut field = found.cloned().ok_or_else(|| refuse(LobbyRefusal::BattlefieldGone))?;
            // The Battlefield may have been replaced since the lobby was opened.
            has_room(&field, armies.len())?;
            field.edge_slots.truncate(armies.len());
            Ok(field)
        }
    }
}

/// Refuses a Battalion that cannot be used with these options. Checked at the time of the choice, before the start.
pub(in crate::host) fn check_pick(definition: &Definition, options: &LobbyOptions) -> Result<(), Error> {
    Ok(titans::check_pick(definition, options.mode)?)
}

/// Game of a full lobby.
pub(in crate::host) fn assemble(
    battlefields: &Battlefields,
    lobby: &GameSession,
    roster: &Roster,
    seed: [u8; 32],
) -> Result<(Setup, SavedSetup), Error> {
    let options = lobby.lobby_options()?;
    let mut armies = Vec::new();
    let (mut files, mut indices) = (Vec::<String>::new(), Vec::new());
    for chair in &lobby.seats {
        let army = chair.battalion.as_ref().and_then(|key| roster.keyed(key));
        let Some(Army { definition, file, .. }) = army else {
            return Err(refuse(LobbyRefusal::NoBattalion));
        };
        // Pieces of two different definitions with one id would have the same keys.
        let other = |known: &Arc<Definition>| known.id == definition.id && *known != definition;
        if armies.iter().any(other) {
            let name = definition.name.clone();
            return Err(refuse(LobbyRefusal::TwoVersions(name)));
        }
        let index = files.iter().position(|known| **known == *file);
        indices.push(index.unwrap_or_else(|| {
            files.push(file.as_ref().to_owned());
            files.len() - 1
        }));
        armies.push(definition);
    }
    let battlefield = battlefield(battlefields, &roster.settings, options, &armies)?;
    let seats = Seat::all(lobby.seats.len()).zip(&lobby.seats);
    let without_reserves: Vec<Seat> =
        seats.filter(|(_, chair)| chair.odds == Some(Odds::NoReserves)).map(|(seat, _)| seat).collect();
    let setup = Setup {
        mode: options.mode,
        battlefield: battlefield.clone(),
        armies: options.placement.arranged(armies, &seed),
        placement: options.placement,
        without_reserves: without_reserves.clone(),
        seed,
    };
    let saved = SavedSetup {
        mode: setup.mode,
        battlefield,
        placement: setup.placement,
        files,
        armies: indices,
        without_reserves,
        seed: to_hex(&seed),
    };
    Ok((setup, saved))
}
