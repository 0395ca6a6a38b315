//! Corners of the interface: second pages of long menus, several chosen options, what cannot be drawn, exported or
//! paid, and tests of armies that several people watch.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use engine::action::ClashAction;
use engine::clash::Order;
use serde_json::json;
use serenity::all::{ApplicationId, Permissions};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::stage::{Circumstances, Stage};
use super::stand_in::{EPHEMERAL, From, Sent, StandIn};
use super::told::{list, told};
use super::typed::{Commands, with_stack};
use crate::discord::answer::OPTIONS;
use crate::discord::answers::Token;
use crate::discord::custom_id::{ClashIntent, ComponentContext, CustomId};
use crate::discord::features::battalions::test_delivery::{self, Failed};
use crate::discord::features::battalions::{battlefield_words, test_words, testing};
use crate::discord::features::board;
use crate::host::tests::sharing::{HOME, bring_to, file, manager_of};
use crate::host::tests::{Folder, PLACE, clash, host, play, who};
use crate::host::{GuildId, Host, PendingDecision, PersonId, TrialId};

const EDIT: &str = "PATCH webhooks/1/token/messages/@original";
const OPEN: &str = "POST users/@me/channels";
/// Message to person 1.
const POST: &str = "POST channels/1001/messages";
const HOUR: Duration = Duration::from_secs(3_600);

fn by(person: u64, further: Permissions) -> From {
    let may = Permissions::SEND_MESSAGES | Permissions::VIEW_CHANNEL | further;
    From { person, name: "Ann", guild: PLACE.guild.map(|guild| guild.0), channel: PLACE.channel.0, kind: 0, may }
}

/// Plays steps on a stage. Returns the answers to the last one.
async fn played(stage: &mut Stage, steps: &[&str]) -> Vec<Sent> {
    let mut sent = Vec::new();
    for step in steps {
        sent = stage.step(step).await.unwrap_or_else(|why| panic!("{step}: {why}"));
    }
    sent
}

/// Returns true if the newest message that a person sees has a button or an option with this label.
fn offers(stage: &Stage, person: &str, label: &str) -> bool {
    stage.components(person, 1).iter().any(|(_, known)| known == label)
}

#[test]
fn a_shared_battalion_leads_to_its_changes_beside_the_button_for_remarks() {
    with_stack(async || {
        let mut stage = Stage::new(Circumstances::Usual).await;
        let mut changes = Vec::new();
        for army in ["owls.toml", "owls-2.toml"] {
            let add = format!("Mia: /battalion-admin add file:{army}");
            let steps = [
                add.as_str(),
                "Mia presses Accept",
                "Mia: /battalion-admin publish battalion:owls",
                "Mia: /battalion-admin share battalion:owls with:Everyone",
                "Ann: /battalions show battalion:owls",
            ];
            played(&mut stage, &steps).await;
            assert!(offers(&stage, "Ann", "Write to the Designer"), "{army}");
            changes.push(offers(&stage, "Ann", "What has changed"));
        }
        assert_eq!(changes, [false, true]);
        let (text, _) = told(&played(&mut stage, &["Ann chooses What has changed"]).await);
        assert!(text.contains("what version 2 changes from version 1"), "{text}");
    });
}

#[test]
fn own_pieces_beyond_the_first_page_of_a_shop_are_sold() {
    with_stack(async || {
        let mut stage = Stage::new(Circumstances::Usual).await;
        played(&mut stage, &["Clash: Ann, Bob", "Ann: /clash buy text:26 Pawns"]).await;
        assert!(offers(&stage, "Ann", "Pawn a2") && !offers(&stage, "Ann", "Pawn hand 18"));
        played(&mut stage, &["Ann presses Next"]).await;
        assert!(!offers(&stage, "Ann", "Pawn a2") && offers(&stage, "Ann", "Pawn hand 18"));
        let sold = played(&mut stage, &["Ann chooses Pawn hand 18", "Ann presses Sell for 1"]).await;
        let (text, _) = told(&sold);
        assert!(text.contains("15 gold left"), "{text}");
    });
}

