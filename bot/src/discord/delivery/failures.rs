//! Deliveries that Discord rejects, for every reason that it gives.

use engine::titans::GameMode;
use serde_json::json;

use super::*;
use crate::discord::old_buttons::Old;
use crate::discord::tests::stand_in::StandIn;
use crate::host::tests::{
    CHANNEL, Folder, PLACE, dealing, game, manager, member, scene, some, wants_to_speak, who, with,
};
use crate::host::{
    Announce, ClashOptions, Colours, DuelChallenge, GameId, GuildSettings, Host, LobbyOptions, NoticeKind, PersonId,
    PersonSettings, Ping, Posted, Version,
};

const POST: &str = "POST channels/500/messages";

/// Host at a fixed time, and the app of a program that is connected to the stand-in.
async fn connected(folder: &Folder) -> (Host, StandIn, Shared) {
    let host = dealing(folder, [0; 32]).await;
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host.clone());
    (host, stand_in, app)
}

fn reject(stand_in: &StandIn, call: &str, status: u16, code: isize) {
    stand_in.set(call, status, json!({"code": code, "message": "No."}));
}

/// Ends all waiting notices but those of one kind, and returns these.
async fn only(host: &Host, kind: NoticeKind) -> Vec<Notice> {
    let mut kept = Vec::new();
    loop {
        let taken = some(host).await;
        if taken.is_empty() {
            return kept;
        }
        for notice in taken {
            if notice.kind == kind { kept.push(notice) } else { host.outbox.superseded(&notice).await.unwrap() }
        }
    }
}

/// Kinds and recipients of the notices that are due.
async fn due(host: &Host) -> Vec<(NoticeKind, Recipient)> {
    let mut due: Vec<_> = some(host).await.iter().map(|notice| (notice.kind, notice.to)).collect();
    due.sort_by_key(|(kind, to)| format!("{kind:?} {to:?}"));
    due
}

/// A deleted channel ends its notices, and its Players get a message. Any other failure leaves the notice waiting. Only a
/// missing permission marks the channel, so that the next interaction there hurries what waits.
#[tokio::test]
async fn a_rejected_message_waits_unless_its_channel_is_gone() {
    let people = [1, 2].map(|person| (NoticeKind::Homeless, Recipient::Person(PersonId(person))));
    for (status, code, waits, homeless, marked) in [
        (404, 10003, false, true, false),
        (404, 10004, false, false, false),
        (403, 50001, true, false, true),
        (403, 50013, true, false, true),
        (400, 50083, true, false, false),
        (400, 50035, true, false, false),
        (403, 40001, true, false, false),
    ] {
        let folder = Folder::new();
        let (host, stand_in, app) = connected(&folder).await;
        game(&host, GameMode::Duel, &["medieval"; 2]).await;
        let notice = only(&host, NoticeKind::Turn).await.remove(0);
        reject(&stand_in, POST, status, code);
        deliver(&app, &stand_in.http, notice).await;
        assert_eq!(due(&host).await, if homeless { people.to_vec() } else { Vec::new() }, "{code}");
        assert_eq!(app.closed.remove(CHANNEL), marked, "{code}");
        host.outbox.may_post_again(CHANNEL).await.unwrap();
        let again = due(&host).await;
        let turn = (NoticeKind::Turn, Recipient::Channel(CHANNEL));
        assert_eq!(again, if waits { vec![turn] } else { Vec::new() }, "{code}");
    }
}

/// An interaction that arrives between a refusal and its record shows that the bot may post again. The notice is not
/// postponed then.
#[tokio::test]
async fn a_message_is_posted_at_once_if_permission_returned_before_its_refusal_was_recorded() {
    for (returned, at_once) in [(true, true), (false, false)] {
        let folder = Folder::new();
        let (host, stand_in, app) = connected(&folder).await;
        game(&host, GameMode::Duel, &["medieval"; 2]).await;
        let notice = only(&host, NoticeKind::Turn).await.remove(0);
        reject(&stand_in, POST, 403, 50013);
        let outcome = attempt(&app, &stand_in.http, &notice).await;
        if returned {
            assert!(app.closed.remove(CHANNEL));
            host.outbox.may_post_again(CHANNEL).await.unwrap();
        }
        settle(&app, &notice, outcome).await;
        drop(notice);
        assert_eq!(!due(&host).await.is_empty(), at_once);
    }
}

