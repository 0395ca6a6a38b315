//! Tests of component ids: each id can be decoded, is short enough and never changes.

use std::collections::BTreeSet;

use super::*;
use crate::host::{GalleryOrder, PersonId, Pool, ShareId, SharedBy};

/// Pseudorandom numbers from a fixed seed.
pub struct Random(u64);

impl Random {
    /// Number below `bound`.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % bound
    }
}

/// Asserts that an id is within the limit and decodes to itself.
fn goes_round(id: &CustomId) {
    let text = id.encode().unwrap();
    assert!(text.is_ascii() && text.len() <= LIMIT, "{text}");
    assert_eq!(CustomId::decode(&text).as_ref(), Ok(id), "{text}");
    assert_eq!(id.to_string().parse().as_ref(), Ok(id), "{id}");
}

#[test]
fn every_intent_reads_back_and_fits() {
    let mut random = Random(7);
    for _ in 0..500 {
        let big = i64::MAX as u64;
        let game = random.below(1 << 30) * random.below(1 << 30) % big;
        let context = ComponentContext { game: GameId(game as i64), version: Version(random.below(1 << 31) as i64) };
        // The samples come from the declaration, so they include every intent.
        for intent in Intent::samples(&mut random) {
            goes_round(&CustomId::Game(context, intent));
        }
    }
    let context = ComponentContext { game: GameId(i64::MAX), version: Version(u32::MAX.into()) };
    for intent in Intent::samples(&mut random) {
        goes_round(&CustomId::Game(context, intent));
    }
}

#[test]
fn pages_and_drafts_read_back_and_fit() {
    let places = [
        PageRef::Contents,
        PageRef::Topic(12),
        PageRef::Rule("t-20".to_owned()),
        PageRef::Battalions,
        PageRef::Battalion("baroque-duel".to_owned()),
        PageRef::Piece("the-party".to_owned(), "supporter".to_owned()),
        PageRef::Piece("9:b".to_owned(), "p".to_owned()),
        PageRef::icons(""),
        PageRef::icons("Horse head & ÄÖ: <@1>"),
        PageRef::icons(&"x".repeat(300)),
        PageRef::Piece("b".repeat(40), "p".repeat(40)),
    ];
    for place in places {
        assert_eq!(PageRef::read(&place.to_string()), Some(place.clone()));
        for action in
            [PageAction::Read(place.clone(), 0), PageAction::Show(place.clone(), 65535), PageAction::Choose(3)]
        {
            goes_round(&action.into());
        }
    }
    assert_eq!(PageRef::icons("  Horse\n"), PageRef::Icons("horse".to_owned()), "spaces around the words do not count");
    for list in [ListOf::Mine, ListOf::Seeks] {
        goes_round(&CustomId::List(list, 0));
        goes_round(&CustomId::List(list, u16::MAX));
    }
    for draft in [DraftId(1), DraftId(i64::MAX)] {
        for action in [
            DraftAction::Accept,
            DraftAction::Discard,
            DraftAction::Jump,
            DraftAction::Page(0),
            DraftAction::Page(u16::MAX),
        ] {
            goes_round(&CustomId::Draft(draft, action));
        }
    }
    for test in [TrialId(1), TrialId(i64::MAX)] {
        goes_round(&CustomId::Test(test));
    }
    for opening in [OpeningId(1), OpeningId(i64::MAX)] {
        goes_round(&CustomId::Opening(opening));
    }
    let long = PageRef::Battalion("b".repeat(99));
    assert_eq!(CustomId::from(PageAction::Read(long, 0)).encode(), None);
}

