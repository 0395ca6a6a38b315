//! Words for the seed (T-32).

use engine::seed::{WordError, draw, seat_order, sha256};
use engine::titans::to_hex;

use super::*;

fn word(word: &str, battalion: &str) -> Join {
    Join { word: Some(word.to_owned()), ..with(battalion) }
}

fn refused(why: WordError) -> Refusal {
    LobbyRefusal::Word(why).into()
}

async fn sealed(host: &Host, game: GameId) -> SealedSeed {
    match host.views.board(game).await.unwrap() {
        Board::Lobby(lobby) => lobby.seed.unwrap(),
        Board::Challenge(challenge) => challenge.seed.unwrap(),
        Board::Game(scene) => scene.seed.unwrap(),
    }
}

/// Hashes of a game, as they were published.
fn hashes(sealed: &SealedSeed) -> Vec<&str> {
    let words = sealed.words.iter().map(|word| word.hash.as_str());
    std::iter::once(sealed.part.as_str()).chain(words).collect()
}

async fn stored_seed(host: &Host, game: GameId) -> String {
    host.store.game(game).await.unwrap().unwrap().seed.unwrap()
}

/// Ends the game and returns its proof: texts with their hashes.
async fn proof(host: &Host, game: GameId) -> Vec<(String, String)> {
    host.games.end(&moderator(7), game, None).await.unwrap();
    let proof = scene(host, game).await.proof;
    proof.into_iter().map(|one| (one.text, one.hash)).collect()
}

#[tokio::test]
async fn the_seed_comes_from_all_parts_and_is_proved_at_the_end() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = open(&host, 1, GameMode::Assassin, 3).await;
    let part = sealed(&host, game).await.part;
    let joined = host.lobbies.join(&who(1), game, word("apple", "medieval")).await.unwrap();
    let Confirmation::WordAdded { hash, part: told } = &joined.confirmed[1] else {
        panic!("{:?}", joined.confirmed);
    };
    assert_eq!(*told, part);
    host.lobbies.join(&who(2), game, with("medieval")).await.unwrap();
    host.lobbies.add_word(&who(2), game, "first").await.unwrap();
    host.lobbies.add_word(&who(2), game, "pear").await.unwrap();
    for bad in ["two words", "", "it's"] {
        assert_eq!(refusal(host.lobbies.add_word(&who(2), game, bad).await), refused(WordError::Spelling), "{bad:?}");
    }
    assert_eq!(refusal(host.lobbies.add_word(&who(3), game, "plum").await), Refusal::NotInGame);
    let before = sealed(&host, game).await;
    assert_eq!((&before.words[0].hash, before.words.len()), (hash, 2));
    host.lobbies.join(&who(3), game, with("makpong")).await.unwrap();
    assert_eq!(refusal(host.lobbies.add_word(&who(2), game, "late").await), LobbyRefusal::Begun.into());
    assert_eq!(sealed(&host, game).await, before, "the message of the lobby keeps the hashes");
    // Nothing public has a part or a word.
    let now = scene(&host, game).await;
    assert!(now.proof.is_empty());
    let public = format!("{now:?} {}", host.games.export(game).await.unwrap().json);
    let loaded = format!("{:?}", host.games.load(game).await.unwrap());
    for secret in ["apple", "pear", &stored_seed(&host, game).await] {
        assert!(!public.contains(secret) && !loaded.contains(secret), "{secret}");
    }
    let seed = stored_seed(&host, game).await;
    let proof = proof(&host, game).await;
    assert!(proof.iter().all(|(text, hash)| sha256(text) == *hash));
    let published: Vec<&str> = proof.iter().map(|(_, hash)| hash.as_str()).collect();
    assert_eq!(published, [hashes(&before), vec![seed.as_str()]].concat());
    assert!(proof.last().unwrap().0.ends_with(" apple pear"), "{proof:?}");
    let file: serde_json::Value = serde_json::from_str(&host.games.export(game).await.unwrap().json).unwrap();
    assert_eq!(file["proof"][3], proof[3].0.as_str());
    // The seed also draws the seats.
    let bytes = engine::titans::from_hex(&seed).unwrap();
    let drawn: Vec<Vec<Member>> = seat_order(&bytes, 3).into_iter().map(|seat| vec![member(seat as u64 + 1)]).collect();
    assert_eq!(scene(&host, game).await.seats, drawn);
}

