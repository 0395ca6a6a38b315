//! Lobbies: joining, leaving, choosing Battalions and starting the game (T-1, T-2, T-14, T-31).

use balance::measured::Balance;
use engine::board::Seat;
use engine::titans::{GameMode, PlacementStyle};

use crate::store::{Kind, NewGame, NewNotice, Outcome, State, To};

use crate::host::battalions::roster::{Army, Roster};
use crate::host::error::{Denied, Error, InternalError, LobbyRefusal, Refusal, refuse};
use crate::host::lobby::Lobbies;
use crate::host::lobby::gathering::{
    Chooser, begin, invited, is_lobby, is_open, member, missing, private, sanitise_name, settle,
};
use crate::host::lobby::{computers, invitation, odds, words};
use crate::host::model::{
    ComputerWish, Confirmation, Done, Join, Lobby, LobbyOptions, LobbySeat, Member, NoticeKind, Place, Who,
};
use crate::host::session::change::{Decision, answer, repeated};
use crate::host::session::game::GameSession;
use crate::host::session::seat::{Holder, SeatAssignment};
use crate::host::{GameId, GuildId, PersonId, Version};

fn join(lobby: &GameSession, me: Member, wish: &Join, chooser: &Chooser) -> Result<Decision, Error> {
    let options = is_open(lobby)?;
    if let (Some(_), Some(battalion)) = (lobby.seat_of(me.person), &wish.battalion)
        && wish.with.is_none()
    {
        return choose(lobby, &me, battalion, chooser);
    }
    let no = |why: LobbyRefusal| Err(refuse(why));
    if lobby.pending.kicked.contains(&me.person) {
        return no(LobbyRefusal::Kicked);
    }
    if lobby.seat_of(me.person).is_some() {
        return no(LobbyRefusal::Joined);
    }
    if options.invitation.is_some() {
        return no(LobbyRefusal::NotInvited);
    }
    let mut decision = Decision::on(lobby);
    if let Some(mate) = wish.with {
        let Some(seat) = lobby.seat_of(mate) else {
            return no(LobbyRefusal::NotSeated);
        };
        let chair = &mut decision.next.seats[seat.index()];
        let [first] = chair.holder.people() else {
            return no(LobbyRefusal::SeatShared);
        };
        let first = first.clone();
        chair.holder = Holder::People(vec![first.clone(), me]);
        decision.confirm(Confirmation::SharesSeat(first));
        return Ok(decision);
    }
    if lobby.seats.len() >= usize::from(options.seats) {
        return no(LobbyRefusal::Full);
    }
    let mut chair = SeatAssignment::of(me);
    let mut with = None;
    if let Some(wanted) = &wish.battalion {
        let army = chooser.pick(wanted, options)?;
        with = Some(army.definition.name.clone());
        chair.battalion = Some(army.key);
    }
    decision.next.seats.push(chair);
    decision.confirm(Confirmation::Joined(with));
    Ok(decision)
}

/// Removes a person from a lobby. A team mate keeps the seat.
fn remove(lobbies: &Lobbies, decision: &mut Decision, seat: Seat, person: PersonId) -> Result<(), Error> {
    let chair = &mut decision.next.seats[seat.index()];
    let people = chair.holder.people().iter().cloned();
    let (left, others): (Vec<Member>, Vec<Member>) = people.partition(|member| member.person == person);
    if others.is_empty() {
        decision.next.seats.remove(seat.index());
    } else {
        chair.holder = Holder::People(others);
    }
    for left in left {
        words::leaves(lobbies, decision, left)?;
    }
    decision.change.seats = Some(decision.next.seat_rows());
    decision.announce(NoticeKind::Lobby);
    Ok(())
}

fn choose(lobby: &GameSession, me: &Member, wanted: &str, chooser: &Chooser) -> Result<Decision, Error> {
    let options = is_open(lobby)?;
    let seat = lobby.own_seat(me.person)?;
    let known = lobby.seats[seat.index()].battalion.as_ref();
    // Proposed or accepted Battalions cannot be changed, unless they are no longer available.
    if options.invitation.is_some() && known.is_some_and(|key| chooser.roster.keyed(key).is_some()) {
        return Err(refuse(LobbyRefusal::Proposed));
    }
    let army = chooser.pick(wanted, options)?;
    let mut decision = Decision::on(lobby);
    decision.confirm(Confirmation::PlaysWith(army.definition.name.clone()));
    if known.is_some_and(|known| *known != army.key) {
        odds::take_back(&mut decision);
    }
    decision.next.seats[seat.index()].battalion = Some(army.key);
    // Choosing a Battalion accepts the invitation.
    decision.agrees(me);
    Ok(decision)
}

