//! Slash commands: lookup, options, autocomplete.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{Act, dispatch, here};
use crate::check::{self, Command, CommandOption, kinds};
use crate::error::Error;
use crate::id::{ChannelId, InteractionId, RoleId, UserId};
use crate::limits;
use crate::permissions::Permissions;
use crate::world::{InteractionKind, Registered, World};

/// Value of a command option.
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    /// Text, or the name or value of a choice. Numbers and booleans can be spelled out.
    Text(String),
    /// Integer.
    Integer(i64),
    /// Number.
    Number(f64),
    /// Boolean.
    Bool(bool),
    /// Person.
    User(UserId),
    /// Channel.
    Channel(ChannelId),
    /// Role.
    Role(RoleId),
    /// File by name and contents.
    File(String, Arc<[u8]>),
}

macro_rules! arg_from {
    ($($from:ty => $make:expr),* $(,)?) => {$(
        impl From<$from> for Arg {
            fn from(value: $from) -> Self {
                $make(value)
            }
        }
    )*};
}

arg_from! {
    &str => |v: &str| Self::Text(v.to_owned()),
    String => Self::Text,
    i64 => Self::Integer,
    i32 => |v| Self::Integer(i64::from(v)),
    u32 => |v| Self::Integer(i64::from(v)),
    f64 => Self::Number,
    bool => Self::Bool,
    UserId => Self::User,
    ChannelId => Self::Channel,
    RoleId => Self::Role,
}

impl Arg {
    /// Creates a file argument.
    pub fn file(name: &str, bytes: impl Into<Arc<[u8]>>) -> Self {
        Self::File(name.to_owned(), bytes.into())
    }
}

/// Options by name.
pub(crate) type Args = [(String, Arg)];

/// Person and place of a command.
#[derive(Clone, Copy)]
struct Scene {
    user: UserId,
    channel: ChannelId,
}

/// Runs a command; `path` includes group and subcommand, such as `titans new`.
pub(crate) fn slash(
    world: &mut World,
    user: UserId,
    channel: ChannelId,
    path: &str,
    args: &Args,
) -> Result<InteractionId, Error> {
    let data = data(world, Scene { user, channel }, path, args, None)?;
    let name = path.trim_start_matches('/').to_owned();
    Ok(dispatch(world, Act { kind: InteractionKind::Command, user, channel, data, name, message: None }))
}

/// Sends a command with this data, without checks.
pub(crate) fn forge_command(world: &mut World, user: UserId, channel: ChannelId, data: Value) -> InteractionId {
    let name = data["name"].as_str().unwrap_or("a forged command").to_owned();
    dispatch(world, Act { kind: InteractionKind::Command, user, channel, data, name, message: None })
}

/// Requests autocomplete of `typed` in the option `focus`.
pub(crate) fn autocomplete(
    world: &mut World,
    user: UserId,
    channel: ChannelId,
    path: &str,
    focus: (&str, &str),
    args: &Args,
) -> Result<InteractionId, Error> {
    let data = data(world, Scene { user, channel }, path, args, Some(focus))?;
    let name = format!("the completion of {} in {}", focus.0, path.trim_start_matches('/'));
    Ok(dispatch(world, Act { kind: InteractionKind::Autocomplete, user, channel, data, name, message: None }))
}

/// Checks whether a person can use a command in a channel; the error is the reason why not.
pub(crate) fn available(world: &World, user: UserId, channel: ChannelId, command: &Command) -> Result<(), Error> {
    let name = &command.name;
    let private = world.channels.get(&channel).is_none_or(|c| c.guild.is_none());
    let context = u64::from(private);
    if command.contexts.as_ref().is_some_and(|c| !c.contains(&context)) {
        let place = if private { "in private" } else { "in a server" };
        return Err(Error::refused(format!("/{name} does not exist {place}")));
    }
    if private {
        return match command.dm_permission {
            Some(false) => Err(Error::refused(format!("/{name} does not exist in private"))),
            _ => Ok(()),
        };
    }
    let may = world.permissions(user, channel);
    if !may.contains(Permissions::USE_APPLICATION_COMMANDS) {
        return Err(Error::refused(format!("{} may not use commands here", world.name_of(user))));
    }
    // With an empty set of permissions, only administrators see a command. Settings of the server take precedence.
    let hidden = match world.integration(user, channel, name) {
        _ if may == Permissions::ALL => false,
        Some(allowed) => !allowed,
        None => command.needs().is_some_and(|n| n == 0 || !may.contains(Permissions::from_bits_retain(n))),
    };
    if hidden { Err(Error::refused(format!("/{name} is hidden from {}", world.name_of(user)))) } else { Ok(()) }
}