#[tokio::test]
async fn a_word_leaves_with_its_player_and_answers_hold_no_word() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = open(&host, 1, GameMode::Assassin, 4).await;
    for (person, own) in [(1, "apple"), (2, "pear"), (3, "plum")] {
        let me = who(person);
        let done = host.lobbies.join(&me, game, word(own, "medieval")).await.unwrap();
        let answer = host.store.answered(me.interaction).await.unwrap().unwrap();
        assert!(!answer.contains(own) && !format!("{done:?}").contains(own), "{answer}");
    }
    let before = sealed(&host, game).await;
    host.lobbies.leave(&who(2), game).await.unwrap();
    host.lobbies.kick(&who(1), game, PersonId(3)).await.unwrap();
    let after = sealed(&host, game).await;
    assert_eq!((after.words.as_slice(), &after.part), (&before.words[..1], &before.part));
    assert!(after.left.is_empty());
    // Who comes back brings a new word.
    host.lobbies.join(&who(2), game, word("fig", "medieval")).await.unwrap();
    host.lobbies.join(&who(4), game, with("medieval")).await.unwrap();
    host.lobbies.start(&who(1), game, Some(3)).await.unwrap();
    assert!(proof(&host, game).await.last().unwrap().0.ends_with(" apple fig"));
}

#[tokio::test]
async fn a_sealed_word_fixes_the_seats_until_it_is_told() {
    let folder = Folder::new();
    let game = {
        let host = host(&folder).await;
        let game = open(&host, 1, GameMode::Assassin, 3).await;
        host.lobbies.join(&who(1), game, word(&sha256("apple"), "medieval")).await.unwrap();
        host.lobbies.join(&who(2), game, word("pear", "medieval")).await.unwrap();
        // Nobody is asked for a sealed word before the seats are fixed.
        let before = sealed(&host, game).await;
        assert!(before.words[0].awaited && before.awaited().is_empty());
        let last = host.lobbies.join(&who(3), game, word("plum", "medieval")).await.unwrap();
        assert_eq!(last.confirmed.last(), Some(&Confirmation::WordsAwaited));
        game
    };
    // A restart changes nothing.
    let host = host(&folder).await;
    let before = sealed(&host, game).await;
    assert!(before.fixed);
    assert_eq!(before.awaited(), [&member(1)]);
    let fixed: Refusal = LobbyRefusal::SeatsFixed(vec![member(1)]).into();
    assert_eq!(refusal(host.lobbies.join(&who(4), game, Join::default()).await), fixed);
    assert_eq!(refusal(host.lobbies.choose_battalion(&who(2), game, "makpong").await), fixed);
    assert_eq!(refusal(host.lobbies.start(&who(1), game, None).await), fixed);
    assert_eq!(refusal(host.lobbies.add_word(&who(2), game, "other").await), fixed);
    let style = engine::titans::PlacementStyle::Chosen;
    assert_eq!(refusal(host.lobbies.decide_placement(&who(1), game, style).await), fixed);
    let computer = ComputerWish { level: ::opponent::Level::Recruit, battalion: None };
    assert_eq!(refusal(host.lobbies.add_computer(&who(1), game, computer).await), fixed);
    assert_eq!(refusal(host.lobbies.remove_computer(&who(1), game).await), fixed);
    assert_eq!(refusal(host.lobbies.add_word(&who(1), game, "pear").await), refused(WordError::OtherHash));
    assert_eq!(refusal(host.lobbies.add_word(&who(4), game, "apple").await), Refusal::NotInGame);
    let told = host.lobbies.add_word(&who(1), game, "apple").await.unwrap();
    assert_eq!(told.confirmed, [Confirmation::WordTold, Confirmation::GameBegins]);
    let proof = proof(&host, game).await;
    assert_eq!(proof[1], ("apple".to_owned(), before.words[0].hash.clone()));
    assert!(proof[4].0.ends_with(" apple pear plum"));
}