impl Lobbies {
    /// Opens a lobby in a channel without an open game. With a Battalion, the creator joins at once; otherwise, they
    /// join later.
    pub async fn open_lobby(
        &self,
        who: &Who,
        place: Place,
        options: LobbyOptions,
        battalion: Option<&str>,
    ) -> Result<Done, Error> {
        self.open_with(who, place, options, battalion, None).await
    }

    /// Opens a lobby with computer players in all other seats. The game starts once the creator has a Battalion.
    pub async fn open_against(
        &self,
        who: &Who,
        place: Place,
        options: LobbyOptions,
        battalion: Option<&str>,
        wish: &ComputerWish,
    ) -> Result<Done, Error> {
        let options = LobbyOptions { start_when_full: true, ..options };
        let opened = self.open_with(who, place, options, battalion, Some(wish)).await?;
        self.begin_if_ready(who, opened).await
    }

    /// Starts a newly opened lobby at once if no requirement is missing.
    pub(super) async fn begin_if_ready(&self, who: &Who, mut opened: Done) -> Result<Done, Error> {
        let lobby = self.games.load(opened.game).await?;
        let full = lobby.seats.len() >= usize::from(lobby.lobby_options()?.seats);
        if !full || opened.repeated {
            return Ok(opened);
        }
        let chooser = self.chooser(who, opened.game).await?;
        let lobbies = self.clone();
        let begun =
            self.games.change(opened.game, None, move |lobby, _| settle(&lobbies, Decision::on(lobby), &chooser));
        // If the start fails, the lobby's message shows what is missing.
        if let Ok(begun) = begun.await {
            opened.version = begun.version;
            opened.confirmed.extend(begun.confirmed);
        }
        Ok(opened)
    }

    async fn open_with(
        &self,
        who: &Who,
        place: Place,
        options: LobbyOptions,
        battalion: Option<&str>,
        computers: Option<&ComputerWish>,
    ) -> Result<Done, Error> {
        // Check for a repeated delivery first. Otherwise its own lobby would count as an open game.
        if let Some(answer) = self.store.answered(who.interaction).await? {
            return repeated(&answer);
        }
        self.may_open(who, &place, &options).await?;
        let text = serde_json::to_string(&options)
            .map_err(|error| InternalError::new("writing the options of a game", &error))?;
        let mut confirmed = vec![Confirmation::LobbyOpened];
        let chooser = self.chooser_in(who, place.guild).await?;
        let mut seats = Vec::new();
        if let Some(wanted) = battalion {
            let army = chooser.pick(wanted, &options)?;
            let name = army.definition.name.clone();
            confirmed.push(Confirmation::Joined(Some(name)));
            seats.push(SeatAssignment { battalion: Some(army.key), ..SeatAssignment::of(member(who)) });
        }
        if let Some(wish) = computers {
            let others = usize::from(options.seats).saturating_sub(1);
            for _ in 0..others {
                let (player, army, chair) = computers::seat(wish, &chooser, &options, &seats)?;
                confirmed
                    .push(Confirmation::ComputerAdded { name: player.name(), battalion: army.definition.name.clone() });
                seats.push(chair);
            }
        }
        let new = NewGame {
            kind: Kind::Titans,
            place,
            creator: who.person,
            creator_name: sanitise_name(&who.name),
            options: text,
            seats: seats.iter().map(SeatAssignment::row).collect(),
            invited: Vec::new(),
            notices: vec![NewNotice { to: To::Channel(place.channel), kind: NoticeKind::Lobby.word().to_owned() }],
            interaction: who.interaction,
        };
        self.create(new, confirmed).await
    }

    /// Stores a new game; refused if its channel has an open game.
    pub(in crate::host) async fn create(&self, new: NewGame, confirmed: Vec<Confirmation>) -> Result<Done, Error> {
        let done = move |game| Done {
            game,
            version: Version(1),
            confirmed: confirmed.clone(),
            repeated: false,
            claimed: None,
        };
        let written = {
            let done = done.clone();
            move |game| answer(&done(game)).unwrap_or_default()
        };
        let contributions = words::drawn(self)?.text()?;
        let key = new.interaction;
        match self.store.create(new, contributions, self.time.now(), written).await {
            Ok(Outcome::Stored(game)) => {
                self.games.opened(game);
                Ok(done(game))
            }
            Ok(Outcome::Repeated(answer)) => repeated(&answer),
            Ok(Outcome::Conflict) => Err(refuse(Refusal::GameHere)),
            // A commit that reports an error may still have succeeded.
            Err(fault) => match self.store.answered(key).await {
                Ok(Some(answer)) => {
                    let done = repeated(&answer)?;
                    self.games.opened(done.game);
                    Ok(done)
                }
                _ => Err(fault.into()),
            },
        }
    }

