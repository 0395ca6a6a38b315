//! Cards of Clash of the Armies: the shop, sealed bids, the auction. Gold is in hundredths.

use engine::board::{Seat, Side};
use engine::illegal::Illegal;
use engine::view::{BoardView, Look, PieceView};

use super::block::{Block, Card, Item, Row, Tone};
use crate::alt::Text;
use crate::board::{Scene, figure_of, plain_figure};
use crate::grid::Grid;
use crate::options::{Picture, RenderError};
use crate::renderer::Renderer;
use crate::status::hundredths;
use crate::theme::Theme;

/// The shop from one Player's point of view.
#[derive(Clone, Debug)]
pub struct Shop {
    /// Heading, such as "Round 2: White buys".
    pub title: String,
    /// Seat of the buyer.
    pub seat: Seat,
    /// Name of the buyer.
    pub name: String,
    /// Remaining gold.
    pub gold: i64,
    /// Board with the armies placed so far.
    pub board: BoardView,
    /// Pieces on the board.
    pub pieces: Vec<PieceView>,
    /// Pieces of the buyer without a square.
    pub hand: Vec<Look>,
    /// Pieces for sale, grouped by class.
    pub items: Vec<ShopItem>,
    /// Remaining problems of the army; empty when it can be confirmed.
    pub problems: Vec<Illegal>,
}

/// Piece type in the shop.
#[derive(Clone, Debug)]
pub struct ShopItem {
    /// Appearance of the piece.
    pub look: Look,
    /// Class: "Peasant", "Light", "Heavy", "Jewel" or "Leader".
    pub class: String,
    /// Price.
    pub cost: i64,
    /// Number of such pieces in the buyer's army.
    pub owned: u32,
    /// Number of them that survived the last round.
    pub survived: u32,
}

impl ShopItem {
    /// Origin of the owned pieces: "1 survived, 2 bought".
    fn note(&self) -> String {
        let bought = self.owned.saturating_sub(self.survived);
        let parts = [(self.survived.min(self.owned), "survived"), (bought, "bought")];
        let parts = parts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}"));
        parts.collect::<Vec<_>>().join(", ")
    }
}

/// A sealed bid.
#[derive(Clone, Debug)]
pub struct Bid {
    /// Seat of the bidder.
    pub seat: Seat,
    /// Name of the bidder.
    pub name: String,
    /// Amount; `None` on a card that others may see.
    pub amount: Option<i64>,
    /// Hash of the sealed bid.
    pub hash: String,
}

/// State or result of an auction.
#[derive(Clone, Debug)]
pub struct Auction {
    /// Auctioned piece.
    pub look: Look,
    /// Names of White and Black.
    pub names: [String; 2],
    /// Sealed bids of White and Black.
    pub bids: [i64; 2],
    /// Raises after equal bids, in order.
    pub raises: Vec<(Seat, i64)>,
    /// Winner, once decided.
    pub winner: Option<Seat>,
    /// Price that the winner pays.
    pub paid: i64,
    /// Next action or reason for the result, as a sentence.
    pub note: String,
}