#[tokio::test]
async fn who_leaves_fixed_seats_cannot_come_back_and_everything_is_drawn_again() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = open(&host, 1, GameMode::Assassin, 3).await;
    host.lobbies.join(&who(1), game, with("medieval")).await.unwrap();
    host.lobbies.join(&who(2), game, word("pear", "medieval")).await.unwrap();
    host.lobbies.join(&who(3), game, word(&sha256("plum"), "medieval")).await.unwrap();
    let before = sealed(&host, game).await;
    assert!(before.fixed);
    host.lobbies.leave(&who(3), game).await.unwrap();
    let after = sealed(&host, game).await;
    assert_ne!(after.part, before.part);
    assert_eq!((after.fixed, after.words.len(), after.left), (false, 0, vec![member(3)]));
    assert_eq!(refusal(host.lobbies.join(&who(3), game, with("medieval")).await), LobbyRefusal::Kicked.into());
    // A person who does not tell the word can be removed, with the same effect.
    host.lobbies.join(&who(4), game, word(&sha256("plum"), "medieval")).await.unwrap();
    assert!(sealed(&host, game).await.fixed);
    host.lobbies.kick(&who(1), game, PersonId(4)).await.unwrap();
    assert_eq!(sealed(&host, game).await.left, [member(3), member(4)]);
    host.lobbies.join(&who(5), game, with("medieval")).await.unwrap();
    assert_eq!(proof(&host, game).await.len(), 2);
}

/// An army can no longer be played when the last sealed word arrives: the lobby opens again, and its message shows it.
#[tokio::test]
async fn fixed_seats_open_again_when_the_game_cannot_begin() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = open(&host, 1, GameMode::Assassin, 3).await;
    host.lobbies.join(&who(1), game, word(&sha256("apple"), "medieval")).await.unwrap();
    host.lobbies.join(&who(2), game, word("pear", "makpong")).await.unwrap();
    host.lobbies.join(&who(3), game, with("medieval")).await.unwrap();
    let before = sealed(&host, game).await;
    assert!(before.fixed);
    let by = sharing::manager_of(sharing::HOME);
    host.battalions.switch_battalion(&by, sharing::HOME, "makpong", false).await.unwrap();
    everyone::told(&host).await;
    let told = host.lobbies.add_word(&who(1), game, "apple").await.unwrap();
    assert_eq!(told.confirmed, [Confirmation::WordTold]);
    assert_eq!(everyone::told(&host).await, "Lobby");
    let after = sealed(&host, game).await;
    assert_ne!(after.part, before.part);
    assert_eq!((after.fixed, after.words.len(), after.left), (false, 0, vec![]));
    // With another army, the game begins.
    host.lobbies.choose_battalion(&who(2), game, "medieval").await.unwrap();
    assert!(scene(&host, game).await.seats.len() == 3);
}

/// An invitation is accepted with a word, which counts like that of the person who invited.
#[tokio::test]
async fn an_invitation_is_accepted_with_a_word() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let options = LobbyOptions::new(GameMode::Duel, 2);
    let challenge = DuelChallenge {
        opponent: member(2),
        mine: Some("medieval".to_owned()),
        theirs: Some("medieval".to_owned()),
        first: Colours::Drawn,
        options,
    };
    let game = host.lobbies.challenge_to_duel(&who(1), PLACE, challenge).await.unwrap().game;
    host.lobbies.add_word(&who(1), game, "apple").await.unwrap();
    host.lobbies.accept_with(&who(2), game, Some("pear".to_owned())).await.unwrap();
    assert!(proof(&host, game).await.last().unwrap().0.ends_with(" apple pear"));
}

