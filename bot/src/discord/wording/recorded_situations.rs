//! Sentences about rare situations of every feature, compared with `recorded_situations.txt`. `UPDATE_EXPECTED=1` rewrites
//! the file.

use std::sync::Arc;
use std::time::Duration;

use engine::battalion::{Aspect, Change, Changes, Definition, PieceChange, UseChange, builtin, load_builtin};
use engine::board::{Seat, Space};
use engine::clash::{Match, Setup};
use engine::fact::Fact;
use engine::titans::GameMode;
use engine::view::{AuctionEnd, AuctionView, Played, View, Viewer};

use super::DisplayNames;
use super::recorded::{member, whole};
use crate::discord::features::{
    challenge, clash, gallery, games, history, learn, lobby, moves, opponent, pause, rules, seats, settings, start,
    stats, takeback,
};
use crate::host::lessons::{Progress, lessons};
use crate::host::{
    Absence, Analysed, AnalysedTurn, Announce, ArmyLine, ArmyStanding, ChannelId, ClockRefusal, Ending, FastWin,
    GameId, GuildId, GuildSettings, HandOverView, Invitation, ListedGame, Listing, Member, MessageId, Mistake, Mode,
    ModeArmies, Note, NoteKind, PersonId, PersonStanding, Place, Pool, PoolStanding, Ranked, RatedAt, Rating, Role,
    RoleId, SeatTaken, ServerDetails, ServerStanding, ShopOffer, Standing, Step, StepKind, Takeback, TakenBack, Tally,
    TimeControl, VacantSeat, Version,
};

fn person(number: u64, name: &str) -> Member {
    Member { person: PersonId(number), name: name.to_owned() }
}

fn people(number: usize) -> Vec<Member> {
    ["Ann", "Bob", "Cid"].into_iter().zip(1..).take(number).map(|(name, id)| person(id, name)).collect()
}

/// View with two seats of a game that is no match.
fn view() -> View {
    let mut view = Match::new(Setup { en_passant: false, seed: [0; 32] }).unwrap().view(Viewer::Public);
    view.clash = None;
    view
}

fn names() -> DisplayNames {
    DisplayNames::new([vec!["Ann".to_owned()], vec!["Bob".to_owned(), "Cid".to_owned()]])
}

fn space(text: &str) -> Space {
    text.parse().unwrap()
}

/// Games of a person: every kind, any Player to act, with stopped and running clocks.
fn listed() -> Vec<String> {
    let here = Place { guild: Some(GuildId(9)), channel: ChannelId(500), parent: None };
    let game = ListedGame {
        game: GameId(1),
        place: here,
        message: Some(MessageId(7)),
        what: Listing::Playing(Played::Titans(GameMode::Duel)),
        others: people(1),
        waiting: false,
        to_act: people(1),
        deadline: Some(1_800_000_000),
        standing: None,
    };
    let kinds = [Listing::Playing(Played::Titans(GameMode::Duel)), Listing::Lobby(GameMode::Ffa), Listing::Challenge];
    let mut all = Vec::new();
    for what in kinds {
        for (waiting, to_act, others) in [(true, 0, 1), (false, 0, 2), (false, 2, 3), (true, 1, 0)] {
            let (to_act, others) = (people(to_act), people(others));
            all.push(ListedGame { what, waiting, to_act, others, ..game.clone() });
        }
    }
    for standing in [Standing::Paused, Standing::Adjourned].map(Some) {
        all.extend([true, false].map(|waiting| ListedGame { waiting, standing, deadline: None, ..game.clone() }));
    }
    all.push(ListedGame { message: None, ..game.clone() });
    all.push(ListedGame { place: Place { guild: None, ..here }, ..game });
    let mut lines: Vec<String> = all.chunks(1).map(|one| games::words::mine(one, true)).collect();
    lines.extend([true, false].map(|here| games::words::mine(&[], here)));
    lines
}

