//! Sentences of every refusal about games, lobbies, clocks, permissions and settings, compared with
//! `recorded_refusals.txt`. `UPDATE_EXPECTED=1` rewrites the file.

use engine::battalion::load_builtin;
use engine::board::Seat;
use engine::illegal::{Illegal, MoveFault};
use engine::notation::read_turn;
use engine::seed::WordError;
use engine::titans::{Game, GameMode, Setup, SetupError};

use super::recorded::{member, said, whole};
use super::refusal::{in_words, missing};
use crate::host::{
    ChallengeRefusal, ChannelId, ClockRefusal, ComputerRefusal, ConditionalRefusal, Denied, Entry, HolidayRefusal,
    LobbyRefusal, Missing, Mode, NoGame, NotPgn, NotStarted, NotYourTurn, NothingToShow, OddsRefusal, OptionRefusal,
    Over, Player, Refusal, RematchRefusal, Role, RoleId, SettingsConflict, Stale, Standing, StandingRefusal,
    TableRefusal, TimeControl, TimeLimits, TimePart, TrialRefusal, UnknownName,
};

const FREE: TimeLimits = TimeLimits { shortest: None, longest: None, required: false };

fn player(seat: u8, names: &[&str]) -> Player {
    Player { seat: Seat(seat), people: names.iter().map(|name| member(name)).collect() }
}

fn ann() -> Player {
    player(0, &["Ann"])
}

/// A shared seat, and a seat without people.
fn others() -> Vec<Player> {
    vec![player(1, &["Bob", "Cid"]), player(2, &[])]
}

fn role() -> Role {
    Role { id: RoleId(1), name: "Arbiters".to_owned() }
}

/// A move of an empty Space, and a text that is no move.
fn illegal() -> [Box<Illegal>; 2] {
    let armies = vec![load_builtin("medieval").unwrap(); 2];
    let game = Game::new(Setup::new(GameMode::Duel, armies, [7; 32]).unwrap()).unwrap();
    let unread = read_turn(&game, Seat(0), "nonsense").unwrap_err();
    [Illegal::new("T-17", MoveFault::NoPiece("e4".parse().unwrap())), unread].map(Box::new)
}

fn about_turns() -> Vec<NotYourTurn> {
    use NotYourTurn as N;
    vec![
        N::Move(vec![ann()]),
        N::Move(others()),
        N::TeamMate(member("Cid")),
        N::Buying(vec![ann()]),
        N::Buying(others()),
        N::Auction,
        N::NothingToBuy,
        N::NoTurn,
    ]
}

fn unmet() -> Vec<Missing> {
    vec![
        Missing::Players(1),
        Missing::Players(2),
        Missing::Answers(vec![member("Ann")]),
        Missing::Answers(vec![member("Ann"), member("Bob")]),
        Missing::Battalion(ann()),
        Missing::OtherBattalion(ann()),
        Missing::Setup(Box::new(SetupError::NoDeal.into())),
    ]
}

fn about_odds() -> Vec<OddsRefusal> {
    use OddsRefusal as O;
    let name = "Knights".to_owned();
    vec![
        O::OnlyDuels,
        O::NotStronger,
        O::Nothing,
        O::Untimed,
        O::TooShort,
        O::TimeWithComputers,
        O::NoReserves(name),
        O::NoArmy,
    ]
}

fn about_lobbies() -> Vec<LobbyRefusal> {
    use LobbyRefusal as L;
    let mut all = vec![
        L::Begun,
        L::IsChallenge,
        L::Joined,
        L::SeatShared,
        L::Full,
        L::NotInvited,
        L::Proposed,
        L::Kicked,
        L::KickSelf,
        L::KickInvited,
        L::NotSeated,
        L::FreeSeats { taken: 1, seats: 3 },
        L::FreeSeats { taken: 3, seats: 5 },
        L::NoBattalion,
        L::NothingToPick,
        L::DisabledBattalion,
        L::TwoVersions("Knights".to_owned()),
        L::BattlefieldGone,
        L::Setup(SetupError::Territory("Knights".to_owned())),
        L::Word(WordError::Spelling),
        L::Word(WordError::OtherHash),
        L::SeatsFixed(vec![member("Ann")]),
        L::SeatsFixed(vec![member("Ann"), member("Bob")]),
    ];
    all.extend(whole(unmet()).into_iter().map(L::Missing));
    all.extend(whole(about_odds()).into_iter().map(L::Odds));
    all
}

