//! Cards of every kind with random contents.

use std::fmt::Write as _;
use std::sync::{Arc, LazyLock};

use engine::battalion::{Definition, Matches, PieceDef};
use engine::board::{Seat, Space};
use engine::illegal::Illegal;
use engine::piece::{Chance, Reach};
use engine::view::{Look, PieceView, Viewer};
use render::cards::{
    Auction, Balance, BalancedArmy, Bid, Chances, Compared, CostlyTurn, Example, Lobby, LobbySeat, Movement, Point,
    RatingChart, Scores, Sheet, SheetPiece, Shop, ShopItem, Summary, SummaryRow, Target, Targets, Tokens,
    look as look_of,
};
use render::{Hint, HintKind, Renderer, Theme};

use super::Made;
use super::changes::{ARTS, marked};
use super::luck::Luck;
use super::positions::{ARMIES, spaces};
use crate::fixture::played::shopping;
use crate::fixture::{look, plain_board};

fn theme(luck: &mut Luck) -> Theme {
    luck.of(&Theme::ALL)
}

fn army(luck: &mut Luck) -> Arc<Definition> {
    luck.of(&ARMIES)
}

/// Piece type of any army, sometimes with an uploaded picture.
fn any_look(luck: &mut Luck) -> Look {
    let army = army(luck);
    let mut look = look_of(&army, &luck.of(&army.pieces));
    if luck.percent(25) {
        look.art = Some(luck.of(&ARTS));
    }
    if luck.percent(10) {
        look.icon = luck.of(&["no-such-icon", "chess-king"]).to_owned();
    }
    look
}

/// Pieces on a board of a card, with states.
fn pieces(luck: &mut Luck, there: &[Space], most: usize) -> Vec<PieceView> {
    let piece = |_| PieceView {
        space: luck.of(there),
        seat: Seat(luck.below(2) as u8),
        look: any_look(luck),
        fallen: luck.percent(15),
        badges: luck.some(&[engine::view::Badge::Immobilised, engine::view::Badge::Shield(2)], 25),
    };
    let number = most.min(there.len());
    let mut all: Vec<PieceView> = (0..number).map(piece).collect();
    all.sort_by_key(|piece| (piece.space, piece.look.blocking));
    all
}

pub fn movement(renderer: &Renderer, luck: &mut Luck) -> Made {
    let army = army(luck);
    let piece = luck.of(&army.pieces);
    let whole = Movement::of(&army, &piece);
    let within = Movement::within(&army, &piece, luck.from(1, 6) as u8);
    let Some(mut movement) = (if luck.percent(50) { whole } else { within }) else {
        return Made::text(format!("{} of {}", piece.name, army.id), "does not move".to_owned());
    };
    let there = spaces(&movement.board);
    movement.seat = Seat(luck.below(2) as u8);
    if luck.percent(30) {
        movement.look.art = Some(luck.of(&ARTS));
    }
    if luck.percent(20) {
        movement.look.titan = true;
    }
    if luck.percent(40) {
        let most = luck.from(1, 4);
        movement.others = pieces(luck, &there, most);
    }
    if luck.percent(25) {
        movement.board.marked = marked(&there, luck);
    }
    if luck.percent(50) {
        let chances = [Chance::Never, Chance::Sometimes, Chance::Always];
        for hint in &mut movement.hints {
            if luck.percent(30) {
                let (moves, captures) = (luck.of(&chances), luck.of(&chances));
                let (leaps, copies) = (luck.percent(40), luck.percent(20) && moves == Chance::Always);
                if (moves, captures) != (Chance::Never, Chance::Never) {
                    hint.kind = HintKind::Reach(Reach { moves, captures, leaps, copies });
                }
            }
        }
    }
    if luck.percent(10) {
        let kinds = [HintKind::Shot, HintKind::Swap, HintKind::Effect, HintKind::Jump, HintKind::Ability];
        movement.hints.push(Hint { space: luck.of(&there), kind: luck.of(&kinds) });
    }
    match luck.below(4) {
        0 => movement.prose = luck.sentence(1, 90),
        1 => movement.prose.clear(),
        _ => {}
    }
    let name = format!("{} of {}", piece.name, army.id);
    let theme = theme(luck);
    Made::picture(name, renderer.movement(&movement, theme).unwrap())
}

