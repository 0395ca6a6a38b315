//! PGN export, verified with an independent chess library.

use cozy_chess::{Board, util};

use super::*;

/// Morphy against the Duke of Brunswick and Count Isouard, Paris 1858.
const OPERA: &str = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O \
                     Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#";

/// Value of a tag.
fn tag<'a>(pgn: &'a str, name: &str) -> Option<&'a str> {
    let start = format!("[{name} \"");
    let line = pgn.lines().find_map(|line| line.strip_prefix(&start))?;
    line.strip_suffix("\"]")
}

/// Replays the moves of a PGN and returns the final position.
fn replayed(pgn: &str) -> (Board, Vec<String>) {
    let (_, moves) = pgn.split_once("\n\n").unwrap();
    let mut board = match tag(pgn, "FEN") {
        Some(fen) => Board::from_fen(fen, false).unwrap(),
        None => Board::startpos(),
    };
    let mut words: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
    assert_eq!(words.pop().as_deref(), tag(pgn, "Result"));
    words.retain(|word| !word.ends_with('.'));
    for word in &words {
        let found = util::parse_san_move(&board, word).unwrap();
        board.play(found);
    }
    (board, words)
}

async fn opera(host: &Host) -> GameId {
    let game = duel(host).await;
    for (index, text) in OPERA.split_whitespace().enumerate() {
        play(host, game, 1 + index as u64 % 2, text).await;
    }
    game
}

#[tokio::test]
async fn the_opera_game_is_written_as_everybody_knows_it() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = opera(&host).await;
    let file = host.games.pgn(game).await.unwrap();
    let (board, words) = replayed(&file.text);
    assert_eq!(words.join(" "), OPERA.split_whitespace().collect::<Vec<_>>().join(" "));
    let last = "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17";
    assert_eq!(board.to_string(), last);
    let tags = ["Event", "Site", "Date", "Round", "White", "Black", "Result", "SetUp", "FEN"];
    assert_eq!(
        tags.map(|name| tag(&file.text, name).unwrap_or("")),
        ["Titan's Battalion, game 1", "Discord", tag(&file.text, "Date").unwrap(), "-", "Ann", "Bob", "1-0", "", ""]
    );
    assert!(file.text.lines().all(|line| line.chars().count() <= 80), "{}", file.text);
    let (_, moves) = file.text.split_once("\n\n").unwrap();
    assert!(moves.starts_with("1. e4 e5 2. Nf3 ") && moves.ends_with("Rd8# 1-0\n"), "{moves:?}");
    assert!(moves.lines().all(|line| !line.is_empty() && line.trim() == line), "{moves:?}");
    assert_eq!(file.name, "battalion-game-1.pgn");
}

#[tokio::test]
async fn a_game_that_goes_on_or_was_ended_has_no_result() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    assert_eq!(refusal(host.games.pgn(game).await), NotStarted::Play.into());
    play(&host, game, 1, "e4").await;
    let open = host.games.pgn(game).await.unwrap().text;
    assert_eq!(tag(&open, "Result"), Some("*"));
    assert_eq!(replayed(&open).1, ["e4"]);
    host.games.resign(&who(1), game, None).await.unwrap();
    let lost = host.games.pgn(game).await.unwrap().text;
    assert_eq!((tag(&lost, "Result"), tag(&lost, "Termination")), (Some("0-1"), Some("normal")));
}

/// Colons divide the names, as the standard says.
#[tokio::test]
async fn all_people_of_a_shared_seat_are_named() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = shared_duel(&host).await;
    play(&host, game, 1, "e4").await;
    let file = host.games.pgn(game).await.unwrap();
    assert_eq!((tag(&file.text, "White"), tag(&file.text, "Black")), (Some("Ann:Eve"), Some("Bob")));
    let file: serde_json::Value = serde_json::from_str(&host.games.export(game).await.unwrap().json).unwrap();
    assert_eq!(file["players"], serde_json::json!([["Ann", "Eve"], ["Bob"]]));
}