fn data(world: &mut World, scene: Scene, path: &str, args: &Args, focus: Option<(&str, &str)>) -> Result<Value, Error> {
    here(world, scene.user, scene.channel)?;
    let mut steps = path.trim_start_matches('/').split_whitespace();
    let name = steps.next().unwrap_or_default();
    let guild = world.channels.get(&scene.channel).and_then(|c| c.guild);
    let found = world.commands_in(guild).filter(|c| c.command.name == name && c.command.kind() == 1);
    // A server command takes precedence over a global one.
    let Some(Registered { id, command, .. }) = found.max_by_key(|c| c.guild).cloned() else {
        return Err(Error::refused(format!("there is no command /{name}")));
    };
    available(world, scene.user, scene.channel, &command)?;

    let mut options = command.options();
    let mut branches = Vec::new();
    for step in steps {
        let branch = options.iter().find(|o| o.is_branch() && o.name == step);
        let branch = branch.ok_or_else(|| Error::refused(format!("/{path} has no subcommand {step}")))?;
        branches.push((branch.name.clone(), branch.kind));
        options = branch.options();
    }
    if options.iter().any(CommandOption::is_branch) {
        return Err(Error::refused(format!("/{path} needs a subcommand")));
    }
    let (mut filled, resolved) = fill(world, scene, options, args, focus)?;
    for (name, kind) in branches.into_iter().rev() {
        filled = vec![json!({"name": name, "type": kind, "options": filled})];
    }
    let mut data = json!({"id": id, "name": command.name, "type": 1, "options": filled});
    if resolved.as_object().is_some_and(|r| !r.is_empty()) {
        data["resolved"] = resolved;
    }
    if let Some(guild) = world.commands.iter().find(|c| c.id == id).and_then(|c| c.guild) {
        data["guild_id"] = json!(guild);
    }
    Ok(data)
}

/// Fills in option values and resolves the ids among them.
fn fill(
    world: &mut World,
    scene: Scene,
    options: &[CommandOption],
    args: &Args,
    focus: Option<(&str, &str)>,
) -> Result<(Vec<Value>, Value), Error> {
    let known = |name: &str| options.iter().any(|o| o.name == name);
    if let Some((name, _)) = args.iter().find(|(name, _)| !known(name)) {
        return Err(Error::refused(format!("there is no option “{name}”")));
    }
    let completes = |name: &str| options.iter().any(|o| o.name == name && o.autocomplete == Some(true));
    if let Some((name, _)) = focus.filter(|(name, _)| !completes(name)) {
        return Err(Error::refused(format!("the option {name} does not complete itself")));
    }
    let mut filled = Vec::new();
    let mut resolved = json!({});
    for option in options {
        let name = &option.name;
        if let Some((_, typed)) = focus.filter(|(f, _)| f == name) {
            filled.push(json!({"name": name, "type": option.kind, "value": typed, "focused": true}));
            continue;
        }
        let Some((_, arg)) = args.iter().find(|(n, _)| n == name) else {
            if option.required == Some(true) && focus.is_none() {
                return Err(Error::refused(format!("“{name}” is required")));
            }
            continue;
        };
        let value = value(world, scene, option, arg, &mut resolved)?;
        filled.push(json!({"name": name, "type": option.kind, "value": value}));
    }
    Ok((filled, resolved))
}