fn seats_of() -> Vec<String> {
    use seats::words as w;
    let vacant = |why, number| VacantSeat { seat: Seat(1), last: people(number), why };
    let whys = [Absence::OutOfTime, Absence::Left, Absence::Voted, Absence::Freed];
    let mut all: Vec<String> = whys.map(|why| w::seat_free(&vacant(why, 1))).into();
    let (one, two) = (vacant(Absence::Left, 1), vacant(Absence::Left, 2));
    all.push(w::waits_for_seat(&[&one]));
    all.push(w::waits_for_seat(&[&one, &one]));
    for several in [false, true] {
        all.push(w::take_label(&two, several));
        all.push(opponent::words::take_over_label(&two, several));
    }
    let taken = |to| SeatTaken { from: person(1, "Ann"), to };
    for to in [None, Some(person(1, "Anna")), Some(person(2, "Bob"))] {
        all.push(w::seat_taken(&taken(to.clone()), &people(2)[1..]));
        all.push(w::seat_taken_line(&taken(to)));
    }
    let offer = HandOverView { asked: Version(3), declined: None, from: person(1, "Ann"), to: person(2, "Bob") };
    all.extend([w::hand_over(&offer, "<@2>"), w::hand_over_off(&offer), w::move_here("<#5>"), w::moved("<#5>")]);
    all.extend([w::absence_vote(&people(1), "<@2>"), w::absence_vote(&people(2), "Cid"), w::time_again("<@2>")]);
    for (others, server) in [(0, None), (1, Some("Club")), (2, None), (3, Some("*Club*"))] {
        let others: Vec<String> = people(others).into_iter().map(|one| one.name).collect();
        all.push(w::homeless("Titan's Battalion: Duel", &others, server));
    }
    all
}

fn takebacks() -> Vec<String> {
    let turns = |seats: &[u8]| (0..).zip(seats).map(|(number, seat)| (Seat(*seat), format!("N{number}"))).collect();
    let asked = |seats: &[u8], declined: Option<u8>| Takeback {
        seat: Seat(0),
        asked: Version(3),
        turns: turns(seats),
        waiting: people(1),
        declined: declined.map(|by| (Seat(by), Version(4))),
    };
    let mut all: Vec<String> = Vec::new();
    for seats in [&[0][..], &[0, 1], &[0, 1, 0, 1]] {
        all.push(takeback::asked_text(&asked(seats, None), &names(), "<@2>"));
        let turns: Vec<String> = asked(seats, None).turns.into_iter().map(|(_, text)| text).collect();
        all.push(takeback::history_line(Seat(0), &turns, &names()));
        all.push(takeback::taken_back_text(Seat(0), &TakenBack { to: Version(2), turns }, &names()));
    }
    all.extend([None, Some(0), Some(1)].map(|by| takeback::off_text(&asked(&[0], by), &names())));
    // Two people of the other seat ask.
    let asked = |declined: Option<u8>| Takeback { seat: Seat(1), ..asked(&[1], declined) };
    let turns = || vec!["N1".to_owned(), "N2".to_owned()];
    all.push(takeback::asked_text(&asked(None), &names(), "<@1>"));
    all.push(takeback::history_line(Seat(1), &turns(), &names()));
    all.push(takeback::taken_back_text(Seat(1), &TakenBack { to: Version(2), turns: turns() }, &names()));
    all.extend([Some(0), Some(1)].map(|by| takeback::off_text(&asked(by), &names())));
    all
}

fn clocks() -> Vec<String> {
    use pause::words as w;
    let mut all = Vec::new();
    for standing in [Standing::Paused, Standing::Adjourned] {
        all.extend([None, Some(90), Some(7_200)].map(|left| w::standing(standing, left)));
    }
    all.extend([1, 2].map(|agreed| {
        let agreed: Vec<String> = people(agreed).into_iter().map(|one| one.name).collect();
        w::asked(&agreed, agreed.len(), "<@3>")
    }));
    all.extend(
        [("", None), ("", Some(90)), ("<@2>", None), ("<@2>", Some(90))].map(|(who, left)| w::paused(who, left)),
    );
    all.push(w::still_playing("<@1> and <@2>"));
    all.push(w::clock(&ClockRefusal::Unlimited));
    // Clock of a turn, with banks and holidays.
    let next = moves::words::Next { who: "<@2>".to_owned(), ..moves::words::Next::default() };
    let banks = || vec![("Ann".to_owned(), 90), ("Bob".to_owned(), 7_200)];
    let controls = [
        TimeControl::Reserve { turn: 60, reserve: 600 },
        TimeControl::Increment { game: 600, increment: 5 },
        TimeControl::PerTurn { turn: 60 },
    ];
    for control in controls {
        all.push(moves::words::until(&moves::words::Next { control, banks: banks(), ..next.clone() }));
    }
    for (standing, deadline) in [
        (None, None),
        (None, Some(1_800_000_000)),
        (Some(Standing::Paused), None),
        (Some(Standing::Adjourned), Some(1)),
    ] {
        let away = vec![("Bob".to_owned(), 1_800_086_400)];
        all.push(moves::words::until(&moves::words::Next { standing, deadline, left: Some(90), away, ..next.clone() }));
    }
    all
}

