//! Deletion and export of personal data. The tests search the database files directly.

use std::collections::BTreeSet;

use engine::action::ClashAction;

use super::*;

const ANN: PersonId = PersonId(713_456_789_012_345_678);
const NAME: &str = "Annabelle Unmistakable";
const BOB: PersonId = PersonId(823_456_789_012_345_679);

fn ann() -> Who {
    Who { person: ANN, name: NAME.to_owned(), ..manager(1) }
}

fn bob() -> Who {
    Who { person: BOB, ..who(2) }
}

fn shared() -> Join {
    Join { with: Some(BOB), ..Join::default() }
}

/// Creates every kind of personal data: games played, shared, opened and ended, bids, settings, a Battalion, a draft
/// and notices.
async fn lives(host: &Host) {
    let options = || {
        let mut options = LobbyOptions::new(GameMode::Duel, 2);
        options.order = SeatOrder::Fixed;
        options.start_when_full = false;
        options
    };
    host.settings.change_person_settings(ANN, |settings| settings.ping = Ping::Dm).await.unwrap();
    // Ann shares a seat, and both people play turns.
    let game = host.lobbies.open_lobby(&bob(), PLACE, options(), None).await.unwrap().game;
    host.lobbies.join(&bob(), game, with("medieval")).await.unwrap();
    host.lobbies.join(&who(3), game, with("medieval")).await.unwrap();
    host.lobbies.join(&ann(), game, shared()).await.unwrap();
    host.lobbies.start(&bob(), game, None).await.unwrap();
    for (person, text) in [(bob(), "e4"), (who(3), "e5"), (ann(), "d4"), (who(3), "d5")] {
        host.games.act_text(&person, game, text, true).await.unwrap();
    }
    host.games.end(&moderator_ann(), game, Some("Enough.".to_owned())).await.unwrap();
    // Ann plays alone and wins.
    let game = host.lobbies.open_lobby(&ann(), PLACE, options(), None).await.unwrap().game;
    host.lobbies.join(&ann(), game, with("medieval")).await.unwrap();
    host.lobbies.join(&bob(), game, with("medieval")).await.unwrap();
    host.lobbies.start(&ann(), game, None).await.unwrap();
    for (person, text) in [(ann(), "e4"), (bob(), "f6"), (ann(), "d4"), (bob(), "g5"), (ann(), "Qh5")] {
        host.games.act_text(&person, game, text, true).await.unwrap();
    }
    // Ann opens a lobby for others and closes it.
    let lobby = host.lobbies.open_lobby(&ann(), PLACE, options(), None).await.unwrap().game;
    host.games.end(&ann(), lobby, None).await.unwrap();
    // A match with sealed decisions. Ann is White and buys first.
    let options = ClashOptions { colours: Colours::Challenged, ..ClashOptions::default() };
    let opponent = Member { person: ANN, name: NAME.to_owned() };
    let challenge = host.lobbies.challenge(&bob(), PLACE, Some(opponent), options).await.unwrap().game;
    host.lobbies.add_word(&bob(), challenge, "raven").await.unwrap();
    host.lobbies.accept_with(&ann(), challenge, Some("quincunx".to_owned())).await.unwrap();
    host.clash.act(&ann(), challenge, None, ClashAction::Suggest).await.unwrap();
    for _ in 0..2 {
        host.games.resign(&bob(), challenge, None).await.unwrap();
    }
}

fn moderator_ann() -> Who {
    let mut ann = ann();
    ann.rights.moderator = true;
    ann
}

/// Searches all database files for ids in SQLite's binary form and for text.
fn found_in_files(folder: &Folder) -> Vec<String> {
    let needles: [(&str, Vec<u8>); 3] = [
        ("the number", ANN.0.to_be_bytes().to_vec()),
        ("the number as a text", ANN.to_string().into_bytes()),
        ("the name", NAME.as_bytes().to_vec()),
    ];
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder.file().parent().unwrap()).unwrap() {
        let path = entry.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        for (what, needle) in &needles {
            if bytes.windows(needle.len()).any(|window| window == needle) {
                found.push(format!("{what} in {}", path.file_name().unwrap().display()));
            }
        }
    }
    found
}

