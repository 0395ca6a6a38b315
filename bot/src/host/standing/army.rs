//! Results of an army on a server, for all versions together and for each version.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::host::GuildId;
use crate::host::blocking;
use crate::host::error::{Entry, Error, UnknownName, refuse};
use crate::host::model::{ArmyLine, ArmyStanding, Mode, Tally, Who};
use crate::host::standing::Standings;

use super::book::Book;
use super::server::compares;

/// Maximum number of opposing armies shown.
const AGAINST: usize = 8;

/// Id and name of a played army, looked up by either.
pub(super) fn known(book: &Book, text: &str) -> Option<(String, String)> {
    let same = |name: &str| name.to_lowercase() == text.trim().to_lowercase();
    let armies = book.results.iter().rev().filter(|result| result.mode != Mode::Clash);
    let mut armies = armies.flat_map(|result| &result.seats).map(|seat| &seat.army);
    let found = armies.find(|army| same(&army.id) || same(&army.name))?;
    Some((found.id.to_string(), found.name.to_string()))
}

pub(super) fn standing(book: &Book, id: String, name: String) -> ArmyStanding {
    let mut modes: HashMap<Mode, Tally> = HashMap::new();
    let mut versions: BTreeMap<i64, Tally> = BTreeMap::new();
    let mut against: HashMap<&str, (Arc<str>, Tally)> = HashMap::new();
    let comparing = book.results.iter().filter(|result| compares(result));
    for result in comparing.filter(|result| result.mode != Mode::Clash) {
        for seat in result.seats.iter().filter(|seat| *seat.army.id == *id) {
            modes.entry(result.mode).or_default().add(seat.score);
            if let Some(version) = seat.army.version {
                versions.entry(version).or_default().add(seat.score);
            }
            let others = result.seats.iter().filter(|_| result.mode == Mode::Duel);
            for other in others.filter(|other| *other.army.id != *id) {
                let (name, tally) = against.entry(&other.army.id).or_default();
                *name = Arc::clone(&other.army.name);
                tally.add(seat.score);
            }
        }
    }
    let mut against: Vec<ArmyLine> =
        against.into_values().map(|(name, tally)| ArmyLine { name: name.to_string(), rate: tally.into() }).collect();
    against.sort_by(|a, b| (Reverse(a.rate.games), &a.name).cmp(&(Reverse(b.rate.games), &b.name)));
    against.truncate(AGAINST);
    let in_order = Mode::ALL.into_iter();
    ArmyStanding {
        id,
        name,
        modes: in_order.filter_map(|mode| Some((mode, (*modes.get(&mode)?).into()))).collect(),
        versions: versions.into_iter().rev().map(|(version, tally)| (version, tally.into())).collect(),
        against,
    }
}

impl Standings {
    /// Results of the Battalion of this id or name on a server. Archived Battalions are included if they have been
    /// played.
    pub async fn army_standing(&self, who: &Who, guild: GuildId, text: &str) -> Result<ArmyStanding, Error> {
        let administers = self.settings.power(who, Some(guild)).await?.administers;
        let (roster, book) = (self.rosters.roster(Some(guild)).await?, self.books.book(guild).await?);
        let found = match roster.visible(text, administers) {
            Some(army) => Some((army.definition.id.clone(), army.definition.name.clone())),
            // The name of a private Battalion is not confirmed, even if it has been played.
            None if roster.named(text).is_some() => None,
            None => known(&book, text),
        };
        let (id, name) = found.ok_or_else(|| refuse(UnknownName::of(Entry::Battalion)))?;
        blocking(move || Ok(standing(&book, id, name))).await
    }
}
