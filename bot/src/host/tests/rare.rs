//! Rare situations: limits that are reached, seats that are shared, free or defeated, two people who act at once.

use engine::view::SeatState;

use super::everyone::told;
use super::*;

const DAY: i64 = 24 * HOUR;

/// First legal turn of a person.
async fn some_turn(host: &Host, game: GameId, person: u64) {
    let text = host.games.acts(game, PersonId(person)).await.unwrap().acts[0].text.clone();
    play(host, game, person, &text).await;
}

/// A person without a seat in play answers no takeback, neither by agreeing nor by declining.
#[tokio::test]
async fn a_takeback_is_answered_by_those_who_still_play() {
    for yes in [true, false] {
        let folder = Folder::new();
        let host = host(&folder).await;
        let game = game(&host, GameMode::Ffa, &["medieval"; 4]).await;
        host.games.resign(&who(4), game, None).await.unwrap();
        some_turn(&host, game, 1).await;
        host.tables.ask_takeback(&who(1), game).await.unwrap();
        let no = refusal(host.tables.answer_takeback(&who(4), game, None, yes).await);
        assert_eq!(no, TableRefusal::NoSay.into(), "{yes}");
        let asked = scene(&host, game).await.table.takeback.unwrap();
        assert_eq!((asked.declined, asked.waiting), (None, vec![member(2), member(3)]), "{yes}");
        for person in [2, 3] {
            assert!(!scene(&host, game).await.view.last.unwrap().text.is_empty());
            host.tables.answer_takeback(&who(person), game, None, true).await.unwrap();
        }
        assert_eq!(scene(&host, game).await.to_act, [member(1)], "the defeated Player is not waited for");
    }
}

/// After the only person who has not agreed has left, another request of the same Player takes effect.
#[tokio::test]
async fn a_requested_takeback_takes_effect_when_nobody_is_left_to_agree() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = game(&host, GameMode::Ffa, &["medieval"; 3]).await;
    some_turn(&host, game, 1).await;
    host.tables.ask_takeback(&who(1), game).await.unwrap();
    host.tables.answer_takeback(&who(2), game, None, true).await.unwrap();
    let twice = refusal(host.tables.ask_takeback(&who(1), game).await);
    assert_eq!(twice, TableRefusal::TakebackAsked.into());
    host.tables.has_left(game, PersonId(3)).await.unwrap();
    assert!(scene(&host, game).await.view.last.is_some());
    host.tables.ask_takeback(&who(1), game).await.unwrap();
    let scene = scene(&host, game).await;
    assert_eq!((scene.to_act, scene.table.takeback), (vec![member(1)], None));
}

/// The person who takes over a seat has a fair time, in the turn of that seat and in that of another.
#[tokio::test]
async fn whoever_takes_over_a_seat_has_a_fair_time_in_its_next_turn() {
    for others_turn in [false, true] {
        let folder = Folder::new();
        let host = host_at(&folder, BEGIN).await;
        let time = TimeControl::Increment { game: 1800, increment: 60 };
        let game = game_with(&host, GameMode::Duel, &["medieval"; 2], |options| options.time = time).await;
        let later = BEGIN + HOUR / 2;
        host.beat(later).await;
        let host = host_at(&folder, later).await;
        // Ann has used up nearly all of her time.
        if others_turn {
            play(&host, game, 1, "e4").await;
        }
        let asked = host.tables.hand_over(&who(1), game, member(5)).await.unwrap().version;
        host.tables.answer_hand_over(&who(5), game, asked, true).await.unwrap();
        if others_turn {
            play(&host, game, 2, "e5").await;
        }
        let deadline = scene(&host, game).await.deadline.unwrap() * 1000;
        let minutes = (deadline - later) / 60_000;
        assert!((9..=11).contains(&minutes), "{others_turn}: {minutes} minutes");
    }
}

/// Two people who pass a seat to and fro have no more time than one who plays.
#[tokio::test]
async fn a_seat_that_comes_back_has_the_time_that_is_left() {
    let per_turn = TimeControl::PerTurn { turn: 2 * 3600 };
    for time in [per_turn, TimeControl::Increment { game: 2 * 3600, increment: 60 }] {
        for others_turn in [false, true] {
            let folder = Folder::new();
            let mut host = host_at(&folder, BEGIN).await;
            let game = game_with(&host, GameMode::Duel, &["medieval"; 2], |options| options.time = time).await;
            if others_turn {
                play(&host, game, 1, "e4").await;
            }
            let pass = async |host: &Host, from: u64, to: u64| {
                let asked = host.tables.hand_over(&who(from), game, member(to)).await.unwrap().version;
                host.tables.answer_hand_over(&who(to), game, asked, true).await.unwrap();
                scene(host, game).await.deadline.unwrap() * 1000
            };
            let with_friend = pass(&host, 1, 5).await;
            for minute in [10, 20] {
                let now = BEGIN + minute * HOUR / 60;
                host.beat(now).await;
                host = host_at(&folder, now).await;
                let deadlines = (pass(&host, 5, 1).await, pass(&host, 1, 5).await);
                assert_eq!(deadlines, (with_friend, with_friend), "{time:?} {others_turn}");
            }
        }
    }
}

