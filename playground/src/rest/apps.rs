//! The bot itself: its gateway, user, application, commands and direct message channels.

use serde_json::{Value, json};

use super::Op;
use super::call::{Answer, Call, nothing, ok};
use crate::check::{self, command_set};
use crate::error::ApiError;
use crate::id::{CommandId, GuildId, UserId};
use crate::world::{Event, PageEvent, Registered, World};

pub(super) fn run(op: Op, call: Call<'_>) -> Answer {
    let world = &mut call.state.world;
    let params = &call.params;
    match op {
        Op::GetGateway => ok(json!({"url": call.shared.settings.gateway_url})),
        Op::GetBotGateway => ok(json!({
            "url": call.shared.settings.gateway_url,
            "shards": call.state.sessions.recommended,
            "session_start_limit": {"total": 1000, "remaining": 999, "reset_after": 14_400_000, "max_concurrency": 1},
        })),
        Op::GetMyUser => {
            let mut me = world.user_json(world.bot);
            me["mfa_enabled"] = json!(true);
            me["verified"] = json!(true);
            me["locale"] = json!("en-US");
            me["email"] = Value::Null;
            ok(me)
        }
        Op::ListMyGuilds => {
            let mine = world.guilds.values().filter(|g| g.members.contains_key(&world.bot));
            let info = |g: &crate::world::Guild| {
                json!({"id": g.id, "name": g.name, "icon": null, "owner": false, "features": [],
                    "permissions": world.guild_permissions(world.bot, g.id)})
            };
            ok(mine.map(info).collect())
        }
        Op::GetUser => {
            let user = params.user()?;
            if world.users.contains_key(&user) {
                ok(world.user_json(user))
            } else {
                Err(ApiError::unknown("User", 10013))
            }
        }
        Op::CreateDm => {
            let user = check::snowflake(&call.body["recipient_id"]).map(UserId);
            let user = user.and_then(|u| world.users.get(&u)).ok_or_else(|| ApiError::unknown("User", 10013))?;
            if user.bot {
                return Err(ApiError::cannot_dm());
            }
            let dm = world.dm(user.id);
            ok(world.channel_json(dm))
        }
        Op::GetMyApplication | Op::GetMyOauth2Application => ok(application(world)),
        _ => commands(op, call),
    }
}

fn application(world: &World) -> Value {
    let owner = world.guilds.values().next().map_or(world.bot, |g| g.owner);
    json!({
        "id": world.bot,
        "name": world.name_of(world.bot),
        "icon": null,
        "description": "",
        "type": null,
        "bot": world.user_json(world.bot),
        "owner": world.user_json(owner),
        "bot_public": true,
        "bot_require_code_grant": false,
        "verify_key": "0".repeat(64),
        "flags": 0,
        "redirect_uris": [],
        "interactions_endpoint_url": null,
        "role_connections_verification_url": null,
        "approximate_guild_count": world.guilds.len(),
        "approximate_user_install_count": 0,
        "summary": "",
        "team": null,
    })
}

fn commands(op: Op, call: Call<'_>) -> Answer {
    let world = &mut call.state.world;
    let params = &call.params;
    if params.number("app")? != world.app() {
        return Err(ApiError::new(403, 20012, "You are not authorized to perform this action on this application"));
    }
    let guild = if params.text("guild").is_empty() { None } else { Some(world.visible_guild(params.guild()?)?.id) };
    let at = |world: &World, id: CommandId| {
        let at = world.commands.iter().position(|c| c.id == id && c.guild == guild);
        at.ok_or_else(|| ApiError::unknown("application command", 10063))
    };
    match op {
        Op::ListCommands | Op::ListGuildCommands => {
            ok(world.commands.iter().filter(|c| c.guild == guild).map(|c| c.json.clone()).collect())
        }
        Op::SetCommands | Op::SetGuildCommands => {
            let list = call.body.as_array().cloned().unwrap_or_default();
            replace(world, guild, list).map(|all| (200, Value::from(all)))
        }
        Op::CreateCommand | Op::CreateGuildCommand => {
            let name = (call.body["name"].clone(), call.body["type"].as_u64().unwrap_or(1));
            let same = |c: &Value| (c["name"].clone(), c["type"].as_u64().unwrap_or(1)) == name;
            let mut list: Vec<Value> =
                world.commands.iter().filter(|c| c.guild == guild).map(|c| c.json.clone()).collect();
            let status = if list.iter().any(same) { 200 } else { 201 };
            list.retain(|c| !same(c));
            list.push(call.body.clone());
            replace(world, guild, list).map(|all| (status, all.last().cloned().unwrap_or_default()))
        }
        Op::GetCommand | Op::GetGuildCommand => {
            let at = at(world, params.command()?)?;
            ok(world.commands[at].json.clone())
        }
        Op::UpdateCommand | Op::UpdateGuildCommand => {
            let id = params.command()?;
            at(world, id)?;
            let mut list: Vec<Value> = Vec::new();
            for command in world.commands.iter().filter(|c| c.guild == guild) {
                let mut json = command.json.clone();
                if let (true, Some(changes)) = (command.id == id, call.body.as_object()) {
                    changes.iter().for_each(|(field, value)| json[field] = value.clone());
                }
                list.push(json);
            }
            replace(world, guild, list)?;
            let at = at(world, id)?;
            ok(world.commands[at].json.clone())
        }
        Op::DeleteCommand | Op::DeleteGuildCommand => {
            let at = at(world, params.command()?)?;
            world.commands.remove(at);
            world.outbox.push(Event::page(PageEvent::Bot));
            nothing()
        }
        _ => Err(ApiError::new(501, 0, "not implemented")),
    }
}

/// Replaces all commands of a scope. A command with an unchanged name keeps its id.
fn replace(world: &mut World, guild: Option<GuildId>, list: Vec<Value>) -> Result<Vec<Value>, ApiError> {
    let parsed = command_set(&list)?;
    let old: Vec<Registered> = world.commands.iter().filter(|c| c.guild == guild).cloned().collect();
    world.commands.retain(|c| c.guild != guild);
    let mut out = Vec::new();
    for (command, mut json) in parsed.into_iter().zip(list) {
        let same = old.iter().find(|o| o.command.name == command.name && o.command.kind() == command.kind());
        let id = same.map_or_else(|| CommandId(world.ids.next()), |o| o.id);
        json["id"] = json!(id);
        json["application_id"] = json!(world.bot);
        json["version"] = json!(world.ids.next().to_string());
        json["type"] = json!(command.kind());
        json["description"] = json!(command.description.clone().unwrap_or_default());
        json["default_member_permissions"] = json!(command.needs().map(|p| p.to_string()));
        if let Some(guild) = guild {
            json["guild_id"] = json!(guild);
        }
        without_nulls_in_options(&mut json);
        out.push(json.clone());
        world.commands.push(Registered { id, guild, command, json });
    }
    world.outbox.push(Event::page(PageEvent::Bot));
    Ok(out)
}

/// Removes null fields from options, as Discord does.
fn without_nulls_in_options(value: &mut Value) {
    if let Some(options) = value["options"].as_array_mut() {
        for option in options {
            if let Some(fields) = option.as_object_mut() {
                fields.retain(|_, v| !v.is_null());
            }
            if option.get("options").is_some() {
                without_nulls_in_options(option);
            }
        }
    } else if let Some(fields) = value.as_object_mut() {
        fields.remove("options");
    }
}
