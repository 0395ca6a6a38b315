//! The cards of Clash: the shop, a sealed bid, the auction, the end of a round.

use engine::board::Seat;
use engine::clash::{Gold, Match, amazon};
use engine::view::{BoardView, ClashView, Phase, View, Viewer};
use engine::words::{self, PlayerNames, points, round_name};
use render::Options;
use render::Picture;
use render::cards::{Auction, Bid, Shop, ShopItem, Summary, SummaryRow};

use super::{shop, the_match};
use crate::host::error::{Error, Fault, NothingToShow, refuse};
use crate::host::loaded::{Loaded, Play};
use crate::host::model::people;
use crate::host::{GameId, Host, PersonId, Version};

/// "White".
fn colour(seat: Seat) -> &'static str {
    if seat == Seat(0) { "White" } else { "Black" }
}

/// "Ann (White)".
fn player(game: &Loaded, seat: Seat) -> String {
    format!("{} ({})", game.names(seat), colour(seat))
}

/// Where the pieces of a class go, beside its name: "Heavy: a h".
fn class_line(ware: &engine::view::WareView) -> String {
    let mut squares = ware.squares.clone();
    squares.sort();
    let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
    match names.as_slice() {
        [first, .., last] if names.len() > 4 => format!("{}: {first} to {last}", ware.class),
        _ => format!("{}: {}", ware.class, names.join(", ")),
    }
}

/// The board of a shop: the buyer's own two ranks, and for Black, who sees White's army, all of it (C-3).
fn shop_board(view: &View, seat: Seat) -> BoardView {
    let board = view.board.clone();
    if seat != Seat(0) {
        return board;
    }
    let cells = 2 * usize::from(board.width);
    BoardView {
        height: 2,
        zones: board.zones.iter().take(cells).copied().collect(),
        ..board
    }
}

fn shop_card(game: &Loaded, person: PersonId) -> Result<Shop, Error> {
    let (seat, shop) = shop(game, person)?;
    let view = game.play()?.game.view(Viewer::Seat(seat));
    let round = view.clash.as_ref().map_or(1, |clash| clash.round);
    let items = shop.wares.iter().filter_map(|ware| {
        Some(ShopItem {
            look: ware.look.clone(),
            class: class_line(ware),
            cost: ware.cost?,
            owned: ware.owned,
        })
    });
    Ok(Shop {
        title: format!("{}: {} buys", round_name(round), colour(seat)),
        seat,
        name: game.names(seat),
        gold: shop.gold,
        board: shop_board(&view, seat),
        items: items.collect(),
        pieces: view.pieces,
        problems: shop.problems,
    })
}

fn no_bid() -> Error {
    refuse(NothingToShow::Bid)
}

fn bid_card(game: &Loaded, person: PersonId) -> Result<Bid, Error> {
    let play = game.play()?;
    let seat = game.own_seat(person)?;
    let super::Duty::Bid(duty) = super::duty(the_match(play)?, seat) else {
        return Err(no_bid());
    };
    let sealed = duty.sealed.ok_or_else(no_bid)?;
    Ok(Bid {
        seat,
        name: game.names(seat),
        amount: Some(sealed.gold.hundredths()),
        hash: sealed.hash,
    })
}

/// The auction once its bids are shown; `None` before, and in a match without one.
fn auction_card(game: &Loaded, play: &Play) -> Result<Option<Auction>, Error> {
    let the_match = the_match(play)?;
    let view = play.public();
    let Some(auction) = view.clash.and_then(|clash| clash.auction) else {
        return Ok(None);
    };
    let [Some(white), Some(black)] = [auction.bids[0].gold, auction.bids[1].gold] else {
        return Ok(None);
    };
    let look = the_match
        .look(amazon())
        .ok_or_else(|| Fault::plain("drawing an auction", "there is no Amazon"))?;
    Ok(Some(Auction {
        look,
        names: [player(game, Seat(0)), player(game, Seat(1))],
        bids: [white, black],
        raises: auction.raises,
        winner: auction.outcome.map(|(winner, _)| winner),
        paid: auction.outcome.map_or(0, |(_, paid)| paid),
    }))
}

