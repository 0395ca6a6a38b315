//! Checks in a second place, limits at their edge, and rare combinations of features.

use super::meetings::told;
use super::*;

/// Someone removed from a lobby can neither take a seat nor share one.
#[tokio::test]
async fn whoever_was_removed_from_a_lobby_shares_no_seat_there_either() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = open(&host, 1, GameMode::Ffa, 3).await;
    for person in [1, 2] {
        host.lobbies.join(&who(person), game, with("medieval")).await.unwrap();
    }
    host.lobbies.kick(&who(1), game, PersonId(2)).await.unwrap();
    let beside = Join { with: Some(PersonId(1)), ..Join::default() };
    assert_eq!(refusal(host.lobbies.join(&who(2), game, beside.clone()).await), LobbyRefusal::Kicked.into());
    host.lobbies.join(&who(3), game, beside).await.unwrap();
    assert_eq!(lobby(&host, game).await.seats[0].members, [member(1), member(3)]);
}

#[tokio::test]
async fn forty_lines_can_be_prepared_and_no_more() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = game(&host, GameMode::Duel, &["medieval", "baroque-duel"]).await;
    play(&host, game, 1, "a3").await;
    let first = host.games.acts(game, PersonId(2)).await.unwrap().acts.remove(0).text;
    play(&host, game, 2, &first).await;
    play(&host, game, 1, "h3").await;
    // The Pawns of this army go like Rooks.
    let theirs = host.games.acts(game, PersonId(2)).await.unwrap().acts;
    assert!(theirs.len() > 45, "{}", theirs.len());
    let limit = ConditionalRefusal::TooMany { lines: 40, answers: 20 };
    let (mut taken, mut refused) = (0, 0);
    for theirs in theirs {
        let prepared = host.games.prepare_answer(&who(1), game, None, (theirs.text, "Nc3".to_owned())).await;
        match prepared.map_err(|why| super::refusal::<()>(Err(why))) {
            Ok(()) => taken += 1,
            Err(why) if why == limit.clone().into() => refused += 1,
            // The answer is illegal after a few of these moves.
            Err(Refusal::Conditional(ConditionalRefusal::Answer(_))) => {}
            Err(why) => panic!("{why:?}"),
        }
        assert!(refused == 0 || taken == 40, "{taken}");
    }
    assert!(taken == 40 && refused > 0, "{taken} {refused}");
    assert_eq!(host.games.conditional_moves(game, PersonId(1)).await.unwrap().len(), 40);
}

/// A vote about someone absent counts for the turn in which it was cast.
#[tokio::test]
async fn a_vote_of_an_earlier_turn_does_not_count_again() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let game = game(&host, GameMode::Ffa, &["medieval"; 3]).await;
    let day = 24 * HOUR;
    let later = BEGIN + day + 60_000;
    host.beat(later).await;
    let host = host_at(&folder, later).await;
    host.tables.free_seat(&who(2), game, PersonId(1)).await.unwrap();
    // Ann moves, the others move, and she is waited for again.
    for person in [1, 2, 3] {
        let text = host.games.acts(game, PersonId(person)).await.unwrap().acts[0].text.clone();
        play(&host, game, person, &text).await;
    }
    host.beat(BEGIN + 3 * day).await;
    let host = host_at(&folder, BEGIN + 3 * day).await;
    host.tables.free_seat(&who(3), game, PersonId(1)).await.unwrap();
    let now = scene(&host, game).await;
    assert!(now.table.vacant.is_empty(), "Bob voted about another turn");
    assert_eq!(now.table.vote.unwrap().waiting, [member(2)]);
}

/// A vote ends when the seat changes hands, even if its Player comes back in the same turn.
#[tokio::test]
async fn a_vote_ends_with_the_holder_it_was_about() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let game = game(&host, GameMode::Ffa, &["medieval"; 3]).await;
    let later = BEGIN + 24 * HOUR + 60_000;
    host.beat(later).await;
    let host = host_at(&folder, later).await;
    host.tables.free_seat(&who(2), game, PersonId(1)).await.unwrap();
    assert!(scene(&host, game).await.table.vote.is_some());
    for (from, to) in [(1, 5), (5, 1)] {
        let asked = host.tables.hand_over(&who(from), game, member(to)).await.unwrap().version;
        host.tables.answer_hand_over(&who(to), game, asked, true).await.unwrap();
    }
    assert!(scene(&host, game).await.table.vote.is_none());
}

