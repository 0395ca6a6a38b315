//! Changes of a position: each adds one feature, whatever the others have added.

use std::sync::LazyLock;

use engine::board::{Seat, Space};
use engine::clash::{End, Gold, Loss};
use engine::fact::{DrawAnswer, EndReason, Fact, NewState, RoundEnd, SealedChoice};
use engine::piece::art::{Art, ViewBox};
use engine::play::{Fall, Kept};
use engine::view::{
    Badge, HeldView, LastAction, Look, MarkKind, MarkedZone, OwnView, Phase, PieceView, Played, SeatState, View,
};

use super::luck::Luck;
use super::positions::{sort, spaces};
use crate::drawings::TRACED;
use crate::fixture::look;

/// Pictures that people have brought for their pieces.
pub static ARTS: LazyLock<Vec<Art>> = LazyLock::new(|| {
    let wide = ViewBox { left: -60, top: -20, width: 120, height: 40 };
    let own = Art::new("M-50 15 L0 -18 L50 15 Z", "M-8 0h16v8h-16z", wide).unwrap();
    TRACED.iter().filter_map(|(_, art)| art.clone().ok()).chain([own]).collect()
});

/// Name of a change, its share in percent, and the change.
type Change = (&'static str, usize, fn(&mut View, &mut Luck));

/// All changes, in the order in which they are made.
pub const CHANGES: [Change; 17] = [
    ("names", 25, names),
    ("Titans", 25, titans),
    ("art", 35, art),
    ("stacks", 40, stacks),
    ("badges", 40, badges),
    ("held", 40, held),
    ("facts", 35, facts),
    ("fallen", 20, fallen),
    ("armies", 20, armies),
    ("last", 60, last),
    ("Check", 30, check),
    ("zones", 35, zones),
    ("affected", 20, affected),
    ("acting", 30, acting),
    ("points", 50, points),
    ("ended", 15, ended),
    ("own", 10, own),
];

/// Makes some of the changes; returns their names.
pub fn change(view: &mut View, luck: &mut Luck) -> Vec<&'static str> {
    let mut made = Vec::new();
    for (name, share, change) in CHANGES {
        let before = view.clone();
        if luck.percent(share) {
            change(view, luck);
        }
        if *view != before {
            made.push(name);
        }
    }
    made
}

fn any_seat(view: &View, luck: &mut Luck) -> Seat {
    Seat(luck.below(view.seats.len()) as u8)
}

fn any_space(view: &View, luck: &mut Luck) -> Space {
    let spaces = spaces(&view.board);
    if spaces.is_empty() { Space::new(0, 0) } else { luck.of(&spaces) }
}

/// Space of a piece, or any one.
fn occupied(view: &View, luck: &mut Luck) -> Space {
    if view.pieces.is_empty() || luck.percent(20) { any_space(view, luck) } else { luck.of(&view.pieces).space }
}

/// Changes the look of a kind of pieces wherever it is shown; in half of the cases that of a Titan.
fn each_look(view: &mut View, luck: &mut Luck, change: impl FnMut(&mut Look)) {
    let titans: Vec<&PieceView> = view.pieces.iter().filter(|piece| piece.look.titan).collect();
    let all: Vec<&PieceView> = view.pieces.iter().collect();
    let from = if luck.percent(50) && !titans.is_empty() { titans } else { all };
    if from.is_empty() {
        return;
    }
    let id = luck.of(&from).look.id.clone();
    let on_board = view.pieces.iter_mut().map(|piece| &mut piece.look);
    let beside = view.seats.iter_mut().flat_map(|seat| {
        seat.reserve.iter_mut().map(|held| &mut held.look).chain(seat.captured.iter_mut().map(|taken| &mut taken.0))
    });
    on_board.chain(beside).filter(|look| look.id == id).for_each(change);
}

/// Names of kinds after the army or after another kind, and long ones.
fn names(view: &mut View, luck: &mut Luck) {
    for _ in 0..luck.from(1, 4) {
        let army = luck.of(&view.seats).battalion;
        let word = army.split(' ').next().unwrap_or_default().to_owned();
        let other = view.pieces.first().map_or("Rook", |piece| piece.look.name.as_str()).to_owned();
        let name = match luck.below(4) {
            0 => format!("{word} {other}"),
            1 => format!("Snare {other}"),
            2 => luck.said(&["Keeper of the Northern Lighthouse", "Zq", "Pawn", "Éclaireur", "Player 2"]),
            _ => other,
        };
        each_look(view, luck, |look| look.name.clone_from(&name));
    }
}