/// A direct message that is refused is replaced by a message in the channel, and the refusal is noted. No other failure
/// of a direct message says that its recipient refuses them.
#[tokio::test]
async fn a_direct_message_is_replaced_only_if_its_recipient_refuses_it() {
    for (status, code, replaced, waits) in [
        (403, 50007, true, false),
        (403, 50278, true, false),
        (404, 10013, false, false),
        (403, 50001, false, true),
        (400, 50035, false, true),
    ] {
        let folder = Folder::new();
        let (host, stand_in, app) = connected(&folder).await;
        host.settings.change_person_settings(PersonId(1), |settings| settings.ping = Ping::Dm).await.unwrap();
        game(&host, GameMode::Duel, &["medieval"; 2]).await;
        let notice = only(&host, NoticeKind::YourTurn).await.remove(0);
        reject(&stand_in, "POST channels/1001/messages", status, code);
        deliver(&app, &stand_in.http, notice).await;
        let closed = host.settings.person_settings(PersonId(1)).await.unwrap().dm_closed;
        assert_eq!(closed, replaced, "{code}");
        let expected = if replaced { vec![(NoticeKind::DmRefused, Recipient::Channel(CHANNEL))] } else { Vec::new() };
        assert_eq!(due(&host).await, expected, "{code}");
        assert_eq!(wants_to_speak(&host).await, replaced || waits, "{code}");
        assert!(!app.closed.remove(CHANNEL), "{code}");
    }
}

/// The message instead of a direct one has no sound on a server that wants silent messages.
#[tokio::test]
async fn a_message_instead_of_a_direct_one_is_as_silent_as_others() {
    for announce in [Announce::Mention, Announce::Silent] {
        let folder = Folder::new();
        let (host, _stand_in, app) = connected(&folder).await;
        let change = move |settings: &mut GuildSettings| {
            settings.announce = announce;
            Ok(())
        };
        host.settings.change_guild_settings(&manager(9), PLACE.guild.unwrap(), change).await.unwrap();
        host.settings.change_person_settings(PersonId(1), |settings| settings.ping = Ping::Dm).await.unwrap();
        game(&host, GameMode::Duel, &["medieval"; 2]).await;
        let notice = only(&host, NoticeKind::YourTurn).await.remove(0);
        assert!(host.outbox.failed(&notice, Failure::Closed).await.unwrap());
        host.settings.change_person_settings(PersonId(1), |settings| settings.dm_closed = true).await.unwrap();
        let replaced = only(&host, NoticeKind::DmRefused).await.remove(0);
        let DeliveryAction::Post(answer) = compose(&app, &replaced).await.unwrap() else { panic!("not posted") };
        let message = serde_json::to_value(answer.message()).unwrap();
        let is_silent = message["flags"].as_u64().unwrap_or(0) & (1 << 12) != 0;
        assert_eq!(is_silent, announce == Announce::Silent, "{message}");
    }
}

/// Message that shows a lobby after it was posted and edited, with the requests of the edit.
async fn edited(host: &Host, stand_in: &StandIn, app: &Shared) -> (GameId, MessageId) {
    let options = LobbyOptions { start_when_full: false, ..LobbyOptions::new(GameMode::Duel, 2) };
    let game = host.lobbies.open_lobby(&who(1), crate::host::tests::PLACE, options, None).await.unwrap().game;
    for notice in some(host).await {
        deliver(app, &stand_in.http, notice).await;
    }
    let first = host.outbox.lobby_message(game).await.unwrap().unwrap().message;
    host.lobbies.join(&who(1), game, with("medieval")).await.unwrap();
    (game, first)
}

