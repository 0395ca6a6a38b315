//! Choices with menus of several pages: Instant Reinforcements, Volatile pieces, and conditional moves.

use std::collections::BTreeSet;

use engine::action::Action;
use engine::board::{Seat, Space};
use engine::titans::{GameMode, PlacementStyle};
use engine::view::Phase;
use serenity::all::Permissions;

use super::stand_in::{From, StandIn};
use super::told::{Component, in_public, told};
use crate::discord::app::Shared;
use crate::discord::custom_id::{ComponentContext, CustomId, Intent};
use crate::discord::features::moves::act::{act_value, groups, is_chain};
use crate::host::tests::notices::say_all;
use crate::host::tests::sharing::{HOME, bring_to, manager_of};
use crate::host::tests::{Folder, PLACE, game, game_with, host, member, play, scene, who};
use crate::host::{GameId, Host, ListedAct, LobbyOptions, PendingDecision};

/// Army as wide as a board can be: its Back Rank has more Spaces than a menu has options, and it has more pieces.
const WIDE: &str = r#"
format = 1
id = "wide"
name = "Wide"
author = "nobody"
summary = "An army as wide as a board."

[territory]
layout = [
    "KPPPPPPPPPPPPPPPPPPPPPPPPP",
    "..........................",
]

[[power]]
use = "volatile"
count = 3
leave = ["supporter"]

[[reserve]]
piece = "knight"
count = 3
instant = true

[[piece]]
id = "king"
name = "King"
symbol = "K"
icon = "chess-king"
titan = true
moves = "K"

[[piece]]
id = "wazir"
name = "Wazir"
symbol = "P"
icon = "chess-pawn"
moves = "W"

[[piece]]
id = "knight"
name = "Knight"
symbol = "N"
icon = "chess-knight"
moves = "N"

[[piece]]
id = "supporter"
name = "Supporter"
symbol = "X"
icon = "meeple"
blocking = false
capturable = false
immutable = true
moves = "mKmDmNmA"
abilities = [{ use = "supporter", rouses = true }]
"#;

struct Person<'a> {
    stand_in: &'a StandIn,
    app: &'a Shared,
    by: From,
}

/// Question of a menu: its text, the menu, and the button to the next page if there is one.
#[derive(Debug)]
struct Question {
    text: String,
    menu: Component,
    next: Option<Component>,
}

impl Person<'_> {
    /// Presses a button or chooses from a menu. Everything that these tests decide is secret, so the answer is private.
    async fn press(&self, id: &str, value: Option<&str>) -> (String, Option<Question>) {
        let values: Vec<String> = value.map(str::to_owned).into_iter().collect();
        let sent = self.stand_in.answers(self.app, self.by.press(id, &values, 64)).await;
        let (text, components) = told(&sent);
        assert!(in_public(&sent).is_empty(), "{text}");
        let menu = components.iter().find(|one| !one.values.is_empty()).cloned();
        let next = components.into_iter().find(|one| one.label == "Next");
        (text.clone(), menu.map(|menu| Question { text, menu, next }))
    }

    /// Answers every question of a decision with the last option of the last page. Returns the questions, first pages only,
    /// and the chosen values.
    async fn decides(&self, game: GameId, host: &Host, intent: Intent) -> (Vec<Question>, Vec<String>, String) {
        let of = ComponentContext { game, version: scene(host, game).await.newest };
        let id = CustomId::Game(of, intent).encode().unwrap();
        let (mut questions, mut chosen) = (Vec::new(), Vec::new());
        let (mut text, mut asked) = self.press(&id, None).await;
        while let Some(first) = asked {
            let mut page = Question { text: first.text.clone(), menu: first.menu.clone(), next: first.next.clone() };
            while let Some(next) = page.next.take() {
                let (_, further) = self.press(&next.id, None).await;
                page = further.expect("a further page");
                assert_eq!(page.text.split(" | ").next(), first.text.split(" | ").next(), "each page asks the same");
            }
            let value = page.menu.values.last().unwrap().clone();
            chosen.push(value.clone());
            (text, asked) = self.press(&page.menu.id, Some(&value)).await;
            questions.push(first);
        }
        (questions, chosen, text)
    }
}