/// A deleted channel notifies every person of a shared seat, and nobody else.
#[tokio::test]
async fn everyone_of_a_shared_seat_learns_that_the_channel_is_gone() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = shared_duel(&host).await;
    told(&host).await;
    host.tables.channel_gone(CHANNEL).await.unwrap();
    assert_eq!(told(&host).await, "Homeless 1, Homeless 2, Homeless 5");
    host.tables.channel_gone(CHANNEL).await.unwrap();
    assert_eq!(told(&host).await, "", "once");
    assert_eq!(scene(&host, game).await.clock.standing, Some(Standing::Adjourned));
}

/// A game that was moved into a thread goes with the thread's channel, also after a new start of the program.
#[tokio::test]
async fn a_game_in_a_thread_goes_with_the_channel_of_the_thread() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    let thread = Place { channel: ChannelId(601), parent: Some(ChannelId(600)), ..PLACE };
    host.tables.move_game(&moderator(9), game, thread).await.unwrap();
    let host = host.started_again();
    assert_eq!(scene(&host, game).await.place.parent, Some(ChannelId(600)));
    told(&host).await;
    host.tables.channel_gone(ChannelId(600)).await.unwrap();
    assert_eq!(told(&host).await, "Homeless 1, Homeless 2");
    // Resumed outside a thread, the game no longer depends on that channel.
    let alone = Place { channel: ChannelId(700), parent: None, ..PLACE };
    host.games.resume(&who(1), game, Some(alone)).await.unwrap();
    let host = host.started_again();
    assert_eq!(scene(&host, game).await.place, alone);
    told(&host).await;
    host.tables.channel_gone(ChannelId(600)).await.unwrap();
    assert_eq!(told(&host).await, "");
}

/// A team mate who leaves a shared seat of a lobby, or is removed from it, leaves the other one there with the army.
#[tokio::test]
async fn a_team_mate_keeps_the_seat_of_a_lobby() {
    for (kicked, gone, stays) in [(false, 1, 5), (false, 5, 1), (true, 5, 1)] {
        let folder = Folder::new();
        let host = host(&folder).await;
        let options = LobbyOptions { start_when_full: false, ..LobbyOptions::new(GameMode::Duel, 2) };
        let game = host.lobbies.open_lobby(&who(1), PLACE, options, Some("medieval")).await.unwrap().game;
        host.lobbies.join(&who(5), game, Join { with: Some(PersonId(1)), ..Join::default() }).await.unwrap();
        host.lobbies.join(&who(2), game, with("makpong")).await.unwrap();
        let done = if kicked {
            host.lobbies.kick(&who(1), game, PersonId(gone)).await.unwrap()
        } else {
            host.lobbies.leave(&who(gone), game).await.unwrap()
        };
        let expected = if kicked { Confirmation::Kicked(member(gone)) } else { Confirmation::Left };
        assert_eq!(done.confirmed, [expected]);
        let seats = lobby(&host, game).await.seats;
        let seats: Vec<_> =
            seats.iter().map(|seat| (seat.members.as_slice(), &seat.battalion.as_ref().unwrap().id)).collect();
        assert_eq!(seats, [(&[member(stays)][..], &"medieval".to_owned()), (&[member(2)][..], &"makpong".to_owned())]);
        let again = host.lobbies.join(&who(gone), game, Join { with: Some(PersonId(stays)), ..Join::default() }).await;
        assert_eq!(again.is_ok(), !kicked);
    }
}

/// A line can be prolonged when no further line can be added.
#[tokio::test]
async fn the_last_line_can_be_prolonged() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = game(&host, GameMode::Duel, &["medieval", "baroque-duel"]).await;
    play(&host, game, 1, "a3").await;
    some_turn(&host, game, 2).await;
    play(&host, game, 1, "h3").await;
    let acts = host.games.acts(game, PersonId(2)).await.unwrap().acts;
    for theirs in &acts {
        let _ = host.games.prepare_answer(&who(1), game, None, (theirs.text.clone(), "Nc3".to_owned())).await;
    }
    let lines = host.games.conditional_moves(game, PersonId(1)).await.unwrap();
    assert_eq!(lines.len(), 40);
    let mut longer = 0;
    for line in lines {
        for theirs in acts.iter().rev().step_by(5) {
            let moves = (theirs.text.clone(), "Nf3".to_owned());
            if host.games.prepare_answer(&who(1), game, Some(line.id), moves).await.is_ok() {
                longer += 1;
                break;
            }
        }
    }
    assert!(longer > 20, "{longer}");
    assert_eq!(host.games.conditional_moves(game, PersonId(1)).await.unwrap().len(), 40);
}

