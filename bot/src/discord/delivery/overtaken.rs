//! Notices that became outdated while they waited, and the mentions in those that are posted.

use engine::board::Seat;
use engine::titans::GameMode;
use opponent::Level;

use super::recorded::app;
use super::*;
use crate::discord::answer::Answer;
use crate::discord::messages::people::is_computer;
use crate::host::tests::everyone::{NamedState, in_every_state};
use crate::host::tests::{
    BEGIN, Folder, HOUR, PLACE, computer_plays, computer_resigns, game_with, host_at, manager, member, play, scene,
    some, wants_to_speak, who, with,
};
use crate::host::{
    Announce, Board, ClashOptions, Colours, ComputerWish, DuelChallenge, GameId, Holiday, HolidayChange, Host, Join,
    LobbyOptions, Notice, NoticeKind, PersonId, PersonSettings, Ping, SeatOrder, TimeControl,
};

/// Duel of persons 1 and 2 with 3 hours per turn.
async fn duel(host: &Host) -> GameId {
    game_with(host, GameMode::Duel, &["medieval"; 2], |options| {
        options.time = TimeControl::PerTurn { turn: 3 * 3600 };
    })
    .await
}

async fn settings(host: &Host, person: u64, ping: Ping) {
    host.settings.change_person_settings(PersonId(person), move |settings| settings.ping = ping).await.unwrap();
}

/// Reopens the games at a later time, without downtime in between.
async fn later(folder: &Folder, host: Host, now: i64) -> Host {
    host.beat(now).await;
    host_at(folder, now).await
}

/// JSON of a message as sent to Discord.
fn sent(answer: Answer) -> serde_json::Value {
    serde_json::to_value(answer.message()).unwrap()
}

/// People that a message notifies.
fn pinged(message: &serde_json::Value) -> Vec<u64> {
    let users = message["allowed_mentions"]["users"].as_array().cloned().unwrap_or_default();
    let id = |user: serde_json::Value| user.as_str().map_or_else(|| user.as_u64().unwrap(), |id| id.parse().unwrap());
    users.into_iter().map(id).collect()
}

/// Composes every waiting notice. Returns its kind, its recipient and the notified people; `None` if it is not
/// posted.
async fn become_of(app: &Shared) -> Vec<(NoticeKind, Recipient, Option<Vec<u64>>)> {
    let mut all = Vec::new();
    let mut number = 900;
    loop {
        let taken: Vec<Notice> = some(&app.host).await;
        if taken.is_empty() {
            return all;
        }
        for notice in taken {
            let action = compose(app, &notice).await.unwrap();
            number += 1;
            let pinged = match action {
                DeliveryAction::Supersede => {
                    app.host.outbox.superseded(&notice).await.unwrap();
                    None
                }
                DeliveryAction::Post(answer) => {
                    let channel = match notice.to {
                        Recipient::Channel(channel) => channel,
                        Recipient::Person(person) => ChannelId(person.0 + 1000),
                    };
                    app.host.outbox.posted(&notice, channel, MessageId(number), None).await.unwrap();
                    Some(pinged(&sent(*answer)))
                }
                DeliveryAction::Edit(answer, earlier) | DeliveryAction::EditText(answer, earlier) => {
                    app.host.outbox.posted(&notice, earlier.channel, earlier.message, None).await.unwrap();
                    Some(pinged(&sent(*answer)))
                }
            };
            all.push((notice.kind, notice.to, pinged));
        }
    }
}

fn of(all: &[(NoticeKind, Recipient, Option<Vec<u64>>)], kind: NoticeKind) -> Vec<Option<Vec<u64>>> {
    all.iter().filter(|(known, ..)| *known == kind).map(|(.., pinged)| pinged.clone()).collect()
}

#[tokio::test]
async fn a_reminder_that_a_turn_has_overtaken_is_not_posted() {
    for moves in [false, true] {
        let folder = Folder::new();
        let host = host_at(&folder, BEGIN).await;
        settings(&host, 1, Ping::Dm).await;
        let game = duel(&host).await;
        become_of(&app(&host)).await;
        let host = later(&folder, host, BEGIN + 2 * HOUR + 60_000).await;
        host.clocks.run_due().await.unwrap();
        if moves {
            play(&host, game, 1, "e4").await;
        }
        let all = become_of(&app(&host)).await;
        let reminders = [of(&all, NoticeKind::Reminder), of(&all, NoticeKind::YourReminder)];
        if moves {
            assert_eq!(reminders, [[None], [None]], "{all:?}");
            assert_eq!(of(&all, NoticeKind::Turn), [Some(vec![2])]);
        } else {
            // People who want direct messages are not mentioned in the channel as well.
            assert_eq!(reminders, [[Some(vec![])], [Some(vec![])]], "{all:?}");
        }
    }
}

#[tokio::test]
async fn of_several_direct_messages_that_wait_the_last_of_each_game_is_posted() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    settings(&host, 2, Ping::Dm).await;
    let one = duel(&host).await;
    host.games.resign(&who(1), one, None).await.unwrap();
    become_of(&app(&host)).await;
    let first = duel(&host).await;
    become_of(&app(&host)).await;
    // Bob is to move three times before anything is posted, and once in another game.
    for (person, text) in [(1, "e4"), (2, "e5"), (1, "Nf3"), (2, "Nc6"), (1, "Bc4")] {
        play(&host, first, person, text).await;
    }
    let all = become_of(&app(&host)).await;
    let turns = of(&all, NoticeKind::YourTurn);
    assert_eq!(turns, [None, None, Some(vec![])], "{all:?}");
    // The channel shows every position and mentions the player to move.
    assert_eq!(of(&all, NoticeKind::Turn).len(), 5);
}

#[tokio::test]
async fn questions_that_the_end_has_overtaken_are_not_posted() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let game = duel(&host).await;
    play(&host, game, 1, "e4").await;
    become_of(&app(&host)).await;
    host.tables.ask_takeback(&who(1), game).await.unwrap();
    host.tables.hand_over(&who(1), game, member(5)).await.unwrap();
    host.games.resign(&who(2), game, None).await.unwrap();
    let all = become_of(&app(&host)).await;
    assert_eq!(of(&all, NoticeKind::TakebackAsked), [None]);
    assert_eq!(of(&all, NoticeKind::HandOver), [None]);
    assert_eq!(of(&all, NoticeKind::Turn), [Some(vec![])], "the end calls nobody");
}