#[tokio::test]
async fn what_is_not_chess_says_why() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let makpong = game(&host, GameMode::Duel, &["medieval", "makpong"]).await;
    play(&host, makpong, 1, "e4").await;
    let why = refusal(host.games.pgn(makpong).await);
    let Refusal::Pgn(NotPgn::Piece { piece, space }) = &why else {
        panic!("{why:?}");
    };
    assert!(!piece.is_empty() && space.rank() >= 5, "a piece of Black's: {piece} {space}");
    host.games.end(&moderator(3), makpong, None).await.unwrap();
    let many = game(&host, GameMode::Ffa, &["medieval", "medieval", "medieval"]).await;
    let acts = host.games.acts(many, PersonId(1)).await.unwrap();
    play(&host, many, 1, &acts.acts[0].text).await;
    assert_eq!(refusal(host.games.pgn(many).await), NotPgn::Players.into());
}

#[tokio::test]
async fn a_round_of_a_match_has_its_own_position() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = super::clash::begun(&host).await;
    for (person, army) in [
        (1, "King e1, Queen d1, Bishop c1 f1, Knight b1 g1, Pawn a2-h2"),
        (2, "King e8, Queen d8, Bishop c8 f8, Knight b8 g8, Pawn a7-h7"),
    ] {
        let order = engine::clash::Order::Buy;
        host.clash.shop_line(&who(person), game, order, army).await.unwrap();
        let ready = engine::action::ClashAction::Ready;
        host.clash.act(&who(person), game, None, ready).await.unwrap();
    }
    for (person, text) in [(1, "e2e4"), (2, "e7e5"), (1, "Bc4"), (2, "Nc6"), (1, "Qh5"), (2, "Nf6"), (1, "Qxf7")] {
        play(&host, game, person, text).await;
    }
    let file = host.games.pgn(game).await.unwrap();
    assert_eq!(tag(&file.text, "SetUp"), Some("1"));
    assert_eq!(tag(&file.text, "FEN"), Some("1nbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBN1 w - - 0 1"));
    let (_, words) = replayed(&file.text);
    assert_eq!(words.last().map(String::as_str), Some("Qxf7#"));
    assert_eq!((tag(&file.text, "Round"), tag(&file.text, "Result")), (Some("1"), Some("1-0")));
    assert_eq!(file.left_out, None);
}

/// Shuffled armies are Chess960: the tag names the variant, and castling rights name the Rooks' files.
#[tokio::test]
async fn shuffled_armies_are_chess960() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let shuffled = engine::titans::PlacementStyle::Shuffled;
    let game = game_with(&host, GameMode::Duel, &["medieval"; 2], |options| options.placement = shuffled).await;
    let acts = host.games.acts(game, PersonId(1)).await.unwrap();
    play(&host, game, 1, &acts.acts[0].text).await;
    let text = host.games.pgn(game).await.unwrap().text;
    assert_eq!((tag(&text, "Variant"), tag(&text, "SetUp")), (Some("Chess960"), Some("1")));
    let board = Board::from_fen(tag(&text, "FEN").unwrap(), true).unwrap();
    let rights = [cozy_chess::Color::White, cozy_chess::Color::Black].map(|side| *board.castle_rights(side));
    assert!(rights.iter().all(|side| side.short.is_some() && side.long.is_some()), "{text}");
    assert_eq!(rights[0], rights[1]);
}

/// The tag for the ending of a game distinguishes running games from those that a moderator ended.
#[tokio::test]
async fn a_game_ended_by_a_moderator_is_abandoned() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    play(&host, game, 1, "e4").await;
    for how in ["unterminated", "abandoned"] {
        if how == "abandoned" {
            host.games.end(&moderator(3), game, None).await.unwrap();
        }
        let text = host.games.pgn(game).await.unwrap().text;
        assert_eq!((tag(&text, "Result"), tag(&text, "Termination")), (Some("*"), Some(how)));
    }
}

