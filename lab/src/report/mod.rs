//! Report on measured armies as a document.
//!
//! * `duels`: conclusions, ratings, pairings, handicaps. `clash`: the prices of pieces. `party`: games of four.

mod clash;
mod duels;
mod party;

use std::fmt::{self, Write as _};

use balance::places::Places;
use balance::prices::Prices;
use balance::table::Table;

use crate::highlights::Highlight;

/// Results that a report is made of.
#[derive(Clone, Copy, Debug)]
pub struct Sources<'a> {
    /// Tables of duels; the first one orders armies and pairings.
    pub duels: &'a [Table],
    /// Prices of Clash.
    pub prices: Option<&'a Prices>,
    /// Tables of games of four, one for each mode.
    pub places: &'a [Places],
    /// Games worth watching, with the folder of their animations.
    pub highlights: &'a [Highlight],
    pub folder: &'a str,
    /// Path of the picture of the first table.
    pub picture: &'a str,
}

/// Writes a report.
///
/// # Errors
/// Never in practice: a string accepts every text.
pub fn markdown(sources: &Sources<'_>) -> Result<String, fmt::Error> {
    let mut text = String::new();
    writeln!(text, "# How strong the armies are\n")?;
    writeln!(
        text,
        "Written by `lab report` from games of the computer player against itself. Intervals are 95 %. Games that share \
         their lots, once with each army to move first, count as one result. A game without an end counts as a draw. \
         Both armies are played with values fitted to games, or both with derived ones where one has no fit. \
         All values hold between computer players that look a few moves ahead: people may use some pieces better than \
         others.\n"
    )?;
    if sources.duels.iter().any(|table| !table.current) {
        writeln!(
            text,
            "An earlier version of the computer player played these games: today, the same commands play others. Expect \
             scores that agree within their intervals.\n"
        )?;
    }
    writeln!(
        text,
        "`lab record` counts the results of duels into the files that this page is made from; `lab clash --json`, `lab party \
         --json` and `lab highlights` write the others. `lab report --help` says how they come together.\n"
    )?;
    duels::section(&mut text, sources.duels, sources.picture)?;
    if let Some(prices) = sources.prices {
        clash::section(&mut text, prices)?;
    }
    party::section(&mut text, sources.places)?;
    if !sources.highlights.is_empty() {
        writeln!(text, "\n## Worth watching\n\n`RUN` is the results file of the first command above.")?;
    }
    for Highlight { why, what, command, file, alt } in sources.highlights {
        let alt = alt.replace(['[', ']'], "").replace('\n', " ");
        writeln!(text, "\n### {why}\n\n{what} `{command}`\n\n![{alt}]({}/{file})", sources.folder)?;
    }
    Ok(text)
}