/// The end of the last round that was over at a version, or of the match.
fn summary(game: &Loaded, the_match: &Match, view: &View, clash: &ClashView) -> Summary {
    let winners = match &view.phase {
        Phase::Ended { winners, .. } => winners.clone(),
        _ => Vec::new(),
    };
    let over = matches!(view.phase, Phase::Ended { .. });
    let last = clash.rounds.last();
    let gained = last.map_or([0; 2], |line| line.half_points);
    let best = gained.iter().max().copied().unwrap_or_default();
    let mut rows: Vec<SummaryRow> = Seat::all(2)
        .map(|seat| {
            let half = gained[seat.index()];
            let gold = clash.gold[seat.index()].unwrap_or_default();
            SummaryRow {
                seat,
                name: game.names(seat),
                detail: if over {
                    colour(seat).to_owned()
                } else {
                    format!("{} · {} for the next round", colour(seat), gold_words(gold))
                },
                score: points(clash.half_points[seat.index()]),
                won: if over {
                    winners.contains(&seat)
                } else {
                    half == best && half > 1
                },
            }
        })
        .collect();
    rows.sort_by_key(|row| std::cmp::Reverse(clash.half_points[row.seat.index()]));
    // The rounds before this one, or all of them at the end of the match; what is left of the armies (C-7).
    let told = clash.rounds.len() - usize::from(!over && last.is_some());
    let earlier = clash.rounds.iter().take(told);
    let colours = PlayerNames::colours();
    let mut notes: Vec<String> = earlier
        .map(|line| words::round_end(&line.end, &colours))
        .collect();
    if !over {
        notes.extend(Seat::all(2).map(|seat| kept(the_match, seat)));
    }
    let title = match last {
        _ if over => "Clash of the Armies".to_owned(),
        Some(line) => round_name(line.end.round),
        None => view.title.clone(),
    };
    let result = match (&view.phase, last) {
        (Phase::Ended { winners, reason }, _) => words::ending(reason, winners, &colours),
        (_, Some(line)) => words::round_end(&line.end, &colours),
        _ => String::new(),
    };
    Summary {
        title,
        result,
        players: 2,
        rows,
        notes,
    }
}

/// What a Player takes into the next round.
fn kept(the_match: &Match, seat: Seat) -> String {
    let army = the_match.army(seat);
    let who = colour(seat);
    match (army.pieces().count(), army.has_leader()) {
        (0, _) => format!("{who} has lost the whole army."),
        (n, true) => format!("{who} keeps {n} pieces, the Leader among them."),
        (n, false) => format!("{who} keeps {n} pieces and has to buy a Leader."),
    }
}

fn gold_words(hundredths: i64) -> String {
    format!("{} gold", Gold::from_hundredths(hundredths))
}

impl Host {
    /// The unfinished army of a person with the price list. For their eyes only.
    ///
    /// # Errors
    /// A refusal when it is not theirs to buy, or a fault.
    pub async fn shop_picture(&self, game: GameId, person: PersonId) -> Result<Picture, Error> {
        let loaded = self.load(game).await?;
        let own = self.person_settings(person).await?.theme;
        let theme = own.unwrap_or(loaded.options.theme()).into();
        let host = self.clone();
        self.blocking(move || {
            let card = shop_card(&loaded, person)?;
            Ok(host.0.renderer.shop(&card, theme)?)
        })
        .await
    }

    /// The sealed bid of a person. For their eyes only.
    ///
    /// # Errors
    /// A refusal when there is none, or a fault.
    pub async fn bid_picture(&self, game: GameId, person: PersonId) -> Result<Picture, Error> {
        let loaded = self.load(game).await?;
        let own = self.person_settings(person).await?.theme;
        let theme = own.unwrap_or(loaded.options.theme()).into();
        let host = self.clone();
        self.blocking(move || {
            let card = bid_card(&loaded, person)?;
            Ok(host.0.renderer.bid(&card, theme)?)
        })
        .await
    }

    /// The auction as everyone may see it at a version; `None` before the bids are shown.
    ///
    /// # Errors
    /// A refusal when there is no match, or a fault.
    pub async fn auction_picture(
        &self,
        game: GameId,
        version: Version,
    ) -> Result<Option<Picture>, Error> {
        let loaded = self.load(game).await?;
        let play = self.play_at(&loaded, version).await?;
        let host = self.clone();
        self.blocking(move || {
            let theme = loaded.options.theme().into();
            match auction_card(&loaded, &play)? {
                Some(card) => Ok(Some(host.0.renderer.auction(&card, theme)?)),
                None => Ok(None),
            }
        })
        .await
    }

    /// The end of the round that was over at a version: its summary, and where the pieces stood if it was played.
    ///
    /// # Errors
    /// A refusal when no round was over then, or a fault.
    pub async fn round_pictures(
        &self,
        game: GameId,
        version: Version,
    ) -> Result<Vec<Picture>, Error> {
        let loaded = self.load(game).await?;
        let play = self.play_at(&loaded, version).await?;
        let host = self.clone();
        self.blocking(move || {
            let view = play.public();
            let (Some(clash), Some(end)) =
                (&view.clash, play.game.finished_rounds().last().copied())
            else {
                return Err(refuse(NothingToShow::Round));
            };
            let options = Options {
                theme: loaded.options.theme().into(),
                ..Options::default()
            };
            let renderer = &host.0.renderer;
            let mut pictures = Vec::new();
            if !end.pieces.is_empty() {
                pictures.push(renderer.turn(end, &people(&loaded.members()), &options)?);
            }
            pictures.push(renderer.summary(
                &summary(&loaded, the_match(&play)?, &view, clash),
                options.theme,
            )?);
            Ok(pictures)
        })
        .await
    }
}
