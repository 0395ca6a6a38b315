//! Positions of played games and of boards of any shape.

use std::sync::{Arc, LazyLock};

use engine::battalion::{Definition, load_builtin};
use engine::board::{Seat, Side, Space};
use engine::titans::{self, GameMode, Setup};
use engine::view::{BoardView, LastAction, Look, PieceView, Played, View, Viewer, Zone};
use render::cards::look as look_of;

use super::luck::Luck;
use crate::fixture::by_hand::odd_board;
use crate::fixture::games::opera;
use crate::fixture::played::{shopping, walk, xiangqi, xiangqi_after};
use crate::fixture::{
    busy_cross, castled, chain, clash, definitions, fallen_cross, middle_game, row, seat, shots, six_and_earlier,
    states, view,
};

/// Positions of a game in order.
type Game = (&'static str, Vec<View>);

static GAMES: LazyLock<Vec<Game>> = LazyLock::new(|| {
    let mut games: Vec<Game> = crate::words::games().into_iter().map(|(name, game)| (name, walk(&game, 40))).collect();
    games.push(("opera", opera()));
    games.push(("xiangqi", vec![xiangqi_after(&[]), xiangqi_after(&["Hc3"]), xiangqi_after(&["Hc3", "Hg8", "Ch5"])]));
    let armies = ["party-volatile", "medieval", "the-party", "makpong"].map(|id| load_builtin(id).unwrap());
    let placement = |armies: &[Arc<Definition>]| {
        let mode = if armies.len() == 2 { GameMode::Duel } else { GameMode::Assassin };
        let setup = Setup::new(mode, armies.to_vec(), [7; 32]).unwrap();
        let mut game = titans::Game::new(setup).unwrap();
        let mut views = vec![game.view(Viewer::Public)];
        while let Some(question) = game.to_act().first().and_then(|seat| Some((*seat, game.placement_question(*seat)?)))
        {
            game.apply(question.0, &question.1.usual).unwrap();
            views.push(game.view(Viewer::Public));
        }
        views
    };
    games.push(("placing in a duel", placement(&armies[..2])));
    games.push(("placing of four", placement(&armies)));
    games.push(("xiangqi of four", placement(&[xiangqi(), armies[1].clone(), xiangqi(), xiangqi()])));
    games.push(("shop", vec![shopping(&["rogue", "pawn"]).view(Viewer::Public)]));
    games
});

/// Positions that were chosen for what they show.
static CHOSEN: LazyLock<Vec<Game>> = LazyLock::new(|| {
    let all = [
        ("states", states()),
        ("chain", chain()),
        ("shots", shots()),
        ("the Shield", clash()),
        ("castled", castled()),
        ("busy cross", busy_cross()),
        ("fallen cross", fallen_cross()),
        ("middle game", middle_game()),
        ("row", row().0),
        ("six in a row", six_and_earlier().0),
        ("ring", odd_board()),
    ];
    all.into_iter().map(|(name, view)| (name, vec![view])).collect()
});

/// Armies whose pieces are on boards by hand.
pub static ARMIES: LazyLock<Vec<Arc<Definition>>> =
    LazyLock::new(|| definitions().into_iter().chain([xiangqi()]).collect());

/// A position with the turns before it.
pub fn position(luck: &mut Luck) -> (String, View, Vec<LastAction>) {
    match luck.below(10) {
        0..5 => played(luck, &GAMES),
        5 | 6 => played(luck, &CHOSEN),
        _ => field(luck),
    }
}

fn played(luck: &mut Luck, games: &[Game]) -> (String, View, Vec<LastAction>) {
    let (name, views) = &games[luck.below(games.len())];
    let turn = luck.below(views.len());
    let before = turn.saturating_sub(luck.of(&[0, 0, 1, 2, 5]));
    let earlier = views[before..turn].iter().filter_map(|view| view.last.clone()).collect();
    ((*name).to_owned(), views[turn].clone(), earlier)
}

/// Sides of the seats in games of each number of Players.
fn sides(players: usize) -> &'static [Side] {
    use Side::{East, North, South, West};
    match players {
        2 => &[South, North],
        3 => &[South, West, North],
        4 => &[South, West, North, East],
        5 => &[South, West, North, North, East],
        _ => &[South, West, North, North, East, South],
    }
}

