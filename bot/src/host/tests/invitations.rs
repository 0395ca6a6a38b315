//! Challenges to duels, and rematches: invited people, start and settings.

use engine::clash::ULTIMATE;
use engine::titans::PlacementStyle;

use super::*;

fn bob() -> Member {
    member(2)
}

async fn challenge(host: &Host, mine: Option<&str>, theirs: Option<&str>) -> Result<Done, Error> {
    let challenge = DuelChallenge {
        opponent: bob(),
        mine: mine.map(str::to_owned),
        theirs: theirs.map(str::to_owned),
        first: Colours::Challenger,
        options: LobbyOptions::new(GameMode::Duel, 2),
    };
    host.lobbies.challenge_to_duel(&who(1), PLACE, challenge).await
}

#[tokio::test]
async fn a_challenge_with_both_armies_begins_when_it_is_accepted() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let done = challenge(&host, Some("medieval"), Some("makpong")).await.unwrap();
    let game = done.game;
    let asked = lobby(&host, game).await;
    assert_eq!(asked.invited, [bob()]);
    assert_eq!(asked.missing[0], Missing::Answers(vec![bob()]));
    // Only the challenged person can join, with the proposed Battalion.
    let strange = host.lobbies.join(&who(3), game, with("medieval")).await;
    assert_eq!(refusal(strange), LobbyRefusal::NotInvited.into());
    assert_eq!(refusal(host.lobbies.accept(&who(3), game).await), LobbyRefusal::NotInvited.into());
    assert_eq!(refusal(host.lobbies.choose_battalion(&who(2), game, "medieval").await), LobbyRefusal::Proposed.into());
    let begun = host.lobbies.accept(&who(2), game).await.unwrap();
    assert_eq!(begun.confirmed, [Confirmation::Agreed, Confirmation::GameBegins]);
    let scene = scene(&host, game).await;
    assert_eq!(scene.seats, [vec![member(1)], vec![bob()]]);
    assert_eq!(scene.view.seats[1].battalion, "Makpong Battalion");
}

#[tokio::test]
async fn what_a_challenge_leaves_open_is_chosen_by_whoever_plays_it() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = challenge(&host, None, None).await.unwrap().game;
    // Choosing a Battalion accepts the challenge.
    let chosen = host.lobbies.choose_battalion(&who(2), game, "makpong").await.unwrap();
    assert_eq!(chosen.confirmed.len(), 1, "the challenger has yet to choose");
    assert_eq!(lobby(&host, game).await.invited, []);
    let begun = host.lobbies.choose_battalion(&who(1), game, "medieval").await.unwrap();
    assert_eq!(begun.confirmed[1], Confirmation::GameBegins);
}

#[tokio::test]
async fn a_challenge_is_declined_or_taken_back() {
    let folder = Folder::new();
    let host = host(&folder).await;
    for (person, leaves) in [(2, false), (1, false), (2, true), (1, true)] {
        let game = challenge(&host, None, None).await.unwrap().game;
        let who = &who(person);
        // Leaving the invitation declines it.
        let done = if leaves { host.lobbies.leave(who, game).await } else { host.lobbies.decline(who, game).await };
        let said = if person == 2 { Confirmation::Declined } else { Confirmation::Withdrawn };
        assert_eq!(done.unwrap().confirmed, [said]);
        let closed = lobby(&host, game).await.closed;
        assert_eq!(closed.unwrap().by, member(person));
        let late = refusal(host.lobbies.accept(&super::who(2), game).await);
        assert_eq!(late, Over::Game.into());
    }
    let mut own = DuelChallenge {
        opponent: member(1),
        mine: None,
        theirs: None,
        first: Colours::Drawn,
        options: LobbyOptions::new(GameMode::Duel, 2),
    };
    let refused = host.lobbies.challenge_to_duel(&who(1), PLACE, own.clone()).await;
    assert_eq!(refusal(refused), OptionRefusal::OwnOpponent.into());
    own.opponent = bob();
    own.theirs = Some("baroque".to_owned());
    let strong = host.lobbies.challenge_to_duel(&who(1), PLACE, own).await;
    assert!(matches!(refusal(strong), Refusal::Lobby(_)), "judged when it is made");
}

