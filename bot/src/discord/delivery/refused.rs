//! Rejected requests: each of them counts towards Discord's limit of invalid requests, wherever it is sent.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use serenity::all::{Permissions, UserId};

use super::{buttons, direct, send};
use crate::discord::answer::Answer;
use crate::discord::app::Shared;
use crate::discord::custom_id::{ComponentContext, CustomId, Intent, Start};
use crate::discord::old_buttons::Old;
use crate::discord::tests::stand_in::{From, Sent, StandIn};
use crate::host::tests::{Folder, PLACE, game, host, some, who};
use crate::host::{
    ChannelId, Host, LobbyOptions, MessageId, Notice, NoticeKind, PersonId, Place, Posted, Recipient, Version,
};
use engine::titans::GameMode;

const MAY: Permissions = Permissions::SEND_MESSAGES.union(Permissions::VIEW_CHANNEL);

fn by(channel: u64) -> From {
    From { person: 6, name: "Fay", guild: PLACE.guild.map(|guild| guild.0), channel, kind: 0, may: MAY }
}

/// Requests sent since the last call that count towards Discord's limits, and the number of them that
/// were counted as invalid.
struct Counter<'a> {
    stand_in: &'a StandIn,
    app: &'a Shared,
    before: usize,
}

impl Counter<'_> {
    fn check(&mut self, what: &str, sent: Vec<Sent>, status: u16) {
        let responds = |one: &&Sent| one.call.contains("webhooks/") || one.call.ends_with("/callback");
        let calls: Vec<&str> = sent.iter().filter(|one| !responds(one)).map(|one| one.call.as_str()).collect();
        assert!(!calls.is_empty(), "{what}: nothing was sent");
        let now = self.app.limits.invalid.load(Ordering::SeqCst);
        let expected = if matches!(status, 401 | 403 | 429) { calls.len() } else { 0 };
        assert_eq!(now - self.before, expected, "{what}, {status}: {calls:?}");
        self.before = now;
    }

    fn sent(&self) -> Vec<Sent> {
        self.stand_in.take()
    }
}

async fn notice(host: &Host) -> Notice {
    game(host, GameMode::Duel, &["medieval"; 2]).await;
    some(host).await.remove(0)
}

#[tokio::test]
async fn every_rejected_request_is_counted() {
    for status in [401, 403, 404] {
        let folder = Folder::new();
        let host = host(&folder).await;
        let stand_in = StandIn::start().await;
        let app = stand_in.app(host.clone());
        app.presence.connect(Arc::clone(&stand_in.http));
        let notice = notice(&host).await;
        stand_in.refuse(status);
        let mut counter = Counter { stand_in: &stand_in, app: &app, before: 0 };
        let http = &stand_in.http;
        let answer = || Answer::text("Ann played e4.");

        send::post(&app, http, &notice, answer()).await.unwrap_err();
        counter.check("post", counter.sent(), status);
        let unsure = Notice { unsure: true, ..notice.clone() };
        send::post(&app, http, &unsure, answer()).await.unwrap_err();
        counter.check("post again", counter.sent(), status);
        let person = Notice { to: Recipient::Person(PersonId(1)), ..notice.clone() };
        send::post(&app, http, &person, answer()).await.unwrap_err();
        counter.check("direct message", counter.sent(), status);
        direct(&app, http, UserId::new(2)).await.unwrap_err();
        counter.check("channel of direct messages", counter.sent(), status);

        let posted = || Posted {
            channel: PLACE.channel,
            message: MessageId(70),
            kind: NoticeKind::Turn,
            version: Version(1),
            afterwards: None,
        };
        send::edit(&app, http, answer(), &posted()).await.unwrap_err();
        counter.check("edit", counter.sent(), status);
        send::edit_text(&app, http, &answer(), &posted()).await.unwrap_err();
        counter.check("edit of a text", counter.sent(), status);
        buttons::take_off(&app, http, &Old { game: notice.game, message: posted(), tries: 0 }).await;
        counter.check("old buttons", counter.sent(), status);

        let guild = PLACE.guild.unwrap();
        app.presence.is_here(&app.limits, guild, PersonId(3)).await;
        counter.check("member", counter.sent(), status);
        app.presence.server_name(&app.limits, guild).await;
        counter.check("name of a server", counter.sent(), status);

        // A game elsewhere: the channel is looked up.
        let there = Place { channel: ChannelId(777), ..PLACE };
        let options = LobbyOptions::new(GameMode::Duel, 2);
        let seek = host.lobbies.open_lobby(&who(1), there, options, None).await.unwrap().game;
        let of = ComponentContext { game: seek, version: Version(1) };
        let board = CustomId::Game(of, Intent::Board).encode().unwrap();
        let sent = stand_in.answers(&app, by(502).press(&board, &[], 0)).await;
        counter.check("visible channel", sent, status);

        // A game in a channel that is taken: a thread is opened.
        let play = CustomId::Play(Start::Duel).encode().unwrap();
        let chosen = ["makpong".to_owned()];
        let sent = stand_in.answers(&app, by(PLACE.channel.0).press(&play, &chosen, 0)).await;
        counter.check("thread", sent, status);
    }
}
