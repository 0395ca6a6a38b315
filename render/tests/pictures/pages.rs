//! Cards of every kind in their rarer states.

use engine::battalion::{Definition, Matches, load_builtin};
use engine::board::{Seat, Space};
use engine::view::{MarkKind, MarkedZone, PieceView, Viewer};
use render::cards::{
    Auction, Balance, BalancedArmy, Bid, Chances, CostlyTurn, Example, Lobby, LobbySeat, Movement, Point, RatingChart,
    Scores, Sheet, Shop, ShopItem, Summary, SummaryRow, Target, Targets,
};
use render::{Renderer, Theme};

use crate::fixture::played::{shopping, xiangqi};
use crate::fixture::{definitions, look, plain_board};
use crate::sheet::{self, Drawn};

const LONG: &str = "Bartholomew the Long of the Longest Hill, Second of His Name, and All of His Friends";

/// The sheet of every army, of one with zones, and of one with everything that a sheet can say.
fn sheets(renderer: &Renderer, out: &mut Drawn) {
    let mut own = Definition::clone(&load_builtin("makpong").unwrap());
    own.id = "own".to_owned();
    own.license = "CC0".to_owned();
    own.extra_strength = true;
    own.matches = Matches::Party;
    own.reserves[0].count = 3;
    own.reserves.push(own.reserves[0].clone());
    own.reserves[1].piece = 0;
    for (number, army) in definitions().into_iter().chain([xiangqi(), own.into()]).enumerate() {
        let picture = renderer.sheet(&Sheet::of(&army), Theme::ALL[number % 3]).unwrap();
        out.push((format!("sheet of {}", army.id), 4, picture));
    }
}

/// Every example of every piece.
fn examples(renderer: &Renderer, out: &mut Drawn) {
    let mut number = 0;
    for army in definitions() {
        for piece in &army.pieces {
            for shown in &piece.examples {
                let demo = engine::battalion::play(&army, shown).unwrap();
                let mut example = Example::of(&army, piece, &shown.text, demo);
                if number % 5 == 4 {
                    example.demo.checks = example.demo.after.iter().take(1).map(|piece| piece.space).collect();
                }
                if number % 4 == 1 {
                    let marked = example.demo.before.iter().map(|piece| piece.space).collect();
                    let mark = MarkedZone { kind: MarkKind::Drawn, name: "starting line".to_owned(), spaces: marked };
                    example.demo.board.marked.push(mark);
                }
                let picture = renderer.example(&example, Theme::ALL[number % 3]).unwrap();
                out.push((format!("{} of {}, example", piece.name, army.id), 5, picture));
                number += 1;
            }
        }
    }
}

/// Movements on boards of every width, of both seats, beside others, and of a piece without any.
fn movements(renderer: &Renderer, out: &mut Drawn) {
    let army = xiangqi();
    for piece in &army.pieces {
        let Some(movement) = Movement::of(&army, piece) else { continue };
        out.push((format!("{} of xiangqi", piece.name), 5, renderer.movement(&movement, Theme::HighContrast).unwrap()));
    }
    let army = load_builtin("medieval").unwrap();
    for (number, piece) in army.pieces.iter().enumerate() {
        for radius in [1, 2, 6] {
            let Some(mut movement) = Movement::within(&army, piece, radius) else { continue };
            movement.seat = Seat(number as u8 % 2);
            movement.prose = movement.prose.repeat(number % 3);
            if number % 2 == 1 {
                movement.hints.clear();
            }
            let beside = Space::new(0, movement.at.rank());
            let mut other = PieceView {
                space: beside,
                seat: Seat(1),
                look: look("baroque/baroque-titan"),
                fallen: number == 2,
                badges: vec![engine::view::Badge::Immobilised],
            };
            movement.others.push(other.clone());
            other.space = Space::new(2, 2);
            movement.others.push(other);
            let picture = renderer.movement(&movement, Theme::ALL[number % 3]).unwrap();
            out.push((format!("{} within {radius}", piece.name), 5, picture));
        }
    }
}

