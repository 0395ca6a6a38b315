//! Sentences of every confirmation, and of every refusal about Battalions, Battlefields and files, with values at their
//! limits, compared with `recorded.txt`. `UPDATE_EXPECTED=1` rewrites the file.

use std::collections::HashSet;

use engine::battalion::{FileError, read};
use engine::clash::Gold;
use engine::titans::{PlacementStyle, SetupError};
use strum::EnumCount;

use super::done;
use super::refusal::in_words;
use crate::discord::features::clash::words as clash;
use crate::discord::features::opponent::words as opponent;
use crate::host::{
    BattalionChange, BattalionRefusal, BattalionState, BattlefieldRefusal, Confirmation, FileRefusal, GameId, Hint,
    Member, Odds, Outlook, PersonId, Refusal, SameFile, TimeControl, Version,
};
use crate::unzip::UnzipError;

pub(super) fn member(name: &str) -> Member {
    Member { person: PersonId(1), name: name.to_owned() }
}

fn confirmations() -> Vec<Confirmation> {
    use Confirmation as C;
    let (ann, bob) = (|| member("Ann"), || member("Bob"));
    let text = |text: &str| text.to_owned();
    let mut all = vec![
        C::LobbyOpened,
        C::Joined(None),
        C::Joined(Some(text("Knights"))),
        C::SharesSeat(bob()),
        C::PlaysWith(text("Knights")),
        C::ComputerAdded { name: text("Ada (Titan bot)"), battalion: text("Knights") },
        C::ComputerSits(text("Ada (Titan bot)")),
        C::ComputerRemoved(text("Ada (Titan bot)")),
        C::Left,
        C::WordAdded { hash: text("0a1b"), part: text("seed") },
        C::WordTold,
        C::WordsAwaited,
        C::GameBegins,
        C::LobbyClosed,
        C::GameEnded,
        C::GameClosed,
        C::Challenged(bob()),
        C::ChallengeOpened,
        C::RematchAsked,
        C::Agreed,
        C::Accepted { opponent: ann(), white: true },
        C::Accepted { opponent: ann(), white: false },
        C::Declined,
        C::Withdrawn,
        C::Played(text("Nf3")),
        C::TerritoryPlaced,
        C::VolatileChosen,
        C::VolatileSealed,
        C::BidSealed,
        C::Raises,
        C::Stops,
        C::ArmyChanged,
        C::ArmyReady,
        C::AskedToResign(bob()),
        C::Resigned,
        C::PauseAsked,
        C::PauseAgreed,
        C::Paused,
        C::NoPause,
        C::Resumed,
        C::StillPlaying,
        C::DrawOffered,
        C::DrawAgreed,
        C::DrawDeclined,
        C::OfferWithdrawn,
        C::TakebackAsked,
        C::TakenBack,
        C::TakebackAgreed,
        C::TakebackDeclined,
        C::TakebackWithdrawn,
        C::SeatOffered(bob()),
        C::SeatDeclined,
        C::SeatKept,
        C::SeatTaken(vec![ann()]),
        C::SeatTaken(vec![ann(), bob()]),
        C::VotedAbsent(vec![ann(), bob()]),
        C::SeatFreed(vec![ann()]),
        C::SeatFreed(vec![ann(), bob()]),
        C::Kicked(bob()),
        C::PlacementDecided(PlacementStyle::Usual),
        C::PlacementDecided(PlacementStyle::Chosen),
        C::OddsGone,
        C::Moved,
    ];
    for odds in [None].into_iter().chain(Odds::ALL.map(Some)) {
        all.push(C::OddsGiven { odds, computer: None });
        all.push(C::OddsGiven { odds, computer: Some(text("Ada (Titan bot)")) });
    }
    all
}

pub(super) fn changes() -> Vec<BattalionChange> {
    use BattalionChange as B;
    let name = || "Knights".to_owned();
    let of_two = [false, true].into_iter().flat_map(|yes| {
        [
            B::Added { name: name(), version: 3, archived: yes },
            B::Copied { name: name(), version: 3, archived: yes },
            B::Published { name: name(), version: 3, disabled: yes },
            B::Archived { name: name(), unshared: yes },
            B::Shared { name: name(), version: 3, gallery: yes },
        ]
    });
    let others = [B::Enabled, B::Disabled, B::Unshared, B::Hidden, B::Unhidden].map(|change| change(name()));
    of_two.chain(others).collect()
}

fn about_battalions() -> Vec<BattalionRefusal> {
    let name = || "Knights".to_owned();
    let same = |newest, state| BattalionRefusal::Same(SameFile { name: name(), version: 2, newest, state });
    let states = [BattalionState::Private, BattalionState::Published, BattalionState::Archived];
    let same = [true, false].into_iter().flat_map(|newest| states.map(|state| same(newest, state)));
    [
        BattalionRefusal::BuiltIn,
        BattalionRefusal::NoVersion { newest: 1 },
        BattalionRefusal::NoVersion { newest: 4 },
        BattalionRefusal::TooMany { used: 1, most: 1 },
        BattalionRefusal::TooMany { used: 20, most: 20 },
        // The limit was lowered.
        BattalionRefusal::TooMany { used: 3, most: 2 },
        BattalionRefusal::KeepsTooMany(100),
        BattalionRefusal::NotWaiting,
        BattalionRefusal::Overtaken(5),
        BattalionRefusal::OnlyChecked,
        BattalionRefusal::NameInUse(name()),
        BattalionRefusal::NoneHere,
        BattalionRefusal::TooLargeTogether,
        BattalionRefusal::IsCopy,
        BattalionRefusal::IsHidden,
        BattalionRefusal::NotShared,
        BattalionRefusal::SharedWithNobody,
        BattalionRefusal::NoReason,
        BattalionRefusal::OtherVersion,
        BattalionRefusal::IsOwn(name()),
        BattalionRefusal::HasCopy { name: name(), version: 2 },
    ]
    .into_iter()
    .chain(same)
    .collect()
}