pub fn compared(renderer: &Renderer, luck: &mut Luck) -> Made {
    let (old, new) = (army(luck), army(luck));
    let of = |luck: &mut Luck, army: &Definition| -> Option<PieceDef> {
        luck.percent(85).then(|| {
            let mut piece = luck.of(&army.pieces);
            if luck.percent(20) {
                piece.art = Some(luck.of(&ARTS));
            }
            piece
        })
    };
    let (before, after) = (of(luck, &old), of(luck, &new));
    let called = |piece: &Option<PieceDef>| piece.as_ref().map_or("nothing", |piece| piece.name.as_str()).to_owned();
    let name = format!("{} and {}", called(&before), called(&after));
    let Some(mut compared) = Compared::of(&new, (&old, before.as_ref()), (&new, after.as_ref())) else {
        return Made::text(name, "neither moves".to_owned());
    };
    if luck.percent(30) {
        compared.battalion = luck.name();
    }
    if luck.percent(30)
        && let Some(movement) = &mut compared.after
    {
        movement.prose = luck.sentence(1, 80);
    }
    let theme = theme(luck);
    Made::picture(name, renderer.compared(&compared, theme).unwrap())
}

/// Examples of all armies.
static EXAMPLES: LazyLock<Vec<Example>> = LazyLock::new(|| {
    let mut all = Vec::new();
    for army in ARMIES.iter() {
        for piece in &army.pieces {
            for shown in &piece.examples {
                let demo = engine::battalion::play(army, shown).unwrap();
                all.push(Example::of(army, piece, &shown.text, demo));
            }
        }
    }
    all
});

pub fn example(renderer: &Renderer, luck: &mut Luck) -> Made {
    let mut example = luck.of(&EXAMPLES);
    let there = spaces(&example.demo.board);
    if luck.percent(40) {
        example.demo.checks = example.demo.after.iter().take(1).map(|piece| piece.space).collect();
    }
    if luck.percent(40) {
        example.demo.board.marked = marked(&there, luck);
    }
    if luck.percent(40) {
        let more = pieces(luck, &there, 2);
        let taken: Vec<Space> =
            example.demo.before.iter().chain(&example.demo.after).map(|piece| piece.space).collect();
        let free = more.into_iter().filter(|piece| !taken.contains(&piece.space));
        for piece in free {
            example.demo.before.push(piece.clone());
            example.demo.after.push(piece);
        }
    }
    if luck.percent(40) {
        let art = luck.of(&ARTS);
        let name = example.name.clone();
        let all = example.demo.before.iter_mut().chain(&mut example.demo.after);
        all.filter(|piece| piece.look.name == name).for_each(|piece| piece.look.art = Some(art.clone()));
    }
    if luck.percent(30) {
        example.text = luck.sentence(1, 70);
    }
    let (name, theme) = (format!("{} of {}", example.name, example.battalion), theme(luck));
    Made::picture(name, renderer.example(&example, theme).unwrap())
}

pub fn sheet(renderer: &Renderer, luck: &mut Luck) -> Made {
    let mut army = Definition::clone(&army(luck));
    army.license = luck.of(&["", "CC0", "CC BY 4.0"]).to_owned();
    army.matches = luck.of(&[Matches::All, Matches::Duels, Matches::Party]);
    army.extra_strength = luck.percent(30);
    if luck.percent(30) {
        army.name = luck.name();
    }
    if luck.percent(30) {
        army.author = luck.name();
    }
    if luck.percent(30) {
        army.summary = luck.sentence(1, 60);
    }
    for piece in &mut army.pieces {
        if luck.percent(20) {
            piece.art = Some(luck.of(&ARTS));
        }
    }
    let mut sheet = Sheet::of(&army);
    if luck.percent(50) {
        sheet.territory.marked = marked(&spaces(&sheet.territory), luck);
    }
    if luck.percent(30) {
        let note = luck.sentence(1, 9);
        sheet.types.push(SheetPiece { look: any_look(luck), count: luck.of(&[0, 1, 12]), note });
    }
    let theme = theme(luck);
    Made::picture(army.id.clone(), renderer.sheet(&sheet, theme).unwrap())
}