    /// Refuses a Battalion that this person cannot use in such a lobby.
    pub async fn may_pick(
        &self,
        who: &Who,
        place: &Place,
        options: &LobbyOptions,
        battalion: &str,
    ) -> Result<(), Error> {
        self.pick(who, place, options, battalion).await.map(drop)
    }

    pub(super) async fn pick(
        &self,
        who: &Who,
        place: &Place,
        options: &LobbyOptions,
        battalion: &str,
    ) -> Result<Army, Error> {
        let chooser = self.chooser_in(who, place.guild).await?;
        chooser.pick(battalion, options)
    }

    pub(super) async fn chooser(&self, who: &Who, game: GameId) -> Result<Chooser, Error> {
        let guild = self.games.load(game).await?.place.guild;
        self.chooser_in(who, guild).await
    }

    async fn chooser_in(&self, who: &Who, guild: Option<GuildId>) -> Result<Chooser, Error> {
        let (roster, power) = (self.rosters.roster(guild).await?, self.settings.power(who, guild).await?);
        Ok(Chooser { roster, power, chance: self.chance })
    }

    /// Joins a lobby, or the seat of a team mate (T-1). For a person in the lobby, changes the Battalion.
    pub async fn join(&self, who: &Who, game: GameId, wish: Join) -> Result<Done, Error> {
        let (me, chooser) = (member(who), self.chooser(who, game).await?);
        let lobbies = self.clone();
        self.games
            .change(game, Some(who), move |lobby, _| {
                let mut decision = join(lobby, me.clone(), &wish, &chooser)?;
                if let Some(word) = &wish.word {
                    words::put(&lobbies, &mut decision, me.clone(), word)?;
                }
                settle(&lobbies, decision, &chooser)
            })
            .await
    }

    /// Changes the Battalion in a lobby.
    pub async fn choose_battalion(&self, who: &Who, game: GameId, battalion: &str) -> Result<Done, Error> {
        let (me, chooser) = (member(who), self.chooser(who, game).await?);
        let wanted = battalion.to_owned();
        let lobbies = self.clone();
        self.games
            .change(game, Some(who), move |lobby, _| {
                let decision = choose(lobby, &me, &wanted, &chooser)?;
                settle(&lobbies, decision, &chooser)
            })
            .await
    }

    /// Leaves a lobby. A team mate keeps the seat. Leaving an invitation declines it.
    pub async fn leave(&self, who: &Who, game: GameId) -> Result<Done, Error> {
        if self.is_invitation(game).await? {
            return self.decline_invitation(who, game).await;
        }
        let person = who.person;
        let lobbies = self.clone();
        self.games
            .change(game, Some(who), move |lobby, _| {
                is_lobby(lobby)?;
                let seat = lobby.own_seat(person)?;
                let mut decision = Decision::on(lobby);
                remove(&lobbies, &mut decision, seat, person)?;
                decision.confirm(Confirmation::Left);
                Ok(decision)
            })
            .await
    }

    /// Removes a person from a lobby permanently, for its creator or a moderator. A team mate keeps the seat.
    pub async fn kick(&self, who: &Who, game: GameId, person: PersonId) -> Result<Done, Error> {
        let guild = self.games.load(game).await?.place.guild;
        let (asker, power) = (who.person, self.settings.power(who, guild).await?);
        let lobbies = self.clone();
        let is_invitation = self.is_invitation(game).await?;
        self.games
            .change(game, Some(who), move |lobby, _| {
                is_lobby(lobby)?;
                if lobby.creator.person != asker && !power.moderates {
                    return Err(refuse(Denied::Kick));
                }
                if is_invitation {
                    return Err(refuse(LobbyRefusal::KickInvited));
                }
                if asker == person {
                    return Err(refuse(LobbyRefusal::KickSelf));
                }
                let seat = lobby.seat_of(person);
                let seat = seat.ok_or_else(|| refuse(LobbyRefusal::NotSeated))?;
                let kicked = lobby.people(seat).iter();
                let kicked = kicked.filter(|member| member.person == person);
                let mut decision = Decision::on(lobby);
                for member in kicked {
                    decision.confirm(Confirmation::Kicked(member.clone()));
                }
                words::bar(&mut decision, person)?;
                remove(&lobbies, &mut decision, seat, person)?;
                Ok(decision)
            })
            .await
    }