/// A rematch invites the last holder of a free seat like everyone else.
#[tokio::test]
async fn the_last_holder_of_a_free_seat_is_invited_to_the_rematch() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = game(&host, GameMode::Ffa, &["medieval"; 3]).await;
    host.tables.has_left(game, PersonId(2)).await.unwrap();
    for person in [3, 1] {
        let _ = host.games.resign(&who(person), game, None).await;
    }
    assert!(scene(&host, game).await.over);
    let rematch = host.lobbies.rematch(&who(1), game).await.unwrap().game;
    let asked = lobby(&host, rematch).await;
    let seats: Vec<_> = asked.seats.iter().map(|seat| seat.members.clone()).collect();
    assert_eq!(seats, [[member(2)], [member(3)], [member(1)]]);
    assert_eq!(asked.invited, [member(2), member(3)]);
    for person in [2, 3] {
        host.lobbies.accept(&who(person), rematch).await.unwrap();
    }
    let begun = scene(&host, rematch).await;
    assert!(begun.table.vacant.is_empty(), "{:?}", begun.table);
    assert_eq!(begun.seats, seats);
}

/// Two people who ask for a rematch at the same time get one; a repeated request is answered again.
#[tokio::test]
async fn a_rematch_that_both_ask_for_begins() {
    for clash in [false, true] {
        let folder = Folder::new();
        let host = host(&folder).await;
        let game = if clash { super::clash::begun(&host).await } else { duel(&host).await };
        if clash {
            super::clash::armies(&host, game, &[1, 2]).await;
            while !scene(&host, game).await.over {
                let next = scene(&host, game).await.to_act[0].person.0;
                if host.games.resign(&who(next), game, None).await.is_err() {
                    super::clash::armies(&host, game, &[1, 2]).await;
                }
            }
        } else {
            host.games.resign(&who(2), game, None).await.unwrap();
        }
        let white = scene(&host, game).await.seats[0].clone();
        for asking in [2] {
            let by = who(asking);
            let first = host.lobbies.rematch(&by, game).await.unwrap();
            let again = host.lobbies.rematch(&by, game).await.unwrap();
            assert!(again.repeated && again.game == first.game, "{clash}");
            assert_eq!(refusal(host.lobbies.rematch(&who(asking), game).await), RematchRefusal::Asked.into());
            let begun = host.lobbies.rematch(&who(1), game).await.unwrap();
            assert_eq!(begun.game, first.game);
            assert_eq!(scene(&host, first.game).await.seats[1], white, "the sides are exchanged");
        }
    }
}

/// A streak ends with a draw; the longest one stays.
#[tokio::test]
async fn a_draw_ends_a_winning_streak() {
    let folder = Folder::new();
    let host = host(&folder).await;
    for (result, expected) in [("won", (1, 1)), ("won", (2, 2)), ("drawn", (0, 2)), ("won", (1, 2)), ("lost", (0, 2))] {
        let game = duel(&host).await;
        for (person, text) in [(1, "e4"), (2, "e5")] {
            play(&host, game, person, text).await;
        }
        match result {
            "won" => drop(host.games.resign(&who(2), game, None).await.unwrap()),
            "lost" => drop(host.games.resign(&who(1), game, None).await.unwrap()),
            _ => {
                host.games.offer_draw(&who(1), game, None).await.unwrap();
                host.games.answer_draw(&who(2), game, None, true).await.unwrap();
            }
        }
        let about = AskedAbout { person: PersonId(1), name: "Ann".to_owned() };
        let now = host.standings.standing_of(PersonId(1), GuildId(9), about).await.unwrap();
        assert_eq!((now.streak, now.best_streak), expected, "{result}");
    }
}

/// Of several versions of a Battalion, a list has one: the newest that the person may pick.
#[tokio::test]
async fn a_battalion_is_listed_once_however_many_versions_are_kept() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let guild = GuildId(9);
    for (number, published) in [("One", true), ("Two", true), ("Three", false)] {
        sharing::bring_to(&host, guild, &sharing::file("knights", "Knights").replacen("Pawn", number, 1)).await;
        if published {
            host.battalions.publish_battalion(&manager(1), guild, "knights", None).await.unwrap();
        }
    }
    let roster = host.lobbies.rosters.roster(Some(guild)).await.unwrap();
    for (administers, private) in [(false, false), (true, true)] {
        let open = roster.open(administers);
        let mut ids: Vec<&str> = open.iter().map(|army| army.definition.id.as_str()).collect();
        let knights: Vec<bool> =
            open.iter().filter(|army| army.definition.id == "knights").map(|army| army.private).collect();
        assert_eq!(knights, [private], "administers {administers}");
        let listed = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), listed, "administers {administers}");
    }
}

