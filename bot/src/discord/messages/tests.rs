//! Texts and buttons of messages. Each state is one edit of a usual one.

use std::collections::BTreeSet;

use engine::board::Seat;
use engine::clash::{Gold, ULTIMATE};
use engine::play::Fall;
use engine::titans::{GameMode, PlacementStyle};
use engine::view::{Phase, SeatState};
use serde_json::Value;
use serenity::all::CreateButton;

use super::{board, invitation, lobby, odds, standstill, target};
use crate::discord::answer::Answer;
use crate::discord::wording::odds::UNRATED;
use crate::host::tests::{Folder, PLACE, game, host, manager, member, player, scene, who, with};
use crate::host::{
    Absence, BidDecision, Board, ClashOptions, Colours, ComputerPlayer, DuelChallenge, GivenOdds, Host, Invitation,
    Lobby, LobbyOptions, LobbyRefusal, Member, Missing, Odds, PendingDecision, PersonId, Refusal, Scene, Sealed,
    SeatOrder, Standing, Stopped, ThemeName, TimeControl, VacantSeat, Version,
};

fn sent(answer: Answer) -> Value {
    serde_json::to_value(answer.message()).unwrap()
}

/// Labels and ids of buttons.
fn shown(buttons: Vec<CreateButton>) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let buttons = buttons.into_iter().map(|button| serde_json::to_value(button).unwrap());
    buttons.map(|button| (text(&button["label"]), text(&button["custom_id"]))).collect()
}

fn labels(buttons: Vec<CreateButton>) -> Vec<String> {
    shown(buttons).into_iter().map(|(label, _)| label).collect()
}

async fn duel(folder: &Folder) -> Scene {
    let host = host(folder).await;
    let game = game(&host, GameMode::Duel, &["medieval"; 2]).await;
    scene(&host, game).await
}

/// A match of Clash in its first shop.
async fn clash(folder: &Folder) -> (Host, Scene) {
    let host = host(folder).await;
    let options = ClashOptions { colours: Colours::Challenger, ..ClashOptions::default() };
    let game = host.lobbies.challenge(&who(1), PLACE, Some(member(2)), options).await.unwrap().game;
    host.lobbies.accept(&who(2), game).await.unwrap();
    let scene = scene(&host, game).await;
    (host, scene)
}

/// A message waits for a free seat only where no person is to act.
#[tokio::test]
async fn a_person_who_is_to_act_is_named_beside_a_free_seat() {
    let folder = Folder::new();
    let mut scene = duel(&folder).await;
    scene.view.to_act = vec![Seat(0), Seat(1)];
    scene.table.vacant = vec![VacantSeat { seat: Seat(1), last: vec![member(2)], why: Absence::Left }];
    for (to_act, instead) in
        [(vec![member(1)], None), (Vec::new(), Some("It is the turn of whoever takes the seat of **Bob**."))]
    {
        scene.to_act = to_act;
        assert_eq!(board::next_decision(&scene, &[], &[]).instead.as_deref(), instead);
    }
}

type Edit = fn(&mut Scene);

#[tokio::test]
async fn buttons_follow_the_state_of_a_game() {
    let folder = Folder::new();
    let usual = duel(&folder).await;
    let volatile = |scene: &mut Scene| {
        scene.view.phase = Phase::VolatileChoice { done: 0, of: 2, own: false, openly: false };
    };
    let after = "Rematch, Replay, Step Through";
    for (edit, expected) in [
        ((|_| {}) as Edit, "Move, Moves of…, Draw, Resign"),
        (|scene| scene.newest = Version(scene.version.0 + 1), ""),
        (|scene| scene.unattended = true, ""),
        (|scene| scene.over = true, after),
        (|scene| (scene.over, scene.unattended) = (true, true), after),
        (|scene| (scene.over, scene.newest) = (true, Version(scene.version.0 + 1)), ""),
        (|scene| scene.clock.standing = Some(Standing::Paused), "Resume"),
        (|scene| scene.clock.standing = Some(Standing::Adjourned), "Resume"),
        (|scene| scene.view.draw_offer = vec![Seat(0)], "Move, Moves of…, Accept Draw, Decline, Resign"),
        (|scene| scene.view.phase = Phase::Placement, "Place My Army, Resign"),
        (volatile, "Choose, Resign"),
        (|scene| scene.view.phase = Phase::Shop, "Open My Shop, Resign"),
        (|scene| scene.view.phase = Phase::Auction { standing: None }, "Bid, Resign"),
    ] {
        let mut scene = usual.clone();
        edit(&mut scene);
        assert_eq!(labels(board::buttons(&scene)).join(", "), expected);
    }
}

