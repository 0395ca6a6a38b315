//! Matches of Clash of the Armies: deadlines in each phase, secrecy of the shop, buttons of earlier rounds, repeated
//! deliveries.

use std::collections::BTreeSet;

use engine::action::ClashAction;
use engine::board::Seat;
use engine::clash::{Gold, Order};
use engine::fact::{Fact, RoundEnd};
use engine::view::Phase;
use engine::words::{self, PlayerNames};

use super::notices::say_all;
use super::*;

fn bob() -> Member {
    Member { person: PersonId(2), name: "Bob".to_owned() }
}

/// A match with person 1 as White and person 2 as Black, and three hours per decision.
pub(crate) async fn begun(host: &Host) -> GameId {
    let options = ClashOptions {
        colours: Colours::Challenger,
        time: TimeControl::PerTurn { turn: 3 * 3600 },
        ..ClashOptions::default()
    };
    let challenge = host.lobbies.challenge(&who(1), PLACE, Some(bob()), options).await.unwrap();
    host.lobbies.accept(&who(2), challenge.game).await.unwrap();
    challenge.game
}

async fn does(host: &Host, game: GameId, person: u64, action: ClashAction) -> Done {
    host.clash.act(&who(person), game, None, action).await.unwrap()
}

pub(super) async fn armies(host: &Host, game: GameId, people: &[u64]) {
    for person in people {
        does(host, game, *person, ClashAction::Suggest).await;
        does(host, game, *person, ClashAction::Ready).await;
    }
}

/// Plays one round won by each side, up to the auction of the Amazon.
pub(crate) async fn auction(host: &Host, game: GameId) {
    for loser in [2, 1] {
        armies(host, game, &[1, 2]).await;
        host.games.resign(&who(loser), game, None).await.unwrap();
    }
}

fn bid(gold: i64) -> ClashAction {
    ClashAction::Bid { gold: Gold::whole(gold) }
}

fn said(end: &RoundEnd) -> String {
    words::round_end(end, &PlayerNames::colours())
}

/// Lets the deadline pass, and returns the results of all ended rounds with the view.
async fn after_the_time(folder: &Folder, host: Host, game: GameId) -> (Vec<String>, Scene) {
    let late = BEGIN + 3 * HOUR + 60_000;
    host.store.heartbeat(late, 0).await.unwrap();
    let host = host_at(folder, late).await;
    host.clocks.run_due().await.unwrap();
    let scene = scene(&host, game).await;
    let rounds = scene.view.clash.clone().unwrap().rounds;
    (rounds.iter().map(|line| said(&line.end)).collect(), scene)
}

#[tokio::test]
async fn time_runs_out_in_every_phase() {
    // People who have confirmed their armies in the first round, and the late side.
    for (people, late) in [(&[][..], "Black"), (&[1], "White"), (&[1, 2], "Black")] {
        let folder = Folder::new();
        let host = host_at(&folder, BEGIN).await;
        let game = begun(&host).await;
        armies(&host, game, people).await;
        let (rounds, scene) = after_the_time(&folder, host, game).await;
        assert_eq!(rounds, [format!("Round 1: {late} wins on time.")]);
        assert!(!scene.over && scene.view.phase == Phase::Shop);
        assert!(scene.deadline.is_some(), "the next decision has its time");
    }
}

#[tokio::test]
async fn time_runs_out_in_the_auction() {
    // No bids; only White's bid; both bids, with Black to raise. A timeout does not lose the match (C-10, C-12).
    for (bids, pays) in [(&[][..], None), (&[(1, 5)], Some((Seat(0), 500))), (&[(1, 5), (2, 5)], Some((Seat(0), 550)))]
    {
        let folder = Folder::new();
        let host = host_at(&folder, BEGIN).await;
        let game = begun(&host).await;
        auction(&host, game).await;
        for (person, gold) in bids {
            does(&host, game, *person, bid(*gold)).await;
        }
        let (rounds, scene) = after_the_time(&folder, host, game).await;
        assert!(rounds.len() == 2 && !scene.over && scene.deadline.is_some());
        let auction = scene.view.clash.clone().unwrap().auction.unwrap();
        assert_eq!(auction.outcome, pays);
        if pays.is_none() {
            assert!(scene.view.to_act.len() == 1 && auction.standing.is_some());
        }
    }
}