/// A seat offer ends when the Player who made it leaves the server.
#[tokio::test]
async fn whoever_has_left_offers_no_seat() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = game(&host, GameMode::Ffa, &["medieval"; 3]).await;
    let asked = host.tables.hand_over(&who(2), game, member(5)).await.unwrap().version;
    host.tables.has_left(game, PersonId(2)).await.unwrap();
    assert!(scene(&host, game).await.table.hand_overs.is_empty());
    assert_eq!(refusal(host.tables.answer_hand_over(&who(5), game, asked, true).await), Stale::NoSeatOffer.into());
    host.tables.take_seat(&who(2), game, Seat(1)).await.unwrap();
    assert!(scene(&host, game).await.table.hand_overs.is_empty(), "it does not come back with its Player");
}

/// Only a refused direct message is explained in the channel, not one that Discord failed at for good.
#[tokio::test]
async fn a_direct_message_that_fails_otherwise_is_not_called_refused() {
    for (failure, instead) in [(Failure::Closed, vec!["DmRefused"]), (Failure::Never, vec![])] {
        let folder = Folder::new();
        let host = host(&folder).await;
        host.settings.change_person_settings(PersonId(2), |settings| settings.ping = Ping::Dm).await.unwrap();
        let game = duel(&host).await;
        told(&host).await;
        play(&host, game, 1, "e4").await;
        let mut direct = 0;
        for notice in some(&host).await {
            match notice.to {
                Recipient::Person(_) => {
                    direct += 1;
                    assert!(host.outbox.failed(&notice, failure).await.unwrap());
                }
                Recipient::Channel(_) => host.outbox.superseded(&notice).await.unwrap(),
            }
        }
        assert_eq!(direct, 1, "{failure:?}");
        assert_eq!(told(&host).await, instead, "{failure:?}");
        let closed = host.settings.person_settings(PersonId(2)).await.unwrap().dm_closed;
        assert_eq!(closed, failure == Failure::Closed, "{failure:?}");
    }
}

/// A vote is about one person: votes about a partner in the same seat do not count.
#[tokio::test]
async fn votes_about_one_partner_do_not_count_for_the_other() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let options =
        LobbyOptions { order: SeatOrder::Fixed, start_when_full: false, ..LobbyOptions::new(GameMode::Ffa, 3) };
    let game = host.lobbies.open_lobby(&who(1), PLACE, options, Some("medieval")).await.unwrap().game;
    host.lobbies.join(&who(5), game, Join { with: Some(PersonId(1)), ..Join::default() }).await.unwrap();
    for person in [2, 3] {
        host.lobbies.join(&who(person), game, with("medieval")).await.unwrap();
    }
    host.lobbies.start(&who(1), game, None).await.unwrap();
    let later = BEGIN + 24 * HOUR + 60_000;
    host.beat(later).await;
    let host = host_at(&folder, later).await;
    host.tables.free_seat(&who(2), game, PersonId(1)).await.unwrap();
    host.tables.free_seat(&who(3), game, PersonId(5)).await.unwrap();
    let table = scene(&host, game).await.table;
    assert!(table.vacant.is_empty(), "{table:?}");
    assert_eq!(table.vote.unwrap().absent, [member(5)]);
    host.tables.free_seat(&who(2), game, PersonId(5)).await.unwrap();
    let now = scene(&host, game).await;
    assert_eq!(now.seats[0], [member(1)], "both have voted about Eve");
}

/// A thread shows what its channel shows: the lobbies there and in all threads of the channel.
#[tokio::test]
async fn lobbies_are_found_from_every_thread_of_a_channel() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let thread = |id| Place { channel: ChannelId(id), parent: Some(CHANNEL), ..PLACE };
    let elsewhere = Place { channel: ChannelId(700), ..PLACE };
    let mut opened = Vec::new();
    for place in [PLACE, thread(601), thread(602), elsewhere] {
        let options = LobbyOptions::new(GameMode::Duel, 2);
        opened.push(host.lobbies.open_lobby(&who(1), place, options, None).await.unwrap().game);
    }
    for place in [PLACE, thread(601), thread(602), thread(603)] {
        assert_eq!(host.views.lobbies_around(place).await.unwrap(), opened[..3], "{place:?}");
    }
    assert_eq!(host.views.lobbies_around(elsewhere).await.unwrap(), opened[3..]);
}

