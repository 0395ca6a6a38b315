//! Computer players in a lobby. The creator adds and removes them. A game needs at least one person.

use rand::seq::SliceRandom as _;

use crate::host::GameId;
use crate::host::battalions::roster::Army;
use crate::host::error::{ComputerRefusal, Error, LobbyRefusal, refuse};
use crate::host::lobby::Lobbies;
use crate::host::lobby::assemble::check_pick;
use crate::host::lobby::gathering::{Chooser, is_open, settle};
use crate::host::lobby::odds;
use crate::host::model::{ComputerPlayer, ComputerWish, Confirmation, Done, LobbyOptions, NoticeKind, Who};
use crate::host::session::change::Decision;
use crate::host::session::game::GameSession;
use crate::host::session::seat::SeatAssignment;

/// Random Battalion that everyone can pick here and that is compatible with the others. Prefers one that is not in the
/// lobby yet.
fn drawn(chooser: &Chooser, options: &LobbyOptions, seats: &[SeatAssignment]) -> Result<Army, Error> {
    let roster = &chooser.roster;
    let taken: Vec<Army> = seats.iter().filter_map(|chair| roster.keyed(chair.battalion.as_deref()?)).collect();
    let meets = |army: &Army| {
        let same = |other: &&Army| other.definition.id == army.definition.id;
        taken.iter().find(same).is_none_or(|other| other.key == army.key)
    };
    let mut open = roster.open(false);
    open.retain(|army| check_pick(&army.definition, options).is_ok() && meets(army));
    open.shuffle(&mut chooser.chance.generator(&format!("computer {}", seats.len())));
    open.sort_by_key(|army| taken.iter().any(|other| other.key == army.key));
    open.into_iter().next().ok_or_else(|| refuse(LobbyRefusal::NothingToPick))
}

/// Seat for a computer player, in addition to the taken ones.
pub(in crate::host) fn seat(
    wish: &ComputerWish,
    chooser: &Chooser,
    options: &LobbyOptions,
    seats: &[SeatAssignment],
) -> Result<(ComputerPlayer, Army, SeatAssignment), Error> {
    let army = match &wish.battalion {
        Some(wanted) => chooser.pick(wanted, options)?,
        None => drawn(chooser, options, seats)?,
    };
    let mut numbers = 0..=u8::MAX;
    let taken = |number: &u8| {
        let mut there = seats.iter().filter_map(|chair| chair.holder.computer());
        there.any(|computer| computer.number == *number)
    };
    let player =
        ComputerPlayer { level: wish.level, number: numbers.find(|number| !taken(number)).unwrap_or_default() };
    let chair = SeatAssignment { battalion: Some(army.key.clone()), ..SeatAssignment::of(player.member()) };
    Ok((player, army, chair))
}

fn may_change(lobby: &GameSession, who: &Who, chooser: &Chooser) -> Result<(), Error> {
    if lobby.creator.person == who.person || chooser.power.moderates {
        Ok(())
    } else {
        Err(refuse(ComputerRefusal::OnlyCreator))
    }
}

fn add(lobby: &GameSession, who: &Who, wish: &ComputerWish, chooser: &Chooser) -> Result<Decision, Error> {
    let options = is_open(lobby)?;
    may_change(lobby, who, chooser)?;
    let seats = usize::from(options.seats);
    if lobby.seats.len() >= seats {
        return Err(refuse(LobbyRefusal::Full));
    }
    let computers = lobby.seats.iter().filter_map(|chair| chair.holder.computer());
    if computers.count() + 1 >= seats {
        return Err(refuse(ComputerRefusal::NoRoomForPeople));
    }
    let (player, army, chair) = seat(wish, chooser, options, &lobby.seats)?;
    let mut decision = Decision::on(lobby);
    decision.next.seats.push(chair);
    odds::take_back(&mut decision);
    decision.confirm(Confirmation::ComputerAdded { name: player.name(), battalion: army.definition.name.clone() });
    Ok(decision)
}

fn remove(lobby: &GameSession, who: &Who, chooser: &Chooser) -> Result<Decision, Error> {
    is_open(lobby)?;
    may_change(lobby, who, chooser)?;
    let last = lobby.seats.iter().rposition(|chair| chair.holder.computer().is_some());
    let last = last.ok_or_else(|| refuse(ComputerRefusal::NoneHere))?;
    let mut decision = Decision::on(lobby);
    let chair = decision.next.seats.remove(last);
    if let Some(player) = chair.holder.computer() {
        decision.confirm(Confirmation::ComputerRemoved(player.name()));
    }
    decision.change.seats = Some(decision.next.seat_rows());
    decision.announce(NoticeKind::Lobby);
    Ok(decision)
}

impl Lobbies {
    /// Adds a computer player to a lobby, for its creator or a moderator. The game may start as a result.
    pub async fn add_computer(&self, who: &Who, game: GameId, wish: ComputerWish) -> Result<Done, Error> {
        let (me, chooser) = (who.clone(), self.chooser(who, game).await?);
        let lobbies = self.clone();
        self.games
            .change(game, Some(who), move |lobby, _| settle(&lobbies, add(lobby, &me, &wish, &chooser)?, &chooser))
            .await
    }

    /// Removes the last added computer player, for the creator of the lobby or a moderator.
    pub async fn remove_computer(&self, who: &Who, game: GameId) -> Result<Done, Error> {
        let (me, chooser) = (who.clone(), self.chooser(who, game).await?);
        self.games.change(game, Some(who), move |lobby, _| remove(lobby, &me, &chooser)).await
    }
}