/// In the ultimate round a draw cannot be offered.
#[tokio::test]
async fn a_draw_is_offered_in_every_round_but_the_ultimate_one() {
    let folder = Folder::new();
    let (_, mut scene) = clash(&folder).await;
    scene.view.phase = Phase::Play;
    for round in 1..=ULTIMATE {
        scene.view.clash.as_mut().unwrap().round = round;
        let offered = labels(board::buttons(&scene)).contains(&"Draw".to_owned());
        assert_eq!(offered, round < ULTIMATE, "{round}");
    }
}

/// The computer analyses finished duels of Titan's Battalion in which a turn was played.
#[tokio::test]
async fn finished_duels_can_be_analysed() {
    let folder = Folder::new();
    let usual = duel(&folder).await;
    for (edit, expected) in [
        ((|_| {}) as Edit, true),
        (|scene| scene.over = false, false),
        (|scene| scene.view.turns = 0, false),
        (|scene| scene.seats.push(Vec::new()), false),
    ] {
        let mut scene = usual.clone();
        (scene.over, scene.view.turns) = (true, 1);
        edit(&mut scene);
        assert_eq!(board::analyse_button(&scene).is_some(), expected);
    }
    let (_, mut scene) = clash(&Folder::new()).await;
    (scene.over, scene.view.turns) = (true, 1);
    assert!(board::analyse_button(&scene).is_none());
}

/// Discord takes five buttons in a row, with labels of at most 80 characters.
#[tokio::test]
async fn free_seats_have_buttons_that_discord_takes() {
    let folder = Folder::new();
    let mut scene = duel(&folder).await;
    assert!(board::seat_buttons(&scene).is_empty() && board::take_over_buttons(&scene).is_empty());
    let long = |person| Member { person: PersonId(person), name: "Wolfeschlegelsteinhausenbergerdorff".to_owned() };
    let free = |seat| VacantSeat { seat: Seat(seat), last: vec![long(1), long(2), long(3)], why: Absence::Left };
    for number in 1..=6 {
        scene.table.vacant = (0..number).map(free).collect();
        for buttons in [board::seat_buttons(&scene), board::take_over_buttons(&scene)] {
            let shown = shown(buttons);
            assert_eq!(shown.len(), usize::from(number.min(5)));
            assert!(shown.iter().all(|(label, _)| label.chars().count() <= 80), "{shown:?}");
            assert!(shown.iter().all(|(label, _)| label.contains("Wolfe") == (number > 1)), "{shown:?}");
            assert_eq!(shown.iter().map(|(_, id)| id).collect::<BTreeSet<_>>().len(), shown.len(), "{shown:?}");
        }
    }
    scene.over = true;
    assert!(board::seat_buttons(&scene).is_empty() && board::take_over_buttons(&scene).is_empty());
}

/// A pause asks the players who are still in the game and have not agreed.
#[tokio::test]
async fn a_pause_is_asked_of_those_who_play_and_have_not_agreed() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = game(&host, GameMode::Ffa, &["medieval"; 3]).await;
    let usual = scene(&host, game).await;
    let fallen = SeatState::Defeated { how: Fall::Checkmate, by: None };
    for (agreed, defeated, expected) in [
        (vec![], None, vec![1, 2, 3]),
        (vec![Seat(0)], None, vec![2, 3]),
        (vec![Seat(0)], Some(2), vec![2]),
        (vec![Seat(1), Seat(0)], Some(2), vec![]),
    ] {
        let mut scene = usual.clone();
        scene.clock.asked = agreed;
        if let Some(seat) = defeated {
            scene.view.seats[seat].state = fallen.clone();
        }
        let asked: Vec<u64> = standstill::unanswered(&scene).into_iter().map(|one| one.person.0).collect();
        assert_eq!(asked, expected);
    }
}

