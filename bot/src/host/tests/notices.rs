//! The outbox: order, exactly one message per notice, crashes.

use super::*;

/// Posts all notices, using their ids as message ids.
pub(crate) async fn say_all(host: &Host) -> Vec<Notice> {
    let mut said = Vec::new();
    loop {
        let notices = some(host).await;
        if notices.is_empty() {
            return said;
        }
        for notice in notices {
            let channel = match notice.to {
                Recipient::Channel(channel) => channel,
                Recipient::Person(person) => ChannelId(person.0 + 1000),
            };
            let message = MessageId(notice.id.0 as u64);
            host.outbox.posted(&notice, channel, message, None).await.unwrap();
            said.push(notice);
        }
    }
}

fn kinds(notices: &[Notice]) -> Vec<NoticeKind> {
    notices.iter().map(|notice| notice.kind).collect()
}

#[tokio::test]
async fn every_turn_is_said_once_and_in_order() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    use NoticeKind::{DrawOffer, Lobby, Turn};
    assert_eq!(kinds(&say_all(&host).await), [Lobby, Lobby, Lobby, Turn]);
    assert_eq!(host.outbox.lobby_message(game).await.unwrap().unwrap().kind, Lobby);
    play(&host, game, 1, "e4").await;
    play(&host, game, 2, "e5").await;
    host.games.offer_draw(&who(2), game, None).await.unwrap();
    // One notice at a time per channel, oldest first.
    let first = some(&host).await;
    assert_eq!(kinds(&first), [Turn]);
    assert!(some(&host).await.is_empty(), "handed out once");
    assert!(!first[0].unsure);
    // After a crash while posting, the notice comes again with the same id, marked as unsure.
    let host = super::host(&folder).await;
    let again = some(&host).await;
    assert_eq!(again, first);
    assert!(again[0].unsure);
    let older = host.outbox.posted(&again[0], CHANNEL, MessageId(900), None).await.unwrap();
    drop(again);
    let stale: Vec<_> = older.iter().map(|posted| posted.kind).collect();
    assert_eq!(stale, [Lobby, Lobby, Lobby, Turn]);
    for posted in older {
        host.outbox.buttons_gone(posted.message).await.unwrap();
    }
    let rest = say_all(&host).await;
    assert_eq!(kinds(&rest), [Turn, DrawOffer]);
    assert_eq!(rest[0].version, Version(first[0].version.0 + 1));
    assert!(some(&super::host(&folder).await).await.is_empty());
}

/// A notice of a kind that only a newer program knows is given up, so later ones in its channel do not wait for it.
#[tokio::test]
async fn a_notice_of_an_unknown_kind_delays_no_other() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    say_all(&host).await;
    play(&host, game, 1, "e4").await;
    play(&host, game, 2, "e5").await;
    let first = "UPDATE outbox SET kind = 'newer' WHERE id = (SELECT MIN(id) FROM outbox
        WHERE game = $1 AND kind = 'turn' AND state = 'waiting')";
    damage(&folder, first, game).await;
    assert_eq!(kinds(&say_all(&host).await), [NoticeKind::Turn]);
    assert!(!wants_to_speak(&host).await);
}

#[tokio::test]
async fn what_cannot_be_posted_is_tried_again_or_leaves_a_button() {
    let folder = Folder::new();
    let host = dealing(&folder, [3; 32]).await;
    let armies = ["medieval", "makpong", "the-party"];
    game(&host, GameMode::Assassin, &armies).await;
    let mut cards = Vec::new();
    for notice in some(&host).await {
        match notice.kind {
            NoticeKind::Target => cards.push(notice),
            _ => {
                let failure = Failure::Discord { unsure: false };
                assert!(!host.outbox.failed(&notice, failure).await.unwrap(), "not given up");
            }
        }
    }
    assert_eq!(cards.len(), 3);
    // The channel waits for a retry, in unchanged order.
    assert!(some(&host).await.is_empty());
    let (posted, refused) = cards.split_first().unwrap();
    host.outbox.posted(posted, ChannelId(1001), MessageId(1), None).await.unwrap();
    for card in refused {
        assert!(host.outbox.failed(card, Failure::Never).await.unwrap());
    }
    host.time.set(BEGIN + 1_100);
    let said = kinds(&say_all(&host).await);
    let buttons = said.iter().filter(|kind| **kind == NoticeKind::ClosedDm).count();
    assert_eq!(buttons, 1, "{said:?}");
    assert!(!said.contains(&NoticeKind::Target));
}

#[tokio::test]
async fn who_wants_a_direct_message_gets_one() {
    let folder = Folder::new();
    let host = host(&folder).await;
    host.settings.change_person_settings(PersonId(2), |settings| settings.ping = Ping::Dm).await.unwrap();
    let game = duel(&host).await;
    say_all(&host).await;
    play(&host, game, 1, "e4").await;
    let said = say_all(&host).await;
    let to: Vec<_> = said.iter().map(|notice| (notice.kind, notice.to)).collect();
    assert!(to.contains(&(NoticeKind::YourTurn, Recipient::Person(PersonId(2)))), "{to:?}");
    play(&host, game, 2, "e5").await;
    assert_eq!(kinds(&say_all(&host).await), [NoticeKind::Turn]);
}