const NONE: ArmyStanding = ArmyStanding {
    id: String::new(),
    name: String::new(),
    modes: Vec::new(),
    versions: Vec::new(),
    against: Vec::new(),
};

fn tally(won: u32, drawn: u32, lost: u32) -> Tally {
    Tally { won, drawn, lost }
}

fn rating(value: f64, provisional: bool) -> Rating {
    Rating { value, deviation: 50.0, provisional }
}

fn army(name: &str, won: u32, lost: u32) -> ArmyLine {
    ArmyLine { name: name.to_owned(), rate: tally(won, 0, lost).into() }
}

/// Every reason for the end of a game, from the names in the database.
fn endings() -> Vec<Ending> {
    let names = [
        "checkmate",
        "titan-captured",
        "bereft",
        "own-way",
        "resigned",
        "time",
        "targets",
        "credits",
        "last-standing",
        "stalemate",
        "repetition",
        "no-progress",
        "turn-limit",
        "agreement",
        "match",
        "left-before-play",
        "called-off",
        "stopped",
    ];
    whole(names.iter().map(|name| name.parse().unwrap()).collect())
}

fn results() -> Vec<String> {
    use stats::words as w;
    let pool = |pool, rating, tally| PoolStanding { pool, rating, tally, course: Vec::<RatedAt>::new() };
    let person = PersonStanding {
        person: person(1, "*Ann*"),
        listed: true,
        pools: Vec::new(),
        against_computers: Tally::default(),
        armies: Vec::new(),
        streak: 0,
        best_streak: 0,
        fastest: Vec::new(),
    };
    let win = |(turns, ending)| FastWin { turns, army: "Knights".to_owned(), ending };
    let mut all = vec![
        w::person(&person),
        w::person(&PersonStanding { against_computers: tally(1, 0, 0), listed: false, ..person.clone() }),
        w::person(&PersonStanding {
            pools: vec![
                pool(Pool::Duel, Some(rating(1612.4, false)), tally(15, 3, 5)),
                pool(Pool::Clash, Some(rating(1500.0, true)), tally(0, 1, 0)),
                pool(Pool::Party, None, tally(0, 0, 2)),
            ],
            against_computers: tally(2, 1, 0),
            armies: vec![army("Knights", 3, 1), army("Pawns", 1, 0)],
            streak: 1,
            best_streak: 2,
            fastest: (1..).zip(endings()).map(win).collect(),
            ..person.clone()
        }),
        w::person(&PersonStanding { pools: vec![pool(Pool::Duel, None, tally(1, 0, 0))], best_streak: 1, ..person }),
    ];
    let line = |rank, provisional| Ranked {
        rank,
        person: member("*Ann*"),
        rating: rating(1540.0, provisional),
        tally: tally(1, 0, 1),
    };
    let modes = |armies: usize| {
        let armies = (1..=armies).map(|number| army(&format!("Army {number}"), 1, number as u32)).collect();
        vec![ModeArmies { mode: Mode::Duel, games: 12, armies }]
    };
    let server = ServerStanding { games: 1, people: 2, modes: Vec::new(), best: Vec::new(), admin: None };
    let details =
        ServerDetails { lately: 1, people_lately: 1, endings: endings().into_iter().zip(1..).collect(), uncounted: 3 };
    all.push(w::server(&ServerStanding { games: 0, ..server.clone() }));
    all.push(w::server(&server));
    all.push(w::server(&ServerStanding {
        games: 30,
        people: 1,
        modes: modes(3),
        best: Pool::ALL.into_iter().map(|pool| (pool, line(Some(1), false))).collect(),
        admin: Some(details),
    }));
    all.extend([9, 10, 11].map(|armies| w::server(&ServerStanding { modes: modes(armies), ..server.clone() })));
    all.push(w::server(&ServerStanding { modes: modes(30), ..server }));
    all.push(w::battalion(&ArmyStanding { name: "Knights".to_owned(), ..NONE }));
    all.push(w::battalion(&ArmyStanding {
        name: "Knights".to_owned(),
        modes: Mode::ALL.into_iter().map(|mode| (mode, tally(2, 1, 0).into())).collect(),
        versions: vec![(5, tally(1, 0, 1).into()), (2, tally(0, 0, 1).into())],
        against: vec![army("Pawns", 1, 2)],
        ..NONE
    }));
    for (page, pages, lines) in
        [(0, 0, Vec::new()), (0, 1, vec![line(Some(1), false)]), (1, 2, vec![line(Some(11), false), line(None, true)])]
    {
        all.push(w::leaderboard(&crate::host::Leaderboard { pool: Pool::Party, page, pages, lines }));
    }
    all.extend([1, 2].map(|games| w::chart_detail(&rating(1500.0, true), games)));
    all
}

