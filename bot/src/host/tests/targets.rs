//! Where a piece can go, as the sentence above the text board.

use super::*;

/// First line of the text board of a game for the piece on a Space.
async fn said(host: &Host, game: GameId, space: &str) -> String {
    let text = host.views.text_board(game, Some(space.parse().unwrap())).await.unwrap();
    text.lines().next().unwrap().to_owned()
}

/// Plays turns in a duel of two armies and returns the sentences about some pieces.
async fn after(army: &str, turns: &str, spaces: &[&str]) -> Vec<String> {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = game(&host, GameMode::Duel, &[army; 2]).await;
    for (number, text) in turns.split_whitespace().enumerate() {
        play(&host, game, number as u64 % 2 + 1, text).await;
    }
    let mut all = Vec::new();
    for space in spaces {
        all.push(said(&host, game, space).await);
    }
    all
}

#[tokio::test]
async fn moves_captures_and_castling_of_one_piece() {
    let found = after("medieval", "e4 d5 Nf3 Nc6 Bb5 a6", &["e4", "b5", "e1", "h1", "a1"]).await;
    let expected = [
        "Pawn on e4 can go to e5; capture on d5.",
        "Bishop on b5 can go to f1 e2 d3 a4 c4; capture on a6 c6.",
        "King on e1 can go to f1 g1 e2.",
        "Rook on h1 can go to f1 g1.",
        "Rook on a1 has nowhere to go.",
    ];
    assert_eq!(found, expected);
}

#[tokio::test]
async fn captures_beside_the_way_are_named() {
    let found = after("medieval", "e4 a6 e5 d5", &["e5"]).await;
    assert_eq!(found, ["Pawn on e5 can go to d6 e6; capture by side effect on d5."], "en passant");
}

#[tokio::test]
async fn only_pieces_of_the_player_to_move_have_targets() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    let asked = |space: &str| host.views.text_board(game, Some(space.parse().unwrap()));
    let no_piece = NothingToShow::NoPiece("e4".parse().unwrap());
    assert_eq!(refusal(asked("e4").await), no_piece.into());
    let theirs = NothingToShow::NotTheirs { space: "e7".parse().unwrap(), mover: player(0, 1) };
    assert_eq!(refusal(asked("e7").await), theirs.into());
    host.games.resign(&who(1), game, None).await.unwrap();
    assert_eq!(refusal(asked("e2").await), NotYourTurn::NoTurn.into());
}