fn about_tables() -> Vec<TableRefusal> {
    use TableRefusal as T;
    vec![
        T::NothingToTakeBack,
        T::RoundOver,
        T::DefeatStands,
        T::TakebackAsked,
        T::TakebackOpen(ann()),
        T::NobodyToAsk,
        T::OwnTakeback,
        T::NoSay,
        T::HasSeat,
        T::KnowsSecrets,
        T::Defeated,
        T::ToYourself,
        T::OfferedTo(member("Bob")),
        T::NotSeated,
        T::OwnSeat,
        T::ClockDecides,
        T::NotWaitedFor,
        T::WaitUntil(1_800_000_000),
        T::OtherServer,
        T::AlreadyHere,
    ]
}

fn about_clocks() -> Vec<ClockRefusal> {
    use ClockRefusal as C;
    vec![
        C::Unlimited,
        C::Asked(vec![ann()]),
        C::Asked(others()),
        C::NoPause,
        C::Running,
        C::NothingAdjourned,
        C::WhichAdjourned(2),
        C::OtherServer,
    ]
}

fn about_holidays() -> Vec<HolidayRefusal> {
    use HolidayRefusal as H;
    let long = |days, left| H::TooLong { days, left };
    vec![H::Past, H::TooFar, H::None, long(28, 0), long(28, 1), long(1, 0), H::NotAway]
}

fn about_pgn() -> Vec<NotPgn> {
    let turn = |number| NotPgn::Turn { number, text: "Cc4".to_owned() };
    vec![
        NotPgn::Players,
        NotPgn::Board { width: 8, height: 8 },
        NotPgn::Board { width: 10, height: 8 },
        NotPgn::Board { width: 8, height: 10 },
        NotPgn::Piece { piece: "Camel".to_owned(), space: "b1".parse().unwrap() },
        NotPgn::Position,
        turn(1),
        turn(2),
        turn(5),
    ]
}

fn about_prepared_moves() -> Vec<ConditionalRefusal> {
    use ConditionalRefusal as C;
    let (text, theirs, answers) = (|| "Nf3".to_owned(), illegal().map(C::Theirs), illegal().map(C::Answer));
    let others = vec![
        C::TwoPlayers,
        C::SharedSeat,
        C::NoTurns,
        C::YourTurn,
        C::Choice(text()),
        C::NothingToAnswer(text()),
        C::Answered(text()),
        C::NoLine,
        C::TooMany { lines: 40, answers: 20 },
    ];
    theirs.into_iter().chain(answers).chain(others).collect()
}

fn about_permissions() -> Vec<Denied> {
    use Denied as D;
    let answer = |accept| D::Answer { challenged: member("Bob"), accept };
    vec![
        D::TimeOut,
        D::Start,
        D::StartUnpublished("Knights".to_owned()),
        D::Administer(None),
        D::Administer(Some(role())),
        D::Delegate,
        D::Operate,
        D::Open(role()),
        D::Close,
        D::End,
        D::Kick,
        D::Placement,
        D::Move,
        D::CloseUnreadable,
        answer(true),
        answer(false),
    ]
}

/// Limits of the time for a turn, with each bound alone and with both.
fn limits() -> Vec<TimeLimits> {
    let bounds =
        [(None, None), (Some(600), None), (None, Some(86_400)), (Some(600), Some(86_400)), (Some(600), Some(600))];
    let limits = |(shortest, longest), required| TimeLimits { shortest, longest, required };
    bounds.into_iter().flat_map(|bounds| [limits(bounds, false), limits(bounds, true)]).collect()
}

fn about_options() -> Vec<OptionRefusal> {
    use OptionRefusal as O;
    let mut all = vec![
        O::Seats { mode: GameMode::Duel, asked: 3 },
        O::Seats { mode: GameMode::Ffa, asked: 2 },
        O::Seats { mode: GameMode::Assassin, asked: 7 },
        O::UnknownBattlefield,
        O::SmallBattlefield(2),
        O::Channel(vec![ChannelId(1)]),
        O::Channel(vec![ChannelId(1), ChannelId(2)]),
        O::Mode { asked: Mode::Clash, open: vec![Mode::Duel] },
        O::Mode { asked: Mode::Duel, open: vec![Mode::Assassin, Mode::Ffa] },
        O::SeatsHere { asked: 5, fewest: 2, most: 2 },
        O::SeatsHere { asked: 2, fewest: 3, most: 4 },
        O::OwnOpponent,
    ];
    all.extend([TimePart::Turn, TimePart::Reserve, TimePart::Game, TimePart::Increment].map(O::Time));
    all.extend(limits().into_iter().map(O::TimeHere));
    all
}

