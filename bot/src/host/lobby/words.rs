//! Contributions to the seed of a game that is being set up (T-32).
//!
//! A person who leaves takes their word away. Once the seats are fixed, somebody may know all contributions. So a
//! player who leaves then cannot come back, and all contributions are drawn again.

use engine::seed::WordError;

use crate::host::PersonId;
use crate::host::error::{Error, InternalError, LobbyRefusal, refuse};
use crate::host::lobby::Lobbies;
use crate::host::model::{Confirmation, Member, NoticeKind};
use crate::host::session::change::Decision;
use crate::host::session::game::GameSession;
use crate::host::session::seed::Contributions;

/// Contributions of a new lobby: only a part of the bot.
pub(super) fn drawn(lobbies: &Lobbies) -> Result<Contributions, Error> {
    let part = lobbies.chance.seed().map_err(|error| InternalError::new("drawing lots", &error))?;
    Ok(Contributions::new(part))
}

/// Contributions so far. A lobby of an older program has none, and gets a part of the bot now.
fn so_far(lobbies: &Lobbies, game: &GameSession) -> Result<Contributions, Error> {
    match &game.contributions {
        Some(all) => Ok(Contributions::clone(all)),
        None => drawn(lobbies),
    }
}

pub(super) fn word_refusal(why: WordError) -> Error {
    refuse(LobbyRefusal::Word(why))
}

/// Refuses changes of a lobby or challenge whose seats are fixed.
pub(super) fn not_fixed(game: &GameSession) -> Result<(), Error> {
    let sealed = game.contributions.as_ref().filter(|all| all.fixed).map(|all| all.sealed());
    match sealed {
        Some(sealed) => Err(refuse(LobbyRefusal::SeatsFixed(sealed.awaited().into_iter().cloned().collect()))),
        None => Ok(()),
    }
}

/// Adds the word of a person, or replaces it.
pub(super) fn put(lobbies: &Lobbies, decision: &mut Decision, by: Member, text: &str) -> Result<(), Error> {
    let mut all = so_far(lobbies, &decision.next)?;
    let hash = all.add(by, text).map_err(word_refusal)?;
    decision.confirm(Confirmation::WordAdded { hash, part: all.part_hash() });
    decision.keep_contributions(all)
}

/// The seed of a game that can start. `None` while sealed words are awaited: then the seats are fixed.
pub(super) fn seed_or_fix(lobbies: &Lobbies, decision: &mut Decision) -> Result<Option<[u8; 32]>, Error> {
    let mut all = so_far(lobbies, &decision.next)?;
    all.retain(|person| decision.next.seat_of(person).is_some());
    let seed = all.draw();
    all.fixed = seed.is_none();
    decision.keep_contributions(all)?;
    if seed.is_none() {
        decision.change.seats = Some(decision.next.seat_rows());
        decision.announce(NoticeKind::Lobby);
        decision.confirm(Confirmation::WordsAwaited);
    }
    Ok(seed)
}

/// Removes the word of a person who left, or all contributions if they were fixed.
pub(super) fn leaves(lobbies: &Lobbies, decision: &mut Decision, left: Member) -> Result<(), Error> {
    let Some(before) = decision.next.contributions.clone() else {
        return Ok(());
    };
    if !before.fixed {
        let mut all = Contributions::clone(&before);
        all.retain(|person| person != left.person);
        return decision.keep_contributions(all);
    }
    bar(decision, left.person)?;
    let again = before.again(drawn(lobbies)?, Some(left));
    decision.keep_contributions(again)
}

/// Keeps a person from joining this lobby again.
pub(super) fn bar(decision: &mut Decision, person: PersonId) -> Result<(), Error> {
    let barred = &mut decision.next.pending.kicked;
    if !barred.contains(&person) {
        barred.push(person);
    }
    decision.keep_pending()
}

/// Opens fixed seats again because the game can no longer start with them.
pub(super) fn reopen(lobbies: &Lobbies, decision: &mut Decision) -> Result<(), Error> {
    let again = so_far(lobbies, &decision.next)?.again(drawn(lobbies)?, None);
    decision.announce(NoticeKind::Lobby);
    decision.keep_contributions(again)
}
