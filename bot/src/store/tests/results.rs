//! Tests of queries about finished games: results of a server, matches of a person, armies of the gallery.

use super::*;

const GUILD: GuildId = GuildId(3);

async fn opened(store: &Store, kind: Kind, guild: GuildId, key: u64) -> GameId {
    let new = NewGame {
        kind,
        seats: Vec::new(),
        place: Place { guild: Some(guild), channel: ChannelId(key), parent: None },
        creator: PersonId(7),
        creator_name: "Ann".to_owned(),
        options: "{}".to_owned(),
        invited: Vec::new(),
        notices: Vec::new(),
        interaction: InteractionKey(key),
    };
    match store.create(new, String::from("{}"), 1000, |id| id.to_string()).await.unwrap() {
        Outcome::Stored(game) => game,
        other => panic!("{other:?}"),
    }
}

fn seat(army: &str, score: Score) -> ResultSeat {
    ResultSeat { army: army.to_owned(), army_name: army.to_owned(), score, people: Vec::new() }
}

async fn ended(store: &Store, game: GameId, turns: u32, seats: Vec<ResultSeat>) {
    ended_at(store, game, turns, seats, 5000).await;
}

async fn ended_at(store: &Store, game: GameId, turns: u32, seats: Vec<ResultSeat>, now: i64) {
    let mut change = Change::new(game, Version(1), State::Over);
    change.result = Some(NewResult {
        mode: "duel",
        turns,
        ending: "checkmate",
        computer: false,
        conditions: Conditions::Usual,
        seats,
    });
    let stored = store.commit(change, None, now).await.unwrap();
    assert!(matches!(stored, Outcome::Stored(_)));
}

async fn the_lobbies_of_a_server_are_those_of_battalions_that_are_open(base: Base) {
    let store = base.open().await;
    let open = opened(&store, Kind::Titans, GUILD, 1).await;
    let closed = opened(&store, Kind::Titans, GUILD, 2).await;
    opened(&store, Kind::Clash, GUILD, 3).await;
    opened(&store, Kind::Titans, GuildId(4), 4).await;
    ended(&store, closed, 0, Vec::new()).await;
    assert_eq!(store.lobbies(GUILD).await.unwrap(), [open]);
}

async fn the_matches_of_a_person_are_those_that_have_begun(base: Base) {
    let store = base.open().await;
    let mut matches = Vec::new();
    for (kind, key) in [(Kind::Clash, 1), (Kind::Titans, 2), (Kind::Clash, 3)] {
        let game = opened(&store, kind, GUILD, key).await;
        store.commit(start(game), None, 2000).await.unwrap();
        if kind == Kind::Clash {
            matches.insert(0, game);
        }
    }
    opened(&store, Kind::Clash, GUILD, 4).await;
    assert_eq!(store.matches_of(PersonId(7), 9).await.unwrap(), matches);
    assert_eq!(store.matches_of(PersonId(7), 1).await.unwrap(), matches[..1]);
    assert_eq!(store.matches_of(PersonId(9), 9).await.unwrap(), []);
}

async fn results_are_in_the_order_in_which_games_ended(base: Base) {
    let store = base.open().await;
    let mut games = Vec::new();
    for key in 1..=3 {
        games.push(opened(&store, Kind::Titans, GUILD, key).await);
    }
    for (at, now) in [(1, 5000), (0, 6000), (2, 6000)] {
        ended_at(&store, games[at], 9, vec![seat("medieval", Score::Won), seat("makpong", Score::Lost)], now).await;
    }
    let order: Vec<GameId> = store.results(GUILD).await.unwrap().into_iter().map(|result| result.game).collect();
    assert_eq!(order, [games[1], games[0], games[2]]);
}