#[tokio::test]
async fn a_direct_message_takes_the_buttons_only_off_those_it_replaces() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let armies = ["party-volatile", "medieval", "medieval"];
    game(&host, GameMode::Assassin, &armies).await;
    let dm = |notice: &Notice| match notice.to {
        Recipient::Person(person) => ChannelId(person.0 + 1000),
        Recipient::Channel(channel) => channel,
    };
    let mut kept = Vec::new();
    loop {
        let taken = some(&host).await;
        if taken.is_empty() {
            break;
        }
        for notice in taken {
            let message = MessageId(notice.id.0 as u64);
            let older = host.outbox.posted(&notice, dm(&notice), message, None).await.unwrap();
            if let Recipient::Person(_) = notice.to {
                kept.push(notice.kind);
                assert!(older.is_empty(), "{notice:?} after {older:?}");
            }
        }
    }
    for kind in [NoticeKind::Target, NoticeKind::PendingDecision] {
        assert!(kept.contains(&kind), "{kept:?}");
    }
}

/// Direct messages about a turn and its reminder go to those alone who get direct messages.
#[tokio::test]
async fn turns_and_reminders_are_sent_directly_to_those_alone_who_get_direct_messages() {
    for (ping, closed, direct) in [
        (Ping::Channel, false, false),
        (Ping::Channel, true, false),
        (Ping::None, false, false),
        (Ping::Dm, false, true),
        (Ping::Dm, true, false),
    ] {
        let folder = Folder::new();
        let host = dealing(&folder, [0; 32]).await;
        for person in [1, 2] {
            let change = move |settings: &mut PersonSettings| (settings.ping, settings.dm_closed) = (ping, closed);
            host.settings.change_person_settings(PersonId(person), change).await.unwrap();
        }
        let time = TimeControl::PerTurn { turn: 3 * 3600 };
        game_with(&host, GameMode::Duel, &["medieval"; 2], |options| options.time = time).await;
        let with = |all: &str, mine: &str| if direct { format!("{all}, {mine} 1") } else { all.to_owned() };
        assert_eq!(everyone::told(&host).await, with("Lobby, Lobby, Lobby, Turn", "YourTurn"), "{ping:?}, {closed}");
        host.time.set(BEGIN + 2 * HOUR);
        host.clocks.run_due().await.unwrap();
        assert_eq!(everyone::told(&host).await, with("Reminder", "YourReminder"), "{ping:?}, {closed}");
    }
}

/// Reminders go directly to the people who have to act, in every phase in which that is public.
#[tokio::test]
async fn reminders_are_sent_directly_in_every_phase() {
    let folder = Folder::new();
    let host = dealing(&folder, [0; 32]).await;
    for person in [1, 2] {
        host.settings.change_person_settings(PersonId(person), |settings| settings.ping = Ping::Dm).await.unwrap();
    }
    let game = clash::begun(&host).await;
    let reminded = async || {
        everyone::told(&host).await;
        host.set_time(host.now() + 2 * HOUR);
        host.beat(host.now()).await;
        host.clocks.run_due().await.unwrap();
        everyone::told(&host).await
    };
    assert_eq!(reminded().await, "Reminder, YourReminder 1", "while White buys an army");
    clash::armies(&host, game, &[1, 2]).await;
    assert_eq!(reminded().await, "Reminder, YourReminder 1", "White is to move");
    host.games.resign(&who(2), game, None).await.unwrap();
    clash::armies(&host, game, &[1, 2]).await;
    host.games.resign(&who(1), game, None).await.unwrap();
    let bid = |gold| engine::action::ClashAction::Bid { gold: engine::clash::Gold::whole(gold) };
    for (person, gold) in [(1, 5), (2, 4)] {
        host.clash.act(&who(person), game, None, bid(gold)).await.unwrap();
    }
    let raises = scene(&host, game).await.to_act;
    assert_eq!(raises.len(), 1);
    assert_eq!(reminded().await, format!("Reminder, YourReminder {}", raises[0].person.0), "in the auction");
}

/// A refused direct message about a challenge, like one about a turn, leads to a line in the channel.
#[tokio::test]
async fn a_refused_message_about_a_challenge_is_told_in_the_channel() {
    let folder = Folder::new();
    let host = host(&folder).await;
    host.settings.change_person_settings(PersonId(2), |settings| settings.ping = Ping::Dm).await.unwrap();
    let challenged = Some(member(2));
    host.lobbies.challenge(&who(1), PLACE, challenged, ClashOptions::default()).await.unwrap();
    let mut direct = Vec::new();
    for notice in some(&host).await {
        match notice.to {
            Recipient::Person(_) => {
                direct.push(notice.kind);
                assert!(host.outbox.failed(&notice, Failure::Closed).await.unwrap());
            }
            Recipient::Channel(_) => host.outbox.superseded(&notice).await.unwrap(),
        }
    }
    assert_eq!(direct, [NoticeKind::Challenged]);
    assert_eq!(everyone::told(&host).await, "DmRefused");
}