/// A decision that is made already is not the next one.
#[tokio::test]
async fn a_sealed_bid_is_no_decision_any_more() {
    let folder = Folder::new();
    let (host, scene) = clash(&folder).await;
    let mut private = host.views.private(scene.game, PersonId(1)).await.unwrap();
    assert!(target::is_next(&private), "the shop");
    let gold = Gold::whole(3);
    let bid = |sealed| PendingDecision::Bid(BidDecision { limit: Gold::whole(9), sealed });
    for (decision, expected) in [
        (bid(None), true),
        (bid(Some(Sealed { gold, hash: "ab".to_owned() })), false),
        (PendingDecision::Raise(gold), true),
        (PendingDecision::Turn, true),
        (PendingDecision::Volatile(Vec::new()), false),
        (PendingDecision::Nothing, false),
    ] {
        private.decision = decision;
        assert_eq!(target::is_next(&private), expected, "{:?}", private.decision);
    }
}

/// Lobby of a duel with everything that its message can tell.
async fn full_lobby(folder: &Folder) -> Lobby {
    let host = host(folder).await;
    let options = LobbyOptions {
        start_when_full: false,
        order: SeatOrder::Fixed,
        time: TimeControl::USUAL,
        ..LobbyOptions::new(GameMode::Duel, 2)
    };
    let game = host.lobbies.open_lobby(&who(1), PLACE, options, Some("medieval")).await.unwrap().game;
    host.lobbies.join(&who(2), game, with("baroque-duel")).await.unwrap();
    let Board::Lobby(lobby) = host.views.board(game).await.unwrap() else { panic!("it has begun") };
    assert!(lobby.seed.is_some());
    Lobby { odds: Some(GivenOdds { seat: Seat(0), odds: Odds::HalfTime }), ..*lobby }
}

/// An invitation has a button for each thing that is missing, and is started only if nothing is.
#[tokio::test]
async fn an_invitation_has_a_button_for_whatever_is_missing() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let challenge = DuelChallenge {
        opponent: member(2),
        mine: None,
        theirs: None,
        first: Colours::Drawn,
        options: LobbyOptions::new(GameMode::Duel, 2),
    };
    let game = host.lobbies.challenge_to_duel(&who(1), PLACE, challenge).await.unwrap().game;
    let Board::Lobby(open) = host.views.board(game).await.unwrap() else { panic!("no lobby") };
    let setup = || Missing::Setup(Box::new(Refusal::Lobby(LobbyRefusal::Full)));
    let things = [
        (Missing::Players(1), false),
        (Missing::Answers(vec![member(2)]), false),
        (Missing::Battalion(player(0, 1)), true),
        (Missing::Battalion(player(1, 2)), true),
        (Missing::OtherBattalion(player(0, 1)), true),
        (Missing::OtherBattalion(player(1, 2)), true),
        (setup(), false),
    ];
    let lists = things.iter().flat_map(|one| things.iter().map(move |other| vec![one, other]));
    let lists = lists.chain(things.iter().map(|one| vec![one])).chain([Vec::new()]);
    for missing in lists {
        for invited in [vec![], vec![member(2)]] {
            let choose = missing.iter().any(|(_, choose)| *choose);
            let missing: Vec<Missing> = missing.iter().map(|(missing, _)| missing.clone()).collect();
            let lobby = Lobby { missing: missing.clone(), invited: invited.clone(), ..(*open).clone() };
            let labels = labels(invitation::buttons(&lobby));
            let has = |wanted: &str| labels.iter().any(|label| label == wanted);
            assert_eq!(has("Choose Battalion"), choose, "{missing:?}: {labels:?}");
            assert_eq!(has("Start"), missing.is_empty(), "{missing:?}: {labels:?}");
            assert_eq!(has("Accept"), !invited.is_empty(), "{invited:?}: {labels:?}");
            assert!(has("Decline") && has("Add a Word"), "{labels:?}");
        }
    }
}

