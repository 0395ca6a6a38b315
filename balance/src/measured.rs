//! Scores of the built-in armies against each other as measured: the records in `balance/data`, which `lab record`
//! writes.

use std::sync::LazyLock;

use engine::battalion::builtin;

use crate::record::{Record, sha256};
use crate::stats::Interval;
use crate::verdict::Verdict;

/// Records by rising strength.
const FILES: [&str; 2] = [include_str!("../data/duels-200.json"), include_str!("../data/duels-2000.json")];

static RECORDS: LazyLock<Vec<Record>> =
    LazyLock::new(|| FILES.iter().filter_map(|text| serde_json::from_str(text).ok()).collect());

/// The records, by rising strength.
#[cfg(test)]
pub(crate) fn records() -> &'static [Record] {
    &RECORDS
}

/// SHA-256 of the file of a built-in army, by its id.
static CURRENT: LazyLock<Vec<(&str, String)>> =
    LazyLock::new(|| builtin().iter().map(|army| (army.id, sha256(army.text))).collect());

/// Conclusion about two armies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Balance {
    /// About even at every strength.
    Even,
    /// The first army is stronger, with its score.
    First(Interval),
    /// The second army is stronger, with its score.
    Second(Interval),
}

impl Balance {
    /// Concludes from scores of the first army by rising strength. `None` if it is not known which army is stronger.
    pub fn of(scores: &[Interval]) -> Option<Self> {
        let score = *scores.last()?;
        match Verdict::of(scores) {
            Verdict::Even => Some(Balance::Even),
            Verdict::First => Some(Balance::First(score)),
            Verdict::Second => Some(Balance::Second(score.mirrored())),
            Verdict::NotKnown => None,
        }
    }
}

/// Conclusion about two built-in armies by their ids. `None` if these versions were not measured against each other,
/// or if it is not known which one is stronger.
pub fn balance(one: &str, other: &str) -> Option<Balance> {
    Balance::of(&scores(one, other))
}

/// Score of a built-in army against another over both colours, by their ids, at the highest strength measured. `None`
/// if these versions were not measured against each other.
pub fn score(one: &str, other: &str) -> Option<Interval> {
    scores(one, other).pop()
}

/// Scores by rising strength.
fn scores(one: &str, other: &str) -> Vec<Interval> {
    let known = |record: &&Record| is_current(record, one) && is_current(record, other);
    RECORDS.iter().filter(known).filter_map(|record| record.score(one, other)).collect()
}

/// Returns `true` if the record has this army as it is built in now.
fn is_current(record: &Record, id: &str) -> bool {
    let measured = record.armies.iter().find(|army| army.id == id);
    measured.is_some_and(|army| CURRENT.iter().any(|(id, sha256)| *id == army.id && *sha256 == army.sha256))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::army::duels;

    #[test]
    fn every_pairing_of_built_in_armies_is_measured() {
        assert_eq!(RECORDS.len(), FILES.len());
        assert!(RECORDS.is_sorted_by_key(|record| record.nodes));
        for one in duels() {
            for other in duels().into_iter().filter(|other| *other != one) {
                assert_eq!(scores(one, other).len(), FILES.len(), "{one} v. {other}: run `lab cross` again");
                let [own, theirs] = [score(one, other), score(other, one)].map(Option::unwrap);
                assert!((own.mean + theirs.mean - 1.0).abs() < 1e-9 && (own.half - theirs.half).abs() < 1e-9);
                let mirrored = matches!(
                    (balance(one, other), balance(other, one)),
                    (Some(Balance::First(_)), Some(Balance::Second(_)))
                        | (Some(Balance::Second(_)), Some(Balance::First(_)))
                        | (Some(Balance::Even), Some(Balance::Even))
                        | (None, None)
                );
                assert!(mirrored, "{one} v. {other}");
            }
        }
        assert!(matches!(balance("medieval", "alchemists"), Some(Balance::Second(score)) if score.mean > 0.9));
        assert_eq!(balance("medieval", "not-an-army"), None);
    }

    #[test]
    fn a_conclusion_has_the_score_of_the_stronger_army_at_the_highest_strength() {
        let at = |mean: f64, half: f64| Interval { mean, half };
        assert_eq!(Balance::of(&[]), None);
        assert_eq!(Balance::of(&[at(0.55, 0.1)]), None);
        assert_eq!(Balance::of(&[at(0.51, 0.03)]), Some(Balance::Even));
        assert_eq!(Balance::of(&[at(0.9, 0.05), at(0.75, 0.05)]), Some(Balance::First(at(0.75, 0.05))));
        assert_eq!(Balance::of(&[at(0.1, 0.05), at(0.25, 0.05)]), Some(Balance::Second(at(0.75, 0.05))));
    }

    #[test]
    fn an_army_that_has_changed_is_not_measured() {
        let mut record = RECORDS[0].clone();
        assert!(is_current(&record, "medieval"));
        record.armies.iter_mut().for_each(|army| army.sha256 = sha256("changed"));
        assert!(!is_current(&record, "medieval"));
    }
}
