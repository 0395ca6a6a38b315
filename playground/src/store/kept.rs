//! Stored form of a world, and its restoration.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::check;
use crate::id::{AttachmentId, CommandId, GuildId, MessageId, RoleId, UserId};
use crate::world::{Channel, Guild, Message, Registered, User, World};

/// One line of the file. A later line about the same object replaces an earlier one.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Entry {
    /// First line: version of the format.
    Playground(u32),
    Places(Places),
    Commands(Vec<Command>),
    Message(Box<Message>),
    File(File),
}

/// People, servers and channels.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Places {
    bot: UserId,
    /// Token of the bot, which derives lasting secrets from it, as a bot of Discord may; empty in older files.
    #[serde(default)]
    token: String,
    users: Vec<User>,
    guilds: Vec<Guild>,
    channels: Vec<Channel>,
    integrations: Vec<(GuildId, String, BTreeMap<RoleId, bool>)>,
}

/// Command registered by the bot.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Command {
    guild: Option<GuildId>,
    json: Value,
}

/// Contents of an attachment.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct File {
    pub(super) id: AttachmentId,
    #[serde(with = "base64")]
    pub(super) bytes: Arc<[u8]>,
}

mod base64 {
    use std::sync::Arc;

    use data_encoding::BASE64;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&BASE64.encode(bytes))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Arc<[u8]>, D::Error> {
        let text = String::deserialize(from)?;
        let bytes = BASE64.decode(text.as_bytes());
        bytes.map(Arc::from).map_err(serde::de::Error::custom)
    }
}

impl Places {
    pub(super) fn of(world: &World) -> Self {
        let without_messages = |channel: &Channel| Channel { messages: Vec::new(), ..channel.clone() };
        let integration =
            |((guild, command), roles): (&(GuildId, String), &BTreeMap<_, _>)| (*guild, command.clone(), roles.clone());
        // Sorted, so that the order is stable.
        let integrations: BTreeMap<_, _> = world.integrations.iter().collect();
        Self {
            bot: world.bot,
            token: world.token.clone(),
            users: world.users.values().cloned().collect(),
            guilds: world.guilds.values().cloned().collect(),
            channels: world.channels.values().map(without_messages).collect(),
            integrations: integrations.into_iter().map(integration).collect(),
        }
    }
}

/// Commands of the bot.
pub(super) fn commands(world: &World) -> Vec<Command> {
    let command = |registered: &Registered| Command { guild: registered.guild, json: registered.json.clone() };
    world.commands.iter().map(command).collect()
}

/// Everything that is stored.
#[derive(Debug, Default)]
pub(super) struct Kept {
    places: Option<Places>,
    commands: Vec<Command>,
    messages: BTreeMap<MessageId, Message>,
    files: BTreeMap<AttachmentId, Arc<[u8]>>,
}

impl Kept {
    /// Applies a line.
    pub(super) fn take(&mut self, entry: Entry) {
        match entry {
            Entry::Playground(_) => {}
            Entry::Places(places) => self.places = Some(places),
            Entry::Commands(commands) => self.commands = commands,
            Entry::Message(message) => {
                self.messages.insert(message.id, *message);
            }
            Entry::File(file) => {
                self.files.insert(file.id, file.bytes);
            }
        }
    }

    /// Drops deleted and never completed messages, and the oldest beyond the limits of messages and attachment bytes.
    pub(super) fn trim(&mut self, messages: usize, bytes: usize) {
        self.messages.retain(|_, message| !message.deleted && !message.loading());
        while self.messages.len() > messages {
            self.messages.pop_first();
        }
        let attached = self.messages.values().flat_map(|m| &m.attachments);
        let attached: BTreeSet<AttachmentId> = attached.map(|file| file.id).collect();
        let mut room = bytes;
        let mut kept = BTreeMap::new();
        while let Some((id, file)) = self.files.pop_last() {
            if !attached.contains(&id) {
                continue;
            }
            let Some(left) = room.checked_sub(file.len()) else {
                break;
            };
            room = left;
            kept.insert(id, file);
        }
        self.files = kept;
    }