pub(super) fn file_error() -> FileError {
    read("format = 1\n\n[territory]\nlayout = 7\n", &engine::ability::specs()).unwrap_err().remove(0)
}

fn about_battlefields() -> Vec<BattlefieldRefusal> {
    vec![
        BattlefieldRefusal::NotText,
        BattlefieldRefusal::IsBattalion,
        BattlefieldRefusal::TakenId("plain".to_owned()),
        BattlefieldRefusal::TakenName("Plain".to_owned()),
        BattlefieldRefusal::TooMany(10),
        BattlefieldRefusal::General,
    ]
}

fn about_files() -> Vec<FileRefusal> {
    let (kib, mib) = (1 << 10, 1 << 20);
    vec![
        FileRefusal::TooLarge { bytes: None, most: 64 * kib },
        FileRefusal::TooLarge { bytes: Some(64 * kib + 1), most: 64 * kib },
        FileRefusal::TooLarge { bytes: Some(3 * mib), most: 2 * mib },
        FileRefusal::PicturesTooLarge { bytes: 3 * mib, most: 2 * mib },
        FileRefusal::Lost,
        FileRefusal::Elsewhere,
        FileRefusal::Empty,
        FileRefusal::IsBattlefields,
        FileRefusal::Busy,
        FileRefusal::TooSlow { seconds: 1 },
        FileRefusal::TooSlow { seconds: 10 },
        FileRefusal::Unplayable(SetupError::NotForDuels("Knights".to_owned())),
        FileRefusal::Faulty(file_error().into()),
        FileRefusal::Pack(UnzipError::Folders),
    ]
}

/// Checks that a list has every variant.
pub(super) fn whole<T: EnumCount>(list: Vec<T>) -> Vec<T> {
    let variants: HashSet<_> = list.iter().map(std::mem::discriminant).collect();
    assert_eq!(variants.len(), T::COUNT, "{}", std::any::type_name::<T>());
    list
}

/// Sentences of refusals.
pub(super) fn said<T: EnumCount + Into<Refusal>>(list: Vec<T>) -> impl Iterator<Item = String> {
    whole(list).into_iter().map(|why| in_words(&why.into()))
}

/// Suggested moves at the limits of each description.
fn hints() -> Vec<Hint> {
    let line = || vec!["Nf3".to_owned(), "e5".to_owned()];
    let chances = [0.0, 4.9, 5.0, 24.9, 25.0, 42.9, 43.0, 56.9, 57.0, 74.9, 75.0, 94.9, 95.0, 100.0];
    let chances = chances.map(|chance| (None, Some(Outlook::Chance(chance))));
    let mates = [1, 3, -2].map(|turns| (Some(turns), None));
    let others = [(None, Some(Outlook::Share(30.4))), (None, None)];
    let all = chances.into_iter().chain(mates).chain(others);
    all.map(|(mate_in, outlook)| Hint {
        game: GameId(1),
        version: Version(9),
        line: line(),
        outlook,
        mate_in,
        depth: 7,
    })
    .collect()
}

#[test]
fn every_sentence_is_as_recorded() {
    let mut found = String::new();
    let mut section = |title: &str, lines: Vec<String>| {
        found += &format!("# {title}\n{}\n", lines.join("\n"));
    };
    section("Confirmations", whole(confirmations()).into_iter().map(|one| done::done(&[one])).collect());
    section("Several at once", vec![done::done(&[]), done::done(&[Confirmation::Left, Confirmation::LobbyClosed])]);
    section("Changes of Battalions", whole(changes()).iter().map(done::battalion).collect());
    section("Several changes", vec![done::battalions(&changes()[..1]), done::battalions(&changes())]);
    let by = |change: &BattalionChange| if done::is_by_host(change) { "the host" } else { "the server" };
    section("Log", changes().iter().map(|change| format!("{} {}", by(change), done::logged(change))).collect());
    section(
        "Refusals",
        said(about_battalions()).chain(said(about_battlefields())).chain(said(about_files())).collect(),
    );
    section("Suggested moves", hints().iter().map(opponent::hint).collect());
    let closers = [clash::Closer::Challenged, clash::Closer::Challenger, clash::Closer::Other];
    let closed =
        closers.into_iter().flat_map(|closer| [None, Some("too late")].map(|why| clash::closed("Ann", closer, why)));
    section("Closed challenges", closed.collect());
    let clocks = [TimeControl::Unlimited, TimeControl::PerTurn { turn: 86_400 }];
    section("Clocks of matches", clocks.map(clash::clock).into());
    let gold = [0, 50, 1_150].map(Gold::from_hundredths);
    let told = gold.iter().map(|amount| clash::bid_kept(amount, &Gold::whole(20)));
    section("Bids", told.chain([clash::no_amount("much"), clash::challenged("Ann", "#games")]).collect());
    crate::expected::compare("discord/wording/recorded.txt", &found, 150);
}
