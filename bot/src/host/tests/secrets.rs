//! Secrecy of hidden information.

use engine::action::Action;
use engine::game::Saved;
use engine::view::Phase;
use engine::view::Viewer;

use super::*;
use crate::host::session::seed::Contributions;

/// All public text of a host, concatenated.
async fn public(host: &Host, game: GameId) -> String {
    let scene = scene(host, game).await;
    let picture = host.views.turn_picture(game, scene.version).await.unwrap();
    let export = host.games.export(game).await.unwrap();
    format!(
        "{scene:?} {:?} {} {} {}",
        host.views.history(game).await.unwrap(),
        host.views.text_board(game, None).await.unwrap(),
        picture.alt,
        export.json,
    )
}

#[tokio::test]
async fn the_seed_is_in_no_public_row_and_no_export_while_it_is_played() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let armies = ["medieval", "makpong", "the-party"];
    let game = game(&host, GameMode::Assassin, &armies).await;
    let row = host.store.game(game).await.unwrap().unwrap();
    let seed = row.seed.clone().unwrap();
    assert_eq!(seed.len(), 64);
    assert!(!row.setup.unwrap().contains(&seed));
    assert!(!public(&host, game).await.contains(&seed));
    assert!(!format!("{:?}", host.games.load(game).await.unwrap()).contains(&seed));
    for person in 1..=3 {
        let own = host.views.private(game, PersonId(person)).await.unwrap();
        assert_eq!(own.view.own.unwrap().targets.len(), 1);
    }
    assert_eq!(refusal(host.views.private(game, PersonId(7)).await), Refusal::NotInGame);
    // After the game, the file is complete, and a replay of it gives the same game.
    play(&host, game, 1, "d4").await;
    host.games.end(&moderator(7), game, None).await.unwrap();
    let file: serde_json::Value = serde_json::from_str(&host.games.export(game).await.unwrap().json).unwrap();
    assert_eq!(file["complete"], true);
    assert_eq!(file["setup"]["seed"], seed);
    let saved: Saved = serde_json::from_value(file["setup"].clone()).unwrap();
    let log: Vec<_> = file["log"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| {
            let seat = serde_json::from_value(entry["seat"].clone()).unwrap();
            let action: Action = serde_json::from_value(entry["action"].clone()).unwrap();
            (seat, action)
        })
        .collect();
    let again = saved.open(&log).unwrap();
    let ended = scene(&host, game).await.view;
    assert_eq!(again.view_stopped(Viewer::Public), ended);
    // The deal and its salt are revealed, as after every end (T-32).
    let deal = ended.commitment.unwrap();
    assert_eq!(again.view(Viewer::Public).commitment.unwrap().revealed, None);
    assert!(deal.revealed.unwrap().contains(" salt "));
    assert!(ended.seats.iter().all(|seat| !seat.revealed_targets.is_empty()));
}

#[tokio::test]
async fn a_sealed_choice_is_seen_by_nobody_until_all_are_in() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let armies = ["party-volatile", "medieval", "medieval"];
    let game = game(&host, GameMode::Assassin, &armies).await;
    let start = scene(&host, game).await;
    assert!(matches!(start.view.phase, Phase::VolatileChoice { .. }), "{:?}", start.view.phase);
    assert!(
        start.view.to_act.is_empty() && start.to_act.len() == 3,
        "everybody is asked, so that it does not show who chooses"
    );
    let mut chosen = 0;
    for person in 1..=3 {
        let PendingDecision::Volatile(decisions) = host.views.private(game, PersonId(person)).await.unwrap().decision
        else {
            continue;
        };
        for decision in decisions {
            let before = public(&host, game).await;
            let spaces: Vec<_> = decision.options.iter().take(decision.count).map(|(space, _)| *space).collect();
            let names: Vec<String> = spaces.iter().map(ToString::to_string).collect();
            let action = Action::ChooseVolatile { of: decision.of, spaces };
            let done = host.games.act(&who(person), game, Some(start.version), action, false).await;
            assert!(matches!(done, Ok(Played::Done(_))), "{done:?}");
            chosen += 1;
            let row = host.store.game(game).await.unwrap().unwrap();
            assert!(row.actions.iter().all(|action| action.sealed));
            if matches!(scene(&host, game).await.view.phase, Phase::VolatileChoice { .. }) {
                let own = host.views.private(game, PersonId(person)).await.unwrap().view.own.unwrap();
                assert!(names.iter().all(|name| format!("{:?}", own.sealed).contains(name)));
                let log = &host.games.export(game).await.unwrap().json;
                assert!(log.contains("\"log\": []"), "{log}");
                // Only numbers may change: versions and the number of choices made.
                let words = |text: &str| text.replace(|c: char| c.is_ascii_digit(), "");
                assert_eq!(words(&before), words(&public(&host, game).await));
            }
        }
    }
    assert_eq!(chosen, 3);
    let play = scene(&host, game).await;
    assert_eq!(play.view.phase, Phase::Play);
    // A crash preserves the state.
    assert_eq!(scene(&super::host(&folder).await, game).await, play);
    assert!(host.views.history(game).await.unwrap().is_empty());
    assert!(host.games.export(game).await.unwrap().json.contains("\"log\": []"));
}