/// Titans of other icons, several Titans, and Kings that are none.
fn titans(view: &mut View, luck: &mut Luck) {
    let icon = luck.of(&["chess-king", "snare-king", "chess-queen", "ghost", "no-such-icon"]);
    let (titan, drawn) = (luck.percent(75), luck.percent(60));
    each_look(view, luck, |look| {
        look.titan = titan;
        if drawn {
            look.icon = icon.to_owned();
        }
    });
}

/// Uploaded pictures; the file may name an icon as well.
fn art(view: &mut View, luck: &mut Luck) {
    for _ in 0..luck.from(1, 3) {
        let (art, icon) = (luck.of(&ARTS), luck.of(&["chess-king", "", "no-such-icon", "*", "*", "*"]));
        each_look(view, luck, |look| {
            look.art = Some(art.clone());
            if icon != "*" {
                look.icon = icon.to_owned();
            }
        });
    }
}

fn states(luck: &mut Luck) -> Vec<Badge> {
    let all = [Badge::Immobilised, Badge::Imprisoned, Badge::Volatile];
    let share = luck.of(&[15, 40, 70]);
    let mut states = luck.some(&all, share);
    let turns = luck.of(&[1, 2, 3, 9, 10]);
    states.extend(luck.some(&[Badge::Invulnerable(turns)], share));
    states.extend(luck.some(&[Badge::Shield(turns)], share / 2));
    states
}

/// Pieces that share a Space: below a Titan or another piece, or among themselves.
fn stacks(view: &mut View, luck: &mut Luck) {
    let titans: Vec<Space> = view.pieces.iter().filter(|piece| piece.look.titan).map(|piece| piece.space).collect();
    for _ in 0..luck.from(1, 5) {
        let space = if luck.percent(40) && !titans.is_empty() { luck.of(&titans) } else { occupied(view, luck) };
        for _ in 0..luck.of(&[1, 1, 2, 3]) {
            let other = if view.pieces.is_empty() { look("medieval/pawn") } else { luck.of(&view.pieces).look };
            let (supporter, other) = (look("party-volatile/supporter"), Look { titan: false, ..other });
            let look = Look { blocking: false, ..luck.of(&[supporter.clone(), supporter, other]) };
            let badges = if luck.percent(30) { states(luck) } else { Vec::new() };
            let (seat, fallen) = (any_seat(view, luck), luck.percent(10));
            view.pieces.push(PieceView { space, seat, look, fallen, badges });
        }
    }
    sort(view);
}

/// States of pieces; some of a Titan.
fn badges(view: &mut View, luck: &mut Luck) {
    let share = luck.of(&[5, 15, 30]);
    for piece in &mut view.pieces {
        if luck.percent(if piece.look.titan { 40 } else { share }) {
            piece.badges = states(luck);
        }
    }
}

/// Pieces in reserve and captured ones, from none to more than fit.
fn held(view: &mut View, luck: &mut Luck) {
    let looks: Vec<Look> = view.pieces.iter().map(|piece| piece.look.clone()).chain([look("medieval/rook")]).collect();
    let (players, is_clash) = (view.seats.len(), view.clash.is_some());
    for seat in &mut view.seats {
        let (kept, taken) = (luck.of(&[0, 0, 1, 2, 5, 12]), luck.of(&[0, 1, 3, 8, 20]));
        let count = |luck: &mut Luck| luck.of(&[1, 1, 2, 3, 9, 12, 140]);
        let held = |_| HeldView { look: luck.of(&looks), kept: luck.of(&Kept::ALL), count: count(luck) };
        let reserve: Vec<HeldView> = (0..kept).map(held).collect();
        // There are no reserves in Clash of the Armies.
        seat.reserve = if is_clash { Vec::new() } else { reserve };
        let taken = (0..taken).map(|_| (luck.of(&looks), Seat(luck.below(players) as u8), count(luck)));
        seat.captured = taken.collect();
    }
}

