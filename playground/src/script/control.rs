//! Control of the world, of faults and of the records.

use std::time::Duration;

use serde_json::{Value, json};

use super::Playground;
use crate::gateway::ToSocket;
use crate::id::{ChannelId, GuildId, MessageId, RoleId, UserId};
use crate::permissions::Permissions;
use crate::rates::{Scope, Traffic};
use crate::record::{Request, Violation};
use crate::rest::{Effect, Fault, Op};
use crate::world::{Channel, ChannelKind, Overwrite, Whom};

/// Control of the world.
impl Playground {
    /// Adds a server with an owner and the bot.
    pub fn add_guild(&self, name: &str, owner: UserId) -> GuildId {
        self.shared.with(|s| s.world.add_guild(name, owner))
    }

    /// Adds a person to a server.
    pub fn join(&self, guild: GuildId, user: UserId) {
        self.shared.with(|s| s.world.join(guild, user, Vec::new()));
    }

    /// Removes a person from a server. Their messages stay.
    pub fn leave(&self, guild: GuildId, user: UserId) {
        self.shared.with(|s| s.world.leave(guild, user));
    }

    /// Removes the bot from a server. Its messages stay.
    pub fn remove_bot(&self, guild: GuildId) {
        self.shared.with(|s| {
            let bot = s.world.bot;
            s.world.leave(guild, bot);
        });
    }

    /// Adds a text channel.
    pub fn add_channel(&self, guild: GuildId, name: &str) -> ChannelId {
        self.shared.with(|s| s.world.add_channel(guild, name))
    }

    /// Creates a public thread as a person.
    pub fn add_thread(&self, channel: ChannelId, name: &str, owner: UserId) -> ChannelId {
        self.shared.with(|s| s.world.add_thread(channel, name, ChannelKind::PublicThread, None, owner))
    }

    /// Creates a private thread, visible only to its owner and invited people.
    pub fn add_private_thread(&self, channel: ChannelId, name: &str, owner: UserId) -> ChannelId {
        self.shared.with(|s| s.world.add_thread(channel, name, ChannelKind::PrivateThread, None, owner))
    }

    /// Deletes a message, as a moderator does.
    pub fn delete_message(&self, message: MessageId) {
        self.shared.with(|s| s.world.delete_message(message));
    }

    /// Adds a role.
    pub fn add_role(&self, guild: GuildId, name: &str, permissions: Permissions) -> RoleId {
        self.shared.with(|s| s.world.add_role(guild, name, permissions))
    }

    /// Gives a member a role.
    pub fn give_role(&self, guild: GuildId, user: UserId, role: RoleId) {
        self.shared.with(|s| s.world.give_role(guild, user, role));
    }

    /// Permits or forbids a role to use a command, regardless of its permissions: Server Settings → Integrations.
    pub fn integrate(&self, guild: GuildId, command: &str, role: RoleId, allowed: bool) {
        self.shared.with(|s| {
            let key = (guild, command.to_owned());
            s.world.integrations.entry(key).or_default().insert(role, allowed);
        });
    }

    /// Sets the permission overwrite of a role, a member or everyone in a channel, replacing the previous one.
    pub fn overwrite(&self, channel: ChannelId, whom: Whom, allow: Permissions, deny: Permissions) {
        self.shared.with(|s| {
            if let Some(c) = s.world.channels.get_mut(&channel) {
                c.overwrites.retain(|o| o.whom != whom);
                c.overwrites.push(Overwrite { whom, allow, deny });
            }
            s.world.channel_changed(channel);
        });
    }

    /// Closes a person's direct messages: sending one fails with 50007.
    pub fn close_dms(&self, user: UserId) {
        self.shared.with(|s| {
            if let Some(user) = s.world.users.get_mut(&user) {
                user.dms_open = false;
            }
        });
    }

    /// Opens a person's direct messages again.
    pub fn open_dms(&self, user: UserId) {
        self.shared.with(|s| {
            if let Some(user) = s.world.users.get_mut(&user) {
                user.dms_open = true;
            }
        });
    }

    /// Archives a thread; if `locked`, only moderators can reopen it.
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

    /// Returns the threads of a channel that are not deleted, oldest first.
    #[must_use]
    pub fn threads(&self, channel: ChannelId) -> Vec<Channel> {
        let hangs = |c: &&Channel| c.parent == Some(channel) && !c.deleted;
        self.shared.read(|s| s.world.channels.values().filter(hangs).cloned().collect())
    }

    /// Returns the bot's global commands (`None`) or those of one server, in Discord's form.
    #[must_use]
    pub fn commands(&self, guild: Option<GuildId>) -> Vec<Value> {
        self.shared.read(|s| s.world.commands.iter().filter(|c| c.guild == guild).map(|c| c.json.clone()).collect())
    }
}