#[tokio::test]
async fn whoever_is_to_move_is_notified_as_they_and_their_server_want_it() {
    for (ping, announce, away, notified) in [
        (Ping::Channel, Announce::Mention, false, true),
        (Ping::Channel, Announce::Silent, false, true),
        (Ping::Channel, Announce::Name, false, false),
        (Ping::Channel, Announce::Mention, true, false),
        (Ping::Dm, Announce::Mention, false, false),
        (Ping::None, Announce::Mention, false, false),
    ] {
        let folder = Folder::new();
        let host = host_at(&folder, BEGIN).await;
        let guild = PLACE.guild.unwrap();
        host.settings
            .change_guild_settings(&manager(9), guild, move |settings| {
                settings.announce = announce;
                Ok(())
            })
            .await
            .unwrap();
        settings(&host, 2, ping).await;
        if away {
            host.clocks.change_holiday(PersonId(2), Some(guild), HolidayChange::Now(24 * HOUR)).await.unwrap();
        }
        let game = duel(&host).await;
        play(&host, game, 1, "e4").await;
        let case = format!("{ping:?} {announce:?} {away}");
        let app = app(&host);
        let mut last = None;
        loop {
            let taken = some(&host).await;
            if taken.is_empty() {
                break;
            }
            for notice in taken {
                if let DeliveryAction::Post(answer) = compose(&app, &notice).await.unwrap()
                    && notice.kind == NoticeKind::Turn
                {
                    last = Some(sent(*answer));
                }
                host.outbox.superseded(&notice).await.unwrap();
            }
        }
        let last = last.expect("a board");
        assert_eq!(pinged(&last), if notified { vec![2] } else { vec![] }, "{case}");
        // Discord's flag for messages without a notification sound.
        let silent = last["flags"].as_u64().unwrap_or(0) & (1 << 12) != 0;
        assert_eq!(silent, announce == Announce::Silent, "{case}");
        assert_eq!(scene(&host, game).await.to_act, [member(2)]);
    }
}

#[tokio::test]
async fn whoever_is_challenged_is_notified_once() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let app = app(&host);
    let challenge = DuelChallenge {
        opponent: member(2),
        mine: None,
        theirs: None,
        first: Colours::Challenger,
        options: LobbyOptions::new(GameMode::Duel, 2),
    };
    let game = host.lobbies.challenge_to_duel(&who(1), PLACE, challenge).await.unwrap().game;
    assert_eq!(of(&become_of(&app).await, NoticeKind::Lobby), [Some(vec![2])]);
    host.lobbies.choose_battalion(&who(1), game, "medieval").await.unwrap();
    let all = become_of(&app).await;
    assert_eq!(of(&all, NoticeKind::Lobby), [Some(vec![])], "{all:?}");
    // An open lobby notifies nobody.
    let elsewhere = crate::host::Place { channel: ChannelId(777), ..PLACE };
    let open =
        host.lobbies.open_lobby(&who(3), elsewhere, LobbyOptions::new(GameMode::Duel, 2), None).await.unwrap().game;
    host.lobbies.join(&who(4), open, with("medieval")).await.unwrap();
    let all = become_of(&app).await;
    assert!(of(&all, NoticeKind::Lobby).iter().flatten().all(Vec::is_empty), "{all:?}");
}

/// The board of the first turn shows who plays, so a lobby that was never shown is not posted any more. In Clash the first
/// turn has no board.
#[tokio::test]
async fn the_players_of_a_match_that_begins_at_once_are_named() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let app = app(&host);
    duel(&host).await;
    let all = become_of(&app).await;
    assert!(of(&all, NoticeKind::Lobby).iter().all(Option::is_none), "{all:?}");
    let elsewhere = crate::host::Place { channel: ChannelId(777), ..PLACE };
    let options = ClashOptions::default();
    let game = host.lobbies.challenge(&who(1), elsewhere, Some(member(2)), options).await.unwrap().game;
    host.lobbies.accept(&who(2), game).await.unwrap();
    let all = become_of(&app).await;
    assert_eq!(of(&all, NoticeKind::Lobby).last(), Some(&Some(vec![])), "{all:?}");
}

/// Text of the direct messages that wait, with the labels of their buttons and their recipients.
async fn direct(app: &Shared) -> Vec<(PersonId, String, Vec<String>)> {
    let mut all = Vec::new();
    loop {
        let taken: Vec<Notice> = some(&app.host).await;
        if taken.is_empty() {
            return all;
        }
        for notice in taken {
            if let (Recipient::Person(person), DeliveryAction::Post(answer)) =
                (notice.to, compose(app, &notice).await.unwrap())
            {
                let message = sent(*answer);
                let rows = message["components"].as_array().cloned().unwrap_or_default();
                let buttons = rows.iter().flat_map(|row| row["components"].as_array().cloned().unwrap_or_default());
                let labels = buttons.map(|button| button["label"].as_str().unwrap_or_default().to_owned());
                all.push((person, message["content"].as_str().unwrap().to_owned(), labels.collect()));
            }
            app.host.outbox.superseded(&notice).await.unwrap();
        }
    }
}