#[tokio::test]
async fn an_unfinished_army_is_no_version_to_anybody_else() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = begun(&host).await;
    armies(&host, game, &[1]).await;
    let before = scene(&host, game).await;
    host.clash.shop_line(&who(2), game, Order::Buy, "King, Queen, Pawn a7-c7").await.unwrap();
    does(&host, game, 2, ClashAction::UndoShop).await;
    let last = does(&host, game, 2, ClashAction::Suggest).await;
    assert_eq!(last.version.0, before.version.0 + 3);
    assert_eq!(scene(&host, game).await, before);
    assert_eq!(host.views.scene(game, last.version).await.unwrap(), before);
    let versions = async |person| host.views.private(game, PersonId(person)).await.unwrap().version;
    assert_eq!(versions(1).await, before.version);
    assert_eq!(versions(2).await, last.version);
    // A button of an outdated army is refused, and nothing changes.
    let old = Some(Version(last.version.0 - 1));
    for action in [ClashAction::UndoShop, ClashAction::Ready] {
        let refused = refusal(host.clash.act(&who(2), game, old, action).await);
        assert_eq!(refused, Stale::Position.into());
    }
    // A restart preserves the state.
    host.close().await;
    let host = super::host(&folder).await;
    let mut again = scene(&host, game).await;
    // The deadline was extended by the downtime.
    again.deadline = before.deadline;
    assert_eq!(again, before);
    let shop = host.views.private(game, PersonId(2)).await.unwrap();
    assert!(matches!(shop.decision, PendingDecision::Shop(shop) if shop.problems.is_empty()));
    let done = host.clash.act(&who(2), game, Some(last.version), ClashAction::Ready).await.unwrap();
    assert_eq!(scene(&host, game).await.version, done.version);
}

#[tokio::test]
async fn giving_up_means_the_round_that_was_asked_about() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = begun(&host).await;
    let asked = scene(&host, game).await.version;
    let cost = host.clash.cost_of_resigning(game, PersonId(2)).await.unwrap();
    assert!(!cost.unwrap().ends_match);
    armies(&host, game, &[1, 2]).await;
    // In the same round, the request is still open.
    host.games.resign(&who(2), game, Some(asked)).await.unwrap();
    let again = refusal(host.games.resign(&who(2), game, Some(asked)).await);
    assert_eq!(again, Stale::Position.into());
    let clash = scene(&host, game).await.view.clash.unwrap();
    assert_eq!(clash.half_points, [2, 0]);
}

#[tokio::test]
async fn what_comes_twice_is_done_once() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let (ann, options) = (who(1), ClashOptions::default());
    let first = host.lobbies.challenge(&ann, PLACE, Some(bob()), options.clone()).await.unwrap();
    let again = host.lobbies.challenge(&ann, PLACE, Some(bob()), options).await.unwrap();
    assert_eq!((again.game, again.repeated), (first.game, true));
    let accepting = who(2);
    let accepted = host.lobbies.accept(&accepting, first.game).await.unwrap();
    let again = host.lobbies.accept(&accepting, first.game).await.unwrap();
    assert_eq!((again.version, again.repeated), (accepted.version, true));
    let buyer = scene(&host, first.game).await.to_act[0].person.0;
    let press = who(buyer);
    for _ in 0..2 {
        host.clash.shop_line(&press, first.game, Order::Buy, "Pawn").await.unwrap();
    }
    let own = host.views.private(first.game, PersonId(buyer)).await.unwrap();
    assert!(matches!(own.decision, PendingDecision::Shop(shop) if shop.gold == 3900));
}

