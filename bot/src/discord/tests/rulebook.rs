//! The rulebook about armies of a kind that is not built in, and about versions that change many movements.

use std::fmt::Write as _;
use std::sync::Arc;

use engine::battalion::{AbilityUse, Castling, Definition, Param, PieceDef, PromotionDef, changes, load_builtin, read};
use serenity::all::Permissions;

use super::stand_in::{From, StandIn};
use crate::discord::app::Shared;
use crate::discord::custom_id::PageRef;
use crate::discord::error::Error;
use crate::discord::features::rules::words::{self, Paragraph};
use crate::discord::features::rules::{Preview, game as look_up, read as read_page};
use crate::discord::request::Request;
use crate::host::rulebook::Versions;
use crate::host::tests::sharing::{HOME, bring_to};
use crate::host::tests::{Folder, PLACE, host};

/// Army with pieces on the board, in reserve, in both and in neither.
const COURT: &str = r#"
format = 1
id = "court"
name = "Court"

[territory]
layout = ["PPPP", "KN.N"]

[[reserve]]
piece = "pawn"

[[reserve]]
piece = "rook"
count = 3

[[piece]]
id = "king"
name = "King"
symbol = "K"
titan = true
moves = "K"

[[piece]]
id = "knight"
name = "Knight"
symbol = "N"
moves = "N"

[[piece]]
id = "rook"
name = "Rook"
symbol = "R"
moves = "R"

[[piece]]
id = "pawn"
name = "Pawn"
symbol = "P"
moves = "fmWfcF"
promote = { to = ["queen"] }

[[piece]]
id = "queen"
name = "Queen"
symbol = "Q"
moves = "Q"
"#;

/// The army with further powers.
fn court(powers: &str) -> Definition {
    read(&format!("{COURT}{powers}"), &engine::ability::specs()).unwrap()
}

/// Index of a piece.
fn index(army: &Definition, id: &str) -> usize {
    army.pieces.iter().position(|piece| piece.id == id).unwrap()
}

fn piece(army: &Definition, id: &str) -> PieceDef {
    army.pieces[index(army, id)].clone()
}

/// Text of the paragraph with this heading.
fn text(told: Vec<Paragraph>, head: &str) -> String {
    told.into_iter().find(|one| one.head == head).map(|one| one.text).unwrap_or_default()
}

#[test]
fn pieces_are_counted_on_the_board_in_reserve_in_both_and_in_neither() {
    assert_eq!(
        text(words::battalion(&court("")), "Pieces"),
        "King (Titan, ×1), Knight (×2), Rook (3 in reserve), Pawn (×4, 1 in reserve) and Queen (not at the start)."
    );
}

#[test]
fn gifts_are_told_with_their_number_their_place_and_their_time() {
    const PLAIN: &str = "[[power]]\nuse = \"gift\"\npieces = [\"knight\", \"rook\"]\nto = \"opponents\"\n";
    const LATE: &str = "[[power]]\nuse = \"gift\"\npieces = [\"pawn\"]\ncount = 2\nto = \"non-users\"\nzone = \"board\"\n\
                        instant = true\nafter-first-turn = true\n";
    const FALSE: &str = "instant = false\nafter-first-turn = false\n";
    let plain = "Every other Player gets 1 × Knight and 1 × Rook in reserve, to be placed on their own Back Rank as a turn \
                 (T-18).";
    let late = "Every Player of another Battalion gets 2 × Pawn in reserve, to be placed anywhere on the board as a turn \
                (T-18), or already during Placement, once the first Player of this Battalion has had a turn.";
    for (powers, told) in [
        (PLAIN.to_owned(), plain.to_owned()),
        (format!("{PLAIN}{FALSE}"), plain.to_owned()),
        (LATE.to_owned(), late.to_owned()),
        (format!("{PLAIN}{LATE}"), format!("{plain} {late}")),
    ] {
        assert_eq!(text(words::battalion(&court(&powers)), "What Opponents receive"), told, "{powers}");
    }
}

#[test]
fn a_reserve_is_told_with_its_place_and_its_time() {
    let instant = COURT.replacen("count = 3\n", "count = 3\nzone = \"board\"\ninstant = true\n", 1);
    let army = read(&instant, &engine::ability::specs()).unwrap();
    assert_eq!(
        text(words::battalion(&army), "In reserve"),
        "1 × Pawn, to be placed on their own Back Rank (T-18). 3 × Rook, to be placed anywhere on the board, or already \
         during Placement (T-18)."
    );
}

