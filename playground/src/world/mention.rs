//! Notifications of messages.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Message, World};
use crate::check;
use crate::id::{RoleId, UserId};
use crate::permissions::Permissions;

impl World {
    /// Sets the notified people: those mentioned, limited by `allowed_mentions`.
    pub(super) fn set_pings(&self, message: &mut Message, body: &Value) {
        let (users, roles, everyone) = mentions(&message.content);
        let allowed = &body["allowed_mentions"];
        let parse =
            |what: &str| allowed.is_null() || allowed["parse"].as_array().is_some_and(|p| p.iter().any(|x| x == what));
        let listed = |what: &str, id: u64| {
            allowed[what].as_array().is_some_and(|l| l.iter().any(|x| check::snowflake(x) == Some(id)))
        };
        let guild = self.channels.get(&message.channel).and_then(|c| c.guild).and_then(|g| self.guilds.get(&g));
        message.pings = users
            .into_iter()
            .filter(|u| self.users.contains_key(u) && (parse("users") || listed("users", u.0)))
            .collect();
        message.pinged_roles = roles
            .into_iter()
            .filter(|r| guild.is_some_and(|g| g.role(*r).is_some()) && (parse("roles") || listed("roles", r.0)))
            .collect();
        message.pinged_everyone = everyone
            && parse("everyone")
            && guild.is_some()
            && self.permissions(message.author, message.channel).contains(Permissions::MENTION_EVERYONE);
        let replied = allowed.is_null() || allowed["replied_user"] == true;
        if message.kind == 19 && message.origin.is_none() && replied {
            message.pings.extend(message.reply_to.and_then(|m| self.messages.get(&m)).map(|m| m.author));
        }
        if let Some(only) = message.only_for {
            message.pings.retain(|u| *u == only);
        }
    }
}

/// Users, roles and everyone mentioned in a text.
fn mentions(content: &str) -> (BTreeSet<UserId>, BTreeSet<RoleId>, bool) {
    let (mut users, mut roles) = (BTreeSet::new(), BTreeSet::new());
    for part in content.split("<@").skip(1) {
        let Some((inside, _)) = part.split_once('>') else {
            continue;
        };
        if let Some(role) = inside.strip_prefix('&') {
            roles.extend(role.parse::<RoleId>());
        } else {
            users.extend(inside.trim_start_matches('!').parse::<UserId>());
        }
    }
    (users, roles, content.contains("@everyone") || content.contains("@here"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mentions_are_found() {
        let (users, roles, everyone) = mentions("hi <@12> and <@!13>, <@&14>! <@x> @here");
        assert_eq!(users, BTreeSet::from([UserId(12), UserId(13)]));
        assert_eq!(roles, BTreeSet::from([RoleId(14)]));
        assert!(everyone);
    }
}