/// A free seat that is defeated is no longer offered, and nobody can take it.
#[tokio::test]
async fn a_defeated_seat_is_not_offered() {
    let folder = Folder::new();
    let mut now = BEGIN;
    let mut host = host_at(&folder, now).await;
    let turn = TimeControl::PerTurn { turn: 3600 };
    let game = game_with(&host, GameMode::Ffa, &["medieval"; 3], |options| options.time = turn).await;
    for (vacant, over) in [(false, false), (true, false), (false, true)] {
        now += HOUR + 60_000;
        host.beat(now).await;
        host = host_at(&folder, now).await;
        host.clocks.run_due().await.unwrap();
        let state = scene(&host, game).await;
        assert_eq!(state.table.vacant.len(), usize::from(vacant), "{:?}", state.table.vacant);
        assert_eq!(matches!(state.view.seats[0].state, SeatState::Defeated { .. }), over);
    }
    assert_eq!(refusal(host.tables.take_seat(&who(5), game, Seat(0)).await), TableRefusal::Defeated.into());
}

/// The seat of a defeated Player is not freed, not even after a long time or by a moderator.
#[tokio::test]
async fn the_seat_of_a_defeated_player_is_not_freed() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let game = game(&host, GameMode::Ffa, &["medieval"; 4]).await;
    host.games.resign(&who(4), game, None).await.unwrap();
    let later = BEGIN + 10 * DAY;
    host.beat(later).await;
    let host = host_at(&folder, later).await;
    for by in [who(1), who(2), moderator(9)] {
        let no = refusal(host.tables.free_seat(&by, game, PersonId(4)).await);
        assert_eq!(no, TableRefusal::Defeated.into(), "{}", by.name);
    }
}

/// A person with several adjourned games has to name one; games of other servers and people do not count.
#[tokio::test]
async fn of_several_adjourned_games_one_has_to_be_named() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let mut games = Vec::new();
    for (channel, guild) in [(600, 9), (601, 9), (602, 10)] {
        let place = Place { guild: Some(GuildId(guild)), channel: ChannelId(channel), parent: None };
        let options = LobbyOptions { order: SeatOrder::Fixed, ..LobbyOptions::new(GameMode::Duel, 2) };
        let game = host.lobbies.open_lobby(&who(1), place, options, Some("medieval")).await.unwrap().game;
        host.lobbies.join(&who(2), game, with("medieval")).await.unwrap();
        games.push((game, place));
    }
    assert_eq!(refusal(host.games.to_resume(&who(1), ChannelId(999)).await), ClockRefusal::NothingAdjourned.into());
    host.tables.channel_gone(games[0].1.channel).await.unwrap();
    host.tables.channel_gone(games[2].1.channel).await.unwrap();
    assert_eq!(host.games.to_resume(&who(1), ChannelId(999)).await.unwrap(), games[0].0);
    assert_eq!(refusal(host.games.to_resume(&who(3), ChannelId(999)).await), ClockRefusal::NothingAdjourned.into());
    host.tables.channel_gone(games[1].1.channel).await.unwrap();
    assert_eq!(refusal(host.games.to_resume(&who(1), ChannelId(999)).await), ClockRefusal::WhichAdjourned(2).into());
    let nowhere = Who { rights: Rights::default(), ..who(1) };
    assert_eq!(refusal(host.games.to_resume(&nowhere, ChannelId(999)).await), ClockRefusal::NothingAdjourned.into());
    assert_eq!(refusal(host.games.resume(&who(1), games[2].0, Some(PLACE)).await), ClockRefusal::OtherServer.into());
    host.games.resume(&who(1), games[1].0, Some(PLACE)).await.unwrap();
    assert_eq!(host.games.to_resume(&who(1), ChannelId(999)).await.unwrap(), games[0].0);
    // The adjourned game of a channel comes first for its Players, a paused one for everybody.
    let channel = games[1].1.channel;
    let time = TimeControl::PerTurn { turn: 3600 };
    let again = LobbyOptions { order: SeatOrder::Fixed, time, ..LobbyOptions::new(GameMode::Duel, 2) };
    let game = host.lobbies.open_lobby(&who(1), games[1].1, again, Some("medieval")).await.unwrap().game;
    host.lobbies.join(&who(2), game, with("medieval")).await.unwrap();
    assert_eq!(host.games.to_resume(&who(1), channel).await.unwrap(), games[0].0);
    for person in [1, 2] {
        host.games.ask_pause(&who(person), game, false).await.unwrap();
    }
    for person in [1, 3] {
        assert_eq!(host.games.to_resume(&who(person), channel).await.unwrap(), game, "{person}");
    }
    host.tables.channel_gone(channel).await.unwrap();
    assert_eq!(host.games.to_resume(&who(1), channel).await.unwrap(), game);
    let no = refusal(host.games.to_resume(&who(3), channel).await);
    assert_eq!(no, ClockRefusal::NothingAdjourned.into());
}