#[test]
fn statistics_and_privacy_read_back_and_fit() {
    let mut whose = vec![StatsRef::Server, StatsRef::Battalion("baroque-duel".to_owned())];
    for pool in crate::host::Pool::ALL {
        whose.push(StatsRef::Leaderboard(pool));
        whose.push(StatsRef::Person(crate::host::PersonId(u64::MAX), pool));
    }
    for whose in whose {
        for page in [0, u16::MAX] {
            goes_round(&StatsAction::Read(whose.clone(), page).into());
            goes_round(&StatsAction::Show(whose.clone(), page).into());
        }
    }
    for (action, word) in [
        (PrivacyAction::View, "view"),
        (PrivacyAction::List, "list"),
        (PrivacyAction::Hide, "hide"),
        (PrivacyAction::Export, "export"),
        (PrivacyAction::Ask, "ask"),
        (PrivacyAction::Erase, "erase"),
    ] {
        let id = CustomId::Privacy(action);
        goes_round(&id);
        assert_eq!(id.to_string(), format!("mine:{word}"));
    }
    // Old messages have these ids.
    for (pool, letter) in [(Pool::Duel, "d"), (Pool::Clash, "c"), (Pool::Party, "p")] {
        assert_eq!(StatsRef::Leaderboard(pool).to_string(), format!("l{letter}"));
        assert_eq!(StatsRef::Person(PersonId(7), pool).to_string(), format!("u{letter}7"));
    }
    for forged in ["stats:0.x", "stats:0.ux7", "stats:00.s", "stats:0.ud-1", "mine:", "mine:all", "stats:0.s "] {
        assert_eq!(forged.parse::<CustomId>(), Err(UnknownId), "{forged}");
    }
}

#[test]
fn lessons_and_what_to_play_read_back_and_fit() {
    let lesson = || "side-effect".to_owned();
    let step = |step| Study::Step(lesson(), 12, step);
    for (study, text) in [
        (Study::All, "learn:all"),
        (Study::Open(lesson()), "learn:open.side-effect"),
        (Study::Again(lesson()), "learn:again.side-effect"),
        (step(StudyStep::Choose), "learn:from.side-effect.12"),
        (step(StudyStep::To), "learn:to.side-effect.12"),
        (step(StudyStep::Type), "learn:type.side-effect.12"),
        (step(StudyStep::Hint), "learn:hint.side-effect.12"),
    ] {
        let id = CustomId::Learn(study);
        assert_eq!(id.to_string(), text);
        goes_round(&id);
    }
    let computers = opponent::Level::ALL.map(Start::Computer);
    let others = [
        Start::Game,
        Start::Duel,
        Start::Level,
        Start::Party,
        Start::Clash,
        Start::ClashWithComputer,
        Start::ClashWithAnyone,
        Start::DuelWith(PersonId(u64::MAX)),
        Start::ClashWith(PersonId(7)),
    ];
    for start in computers.into_iter().chain(others) {
        goes_round(&CustomId::Play(start));
    }
    // An id from an old button, and an id that is never written.
    assert_eq!(Start::read("computer"), Some(Start::Computer(opponent::Level::Recruit)));
    assert_eq!(Start::read("computer-recruit"), None);
    for forged in ["duel-", "duel-0", "duel-07", "duel--1", "clash-x", "clash-99999999999999999999"] {
        assert_eq!(Start::read(forged), None, "{forged}");
    }
}

