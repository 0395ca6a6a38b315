//! What the people of a game have asked one another and not settled: takebacks, seats handed over, votes about somebody who is absent.
//! It is no part of the game itself, and what is out of date in it does no harm: each question says which version it belongs to.

use std::collections::BTreeMap;

use engine::board::Seat;
use engine::titans::PlacementStyle;
use serde::{Deserialize, Serialize};

use crate::host::error::{Error, InternalError};
use crate::host::model::{Absence, Member};
use crate::host::{PersonId, Version};

/// What is open between the people of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(in crate::host) struct Pending {
    /// A takeback that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub takeback: Option<TakebackAsked>,
    /// Seats that people want to hand over, one for each who does.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hand_overs: Vec<HandOver>,
    /// A vote to free the seat of somebody who is absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vote: Option<Vote>,
    /// How often in a row the time of a seat has run out.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub out_of_time: BTreeMap<u8, u8>,
    /// Why seats are free.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub freed: BTreeMap<u8, Absence>,
    /// Those whom the creator has removed from the lobby.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kicked: Vec<PersonId>,
    /// How Territories come onto the board, where the creator of the lobby has decided that after opening it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placement: Option<PlacementStyle>,
}

/// A takeback that was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::host) struct TakebackAsked {
    /// Who asks.
    pub seat: Seat,
    /// The version in which it was asked.
    pub asked: Version,
    /// The version that the game goes back to.
    pub to: Version,
    /// The seats that agree.
    pub agreed: Vec<Seat>,
    /// The seat that has declined, or taken it back, and in which version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declined: Option<(Seat, Version)>,
}

/// A seat that somebody wants to hand over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::host) struct HandOver {
    /// Who gives it.
    pub from: PersonId,
    /// Who is to have it.
    pub to: Member,
    /// The version in which it was offered.
    pub asked: Version,
    /// The version in which it was declined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declined: Option<Version>,
}

/// A vote to free the seat of somebody who is absent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::host) struct Vote {
    /// Whose seat.
    pub absent: PersonId,
    /// The version in which it began.
    pub asked: Version,
    /// The seats that are for it.
    pub agreed: Vec<Seat>,
}

impl Pending {
    /// Reads what is stored.
    pub fn read(text: Option<&str>) -> Result<Self, Error> {
        let Some(text) = text else {
            return Ok(Self::default());
        };
        serde_json::from_str(text)
            .map_err(|_| InternalError::plain("reading a stored game", "what is pending cannot be read").into())
    }

    /// As the database keeps it; `None` if there is nothing.
    pub fn text(&self) -> Result<Option<String>, Error> {
        if *self == Self::default() {
            return Ok(None);
        }
        let text = serde_json::to_string(self);
        text.map(Some).map_err(|error| InternalError::new("writing what is pending in a game", &error).into())
    }
}