/// A person removed from a lobby cannot join it again, after a restart as well.
#[tokio::test]
async fn whoever_was_removed_from_a_lobby_stays_out_after_a_restart() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = open(&host, 1, GameMode::Duel, 2).await;
    host.lobbies.join(&who(2), game, with("medieval")).await.unwrap();
    host.lobbies.kick(&who(1), game, PersonId(2)).await.unwrap();
    let now = refusal(host.lobbies.join(&who(2), game, with("medieval")).await);
    host.close().await;
    let host = super::host(&folder).await;
    assert_eq!(refusal(host.lobbies.join(&who(2), game, with("medieval")).await), now);
}

/// A person who has accepted one offer has a seat, and so cannot accept another one.
#[tokio::test]
async fn nobody_takes_a_second_seat_by_a_second_offer() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = game(&host, GameMode::Ffa, &["medieval"; 3]).await;
    let of_ann = host.tables.hand_over(&who(1), game, member(5)).await.unwrap().version;
    let of_bob = host.tables.hand_over(&who(2), game, member(5)).await.unwrap().version;
    host.tables.answer_hand_over(&who(5), game, of_ann, true).await.unwrap();
    let second = refusal(host.tables.answer_hand_over(&who(5), game, of_bob, true).await);
    assert_eq!(second, TableRefusal::HasSeat.into());
    assert_eq!(scene(&host, game).await.seats, [vec![member(5)], vec![member(2)], vec![member(3)]]);
}

/// A picture of a piece's moves names captures beside its way, and no ordinary ones.
#[tokio::test]
async fn captures_beside_the_way_are_told_and_ordinary_ones_are_not() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    for (person, text) in [(1, "e4"), (2, "f6"), (1, "e5"), (2, "d5")] {
        play(&host, game, person, text).await;
    }
    let beside = host.views.side_effects(game, "e5".parse().unwrap()).await.unwrap();
    assert_eq!(beside.len(), 1, "en passant, but not the capture on f6: {beside:?}");
    assert!(beside[0].contains("d6"), "{beside:?}");
}

/// The message that asks for a pause keeps its buttons while turns are played, and loses them once it is answered.
#[tokio::test]
async fn a_requested_pause_can_be_answered_after_further_turns() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = game_with(&host, GameMode::Duel, &["medieval"; 2], |options| options.time = TimeControl::USUAL).await;
    notices::say_all(&host).await;
    host.games.ask_pause(&who(1), game, false).await.unwrap();
    notices::say_all(&host).await;
    let mut outdated = Vec::new();
    for (person, text) in [(1, "e4"), (2, "e5")] {
        play(&host, game, person, text).await;
        outdated.extend(older(&host).await);
    }
    assert!(outdated.contains(&NoticeKind::Turn) && !outdated.contains(&NoticeKind::PauseAsked), "{outdated:?}");
    host.games.no_pause(&who(2), game).await.unwrap();
    notices::say_all(&host).await;
    play(&host, game, 1, "Nf3").await;
    assert!(older(&host).await.contains(&NoticeKind::PauseAsked), "declined");
}

/// Each message about a requested pause replaces the one before, so that one message asks.
#[tokio::test]
async fn a_second_message_about_a_pause_takes_the_buttons_of_the_first() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = game_with(&host, GameMode::Ffa, &["medieval"; 3], |options| options.time = TimeControl::USUAL).await;
    notices::say_all(&host).await;
    for (person, replaced) in [(1, false), (2, true)] {
        host.games.ask_pause(&who(person), game, person == 2).await.unwrap();
        assert_eq!(older(&host).await.contains(&NoticeKind::PauseAsked), replaced, "{person}");
    }
}

/// Posts all waiting notices. Returns the kinds of the messages that lose their buttons.
async fn older(host: &Host) -> Vec<NoticeKind> {
    let mut older = Vec::new();
    loop {
        let taken = some(host).await;
        if taken.is_empty() {
            return older;
        }
        for notice in taken {
            let posted = host.outbox.posted(&notice, CHANNEL, MessageId(notice.id.0 as u64), None).await.unwrap();
            older.extend(posted.into_iter().map(|posted| posted.kind));
        }
    }
}

