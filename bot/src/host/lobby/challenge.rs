//! Challenges to a match of Clash of the Armies. Only the challenged person can accept (C-3); a challenge to nobody in
//! particular can be accepted by anyone.

use engine::board::Seat;
use engine::clash::{Match, Setup};
use engine::game::{Game, Saved};

use crate::store::{Kind, NewGame, NewNotice, PlayerRow, SeatRow, State, To};

use crate::host::error::{ChallengeRefusal, Denied, Error, InternalError, OptionRefusal, Over, refuse};
use crate::host::lobby::Lobbies;
use crate::host::lobby::gathering::{member, sanitise_name};
use crate::host::lobby::words;
use crate::host::model::{
    Challenge, ClashOptions, Colours, Confirmation, Done, GameOptions, Member, NoticeKind, Ping, Place, Stopped, Who,
};
use crate::host::session::change::{Decision, repeated};
use crate::host::session::game::GameSession;
use crate::host::session::seat::{Holder, SeatAssignment};
use crate::host::{GameId, PersonId};

/// The open challenge: challenger, challenged person and settings.
fn open(game: &GameSession) -> Result<(&Member, Option<&Member>, &ClashOptions), Error> {
    let GameOptions::Clash(options) = &game.options else {
        return Err(refuse(ChallengeRefusal::IsLobby));
    };
    match game.state {
        State::Lobby => {}
        State::Running => return Err(refuse(ChallengeRefusal::Begun)),
        State::Over => return Err(refuse(Over::Challenge)),
    }
    let mut people = game.seats.iter().flat_map(|chair| chair.holder.named());
    let challenger = people.next().ok_or_else(|| InternalError::plain("reading a challenge", "nobody is in it"))?;
    Ok((challenger, people.next(), options))
}

/// Accepts the challenge, with a word for the seed if the person adds one, and starts the match.
pub(in crate::host) fn accept(
    lobbies: &Lobbies,
    game: &GameSession,
    by: Member,
    word: Option<&str>,
) -> Result<Decision, Error> {
    let (challenger, challenged, options) = open(game)?;
    words::not_fixed(game)?;
    match challenged {
        Some(challenged) if challenged.person != by.person => return Err(only(challenged, true)),
        None if challenger.person == by.person => return Err(refuse(OptionRefusal::OwnOpponent)),
        _ => {}
    }
    let mut decision = Decision::on(game);
    // Use the person's current name, not the one at the time of the challenge.
    let holder = Holder::of(vec![by.clone()]);
    match decision.next.seats.get_mut(1) {
        Some(chair) => chair.holder = holder,
        None => decision.next.seats.push(SeatAssignment { battalion: None, odds: None, holder }),
    }
    if let Some(word) = word {
        words::put(lobbies, &mut decision, by.clone(), word)?;
    }
    let challenger = challenger.clone();
    if let Some(white) = begin_match(lobbies, &mut decision, options)? {
        decision.confirm(Confirmation::Accepted { opponent: challenger, white: white == by.person });
    }
    Ok(decision)
}

/// Starts the match of a challenger and an opponent, and returns the person who plays White. While sealed words are
/// awaited, only fixes the seats.
pub(super) fn begin_match(
    lobbies: &Lobbies,
    decision: &mut Decision,
    options: &ClashOptions,
) -> Result<Option<PersonId>, Error> {
    let Some(seed) = words::seed_or_fix(lobbies, decision)? else {
        return Ok(None);
    };
    let setup = Setup { en_passant: options.en_passant, seed };
    let challenger_is_white = match options.colours {
        Colours::Drawn => !Setup::challenged_has_white(&seed),
        Colours::Challenger => true,
        Colours::Challenged => false,
    };
    if !challenger_is_white {
        decision.next.seats.swap(0, 1);
    }
    let saved = Saved::Clash(setup.saved());
    let game = Match::new(setup).map_err(|_| InternalError::plain("beginning a match", "its pieces cannot be used"))?;
    decision.begin(saved, Game::Clash(Box::new(game)))?;
    let white = decision.next.people(Seat(0)).first();
    Ok(white.map(|member| member.person))
}