/// Numbers in a text, in their order.
fn numbers(text: &str) -> Vec<usize> {
    let words = text.split(|letter: char| !letter.is_ascii_digit());
    words.filter_map(|word| word.parse().ok()).collect()
}

/// Every question begins on its first page, says how many choices are left, and does not offer what was chosen before.
fn check(questions: &[Question], chosen: &[String], said: impl Fn(usize) -> String) {
    assert_eq!(questions.len(), 3, "{questions:?}");
    for (number, question) in questions.iter().enumerate() {
        assert!(question.text.contains(&said(number)), "{number}: {}", question.text);
        let has_pages = question.next.is_some();
        assert_eq!(question.menu.label.contains("(1 of 2)"), has_pages, "{number}: {}", question.menu.label);
        assert!(!question.menu.label.contains("(2 of"), "{number}: {}", question.menu.label);
        assert!(chosen[..number].iter().all(|earlier| !question.menu.values.contains(earlier)), "{question:?}");
    }
    // The second question has several pages as well, so that it could begin on the wrong one.
    assert!(questions[..2].iter().all(|question| question.next.is_some()), "{questions:?}");
    assert_eq!(chosen.iter().collect::<BTreeSet<_>>().len(), chosen.len(), "{chosen:?}");
}

#[tokio::test]
async fn choices_with_several_pages_begin_on_the_first_page_and_count_down() {
    let folder = Folder::new();
    let host = host(&folder).await;
    bring_to(&host, HOME, WIDE).await;
    host.battalions.publish_battalion(&manager_of(HOME), HOME, "wide", None).await.unwrap();
    let game = game(&host, GameMode::Duel, &["wide", "wide"]).await;
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host.clone());
    let may = Permissions::SEND_MESSAGES | Permissions::VIEW_CHANNEL;
    let guild = PLACE.guild.map(|guild| guild.0);
    let from = |person, name| From { person, name, guild, channel: PLACE.channel.0, kind: 0, may };
    let mut people = [(1, "Ann"), (2, "Bob")].map(|(person, name)| Person {
        stand_in: &stand_in,
        app: &app,
        by: from(person, name),
    });
    for (seat, person) in people.iter_mut().enumerate() {
        let before = scene(&host, game).await;
        assert_eq!((before.view.phase.clone(), &before.to_act[..]), (Phase::Placement, &[member(seat as u64 + 1)][..]));
        let (questions, chosen, text) = person.decides(game, &host, Intent::Place).await;
        check(&questions, &chosen, |number| format!("({} left to place)", 3 - number));
        assert!(questions.iter().all(|question| question.menu.values[0] == "none"), "pieces can stay in reserve");
        let view = scene(&host, game).await.view;
        let placed =
            view.pieces.iter().filter(|piece| piece.look.name == "Knight" && usize::from(piece.seat.0) == seat);
        let placed: BTreeSet<String> = placed.map(|piece| piece.space.to_string()).collect();
        assert_eq!(placed, chosen.into_iter().collect(), "{text}");
    }
    assert!(matches!(scene(&host, game).await.view.phase, Phase::VolatileChoice { .. }));
    let mut all = BTreeSet::new();
    for person in &mut people {
        // With nothing left to post, a board could be the answer to the press, which would show who chose last.
        say_all(&host).await;
        let (questions, chosen, _) = person.decides(game, &host, Intent::Volatile).await;
        check(&questions, &chosen, |number| format!("{} of 3", number + 1));
        assert!(numbers(&questions[0].text).starts_with(&[1, 3]), "{}", questions[0].text);
        all.extend(chosen);
    }
    let view = scene(&host, game).await.view;
    let volatile = |piece: &&engine::view::PieceView| piece.badges.contains(&engine::view::Badge::Volatile);
    let volatile: BTreeSet<String> = view.pieces.iter().filter(volatile).map(|piece| piece.space.to_string()).collect();
    assert_eq!(volatile, all, "all choices are shown once they are made");
    // Twenty-six pieces and more, to move them and to see where they can go, are on two pages.
    let to_act = scene(&host, game).await.to_act[0].person.0;
    let person = people.iter().find(|one| one.by.person == to_act).unwrap();
    for intent in [Intent::Piece { page: 0 }, Intent::Look { page: 0 }] {
        let of = ComponentContext { game, version: scene(&host, game).await.newest };
        let id = CustomId::Game(of, intent.clone()).encode().unwrap();
        let first = person.press(&id, None).await.1.expect("a menu of pieces");
        let next = first.next.expect("a second page");
        let second = person.press(&next.id, None).await.1.expect("a menu of further pieces");
        let repeated = second.menu.values.iter().any(|value| first.menu.values.contains(value));
        assert!(second.next.is_none() && !repeated, "{intent:?}: {second:?}");
    }
}

