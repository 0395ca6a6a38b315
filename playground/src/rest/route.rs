//! Routes: one table of methods, paths and operations.

use crate::check;
use crate::error::ApiError;
use crate::id::{ChannelId, CommandId, GuildId, InteractionId, MessageId, RoleId, UserId};

macro_rules! routes {
    ($($method:literal $path:literal $op:ident)*) => {
        /// REST operation, named as in Discord's documentation.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs, reason = "the names say it")]
        #[non_exhaustive]
        pub enum Op { $($op),* }

        const ROUTES: &[(&str, &str, Op)] = &[$(($method, $path, Op::$op)),*];
    };
}

// The first match wins, so `@me` comes before parameters.
routes! {
    "GET" "gateway" GetGateway
    "GET" "gateway/bot" GetBotGateway
    "GET" "users/@me" GetMyUser
    "GET" "users/@me/guilds" ListMyGuilds
    "DELETE" "users/@me/guilds/{guild}" LeaveGuild
    "POST" "users/@me/channels" CreateDm
    "GET" "users/{user}" GetUser
    "GET" "applications/@me" GetMyApplication
    "GET" "oauth2/applications/@me" GetMyOauth2Application

    "GET" "applications/{app}/commands" ListCommands
    "PUT" "applications/{app}/commands" SetCommands
    "POST" "applications/{app}/commands" CreateCommand
    "GET" "applications/{app}/commands/{command}" GetCommand
    "PATCH" "applications/{app}/commands/{command}" UpdateCommand
    "DELETE" "applications/{app}/commands/{command}" DeleteCommand
    "GET" "applications/{app}/guilds/{guild}/commands" ListGuildCommands
    "PUT" "applications/{app}/guilds/{guild}/commands" SetGuildCommands
    "POST" "applications/{app}/guilds/{guild}/commands" CreateGuildCommand
    "GET" "applications/{app}/guilds/{guild}/commands/{command}" GetGuildCommand
    "PATCH" "applications/{app}/guilds/{guild}/commands/{command}" UpdateGuildCommand
    "DELETE" "applications/{app}/guilds/{guild}/commands/{command}" DeleteGuildCommand

    "POST" "interactions/{interaction}/{token}/callback" CreateInteractionResponse
    "POST" "webhooks/{app}/{token}" CreateFollowup
    "GET" "webhooks/{app}/{token}/messages/@original" GetOriginal
    "PATCH" "webhooks/{app}/{token}/messages/@original" UpdateOriginal
    "DELETE" "webhooks/{app}/{token}/messages/@original" DeleteOriginal
    "GET" "webhooks/{app}/{token}/messages/{message}" GetFollowup
    "PATCH" "webhooks/{app}/{token}/messages/{message}" UpdateFollowup
    "DELETE" "webhooks/{app}/{token}/messages/{message}" DeleteFollowup

    "GET" "channels/{channel}" GetChannel
    "PATCH" "channels/{channel}" UpdateChannel
    "DELETE" "channels/{channel}" DeleteChannel
    "PUT" "channels/{channel}/permissions/{target}" SetChannelPermission
    "POST" "channels/{channel}/typing" TriggerTyping
    "GET" "channels/{channel}/messages" ListMessages
    "POST" "channels/{channel}/messages" CreateMessage
    "POST" "channels/{channel}/messages/bulk-delete" BulkDeleteMessages
    "GET" "channels/{channel}/messages/{message}" GetMessage
    "PATCH" "channels/{channel}/messages/{message}" UpdateMessage
    "DELETE" "channels/{channel}/messages/{message}" DeleteMessage
    "PUT" "channels/{channel}/messages/{message}/reactions/{emoji}/@me" AddReaction
    "DELETE" "channels/{channel}/messages/{message}/reactions/{emoji}/@me" DeleteReaction
    "PUT" "channels/{channel}/pins/{message}" Pin
    "DELETE" "channels/{channel}/pins/{message}" Unpin
    "GET" "channels/{channel}/pins" ListPins
    "POST" "channels/{channel}/threads" CreateThread
    "POST" "channels/{channel}/messages/{message}/threads" CreateThreadFromMessage
    "PUT" "channels/{channel}/thread-members/@me" JoinThread
    "DELETE" "channels/{channel}/thread-members/@me" LeaveThread
    "PUT" "channels/{channel}/thread-members/{user}" AddThreadMember
    "DELETE" "channels/{channel}/thread-members/{user}" RemoveThreadMember
    "GET" "channels/{channel}/thread-members" ListThreadMembers

    "GET" "guilds/{guild}" GetGuild
    "GET" "guilds/{guild}/channels" ListGuildChannels
    "POST" "guilds/{guild}/channels" CreateGuildChannel
    "GET" "guilds/{guild}/threads/active" ListActiveThreads
    "GET" "guilds/{guild}/roles" ListRoles
    "GET" "guilds/{guild}/members" ListMembers
    "GET" "guilds/{guild}/members/search" SearchMembers
    "GET" "guilds/{guild}/members/{user}" GetMember
    "PUT" "guilds/{guild}/members/{user}/roles/{role}" AddMemberRole
    "DELETE" "guilds/{guild}/members/{user}/roles/{role}" RemoveMemberRole
}

