//! Many pictures at once, reduced: every view from every side in every theme, every piece's movement, and cards with
//! little, with much, and with nothing to show.
//!
//! `golden/sweep.png` has the reduced pictures, `golden/sweep.txt` their sizes and descriptions (see `sheet`).

use std::io::Cursor;

use engine::board::{Seat, Side};
use engine::view::{Badge, PieceView, View};
use image::codecs::gif::GifDecoder;
use image::codecs::png::PngEncoder;
use image::{AnimationDecoder as _, DynamicImage, Frame};
use render::cards::{
    Balance, BalancedArmy, Chances, Compared, CostlyTurn, Lobby, LobbySeat, Movement, Point, RatingChart, Scores,
    Summary, SummaryRow,
};
use render::{Options, People, Person, Picture, Renderer, Size, Theme};

use crate::fixture::by_hand::odd_board;
use crate::fixture::games::opera;
use crate::fixture::played::{titans, walk};
use crate::fixture::{
    FOUR, busy_cross, chain, clash, clash_game, definitions, duel, fallen_cross, friends, has_badge, middle_game,
    people, row, shots, six, six_and_earlier, six_game, states, three,
};
use crate::sheet::{self, Drawn};

const THEMES: [Theme; 3] = [Theme::Dark, Theme::Light, Theme::HighContrast];

/// Clocks, leads in material, several names in one seat, and seats without a name.
fn with_clocks() -> People {
    let mut all = people(&["Aurelia", "", "Cyan-Chess", "white", "Eve", "Fay"]);
    for (lead, seat) in (0..).zip(&mut all.seats) {
        seat.lead = lead;
        seat.clock = format!("{}h", lead + 1);
    }
    all.seats[2].names.push("Dmitri".to_owned());
    all
}

fn turns(renderer: &Renderer, out: &mut Drawn) {
    let views: Vec<(&str, View)> = vec![
        ("start", duel("medieval", "makpong")),
        ("middle", middle_game()),
        ("states", states()),
        ("clash", clash()),
        ("shots", shots()),
        ("chain", chain()),
        ("cross", busy_cross()),
        ("fallen", fallen_cross()),
        ("three", three()),
        ("six", six()),
        ("odd", odd_board()),
        ("ended", opera().pop().unwrap()),
    ];
    let sides = [Side::South, Side::West, Side::North, Side::East];
    let mut number = 0;
    for (name, view) in &views {
        for side in sides {
            // Themes, sizes and people alternate, so that each meets each.
            let theme = THEMES[number % 3];
            let size = [Size::Small, Size::Normal][number / 2 % 2];
            let people =
                [friends(), with_clocks(), People { seats: vec![Person::default(); 6] }][number / 3 % 3].clone();
            number += 1;
            let options = Options { theme, size, bottom: Some(side), ..Options::default() };
            let picture = renderer.turn(view, &people, &options).unwrap();
            out.push((format!("{name} from {side:?}, {theme:?}, {size:?}"), 4, picture));
        }
    }
}

/// Later positions of games of every kind, where pieces are in reserve, captured, shielded and fallen.
fn games(renderer: &Renderer, out: &mut Drawn) {
    for (name, game) in [
        ("clash", clash_game()),
        ("four", titans(engine::titans::GameMode::Assassin, &FOUR)),
        ("six", six_game()),
        ("party", titans(engine::titans::GameMode::Duel, &["party-volatile", "the-party"])),
        ("alchemists", titans(engine::titans::GameMode::Duel, &["alchemists", "reptilian-order"])),
    ] {
        let views = walk(&game, 60);
        let busiest = views.iter().max_by_key(|view| view.pieces.iter().map(|piece| piece.badges.len()).sum::<usize>());
        let shield = views.iter().find(|view| has_badge(view, |badge| matches!(badge, Badge::Shield(_))));
        for (which, view) in [("last", views.last()), ("busiest", busiest), ("shield", shield)] {
            let Some(view) = view else { continue };
            let options = Options { theme: THEMES[which.len() % 3], size: Size::Small, ..Options::default() };
            let picture = renderer.turn(view, &with_clocks(), &options).unwrap();
            out.push((format!("{name}, {which}"), 4, picture));
        }
    }
}

/// Positions on the way through games of every kind, each from another side and after another number of turns.
fn wanderings(renderer: &Renderer, out: &mut Drawn) {
    const SIDES: [Side; 4] = [Side::South, Side::West, Side::North, Side::East];
    for (index, (name, game)) in crate::words::games().into_iter().enumerate() {
        let views = walk(&game, 64);
        for (number, turn) in (3..views.len()).step_by(11).enumerate() {
            let view = &views[turn];
            let earlier = views[turn - number % 4..turn].iter().filter_map(|view| view.last.clone()).collect();
            let options = Options {
                theme: THEMES[(index + number) % 3],
                size: if view.seats.len() > 3 { Size::Normal } else { Size::Small },
                bottom: Some(SIDES[number % 4]),
                earlier,
                ..Options::default()
            };
            out.push((format!("{name}, {turn}"), 4, renderer.turn(view, &with_clocks(), &options).unwrap()));
        }
    }
}