    /// Ids of the stored attachments.
    pub(super) fn files(&self) -> BTreeSet<AttachmentId> {
        self.files.keys().copied().collect()
    }

    /// Lines of the file; attachments come before their messages.
    pub(super) fn entries(self) -> impl Iterator<Item = Entry> {
        let files = self.files.into_iter();
        let messages = self.messages.into_values();
        self.places
            .map(Entry::Places)
            .into_iter()
            .chain([Entry::Commands(self.commands)])
            .chain(files.map(|(id, bytes)| Entry::File(File { id, bytes })))
            .chain(messages.map(|message| Entry::Message(Box::new(message))))
    }

    /// Restores the world, with attachments served under `files`; `None` if nothing was stored yet.
    ///
    /// # Errors
    /// A sentence that describes the inconsistency.
    pub(super) fn world(&self, base: &str, files: &str) -> Result<Option<World>, String> {
        let Some(places) = &self.places else {
            return Ok(None);
        };
        let mut world = World::empty();
        base.clone_into(&mut world.base);
        files.clone_into(&mut world.files);
        world.bot = places.bot;
        world.token.clone_from(&places.token);
        world.users = by(&places.users, |user| user.id);
        world.guilds = by(&places.guilds, |guild| guild.id);
        world.channels = by(&places.channels, |channel| channel.id);
        for (guild, command, roles) in &places.integrations {
            let key = (*guild, command.clone());
            world.integrations.insert(key, roles.clone());
        }
        for command in &self.commands {
            world.commands.push(command.registered()?);
        }
        for (id, message) in &self.messages {
            let Some(channel) = world.channels.get_mut(&message.channel) else {
                return Err(format!("the channel of the message {id} is missing"));
            };
            channel.messages.push(*id);
            let mut message = message.clone();
            self.fill(&mut message, files);
            world.messages.insert(*id, message);
        }
        if !world.users.contains_key(&world.bot) {
            return Err("the bot is missing".to_owned());
        }
        world.ids.go_on_after(newest(&world));
        Ok(Some(world))
    }

    /// Restores the contents and addresses of a message's attachments, also in its embeds.
    fn fill(&self, message: &mut Message, files: &str) {
        for file in &mut message.attachments {
            file.bytes = self.files.get(&file.id).cloned().unwrap_or_default();
            file.url = file.address(files, message.channel);
        }
        for embed in &mut message.embeds {
            for slot in ["image", "thumbnail"] {
                let path = |url: &str| url.split_once("/attachments/").map(|(_, p)| p.to_owned());
                let Some(path) = embed[slot]["url"].as_str().and_then(path) else {
                    continue;
                };
                if let Some(file) = message.attachments.iter().find(|a| a.url.ends_with(&path)) {
                    embed[slot]["url"] = json!(file.url);
                    embed[slot]["proxy_url"] = json!(file.url);
                }
            }
        }
    }
}

impl Command {
    fn registered(&self) -> Result<Registered, String> {
        let wrong = || format!("the command {} is not understood", self.json["name"]);
        let parsed = check::command_set(std::slice::from_ref(&self.json)).map_err(|_| wrong())?;
        Ok(Registered {
            id: CommandId(check::snowflake(&self.json["id"]).ok_or_else(wrong)?),
            guild: self.guild,
            command: parsed.into_iter().next().ok_or_else(wrong)?,
            json: self.json.clone(),
        })
    }
}

fn by<K: Ord, T: Clone>(list: &[T], key: impl Fn(&T) -> K) -> BTreeMap<K, T> {
    list.iter().map(|one| (key(one), one.clone())).collect()
}