/// The answer to a challenge has the name of the challenged person as games show it, without hidden characters.
#[tokio::test]
async fn a_challenge_confirms_the_cleaned_name() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let hostile = Member { name: " B\u{202e}ob\n\t\u{200b}".to_owned(), ..bob() };
    for clash in [false, true] {
        let done = if clash {
            host.lobbies.challenge(&who(1), PLACE, Some(hostile.clone()), ClashOptions::default()).await.unwrap()
        } else {
            let challenge = DuelChallenge {
                opponent: hostile.clone(),
                mine: None,
                theirs: None,
                first: Colours::Drawn,
                options: LobbyOptions::new(GameMode::Duel, 2),
            };
            host.lobbies.challenge_to_duel(&who(1), PLACE, challenge).await.unwrap()
        };
        assert_eq!(done.confirmed, [Confirmation::Challenged(bob())], "{clash}");
        host.lobbies.decline(&who(1), done.game).await.unwrap();
    }
}

#[tokio::test]
async fn a_rematch_of_many_asks_everybody_and_moves_them_one_seat_on() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let armies = ["medieval", "makpong", "medieval"];
    let game = game(&host, GameMode::Ffa, &armies).await;
    assert_eq!(refusal(host.lobbies.rematch(&who(1), game).await), RematchRefusal::NotOver.into());
    host.games.resign(&who(1), game, None).await.unwrap();
    host.games.resign(&who(2), game, None).await.unwrap();
    assert_eq!(refusal(host.lobbies.rematch(&who(4), game).await), Refusal::NotInGame);
    let asked = host.lobbies.rematch(&who(2), game).await.unwrap();
    assert_eq!(asked.confirmed, [Confirmation::RematchAsked]);
    assert_eq!(refusal(host.lobbies.rematch(&who(2), game).await), RematchRefusal::Asked.into());
    // Other people accept the rematch with the same button.
    let agreed = host.lobbies.rematch(&who(3), game).await.unwrap();
    assert_eq!((agreed.game, agreed.confirmed), (asked.game, vec![Confirmation::Agreed]));
    drop(host);
    let host = super::host(&folder).await;
    assert_eq!(lobby(&host, asked.game).await.invited, [member(1)]);
    host.lobbies.accept(&who(1), asked.game).await.unwrap();
    let scene = scene(&host, asked.game).await;
    assert_eq!(scene.seats, [vec![member(2)], vec![member(3)], vec![member(1)]]);
    let armies: Vec<&str> = scene.view.seats.iter().map(|seat| seat.battalion.as_str()).collect();
    assert_eq!(armies, ["Makpong Battalion", "Medieval Battalion", "Medieval Battalion"]);
}

/// Another placement is another proposal, which people who have accepted accept anew. A moderator decides for the
/// creator.
#[tokio::test]
async fn another_placement_of_an_invitation_is_accepted_anew() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = game(&host, GameMode::Ffa, &["medieval"; 3]).await;
    host.games.resign(&who(1), game, None).await.unwrap();
    host.games.resign(&who(2), game, None).await.unwrap();
    let rematch = host.lobbies.rematch(&who(2), game).await.unwrap().game;
    for (decides, style) in [(who(2), PlacementStyle::Chosen), (moderator(7), PlacementStyle::Usual)] {
        host.lobbies.accept(&who(3), rematch).await.unwrap();
        assert_eq!(lobby(&host, rematch).await.invited, [member(1)]);
        host.lobbies.decide_placement(&decides, rematch, style).await.unwrap();
        let mut invited = lobby(&host, rematch).await.invited;
        invited.sort_by_key(|member| member.person);
        assert_eq!(invited, [member(1), member(3)]);
    }
}