/// A lobby whose message a moderator has deleted is posted anew. An edit that fails for another reason posts nothing.
#[tokio::test]
async fn a_message_that_was_deleted_is_posted_anew() {
    for (rejected, posts, waits) in
        [(None, 0, false), (Some((404, 10008)), 1, false), (Some((403, 50001)), 0, true), (Some((400, 50083)), 0, true)]
    {
        let folder = Folder::new();
        let (host, stand_in, app) = connected(&folder).await;
        let (game, first) = edited(&host, &stand_in, &app).await;
        if let Some((status, code)) = rejected {
            reject(&stand_in, &format!("PATCH channels/500/messages/{first}"), status, code);
        }
        stand_in.take();
        for notice in some(&host).await {
            deliver(&app, &stand_in.http, notice).await;
        }
        let sent = stand_in.take();
        assert_eq!(sent.iter().filter(|one| one.call == POST).count(), posts, "{rejected:?}: {sent:?}");
        assert_eq!(sent.iter().filter(|one| one.call.starts_with("PATCH")).count(), 1, "{rejected:?}: {sent:?}");
        let now = host.outbox.lobby_message(game).await.unwrap().unwrap().message;
        assert_eq!(now != first, posts > 0, "{rejected:?}");
        assert_eq!(wants_to_speak(&host).await, waits, "{rejected:?}");
    }
}

/// The message of an auction, of which a sealed bid changes only the text, is also posted anew if a moderator has deleted it.
#[tokio::test]
async fn the_message_of_an_auction_that_was_deleted_is_posted_anew() {
    use crate::host::tests::clash;
    use engine::action::ClashAction;
    use engine::clash::Gold;
    for (status, code, posts) in [(404, 10008, 1), (403, 50001, 0)] {
        let folder = Folder::new();
        let (host, stand_in, app) = connected(&folder).await;
        let game = clash::begun(&host).await;
        clash::auction(&host, game).await;
        for notice in only(&host, NoticeKind::Turn).await {
            deliver(&app, &stand_in.http, notice).await;
        }
        let asking = host.outbox.turn_message(game).await.unwrap().unwrap().message;
        host.clash.act(&who(1), game, None, ClashAction::Bid { gold: Gold::whole(3) }).await.unwrap();
        reject(&stand_in, &format!("PATCH channels/500/messages/{asking}"), status, code);
        stand_in.take();
        for notice in only(&host, NoticeKind::Sealed).await {
            deliver(&app, &stand_in.http, notice).await;
        }
        let sent = stand_in.take();
        assert_eq!(sent.iter().filter(|one| one.call == POST).count(), posts, "{sent:?}");
        assert!(sent.iter().any(|one| one.call.starts_with("PATCH")), "{sent:?}");
    }
}

/// Delivers everything that waits.
async fn deliver_all(host: &Host, stand_in: &StandIn, app: &Shared) {
    loop {
        let notices = some(host).await;
        if notices.is_empty() {
            return;
        }
        for notice in notices {
            deliver(app, &stand_in.http, notice).await;
        }
    }
}

/// A sealed bid changes the text of the auction's message. When the auction continues, the deadline disappears from the
/// changed text as well.
#[tokio::test]
async fn the_message_of_an_auction_loses_its_deadline_although_a_sealed_bid_has_changed_it() {
    use crate::host::tests::clash;
    use engine::action::ClashAction;
    use engine::clash::Gold;
    let folder = Folder::new();
    let (host, stand_in, app) = connected(&folder).await;
    let mut queue = app.buttons.take_queue().unwrap();
    let game = clash::begun(&host).await;
    clash::auction(&host, game).await;
    deliver_all(&host, &stand_in, &app).await;
    let asking = host.outbox.turn_message(game).await.unwrap().unwrap().message;
    stand_in.take();
    host.clash.act(&who(1), game, None, ClashAction::Bid { gold: Gold::whole(3) }).await.unwrap();
    deliver_all(&host, &stand_in, &app).await;
    let edit = format!("PATCH channels/500/messages/{asking}");
    let sent = stand_in.take();
    let sealed = sent.iter().find(|one| one.call == edit).expect("an edit");
    assert!(sealed.body["content"].as_str().unwrap().contains("<t:"), "{sealed:?}");
    host.clash.act(&who(2), game, None, ClashAction::Bid { gold: Gold::whole(5) }).await.unwrap();
    deliver_all(&host, &stand_in, &app).await;
    let old = std::iter::from_fn(|| queue.try_recv().ok()).find(|old| old.message.message == asking);
    let later = old.expect("its buttons are removed").message.afterwards.expect("a text without the deadline");
    assert!(later.contains("auction") && !later.contains("<t:"), "{later}");
}