#[test]
fn a_piece_is_bought_beside_its_moves_only_with_enough_gold() {
    with_stack(async || {
        let mut stage = Stage::new(Circumstances::Usual).await;
        // Four gold are left, and both pieces have a free square.
        let buy = "Ann: /clash buy text:Rook a1 h1, Rabbit b1 c1, Omnipawn a2-h2";
        played(&mut stage, &["Clash: Ann, Bob", buy, "Ann chooses Queen"]).await;
        assert!(offers(&stage, "Ann", "Back to the Shop") && !offers(&stage, "Ann", "Buy for 10.5"));
        played(&mut stage, &["Ann presses Back to the Shop", "Ann chooses Waffle"]).await;
        assert!(offers(&stage, "Ann", "Buy for 3.25"));
        // Gold alone is not enough: eight Pawns leave no square for a ninth.
        let full = ["Ann: /clash sell text:all", "Ann: /clash buy text:Pawn a2-h2", "Ann chooses Pawn"];
        played(&mut stage, &full).await;
        assert!(offers(&stage, "Ann", "Back to the Shop") && !offers(&stage, "Ann", "Buy for 1"));
    });
}

/// The picture of the piece has a text board beside it at each jump, as for the first landing.
#[test]
fn the_next_jump_of_a_chain_is_asked_with_a_text_board_for_people_who_want_one() {
    with_stack(async || {
        let mut stage = Stage::new(Circumstances::Usual).await;
        let begin = [
            "Clash: Ann, Bob",
            "Ann: /clash buy text:King e1, Rabbit b1 c1, Pawn a2 c2-h2",
            "Ann: /clash ready",
            "Ann presses Confirm Anyway",
            "Bob: /clash buy text:King e8, Queen d8, Rook a8 h8, Pawn a7-h7",
            "Bob: /clash ready",
            "Bob presses Confirm Anyway",
            "everything is posted",
            "Ann: /move move:c1-c3",
            "Bob: /move move:e7e5",
            "Ann: /move move:c3-c5",
            "Bob: /move move:a7a6",
            "everything is posted",
        ];
        played(&mut stage, &begin).await;
        for (wanted, shown) in [("no", false), ("yes", true)] {
            let set = format!("Ann: /settings me text:{wanted}");
            let steps = [set.as_str(), "Ann presses Move", "Ann chooses Rabbit c5", "Ann chooses jump to f5 …"];
            let (text, _) = told(&played(&mut stage, &steps).await);
            assert!(text.contains("via f5: where next?") && text.contains("board.png"), "{text}");
            assert_eq!(text.contains("The position as text:"), shown, "{text}");
            assert_eq!(text.contains("``` / Rabbit on c5 can go to "), shown, "{text}");
        }
    });
}

#[test]
fn the_amazon_is_not_offered_for_sale() {
    with_stack(async || {
        let mut stage = Stage::new(Circumstances::Usual).await;
        let steps = [
            "Clash: Ann, Bob",
            "Ann: /match resign",
            "Ann presses Resign",
            "Bob: /match resign",
            "Bob presses Resign",
            "Ann: /clash bid gold:2",
            "Bob: /clash bid gold:1",
            "Ann: /clash shop",
        ];
        played(&mut stage, &steps).await;
        assert!(offers(&stage, "Ann", "Amazon d1") && !offers(&stage, "Ann", "Sell All"));
        played(&mut stage, &["Ann chooses Amazon d1"]).await;
        let labels = stage.components("Ann", 1);
        assert!(!labels.iter().any(|(_, label)| label.starts_with("Sell")), "{labels:?}");
        played(&mut stage, &["Ann presses Take in Hand"]).await;
        assert!(offers(&stage, "Ann", "Amazon hand 1") && !offers(&stage, "Ann", "Sell All"));
        played(&mut stage, &["Ann: /clash buy text:King"]).await;
        assert!(offers(&stage, "Ann", "Sell All"));
    });
}