#[tokio::test]
async fn a_rematch_of_a_match_exchanges_the_colours() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = super::clash::begun(&host).await;
    host.games.end(&moderator(3), game, None).await.unwrap();
    let asked = host.lobbies.rematch(&who(1), game).await.unwrap();
    assert_eq!(refusal(host.lobbies.rematch(&who(1), game).await), RematchRefusal::Asked.into());
    host.lobbies.rematch(&who(2), game).await.unwrap();
    let scene = scene(&host, asked.game).await;
    assert_eq!(scene.seats, [vec![bob()], vec![member(1)]], "Bob has White now");
    assert!(ULTIMATE > 1 && scene.options.time() == TimeControl::PerTurn { turn: 3 * 3600 });
}

/// The buttons of an invitation stay in direct messages. They neither end the game that has begun nor close a closed
/// invitation again.
#[tokio::test]
async fn an_invitation_is_declined_only_until_its_game_begins() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = challenge(&host, Some("medieval"), Some("makpong")).await.unwrap().game;
    host.lobbies.accept(&who(2), game).await.unwrap();
    for (closed, expected) in [(false, Refusal::from(LobbyRefusal::Begun)), (true, Over::Game.into())] {
        for person in [1, 2] {
            assert_eq!(refusal(host.lobbies.decline(&who(person), game).await), expected, "{person}");
        }
        assert_eq!(scene(&host, game).await.stopped.is_some(), closed);
        if !closed {
            host.games.end(&moderator(7), game, Some("late".to_owned())).await.unwrap();
        }
    }
    assert_eq!(scene(&host, game).await.stopped.unwrap().by, member(7));
}

/// Two people ask for the rematch of a duel at once: one offers it, the other accepts.
#[tokio::test]
async fn a_rematch_that_both_ask_for_at_once_begins() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    host.games.resign(&who(1), game, None).await.unwrap();
    let (ann, other) = (who(1), who(2));
    let (one, two) = tokio::join!(host.lobbies.rematch(&ann, game), host.lobbies.rematch(&other, game));
    let (one, two) = (one.unwrap(), two.unwrap());
    assert_eq!(one.game, two.game);
    let mut confirmed = [one.confirmed, two.confirmed];
    // Either may be the first.
    confirmed.sort_by_key(Vec::len);
    assert_eq!(confirmed[0], [Confirmation::RematchAsked]);
    assert_eq!(confirmed[1], [Confirmation::Agreed, Confirmation::GameBegins]);
    assert_eq!(scene(&host, one.game).await.seats, [vec![bob()], vec![member(1)]]);
}

#[tokio::test]
async fn a_lobby_that_was_closed_has_no_rematch() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = open(&host, 1, GameMode::Duel, 2).await;
    host.lobbies.join(&who(1), game, with("medieval")).await.unwrap();
    assert_eq!(refusal(host.lobbies.rematch(&who(1), game).await), NotStarted::Game.into());
    host.games.end(&who(1), game, None).await.unwrap();
    assert_eq!(refusal(host.lobbies.rematch(&who(1), game).await), Over::Lobby.into());
}

/// Games show the names that people have when they accept.
#[tokio::test]
async fn a_game_shows_the_names_of_its_people_at_their_acceptance() {
    let folder = Folder::new();
    let host = host(&folder).await;
    for clash in [false, true] {
        let game = if clash {
            let options = ClashOptions { colours: Colours::Challenger, ..ClashOptions::default() };
            host.lobbies.challenge(&who(1), PLACE, Some(bob()), options).await.unwrap().game
        } else {
            challenge(&host, Some("medieval"), Some("makpong")).await.unwrap().game
        };
        let renamed = Who { name: "Bobby".to_owned(), ..who(2) };
        host.lobbies.accept(&renamed, game).await.unwrap();
        assert_eq!(scene(&host, game).await.seats[1][0].name, "Bobby", "{clash}");
        host.games.end(&moderator(7), game, None).await.unwrap();
    }
}