async fn a_new_result_is_noticed_on_its_server_only(base: Base) {
    let store = base.open().await;
    let stamps = || async {
        let here = store.results_stamp(GUILD).await.unwrap();
        (here, store.results_stamp(GuildId(4)).await.unwrap())
    };
    let (here, elsewhere) = stamps().await;
    let game = opened(&store, Kind::Titans, GUILD, 1).await;
    ended(&store, game, 9, vec![seat("medieval", Score::Won)]).await;
    let after = stamps().await;
    assert!(after.0 != here && after.1 == elsewhere);
    // Standings also depend on tests of armies. A repeated test replaces the one before.
    let mut seen = vec![here, after.0];
    for _ in 0..2 {
        let new = NewTrial {
            guild: GUILD,
            battalion: "army".to_owned(),
            plan: "plan".to_owned(),
            name: "Army".to_owned(),
            person: PersonId(7),
            began_at: 1000,
        };
        let id = store.begin_trial(new, 3).await.unwrap().unwrap();
        assert!(store.end_trial(id, TrialState::Finished, Some("{}".to_owned())).await.unwrap());
        let (here, there) = stamps().await;
        assert!(!seen.contains(&here) && there == elsewhere);
        seen.push(here);
    }
}

async fn an_army_of_the_gallery_fares_as_its_games_of_enough_turns_ended(base: Base) {
    let store = base.open().await;
    let new = NewShare {
        guild: GUILD,
        battalion: "army".to_owned(),
        reach: Reach::Gallery,
        version: 1,
        about: ["Army", "Ann", "CC0-1.0", "An army."].map(str::to_owned),
        at: 2000,
    };
    let log = NewLog { guild: GUILD, at: 2000, by: None, content: "\"shared\"".to_owned() };
    let share = store.put_share(new, log).await.unwrap().id;
    let won = [("army@1", Score::Won), ("medieval", Score::Lost)];
    let among_itself = [("army@1", Score::Won), ("army@1", Score::Lost)];
    let games = [(won, 10), (won, 12), (won, 9), (among_itself, 10)];
    for ((seats, turns), key) in games.into_iter().zip(1..) {
        let game = opened(&store, Kind::Titans, GUILD, key).await;
        let seats = seats.map(|(army, score)| seat(army, score));
        ended(&store, game, turns, seats.to_vec()).await;
    }
    let fared = PlayedRow { share, seats: 2, winners: 1, score: Score::Won, times: 2 };
    assert_eq!(store.gallery_results(10).await.unwrap(), [fared]);
}

on_both! {
    the_lobbies_of_a_server_are_those_of_battalions_that_are_open,
    the_matches_of_a_person_are_those_that_have_begun,
    results_are_in_the_order_in_which_games_ended,
    a_new_result_is_noticed_on_its_server_only,
    an_army_of_the_gallery_fares_as_its_games_of_enough_turns_ended,
}

/// The migration reads from the options of older games which of them had another board or placement.
#[tokio::test]
async fn older_results_know_the_conditions_of_their_games() {
    use sqlx::Connection as _;
    let folder = Folder::new();
    let file = folder.file();
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    let mut old = sqlite::connect(&file, Purpose::Create).await.unwrap();
    schema::apply(&Location::from(&file), &mut old, &schema::FILES[..15]).await.unwrap();
    let games = [
        (r#"{"placement":"usual","battlefield":null}"#, None, Conditions::Usual),
        ("{}", None, Conditions::Usual),
        (r#"{"placement":"usual","battlefield":"duel-10x4"}"#, None, Conditions::Other),
        (r#"{"placement":"shuffled","battlefield":null}"#, None, Conditions::Other),
        (r#"{"placement":"chosen"}"#, Some(r#"{"placement":"usual"}"#), Conditions::Usual),
        (r#"{"placement":"usual"}"#, Some(r#"{"placement":"chosen"}"#), Conditions::Other),
        (r#"{"placement":"chosen"}"#, Some("{}"), Conditions::Other),
    ];
    for (number, (options, pending, _)) in (1_i64..).zip(games) {
        sqlx::query(
            "INSERT INTO games
                 (kind, guild, channel, state, version, creator, creator_name, options, pending, created_at, changed_at)
             VALUES ('titans', 3, $1, 'over', 1, 1, 'Ann', $2, $3, 0, 0)",
        )
        .bind(number)
        .bind(options)
        .bind(pending)
        .execute(&mut old)
        .await
        .unwrap();
        let result = "INSERT INTO results VALUES ($1, 3, 'duel', 9, 'checkmate', 0, $1)";
        sqlx::query(result).bind(number).execute(&mut old).await.unwrap();
    }
    old.close().await.unwrap();
    let store = Store::open(&file).await.unwrap();
    let found: Vec<Conditions> = store.results(GUILD).await.unwrap().iter().map(|row| row.conditions).collect();
    assert_eq!(found, games.map(|(_, _, conditions)| conditions));
}
