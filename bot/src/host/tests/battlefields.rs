//! A server's own Battlefields: adding, replacing, removing, and lobbies that use them.

use super::sharing::{HOME, manager_of};
use super::*;

fn hall(id: &str, name: &str, height: u8) -> String {
    format!(
        "[[battlefield]]\nid = \"{id}\"\nname = \"{name}\"\nwidth = 8\nheight = {height}\n\
         edge_slots = [{{ side = \"south\", from = 0, length = 8 }}, {{ side = \"north\", from = 0, length = 8 }}]\n"
    )
}

async fn add(host: &Host, text: &str) -> Result<(usize, usize), Error> {
    let bytes = text.as_bytes().to_vec();
    match host.battlefields.add_battlefields(&manager_of(HOME), HOME, bytes).await? {
        FieldsFile::Added(added) => Ok((added.fields.len(), added.replaced)),
        FieldsFile::Faulty(errors) => panic!("{errors:?}"),
    }
}

#[tokio::test]
async fn one_with_the_same_id_is_replaced_and_no_two_have_the_same_name() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let both = hall("long-hall", "Long Hall", 6) + &hall("moat", "The Moat", 3);
    assert_eq!(add(&host, &both).await.unwrap(), (2, 0));
    let higher = hall("long-hall", "Long Hall", 8) + &hall("bridge", "Bridge", 4);
    assert_eq!(add(&host, &higher).await.unwrap(), (2, 1));
    let settings = host.settings.guild_settings(HOME).await.unwrap();
    let known = settings.battlefields.iter();
    let known: Vec<_> = known.map(|one| (one.id.as_str(), one.height)).collect();
    assert_eq!(known, [("long-hall", 8), ("moat", 3), ("bridge", 4)]);
    let twice = |name: &str| BattlefieldRefusal::TakenName(name.to_owned()).into();
    let clash = add(&host, &hall("other", "LONG  HALL", 6)).await;
    assert_eq!(refusal(clash), twice("Long Hall"));
    let in_one = hall("a", "Court", 3) + &hall("b", "Court", 4);
    assert_eq!(refusal(add(&host, &in_one).await), twice("Court"));
    let renamed = add(&host, &hall("bridge", "The  moat", 4)).await;
    assert_eq!(refusal(renamed), twice("The Moat"));
    let general = Battlefield::duels().next().unwrap();
    let clash = add(&host, &hall("mine", &general.name, 6)).await;
    assert_eq!(refusal(clash), twice(&general.name));
    // Adding the same file again changes nothing and creates no log entry.
    let log = host.settings.admin_log(&manager_of(HOME), HOME).await.unwrap();
    assert_eq!(add(&host, &higher).await.unwrap(), (2, 2));
    let again = host.settings.admin_log(&manager_of(HOME), HOME).await.unwrap();
    assert_eq!(again.len(), log.len());
}

#[tokio::test]
async fn a_server_has_at_most_twenty_of_its_own() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let halls = |heights: [u8; 10], first: usize| -> String {
        let one = |(at, height): (usize, u8)| {
            // Letters that cannot be confused with each other.
            let name = &"ABCDEFGHJKMNPQRSTUVW"[first + at..=first + at];
            hall(&format!("hall-{name}").to_lowercase(), &format!("Hall {name}"), height)
        };
        heights.into_iter().enumerate().map(one).collect()
    };
    assert_eq!(add(&host, &halls([6; 10], 0)).await.unwrap(), (10, 0));
    assert_eq!(add(&host, &halls([6; 10], 10)).await.unwrap(), (10, 0));
    let one_more = add(&host, &hall("moat", "The Moat", 3)).await;
    assert_eq!(refusal(one_more), BattlefieldRefusal::TooMany(20).into());
    // Replacing does not need a free place.
    assert_eq!(add(&host, &halls([8; 10], 10)).await.unwrap(), (10, 10));
}