/// Challenges show the names of both people without hidden characters.
#[tokio::test]
async fn the_names_in_challenges_are_cleaned() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let ann = || Who { name: "A\u{202E}n\nn".to_owned(), ..who(1) };
    let rival = Member { name: "B\u{202E}o\nb".to_owned(), ..bob() };
    let duel = DuelChallenge {
        opponent: rival.clone(),
        mine: None,
        theirs: None,
        first: Colours::Challenger,
        options: LobbyOptions::new(GameMode::Duel, 2),
    };
    let game = host.lobbies.challenge_to_duel(&ann(), PLACE, duel).await.unwrap().game;
    let asked = lobby(&host, game).await;
    let names: Vec<&str> = asked.seats.iter().map(|seat| seat.members[0].name.as_str()).collect();
    assert_eq!((asked.creator.name.as_str(), names), ("An n", vec!["An n", "Bo b"]));
    host.lobbies.decline(&who(1), game).await.unwrap();
    let done = host.lobbies.challenge(&ann(), PLACE, Some(rival), ClashOptions::default()).await.unwrap();
    let cleaned = Member { name: "Bo b".to_owned(), ..bob() };
    assert_eq!(done.confirmed, [Confirmation::Challenged(cleaned.clone())]);
    let Board::Challenge(asked) = host.views.board(done.game).await.unwrap() else { panic!("not a challenge") };
    assert_eq!((asked.challenger.name.as_str(), asked.challenged.as_ref()), ("An n", Some(&cleaned)));
}

/// A direct message about a challenge follows the setting of the challenged person.
#[tokio::test]
async fn a_challenge_reaches_those_who_want_direct_messages() {
    let folder = Folder::new();
    let host = host(&folder).await;
    for (ping, closed, expected) in
        [(Ping::Channel, false, "Lobby"), (Ping::Dm, true, "Lobby"), (Ping::Dm, false, "Challenged 2, Lobby")]
    {
        let other = if ping == Ping::Dm { Ping::Channel } else { Ping::Dm };
        for (person, ping, closed) in [(1, other, false), (2, ping, closed)] {
            let change = move |own: &mut PersonSettings| (own.ping, own.dm_closed) = (ping, closed);
            host.settings.change_person_settings(PersonId(person), change).await.unwrap();
        }
        for clash in [false, true] {
            let game = if clash {
                host.lobbies.challenge(&who(1), PLACE, Some(bob()), ClashOptions::default()).await.unwrap().game
            } else {
                challenge(&host, None, None).await.unwrap().game
            };
            assert_eq!(everyone::told(&host).await, expected, "{ping:?}, closed {closed}, {clash}");
            host.lobbies.decline(&who(1), game).await.unwrap();
            everyone::told(&host).await;
        }
    }
}

/// A rematch moves everybody one seat on, also where the seats were drawn. Once it has begun, it is a game like any
/// other.
#[tokio::test]
async fn a_rematch_moves_drawn_seats_one_on_and_begins_once() {
    let folder = Folder::new();
    let host = dealing(&folder, [5; 32]).await;
    let drawn = |options: &mut LobbyOptions| options.order = SeatOrder::Random;
    let game = game_with(&host, GameMode::Ffa, &["medieval"; 5], drawn).await;
    let mut seats = scene(&host, game).await.seats;
    host.games.end(&moderator(9), game, None).await.unwrap();
    let asked = host.lobbies.rematch(&who(1), game).await.unwrap().game;
    for person in 2..=5 {
        host.lobbies.rematch(&who(person), game).await.unwrap();
    }
    seats.rotate_left(1);
    assert_eq!(scene(&host, asked).await.seats, seats);
    for person in [1, 5] {
        assert_eq!(refusal(host.lobbies.rematch(&who(person), game).await), Refusal::GameHere);
    }
}

