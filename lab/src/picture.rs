//! Table of a run as a picture.

use render::cards::{Balance, BalancedArmy};
use render::{Picture, RenderError, Renderer, Theme};

use balance::stats::Interval;
use balance::table::Table;

/// Draws a table.
///
/// # Errors
/// [`RenderError`] if the picture cannot be made.
pub fn draw(table: &Table) -> Result<Picture, RenderError> {
    Renderer::new()?.balance(&balance(table), Theme::Light)
}

fn balance(table: &Table) -> Balance {
    let percent = |score: Interval| [100.0 * score.mean, 100.0 * score.half];
    let score = |one: &str, other: &str| {
        if one == other {
            table.mirrors.iter().find(|cell| cell.one == one).map(|cell| cell.score)
        } else {
            table.score(one, other)
        }
    };
    let armies = table.armies.iter().map(|army| BalancedArmy {
        name: army.name.clone(),
        rating: [army.elo, army.half],
        scores: table.armies.iter().map(|other| score(&army.id, &other.id).map(percent)).collect(),
    });
    Balance {
        title: "Score of each army, in percent".to_owned(),
        detail: format!("{} games of {} positions per turn; diagonal: first move", table.games, table.nodes),
        armies: armies.collect(),
    }
}
