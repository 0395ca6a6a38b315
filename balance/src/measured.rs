//! Scores of the built-in armies against each other as measured: the table of `docs/balance.md`, which `lab report`
//! writes.

use std::sync::LazyLock;

use crate::stats::Interval;

const DOCUMENT: &str = include_str!("../../docs/balance.md");

/// Conclusion of the report about a pairing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Balance {
    /// About even at every strength.
    Even,
    /// The first army is stronger, with its score.
    First(Interval),
    /// The second army is stronger, with its score.
    Second(Interval),
}

/// Row of the table.
#[derive(Clone, Debug, PartialEq)]
struct Row<'a> {
    armies: [&'a str; 2],
    /// Scores of the first army, one for each strength.
    scores: Vec<Interval>,
    conclusion: &'a str,
}

static ROWS: LazyLock<Vec<Row<'static>>> = LazyLock::new(|| DOCUMENT.lines().filter_map(row).collect());

/// Conclusion about two armies by their display names. `None` if they were not measured against each other, or if it
/// is not known which one is stronger.
pub fn balance(one: &str, other: &str) -> Option<Balance> {
    let row = ROWS.iter().find(|row| row.armies == [one, other] || row.armies == [other, one])?;
    // The narrowest interval is that with the most games.
    let score = row.scores.iter().copied().min_by(|a, b| a.half.total_cmp(&b.half))?;
    let of = |army: &str, score| if army == one { Balance::First(score) } else { Balance::Second(score) };
    let [first, second] = row.armies;
    match row.conclusion {
        "about even" => Some(Balance::Even),
        army if army == first => Some(of(first, score)),
        army if army == second => Some(of(second, score.mirrored())),
        _ => None,
    }
}

/// Reads "| One v. Other | 31 ± 14 % | 44 ± 34 % | One | 62 ± 13 % | 10 % | 110 |".
fn row(line: &str) -> Option<Row<'_>> {
    let cells: Vec<&str> = line.strip_prefix('|')?.strip_suffix('|')?.split('|').map(str::trim).collect();
    let [pairing, measured @ .., conclusion, _, _, _] = cells.as_slice() else { return None };
    let (one, other) = pairing.split_once(" v. ")?;
    let scores: Option<Vec<Interval>> = measured.iter().map(|cell| interval(cell)).collect();
    Some(Row { armies: [one, other], scores: scores?, conclusion })
}

/// Reads "31 ± 14 %".
fn interval(text: &str) -> Option<Interval> {
    let (mean, half) = text.strip_suffix(" %")?.split_once(" ± ")?;
    let share = |text: &str| text.parse::<f64>().ok().map(|percent| percent / 100.0);
    Some(Interval { mean: share(mean)?, half: share(half)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::army::{Army, duels};

    #[test]
    fn every_pairing_of_built_in_armies_is_in_the_table() {
        let names: Vec<String> = duels().into_iter().map(|id| Army::load(id).unwrap().file.name).collect();
        for (number, one) in names.iter().enumerate() {
            for other in &names[number + 1..] {
                let rows = ROWS.iter().filter(|row| row.armies == [one, other] || row.armies == [other, one]);
                assert_eq!(rows.count(), 1, "{one} v. {other}");
                assert_eq!(mirrored(balance(other, one)), balance(one, other), "{one} v. {other}");
            }
            assert_eq!(balance(one, one), None);
        }
        assert!(
            matches!(balance("Medieval Battalion", "Alchemist's Battalion"), Some(Balance::Second(score)) if score.mean > 0.9)
        );
    }

    fn mirrored(balance: Option<Balance>) -> Option<Balance> {
        balance.map(|balance| match balance {
            Balance::Even => Balance::Even,
            Balance::First(score) => Balance::Second(score),
            Balance::Second(score) => Balance::First(score),
        })
    }

    #[test]
    fn rows_are_read_with_any_number_of_strengths() {
        let read = row("| A v. B | 31 ± 14 % | 44 ± 34 % | B | 62 ± 13 % | 10 % | 110 |").unwrap();
        assert_eq!((read.armies, read.scores.len(), read.conclusion), (["A", "B"], 2, "B"));
        assert_eq!(read.scores[0], Interval { mean: 0.31, half: 0.14 });
        for other in
            ["| A v. itself | – | – | – | 60 ± 17 % | 19 % | 128 |", "| A | +504 ± 79 |", "| --- | --- |", "A v. B"]
        {
            assert_eq!(row(other), None, "{other}");
        }
    }
}