/// Ids of messages that were posted long ago.
#[test]
fn ids_on_old_messages_keep_their_meaning() {
    let context = ComponentContext { game: GameId(37), version: Version(5) };
    let space = |text: &str| text.parse::<engine::board::Space>().unwrap();
    let clash = |intent: ClashIntent| Intent::Clash(intent);
    let hand = engine::action::Spot::Hand(3);
    for (text, intent) in [
        ("11.5.m", Intent::Move),
        ("11.5.pz", Intent::Piece { page: 35 }),
        ("11.5.t2-0", Intent::To { piece: 2, page: 0 }),
        ("11.5.w2-2x-1", Intent::Which { piece: 2, to: space("e2"), page: 1 }),
        ("11.5.n7-2x__-0", Intent::Then { act: 7, choices: vec![Some(space("e2")), None], page: 0 }),
        ("11.5.c7-", Intent::Confirm { act: 7, choices: Vec::new() }),
        ("11.5.i3-1--0", Intent::Instant { offset: 3, mirrored: true, choices: Vec::new(), page: 0 }),
        ("11.5.y", Intent::Replay),
        ("11.5.z2-7", Intent::Step { button: 2, at: 7 }),
        ("11.5.R", Intent::Rematch),
        ("11.5.Ca", clash(ClashIntent::Accept)),
        ("11.5.Cs0", clash(ClashIntent::Shop { page: 0 })),
        ("11.5.Ce_3", clash(ClashIntent::Sell { spot: hand })),
    ] {
        let id = CustomId::Game(context, intent);
        assert_eq!(id.to_string(), text);
        assert_eq!(text.parse(), Ok(id));
    }
    let withdrawer = PageRef::Piece("baroque".to_owned(), "withdrawer".to_owned());
    for (text, id) in [
        ("book:2.pbaroque/withdrawer", PageAction::Read(withdrawer, 2).into()),
        ("show:0.t12", PageAction::Show(PageRef::Topic(12), 0).into()),
        ("leaf:1", PageAction::Choose(1).into()),
        ("draft:12:accept", CustomId::Draft(DraftId(12), DraftAction::Accept)),
        ("draft:12:3", CustomId::Draft(DraftId(12), DraftAction::Page(3))),
        ("thread:7", CustomId::Opening(OpeningId(7))),
        ("log:2", CustomId::Log(2)),
        (
            "book:0.ga.pdragons/wyvern",
            CustomId::Page(PageAction::Read(
                PageRef::Played(GameId(10), Box::new(PageRef::Piece("dragons".into(), "wyvern".into()))),
                0,
            )),
        ),
        ("book:0.ddragons", CustomId::Page(PageAction::Read(PageRef::Changes("dragons".into()), 0))),
        (
            "gallery:3.p.red dragons.",
            CustomId::Gallery(GalleryPage { number: 3, order: GalleryOrder::Played, words: "red dragons.".into() }),
        ),
        (
            "army:g12.3.p0",
            CustomId::Army(ArmyRef { by: SharedBy::Gallery(ShareId(12)), version: 3, action: ArmyAction::Page(0) }),
        ),
        (
            "army:cABCDEFGHJK.1.add",
            CustomId::Army(ArmyRef { by: SharedBy::Code("ABCDEFGHJK".into()), version: 1, action: ArmyAction::Add }),
        ),
        ("reports:unhide.7", CustomId::Reports(ReportsAction::Unhide(ShareId(7)))),
    ] {
        assert_eq!(id.to_string(), text);
        assert_eq!(text.parse(), Ok(id));
    }
}