fn facts(view: &mut View, luck: &mut Luck) {
    for seat in &mut view.seats {
        seat.support_level = luck.of(&[None, Some(0), Some(7), Some(112)]);
        seat.credits = luck.of(&[0, 0, 1, 2]);
        seat.extra_strength = luck.percent(30);
        if luck.percent(10) {
            seat.side = None;
        }
    }
    let seats: Vec<Seat> = view.seats.iter().map(|seat| seat.seat).collect();
    view.draw_offer = luck.some(&seats, 25);
    view.turns = luck.of(&[0, 1, 2, 24, 599]);
}

const FALLS: [Fall; 11] = [
    Fall::TitanCaptured,
    Fall::Checkmate,
    Fall::Bereft,
    Fall::Outrun,
    Fall::Level,
    Fall::Checks,
    Fall::Extinct,
    Fall::GaveAll,
    Fall::Stalemate,
    Fall::Resigned,
    Fall::Time,
];

/// Defeated Players, with or without pieces on the board.
fn fallen(view: &mut View, luck: &mut Luck) {
    for number in 0..view.seats.len() {
        if luck.percent(35) {
            let by = if luck.percent(60) { Some(any_seat(view, luck)) } else { None };
            view.seats[number].state = SeatState::Defeated { how: luck.of(&FALLS), by };
            let cleared = luck.percent(20);
            view.pieces.retain(|piece| piece.seat.index() != number || !cleared);
            let pieces = view.pieces.iter_mut().filter(|piece| piece.seat.index() == number);
            pieces.for_each(|piece| piece.fallen = true);
            view.to_act.retain(|seat| seat.index() != number);
        }
    }
}

fn armies(view: &mut View, luck: &mut Luck) {
    for seat in &mut view.seats {
        seat.battalion = luck.said(&[
            "The Grand Army of Elba Battalion",
            "Own",
            "Medieval Battalion",
            "A Battalion With A Very Long Name Indeed, of the Second Edition",
            "Rook Battalion",
            "Ann",
        ]);
    }
}

/// An event with pieces and Spaces of the board.
fn fact(view: &View, luck: &mut Luck, seat: Seat) -> Fact {
    let (space, at, owner) = (occupied(view, luck), any_space(view, luck), any_seat(view, luck));
    let called = |luck: &mut Luck| match view.pieces.as_slice() {
        [] => "Pawn".to_owned(),
        pieces => luck.of(pieces).look.name,
    };
    let (piece, was) = (called(luck), called(luck));
    let kept = luck.of(&Kept::ALL);
    match luck.below(15) {
        0 | 1 => Fact::Captured { piece, owner, space },
        2 => Fact::CapturedItself { piece, space },
        3 => Fact::Shot { from: space, at },
        4 => Fact::Placed { piece, kept, space },
        5 => Fact::Appeared { piece, space },
        6 => Fact::ChangedSides { piece, space, owner },
        7 => Fact::ToHand { piece, kept, owner },
        8 => Fact::Became { was, piece, space },
        9 => Fact::Promoted { piece, space },
        10 => {
            let all =
                [NewState::Imprisoned, NewState::Freed, NewState::Volatile, NewState::Invulnerable, NewState::Shield];
            Fact::State { piece, space, state: luck.of(&all) }
        }
        11 => Fact::Avenged { piece, space },
        12 => Fact::Defeated { seat: owner, how: luck.of(&FALLS) },
        13 => Fact::CheckCounted { to: owner, count: luck.of(&[1, 2]), of: 3 },
        _ => luck.of(&[Fact::Check, Fact::ForcedPass { seat }]),
    }
}

/// Something other than a turn.
fn decision(view: &View, luck: &mut Luck, seat: Seat) -> Fact {
    let gold = Gold::from_hundredths(luck.of(&[0, 25, 1450]));
    let answers = [DrawAnswer::Offers, DrawAnswer::Agrees, DrawAnswer::Declines, DrawAnswer::Withdraws];
    let common = [Fact::Draw { seat, answer: luck.of(&answers) }, Fact::Defeated { seat, how: Fall::Resigned }];
    let clash = [Fact::Ready { seat }, Fact::Sealed { seat }, Fact::Bid { seat, gold }, Fact::EqualBids];
    let raises = [Fact::Raised { seat, gold }, Fact::Stopped { seat }];
    let titans = [Fact::Territory { seat, offset: 3, mirrored: true }, Fact::VolatileDrawn, Fact::ForcedPass { seat }];
    let own = if view.clash.is_some() { [&clash[..], &raises].concat() } else { titans.to_vec() };
    luck.of(&[&common[..], &own].concat())
}