#[tokio::test]
async fn nothing_is_left_of_somebody_who_is_deleted() {
    let folder = Folder::new();
    if folder.has_no_file() {
        return;
    }
    let host = host(&folder).await;
    lives(&host).await;
    assert_eq!(host.records.summary(ANN).await.unwrap().results, 3);
    assert_eq!(found_in_files(&folder).len() / 3, 1, "{:?}", found_in_files(&folder));
    let before = host.store.results(GuildId(9)).await.unwrap();
    // The statistics and the pictures are in memory.
    host.standings.leaderboard(GuildId(9), Pool::Duel, 0).await.unwrap();
    let last = scene(&host, before[0].game).await;
    let picture = host.views.turn_picture(last.game, last.version).await.unwrap();
    assert!(host.clocks.pack_finished().await.unwrap() > 0, "what is packed is no hiding place");
    host.records.erase_person(ANN).await.unwrap();
    assert_eq!(found_in_files(&folder), Vec::<String>::new());
    // The games are still available, and even cached data no longer contains Ann.
    let after = host.store.results(GuildId(9)).await.unwrap();
    assert_eq!(after.len(), before.len());
    let book = host.standings.leaderboard(GuildId(9), Pool::Duel, 0).await.unwrap();
    assert!(!format!("{book:?}").contains(NAME), "{book:?}");
    assert_ne!(host.views.turn_picture(last.game, last.version).await.unwrap().png, picture.png);
    let holders = after.iter().flat_map(|row| &row.seats).flat_map(|seat| &seat.people);
    assert_eq!(holders.filter(|holder| holder.is_none()).count(), 3);
    for row in &after {
        let seen = format!("{:?}", host.views.board(row.game).await.unwrap());
        assert!(!seen.contains(NAME) && !seen.contains(&ANN.to_string()), "{seen}");
        assert!(seen.contains(crate::store::FORMER), "{seen}");
        host.views.history(row.game).await.unwrap();
        host.games.export(row.game).await.unwrap();
    }
    let bob = AskedAbout { person: BOB, name: "Bob".to_owned() };
    let bob = host.standings.standing_of(BOB, GuildId(9), bob).await.unwrap();
    assert_eq!(bob.pools.iter().map(|pool| pool.tally.lost).sum::<u32>(), 1);
    // A deletion can be repeated, and another process can open the remaining data.
    host.records.erase_person(ANN).await.unwrap();
    drop(host);
    let host = super::host(&folder).await;
    assert_eq!(host.store.erasures().await.unwrap(), []);
    for row in after {
        host.views.board(row.game).await.unwrap();
    }
    // Deletes two people of one game.
    host.records.erase_person(BOB).await.unwrap();
    host.records.erase_person(PersonId(9_999_999_999)).await.unwrap();
}

/// Games of others can name somebody: as the person whom a seat was offered to, or who was removed from a lobby.
#[tokio::test]
async fn games_of_others_forget_somebody_who_is_deleted() {
    let folder = Folder::new();
    if folder.has_no_file() {
        return;
    }
    let host = host(&folder).await;
    let offered = duel(&host).await;
    let to = Member { person: ANN, name: NAME.to_owned() };
    host.tables.hand_over(&who(1), offered, to).await.unwrap();
    let elsewhere = Place { channel: ChannelId(501), ..PLACE };
    let lobby =
        host.lobbies.open_lobby(&who(1), elsewhere, LobbyOptions::new(GameMode::Duel, 2), None).await.unwrap().game;
    host.lobbies.join(&ann(), lobby, with("medieval")).await.unwrap();
    host.lobbies.kick(&who(1), lobby, ANN).await.unwrap();
    host.records.erase_person(ANN).await.unwrap();
    host.close().await;
    assert_eq!(found_in_files(&folder), Vec::<String>::new());
}