/// Quotation marks and backslashes in names are escaped once.
#[tokio::test]
async fn names_are_escaped() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let ann = || Who { name: r#"A"n\n"#.to_owned(), ..who(1) };
    let options = LobbyOptions { order: SeatOrder::Fixed, ..LobbyOptions::new(GameMode::Duel, 2) };
    let game = host.lobbies.open_lobby(&ann(), PLACE, options, Some("medieval")).await.unwrap().game;
    host.lobbies.join(&who(2), game, with("medieval")).await.unwrap();
    host.games.act_text(&ann(), game, "e4", false).await.unwrap();
    let text = host.games.pgn(game).await.unwrap().text;
    assert_eq!(tag(&text, "White"), Some(r#"A\"n\\n"#));
}

/// Draws and losses on time have tags of their own.
#[tokio::test]
async fn a_draw_and_a_loss_on_time_are_told_apart() {
    for (drawn, tags) in [(true, ["1/2-1/2", "normal"]), (false, ["1-0", "time forfeit"])] {
        let folder = Folder::new();
        let host = dealing(&folder, [0; 32]).await;
        let time = TimeControl::PerTurn { turn: 3600 };
        let game = game_with(&host, GameMode::Duel, &["medieval"; 2], |options| options.time = time).await;
        play(&host, game, 1, "e4").await;
        if drawn {
            host.games.offer_draw(&who(2), game, None).await.unwrap();
            host.games.answer_draw(&who(1), game, None, true).await.unwrap();
        } else {
            host.beat(BEGIN + 2 * HOUR).await;
            host.set_time(BEGIN + 2 * HOUR);
            host.clocks.run_due().await.unwrap();
        }
        let text = host.games.pgn(game).await.unwrap().text;
        assert_eq!(["Result", "Termination"].map(|name| tag(&text, name).unwrap()), tags);
        assert_eq!(replayed(&text).1, ["e4"]);
    }
}

/// A capture in passing, a promotion to another piece than a Queen, and both ways to castle.
#[tokio::test]
async fn special_moves_are_written_as_in_chess() {
    const MOVES: &str = "e4 d5 e5 f5 exf6 Nc6 fxg7 h6 gxh8=N Nf6 Nf3 Be6 Bb5 Qd7 O-O O-O-O";
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    for (text, person) in MOVES.split(' ').zip([1, 2].into_iter().cycle()) {
        play(&host, game, person, text).await;
    }
    let text = host.games.pgn(game).await.unwrap().text;
    assert_eq!(replayed(&text).1.join(" "), MOVES);
}

/// Turns that were taken back, one or two at a time, are neither in the PGN nor in the replay. The date is that of the
/// opening, not that of the last turn.
#[tokio::test]
async fn what_was_taken_back_is_not_written() {
    let folder = Folder::new();
    let host = dealing(&folder, [0; 32]).await;
    let game = duel(&host).await;
    host.set_time(BEGIN + 50 * HOUR);
    for (by, turns) in
        [(1, &[(1, "e4"), (2, "e5"), (1, "Nf3")][..]), (2, &[(1, "d4"), (2, "exd4")]), (1, &[(2, "Nc6")])]
    {
        for (person, text) in turns {
            play(&host, game, *person, text).await;
        }
        host.tables.ask_takeback(&who(by), game).await.unwrap();
        host.tables.answer_takeback(&who(3 - by), game, None, true).await.unwrap();
    }
    play(&host, game, 1, "Bc4").await;
    let text = host.games.pgn(game).await.unwrap().text;
    assert_eq!(replayed(&text).1, ["e4", "e5", "Bc4"]);
    assert_eq!(tag(&text, "Date"), Some("2027.01.15"));
    let replay = host.views.replay(game, Progress::default()).await.unwrap();
    assert!(replay.alt.starts_with("Replay in 4 pictures."), "{}", replay.alt);
}

/// Each round of a match has its own number, position, moves and result. Castling needs the Rook of that side alone.
#[tokio::test]
async fn each_round_of_a_match_is_written_for_itself() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = super::clash::begun(&host).await;
    for (armies, moves, loser) in [
        (["King e1, Rook h1, Pawn a2-h2", "King e8, Rook a8, Pawn a7-h7"], "e4 a5 O-O h5", 1),
        (["King e1, Queen d1, Pawn a2-h2", "Knight b8"], "e4 e5", 2),
    ] {
        for (person, army) in (1..).zip(armies) {
            host.clash.shop_line(&who(person), game, engine::clash::Order::Buy, army).await.unwrap();
            host.clash.act(&who(person), game, None, engine::action::ClashAction::Ready).await.unwrap();
        }
        for (text, person) in moves.split(' ').zip([1, 2].into_iter().cycle()) {
            play(&host, game, person, text).await;
        }
        host.games.resign(&who(loser), game, None).await.unwrap();
    }
    let file = host.games.pgn(game).await.unwrap();
    assert_eq!(file.left_out, None);
    let rounds: Vec<String> = file.text.split("[Event ").skip(1).map(|text| format!("[Event {text}")).collect();
    assert_eq!(rounds.len(), 2, "{}", file.text);
    for (text, (number, result, moves)) in rounds.iter().zip([("1", "0-1", "e4 a5 O-O h5"), ("2", "1-0", "e4 e5")]) {
        assert_eq!((tag(text, "Round"), tag(text, "Result")), (Some(number), Some(result)));
        let event = format!("Chess: The Clash of the Armies, game {game}");
        assert_eq!(tag(text, "Event"), Some(event.as_str()));
        assert_eq!(replayed(text).1.join(" "), moves);
    }
    assert!(file.text.contains("\n\n[Event "), "an empty line between them");
    assert_eq!(tag(&rounds[0], "FEN"), Some("r3k3/pppppppp/8/8/8/8/PPPPPPPP/4K2R w Kq - 0 1"));
}

/// Buys these armies for White and Black.
async fn armed(host: &Host, game: GameId, armies: [&str; 2]) {
    for (person, army) in (1..).zip(armies) {
        host.clash.shop_line(&who(person), game, engine::clash::Order::Buy, army).await.unwrap();
        host.clash.act(&who(person), game, None, engine::action::ClashAction::Ready).await.unwrap();
    }
}

/// Rounds have their own numbers, whether or not a turn was played in those before. Of several rounds that PGN cannot
/// hold, the first is named. A drawn round has its result.
#[tokio::test]
async fn the_first_round_that_is_left_out_is_named_by_its_number() {
    let unlike = ["King e1, Chancellor d1, Pawn a2-h2", "King e8, Pawn a7-h7"];
    for (first, black, left_out) in [(None, "King e8, Pawn a7-h7", 3), (Some(unlike), "Knight b8", 1)] {
        let folder = Folder::new();
        let host = host(&folder).await;
        let game = super::clash::begun(&host).await;
        if let Some(armies) = first {
            armed(&host, game, armies).await;
            for (person, text) in [(1, "e4"), (2, "e5")] {
                play(&host, game, person, text).await;
            }
        }
        host.games.resign(&who(1), game, None).await.unwrap();
        armed(&host, game, ["King e1, Rook a1 h1, Pawn a2-h2", black]).await;
        for (person, text) in [(1, "e4"), (2, "e5")] {
            play(&host, game, person, text).await;
        }
        host.games.offer_draw(&who(1), game, None).await.unwrap();
        host.games.answer_draw(&who(2), game, None, true).await.unwrap();
        // The Ultimate Round has an Amazon.
        for (person, gold) in [(1, 3), (2, 1)] {
            let bid = engine::action::ClashAction::Bid { gold: engine::clash::Gold::whole(gold) };
            host.clash.act(&who(person), game, None, bid).await.unwrap();
        }
        for person in [1, 2] {
            host.clash.act(&who(person), game, None, engine::action::ClashAction::Ready).await.unwrap();
        }
        play(&host, game, 1, "e4").await;
        let file = host.games.pgn(game).await.unwrap();
        let tags = ["Round", "Result", "Termination"].map(|name| tag(&file.text, name).unwrap());
        assert_eq!(tags, ["2", "1/2-1/2", "normal"], "{}", file.text);
        assert_eq!(replayed(&file.text).1, ["e4", "e5"]);
        let Some((round, NotPgn::Piece { .. })) = file.left_out else { panic!("{:?}", file.left_out) };
        assert_eq!(round, left_out);
    }
}

/// A turn that chess does not have is named with its number: here, a Pawn on the third rank goes two Spaces.
#[tokio::test]
async fn the_first_turn_that_chess_does_not_have_is_named() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let [behind, before] = ["........", "PPPPPPPP"].map(|row| format!("\"{row}\","));
    let usual = format!("{behind}\n    {before}");
    let forward = super::sharing::file("forward", "Forward Pawns");
    let forward = forward.replacen(&usual, &format!("{before}\n    {behind}"), 1);
    super::fits::publish(&host, super::sharing::HOME, &forward).await;
    let game = game(&host, GameMode::Duel, &["forward"; 2]).await;
    for (person, text) in [(1, "a4"), (2, "a5")] {
        play(&host, game, person, text).await;
        assert!(host.games.pgn(game).await.is_ok(), "{text}");
    }
    play(&host, game, 1, "e5").await;
    let why = refusal(host.games.pgn(game).await);
    assert_eq!(why, NotPgn::Turn { number: 3, text: "e5".to_owned() }.into());
}