#[tokio::test]
async fn a_lobby_names_its_battlefield_and_says_when_that_is_gone() {
    let folder = Folder::new();
    let host = host(&folder).await;
    add(&host, &hall("long-hall", "Long Hall", 6)).await.unwrap();
    let mut options = LobbyOptions::new(GameMode::Duel, 2);
    options.battlefield = Some("long-hall".to_owned());
    options.start_when_full = false;
    let place = Place { guild: Some(HOME), ..PLACE };
    let who_opens = manager_of(HOME);
    let opened = host.lobbies.open_lobby(&who_opens, place, options, None);
    let game = opened.await.unwrap().game;
    assert_eq!(lobby(&host, game).await.battlefield.as_deref(), Some("Long Hall"));
    for person in [1, 2] {
        host.lobbies.join(&who(person), game, with("medieval")).await.unwrap();
    }
    assert_eq!(lobby(&host, game).await.missing, []);
    host.battlefields.remove_battlefield(&manager_of(HOME), HOME, " LONG Hall ").await.unwrap();
    let left = lobby(&host, game).await;
    assert_eq!(left.battlefield, None);
    let gone = Missing::Setup(Box::new(LobbyRefusal::BattlefieldGone.into()));
    assert_eq!(left.missing, [gone]);
}

/// A Battlefield that was replaced by one for fewer Players does not start the lobby that uses it.
#[tokio::test]
async fn a_lobby_says_when_its_battlefield_has_become_too_small() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let court = |sides: &[&str]| {
        let slots: Vec<String> =
            sides.iter().map(|side| format!("{{ side = \"{side}\", from = 0, length = 8 }}")).collect();
        let slots = slots.join(", ");
        format!("[[battlefield]]\nid = \"court\"\nname = \"Court\"\nwidth = 8\nheight = 8\nedge_slots = [{slots}]\n")
    };
    add(&host, &court(&["south", "west", "north"])).await.unwrap();
    let mut options = LobbyOptions::new(GameMode::Ffa, 3);
    (options.battlefield, options.start_when_full) = (Some("court".to_owned()), false);
    let game = host.lobbies.open_lobby(&who(1), PLACE, options, None).await.unwrap().game;
    for person in 1..=3 {
        host.lobbies.join(&who(person), game, with("medieval")).await.unwrap();
    }
    assert_eq!(lobby(&host, game).await.missing, []);
    assert_eq!(add(&host, &court(&["south", "north"])).await.unwrap(), (1, 1));
    let small = Missing::Setup(Box::new(OptionRefusal::SmallBattlefield(2).into()));
    assert_eq!(lobby(&host, game).await.missing, [small]);
}

/// Every server has the Battlefields for duels, so a server's own one cannot have the id of any of them.
#[tokio::test]
async fn the_ids_of_the_battlefields_of_every_server_are_taken() {
    let folder = Folder::new();
    let host = host(&folder).await;
    for (name, general) in ["Long Hall", "The Moat", "Bridge", "Court"].into_iter().zip(Battlefield::duels()) {
        let taken = BattlefieldRefusal::TakenId(general.id.clone());
        let both = hall("own", "Cellar", 3) + &hall(&general.id, name, 6);
        assert_eq!(refusal(add(&host, &both).await), taken.into());
    }
    assert!(host.settings.guild_settings(HOME).await.unwrap().battlefields.is_empty(), "nothing is saved");
}

/// A Battlefield of the configuration replaces the one of every server that has its id.
#[tokio::test]
async fn a_battlefield_of_the_configuration_replaces_one_of_every_server() {
    let folder = Folder::new();
    let mut field = Battlefield::duels().next().unwrap();
    field.height = 5;
    let host = Host::open(folder.place(), vec![field.clone()]).await.unwrap();
    let settings = host.settings.guild_settings(HOME).await.unwrap();
    let same = host.battlefields.available(&settings).filter(|other| other.id == field.id);
    assert_eq!(same.collect::<Vec<_>>(), [&field]);
    let chosen = Some(field.id.clone());
    let game = game_with(&host, GameMode::Duel, &["medieval"; 2], |options| options.battlefield = chosen).await;
    assert_eq!(scene(&host, game).await.view.board.height, 5 + 2 * 3);
}

/// A Battlefield for three has a picture like one for two.
#[tokio::test]
async fn battlefields_for_several_players_have_pictures() {
    let folder = Folder::new();
    let host = host(&folder).await;
    for seats in 2..=4 {
        let field = Battlefield::standard(seats).unwrap();
        assert!(host.battlefields.battlefield_picture(&field).await.unwrap().is_some(), "{seats}");
    }
}