/// Army with more first moves than a menu has options. None of them disturbs the answer of the other army.
const STEPPERS: &str = r#"
format = 1
id = "steppers"
name = "Steppers"
author = "nobody"
summary = "An army with many first moves."

[territory]
layout = [
    "........",
    "PPPPPPPP",
    "K.......",
]

[[piece]]
id = "king"
name = "King"
symbol = "K"
icon = "chess-king"
titan = true
moves = "K"

[[piece]]
id = "stepper"
name = "Stepper"
symbol = "P"
icon = "chess-pawn"
moves = "W3"
"#;

/// Every conditional move is in the menu for deleting one, on whichever page.
#[tokio::test]
async fn every_conditional_move_can_be_chosen_to_be_deleted() {
    const LINES: usize = crate::discord::answer::OPTIONS + 1;
    let folder = Folder::new();
    let host = host(&folder).await;
    bring_to(&host, HOME, STEPPERS).await;
    host.battalions.publish_battalion(&manager_of(HOME), HOME, "steppers", None).await.unwrap();
    let game = game(&host, GameMode::Duel, &["steppers", "medieval"]).await;
    let acts = host.games.acts(game, who(1).person).await.unwrap().acts;
    let theirs: BTreeSet<String> = acts.iter().map(|act| act.text.clone()).collect();
    assert!(theirs.len() >= LINES, "{theirs:?}");
    for theirs in theirs.into_iter().take(LINES) {
        host.games.prepare_answer(&who(2), game, None, (theirs, "a6".to_owned())).await.unwrap();
    }
    let ids = async || -> BTreeSet<String> {
        let lines = host.games.conditional_moves(game, who(2).person).await.unwrap();
        lines.iter().map(|line| line.id.to_string()).collect()
    };
    let all = ids().await;
    assert_eq!(all.len(), LINES, "{all:?}");
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host.clone());
    let may = Permissions::SEND_MESSAGES | Permissions::VIEW_CHANNEL;
    let guild = PLACE.guild.map(|guild| guild.0);
    let by = From { person: 2, name: "Bob", guild, channel: PLACE.channel.0, kind: 0, may };
    let bob = Person { stand_in: &stand_in, app: &app, by };
    let of = ComponentContext { game, version: scene(&host, game).await.newest };
    let first = CustomId::Game(of, Intent::Lines { page: 0 }).encode().unwrap();
    let (mut shown, mut pages) = (BTreeSet::new(), 1);
    let (_, mut page) = bob.press(&first, None).await;
    let mut last = None;
    while let Some(question) = page.take() {
        assert!(question.menu.label.contains(&format!("({pages} of 2)")), "{}", question.menu.label);
        let new = question.menu.values.iter().filter(|id| shown.insert((*id).clone())).count();
        assert_eq!(new, question.menu.values.len(), "page {pages} repeats an earlier one");
        if let Some(next) = &question.next {
            page = bob.press(&next.id, None).await.1;
            pages += 1;
        }
        last = Some(question.menu);
    }
    assert_eq!((&shown, pages), (&all, 2));
    let menu = last.unwrap();
    let deleted = menu.values.last().unwrap();
    bob.press(&menu.id, Some(deleted)).await;
    let left = ids().await;
    assert!(left.len() == all.len() - 1 && !left.contains(deleted), "{deleted}: {left:?}");
}