fn courses() -> Vec<String> {
    let seats: Arc<[Vec<Member>]> = [vec![person(1, "Ann")], vec![person(2, "Bob"), person(3, "Cid")]].into();
    let step =
        |version, kind, facts| Step { version: Version(version), round: None, kind, facts, seats: Arc::clone(&seats) };
    let turn = |number, seat, text: &str| StepKind::Turn { number, seat: Seat(seat), text: text.to_owned() };
    let taken = Fact::Captured { piece: "Knight".into(), owner: Seat(1), space: Space::new(3, 4) };
    let steps = [
        step(1, StepKind::Start, Vec::new()),
        step(2, turn(1, 0, "e4"), Vec::new()),
        step(3, turn(2, 1, "Nd5"), vec![taken.clone()]),
        step(4, StepKind::TakenBack { seat: Seat(1), turns: vec!["Nd5".to_owned()] }, Vec::new()),
        step(5, turn(2, 1, "d5"), Vec::new()),
        step(6, StepKind::SeatTaken(SeatTaken { from: person(1, "Ann"), to: Some(person(5, "Eve")) }), Vec::new()),
        step(7, StepKind::SeatTaken(SeatTaken { from: person(5, "Eve"), to: None }), Vec::new()),
        step(8, turn(3, 0, "d4"), Vec::new()),
        step(9, StepKind::Event, vec![taken.clone()]),
        step(10, StepKind::TakenBack { seat: Seat(0), turns: vec!["d4".to_owned()] }, vec![taken]),
    ];
    let mut all = history::words::list(&steps, &view());
    all.extend((0..steps.len()).map(|index| history::words::moment(&steps, index, &view())));
    all.extend([1, 2].map(history::words::attached));
    all
}

fn analyses() -> Vec<String> {
    use crate::host::Grade;
    let turn = |version, seat| AnalysedTurn { version: Version(version), seat: Seat(seat), text: "Nf3".to_owned() };
    let mistake = |grade, number, seat| Mistake {
        grade,
        number,
        seat: Seat(seat),
        text: "Nf3".to_owned(),
        before: 60.4,
        after: 30.0,
        better: vec!["e4".to_owned(), "e5".to_owned()],
    };
    let mistakes = [(Grade::Inaccuracy, 2, 1), (Grade::Mistake, 3, 0), (Grade::Blunder, 4, 1)];
    let analysed = Analysed {
        game: GameId(1),
        chances: vec![50.0, 55.0, 62.4, 30.0, 80.0],
        turns: vec![turn(11, 0), turn(12, 1), turn(13, 0), turn(14, 1)],
        mistakes: mistakes.map(|(grade, number, seat)| mistake(grade, number, seat)).into(),
    };
    let mut all: Vec<String> = (10..=15)
        .map(|version| format!("{version}: {:?}", opponent::words::at_turn(&analysed, Version(version), &names())))
        .collect();
    all.push(opponent::words::analysed(&analysed));
    let several = analysed.mistakes.iter().chain(&analysed.mistakes).cloned().collect();
    all.push(opponent::words::analysed(&Analysed { mistakes: several, ..analysed.clone() }));
    all.push(opponent::words::analysed(&Analysed { mistakes: Vec::new(), ..analysed.clone() }));
    all.push(format!("{:?}", opponent::words::chances(&analysed, ["Ann".to_owned(), "Bob".to_owned()])));
    all.extend([opponent::words::to_move("Ada"), opponent::words::analysing(40), moves::words::drawing_replay(40)]);
    all
}