#[expect(clippy::cast_possible_truncation, reason = "the number is whole and within the limits of an option")]
fn value(
    world: &mut World,
    scene: Scene,
    option: &CommandOption,
    arg: &Arg,
    resolved: &mut Value,
) -> Result<Value, Error> {
    let name = &option.name;
    let arg = &read(world, option.kind, arg);
    let wrong = |what: &str| {
        let given = match arg {
            Arg::Text(text) => format!("; “{text}” is not"),
            _ => String::new(),
        };
        Error::refused(format!("“{name}” must be {what}{given}"))
    };
    if !option.choices().is_empty() {
        let same = |value: &Value| match arg {
            // The page sends values of choices as text, including numbers.
            Arg::Text(text) => value == text || value.as_i64().is_some_and(|n| text.parse() == Ok(n)),
            Arg::Integer(n) => value == n,
            Arg::Number(n) => value == n,
            _ => false,
        };
        let named = |c: &&check::FixedChoice| matches!(arg, Arg::Text(t) if *t == c.name) || same(&c.value);
        return option.choices().iter().find(named).map(|c| c.value.clone()).ok_or_else(|| wrong("one of its choices"));
    }
    let number = match arg {
        Arg::Integer(n) => Some(*n as f64),
        Arg::Number(n) => Some(*n),
        Arg::Text(text) => text.trim().parse().ok(),
        _ => None,
    };
    match (option.kind, arg) {
        (kinds::STRING, Arg::Text(text)) => {
            let length = check::len(text);
            let most = option.max_length.unwrap_or(limits::OPTION_TEXT);
            if length < option.min_length.unwrap_or(0) || length > most || text.is_empty() {
                let least = option.min_length.unwrap_or(0).max(1);
                return Err(Error::refused(format!("“{name}” must have {least} to {most} characters")));
            }
            Ok(json!(text))
        }
        (kinds::INTEGER | kinds::NUMBER, _) => {
            let number = number.ok_or_else(|| wrong("a number"))?;
            let whole = number.fract() == 0.0;
            let least = option.min_value.unwrap_or(f64::NEG_INFINITY);
            let most = option.max_value.unwrap_or(f64::INFINITY);
            if number < least || number > most || (option.kind == kinds::INTEGER && !whole) {
                let what = match (option.min_value, option.max_value) {
                    (Some(least), Some(most)) => format!("a number from {least} to {most}"),
                    (Some(least), None) => format!("a number, {least} or more"),
                    (None, Some(most)) => format!("a number, {most} or less"),
                    (None, None) => "a whole number".to_owned(),
                };
                return Err(wrong(&what));
            }
            Ok(if option.kind == kinds::INTEGER { json!(number as i64) } else { json!(number) })
        }
        (kinds::BOOLEAN, Arg::Bool(yes)) => Ok(json!(yes)),
        (kinds::BOOLEAN, Arg::Text(text)) => text.parse::<bool>().map(Value::from).map_err(|_| wrong("true or false")),
        (kinds::USER | kinds::MENTIONABLE, Arg::User(user)) => {
            resolve_user(world, scene.channel, *user, resolved)?;
            Ok(json!(user))
        }
        (kinds::ROLE | kinds::MENTIONABLE, Arg::Role(role)) => {
            resolve_role(world, scene.channel, *role, resolved)?;
            Ok(json!(role))
        }
        (kinds::CHANNEL, Arg::Channel(channel)) => {
            here(world, scene.user, *channel)?;
            let mut json = world.channel_json(*channel);
            json["permissions"] = json!(world.permissions(scene.user, *channel));
            resolved["channels"][channel.to_string()] = json;
            Ok(json!(channel))
        }
        (kinds::ATTACHMENT, Arg::File(file, bytes)) => {
            if bytes.is_empty() || bytes.len() > limits::FILE_BYTES {
                return Err(Error::refused(format!("the file {file} has {} bytes", bytes.len())));
            }
            let attachment = world.file(scene.channel, file, None, Arc::clone(bytes));
            let id = attachment.id;
            let mut json = attachment.json();
            json["ephemeral"] = json!(true);
            resolved["attachments"][id.to_string()] = json;
            world.uploads.insert(id, attachment);
            Ok(json!(id))
        }
        _ => Err(wrong(kind_name(option.kind))),
    }
}

/// Name of an option type, for messages.
const fn kind_name(kind: u64) -> &'static str {
    match kind {
        kinds::BOOLEAN => "true or false",
        kinds::USER => "a person from the list",
        kinds::CHANNEL => "a channel from the list",
        kinds::ROLE => "a role from the list",
        kinds::MENTIONABLE => "a person or role from the list",
        kinds::ATTACHMENT => "a file",
        kinds::INTEGER | kinds::NUMBER => "a number",
        _ => "text",
    }
}

/// Parses an id in text form, as sent by the page, for the option type.
fn read(world: &World, kind: u64, arg: &Arg) -> Arg {
    let number = match arg {
        Arg::Text(text) => text.trim().parse::<u64>().ok(),
        _ => None,
    };
    match (kind, number) {
        (kinds::MENTIONABLE, Some(n)) if !world.users.contains_key(&UserId(n)) => Arg::Role(RoleId(n)),
        (kinds::USER | kinds::MENTIONABLE, Some(n)) => Arg::User(UserId(n)),
        (kinds::CHANNEL, Some(n)) => Arg::Channel(ChannelId(n)),
        (kinds::ROLE, Some(n)) => Arg::Role(RoleId(n)),
        _ => arg.clone(),
    }
}

/// Adds a person to the resolved data.
pub(super) fn resolve_user(world: &World, channel: ChannelId, user: UserId, resolved: &mut Value) -> Result<(), Error> {
    if !world.users.contains_key(&user) {
        return Err(Error::unknown(format!("user {user}")));
    }
    resolved["users"][user.to_string()] = world.user_json(user);
    let guild = world.channels.get(&channel).and_then(|c| c.guild).and_then(|g| world.guilds.get(&g));
    if let Some(member) = guild.and_then(|g| g.members.get(&user)) {
        let mut json = member.json();
        json["permissions"] = json!(world.permissions(user, channel));
        resolved["members"][user.to_string()] = json;
    }
    Ok(())
}

/// Adds a role to the resolved data.
pub(super) fn resolve_role(world: &World, channel: ChannelId, role: RoleId, resolved: &mut Value) -> Result<(), Error> {
    let guild = world.channels.get(&channel).and_then(|c| c.guild).and_then(|g| world.guilds.get(&g));
    let json = guild.and_then(|g| g.role(role)).ok_or_else(|| Error::unknown(format!("role {role}")))?.json();
    resolved["roles"][role.to_string()] = json;
    Ok(())
}
