//! Lobbies: permissions and unmet requirements.

use engine::action::Action;
use engine::fact::Fact;
use engine::titans::{PlacementStyle, SetupError};
use engine::view::Phase;

use super::*;

#[tokio::test]
async fn a_lobby_says_what_is_missing_and_starts_when_full() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = open(&host, 1, GameMode::Duel, 2).await;
    let options = LobbyOptions::new(GameMode::Duel, 2);
    let here = refusal(host.lobbies.open_lobby(&who(2), PLACE, options, None).await);
    assert_eq!(here, Refusal::GameHere);
    assert_eq!(lobby(&host, game).await.missing, [Missing::Players(2)]);
    host.lobbies.join(&who(1), game, Join::default()).await.unwrap();
    host.lobbies.join(&who(2), game, with("medieval")).await.unwrap();
    assert_eq!(refusal(host.lobbies.join(&who(2), game, Join::default()).await), LobbyRefusal::Joined.into());
    assert_eq!(refusal(host.lobbies.join(&who(3), game, Join::default()).await), LobbyRefusal::Full.into());
    let missing = Missing::Battalion(player(0, 1));
    assert_eq!(lobby(&host, game).await.missing, std::slice::from_ref(&missing));
    assert_eq!(refusal(host.lobbies.start(&who(1), game, None).await), LobbyRefusal::Missing(missing).into());
    let strong = refusal(host.lobbies.choose_battalion(&who(1), game, "baroque").await);
    let name = "Baroque Battalion".to_owned();
    assert_eq!(strong, SetupError::ExtraStrength(name).into());
    assert_eq!(
        refusal(host.lobbies.choose_battalion(&who(1), game, "dragons").await),
        UnknownName::of(Entry::Battalion).into()
    );
    assert_eq!(refusal(host.lobbies.choose_battalion(&who(3), game, "makpong").await), Refusal::NotInGame);
    let done = host.lobbies.choose_battalion(&who(1), game, "makpong").await.unwrap();
    let name = "Makpong Battalion".to_owned();
    let confirmed = [Confirmation::PlaysWith(name), Confirmation::GameBegins];
    assert_eq!(done.confirmed, confirmed);
    let scene = scene(&host, game).await;
    assert_eq!((scene.version, scene.seats.len()), (done.version, 2));
}

#[tokio::test]
async fn people_leave_and_lobbies_close() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = open(&host, 1, GameMode::Assassin, 3).await;
    for person in 1..=2 {
        host.lobbies.join(&who(person), game, with("medieval")).await.unwrap();
    }
    assert_eq!(refusal(host.lobbies.leave(&who(3), game).await), Refusal::NotInGame);
    host.lobbies.leave(&who(1), game).await.unwrap();
    assert_eq!(lobby(&host, game).await.seats.len(), 1);
    assert_eq!(refusal(host.lobbies.start(&who(2), game, None).await), Denied::Start.into());
    assert_eq!(refusal(host.games.end(&who(2), game, None).await), Denied::Close.into());
    // A reason without visible characters counts as none.
    let blank = Some("\u{200b} ".to_owned());
    host.games.end(&who(1), game, blank).await.unwrap();
    let closed = lobby(&super::host(&folder).await, game).await;
    let by = Stopped { by: member(1), reason: None };
    assert_eq!(closed.closed, Some(by));
    assert_eq!(refusal(host.lobbies.join(&who(3), game, Join::default()).await), Over::Game.into());
    assert_eq!(refusal(host.views.history(game).await), Over::Lobby.into());
}

#[tokio::test]
async fn options_that_cannot_be_are_refused() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let open = |options| {
        let host = host.clone();
        async move { refusal(host.lobbies.open_lobby(&who(1), PLACE, options, None).await) }
    };
    for (mode, asked) in [(GameMode::Duel, 3), (GameMode::Ffa, 7)] {
        assert_eq!(open(LobbyOptions::new(mode, asked)).await, OptionRefusal::Seats { mode, asked }.into());
    }
    let mut options = LobbyOptions::new(GameMode::Duel, 2);
    options.time = TimeControl::PerTurn { turn: 1 };
    assert_eq!(open(options.clone()).await, OptionRefusal::Time(TimePart::Turn).into());
    let options_of_a_match = ClashOptions { time: options.time, ..ClashOptions::default() };
    let challenge = host.lobbies.challenge(&who(1), PLACE, None, options_of_a_match).await;
    assert_eq!(refusal(challenge), OptionRefusal::Time(TimePart::Turn).into());
    options.time = TimeControl::Unlimited;
    options.battlefield = Some("moon".into());
    assert_eq!(open(options).await, OptionRefusal::UnknownBattlefield.into());
}

#[tokio::test]
async fn a_server_decides_what_is_picked_and_names_are_cleaned() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let guild = GuildId(9);
    let all = host.rosters.battalions_for(&who(1), Some(guild)).await.unwrap();
    let off = |settings: &mut GuildSettings| {
        settings.disabled_battalions.push("makpong".into());
        Ok(())
    };
    let no = refusal(host.settings.change_guild_settings(&who(1), guild, off).await);
    assert_eq!(no, Denied::Administer(None).into());
    let settings = host.settings.change_guild_settings(&manager(1), guild, off).await.unwrap();
    assert_eq!(host.settings.guild_settings(guild).await.unwrap(), settings);
    let left = host.rosters.battalions_for(&who(1), Some(guild)).await.unwrap();
    assert_eq!(left.len(), all.len() - 1);
    let game = open(&host, 1, GameMode::Duel, 2).await;
    assert_eq!(
        refusal(host.lobbies.join(&who(1), game, with("makpong")).await),
        LobbyRefusal::DisabledBattalion.into()
    );
    let odd = Who { name: "A\u{202E}n\nn".into(), ..who(1) };
    host.lobbies.join(&odd, game, Join::default()).await.unwrap();
    assert_eq!(lobby(&host, game).await.seats[0].members[0].name, "An n");
}

