//! Walks through pages that belong to no game: rulebook, statistics, lessons, gallery, lists, log, drafts and stored
//! data. Each press of a button, choice in a menu and form is made by a person who manages the server and by one who does
//! not.
//!
//! The expected output is in `pages.txt`, components and descriptions of pictures in `pages_details.txt`. To update it
//! after an intended change, run `UPDATE_EXPECTED=1 cargo test -p battalion --lib discord::tests::pages` and review the
//! diff.

use std::collections::{BTreeSet, VecDeque};
use std::fmt::Write as _;

use engine::titans::GameMode;
use serde_json::json;
use serenity::all::Permissions;

use super::stand_in::{From, Sent, StandIn, channel};
use super::told::{self, Component, digest, in_detail};
use super::typed::{Commands, with_stack};
use crate::discord::app::Shared;
use crate::discord::custom_id::{
    ArmyAction, ArmyRef, CustomId, DraftAction, GalleryPage, ListOf, PageAction, PageRef, PrivacyAction, RemarkRef,
    RemarksAction, ReportsAction, Start, StatsAction, StatsRef, Study,
};
use crate::host::tests::sharing::{HOME, bring_to, file, manager_of};
use crate::host::tests::{Folder, PLACE, dealing, manager, play, who, with};
use crate::host::{
    ChannelId, DraftId, GalleryOrder, GameId, GuildId, Host, LobbyOptions, Looked, Place, Pool, SeatOrder, ShareId,
    ShareWith, SharedBy,
};

/// Maximum number of presses of one kind from one beginning.
const OF_A_KIND: usize = 3;
/// Maximum number of presses from one beginning.
const LONGEST: usize = 14;
/// Number of letters shown of the beginning and of the end of a long answer.
const SHOWN: usize = 160;

const ABROAD: GuildId = GuildId(10);

fn by(person: u64, name: &'static str, may: Permissions) -> From {
    let may = may | Permissions::SEND_MESSAGES | Permissions::VIEW_CHANNEL;
    From { person, name, guild: PLACE.guild.map(|guild| guild.0), channel: 499, kind: 0, may }
}

/// Submitted form with one text.
fn form(by: From, custom_id: &str, text: &str) -> serde_json::Value {
    let input = json!({"type": 4, "custom_id": "text", "value": text});
    let data = json!({"custom_id": custom_id, "components": [{"type": 1, "components": [input]}]});
    by.interaction(5, data, None)
}

/// Text with its beginning and end, and a digest of the whole. The first occurrence is recorded in full, except for pages of
/// the rulebook: a changed rule changes few lines.
fn shortened(text: &str, id: &CustomId, known: &mut BTreeSet<String>) -> String {
    let letters: Vec<char> = text.chars().collect();
    let is_new = known.insert(text.to_owned()) && !matches!(id, CustomId::Page(_));
    if letters.len() <= 2 * SHOWN || is_new {
        return text.to_owned();
    }
    let part = |letters: &[char]| letters.iter().collect::<String>();
    format!("{} [… {} …] {}", part(&letters[..SHOWN]), digest(text), part(&letters[letters.len() - SHOWN..]))
}

/// Record of the walks.
#[derive(Default)]
struct Record {
    text: String,
    known: BTreeSet<String>,
}

/// Server with enough of everything for several pages: games, lobbies, results, shared Battalions and log entries.
async fn furnished(host: &Host, stand_in: &StandIn) -> (GameId, [DraftId; 2]) {
    let place = |number: u64| Place { channel: ChannelId(700 + number), ..PLACE };
    let duel = || LobbyOptions { order: SeatOrder::Fixed, ..LobbyOptions::new(GameMode::Duel, 2) };
    let mut games = Vec::new();
    for number in 0..14 {
        let game = host.lobbies.open_lobby(&who(1), place(number), duel(), None).await.unwrap().game;
        for person in [1, 2] {
            host.lobbies.join(&who(person), game, with("medieval")).await.unwrap();
        }
        play(host, game, 1, "e4").await;
        games.push(game);
    }
    for (number, game) in games[..3].iter().enumerate() {
        for (person, text) in [(2, "e5"), (1, "Nf3"), (2, "Nc6")] {
            play(host, *game, person, text).await;
        }
        host.games.resign(&who(1 + u64::from(number == 0)), *game, None).await.unwrap();
    }
    // With these people, the leaderboard has a second page.
    for number in 30..35 {
        let game = host.lobbies.open_lobby(&who(number), place(number), duel(), None).await.unwrap().game;
        let people = [number, number + 10];
        for person in people {
            host.lobbies.join(&who(person), game, with("medieval")).await.unwrap();
        }
        for (person, text) in people.into_iter().cycle().zip(["e4", "e5", "d4", "d5"]) {
            play(host, game, person, text).await;
        }
        host.games.resign(&who(number), game, None).await.unwrap();
    }
    for number in 20..27 {
        host.lobbies.open_lobby(&who(3), place(number), duel(), Some("medieval")).await.unwrap();
        stand_in.set(&format!("GET channels/{}", 700 + number), 200, channel(700 + number, HOME.0, 0, None));
    }
    bring_to(host, HOME, &file("knights", "Knights")).await;
    host.battalions.share_battalion(&manager_of(HOME), HOME, "knights", ShareWith::Gallery, None).await.unwrap();
    for name in ["Axes", "Bears", "Cranes", "Drums", "Eagles", "Foxes"] {
        bring_to(host, ABROAD, &file(&name.to_lowercase(), name)).await;
        let id = name.to_lowercase();
        host.battalions.share_battalion(&manager_of(ABROAD), ABROAD, &id, ShareWith::Gallery, None).await.unwrap();
    }
    for page in 1..=6 {
        host.settings
            .change_guild_settings(&manager(1), HOME, move |settings| {
                settings.holiday_days = page;
                Ok(())
            })
            .await
            .unwrap();
    }
    let mut drafts = Vec::new();
    for (text, only_checked) in [(file("owls", "Owls"), false), (file("pikes", "Pikes"), true)] {
        let (manager, bytes) = (manager_of(HOME), text.into_bytes());
        let looked = if only_checked {
            host.battalions.check_battalion(&manager, HOME, bytes).await
        } else {
            host.battalions.add_battalion(&manager, HOME, bytes).await
        };
        let Looked::Draft(draft) = looked.unwrap() else { panic!("no draft") };
        drafts.push(draft.id);
    }
    (games[5], [drafts[0], drafts[1]])
}