/// The delivery is woken for the next notice of a channel, whatever became of the one before.
#[tokio::test]
async fn whatever_becomes_of_a_notice_wakes_the_delivery() {
    use futures_util::FutureExt as _;
    let woken = |host: &Host| host.games.notices.woken().now_or_never().is_some();
    for what in ["posted", "superseded", "released", "given up", "failed"] {
        let folder = Folder::new();
        let host = host(&folder).await;
        duel(&host).await;
        let notice = some(&host).await.remove(0);
        while woken(&host) {}
        match what {
            "posted" => drop(host.outbox.posted(&notice, CHANNEL, MessageId(1), None).await.unwrap()),
            "superseded" => host.outbox.superseded(&notice).await.unwrap(),
            "given up" => assert!(host.outbox.failed(&notice, Failure::Never).await.unwrap()),
            "failed" => assert!(!host.outbox.failed(&notice, Failure::Discord { unsure: false }).await.unwrap()),
            _ => {
                let id = notice.id;
                drop(notice);
                host.outbox.release(id).await.unwrap();
            }
        }
        assert!(woken(&host), "{what}");
    }
}

/// A turn that is answered in public needs the delivery for the direct message to the next Player alone.
#[tokio::test]
async fn a_direct_message_beside_a_public_answer_wakes_the_delivery() {
    use futures_util::FutureExt as _;
    for (ping, wakes) in [(Ping::Dm, true), (Ping::Channel, false)] {
        let folder = Folder::new();
        let host = host(&folder).await;
        host.settings.change_person_settings(PersonId(2), move |settings| settings.ping = ping).await.unwrap();
        let game = duel(&host).await;
        everyone::told(&host).await;
        while host.games.notices.woken().now_or_never().is_some() {}
        let ann = Who { shows_in: Some(CHANNEL), ..who(1) };
        let Played::Done(done) = host.games.act_text(&ann, game, "e4", false).await.unwrap() else { panic!() };
        assert_eq!(done.claimed.map(|notice| notice.kind), Some(NoticeKind::Turn));
        assert_eq!(host.games.notices.woken().now_or_never().is_some(), wakes, "{ping:?}");
        // A turn that is not answered in public needs it for the board.
        while host.games.notices.woken().now_or_never().is_some() {}
        play(&host, game, 2, "e5").await;
        assert!(host.games.notices.woken().now_or_never().is_some(), "{ping:?}");
    }
}

/// Lets every direct message that waits be refused. Returns their kinds.
async fn refuse_direct_messages(host: &Host) -> Vec<NoticeKind> {
    let mut refused = Vec::new();
    for notice in some(host).await {
        match notice.to {
            Recipient::Person(_) => {
                refused.push(notice.kind);
                assert!(host.outbox.failed(&notice, Failure::Closed).await.unwrap());
            }
            Recipient::Channel(_) => host.outbox.superseded(&notice).await.unwrap(),
        }
    }
    refused
}

/// A refused reminder leads to a line in the channel. A refused request of a team mate, which the channel must not show,
/// leads to a button there.
#[tokio::test]
async fn refused_reminders_and_requests_of_mates_reach_the_channel() {
    let folder = Folder::new();
    let host = dealing(&folder, [0; 32]).await;
    host.settings.change_person_settings(PersonId(1), |settings| settings.ping = Ping::Dm).await.unwrap();
    let time = TimeControl::PerTurn { turn: 3 * 3600 };
    game_with(&host, GameMode::Duel, &["medieval"; 2], |options| options.time = time).await;
    everyone::told(&host).await;
    host.set_time(BEGIN + 2 * HOUR);
    host.clocks.run_due().await.unwrap();
    assert_eq!(refuse_direct_messages(&host).await, [NoticeKind::YourReminder]);
    assert_eq!(everyone::told(&host).await, "DmRefused");

    let folder = Folder::new();
    let host = super::host(&folder).await;
    let game = shared_duel(&host).await;
    everyone::told(&host).await;
    host.games.resign(&who(1), game, None).await.unwrap();
    assert_eq!(refuse_direct_messages(&host).await, [NoticeKind::ResignAsked]);
    assert_eq!(everyone::told(&host).await, "ClosedDm");
}

/// Refused messages about secret choices lead to one button in the channel, which everyone can press for their own.
#[tokio::test]
async fn refused_messages_about_secret_choices_lead_to_a_button() {
    let folder = Folder::new();
    let host = host(&folder).await;
    game(&host, GameMode::Duel, &["party-volatile", "medieval"]).await;
    assert_eq!(refuse_direct_messages(&host).await, [NoticeKind::PendingDecision; 2]);
    assert_eq!(everyone::told(&host).await.matches("ClosedDm").count(), 1);
}
