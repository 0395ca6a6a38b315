//! Servers: their channels, roles and members.

use serde_json::{Value, json};

use super::Op;
use super::call::{Answer, Call, nothing, ok};
use crate::check;
use crate::error::ApiError;
use crate::id::UserId;
use crate::limits;
use crate::permissions::Permissions;
use crate::world::{Channel, Role, World};

pub(super) fn run(op: Op, call: Call<'_>) -> Answer {
    let Call { state, params, query, body, .. } = call;
    let world = &mut state.world;
    let id = params.guild()?;
    let guild = world.visible_guild(id)?;
    let most = query.get("limit").and_then(|l| l.parse().ok()).unwrap_or(1);
    let may = |world: &World, bit| {
        if world.guild_permissions(world.bot, id).contains(bit) { Ok(()) } else { Err(ApiError::missing_permissions()) }
    };
    let channels = |world: &World, threads: bool| -> Vec<Value> {
        let all = guild.channels.iter().filter_map(|c| world.channels.get(c));
        let seen = |c: &&Channel| c.is_thread() == threads && !c.archived && world.sees_channel(world.bot, c);
        all.filter(seen).map(|c| c.json(None)).collect()
    };
    match op {
        Op::GetGuild => ok(guild.json()),
        Op::ListGuildChannels => ok(channels(world, false).into()),
        Op::ListActiveThreads => ok(json!({"threads": channels(world, true), "members": []})),
        Op::CreateGuildChannel => {
            may(world, Permissions::MANAGE_CHANNELS)?;
            let name = body["name"].as_str().unwrap_or_default();
            if !(1..=limits::CHANNEL_NAME).contains(&check::len(name)) {
                return Err(ApiError::length("name", 1, limits::CHANNEL_NAME));
            }
            let channel = world.add_channel(id, name);
            Ok((201, world.channel_json(channel)))
        }
        Op::ListRoles => ok(guild.roles.iter().map(Role::json).collect()),
        Op::ListMembers => {
            // Requires a privileged intent, which this bot does not have.
            Err(ApiError::missing_access())
        }
        Op::SearchMembers => {
            let start = query.get("query").map(|q| q.to_lowercase()).unwrap_or_default();
            let hits = guild.members.keys().filter(|u| world.name_of(**u).starts_with(&start));
            ok(hits.take(most).map(|u| world.member_json(id, *u)).collect())
        }
        Op::GetMember => {
            let user = match params.text("user") {
                "@me" => world.bot,
                _ => params.user()?,
            };
            known_member(world.member_json(id, user)).map(|m| (200, m))
        }
        Op::AddMemberRole | Op::RemoveMemberRole => {
            may(world, Permissions::MANAGE_ROLES)?;
            let (user, role): (UserId, _) = (params.user()?, params.role()?);
            guild.role(role).ok_or_else(|| ApiError::unknown("Role", 10011))?;
            known_member(world.member_json(id, user))?;
            if op == Op::AddMemberRole {
                world.give_role(id, user, role);
            } else {
                if let Some(member) = world.guilds.get_mut(&id).and_then(|g| g.members.get_mut(&user)) {
                    member.roles.retain(|r| *r != role);
                }
                world.member_updated(id, user);
            }
            nothing()
        }
        Op::LeaveGuild => {
            world.leave(id, world.bot);
            nothing()
        }
        _ => Err(ApiError::new(501, 0, "not implemented")),
    }
}

fn known_member(member: Value) -> Result<Value, ApiError> {
    if member.is_null() { Err(ApiError::unknown("Member", 10007)) } else { Ok(member) }
}
