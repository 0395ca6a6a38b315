//! Every option of every command with each of its values: answers, messages, pictures and notifications.
//!
//! The expected output is in `transcripts/options-*.txt`. The options come from the registered commands, so new ones are
//! included.

use std::fmt::Write as _;

use playground::{Arg, Playground};
use serde_json::Value;
use tests::{DUEL, FFA, PATIENCE, Table};

use crate::guards::{Leaf, ask, leaves};
use crate::transcripts::Scribe;

/// Text that no option accepts.
const NONSENSE: &str = "nonsense";
/// Maximum number of values of one option.
const VALUES: usize = 8;

/// Texts that autocomplete offers for an option before anything is typed.
async fn offered(table: &Table, who: &str, command: &str, option: &str) -> Vec<String> {
    let offered = table.pg.autocomplete(table.user(who), table.games, command, option, "").await.unwrap_or_default();
    offered.iter().filter_map(|choice| Some(choice.value.as_str()?.to_owned())).collect()
}

/// The command with what autocomplete offers first for each required option.
async fn filled(table: &Table, who: &str, mut leaf: Leaf) -> Leaf {
    for option in leaf.declared.clone() {
        if option["required"] == true && option["autocomplete"] == true {
            let name = option["name"].as_str().unwrap();
            if let Some(first) = offered(table, who, &leaf.name, name).await.first() {
                leaf = leaf.with(name, first.as_str().into());
            }
        }
    }
    leaf
}

/// Values of an option: all its choices, the ends of its range, or what its autocomplete offers first and last.
async fn values(table: &Table, who: &str, leaf: &Leaf, option: &Value) -> Vec<Arg> {
    let name = option["name"].as_str().unwrap();
    let choices = option["choices"].as_array().cloned().unwrap_or_default();
    if !choices.is_empty() {
        return choices.iter().filter_map(|choice| choice["name"].as_str().map(Arg::from)).take(VALUES).collect();
    }
    match option["type"].as_u64().unwrap() {
        3 if option["autocomplete"] == true => {
            let mut ends = offered(table, who, &leaf.name, name).await;
            if ends.len() > 2 {
                ends.drain(1..ends.len() - 1);
            }
            ends.iter().map(String::as_str).chain([NONSENSE]).map(Arg::from).collect()
        }
        3 => [NONSENSE, "2h", "e4", "5"].map(Arg::from).to_vec(),
        4 => {
            let end = |key: &str| option[key].as_f64().map(|end| end as i64);
            vec![end("min_value").unwrap_or(0).into(), end("max_value").unwrap_or(1_000_000).into()]
        }
        5 => vec![Arg::Bool(true), Arg::Bool(false)],
        6 => vec![Arg::User(table.user("ann")), Arg::User(table.user("cem")), Arg::User(table.pg.bot())],
        7 => vec![Arg::Channel(table.pg.channel("lobby").unwrap())],
        _ => Vec::new(),
    }
}

/// Commands that take seconds, or whose answers depend on chance.
const NEVER: [&str; 3] = ["match hint", "match analyse", "battalion-admin test"];
/// Option that draws armies and moves by chance.
const COMPUTER: &str = "computer";

/// Commands that are recorded together, the person who gives them, and the command that follows each.
struct Group {
    who: &'static str,
    words: &'static [&'static str],
    /// Command by which a moderator restores the state.
    after: Option<&'static str>,
}

