//! Changing the world from outside, making things fail, and reading the records.

use std::time::Duration;

use serde_json::{Value, json};

use super::Playground;
use crate::gateway::ToSocket;
use crate::id::{ChannelId, GuildId, MessageId, RoleId, UserId};
use crate::permissions::Permissions;
use crate::rates::{Scope, Traffic};
use crate::record::{Request, Violation};
use crate::rest::{Effect, Fault, Op};
use crate::world::{Channel, ChannelKind, Event, Guild, Intent, Overwrite, PageEvent, User, Whom};

/// Changing the world.
impl Playground {
    /// Adds a person who is in no server yet.
    pub fn add_user(&self, name: &str) -> UserId {
        self.shared.with(|s| s.world.add_user(name, false))
    }

    /// Adds a server with an owner and the bot.
    pub fn add_guild(&self, name: &str, owner: UserId) -> GuildId {
        let bot = Permissions::EVERYONE | Permissions::CREATE_PRIVATE_THREADS;
        self.shared.with(|s| s.world.add_guild(name, owner, bot))
    }

    /// Lets a person into a server.
    pub fn join(&self, guild: GuildId, user: UserId) {
        self.shared.with(|s| s.world.join(guild, user, Vec::new()));
    }

    /// A person leaves a server.
    pub fn leave(&self, guild: GuildId, user: UserId) {
        self.shared.with(|s| {
            if let Some(g) = s.world.guilds.get_mut(&guild) {
                g.members.remove(&user);
            }
            let data = json!({"guild_id": guild, "user": s.world.user_json(user)});
            s.world.outbox.push(Event::gateway(
                "GUILD_MEMBER_REMOVE",
                Intent::GUILD_MEMBERS,
                Some(guild),
                data,
            ));
            s.world.outbox.push(Event::page(PageEvent::Places));
        });
    }

    /// The bot is thrown out of a server.
    pub fn kick_bot(&self, guild: GuildId) {
        self.shared.with(|s| {
            let bot = s.world.bot;
            if let Some(g) = s.world.guilds.get_mut(&guild) {
                g.members.remove(&bot);
            }
            s.world.outbox.push(Event::gateway(
                "GUILD_DELETE",
                Intent::GUILDS,
                Some(guild),
                json!({"id": guild}),
            ));
        });
    }

    /// Adds a text channel.
    pub fn add_channel(&self, guild: GuildId, name: &str) -> ChannelId {
        self.shared.with(|s| s.world.add_channel(guild, name))
    }

    /// A person starts a public thread.
    pub fn add_thread(&self, channel: ChannelId, name: &str, owner: UserId) -> ChannelId {
        self.shared.with(|s| {
            s.world
                .add_thread(channel, name, ChannelKind::PublicThread, None, owner)
        })
    }

    /// Adds a role.
    pub fn add_role(&self, guild: GuildId, name: &str, permissions: Permissions) -> RoleId {
        self.shared
            .with(|s| s.world.add_role(guild, name, permissions))
    }

    /// Gives a member a role.
    pub fn give_role(&self, guild: GuildId, user: UserId, role: RoleId) {
        self.shared.with(|s| s.world.give_role(guild, user, role));
    }

    /// Lets a role use a command, or not, whatever its permissions say: Server Settings → Integrations.
    pub fn integrate(&self, guild: GuildId, command: &str, role: RoleId, allowed: bool) {
        self.shared.with(|s| {
            let key = (guild, command.to_owned());
            s.world
                .integrations
                .entry(key)
                .or_default()
                .insert(role, allowed);
        });
    }

    /// Sets what a role, a member or everyone may do in a channel, in place of what was set for them before.
    pub fn overwrite(&self, channel: ChannelId, whom: Whom, allow: Permissions, deny: Permissions) {
        self.shared.with(|s| {
            if let Some(c) = s.world.channels.get_mut(&channel) {
                c.overwrites.retain(|o| o.whom != whom);
                c.overwrites.push(Overwrite { whom, allow, deny });
            }
            s.world.channel_changed(channel);
        });
    }

