//! Messages of earlier attempts with an unknown result. They are searched before a notice is posted again, because
//! Discord compares nonces only for some minutes, and responses to interactions have none.

use std::sync::Arc;

use serenity::all::{
    ActionRowComponent, ButtonKind, ChannelId as DiscordChannel, GetMessages, Http, Message,
    MessageId as DiscordMessage,
};

use crate::discord::answer::Answer;
use crate::discord::api_error::{self, Refused};
use crate::discord::app::Shared;
use crate::discord::custom_id::{ComponentContext, CustomId};
use crate::host::{ChannelId, Notice, NoticeKind};

/// Maximum number of messages that are searched.
const LIMIT: u8 = 50;

/// Finds the message of an earlier attempt, among those newer than all known messages of the game in the channel. Where
/// the bot must not read the channel, finds nothing.
///
/// # Errors
/// If the search fails, the message may be there, so the notice must not be posted.
pub(super) async fn find(
    app: &Shared,
    http: &Arc<Http>,
    notice: &Notice,
    channel: DiscordChannel,
    answer: &Answer,
) -> serenity::Result<Option<Message>> {
    let known = app.host.outbox.newest_message(notice.game, ChannelId(channel.get())).await;
    let known = known.map_err(|_| serenity::Error::Other("the newest known message could not be read"))?;
    let mut wanted = GetMessages::new().limit(LIMIT);
    if let Some(known) = known {
        wanted = wanted.after(DiscordMessage::new(known.0));
    }
    app.limits.person().await;
    let found = channel.messages(http, wanted).await;
    app.limits.note(&found);
    match found {
        Ok(found) => Ok(found.into_iter().find(|one| app.is_me(one.author.id) && is_of(one, notice, answer))),
        Err(error) if api_error::refused(&error) == Refused::Trouble => Err(error),
        Err(_) => Ok(None),
    }
}

/// Returns true if an earlier attempt for this notice posted the message. It has as many files as the answer, and the
/// same text except for times, or buttons for the notice's version: the text changes when people act meanwhile. The
/// message of a lobby may be older than the notice, which replaces earlier ones, and then have other files.
pub(super) fn is_of(message: &Message, notice: &Notice, answer: &Answer) -> bool {
    let buttons = || contexts(message).filter(|of| of.game == notice.game);
    if notice.kind == NoticeKind::Lobby && buttons().any(|of| of.version <= notice.version) {
        return true;
    }
    let is_same_text = || without_times(message.content.trim()) == without_times(answer.content().trim());
    let has_button = || buttons().any(|of| of.version == notice.version);
    message.attachments.len() == answer.files().len() && (is_same_text() || has_button())
}

/// Games and versions of the buttons of a message.
fn contexts(message: &Message) -> impl Iterator<Item = ComponentContext> {
    message.components.iter().flat_map(|row| &row.components).filter_map(|component| match component {
        ActionRowComponent::Button(button) => match &button.data {
            ButtonKind::NonLink { custom_id, .. } => match CustomId::decode(custom_id) {
                Ok(CustomId::Game(of, _)) => Some(of),
                _ => None,
            },
            _ => None,
        },
        _ => None,
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

#[cfg(test)]
mod tests {
    use serde_json::{json, to_value};
    use serenity::all::ButtonStyle;

    use super::*;
    use crate::discord::custom_id::Intent;
    use crate::discord::tests::stand_in;
    use crate::host::tests::{Folder, game, host, some};
    use crate::host::{GameId, Version};
    use engine::titans::GameMode;

    /// Message with a button for a game and a version.
    fn message(of: ComponentContext, files: usize) -> Message {
        let button = of.button("Move", ButtonStyle::Primary, Intent::Move);
        let sent = to_value(Answer::text("Another text").buttons(vec![button]).message()).unwrap();
        let mut message = stand_in::message(70, 500, "Another text", 0);
        message["components"] = sent["components"].clone();
        message["attachments"] = (0..files)
            .map(|_| json!({"id": "1", "filename": "board.png", "size": 1, "url": "", "proxy_url": ""}))
            .collect();
        serde_json::from_value(message).unwrap()
    }

    /// Where texts differ, only a button for the game and the version of the notice identifies a message; in a lobby also
    /// one for an earlier version, with any number of files.
    #[tokio::test]
    async fn buttons_of_another_game_or_version_do_not_count() {
        let folder = Folder::new();
        let host = host(&folder).await;
        let (id, answer) = (game(&host, GameMode::Duel, &["medieval"; 2]).await, Answer::text("Ann, your turn."));
        let notice = some(&host).await.remove(0);
        let other = GameId(id.0 + 1);
        for (game, version, files, [turn, lobby]) in [
            (id, 5, 0, [true, true]),
            (id, 4, 0, [false, true]),
            (id, 6, 0, [false, false]),
            (id, 5, 1, [false, true]),
            (other, 5, 0, [false, false]),
            (other, 4, 0, [false, false]),
        ] {
            let message = message(ComponentContext { game, version: Version(version) }, files);
            for (kind, expected) in [(NoticeKind::Turn, turn), (NoticeKind::Lobby, lobby)] {
                let notice = Notice { version: Version(5), kind, ..notice.clone() };
                assert_eq!(is_of(&message, &notice, &answer), expected, "{game} {version} {files} {kind:?}");
            }
        }
    }

    #[test]
    fn times_do_not_count() {
        let told = |time| format!("Bob, your turn, until <t:{time}:R> (<t:{time}:f>). 17");
        assert_eq!(without_times(&told(1)), without_times(&told(2024)));
        assert_eq!(without_times(&told(1)), "Bob, your turn, until <t::R> (<t::f>). 17");
        assert_ne!(without_times("e4"), without_times("e5"));
    }
}