/// In a game of three or more, the message of a computer's turn says whom it concerns, and mentions people who have
/// chosen mentions. In a duel the board shows it.
#[tokio::test]
async fn whoever_a_computer_concerns_is_told_in_games_of_several() {
    for (mode, seats, ping, named) in [
        (GameMode::Duel, 2, Ping::Channel, None),
        (GameMode::Ffa, 3, Ping::Channel, Some("<@1>")),
        (GameMode::Ffa, 3, Ping::Dm, Some("**Ann**")),
        (GameMode::Ffa, 3, Ping::None, Some("**Ann**")),
    ] {
        let folder = Folder::new();
        let host = host_at(&folder, BEGIN).await;
        settings(&host, 1, ping).await;
        let app = app(&host);
        let options = LobbyOptions { order: SeatOrder::Fixed, ..LobbyOptions::new(mode, seats) };
        let wish = ComputerWish { level: Level::Recruit, battalion: Some("medieval".to_owned()) };
        let opened = host.lobbies.open_against(&who(1), PLACE, options, Some("medieval"), &wish).await.unwrap();
        for seat in 1..seats {
            become_of(&app).await;
            computer_resigns(&host, opened.game, Seat(seat)).await;
        }
        let [notice] = <[Notice; 1]>::try_from(some(&host).await).unwrap();
        let DeliveryAction::Post(answer) = compose(&app, &notice).await.unwrap() else { panic!("{notice:?}") };
        let message = sent(*answer);
        let text = message["content"].as_str().unwrap();
        let told = text.lines().find(|line| line.ends_with("the game is over."));
        assert_eq!(told, named.map(|named| format!("{named}, the game is over.")).as_deref(), "{text}");
        assert_eq!(pinged(&message), if named == Some("<@1>") { vec![1] } else { vec![] }, "{ping:?}: {text}");
    }
}

/// A Player who is to move and has lost a piece to a computer is mentioned once: Discord rejects a list with the same
/// person twice. The line about the piece stays in the message after the turn.
#[tokio::test]
async fn whoever_is_to_move_and_has_lost_a_piece_to_a_computer_is_mentioned_once() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let app = app(&host);
    let time = TimeControl::PerTurn { turn: 3 * 3600 };
    let options = LobbyOptions { order: SeatOrder::Fixed, time, ..LobbyOptions::new(GameMode::Ffa, 3) };
    let wish = ComputerWish { level: Level::Recruit, battalion: Some("medieval".to_owned()) };
    let game = host.lobbies.open_against(&who(1), PLACE, options, Some("medieval"), &wish).await.unwrap().game;
    play(&host, game, 1, "h4").await;
    computer_plays(&host, game, Seat(1), "b9d9").await;
    computer_plays(&host, game, Seat(2), "g13g12").await;
    play(&host, game, 1, "Bc7").await;
    computer_plays(&host, game, Seat(1), "b6xc7").await;
    computer_plays(&host, game, Seat(2), "j13j12").await;
    let newest = scene(&host, game).await.newest;
    let mut last = None;
    while wants_to_speak(&host).await {
        for notice in some(&host).await {
            if (notice.kind, notice.version) == (NoticeKind::Turn, newest) {
                let DeliveryAction::Post(answer) = compose(&app, &notice).await.unwrap() else { panic!("{notice:?}") };
                last = Some(*answer);
            }
            host.outbox.superseded(&notice).await.unwrap();
        }
    }
    let answer = last.expect("a board");
    let (now, later) = (answer.content().to_owned(), answer.when_over().expect("a text without the deadline"));
    for text in [&now, &later] {
        assert!(text.contains("<@1>, your Bishop on c7 was captured by "), "{text}");
    }
    assert_eq!([now.contains("<t:"), later.contains("<t:")], [true, false], "{now}\n{later}");
    assert_eq!(pinged(&sent(answer)), [1], "{now}");
}

/// The direct message about a turn has a text board if the Player wants one.
#[tokio::test]
async fn the_text_board_is_sent_to_those_who_want_it() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let app = app(&host);
    for wanted in [false, true] {
        let change = move |settings: &mut PersonSettings| (settings.ping, settings.text_board) = (Ping::Dm, wanted);
        host.settings.change_person_settings(PersonId(2), change).await.unwrap();
        let game = duel(&host).await;
        become_of(&app).await;
        play(&host, game, 1, "e4").await;
        let all = direct(&app).await;
        let [(to, text, _)] = all.as_slice() else { panic!("{all:?}") };
        assert_eq!((*to, text.contains("```")), (PersonId(2), wanted), "{text}");
        host.games.end(&manager(9), game, None).await.unwrap();
        become_of(&app).await;
    }
}

/// The person who is challenged or invited gets a direct message if that was chosen, and it can be answered there.
#[tokio::test]
async fn challenges_of_every_kind_are_sent_to_those_who_want_direct_messages() {
    for (kind, said) in [
        ("duel", "**Ann** challenges you to a duel of Titan's Battalion in <#500>."),
        ("match", "**Ann** challenges you to Chess: The Clash of the Armies in <#500>."),
        ("rematch", "**Ann** wants a rematch in <#500> (Titan's Battalion: Duel)."),
    ] {
        for wanted in [vec![], vec![1], vec![2], vec![1, 2]] {
            let folder = Folder::new();
            let host = host_at(&folder, BEGIN).await;
            let app = app(&host);
            let options = LobbyOptions::new(GameMode::Duel, 2);
            let over = if kind == "rematch" { Some(duel(&host).await) } else { None };
            if let Some(game) = over {
                host.games.resign(&who(2), game, None).await.unwrap();
                become_of(&app).await;
            }
            for person in &wanted {
                settings(&host, *person, Ping::Dm).await;
            }
            let challenge =
                DuelChallenge { opponent: member(2), mine: None, theirs: None, first: Colours::Drawn, options };
            match (kind, over) {
                ("duel", _) => host.lobbies.challenge_to_duel(&who(1), PLACE, challenge).await.unwrap(),
                ("match", _) => {
                    let options = ClashOptions::default();
                    host.lobbies.challenge(&who(1), PLACE, Some(member(2)), options).await.unwrap()
                }
                (_, over) => host.lobbies.rematch(&who(1), over.unwrap()).await.unwrap(),
            };
            let all = direct(&app).await;
            let to: Vec<PersonId> = all.iter().map(|(person, ..)| *person).collect();
            let expected = if wanted.contains(&2) { vec![PersonId(2)] } else { Vec::new() };
            assert_eq!(to, expected, "{kind}, {wanted:?}: {all:?}");
            for (_, text, buttons) in all {
                assert_eq!(text, said);
                assert!(buttons.iter().any(|label| label == "Decline"), "{kind}: {buttons:?}");
            }
        }
    }
}