    /// What a user may do in a channel, computed as Discord does.
    #[must_use]
    pub fn permissions(&self, user: UserId, channel: ChannelId) -> Permissions {
        self.shared.read(|s| s.world.permissions(user, channel))
    }

    /// A person takes no more direct messages: sending one answers 50007.
    pub fn close_dms(&self, user: UserId) {
        self.set_dms(user, false);
    }

    /// A person takes direct messages again.
    pub fn open_dms(&self, user: UserId) {
        self.set_dms(user, true);
    }

    fn set_dms(&self, user: UserId, open: bool) {
        self.shared
            .with(|s| s.world.users.get_mut(&user).map(|u| u.dms_open = open));
    }

    /// Puts a thread away; locked, only moderators can bring it back.
    pub fn archive(&self, thread: ChannelId, locked: bool) {
        self.shared.with(|s| {
            if let Some(c) = s.world.channels.get_mut(&thread) {
                c.archived = true;
                c.locked = locked;
            }
            s.world.channel_changed(thread);
        });
    }

    /// Deletes a channel or thread.
    pub fn delete_channel(&self, channel: ChannelId) {
        self.shared.with(|s| s.world.delete_channel(channel));
    }

    /// Deletes a message, as a moderator would.
    pub fn delete_message(&self, message: impl Into<MessageId>) {
        let message = message.into();
        self.shared.with(|s| s.world.delete_message(message));
    }

    /// What is known of a user.
    #[must_use]
    pub fn user_info(&self, user: UserId) -> Option<User> {
        self.shared.read(|s| s.world.users.get(&user).cloned())
    }

    /// What is known of a server.
    #[must_use]
    pub fn guild_info(&self, guild: GuildId) -> Option<Guild> {
        self.shared.read(|s| s.world.guilds.get(&guild).cloned())
    }

    /// What is known of a channel or thread.
    #[must_use]
    pub fn channel_info(&self, channel: ChannelId) -> Option<Channel> {
        self.shared
            .read(|s| s.world.channels.get(&channel).cloned())
    }

    /// The threads on a channel that were not deleted, oldest first.
    #[must_use]
    pub fn threads(&self, channel: ChannelId) -> Vec<Channel> {
        let hangs = |c: &&Channel| c.parent == Some(channel) && !c.deleted;
        self.shared
            .read(|s| s.world.channels.values().filter(hangs).cloned().collect())
    }

    /// The commands the bot registered everywhere (`None`) or in one server, in Discord's form.
    #[must_use]
    pub fn commands(&self, guild: Option<GuildId>) -> Vec<Value> {
        self.shared.read(|s| {
            s.world
                .commands
                .iter()
                .filter(|c| c.guild == guild)
                .map(|c| c.json.clone())
                .collect()
        })
    }
}

/// Making things fail.
impl Playground {
    /// Cuts the gateway connection without a word. The bot can come back and go on where it was.
    pub fn drop_gateway(&self) {
        self.shared.with(|s| s.sessions.drop_all(None));
    }

    /// Closes the gateway connection with a code.
    pub fn close_gateway(&self, code: u16) {
        self.shared.with(|s| s.sessions.drop_all(Some(code)));
    }

    /// Turns gateway connections away, or takes them again.
    pub fn gateway_down(&self, down: bool) {
        self.shared.with(|s| s.sessions.down = down);
    }

    /// Asks the bot to reconnect (opcode 7).
    pub fn ask_reconnect(&self) {
        self.tell_gateway(&json!({"op": 7, "d": null, "s": null, "t": null}));
    }

    /// Tells the bot that its session is invalid (opcode 9), and whether it can go on all the same.
    pub fn invalidate_session(&self, resumable: bool) {
        if !resumable {
            self.shared.with(|s| s.sessions.forget());
        }
        self.tell_gateway(&json!({"op": 9, "d": resumable, "s": null, "t": null}));
    }

    /// Leaves heartbeats without an answer, or answers them again.
    pub fn ignore_heartbeats(&self, ignore: bool) {
        self.shared.with(|s| s.sessions.deaf = ignore);
    }

