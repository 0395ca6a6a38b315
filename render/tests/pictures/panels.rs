//! Panels of Players in every state, for every number of Players, with few and with many pieces in reserve and captured.

use engine::board::{Seat, Side};
use engine::fact::EndReason;
use engine::play::{Fall, Kept};
use engine::titans::GameMode;
use engine::view::{HeldView, Phase, SeatState, View, Viewer};
use render::{Options, People, Renderer, Size, Theme};

use crate::fixture::played::titans;
use crate::fixture::{clash, look, people};
use crate::sheet::{self, Drawn};

const SIDES: [Side; 4] = [Side::South, Side::West, Side::North, Side::East];

/// Games before their first turn, by number of Players; one army carries plates on most of its pieces.
fn game(players: usize) -> View {
    let armies = ["makpong", "medieval", "baroque", "the-party", "alchemists", "medieval"];
    let mode = if players == 2 { GameMode::Duel } else { GameMode::Ffa };
    let armies = if players == 2 { vec!["medieval", "makpong"] } else { armies[..players].to_vec() };
    titans(mode, &armies).view(Viewer::Public)
}

type Change = fn(&mut View, usize);

fn checked(view: &mut View, seat: usize) {
    let titan = |piece: &&engine::view::PieceView| piece.seat.index() == seat && piece.look.titan;
    view.checks.extend(view.pieces.iter().find(titan).map(|piece| piece.space));
}

fn out(view: &mut View, seat: usize, how: Fall) {
    view.seats[seat].state = SeatState::Defeated { how, by: Some(Seat(0)) };
    let pieces = view.pieces.iter_mut().filter(|piece| piece.seat.index() == seat);
    pieces.for_each(|piece| piece.fallen = true);
}

fn keep(view: &mut View, kinds: usize, count: u32) {
    let ids = ["medieval/knight", "medieval/rook", "baroque/chameleon", "the-party/senator", "makpong/snare-rook"];
    let looks = ["medieval/queen", "medieval/bishop", "medieval/pawn", "baroque/withdrawer"];
    let all: Vec<_> = ids.iter().chain(&looks).filter(|id| known(id)).map(|id| look(id)).collect();
    let kept = [Kept::Nothing, Kept::Volatile, Kept::Leaving];
    let players = view.seats.len();
    for seat in &mut view.seats {
        let first = seat.seat.index();
        let held = |n: usize| HeldView {
            look: all[(first + n) % all.len()].clone(),
            kept: kept[(first + n) % 3],
            count: count + n as u32 % 3,
        };
        seat.reserve = (0..kinds).map(held).collect();
        let taken = |n: usize| {
            (all[(first + 2 * n) % all.len()].clone(), Seat(((first + n + 1) % players) as u8), count + n as u32 % 4)
        };
        seat.captured = (0..(kinds * 2).saturating_sub(first)).map(taken).collect();
    }
}

fn known(id: &str) -> bool {
    let all = crate::fixture::definitions();
    all.iter().any(|army| army.pieces.iter().any(|piece| format!("{}/{}", army.id, piece.id) == id))
}

