//! Card of a rating over time.

use super::block::{Block, Card};
use crate::alt::Text;
use crate::chart::{Chart, Point};
use crate::options::{Picture, RenderError};
use crate::renderer::Renderer;
use crate::theme::Theme;

/// Rating of a player over time.
#[derive(Clone, Debug)]
pub struct RatingChart {
    /// Heading: the player and the kind of rating.
    pub title: String,
    /// Current rating and the number of its games.
    pub detail: String,
    /// Rating after each game, oldest first.
    pub points: Vec<Point>,
    /// Date of the first of these games.
    pub from: String,
    /// Date of the last of these games.
    pub to: String,
}

impl RatingChart {
    fn alt(&self) -> String {
        let mut text = Text::new();
        text.cut(&format!("Rating over time. {}: {}. ", self.title, self.detail), 300);
        let (Some(first), Some(last)) = (self.points.first(), self.points.last()) else {
            return text.finish();
        };
        let values = || self.points.iter().map(|point| point.value);
        let unsure = |point: &Point| {
            if point.provisional { " (provisional)" } else { "" }
        };
        text.cut(
            &format!(
                "{:.0} after the first game on {}, {:.0}{} after the last on {}. ",
                first.value,
                self.from,
                last.value,
                unsure(last),
                self.to
            ),
            300,
        )
        .add(&format!(
            "Highest {:.0}, lowest {:.0}.",
            values().fold(f64::NEG_INFINITY, f64::max),
            values().fold(f64::INFINITY, f64::min)
        ));
        text.finish()
    }
}

impl Renderer {
    /// Draws a rating over time.
    ///
    /// # Errors
    /// If the picture cannot be encoded.
    pub fn rating(&self, chart: &RatingChart, theme: Theme) -> Result<Picture, RenderError> {
        let mut card = Card::default();
        card.add(Block::Title(chart.title.clone(), chart.detail.clone())).add(Block::Chart(Chart {
            points: chart.points.clone(),
            from: chart.from.clone(),
            to: chart.to.clone(),
        }));
        self.card(&card, theme, chart.alt())
    }
}