/// A turn of any kind.
pub fn action(view: &View, luck: &mut Luck) -> LastAction {
    let seat = any_seat(view, luck);
    let (from, to) = (any_space(view, luck), occupied(view, luck));
    let mut action = LastAction { seat: Some(seat), from: vec![from], to: vec![to], ..LastAction::default() };
    let mut text = format!("{from}{to}");
    let captured = |luck: &mut Luck, action: &mut LastAction, space| {
        action.removed.push(space);
        let piece = view.pieces.iter().find(|piece| piece.space == space);
        let name = piece.map_or_else(|| "Pawn".to_owned(), |piece| piece.look.name.clone());
        let owner = any_seat(view, luck);
        action.facts.push(Fact::Captured { piece: name, owner, space });
    };
    match luck.below(10) {
        0 => {}
        1 | 2 => {
            text = format!("Rx{to}");
            captured(luck, &mut action, to);
        }
        3 => {
            action.from.push(any_space(view, luck));
            action.to.push(any_space(view, luck));
            text = luck.of(&["O-O", "O-O-O+"]).to_owned();
        }
        4 | 5 => {
            action.path = (0..luck.of(&[1, 2, 5, 40])).map(|_| any_space(view, luck)).collect();
            for _ in 0..luck.below(4) {
                let space = any_space(view, luck);
                captured(luck, &mut action, space);
            }
            let stops: Vec<String> = action.path.iter().chain([&to]).map(|space| format!("x{space}")).collect();
            text = format!("{from}{}", stops.concat());
        }
        6 => {
            for _ in 0..luck.from(1, 3) {
                let at = if luck.percent(10) { to } else { any_space(view, luck) };
                action.shots.push((to, at));
                captured(luck, &mut action, at);
            }
            (action.from, action.to) =
                if luck.percent(50) { (Vec::new(), Vec::new()) } else { (action.from, action.to) };
            text = format!("{to}*");
        }
        7 => {
            (action.from, action.to) =
                if luck.percent(70) { (Vec::new(), Vec::new()) } else { (action.from, action.to) };
            action.created = (0..luck.from(1, 3)).map(|_| occupied(view, luck)).collect();
            text = format!("@{}", action.created[0]);
        }
        8 => {
            action.converted = (0..luck.from(1, 4)).map(|_| occupied(view, luck)).collect();
            let space = action.converted[0];
            action.facts.push(Fact::ChangedSides { piece: "Judge".to_owned(), space, owner: seat });
        }
        _ => {
            (action.from, action.to) = (Vec::new(), Vec::new());
            action.facts = (0..luck.from(1, 3)).map(|_| decision(view, luck, seat)).collect();
            return action;
        }
    }
    if luck.percent(40) {
        let more = luck.of(&[1, 2, 4, 9]);
        action.facts.extend((0..more).map(|_| fact(view, luck, seat)));
    }
    action.text = luck.said(&[&text]);
    action
}

fn last(view: &mut View, luck: &mut Luck) {
    view.last = if luck.percent(92) { Some(action(view, luck)) } else { None };
}

/// Titans in Check, with and without arrows of the attacks.
fn check(view: &mut View, luck: &mut Luck) {
    let titans: Vec<PieceView> =
        view.pieces.iter().filter(|piece| piece.look.titan && !piece.fallen).cloned().collect();
    for titan in luck.some(&titans, 60) {
        view.checks.push(titan.space);
        for _ in 0..luck.of(&[0, 1, 1, 2]) {
            let from = luck.of(&view.pieces).space;
            if from != titan.space {
                view.attacks.push((from, titan.space));
            }
        }
    }
}

/// Names of zones; some belong to several kinds, some kinds have several names.
const ZONES: [&str; 7] = [
    "palace",
    "river",
    "palace of the south",
    "centre",
    "promotion zone",
    "starting line",
    "the meadow that nobody may cross",
];