/// Ids from which the walks begin.
fn beginnings(game: GameId, drafts: [DraftId; 2]) -> Vec<CustomId> {
    let text = str::to_owned;
    let army = || PageRef::Battalion(text("medieval"));
    let pages = [
        PageRef::Contents,
        PageRef::Topic(0),
        PageRef::Topic(999),
        PageRef::Rule(text("t-20")),
        PageRef::Rule(text("t-99")),
        PageRef::Battalions,
        army(),
        PageRef::Battalion(text("knights")),
        PageRef::Battalion(text("nothing")),
        PageRef::Piece(text("baroque"), text("withdrawer")),
        PageRef::Piece(text("medieval"), text("king")),
        PageRef::Changes(text("knights")),
        PageRef::Icons(String::new()),
        PageRef::Icons(text("king")),
        PageRef::Played(game, Box::new(army())),
        PageRef::Played(game, Box::new(PageRef::Piece(text("medieval"), text("king")))),
    ];
    let stats = [
        StatsRef::Person(who(1).person, Pool::Duel),
        StatsRef::Person(who(5).person, Pool::Clash),
        StatsRef::Leaderboard(Pool::Duel),
        StatsRef::Leaderboard(Pool::Party),
        StatsRef::Server,
        StatsRef::Battalion(text("medieval")),
        StatsRef::Battalion(text("nothing")),
    ];
    let mut all: Vec<CustomId> = pages.into_iter().map(|page| PageAction::Read(page, 0).into()).collect();
    all.extend(stats.into_iter().map(|whose| CustomId::from(StatsAction::Read(whose, 0))));
    all.push(StatsAction::Read(StatsRef::Leaderboard(Pool::Duel), 1).into());
    all.extend([ListOf::Mine, ListOf::Seeks].map(|list| CustomId::List(list, 0)));
    all.extend([CustomId::List(ListOf::Mine, 1), CustomId::Log(0), CustomId::Log(9)]);
    let lesson = |id: &str| CustomId::Learn(Study::Open(text(id)));
    all.push(CustomId::Learn(Study::All));
    all.extend(["move", "shop", "nothing"].map(lesson));
    all.extend(
        [(GalleryOrder::Rating, ""), (GalleryOrder::Newest, "knight"), (GalleryOrder::Played, "zebra")]
            .map(|(order, words)| CustomId::Gallery(GalleryPage::first(order, words))),
    );
    let shared = |version| ArmyRef { by: SharedBy::Gallery(ShareId(1)), version, action: ArmyAction::Page(0) };
    all.extend([1, 2].map(|version| CustomId::Army(shared(version))));
    all.push(CustomId::Remark(RemarkRef { share: ShareId(1), version: 1 }));
    all.push(CustomId::Remarks(RemarksAction::Page(0)));
    all.push(CustomId::Reports(ReportsAction::Page(0)));
    all.extend(drafts.map(|draft| CustomId::Draft(draft, DraftAction::Page(0))));
    all.extend([Start::Game, Start::Duel, Start::Level, Start::Clash].map(CustomId::Play));
    all.push(CustomId::Privacy(PrivacyAction::View));
    all
}