#[tokio::test]
async fn a_battlefield_of_the_configuration_is_played_on() {
    let folder = Folder::new();
    let mut field = Battlefield::standard(2).unwrap();
    (field.id, field.height) = ("long".into(), 4);
    let host = Host::open(folder.place(), vec![field]).await.unwrap();
    let game = game_with(&host, GameMode::Duel, &["medieval", "medieval"], |options| {
        options.battlefield = Some("long".into());
    })
    .await;
    assert_eq!(scene(&host, game).await.view.board.height, 10);
    // The Battlefield is stored with the game, so the configuration may change.
    let host = super::host(&folder).await;
    assert_eq!(scene(&host, game).await.view.board.height, 10);
}

/// T-15: with chosen placement, each Player places their own Territory and may mirror it. The creator of the lobby or
/// the server's settings enable this.
#[tokio::test]
async fn t_15_a_creator_decides_in_the_lobby_whether_everyone_places_their_own_army() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = open(&host, 1, GameMode::Duel, 2).await;
    assert_eq!(lobby(&host, game).await.options.placement, PlacementStyle::Usual);
    host.lobbies.join(&who(2), game, with("medieval")).await.unwrap();
    let by_another = host.lobbies.decide_placement(&who(2), game, PlacementStyle::Chosen).await;
    assert_eq!(refusal(by_another), Denied::Placement.into());
    for style in [PlacementStyle::Chosen, PlacementStyle::Usual, PlacementStyle::Chosen] {
        let done = host.lobbies.decide_placement(&who(1), game, style).await.unwrap();
        assert_eq!(done.confirmed, [Confirmation::PlacementDecided(style)]);
        assert_eq!(host.lobbies.placement_of(game).await.unwrap(), Some(style));
    }
    host.lobbies.decide_placement(&moderator(4), game, PlacementStyle::Chosen).await.unwrap();
    // The setting survives a restart. The game asks for the placement, which it does not do by default.
    drop(host);
    let host = super::host(&folder).await;
    assert_eq!(lobby(&host, game).await.options.placement, PlacementStyle::Chosen);
    host.lobbies.join(&who(1), game, with("medieval")).await.unwrap();
    assert_eq!(scene(&host, game).await.view.phase, Phase::Placement);
    assert_eq!(
        refusal(host.lobbies.decide_placement(&who(1), game, PlacementStyle::Usual).await),
        LobbyRefusal::Begun.into()
    );
    for mirrored in [false, true] {
        let placing = scene(&host, game).await.to_act[0].person;
        let place = Action::Place { offset: 0, mirrored, instant: Vec::new() };
        host.games.act(&who(placing.0), game, None, place, true).await.unwrap();
    }
    let facts = host.views.history(game).await.unwrap().into_iter().flat_map(|entry| entry.facts);
    let placed = |fact| match fact {
        Fact::Territory { offset, mirrored, .. } => Some((offset, mirrored)),
        _ => None,
    };
    assert_eq!(facts.filter_map(placed).collect::<Vec<_>>(), [(0, false), (0, true)]);
}

/// A match of Clash has two Players, for the limits of a server as well.
#[tokio::test]
async fn the_limits_of_seats_hold_for_challenges() {
    let folder = Folder::new();
    let host = host(&folder).await;
    for (fewest, most) in [(2, 2), (2, 6), (3, 6)] {
        let change = move |settings: &mut GuildSettings| {
            (settings.fewest_seats, settings.most_seats) = (fewest, most);
            Ok(())
        };
        host.settings.change_guild_settings(&manager(9), GuildId(9), change).await.unwrap();
        let asked = host.lobbies.challenge(&who(1), PLACE, None, ClashOptions::default()).await;
        if fewest == 2 {
            host.lobbies.decline(&who(1), asked.unwrap().game).await.unwrap();
        } else {
            assert_eq!(refusal(asked), OptionRefusal::SeatsHere { asked: 2, fewest, most }.into());
        }
    }
}

/// Names have at most 64 characters, reasons 200.
#[tokio::test]
async fn names_and_reasons_are_cut_at_their_own_lengths() {
    let folder = Folder::new();
    let host = host(&folder).await;
    for more in [0, 1] {
        let game = open(&host, 1, GameMode::Duel, 2).await;
        let long = Who { name: "n".repeat(64 + more), ..who(2) };
        host.lobbies.join(&long, game, Join::default()).await.unwrap();
        host.games.end(&who(1), game, Some("r".repeat(200 + more))).await.unwrap();
        let closed = lobby(&host, game).await;
        let name = closed.seats[0].members[0].name.clone();
        let reason = closed.closed.unwrap().reason.unwrap();
        assert_eq!((name.chars().count(), reason.chars().count()), (64, 200));
        assert_eq!((name.ends_with('…'), reason.ends_with('…')), (more == 1, more == 1));
    }
}