impl Renderer {
    /// Draws the shop: gold, the army so far, the price list.
    ///
    /// # Errors
    /// If the board has no drawable size.
    pub fn shop(&self, shop: &Shop, theme: Theme) -> Result<Picture, RenderError> {
        let BoardView { width, height, .. } = shop.board;
        if width == 0 || height == 0 || width > 26 || shop.board.zones.len() != usize::from(width) * usize::from(height)
        {
            return Err(RenderError::Board { width, height });
        }
        let bottom = if shop.seat.0 == 1 { Side::North } else { Side::South };
        let mut grid = Grid::new(&shop.board, bottom, (600 / i32::from(width)).clamp(22, 75));
        grid.margin = 30;
        let mut scene = Scene::empty(&shop.board, theme, grid.cell);
        for piece in &shop.pieces {
            scene.piece(figure_of(piece, 2, false, &self.icons), piece.space);
        }
        let gold = format!("{} gold left", hundredths(shop.gold));
        let mut card = Card::default();
        card.add(Block::Title(shop.title.clone(), format!("{} · {gold}", shop.name)));
        card.add(Block::Board(scene, grid));
        let mut alt = Text::new();
        alt.cut(&format!("{}. {}: {gold}. ", shop.title, shop.name), 200);
        for problem in &shop.problems {
            card.add(Block::Text(problem.sentence(), Tone::Alarm));
            alt.cut(&format!("{} ", problem.sentence()), 120);
        }
        if !shop.hand.is_empty() {
            let waiting = |look: &Look| Item {
                figure: plain_figure(look, shop.seat.0 % 2, &self.icons),
                name: look.name.clone(),
                note: "no square yet".to_owned(),
                right: String::new(),
                strong: true,
            };
            card.add(Block::Head("In hand".to_owned(), String::new())).add(Block::Gap(6));
            card.add(Block::Items(shop.hand.iter().map(waiting).collect()));
            let names: Vec<&str> = shop.hand.iter().map(|look| look.name.as_str()).collect();
            alt.cut(&format!("In hand, without a square: {}. ", names.join(", ")), 120);
        }
        let owned: Vec<_> =
            shop.items.iter().filter(|i| i.owned > 0).map(|i| format!("{} ({})", i.look.name, i.note())).collect();
        let owned = if owned.is_empty() { "no pieces yet".to_owned() } else { owned.join(", ") };
        alt.cut(&format!("Your army: {owned}. "), 240);
        let mut rest = shop.items.as_slice();
        while let Some(first) = rest.first() {
            let n = rest.iter().take_while(|i| i.class == first.class).count();
            let (class, others) = rest.split_at(n);
            rest = others;
            card.add(Block::Head(first.class.clone(), String::new())).add(Block::Gap(6));
            let item = |item: &ShopItem| Item {
                figure: plain_figure(&item.look, shop.seat.0 % 2, &self.icons),
                name: item.look.name.clone(),
                note: item.note(),
                right: hundredths(item.cost),
                strong: item.owned > 0,
            };
            card.add(Block::Items(class.iter().map(item).collect()));
            let prices: Vec<_> = class.iter().map(|i| format!("{} {}", i.look.name, hundredths(i.cost))).collect();
            alt.cut(&format!("{}: {}. ", first.class, prices.join(", ")), 200);
        }
        self.card(&card, theme, alt.finish())
    }

    /// Draws a card for one sealed bid.
    ///
    /// # Errors
    /// If the picture cannot be encoded.
    pub fn bid(&self, bid: &Bid, theme: Theme) -> Result<Picture, RenderError> {
        let mut card = Card::default();
        card.add(Block::Title("Sealed bid for the Amazon".to_owned(), String::new()));
        let shown = bid.amount.map_or("sealed".to_owned(), |gold| format!("{} gold", hundredths(gold)));
        card.add(Block::Row(Row {
            seat: Some(bid.seat),
            players: 2,
            name: bid.name.clone(),
            detail: String::new(),
            right: if bid.amount.is_some() { "only you see this".to_owned() } else { "bid is in".to_owned() },
            tone: Tone::Good,
            strong: false,
        }));
        card.add(Block::Big(shown.clone(), Tone::Plain));
        card.add(Block::Text(
            "Bids stay sealed until both are in. This hash will prove that yours was not changed:".into(),
            Tone::Quiet,
        ));
        // Broken into lines, so that the whole hash is readable.
        let hash: Vec<char> = bid.hash.chars().take(128).collect();
        let lines: Vec<String> = hash.chunks(32).map(|line| line.iter().collect()).collect();
        card.add(Block::Text(lines.join("\n"), Tone::Quiet));
        let mut alt = Text::new();
        alt.cut(&format!("Sealed bid of {}: {shown}. ", bid.name), 200).cut(&format!("Hash {}.", bid.hash), 200);
        self.card(&card, theme, alt.finish())
    }