/// A game is moved and resumed only in channels in which the server has games; moderators choose any. An adjourned game may
/// continue where it was.
#[tokio::test]
async fn a_game_is_brought_only_where_the_server_has_games() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = game(&host, GameMode::Duel, &["medieval"; 2]).await;
    let at = |channel| Place { channel: ChannelId(channel), ..PLACE };
    let games_in = |settings: &mut GuildSettings| {
        settings.channels = [ChannelId(600)].into();
        Ok(())
    };
    host.settings.change_guild_settings(&manager(9), GuildId(9), games_in).await.unwrap();
    let elsewhere = || OptionRefusal::Channel(vec![ChannelId(600)]).into();
    assert_eq!(refusal(host.tables.move_game(&who(1), game, at(601)).await), elsewhere());
    host.tables.move_game(&moderator(9), game, at(601)).await.unwrap();
    host.tables.move_game(&who(1), game, at(600)).await.unwrap();
    host.tables.move_game(&moderator(9), game, at(601)).await.unwrap();
    for (by, place, resumed) in
        [(who(2), at(602), false), (moderator(1), at(602), true), (who(2), at(600), true), (who(2), at(600), true)]
    {
        let now = scene(&host, game).await.place;
        host.tables.channel_gone(now.channel).await.unwrap();
        let done = host.games.resume(&by, game, Some(place)).await;
        assert_eq!(done.is_ok(), resumed, "{place:?}: {done:?}");
    }
}

/// Nobody challenges themselves, by any kind of challenge, and none is opened.
#[tokio::test]
async fn nobody_challenges_themselves() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let challenge = DuelChallenge {
        opponent: member(1),
        mine: None,
        theirs: None,
        first: Colours::Drawn,
        options: LobbyOptions::new(GameMode::Duel, 2),
    };
    let own = Refusal::from(OptionRefusal::OwnOpponent);
    assert_eq!(refusal(host.lobbies.challenge_to_duel(&who(1), PLACE, challenge).await), own);
    let clash = host.lobbies.challenge(&who(1), PLACE, Some(member(1)), ClashOptions::default()).await;
    assert_eq!(refusal(clash), own);
    assert!(!host.views.is_taken(CHANNEL).await.unwrap());
    assert_eq!(told(&host).await, "");
}

/// A challenge to a duel seats its people as wanted, and a repeated delivery makes no second one.
#[tokio::test]
async fn a_challenge_seats_its_people_as_wanted() {
    for (first, expected) in [(Colours::Challenger, [1, 2]), (Colours::Challenged, [2, 1])] {
        let folder = Folder::new();
        let host = host(&folder).await;
        let options = LobbyOptions::new(GameMode::Duel, 2);
        let challenge = DuelChallenge {
            opponent: member(2),
            mine: Some("medieval".to_owned()),
            theirs: Some("makpong".to_owned()),
            first,
            options,
        };
        let by = who(1);
        let game = host.lobbies.challenge_to_duel(&by, PLACE, challenge.clone()).await.unwrap().game;
        let again = host.lobbies.challenge_to_duel(&by, PLACE, challenge).await.unwrap();
        assert!(again.repeated && again.game == game);
        assert_eq!(lobby(&host, game).await.invited, [member(2)]);
        host.lobbies.accept(&who(2), game).await.unwrap();
        let begun = scene(&host, game).await;
        assert_eq!(begun.seats, expected.map(|person| vec![member(person)]), "{first:?}");
        let armies: Vec<&str> = begun.view.seats.iter().map(|seat| seat.battalion.as_str()).collect();
        let medieval = armies.iter().position(|army| army.starts_with("Medieval"));
        assert_eq!(medieval, expected.iter().position(|person| *person == 1), "{armies:?}");
    }
}

/// An answer is refused after a turn of the opponent that ends the game.
#[tokio::test]
async fn an_answer_to_the_end_of_the_game_is_refused() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    for (person, text) in [(1, "f3"), (2, "e5"), (1, "g4")] {
        play(&host, game, person, text).await;
    }
    let mate = ("Qh4".to_owned(), "a3".to_owned());
    let no = refusal(host.games.prepare_answer(&who(1), game, None, mate).await);
    assert!(matches!(no, Refusal::Conditional(ConditionalRefusal::NothingToAnswer(_))), "{no:?}");
    assert!(host.games.conditional_moves(game, PersonId(1)).await.unwrap().is_empty());
}