    /// Sets the placement of Territories (T-15), for the creator of a lobby or a moderator.
    pub async fn decide_placement(&self, who: &Who, game: GameId, style: PlacementStyle) -> Result<Done, Error> {
        let guild = self.games.load(game).await?.place.guild;
        let (asker, power) = (who.person, self.settings.power(who, guild).await?);
        self.games
            .change(game, Some(who), move |lobby, _| {
                is_open(lobby)?;
                if lobby.creator.person != asker && !power.moderates {
                    return Err(refuse(Denied::Placement));
                }
                let mut decision = Decision::on(lobby);
                decision.next.pending.placement = Some(style);
                decision.next.options.place_by(Some(style));
                decision.keep_pending()?;
                invitation::propose_anew(&mut decision, lobby, asker)?;
                decision.announce(NoticeKind::Lobby);
                decision.confirm(Confirmation::PlacementDecided(style));
                Ok(decision)
            })
            .await
    }

    /// Placement of Territories in a game of Titan's Battalion (T-15).
    pub async fn placement_of(&self, game: GameId) -> Result<Option<PlacementStyle>, Error> {
        Ok(self.games.load(game).await?.lobby_options().ok().map(|options| options.placement))
    }

    /// Starts the game (T-2, T-15, T-31), for its creator or a moderator.
    pub async fn start(&self, who: &Who, game: GameId, with: Option<usize>) -> Result<Done, Error> {
        let (person, chooser) = (who.person, self.chooser(who, game).await?);
        let lobbies = self.clone();
        self.games
            .change(game, Some(who), move |lobby, _| {
                is_open(lobby)?;
                let Chooser { roster, power, .. } = &chooser;
                if lobby.creator.person != person && !power.moderates {
                    return Err(refuse(Denied::Start));
                }
                if let Some(first) = missing(&lobbies, lobby, roster).into_iter().next() {
                    return Err(refuse(LobbyRefusal::Missing(first)));
                }
                if let Some(army) = private(lobby, roster).filter(|_| !power.administers) {
                    let name = army.definition.name.clone();
                    return Err(refuse(Denied::StartUnpublished(name)));
                }
                let taken = lobby.seats.len();
                if let crate::host::model::GameOptions::Titans(options) = &lobby.options {
                    let seats = usize::from(options.seats);
                    if taken < seats && with != Some(taken) {
                        return Err(refuse(LobbyRefusal::FreeSeats { taken, seats }));
                    }
                }
                let mut decision = Decision::on(lobby);
                begin(&lobbies, &mut decision, roster)?;
                Ok(decision)
            })
            .await
    }

    /// Strength of the armies in a lobby for a duel; `None` if it is not known which one is stronger.
    pub(in crate::host) async fn balance_in(&self, lobby: &GameSession) -> Result<Option<Balance>, Error> {
        let measured = lobby.lobby_options().is_ok_and(|options| options.mode == GameMode::Duel && options.is_usual());
        match lobby.seats.as_slice() {
            [SeatAssignment { battalion: Some(one), .. }, SeatAssignment { battalion: Some(other), .. }]
                if measured =>
            {
                self.strengths.balance(lobby.place.guild, one, other).await
            }
            _ => Ok(None),
        }
    }

    /// Public view of a lobby of Titan's Battalion, with the strength of its armies.
    pub(in crate::host) fn lobby_of(
        &self,
        game: &GameSession,
        options: &LobbyOptions,
        roster: &Roster,
        balance: Option<Balance>,
    ) -> Lobby {
        let chosen = options.battlefield.as_ref();
        let field = chosen.and_then(|id| self.battlefields.find(&roster.settings, id));
        Lobby {
            battlefield: field.map(|field| field.name.clone()),
            game: game.id,
            version: game.version,
            place: game.place,
            options: options.clone(),
            creator: game.creator.clone(),
            seats: game
                .seats
                .iter()
                .map(|chair| LobbySeat {
                    members: chair.holder.named().to_vec(),
                    battalion: chair.battalion.as_deref().and_then(|key| roster.info(key)),
                })
                .collect(),
            invited: invited(game),
            balance,
            odds: game.odds(),
            possible_odds: odds::suggested(game, roster, balance)
                .filter(|_| game.state == State::Lobby && words::not_fixed(game).is_ok()),
            missing: match game.state {
                State::Lobby => missing(self, game, roster),
                _ => Vec::new(),
            },
            closed: game.stopped.clone(),
            seed: game.contributions.as_ref().map(|all| all.sealed()),
        }
    }
}