#[test]
fn a_zone_is_told_with_the_spaces_that_are_drawn() {
    let zones = "[[zone]]\nid = \"inner-court\"\nrows = [\".xx.\"]\n[[zone]]\nid = \"tower\"\nrows = [\"x...\"]\n";
    assert_eq!(
        text(words::battalion(&court(zones)), "Territory"),
        "4 columns and 2 rows. Its inner court has 2 Spaces. Its tower has 1 Space."
    );
}

#[test]
fn what_a_piece_has_of_en_passant_is_told() {
    let army = court("");
    for (takes, taken, told) in [
        (true, true, "Can capture en passant, and can be captured so after its double step."),
        (true, false, "Can capture en passant."),
        (false, true, "Can be captured en passant after its double step."),
        (false, false, ""),
    ] {
        let mut pawn = piece(&army, "pawn");
        (pawn.takes_en_passant, pawn.taken_en_passant) = (takes, taken);
        assert_eq!(text(words::piece(&army, &pawn), "En passant (T-13)"), told);
    }
}

#[test]
fn ways_to_win_are_told_with_their_parameters() {
    for (power, told) in [
        ("use = \"win-by-checks\"\ncount = 5", "A Player puts an Opponent out by giving them Check in 5 turns (T-21)."),
        (
            "use = \"win-by-extinction\"\nof = \"a-kind\"",
            "A Player puts out an Opponent who has lost every piece of one of the types in that Opponent's layout (T-21).",
        ),
    ] {
        let winning = text(words::battalion(&court(&format!("[[power]]\n{power}\n"))), "Winning");
        assert!(winning.ends_with(told), "{winning}");
    }
}

#[test]
fn a_promotion_is_told_with_its_rows_and_its_choices() {
    let army = court("");
    let told = |change: fn(&mut PromotionDef)| {
        let mut pawn = piece(&army, "pawn");
        change(pawn.promotion.as_mut().unwrap());
        text(words::piece(&army, &pawn), "Promotion (T-12)")
    };
    assert_eq!(told(|_| {}), "Promotes by reaching the Back Rank of another Player's Territory, to Queen.");
    let leaving = told(|promotion| (promotion.rear, promotion.leaving) = (3, true));
    assert_eq!(
        leaving,
        "Promotes by reaching the 3 rearmost rows of another Player's Territory or leaving them, to Queen."
    );
    let others = told(|promotion| (promotion.optional, promotion.others) = (true, true));
    assert_eq!(
        others,
        "May promote by reaching the Back Rank of another Player's Territory, to Queen, or to what the pieces of another \
         Battalion in the game promote to."
    );
}

#[test]
fn castling_is_told_with_its_steps_to_either_side() {
    let army = court("");
    let told = |near, far| {
        let mut king = piece(&army, "king");
        king.castles_with = vec![index(&army, "rook")];
        king.castling = Castling { near, far, home: None };
        text(words::piece(&army, &king), "Castling (M-4)")
    };
    assert_eq!(told(2, 2), "Castles as a chess King with: Rook.");
    assert_eq!(told(3, 3), "Castles as a chess King, but going 3 Spaces, with: Rook.");
    assert_eq!(
        told(2, 3),
        "Castles as a chess King with: Rook. It goes 2 Spaces towards one that is up to 3 Spaces away, and 3 towards one \
         further away."
    );
}

#[test]
fn an_ability_is_told_with_the_parameters_that_it_has() {
    let army = court("");
    let told = |forward, whole| {
        let params = [
            ("lines", Param::Word("queen".to_owned())),
            ("forward", Param::Flag(forward)),
            ("whole", Param::Flag(whole)),
        ];
        let mut knight = piece(&army, "knight");
        knight.abilities = vec![AbilityUse {
            name: "jump".to_owned(),
            params: params.map(|(name, value)| (name.to_owned(), value)).into(),
        }];
        let told = text(words::piece(&army, &knight), "Jump (B-15, C-17)");
        assert!(told.contains(" Lines: queen."), "{told}");
        [told.contains("Only Forwards."), told.contains("It goes on as long as it can")]
    };
    for flags in [[true, true], [true, false], [false, true], [false, false]] {
        assert_eq!(told(flags[0], flags[1]), flags);
    }
}

#[test]
fn a_promotion_that_a_version_adds_removes_or_changes_is_told() {
    let with = court("");
    let (mut without, mut further) = (with.clone(), with.clone());
    let pawn = index(&with, "pawn");
    without.pieces[pawn].promotion = None;
    further.pieces[pawn].promotion.as_mut().unwrap().rear = 2;
    for (old, new, told) in [
        (&without, &with, "Promotes now (T-12)."),
        (&with, &without, "No longer promotes (T-12)."),
        (&with, &further, "Promotes differently (T-12)."),
    ] {
        assert_eq!(text(words::changes(old, new, &changes(old, new)), "Pawn"), told);
    }
}

