//! Requests for the interactions that Discord sends.

use std::sync::Arc;

use serenity::all::{CommandInteraction, ComponentInteraction, Http, Member, Message, MessageFlags, ModalInteraction};
use tokio::sync::Mutex;
use tokio::time::Instant;

use super::{Kind, Request, Stage};
use crate::discord::app::Shared;
use crate::host::{ChannelId, GuildId, PersonId, RoleId};

fn roles(member: &Member) -> Vec<RoleId> {
    member.roles.iter().map(|role| RoleId(role.get())).collect()
}

/// Kind of an interaction with a component of this message.
fn kind_on(message: Option<&Message>) -> Kind {
    let flags = message.and_then(|message| message.flags);
    if flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL)) { Kind::Private } else { Kind::Public }
}

/// Creates a request for any kind of interaction. Their types have the same fields but no common trait.
macro_rules! request {
    ($app:expr, $http:expr, $kind:expr, $of:expr, $member:expr) => {{
        let (of, member): (_, Option<&Member>) = ($of, $member);
        if let Some(guild) = of.guild_id {
            let person = PersonId(of.user.id.get());
            $app.presence.seen(GuildId(guild.get()), person);
        }
        Self {
            app: Arc::clone($app),
            http: $http,
            application: of.application_id,
            id: of.id,
            token: of.token.clone(),
            kind: $kind,
            name: member.map_or_else(|| of.user.display_name(), |m| m.display_name()).to_owned(),
            user: of.user.clone(),
            channel: ChannelId(of.channel_id.get()),
            place: of.channel.clone(),
            guild: of.guild_id.map(|guild| GuildId(guild.get())),
            may: member.and_then(|m| m.permissions).unwrap_or_default(),
            roles: member.map(roles).unwrap_or_default(),
            bot_may: of.app_permissions,
            stage: Arc::new(Mutex::new(Stage::Open)),
            received: Instant::now(),
        }
    }};
}

impl Request {
    /// Request of a slash command.
    pub fn command(app: &Shared, http: Arc<Http>, press: &CommandInteraction) -> Self {
        request!(app, http, Kind::Command, press, press.member.as_deref())
    }

    /// Request of a button or menu.
    pub fn component(app: &Shared, http: Arc<Http>, press: &ComponentInteraction) -> Self {
        let kind = kind_on(Some(&press.message));
        request!(app, http, kind, press, press.member.as_ref())
    }

    /// Request of a submitted form.
    pub fn form_sent(app: &Shared, http: Arc<Http>, form: &ModalInteraction) -> Self {
        let kind = kind_on(form.message.as_deref());
        request!(app, http, kind, form, form.member.as_ref())
    }
}
