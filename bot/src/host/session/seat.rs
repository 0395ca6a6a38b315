//! Seats and their holders: people, a computer player, or temporarily no one.

use crate::host::model::{ComputerPlayer, Member, Odds};
use crate::host::{PersonId, Version};
use crate::store::{PastPlayerRow, PlayerRow, SeatRow};

/// A seat with its holder.
#[derive(Clone, Debug)]
pub(in crate::host) struct SeatAssignment {
    /// Key of the Battalion, once chosen.
    pub battalion: Option<String>,
    /// Odds that the seat gives.
    pub odds: Option<Odds>,
    pub holder: Holder,
}

/// Holder of a seat. Only the holder decides for the seat and sees its secrets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::host) enum Holder {
    /// One person, or two who share it (T-1).
    People(Vec<Member>),
    /// A computer player, with its display name.
    Computer(ComputerPlayer, [Member; 1]),
    /// No one: the seat is free to take. Messages still name its last holder.
    Vacant {
        /// Last holders.
        last: Vec<Member>,
        /// Start of the vacancy, in milliseconds since 1970.
        since: i64,
    },
}

/// A former holder of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::host) struct PastHolder {
    /// Version in which the person left the seat.
    pub version: Version,
    pub seat: usize,
    /// Index among the people who shared the seat.
    pub place: usize,
    pub member: Member,
    /// True if another person took the place; otherwise the other person of the seat continues alone.
    pub replaced: bool,
}

impl Holder {
    /// Holder with these names: people or a computer player.
    pub fn of(named: Vec<Member>) -> Self {
        match <[Member; 1]>::try_from(named) {
            Ok([only]) => match ComputerPlayer::of(only.person) {
                Some(player) => Holder::Computer(player, [only]),
                None => Holder::People(vec![only]),
            },
            Err(named) => Holder::People(named),
        }
    }

    /// Computer player that holds the seat.
    pub fn computer(&self) -> Option<ComputerPlayer> {
        match self {
            Holder::Computer(player, _) => Some(*player),
            Holder::People(_) | Holder::Vacant { .. } => None,
        }
    }

    /// People who hold the seat.
    pub fn people(&self) -> &[Member] {
        match self {
            Holder::People(people) => people,
            Holder::Computer(..) | Holder::Vacant { .. } => &[],
        }
    }

    /// Names of the seat for messages and pictures.
    pub fn named(&self) -> &[Member] {
        match self {
            Holder::People(people) => people,
            Holder::Computer(_, named) => named,
            Holder::Vacant { last, .. } => last,
        }
    }

    /// Start of the vacancy, if the seat is free.
    pub fn vacant_since(&self) -> Option<i64> {
        match self {
            Holder::People(_) | Holder::Computer(..) => None,
            Holder::Vacant { since, .. } => Some(*since),
        }
    }

    /// Updates the display name of a person.
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

    /// Index of a person among the holders.
    pub fn place_of(&self, person: PersonId) -> Option<usize> {
        self.people().iter().position(|member| member.person == person)
    }
}

impl SeatAssignment {
    /// A seat of this person, without a Battalion.
    pub fn of(member: Member) -> Self {
        Self { battalion: None, odds: None, holder: Holder::of(vec![member]) }
    }

    /// Database form.
    pub fn row(&self) -> SeatRow {
        SeatRow {
            battalion: self.battalion.clone(),
            odds: self.odds.map(|odds| <&'static str>::from(odds).to_owned()),
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
            odds: row.odds.and_then(|word| word.parse().ok()),
            holder: match row.vacant_since {
                None => Holder::of(people),
                Some(since) => Holder::Vacant { last: people, since },
            },
        }
    }
}

impl PastHolder {
    /// Database form.
    pub fn row(&self) -> PastPlayerRow {
        PastPlayerRow {
            version: self.version,
            seat: u8::try_from(self.seat).unwrap_or(u8::MAX),
            place: u8::try_from(self.place).unwrap_or(u8::MAX),
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

/// People of the seats at a version: undoes the later changes in reverse order.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> Member {
        Member { person: PersonId(name.len() as u64), name: name.to_owned() }
    }

    fn seat_of(names: &[&str]) -> SeatAssignment {
        let people = names.iter().map(|name| named(name)).collect();
        SeatAssignment { battalion: None, odds: None, holder: Holder::of(people) }
    }

    /// The two people of a shared seat keep their order, also if the first of them left it.
    #[test]
    fn people_of_an_earlier_version_are_named_in_their_order() {
        let left = |version, seat, place, name: &str, replaced| PastHolder {
            version: Version(version),
            seat,
            place,
            member: named(name),
            replaced,
        };
        let at = |now: &[SeatAssignment], past: &[PastHolder], version| -> Vec<String> {
            let names =
                |people: &Vec<Member>| people.iter().map(|member| member.name.as_str()).collect::<Vec<_>>().join(" & ");
            people_at(now, past, Version(version)).iter().map(names).collect()
        };
        let now = [seat_of(&["Bob"]), seat_of(&["Cid"])];
        let past = [left(5, 0, 0, "Anna", false), left(7, 1, 1, "Eve", false)];
        assert_eq!(at(&now, &past, 4), ["Anna & Bob", "Cid & Eve"]);
        assert_eq!(at(&now, &past, 5), ["Bob", "Cid & Eve"]);
        assert_eq!(at(&now, &past, 6), ["Bob", "Cid & Eve"]);
        assert_eq!(at(&now, &past, 7), ["Bob", "Cid"]);
        // Anna's place is taken by Dorian, who leaves Bob alone.
        let past = [left(2, 0, 0, "Anna", true), left(3, 0, 0, "Dorian", false)];
        assert_eq!(
            [1, 2, 3].map(|version| at(&now[..1], &past, version).remove(0)),
            ["Anna & Bob", "Dorian & Bob", "Bob"]
        );
        // Both places are taken by others, the second one first.
        let now = [seat_of(&["Fay", "George"])];
        let past = [left(2, 0, 1, "Bob", true), left(4, 0, 0, "Anna", true)];
        let names = [1, 2, 3, 4].map(|version| at(&now, &past, version).remove(0));
        assert_eq!(names, ["Anna & Bob", "Anna & George", "Anna & George", "Fay & George"]);
    }
}
