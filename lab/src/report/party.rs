//! Games of four in the report: armies, seats, neighbours, Targets.

use std::fmt::{self, Write as _};

use balance::places::Places;

/// Writes the section about games of four.
pub(super) fn section(text: &mut String, tables: &[Places]) -> fmt::Result {
    if tables.is_empty() {
        return Ok(());
    }
    writeln!(
        text,
        "\n## Four Players\n\nEach army plays every seat equally often, between all neighbours (`lab party`). A quarter of the \
         wins is even. *On its neighbours*: what the army adds to the rating of each Player beside it."
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
