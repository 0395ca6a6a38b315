//! Report on one or several runs as a document: ratings, pairings, conclusions.

use std::fmt::{self, Write as _};

use balance::table::{Cell, Table};
use balance::verdict::Verdict;

/// Smallest ratio of two strengths whose agreement means something.
const APART: u64 = 10;

/// Writes a report. The first table orders armies and pairings; `picture` is the path of its picture.
///
/// # Errors
/// Never in practice: a string accepts every text.
pub fn markdown(tables: &[Table], picture: &str) -> Result<String, fmt::Error> {
    let mut text = String::new();
    let Some(first) = tables.first() else {
        return Ok(text);
    };
    writeln!(text, "# How strong the armies are\n")?;
    writeln!(
        text,
        "Written by `lab report` from games of the computer player against itself. Intervals are 95 % and count pairs of games \
         with the same lots, once with each army to move first. A game without an end counts as a draw.\n"
    )?;
    for table in tables {
        writeln!(
            text,
            "* {} positions per turn, seed {}: {} games, {} pairs per pairing, intervals of ± {:.0} points on average; \
             {:.0} % of the games had no end.",
            table.nodes,
            table.seed,
            table.games,
            table.rounds,
            100.0 * average(table, |cell| cell.score.half),
            100.0 * average(table, |cell| cell.too_long)
        )?;
    }
    writeln!(text, "\nThe commands that print these figures:\n\n```sh")?;
    for Table { nodes, seed, rounds, .. } in tables {
        let run = format!("cross --nodes {nodes} --seed {seed} --pairs {rounds} --out data/cross-{nodes}.jsonl");
        writeln!(text, "cargo run --release -p lab -- {run}")?;
    }
    writeln!(text, "```")?;
    let apart = tables.iter().any(|one| tables.iter().any(|other| one.nodes >= APART * other.nodes));
    if !apart {
        writeln!(
            text,
            "\nOnly strengths less than a factor of {APART} apart were played, so the conclusions may not hold for stronger or \
             weaker play."
        )?;
    }
    writeln!(text, "\n![Scores and ratings]({picture})\n\n## Ratings\n")?;
    writeln!(text, "Elo points; the mean of all armies is 0.\n\n| army |{}", heads(tables))?;
    writeln!(text, "| --- |{}", " --- |".repeat(tables.len()))?;
    for army in &first.armies {
        let rating = |table: &Table| {
            let found = table.armies.iter().find(|other| other.id == army.id);
            found.map_or("–".to_owned(), |army| format!("{:+.0} ± {:.0}", army.elo, army.half))
        };
        writeln!(text, "| {} |{}", army.name, columns(tables, rating))?;
    }
    writeln!(text, "| *first move* |{}", columns(tables, |table| format!("{:+.0}", table.first_move)))?;
    pairings(&mut text, tables, first)?;
    surprises(&mut text, tables, first)?;
    Ok(text)
}

fn pairings(text: &mut String, tables: &[Table], first: &Table) -> fmt::Result {
    writeln!(
        text,
        "\n## Pairings\n\nScore of the first army. *Not known*: the strengths contradict each other, or the intervals are too wide.\n"
    )?;
    writeln!(text, "| pairing |{} conclusion | first move | drawn | turns |", heads(tables))?;
    writeln!(text, "| --- |{} --- | --- | --- | --- |", " --- |".repeat(tables.len()))?;
    for cell in &first.pairings {
        let (one, other) = (name(first, &cell.one), name(first, &cell.other));
        let scores: Vec<_> = tables.iter().filter_map(|table| table.score(&cell.one, &cell.other)).collect();
        let score =
            |table: &Table| table.score(&cell.one, &cell.other).map_or("–".to_owned(), |score| score.to_string());
        let conclusion = match Verdict::of(&scores) {
            Verdict::First => one,
            Verdict::Second => other,
            Verdict::Even => "about even",
            Verdict::NotKnown => "not known",
        };
        writeln!(text, "| {one} v. {other} |{} {conclusion} |{}", columns(tables, score), rest(cell))?;
    }
    for cell in &first.mirrors {
        let none = " – |".repeat(tables.len() + 1);
        writeln!(text, "| {} v. itself |{none}{}", name(first, &cell.one), rest(cell))?;
    }
    Ok(())
}