/// Largest id in the world.
fn newest(world: &World) -> u64 {
    let users = world.users.keys().map(|id| id.0);
    let guilds = world.guilds.values();
    let roles = guilds.flat_map(|guild| guild.roles.iter().map(|role| role.id.0));
    let channels = world.channels.keys().map(|id| id.0);
    let commands = world.commands.iter().map(|command| command.id.0);
    let messages = world.messages.values().flat_map(|message| {
        let origin = message.origin.as_ref().map(|origin| origin.id.0);
        let files = message.attachments.iter().map(|file| file.id.0);
        files.chain(origin).chain([message.id.0])
    });
    let all = users.chain(roles).chain(channels).chain(commands);
    all.chain(messages).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::{Draft, Upload};

    /// World with a picture inside an embed, and all of its entries.
    fn played() -> (World, Vec<Entry>) {
        let mut world = World::new("Bot");
        world.files = "http://old".to_owned();
        let ann = world.add_user("ann", false);
        let club = world.add_guild("Club", ann);
        let games = world.add_channel(club, "games");
        let command = json!({"name": "go", "description": "Goes", "id": "77", "type": 1});
        world.commands.push(Command { guild: None, json: command }.registered().unwrap());
        let board = Upload { number: 0, filename: "board.png".to_owned(), bytes: Arc::from(*b"\x89PNG picture") };
        let body = json!({"content": "a board", "embeds": [{"image": {"url": "attachment://board.png"}}]});
        world.post(games, &body, &[board], Draft::default()).unwrap();
        world.say(games, ann, "well played");
        let files = world.messages.values().flat_map(|m| &m.attachments);
        let mut entries: Vec<Entry> =
            files.map(|file| Entry::File(File { id: file.id, bytes: Arc::clone(&file.bytes) })).collect();
        let messages = world.messages.values().cloned();
        entries.extend(messages.map(|message| Entry::Message(Box::new(message))));
        entries.push(Entry::Commands(commands(&world)));
        entries.push(Entry::Places(Places::of(&world)));
        (world, entries)
    }

    fn kept(entries: Vec<Entry>) -> Kept {
        let mut kept = Kept::default();
        for entry in entries {
            let line = serde_json::to_string(&entry).unwrap();
            kept.take(serde_json::from_str(&line).unwrap());
        }
        kept
    }

    #[test]
    fn the_world_is_the_same_again_under_another_address() {
        let (mut world, entries) = played();
        let kept = kept(entries);
        let mut again = kept.world("http://new", "http://new").unwrap().unwrap();
        assert_eq!(again.commands[0].command.name, "go");
        for (one, other) in world.messages.values().zip(again.messages.values()) {
            let wanted = world.message_json(one).to_string();
            let wanted = wanted.replace("http://old", "http://new");
            assert_eq!(again.message_json(other).to_string(), wanted);
            let contents = |m: &Message| m.attachments.first().map(|file| file.bytes.clone());
            assert_eq!(contents(one), contents(other));
        }
        for (one, other) in world.channels.values().zip(again.channels.values()) {
            assert_eq!(one.messages, other.messages);
        }
        // New ids continue after the restored ones.
        let last = world.ids.next();
        again.ids.go_on_after(last);
        assert!(again.ids.next() > last);
    }

    #[test]
    fn the_oldest_goes_first_and_its_words_stay() {
        let (world, entries) = played();
        let mut kept = kept(entries);
        kept.trim(2, 5);
        assert!(kept.files.is_empty(), "the picture has more bytes");
        let again = kept.world("", "").unwrap().unwrap();
        let board = again.messages.values().next().unwrap();
        assert_eq!(board.content, "a board");
        assert!(board.picture().unwrap().bytes.is_empty());
        kept.trim(1, 5);
        let again = kept.world("", "").unwrap().unwrap();
        assert_eq!(again.messages.keys().next(), world.messages.keys().next_back());
    }

    #[test]
    fn what_makes_no_sense_is_named() {
        let (_, mut entries) = played();
        entries.retain(|entry| !matches!(entry, Entry::Places(_)));
        assert!(kept(entries).world("", "").unwrap().is_none());
        let (mut world, mut entries) = played();
        world.channels.clear();
        entries.push(Entry::Places(Places::of(&world)));
        let why = kept(entries).world("", "").unwrap_err();
        assert!(why.contains("the channel of the message"), "{why}");
    }
}