/// A message may be there as well if the connection breaks before Discord replies.
#[tokio::test]
async fn a_message_may_be_there_if_the_connection_breaks() {
    let folder = Folder::new();
    let (host, stand_in, app) = connected(&folder).await;
    game(&host, GameMode::Duel, &["medieval"; 2]).await;
    let notice = only(&host, NoticeKind::Turn).await.remove(0);
    let http = Arc::clone(&stand_in.http);
    drop(stand_in);
    deliver(&app, &http, notice).await;
    host.set_time(host.next_notice_at().await.expect("another attempt"));
    let again: Vec<(NoticeKind, bool)> = some(&host).await.iter().map(|notice| (notice.kind, notice.unsure)).collect();
    assert_eq!(again, [(NoticeKind::Turn, true)]);
}

/// A board that cannot be composed for the answer to a turn is left to the delivery at once. The person is answered.
#[tokio::test]
async fn a_turn_whose_board_cannot_be_composed_is_answered_without_it() {
    use serenity::all::Permissions;

    use crate::discord::tests::stand_in::From;
    use crate::host::Played;
    let folder = Folder::new();
    let (host, stand_in, app) = connected(&folder).await;
    let game = game(&host, GameMode::Duel, &["medieval"; 2]).await;
    assert!(only(&host, NoticeKind::Lost).await.is_empty());
    let guild = PLACE.guild.map(|guild| guild.0);
    let by = From { person: 1, name: "Ann", guild, channel: CHANNEL.0, kind: 0, may: Permissions::all() };
    let request = stand_in.command(&app, by);
    let played = host.games.act_text(&request.public_actor(), game, "e4", false).await.unwrap();
    let Played::Done(mut done) = played else { panic!("{played:?}") };
    // No game has this number.
    done.claimed = done.claimed.map(|notice| Notice { game: GameId(999), ..notice });
    assert!(done.claimed.is_some());
    stand_in.take();
    request.say_done(done).await;
    let sent = stand_in.take();
    let texts: Vec<&str> = sent.iter().filter_map(|one| one.body["data"]["content"].as_str()).collect();
    assert_eq!(texts, ["You played e4."], "{sent:?}");
    assert!(host.next_notice_at().await.is_some_and(|at| at <= host.now()), "it waits for the end of its lease");
}

/// The channel shows an invitation that could not be sent directly, while it is open and its recipient still wants direct
/// messages.
#[tokio::test]
async fn the_channel_shows_a_refused_invitation_while_it_is_open() {
    for clash in [true, false] {
        for (closed, ping, refused, told) in [
            (false, Ping::Dm, true, true),
            (true, Ping::Dm, true, false),
            (false, Ping::Dm, false, false),
            (false, Ping::Channel, true, false),
            (false, Ping::None, true, false),
        ] {
            let folder = Folder::new();
            let (host, _stand_in, app) = connected(&folder).await;
            host.settings.change_person_settings(PersonId(2), |settings| settings.ping = Ping::Dm).await.unwrap();
            let game = if clash {
                host.lobbies.challenge(&who(1), PLACE, Some(member(2)), ClashOptions::default()).await.unwrap().game
            } else {
                let options = LobbyOptions::new(GameMode::Duel, 2);
                let challenge =
                    DuelChallenge { opponent: member(2), mine: None, theirs: None, first: Colours::Drawn, options };
                host.lobbies.challenge_to_duel(&who(1), PLACE, challenge).await.unwrap().game
            };
            let notice = only(&host, NoticeKind::Challenged).await.remove(0);
            assert!(host.outbox.failed(&notice, Failure::Closed).await.unwrap());
            if closed {
                host.lobbies.decline(&who(1), game).await.unwrap();
            }
            let now = move |settings: &mut PersonSettings| (settings.ping, settings.dm_closed) = (ping, refused);
            host.settings.change_person_settings(PersonId(2), now).await.unwrap();
            let replaced = only(&host, NoticeKind::DmRefused).await;
            let [replaced] = replaced.as_slice() else { panic!("{clash}: {replaced:?}") };
            let action = compose(&app, replaced).await.unwrap();
            assert_eq!(matches!(action, DeliveryAction::Post(_)), told, "{clash}, {closed}, {ping:?}, {refused}");
        }
    }
}