/// Zones on a board.
pub fn marked(spaces: &[Space], luck: &mut Luck) -> Vec<MarkedZone> {
    let kinds = [MarkKind::Drawn, MarkKind::Half, MarkKind::Centre, MarkKind::Promotion];
    let few = luck.some(&kinds, 50);
    let few = if few.is_empty() { kinds.to_vec() } else { few };
    let zone = |_| {
        let (one, other) = (luck.of(spaces), luck.of(spaces));
        let shape = luck.below(5);
        let inside = |space: &&Space| {
            let (file, rank) = (space.file(), space.rank());
            let within = |at: u8, a: u8, b: u8| (a.min(b)..=a.max(b)).contains(&at);
            match shape {
                0 => **space == one,
                1 => within(file, one.file(), other.file()),
                2 => within(rank, one.rank(), other.rank()),
                3 => (file + rank) % 5 == one.file() % 5 && within(rank, one.rank(), other.rank()),
                _ => within(file, one.file(), other.file()) && within(rank, one.rank(), other.rank()),
            }
        };
        let kind = luck.of(&few);
        MarkedZone { kind, name: luck.said(&ZONES), spaces: spaces.iter().filter(inside).copied().collect() }
    };
    let number = [1, 1, 2, 2, 3, 4, 5];
    let zones: Vec<MarkedZone> = if spaces.is_empty() { Vec::new() } else { (0..7).map(zone).collect() };
    let number = luck.of(&number).min(zones.len());
    zones[..number].to_vec()
}

fn zones(view: &mut View, luck: &mut Luck) {
    view.board.marked = marked(&spaces(&view.board), luck);
}

fn affected(view: &mut View, luck: &mut Luck) {
    let share = luck.of(&[3, 20, 100]);
    view.board.affected = luck.some(&spaces(&view.board), share);
}

/// Phases of a game, and who is to act in them.
fn acting(view: &mut View, luck: &mut Luck) {
    let playing: Vec<Seat> =
        view.seats.iter().filter(|seat| seat.state == SeatState::Playing).map(|seat| seat.seat).collect();
    view.to_act = luck.some(&playing, 40);
    let of = view.seats.len();
    view.phase = match view.clash {
        Some(_) => luck.of(&[
            Phase::Play,
            Phase::Shop,
            Phase::Auction { standing: None },
            Phase::Auction { standing: Some(900) },
        ]),
        None => {
            let choice = Phase::VolatileChoice { done: luck.below(of), of, own: false, openly: luck.percent(50) };
            luck.of(&[Phase::Play, Phase::Play, Phase::Placement, choice])
        }
    };
}

/// Points, gold and draw odds of Clash of the Armies.
fn points(view: &mut View, luck: &mut Luck) {
    if let Some(clash) = &mut view.clash {
        clash.half_points = [luck.of(&[0, 1, 2, 3]), luck.of(&[0, 1, 5])];
        clash.gold = [luck.of(&[None, Some(325), Some(-50)]), luck.of(&[None, Some(0), Some(4000)])];
        clash.draw_odds = luck.of(&[None, Some(Seat(0)), Some(Seat(1))]);
        clash.turns = luck.of(&[0, 1, 30]);
        view.played = Played::Clash { round: luck.of(&[1, 2, 3]) };
    }
}

/// The end, with any number of winners.
fn ended(view: &mut View, luck: &mut Luck) {
    let playing: Vec<Seat> =
        view.seats.iter().filter(|seat| seat.state == SeatState::Playing).map(|seat| seat.seat).collect();
    let won = luck.some(&playing, 45);
    let reason = match (won.as_slice(), view.clash.is_some()) {
        ([winner], true) => {
            let end = End::Loss(Seat(1 - winner.0), luck.of(&[Loss::Checkmate, Loss::Resigned, Loss::Time]));
            let draw_odds = None;
            let round = luck.of(&[1, 2, 3]);
            luck.of(&[EndReason::Round(RoundEnd { round, end, draw_odds }), EndReason::Match { half_points: [3, 1] }])
        }
        ([], _) => luck.of(&[
            EndReason::Stalemate,
            EndReason::Repetition,
            EndReason::NoProgress,
            EndReason::TurnLimit,
            EndReason::Agreement,
        ]),
        ([_], false) if view.seats.len() == 2 => EndReason::Duel(luck.of(&FALLS)),
        _ => luck.of(&[EndReason::Targets, EndReason::Credits, EndReason::LastStanding]),
    };
    view.to_act.clear();
    view.phase = Phase::Ended { winners: won, reason };
}

/// Secrets of a seat, which no picture shows.
fn own(view: &mut View, luck: &mut Luck) {
    let (seat, target) = (any_seat(view, luck), any_seat(view, luck));
    view.own = Some(OwnView { seat, targets: vec![target], sealed: vec![SealedChoice::Bid(Gold::whole(14))] });
}
