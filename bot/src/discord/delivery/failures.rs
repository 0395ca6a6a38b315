//! Deliveries that Discord rejects, for every reason that it gives.

use engine::titans::GameMode;
use serde_json::json;

use super::*;
use crate::discord::tests::stand_in::StandIn;
use crate::host::tests::{CHANNEL, Folder, dealing, game, some, wants_to_speak, who, with};
use crate::host::{GameId, Host, LobbyOptions, NoticeKind, PersonId, Ping};

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
        let user = json!({"id": "1", "username": "Ann", "discriminator": "0", "avatar": null});
        let channel = json!({"id": "1001", "type": 1, "last_message_id": null, "recipients": [user]});
        stand_in.set("POST users/@me/channels", 200, channel);
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