/// Everyone to act is reminded once in every phase of a game: by a direct message, or by a mention in the channel.
#[test]
fn whoever_wants_direct_messages_is_reminded_of_every_decision() {
    async fn section((name, set_up): NamedState) -> String {
        let state = set_up().await;
        let host = &state.host;
        for person in 1..=5 {
            settings(host, person, Ping::Dm).await;
        }
        let (wait, Ok(Board::Game(before))) =
            (host.clocks.run_due().await.unwrap(), host.views.board(state.game).await)
        else {
            return String::new();
        };
        let (Some(wait), Some(_)) = (wait, before.deadline) else { return String::new() };
        let now = state.now() + i64::try_from(wait.as_millis()).unwrap();
        state.set(now);
        host.beat(now).await;
        host.clocks.run_due().await.unwrap();
        let all = become_of(&app(host)).await;
        for member in before.to_act.iter().filter(|member| !is_computer(member)) {
            let direct = |to: &Recipient| *to == Recipient::Person(member.person);
            let sent = all.iter().filter(|(_, to, posted)| direct(to) && posted.is_some()).count();
            let mentioned = all.iter().filter_map(|(.., posted)| posted.as_ref());
            let mentioned = mentioned.filter(|people| people.contains(&member.person.0)).count();
            assert_eq!(sent + mentioned, 1, "{name}, {}: {all:?}", member.name);
        }
        format!("{name}\n")
    }
    let tried = in_every_state(section);
    for state in ["placing their armies", "choosing Volatile pieces in secret", "in the shop", "in the auction"] {
        assert!(tried.lines().any(|line| line == state), "{tried}");
    }
}

/// An offer of a seat that is off before it is posted asks nobody, no matter who ended it.
#[tokio::test]
async fn an_offer_of_a_seat_that_is_off_is_not_posted() {
    for by in [1, 5] {
        let folder = Folder::new();
        let host = host_at(&folder, BEGIN).await;
        let game = duel(&host).await;
        become_of(&app(&host)).await;
        let asked = host.tables.hand_over(&who(1), game, member(5)).await.unwrap().version;
        host.tables.answer_hand_over(&who(by), game, asked, false).await.unwrap();
        let all = become_of(&app(&host)).await;
        assert_eq!(of(&all, NoticeKind::HandOver), [None], "{by}: {all:?}");
        assert_eq!(of(&all, NoticeKind::HandOverOff), [Some(vec![])], "{by}: {all:?}");
    }
}

/// Of two offers of a seat that wait together, each asks the person to whom it was made.
#[tokio::test]
async fn of_two_offers_that_wait_each_asks_its_own_person() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let game = duel(&host).await;
    become_of(&app(&host)).await;
    for (by, to) in [(1, 5), (2, 6)] {
        host.tables.hand_over(&who(by), game, member(to)).await.unwrap();
    }
    let all = become_of(&app(&host)).await;
    assert_eq!(of(&all, NoticeKind::HandOver), [Some(vec![5]), Some(vec![6])], "{all:?}");
}

/// The message about the end of an offer of a seat names the person who made that offer.
#[tokio::test]
async fn of_two_offered_seats_each_end_names_its_own_person() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let game = duel(&host).await;
    for (by, to) in [(1, 5), (2, 6)] {
        let asked = host.tables.hand_over(&who(by), game, member(to)).await.unwrap().version;
        let all = become_of(&app(&host)).await;
        assert_eq!(of(&all, NoticeKind::HandOver), [Some(vec![to])], "{by}: {all:?}");
        host.tables.answer_hand_over(&who(to), game, asked, false).await.unwrap();
        let notices = some(&host).await;
        let ended = notices.iter().find(|notice| notice.kind == NoticeKind::HandOverOff).unwrap();
        let DeliveryAction::Post(answer) = compose(&app(&host), ended).await.unwrap() else { panic!("{ended:?}") };
        let name = ["Ann", "Bob"][by as usize - 1];
        assert_eq!(sent(*answer)["content"], format!("The seat stays with **{name}**."));
        for notice in notices {
            host.outbox.superseded(&notice).await.unwrap();
        }
    }
}

/// Of several reminders by direct message that wait, the last is sent.
#[tokio::test]
async fn a_reminder_that_a_later_one_has_overtaken_is_not_sent() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    settings(&host, 1, Ping::Dm).await;
    let three = ["medieval"; 3];
    let turn = TimeControl::PerTurn { turn: 3 * 3600 };
    game_with(&host, GameMode::Ffa, &three, |options| options.time = turn).await;
    become_of(&app(&host)).await;
    // Ann is reminded, gets the time once more after its end, and is reminded again.
    let mut host = host;
    for minutes in [121, 181, 302] {
        host = later(&folder, host, BEGIN + minutes * 60_000).await;
        host.clocks.run_due().await.unwrap();
    }
    let all = become_of(&app(&host)).await;
    let mine = of(&all, NoticeKind::YourReminder);
    assert_eq!(mine, [None, Some(vec![])], "{all:?}");
}

/// A challenge that is off before its direct message goes out asks nobody.
#[tokio::test]
async fn a_challenge_that_was_taken_back_is_not_sent() {
    for clash in [true, false] {
        let folder = Folder::new();
        let host = host_at(&folder, BEGIN).await;
        settings(&host, 2, Ping::Dm).await;
        let game = if clash {
            host.lobbies.challenge(&who(1), PLACE, Some(member(2)), ClashOptions::default()).await.unwrap().game
        } else {
            let challenge = DuelChallenge {
                opponent: member(2),
                mine: None,
                theirs: None,
                first: Colours::Drawn,
                options: LobbyOptions::new(GameMode::Duel, 2),
            };
            host.lobbies.challenge_to_duel(&who(1), PLACE, challenge).await.unwrap().game
        };
        host.lobbies.decline(&who(1), game).await.unwrap();
        let told = become_of(&app(&host)).await;
        let direct: Vec<_> = told.iter().filter(|(_, to, _)| matches!(to, Recipient::Person(_))).collect();
        assert!(!direct.is_empty() && direct.iter().all(|(_, _, posted)| posted.is_none()), "{clash}: {told:?}");
    }
}