pub fn targets(renderer: &Renderer, luck: &mut Luck) -> Made {
    let number = luck.of(&[0, 1, 1, 2, 3, 5]);
    let players = luck.from(2, 6);
    let target = |_| Target {
        seat: Seat(luck.below(players) as u8),
        name: luck.name(),
        battalion: luck.name(),
        defeated: luck.percent(40),
    };
    let targets = (0..number).map(target).collect();
    let targets = Targets { holder: luck.name(), players, targets };
    let theme = theme(luck);
    Made::picture(format!("{number} Targets"), renderer.targets(&targets, theme).unwrap())
}

const GOLD: [i64; 9] = [0, 5, 25, 50, 1400, 1450, 4000, -105, 123_450];

pub fn bid(renderer: &Renderer, luck: &mut Luck) -> Made {
    let amount = if luck.percent(70) { Some(luck.of(&GOLD)) } else { None };
    let hash = "0123456789abcdef".repeat(luck.of(&[0, 4, 4, 9]));
    let bid = Bid { seat: Seat(luck.below(2) as u8), name: luck.name(), amount, hash };
    let theme = theme(luck);
    Made::picture(format!("{amount:?}"), renderer.bid(&bid, theme).unwrap())
}

pub fn auction(renderer: &Renderer, luck: &mut Luck) -> Made {
    let first = luck.of(&GOLD);
    let second = if luck.percent(50) { first } else { luck.of(&GOLD) };
    let raised = if first == second { luck.of(&[0, 1, 2, 7, 60]) } else { 0 };
    let auction = Auction {
        look: if luck.percent(70) { look("clash/amazon") } else { any_look(luck) },
        names: [luck.name(), luck.name()],
        bids: [first, second],
        raises: (0..raised).map(|n| (Seat((n % 2) as u8), first + 25 * (n + 1))).collect(),
        winner: luck.of(&[None, Some(Seat(0)), Some(Seat(1))]),
        paid: first + 25 * raised,
        note: luck.sentence(0, 12),
    };
    let theme = theme(luck);
    Made::picture(format!("{raised} raises, {:?} wins", auction.winner), renderer.auction(&auction, theme).unwrap())
}

/// Requirements that an army can fail.
static PROBLEMS: LazyLock<Vec<Illegal>> = LazyLock::new(|| {
    let lacking = |pieces: &[&str]| shopping(pieces).view(Viewer::Seat(Seat(0))).clash.unwrap().shop.unwrap().problems;
    [lacking(&[]), lacking(&["pawn"])].concat()
});

pub fn shop(renderer: &Renderer, luck: &mut Luck) -> Made {
    let mut board = plain_board(luck.of(&[8, 8, 8, 4, 26]), luck.of(&[2, 2, 3, 1]));
    let there = spaces(&board);
    if luck.percent(15) {
        board.marked = marked(&there, luck);
    }
    let most = luck.of(&[0, 3, 16]);
    let classes = ["Peasant", "Light", "Heavy", "Jewel", "Leader"];
    let mut items = Vec::new();
    for class in luck.some(&classes, 60) {
        for _ in 0..luck.from(1, 7) {
            items.push(ShopItem {
                look: any_look(luck),
                class: class.to_owned(),
                cost: luck.of(&[100, 125, 250, 305, 0, 1200]),
                owned: luck.of(&[0, 0, 1, 2, 8]),
                survived: luck.of(&[0, 0, 1, 3]),
            });
        }
    }
    let shop = Shop {
        title: luck.said(&[
            "Round 1: White buys",
            "Round 2: Black buys",
            "The Ultimate Round: a very long title for a shop",
        ]),
        seat: Seat(luck.below(2) as u8),
        name: luck.name(),
        gold: luck.of(&GOLD),
        board,
        pieces: pieces(luck, &there, most),
        hand: (0..luck.of(&[0, 0, 1, 3])).map(|_| any_look(luck)).collect(),
        items,
        problems: luck.some(&PROBLEMS, 40),
    };
    let theme = theme(luck);
    Made::picture(format!("{} for sale", shop.items.len()), renderer.shop(&shop, theme).unwrap())
}

