//! Sends messages to Discord: posts them, edits earlier ones, or finds those of an earlier attempt.

use std::sync::Arc;
use std::time::Duration;

use serenity::all::{
    ChannelId as DiscordChannel, CreateMessage, EditMessage, Http, Message, MessageId as DiscordMessage, Nonce, UserId,
};
use serenity::builder::Builder as _;

use super::earlier;
use crate::discord::answer::Answer;
use crate::discord::app::Shared;
use crate::host::{ChannelId, MessageId, Notice, Posted, Recipient};

/// Maximum time that a request of a killed program may still be in transit. The search waits that long.
const ON_ITS_WAY: Duration = Duration::from_millis(700);

/// Posts a message, unless an earlier attempt has posted it. The nonce lets Discord reject a recent duplicate.
pub async fn post(
    app: &Shared,
    http: &Arc<Http>,
    notice: &Notice,
    answer: Answer,
) -> serenity::Result<(ChannelId, MessageId)> {
    let channel = match notice.to {
        Recipient::Channel(channel) => DiscordChannel::new(channel.0),
        Recipient::Person(person) => direct(app, http, UserId::new(person.0)).await?,
    };
    if notice.unsure {
        tokio::time::sleep(ON_ITS_WAY).await;
    }
    if notice.unsure
        && let Some(found) = earlier::find(app, http, notice, channel, &answer).await?
    {
        if found.content.trim() != answer.content().trim() {
            // The game has changed since the earlier attempt. The message is valid even if this edit fails.
            app.limits.person().await;
            let edited = answer.edit_whole_message().execute(&**http, (found.channel_id, found.id, None)).await;
            app.limits.note(&edited);
        }
        return Ok(ids(&found));
    }
    let message: CreateMessage = answer.message().nonce(Nonce::String(format!("n{}", notice.id))).enforce_nonce(true);
    app.limits.person().await;
    let posted = channel.send_message(http, message).await;
    app.limits.note(&posted);
    posted.map(|posted| ids(&posted))
}

/// Channel for direct messages to a person.
pub(in crate::discord) async fn direct(app: &Shared, http: &Http, user: UserId) -> serenity::Result<DiscordChannel> {
    if let Some(known) = app.direct.of(user) {
        return Ok(known);
    }
    app.limits.person().await;
    let opened = user.create_dm_channel(http).await;
    app.limits.note(&opened);
    let channel = opened?.id;
    app.direct.remember(user, channel);
    Ok(channel)
}

fn ids(message: &Message) -> (ChannelId, MessageId) {
    (ChannelId(message.channel_id.get()), MessageId(message.id.get()))
}

/// Replaces the text of a message. Pictures and buttons stay.
pub async fn edit_text(app: &Shared, http: &Arc<Http>, answer: &Answer, earlier: &Posted) -> serenity::Result<()> {
    app.limits.person().await;
    let edit = EditMessage::new().content(answer.content());
    change(app, http, edit, earlier).await
}

/// Replaces a message.
pub async fn edit(app: &Shared, http: &Arc<Http>, answer: Answer, earlier: &Posted) -> serenity::Result<()> {
    app.limits.person().await;
    change(app, http, answer.edit_whole_message(), earlier).await
}