/// An absent Player is voted about after a day; the creator of the game alone has to wait for three.
#[tokio::test]
async fn a_seat_is_freed_after_the_time_that_applies() {
    for (by, days, alone) in [(2, 1, false), (1, 1, false), (1, 3, true), (2, 3, false)] {
        for early in [true, false] {
            let folder = Folder::new();
            let host = host_at(&folder, BEGIN).await;
            let game = game(&host, GameMode::Ffa, &["medieval"; 4]).await;
            for person in [1, 2] {
                some_turn(&host, game, person).await;
            }
            let now = BEGIN + days * DAY + if early { -60_000 } else { 60_000 };
            host.beat(now).await;
            let host = host_at(&folder, now).await;
            let freed = host.tables.free_seat(&who(by), game, PersonId(3)).await;
            let state = scene(&host, game).await.table;
            let case = format!("{by} after {days} days, early {early}: {freed:?}");
            match (early, days) {
                (true, 1) => assert!(matches!(refusal(freed), Refusal::Table(TableRefusal::WaitUntil(_))), "{case}"),
                _ => {
                    freed.unwrap();
                    let free = alone && !early;
                    assert_eq!((state.vacant.len(), state.vote.is_none()), (usize::from(free), free), "{case}");
                }
            }
        }
    }
}

/// A seat that ran out of time once gives its next holder a second chance, also after a restart.
#[tokio::test]
async fn whoever_takes_over_a_seat_has_a_second_chance() {
    for restart in [false, true] {
        let folder = Folder::new();
        let mut host = super::everyone::frozen(&folder, BEGIN).await;
        let game = game_with(&host, GameMode::Ffa, &["medieval"; 3], |options| {
            options.time = TimeControl::PerTurn { turn: 3600 };
        })
        .await;
        for (number, time) in [BEGIN + HOUR + 60_000, BEGIN + 2 * HOUR + 120_000].into_iter().enumerate() {
            told(&host).await;
            host.time.set(time);
            if restart {
                host.close().await;
                host = super::everyone::frozen(&folder, time).await;
            }
            host.clocks.run_due().await.unwrap();
            assert_eq!(told(&host).await, "TimeAgain", "{restart}: {number}");
            if number == 0 {
                let asked = host.tables.hand_over(&who(1), game, member(5)).await.unwrap().version;
                host.tables.answer_hand_over(&who(5), game, asked, true).await.unwrap();
            }
        }
        assert!(scene(&host, game).await.table.vacant.is_empty(), "{restart}");
    }
}

/// A reminder, a question and the message about a damaged game are posted at once, not at the next look at the outbox.
#[tokio::test]
async fn whatever_the_clocks_announce_wakes_the_delivery() {
    use futures_util::FutureExt as _;
    let woken = |host: &Host| host.games.notices.woken().now_or_never().is_some();
    for time in [TimeControl::PerTurn { turn: 3 * 3600 }, TimeControl::Unlimited] {
        let folder = Folder::new();
        let host = host_at(&folder, BEGIN).await;
        game_with(&host, GameMode::Duel, &["medieval"; 2], |options| options.time = time).await;
        let late = if time == TimeControl::Unlimited { BEGIN + 14 * DAY + 60_000 } else { BEGIN + 2 * HOUR + 60_000 };
        host.beat(late).await;
        let host = host_at(&folder, late).await;
        while woken(&host) {}
        told(&host).await;
        while woken(&host) {}
        host.clocks.run_due().await.unwrap();
        assert!(woken(&host), "{time:?}");
        let kind = if time == TimeControl::Unlimited { "StillPlaying" } else { "Reminder" };
        assert_eq!(told(&host).await, kind);
    }
    for sql in ["UPDATE games SET setup = '{}' WHERE id = $1", "DELETE FROM actions WHERE game = $1 AND seat = 0"] {
        let folder = Folder::new();
        let host = host(&folder).await;
        let game = duel(&host).await;
        for (person, text) in [(1, "e4"), (2, "e5")] {
            play(&host, game, person, text).await;
        }
        told(&host).await;
        damage(&folder, sql, game).await;
        let host = super::host(&folder).await;
        while woken(&host) {}
        for first in [true, false] {
            assert_eq!(refusal(host.views.board(game).await), Refusal::Unreadable, "{sql}");
            assert_eq!(woken(&host), first, "announced once: {sql}");
        }
    }
}

/// Answers about seats confirm what has happened.
#[tokio::test]
async fn answers_about_seats_confirm_what_has_happened() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let options = LobbyOptions { start_when_full: false, ..LobbyOptions::new(GameMode::Duel, 2) };
    let game = host.lobbies.open_lobby(&who(1), PLACE, options, Some("medieval")).await.unwrap().game;
    let done = host.lobbies.join(&who(5), game, Join { with: Some(PersonId(1)), ..Join::default() }).await.unwrap();
    assert_eq!(done.confirmed, [Confirmation::SharesSeat(member(1))]);
    host.lobbies.join(&who(2), game, with("medieval")).await.unwrap();
    host.lobbies.start(&who(1), game, None).await.unwrap();
    for (by, confirmed) in [(2, Confirmation::SeatKept), (6, Confirmation::SeatDeclined)] {
        let asked = host.tables.hand_over(&who(2), game, member(6)).await.unwrap().version;
        let done = host.tables.answer_hand_over(&who(by), game, asked, false).await.unwrap();
        assert_eq!(done.confirmed, [confirmed]);
    }
}