#[tokio::test]
async fn a_sealed_bid_is_told_by_its_hash_alone() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = begun(&host).await;
    auction(&host, game).await;
    let done = does(&host, game, 1, bid(13)).await;
    let row = host.store.game(game).await.unwrap().unwrap();
    let last = row.actions.last().unwrap();
    assert!(last.sealed && last.version == done.version);
    // Answers are stored in a public row.
    assert_eq!(done.confirmed, [Confirmation::BidSealed]);
    let seen = scene(&host, game).await;
    let auction = seen.view.clash.as_ref().unwrap().auction.clone().unwrap();
    assert!(auction.bids[0].hash.is_some() && auction.bids[0].gold.is_none());
    assert_eq!(seen.to_act.len(), 1, "only the other is waited for");
    let own = host.views.private(game, PersonId(1)).await.unwrap();
    let PendingDecision::Bid(decision) = own.decision else {
        panic!("{:?}", own.decision);
    };
    assert_eq!(decision.sealed.unwrap().gold, Gold::whole(13));
    let other = host.views.private(game, PersonId(2)).await.unwrap();
    assert!(matches!(other.decision, PendingDecision::Bid(decision) if decision.sealed.is_none()));
    let export = host.games.export(game).await.unwrap().json;
    assert!(!export.contains("bid"), "{export}");
}

/// Results of the rounds and of the match in a replay, each with the number of pieces on its picture.
async fn ends_in_replay(host: &Host, game: GameId) -> Vec<(String, usize)> {
    let mut ends = Vec::new();
    let course = host.games.course(game).await.unwrap();
    let seen = course.each(|view| {
        if let Phase::Ended { reason, winners } = view.phase {
            ends.push((words::result(&reason, &winners), view.pieces.len()));
        }
    });
    seen.unwrap();
    ends
}

#[tokio::test]
async fn a_replay_shows_how_each_round_ended() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = begun(&host).await;
    for (person, line) in [
        (1, "King e1, Queen d1, Bishop c1 f1, Knight b1 g1, Pawn a2-h2"),
        (2, "King e8, Queen d8, Bishop c8 f8, Knight b8 g8, Pawn a7-h7"),
    ] {
        host.clash.shop_line(&who(person), game, Order::Buy, line).await.unwrap();
        does(&host, game, person, ClashAction::Ready).await;
    }
    for (index, text) in "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7".split(' ').enumerate() {
        play(&host, game, 1 + index as u64 % 2, text).await;
    }
    assert_eq!(ends_in_replay(&host, game).await, [("Round 1: White wins by checkmate.".to_owned(), 27)]);
    let replay = host.views.replay(game, Progress::default()).await.unwrap();
    assert!(replay.gif.len() > 1000);
}

#[tokio::test]
async fn a_replay_of_a_whole_match_has_the_end_of_each_round() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = begun(&host).await;
    auction(&host, game).await;
    for (person, gold) in [(1, 3), (2, 1)] {
        does(&host, game, person, bid(gold)).await;
    }
    armies(&host, game, &[1, 2]).await;
    host.games.resign(&who(2), game, None).await.unwrap();
    let ends = ends_in_replay(&host, game).await.into_iter();
    assert_eq!(
        ends.map(|(result, _)| result).collect::<Vec<_>>(),
        ["Round 1: White wins by resignation.", "Round 2: Black wins by resignation.", "White wins the match 2–1."]
    );
}