/// Pieces that cannot be captured are named above the menu of pieces, and beside the moves of one piece.
#[test]
fn invulnerable_pieces_are_named_wherever_moves_are_shown() {
    with_stack(async || {
        let folder = Folder::new();
        let host = host(&folder).await;
        let game = clash::begun(&host).await;
        for (person, line) in [(1, "King e1, Queen d1, Omnipawn a2"), (2, "Shielderer e8, Rook a8")] {
            host.clash.shop_line(&who(person), game, Order::Buy, line).await.unwrap();
            host.clash.act(&who(person), game, None, ClashAction::Ready).await.unwrap();
        }
        let stand_in = StandIn::start().await;
        let app = stand_in.app(host.clone());
        for (person, text, piece, is_raised) in [(1, "a4", "a8", false), (2, "shield", "a4", true)] {
            play(&host, game, person, text).await;
            for piece in [None, Some(piece)] {
                let request = stand_in.command(&app, by(1, Permissions::empty()));
                board::moves(&request, Some(game.to_string()), piece).await.unwrap();
                let (said, _) = told(&stand_in.take());
                assert_eq!(said.contains("Invulnerable: Shielderer e8 until "), is_raised, "{piece:?}: {said}");
            }
        }
    });
}

#[test]
fn a_word_of_somebody_who_joins_as_a_team_mate_counts() {
    with_stack(async || {
        let mut stage = Stage::new(Circumstances::Usual).await;
        let steps = [
            "Ann: /titans new mode:Duel battalion:medieval order:In order",
            "Bob: /lobby join battalion:makpong",
            "Cid: /lobby join battalion:makpong with:@2 word:fig",
        ];
        let (text, _) = told(&played(&mut stage, &steps).await);
        assert!(text.contains("Your word counts"), "{text}");
    });
}

/// The button in place of a direct message leads to the question of the message, although the person is to move.
#[test]
fn a_team_mate_who_is_to_move_is_asked_to_resign_as_well() {
    with_stack(async || {
        let mut stage = Stage::new(Circumstances::Usual).await;
        let steps = [
            "Ann: /titans new mode:Duel battalion:medieval order:In order",
            "Bob: /lobby join battalion:makpong",
            "Cid: /lobby join battalion:makpong with:@2",
            "Ann: /lobby start",
            "Ann: /move move:e4",
            "everything is posted",
            "POST channels/1003/messages fails with 403 50007",
            "Bob: /match resign",
            "Bob presses Resign",
            "everything is posted",
            "Cid presses Show Privately",
        ];
        let (text, _) = told(&played(&mut stage, &steps).await);
        assert!(text.contains("Resign this game?"), "{text}");
    });
}

/// A step of a game names the people who had the seats then: in the text of the board, and beside the chance of an
/// analysed turn.
#[test]
fn a_step_of_the_past_names_the_players_of_its_time() {
    with_stack(async || {
        let mut stage = Stage::new(Circumstances::Usual).await;
        let steps = [
            "Bob: /settings me text:yes",
            "Duel: Ann medieval, Bob medieval",
            "Ann: /move move:f3",
            "Bob: /move move:e5",
            "Ann: /seat hand-over to:@3",
            "Cid presses Accept",
            "Cid: /move move:g4",
            "Bob: /move move:Qh4",
            "everything is posted",
            "Bob: /match analyse",
            "Bob: /match history",
        ];
        played(&mut stage, &steps).await;
        for (step, white, has_played) in [
            ("Bob presses Previous", "Cid", true),
            ("Bob presses First", "Ann", false),
            ("Bob presses Next", "Ann", true),
        ] {
            let (text, _) = told(&played(&mut stage, &[step]).await);
            assert!(text.contains(&format!("1. {white} (Medieval): King e1;")), "{step}: {text}");
            assert_eq!(text.contains(&format!("Win chance of {white}: ")), has_played, "{step}: {text}");
        }
    });
}