/// Computer players agree to every pause.
#[tokio::test]
async fn a_pause_in_a_game_against_a_computer_begins_at_once() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let mut options = LobbyOptions::new(GameMode::Duel, 2);
    (options.order, options.time) = (SeatOrder::Fixed, TimeControl::USUAL);
    let wish = ComputerWish { level: ::opponent::Level::Recruit, battalion: Some("medieval".to_owned()) };
    let game = host.lobbies.open_against(&who(1), PLACE, options, Some("medieval"), &wish).await.unwrap().game;
    let done = host.games.ask_pause(&who(1), game, false).await.unwrap();
    assert_eq!(done.confirmed, [Confirmation::Paused]);
    assert_eq!(scene(&host, game).await.clock.standing, Some(Standing::Paused));
}

/// A hint for one person of a shared seat would also be one for the other.
#[tokio::test]
async fn nobody_of_a_shared_seat_gets_a_hint() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let mut options = LobbyOptions::new(GameMode::Duel, 2);
    (options.order, options.start_when_full) = (SeatOrder::Fixed, false);
    let game = host.lobbies.open_lobby(&who(1), PLACE, options, Some("medieval")).await.unwrap().game;
    host.lobbies.join(&who(2), game, Join { with: Some(PersonId(1)), ..Join::default() }).await.unwrap();
    let wish = ComputerWish { level: ::opponent::Level::Recruit, battalion: Some("medieval".to_owned()) };
    host.lobbies.add_computer(&who(1), game, wish).await.unwrap();
    host.lobbies.start(&who(1), game, None).await.unwrap();
    for person in [1, 2] {
        assert_eq!(refusal(host.computers.hint(&who(person), game).await), ComputerRefusal::HintAgainstPeople.into());
    }
}

/// Moves of twenty answers: Pawns that step one Space, then two in all, and Knights that go out and back.
fn long_line() -> Vec<(String, String)> {
    let pawns =
        |ranks: [u8; 2]| ranks.into_iter().flat_map(|rank| ('a'..='h').map(move |file| format!("{file}{rank}")));
    let knights = |moves: [&str; 4]| moves.map(str::to_owned);
    // White has played a3 before.
    let white = pawns([3, 4]).skip(1).chain(knights(["Nc3", "Nf3", "Nb1", "Ng1"])).chain(["Nh3".to_owned()]);
    let black = pawns([6, 5]).chain(knights(["Nc6", "Nf6", "Nb8", "Ng8"]));
    black.zip(white).collect()
}

#[tokio::test]
async fn a_line_has_twenty_answers_and_no_more() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    play(&host, game, 1, "a3").await;
    let moves = long_line();
    assert_eq!(moves.len(), 20);
    let mut line = None;
    for (number, moves) in moves.iter().enumerate() {
        let prepared = host.games.prepare_answer(&who(1), game, line, moves.clone()).await;
        assert!(prepared.is_ok(), "answer {}, {moves:?}: {prepared:?}", number + 1);
        let lines = host.games.conditional_moves(game, PersonId(1)).await.unwrap();
        assert_eq!(lines.len(), 1, "the longer line is there instead of the shorter one");
        assert_eq!(lines[0].moves.len(), 2 * (number + 1));
        line = Some(lines[0].id);
    }
    let further = host.games.prepare_answer(&who(1), game, line, ("Nh6".to_owned(), "Ng1".to_owned())).await;
    assert_eq!(refusal(further), ConditionalRefusal::TooMany { lines: 40, answers: 20 }.into());
}

