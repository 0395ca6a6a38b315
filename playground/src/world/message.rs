//! Messages and their attachments.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Origin;
use crate::id::{AttachmentId, ChannelId, MessageId, RoleId, UserId};

/// Flag of a message that only one person sees.
pub(crate) const EPHEMERAL: u64 = 64;
/// Flag of a response in the "thinking…" state.
pub(crate) const LOADING: u64 = 128;
/// Flag of a message without link previews.
pub(crate) const SUPPRESS_EMBEDS: u64 = 4;
/// Flag of a message without notification sounds.
pub(crate) const SILENT: u64 = 4096;

/// Attachment of a message.
#[derive(Clone, Serialize, Deserialize)]
pub struct Attachment {
    /// Id.
    pub id: AttachmentId,
    /// File name.
    pub filename: String,
    /// Alternative text.
    pub description: Option<String>,
    /// Media type, derived from the name.
    pub content_type: String,
    /// Download address.
    #[serde(skip)]
    pub url: String,
    /// Contents; empty if no longer kept.
    #[serde(skip)]
    pub bytes: Arc<[u8]>,
    /// Width and height, for PNG and GIF.
    pub size: Option<(u32, u32)>,
    /// `true` if an embed of the message displays it; Discord then does not list it among the attachments.
    pub in_embed: bool,
}

impl std::fmt::Debug for Attachment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Attachment({:?}, {} bytes, {:?})", self.filename, self.bytes.len(), self.description)
    }
}

impl Attachment {
    /// Address in a channel, below this base.
    pub(crate) fn address(&self, base: &str, channel: ChannelId) -> String {
        format!("{base}/attachments/{channel}/{}/{}", self.id, self.filename)
    }

    pub(crate) fn json(&self) -> Value {
        let mut out = json!({
            "id": self.id,
            "filename": self.filename,
            "size": self.bytes.len(),
            "url": self.url,
            "proxy_url": self.url,
            "content_type": self.content_type,
        });
        if let Some((width, height)) = self.size {
            out["width"] = json!(width);
            out["height"] = json!(height);
        }
        if let Some(text) = &self.description {
            out["description"] = json!(text);
        }
        out
    }
}

/// A button on a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// Label.
    pub label: String,
    /// `custom_id`; empty for a link.
    pub custom_id: String,
    /// Style: 1 primary, 2 secondary, 3 success, 4 danger, 5 link.
    pub style: u64,
    /// `true` if it cannot be pressed.
    pub disabled: bool,
}

/// A select menu on a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Select {
    /// The `custom_id`.
    pub custom_id: String,
    /// Text while nothing is selected.
    pub placeholder: String,
    /// Label and value of each option.
    pub options: Vec<(String, String)>,
    /// `true` if it cannot be used.
    pub disabled: bool,
}

/// State of a message before an edit.
#[derive(Clone, Debug)]
pub struct Earlier {
    /// Text.
    pub content: String,
    /// Components, in Discord's form.
    pub components: Vec<Value>,
    /// Attachments.
    pub attachments: Vec<Attachment>,
}

/// A message.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Message {
    /// Id.
    pub id: MessageId,
    /// Channel.
    pub channel: ChannelId,
    /// Author.
    pub author: UserId,
    /// Text.
    pub content: String,
    /// Embeds, in Discord's form.
    pub embeds: Vec<Value>,
    /// Rows of components, in Discord's form.
    pub components: Vec<Value>,
    /// Attachments, including those displayed inside an embed.
    pub attachments: Vec<Attachment>,
    /// Discord's flags.
    pub flags: u64,
    /// Discord's message type (0 plain, 18 new thread, 19 reply, 20 response to a command, 23 to a context menu).
    pub kind: u64,
    /// Only person who sees an ephemeral message.
    pub only_for: Option<UserId>,
    /// People notified by mentions.
    pub pings: BTreeSet<UserId>,
    /// Roles notified.
    pub pinged_roles: BTreeSet<RoleId>,
    /// `true` if it notified everyone in the channel.
    pub pinged_everyone: bool,
    /// Message to which it replies.
    pub reply_to: Option<MessageId>,
    /// Thread announced by this message.
    #[serde(default)]
    pub thread: Option<ChannelId>,
    /// Interaction to which it responds.
    pub origin: Option<Origin>,
    /// Number of edits after it was complete.
    pub edits: u32,
    /// States before each edit, oldest first.
    #[serde(skip)]
    pub history: Vec<Earlier>,
    /// `true` if it was deleted.
    pub deleted: bool,
    /// `true` if it is pinned.
    pub pinned: bool,
    /// Reactions of the bot.
    pub reactions: Vec<String>,
    /// Nonce of the request.
    pub nonce: Option<String>,
    /// Time when it was sent.
    pub sent: SystemTime,
    /// Time of the last edit.
    pub edited: Option<SystemTime>,
}

