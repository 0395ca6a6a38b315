//! Messages and the files on them.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::InteractionKind;
use crate::id::{AttachmentId, ChannelId, InteractionId, MessageId, RoleId, UserId};

/// The flag of a message only one person sees.
pub(crate) const EPHEMERAL: u64 = 64;
/// The flag of an answer that is still "thinking".
pub(crate) const LOADING: u64 = 128;
/// The flag of a message whose links show no preview.
pub(crate) const SUPPRESS_EMBEDS: u64 = 4;
/// The flag of a message that makes no sound.
pub(crate) const SILENT: u64 = 4096;

/// A file on a message.
#[derive(Clone, Serialize, Deserialize)]
pub struct Attachment {
    /// Its id.
    pub id: AttachmentId,
    /// Its name.
    pub filename: String,
    /// Its alternative text.
    pub description: Option<String>,
    /// Its media type, from the name.
    pub content_type: String,
    /// Where it can be fetched.
    #[serde(skip)]
    pub url: String,
    /// Its contents; empty where they are no longer kept.
    #[serde(skip)]
    pub bytes: Arc<[u8]>,
    /// Width and height, for PNG and GIF.
    pub size: Option<(u32, u32)>,
    /// Whether an embed of the message shows it; then Discord does not list it among the attachments.
    pub in_embed: bool,
}

impl std::fmt::Debug for Attachment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Attachment({:?}, {} bytes, {:?})", self.filename, self.bytes.len(), self.description)
    }
}

impl Attachment {
    /// Where it is found below this address, in a channel.
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
    /// What is written on it.
    pub label: String,
    /// The `custom_id`; empty for a link.
    pub custom_id: String,
    /// 1 primary, 2 secondary, 3 success, 4 danger, 5 link.
    pub style: u64,
    /// Whether it cannot be pressed.
    pub disabled: bool,
}

/// A select menu on a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Select {
    /// The `custom_id`.
    pub custom_id: String,
    /// What it says while nothing is chosen.
    pub placeholder: String,
    /// Label and value of each option.
    pub options: Vec<(String, String)>,
    /// Whether it cannot be used.
    pub disabled: bool,
}

/// How a message was before an edit.
#[derive(Clone, Debug)]
pub struct Earlier {
    /// Its text.
    pub content: String,
    /// Its components, in Discord's form.
    pub components: Vec<Value>,
    /// Its files.
    pub attachments: Vec<Attachment>,
}

/// The interaction that a message answers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Origin {
    /// Its id.
    pub id: InteractionId,
    /// What the person did.
    pub kind: InteractionKind,
    /// Who it was.
    pub user: UserId,
    /// What was done, for people: `titans new`, `press Accept`.
    pub name: String,
    /// The message whose component was used.
    pub message: Option<MessageId>,
}

/// A message.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Message {
    /// Its id.
    pub id: MessageId,
    /// Where it stands.
    pub channel: ChannelId,
    /// Who wrote it.
    pub author: UserId,
    /// Its text.
    pub content: String,
    /// Its embeds, in Discord's form.
    pub embeds: Vec<Value>,
    /// Its rows of components, in Discord's form.
    pub components: Vec<Value>,
    /// Its files, those shown inside an embed included.
    pub attachments: Vec<Attachment>,
    /// Discord's flags.
    pub flags: u64,
    /// Discord's number for the kind of message (0 plain, 18 a thread was opened, 19 reply, 20 answer to a command, 23 to a context menu).
    pub kind: u64,
    /// The only person who sees it, if it is ephemeral.
    pub only_for: Option<UserId>,
    /// Whom it notified by a mention.
    pub pings: BTreeSet<UserId>,
    /// The roles it notified.
    pub pinged_roles: BTreeSet<RoleId>,
    /// Whether it notified everyone in the channel.
    pub pinged_everyone: bool,
    /// The message it replies to.
    pub reply_to: Option<MessageId>,
    /// The thread it tells of, if that is what it is for.
    #[serde(default)]
    pub thread: Option<ChannelId>,
    /// What it came from, if it answers somebody.
    pub origin: Option<Origin>,
    /// How often it was edited after it was complete.
    pub edits: u32,
    /// How it was before each edit, oldest first.
    #[serde(skip)]
    pub history: Vec<Earlier>,
    /// Whether it was deleted.
    pub deleted: bool,
    /// Whether it is pinned.
    pub pinned: bool,
    /// The reactions the bot gave.
    pub reactions: Vec<String>,
    /// The nonce it was sent with.
    pub nonce: Option<String>,
    /// When it was sent.
    pub sent: SystemTime,
    /// When it was edited last.
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

    /// Whether only one person sees it.
    #[must_use]
    pub fn ephemeral(&self) -> bool {
        self.flags & EPHEMERAL != 0
    }

    /// Whether it still says that the bot is thinking.
    #[must_use]
    pub fn loading(&self) -> bool {
        self.flags & LOADING != 0
    }

    /// Every readable text, a line each: content, then the embeds' titles, descriptions, fields and footers.
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

    /// Every component inside the rows, in Discord's form.
    pub(crate) fn leaves(&self) -> impl Iterator<Item = &Value> {
        self.components.iter().flat_map(|row| row["components"].as_array().into_iter().flatten())
    }

    /// Its buttons, row by row.
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

    /// What is written on its buttons, row by row.
    #[must_use]
    pub fn labels(&self) -> Vec<String> {
        self.buttons().into_iter().map(|b| b.label).collect()
    }

    /// Its select menus, row by row.
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

    /// The first file that is a picture.
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

/// A JSON string, or nothing.
fn string(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Width and height of a PNG or GIF, if it is one.
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

/// The media type a file's name promises.
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