/// Messages stay in channels for years, so no intent gets the letter of another one. New intents are added to the list.
#[test]
fn every_intent_keeps_its_letter() {
    let choices = || vec![Some("e2".parse::<engine::board::Space>().unwrap())];
    let (seat, spot) = (engine::board::Seat(1), engine::action::Spot::Hand(3));
    let known: Vec<(&str, Intent)> = vec![
        ("m", Intent::Move),
        ("p0", Intent::Piece { page: 0 }),
        ("t2-0", Intent::To { piece: 2, page: 0 }),
        ("w2-2x-1", Intent::Which { piece: 2, to: "e2".parse().unwrap(), page: 1 }),
        ("n7-2x-0", Intent::Then { act: 7, choices: choices(), page: 0 }),
        ("c7-2x", Intent::Confirm { act: 7, choices: choices() }),
        ("k0", Intent::Look { page: 0 }),
        ("d", Intent::Draw),
        ("B", Intent::AcceptDraw),
        ("f", Intent::NoDraw),
        ("r", Intent::Resign),
        ("q", Intent::ResignNow),
        ("x", Intent::Never),
        ("j0", Intent::Join { page: 0 }),
        ("l", Intent::Leave),
        ("s", Intent::Start),
        ("P1", Intent::OwnPlaces { on: 1 }),
        ("Y4", Intent::StartWith { players: 4 }),
        ("D", Intent::Odds),
        ("E2", Intent::GiveOdds { number: 2 }),
        ("W", Intent::Word),
        ("b", Intent::Board),
        ("a", Intent::Place),
        ("o0", Intent::PlaceAt { page: 0 }),
        ("i3-1-2x-0", Intent::Instant { offset: 3, mirrored: true, choices: choices(), page: 0 }),
        ("v", Intent::Volatile),
        ("h1-2x-0", Intent::Choose { of: seat, choices: choices(), page: 0 }),
        ("g", Intent::Target),
        ("u", Intent::Private),
        ("e2-2x-0", Intent::Chain { piece: 2, path: choices(), page: 0 }),
        ("z2-7", Intent::Step { button: 2, at: 7 }),
        ("y", Intent::Replay),
        ("R", Intent::Rematch),
        ("A", Intent::AgreePause),
        ("N", Intent::NoPause),
        ("G", Intent::Resume),
        ("S", Intent::StillPlaying),
        ("L0", Intent::Lines { page: 0 }),
        ("X", Intent::DropLines),
        ("Ca", ClashIntent::Accept.into()),
        ("Cd", ClashIntent::Decline.into()),
        ("Cs0", ClashIntent::Shop { page: 0 }.into()),
        ("Cw", ClashIntent::Wares.into()),
        ("Cq4", ClashIntent::Squares { ware: 4 }.into()),
        ("Co0", ClashIntent::Own { page: 0 }.into()),
        ("Cp_3", ClashIntent::Piece { spot }.into()),
        ("Ce_3", ClashIntent::Sell { spot }.into()),
        ("Ch_3", ClashIntent::Hand { spot }.into()),
        ("Cu", ClashIntent::Undo.into()),
        ("Cg", ClashIntent::Suggest.into()),
        ("Cr", ClashIntent::Ready.into()),
        ("Cn", ClashIntent::ReadyNow.into()),
        ("Cl", ClashIntent::SellAll.into()),
        ("Cf", ClashIntent::Armies.into()),
        ("Cm", ClashIntent::Card.into()),
        ("Ck4", ClashIntent::CardOf { ware: 4 }.into()),
        ("Cb", ClashIntent::Bid.into()),
        ("Ci", ClashIntent::Raise.into()),
        ("Ct", ClashIntent::Stop.into()),
        ("Tb", TableIntent::Takeback.into()),
        ("Tn", TableIntent::NoTakeback.into()),
        ("Ta", TableIntent::Accept.into()),
        ("Td", TableIntent::Decline.into()),
        ("Tv1", TableIntent::Absent { seat }.into()),
        ("Tt1", TableIntent::Take { seat }.into()),
        ("Tm", TableIntent::Move.into()),
        ("Oa", ComputerIntent::Add.into()),
        ("Or", ComputerIntent::Remove.into()),
        ("Ot1", ComputerIntent::Take { seat }.into()),
        ("Oy", ComputerIntent::Analyse.into()),
    ];
    let context = ComponentContext { game: GameId(37), version: Version(5) };
    for (text, intent) in &known {
        let (text, id) = (format!("11.5.{text}"), CustomId::Game(context, intent.clone()));
        assert_eq!(id.to_string(), text);
        assert_eq!(text.parse(), Ok(id));
    }
    let letters = |text: &str| {
        let number = if text.starts_with(['C', 'T', 'O']) { 2 } else { 1 };
        text.chars().take(number).collect::<String>()
    };
    let declared: BTreeSet<String> =
        Intent::samples(&mut Random(7)).iter().map(|intent| letters(&intent.text())).collect();
    assert_eq!(known.iter().map(|(text, _)| letters(text)).collect::<BTreeSet<String>>(), declared);
}

