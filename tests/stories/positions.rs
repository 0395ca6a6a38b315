//! Private answers of `/moves`: captures by side effect and immobilised pieces; and explanations of refused moves.

use tests::{Table, alt, assert_says, assert_says_privately};

/// Position of Baroque (two-player version) against Medieval, with the expected answer of `/moves` for one piece.
struct Scene {
    name: &'static str,
    moves: &'static str,
    who: &'static str,
    piece: &'static str,
    says: &'static [&'static str],
    /// Moves with captures, named in the message.
    captures: &'static [&'static str],
}

const SCENES: [Scene; 6] = [
    Scene {
        name: "withdrawer",
        moves: "e2-e6 f7-f5 e1-e5 d7xe6",
        who: "ann",
        piece: "e5",
        says: &["Withdrawer", "side effect on f5 e6"],
        captures: &["We1 xe6"],
    },
    Scene {
        name: "coordinator",
        moves: "g2-g3 d7-d6",
        who: "ann",
        piece: "h1",
        says: &["Coordinator", "side effect on d6"],
        captures: &["Cc6 xd6"],
    },
    Scene {
        name: "long-leaper",
        moves: "d1-c1 g8-f6 g2-g4 f6xg4",
        who: "ann",
        piece: "g1",
        says: &["Long Leaper", "side effect on g4 g7"],
        captures: &["Lg8 xg4 xg7"],
    },
    Scene {
        name: "baroque-pawn",
        moves: "d2-d5 e7-e5 e1-b4 g7-g5 h2-h5 a7-a6",
        who: "ann",
        piece: "f2",
        says: &["Baroque Pawn", "side effect on", "e5", "g5"],
        captures: &["Pf5 xe5 xg5"],
    },
    Scene {
        name: "chameleon",
        moves: "g2-g4 g7-g6 g4-h4 g8-h6 b2-b4 Chameleon@g8 g1-g7",
        who: "bob",
        piece: "g8",
        says: &["Chameleon", "g7"],
        captures: &["Sg6 xg7"],
    },
    Scene {
        name: "held",
        moves: "a2-a5 c7-c5 a1-a4 d8xa5 h2-h3",
        who: "bob",
        piece: "a5",
        says: &["Queen", "use its ability on a5"],
        captures: &[],
    },
];

async fn baroque(table: &Table) {
    // The two Instant Reinforcements have no free Space, so they stay in reserve and no choice is requested.
    table.duel("baroque-duel", "medieval").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moves_show_captures_by_side_effect() {
    let table = Table::lay().await;
    for scene in SCENES {
        baroque(&table).await;
        let board = table.play_all(scene.moves).await;
        table.keep(&format!("turn-{}", scene.name), &board);
        let shown = table.slash(scene.who, "moves", &[("piece", scene.piece)]).await;
        assert!(shown.ephemeral(), "{}", shown.text());
        let message = shown.response().unwrap();
        table.keep(&format!("moves-{}", scene.name), &message);
        let alt = alt(&message);
        for says in scene.says {
            assert!(alt.contains(says), "{}: {alt}", scene.name);
        }
        for captures in scene.captures {
            let named = format!("`{captures}`");
            assert_says(&message, &named);
        }
        table.slash("ann", "match end", &[]).await;
    }
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_piece_beside_an_immobilizer_is_refused_by_name_and_may_capture_itself() {
    let table = Table::lay().await;
    baroque(&table).await;
    let board = table.play_all("a2-a4 b8-c6 a1-a3 g8-f6 a3-d6").await;
    let alt = alt(&board);
    assert!(alt.contains("Immobilised: "), "{alt}");
    table.keep("immobilised", &board);
    let refused = table.slash("bob", "move", &[("move", "c6-e5")]).await;
    assert_says_privately(&refused, "The Immobilizer on d6 holds your Knight on c6 in place.");
    // A button offers a legal alternative.
    assert_eq!(refused.response().unwrap().labels(), ["Choose a Move"]);
    let told = table.play("bob", "c6 captures itself").await;
    assert_says(&told, "is removed");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_snared_king_is_told_what_it_may_capture() {
    let table = Table::lay().await;
    table.duel("makpong", "medieval").await;
    table.play_all("b1-d2 c7-c6 d2-c4 d7-d5 f1-g2 e8-d7 c4-b6").await;
    let refused = table.slash("bob", "move", &[("move", "d7-c7")]).await;
    assert_says_privately(
        &refused,
        "The Snare Knight on b6 attacks your King, which can now only capture it or stay where it is.",
    );
    let told = table.play("bob", "a7xb6").await;
    assert_says(&told, "Snare Knight");
    table.assert_clean();
}