/// The option of all free squares counts beside squares of their own as well.
#[test]
fn all_free_squares_count_whatever_else_is_chosen() {
    with_stack(async || {
        let folder = Folder::new();
        let host = host(&folder).await;
        let game = clash::begun(&host).await;
        let stand_in = StandIn::start().await;
        let app = stand_in.app(host.clone());
        for chosen in [&["all"][..], &["a2", "all"], &["all", "h2", "c2"]] {
            let private = host.views.private(game, PersonId(1)).await.unwrap();
            let of = ComponentContext { game, version: private.version };
            let PendingDecision::Shop(shop) = private.decision else { panic!("no shop") };
            let pawn = shop.wares.iter().position(|ware| ware.look.name == "Pawn").unwrap();
            let ware = u16::try_from(pawn).unwrap();
            let id = CustomId::Game(of, ClashIntent::Squares { ware }.into()).encode().unwrap();
            let values: Vec<String> = chosen.iter().map(|&value| value.to_owned()).collect();
            let press = by(1, Permissions::empty()).press(&id, &values, EPHEMERAL);
            let (text, _) = told(&stand_in.answers(&app, press).await);
            assert!(text.contains("32 gold left"), "{chosen:?}: {text}");
            host.clash.act(&who(1), game, None, ClashAction::UndoShop).await.unwrap();
        }
    });
}

/// A match is exported without the rounds that PGN cannot hold, and the answer names the first of them.
#[test]
fn a_round_that_is_left_out_of_an_export_is_named() {
    with_stack(async || {
        let folder = Folder::new();
        let host = host(&folder).await;
        let game = clash::begun(&host).await;
        let stand_in = StandIn::start().await;
        let app = stand_in.app(host.clone());
        for (armies, said) in [
            (["King e1, Pawn a2-h2", "King e8, Pawn a7-h7"], "Here is the game as PGN."),
            (["Rabbit b1", "King e8, Pawn a7-h7"], "The match as PGN, without round 2: "),
        ] {
            for (person, line) in (1..).zip(armies) {
                host.clash.shop_line(&who(person), game, Order::Buy, line).await.unwrap();
                host.clash.act(&who(person), game, None, ClashAction::Ready).await.unwrap();
            }
            for (person, text) in [(1, "e2e4"), (2, "e7e5")] {
                play(&host, game, person, text).await;
            }
            let request = stand_in.command(&app, by(1, Permissions::empty()));
            board::export(&request, Some(game.to_string()), board::Format::Pgn).await.unwrap();
            let (text, _) = told(&stand_in.take());
            assert!(text.contains(said), "{text}");
            host.games.resign(&who(2), game, None).await.unwrap();
        }
    });
}

/// A text board that is too long beside the reason is in a file. Blocks of code are complete.
#[test]
fn the_reason_why_a_game_was_ended_is_shown_beside_a_large_text_board() {
    with_stack(async || {
        let mut stage = Stage::new(Circumstances::Usual).await;
        // Each character of this reason is escaped.
        let end = format!("Mia: /match end reason:{}", "_".repeat(200));
        let game = "Assassin: Ann baroque, Bob medieval, Cid makpong, Eve medieval";
        played(&mut stage, &[game, end.as_str(), "Eve: /settings me text:yes"]).await;
        for step in ["Ann: /match board text:yes", "Eve: /match board"] {
            let sent = played(&mut stage, &[step]).await;
            let body = &sent.last().unwrap().body;
            let content = body["content"].as_str().unwrap_or_else(|| panic!("{step}: {sent:?}"));
            assert!(content.contains(&r"\_".repeat(200)), "{step}: {content}");
            assert_eq!(content.matches("```").count() % 2, 0, "{step}: {content}");
            let has_file = list(&body["attachments"]).iter().any(|file| file["filename"] == "board.txt");
            assert!(has_file, "{step}: {body}");
        }
    });
}

#[test]
fn a_thread_that_discord_refused_is_opened_by_another_press() {
    with_stack(async || {
        let mut stage = Stage::new(Circumstances::Usual).await;
        let refused = "I could not open a thread here.";
        for (step, said) in [
            ("Ann: /titans new mode:Duel battalion:medieval", "The lobby is open."),
            ("Bob: /titans challenge opponent:@3 battalion:makpong", "Yours can have a thread of its own."),
            ("POST channels/500/threads fails with 403 50013", ""),
            ("Bob presses Open a Thread", refused),
            ("Bob presses Open a Thread", refused),
            ("POST channels/500/threads works again", ""),
            ("Bob presses Open a Thread", "Your game is open in <#600>."),
            ("Bob presses Open a Thread", "This button was used already"),
        ] {
            let (text, _) = told(&played(&mut stage, &[step]).await);
            assert!(text.contains(said), "{step}: {text}");
        }
    });
}

