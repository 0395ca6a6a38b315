//! Complete duels by slash commands: Morphy's Opera game, and one with castling on both sides, en passant and an
//! under-promotion.

use tests::{Board, Table, assert_says};

/// Opera game: Morphy against the Duke of Brunswick and Count Isouard, Paris 1858.
const OPERA: &str = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O \
                     Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_opera_game() {
    let table = Table::lay().await;
    let first = table.duel("medieval", "medieval").await;
    let ann = table.user("ann");
    let bob = table.user("bob");
    assert_eq!(first.pings, [ann].into(), "only the Player to move is mentioned");
    let mut previous = Board::decode(&first.picture().unwrap().bytes);
    let mut last = first;
    for (index, text) in OPERA.split_whitespace().enumerate() {
        let (who, next) = if index % 2 == 0 { ("ann", bob) } else { ("bob", ann) };
        let earlier = last.id;
        let kept = last.picture().map(|file| file.bytes.clone());
        last = table.play(who, text).await;
        let picture = last.picture().expect("a board after every turn");
        let alt = picture.description.as_deref().unwrap_or_default();
        assert!(!alt.is_empty() && alt.chars().count() <= 1024, "alt text: {alt}");
        let board = Board::decode(&picture.bytes);
        assert!(previous.differs(&board) > 500, "{text} shows");
        previous = board;
        let over = text.ends_with('#');
        if over {
            assert_eq!(last.labels(), ["Rematch", "Replay", "Step Through", "Analyse"], "when it is over");
        } else {
            assert_eq!(last.pings, [next].into(), "after {text}");
            assert!(last.labels().iter().any(|label| label == "Move"), "{:?}", last.labels());
        }
        let old = table
            .pg
            .wait_for("the old message to lose its buttons", tests::PATIENCE, |pg| {
                pg.message(earlier).filter(|message| message.labels().is_empty())
            })
            .await
            .unwrap();
        assert_eq!(old.picture().map(|file| &file.bytes), kept.as_ref(), "the old message keeps its picture");
    }
    assert_says(&last, "checkmate");
    table.keep("opera", &last);
    let history = table.slash("bob", "match history", &[]).await;
    assert_says(&history, "Rd8#");
    let late = table.slash("bob", "move", &[("move", "a7a6")]).await;
    assert!(late.ephemeral(), "{}", late.text());
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn castling_both_ways_en_passant_and_an_underpromotion() {
    let table = Table::lay().await;
    table.duel("medieval", "medieval").await;
    let last = table.play_all("e4 d5 e5 f5 exf6 Nc6 Nf3 Bf5 Be2 Qd7 O-O O-O-O fxg7 h6 gxh8=N").await;
    assert_says(&last, "Knight");
    let board = table.slash("ann", "match board", &[("text", "true")]).await;
    assert_says(&board, "1  R N B Q . R K .");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_moves_are_refused_privately_with_a_reason() {
    let table = Table::lay().await;
    table.duel("medieval", "medieval").await;
    // All posts of the outbox have arrived.
    table.quiet(500).await;
    let before = table.public_texts();
    for (who, text, reason) in [
        ("ann", "e2e5", "Your Pawn on e2 cannot go to e5; it can go to e3 or e4."),
        ("ann", "e7e5", "is not yours"),
        ("ann", "a1a2", "Your Rook on a1 cannot go to a2: your own Pawn stands there."),
        ("ann", "z9z8", "not on the board"),
        ("ann", "castle please", "is not a move"),
        ("bob", "e7e5", "not your turn"),
        ("cem", "e2e4", "You are not playing in this game;"),
    ] {
        let answer = table.slash(who, "move", &[("move", text)]).await;
        assert!(answer.ephemeral(), "{text}: {}", answer.text());
        assert_says(&answer, reason);
    }
    table.quiet(500).await;
    assert_eq!(table.public_texts(), before, "a refusal is nobody else's business");
    table.assert_clean();
}