/// A Battalion that is not available any more can be replaced from the message of the invitation.
#[tokio::test]
async fn a_battalion_that_is_gone_can_be_replaced() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let options = LobbyOptions { start_when_full: false, ..LobbyOptions::new(GameMode::Duel, 2) };
    let challenge = DuelChallenge {
        opponent: member(2),
        mine: Some("makpong".to_owned()),
        theirs: Some("medieval".to_owned()),
        first: Colours::Drawn,
        options,
    };
    let game = host.lobbies.challenge_to_duel(&who(1), PLACE, challenge).await.unwrap().game;
    for (disabled, chosen) in [(vec![], false), (vec!["makpong"], true), (vec!["medieval"], true)] {
        let disabled: Vec<String> = disabled.into_iter().map(str::to_owned).collect();
        let change = move |settings: &mut crate::host::GuildSettings| {
            settings.disabled_battalions = disabled;
            Ok(())
        };
        host.settings.change_guild_settings(&manager(9), PLACE.guild.unwrap(), change).await.unwrap();
        let Board::Lobby(lobby) = host.views.board(game).await.unwrap() else { panic!("no lobby") };
        let labels = labels(invitation::buttons(&lobby));
        assert_eq!(labels.contains(&"Choose Battalion".to_owned()), chosen, "{:?}: {labels:?}", lobby.missing);
    }
}

/// A closed lobby tells who closed it, and nothing about a game that will not take place. It has no buttons.
#[tokio::test]
async fn a_closed_lobby_tells_nothing_of_a_game() {
    let folder = Folder::new();
    let open = full_lobby(&folder).await;
    let bare = Lobby { odds: None, possible_odds: None, balance: None, seed: None, ..open.clone() };
    let text = |lobby: &Lobby| sent(lobby::message(lobby, &[]))["content"].as_str().unwrap().to_owned();
    assert_ne!(text(&open), text(&bare));
    let closed = |lobby: Lobby| Lobby { closed: Some(Stopped { by: member(1), reason: None }), ..lobby };
    assert_eq!(text(&closed(open.clone())), text(&closed(bare)));
    assert_eq!(sent(lobby::message(&closed(open), &[]))["components"], serde_json::json!([]));
}

/// Games with a computer are unrated anyway, so only a lobby of people says that odds make a game unrated.
#[tokio::test]
async fn odds_make_games_of_people_unrated() {
    let folder = Folder::new();
    let usual = full_lobby(&folder).await;
    let computer = ComputerPlayer { level: opponent::Level::Captain, number: 0 }.member();
    for seats in [[false, false], [true, false], [false, true]] {
        let mut lobby = usual.clone();
        for (seat, _) in lobby.seats.iter_mut().zip(seats).filter(|(_, is_computer)| *is_computer) {
            seat.members = vec![computer.clone()];
        }
        let told = odds::sentence(&lobby).unwrap();
        assert_eq!(told.contains(UNRATED), seats == [false, false], "{told}");
    }
}