#[tokio::test]
async fn a_replaced_bid_is_forgotten_and_the_one_that_counts_was_published_before_the_other() {
    for in_time in [true, false] {
        let folder = Folder::new();
        let host = host_at(&folder, BEGIN).await;
        let game = begun(&host).await;
        auction(&host, game).await;
        does(&host, game, 1, bid(3)).await;
        say_all(&host).await;
        does(&host, game, 1, bid(4)).await;
        let sealed = host.views.history(game).await.unwrap();
        let sealed = sealed.iter().filter(|entry| {
            let fact = Fact::Sealed { seat: Seat(0) };
            entry.facts.contains(&fact)
        });
        assert_eq!(sealed.count(), 1);
        if in_time {
            say_all(&host).await;
        }
        let done = does(&host, game, 2, bid(2)).await;
        // Notices from now on have a later time.
        host.close().await;
        let host = host_at(&folder, BEGIN + 60_000).await;
        say_all(&host).await;
        let published = host.clash.bids_published(game, done.version).await.unwrap();
        match (in_time, published) {
            (true, [Published::Before(at), Published::Late]) => {
                assert!((BEGIN..BEGIN + 60_000).contains(&at), "{at}");
            }
            // Only the replaced bid's hash was published early.
            (false, [Published::Late, Published::Late]) => {}
            (_, other) => panic!("{in_time}: {other:?}"),
        }
        host.games.end(&moderator(7), game, None).await.unwrap();
        let file = host.games.export(game).await.unwrap().json;
        assert_eq!(file.matches("\"bid\"").count(), 2, "{file}");
    }
}

/// The army "as last time" is the one of the last round in which the person confirmed one.
#[tokio::test]
async fn the_last_army_is_the_one_confirmed_last() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = begun(&host).await;
    let mut confirmed = Vec::new();
    for (preset, loser) in engine::clash::presets().iter().zip([2, 1]) {
        let army = ArmyChoice::Preset(preset.id.clone());
        for person in [1, 2] {
            host.clash.fit_out(&who(person), game, None, &army).await.unwrap();
            does(&host, game, person, ClashAction::Ready).await;
        }
        let last = host.clash.last_army(game, PersonId(1)).await.unwrap().unwrap();
        assert!(!confirmed.contains(&last), "another army in each round");
        confirmed.push(last);
        host.games.resign(&who(loser), game, None).await.unwrap();
        assert_eq!(host.clash.last_army(game, PersonId(1)).await.unwrap().as_ref(), confirmed.last());
    }
}

#[tokio::test]
async fn each_preset_is_the_army_of_its_name() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = begun(&host).await;
    for preset in engine::clash::presets() {
        host.clash.fit_out(&who(1), game, None, &ArmyChoice::Preset(preset.id.clone())).await.unwrap();
        let PendingDecision::Shop(shop) = host.views.private(game, PersonId(1)).await.unwrap().decision else {
            panic!("no shop");
        };
        // "King e1, War Machine a1 h1"
        let is_name = |word: &&str| word.starts_with(char::is_uppercase);
        let named =
            preset.line.split(", ").map(|part| part.split(' ').take_while(is_name).collect::<Vec<_>>().join(" "));
        let bought = shop.pieces.iter().map(|piece| piece.look.name.clone());
        assert_eq!(bought.collect::<BTreeSet<_>>(), named.collect::<BTreeSet<_>>(), "{}", preset.id);
    }
}

/// A person who cannot buy now gets the rule as the reason.
#[tokio::test]
async fn there_is_no_shop_while_a_round_is_played() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = begun(&host).await;
    host.clash.own_shop(game, PersonId(2)).await.unwrap_err();
    host.clash.own_shop(game, PersonId(1)).await.unwrap();
    armies(&host, game, &[1, 2]).await;
    for person in [1, 2] {
        let no = refusal(host.clash.own_shop(game, PersonId(person)).await);
        assert!(matches!(no, Refusal::Illegal(_)), "{no:?}");
    }
}

