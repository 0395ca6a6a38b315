//! Duels in the report: conclusions, ratings, pairings, handicaps.

use std::fmt::{self, Write as _};

use balance::stats::Interval;
use balance::table::{Cell, Table};
use balance::verdict::Verdict;

/// Number of surprising pairings that are listed.
const MOST: usize = 10;
/// Smallest ratio of two strengths whose agreement means something.
const APART: u64 = 10;

/// Writes the section about duels. The first table orders armies and pairings; `picture` is the path of its picture.
pub(super) fn section(text: &mut String, tables: &[Table], picture: &str) -> fmt::Result {
    let Some(first) = tables.first() else {
        return Ok(());
    };
    writeln!(text, "## Duels\n")?;
    for table in tables {
        writeln!(
            text,
            "* {} positions per turn, seed {}: {} games, {}, intervals of ± {:.1} points on average and ± {:.1} at most; \
             {:.0} % of the games had no end.",
            table.nodes,
            table.seed,
            table.games,
            table.size(),
            100.0 * average(table, |cell| cell.score.half),
            100.0 * table.widest(),
            100.0 * average(table, |cell| cell.too_long)
        )?;
    }
    let is_grown = |table: &Table| table.pairs()[0] < table.pairs()[1];
    let note = if tables.iter().any(is_grown) {
        " (with `--within`, a pairing may end with fewer games than here, once its interval is narrow enough)"
    } else {
        ""
    };
    writeln!(text, "\nThe commands that print these figures{note}:\n\n```sh")?;
    for table in tables {
        writeln!(text, "cargo run --release -p lab -- {}", command(table))?;
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
    writeln!(text, "\n![Scores and ratings]({picture})\n")?;
    conclusions(text, tables, first)?;
    writeln!(text, "\n### Ratings\n")?;
    writeln!(text, "Elo points; the mean of all armies is 0.\n\n| army |{}", heads(tables))?;
    writeln!(text, "| --- |{}", " --- |".repeat(tables.len()))?;
    for army in &first.armies {
        let rating = |table: &Table| {
            let found = table.armies.iter().find(|other| other.id == army.id);
            found.map_or("–".to_owned(), |army| format!("{:+.0} ± {:.0}", army.elo, army.half))
        };
        writeln!(text, "| {} |{}", army.name, columns(tables, rating))?;
    }
    writeln!(text, "| *first move* |{}", columns(tables, |table| points(table.first_move)))?;
    pairings(text, tables, first)?;
    handicaps(text, tables, first)?;
    surprises(text, tables, first)
}

/// Elo points with their sign: "+3", and "+0" for what rounds to nothing.
fn points(elo: f64) -> String {
    format!("{:+.0}", elo.round() + 0.0)
}

/// Command that plays the games of a table. Pairings of several sizes have grown until their intervals were narrow: the
/// widest one is the limit.
fn command(table: &Table) -> String {
    let Table { nodes, seed, .. } = table;
    let [pairs, most] = table.pairs();
    let within =
        if most > pairs { format!(" --within {}", (1e4 * table.widest()).ceil() / 100.0) } else { String::new() };
    format!("cross --nodes {nodes} --seed {seed} --pairs {pairs}{within} --out data/cross-{nodes}.jsonl")
}

/// Writes the conclusions from the tables, in sentences.
fn conclusions(text: &mut String, tables: &[Table], first: &Table) -> fmt::Result {
    let known = |cell: &Cell| verdict(tables, cell);
    let count = |wanted: &[Verdict]| first.pairings.iter().filter(|cell| wanted.contains(&known(cell))).count();
    let (decided, even) = (count(&[Verdict::First, Verdict::Second]), count(&[Verdict::Even]));
    writeln!(
        text,
        "* Of {} pairings, {decided} have a stronger army (it scores more than half at every strength, at one or more of them \
         beyond the interval), {even} are about even, and {} are not known.",
        first.pairings.len(),
        first.pairings.len() - decided - even
    )?;
    if let (Some(best), Some(worst)) = (first.armies.first(), first.armies.last()) {
        writeln!(text, "* Strongest: {} ({:+.0}). Weakest: {} ({:+.0}).", best.name, best.elo, worst.name, worst.elo)?;
    }
    for [one, other, third] in cycles(tables, first) {
        writeln!(text, "* {one} beats {other}, {other} beats {third}, and {third} beats {one}.")?;
    }
    let cells = || first.pairings.iter().chain(&first.mirrors);
    let by = |value: fn(&Cell) -> f64| cells().max_by(|a, b| value(a).total_cmp(&value(b)));
    if let Some(cell) = by(|cell| cell.draws) {
        writeln!(text, "* Most draws: {}, {:.0} %.", title(first, cell), 100.0 * cell.draws)?;
    }
    if let Some(cell) = by(|cell| -cell.turns) {
        writeln!(text, "* Shortest games: {}, {:.0} turns of both sides.", title(first, cell), cell.turns)?;
    }
    writeln!(
        text,
        "* To move first is worth {} Elo points over all pairings; {}.",
        points(first.first_move),
        match cells().filter(|cell| !cell.first.contains(0.5)).count() {
            0 => "no single pairing shows a difference".to_owned(),
            number => format!("{number} of {} pairings and mirrors show a difference of their own", cells().count()),
        }
    )
}

/// Armies of which each beats the next and the last one the first, by names.
fn cycles<'a>(tables: &'a [Table], first: &'a Table) -> Vec<[&'a str; 3]> {
    let beats = |one: &str, other: &str| {
        let scores: Vec<_> = tables.iter().filter_map(|table| table.score(one, other)).collect();
        Verdict::of(&scores) == Verdict::First
    };
    let ids = || first.armies.iter().map(|army| army.id.as_str());
    let mut found = Vec::new();
    for one in ids() {
        // The first army of a cycle is the one that is named first.
        for other in ids().skip_while(|id| *id != one).skip(1) {
            for third in ids().skip_while(|id| *id != one).skip(1).filter(|third| *third != other) {
                if beats(one, other) && beats(other, third) && beats(third, one) {
                    found.push([one, other, third].map(|id| name(first, id)));
                }
            }
        }
    }
    found
}