    fn tell_gateway(&self, payload: &Value) {
        self.shared
            .read(|s| s.sessions.tell_all(|| ToSocket::Text(payload.to_string())));
    }

    /// Refuses the next attempt of the bot to go on with its session, so that it has to begin a new one.
    pub fn refuse_resume(&self) {
        self.shared.with(|s| s.sessions.refuse_resume += 1);
    }

    /// How many sessions the bot began, and how many it went on with after a break.
    #[must_use]
    pub fn sessions(&self) -> (u64, u64) {
        self.shared
            .read(|s| (s.sessions.identified, s.sessions.resumed))
    }

    /// Whether a bot is connected.
    #[must_use]
    pub fn connected(&self) -> bool {
        self.shared.read(|s| s.sessions.connected())
    }

    /// Answers the next requests of a kind with an HTTP status; they have no effect.
    pub fn fail_next(&self, op: Op, status: u16, times: u32) {
        self.fault(op, Effect::Status(status, 0), times);
    }

    /// The same with one of Discord's error codes: `fail_next_with(Op::CreateMessage, 403, 50001, 1)`.
    pub fn fail_next_with(&self, op: Op, status: u16, code: u32, times: u32) {
        self.fault(op, Effect::Status(status, code), times);
    }

    /// Cuts the connection of the next requests of a kind: before they take effect, or (`after`) once they have.
    pub fn break_next(&self, op: Op, after: bool, times: u32) {
        self.fault(
            op,
            if after {
                Effect::DropAfter
            } else {
                Effect::DropBefore
            },
            times,
        );
    }

    /// Takes longer over the next requests of a kind.
    pub fn delay_next(&self, op: Op, delay: Duration, times: u32) {
        self.fault(op, Effect::Delay(delay), times);
    }

    /// Answers the next requests of a kind 429, to be tried again after this time; they have no effect.
    pub fn limit_next(&self, op: Op, scope: Scope, retry_after: Duration, times: u32) {
        self.fault(op, Effect::Limited(scope, retry_after), times);
    }

    fn fault(&self, op: Op, effect: Effect, times: u32) {
        self.shared
            .with(|s| s.faults.push(Fault { op, effect, times }));
    }

    /// Forgets every fault that has not hit yet.
    pub fn clear_faults(&self) {
        self.shared.with(|s| s.faults.clear());
    }

    /// Answers 429 to a bot that is too fast, or only notes it.
    pub fn enforce_rates(&self, enforce: bool) {
        self.shared.with(|s| s.rates.rules.enforced = enforce);
    }

    /// Takes this much longer over every request: half of it on the way there, half on the way back.
    pub fn set_latency(&self, latency: Duration) {
        self.shared.with(|s| s.latency = latency);
    }
}

/// Reading the records.
impl Playground {
    /// Every rule of Discord's the bot broke so far.
    #[must_use]
    pub fn violations(&self) -> Vec<Violation> {
        self.shared.read(|s| s.world.violations.clone())
    }

    /// The same, and forgets them.
    pub fn take_violations(&self) -> Vec<Violation> {
        self.shared
            .with(|s| std::mem::take(&mut s.world.violations))
    }

    /// What is worth knowing but broke no rule: too many requests in too short a time, events nobody heard.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        self.shared.read(|s| s.world.notes.clone())
    }

    /// What came over the wire so far, counted: requests, those in the global limit, refusals.
    #[must_use]
    pub fn traffic(&self) -> Traffic {
        self.shared.read(|s| s.rates.traffic.clone())
    }

    /// The same, and begins to count anew.
    pub fn take_traffic(&self) -> Traffic {
        self.shared.with(|s| std::mem::take(&mut s.rates.traffic))
    }

    /// Every request of the bot so far.
    #[must_use]
    pub fn requests(&self) -> Vec<Request> {
        self.shared.read(|s| s.requests.clone())
    }

    /// The requests of one kind so far.
    #[must_use]
    pub fn requests_of(&self, op: Op) -> Vec<Request> {
        self.shared.read(|s| {
            s.requests
                .iter()
                .filter(|r| r.op == Some(op))
                .cloned()
                .collect()
        })
    }
}
