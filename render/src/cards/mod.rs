//! Pictures other than positions: sheets, cards, summaries. Each is a list of blocks, drawn by `block` from top to
//! bottom, so that all cards have the same style and fit any content.

mod balance;
mod block;
mod chances;
mod clash;
mod compared;
mod example;
mod graph;
mod icons;
mod lobby;
mod pieces;
mod rating;
mod rulebook;
mod scores;
mod summary;
mod target;
mod tokens;

pub use balance::{Balance, BalancedArmy};
pub use chances::{Chances, CostlyTurn};
pub use clash::{Auction, Bid, Shop, ShopItem};
pub use compared::Compared;
pub use example::Example;
pub use icons::ICONS;
pub use lobby::{Lobby, LobbySeat};
pub use pieces::{Movement, Sheet, SheetPiece};
pub use rating::RatingChart;
pub use rulebook::{look, numbers};
pub use scores::Scores;
pub use summary::{Summary, SummaryRow};
pub use target::{Target, Targets};
pub use tokens::{TOKENS, Tokens};

pub use crate::chart::Point;

use crate::options::{Picture, RenderError};
use crate::renderer::Renderer;
use crate::theme::Theme;

use block::Card;

impl Renderer {
    fn card(&self, card: &Card, theme: Theme, alt: String) -> Result<Picture, RenderError> {
        let frame = card.draw(self, theme);
        // Not split into bands: a card is seldom drawn twice and shares little with others.
        let png = self.encoder.once(&frame)?;
        Ok(Picture { png, width: frame.pixels.width(), height: frame.pixels.height(), alt })
    }
}