/// A start with free seats names the number of Players that it was confirmed for.
#[tokio::test]
async fn a_start_counts_for_the_number_of_players_it_was_confirmed_for() {
    for taken in [3, 4] {
        let folder = Folder::new();
        let host = host(&folder).await;
        let game = open(&host, 1, GameMode::Ffa, 5).await;
        for person in 1..=taken {
            host.lobbies.join(&who(person), game, with("medieval")).await.unwrap();
        }
        let taken = taken as usize;
        for wrong in [None, Some(0), Some(1), Some(taken - 1), Some(taken + 1), Some(5)] {
            let refused = refusal(host.lobbies.start(&who(1), game, wrong).await);
            assert_eq!(refused, LobbyRefusal::FreeSeats { taken, seats: 5 }.into(), "{wrong:?} of {taken}");
        }
        host.lobbies.start(&who(1), game, Some(taken)).await.unwrap();
        assert_eq!(scene(&host, game).await.seats.len(), taken);
    }
}

/// Every order and every colour comes up, for any number of Players; a fixed order stays.
#[tokio::test]
async fn seats_and_colours_are_drawn() {
    for (mode, players, at_least) in [(GameMode::Duel, 2, 2), (GameMode::Ffa, 3, 4), (GameMode::Assassin, 4, 6)] {
        for order in [SeatOrder::Random, SeatOrder::Fixed] {
            let mut orders = std::collections::BTreeSet::new();
            for seed in 0..12 {
                let folder = Folder::new();
                let host = dealing(&folder, [seed; 32]).await;
                let game = game_with(&host, mode, &vec!["medieval"; players], |options| options.order = order).await;
                let seats = scene(&host, game).await.seats;
                orders.insert(seats.iter().map(|people| people[0].person.0).collect::<Vec<_>>());
            }
            match order {
                SeatOrder::Fixed => assert_eq!(Vec::from_iter(orders), [(1..=players as u64).collect::<Vec<_>>()]),
                _ => assert!(orders.len() >= at_least, "{mode:?}: {orders:?}"),
            }
        }
    }
    for (colours, expected) in
        [(Colours::Drawn, vec![1, 2]), (Colours::Challenger, vec![1]), (Colours::Challenged, vec![2])]
    {
        let mut white = std::collections::BTreeSet::new();
        for seed in 0..12 {
            let folder = Folder::new();
            let host = dealing(&folder, [seed; 32]).await;
            let options = ClashOptions { colours, ..ClashOptions::default() };
            let game = host.lobbies.challenge(&who(1), PLACE, Some(member(2)), options).await.unwrap().game;
            host.lobbies.accept(&who(2), game).await.unwrap();
            white.insert(scene(&host, game).await.seats[0][0].person.0);
        }
        assert_eq!(Vec::from_iter(white), expected, "{colours:?}");
    }
}

/// A request to resign together counts until the seat's next turn, and for the person it was made to.
#[tokio::test]
async fn a_request_to_resign_together_ends_with_the_seats_next_turn() {
    for (turns, stands) in [(&[][..], true), (&[(2, "e5")], true), (&[(2, "e5"), (5, "Nf3")], false)] {
        let folder = Folder::new();
        let host = host(&folder).await;
        let game = shared_duel(&host).await;
        play(&host, game, 1, "e4").await;
        host.games.resign(&who(1), game, None).await.unwrap();
        for (person, text) in turns {
            play(&host, game, *person, text).await;
        }
        assert!(!host.games.resign_asked(game, PersonId(1)).await.unwrap(), "the own request");
        assert_eq!(host.games.resign_asked(game, PersonId(5)).await.unwrap(), stands, "after {turns:?}");
        host.games.resign(&who(5), game, None).await.unwrap();
        assert_eq!(scene(&host, game).await.over, stands, "after {turns:?}");
    }
}

/// A request to resign together ends when the person who made it hands their place over: the question goes to the new
/// mate instead.
#[tokio::test]
async fn a_request_to_resign_together_does_not_outlast_the_person_who_asked() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = shared_duel(&host).await;
    host.games.resign(&who(1), game, None).await.unwrap();
    assert!(host.games.resign_asked(game, PersonId(5)).await.unwrap());
    let asked = host.tables.hand_over(&who(1), game, member(6)).await.unwrap().version;
    host.tables.answer_hand_over(&who(6), game, asked, true).await.unwrap();
    assert!(!host.games.resign_asked(game, PersonId(5)).await.unwrap());
    let done = host.games.resign(&who(5), game, None).await.unwrap();
    assert_eq!(done.confirmed, [Confirmation::AskedToResign(member(6))]);
    assert!(!scene(&host, game).await.over);
    host.games.resign(&who(6), game, None).await.unwrap();
    assert!(scene(&host, game).await.over);
}