impl Message {
    pub(crate) fn new(id: MessageId, channel: ChannelId, author: UserId) -> Self {
        Self {
            id,
            channel,
            author,
            content: String::new(),
            embeds: Vec::new(),
            components: Vec::new(),
            attachments: Vec::new(),
            flags: 0,
            kind: 0,
            only_for: None,
            pings: BTreeSet::new(),
            pinged_roles: BTreeSet::new(),
            pinged_everyone: false,
            reply_to: None,
            thread: None,
            origin: None,
            edits: 0,
            history: Vec::new(),
            deleted: false,
            pinned: false,
            reactions: Vec::new(),
            nonce: None,
            sent: SystemTime::now(),
            edited: None,
        }
    }

    /// Returns `true` if only one person sees it.
    #[must_use]
    pub fn ephemeral(&self) -> bool {
        self.flags & EPHEMERAL != 0
    }

    /// Returns `true` while it shows "thinking…".
    #[must_use]
    pub fn loading(&self) -> bool {
        self.flags & LOADING != 0
    }

    /// Returns all readable text, one part per line: content, then the embeds' titles, descriptions, fields and
    /// footers.
    #[must_use]
    pub fn text(&self) -> String {
        let mut lines = vec![self.content.as_str()];
        for embed in &self.embeds {
            let text = |value: &'static str| embed.pointer(value).and_then(Value::as_str);
            lines.extend(text("/author/name").into_iter().chain(text("/title")).chain(text("/description")));
            for field in embed["fields"].as_array().into_iter().flatten() {
                lines.extend(field["name"].as_str().into_iter().chain(field["value"].as_str()));
            }
            lines.extend(text("/footer/text"));
        }
        lines.retain(|line| !line.is_empty());
        lines.join("\n")
    }

    /// All components inside the rows, in Discord's form.
    pub(crate) fn leaves(&self) -> impl Iterator<Item = &Value> {
        self.components.iter().flat_map(|row| row["components"].as_array().into_iter().flatten())
    }

    /// Returns the buttons, row by row.
    #[must_use]
    pub fn buttons(&self) -> Vec<Button> {
        self.leaves()
            .filter(|c| c["type"] == 2)
            .map(|c| Button {
                label: string(&c["label"]),
                custom_id: string(&c["custom_id"]),
                style: c["style"].as_u64().unwrap_or(0),
                disabled: c["disabled"] == true,
            })
            .collect()
    }

    /// Returns the labels of the buttons, row by row.
    #[must_use]
    pub fn labels(&self) -> Vec<String> {
        self.buttons().into_iter().map(|b| b.label).collect()
    }

    /// Returns the select menus, row by row.
    #[must_use]
    pub fn selects(&self) -> Vec<Select> {
        self.leaves()
            .filter(|c| c["type"].as_u64().is_some_and(|t| t != 2))
            .map(|c| Select {
                custom_id: string(&c["custom_id"]),
                placeholder: string(&c["placeholder"]),
                options: c["options"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .map(|o| (string(&o["label"]), string(&o["value"])))
                    .collect(),
                disabled: c["disabled"] == true,
            })
            .collect()
    }

    /// Returns the first attachment that is a picture.
    #[must_use]
    pub fn picture(&self) -> Option<&Attachment> {
        self.attachments.iter().find(|a| a.content_type.starts_with("image/"))
    }
}

impl From<&Message> for MessageId {
    fn from(message: &Message) -> Self {
        message.id
    }
}

/// JSON string; empty for other values.
fn string(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Width and height of a PNG or GIF; `None` for other files.
pub(crate) fn picture_size(bytes: &[u8]) -> Option<(u32, u32)> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        let number = |at: usize| bytes.get(at..at + 4)?.try_into().ok().map(u32::from_be_bytes);
        return Some((number(16)?, number(20)?));
    }
    if bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a") {
        let number = |at: usize| bytes.get(at..at + 2)?.try_into().ok().map(u16::from_le_bytes);
        return Some((number(6)?.into(), number(8)?.into()));
    }
    None
}

/// Media type by the extension of a file name.
pub(crate) fn media_type(filename: &str) -> &'static str {
    match filename.rsplit('.').next().unwrap_or_default().to_ascii_lowercase().as_str() {
        "png" => "image/png",
        "gif" => "image/gif",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "txt" | "pgn" => "text/plain; charset=utf-8",
        "json" => "application/json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_png_tells_its_size() {
        let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        png.extend([0, 0, 2, 0, 0, 0, 1, 0]);
        assert_eq!(picture_size(&png), Some((512, 256)));
        assert_eq!(picture_size(&png[..18]), None);
        assert_eq!(picture_size(b"hello"), None);
    }
}