/// Control of faults.
impl Playground {
    /// Cuts the gateway connections without a close frame. The bot can resume its sessions.
    pub fn drop_gateway(&self) {
        self.shared.with(|s| s.sessions.drop_all());
    }

    /// Closes every gateway connection with a close code. The sessions remain.
    pub fn close_gateway(&self, code: u16) {
        self.shared.read(|s| s.sessions.tell_all(|| ToSocket::Close(code)));
    }

    /// Closes every connection that identifies, with this code, until set to `None`.
    pub fn refuse_identify(&self, code: Option<u16>) {
        self.shared.with(|s| s.sessions.refuse_identify = code);
    }

    /// Sets the recommended number of shards; `required` also refuses sessions with fewer (4011).
    pub fn shard(&self, recommended: u64, required: bool) {
        self.shared.with(|s| {
            s.sessions.recommended = recommended;
            s.sessions.required = if required { recommended } else { 1 };
        });
    }

    /// Returns the connected shards as number and total, in order.
    #[must_use]
    pub fn shards(&self) -> Vec<(u64, u64)> {
        let mut shards: Vec<_> = self.shared.read(|s| s.sessions.shards().collect());
        shards.sort_unstable();
        shards
    }

    /// Requests a reconnect of the bot (opcode 7).
    pub fn ask_reconnect(&self) {
        let reconnect = json!({"op": 7, "d": null, "s": null, "t": null}).to_string();
        self.shared.read(|s| s.sessions.tell_all(|| ToSocket::Text(reconnect.clone())));
    }

    /// Refuses the bot's next attempt to resume its session, so that it must start a new one.
    pub fn refuse_resume(&self) {
        self.shared.with(|s| s.sessions.refuse_resume += 1);
    }

    /// Returns the numbers of sessions identified and resumed.
    #[must_use]
    pub fn sessions(&self) -> (u64, u64) {
        self.shared.read(|s| (s.sessions.identified, s.sessions.resumed))
    }

    /// Returns `true` if a bot is connected.
    #[must_use]
    pub fn connected(&self) -> bool {
        self.shared.read(|s| s.sessions.connected())
    }

    /// Answers the next requests of an operation with an HTTP status; they have no effect.
    pub fn fail_next(&self, op: Op, status: u16, times: u32) {
        self.fault(op, Effect::Status(status), times);
    }

    /// Cuts the connection of the next requests of an operation: before they take effect, or with `after` once they
    /// have.
    pub fn break_next(&self, op: Op, after: bool, times: u32) {
        self.fault(op, if after { Effect::DropAfter } else { Effect::DropBefore }, times);
    }

    /// Delays the next requests of an operation.
    pub fn delay_next(&self, op: Op, delay: Duration, times: u32) {
        self.fault(op, Effect::Delay(delay), times);
    }

    /// Answers the next requests of an operation with 429 and this retry time; they have no effect.
    pub fn limit_next(&self, op: Op, scope: Scope, retry_after: Duration, times: u32) {
        self.fault(op, Effect::Limited(scope, retry_after), times);
    }

    fn fault(&self, op: Op, effect: Effect, times: u32) {
        self.shared.with(|s| s.faults.push(Fault { op, effect, times }));
    }

    /// Removes all pending faults.
    pub fn clear_faults(&self) {
        self.shared.with(|s| s.faults.clear());
    }

    /// Enforces rate limits with 429, or only records them.
    pub fn enforce_rates(&self, enforce: bool) {
        self.shared.with(|s| s.rates.rules.enforced = enforce);
    }

    /// Delays every request by this latency: half of it before the operation, half after it.
    pub fn set_latency(&self, latency: Duration) {
        self.shared.with(|s| s.latency = latency);
    }
}

/// Access to the records.
impl Playground {
    /// Returns all violations of Discord's rules by the bot so far.
    #[must_use]
    pub fn violations(&self) -> Vec<Violation> {
        self.shared.read(|s| s.world.violations.clone())
    }

    /// Returns all violations and clears them.
    pub fn take_violations(&self) -> Vec<Violation> {
        self.shared.with(|s| std::mem::take(&mut s.world.violations))
    }

    /// Returns the traffic counters: requests, those that count towards the global limit, refusals.
    #[must_use]
    pub fn traffic(&self) -> Traffic {
        self.shared.read(|s| s.rates.traffic.clone())
    }

    /// Returns the traffic counters and resets them.
    pub fn take_traffic(&self) -> Traffic {
        self.shared.with(|s| std::mem::take(&mut s.rates.traffic))
    }

    /// Returns all requests of the bot so far.
    #[must_use]
    pub fn requests(&self) -> Vec<Request> {
        self.shared.read(|s| s.requests.clone())
    }

    /// Returns all requests of one operation so far.
    #[must_use]
    pub fn requests_of(&self, op: Op) -> Vec<Request> {
        self.shared.read(|s| s.requests.iter().filter(|r| r.op == Some(op)).cloned().collect())
    }
}