fn private(renderer: &Renderer, out: &mut Drawn) {
    for number in 1..=5_usize {
        let target = |index: usize| Target {
            seat: Seat((index + number) as u8 % 6),
            name: ["Ann", LONG, "Cid", "Дмитрий", "春日"][index].to_owned(),
            battalion: ["Medieval", "", LONG, "Baroque", "Makpong"][index].to_owned(),
            defeated: (index + number).is_multiple_of(3),
        };
        let targets = Targets { holder: "Zoë".to_owned(), players: 6, targets: (0..number).map(target).collect() };
        out.push((format!("{number} targets"), 4, renderer.targets(&targets, Theme::ALL[number % 3]).unwrap()));
    }
    for (number, amount) in [None, Some(0), Some(5), Some(123_450)].into_iter().enumerate() {
        let hash = "0123456789abcdef".repeat(number * 3 + 1);
        let bid = Bid { seat: Seat(number as u8 % 2), name: ["Ann", LONG][number / 2].to_owned(), amount, hash };
        out.push((format!("bid of {amount:?}"), 4, renderer.bid(&bid, Theme::ALL[number % 3]).unwrap()));
    }
    for (number, winner) in [None, Some(Seat(0)), Some(Seat(1))].into_iter().enumerate() {
        for raised in [0, 1, 30] {
            let auction = Auction {
                look: look("clash/amazon"),
                names: ["Ann".to_owned(), LONG.to_owned()],
                bids: [1025, 1450],
                raises: (0..raised).map(|n| (Seat((n % 2) as u8), 1500 + 5 * n)).collect(),
                winner,
                paid: 1450 + raised,
                note: if raised == 1 { "Bob stops.".to_owned() } else { String::new() },
            };
            let picture = renderer.auction(&auction, Theme::ALL[number]).unwrap();
            out.push((format!("auction won by {winner:?} after {raised} raises"), 4, picture));
        }
    }
}

fn shops(renderer: &Renderer, out: &mut Drawn) {
    let item = |id: &str, class: &str, cost: i64, owned: u32, survived: u32| ShopItem {
        look: look(id),
        class: class.to_owned(),
        cost,
        owned,
        survived,
    };
    let all = [
        item("clash/pawn", "Peasant", 100, 3, 1),
        item("clash/omnipawn", "Peasant", 125, 2, 2),
        item("clash/rabbit", "Light", 250, 1, 0),
        item("clash/knight", "Heavy", 300, 0, 0),
        item("clash/hawk", "Heavy", 305, 1, 4),
        item("clash/war-machine", "Heavy", 400, 0, 1),
    ];
    let unready = |pieces: &[&str]| {
        let view = shopping(pieces).view(Viewer::Seat(Seat(0)));
        view.clash.unwrap().shop.unwrap().problems
    };
    let problems = [unready(&[]), unready(&["pawn"])].concat();
    assert!(!problems.is_empty());
    for (number, (items, width, height)) in
        [(0, 8, 2), (1, 8, 2), (3, 4, 3), (6, 26, 2), (5, 9, 1)].into_iter().enumerate()
    {
        let piece = |n: u8| PieceView {
            space: Space::new(n, 0),
            seat: Seat(number as u8 % 2),
            look: look(["clash/pawn", "clash/hawk"][usize::from(n) % 2]),
            fallen: false,
            badges: Vec::new(),
        };
        let shop = Shop {
            title: format!("Round {number}: somebody buys"),
            seat: Seat(number as u8 % 2),
            name: ["Ann", LONG][number % 2].to_owned(),
            gold: [4000, 0, 5, -250, 1050][number],
            board: plain_board(width, height),
            pieces: (0..number as u8).map(piece).collect(),
            hand: vec![look("clash/amazon"); number % 4],
            items: all[..items].to_vec(),
            problems: problems.iter().take(number % 3).cloned().collect(),
        };
        out.push((format!("shop {number}"), 4, renderer.shop(&shop, Theme::ALL[number % 3]).unwrap()));
    }
}

fn lists(renderer: &Renderer, out: &mut Drawn) {
    for (number, players) in [2, 3, 4, 5, 6, 2].into_iter().enumerate() {
        let row = |seat: usize| SummaryRow {
            seat: Seat(seat as u8),
            name: if seat == 1 { LONG.to_owned() } else { format!("Player {seat}") },
            detail: ["", "Medieval", LONG][(seat + number) % 3].to_owned(),
            score: ["won", "", "resigned on the 300th turn of the game", "1½"][(seat + number) % 4].to_owned(),
            won: (seat + number).is_multiple_of(4),
        };
        let summary = Summary {
            title: ["Duel", LONG][number % 2].to_owned(),
            result: ["", "Ann wins by checkmate.", LONG][number % 3].to_owned(),
            players,
            rows: (0..players).map(row).collect(),
            notes: vec![format!("{LONG}. {LONG}"); number % 3],
        };
        out.push((format!("summary of {players}"), 5, renderer.summary(&summary, Theme::ALL[number % 3]).unwrap()));
        let seat = |seat: usize| LobbySeat {
            name: ["Ann", "", LONG, "Dee"][(seat + number) % 4].to_owned(),
            battalion: ["Medieval", "", LONG][(seat + number) % 3].to_owned(),
            ready: (seat + number).is_multiple_of(2),
        };
        let lobby = Lobby {
            title: ["Titan's Battalion", LONG][number % 2].to_owned(),
            settings: ["", "Free for all · 2 days per turn"][number % 2].to_owned(),
            seats: (0..players).map(seat).collect(),
            missing: ["", "Two seats are open."][number / 3].to_owned(),
        };
        out.push((format!("lobby of {players}"), 5, renderer.lobby(&lobby, Theme::ALL[number % 3]).unwrap()));
    }
    let all = render::icons();
    for (number, icons) in [(0, 0), (1, 1), (2, 23), (0, 40)] {
        let picture = renderer.icons(["Icons", LONG][number % 2], &all[..icons], Theme::ALL[number]).unwrap();
        out.push((format!("{icons} icons"), 5, picture));
    }
}

