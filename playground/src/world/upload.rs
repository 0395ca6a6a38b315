//! Files uploaded with a message, and the embeds that display them.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{Attachment, Message, World, media_type, picture_size};
use crate::check;
use crate::error::ApiError;
use crate::id::{AttachmentId, ChannelId};
use crate::record::ViolationKind;

/// File uploaded with a request.
#[derive(Clone, Debug)]
pub(crate) struct Upload {
    /// Number in `files[n]`, by which the body refers to it.
    pub(crate) number: u64,
    pub(crate) filename: String,
    pub(crate) bytes: Arc<[u8]>,
}

impl World {
    /// Stores uploaded files, with the names and alternative texts from the body.
    pub(super) fn store(
        &mut self,
        place: ChannelId,
        files: &[Upload],
        body: &Value,
    ) -> Result<Vec<Attachment>, ApiError> {
        let mut out = Vec::new();
        for file in files {
            let about = body["attachments"]
                .as_array()
                .into_iter()
                .flatten()
                .find(|a| check::snowflake(&a["id"]) == Some(file.number));
            let name = about.and_then(|a| a["filename"].as_str()).unwrap_or(&file.filename);
            let description = about.and_then(|a| a["description"].as_str()).map(str::to_owned);
            let attachment = self.file(place, name, description, Arc::clone(&file.bytes));
            if attachment.content_type == "image/png" && attachment.size.is_none() {
                self.violate(ViolationKind::Limit, format!("the file {name} is not a PNG"));
            }
            out.push(attachment);
        }
        Ok(out)
    }

    /// File with an id and an address.
    pub(crate) fn file(
        &mut self,
        place: ChannelId,
        name: &str,
        description: Option<String>,
        bytes: Arc<[u8]>,
    ) -> Attachment {
        let plain = |c: char| {
            if c.is_alphanumeric() || "._-".contains(c) { c } else { '_' }
        };
        let filename: String = name.chars().map(plain).collect();
        let id = AttachmentId(self.ids.next());
        let mut file = Attachment {
            id,
            url: String::new(),
            description,
            content_type: media_type(&filename).to_owned(),
            size: picture_size(&bytes),
            bytes: if self.keep_files { bytes } else { Arc::default() },
            filename,
            in_embed: false,
        };
        file.url = file.address(&self.files, place);
        file
    }

    /// Sets the embeds of a message; attachments displayed in them are no longer listed separately.
    pub(super) fn set_embeds(&mut self, message: &mut Message, mut embeds: Vec<Value>) {
        for attachment in &mut message.attachments {
            attachment.in_embed = false;
        }
        for embed in &mut embeds {
            embed["type"] = json!("rich");
            for slot in ["image", "thumbnail"] {
                let Some(name) = embed[slot]["url"].as_str().and_then(|u| u.strip_prefix("attachment://")) else {
                    continue;
                };
                if let Some(file) = message.attachments.iter_mut().rev().find(|a| a.filename == name) {
                    file.in_embed = true;
                    let (width, height) = file.size.unwrap_or_default();
                    embed[slot] = json!({"url": file.url, "proxy_url": file.url, "width": width, "height": height});
                } else {
                    let sentence = format!("an embed shows attachment://{name}, but no such file is attached");
                    self.violate(ViolationKind::Limit, sentence);
                    if let Some(fields) = embed.as_object_mut() {
                        fields.remove(slot);
                    }
                }
            }
        }
        message.embeds = embeds;
    }
}