    /// Draws the bids side by side, and the winner.
    ///
    /// # Errors
    /// If the picture cannot be encoded.
    pub fn auction(&self, auction: &Auction, theme: Theme) -> Result<Picture, RenderError> {
        let mut card = Card::default();
        card.add(Block::Title(format!("Auction of the {}", auction.look.name), String::new()));
        let ink = auction.winner.map_or(0, |seat| seat.0 % 2);
        card.add(Block::Items(vec![Item {
            figure: plain_figure(&auction.look, ink, &self.icons),
            name: auction.look.name.clone(),
            note: "Jewel".to_owned(),
            right: String::new(),
            strong: auction.winner.is_some(),
        }]));
        let mut alt = Text::new();
        alt.add(&format!("Auction of the {}. ", auction.look.name));
        for (seat, (name, bid)) in (0..).map(Seat).zip(auction.names.iter().zip(auction.bids)) {
            let won = auction.winner == Some(seat);
            let detail = match auction.winner {
                Some(_) if won => format!("pays {} and gets the {}", hundredths(auction.paid), auction.look.name),
                Some(_) => "gets draw odds".to_owned(),
                None => String::new(),
            };
            let after = if detail.is_empty() { String::new() } else { format!(", {detail}") };
            alt.cut(&format!("{name} bid {}{after}. ", hundredths(bid)), 240);
            card.add(Block::Row(Row {
                seat: Some(seat),
                players: 2,
                name: name.clone(),
                detail,
                right: hundredths(bid),
                tone: if won { Tone::Good } else { Tone::Plain },
                strong: won,
            }));
        }
        if !auction.raises.is_empty() {
            let raise = |(seat, gold): &(Seat, i64)| {
                format!("{} {}", if seat.0 == 0 { "White" } else { "Black" }, hundredths(*gold))
            };
            let raises = auction.raises.iter().map(raise).collect::<Vec<_>>().join(" · ");
            card.add(Block::Head("Raises".to_owned(), String::new()));
            card.add(Block::Text(raises.clone(), Tone::Plain));
            alt.cut(&format!("Raises: {raises}. "), 400);
        }
        if !auction.note.is_empty() {
            card.add(Block::Gap(6)).add(Block::Text(auction.note.clone(), Tone::Plain));
            alt.cut(&auction.note, 200);
        }
        self.card(&card, theme, alt.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pieces that survived and those bought since are the pieces owned, each counted once.
    #[test]
    fn owned_pieces_are_those_that_survived_and_those_that_were_bought() {
        let look = Look {
            id: "clash/rook".to_owned(),
            name: "Rook".to_owned(),
            symbol: "R".to_owned(),
            icon: "chess-rook".to_owned(),
            art: None,
            titan: false,
            blocking: true,
        };
        for owned in 0..=9 {
            for survived in 0..=9 {
                let item = ShopItem { look: look.clone(), class: String::new(), cost: 500, owned, survived };
                let note = item.note();
                let parts = note.split(", ").filter(|part| !part.is_empty());
                let parts: Vec<(u32, &str)> = parts
                    .map(|part| {
                        let (number, what) = part.split_once(' ').unwrap();
                        (number.parse().unwrap(), what)
                    })
                    .collect();
                let of = |wanted: &str| -> u32 {
                    parts.iter().filter(|(_, what)| *what == wanted).map(|(number, _)| number).sum()
                };
                assert!(parts.iter().all(|(number, _)| *number > 0), "{note}");
                // A piece that was sold is not owned any more.
                assert_eq!(of("survived"), survived.min(owned), "{note}");
                assert_eq!(parts.iter().map(|(number, _)| number).sum::<u32>(), owned, "{note}");
                assert_eq!(of("survived") + of("bought"), owned, "{note}");
            }
        }
    }
}