/// Pairings with a stronger army, and what draws at its expense would make of them.
fn handicaps(text: &mut String, tables: &[Table], first: &Table) -> fmt::Result {
    writeln!(
        text,
        "\n### Handicaps\n\nWith *draw odds*, a draw counts as a win of the weaker army. Scores of the stronger army, \
         counted in the same games at {} positions per turn, so both sides play as if a draw were worth half a win.\n",
        first.nodes
    )?;
    writeln!(text, "| stronger | weaker | score | with draw odds | suggestion |\n| --- | --- | --- | --- | --- |")?;
    for cell in &first.pairings {
        let (stronger, weaker, score, wins) = match verdict(tables, cell) {
            Verdict::First => (&cell.one, &cell.other, cell.score, cell.wins),
            Verdict::Second => (&cell.other, &cell.one, cell.score.mirrored(), 1.0 - cell.wins - cell.draws),
            Verdict::Even | Verdict::NotKnown => continue,
        };
        let odds = Interval { mean: wins, ..score };
        let suggestion = if score.mean - 0.5 < 0.5 - odds.mean {
            "none: draw odds would be worth more than the difference"
        } else if odds.mean < 0.5 || odds.contains(0.5) {
            "draw odds"
        } else if odds.mean - odds.half > 0.75 {
            "another army"
        } else {
            "draw odds, and time or reserves"
        };
        let (stronger, weaker) = (name(first, stronger), name(first, weaker));
        writeln!(text, "| {stronger} | {weaker} | {score} | {:.0} % | {suggestion} |", 100.0 * wins)?;
    }
    Ok(())
}

fn verdict(tables: &[Table], cell: &Cell) -> Verdict {
    let scores: Vec<_> = tables.iter().filter_map(|table| table.score(&cell.one, &cell.other)).collect();
    Verdict::of(&scores)
}

fn title(table: &Table, cell: &Cell) -> String {
    match name(table, &cell.one) {
        one if cell.one == cell.other => format!("{one} against itself"),
        one => format!("{one} against {}", name(table, &cell.other)),
    }
}