fn charts(renderer: &Renderer, out: &mut Drawn) {
    let charts: [(&str, Vec<f64>); 6] = [
        ("nothing", Vec::new()),
        ("one", vec![1500.0]),
        ("a fall", vec![2900.0, 700.0]),
        ("a level", vec![1500.0; 5]),
        ("below zero", vec![-300.0, 20.0, -120.0]),
        ("many", (0..90).map(|n| 1500.0 + f64::from(n * n % 350)).collect()),
    ];
    for (number, (name, values)) in charts.into_iter().enumerate() {
        let point = |(n, value): (usize, f64)| Point {
            at: (n * n) as i64 * 1000,
            value,
            deviation: [0.0, 30.0, 120.0, 350.0][(n + number) % 4],
            provisional: n % 3 == 1,
        };
        let chart = RatingChart {
            title: ["Ann", LONG][number % 2].to_owned(),
            detail: name.to_owned(),
            points: values.into_iter().enumerate().map(point).collect(),
            from: "1 May 2026".to_owned(),
            to: ["1 May 2026", "9 Jun 2026"][number % 2].to_owned(),
        };
        out.push((format!("rating of {name}"), 3, renderer.rating(&chart, Theme::ALL[number % 3]).unwrap()));
    }
    let curves: [Vec<f64>; 6] = [
        Vec::new(),
        vec![51.4],
        vec![0.0, 100.0],
        vec![-20.0, 130.0, 50.0, 49.6],
        (0..9).map(|n| f64::from(n * 17 % 100)).collect(),
        (0..520).map(|n| f64::from(n * n % 103) / 1.03).collect(),
    ];
    for (number, shares) in curves.into_iter().enumerate() {
        let mistake = |n: u8| CostlyTurn {
            seat: Seat(n % 2),
            turn: format!("{}… {}", n + 1, if n == 1 { LONG } else { "Qxb2??" }),
            better: if n == 2 { LONG.to_owned() } else { "Better: d5".to_owned() },
            cost: "24% to 8%".to_owned(),
        };
        let chances = Chances {
            title: "Win chances".to_owned(),
            subtitle: format!("{} turns", shares.len()),
            names: [LONG.to_owned(), "Bob".to_owned()],
            marks: vec![0, 1, 3, shares.len() / 2, shares.len(), 900],
            mistakes: (0..number as u8 % 4).map(mistake).collect(),
            shares,
        };
        out.push((format!("chances {number}"), 3, renderer.chances(&chances, Theme::ALL[number % 3]).unwrap()));
    }
    for (number, armies) in [0, 1, 2, 7].into_iter().enumerate() {
        let army = |row: usize| BalancedArmy {
            name: if row == 1 { LONG.to_owned() } else { format!("Army {row}") },
            rating: [210.0 - 66.0 * row as f64, 4.0 + 30.0 * (row % 3) as f64],
            scores: (0..armies)
                .map(|n| ((n + row) % 5 != 4).then_some([((n * 7 + row * 13) % 20) as f64 * 5.2, 0.6 * n as f64]))
                .collect(),
        };
        let balance = Balance {
            title: "How strong the armies are".to_owned(),
            detail: LONG.to_owned(),
            armies: (0..armies).map(army).collect(),
        };
        out.push((format!("balance of {armies}"), 5, renderer.balance(&balance, Theme::ALL[number % 3]).unwrap()));
        let row = |n: usize| {
            let name = if n == 2 { LONG.to_owned() } else { format!("Army {n}") };
            (name, [[0.0, 100.0, 49.5, 97.0][n % 4], [0.0, 3.0, 60.0][n % 3]])
        };
        let scores =
            Scores { title: LONG.to_owned(), detail: "700 games".to_owned(), rows: (0..armies).map(row).collect() };
        out.push((format!("scores of {armies}"), 5, renderer.scores(&scores, Theme::ALL[number % 3]).unwrap()));
    }
}

#[test]
fn cards_of_every_kind_look_as_they_did_when_they_were_looked_at() {
    let renderer = Renderer::new().unwrap();
    let mut drawn = Drawn::new();
    for part in [sheets, examples, movements, private, shops, lists, charts] {
        part(&renderer, &mut drawn);
    }
    assert!(drawn.len() > 110, "{}", drawn.len());
    sheet::compare("pages", &drawn);
}