fn movements(renderer: &Renderer, out: &mut Drawn) {
    for definition in definitions() {
        for (number, piece) in definition.pieces.iter().enumerate() {
            let Some(movement) = Movement::of(&definition, piece) else { continue };
            let picture = renderer.movement(&movement, THEMES[number % 3]).unwrap();
            out.push((format!("{} of {}", piece.name, definition.id), 6, picture));
        }
    }
}

/// Each piece compared with the next of its army, and with nothing.
fn comparisons(renderer: &Renderer, out: &mut Drawn) {
    for army in definitions() {
        for (number, piece) in army.pieces.iter().enumerate() {
            let next = army.pieces.get(number + 1);
            let (before, after) = if number % 3 == 2 { (next, Some(piece)) } else { (Some(piece), next) };
            let Some(compared) = Compared::of(&army, (&army, before), (&army, after)) else { continue };
            let picture = renderer.compared(&compared, THEMES[number % 3]).unwrap();
            out.push((format!("{} of {} before and now", piece.name, army.id), 6, picture));
        }
    }
}

/// Boards after several turns, with the enlarged part of a large board.
fn several_turns(renderer: &Renderer, out: &mut Drawn) {
    for (name, (view, earlier)) in [("row", row()), ("six", six_and_earlier())] {
        for (number, theme) in THEMES.into_iter().enumerate() {
            let earlier = earlier[number.min(earlier.len())..].to_vec();
            let options = Options { theme, earlier, ..Options::default() };
            let picture = renderer.turn(&view, &with_clocks(), &options).unwrap();
            out.push((format!("{name} without {number} of the turns, {theme:?}"), 4, picture));
        }
    }
}

/// Frames of replays: every eighth, and the last two.
fn replays(renderer: &Renderer, out: &mut Drawn) {
    for (name, game) in [
        ("three", titans(engine::titans::GameMode::Ffa, &["medieval", "makpong", "baroque"])),
        ("alchemists", titans(engine::titans::GameMode::Duel, &["alchemists", "the-party"])),
        ("clash", clash_game()),
    ] {
        let options = Options { size: Size::Small, ..Options::default() };
        let replay = renderer.replay(&walk(&game, 40), &friends(), &options).unwrap();
        let decoder = GifDecoder::new(Cursor::new(&replay.gif)).unwrap();
        let frames: Vec<Frame> = decoder.into_frames().map(Result::unwrap).collect();
        for (number, frame) in frames.iter().enumerate() {
            if number % 8 != 0 && number + 2 < frames.len() {
                continue;
            }
            let image = DynamicImage::from(frame.buffer().clone()).to_rgb8();
            let (width, height) = image.dimensions();
            let mut png = Vec::new();
            image.write_with_encoder(PngEncoder::new(&mut png)).unwrap();
            let alt = format!("{:?}, {} in all", frame.delay(), frames.len());
            out.push((format!("replay of {name}, {number}"), 4, Picture { png, width, height, alt }));
        }
    }
}

fn ratings(renderer: &Renderer, out: &mut Drawn) {
    let point = |game: i64, deviation: f64, provisional: bool| Point {
        at: game * game * 86_400_000,
        value: 1500.0 + (game * 37 % 101) as f64,
        deviation,
        provisional,
    };
    for (name, points, to) in [
        ("one game", vec![point(1, 290.0, true)], "1 May 2026"),
        ("a day", (1..4).map(|game| point(game, 200.0, true)).collect(), "1 May 2026"),
        ("thirty", (1..=30).map(|game| point(game, 60.0, game < 5)).collect(), "9 Jun 2026"),
        ("thirty-one", (1..=31).map(|game| point(game, 60.0, game < 31)).collect(), "9 Jun 2026"),
        ("uncertain", (1..=12).map(|game| point(game, 400.0, true)).collect(), "2 May 2026"),
    ] {
        let chart = RatingChart {
            title: "Ann: Duels".to_owned(),
            detail: name.to_owned(),
            points,
            from: "1 May 2026".to_owned(),
            to: to.to_owned(),
        };
        out.push((format!("rating of {name}"), 4, renderer.rating(&chart, THEMES[name.len() % 3]).unwrap()));
    }
}