/// Declines or withdraws the challenge.
fn refuse_it(game: &GameSession, who: &Who) -> Result<Decision, Error> {
    let (challenger, challenged, _) = open(game)?;
    let confirmation = match who.person {
        person if person == challenger.person => Confirmation::Withdrawn,
        person if challenged.is_some_and(|challenged| challenged.person == person) => Confirmation::Declined,
        _ => return Err(only(challenged.unwrap_or(challenger), false)),
    };
    let stopped = Stopped { by: member(who), reason: None };
    let mut decision = Decision::on(game);
    decision.close(stopped)?;
    decision.confirm(confirmation);
    decision.announce(NoticeKind::Lobby);
    Ok(decision)
}

/// Refusal for people other than the challenged person.
fn only(challenged: &Member, accept: bool) -> Error {
    refuse(Denied::Answer { challenged: challenged.clone(), accept })
}

impl Lobbies {
    /// Challenges a person, or anyone, to a match, in a channel without an open game.
    pub async fn challenge(
        &self,
        who: &Who,
        place: Place,
        opponent: Option<Member>,
        options: ClashOptions,
    ) -> Result<Done, Error> {
        // Check for a repeated delivery first. Otherwise its own challenge would count as an open game.
        if let Some(answer) = self.store.answered(who.interaction).await? {
            return repeated(&answer);
        }
        if opponent.as_ref().is_some_and(|opponent| opponent.person == who.person) {
            return Err(refuse(OptionRefusal::OwnOpponent));
        }
        self.may_challenge(who, &place, &options).await?;
        let text = serde_json::to_string(&options)
            .map_err(|error| InternalError::new("writing the options of a game", &error))?;
        let seat = |person: PersonId, name: &str| SeatRow {
            vacant_since: None,
            odds: None,
            battalion: None,
            players: vec![PlayerRow { person, name: sanitise_name(name) }],
        };
        let mut notices = vec![NewNotice { to: To::Channel(place.channel), kind: NoticeKind::Lobby.word().to_owned() }];
        if let Some(opponent) = &opponent
            && self.settings.person_settings(opponent.person).await?.reached_by() == Ping::Dm
        {
            notices.push(NewNotice { to: To::Person(opponent.person), kind: NoticeKind::Challenged.word().to_owned() });
        }
        let mut seats = vec![seat(who.person, &who.name)];
        seats.extend(opponent.iter().map(|opponent| seat(opponent.person, &opponent.name)));
        let new = NewGame {
            kind: Kind::Clash,
            place,
            creator: who.person,
            creator_name: sanitise_name(&who.name),
            options: text,
            seats,
            invited: opponent.iter().map(|opponent| opponent.person).collect(),
            notices,
            interaction: who.interaction,
        };
        let confirmation = match opponent {
            Some(opponent) => Confirmation::Challenged(Member { name: sanitise_name(&opponent.name), ..opponent }),
            None => Confirmation::ChallengeOpened,
        };
        self.create(new, vec![confirmation]).await
    }

    /// Accepts a challenge or an invitation. A match starts at once; other games start when everyone has accepted.
    pub async fn accept(&self, who: &Who, game: GameId) -> Result<Done, Error> {
        self.accept_with(who, game, None).await
    }

    /// Accepts a challenge or an invitation, and adds a word to the seed.
    pub async fn accept_with(&self, who: &Who, game: GameId, word: Option<String>) -> Result<Done, Error> {
        if self.is_invitation(game).await? {
            return self.agree(who, game, word).await;
        }
        let me = member(who);
        let lobbies = self.clone();
        self.games.change(game, Some(who), move |game, _| accept(&lobbies, game, me.clone(), word.as_deref())).await
    }

    /// Declines a challenge or an invitation, or withdraws the person's own one.
    pub async fn decline(&self, who: &Who, game: GameId) -> Result<Done, Error> {
        if self.is_invitation(game).await? {
            return self.decline_invitation(who, game).await;
        }
        let me = who.clone();
        self.games.change(game, Some(who), move |game, _| refuse_it(game, &me)).await
    }
}

/// Public view of a challenge.
pub(in crate::host) fn challenge_of(game: &GameSession, options: &ClashOptions) -> Challenge {
    let other = |person: PersonId| {
        let mut people = game.seats.iter().flat_map(|chair| chair.holder.named());
        people.find(|member| member.person != person).cloned()
    };
    Challenge {
        game: game.id,
        version: game.version,
        place: game.place,
        options: options.clone(),
        challenger: game.creator.clone(),
        challenged: other(game.creator.person),
        closed: game.stopped.clone(),
        seed: game.contributions.as_ref().map(|all| all.sealed()),
    }
}