/// Records commands with each value of each option beside the required ones.
async fn options(name: &str, table: Table, group: Group) {
    let Group { who, words, after } = group;
    let mut it = Scribe::at(table).await;
    it.look().await;
    it.out.clear();
    let mut commands = leaves(&it.table, &[]);
    let place = |leaf: &Leaf| words.iter().position(|word| format!("{} ", leaf.name).starts_with(&format!("{word} ")));
    commands.retain(|leaf| place(leaf).is_some() && !NEVER.contains(&leaf.name.as_str()));
    commands.sort_by_key(place);
    assert!(!commands.is_empty());
    for leaf in commands {
        let leaf = filled(&it.table, who, leaf).await;
        for option in &leaf.declared {
            let called = option["name"].as_str().unwrap();
            if called == COMPUTER {
                continue;
            }
            for value in values(&it.table, who, &leaf, option).await {
                let given = it.plain(&format!("{value:?}"));
                writeln!(it.out, "{who}: /{} {called}:{given}", leaf.name).unwrap();
                let Some(answer) = ask(&it.table, who, it.table.games, &leaf.with(called, value)).await else {
                    it.out.push_str("    not to be given\n");
                    continue;
                };
                if let Some(modal) = answer.modal() {
                    writeln!(it.out, "    asks: {}", modal["title"]).unwrap();
                }
                it.open.push(answer);
                it.look().await;
                if let Some(command) = after {
                    it.slash("ann", command, &[]).await;
                }
            }
        }
    }
    it.close(&format!("options-{name}")).await;
}

/// Starts a game after the message of its lobby was posted. A lobby that starts earlier never gets its message.
async fn begun(mode: &str, people: &[(&str, &str)]) -> Table {
    let table = Table::lay().await;
    table.gather(mode, people).await;
    let posted = |pg: &Playground| pg.messages(table.games).into_iter().find(|message| message.only_for.is_none());
    table.pg.wait_for("the message of the lobby", PATIENCE, posted).await.unwrap();
    table.slash(people[0].0, "lobby start", &[]).await;
    table.turn_message(0).await;
    table
}

async fn game() -> Table {
    let table = begun(DUEL, &[("ann", "medieval"), ("bob", "medieval")]).await;
    table.play_all("e4 e5").await;
    table
}

macro_rules! groups {
    ($($name:ident by $who:literal $(after $after:literal)? at $table:expr => $words:expr;)*) => {
        $(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                let after = [$($after)?].first().copied();
                let group = Group { who: $who, words: &$words, after };
                options(stringify!($name), $table, group).await;
            }
        )*
    };
}

groups! {
    reading by "emil" at Table::lay().await => ["rules", "learn", "help", "battalions"];
    starting by "cem" after "match end" at Table::lay().await => ["titans new", "titans challenge"];
    clash by "cem" after "match end" at Table::lay().await => ["clash new", "clash challenge"];
    lobby by "bob" at {
        let table = Table::lay().await;
        table.open("ann", DUEL).await;
        table.join("ann", "medieval").await;
        table
    } => ["lobby"];
    shop by "bob" at {
        let table = Table::lay().await;
        table.clash().await;
        table
    } => ["clash shop", "clash ready", "clash buy", "clash sell", "clash arrange", "clash undo",
        "clash suggest", "match", "games"];
    auction by "bob" at {
        let table = Table::lay().await;
        table.auction().await;
        table
    } => ["clash bid", "clash raise", "clash pass", "clash shop", "match board"];
    watching by "emil" at game().await => ["match", "moves", "games", "seat", "move"];
    playing by "bob" at game().await => ["moves", "match board", "match history", "match replay", "match export",
        "match premove", "match takeback", "match pause", "match resume", "games", "place", "target", "seat", "move",
        "match draw", "match resign", "match end"];
    over by "bob" at {
        let table = game().await;
        table.resign("bob").await;
        table
    } => ["match", "moves", "games", "stats", "battalions show"];
    moving by "ann" at game().await => ["move", "moves", "match premove"];
    party by "bob" at begun(FFA, &[("ann", "medieval"), ("bob", "medieval"), ("cem", "medieval")]).await => ["target", "place", "moves", "match board", "seat", "match draw", "match takeback", "match resign", "move"];
    settings by "bob" at game().await => ["settings"];
    server by "ann" at {
        let table = Table::lay().await;
        table.bring("ann", "dragons", include_str!("../files/dragons.toml")).await;
        table
    } => ["server", "battalion-admin"];
}