#[tokio::test]
async fn words_of_a_match_of_clash_draw_its_colours() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = host.lobbies.challenge(&who(1), PLACE, None, ClashOptions::default()).await.unwrap().game;
    host.lobbies.add_word(&who(1), game, &sha256("apple")).await.unwrap();
    assert_eq!(refusal(host.lobbies.add_word(&who(2), game, "pear").await), Refusal::NotInGame);
    let accepted = host.lobbies.accept_with(&who(2), game, Some("pear".into())).await.unwrap();
    assert!(matches!(accepted.confirmed[..], [Confirmation::WordAdded { .. }, Confirmation::WordsAwaited]));
    let fixed: Refusal = LobbyRefusal::SeatsFixed(vec![member(1)]).into();
    assert_eq!(refusal(host.lobbies.accept(&who(2), game).await), fixed);
    host.lobbies.add_word(&who(1), game, "apple").await.unwrap();
    let seed = stored_seed(&host, game).await;
    let challenged_first = engine::clash::Setup::challenged_has_white(&engine::titans::from_hex(&seed).unwrap());
    assert_eq!(scene(&host, game).await.seats[0] == [member(2)], challenged_first);
    let proof = proof(&host, game).await;
    assert!(proof[3].0.ends_with(" apple pear") && proof[3].1 == seed, "{proof:?}");
}

#[tokio::test]
async fn declining_fixed_seats_closes_a_match() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = host.lobbies.challenge(&who(1), PLACE, Some(member(2)), ClashOptions::default()).await.unwrap().game;
    host.lobbies.add_word(&who(1), game, &sha256("apple")).await.unwrap();
    host.lobbies.accept(&who(2), game).await.unwrap();
    host.lobbies.decline(&who(1), game).await.unwrap();
    assert_eq!(refusal(host.lobbies.add_word(&who(1), game, "apple").await), Over::Lobby.into());
}

#[tokio::test]
async fn a_lobby_of_an_older_program_gets_a_part_when_it_needs_one() {
    let folder = Folder::new();
    let game = {
        let host = host(&folder).await;
        open(&host, 1, GameMode::Duel, 2).await
    };
    damage(&folder, "DELETE FROM secrets WHERE game = $1", game).await;
    let host = host(&folder).await;
    assert_eq!(lobby(&host, game).await.seed, None);
    host.lobbies.join(&who(1), game, word("apple", "medieval")).await.unwrap();
    assert_eq!(sealed(&host, game).await.words.len(), 1);
    host.lobbies.join(&who(2), game, with("medieval")).await.unwrap();
    assert!(proof(&host, game).await[2].0.ends_with(" apple"));
}

#[tokio::test]
async fn a_game_of_an_older_program_opens_without_a_proof() {
    let folder = Folder::new();
    let game = {
        let host = host(&folder).await;
        game(&host, GameMode::Assassin, &["medieval", "medieval", "medieval"]).await
    };
    damage(&folder, "DELETE FROM secrets WHERE game = $1 AND name = 'contributions'", game).await;
    let host = host(&folder).await;
    play(&host, game, 1, "d4").await;
    assert!(proof(&host, game).await.is_empty());
    assert!(scene(&host, game).await.view.commitment.unwrap().revealed.is_some());
}

#[tokio::test]
async fn an_operator_who_knows_all_words_cannot_choose_a_part_again() {
    // The seed follows from the part whose hash the lobby showed, whatever the program draws later.
    let folder = Folder::new();
    let host = dealing(&folder, [7; 32]).await;
    let game = open(&host, 1, GameMode::Duel, 2).await;
    let part = to_hex(&[7; 32]);
    assert_eq!(sealed(&host, game).await.part, sha256(&part));
    host.lobbies.join(&who(1), game, word("apple", "medieval")).await.unwrap();
    host.lobbies.join(&who(2), game, with("medieval")).await.unwrap();
    let apple = engine::seed::Word::read("apple", 1).unwrap();
    assert_eq!(stored_seed(&host, game).await, to_hex(&draw(&part, &[apple]).unwrap()));
}

