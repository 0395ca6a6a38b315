//! Games of four in the report: armies, seats, neighbours, Targets.

use std::fmt::{self, Write as _};

use balance::party::SEATS;
use balance::places::Places;

/// Writes the section about games of four.
pub(super) fn section(text: &mut String, tables: &[Places]) -> fmt::Result {
    if tables.is_empty() {
        return Ok(());
    }
    let blocks = tables.iter().map(|table| table.games).sum::<usize>() / SEATS;
    let nodes = tables.first().map_or(0, |table| table.nodes);
    writeln!(
        text,
        "\n## Four Players\n\nEach army plays every seat equally often, between all neighbours (`lab party --nodes {nodes} \
         --blocks {blocks}`). A quarter of the wins is even. *On its neighbours*: the difference that the army makes to the \
         rating of each Player beside it."
    )?;
    tables.iter().try_for_each(|table| one(text, table))
}

fn one(text: &mut String, table: &Places) -> fmt::Result {
    let Places { mode, nodes, games, decided, turns, .. } = table;
    writeln!(
        text,
        "\n### {}\n\n{games} games of {nodes} positions per turn; {:.0} % decided, {turns:.0} turns of all Players.\n",
        mode.name(),
        100.0 * decided
    )?;
    writeln!(text, "| army | share of the wins | rating | on its neighbours |\n| --- | --- | --- | --- |")?;
    let elo = |[value, half]: [f64; 2]| format!("{value:+.0} ± {half:.0}");
    for army in &table.armies {
        writeln!(text, "| {} | {} | {} | {} |", army.name, army.share, elo(army.rating), elo(army.beside))?;
    }
    writeln!(text)?;
    let seats = (1..).zip(&table.seats).map(|(number, share)| format!("Player {number} wins {share}"));
    writeln!(text, "* {}.", seats.collect::<Vec<_>>().join(", "))?;
    let beside = ["beside", "opposite"].iter().zip(table.target_beside.iter().flatten());
    for (place, share) in beside {
        if let Some(share) = share {
            writeln!(text, "* A Player with a Target {place} wins {share}.")?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use balance::places::Army;
    use balance::stats::Interval;
    use engine::titans::GameMode;

    use super::*;

    #[test]
    fn both_modes_have_their_tables() {
        let share = |mean| Interval { mean, half: 0.1 };
        let army =
            Army { id: "a".into(), name: "A".into(), share: share(0.4), rating: [50.0, 20.0], beside: [-5.0, 9.0] };
        let table = |mode, target_beside| Places {
            mode,
            nodes: 500,
            games: 140,
            decided: 0.87,
            turns: 157.2,
            armies: vec![army.clone()],
            seats: vec![share(0.27), share(0.18)],
            target_beside,
        };
        let tables =
            [table(GameMode::Ffa, None), table(GameMode::Assassin, Some([Some(share(0.24)), Some(share(0.26))]))];
        let mut text = String::new();
        section(&mut text, &tables).unwrap();
        for part in [
            "`lab party --nodes 500 --blocks 70`",
            "### Free for all\n\n140 games of 500 positions per turn; 87 % decided, 157 turns of all Players.",
            "| A | 40 ± 10 % | +50 ± 20 | -5 ± 9 |",
            "* Player 1 wins 27 ± 10 %, Player 2 wins 18 ± 10 %.",
            "* A Player with a Target opposite wins 26 ± 10 %.",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert_eq!(text.matches("Target beside").count(), 1, "{text}");
        let mut none = String::new();
        section(&mut none, &[]).unwrap();
        assert_eq!(none, "");
    }
}
