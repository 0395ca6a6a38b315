//! Sends messages to Discord: posts them, edits earlier ones, or finds those of an earlier attempt.

use std::sync::Arc;
use std::time::Duration;

use serenity::all::{
    ChannelId as DiscordChannel, CreateMessage, EditMessage, GetMessages, Http, Message, MessageId as DiscordMessage,
    Nonce, UserId,
};
use serenity::builder::Builder as _;

use crate::discord::answer::Answer;
use crate::discord::app::Shared;
use crate::host::{ChannelId, MessageId, Notice, Posted, Recipient};

/// Maximum number of messages searched for an earlier attempt.
const LOOKED_THROUGH: u8 = 50;

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
        && let Some(found) = find(app, http, notice, channel, &answer).await
    {
        let (channel, message) = ids(&found);
        if found.content.trim() != answer.content().trim() {
            // The deadline has moved since the earlier attempt. The message is valid even if this edit fails.
            app.limits.person().await;
            let edit = EditMessage::new().content(answer.content());
            let place = (found.channel_id, found.id, None);
            app.limits.note(&edit.execute(&**http, place).await);
        }
        return Ok((channel, message));
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

/// Finds the message of an earlier attempt with an unknown result: a message of the bot with [the same text](is_same),
/// newer than all known messages of the game in that channel.
async fn find(
    app: &Shared,
    http: &Arc<Http>,
    notice: &Notice,
    channel: DiscordChannel,
    answer: &Answer,
) -> Option<Message> {
    let known = app.host.outbox.newest_message(notice.game, ChannelId(channel.get())).await.ok()?;
    let mut wanted = GetMessages::new().limit(LOOKED_THROUGH);
    if let Some(known) = known {
        wanted = wanted.after(DiscordMessage::new(known.0));
    }
    app.limits.person().await;
    let found = channel.messages(http, wanted).await;
    app.limits.note(&found);
    let found = found.ok()?;
    found.into_iter().find(|message| {
        app.is_me(message.author.id)
            && is_same(message.content.trim(), answer.content().trim())
            && message.attachments.len() == answer.files().len()
    })
}

/// Returns true if an earlier attempt to post `wanted` posted this text. Timestamps are ignored, because a restart moves
/// deadlines by the downtime. The turn may be over by now: then `wanted` has no deadline, and the posted text has more,
/// namely the deadline at the end of a line, and further lines about clocks or an open question.
fn is_same(posted: &str, wanted: &str) -> bool {
    let [posted, expected] = [posted, wanted].map(without_times);
    if posted == expected {
        return true;
    }
    let begins_alike = expected.lines().next().is_some_and(|first| posted.starts_with(first));
    let mut lines = posted.lines();
    let has_each_line = expected.lines().all(|line| lines.any(|posted| posted.starts_with(line)));
    !expected.contains("<t:") && begins_alike && has_each_line
}

/// Removes the times of timestamps, so that `by <t:1795622509:R>` and `by <t:1795622510:R>` are equal.
fn without_times(text: &str) -> String {
    let mut parts = text.split("<t:");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        kept.push_str("<t:");
        kept.push_str(part.trim_start_matches(|letter: char| letter.is_ascii_digit()));
    }
    kept
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
    use crate::discord::delivery::buttons;
    use crate::discord::old_buttons::Old;
    use crate::discord::tests::stand_in::{ME, StandIn, message};
    use crate::host::tests::{Folder, PLACE, game, host, some};
    use crate::host::{Host, NoticeKind, Version};
    use engine::titans::GameMode;

    #[test]
    fn times_do_not_count() {
        let told = |time| format!("Bob, your turn, until <t:{time}:R> (<t:{time}:f>). 17");
        assert_eq!(without_times(&told(1)), without_times(&told(2024)));
        assert_eq!(without_times(&told(1)), "Bob, your turn, until <t::R> (<t::f>). 17");
        assert_ne!(without_times("e4"), without_times("e5"));
    }

    #[test]
    fn a_turn_that_is_over_was_posted_with_its_deadline() {
        let over = "**Bob** played `e5`.\n<@3>, your turn.";
        let posted =
            "**Bob** played `e5`.\n<@3>, your turn. You have until <t:60:f> (<t:60:R>).\nIn reserve: **Ann** 1 hour.";
        assert!(is_same(posted, over));
        assert!(is_same(posted, &posted.replace("60", "70")));
        // Another turn, another Player to move, a turn that is not over, lines in another order or missing, and no text.
        for (posted, wanted) in [
            (posted, over.replace("e5", "e6").as_str()),
            (posted, over.replace("<@3>", "<@4>").as_str()),
            (over, posted),
            ("<@3>, your turn.\n**Bob** played `e5`.", over),
            (posted, "<@3>, your turn."),
            (posted, ""),
        ] {
            assert!(!is_same(posted, wanted), "{posted} {wanted}");
        }
    }

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
                assert_eq!(
                    (&edit.body["content"], &edit.body["attachments"]),
                    (&json!(TEXT), &Value::Null),
                    "files stay"
                );
            }
        }
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
        for one in sent {
            assert_eq!(notified(&one.body), [0; 0].map(Value::from), "{one:?}");
        }
    }
}