/// The message of the lobby shows each word that was sent and the people whose words are missing.
#[tokio::test]
async fn the_message_of_a_lobby_follows_the_words_that_are_told() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = open(&host, 1, GameMode::Assassin, 3).await;
    for (person, own) in [(1, "apple"), (2, "pear")] {
        host.lobbies.join(&who(person), game, word(&sha256(own), "medieval")).await.unwrap();
    }
    host.lobbies.join(&who(3), game, with("medieval")).await.unwrap();
    everyone::told(&host).await;
    assert_eq!(sealed(&host, game).await.awaited(), [&member(1), &member(2)]);
    let told = host.lobbies.add_word(&who(1), game, "apple").await.unwrap();
    assert_eq!(told.confirmed, [Confirmation::WordTold]);
    assert_eq!(everyone::told(&host).await, "Lobby");
    assert_eq!(sealed(&host, game).await.awaited(), [&member(2)]);
}

/// While sealed words are awaited, a lobby waits for exactly the people who have yet to tell theirs.
#[tokio::test]
async fn a_lobby_with_fixed_seats_waits_for_the_sealed_words() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let waiting = async |people: std::ops::RangeInclusive<u64>| {
        let mut waiting = Vec::new();
        for person in people {
            let listed = host.views.list_games(PersonId(person), PLACE.guild).await.unwrap();
            assert_eq!(listed.len(), 1, "{person}");
            waiting.extend(listed.iter().filter(|game| game.waiting).map(|_| person));
        }
        waiting
    };
    let game = open(&host, 1, GameMode::Assassin, 3).await;
    for (person, own) in [(1, "apple"), (2, "pear")] {
        host.lobbies.join(&who(person), game, word(&sha256(own), "medieval")).await.unwrap();
    }
    assert!(waiting(1..=2).await.is_empty(), "the seats are not fixed");
    host.lobbies.join(&who(3), game, word("plum", "medieval")).await.unwrap();
    assert_eq!(waiting(1..=3).await, [1, 2]);
    host.lobbies.add_word(&who(1), game, "apple").await.unwrap();
    assert_eq!(waiting(1..=3).await, [2]);
    host.games.end(&who(1), game, None).await.unwrap();
    // The challenger is awaited now, not the person who has accepted.
    let game = host.lobbies.challenge(&who(1), PLACE, Some(member(2)), ClashOptions::default()).await.unwrap().game;
    host.lobbies.add_word(&who(1), game, &sha256("apple")).await.unwrap();
    assert_eq!(waiting(1..=2).await, [2]);
    host.lobbies.accept(&who(2), game).await.unwrap();
    assert_eq!(waiting(1..=2).await, [1]);
}

/// A computer accepts a challenge once, and then waits for the sealed word of its opponent.
#[tokio::test(flavor = "multi_thread")]
async fn a_computer_that_has_accepted_waits_for_a_sealed_word() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let rival = ComputerPlayer { level: ::opponent::Level::Recruit, number: 0 };
    let asked = host.lobbies.challenge(&who(1), PLACE, Some(rival.member()), ClashOptions::default()).await;
    let game = asked.unwrap().game;
    host.lobbies.add_word(&who(1), game, &sha256("apple")).await.unwrap();
    let pace = Pace { least: Duration::ZERO, most: Duration::ZERO };
    let accepting = host.computers.play_computers(game, pace);
    tokio::time::timeout(Duration::from_secs(30), accepting).await.expect("it does not accept again and again");
    assert!(sealed(&host, game).await.fixed);
    host.lobbies.add_word(&who(1), game, "apple").await.unwrap();
    assert_eq!(scene(&host, game).await.seats.len(), 2);
}
