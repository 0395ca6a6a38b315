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
use crate::world::{Channel, ChannelKind, Overwrite, Whom};

/// Changing the world.
impl Playground {
    /// Adds a server with an owner and the bot.
    pub fn add_guild(&self, name: &str, owner: UserId) -> GuildId {
        self.shared.with(|s| s.world.add_guild(name, owner))
    }

    /// Lets a person into a server.
    pub fn join(&self, guild: GuildId, user: UserId) {
        self.shared.with(|s| s.world.join(guild, user, Vec::new()));
    }

    /// A person leaves a server. What they have written stays.
    pub fn leave(&self, guild: GuildId, user: UserId) {
        self.shared.with(|s| s.world.leave(guild, user));
    }

    /// Somebody removes the bot from a server. What it has written stays.
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

    /// A person starts a public thread.
    pub fn add_thread(&self, channel: ChannelId, name: &str, owner: UserId) -> ChannelId {
        self.shared.with(|s| s.world.add_thread(channel, name, ChannelKind::PublicThread, None, owner))
    }

    /// Opens a private thread on a channel: nobody but its owner, and whoever is invited, sees it.
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

    /// Lets a role use a command, or not, whatever its permissions say: Server Settings → Integrations.
    pub fn integrate(&self, guild: GuildId, command: &str, role: RoleId, allowed: bool) {
        self.shared.with(|s| {
            let key = (guild, command.to_owned());
            s.world.integrations.entry(key).or_default().insert(role, allowed);
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

    /// A person takes no more direct messages: sending one answers 50007.
    pub fn close_dms(&self, user: UserId) {
        self.shared.with(|s| {
            if let Some(user) = s.world.users.get_mut(&user) {
                user.dms_open = false;
            }
        });
    }

    /// A person takes direct messages again.
    pub fn open_dms(&self, user: UserId) {
        self.shared.with(|s| {
            if let Some(user) = s.world.users.get_mut(&user) {
                user.dms_open = true;
            }
        });
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

    /// The threads on a channel that were not deleted, oldest first.
    #[must_use]
    pub fn threads(&self, channel: ChannelId) -> Vec<Channel> {
        let hangs = |c: &&Channel| c.parent == Some(channel) && !c.deleted;
        self.shared.read(|s| s.world.channels.values().filter(hangs).cloned().collect())
    }

    /// The commands the bot registered everywhere (`None`) or in one server, in Discord's form.
    #[must_use]
    pub fn commands(&self, guild: Option<GuildId>) -> Vec<Value> {
        self.shared.read(|s| s.world.commands.iter().filter(|c| c.guild == guild).map(|c| c.json.clone()).collect())
    }
}

/// Making things fail.
impl Playground {
    /// Cuts the gateway connection without a word. The bot can come back and go on where it was.
    pub fn drop_gateway(&self) {
        self.shared.with(|s| s.sessions.drop_all());
    }

    /// Closes every gateway connection with a close code. The sessions live on.
    pub fn close_gateway(&self, code: u16) {
        self.shared.read(|s| s.sessions.tell_all(|| ToSocket::Close(code)));
    }

    /// Closes every connection that begins a session with this code, until `None`.
    pub fn refuse_identify(&self, code: Option<u16>) {
        self.shared.with(|s| s.sessions.refuse_identify = code);
    }

    /// Recommends a number of shards; `required` also refuses to begin a session with fewer (4011).
    pub fn shard(&self, recommended: u64, required: bool) {
        self.shared.with(|s| {
            s.sessions.recommended = recommended;
            s.sessions.required = if required { recommended } else { 1 };
        });
    }

    /// The shards that are connected now: which of how many, in order.
    #[must_use]
    pub fn shards(&self) -> Vec<(u64, u64)> {
        let mut shards: Vec<_> = self.shared.read(|s| s.sessions.shards().collect());
        shards.sort_unstable();
        shards
    }

    /// Asks the bot to reconnect (opcode 7).
    pub fn ask_reconnect(&self) {
        let reconnect = json!({"op": 7, "d": null, "s": null, "t": null}).to_string();
        self.shared.read(|s| s.sessions.tell_all(|| ToSocket::Text(reconnect.clone())));
    }

    /// Refuses the next attempt of the bot to go on with its session, so that it has to begin a new one.
    pub fn refuse_resume(&self) {
        self.shared.with(|s| s.sessions.refuse_resume += 1);
    }

    /// How many sessions the bot began, and how many it went on with after a break.
    #[must_use]
    pub fn sessions(&self) -> (u64, u64) {
        self.shared.read(|s| (s.sessions.identified, s.sessions.resumed))
    }

    /// Whether a bot is connected.
    #[must_use]
    pub fn connected(&self) -> bool {
        self.shared.read(|s| s.sessions.connected())
    }

    /// Answers the next requests of a kind with an HTTP status; they have no effect.
    pub fn fail_next(&self, op: Op, status: u16, times: u32) {
        self.fault(op, Effect::Status(status), times);
    }

    /// Cuts the connection of the next requests of a kind: before they take effect, or (`after`) once they have.
    pub fn break_next(&self, op: Op, after: bool, times: u32) {
        self.fault(op, if after { Effect::DropAfter } else { Effect::DropBefore }, times);
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
        self.shared.with(|s| s.faults.push(Fault { op, effect, times }));
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
        self.shared.with(|s| std::mem::take(&mut s.world.violations))
    }

    /// What came over the wire so far, counted: requests, those in the global limit, refusals.
    #[must_use]
    pub fn traffic(&self) -> Traffic {
        self.shared.read(|s| s.rates.traffic.clone())
    }

    /// The same, and sets the counters to zero.
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
        self.shared.read(|s| s.requests.iter().filter(|r| r.op == Some(op)).cloned().collect())
    }
}
