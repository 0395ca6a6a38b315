//! People and their permissions.

use engine::board::Seat;
use serde::{Deserialize, Serialize};

use crate::store::{ChannelId, GuildId, InteractionKey, PersonId, RoleId};

/// The person who makes a request, with their permissions.
#[derive(Clone, Debug)]
pub struct Who {
    /// Discord id of the person.
    pub person: PersonId,
    /// Display name.
    pub name: String,
    /// Permissions of the person on the server.
    pub rights: Rights,
    /// Key of the interaction. A repeated delivery gets the stored answer and changes nothing.
    pub interaction: InteractionKey,
    /// Channel in which a public answer to the interaction would appear.
    pub shows_in: Option<ChannelId>,
}

impl Who {
    /// Removes the permissions, for content that everyone is shown.
    pub fn without_rights(self) -> Self {
        let rights = Rights { guild: self.rights.guild, ..Rights::default() };
        Self { rights, ..self }
    }
}

/// Permissions of a person on one server.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rights {
    /// The server. The other fields hold only there.
    pub guild: Option<GuildId>,
    /// May remove other people's messages (*Manage Messages*).
    pub moderator: bool,
    /// May change the server (*Manage Server*).
    pub manager: bool,
    /// Roles of the person.
    pub roles: Vec<RoleId>,
}

impl Rights {
    /// Returns true if the person has this role.
    pub fn have(&self, role: &Role) -> bool {
        self.roles.contains(&role.id)
    }
}

/// A person with their display name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Member {
    pub person: PersonId,
    pub name: String,
}

/// A role of a server, with its name at the time it was chosen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Role {
    pub id: RoleId,
    /// Name, shown in refusals.
    pub name: String,
}

/// A Player of a game: a seat with its people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    pub seat: Seat,
    /// One person, or two who share the seat (T-1); empty if unknown.
    pub people: Vec<Member>,
}