fn at_the_board<'a>(stand_in: &'a StandIn, app: &'a Shared, person: u64, name: &'static str) -> Person<'a> {
    let may = Permissions::SEND_MESSAGES | Permissions::VIEW_CHANNEL;
    let guild = PLACE.guild.map(|guild| guild.0);
    Person { stand_in, app, by: From { person, name, guild, channel: PLACE.channel.0, kind: 0, may } }
}

/// On a wide board there are more places for a narrow army than a menu has options.
#[tokio::test]
async fn every_place_for_an_army_can_be_chosen() {
    let folder = Folder::new();
    let host = host(&folder).await;
    bring_to(&host, HOME, WIDE).await;
    host.battalions.publish_battalion(&manager_of(HOME), HOME, "wide", None).await.unwrap();
    let everyone_places = |options: &mut LobbyOptions| options.placement = PlacementStyle::Chosen;
    let game = game_with(&host, GameMode::Duel, &["wide", "medieval"], everyone_places).await;
    let wide = Action::Place { offset: 0, mirrored: false, instant: Vec::new() };
    host.games.act(&who(1), game, None, wide, true).await.unwrap();
    let decision = host.views.private(game, who(2).person).await.unwrap().decision;
    let PendingDecision::Placement(question) = decision else { panic!("{decision:?}") };
    let places = question.places().into_iter();
    let places: BTreeSet<String> =
        places.map(|(offset, mirrored)| format!("{offset}.{}", u8::from(mirrored))).collect();
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host.clone());
    let bob = at_the_board(&stand_in, &app, 2, "Bob");
    let of = ComponentContext { game, version: scene(&host, game).await.newest };
    let id = CustomId::Game(of, Intent::Place).encode().unwrap();
    let first = bob.press(&id, None).await.1.expect("a menu of places");
    let next = first.next.as_ref().expect("a second page");
    let second = bob.press(&next.id, None).await.1.expect("a menu of further places");
    assert!(second.menu.label.contains("(2 of 2)"), "{}", second.menu.label);
    let offered = || first.menu.values.iter().chain(&second.menu.values).cloned();
    assert_eq!((offered().count(), offered().collect::<BTreeSet<_>>()), (places.len(), places));
    // The last place is the one furthest in the east.
    let last = second.menu.values.last().unwrap();
    bob.press(&second.menu.id, Some(last)).await;
    let view = scene(&host, game).await.view;
    let files = view.pieces.iter().filter(|piece| piece.seat == Seat(1)).map(|piece| piece.space.file());
    assert_eq!(files.min(), Some(*question.offsets.end()), "{last}");
}

/// Army with two free Spaces on its Back Rank, and three pieces that can be placed there.
const CROWDED: &str = r#"
format = 1
id = "crowded"
name = "Crowded"
author = "nobody"
summary = "An army with little room."

[territory]
layout = [
    "........",
    "PPPPPPPP",
    "PPPK.PP.",
]

[[reserve]]
piece = "knight"
count = 3
instant = true

[[piece]]
id = "king"
name = "King"
symbol = "K"
icon = "chess-king"
titan = true
moves = "K"

[[piece]]
id = "wazir"
name = "Wazir"
symbol = "P"
icon = "chess-pawn"
moves = "W"

[[piece]]
id = "knight"
name = "Knight"
symbol = "N"
icon = "chess-knight"
moves = "N"
"#;