/// Sends an edit. The caller has already waited for the rate limit.
pub async fn change(app: &Shared, http: &Arc<Http>, edit: EditMessage, earlier: &Posted) -> serenity::Result<()> {
    let place = (DiscordChannel::new(earlier.channel.0), DiscordMessage::new(earlier.message.0), None);
    let changed = edit.execute(&**http, place).await;
    app.limits.note(&changed);
    changed.map(drop)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::discord::delivery::action::DeliveryAction;
    use crate::discord::delivery::buttons;
    use crate::discord::delivery::compose::compose;
    use crate::discord::old_buttons::Old;
    use crate::discord::tests::stand_in::{ME, StandIn, message};
    use crate::host::tests::{Folder, PLACE, game, host, some, who, with};
    use crate::host::{Host, LobbyOptions, NoticeKind, Version};
    use engine::titans::GameMode;

    /// Text of the answer in these tests.
    const TEXT: &str = "Ann played e4, until <t:1795622509:R>.";

    fn answer() -> Answer {
        Answer::text(TEXT).file("board.txt", "a board").mention([UserId::new(2)])
    }

    /// Everyone whom a message may notify: people, roles and groups. Without a list, Discord notifies all who are mentioned.
    fn notified(body: &Value) -> Vec<Value> {
        let lists = body["allowed_mentions"].as_object().expect("a list of those who may be notified");
        lists.values().filter_map(Value::as_array).flatten().cloned().collect()
    }

    /// Posts the message of a notice. The result is not recorded.
    async fn deliver_only(app: &Shared, stand_in: &StandIn, notice: Notice) {
        match compose(app, &notice).await.unwrap() {
            DeliveryAction::Post(answer) => {
                post(app, &stand_in.http, &notice, *answer).await.unwrap();
            }
            _ => panic!("{notice:?} is not posted"),
        }
    }

    async fn notice(host: &Host) -> Notice {
        game(host, GameMode::Duel, &["medieval"; 2]).await;
        some(host).await.remove(0)
    }

    /// Message in the channel with this author, text and number of files.
    fn earlier(author: u64, text: &str, files: u64) -> Value {
        let mut earlier = message(70, PLACE.channel.0, text, 0);
        earlier["author"]["id"] = author.to_string().into();
        earlier["attachments"] = (0..files)
            .map(|file| json!({"id": (file + 1).to_string(), "filename": "board.png", "size": 1, "url": "", "proxy_url": ""}))
            .collect();
        earlier
    }

    /// Discord rejects a second message with the same nonce for some minutes.
    #[tokio::test]
    async fn a_message_is_posted_with_its_own_enforced_nonce() {
        let folder = Folder::new();
        let host = host(&folder).await;
        let stand_in = StandIn::start().await;
        let app = stand_in.app(host.clone());
        let notice = notice(&host).await;
        post(&app, &stand_in.http, &notice, answer()).await.unwrap();
        let sent = stand_in.take();
        assert_eq!(sent.len(), 1, "without doubt nothing is searched: {sent:?}");
        let body = &sent[0].body;
        assert_eq!(sent[0].call, format!("POST channels/{}/messages", PLACE.channel));
        assert_eq!((&body["nonce"], &body["enforce_nonce"]), (&json!(format!("n{}", notice.id)), &json!(true)));
        assert_eq!((&body["content"], notified(body)), (&json!(TEXT), vec![json!("2")]));
    }

    /// After an attempt with an unknown result, its message is searched: one of the bot with the same text but for times,
    /// and the same number of files.
    #[tokio::test]
    async fn a_message_that_may_be_there_is_posted_unless_it_is() {
        let later = TEXT.replace("1795622509", "1795622999");
        for (found, posts, edits) in [
            (vec![], true, false),
            (vec![earlier(ME, TEXT, 1)], false, false),
            (vec![earlier(ME, &later, 1)], false, true),
            (vec![earlier(ME + 1, TEXT, 1)], true, false),
            (vec![earlier(ME, "Ann played d4.", 1)], true, false),
            (vec![earlier(ME, &format!("{TEXT} More."), 1)], true, false),
            (vec![earlier(ME, TEXT, 0)], true, false),
            (vec![earlier(ME, TEXT, 2)], true, false),
            (vec![earlier(ME, TEXT, 0), earlier(ME + 1, TEXT, 1), earlier(ME, TEXT, 1)], false, false),
        ] {
            let folder = Folder::new();
            let host = host(&folder).await;
            let stand_in = StandIn::start().await;
            let app = stand_in.app(host.clone());
            let mut notice = notice(&host).await;
            notice.unsure = true;
            let case = format!("{found:?}");
            let search = format!("GET channels/{}/messages", PLACE.channel);
            stand_in.set(&search, 200, Value::Array(found));
            let (channel, message) = post(&app, &stand_in.http, &notice, answer()).await.unwrap();
            let sent = stand_in.take();
            let count = |method: &str| sent.iter().filter(|one| one.call.starts_with(method)).count();
            assert_eq!((count("GET"), count("POST"), count("PATCH")), (1, posts.into(), edits.into()), "{case}");
            assert_eq!((channel, message == MessageId(70)), (PLACE.channel, !posts), "{case}");
            for edit in sent.iter().filter(|one| one.call.starts_with("PATCH")) {
                assert_eq!(edit.call, format!("PATCH channels/{}/messages/70", PLACE.channel));
                let file = &edit.body["attachments"][0]["filename"];
                assert_eq!((&edit.body["content"], file), (&json!(TEXT), &json!("board.txt")));
            }
        }
    }

    /// A message is not posted while nobody knows whether it is there, but where the bot must not read, it is.
    #[tokio::test]
    async fn without_a_search_nothing_is_posted_unless_none_is_possible() {
        for (status, code, posts) in [(500, 0, 0), (403, 50001, 1)] {
            let folder = Folder::new();
            let host = host(&folder).await;
            let stand_in = StandIn::start().await;
            let app = stand_in.app(host.clone());
            let notice = Notice { unsure: true, ..notice(&host).await };
            let search = format!("GET channels/{}/messages", PLACE.channel);
            stand_in.set(&search, status, json!({"code": code, "message": "No."}));
            let posted = post(&app, &stand_in.http, &notice, answer()).await;
            let sent = stand_in.take();
            let count = sent.iter().filter(|one| one.call.starts_with("POST")).count();
            assert_eq!((posted.is_ok(), count), (posts == 1, posts), "{sent:?}");
        }
    }

    /// A lobby has one message, even if it changes or its game begins before its first message is known to be there.
    #[tokio::test]
    async fn the_message_of_a_lobby_is_found_after_a_change() {
        for (begins, text) in [(false, "Bob"), (true, "The game has begun.")] {
            found_after_a_change(begins, text).await;
        }
    }

    async fn found_after_a_change(begins: bool, text: &str) {
        let folder = Folder::new();
        let host = host(&folder).await;
        let stand_in = StandIn::start().await;
        let app = stand_in.app(host.clone());
        let options = LobbyOptions::new(GameMode::Duel, 2);
        // The game begins when the last seat is taken.
        let mine = begins.then_some("medieval");
        let lobby = host.lobbies.open_lobby(&who(1), PLACE, options, mine).await.unwrap().game;
        let first = some(&host).await.remove(0);
        let search = format!("GET channels/{}/messages", PLACE.channel);
        stand_in.set(&search, 200, json!([]));
        let unsure = Notice { unsure: true, ..first };
        deliver_only(&app, &stand_in, unsure.clone()).await;
        let body = stand_in.take().into_iter().find(|one| one.call.starts_with("POST")).expect("the lobby").body;
        let mut there = earlier(ME, body["content"].as_str().unwrap_or_default(), 1);
        there["components"] = body["components"].clone();
        stand_in.set(&search, 200, json!([there]));
        // Nothing of the attempt was recorded.
        host.lobbies.join(&who(2), lobby, with("medieval")).await.unwrap();
        host.outbox.superseded(&unsure).await.unwrap();
        drop(unsure);
        let all = some(&host).await;
        let last = all.into_iter().rfind(|notice| notice.kind == NoticeKind::Lobby).expect("the changed lobby");
        assert!(last.unsure);
        deliver_only(&app, &stand_in, last).await;
        let sent = stand_in.take();
        assert!(sent.iter().all(|one| !one.call.starts_with("POST")), "{sent:?}");
        let edit = sent.last().expect("an edit");
        assert_eq!(edit.call, format!("PATCH channels/{}/messages/70", PLACE.channel));
        assert!(edit.body["content"].as_str().unwrap().contains(text), "{edit:?}");
    }

    /// Messages of earlier turns may have the same text, so only newer ones are searched.
    #[tokio::test]
    async fn only_messages_after_the_newest_known_one_are_searched() {
        let folder = Folder::new();
        let host = host(&folder).await;
        let stand_in = StandIn::start().await;
        let app = stand_in.app(host.clone());
        stand_in.set("GET channels/500/messages", 200, json!([]));
        let first = notice(&host).await;
        for (known, query) in [(false, "&limit=50"), (true, "&limit=50&after=66")] {
            if known {
                host.outbox.posted(&first, PLACE.channel, MessageId(66), None).await.unwrap();
            }
            let notice = Notice { unsure: true, ..first.clone() };
            post(&app, &stand_in.http, &notice, answer()).await.unwrap();
            let sent = stand_in.take();
            let searched: Vec<&str> =
                sent.iter().filter(|one| one.call.starts_with("GET")).map(|one| one.query.as_str()).collect();
            assert_eq!(searched, [query]);
        }
    }

    /// Edits notify nobody who was not notified by the post.
    #[tokio::test]
    async fn edits_notify_nobody_else() {
        let folder = Folder::new();
        let host = host(&folder).await;
        let stand_in = StandIn::start().await;
        let app = stand_in.app(host.clone());
        let posted = |afterwards: Option<&str>| Posted {
            channel: PLACE.channel,
            message: MessageId(70),
            kind: NoticeKind::Turn,
            version: Version(1),
            afterwards: afterwards.map(str::to_owned),
        };
        let text = Answer::text("<@3>, your turn.");
        edit_text(&app, &stand_in.http, &text, &posted(None)).await.unwrap();
        edit(&app, &stand_in.http, text, &posted(None)).await.unwrap();
        let game = notice(&host).await.game;
        for afterwards in [None, Some("<@3>, it was your turn.")] {
            let old = Old { game, message: posted(afterwards), tries: 0 };
            assert!(buttons::take_off(&app, &stand_in.http, &old).await);
        }
        let sent = stand_in.take();
        assert_eq!(sent.len(), 4);
        let (text_alone, body) = (&sent[0].body, |key: &str| sent[0].body.get(key).cloned());
        assert_eq!((body("components"), body("attachments")), (None, None), "only the text: {text_alone}");
        for one in sent {
            assert_eq!(notified(&one.body), [0; 0].map(Value::from), "{one:?}");
        }
    }
}