/// The message of a challenge says who has White.
#[tokio::test]
async fn a_challenge_says_who_has_white() {
    for (colours, challenged, says) in [
        (Colours::Challenger, Some(member(2)), "**Ann** has White"),
        (Colours::Challenger, None, "**Ann** has White"),
        (Colours::Challenged, Some(member(2)), "**Bob** has White"),
        (Colours::Challenged, None, "**Ann** has Black"),
        (Colours::Drawn, None, "Random colours"),
    ] {
        let folder = Folder::new();
        let host = host_at(&folder, BEGIN).await;
        let options = ClashOptions { colours, ..ClashOptions::default() };
        let game = host.lobbies.challenge(&who(1), PLACE, challenged, options).await.unwrap().game;
        let crate::host::Board::Challenge(challenge) = host.views.board(game).await.unwrap() else { panic!() };
        let message = sent(crate::discord::messages::challenge::message(&challenge, false));
        assert!(message["content"].as_str().unwrap().contains(says), "{message}");
    }
}

/// A Target card shows its Players in the colours of their game.
#[tokio::test]
async fn a_target_card_has_as_many_colours_as_the_game_has_players() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let game = crate::host::tests::game(&host, GameMode::Assassin, &["medieval"; 4]).await;
    let private = host.views.private(game, PersonId(1)).await.unwrap();
    let card = crate::discord::wording::cards::targets(&private).unwrap();
    assert_eq!(card.players, 4);
    assert!(card.targets.len() < card.players);
}

#[tokio::test]
async fn a_question_whether_they_still_play_is_not_posted_after_a_turn() {
    for moves in [false, true] {
        let folder = Folder::new();
        let host = host_at(&folder, BEGIN).await;
        let game = game_with(&host, GameMode::Duel, &["medieval"; 2], |_| {}).await;
        become_of(&app(&host)).await;
        let host = later(&folder, host, BEGIN + 14 * 24 * HOUR + 60_000).await;
        host.clocks.run_due().await.unwrap();
        if moves {
            play(&host, game, 1, "e4").await;
        }
        let all = become_of(&app(&host)).await;
        let expected = if moves { None } else { Some(vec![1, 2]) };
        assert_eq!(of(&all, NoticeKind::StillPlaying), [expected], "{all:?}");
    }
}

/// A person who has left a seat free is not called.
#[tokio::test]
async fn the_question_whether_they_still_play_calls_nobody_who_has_left() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let game = game_with(&host, GameMode::Ffa, &["medieval"; 3], |_| {}).await;
    host.tables.has_left(game, PersonId(3)).await.unwrap();
    become_of(&app(&host)).await;
    let host = later(&folder, host, BEGIN + 14 * 24 * HOUR + 60_000).await;
    host.clocks.run_due().await.unwrap();
    let all = become_of(&app(&host)).await;
    assert_eq!(of(&all, NoticeKind::StillPlaying), [Some(vec![1, 2])], "{all:?}");
}

/// A Player whose time has run out moves before the message about it is posted. It would call the next Player.
#[tokio::test]
async fn a_second_chance_that_was_taken_is_not_announced() {
    for moves in [false, true] {
        let folder = Folder::new();
        let host = host_at(&folder, BEGIN).await;
        let time = TimeControl::PerTurn { turn: 3 * 3600 };
        let game = game_with(&host, GameMode::Ffa, &["medieval"; 3], |options| options.time = time).await;
        become_of(&app(&host)).await;
        let host = later(&folder, host, BEGIN + 3 * HOUR + 60_000).await;
        host.clocks.run_due().await.unwrap();
        if moves {
            let acts = host.games.acts(game, PersonId(1)).await.unwrap();
            let index = acts.acts[0].index;
            host.games.act_index(&who(1), game, acts.version, index, Vec::new(), true).await.unwrap();
        }
        let all = become_of(&app(&host)).await;
        let expected = if moves { None } else { Some(vec![1]) };
        assert_eq!(of(&all, NoticeKind::TimeAgain), [expected], "{all:?}");
    }
}

/// Of two requests the second is posted; the end of the first would describe the second.
#[tokio::test]
async fn a_takeback_that_is_asked_for_again_is_posted_once() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let game = duel(&host).await;
    play(&host, game, 1, "e4").await;
    become_of(&app(&host)).await;
    host.tables.ask_takeback(&who(1), game).await.unwrap();
    host.tables.answer_takeback(&who(2), game, None, false).await.unwrap();
    host.tables.ask_takeback(&who(1), game).await.unwrap();
    let all = become_of(&app(&host)).await;
    assert_eq!(of(&all, NoticeKind::TakebackAsked), [None, Some(vec![2])], "{all:?}");
    assert_eq!(of(&all, NoticeKind::TakebackOff), [None], "{all:?}");
    host.tables.answer_takeback(&who(2), game, None, false).await.unwrap();
    let all = become_of(&app(&host)).await;
    assert_eq!(of(&all, NoticeKind::TakebackOff), [Some(Vec::new())], "{all:?}");
}

#[tokio::test]
async fn a_pause_that_is_over_is_not_posted() {
    for resumes in [false, true] {
        let folder = Folder::new();
        let host = host_at(&folder, BEGIN).await;
        let game = duel(&host).await;
        become_of(&app(&host)).await;
        host.games.ask_pause(&who(1), game, false).await.unwrap();
        host.games.ask_pause(&who(2), game, true).await.unwrap();
        if resumes {
            host.games.resume(&who(1), game, None).await.unwrap();
        }
        let all = become_of(&app(&host)).await;
        assert_eq!(of(&all, NoticeKind::PauseAsked), [None], "it is answered: {all:?}");
        assert_eq!(of(&all, NoticeKind::Paused).iter().flatten().count(), usize::from(!resumes), "{all:?}");
    }
}

/// The question of a pause says who has not answered, so the last of two that wait says it all.
#[tokio::test]
async fn a_pause_that_another_person_wants_as_well_is_asked_once() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let time = TimeControl::PerTurn { turn: 3 * 3600 };
    let game = game_with(&host, GameMode::Ffa, &["medieval"; 3], |options| options.time = time).await;
    become_of(&app(&host)).await;
    host.games.ask_pause(&who(1), game, false).await.unwrap();
    host.games.ask_pause(&who(2), game, true).await.unwrap();
    let all = become_of(&app(&host)).await;
    assert_eq!(of(&all, NoticeKind::PauseAsked), [None, Some(vec![3])], "{all:?}");
}

