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
    let log = NewLog { guild: GUILD, at: 2000, by: None, content: "\"shared\"".to_owned() };
    let share = store.put_share(shared(Reach::Gallery), log).await.unwrap().id;
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

/// Games with odds, with a computer or without a result do not count for an army; those of its copies do, as long as it
/// is in the gallery.
async fn games_of_copies_count_for_an_army_as_long_as_it_is_in_the_gallery(base: Base) {
    const AWAY: GuildId = GuildId(4);
    let store = base.open().await;
    let log = || NewLog { guild: GUILD, at: 2000, by: None, content: "\"shared\"".to_owned() };
    let id = store.put_share(shared(Reach::Gallery), log()).await.unwrap().id;
    let (guild, battalion, file) = (AWAY, "theirs".to_owned(), "file".to_owned());
    let copy = NewVersion { guild, battalion, file, copied: Some((id, 1)), archived: false };
    let answer = move |_| (String::new(), NewLog { guild: AWAY, at: 2000, by: None, content: "1".to_owned() });
    let copied = store.add_copy(copy, PersonId(7), InteractionKey(100), 2000, answer).await.unwrap();
    assert_eq!(copied, Outcome::Stored(1));
    let (usual, won) = (Conditions::Usual, Score::Won);
    let games = [
        (GUILD, "army@1", false, usual, won),
        (GUILD, "army@12", false, Conditions::Other, won),
        (GUILD, "army@1", false, Conditions::Odds, won),
        (GUILD, "army@1", true, usual, won),
        (GUILD, "army@1", false, usual, Score::None),
        (GUILD, "army-2@1", false, usual, won),
        (AWAY, "theirs@1", false, usual, won),
        (AWAY, "theirs@12", false, usual, won),
        (AWAY, "army@1", false, usual, won),
    ];
    for ((guild, army, computer, conditions, score), key) in games.into_iter().zip(1..) {
        let mut change = Change::new(opened(&store, Kind::Titans, guild, key).await, Version(1), State::Over);
        let seats = vec![seat(army, score), seat("medieval", Score::Lost)];
        change.result = Some(NewResult { mode: "duel", turns: 10, ending: "checkmate", computer, conditions, seats });
        store.commit(change, None, 5000).await.unwrap();
    }
    let fared = PlayedRow { share: id, seats: 2, winners: 1, score: won, times: 3 };
    assert_eq!(store.gallery_results(10).await.unwrap(), [fared]);
    for (hidden, found) in [(true, vec![]), (false, vec![fared])] {
        store.hide_share(id, hidden, log()).await.unwrap();
        assert_eq!(store.gallery_results(10).await.unwrap(), found, "{hidden}");
    }
    store.put_share(shared(Reach::Code("code".to_owned())), log()).await.unwrap();
    assert_eq!(store.gallery_results(10).await.unwrap(), []);
}

/// People who opted out are listed on the servers where they have results.
async fn people_who_opted_out_are_those_with_results_on_the_server(base: Base) {
    let store = base.open().await;
    for (key, (guild, person)) in (1..).zip([(GUILD, 7), (GuildId(4), 8), (GUILD, 9)]) {
        let game = opened(&store, Kind::Titans, guild, key).await;
        let player = PlayerRow { person: PersonId(person), name: "Ann".to_owned() };
        let seats = vec![ResultSeat { people: vec![Some(player), None], ..seat("medieval", Score::Won) }];
        ended(&store, game, 9, seats).await;
    }
    for person in [7, 8, 10] {
        store.set_unlisted(PersonId(person), true).await.unwrap();
    }
    let out = async |guild| store.unlisted(guild).await.unwrap();
    assert_eq!((out(GUILD).await, out(GuildId(4)).await), (vec![PersonId(7)], vec![PersonId(8)]));
    store.set_unlisted(PersonId(7), false).await.unwrap();
    assert_eq!((out(GUILD).await, out(GuildId(4)).await), (Vec::new(), vec![PersonId(8)]));
    assert!(store.is_unlisted(PersonId(10)).await.unwrap() && !store.is_unlisted(PersonId(7)).await.unwrap());
}

/// Results of older games are added in several steps, none of them twice and none left out.
async fn games_without_a_result_are_found_step_by_step(base: Base) {
    let store = base.open().await;
    assert_eq!(store.games_without_result(9).await.unwrap(), None);
    let mut games = Vec::new();
    for key in 1..=7 {
        games.push(opened(&store, Kind::Titans, GUILD, key).await);
    }
    // The third game has a result, the fourth is being played, the fifth has never begun.
    for game in games.iter().copied().filter(|game| *game != games[4]) {
        store.commit(start(game), None, 2000).await.unwrap();
    }
    for game in [games[0], games[1], games[5], games[6]] {
        store.commit(Change::new(game, Version(2), State::Over), None, 3000 + game.0).await.unwrap();
    }
    let mut with_result = Change::new(games[2], Version(2), State::Over);
    let seats = vec![seat("medieval", Score::Won)];
    let (mode, ending, computer, conditions) = ("duel", "checkmate", false, Conditions::Usual);
    with_result.result = Some(NewResult { mode, turns: 9, ending, computer, conditions, seats });
    store.commit(with_result, None, 3000).await.unwrap();
    store.commit(Change::new(games[4], Version(1), State::Over), None, 3000).await.unwrap();
    let (first, last) = (games[0], games[5]);
    let missing = store.note(move |tx| {
        Box::pin(async move {
            sqlx::query("INSERT INTO results_missing (only_row, next_game, last_game) VALUES (1, $1, $2)")
                .bind(first)
                .bind(last)
                .execute(tx)
                .await?;
            Ok(())
        })
    });
    missing.await.unwrap();
    let mut found = Vec::new();
    while let Some((game, at)) = store.games_without_result(1).await.unwrap().unwrap().pop() {
        found.push(game);
        assert_eq!(at, 3000 + game.0);
        // A game whose result cannot be computed is passed over.
        store.add_results(Vec::new(), Some(game)).await.unwrap();
    }
    assert_eq!(found, [games[0], games[1], games[5]]);
    store.add_results(Vec::new(), None).await.unwrap();
    assert_eq!(store.games_without_result(9).await.unwrap(), None);
}

on_both! {
    games_of_copies_count_for_an_army_as_long_as_it_is_in_the_gallery,
    people_who_opted_out_are_those_with_results_on_the_server,
    games_without_a_result_are_found_step_by_step,
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
