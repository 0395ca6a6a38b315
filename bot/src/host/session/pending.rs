//! Open requests between the players of a game: takebacks, seats to hand over, and votes on absent Players. They are
//! not part of the engine's game. Each request contains its version, so outdated ones are harmless.

use std::collections::BTreeMap;

use engine::board::Seat;
use engine::titans::PlacementStyle;
use serde::{Deserialize, Serialize};

use crate::host::error::{Error, InternalError};
use crate::host::model::{Absence, Member};
use crate::host::{PersonId, Version};

/// Open requests of a game, and related data.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(in crate::host) struct Pending {
    /// Requested takeback.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub takeback: Option<TakebackAsked>,
    /// Offers of seats, at most one per person.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hand_overs: Vec<HandOver>,
    /// Requests to a team mate to resign together (T-1).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub resigns: Vec<ResignAsked>,
    /// Vote to free the seat of an absent person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vote: Option<Vote>,
    /// Number of consecutive timeouts of each seat.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub out_of_time: BTreeMap<u8, u8>,
    /// Reasons for free seats.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub freed: BTreeMap<u8, Absence>,
    /// People removed from the lobby by its creator.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kicked: Vec<PersonId>,
    /// Placement of Territories, if the creator changed it after opening the lobby.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placement: Option<PlacementStyle>,
}

/// A requested takeback.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::host) struct TakebackAsked {
    /// Seat that requests it.
    pub seat: Seat,
    /// Version of the request.
    pub asked: Version,
    /// Version to restore.
    pub to: Version,
    /// Seats that agreed.
    pub agreed: Vec<Seat>,
    /// Seat that declined or withdrew the request, with the version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declined: Option<(Seat, Version)>,
}

/// An offer to hand over a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::host) struct HandOver {
    /// Current holder.
    pub from: PersonId,
    /// Proposed new holder.
    pub to: Member,
    /// Version of the offer.
    pub asked: Version,
    /// Version in which it was declined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declined: Option<Version>,
}

/// A request to a team mate to resign together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::host) struct ResignAsked {
    /// Person who received the request.
    pub to: PersonId,
    /// Version of the request.
    pub asked: Version,
}

/// A vote to free the seat of an absent person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::host) struct Vote {
    /// The absent person.
    pub absent: PersonId,
    /// Version in which the vote started.
    pub asked: Version,
    /// Seats in favour.
    pub agreed: Vec<Seat>,
}

impl Pending {
    /// Parses the stored form.
    pub fn read(text: Option<&str>) -> Result<Self, Error> {
        let Some(text) = text else {
            return Ok(Self::default());
        };
        serde_json::from_str(text)
            .map_err(|_| InternalError::plain("reading a stored game", "what is pending cannot be read").into())
    }

    /// Stored form; `None` if there is nothing to store.
    pub fn text(&self) -> Result<Option<String>, Error> {
        if *self == Self::default() {
            return Ok(None);
        }
        let text = serde_json::to_string(self);
        text.map(Some).map_err(|error| InternalError::new("writing what is pending in a game", &error).into())
    }
}