/// Other people's adjourned game leaves its channel free for the person's own one.
#[test]
fn an_adjourned_game_is_resumed_where_one_of_other_people_is_adjourned() {
    with_stack(async || {
        let mut stage = Stage::new(Circumstances::Usual).await;
        let adjourned = [
            "Ann: /titans new mode:Duel battalion:medieval time:none order:In order",
            "Bob: /lobby join battalion:medieval",
            "Ann: /lobby start",
            "Cid in #tea: /titans new mode:Duel battalion:medieval time:none order:In order",
            "Eve in #tea: /lobby join battalion:medieval",
            "Cid in #tea: /lobby start",
            "22 days pass",
        ];
        played(&mut stage, &adjourned).await;
        for (step, said) in [
            ("Gus in #tea: /match resume", "you have no adjourned game on this server."),
            ("Ann in #tea: /match resume", "The game goes on."),
            ("Ann in #tea: /move move:e4", "**Ann** played `e4`."),
        ] {
            let (text, _) = told(&played(&mut stage, &[step]).await);
            assert!(text.contains(said), "{step}: {text}");
        }
    });
}

#[test]
fn a_battlefield_too_narrow_for_a_picture_says_so() {
    with_stack(async || {
        let folder = Folder::new();
        let host = host(&folder).await;
        let stand_in = StandIn::start().await;
        let app = stand_in.app(host.clone());
        let commands = Commands::new(&stand_in).await;
        for (name, width, drawn) in [("lane", 8, true), ("moat", 5, false)] {
            let slot = |side: &str| format!("{{ side = \"{side}\", from = 0, length = {width} }}");
            let slots = format!("[{}, {}]", slot("south"), slot("north"));
            let field = format!(
                "[[battlefield]]\nid = \"{name}\"\nname = \"The {name}\"\nwidth = {width}\nheight = 4\n\
                 edge_slots = {slots}\n"
            );
            stand_in.hold(&format!("{name}.toml"), field);
            let typed = format!("/battalion-admin battlefield add file:{name}.toml");
            let sent = commands.run(&stand_in, &app, by(1, Permissions::MANAGE_GUILD), &typed).await;
            let (text, _) = told(&sent);
            assert!(text.contains("1 Battlefield added"), "{text}");
            assert_eq!(text.contains("board.png"), drawn, "{text}");
            assert_eq!(text.contains(battlefield_words::NO_PICTURE), !drawn, "{text}");
        }
    });
}

/// Army with 26 kinds of pieces, more than a completion has choices.
fn crowd() -> String {
    let mut text = "format = 1\nid = \"crowd\"\nname = \"Crowd\"\nauthor = \"nobody\"\nsummary = \"Many kinds.\"\n\
                    [territory]\nlayout = [\"ABCDEFGH\", \"...K....\"]\n"
        .to_owned();
    for symbol in 'A'..='Z' {
        let (more, moves) = if symbol == 'K' { ("titan = true\n", "K") } else { ("", "W") };
        let id = symbol.to_ascii_lowercase();
        writeln!(text, "[[piece]]\nid = \"guard-{id}\"\nname = \"Guard {symbol}\"\nsymbol = \"{symbol}\"").unwrap();
        writeln!(text, "icon = \"chess-pawn\"\n{more}moves = \"{moves}\"").unwrap();
    }
    text
}

/// Discord takes at most 25 choices. Every other piece is found by typing.
#[test]
fn as_many_pieces_are_offered_for_a_picture_as_discord_takes() {
    with_stack(async || {
        let folder = Folder::new();
        let host = host(&folder).await;
        bring_to(&host, HOME, &crowd()).await;
        let stand_in = StandIn::start().await;
        let app = stand_in.app(host.clone());
        let commands = Commands::new(&stand_in).await;
        for (typed, number) in [("", OPTIONS), ("guard", OPTIONS), ("Guard Z", 1)] {
            let typed = format!("/battalion-admin art battalion:crowd piece:{typed}");
            let sent = commands.complete(&stand_in, &app, by(1, Permissions::MANAGE_GUILD), &typed).await;
            let choices = sent[0].body["data"]["choices"].as_array().unwrap();
            assert_eq!(choices.len(), number, "{typed}: {choices:?}");
        }
    });
}

