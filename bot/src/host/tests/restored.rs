//! A takeback and a restart restore everything that people see and may do.

use super::everyone::{frozen, parts, sees};
use super::*;

/// State of a game for everyone, and what each of these people sees and may do.
async fn look(host: &Host, game: GameId, people: u64) -> Vec<String> {
    let mut seen = parts(host, game).await;
    let Scene { view, .. } = scene(host, game).await;
    let mut pieces: Vec<String> = view.pieces.iter().map(|piece| format!("{piece:?}")).collect();
    pieces.sort();
    seen.extend(pieces);
    seen.push(format!("last {:?}", view.last));
    for person in 1..=people {
        seen.push(format!("{person}: {}", sees(host, game, &who(person)).await));
    }
    seen
}

/// Plays a legal turn of the person to move.
async fn turn(host: &Host, game: GameId, number: usize) {
    let actor = scene(host, game).await.to_act[0].person;
    let acts = host.games.acts(game, actor).await.unwrap().acts;
    let text = acts[number * 7 % acts.len()].text.clone();
    play(host, game, actor.0, &text).await;
}

/// Plays turns, and takes some of them back: each time by another person, so by one or several turns.
async fn back_and_forth(folder: &Folder, mut host: Host, game: GameId, people: u64) {
    let mut looks: Vec<(i64, Vec<String>)> = Vec::new();
    let mut taken_back = 0;
    for number in 0..14 {
        let turns = scene(&host, game).await.view.turns;
        looks.retain(|(before, _)| *before < i64::from(turns));
        looks.push((i64::from(turns), look(&host, game, people).await));
        turn(&host, game, number).await;
        if number % 4 != 3 {
            continue;
        }
        let by = number as u64 / 4 % people + 1;
        if host.tables.ask_takeback(&who(by), game).await.is_err() {
            continue;
        }
        for person in (1..=people).filter(|person| *person != by) {
            // Team mates of the person who asks need not agree.
            let _ = host.tables.answer_takeback(&who(person), game, None, true).await;
        }
        let turns = i64::from(scene(&host, game).await.view.turns);
        let then = looks.iter().find(|(before, _)| *before == turns).map(|(_, look)| look.clone());
        let then = then.unwrap_or_else(|| panic!("{turns} turns: {looks:#?}"));
        taken_back += 1;
        assert_eq!(look(&host, game, people).await, then, "after {number} turns, taken back by {by}");
        host.close().await;
        host = frozen(folder, BEGIN).await;
        assert_eq!(look(&host, game, people).await, then, "after {number} turns, taken back by {by}, and a restart");
    }
    assert!(taken_back >= 2, "{taken_back}");
}

#[tokio::test]
async fn a_takeback_restores_whose_turn_it_is_in_shared_seats() {
    let folder = Folder::new();
    let host = frozen(&folder, BEGIN).await;
    let options = LobbyOptions {
        order: SeatOrder::Fixed,
        start_when_full: false,
        time: TimeControl::USUAL,
        ..LobbyOptions::new(GameMode::Duel, 2)
    };
    let game = host.lobbies.open_lobby(&who(1), PLACE, options, None).await.unwrap().game;
    for person in [1, 2] {
        host.lobbies.join(&who(person), game, with("medieval")).await.unwrap();
        let mate = Join { with: Some(PersonId(person)), ..Join::default() };
        host.lobbies.join(&who(person + 2), game, mate).await.unwrap();
    }
    host.lobbies.start(&who(1), game, None).await.unwrap();
    back_and_forth(&folder, host, game, 4).await;
}

#[tokio::test]
async fn a_takeback_restores_games_of_several_players() {
    for (mode, armies) in [
        (GameMode::Duel, &["alchemists", "reptilian-order"][..]),
        (GameMode::Ffa, &["medieval", "makpong", "baroque"]),
        (GameMode::Assassin, &["medieval"; 4]),
    ] {
        let folder = Folder::new();
        let host = frozen(&folder, BEGIN).await;
        let game = game_with(&host, mode, armies, |options| options.time = TimeControl::USUAL).await;
        back_and_forth(&folder, host, game, armies.len() as u64).await;
    }
}