fn pairings(text: &mut String, tables: &[Table], first: &Table) -> fmt::Result {
    writeln!(
        text,
        "\n### Pairings\n\nScore of the first army. *Not known*: the strengths contradict each other, or the intervals are too wide.\n"
    )?;
    writeln!(text, "| pairing |{} conclusion | first move | drawn | turns |", heads(tables))?;
    writeln!(text, "| --- |{} --- | --- | --- | --- |", " --- |".repeat(tables.len()))?;
    for cell in &first.pairings {
        let (one, other) = (name(first, &cell.one), name(first, &cell.other));
        let score =
            |table: &Table| table.score(&cell.one, &cell.other).map_or("–".to_owned(), |score| score.to_string());
        let conclusion = match verdict(tables, cell) {
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
    writeln!(text, "\n### What the ratings do not explain\n")?;
    let mut found: Vec<(&Table, &Cell)> = tables
        .iter()
        .flat_map(|table| table.pairings.iter().map(move |cell| (table, cell)))
        .filter(|(_, cell)| cell.is_surprising())
        .collect();
    found.sort_by(|a, b| b.1.residual().abs().total_cmp(&a.1.residual().abs()));
    if found.is_empty() {
        return writeln!(text, "Nothing: every score agrees with the ratings within its interval.");
    }
    let all: usize = tables.iter().map(|table| table.pairings.len()).sum();
    writeln!(
        text,
        "{} of {all} scores lie outside of their intervals around what the ratings expect; one in twenty would by chance. \
         Those that differ most:\n",
        found.len()
    )?;
    for (table, cell) in found.into_iter().take(MOST) {
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
    use balance::table::Rated;

    fn table(nodes: u64, score: f64, expected: f64) -> Table {
        let rated = |id: &str, elo| Rated { id: id.to_owned(), name: id.to_uppercase(), elo, half: 20.0 };
        let score = Interval { mean: score, half: 0.05 };
        let cell = Cell {
            one: "a".to_owned(),
            other: "b".to_owned(),
            pairs: 100,
            score,
            first: Interval { mean: 0.53, half: 0.04 },
            expected,
            wins: score.mean - 0.125,
            draws: 0.25,
            too_long: 0.0,
            turns: 90.0,
        };
        Table {
            current: true,
            nodes,
            seed: 1,
            games: 200,
            armies: vec![rated("a", 30.0), rated("b", -30.0)],
            pairings: vec![cell],
            mirrors: Vec::new(),
            first_move: 12.0,
        }
    }

    fn written(tables: &[Table]) -> String {
        let mut text = String::new();
        section(&mut text, tables, "x.png").unwrap();
        text
    }

    #[test]
    fn draw_odds_are_suggested_where_they_make_even() {
        let even = written(&[table(2_000, 0.6, 0.6)]);
        assert!(even.contains("| A | B | 60 ± 5 % | 48 % | draw odds |"), "{even}");
        let weaker = written(&[table(2_000, 0.35, 0.4)]);
        assert!(weaker.contains("| B | A | 65 ± 5 % | 52 % | draw odds |"), "{weaker}");
        let unequal = written(&[table(2_000, 0.98, 0.9)]);
        assert!(unequal.contains("| A | B | 98 ± 5 % | 86 % | another army |"), "{unequal}");
        let drawish = written(&[table(2_000, 0.59, 0.6)]);
        assert!(drawish.contains("| A | B | 59 ± 5 % | 46 % | draw odds |"), "{drawish}");
        let small = written(&[table(2_000, 0.56, 0.55)]);
        assert!(small.contains("none: draw odds would be worth more"), "{small}");
        assert!(even.contains("Of 1 pairings, 1 have a stronger army"), "{even}");
    }

    #[test]
    fn contradicting_strengths_are_reported_as_not_known() {
        let agreeing = written(&[table(20_000, 0.61, 0.6), table(2_000, 0.58, 0.6)]);
        assert!(agreeing.contains("| A v. B | 61 ± 5 % | 58 ± 5 % | A | 53 ± 4 % | 25 % | 90 |"), "{agreeing}");
        assert!(!agreeing.contains("Only strengths") && agreeing.contains("Nothing: every score"));
        let contradicting = written(&[table(2_000, 0.61, 0.6), table(1_000, 0.4, 0.6)]);
        assert!(contradicting.contains("| not known |") && contradicting.contains("Only strengths"), "{contradicting}");
        assert!(contradicting.contains("* A against B: 40 ± 5 %, expected 60 % (1000 positions per turn)."));
    }

    #[test]
    fn points_have_a_sign() {
        assert_eq!([-0.3, 0.4, 2.6, -1.5].map(points), ["+0", "+0", "+3", "-2"]);
    }

    #[test]
    fn the_command_of_a_table_names_its_size() {
        let mut table = table(2_000, 0.6, 0.6);
        assert_eq!(command(&table), "cross --nodes 2000 --seed 1 --pairs 100 --out data/cross-2000.jsonl");
        let narrow = Cell { one: "c".to_owned(), pairs: 40, ..table.pairings[0].clone() };
        table.pairings.push(narrow);
        table.pairings[0].score.half = 0.049_81;
        table.pairings[1].score.half = 0.03;
        assert!(command(&table).contains(" --pairs 40 --within 4.99 "), "{}", command(&table));
        assert!(written(&[table]).contains(
            "200 games, 40 to 100 pairs per pairing, intervals of ± 4.0 points on average and ± 5.0 at most"
        ));
    }
}
