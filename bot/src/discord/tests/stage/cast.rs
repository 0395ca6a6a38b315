//! People, channels, other games and files of all scenes.

use serenity::all::Permissions;

use crate::host::tests::sharing::file;

/// Circumstances in which a scene is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord::tests) enum Circumstances {
    /// Nothing but the scene.
    Usual,
    /// People display names with markup, games of the same people run on another server, and the program starts again before
    /// each step.
    Disturbed,
}

/// Games on a server of their own in [`Circumstances::Disturbed`].
pub(super) const NUMBER_OF_OTHER_GAMES: u64 = 2;
pub(super) const OTHER_GAMES: [&str; 9] = [
    "Ann in #far: /titans new mode:Duel battalion:makpong order:In order time:none",
    "Bob in #far: /lobby join battalion:the-party",
    "Ann in #far: /lobby start",
    "Ann in #far: /move move:a4",
    "Bob in #far: /match draw",
    "everything is posted",
    "Cid in #far-hall: /titans new mode:Assassin seats:4 battalion:makpong time:none",
    "Eve in #far-hall: /lobby join battalion:medieval",
    "everything is posted",
];

/// Ann, Bob, Cid, Eve and Gus are members, Mia manages the server, and Dan runs the bot. The second name has markup.
pub(in crate::discord::tests) const PEOPLE: [(u64, &str, &str, Permissions); 7] = [
    (1, "Ann", "A**nn", Permissions::empty()),
    (2, "Bob", "B<@7>b", Permissions::empty()),
    (3, "Cid", "C[i](https://d.example)", Permissions::empty()),
    (4, "Dan", "D`an", Permissions::empty()),
    (5, "Eve", "E__ve", Permissions::empty()),
    (7, "Gus", "G~~us", Permissions::empty()),
    (8, "Mia", "M||ia", Permissions::MANAGE_GUILD),
];

pub(super) const TEXT: u8 = 0;
pub(super) const DIRECT: u8 = 1;
pub(super) const PUBLIC_THREAD: u8 = 11;
pub(super) const PRIVATE_THREAD: u8 = 12;

pub(super) const SERVER: u64 = 9;
pub(super) const OTHER_SERVER: u64 = 10;
pub(super) const FAR_SERVER: u64 = 11;
pub(super) const GAMES: u64 = 500;
/// Id of a person's channel of direct messages, less the person's own id.
pub(super) const DIRECT_MESSAGES: u64 = 1_000;

/// Channels: name in a step, id, server, kind, and the channel that a thread belongs to.
pub(super) const CHANNELS: [(&str, u64, u64, u8, Option<u64>); 7] = [
    ("#games", GAMES, SERVER, TEXT, None),
    ("#tea", 502, SERVER, TEXT, None),
    ("#thread", 600, SERVER, PUBLIC_THREAD, Some(GAMES)),
    ("#private-thread", 601, SERVER, PRIVATE_THREAD, Some(GAMES)),
    ("#other-server", 700, OTHER_SERVER, TEXT, None),
    ("#far", 710, FAR_SERVER, TEXT, None),
    ("#far-hall", 711, FAR_SERVER, TEXT, None),
];

/// Files that people attach: Battalions, Battlefields, and faulty ones.
pub(super) fn files() -> Vec<(String, String)> {
    let owls = file("owls", "Owls");
    let mut files = vec![
        ("owls.toml".to_owned(), owls.clone()),
        ("owls-2.toml".to_owned(), owls.replacen("no surprises", "few surprises", 1)),
        ("faulty.toml".to_owned(), owls.replacen("titan = true", "titan = 7", 1)),
        ("odd.toml".to_owned(), owls.replacen("icon = \"chess-queen\"", "icon = \"qeen\"", 1)),
        ("field.toml".to_owned(), FIELD.to_owned()),
        (
            "fields.toml".to_owned(),
            FIELD.to_owned()
                + &FIELD.replace("lane", "hall").replace("Lane", "Hall").replace("height = 4", "height = 6"),
        ),
        ("faulty-field.toml".to_owned(), FIELD.replacen("height = 4", "height = 400\nhite = 4", 1)),
        ("no-field.toml".to_owned(), "battlefield = []\n".to_owned()),
    ];
    files.push(("gifts.toml".to_owned(), file("gifts", "Gift Bearers") + GIFTS));
    for name in ["Doves", "Eagles", "Finches", "Geese", "Hawks", "Ibises", "Jays"] {
        let id = name.to_lowercase();
        files.push((format!("{id}.toml"), file(&id, name)));
    }
    files
}

/// Pieces of two kinds that Opponents may place with their armies.
const GIFTS: &str = r#"
[[power]]
use = "gift"
pieces = ["queen", "knight"]
to = "opponents"
zone = "back-rank"
instant = true
"#;

/// Battlefield of two by its file.
const FIELD: &str = r#"
[[battlefield]]
id = "lane"
name = "Lane"
width = 8
height = 4
edge_slots = [{ side = "south", from = 0, length = 8 }, { side = "north", from = 0, length = 8 }]
"#;