#[tokio::test]
async fn deleting_goes_on_after_a_stop() {
    let folder = Folder::new();
    if folder.has_no_file() {
        return;
    }
    let host = host(&folder).await;
    lives(&host).await;
    for person in [ANN, PersonId(3)] {
        host.store.begin_erasure(person).await.unwrap();
    }
    let games = host.store.games_about(ANN).await.unwrap();
    host.store.erase_in(games[0], ANN).await.unwrap();
    // Simulates a crash: the host is not closed.
    drop(host);
    let host = super::host(&folder).await;
    assert_ne!(host.store.games_about(ANN).await.unwrap(), []);
    host.records.catch_up().await.unwrap();
    assert_eq!(host.store.games_about(ANN).await.unwrap(), []);
    assert_eq!(host.store.erasures().await.unwrap(), [], "all deletions go on");
    host.close().await;
    assert_eq!(found_in_files(&folder), Vec::<String>::new());
}

/// A deletion that cannot be stored is tried again at the next start, and does not delay those of others.
#[tokio::test]
async fn a_deletion_that_fails_stops_no_other_one() {
    let folder = Folder::of_file();
    let host = host(&folder).await;
    for person in [2, 3, 4] {
        host.store.begin_erasure(PersonId(person)).await.unwrap();
    }
    let stop = "CREATE TRIGGER stop BEFORE DELETE ON erasures WHEN OLD.person = 3 \
                BEGIN SELECT RAISE(ABORT, 'no'); END";
    super::bad_days::plain(&folder, stop).await;
    assert!(host.records.catch_up().await.is_err());
    assert_eq!(host.store.erasures().await.unwrap(), [PersonId(3)]);
    super::bad_days::plain(&folder, "DROP TRIGGER stop").await;
    host.records.catch_up().await.unwrap();
    assert_eq!(host.store.erasures().await.unwrap(), []);
}

#[tokio::test]
async fn whoever_holds_a_seat_leaves_it_first() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = host.lobbies.open_lobby(&ann(), PLACE, LobbyOptions::new(GameMode::Duel, 2), None).await.unwrap().game;
    let open = StandingRefusal::StillPlaying(vec![CHANNEL]);
    assert_eq!(refusal(host.records.erase_person(ANN).await), open.clone().into());
    host.lobbies.join(&ann(), game, with("medieval")).await.unwrap();
    host.lobbies.join(&bob(), game, with("medieval")).await.unwrap();
    assert_eq!(refusal(host.records.erase_person(ANN).await), open.into());
    assert_eq!(host.store.erasures().await.unwrap(), []);
    host.games.resign(&ann(), game, None).await.unwrap();
    host.records.erase_person(ANN).await.unwrap();
    // Bob's seat is unaffected.
    assert_eq!(scene(&host, game).await.seats.concat()[..].iter().filter(|member| member.person == BOB).count(), 1);
}

#[tokio::test]
async fn everything_about_somebody_is_theirs_to_have() {
    let folder = Folder::new();
    let host = host(&folder).await;
    lives(&host).await;
    host.records.set_listed(ANN, false).await.unwrap();
    let file = host.records.personal_data(ANN).await.unwrap();
    let data: serde_json::Value = serde_json::from_str(&file.json).unwrap();
    let entries = |part: &str| data[part].as_array().unwrap().len();
    assert_eq!((&data["format"], &data["person"]), (&"battalion personal data".into(), &ANN.to_string().into()));
    assert_eq!(data["settings"][0]["ping"], "dm");
    assert_eq!((entries("seats"), entries("results")), (3, 3));
    assert_eq!((entries("games_opened"), entries("games_ended")), (2, 2));
    assert_eq!(entries("without_public_standing"), 1);
    assert_eq!((entries("words_for_the_draws"), file.json.contains("raven")), (1, false));
    assert_eq!(data["words_for_the_draws"][0]["word"]["told"]["word"], "quincunx");
    assert!(entries("actions") >= 4 && entries("sealed_actions") >= 1, "{}", file.json);
    // The export contains no data of other people.
    assert!(!file.json.contains(&BOB.to_string()), "{}", file.json);
    // Another Player of the same game gets no words of hers.
    let bobs = host.records.personal_data(BOB).await.unwrap().json;
    assert!(bobs.contains("raven") && !bobs.contains("quincunx") && !bobs.contains(&ANN.to_string()), "{bobs}");
    let nobody = host.records.personal_data(PersonId(5)).await.unwrap();
    let data: serde_json::Value = serde_json::from_str(&nobody.json).unwrap();
    assert_eq!(data["seats"], serde_json::json!([]));
}