fn auctions() -> Vec<String> {
    let auction = AuctionView {
        bids: Default::default(),
        limit: None,
        raises: Vec::new(),
        standing: None,
        to_raise: None,
        outcome: None,
        decided: None,
    };
    let mut all = vec![clash::words::auction_note(&auction)];
    for seat in [Seat(0), Seat(1)] {
        for decided in [None, Some(AuctionEnd::HigherBid), Some(AuctionEnd::Stopped), Some(AuctionEnd::LimitReached)] {
            let now = AuctionView { outcome: Some((seat, 1_150)), decided, ..auction.clone() };
            all.push(clash::words::auction_note(&now));
        }
        let now = AuctionView { standing: Some(1_150), to_raise: Some(seat), ..auction.clone() };
        all.push(clash::words::auction_note(&now));
    }
    let spot = |text: &str| engine::action::Spot::Board(space(text));
    let cost = engine::clash::Gold::from_hundredths(250);
    let (piece, squares) = ("Rook".to_owned(), "a1-c1".to_owned());
    let offers = [
        ShopOffer::Buy { piece: piece.clone(), at: space("a1"), cost },
        ShopOffer::BuySeveral { piece: piece.clone(), squares, cost },
        ShopOffer::Sell { piece: piece.clone(), at: spot("a1") },
        ShopOffer::Sell { piece: piece.clone(), at: engine::action::Spot::Hand(0) },
        ShopOffer::Arrange { piece, from: spot("a1"), to: space("b1") },
    ];
    all.extend(offers.iter().map(|offer| format!("{:?}", clash::words::offer(offer))));
    all.extend([1, 2].map(clash::words::pieces));
    all.push(clash::words::counted(&["King", "Knight", "Rook", "Knight"]));
    all.push(clash::words::raise(&cost));
    all.push(clash::words::bid_wanted(&cost));
    all
}

/// Settings of a server: the usual ones, and each of them changed.
fn servers() -> Vec<String> {
    let usual = GuildSettings::default;
    let with = |change: &dyn Fn(&mut GuildSettings)| {
        let mut settings = usual();
        change(&mut settings);
        settings
    };
    let role = |name: &str| Some(Role { id: RoleId(1), name: name.to_owned() });
    let channels = |number| (1..=number).map(ChannelId).collect();
    let all = [
        with(&|_| {}),
        with(&|s| (s.shortest_time, s.time_required) = (Some(600), true)),
        with(&|s| s.longest_time = Some(86_400)),
        with(&|s| (s.shortest_time, s.longest_time) = (Some(600), Some(86_400))),
        with(&|s| s.forbidden_modes = [Mode::Clash].into()),
        with(&|s| s.channels = channels(2)),
        with(&|s| s.channels = channels(30)),
        with(&|s| s.channels = channels(32)),
        with(&|s| s.makers = role("Makers")),
        with(&|s| (s.admins, s.admins_delegate) = (role("Arbiters"), true)),
        with(&|s| (s.admins, s.admins_delegate) = (role("Arbiters"), false)),
        with(&|s| s.announce = Announce::Silent),
        with(&|s| s.announce = Announce::Name),
        with(&|s| s.disabled_battalions = vec!["medieval".to_owned(), "makpong".to_owned()]),
        with(&|s| (s.computer_minutes, s.limits.seconds, s.limits.pieces) = (1, 1, 1)),
    ];
    let mut lines: Vec<String> = all.iter().map(|settings| settings::words::server(settings, Duration::ZERO)).collect();
    lines.extend([1, 59, 60, 179].map(|used| settings::words::computers(&usual(), Duration::from_secs(used))));
    lines
}

fn notes() -> Vec<String> {
    let note = |kind, by: Option<&str>, text: &str| Note {
        by: by.map(|name| person(7, name)),
        kind,
        version: 2,
        at: 1_800_000_000,
        text: text.to_owned(),
    };
    let (short, two, long) = ("Fine.", "One\ntwo", "long ".repeat(100));
    let of = |notes: Vec<Note>| {
        let (text, file) = gallery::words::remarks(&crate::host::Remarked {
            id: crate::host::ShareId(1),
            name: "Knights".to_owned(),
            notes,
        });
        format!("{text}\nfile: {file:?}")
    };
    vec![
        of(vec![note(NoteKind::Remark, Some("*Gus*"), short), note(NoteKind::Report, None, short)]),
        of(vec![note(NoteKind::Remark, None, two)]),
        of(vec![note(NoteKind::Remark, Some("Gus"), &long)]),
        of(vec![note(NoteKind::Remark, Some("Gus"), short), note(NoteKind::Remark, Some("Eve"), &long)]),
        of(vec![note(NoteKind::Report, Some("Gus"), short); 5]),
        of(vec![note(NoteKind::Report, Some("Gus"), short); 7]),
    ]
}

