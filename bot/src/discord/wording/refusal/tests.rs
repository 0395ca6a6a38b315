//! Sentences of refusals.

use engine::board::Seat;
use engine::illegal::{Illegal, MoveFault};
use engine::titans::{GameMode, SetupError};

use super::{APOLOGY, error, in_words};
use crate::host::{
    self, BattalionRefusal, ChallengeRefusal, ChannelId, ConditionalRefusal, Denied, Entry, FileRefusal, LobbyRefusal,
    Member, Missing, Mode, NoGame, NotStarted, NotYourTurn, NothingToShow, OddsRefusal, OptionRefusal, Over, PersonId,
    Player, Refusal, Role, RoleId, SettingsConflict, Stale, TimeControl, TimeLimits, TimePart, UnknownName,
};
use crate::store::{Broken, Cause, Location, StoreError};

fn member(name: &str) -> Member {
    Member { person: PersonId(1), name: name.to_owned() }
}

fn player(names: &[&str]) -> Player {
    Player { seat: Seat(1), people: names.iter().map(|name| member(name)).collect() }
}

fn role() -> Role {
    Role { id: RoleId(1), name: "Arbiters".to_owned() }
}

const FREE: TimeLimits = TimeLimits { shortest: None, longest: None, required: false };

#[test]
fn people_and_what_else_is_named_are_put_in() {
    let space = "e4".parse().unwrap();
    let (ann, two) = (player(&["Ann"]), player(&["Ann", "Bob"]));
    let knights = || "Knights".to_owned();
    let said: [(Refusal, &str); 36] = [
        (
            ConditionalRefusal::TooMany { lines: 8, answers: 5 }.into(),
            "That is too much: at most 8 lines of 5 answers each; delete one first.",
        ),
        (NotYourTurn::Move(vec![ann.clone(), player(&[])]).into(), "It is not your turn: Ann and Player 2 to move."),
        (NotYourTurn::TeamMate(member("Cid")).into(), "This turn is Cid's: team mates take turns."),
        (
            NotYourTurn::Buying(vec![two.clone()]).into(),
            "No round is being played yet: Ann and Bob are buying an army.",
        ),
        (Illegal::new("T-17", MoveFault::NoPiece(space)).into(), "There is no piece on e4."),
        (LobbyRefusal::Missing(Missing::Players(1)).into(), "1 more Player is needed."),
        (LobbyRefusal::Missing(Missing::Players(2)).into(), "2 more Players are needed."),
        (LobbyRefusal::Missing(Missing::Battalion(ann.clone())).into(), "Ann still has to choose a Battalion."),
        (
            LobbyRefusal::Missing(Missing::OtherBattalion(two)).into(),
            "The Battalion of Ann and Bob can no longer be picked here; Ann and Bob have to choose again.",
        ),
        (
            LobbyRefusal::Missing(Missing::Setup(Box::new(Refusal::GameHere))).into(),
            "There is already a game in this channel; open another one in a thread.",
        ),
        (
            LobbyRefusal::TwoVersions(knights()).into(),
            "Two versions of Knights cannot meet in one game; choose the same, or another Battalion.",
        ),
        (SetupError::NotForDuels(knights()).into(), "Knights cannot be picked in a duel."),
        (SetupError::OnlyForDuels(knights()).into(), "Knights is for duels only: it cannot be picked in Party Mode."),
        (
            Denied::StartUnpublished(knights()).into(),
            "Knights is not published yet: someone who manages the bot here has to start the game.",
        ),
        (Denied::Administer(None).into(), "You need the Manage Server permission for this."),
        (
            Denied::Administer(Some(role())).into(),
            "You need the Manage Server permission or the role Arbiters for this.",
        ),
        (
            Denied::Open(role()).into(),
            "You need the role Arbiters to open games here; you can join other people's games.",
        ),
        (Denied::Answer { challenged: member("Bob"), accept: true }.into(), "Only Bob can accept this challenge."),
        (Denied::Answer { challenged: member("Bob"), accept: false }.into(), "Only Bob can decline this challenge."),
        (OptionRefusal::Seats { mode: GameMode::Duel, asked: 3 }.into(), "Duel is for 2 Players, not 3."),
        (OptionRefusal::Seats { mode: GameMode::Ffa, asked: 7 }.into(), "Free for all is for 3 to 6 Players, not 7."),
        (OptionRefusal::Time(TimePart::Turn).into(), "The time for a turn must be between 1 minute and 14 days."),
        (
            OptionRefusal::SmallBattlefield(2).into(),
            "That Battlefield has room for 2 Players; choose another, or leave that option out for the usual one.",
        ),
        (
            OptionRefusal::Channel(vec![ChannelId(1), ChannelId(2), ChannelId(3)]).into(),
            "Games are played in <#1>, <#2> or <#3> on this server.",
        ),
        (
            OptionRefusal::Mode { asked: Mode::Clash, open: vec![Mode::Duel] }.into(),
            "Clash of the Armies is not played on this server; choose Duel.",
        ),
        (
            OptionRefusal::SeatsHere { asked: 5, fewest: 2, most: 2 }.into(),
            "Games on this server are for 2 Players, not 5.",
        ),
        (
            OptionRefusal::SeatsHere { asked: 2, fewest: 3, most: 4 }.into(),
            "Games on this server are for 3 to 4 Players, not 2.",
        ),
        (
            OptionRefusal::TimeHere(TimeLimits { shortest: Some(600), longest: Some(86_400), required: true }).into(),
            "The time for a turn on this server is 10 minutes to 1 day.",
        ),
        (
            SettingsConflict::Seats { fewest: 4, most: 3 }.into(),
            "The fewest seats (4) would be more than the most (3).",
        ),
        (
            SettingsConflict::Times { shortest: 7200, longest: 90 }.into(),
            "The shortest time (2 hours) would be longer than the longest (1 minute 30 seconds).",
        ),
        (
            SettingsConflict::Default {
                time: TimeControl::Unlimited,
                allowed: TimeLimits { longest: Some(600), ..FREE },
            }
            .into(),
            "New games would have no time limit, which would not be allowed (at most 10 minutes, or no limit); change that default first.",
        ),
        (BattalionRefusal::NoVersion { newest: 25 }.into(), "There is no such version; the newest is 25."),
        (
            FileRefusal::TooSlow { seconds: 5 }.into(),
            "Checking this file takes longer than 5 seconds; use fewer or simpler pieces.",
        ),
        (
            FileRefusal::TooLarge { bytes: Some(600), most: 512 }.into(),
            "The file has 600 bytes; this server allows at most 512.",
        ),
        (
            UnknownName { what: Entry::Piece, nearest: Some("Rook".to_owned()) }.into(),
            "There is no piece of that name here; did you mean Rook?",
        ),
        (
            NothingToShow::NotTheirs { space, mover: ann }.into(),
            "The piece on e4 does not belong to Ann, who is to move; only their pieces can be shown.",
        ),
    ];
    for (why, sentence) in said {
        assert_eq!(in_words(&why), sentence);
    }
}

