//! Statistics of two hundred invented results, compared with a record: `recorded.txt`.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};

use super::book::Book;
use super::{army, person, server};
use crate::host::PersonId;
use crate::host::model::{Mode, Pool, Rate, Tally};
use crate::store::{Conditions, GameId, PlayerRow, ResultRow, ResultSeat, Score};

const DAY: i64 = 24 * 60 * 60 * 1000;
const GAMES: i64 = 200;
const PEOPLE: u64 = 9;

/// Key and name of an army in the game with this number. The Owls have four versions and are renamed once.
fn army_at(random: &mut StdRng, game: i64) -> (String, String) {
    let armies = [
        ("medieval", "Medieval"),
        ("makpong", "Makpong"),
        ("owls", "Owls"),
        ("party", "The Party"),
        ("alchemists", "Alchemists"),
    ];
    let (id, name) = *armies.choose(random).unwrap();
    match id {
        "owls" => {
            (format!("owls@{}", 1 + game / 50), if game > 120 { "Night Owls".to_owned() } else { name.to_owned() })
        }
        _ => (id.to_owned(), name.to_owned()),
    }
}

/// People of a seat: one, or sometimes two. The data of person 1 was deleted.
fn people(random: &mut StdRng, free: &mut Vec<u64>, game: i64) -> Vec<Option<PlayerRow>> {
    let number = if random.random_ratio(1, 12) { 2 } else { 1 };
    let taken = free.drain(..number).collect::<Vec<_>>();
    let row = |person| PlayerRow { person: PersonId(person), name: format!("Person {person} of game {game}") };
    taken.into_iter().map(|person| (person > 1).then(|| row(person))).collect()
}

fn result(random: &mut StdRng, game: i64) -> ResultRow {
    let mode = *["duel", "duel", "duel", "clash", "ffa", "assassin"].choose(random).unwrap();
    let endings: &[&str] = match mode {
        "duel" => &["checkmate", "titan-captured", "resigned", "own-way", "time", "stalemate"],
        "clash" => &["match", "resigned"],
        _ => &["last-standing", "targets", "credits", "turn-limit"],
    };
    let mut free: Vec<u64> = (1..=PEOPLE).collect();
    rand::seq::SliceRandom::shuffle(&mut free[..], random);
    let seats = if matches!(mode, "duel" | "clash") { 2 } else { random.random_range(3..=4) };
    let (winner, ends) = (random.random_range(0..seats), random.random_range(0..12));
    let seats = (0..seats).map(|seat| {
        let (army, army_name) = match mode {
            "clash" => (["white", "black"][seat].to_owned(), ["White", "Black"][seat].to_owned()),
            _ => army_at(random, game),
        };
        let score = match ends {
            0 => Score::None,
            1 | 2 => Score::Drew,
            _ if seat == winner => Score::Won,
            _ => Score::Lost,
        };
        ResultSeat { army, army_name, score, people: people(random, &mut free, game) }
    });
    let seats = seats.collect();
    ResultRow {
        game: GameId(game),
        mode: mode.to_owned(),
        turns: if random.random_ratio(1, 15) { 1 } else { random.random_range(2..90) },
        ending: (*endings.choose(random).unwrap()).to_owned(),
        computer: random.random_ratio(1, 8),
        conditions: *[Conditions::Usual, Conditions::Usual, Conditions::Usual, Conditions::Other, Conditions::Odds]
            .choose(random)
            .unwrap(),
        ended_at: game * DAY / 2,
        seats,
    }
}

fn tally(tally: Tally) -> String {
    format!("{} = {} + {} + {}", tally.games(), tally.won, tally.drawn, tally.lost)
}

fn rate(rate: Rate) -> String {
    let (low, high) = rate.between;
    format!("{} games, {:.3} ({low:.3} to {high:.3})", rate.games, rate.share)
}