/// Request of somebody who manages the server.
fn by_manager(stand_in: &StandIn, app: &Shared) -> Request {
    let may = Permissions::SEND_MESSAGES | Permissions::VIEW_CHANNEL | Permissions::MANAGE_GUILD;
    let by = From { person: 1, name: "Ann", guild: Some(HOME.0), channel: PLACE.channel.0, kind: 0, may };
    stand_in.command(app, by)
}

/// Texts of rules name other rules. A number that no rule has is not searched for in them.
#[tokio::test]
async fn the_number_of_no_rule_is_not_found() {
    let folder = Folder::new();
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host(&folder).await);
    for typed in ["T-99", "c-999"] {
        let outcome = look_up(&by_manager(&stand_in, &app), Some(typed)).await;
        let Err(Error::Refused(why)) = outcome else { panic!("{typed}: {outcome:?}") };
        assert_eq!(why, words::no_topic(typed));
    }
}

/// Each movement that a new version changes is drawn on one of the pages before the pieces.
#[tokio::test]
async fn every_changed_movement_is_drawn_in_a_preview() {
    let old = load_builtin("medieval").unwrap();
    let mut new = Definition::clone(&old);
    for (number, piece) in new.pieces.iter_mut().enumerate() {
        piece.moves = old.pieces[(number + 1) % old.pieces.len()].moves.clone();
    }
    let versions = Versions { from: (1, old), to: (2, Arc::new(new)) };
    let changed: Vec<String> = versions.drawn().into_iter().map(|(name, _)| name).collect();
    assert!(changed.len() > 4, "more than a page has: {changed:?}");
    let preview = Preview::new(Arc::clone(&versions.to.1)).since(Some(&versions));
    let headings = preview.headings();
    let changes = headings.iter().position(|(_, name)| name == words::CHANGES).unwrap();
    let folder = Folder::new();
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host(&folder).await);
    let request = by_manager(&stand_in, &app);
    let mut drawn: Vec<String> = Vec::new();
    for number in headings[changes].0..headings[changes + 1].0 {
        let page = preview.page(&request, number).await.unwrap();
        let Some(names) = page.content().strip_prefix("Movement before and now: ") else { continue };
        let names = names.trim_end_matches('.').replace(" and ", ", ");
        let names: Vec<String> = names.split(", ").map(str::to_owned).collect();
        assert_eq!(page.files().len(), names.len(), "{names:?}");
        drawn.extend(names);
    }
    assert_eq!(drawn, changed);
}

const ANIMALS: [&str; 11] =
    ["Adder", "Bison", "Camel", "Deer", "Egret", "Falcon", "Gecko", "Heron", "Ibex", "Jaguar", "Lynx"];

/// Army of eleven animals with the same moves.
fn menagerie(moves: &str) -> String {
    let mut text =
        "format = 1\nid = \"menagerie\"\nname = \"Menagerie\"\nauthor = \"nobody\"\nsummary = \"Many animals.\"\n\
                    [territory]\nlayout = [\"ABCDEFGH\", \"IJL.K...\"]\n\
                    [[piece]]\nid = \"king\"\nname = \"King\"\nsymbol = \"K\"\nicon = \"chess-king\"\ntitan = true\n\
                    moves = \"K\"\n"
            .to_owned();
    for name in ANIMALS {
        let (id, symbol) = (name.to_lowercase(), &name[..1]);
        writeln!(text, "[[piece]]\nid = \"{id}\"\nname = \"{name}\"\nsymbol = \"{symbol}\"\nicon = \"chess-pawn\"")
            .unwrap();
        writeln!(text, "moves = \"{moves}\"").unwrap();
    }
    text
}

/// Discord takes at most ten files in a message. Of more changed movements, the first ones are drawn, and the text has all.
#[tokio::test]
async fn only_as_many_changed_movements_are_drawn_as_a_message_takes() {
    let folder = Folder::new();
    let host = host(&folder).await;
    for moves in ["W", "F"] {
        bring_to(&host, HOME, &menagerie(moves)).await;
    }
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host);
    read_page(&by_manager(&stand_in, &app), PageRef::Changes("menagerie".to_owned()), 0).await.unwrap();
    let sent = stand_in.take();
    let body = &sent.last().unwrap().body;
    let text = body["content"].as_str().unwrap();
    assert!(ANIMALS.iter().all(|name| text.contains(name)), "{text}");
    assert_eq!(body["attachments"].as_array().map(Vec::len), Some(9), "{text}");
}