fn about_settings() -> Vec<SettingsConflict> {
    let time = TimeControl::PerTurn { turn: 300 };
    let mut all = vec![
        SettingsConflict::Seats { fewest: 4, most: 3 },
        SettingsConflict::NothingPlayable,
        SettingsConflict::Times { shortest: 7200, longest: 90 },
        SettingsConflict::Default { time: TimeControl::Unlimited, allowed: TimeLimits { required: true, ..FREE } },
    ];
    all.extend(limits().into_iter().map(|allowed| SettingsConflict::Default { time, allowed }));
    all
}

fn about_tests() -> Vec<TrialRefusal> {
    let name = || "Knights".to_owned();
    use TrialRefusal as T;
    vec![T::NotForDuels(name()), T::Archived, T::Other(name()), T::Busy, T::Over]
}

fn about_what_is_shown() -> Vec<NothingToShow> {
    use NothingToShow as N;
    let space = "e4".parse().unwrap();
    vec![N::BoardThen, N::Round, N::Army, N::NoPiece(space), N::NotTheirs { space, mover: ann() }]
}

fn about_results() -> Vec<StandingRefusal> {
    let playing = |channels: &[u64]| StandingRefusal::StillPlaying(channels.iter().copied().map(ChannelId).collect());
    vec![StandingRefusal::NotListed("Ann".to_owned()), playing(&[1]), playing(&[1, 2])]
}

/// Refusals that are not in a group of their own.
fn alone() -> Vec<Refusal> {
    let [unplayable, unread] = illegal();
    vec![
        Refusal::GameHere,
        Refusal::Unreadable,
        Refusal::NotInGame,
        Refusal::Illegal(unplayable),
        Refusal::Illegal(unread),
        Refusal::NoSuchMove,
        Refusal::OnlyClash,
        Refusal::StandsStill(Standing::Paused),
        Refusal::StandsStill(Standing::Adjourned),
    ]
}

fn unknown() -> Vec<Refusal> {
    let entries = whole(vec![Entry::Battalion, Entry::Battlefield, Entry::Piece, Entry::Army]);
    let nearest = || [None, Some("Rook".to_owned())];
    entries.into_iter().flat_map(|what| nearest().map(|nearest| UnknownName { what, nearest }.into())).collect()
}

#[test]
fn every_refusal_is_as_recorded() {
    let mut found = String::new();
    let mut section = |title: &str, lines: &mut dyn Iterator<Item = String>| {
        found += &format!("# {title}\n{}\n", lines.collect::<Vec<_>>().join("\n"));
    };
    section("Games", &mut said(vec![NoGame::Numbered, NoGame::InChannel]));
    section("Not started", &mut said(vec![NotStarted::Game, NotStarted::FirstTurn, NotStarted::Play]));
    section("Over", &mut said(vec![Over::Game, Over::Lobby, Over::Challenge]));
    section("Turns of others", &mut said(about_turns()));
    use Stale as S;
    let outdated = vec![S::Position, S::NoOffer, S::Offered, S::NoTakeback, S::NoSeatOffer, S::SeatHeld, S::Opening];
    section("Outdated", &mut said(outdated));
    section("Lobbies", &mut said(about_lobbies()));
    section("Missing in a lobby", &mut unmet().iter().map(missing));
    section("Challenges", &mut said(vec![ChallengeRefusal::IsLobby, ChallengeRefusal::Begun]));
    section("PGN", &mut said(about_pgn()));
    section("Prepared moves", &mut said(about_prepared_moves()));
    section("Rematches", &mut said(vec![RematchRefusal::NotOver, RematchRefusal::Asked]));
    section("Tables", &mut said(about_tables()));
    section("Permissions", &mut said(about_permissions()));
    section("Options", &mut said(about_options()));
    section("Settings", &mut said(about_settings()));
    section("Tests of armies", &mut said(about_tests()));
    section("Unknown names", &mut unknown().iter().map(in_words));
    use ComputerRefusal as C;
    let computers = vec![
        C::OnlyCreator,
        C::NoRoomForPeople,
        C::NoneHere,
        C::HintAgainstPeople,
        C::HintTooEarly,
        C::AnalyseOnlyDuels,
        C::AnalyseWhenOver,
        C::NotAtTable,
    ];
    section("Computers", &mut said(computers));
    section("Nothing to show", &mut said(about_what_is_shown()));
    section("Results", &mut said(about_results()));
    section("Clocks", &mut said(about_clocks()));
    section("Holidays", &mut said(about_holidays()));
    section("Others", &mut alone().iter().map(in_words));
    crate::expected::compare("discord/wording/recorded_refusals.txt", &found, 150);
}