/// The first position of an army, in previews and in trials, waits for a turn: all choices before it are made.
#[test]
fn a_first_position_waits_for_a_turn() {
    let mut volatile = 0;
    for army in engine::battalion::builtin() {
        let definition = engine::battalion::load_builtin(army.id).unwrap();
        let Ok(game) = first_position(&definition) else { continue };
        let phase = game.view(engine::view::Viewer::Public).phase;
        assert!(matches!(phase, engine::view::Phase::Play), "{}: {phase:?}", army.id);
        volatile += usize::from(army.id.contains("volatile"));
    }
    assert!(volatile > 0, "no army with Volatile pieces");
}

/// The mate who is to move is reminded. The other one waits as well.
#[tokio::test]
async fn the_mate_who_is_to_move_is_reminded() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let options = LobbyOptions {
        order: SeatOrder::Fixed,
        start_when_full: false,
        time: TimeControl::PerTurn { turn: 3 * 3600 },
        ..LobbyOptions::new(GameMode::Duel, 2)
    };
    let game = host.lobbies.open_lobby(&who(1), PLACE, options, Some("medieval")).await.unwrap().game;
    host.lobbies.join(&who(5), game, Join { with: Some(PersonId(1)), ..Join::default() }).await.unwrap();
    host.lobbies.join(&who(2), game, with("medieval")).await.unwrap();
    host.lobbies.start(&who(1), game, None).await.unwrap();
    for person in [1, 2, 5] {
        host.settings.change_person_settings(PersonId(person), |settings| settings.ping = Ping::Dm).await.unwrap();
    }
    // Ann has played, so Eve is to move.
    for person in [1, 2] {
        some_turn(&host, game, person).await;
    }
    told(&host).await;
    let later = BEGIN + 2 * HOUR + 60_000;
    host.beat(later).await;
    let host = host_at(&folder, later).await;
    host.clocks.run_due().await.unwrap();
    assert_eq!(told(&host).await, "Reminder, YourReminder 5");
}

/// A person of a shared seat hands over their own place in it.
#[tokio::test]
async fn a_mate_hands_over_their_own_place() {
    for (from, seat) in [(1, [6, 5]), (5, [1, 6])] {
        let folder = Folder::new();
        let host = host(&folder).await;
        let game = shared_duel(&host).await;
        let asked = host.tables.hand_over(&who(from), game, member(6)).await.unwrap().version;
        host.tables.answer_hand_over(&who(6), game, asked, true).await.unwrap();
        let people: Vec<u64> = scene(&host, game).await.seats[0].iter().map(|one| one.person.0).collect();
        assert_eq!(people, seat);
    }
}

/// A line is dropped by its owner only, by its number as well as with all others.
#[tokio::test]
async fn prepared_lines_are_dropped_by_their_owner() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    play(&host, game, 1, "e4").await;
    let moves = ("e5".to_owned(), "Nf3".to_owned());
    host.games.prepare_answer(&who(1), game, None, moves).await.unwrap();
    let line = host.games.conditional_moves(game, PersonId(1)).await.unwrap().remove(0).id;
    for number in [None, Some(line), Some(line + 1)] {
        host.games.drop_conditional_moves(&who(2), game, number).await.unwrap();
        assert!(host.games.drop_conditional_moves(&who(3), game, number).await.is_err());
        assert_eq!(host.games.conditional_moves(game, PersonId(1)).await.unwrap().len(), 1, "{number:?}");
    }
    host.games.drop_conditional_moves(&who(1), game, Some(line + 1)).await.unwrap();
    assert_eq!(host.games.conditional_moves(game, PersonId(1)).await.unwrap().len(), 1, "another line");
    host.games.drop_conditional_moves(&who(1), game, Some(line)).await.unwrap();
    assert!(host.games.conditional_moves(game, PersonId(1)).await.unwrap().is_empty());
}