/// A match that ends on time has no free seat, however often its Player was late.
#[tokio::test]
async fn a_match_lost_on_time_frees_no_seat() {
    let folder = Folder::new();
    let host = Host::open_at(folder.place(), Vec::new(), WallClock::frozen(BEGIN)).await.unwrap();
    let game = begun(&host).await;
    let mut late = BEGIN;
    while !scene(&host, game).await.over {
        late += 3 * HOUR + 60_000;
        assert!(late < BEGIN + 20 * HOUR);
        host.beat(late).await;
        host.time.set(late);
        host.clocks.run_due().await.unwrap();
    }
    let told = super::everyone::told(&host).await;
    assert!(!told.contains("SeatFree"), "{told}");
    assert!(scene(&host, game).await.table.vacant.is_empty());
}

/// A list of moves is empty while something else than a turn is due.
#[tokio::test]
async fn moves_are_listed_for_turns_alone() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = begun(&host).await;
    let listed = async |game, people: u64| {
        let mut listed = Vec::new();
        for person in 1..=people {
            listed.push(host.games.acts(game, PersonId(person)).await.unwrap().acts.len());
        }
        listed
    };
    assert_eq!(listed(game, 2).await, [0, 0], "while armies are bought");
    armies(&host, game, &[1]).await;
    assert_eq!(listed(game, 2).await, [0, 0], "one army is ready");
    armies(&host, game, &[2]).await;
    assert!(matches!(listed(game, 2).await[..], [(1..), 0]), "while White is to move");
    host.games.resign(&who(2), game, None).await.unwrap();
    armies(&host, game, &[1, 2]).await;
    host.games.resign(&who(1), game, None).await.unwrap();
    assert_eq!(listed(game, 2).await, [0, 0], "in the auction");
    host.games.end(&moderator(9), game, None).await.unwrap();
    let secret = super::game(&host, GameMode::Assassin, &["party-volatile", "medieval", "medieval"]).await;
    assert!(matches!(scene(&host, secret).await.view.phase, Phase::VolatileChoice { .. }));
    assert_eq!(listed(secret, 3).await, [0; 3], "during secret choices");
}

/// Prepared moves belong to their round, although no turn was played in it.
#[tokio::test]
async fn prepared_moves_end_with_their_round() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = begun(&host).await;
    for (person, army) in [
        (1, "King e1, Queen d1, Bishop c1 f1, Knight b1 g1, Pawn a2-h2"),
        (2, "King e8, Queen d8, Bishop c8 f8, Knight b8 g8, Pawn a7-h7"),
    ] {
        host.clash.shop_line(&who(person), game, Order::Buy, army).await.unwrap();
        does(&host, game, person, ClashAction::Ready).await;
    }
    let moves = ("e2e4".to_owned(), "e7e5".to_owned());
    host.games.prepare_answer(&who(2), game, None, moves).await.unwrap();
    assert_eq!(host.games.conditional_moves(game, PersonId(2)).await.unwrap().len(), 1);
    host.games.resign(&who(1), game, None).await.unwrap();
    assert!(host.games.conditional_moves(game, PersonId(2)).await.unwrap().is_empty());
    host.games.play_conditional_moves(game).await.unwrap();
    assert!(host.store.lines(game).await.unwrap().is_empty());
}

/// The opener of a match can end it before its second turn alone, and in its first round alone.
#[tokio::test]
async fn a_match_is_ended_by_its_challenger_in_its_first_round_alone() {
    for rounds in [0, 1] {
        let folder = Folder::new();
        let host = host(&folder).await;
        let game = begun(&host).await;
        for _ in 0..rounds {
            armies(&host, game, &[1, 2]).await;
            host.games.resign(&who(2), game, None).await.unwrap();
        }
        let ended = host.games.end(&who(1), game, None).await;
        match rounds {
            0 => drop(ended.unwrap()),
            _ => assert_eq!(refusal(ended), Denied::End.into()),
        }
    }
}

