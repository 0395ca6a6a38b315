//! Common parts of all lobbies: people, choice of Battalions, missing decisions, and the start.

use engine::board::Seat;
use engine::game::{Game, Saved};
use engine::seed::seat_order;
use engine::titans::{self, GameMode};
use engine::view::Viewer;

use crate::store::State;
use crate::text;

use crate::host::battalions::roster::{Army, Roster};
use crate::host::error::{Error, LobbyRefusal, Missing, Over, refuse};
use crate::host::lobby::assemble::{assemble, check_pick};
use crate::host::lobby::{Lobbies, words};
use crate::host::model::{Confirmation, LobbyOptions, Member, NoticeKind, SeatOrder, Who};
use crate::host::random::Chance;
use crate::host::rights::Power;
use crate::host::session::change::Decision;
use crate::host::session::game::GameSession;

/// Maximum length of a name, in characters.
const NAME: usize = 64;
/// Maximum length of a reason, in characters.
const REASON: usize = 200;

/// Name with unsafe characters removed, cut to the maximum length.
pub(in crate::host) fn sanitise_name(name: &str) -> String {
    match text::line(name, NAME) {
        empty if empty.is_empty() => "Somebody".to_owned(),
        name => name,
    }
}

/// Reason with unsafe characters removed, cut to the maximum length; `None` if nothing visible is left.
pub(in crate::host) fn sanitise_reason(reason: &str) -> Option<String> {
    Some(text::line(reason, REASON)).filter(|text| !text.is_empty())
}

pub(in crate::host) fn member(who: &Who) -> Member {
    Member { person: who.person, name: sanitise_name(&who.name) }
}

/// Turns a lobby into a game.
///
/// While sealed words are awaited, only fixes the seats.
pub(super) fn begin(lobbies: &Lobbies, decision: &mut Decision, roster: &Roster) -> Result<(), Error> {
    let Some(seed) = words::seed_or_fix(lobbies, decision)? else {
        return Ok(());
    };
    if decision.next.lobby_options()?.order == SeatOrder::Random {
        let joined = &decision.next.seats;
        let order = seat_order(&seed, joined.len()).into_iter();
        decision.next.seats = order.filter_map(|seat| joined.get(seat).cloned()).collect();
    }
    let (setup, saved) = assemble(&lobbies.battlefields, &decision.next, roster, seed)?;
    let game = Game::Titans(Box::new(titans::Game::new(setup)?));
    let play = decision.begin(Saved::Titans(saved), game)?;
    for seat in Seat::all(play.game.seat_count()) {
        let own = play.game.view(Viewer::Seat(seat)).own;
        if own.is_some_and(|own| !own.targets.is_empty()) {
            decision.tell_seat(seat, NoticeKind::Target);
        }
    }
    decision.confirm(Confirmation::GameBegins);
    Ok(())
}

/// Starts a game whose last sealed word was told. If it can no longer start, opens the seats again.
pub(super) fn begin_if_complete(lobbies: &Lobbies, decision: &mut Decision, chooser: &Chooser) -> Result<(), Error> {
    if missing(lobbies, &decision.next, &chooser.roster).is_empty() {
        begin(lobbies, decision, &chooser.roster)
    } else {
        words::reopen(lobbies, decision)
    }
}

/// Unmet requirements for starting a lobby.
pub(super) fn missing(lobbies: &Lobbies, lobby: &GameSession, roster: &Roster) -> Vec<Missing> {
    let mut missing = Vec::new();
    let Ok(options) = lobby.lobby_options() else {
        return missing;
    };
    let invited = invited(lobby);
    if !invited.is_empty() {
        missing.push(Missing::Answers(invited));
    }
    let least = if options.mode == GameMode::Duel { 2 } else { 3 };
    let taken = lobby.seats.len();
    if taken < least {
        missing.push(Missing::Players(least - taken));
    } else if Seat::all(taken).all(|seat| lobby.computer(seat).is_some()) {
        // A game needs at least one person.
        missing.push(Missing::Players(1));
    }
    for (seat, chair) in Seat::all(taken).zip(&lobby.seats) {
        match &chair.battalion {
            None => missing.push(Missing::Battalion(lobby.player(seat))),
            // Disabled, archived or replaced since.
            Some(key) if roster.keyed(key).is_none() => {
                missing.push(Missing::OtherBattalion(lobby.player(seat)));
            }
            Some(_) => {}
        }
    }
    if missing.is_empty() {
        // The seed does not affect whether the game can start.
        let can = assemble(&lobbies.battlefields, lobby, roster, [0; 32])
            .and_then(|(setup, _)| titans::Game::new(setup).map_err(Error::from));
        if let Err(Error::Refused(why)) = can {
            missing.push(Missing::Setup(Box::new(why)));
        }
    }
    missing
}

/// Options of a lobby; refused once it is over or its game has started.
pub(super) fn is_lobby(game: &GameSession) -> Result<&LobbyOptions, Error> {
    match game.state {
        State::Lobby => game.lobby_options(),
        State::Running => Err(refuse(LobbyRefusal::Begun)),
        State::Over => Err(refuse(Over::Game)),
    }
}

/// Options of a lobby whose seats can change.
pub(super) fn is_open(game: &GameSession) -> Result<&LobbyOptions, Error> {
    let options = is_lobby(game)?;
    words::not_fixed(game)?;
    Ok(options)
}

/// A private Battalion in this lobby. Only administrators can start a game with it.
pub(super) fn private(lobby: &GameSession, roster: &Roster) -> Option<Army> {
    let keys = lobby.seats.iter().filter_map(|chair| chair.battalion.as_ref());
    keys.filter_map(|key| roster.keyed(key)).find(|army| army.private)
}

/// Battalions available to a person in a lobby.
pub(in crate::host) struct Chooser {
    pub(super) roster: Roster,
    pub(super) power: Power,
    pub(super) chance: Chance,
}

impl Chooser {
    pub(super) fn pick(&self, wanted: &str, options: &LobbyOptions) -> Result<Army, Error> {
        let army = self.roster.pick(wanted, self.power.administers)?;
        check_pick(&army.definition, options)?;
        Ok(army)
    }
}

/// Completes a change of the seats: starts the game if a start was agreed and no requirement is missing.
pub(super) fn settle(lobbies: &Lobbies, mut decision: Decision, chooser: &Chooser) -> Result<Decision, Error> {
    let Chooser { roster, power, .. } = chooser;
    let options = decision.next.lobby_options()?;
    let full = decision.next.seats.len() >= usize::from(options.seats);
    if full
        && options.start_when_full
        && missing(lobbies, &decision.next, roster).is_empty()
        && (power.administers || private(&decision.next, roster).is_none())
    {
        begin(lobbies, &mut decision, roster)?;
        return Ok(decision);
    }
    decision.change.seats = Some(decision.next.seat_rows());
    decision.announce(NoticeKind::Lobby);
    Ok(decision)
}

/// People in the seats of a lobby who have not accepted yet.
pub(super) fn invited(lobby: &GameSession) -> Vec<Member> {
    let people = lobby.seats.iter().flat_map(|chair| chair.holder.people());
    let asked = people.filter(|member| lobby.invited.contains(&member.person));
    asked.cloned().collect()
}