#[test]
fn what_names_nothing_is_a_whole_sentence() {
    let all: Vec<Refusal> = vec![
        NoGame::Numbered.into(),
        NoGame::InChannel.into(),
        Refusal::GameHere,
        Refusal::Unreadable,
        NotStarted::Game.into(),
        NotStarted::FirstTurn.into(),
        Over::Game.into(),
        Over::Lobby.into(),
        Over::Challenge.into(),
        Refusal::NotInGame,
        NotYourTurn::Auction.into(),
        NotYourTurn::NothingToBuy.into(),
        NotYourTurn::NoTurn.into(),
        Stale::Position.into(),
        Stale::NoOffer.into(),
        Stale::Offered.into(),
        Refusal::NoSuchMove,
        LobbyRefusal::Begun.into(),
        LobbyRefusal::IsChallenge.into(),
        LobbyRefusal::Joined.into(),
        LobbyRefusal::SeatShared.into(),
        LobbyRefusal::Full.into(),
        LobbyRefusal::NoBattalion.into(),
        LobbyRefusal::NothingToPick.into(),
        LobbyRefusal::DisabledBattalion.into(),
        LobbyRefusal::BattlefieldGone.into(),
        LobbyRefusal::Odds(OddsRefusal::OnlyDuels).into(),
        LobbyRefusal::Odds(OddsRefusal::NotStronger).into(),
        LobbyRefusal::Odds(OddsRefusal::Nothing).into(),
        LobbyRefusal::Odds(OddsRefusal::Untimed).into(),
        LobbyRefusal::Odds(OddsRefusal::TooShort).into(),
        LobbyRefusal::Odds(OddsRefusal::TimeWithComputers).into(),
        LobbyRefusal::Odds(OddsRefusal::NoReserves("Knights".to_owned())).into(),
        LobbyRefusal::Odds(OddsRefusal::NoArmy).into(),
        ChallengeRefusal::IsLobby.into(),
        ChallengeRefusal::Begun.into(),
        Denied::TimeOut.into(),
        Denied::Start.into(),
        Denied::Close.into(),
        Denied::End.into(),
        Denied::CloseUnreadable.into(),
        OptionRefusal::UnknownBattlefield.into(),
        OptionRefusal::OwnOpponent.into(),
        SettingsConflict::NothingPlayable.into(),
        BattalionRefusal::BuiltIn.into(),
        BattalionRefusal::NotWaiting.into(),
        FileRefusal::Lost.into(),
        FileRefusal::Elsewhere.into(),
        FileRefusal::Empty.into(),
        FileRefusal::IsBattlefields.into(),
        FileRefusal::Busy.into(),
        UnknownName::of(Entry::Battalion).into(),
        UnknownName::of(Entry::Army).into(),
        NothingToShow::BoardThen.into(),
        NothingToShow::Round.into(),
        NothingToShow::Army.into(),
        Refusal::OnlyClash,
    ];
    for (index, why) in all.iter().enumerate() {
        let sentence = in_words(why);
        assert!(sentence.starts_with(char::is_uppercase) && sentence.ends_with('.'), "{why:?}: {sentence}");
        let twice = all[..index].iter().any(|other| in_words(other) == sentence);
        assert!(!twice, "{sentence}");
    }
}

