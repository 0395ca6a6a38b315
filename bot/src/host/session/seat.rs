//! A seat and who holds it: people, who may change, or for a while nobody.

use crate::host::model::{ComputerPlayer, Member};
use crate::host::{PersonId, Version};
use crate::store::{PastPlayerRow, PlayerRow, SeatRow};

/// A seat and who holds it.
#[derive(Clone, Debug)]
pub(in crate::host) struct SeatAssignment {
    /// The key of its Battalion, once chosen.
    pub battalion: Option<String>,
    pub holder: Holder,
}

/// Who holds a seat: its decisions and its secrets are theirs alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::host) enum Holder {
    /// One person, or two who share it (T-1).
    People(Vec<Member>),
    /// A computer player, as it is named.
    Computer(ComputerPlayer, [Member; 1]),
    /// Nobody: it waits for somebody to take it. Who held it last is still named.
    Vacant {
        /// Who held it last.
        last: Vec<Member>,
        /// Since when it is free, in milliseconds since 1970.
        since: i64,
    },
}

/// Somebody who sat in a seat until it changed hands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::host) struct PastHolder {
    /// The version in which they no longer sat there.
    pub version: Version,
    pub seat: usize,
    /// Among those who shared the seat.
    pub place: usize,
    pub member: Member,
    /// Somebody took their place; otherwise the other one of the seat goes on alone.
    pub replaced: bool,
}

impl Holder {
    /// Those who are named so: people, or a computer player.
    pub fn of(named: Vec<Member>) -> Self {
        match <[Member; 1]>::try_from(named) {
            Ok([only]) => match ComputerPlayer::of(only.person) {
                Some(player) => Holder::Computer(player, [only]),
                None => Holder::People(vec![only]),
            },
            Err(named) => Holder::People(named),
        }
    }

    /// The computer player that holds it.
    pub fn computer(&self) -> Option<ComputerPlayer> {
        match self {
            Holder::Computer(player, _) => Some(*player),
            Holder::People(_) | Holder::Vacant { .. } => None,
        }
    }

    /// The people whose seat it is now.
    pub fn people(&self) -> &[Member] {
        match self {
            Holder::People(people) => people,
            Holder::Computer(..) | Holder::Vacant { .. } => &[],
        }
    }

    /// Those whom messages and pictures name for it.
    pub fn named(&self) -> &[Member] {
        match self {
            Holder::People(people) => people,
            Holder::Computer(_, named) => named,
            Holder::Vacant { last, .. } => last,
        }
    }

    /// Since when nobody holds it.
    pub fn vacant_since(&self) -> Option<i64> {
        match self {
            Holder::People(_) | Holder::Computer(..) => None,
            Holder::Vacant { since, .. } => Some(*since),
        }
    }

    /// Somebody goes by the name that they have now.
    pub fn rename(&mut self, me: &Member) {
        let people: &mut [Member] = match self {
            Holder::People(people) | Holder::Vacant { last: people, .. } => people,
            Holder::Computer(..) => return,
        };
        for known in people {
            if known.person == me.person {
                known.name.clone_from(&me.name);
            }
        }
    }

    /// The place of a person among those who hold it.
    pub fn place_of(&self, person: PersonId) -> Option<usize> {
        self.people().iter().position(|member| member.person == person)
    }
}

impl SeatAssignment {
    /// A seat of this person, without a Battalion so far.
    pub fn of(member: Member) -> Self {
        Self { battalion: None, holder: Holder::of(vec![member]) }
    }

    /// As the database keeps it.
    pub fn row(&self) -> SeatRow {
        SeatRow {
            battalion: self.battalion.clone(),
            players: self.holder.named().iter().map(player_row).collect(),
            vacant_since: self.holder.vacant_since(),
        }
    }
}

impl From<SeatRow> for SeatAssignment {
    fn from(row: SeatRow) -> Self {
        let people = row.players.into_iter().map(member).collect();
        Self {
            battalion: row.battalion,
            holder: match row.vacant_since {
                None => Holder::of(people),
                Some(since) => Holder::Vacant { last: people, since },
            },
        }
    }
}

impl PastHolder {
    /// As the database keeps it.
    pub fn row(&self) -> PastPlayerRow {
        PastPlayerRow {
            version: self.version,
            seat: self.seat as u8,
            place: self.place as u8,
            player: player_row(&self.member),
            replaced: self.replaced,
        }
    }
}

impl From<PastPlayerRow> for PastHolder {
    fn from(row: PastPlayerRow) -> Self {
        Self {
            version: row.version,
            seat: row.seat.into(),
            place: row.place.into(),
            member: member(row.player),
            replaced: row.replaced,
        }
    }
}

/// The people of the seats as they were at a version: the changes since are taken back, last to first.
pub(in crate::host) fn people_at(now: &[SeatAssignment], past: &[PastHolder], version: Version) -> Vec<Vec<Member>> {
    let mut seats: Vec<Vec<Member>> = now.iter().map(|seat| seat.holder.named().to_vec()).collect();
    for change in past.iter().rev().filter(|past| past.version > version) {
        let Some(people) = seats.get_mut(change.seat) else {
            continue;
        };
        match people.get_mut(change.place) {
            Some(there) if change.replaced => *there = change.member.clone(),
            _ => people.insert(change.place.min(people.len()), change.member.clone()),
        }
    }
    seats
}

fn player_row(member: &Member) -> PlayerRow {
    PlayerRow { person: member.person, name: member.name.clone() }
}

fn member(row: PlayerRow) -> Member {
    Member { person: row.person, name: row.name }
}