/// An adjournment that waits is not posted if the game has been brought back.
#[tokio::test]
async fn an_adjournment_that_is_over_is_not_posted() {
    for resumes in [false, true] {
        let folder = Folder::new();
        let mut host = host_at(&folder, BEGIN).await;
        let game = game_with(&host, GameMode::Duel, &["medieval"; 2], |_| {}).await;
        become_of(&app(&host)).await;
        for days in [14, 22] {
            host = later(&folder, host, BEGIN + days * 24 * HOUR + 60_000).await;
            host.clocks.run_due().await.unwrap();
        }
        if resumes {
            host.games.resume(&who(1), game, None).await.unwrap();
        }
        let all = become_of(&app(&host)).await;
        assert_eq!(of(&all, NoticeKind::Adjourned), [(!resumes).then(Vec::new)], "{all:?}");
    }
}

/// A request to resign together that the next turn of the seat has overtaken is not sent.
#[tokio::test]
async fn a_request_to_resign_is_not_sent_after_the_seats_next_turn() {
    for (turns, stands) in [(&[][..], true), (&[(2, "e5")], true), (&[(2, "e5"), (5, "Nf3")], false)] {
        let folder = Folder::new();
        let host = host_at(&folder, BEGIN).await;
        let options =
            LobbyOptions { order: SeatOrder::Fixed, start_when_full: false, ..LobbyOptions::new(GameMode::Duel, 2) };
        let game = host.lobbies.open_lobby(&who(1), PLACE, options, Some("medieval")).await.unwrap().game;
        host.lobbies.join(&who(5), game, Join { with: Some(PersonId(1)), ..Join::default() }).await.unwrap();
        host.lobbies.join(&who(2), game, with("medieval")).await.unwrap();
        host.lobbies.start(&who(1), game, None).await.unwrap();
        play(&host, game, 1, "e4").await;
        become_of(&app(&host)).await;
        host.games.resign(&who(1), game, None).await.unwrap();
        for (person, text) in turns {
            play(&host, game, *person, text).await;
        }
        let all = become_of(&app(&host)).await;
        assert_eq!(of(&all, NoticeKind::ResignAsked), [stands.then(Vec::new)], "{turns:?}: {all:?}");
    }
}

/// The direct message about a turn is not sent to a person who has lost the seat since.
#[tokio::test]
async fn a_person_whose_seat_is_free_is_not_called_to_move() {
    for leaves in [false, true] {
        let folder = Folder::new();
        let host = host_at(&folder, BEGIN).await;
        settings(&host, 2, Ping::Dm).await;
        let game = game_with(&host, GameMode::Ffa, &["medieval"; 3], |_| {}).await;
        become_of(&app(&host)).await;
        let acts = host.games.acts(game, PersonId(1)).await.unwrap();
        play(&host, game, 1, &acts.acts[0].text).await;
        if leaves {
            host.tables.has_left(game, PersonId(2)).await.unwrap();
        }
        let all = become_of(&app(&host)).await;
        assert_eq!(of(&all, NoticeKind::YourTurn), [(!leaves).then(Vec::new)], "{all:?}");
    }
}

/// Of two draw offers that are off before anything is posted, each message names the Player who ended that offer.
#[tokio::test]
async fn of_two_draw_offers_each_end_names_its_own_player() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let game = duel(&host).await;
    for (turn, declines) in [((1, "e4"), 2), ((2, "e5"), 1)] {
        play(&host, game, turn.0, turn.1).await;
        host.games.offer_draw(&who(1), game, None).await.unwrap();
        host.games.answer_draw(&who(declines), game, None, false).await.unwrap();
    }
    play(&host, game, 1, "Nf3").await;
    let app = app(&host);
    let mut told = Vec::new();
    loop {
        let taken = some(&host).await;
        if taken.is_empty() {
            break;
        }
        for notice in taken {
            if notice.kind == NoticeKind::DrawDeclined {
                let DeliveryAction::Post(answer) = compose(&app, &notice).await.unwrap() else { panic!("{notice:?}") };
                told.push(answer.content().to_owned());
            }
            host.outbox.superseded(&notice).await.unwrap();
        }
    }
    let ends = ["**Bob** declines the draw.", "**Ann** withdraws the draw offer."];
    assert_eq!(told, ends.map(|end| format!("{end} The draw offer is off.")));
}

/// The notice about a game that cannot be opened says that it was closed once a moderator has closed it.
#[tokio::test]
async fn a_game_that_cannot_be_opened_is_called_closed_once_it_is() {
    use crate::discord::wording::delivery::{CLOSED, LOST, UNREADABLE};
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let game = duel(&host).await;
    let notice = some(&host).await.remove(0);
    for (closed, unreadable) in [(false, UNREADABLE), (true, CLOSED)] {
        if closed {
            host.games.end(&manager(9), game, None).await.unwrap();
        }
        for (kind, says) in [(NoticeKind::Unreadable, unreadable), (NoticeKind::Lost, LOST)] {
            let notice = Notice { kind, ..notice.clone() };
            let DeliveryAction::Post(answer) = compose(&app(&host), &notice).await.unwrap() else { panic!("{kind:?}") };
            assert_eq!(answer.content(), says, "{kind:?}");
        }
    }
}

#[tokio::test]
async fn a_seat_that_is_taken_is_not_called_free_and_its_new_holder_alone_is_notified() {
    for taken in [false, true] {
        let folder = Folder::new();
        let host = host_at(&folder, BEGIN).await;
        let game = game_with(&host, GameMode::Ffa, &["medieval"; 3], |_| {}).await;
        become_of(&app(&host)).await;
        host.tables.has_left(game, PersonId(2)).await.unwrap();
        if taken {
            host.tables.take_seat(&who(2), game, engine::board::Seat(1)).await.unwrap();
        }
        let all = become_of(&app(&host)).await;
        assert_eq!(of(&all, NoticeKind::SeatFree).iter().flatten().count(), usize::from(!taken), "{all:?}");
        // Ann's turn, as before.
        let called: Vec<u64> = of(&all, NoticeKind::SeatTaken).into_iter().flatten().flatten().collect();
        assert_eq!(called, [0; 0], "{all:?}");
    }
}