/// Every Space of a board.
pub fn spaces(board: &BoardView) -> Vec<Space> {
    let width = usize::from(board.width);
    let there = board.zones.iter().enumerate().filter(|(_, zone)| **zone != Zone::Missing);
    there.map(|(index, _)| Space::new((index % width) as u8, (index / width) as u8)).collect()
}

/// Board of any shape with some pieces.
fn field(luck: &mut Luck) -> (String, View, Vec<LastAction>) {
    let players = luck.of(&[2, 2, 2, 3, 4, 4, 5, 6]);
    let lengths: &[u8] = &[2, 4, 5, 6, 7, 8, 8, 9, 10, 11, 12, 13, 14, 16, 18, 22, 24, 26];
    let (width, height) = (luck.of(lengths), luck.of(&lengths[..14]));
    let mut board = BoardView::new(width, height, vec![Zone::Battlefield; usize::from(width) * usize::from(height)]);
    let (cut, gaps) = (luck.of(&[0, 0, 1, 2, 3]), luck.of(&[0, 0, 3, 12]));
    let territories = luck.percent(60);
    for (index, zone) in board.zones.iter_mut().enumerate() {
        let (file, rank) = ((index % usize::from(width)) as u8, (index / usize::from(width)) as u8);
        let (from_side, from_end) = (file.min(width - 1 - file), rank.min(height - 1 - rank));
        if territories {
            let side = match () {
                () if rank < 2 => Some(Side::South),
                () if rank + 2 >= height => Some(Side::North),
                () if file < 2 => Some(Side::West),
                () if file + 2 >= width => Some(Side::East),
                () => None,
            };
            let owner = side.and_then(|side| sides(players).iter().position(|one| *one == side));
            *zone = owner.map_or(Zone::Battlefield, |seat| Zone::Territory(Seat(seat as u8)));
        }
        if from_side + from_end < cut || luck.below(100) < gaps {
            *zone = Zone::Missing;
        }
    }
    let armies: Vec<_> = (0..players).map(|_| luck.of(&ARMIES)).collect();
    let seats = sides(players)[..players].iter().zip(0..).map(|(side, n)| seat(n, *side, &armies[usize::from(n)].name));
    let mut view = view(board, seats.collect());
    view.played =
        Played::Titans(if players == 2 { GameMode::Duel } else { luck.of(&[GameMode::Ffa, GameMode::Assassin]) });
    view.turns = luck.of(&[0, 1, 7, 38]);
    view.to_act = vec![Seat(luck.below(players) as u8)];
    let mut free = spaces(&view.board);
    let most = luck.of(&[0, players, 12, 30, 80]).min(free.len());
    for number in 0..most {
        let space = free.swap_remove(luck.below(free.len()));
        let seat = Seat((number % players) as u8);
        let army = &armies[seat.index()];
        let titan = army.pieces.iter().find(|piece| piece.titan).filter(|_| number < players);
        let kind = titan.unwrap_or_else(|| &army.pieces[luck.below(army.pieces.len())]);
        let look = Look { titan: kind.titan && number < players, ..look_of(army, kind) };
        view.pieces.push(PieceView { space, seat, look, fallen: false, badges: Vec::new() });
    }
    sort(&mut view);
    (format!("{width} by {height} of {players}"), view, Vec::new())
}

/// Sorts the pieces as a View has them.
pub fn sort(view: &mut View) {
    view.pieces.sort_by_key(|piece| (piece.space, piece.look.blocking));
}