/// A rematch has as many seats as the game had, whatever its lobby had. Both people of a shared seat are asked.
#[tokio::test]
async fn a_rematch_has_the_seats_and_the_people_of_its_game() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let options = LobbyOptions { order: SeatOrder::Fixed, ..LobbyOptions::new(GameMode::Ffa, 5) };
    let game = host.lobbies.open_lobby(&who(1), PLACE, options, Some("medieval")).await.unwrap().game;
    host.lobbies.join(&who(5), game, Join { with: Some(PersonId(1)), ..Join::default() }).await.unwrap();
    for person in [2, 3] {
        host.lobbies.join(&who(person), game, with("medieval")).await.unwrap();
    }
    host.lobbies.start(&who(1), game, Some(3)).await.unwrap();
    host.games.end(&moderator(9), game, None).await.unwrap();
    let asked = host.lobbies.rematch(&who(2), game).await.unwrap().game;
    assert_eq!(lobby(&host, asked).await.invited, [member(3), member(1), member(5)]);
    for person in [3, 1] {
        host.lobbies.accept(&who(person), asked).await.unwrap();
    }
    assert_eq!(lobby(&host, asked).await.invited, [member(5)]);
    host.lobbies.accept(&who(5), asked).await.unwrap();
    assert_eq!(scene(&host, asked).await.seats, [vec![bob()], vec![member(3)], vec![member(1), member(5)]]);
}

/// A request for a rematch of one game does not accept the rematch of another one in the same channel.
#[tokio::test]
async fn the_rematch_of_another_game_is_not_accepted() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let mut games = Vec::new();
    for _ in 0..2 {
        let game = duel(&host).await;
        host.games.resign(&who(2), game, None).await.unwrap();
        games.push(game);
    }
    let asked = host.lobbies.rematch(&who(1), games[1]).await.unwrap().game;
    assert_eq!(refusal(host.lobbies.rematch(&who(2), games[0]).await), Refusal::GameHere);
    assert_eq!(lobby(&host, asked).await.invited, [bob()]);
    host.lobbies.rematch(&who(2), games[1]).await.unwrap();
    assert_eq!(scene(&host, asked).await.seats, [vec![bob()], vec![member(1)]]);
}

/// A proposed Battalion that can no longer be picked is chosen anew, by the person who was to play it.
#[tokio::test]
async fn a_proposed_battalion_that_is_gone_is_chosen_anew() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = challenge(&host, Some("medieval"), Some("makpong")).await.unwrap().game;
    let by = sharing::manager_of(sharing::HOME);
    host.battalions.switch_battalion(&by, sharing::HOME, "makpong", false).await.unwrap();
    let fixed = refusal(host.lobbies.choose_battalion(&who(1), game, "the-party").await);
    assert_eq!(fixed, LobbyRefusal::Proposed.into());
    let chosen = host.lobbies.choose_battalion(&who(2), game, "medieval").await.unwrap();
    assert_eq!(chosen.confirmed.last(), Some(&Confirmation::GameBegins));
}

/// Where the first seat of a challenge to a duel is drawn, either person gets it.
#[tokio::test]
async fn the_first_seat_of_a_duel_is_drawn() {
    let mut first = std::collections::BTreeSet::new();
    for seed in 0..12 {
        let folder = Folder::new();
        let host = dealing(&folder, [seed; 32]).await;
        let challenge = DuelChallenge {
            opponent: bob(),
            mine: Some("medieval".to_owned()),
            theirs: Some("medieval".to_owned()),
            first: Colours::Drawn,
            options: LobbyOptions::new(GameMode::Duel, 2),
        };
        let game = host.lobbies.challenge_to_duel(&who(1), PLACE, challenge).await.unwrap().game;
        host.lobbies.accept(&who(2), game).await.unwrap();
        first.insert(scene(&host, game).await.seats[0][0].person.0);
    }
    assert_eq!(Vec::from_iter(first), [1, 2]);
}
