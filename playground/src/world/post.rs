//! Creation, editing and deletion of messages.

use std::time::SystemTime;

use serde_json::{Value, json};

use super::message::{LOADING, SILENT, SUPPRESS_EMBEDS};
use super::{
    Attachment, ChannelKind, Dispatch, EPHEMERAL, Earlier, Event, Intent, InteractionKind, Message, PageEvent, Record,
    Upload, World,
};
use crate::check;
use crate::error::ApiError;
use crate::id::{ChannelId, InteractionId, MessageId, UserId};
use crate::record::ViolationKind;
use crate::timestamp::iso;

/// Properties of a new message other than its body.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Draft {
    pub(crate) kind: u64,
    pub(crate) interaction: Option<InteractionId>,
    /// Only person who sees it.
    pub(crate) only_for: Option<UserId>,
    /// `true` for "thinking…"; the body is then ignored.
    pub(crate) loading: bool,
    pub(crate) reply_to: Option<MessageId>,
}

/// Discord's message type for the announcement of a thread.
const THREAD_CREATED: u64 = 18;

impl World {
    /// Posts a message as the bot.
    pub(crate) fn post(
        &mut self,
        channel: ChannelId,
        body: &Value,
        files: &[Upload],
        draft: Draft,
    ) -> Result<MessageId, ApiError> {
        let mut message = Message::new(MessageId(self.ids.next()), channel, self.bot);
        message.kind = draft.kind;
        message.origin = draft.interaction.and_then(|id| self.record(id)).map(Record::origin);
        message.reply_to = draft.reply_to;
        message.only_for = draft.only_for;
        if draft.only_for.is_some() {
            message.flags |= EPHEMERAL;
        }
        if draft.loading {
            message.flags |= LOADING;
        } else {
            check::message(body, files, None)?;
            if !check::has_substance(body, files) {
                return Err(ApiError::empty_message());
            }
            let flags = body["flags"].as_u64().unwrap_or(0);
            if flags & EPHEMERAL != 0 && draft.interaction.is_none() {
                self.violate(ViolationKind::Limit, "the ephemeral flag on a message that answers no interaction");
            }
            message.flags |= flags & (SUPPRESS_EMBEDS | SILENT);
            message.content = text(body, "content");
            message.components = array(body, "components");
            message.attachments = self.store(channel, files, body)?;
            self.set_embeds(&mut message, array(body, "embeds"));
            self.set_pings(&mut message, body);
        }
        Ok(self.insert_message(message))
    }

    /// Posts a message as a person.
    pub(crate) fn say(&mut self, channel: ChannelId, author: UserId, content: &str) -> MessageId {
        let mut message = Message::new(MessageId(self.ids.next()), channel, author);
        message.content = content.to_owned();
        self.set_pings(&mut message, &Value::Null);
        self.insert_message(message)
    }

    /// Posts the announcement of a thread that the bot created, as Discord does automatically.
    pub(crate) fn announce_thread(&mut self, parent: ChannelId, thread: ChannelId) {
        let mut message = Message::new(MessageId(self.ids.next()), parent, self.bot);
        message.kind = THREAD_CREATED;
        message.content = self.channels.get(&thread).map(|thread| thread.name.clone()).unwrap_or_default();
        message.thread = Some(thread);
        self.insert_message(message);
    }

    fn insert_message(&mut self, message: Message) -> MessageId {
        let (id, place) = (message.id, message.channel);
        if let Some(channel) = self.channels.get_mut(&place) {
            channel.messages.push(id);
        }
        self.messages.insert(id, message);
        self.tell(id, "MESSAGE_CREATE");
        id
    }

    /// Edits a message of the bot. Fields missing in the body stay unchanged. A list of attachments contains those to
    /// keep, so an empty one removes all.
    pub(crate) fn edit(&mut self, id: MessageId, body: &Value, files: &[Upload]) -> Result<(), ApiError> {
        let old = self.messages.get(&id).filter(|m| !m.deleted).ok_or_else(|| ApiError::unknown("Message", 10008))?;
        check::message(body, files, Some(old))?;
        let mut message = old.clone();
        message.history.push(Earlier {
            content: old.content.clone(),
            components: old.components.clone(),
            attachments: old.attachments.clone(),
        });
        if let Some(named) = body["attachments"].as_array() {
            let stays = |a: &Attachment| named.iter().any(|n| check::snowflake(&n["id"]) == Some(a.id.0));
            message.attachments.retain(stays);
            for attachment in &mut message.attachments {
                let named = named.iter().find(|n| check::snowflake(&n["id"]) == Some(attachment.id.0));
                if let Some(text) = named.and_then(|n| n["description"].as_str()) {
                    attachment.description = Some(text.to_owned());
                }
            }
        } else if !files.is_empty() && !message.attachments.is_empty() {
            self.note("an edit uploads files without a list of attachments: the old files stay too");
        }
        message.attachments.extend(self.store(message.channel, files, body)?);
        if body.get("content").is_some() {
            message.content = text(body, "content");
        }
        if body.get("components").is_some() {
            message.components = array(body, "components");
        }
        if body.get("embeds").is_some() {
            self.set_embeds(&mut message, array(body, "embeds"));
        }
        if let Some(flags) = body["flags"].as_u64() {
            message.flags = message.flags & !SUPPRESS_EMBEDS | flags & SUPPRESS_EMBEDS;
        }
        let bare = message.content.trim().is_empty() && message.embeds.is_empty() && message.components.is_empty();
        if bare && message.attachments.is_empty() {
            return Err(ApiError::empty_message());
        }
        if message.loading() {
            // The deferred response arrives: it notifies like a new message.
            message.flags &= !LOADING;
            message.history.clear();
            self.set_pings(&mut message, body);
        } else {
            message.edits += 1;
            message.edited = Some(SystemTime::now());
        }
        self.messages.insert(id, message);
        self.tell(id, "MESSAGE_UPDATE");
        Ok(())
    }

