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

/// Finds the message of an earlier attempt with an unknown result: a message of the bot with the same text, newer
/// than all known messages of the game in that channel. Timestamps are ignored, because a restart moves deadlines by
/// the downtime.
async fn find(
    app: &Shared,
    http: &Arc<Http>,
    notice: &Notice,
    channel: DiscordChannel,
    answer: &Answer,
) -> Option<Message> {
    let known = app.host.newest_message(notice.game, ChannelId(channel.get())).await.ok()?;
    let mut wanted = GetMessages::new().limit(LOOKED_THROUGH);
    if let Some(known) = known {
        wanted = wanted.after(DiscordMessage::new(known.0));
    }
    app.limits.person().await;
    let found = channel.messages(http, wanted).await;
    app.limits.note(&found);
    let found = found.ok()?;
    let wanted = without_times(answer.content().trim());
    found.into_iter().find(|message| {
        app.is_me(message.author.id)
            && without_times(message.content.trim()) == wanted
            && message.attachments.len() == answer.files().len()
    })
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
    use super::without_times;

    #[test]
    fn times_do_not_count() {
        let told = |time| format!("Bob, your turn, until <t:{time}:R> (<t:{time}:f>). 17");
        assert_eq!(without_times(&told(1)), without_times(&told(2024)));
        assert_eq!(without_times(&told(1)), "Bob, your turn, until <t::R> (<t::f>). 17");
        assert_ne!(without_times("e4"), without_times("e5"));
    }
}