/// Games are listed by urgency: those that wait for the person first, then by deadline; games without one are last.
#[tokio::test]
async fn games_are_listed_by_urgency() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let mut games = Vec::new();
    for (number, days) in (0..).zip([None, Some(3), Some(1), None, Some(2)]) {
        let time = days.map_or(TimeControl::Unlimited, |days| TimeControl::PerTurn { turn: days * 86_400 });
        let place = Place { channel: ChannelId(700 + number), ..PLACE };
        let options = LobbyOptions { order: SeatOrder::Fixed, time, ..LobbyOptions::new(GameMode::Duel, 2) };
        let game = host.lobbies.open_lobby(&who(1), place, options, Some("medieval")).await.unwrap().game;
        host.lobbies.join(&who(2), game, with("medieval")).await.unwrap();
        games.push(game);
    }
    let listed = |person: u64| {
        let (host, games) = (host.clone(), games.clone());
        async move {
            let listed = host.views.list_games(PersonId(person), PLACE.guild).await.unwrap();
            let place = |game: GameId| games.iter().position(|known| *known == game).unwrap();
            listed.iter().map(|one| (place(one.game), one.waiting)).collect::<Vec<_>>()
        }
    };
    assert_eq!(listed(1).await, [2, 4, 1, 0, 3].map(|game| (game, true)));
    assert_eq!(listed(2).await, [2, 4, 1, 0, 3].map(|game| (game, false)));
    play(&host, games[2], 1, "e4").await;
    play(&host, games[3], 1, "e4").await;
    let waits = [(4, true), (1, true), (0, true), (2, false), (3, false)];
    assert_eq!(listed(1).await, waits);
}

/// A request to resign reaches a team mate only where resigning is possible.
#[tokio::test]
async fn no_team_mate_is_asked_to_resign_an_adjourned_game() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = shared_duel(&host).await;
    host.tables.channel_gone(CHANNEL).await.unwrap();
    told(&host).await;
    let no = refusal(host.games.resign(&who(1), game, None).await);
    assert_eq!(no, Refusal::StandsStill(Standing::Adjourned));
    assert_eq!(told(&host).await, "");
    assert!(!host.games.resign_asked(game, PersonId(5)).await.unwrap());
}

/// A turn is graded by the percentage points that it cost. Each bound belongs to the worse grade.
#[test]
fn a_turn_is_graded_by_what_it_cost() {
    use Grade::{Blunder, Inaccuracy, Mistake};
    for (costs, grade) in [
        ([-3.0, 4.9], None),
        ([5.0, 9.9], Some(Inaccuracy)),
        ([10.0, 14.9], Some(Mistake)),
        ([15.0, 100.0], Some(Blunder)),
    ] {
        assert_eq!(costs.map(Grade::of), [grade; 2], "{costs:?}");
    }
}

/// A game has four Players unless its mode or its server wants fewer or more: then the nearest number.
#[test]
fn the_usual_number_of_players_is_the_nearest_that_is_allowed() {
    for (fewest, most, party) in [(2, 6, 4), (5, 6, 5), (6, 6, 6), (2, 3, 3), (2, 5, 4)] {
        let settings = GuildSettings { fewest_seats: fewest, most_seats: most, ..GuildSettings::default() };
        let usual = Mode::ALL.map(|mode| settings.usual_seats(mode));
        assert_eq!(usual, [2, party, party, 2], "{fewest} to {most}");
    }
}

/// Progress is shown in whole percent, at most a hundred.
#[test]
fn progress_is_shown_in_percent() {
    let progress = Progress::default();
    for (done, of, percent) in [(0, 3, 0), (1, 3, 33), (3, 3, 100), (4, 3, 100), (0, 0, 0), (199, 200, 99)] {
        progress.set(done, of);
        assert_eq!(progress.percent(), percent, "{done} of {of}");
    }
}

/// Requests to resign of two teams are independent. A defeated team gets none.
#[tokio::test]
async fn each_team_is_asked_to_resign_for_itself() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let options =
        LobbyOptions { order: SeatOrder::Fixed, start_when_full: false, ..LobbyOptions::new(GameMode::Ffa, 3) };
    let game = host.lobbies.open_lobby(&who(1), PLACE, options, Some("medieval")).await.unwrap().game;
    for person in [2, 3] {
        host.lobbies.join(&who(person), game, with("medieval")).await.unwrap();
    }
    for (mate, of) in [(4, 1), (5, 2)] {
        host.lobbies.join(&who(mate), game, Join { with: Some(PersonId(of)), ..Join::default() }).await.unwrap();
    }
    host.lobbies.start(&who(1), game, None).await.unwrap();
    told(&host).await;
    for (person, mate) in [(1, 4), (2, 5)] {
        host.games.resign(&who(person), game, None).await.unwrap();
        assert_eq!(told(&host).await, format!("ResignAsked {mate}"));
    }
    host.games.resign(&who(4), game, None).await.unwrap();
    let states = async || scene(&host, game).await.view.seats.into_iter().map(|seat| seat.state).collect::<Vec<_>>();
    assert!(matches!(states().await[..], [SeatState::Defeated { .. }, SeatState::Playing, SeatState::Playing]));
    told(&host).await;
    for person in [1, 4] {
        let no = refusal(host.games.resign(&who(person), game, None).await);
        assert!(matches!(no, Refusal::Illegal(_)), "{person}: {no:?}");
    }
    assert_eq!(told(&host).await, "");
    host.games.resign(&who(5), game, None).await.unwrap();
    assert!(scene(&host, game).await.over);
}