/// Closed direct messages are recorded only for people who want them. A person who changes the setting while a message is
/// on its way is not notified about direct messages.
#[tokio::test]
async fn refused_direct_messages_are_noted_for_those_who_want_them() {
    for ping in [Ping::Channel, Ping::Dm, Ping::None] {
        for (closed, refused, expected) in
            [(false, false, false), (false, true, true), (true, false, false), (true, true, true)]
        {
            let folder = Folder::new();
            let host = host(&folder).await;
            host.settings.change_person_settings(PersonId(2), |settings| settings.ping = Ping::Dm).await.unwrap();
            let game = duel(&host).await;
            told(&host).await;
            play(&host, game, 1, "e4").await;
            let change = move |settings: &mut PersonSettings| (settings.ping, settings.dm_closed) = (ping, closed);
            host.settings.change_person_settings(PersonId(2), change).await.unwrap();
            for notice in some(&host).await {
                match notice.to {
                    Recipient::Person(_) if refused => {
                        assert!(host.outbox.failed(&notice, Failure::Closed).await.unwrap())
                    }
                    Recipient::Person(person) => {
                        host.outbox.posted(&notice, ChannelId(person.0 + 1000), MessageId(7), None).await.unwrap();
                    }
                    Recipient::Channel(_) => host.outbox.superseded(&notice).await.unwrap(),
                }
            }
            let now = host.settings.person_settings(PersonId(2)).await.unwrap();
            let expected = if ping == Ping::Dm { expected } else { closed };
            assert_eq!((now.ping, now.dm_closed), (ping, expected), "{ping:?}, closed {closed}, refused {refused}");
        }
    }
}

/// Progress that a changed lesson no longer accepts is replaced by what is solved from there on.
#[tokio::test]
async fn a_lesson_goes_on_where_its_stored_moves_still_fit() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let person = PersonId(1);
    let mut broken = 0;
    for lesson in lessons::lessons() {
        for stays in 0..lesson.steps.len() {
            host.lessons.restart_lesson(person, lesson).await.unwrap();
            let mut played = Vec::new();
            for (number, step) in lesson.steps.iter().enumerate() {
                if number == stays {
                    let text = serde_json::to_string(&[&played[..], &["z99".to_owned()]].concat()).unwrap();
                    let reached = u16::try_from(number).unwrap();
                    host.store.advance_lesson(person, &lesson.id, reached, text, false).await.unwrap();
                    broken += 1;
                }
                let solved = host.lessons.learning(person, lesson).await.unwrap().solved;
                assert_eq!(solved, number, "{} with another move {stays}", lesson.id);
                let tried = host.lessons.try_lesson(person, lesson, number, &step.goal[0]).await.unwrap();
                assert_eq!(tried, lessons::Tried::Solved, "{} {number}", lesson.id);
                played.push(step.goal[0].clone());
            }
            let known = host.lessons.lessons_of(person).await.unwrap();
            let at = lessons::lessons().iter().position(|one| one.id == lesson.id).unwrap();
            assert!(known[at].finished && known[at].solved == lesson.steps.len(), "{}: {:?}", lesson.id, known[at]);
        }
    }
    assert!(broken > 10, "{broken}");
}

/// A lesson that was finished once stays finished when it is played again.
#[tokio::test]
async fn a_restart_keeps_that_a_lesson_was_finished() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let person = PersonId(1);
    let lesson = lessons::lessons().iter().find(|lesson| lesson.steps.len() > 1).unwrap();
    let at = lessons::lessons().iter().position(|one| one.id == lesson.id).unwrap();
    for (number, step) in lesson.steps.iter().enumerate() {
        assert!(!host.lessons.lessons_of(person).await.unwrap()[at].finished);
        host.lessons.try_lesson(person, lesson, number, &step.goal[0]).await.unwrap();
    }
    host.lessons.restart_lesson(person, lesson).await.unwrap();
    for solved in 0..2 {
        let known = host.lessons.lessons_of(person).await.unwrap()[at];
        assert_eq!((known.solved, known.finished), (solved, true));
        host.lessons.try_lesson(person, lesson, solved, &lesson.steps[solved].goal[0]).await.unwrap();
    }
}