/// A public change between hidden ones is the newest version that others see.
#[tokio::test]
async fn a_public_change_between_purchases_is_seen() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = begun(&host).await;
    for army in ["King", "Queen"] {
        host.clash.shop_line(&who(1), game, Order::Buy, army).await.unwrap();
    }
    let public = host.games.ask_pause(&who(2), game, false).await.unwrap().version;
    let hidden = host.clash.shop_line(&who(1), game, Order::Buy, "Rook").await.unwrap().version;
    assert_eq!(hidden.0, public.0 + 1);
    for host in [host.clone(), host.started_again()] {
        let seen = scene(&host, game).await;
        assert_eq!((seen.version, seen.newest), (public, public));
    }
}

/// A bid that was published before the other one was missed keeps the time of its publication.
#[tokio::test]
async fn a_bid_was_published_before_the_other_was_missed() {
    for early in [1, 2] {
        let folder = Folder::new();
        let host = dealing(&folder, [0; 32]).await;
        let game = begun(&host).await;
        auction(&host, game).await;
        host.set_time(BEGIN + HOUR);
        does(&host, game, early, bid(3)).await;
        say_all(&host).await;
        let late = BEGIN + 4 * HOUR;
        host.set_time(late);
        host.beat(late).await;
        host.clocks.run_due().await.unwrap();
        say_all(&host).await;
        let newest = host.games.load(game).await.unwrap().version;
        let mut expected = [Published::Late; 2];
        expected[early as usize - 1] = Published::Before(BEGIN + HOUR);
        assert_eq!(host.clash.bids_published(game, newest).await.unwrap(), expected, "{early}");
    }
}

/// The army "as last time" is that of the match itself, or else of the newest other match in which the person confirmed
/// one.
#[tokio::test]
async fn the_last_army_is_that_of_the_newest_match_with_one() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let mut matches = Vec::new();
    let mut armies = Vec::new();
    for (number, preset) in [Some(0_usize), Some(1), None, None].into_iter().enumerate() {
        let place = Place { channel: ChannelId(700 + number as u64), ..PLACE };
        let options = ClashOptions { colours: Colours::Challenger, ..ClashOptions::default() };
        let game = host.lobbies.challenge(&who(1), place, Some(bob()), options).await.unwrap().game;
        host.lobbies.accept(&who(2), game).await.unwrap();
        if let Some(preset) = preset {
            let army = ArmyChoice::Preset(engine::clash::presets()[preset].id.clone());
            host.clash.fit_out(&who(1), game, None, &army).await.unwrap();
            does(&host, game, 1, ClashAction::Ready).await;
            armies.push(host.clash.last_army(game, PersonId(1)).await.unwrap().unwrap());
        }
        matches.push(game);
    }
    assert_ne!(armies[0], armies[1]);
    for (game, expected) in matches.into_iter().zip([0, 1, 1, 1]) {
        let last = host.clash.last_army(game, PersonId(1)).await.unwrap();
        assert_eq!(last.as_ref(), Some(&armies[expected]), "{game:?}");
        assert_eq!(host.clash.last_army(game, PersonId(2)).await.unwrap(), None, "{game:?}");
    }
}

/// Of two Players who resign a round at the same instant, one loses it. The other one does not lose the next round.
#[tokio::test]
async fn players_who_resign_at_once_lose_one_round() {
    use crate::host::session::pauses::Step;
    let folder = Folder::new();
    let slow = |step: Step| if step == Step::Commit { Duration::from_millis(50) } else { Duration::ZERO };
    let host = host_with(&folder, Pauses(Box::new(slow))).await;
    let game = begun(&host).await;
    armies(&host, game, &[1, 2]).await;
    let version = scene(&host, game).await.version;
    let (ann, bob) = (who(1), who(2));
    let (one, two) =
        tokio::join!(host.games.resign(&ann, game, Some(version)), host.games.resign(&bob, game, Some(version)));
    let refused: Vec<Refusal> = [one, two].into_iter().filter(Result::is_err).map(refusal).collect();
    assert_eq!(refused, vec![Refusal::from(Stale::Position)]);
    let clash = scene(&host, game).await.view.clash.unwrap();
    assert_eq!((clash.round, clash.rounds.len()), (2, 1));
}