#[test]
fn lessons_are_drawn_in_the_colours_of_the_person() {
    with_stack(async || {
        let mut stage = Stage::new(Circumstances::Usual).await;
        played(&mut stage, &["files are compared"]).await;
        for lesson in ["move", "shop"] {
            let mut drawn = BTreeSet::new();
            for theme in ["Dark", "Light", "High"] {
                let (set, open) = (format!("Ann: /settings me theme:{theme}"), format!("Ann: /learn lesson:{lesson}"));
                let sent = played(&mut stage, &[set.as_str(), open.as_str()]).await;
                let picture = &sent.last().unwrap().body["attachments"][0]["content"];
                assert!(picture.is_string(), "{sent:?}");
                drawn.insert(picture.to_string());
            }
            assert_eq!(drawn.len(), 3, "{lesson}");
        }
    });
}

/// A test that has ended because its army was archived. Person 1 began it.
async fn ended_test(host: &Host, guild: GuildId) -> TrialId {
    bring_to(host, guild, &file("knights", "Knights")).await;
    let id = host.trials.test(&manager_of(guild), guild, "knights").await.unwrap().id;
    host.battalions.archive_battalion(&manager_of(guild), guild, "knights").await.unwrap();
    host.trials.play(id).await;
    id
}

fn token() -> Token {
    Token::new(ApplicationId::new(1), "token".to_owned(), Instant::now())
}

fn calls(stand_in: &StandIn) -> Vec<String> {
    stand_in.take().into_iter().map(|sent| sent.call).collect()
}

/// A response to somebody else shows the end as well, but not to the person who began the test.
#[tokio::test]
async fn the_person_who_began_a_test_is_told_of_its_end_whoever_else_saw_it() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host.clone());
    let id = ended_test(&host, HOME).await;
    app.tests.follow(id, PersonId(7), token(), String::new());
    test_delivery::once(&app, &stand_in.http, &mut Failed::new()).await.unwrap();
    assert_eq!(calls(&stand_in), [EDIT, OPEN, POST]);
    assert!(host.trials.untold().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_message_about_a_test_is_edited_only_for_news() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host.clone());
    let trial = host.trials.test(&manager_of(HOME), HOME, "medieval").await.unwrap();
    app.tests.follow(trial.id, PersonId(1), token(), String::new());
    for expected in [&[EDIT][..], &[], &[]] {
        test_delivery::once(&app, &stand_in.http, &mut Failed::new()).await.unwrap();
        assert_eq!(calls(&stand_in), expected);
    }
}

/// A message that has to wait keeps no other one back. Discord tells messages of the same person apart by their nonces.
#[tokio::test]
async fn the_ends_of_two_tests_are_told_independently() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host.clone());
    let (first, second) = (ended_test(&host, HOME).await, ended_test(&host, GuildId(10)).await);
    let mut failed = Failed::new();
    stand_in.set(POST, 500, json!({}));
    test_delivery::once(&app, &stand_in.http, &mut failed).await.unwrap();
    let sent = stand_in.take();
    let posted = sent.iter().filter(|one| one.call == POST);
    let nonces: BTreeSet<String> = posted.map(|one| one.body["nonce"].to_string()).collect();
    assert_eq!((nonces.len(), failed.len()), (2, 2), "{nonces:?}");
    // The first message has to wait, and the second is due.
    let now = Instant::now();
    failed.get_mut(&first).unwrap().1 = now + HOUR;
    failed.get_mut(&second).unwrap().1 = now;
    stand_in.set(POST, 403, json!({"code": 50007, "message": "Cannot send messages to this user"}));
    test_delivery::once(&app, &stand_in.http, &mut failed).await.unwrap();
    let untold: Vec<TrialId> = host.trials.untold().await.unwrap().iter().map(|trial| trial.id).collect();
    assert_eq!(untold, [first]);
    // After many failures the next attempt follows in an hour.
    failed.insert(first, (20, now));
    stand_in.set(POST, 500, json!({}));
    let before = Instant::now();
    test_delivery::once(&app, &stand_in.http, &mut failed).await.unwrap();
    let (attempts, next) = failed[&first];
    assert_eq!(attempts, 21);
    assert!((HOUR..2 * HOUR).contains(&(next - before)), "{:?}", next - before);
}