/// Pairings that the ratings do not explain, largest difference first.
fn surprises(text: &mut String, tables: &[Table], first: &Table) -> fmt::Result {
    writeln!(text, "\n## What the ratings do not explain\n")?;
    let mut found: Vec<(&Table, &Cell)> = tables
        .iter()
        .flat_map(|table| table.pairings.iter().map(move |cell| (table, cell)))
        .filter(|(_, cell)| cell.is_surprising())
        .collect();
    found.sort_by(|a, b| b.1.residual().abs().total_cmp(&a.1.residual().abs()));
    if found.is_empty() {
        return writeln!(text, "Nothing: every score agrees with the ratings within its interval.");
    }
    writeln!(text, "Scores outside of their intervals around what the ratings expect. One in twenty is chance.\n")?;
    for (table, cell) in found {
        let (one, other) = (name(first, &cell.one), name(first, &cell.other));
        writeln!(
            text,
            "* {one} against {other}: {}, expected {:.0} % ({} positions per turn).",
            cell.score,
            100.0 * cell.expected,
            table.nodes
        )?;
    }
    Ok(())
}

fn heads(tables: &[Table]) -> String {
    columns(tables, |table| format!("{} positions", table.nodes))
}

fn columns(tables: &[Table], column: impl Fn(&Table) -> String) -> String {
    tables.iter().map(|table| format!(" {} |", column(table))).collect()
}

/// Columns on seats, draws and length.
fn rest(cell: &Cell) -> String {
    format!(" {} | {:.0} % | {:.0} |", cell.first, 100.0 * cell.draws, cell.turns)
}

fn name<'a>(table: &'a Table, id: &'a str) -> &'a str {
    table.armies.iter().find(|army| army.id == id).map_or(id, |army| army.name.as_str())
}

fn average(table: &Table, value: impl Fn(&Cell) -> f64) -> f64 {
    table.pairings.iter().map(value).sum::<f64>() / table.pairings.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use balance::stats::Interval;
    use balance::table::Rated;

    fn table(nodes: u64, score: f64, expected: f64) -> Table {
        let rated = |id: &str, elo| Rated { id: id.to_owned(), name: id.to_uppercase(), elo, half: 20.0 };
        let score = Interval { mean: score, half: 0.05 };
        let cell = Cell {
            one: "a".to_owned(),
            other: "b".to_owned(),
            score,
            first: Interval { mean: 0.53, half: 0.04 },
            expected,
            draws: 0.25,
            too_long: 0.0,
            turns: 90.0,
        };
        Table {
            nodes,
            seed: 1,
            rounds: 100,
            games: 200,
            armies: vec![rated("a", 30.0), rated("b", -30.0)],
            pairings: vec![cell],
            mirrors: Vec::new(),
            first_move: 12.0,
        }
    }

    #[test]
    fn contradicting_strengths_are_reported_as_not_known() {
        let agreeing = markdown(&[table(20_000, 0.61, 0.6), table(2_000, 0.58, 0.6)], "x.png").unwrap();
        assert!(agreeing.contains("| A v. B | 61 ± 5 % | 58 ± 5 % | A | 53 ± 4 % | 25 % | 90 |"), "{agreeing}");
        assert!(!agreeing.contains("Only strengths") && agreeing.contains("Nothing: every score"));
        let contradicting = markdown(&[table(2_000, 0.61, 0.6), table(1_000, 0.4, 0.6)], "x.png").unwrap();
        assert!(contradicting.contains("| not known |") && contradicting.contains("Only strengths"), "{contradicting}");
        assert!(contradicting.contains("* A against B: 40 ± 5 %, expected 60 % (1000 positions per turn)."));
    }
}