pub fn chances(renderer: &Renderer, luck: &mut Luck) -> Made {
    let turns = luck.of(&[0, 1, 2, 3, 9, 17, 40, 41, 100, 333, 600]);
    let mut share = 50.0;
    let mut next = |luck: &mut Luck| {
        share += luck.below(41) as f64 - 20.0;
        share = share.clamp(0.0, 100.0);
        share
    };
    let shares: Vec<f64> = (0..turns).map(|_| next(luck)).collect();
    let mistakes = (0..luck.of(&[0, 1, 3, 6])).map(|_| CostlyTurn {
        seat: Seat(luck.below(2) as u8),
        turn: luck.said(&["6… Qxb2??", "16. Rd1?", "120. a1xc3xe5xg7xe9xc11xa13xc15xe17xg19??"]),
        better: luck.said(&[
            "Better: d5 Bd3",
            "",
            "Better: Qe2 Rc8 and so on, and whatever else would have been better than this",
        ]),
        cost: luck.said(&["24% to 8%", "100% to 0%"]),
    });
    let mistakes: Vec<CostlyTurn> = mistakes.collect();
    let chances = Chances {
        title: luck.said(&["Win chances", "How it went"]),
        subtitle: luck.sentence(1, 8),
        names: [luck.name(), luck.name()],
        marks: (0..luck.below(5)).map(|_| luck.below(turns + 2)).collect(),
        shares,
        mistakes,
    };
    let theme = theme(luck);
    Made::picture(format!("after {turns}"), renderer.chances(&chances, theme).unwrap())
}

pub fn rating(renderer: &Renderer, luck: &mut Luck) -> Made {
    let games = luck.of(&[0, 1, 2, 3, 29, 30, 31, 90]);
    let (mut at, mut value) = (0, 1500.0);
    let (wide, every) = (luck.of(&[0.0, 30.0, 400.0]), luck.of(&[1, 3, 100]));
    let point = |game: usize| {
        at += luck.below(9_000_000) as i64;
        value += luck.below(201) as f64 - 100.0;
        Point { at, value, deviation: wide, provisional: game.is_multiple_of(every) }
    };
    let points: Vec<Point> = (0..games).map(point).collect();
    let chart = RatingChart {
        title: luck.name(),
        detail: luck.sentence(1, 6),
        points,
        from: "1 May 2026".to_owned(),
        to: luck.said(&["1 May 2026", "9 June 2026"]),
    };
    let theme = theme(luck);
    Made::picture(format!("after {games} games"), renderer.rating(&chart, theme).unwrap())
}

pub fn summary(renderer: &Renderer, luck: &mut Luck) -> Made {
    let players = luck.from(2, 6);
    let (number, share) = (luck.of(&[0, 1, players, players]), luck.of(&[0, 20, 100]));
    let row = |seat: usize| SummaryRow {
        seat: Seat(seat as u8),
        name: luck.name(),
        detail: luck.sentence(0, 10),
        score: luck.said(&["won", "draw", "", "1½", "resigned on the 300th turn of the game"]),
        won: luck.percent(share),
    };
    let rows = (0..number).map(row).collect();
    let summary = Summary {
        title: luck.said(&[
            "Duel",
            "Assassin, 4 Players",
            "Round 2 of a match with a title that is far too long for its line",
        ]),
        result: luck.sentence(0, 14),
        players,
        rows,
        notes: (0..luck.below(4)).map(|_| luck.sentence(1, 30)).collect(),
    };
    let theme = theme(luck);
    Made::picture(format!("{number} of {players}"), renderer.summary(&summary, theme).unwrap())
}