/// The message about sealed choices counts them. A choice that replaces another one changes no number, so nothing may show it
/// (V-3).
#[tokio::test]
async fn a_sealed_choice_that_is_changed_is_not_announced() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = game(&host, GameMode::Duel, &["party-volatile", "medieval"]).await;
    super::everyone::told(&host).await;
    let PendingDecision::Volatile(decisions) = host.views.private(game, PersonId(1)).await.unwrap().decision else {
        panic!("nothing to choose");
    };
    let [decision] = decisions.as_slice() else { panic!("{decisions:?}") };
    let pieces = scene(&host, game).await.view.pieces;
    for (space, name) in &decision.options {
        let piece = pieces.iter().find(|piece| piece.space == *space).unwrap();
        assert_eq!(*name, piece.look.name, "{space}");
    }
    for (skip, announced) in [(0, "Progress"), (1, "")] {
        let spaces = decision.options.iter().skip(skip).take(decision.count).map(|(space, _)| *space).collect();
        let action = Action::ChooseVolatile { of: decision.of, spaces };
        host.games.act(&who(1), game, None, action, true).await.unwrap();
        assert_eq!(super::everyone::told(&host).await, announced, "{skip}");
    }
}

#[test]
fn a_fault_shows_its_number_and_nothing_else() {
    let cause = std::io::Error::other("the secret");
    let fault = Error::from(InternalError::new("testing", &cause));
    let shown = format!("{fault} {fault:?}");
    assert!(!shown.contains("secret"), "{shown}");
}

/// A word that replaces an earlier one of the same person keeps its number, so the same text has the same hash.
#[test]
fn a_word_that_is_replaced_keeps_its_number() {
    let mut all = Contributions::new([1; 32]);
    let first = all.add(member(1), "apple").unwrap();
    let second = all.add(member(2), "apple").unwrap();
    assert_ne!(first, second, "numbers differ");
    assert_ne!(all.add(member(1), "pear").unwrap(), first);
    assert_eq!(all.add(member(1), "apple").unwrap(), first);
    assert_eq!(all.add(member(2), "apple").unwrap(), second);
    let hashes: Vec<String> = all.sealed().words.into_iter().map(|word| word.hash).collect();
    assert_eq!(hashes, [first, second]);
}

/// A word gets no number of another one, also after somebody has left, so equal words never have the same hash.
#[test]
fn a_word_after_one_that_left_has_a_number_of_its_own() {
    let mut all = Contributions::new([1; 32]);
    for person in 1..=3 {
        all.add(member(person), "plum").unwrap();
    }
    all.retain(|person| person != PersonId(1));
    all.add(member(4), "plum").unwrap();
    let hashes: std::collections::BTreeSet<String> = all.sealed().words.into_iter().map(|word| word.hash).collect();
    assert_eq!(hashes.len(), 3);
}

/// Numbers of words that left are not given again, also after the words were stored, so the same word has another hash.
#[test]
fn the_number_of_a_word_that_left_is_not_given_again() {
    let mut all = Contributions::new([1; 32]);
    let mut hashes = std::collections::BTreeSet::new();
    for person in [1, 2, 1] {
        assert!(hashes.insert(all.add(member(person), "plum").unwrap()), "{person}");
        all.retain(|_| false);
        assert!(!all.has_words());
        all = Contributions::read(&all.text().unwrap()).unwrap();
    }
}

/// A word that replaces a sealed one, which has no number, gets a number of its own.
#[test]
fn a_word_instead_of_a_sealed_one_has_a_number_of_its_own() {
    let mut all = Contributions::new([1; 32]);
    for person in [1, 2] {
        all.add(member(person), &engine::seed::sha256("fig")).unwrap();
    }
    for person in 1..=3 {
        all.add(member(person), "plum").unwrap();
    }
    let hashes: std::collections::BTreeSet<String> = all.sealed().words.into_iter().map(|word| word.hash).collect();
    assert_eq!(hashes.len(), 3);
}

/// A match is stored without its seed, as any other game.
#[tokio::test]
async fn the_seed_of_a_match_is_in_no_public_row() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = super::clash::begun(&host).await;
    let row = host.store.game(game).await.unwrap().unwrap();
    let seed = row.seed.unwrap();
    assert!(seed.len() == 64 && !row.setup.unwrap().contains(&seed));
    assert!(!host.games.export(game).await.unwrap().json.contains(&seed));
}

/// Everyone who left while the contributions were fixed stays named, in the order in which they left.
#[test]
fn whoever_left_sealed_contributions_stays_named() {
    let new = || Contributions::new([1; 32]);
    let all = new().again(new(), Some(member(2))).again(new(), None).again(new(), Some(member(3)));
    assert_eq!(all.sealed().left, [member(2), member(3)]);
}