#[test]
fn statistics_of_many_results_are_what_they_were() {
    let mut random = StdRng::seed_from_u64(7);
    let rows = (0..GAMES).map(|game| result(&mut random, game)).collect();
    let (book, now) = (Book::new(rows, &HashMap::new()), GAMES * DAY / 2);
    let mut found = String::new();
    for number in 1..=PEOPLE + 1 {
        let one = PersonId(number);
        writeln!(found, "# {}", book.member(one).map_or("Not known".to_owned(), |member| member.name)).unwrap();
        for pool in Pool::ALL.into_iter().filter_map(|pool| person::pool(&book, one, pool, now)) {
            let value = pool.rating.map(|rating| format!("{:.0} {}", rating.value, rating.provisional));
            let games = tally(pool.tally);
            writeln!(found, "{:?}: {value:?}, {games}, rated {}", pool.pool, pool.course.len()).unwrap();
        }
        writeln!(found, "against computers: {}", tally(person::against_computers(&book, one))).unwrap();
        writeln!(found, "streaks: {:?}", person::streaks(&book, one)).unwrap();
        for line in person::armies(&book, one) {
            writeln!(found, "with {}: {}", line.name, rate(line.rate)).unwrap();
        }
        for win in person::fastest(&book, one) {
            writeln!(found, "won in {} with {}: {:?}", win.turns, win.army, win.ending).unwrap();
        }
    }
    for pool in Pool::ALL {
        writeln!(found, "# {pool:?} without person 4").unwrap();
        for line in person::ranked(&book, pool, &HashSet::from([PersonId(4)]), now) {
            let (rank, value) = (line.rank, line.rating.value);
            writeln!(found, "{rank:?} {}: {value:.0}, {}", line.person.name, tally(line.tally)).unwrap();
        }
    }
    for mode in Mode::ALL.into_iter().filter_map(|mode| server::mode(&book, mode)) {
        writeln!(found, "# {:?}: {} games", mode.mode, mode.games).unwrap();
        for line in mode.armies {
            writeln!(found, "{}: {}", line.name, rate(line.rate)).unwrap();
        }
    }
    writeln!(found, "# Server\n{:?}", server::details(&book, now)).unwrap();
    for name in ["medieval", " NIGHT owls", "owls", "white", "nobody"] {
        let Some((id, name)) = army::known(&book, name) else {
            writeln!(found, "# {name} is not known").unwrap();
            continue;
        };
        let known = army::standing(&book, id, name);
        writeln!(found, "# {} ({})", known.name, known.id).unwrap();
        for (mode, line) in known.modes {
            writeln!(found, "{mode:?}: {}", rate(line)).unwrap();
        }
        for (version, line) in known.versions {
            writeln!(found, "version {version}: {}", rate(line)).unwrap();
        }
        for line in known.against {
            writeln!(found, "against {}: {}", line.name, rate(line.rate)).unwrap();
        }
    }
    crate::expected::compare("host/standing/recorded.txt", &found, 120);
}

/// Of many armies, a person's statistics show the five that were played most, those of an army the eight that it met
/// most. Of equal ones, the first in the order of names are shown.
#[test]
fn of_many_armies_those_that_were_played_most_are_shown() {
    let seat = |army: String, score, person| ResultSeat {
        army_name: army.to_uppercase(),
        army,
        score,
        people: vec![Some(PlayerRow { person: PersonId(person), name: format!("Person {person}") })],
    };
    let duel = |number: i64, army: usize| ResultRow {
        game: GameId(number),
        mode: "duel".to_owned(),
        turns: 20,
        ending: "checkmate".to_owned(),
        computer: false,
        conditions: Conditions::Usual,
        ended_at: number,
        seats: vec![seat(format!("a{army}"), Score::Won, 1), seat("medieval".to_owned(), Score::Lost, 2)],
    };
    // The armies a0 and a1 were played once, a2 and a3 twice, up to five times.
    let played = (0..10).flat_map(|army| std::iter::repeat_n(army, army / 2 + 1));
    let book = Book::new((1..).zip(played).map(|(number, army)| duel(number, army)).collect(), &HashMap::new());
    let shown: Vec<String> = person::armies(&book, PersonId(1)).into_iter().map(|line| line.name).collect();
    assert_eq!(shown, ["A8", "A9", "A6", "A7", "A4"]);
    let met = army::standing(&book, "medieval".to_owned(), "Medieval".to_owned()).against;
    let met: Vec<(String, u32)> = met.into_iter().map(|line| (line.name, line.rate.games)).collect();
    let expected = [("A8", 5), ("A9", 5), ("A6", 4), ("A7", 4), ("A4", 3), ("A5", 3), ("A2", 2), ("A3", 2)];
    assert_eq!(met, expected.map(|(name, games)| (name.to_owned(), games)));
}