fn results(renderer: &Renderer, out: &mut Drawn) {
    for won in [None, Some(0), Some(2)] {
        let rows = (0..3).map(|seat| SummaryRow {
            seat: Seat(seat),
            name: format!("Player {seat}"),
            detail: "Medieval".to_owned(),
            score: if won == Some(seat) { "won" } else { "draw" }.to_owned(),
            won: won == Some(seat),
        });
        let summary = Summary {
            title: "Free for all".to_owned(),
            result: "It is over.".to_owned(),
            players: 3,
            rows: rows.collect(),
            notes: vec!["A note.".to_owned(); usize::from(won.unwrap_or(0))],
        };
        out.push((format!("summary, {won:?} won"), 4, renderer.summary(&summary, Theme::Light).unwrap()));
    }
    let states = [("", "", false), ("Ann", "", false), ("Bob", "Medieval", false), ("Cid", "Makpong", true)];
    for seats in 1..=4 {
        let seat = |(name, battalion, ready): &(&str, &str, bool)| LobbySeat {
            name: (*name).to_owned(),
            battalion: (*battalion).to_owned(),
            ready: *ready,
        };
        let lobby = Lobby {
            title: "A lobby".to_owned(),
            settings: "Duel".to_owned(),
            seats: states.iter().rev().take(seats).map(seat).collect(),
            missing: if seats % 2 == 0 { "Somebody is missing.".to_owned() } else { String::new() },
        };
        out.push((format!("lobby of {seats}"), 4, renderer.lobby(&lobby, Theme::Dark).unwrap()));
    }
    for turns in [0, 1, 2, 5, 30, 241] {
        let mistakes = (0..turns.min(2)).map(|turn| CostlyTurn {
            seat: Seat(turn as u8),
            turn: format!("{}. e4?", turn + 1),
            better: "Try d4.".to_owned(),
            cost: "60% to 40%".to_owned(),
        });
        let chances = Chances {
            title: "How it went".to_owned(),
            subtitle: format!("{turns} turns"),
            names: ["Ann".to_owned(), "Bob".to_owned()],
            shares: (0..=turns).map(|turn| 50.0 + (turn * 31 % 97) as f64 - 48.0).collect(),
            marks: (0..turns).step_by(7).collect(),
            mistakes: mistakes.collect(),
        };
        out.push((format!("chances of {turns} turns"), 4, renderer.chances(&chances, Theme::Light).unwrap()));
    }
}

fn balance(renderer: &Renderer, out: &mut Drawn) {
    let army = |row: usize| BalancedArmy {
        name: format!("Army {row}"),
        rating: [row as f64 * 60.0 - 75.0, 10.0 + row as f64],
        scores: (0..4)
            .map(|column| (row + column != 5).then_some([20.0 + (row * 4 + column) as f64 * 4.0, 6.0]))
            .collect(),
    };
    let balance = Balance {
        title: "How strong the armies are".to_owned(),
        detail: "Sixteen duels of each pair".to_owned(),
        armies: (0..4).map(army).collect(),
    };
    for theme in THEMES {
        out.push((format!("balance, {theme:?}"), 4, renderer.balance(&balance, theme).unwrap()));
    }
}

fn scores(renderer: &Renderer, out: &mut Drawn) {
    for number in [1, 7] {
        let row =
            |row: usize| (format!("Army {row} with a long name"), [4.0 + row as f64 * 15.0, 3.0 + row as f64 * 2.0]);
        let scores = Scores {
            title: "Score of Dragon Riders".to_owned(),
            detail: "700 games, 2,000 positions per turn".to_owned(),
            rows: (0..number).map(row).collect(),
        };
        for theme in THEMES {
            out.push((format!("scores against {number}, {theme:?}"), 4, renderer.scores(&scores, theme).unwrap()));
        }
    }
}

/// Names in every direction, too long for their place.
fn names(renderer: &Renderer, out: &mut Drawn) {
    let long = [
        "Bartholomew the Long, Second of His Name",
        "محمد بن عبد الله الطويل جدا جدا جدا جدا جدا جدا",
        "שלום עולם ארוך מאוד מאוד מאוד מאוד מאוד מאוד",
        "Z\u{327}\u{30f}\u{306}\u{321}\u{33e}algo e\u{301}\u{302}\u{303} e\u{301}\u{302}\u{303}\u{304}",
        "春日部のとても長い名前の人はここにいます長い長い長い長い",
        "กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ",
    ];
    for view in [duel("medieval", "medieval"), busy_cross(), six()] {
        let players = view.seats.len();
        for first in [0, 1, 2, 3] {
            let people = people(&(0..players).map(|seat| long[(first + seat) % 6]).collect::<Vec<_>>());
            let options = Options { size: [Size::Small, Size::Normal][first % 2], ..Options::default() };
            let picture = renderer.turn(&view, &people, &options).unwrap();
            out.push((format!("names from {first} of {players}"), 3, picture));
        }
    }
    let mut crowded = states();
    let others: Vec<PieceView> = crowded.pieces.iter().filter(|piece| !piece.badges.is_empty()).cloned().collect();
    crowded.pieces.extend(others.into_iter().map(|piece| PieceView { seat: Seat(1 - piece.seat.0.min(1)), ..piece }));
    let picture = renderer.turn(&crowded, &friends(), &Options { size: Size::Small, ..Options::default() }).unwrap();
    out.push(("crowded".to_owned(), 4, picture));
}

#[test]
fn pictures_of_every_kind_look_as_they_did_when_they_were_looked_at() {
    let renderer = Renderer::new().unwrap();
    let mut drawn = Drawn::new();
    let parts = [
        turns,
        games,
        wanderings,
        names,
        movements,
        comparisons,
        several_turns,
        replays,
        ratings,
        results,
        balance,
        scores,
    ];
    for part in parts {
        part(&renderer, &mut drawn);
    }
    assert!(drawn.len() > 150, "{}", drawn.len());
    sheet::compare("sweep", &drawn);
}