/// Sealed actions are found by the person's id in their text, where other numbers can be the same: Black has seat 1, and
/// White is person 1.
#[tokio::test]
async fn sealed_actions_of_others_are_in_nobodys_export() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = super::clash::begun(&host).await;
    super::clash::armies(&host, game, &[1]).await;
    host.clash.act(&who(2), game, None, ClashAction::Suggest).await.unwrap();
    let numbers = async |person| -> Vec<serde_json::Value> {
        let data = host.records.personal_data(PersonId(person)).await.unwrap();
        let data: serde_json::Value = serde_json::from_str(&data.json).unwrap();
        data["sealed_actions"].as_array().unwrap().iter().map(|sealed| sealed["number"].clone()).collect()
    };
    let (white, black) = (numbers(1).await, numbers(2).await);
    assert_eq!(black.len(), 1);
    assert!(!white.contains(&black[0]), "{white:?}");
}

/// Handle a new column with a person's id or name in `store/erase` and `store/personal`, and add it to the first list.
/// Add any other new column to the second list.
#[tokio::test]
async fn every_column_has_been_thought_of() {
    const ABOUT_PEOPLE: &[&str] = &[
        "actions.action",
        "admin_log.name",
        "admin_log.person",
        "share_notes.name",
        "share_notes.person",
        "actions.person",
        "battalion_drafts.added_by",
        "battalions.added_by",
        "effects.content",
        "packed_effects.content",
        "erasures.person",
        "games.clock",
        "games.creator",
        "games.creator_name",
        "games.options",
        "games.setup",
        "games.stopped",
        "interactions.answer",
        "invited.person",
        "lessons.person",
        "messages.afterwards",
        "messages.channel",
        "outbox.recipient",
        "person_settings.content",
        "conditional_moves.content",
        "conditional_moves.person",
        "games.pending",
        "lobby_drafts.content",
        "lobby_drafts.person",
        "past_players.name",
        "past_players.person",
        "person_settings.person",
        "players.name",
        "players.person",
        "result_people.name",
        "result_people.person",
        "secrets.content",
        "trials.person",
        "unlisted.person",
    ];
    const OTHERS: &[&str] = &[
        "actions.at",
        "actions.game",
        "actions.seat",
        "actions.seq",
        "actions.version",
        "fits.battalion",
        "fits.content",
        "fits.fitted_at",
        "fits.format",
        "fits.guild",
        "fits.sha256",
        "fits.state",
        "fits.version",
        // Log entries and reports contain only names of roles and Battalions.
        "admin_log.at",
        "admin_log.content",
        "admin_log.guild",
        "admin_log.id",
        "battalions.share",
        "battalions.share_version",
        "battalions.was_published",
        "battalion_drafts.only_checked",
        "battalion_drafts.pack",
        "share_notes.at",
        "share_notes.id",
        "share_notes.kind",
        "share_notes.reason",
        "share_notes.share",
        "share_notes.version",
        "shares.author",
        "shares.battalion",
        "shares.code",
        "shares.guild",
        "shares.hidden",
        "shares.id",
        "shares.license",
        "shares.name",
        "shares.reach",
        "shares.shared_at",
        "shares.summary",
        "shares.version",
        "battalion_drafts.added_at",
        "battalion_drafts.battalion",
        "battalion_drafts.file",
        "battalion_drafts.guild",
        "battalion_drafts.id",
        "battalions.added_at",
        "battalions.file",
        "battalions.guild",
        "battalions.id",
        "battalions.state",
        "battalions.version",
        "heartbeats.beat_at",
        "heartbeats.first_shard",
        "heartbeats.last_shard",
        "heartbeats.total_shards",
        "effects.game",
        "packed_effects.game",
        "restored.only_row",
        "effects.seq",
        "departures.guild",
        "departures.since",
        "games.adjourned",
        "games.changed_at",
        "games.clock_since",
        "games.channel",
        "games.created_at",
        "games.deadline",
        "games.guild",
        "games.id",
        "games.kind",
        "games.parent",
        "games.remind_at",
        "games.started",
        "games.state",
        "games.unreadable",
        "games.unreadable_since",
        "games.version",
        "guild_settings.content",
        "guild_settings.guild",
        "interactions.at",
        "interactions.id",
        "invited.game",
        "lessons.finished",
        "lessons.lesson",
        "lessons.played",
        "lessons.reached",
        "messages.buttons",
        "messages.game",
        "messages.kind",
        "messages.message",
        "messages.version",
        "outbox.attempts",
        "outbox.due_at",
        "outbox.failing_since",
        "outbox.game",
        "outbox.id",
        "outbox.kind",
        "outbox.state",
        "outbox.unsure",
        "outbox.version",
        "outbox.whom",
        "conditional_moves.game",
        "conditional_moves.id",
        "games.waiting_since",
        "lobby_drafts.added_at",
        "lobby_drafts.id",
        "past_players.game",
        "past_players.place",
        "past_players.replaced",
        "past_players.seat",
        "past_players.version",
        "seats.vacant_since",
        "players.game",
        "players.place",
        "players.seat",
        "publications.at",
        "publications.game",
        "publications.version",
        "result_people.game",
        "result_people.place",
        "result_people.seat",
        "result_seats.army",
        "result_seats.army_name",
        "result_seats.game",
        "result_seats.score",
        "result_seats.seat",
        "results.computer",
        "results.conditions",
        "results.ended_at",
        "results.ending",
        "results.game",
        "results.guild",
        "results.mode",
        "results.turns",
        "results_missing.last_game",
        "results_missing.next_game",
        "results_missing.only_row",
        "seats.battalion",
        "seats.game",
        "seats.odds",
        "seats.seat",
        "secrets.game",
        "secrets.name",
        "trial_pairs.content",
        "trial_pairs.opponent",
        "trial_pairs.pair",
        "trial_pairs.trial",
        "trials.battalion",
        "trials.began_at",
        "trials.guild",
        "trials.id",
        "trials.name",
        "trials.plan",
        "trials.report",
        "trials.state",
        "trials.told",
    ];
    use sqlx::Connection as _;
    let folder = Folder::new();
    // The store's tests compare the columns of both databases.
    Store::open(&folder.file()).await.unwrap().close().await;
    let mut connection = crate::store::connect(&Location::File(folder.file())).await;
    let columns: Vec<String> = sqlx::query_scalar(
        "SELECT t.name || '.' || c.name FROM sqlite_master t JOIN pragma_table_info(t.name) c
         WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND t.name NOT LIKE '_sqlx%'",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap();
    connection.close().await.unwrap();
    let columns: BTreeSet<&str> = columns.iter().map(String::as_str).collect();
    let known: BTreeSet<&str> = ABOUT_PEOPLE.iter().chain(OTHERS).copied().collect();
    let new: Vec<_> = columns.difference(&known).collect();
    assert!(new.is_empty(), "columns nobody has thought of: {new:?}");
    let gone: Vec<_> = known.difference(&columns).collect();
    assert!(gone.is_empty(), "columns that are gone: {gone:?}");
    // The document for people names the columns about them, and no others.
    let document = include_str!("../../../../docs/privacy.md");
    let told: BTreeSet<&str> = document.split('`').filter(|word| known.contains(word)).collect();
    let about: BTreeSet<&str> = ABOUT_PEOPLE.iter().copied().collect();
    let untold: Vec<_> = about.difference(&told).collect();
    assert!(untold.is_empty(), "not in docs/privacy.md: {untold:?}");
    let more: Vec<_> = told.difference(&about).collect();
    assert!(more.is_empty(), "not about people, but in docs/privacy.md: {more:?}");
}