/// Differences of two versions of a Battalion: all of the whole, and all of one piece.
fn versions() -> Vec<String> {
    let old: Definition = (*load_builtin("medieval").unwrap()).clone();
    let mut new = old.clone();
    new.pieces[0].betza = vec!["W".to_owned()];
    let uses = || ["gained", "lost", "changed"].into_iter().map(str::to_owned).zip([0, 1, 2]);
    let uses = || {
        uses().map(|(name, kind)| match kind {
            0 => UseChange::Gained(name),
            1 => UseChange::Lost(name),
            _ => UseChange::Changed(name),
        })
    };
    let both = [true, false];
    let mut whole = vec![
        Change::Name("Old".to_owned()),
        Change::Words,
        Change::Size((8, 2), (1, 1)),
        Change::Layout,
        Change::Margin(0, 1),
        Change::Zones,
    ];
    for make in [Change::ExtraStrength, Change::Duel, Change::Party, Change::CountsForTargets, Change::Mirror] {
        whole.extend(both.map(make));
    }
    whole.extend(uses().map(Change::Power));
    let mut aspects = vec![
        Aspect::Name("Old".to_owned()),
        Aspect::Look,
        Aspect::Words,
        Aspect::Movement,
        Aspect::Promotion,
        Aspect::EnPassant,
        Aspect::Castling,
        Aspect::Placed(1, 2),
        Aspect::Reserve(0, 3),
        Aspect::Placing,
    ];
    for make in [Aspect::Titan, Aspect::Immutable, Aspect::Capturable, Aspect::Blocking] {
        aspects.extend(both.map(make));
    }
    aspects.extend(uses().map(Aspect::Ability));
    let pieces = vec![
        PieceChange::Gained(1),
        PieceChange::Lost(2),
        PieceChange::Changed { from: 0, to: 0, aspects },
        PieceChange::Changed { from: 3, to: 3, aspects: vec![Aspect::Movement, Aspect::Promotion] },
    ];
    let told = |changes: &Changes| {
        let told = rules::words::changes(&old, &new, changes);
        told.iter().map(|one| format!("{one:?}")).collect::<Vec<_>>()
    };
    let mut all = told(&Changes { whole, pieces });
    all.extend(told(&Changes { whole: Vec::new(), pieces: Vec::new() }));
    all
}

fn invitations() -> Vec<String> {
    let whys = [Invitation::Challenge, Invitation::Rematch(GameId(3))];
    let mut all: Vec<String> = whys.map(|why| challenge::words::asked(why, "*Ann*", "Duel", "<#5>")).into();
    all.push(start::words::which_game("*Bob*"));
    all.extend([(1, 3), (2, 3), (3, 6)].map(|(taken, seats)| lobby::words::few(taken, seats)));
    all.extend([1, 2].map(lobby::words::start_with));
    all.extend([false, true].map(|begun| lobby::words::opened_in("<#5>", begun)));
    all
}

/// The list of lessons before the first and after the last one, and one sentence about each Battalion.
fn first_steps() -> Vec<String> {
    let list = |progress: Progress| {
        let lessons: Vec<_> = lessons().iter().map(|lesson| (lesson, progress)).collect();
        learn::words::list(&lessons)
    };
    let mut all = [Progress::default(), Progress { solved: 1, finished: true }].map(list).to_vec();
    let armies: Vec<_> = builtin().iter().map(|one| load_builtin(one.id).unwrap()).collect();
    all.extend(rules::words::battalions(&armies));
    all
}

#[test]
fn every_rare_sentence_is_as_recorded() {
    let mut found = String::new();
    let mut section = |title: &str, lines: Vec<String>| {
        let lines: Vec<String> = lines.iter().map(|line| line.replace('\n', " / ")).collect();
        found += &format!("# {title}\n{}\n", lines.join("\n"));
    };
    section("Own games", listed());
    section("Seats", seats_of());
    section("Takebacks", takebacks());
    section("Clocks", clocks());
    section("Results", results());
    section("Courses of games", courses());
    section("Analyses", analyses());
    section("Auctions and shops", auctions());
    section("Servers", servers());
    section("Remarks", notes());
    section("Versions of a Battalion", versions());
    section("Invitations", invitations());
    section("First steps", first_steps());
    crate::expected::compare("discord/wording/recorded_situations.txt", &found, 200);
}