/// The message about free seats names all of them.
#[tokio::test]
async fn seats_that_become_free_together_are_announced_once() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let game = game_with(&host, GameMode::Ffa, &["medieval"; 3], |_| {}).await;
    become_of(&app(&host)).await;
    host.tables.has_left(game, PersonId(2)).await.unwrap();
    host.tables.has_left(game, PersonId(3)).await.unwrap();
    let all = become_of(&app(&host)).await;
    assert_eq!(of(&all, NoticeKind::SeatFree), [None, Some(Vec::new())], "{all:?}");
}

/// Only the newest board has buttons, and only it mentions somebody.
#[tokio::test]
async fn a_board_that_is_posted_late_has_no_buttons() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let game = duel(&host).await;
    for (person, text) in [(1, "e4"), (2, "e5"), (1, "Nf3")] {
        play(&host, game, person, text).await;
    }
    let app = app(&host);
    let (mut rows, mut called) = (Vec::new(), Vec::new());
    loop {
        let taken = some(&host).await;
        if taken.is_empty() {
            break;
        }
        for notice in taken {
            if let DeliveryAction::Post(answer) = compose(&app, &notice).await.unwrap()
                && notice.kind == NoticeKind::Turn
            {
                let message = sent(*answer);
                rows.push(message["components"].as_array().map_or(0, Vec::len));
                called.push(pinged(&message));
            }
            host.outbox.superseded(&notice).await.unwrap();
        }
    }
    assert!(rows.len() == 4 && rows[..3] == [0; 3] && rows[3] > 0, "{rows:?}");
    assert_eq!(called, [vec![], vec![], vec![], vec![2]]);
}

/// Everyone at a table without a channel gets the names of the others.
#[tokio::test]
async fn whoever_has_lost_the_channel_reads_the_names_of_the_others() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    duel(&host).await;
    become_of(&app(&host)).await;
    host.tables.channel_gone(PLACE.channel).await.unwrap();
    let app = app(&host);
    let mut told = Vec::new();
    for notice in some(&host).await {
        let DeliveryAction::Post(answer) = compose(&app, &notice).await.unwrap() else { panic!("{notice:?}") };
        told.push((notice.to, answer.content().to_owned()));
    }
    assert_eq!(told.len(), 2);
    for (to, text) in told {
        let (own, other) = if to == Recipient::Person(PersonId(1)) { ("Ann", "Bob") } else { ("Bob", "Ann") };
        assert!(text.contains(other) && !text.contains(own), "{to:?}: {text}");
    }
}

/// Of two free seats, the message about the turn names the one whose turn it is.
#[tokio::test]
async fn a_turn_waits_for_the_seat_that_is_to_move() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let game = game_with(&host, GameMode::Ffa, &["medieval"; 4], |_| {}).await;
    for person in [1, 3] {
        host.tables.has_left(game, PersonId(person)).await.unwrap();
    }
    let scene = scene(&host, game).await;
    let next = crate::discord::messages::board::next_decision(&scene, &[], &[]);
    let instead = next.instead.unwrap();
    assert!(instead.contains("Ann") && !instead.contains("Cid"), "{instead}");
}

/// Of two people who want direct messages, only the one whose direct messages Discord refuses gets the explanation.
#[tokio::test]
async fn only_those_whose_direct_messages_are_refused_are_told_why_they_are_mentioned() {
    for refused in [1, 2] {
        let folder = Folder::new();
        let host = host_at(&folder, BEGIN).await;
        for person in [1, 2] {
            settings(&host, person, Ping::Dm).await;
        }
        // White, who buys first, is the one whom Discord refuses.
        let colours = if refused == 1 { Colours::Challenger } else { Colours::Challenged };
        let options = ClashOptions { colours, ..ClashOptions::default() };
        let game = host.lobbies.challenge(&who(1), PLACE, Some(member(2)), options).await.unwrap().game;
        host.lobbies.accept(&who(2), game).await.unwrap();
        let app = app(&host);
        let mut explained = Vec::new();
        while wants_to_speak(&host).await {
            for notice in some(&host).await {
                match (notice.kind, notice.to) {
                    (NoticeKind::YourTurn, Recipient::Person(person)) if person.0 == refused => {
                        assert!(host.outbox.failed(&notice, Failure::Closed).await.unwrap());
                        continue;
                    }
                    (NoticeKind::DmRefused, _) => {
                        let DeliveryAction::Post(answer) = compose(&app, &notice).await.unwrap() else { panic!() };
                        explained.push(sent(*answer));
                    }
                    _ => {}
                }
                host.outbox.posted(&notice, PLACE.channel, MessageId(notice.id.0 as u64), None).await.unwrap();
            }
        }
        let [message] = explained.as_slice() else { panic!("{explained:?}") };
        assert_eq!(pinged(message), [refused]);
        let text = message["content"].as_str().unwrap();
        let other = if refused == 1 { "Bob" } else { "Ann" };
        assert!(!text.contains(other) && !text.contains(&format!("<@{}>", 3 - refused)), "{text}");
    }
}

/// The direct message about a turn has the board as text only if its recipient has chosen that.
#[tokio::test]
async fn a_text_board_comes_with_the_direct_message_of_those_who_want_one() {
    for wanted in [false, true] {
        let folder = Folder::new();
        let host = host_at(&folder, BEGIN).await;
        settings(&host, 1, Ping::Dm).await;
        settings(&host, 2, Ping::Dm).await;
        host.settings.change_person_settings(PersonId(2), move |own| own.text_board = wanted).await.unwrap();
        let game = duel(&host).await;
        let app = app(&host);
        become_of(&app).await;
        play(&host, game, 1, "e4").await;
        let mut told = Vec::new();
        for notice in some(&host).await {
            if notice.to == Recipient::Person(PersonId(2))
                && let DeliveryAction::Post(answer) = compose(&app, &notice).await.unwrap()
            {
                told.push(sent(*answer)["content"].as_str().unwrap().to_owned());
            }
        }
        assert_eq!(told.len(), 1, "{told:?}");
        let position = host.views.text_board(game, None).await.unwrap();
        assert_eq!(told[0].contains(position.trim_end()), wanted, "{told:?}");
    }
}