/// The response to *Cancel Test* says that the test is cancelled. The messages of others who follow it say so in the
/// next round.
#[tokio::test]
async fn a_cancelled_test_is_told_to_everybody_else_who_follows_it() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host.clone());
    let trial = host.trials.test(&manager_of(HOME), HOME, "medieval").await.unwrap();
    for person in [1, 2] {
        app.tests.follow(trial.id, PersonId(person), token(), String::new());
    }
    testing::cancel(&stand_in.command(&app, by(1, Permissions::MANAGE_GUILD)), trial.id).await.unwrap();
    stand_in.take();
    test_delivery::once(&app, &stand_in.http, &mut Failed::new()).await.unwrap();
    let sent = stand_in.take();
    let told: Vec<_> = sent.iter().map(|one| (one.call.as_str(), one.body["content"].as_str())).collect();
    assert_eq!(told, [(EDIT, Some(test_words::CANCELLED))]);
}

/// Requests of a call by a program with paused time: the first one, which comes at once, and others within ten minutes.
async fn requests(stand_in: &StandIn, call: &str, number: usize) -> Vec<Sent> {
    let (mut sent, mut seconds) = (Vec::new(), 0);
    let waiting = std::time::Instant::now();
    while sent.len() < number && seconds < 600 {
        let round = std::time::Instant::now();
        // No time passes while a task is busy.
        while round.elapsed() < Duration::from_millis(5) {
            tokio::task::yield_now().await;
        }
        sent.extend(stand_in.take().into_iter().filter(|one| one.call == call));
        if sent.is_empty() {
            assert!(waiting.elapsed() < Duration::from_secs(60), "no {call}");
        } else {
            tokio::time::advance(Duration::from_secs(1)).await;
            seconds += 1;
        }
    }
    sent
}

/// No further event wakes the delivery.
#[tokio::test]
async fn the_end_of_a_test_that_could_not_be_told_is_told_later() {
    let folder = Folder::of_file();
    let host = host(&folder).await;
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host.clone());
    ended_test(&host, HOME).await;
    stand_in.set(POST, 500, json!({}));
    let shutdown = CancellationToken::new();
    tokio::time::pause();
    let running = tokio::spawn(test_delivery::run(app, Arc::clone(&stand_in.http), shutdown.clone()));
    let posts = requests(&stand_in, POST, 2).await;
    tokio::time::resume();
    shutdown.cancel();
    running.await.unwrap();
    assert_eq!(posts.len(), 2, "{posts:?}");
}

/// The response is edited a last time before its token expires, also if nothing else happens.
#[tokio::test]
async fn a_message_about_a_test_says_in_time_that_it_will_not_follow_it_longer() {
    let folder = Folder::of_file();
    let host = host(&folder).await;
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host.clone());
    let trial = host.trials.test(&manager_of(HOME), HOME, "medieval").await.unwrap();
    // The token lasts for one more minute.
    let received = Instant::now() - Duration::from_secs(13 * 60);
    let token = Token::new(ApplicationId::new(1), "token".to_owned(), received);
    app.tests.follow(trial.id, PersonId(1), token, String::new());
    let shutdown = CancellationToken::new();
    tokio::time::pause();
    let running = tokio::spawn(test_delivery::run(app, Arc::clone(&stand_in.http), shutdown.clone()));
    let edits = requests(&stand_in, EDIT, 2).await;
    tokio::time::resume();
    shutdown.cancel();
    running.await.unwrap();
    let last = edits.last().and_then(|one| one.body["content"].as_str());
    assert_eq!((edits.len(), last), (2, Some(test_words::LATER)), "{edits:?}");
}