pub fn lobby(renderer: &Renderer, luck: &mut Luck) -> Made {
    let seats = luck.from(1, 6);
    let (open, ready) = (luck.of(&[0, 40, 100]), luck.of(&[0, 50, 100]));
    let seat = |_| LobbySeat {
        name: if luck.percent(open) { String::new() } else { luck.name() },
        battalion: luck.said(&["Medieval", "Baroque, Extra-Strength", "", "A Battalion With A Very Long Name Indeed"]),
        ready: luck.percent(ready),
    };
    let lobby_seats = (0..seats).map(seat).collect();
    let lobby = Lobby {
        title: luck.said(&["Titan's Battalion", "Clash of the Armies"]),
        settings: luck.sentence(0, 12),
        seats: lobby_seats,
        missing: luck.sentence(0, 10),
    };
    let theme = theme(luck);
    Made::picture(format!("{seats} seats"), renderer.lobby(&lobby, theme).unwrap())
}

pub fn icons(renderer: &Renderer, luck: &mut Luck) -> Made {
    let typed = luck.of(&["knight", "horse head", "w", "drag", "sh", "", "xyzzy", "cro", "two words", "King"]);
    let found = render::find_icons(typed);
    let from = luck.below(found.len().max(1)).saturating_sub(luck.below(20));
    let title = luck.said(&["Icons", "Icons with a title that is longer than its line, as nobody would write it"]);
    let theme = theme(luck);
    let mut made = Made::picture(format!("“{typed}”"), renderer.icons(&title, &found[from..], theme).unwrap());
    let near = luck.of(&["chess-kin", "snowflak", "dragn", "knigt", "qqqq"]);
    write!(made.alt, " | {} found, {near}: {:?}", found.len(), render::nearest_icon(near)).unwrap();
    made
}

pub fn tokens(renderer: &Renderer, luck: &mut Luck) -> Made {
    let number = luck.of(&[1, 1, 2, 3, 6]);
    let pieces: Vec<Look> = (0..number).map(|_| any_look(luck)).collect();
    let title = if luck.percent(50) { pieces[0].name.clone() } else { luck.name() };
    Made::picture(format!("{number} pieces"), renderer.tokens(&Tokens { title, pieces }).unwrap())
}

pub fn balance(renderer: &Renderer, luck: &mut Luck) -> Made {
    let number = luck.of(&[0, 1, 2, 4, 7]);
    let (unknown, far) = (luck.of(&[0, 30]), luck.of(&[20, 101]));
    let army = |_| BalancedArmy {
        name: luck.name(),
        rating: [luck.below(600) as f64 - 300.0, luck.of(&[0.0, 12.0, 90.0])],
        scores: (0..number)
            .map(|_| {
                (!luck.percent(unknown))
                    .then(|| [50.0 + luck.below(far) as f64 - far as f64 / 2.0, luck.of(&[0.4, 6.0, 30.0])])
            })
            .collect(),
    };
    let armies = (0..number).map(army).collect();
    let balance =
        Balance { title: luck.said(&["How strong the armies are", "Balance"]), detail: luck.sentence(1, 12), armies };
    let theme = theme(luck);
    Made::picture(format!("{number} armies"), renderer.balance(&balance, theme).unwrap())
}

pub fn scores(renderer: &Renderer, luck: &mut Luck) -> Made {
    let number = luck.of(&[0, 1, 3, 7, 14]);
    let rows = (0..number).map(|_| (luck.name(), [luck.below(101) as f64, luck.of(&[0.0, 3.4, 60.0])])).collect();
    let scores = Scores { title: luck.name(), detail: luck.sentence(1, 8), rows };
    let theme = theme(luck);
    Made::picture(format!("against {number}"), renderer.scores(&scores, theme).unwrap())
}

/// Most similar pieces of an army, with uploaded pictures among them.
pub fn likeness(renderer: &Renderer, luck: &mut Luck) -> Made {
    let looks: Vec<Look> = (0..luck.from(1, 4)).map(|_| any_look(luck)).collect();
    let prints = renderer.prints(&looks);
    let mut told = String::new();
    for (number, look) in looks.iter().enumerate() {
        let near = prints.nearest(number).map(|(other, far)| format!("{} {far:.2}", looks[other].name));
        write!(told, "{}: {near:?}; ", look.name).unwrap();
    }
    Made::text(format!("{} pieces", looks.len()), told)
}