impl Op {
    /// Returns `true` if the path contains its own token, so that no authorisation and no global limit apply.
    pub(crate) fn by_interaction(self) -> bool {
        use Op::*;
        matches!(
            self,
            CreateInteractionResponse
                | CreateFollowup
                | GetOriginal
                | UpdateOriginal
                | DeleteOriginal
                | GetFollowup
                | UpdateFollowup
                | DeleteFollowup
        )
    }
}

/// Parameters of a path.
#[derive(Debug, Default)]
pub(crate) struct Params<'a>(Vec<(&'static str, &'a str)>);

macro_rules! ids {
    ($($name:ident $id:ident)*) => {$(
        pub(crate) fn $name(&self) -> Result<$id, ApiError> {
            self.number(stringify!($name)).map($id)
        }
    )*};
}

impl Params<'_> {
    /// Parameter as text; empty if the path does not have it.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.0.iter().find(|(n, _)| *n == name).map_or("", |(_, v)| v)
    }

    /// Parameter as id.
    pub(crate) fn number(&self, name: &str) -> Result<u64, ApiError> {
        let text = self.text(name);
        check::snowflake(&text.into())
            .ok_or_else(|| ApiError::form(name, "NUMBER_TYPE_COERCE", format!("Value \"{text}\" is not snowflake.")))
    }

    ids! {
        channel ChannelId
        guild GuildId
        message MessageId
        user UserId
        role RoleId
        command CommandId
        interaction InteractionId
    }
}

/// Finds the operation of a method and path.
pub(crate) fn find<'a>(method: &str, path: &'a str) -> Option<(Op, Params<'a>)> {
    let parts: Vec<&str> = path.split('/').collect();
    ROUTES.iter().filter(|(m, ..)| *m == method).find_map(|(_, template, op)| {
        let mut params = Params::default();
        let mut steps = template.split('/');
        for part in &parts {
            let step = steps.next()?;
            match step.strip_prefix('{').and_then(|s| s.strip_suffix('}')) {
                Some(name) if !part.is_empty() => params.0.push((name, part)),
                None if step == *part => {}
                _ => return None,
            }
        }
        steps.next().is_none().then_some((*op, params))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_find_their_operation() {
        let (op, params) = find("PATCH", "webhooks/1/tok/messages/@original").unwrap();
        assert_eq!((op, params.text("token")), (Op::UpdateOriginal, "tok"));
        let (op, params) = find("GET", "channels/5/messages/6").unwrap();
        assert_eq!((op, params.message().unwrap()), (Op::GetMessage, MessageId(6)));
        assert_eq!(find("GET", "users/@me").unwrap().0, Op::GetMyUser);
        assert!(find("GET", "channels/5/messages/6/7").is_none());
        assert!(find("POST", "channels").is_none());
        assert!(find("GET", "users/x").unwrap().1.user().is_err());
    }
}