    pub(crate) fn delete_message(&mut self, id: MessageId) {
        let Some(message) = self.messages.get_mut(&id) else {
            return;
        };
        message.deleted = true;
        let (channel, ephemeral) = (message.channel, message.ephemeral());
        let guild = self.channels.get(&channel).and_then(|c| c.guild);
        if !ephemeral {
            let mut data = json!({"id": id, "channel_id": channel});
            if let Some(guild) = guild {
                data["guild_id"] = json!(guild);
            }
            self.outbox.push(Event::gateway("MESSAGE_DELETE", self.message_intent(channel), guild, data));
        }
        self.outbox.push(Event::page(PageEvent::Message(id)));
    }

    fn message_intent(&self, channel: ChannelId) -> Intent {
        let dm = self.channels.get(&channel).is_some_and(|c| c.kind == ChannelKind::Dm);
        if dm { Intent::DIRECT_MESSAGES } else { Intent::GUILD_MESSAGES }
    }

    /// Emits the event of a message; ephemeral ones go to the page only.
    fn tell(&mut self, id: MessageId, event: &'static str) {
        self.outbox.push(Event::page(PageEvent::Message(id)));
        let Some(message) = self.messages.get(&id).filter(|m| !m.ephemeral()) else {
            return;
        };
        let guild = self.channels.get(&message.channel).and_then(|c| c.guild);
        let mut data = self.message_json(message);
        if let Some(guild) = guild {
            data["guild_id"] = json!(guild);
            if let Some(member) = self.guilds.get(&guild).and_then(|g| g.members.get(&message.author)) {
                data["member"] = member.json();
            }
        }
        // A person's text is only for bots that they mention, and for bots with the intent.
        let guarded = guild.is_some() && message.author != self.bot && !message.pings.contains(&self.bot);
        let intent = self.message_intent(message.channel);
        self.outbox.push(Event::Gateway(Dispatch { name: event, intent, guild, data, guarded }));
    }

    pub(crate) fn message_json(&self, message: &Message) -> Value {
        let mut out = json!({
            "id": message.id,
            "channel_id": message.channel,
            "author": self.user_json(message.author),
            "content": message.content,
            "timestamp": iso(message.sent),
            "edited_timestamp": message.edited.map(iso),
            "tts": false,
            "mention_everyone": message.pinged_everyone,
            "mentions": message.pings.iter().map(|u| self.user_json(*u)).collect::<Vec<_>>(),
            "mention_roles": message.pinged_roles,
            "attachments": message.attachments.iter().filter(|a| !a.in_embed).map(Attachment::json).collect::<Vec<_>>(),
            "embeds": message.embeds,
            "components": message.components,
            "flags": message.flags,
            "type": message.kind,
            "pinned": message.pinned,
        });
        if !message.reactions.is_empty() {
            let reaction = |name: &String| {
                json!({"emoji": {"id": null, "name": name}, "count": 1, "me": true, "me_burst": false,
                       "burst_colors": [], "count_details": {"normal": 1, "burst": 0}})
            };
            out["reactions"] = message.reactions.iter().map(reaction).collect();
        }
        let guild = self.channels.get(&message.channel).and_then(|c| c.guild);
        if let Some(thread) = message.thread {
            out["message_reference"] = json!({"type": 0, "channel_id": thread, "guild_id": guild});
        }
        if let Some(to) = message.reply_to {
            out["message_reference"] = json!({"type": 0, "message_id": to, "channel_id": message.channel});
            if let Some(guild) = guild {
                out["message_reference"]["guild_id"] = json!(guild);
            }
        }
        if let Some(origin) = &message.origin {
            let user = self.user_json(origin.user);
            out["application_id"] = json!(self.bot);
            out["webhook_id"] = json!(self.bot);
            out["interaction_metadata"] = json!({
                "id": origin.id, "type": origin.kind.number(), "user": user,
                "authorizing_integration_owners": {"0": guild.map_or("0".into(), |g| g.to_string())},
            });
            match (origin.kind, origin.message) {
                (InteractionKind::Command, _) => {
                    out["interaction"] = json!({"id": origin.id, "type": 2, "name": origin.name, "user": user});
                }
                (InteractionKind::Component, Some(on)) => {
                    out["interaction_metadata"]["interacted_message_id"] = json!(on);
                }
                _ => {}
            }
        }
        out
    }
}

fn text(body: &Value, field: &str) -> String {
    body[field].as_str().unwrap_or_default().to_owned()
}

/// List from a body, without null fields, as Discord returns it.
fn array(body: &Value, field: &str) -> Vec<Value> {
    let mut list = body[field].as_array().cloned().unwrap_or_default();
    list.iter_mut().for_each(without_nulls);
    list
}

fn without_nulls(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|_, v| !v.is_null());
            fields.values_mut().for_each(without_nulls);
        }
        Value::Array(list) => list.iter_mut().for_each(without_nulls),
        _ => {}
    }
}