/// A message whose reply cannot be read may be there, as after a server error. It is searched before the next attempt.
#[tokio::test]
async fn a_message_may_be_there_if_its_reply_cannot_be_read() {
    for (status, unsure) in [(200, true), (500, true), (429, false)] {
        let folder = Folder::new();
        let (host, stand_in, app) = connected(&folder).await;
        game(&host, GameMode::Duel, &["medieval"; 2]).await;
        let notice = only(&host, NoticeKind::Turn).await.remove(0);
        // This is no message.
        stand_in.next(POST, [(status, json!({"code": 0, "message": "No."}))]);
        deliver(&app, &stand_in.http, notice).await;
        host.set_time(host.next_notice_at().await.expect("another attempt"));
        let again: Vec<(NoticeKind, bool)> =
            some(&host).await.iter().map(|notice| (notice.kind, notice.unsure)).collect();
        assert_eq!(again, [(NoticeKind::Turn, unsure)], "{status}");
    }
}

/// A notice whose message cannot be composed and one whose delivery panics are tried again, before their lease ends.
#[tokio::test]
async fn a_notice_is_tried_again_after_an_error_or_a_panic() {
    for panics in [false, true] {
        let folder = Folder::new();
        let (host, stand_in, app) = connected(&folder).await;
        game(&host, GameMode::Duel, &["medieval"; 2]).await;
        let notice = only(&host, NoticeKind::Turn).await.remove(0);
        let fails = if panics {
            // serenity panics where an id is zero.
            Notice { to: Recipient::Channel(ChannelId(0)), ..notice.clone() }
        } else {
            Notice { game: GameId(999), ..notice.clone() }
        };
        deliver(&app, &stand_in.http, fails).await;
        assert_eq!(stand_in.take().len(), 0, "panics: {panics}");
        let again = host.next_notice_at().await;
        let soon = host.now()..host.now() + 30_000;
        assert!(again.is_some_and(|at| soon.contains(&at)), "panics: {panics}, {again:?}");
    }
}

/// Buttons are removed once. Trouble leaves them for another attempt; a message that is gone does not.
#[tokio::test]
async fn old_buttons_wait_for_the_end_of_trouble() {
    for (rejected, done) in [
        (None, true),
        (Some((404, 10008)), true),
        (Some((403, 50001)), true),
        (Some((400, 50083)), true),
        (Some((400, 160_005)), true),
        (Some((500, 0)), false),
    ] {
        let folder = Folder::new();
        let (host, stand_in, app) = connected(&folder).await;
        let (game, first) = edited(&host, &stand_in, &app).await;
        if let Some((status, code)) = rejected {
            reject(&stand_in, &format!("PATCH channels/500/messages/{first}"), status, code);
        }
        assert_eq!(
            buttons::take_off(&app, &stand_in.http, &old(game, first, NoticeKind::Turn)).await,
            done,
            "{rejected:?}"
        );
        // What needs no further attempt is not queued with the next message.
        let next = some(&host).await.remove(0);
        let older = host.outbox.posted(&next, CHANNEL, MessageId(901), None).await.unwrap();
        assert_eq!(older.iter().any(|one| one.message == first), !done, "{rejected:?}: {older:?}");
    }
}

fn old(game: GameId, message: MessageId, kind: NoticeKind) -> Old {
    let message = Posted {
        channel: CHANNEL,
        message,
        kind,
        version: Version(1),
        afterwards: Some("It was your turn.".to_owned()),
    };
    Old { game, message, tries: 0 }
}