/// Changes of a game, by name.
fn changes() -> Vec<(&'static str, Change)> {
    vec![
        ("start", |_, _| ()),
        ("nobody acts", |view, _| view.to_act.clear()),
        ("all act", |view, n| view.to_act = Seat::all(n).collect()),
        ("check and to move", |view, n| {
            checked(view, n - 1);
            view.to_act = vec![Seat(n as u8 - 1)];
        }),
        ("all in check", |view, n| (0..n).for_each(|seat| checked(view, seat))),
        ("the last has won", |view, n| {
            (0..n - 1).for_each(|seat| out(view, seat, Fall::Checkmate));
            view.phase = Phase::Ended { winners: vec![Seat(n as u8 - 1)], reason: EndReason::LastStanding };
        }),
        ("draw", |view, _| view.phase = Phase::Ended { winners: Vec::new(), reason: EndReason::Agreement }),
        ("one is out", |view, _| out(view, 1, Fall::Resigned)),
        ("out in other ways", |view, n| {
            let ways = [Fall::TitanCaptured, Fall::Bereft, Fall::Time, Fall::Stalemate, Fall::Extinct, Fall::GaveAll];
            (1..n).for_each(|seat| out(view, seat, ways[seat]));
        }),
        ("facts", |view, n| {
            for (number, seat) in view.seats.iter_mut().enumerate() {
                seat.support_level = [None, Some(0), Some(12)][number % 3];
                seat.credits = number as u32;
                seat.extra_strength = number % 2 == 1;
            }
            view.draw_offer = vec![Seat(n as u8 - 1)];
        }),
        ("placement", |view, n| {
            view.phase = Phase::Placement;
            view.to_act = vec![Seat(n as u8 - 1)];
            view.seats.iter_mut().for_each(|seat| seat.side = None);
        }),
        ("choice", |view, n| {
            view.phase = Phase::VolatileChoice { done: 1, of: n, own: false, openly: false };
            view.to_act = Seat::all(n).skip(1).collect();
        }),
        ("one kept", |view, _| keep(view, 1, 1)),
        ("two kept", |view, _| keep(view, 2, 3)),
        ("six kept", |view, _| keep(view, 6, 9)),
        ("twenty kept", |view, _| keep(view, 20, 120)),
        ("long army", |view, _| {
            let name =
                |seat: &mut engine::view::SeatView| seat.battalion = "The Grand Army of Elba Battalion".to_owned();
            view.seats.iter_mut().for_each(name);
        }),
        ("army without a suffix", |view, _| view.seats.iter_mut().for_each(|seat| seat.battalion = "Own".to_owned())),
    ]
}

/// Names: none, short, long, pairs, and with everything that may be known about a Player.
fn named(number: usize) -> People {
    let short = people(&["Ann", "Bob", "Cid", "Dee", "Eve", "Fay"]);
    let long = people(&[
        "Bartholomew the Long, Second of His Name",
        "Maximiliana-Alexandra",
        "W",
        "Donaudampfschifffahrtsgesellschaftskapitänin",
        "Eve of the Evening",
        "Fay",
    ]);
    match number % 4 {
        0 => short,
        1 => long,
        2 => {
            let mut all = short;
            for (number, seat) in all.seats.iter_mut().enumerate() {
                seat.clock = ["1d 4h", "", "59m", "2d 11h 59m"][number % 4].to_owned();
                seat.odds = ["", "half the time", "no reserves"][number % 3].to_owned();
                seat.lead = [0, 1, 13][number % 3];
            }
            all
        }
        _ => {
            let mut all = long;
            all.seats.iter_mut().for_each(|seat| seat.names.push("Second Person".to_owned()));
            all.seats.truncate(3);
            all
        }
    }
}

#[test]
fn panels_of_every_kind_look_as_they_did_when_they_were_looked_at() {
    let renderer = Renderer::new().unwrap();
    let mut drawn = Drawn::new();
    let mut number = 0;
    for players in 2..=6 {
        let start = game(players);
        for (name, change) in changes() {
            let mut view = start.clone();
            change(&mut view, players);
            let options = Options {
                theme: Theme::ALL[number % 3],
                size: if number % 5 < 2 && players < 5 { Size::Normal } else { Size::Small },
                bottom: Some(SIDES[number % 4]),
                ..Options::default()
            };
            let picture = renderer.turn(&view, &named(number / 2), &options).unwrap();
            number += 1;
            add(&mut drawn, format!("{players}, {name}"), picture);
        }
    }
    for (index, points) in [[0, 0], [1, 3], [2, 5], [11, 4]].into_iter().enumerate() {
        let mut view = clash();
        let match_so_far = view.clash.as_mut().unwrap();
        match_so_far.half_points = points;
        match_so_far.gold = [Some(325), [None, Some(0), Some(-50), Some(4000)][index]];
        match_so_far.draw_odds = [None, Some(Seat(0)), Some(Seat(1)), None][index];
        view.phase =
            [Phase::Play, Phase::Shop, Phase::Auction { standing: None }, Phase::Auction { standing: Some(9) }][index]
                .clone();
        let options = Options { size: Size::Small, theme: Theme::ALL[index % 3], ..Options::default() };
        let picture = renderer.turn(&view, &named(index), &options).unwrap();
        add(&mut drawn, format!("clash {index}"), picture);
    }
    sheet::compare("panels", &drawn);
}

/// Adds a picture; large boards are reduced more.
fn add(drawn: &mut Drawn, name: String, picture: render::Picture) {
    let by = if picture.width > 800 { 5 } else { 3 };
    drawn.push((name, by, picture));
}