/// Search words are cut to the limit, and every page of their results can be read.
#[test]
fn long_search_words_keep_their_pages() {
    for words in ["", "owl", &"w".repeat(59), &"w".repeat(60), &"w".repeat(200), &"ü".repeat(31)] {
        let first = GalleryPage::first(GalleryOrder::Newest, words);
        assert!(words.starts_with(&first.words) && first.words.len() <= 60);
        for number in [0, 1, 9999] {
            let page = first.at(number);
            assert_eq!(GalleryPage::read(&page.to_string()), Some(page.clone()));
            assert_eq!(CustomId::Gallery(page.clone()).to_string().parse(), Ok(CustomId::Gallery(page)));
        }
    }
    assert_eq!(GalleryPage::read(&format!("0.n.{}", "w".repeat(61))), None);
}

#[test]
fn nothing_else_is_an_id() {
    for text in [
        "",
        ".",
        "-",
        "1.2",
        "1.2.",
        "1.2.m.3",
        "1.2.m3",
        "1.2.m-",
        "1.2.z",
        "01.2.m",
        "+1.2.m",
        "1.2.p",
        "1.2.p-1",
        "1.2.p1-",
        "1.2.n1-2-3",
        "1.2.n1-zz-0",
        "1.2.n1-2X-0",
        "1.2.t1",
        "1.2.i1-2--0",
        "ä.2.m",
        "1.2.w1--0",
        "1.2.w1-2x2x-0",
        "1.2.p99999",
        "9zzzzzzzzzzzzz.1.m",
        "1.1.C",
        "1.1.Cz",
        "1.1.Ca1",
        "1.1.Cs",
        "1.1.Cp",
        "1.1.Cpzz",
        "1.1.Cp_",
        "1.1.Cp_zz",
        "1.1.CpA1",
        "1.1.Cp01",
        "1.1.Cb1",
        "1.1.Cs00",
        "book",
        "book:",
        "book:1",
        "book.1.c",
        "book:1.",
        "book:1.x",
        "book:01.c",
        "book:-1.c",
        "book:1.cc",
        "book:1.t",
        "book:1.t+3",
        "book:1.r",
        "book:1.rT-20",
        "book:1.b",
        "book:1.bA",
        "book:1.b../etc",
        "book:1.pknight",
        "book:1.p/knight",
        "show:70000.c",
        "leaf:x",
        "book:1.bä",
        "learn:",
        "learn:open",
        "learn:open.A",
        "learn:to.check",
        "learn:to.check.01",
        "learn:xx.check.1",
        "learn:to.check.1.2",
        "play:",
        "play:chess",
        "gallery:",
        "gallery:0.r",
        "gallery:0.x.a",
        "gallery:00.r.a",
        "army:g0.1.p0",
        "army:g1.0.p0",
        "army:g1.1.p01",
        "army:g+1.1.add",
        "army:g1.1.sell",
        "army:c.1.add",
        "army:cabc.1.add",
        "army:x1.1.add",
        "army:g1.1.add.1",
        "reports:hide",
        "reports:hide.0",
        "reports:burn.1",
        "log:",
        "book:0.g.bx",
        "book:0.g1.c",
        "book:0.g1.g1.bx",
        "draft:1",
        "draft:1:",
        "draft:+1:accept",
        "draft:1:01",
        "draft:1:70000",
        "draft:x:1",
        "list:",
        "list:01",
        "find:70000",
    ] {
        assert_eq!(text.parse::<CustomId>(), Err(UnknownId), "{text}");
    }
    assert_eq!("1".repeat(101).parse::<CustomId>(), Err(UnknownId));
}

#[test]
fn too_many_choices_are_refused_not_cut() {
    let context = ComponentContext { game: GameId(1), version: Version(1) };
    let choices = vec![None; 60];
    let intent = Intent::Confirm { act: 1, choices };
    assert_eq!(CustomId::Game(context, intent).encode(), None);
}

#[test]
fn games_and_versions_are_accepted_only_encrypted() {
    let id = CustomId::Game(ComponentContext { game: GameId(3), version: Version(13) }, Intent::Move);
    assert_eq!(CustomId::decode(&id.to_string()), Err(UnknownId));
    let text = id.encode().unwrap();
    assert_eq!(CustomId::decode(&text), Ok(id));
    assert_eq!(CustomId::decode(&format!("{text}!")), Err(UnknownId));
}