/// The message of a lobby becomes that of its game. Without a game it keeps its text, and another message gets the one
/// that was kept for it.
#[tokio::test]
async fn a_message_without_buttons_keeps_or_gets_its_text() {
    for (begins, kind) in [(false, NoticeKind::Lobby), (true, NoticeKind::Lobby), (true, NoticeKind::Turn)] {
        let folder = Folder::new();
        let (host, stand_in, app) = connected(&folder).await;
        let (game, first) = edited(&host, &stand_in, &app).await;
        if begins {
            host.lobbies.join(&who(2), game, with("medieval")).await.unwrap();
            host.lobbies.start(&who(1), game, None).await.unwrap();
        }
        stand_in.take();
        assert!(buttons::take_off(&app, &stand_in.http, &old(game, first, kind)).await);
        let sent = stand_in.take();
        let [edit] = sent.as_slice() else { panic!("{sent:?}") };
        assert_eq!(edit.body["components"], json!([]));
        let text = edit.body["content"].as_str();
        match (begins, kind) {
            (false, _) => assert_eq!(text, None),
            (true, NoticeKind::Lobby) => {
                let text = text.unwrap();
                assert!(["Duel", "Ann", "Bob", "Medieval"].iter().all(|part| text.contains(part)), "{text}");
            }
            (true, _) => assert_eq!(text, Some("It was your turn.")),
        }
    }
}

/// An interaction hurries what waits for its channel only if it shows that the bot may post there.
#[tokio::test]
async fn only_an_interaction_that_shows_the_permission_opens_a_channel() {
    use serenity::all::Permissions;

    use crate::discord::tests::stand_in::From;
    let all = Permissions::all() - Permissions::ADMINISTRATOR;
    for (bot, opens) in [
        (Some(all), true),
        (Some(Permissions::ADMINISTRATOR), true),
        (Some(all - Permissions::SEND_MESSAGES), false),
        (Some(all - Permissions::ATTACH_FILES), false),
        (None, false),
    ] {
        let folder = Folder::new();
        let (_host, stand_in, app) = connected(&folder).await;
        app.closed.insert(CHANNEL);
        app.closed.insert(ChannelId(777));
        let guild = PLACE.guild.map(|guild| guild.0);
        let by = From { person: 1, name: "Ann", guild, channel: CHANNEL.0, kind: 0, may: Permissions::all() };
        let mut press = by.press("unknown", &[], 0);
        match bot {
            Some(may) => press["app_permissions"] = json!(may),
            None => drop(press.as_object_mut().unwrap().remove("app_permissions")),
        }
        stand_in.answers(&app, press).await;
        assert_eq!(app.closed.contains(CHANNEL), !opens, "{bot:?}");
        assert!(app.closed.contains(ChannelId(777)), "another channel");
    }
}

/// Somebody who has left the server is mentioned in no style of notification, and loses the seat in each.
#[tokio::test]
async fn a_person_who_has_left_the_server_loses_the_seat_in_every_style() {
    use super::reach::{Around, askable, reachable};
    use crate::host::Announce;
    for style in [Announce::Mention, Announce::Silent, Announce::Name] {
        for asks in [false, true] {
            let folder = Folder::new();
            let (host, stand_in, app) = connected(&folder).await;
            app.presence.connect(Arc::clone(&stand_in.http));
            let game = game(&host, GameMode::Ffa, &["medieval"; 3]).await;
            reject(&stand_in, "GET guilds/9/members/2", 404, 10007);
            let around = Around { game, guild: PLACE.guild, style };
            let people = [member(1), member(2)];
            let called =
                if asks { askable(&app, around, &people).await } else { reachable(&app, around, &people).await };
            let expected = if style == Announce::Name { Vec::new() } else { vec![member(1)] };
            assert_eq!(called, expected, "{style:?}");
            let free = scene(&host, game).await.table.vacant;
            let free: Vec<u8> = free.iter().map(|free| free.seat.0).collect();
            assert_eq!(free, [1], "{style:?}");
        }
    }
}