/// A fault says that nothing was changed only where that is certain: after a lost connection, a change may have been
/// stored.
#[test]
fn a_failing_database_is_told_apart_by_what_was_done() {
    let broken = |cause| {
        let (database, reason) = (Location::File("games.sqlite".into()), String::new());
        StoreError::Broken(Broken { database, cause, reason })
    };
    let (again, unchanged) =
        ("please try again later. (Fault ", ", so nothing was changed; please try again later. (Fault ");
    let nothing_stored = format!("The bot cannot store anything at the moment{unchanged}");
    for (fault, said) in [
        (StoreError::from(sqlx::Error::PoolTimedOut), format!("The bot cannot read its games at the moment; {again}")),
        (
            broken(Cause::Unreachable),
            "The bot cannot reach its database at the moment; look whether your change was made before you try again. (Fault "
                .to_owned(),
        ),
        (broken(Cause::Full), format!("The disk that the bot stores its games on is full{unchanged}")),
        (broken(Cause::Disk), nothing_stored.clone()),
        (broken(Cause::ReadOnly), nothing_stored.clone()),
        (broken(Cause::Locked), nothing_stored.clone()),
        (broken(Cause::Damaged), nothing_stored.clone()),
        (broken(Cause::Gone), nothing_stored),
        (StoreError::from(sqlx::Error::RowNotFound), format!("{APOLOGY} (Fault ")),
        (broken(Cause::Other), format!("{APOLOGY} (Fault ")),
    ] {
        let why = format!("{fault:?}");
        let sentence = error(&host::Error::from(fault).into());
        assert!(sentence.starts_with(&said), "{why}: {sentence}");
    }
}