/// Lists page by page, up to a page that they do not have.
fn every_page(drafts: [DraftId; 2]) -> Vec<CustomId> {
    let gallery = GalleryPage::first(GalleryOrder::Rating, "");
    let army = |page| ArmyRef { by: SharedBy::Gallery(ShareId(1)), version: 1, action: ArmyAction::Page(page) };
    let read = |place: &PageRef, page| PageAction::Read(place.clone(), page).into();
    let rules = [PageRef::Contents, PageRef::Topic(16), PageRef::Battalions, PageRef::Icons(String::new())];
    let mut all = Vec::new();
    for page in 0..=11 {
        all.extend(drafts.map(|draft| CustomId::Draft(draft, DraftAction::Page(page))));
        all.extend([CustomId::Army(army(page)), CustomId::Gallery(gallery.at(page)), CustomId::Log(page)]);
        all.extend([ListOf::Mine, ListOf::Seeks].map(|list| CustomId::List(list, page)));
        all.extend(rules.iter().map(|place| read(place, page)));
    }
    all
}

/// Commands whose answers have several pages on such a server, or choices between its games.
const TYPED: [&str; 22] = [
    "/games list",
    "/games find",
    "/match board",
    "/match board game:2",
    "/match history game:1",
    "/server log",
    "/server show",
    "/battalion-admin list",
    "/battalion-admin remarks",
    "/battalion-admin reports",
    "/battalions list",
    "/battalions browse",
    "/battalions browse order:Newest",
    "/battalions browse search:e order:Most",
    "/rules game",
    "/rules game topic:capture",
    "/rules piece piece:King",
    "/stats me",
    "/stats player player:@2 game:Duels",
    "/stats leaderboard",
    "/stats battalion battalion:medieval",
    "/stats server",
];

/// Kind of a press: its id without numbers and names.
fn kind(id: &CustomId) -> String {
    let text = format!("{id:?}");
    let before_names = text.split('"').next().unwrap_or_default();
    before_names.chars().filter(|letter| !letter.is_ascii_digit()).collect()
}

/// Presses whatever the answers show.
async fn walk(stand_in: &StandIn, app: &Shared, by: From, begin: CustomId, most: usize, record: &mut Record) {
    let id = begin.encode().unwrap();
    let first = Component { label: id.clone(), id, values: Vec::new(), flags: 0 };
    let mut waiting = VecDeque::from([(first.label.clone(), first, None)]);
    let (mut kinds, mut done): (Vec<String>, BTreeSet<(String, Option<String>)>) = Default::default();
    while let Some((way, component, value)) = waiting.pop_front() {
        let decoded = CustomId::decode(&component.id).unwrap_or_else(|_| panic!("{way}: {}", component.id));
        let makes_games =
            matches!(decoded, CustomId::Game(..)) || matches!(decoded, CustomId::Play(_)) && value.is_some();
        let kind = format!("{} {}", kind(&decoded), value.is_some());
        let known = kinds.iter().filter(|known| **known == kind).count();
        if makes_games
            || known == OF_A_KIND
            || kinds.len() == most
            || !done.insert((component.id.clone(), value.clone()))
        {
            continue;
        }
        kinds.push(kind);
        let values: Vec<String> = value.clone().into_iter().collect();
        let mut sent: Vec<Sent> = stand_in.answers(app, by.press(&component.id, &values, component.flags)).await;
        let (mut text, mut components, mut details) = in_detail(&sent);
        if text.contains("form \"") {
            writeln!(record.text, "{way}: {text}").unwrap();
            sent = stand_in.answers(app, form(by, &component.id, "Qh5 is too strong.")).await;
            (text, components, details) = in_detail(&sent);
        }
        writeln!(record.text, "{way}: {}", shortened(&text, &decoded, &mut record.known)).unwrap();
        record.text.push_str(&details);
        waiting.extend(components.into_iter().flat_map(|next| next.steps(&way)));
    }
}

#[test]
fn every_page_is_shown_as_it_was_when_it_was_read() {
    let found = with_stack(async || {
        let folder = Folder::new();
        let host = dealing(&folder, [0; 32]).await;
        let stand_in = StandIn::start().await;
        super::places::server(&stand_in, HOME.0, 1);
        super::places::server(&stand_in, HOME.0, 2);
        let (game, drafts) = furnished(&host, &stand_in).await;
        let app = stand_in.app(host.clone());
        let mut record = Record::default();
        let people = [
            by(2, "Bob", Permissions::empty()),
            by(5, "Eve", Permissions::empty()),
            by(1, "Ann", Permissions::MANAGE_GUILD),
        ];
        writeln!(record.text, "# every page").unwrap();
        for begin in every_page(drafts) {
            walk(&stand_in, &app, people[2], begin, 1, &mut record).await;
        }
        let commands = Commands::new(&stand_in).await;
        writeln!(record.text, "# commands").unwrap();
        for typed in TYPED {
            let (text, _, details) = in_detail(&commands.run(&stand_in, &app, people[2], typed).await);
            writeln!(record.text, "{typed}: {text}").unwrap();
            record.text.push_str(&details);
        }
        for by in people {
            for begin in beginnings(game, drafts) {
                writeln!(record.text, "# {} {begin}", by.name).unwrap();
                walk(&stand_in, &app, by, begin, LONGEST, &mut record).await;
            }
        }
        record.text
    });
    let (lines, details) = told::divided(&found);
    crate::expected::compare("discord/tests/pages.txt", &lines, 500);
    crate::expected::compare("discord/tests/pages_details.txt", &details, 100);
}