/// The message of a draw offer asks the Players who can still answer it.
#[tokio::test]
async fn a_draw_offer_asks_those_who_can_still_answer_it() {
    for (defeated, moves, asked) in [(false, false, vec![2, 3]), (true, false, vec![2]), (false, true, vec![])] {
        let folder = Folder::new();
        let host = host_at(&folder, BEGIN).await;
        let game = game_with(&host, GameMode::Ffa, &["medieval"; 3], |_| {}).await;
        if defeated {
            host.games.resign(&who(3), game, None).await.unwrap();
        }
        become_of(&app(&host)).await;
        host.games.offer_draw(&who(1), game, None).await.unwrap();
        if moves {
            for person in [1, 2] {
                let acts = host.games.acts(game, PersonId(person)).await.unwrap();
                play(&host, game, person, &acts.acts[0].text).await;
            }
        }
        let all = become_of(&app(&host)).await;
        assert_eq!(of(&all, NoticeKind::DrawOffer), [Some(asked)], "{defeated}, {moves}: {all:?}");
    }
}

/// The final table begins with the winner. The Player who gave up is last.
#[tokio::test]
async fn the_final_table_begins_with_the_winner() {
    for (loser, expected) in [(1, ["Bob", "Ann"]), (2, ["Ann", "Bob"])] {
        let folder = Folder::new();
        let host = host_at(&folder, BEGIN).await;
        let game = duel(&host).await;
        host.games.resign(&who(loser), game, None).await.unwrap();
        let card = crate::discord::wording::cards::summary(&scene(&host, game).await).unwrap();
        let rows: Vec<(&str, bool)> = card.rows.iter().map(|row| (row.name.as_str(), row.won)).collect();
        assert_eq!(rows, [(expected[0], true), (expected[1], false)]);
    }
}

/// Nobody on holiday is mentioned by a message about what is due, in any phase of a game. All others are, as without
/// the holiday.
#[test]
fn nobody_on_holiday_is_mentioned_when_something_is_due() {
    async fn section((name, set_up): NamedState) -> String {
        let state = set_up().await;
        let host = &state.host;
        for person in 1..=5 {
            settings(host, person, Ping::Channel).await;
        }
        let Some(wait) = host.clocks.run_due().await.unwrap() else { return String::new() };
        let now = state.now() + i64::try_from(wait.as_millis()).unwrap();
        state.set(now);
        host.beat(now).await;
        host.clocks.run_due().await.unwrap();
        let app = app(host);
        let mut tried = String::new();
        for notice in some(host).await {
            let is_due = matches!(notice.kind, NoticeKind::Reminder | NoticeKind::Turn | NoticeKind::Progress);
            if !is_due || matches!(notice.to, Recipient::Person(_)) {
                continue;
            }
            // Holidays that begin while a message waits; the clock is not changed any more.
            let called = async |away: &[u64]| {
                for person in 1..=5 {
                    let holiday = Holiday { from: now - HOUR, to: now + HOUR };
                    let holidays = away.contains(&person).then_some(holiday);
                    let change =
                        move |settings: &mut PersonSettings| settings.holidays = holidays.into_iter().collect();
                    host.settings.change_person_settings(PersonId(person), change).await.unwrap();
                }
                match compose(&app, &notice).await.unwrap() {
                    DeliveryAction::Supersede => Vec::new(),
                    DeliveryAction::Post(answer)
                    | DeliveryAction::Edit(answer, _)
                    | DeliveryAction::EditText(answer, _) => pinged(&sent(*answer)),
                }
            };
            let all = called(&[]).await;
            for away in [&[1][..], &[2], &[3], &[1, 2], &[1, 2, 3, 4, 5]] {
                let expected: Vec<u64> = all.iter().copied().filter(|person| !away.contains(person)).collect();
                assert_eq!(called(away).await, expected, "{name}, {:?}, away {away:?}", notice.kind);
            }
            if !all.is_empty() {
                tried += &format!("{name} {:?}\n", notice.kind);
            }
        }
        tried
    }
    let tried = in_every_state(section);
    for state in [
        "Bob to move",
        "placing their armies",
        "choosing Volatile pieces in secret",
        "in the shop",
        "in the auction",
        "after equal bids",
    ] {
        assert!(tried.lines().any(|line| line == format!("{state} Reminder")), "{state}: {tried}");
    }
}

/// On a server with silent messages, every invitation is silent. The message of an open lobby notifies nobody anyway.
#[tokio::test]
async fn an_invitation_is_silent_where_messages_are_silent_and_an_open_lobby_never_is() {
    for announce in [Announce::Mention, Announce::Silent, Announce::Name] {
        for invites in [false, true] {
            let folder = Folder::new();
            let host = host_at(&folder, BEGIN).await;
            let change = move |settings: &mut crate::host::GuildSettings| {
                settings.announce = announce;
                Ok(())
            };
            host.settings.change_guild_settings(&manager(9), PLACE.guild.unwrap(), change).await.unwrap();
            let options = LobbyOptions::new(GameMode::Duel, 2);
            if invites {
                let challenge =
                    DuelChallenge { opponent: member(2), mine: None, theirs: None, first: Colours::Drawn, options };
                host.lobbies.challenge_to_duel(&who(1), PLACE, challenge).await.unwrap();
            } else {
                host.lobbies.open_lobby(&who(1), PLACE, options, None).await.unwrap();
            }
            let [lobby] = <[Notice; 1]>::try_from(some(&host).await).unwrap();
            let DeliveryAction::Post(answer) = compose(&app(&host), &lobby).await.unwrap() else { panic!("{lobby:?}") };
            let silent = sent(*answer)["flags"].as_u64().unwrap_or(0) & (1 << 12) != 0;
            assert_eq!(silent, invites && announce == Announce::Silent, "{announce:?}, {invites}");
        }
    }
}