#[tokio::test]
async fn a_piece_without_a_free_space_stays_in_reserve_without_a_question() {
    let folder = Folder::new();
    let host = host(&folder).await;
    bring_to(&host, HOME, CROWDED).await;
    host.battalions.publish_battalion(&manager_of(HOME), HOME, "crowded", None).await.unwrap();
    let game = game(&host, GameMode::Duel, &["crowded", "crowded"]).await;
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host.clone());
    let ann = at_the_board(&stand_in, &app, 1, "Ann");
    let (questions, chosen, text) = ann.decides(game, &host, Intent::Place).await;
    assert_eq!(questions.len(), 2, "{text}: {questions:?}");
    let view = scene(&host, game).await.view;
    let placed = view.pieces.iter().filter(|piece| piece.look.name == "Knight").map(|piece| piece.space.to_string());
    assert_eq!(placed.collect::<BTreeSet<_>>(), chosen.into_iter().collect(), "{text}");
}

/// Army with a piece that can get to a Space by a leap, which may promote it in two ways, and by a jump over an Enemy.
const LEAPERS: &str = r#"
format = 1
id = "leapers"
name = "Leapers"
author = "nobody"
summary = "An army that leaps and jumps."

[territory]
layout = [
    "........",
    "..RRRR..",
    "K.......",
]

[[piece]]
id = "king"
name = "King"
symbol = "K"
icon = "chess-king"
titan = true
moves = "K"

[[piece]]
id = "runner"
name = "Runner"
symbol = "R"
icon = "chess-rook"
moves = "mD"
abilities = [{ use = "jump", lines = "rook" }]
promote = { to = ["knight", "bishop"] }

[[piece]]
id = "knight"
name = "Knight"
symbol = "N"
icon = "chess-knight"
moves = "N"

[[piece]]
id = "bishop"
name = "Bishop"
symbol = "B"
icon = "chess-bishop"
moves = "B"
"#;

/// Jumps have a menu of their own, so that they are not among the other ways to a Space.
#[tokio::test]
async fn the_ways_to_a_space_are_those_without_jumps() {
    let folder = Folder::new();
    let host = host(&folder).await;
    bring_to(&host, HOME, LEAPERS).await;
    host.battalions.publish_battalion(&manager_of(HOME), HOME, "leapers", None).await.unwrap();
    let game = game(&host, GameMode::Duel, &["leapers", "leapers"]).await;
    let space = |name: &str| name.parse::<Space>().unwrap();
    for (from, to) in [("d2", "d4"), ("d4", "d6")] {
        let mine = host.games.acts(game, who(1).person).await.unwrap().acts;
        let leap = mine.iter().find(|act| act.from == Some(space(from)) && act.to == space(to)).unwrap();
        play(&host, game, 1, &leap.text).await;
        let theirs = host.games.acts(game, who(2).person).await.unwrap().acts;
        let step = theirs.iter().find(|act| act.piece == "King").unwrap();
        play(&host, game, 2, &step.text).await;
    }
    let acts = host.games.acts(game, who(1).person).await.unwrap();
    let runner = groups(&acts).iter().position(|group| group.from == Some(space("d6"))).unwrap();
    let there = acts.acts.iter().filter(|act| act.from == Some(space("d6")) && act.to == space("d8"));
    let (jumps, others): (Vec<&ListedAct>, Vec<&ListedAct>) = there.partition(|act| is_chain(act));
    assert!(!jumps.is_empty() && others.len() == 2, "{jumps:?} {others:?}");
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host.clone());
    let ann = at_the_board(&stand_in, &app, 1, "Ann");
    let of = ComponentContext { game, version: acts.version };
    let intent = Intent::To { piece: u16::try_from(runner).unwrap(), page: 0 };
    let id = CustomId::Game(of, intent).encode().unwrap();
    let targets = ann.press(&id, None).await.1.expect("a menu of destinations");
    let ways = ann.press(&targets.menu.id, Some("d8")).await.1.expect("a menu of ways");
    let expected: Vec<String> = others.iter().map(|act| act_value(act.index)).collect();
    assert_eq!(ways.menu.values, expected, "{}", ways.text);
}
