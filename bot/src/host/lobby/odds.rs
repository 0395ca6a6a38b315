//! Odds in the lobby of a duel: a handicap for the Player of the stronger army.
//!
//! The Player of the stronger army gives them, or the creator of the lobby before anyone else has joined or accepted.
//! Odds belong to a seat, so they stay with its Player in whatever order the seats are drawn, and in a rematch. An army
//! that changes takes them back.

use balance::measured::Balance;
use engine::board::Seat;
use engine::titans::GameMode;

use crate::host::battalions::roster::Roster;
use crate::host::error::{Error, LobbyRefusal, OddsRefusal, refuse};
use crate::host::limits::time_fits;
use crate::host::lobby::Lobbies;
use crate::host::lobby::gathering::{is_open, member};
use crate::host::lobby::invitation;
use crate::host::model::{Confirmation, Done, Member, NoticeKind, Odds, PossibleOdds, Who};
use crate::host::session::change::{Decision, stale};
use crate::host::session::game::GameSession;
use crate::host::{GameId, PersonId};

/// Seat of the stronger army.
fn stronger(balance: Option<Balance>) -> Option<Seat> {
    match balance? {
        Balance::First(score) if !score.contains(0.5) => Some(Seat(0)),
        Balance::Second(score) if !score.contains(0.5) => Some(Seat(1)),
        Balance::Even | Balance::First(_) | Balance::Second(_) => None,
    }
}

/// Returns true if no other person has joined the lobby or accepted the invitation.
fn is_alone(lobby: &GameSession, person: PersonId) -> bool {
    let mut people = lobby.seats.iter().flat_map(|chair| chair.holder.people());
    people.all(|member| member.person == person || lobby.invited.contains(&member.person))
}

/// Seat that gives the odds which this person decides on.
fn giver(lobby: &GameSession, person: PersonId, balance: Option<Balance>) -> Result<Seat, Error> {
    if is_open(lobby)?.mode != GameMode::Duel {
        return Err(refuse(LobbyRefusal::Odds(OddsRefusal::OnlyDuels)));
    }
    let own = lobby.own_seat(person)?;
    let creator = lobby.creator.person == person;
    let decides = |seat: &Seat| *seat == own || (creator && lobby.computer(*seat).is_some());
    let given = lobby.odds().map(|given| given.seat);
    if let Some(seat) = given.filter(decides).or_else(|| stronger(balance).filter(decides)) {
        return Ok(seat);
    }
    if creator && is_alone(lobby, person) {
        return Ok(own);
    }
    Err(refuse(LobbyRefusal::Odds(OddsRefusal::NotStronger)))
}

/// Reason why a seat cannot give these odds.
fn fault(lobby: &GameSession, roster: &Roster, seat: Seat, odds: Odds) -> Option<OddsRefusal> {
    if !odds.is_time() {
        let army = lobby.seats.get(seat.index()).and_then(|chair| roster.keyed(chair.battalion.as_deref()?));
        return match army {
            None => Some(OddsRefusal::NoArmy),
            Some(army) if army.definition.reserves.is_empty() => {
                Some(OddsRefusal::NoReserves(army.definition.name.clone()))
            }
            Some(_) => None,
        };
    }
    if lobby.seats.iter().any(|chair| chair.holder.computer().is_some()) {
        return Some(OddsRefusal::TimeWithComputers);
    }
    let (usual, less) = (lobby.options.time(), lobby.options.time().with_odds(Some(odds)));
    if usual.is_unlimited() {
        Some(OddsRefusal::Untimed)
    } else {
        (less.fault().is_some() || !time_fits(&roster.settings, less)).then_some(OddsRefusal::TooShort)
    }
}

fn possible(lobby: &GameSession, roster: &Roster, seat: Seat) -> PossibleOdds {
    let odds = Odds::ALL.into_iter().filter(|odds| fault(lobby, roster, seat, *odds).is_none());
    PossibleOdds { seat, odds: odds.collect() }
}

/// Odds that the Player of the stronger army could give; `None` if there are none, and if no army is known to be
/// stronger.
pub(super) fn suggested(lobby: &GameSession, roster: &Roster, balance: Option<Balance>) -> Option<PossibleOdds> {
    let possible = possible(lobby, roster, stronger(balance)?);
    (!possible.odds.is_empty()).then_some(possible)
}

/// Takes back the odds of a lobby in which an army has changed.
pub(super) fn take_back(decision: &mut Decision) {
    if decision.next.odds().is_some() {
        decision.next.seats.iter_mut().for_each(|chair| chair.odds = None);
        decision.confirm(Confirmation::OddsGone);
    }
}

fn give(
    lobby: &GameSession,
    me: &Member,
    odds: Option<Odds>,
    roster: &Roster,
    balance: Option<Balance>,
) -> Result<Decision, Error> {
    let seat = giver(lobby, me.person, balance)?;
    if let Some(fault) = odds.and_then(|odds| fault(lobby, roster, seat, odds)) {
        return Err(refuse(LobbyRefusal::Odds(fault)));
    }
    let mut decision = Decision::on(lobby);
    decision.next.seats.iter_mut().for_each(|chair| chair.odds = None);
    decision.next.seats[seat.index()].odds = odds;
    decision.change.seats = Some(decision.next.seat_rows());
    invitation::propose_anew(&mut decision, lobby, me.person)?;
    decision.announce(NoticeKind::Lobby);
    decision.confirm(Confirmation::OddsGiven { odds, computer: lobby.computer(seat).map(|player| player.name()) });
    Ok(decision)
}

impl Lobbies {
    /// Odds that this person can give in a lobby. Refused if that is for others to decide.
    pub async fn possible_odds(&self, who: &Who, game: GameId) -> Result<PossibleOdds, Error> {
        let lobby = self.games.load(game).await?;
        let (roster, balance) = (self.rosters.roster(lobby.place.guild).await?, self.balance_in(&lobby).await?);
        let possible = possible(&lobby, &roster, giver(&lobby, who.person, balance)?);
        match possible.odds.as_slice() {
            [] if lobby.odds().is_none() => Err(refuse(LobbyRefusal::Odds(OddsRefusal::Nothing))),
            _ => Ok(possible),
        }
    }

    /// Gives odds in a lobby in place of others, or takes them back.
    pub async fn give_odds(&self, who: &Who, game: GameId, odds: Option<Odds>) -> Result<Done, Error> {
        let known = self.games.load(game).await?;
        let (roster, balance) = (self.rosters.roster(known.place.guild).await?, self.balance_in(&known).await?);
        let me = member(who);
        self.games
            .change(game, Some(who), move |lobby, _| {
                let armies = |lobby: &GameSession| -> Vec<Option<String>> {
                    lobby.seats.iter().map(|chair| chair.battalion.clone()).collect()
                };
                if armies(lobby) != armies(&known) {
                    return Err(stale());
                }
                give(lobby, &me, odds, &roster, balance)
            })
            .await
    }
}