/// Once the seats are fixed, every message before a game has the buttons for a sealed word alone, and says who is awaited.
#[tokio::test]
async fn with_fixed_seats_only_a_word_is_asked() {
    let folder = Folder::new();
    let lobby = full_lobby(&folder).await;
    let buttons = |answer: Answer| {
        let rows = sent(answer)["components"].as_array().cloned().unwrap_or_default();
        let all = rows.iter().flat_map(|row| row["components"].as_array().cloned().unwrap_or_default());
        all.map(|button| button["label"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    for fixed in [false, true] {
        let seed = Some(crate::host::SealedSeed { fixed, ..lobby.seed.clone().unwrap() });
        let open = Lobby { seed: seed.clone(), ..lobby.clone() };
        let mut invited = open.clone();
        invited.options.invitation = Some(Invitation::Challenge);
        let other = Folder::new();
        let host = host(&other).await;
        let game = host.lobbies.challenge(&who(1), PLACE, Some(member(2)), ClashOptions::default()).await.unwrap().game;
        let Board::Challenge(challenge) = host.views.board(game).await.unwrap() else { panic!("no challenge") };
        let challenge = crate::host::Challenge { seed, ..*challenge };
        let answers =
            [lobby::message(&open, &[]), lobby::message(&invited, &[]), super::challenge::message(&challenge, false)];
        for answer in answers {
            let text = answer.content().to_owned();
            assert_eq!(text.contains("waiting for the sealed word"), fixed, "{text}");
            assert_eq!(buttons(answer) == ["Tell Your Word", "Leave"], fixed, "{text}");
        }
    }
}

/// Of several members of a seat, each has to agree.
#[tokio::test]
async fn a_seat_has_agreed_when_all_its_members_have() {
    let folder = Folder::new();
    let mut lobby = full_lobby(&folder).await;
    lobby.options.invitation = Some(Invitation::Rematch(lobby.game));
    lobby.seats[1].members = vec![member(2), member(3)];
    for (invited, agreed) in [(vec![], true), (vec![3], false), (vec![2], false), (vec![2, 3], false)] {
        lobby.invited = invited.iter().copied().map(member).collect();
        let message = sent(lobby::message(&lobby, &[]));
        let text = message["content"].as_str().unwrap();
        let row = text.lines().find(|line| line.starts_with("2. ")).unwrap();
        assert_eq!(row.ends_with('✓'), agreed, "{invited:?}: {row}");
    }
}

/// A lobby shows the name of a server's own Battlefield, and its id only if it has no name.
#[tokio::test]
async fn a_lobby_names_its_battlefield() {
    let folder = Folder::new();
    let mut lobby = full_lobby(&folder).await;
    lobby.options.battlefield = Some("9:marsh".to_owned());
    for (name, says) in [(Some("The Marsh"), "Battlefield The Marsh"), (None, "marsh")] {
        lobby.battlefield = name.map(str::to_owned);
        let text = sent(lobby::message(&lobby, &[]))["content"].as_str().unwrap().to_owned();
        assert!(text.contains(says), "{text}");
    }
}

/// The button changes to own places from every other placement.
#[tokio::test]
async fn the_button_of_a_lobby_leads_to_the_other_placement() {
    let folder = Folder::new();
    let mut lobby = full_lobby(&folder).await;
    for (placement, label) in [
        (PlacementStyle::Usual, "Own Places"),
        (PlacementStyle::Shuffled, "Own Places"),
        (PlacementStyle::Chosen, "Usual Places"),
    ] {
        lobby.options.placement = placement;
        let rows = sent(lobby::message(&lobby, &[]))["components"].to_string();
        let labels = ["Own Places", "Usual Places"].map(|one| rows.contains(one));
        assert_eq!(labels, ["Own Places", "Usual Places"].map(|one| one == label), "{placement:?}");
    }
}

/// The message that replaces a lobby keeps the sealed draws, so that they can be verified after the game.
#[tokio::test]
async fn a_lobby_whose_game_has_begun_keeps_its_sealed_draws() {
    let folder = Folder::new();
    let seed = full_lobby(&folder).await.seed;
    let scene = duel(&Folder::new()).await;
    for seed in [None, seed] {
        let part = seed.as_ref().map(|seed| seed.part.clone());
        let text = lobby::begun(&Scene { seed, ..scene.clone() }).content().to_owned();
        assert_eq!(text.contains("The draws are sealed"), part.is_some(), "{text}");
        assert!(part.is_none_or(|part| text.contains(&part)), "{text}");
    }
}

/// Computers alone are to move: they think, or finish a game that no person is left in.
#[tokio::test]
async fn a_game_that_only_computers_play_is_finished() {
    let folder = Folder::new();
    let mut scene = duel(&folder).await;
    assert_eq!(board::thinking(&scene), None, "a person is to move");
    scene.seats[0] = vec![ComputerPlayer { level: opponent::Level::Captain, number: 0 }.member()];
    scene.to_act = Vec::new();
    for (unattended, says) in [(false, "is thinking."), (true, "the computers finish it at once")] {
        scene.unattended = unattended;
        let told = board::thinking(&scene).unwrap();
        assert!(told.contains(says), "{unattended}: {told}");
    }
    scene.over = true;
    assert_eq!(board::thinking(&scene), None);
}

/// The picture of a Target card has the colours that its reader has chosen.
#[tokio::test]
async fn a_target_card_has_the_colours_of_its_reader() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = game(&host, GameMode::Assassin, &["medieval"; 3]).await;
    let mut cards = Vec::new();
    for theme in [None, Some(ThemeName::Dark), Some(ThemeName::Light), Some(ThemeName::HighContrast)] {
        host.settings.change_person_settings(PersonId(1), move |settings| settings.theme = theme).await.unwrap();
        let private = host.views.private(game, PersonId(1)).await.unwrap();
        let card = target::card(&host.views, &private, PersonId(1)).await.unwrap();
        cards.push(card.files()[0].data.clone());
    }
    assert_eq!(cards[0], cards[1], "the colours of the game");
    assert_eq!(cards.iter().collect::<BTreeSet<_>>().len(), 3);
}
