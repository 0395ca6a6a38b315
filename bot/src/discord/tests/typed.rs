//! Slash commands as a person types them: `/lobby join battalion:makpong with:@1`. The framework of the program parses and
//! runs them.

use std::sync::{Arc, OnceLock};

use serde_json::{Map, Value, json};
use serenity::all::{
    FullEvent, GatewayIntents, Interaction, ShardId, ShardInfo, ShardManager, ShardManagerOptions, ShardMessenger,
    ShardRunner, ShardRunnerOptions, UserId,
};
use serenity::client::Context;
use serenity::gateway::Shard;
use serenity::prelude::{Mutex, RwLock, TypeMap};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::stand_in::{From, ME, Sent, StandIn};
use super::told::list;
use crate::discord::app::{Error, Shared};
use crate::discord::framework;
use option::{CHANNEL, FILE, GROUP, NUMBER, PERSON, ROLE, SUBCOMMAND, TEXT, YES_OR_NO};

/// Discord's numbers of the kinds of options.
pub(super) mod option {
    pub const SUBCOMMAND: u64 = 1;
    pub const GROUP: u64 = 2;
    pub const TEXT: u64 = 3;
    pub const NUMBER: u64 = 4;
    pub const YES_OR_NO: u64 = 5;
    pub const PERSON: u64 = 6;
    pub const CHANNEL: u64 = 7;
    pub const ROLE: u64 = 8;
    pub const FILE: u64 = 11;
}

/// Names of the people whom `@1`, `@2`, … mention.
pub(super) const MENTIONED: [&str; 6] = ["Ann", "Bob", "Cid", "Dan", "Eve", "A bot"];

/// The program's framework, with a connection on which nothing happens.
pub(super) struct Commands {
    options: poise::FrameworkOptions<Shared, Error>,
    /// Declarations of the commands, as sent to Discord.
    pub tree: Vec<Value>,
    /// Address of the files that people attach.
    files: String,
    context: Context,
    manager: Arc<ShardManager>,
    connection: JoinHandle<()>,
}

impl Drop for Commands {
    fn drop(&mut self) {
        self.connection.abort();
    }
}

/// The entry with this name.
fn named<'a>(all: &'a [Value], name: &str) -> Option<&'a Value> {
    all.iter().find(|one| one["name"] == name)
}

/// Value of an option, and what Discord sends with it. `files`: address of attached files.
fn value(option: &Value, typed: &str, files: &str, resolved: &mut Map<String, Value>) -> Value {
    let kind = option["type"].as_u64().unwrap();
    let id = typed.trim_start_matches(['@', '#', '&']);
    let mut resolve = |kind: &str, what: Value| {
        resolved.entry(kind).or_insert_with(|| json!({}))[id] = what;
        Value::from(id)
    };
    match kind {
        TEXT => typed.into(),
        NUMBER => match list(&option["choices"]).as_slice() {
            [] => typed.parse::<i64>().unwrap_or_else(|_| panic!("{typed} is not a number")).into(),
            choices => {
                let fits = |choice: &&Value| choice["name"].as_str().unwrap().starts_with(typed);
                choices.iter().find(fits).unwrap_or_else(|| panic!("{typed} is not in {option}"))["value"].clone()
            }
        },
        YES_OR_NO => (typed == "yes").into(),
        PERSON => {
            let name = MENTIONED[id.parse::<usize>().unwrap() - 1];
            resolve(
                "users",
                json!({
                    "id": id, "username": name, "discriminator": "0", "global_name": name, "avatar": null,
                    "bot": name == "A bot",
                }),
            )
        }
        CHANNEL => resolve("channels", json!({"id": id, "type": 0, "name": "games", "permissions": "0"})),
        ROLE => resolve(
            "roles",
            json!({
                "id": id, "name": "a role", "color": 0, "colors": {"primary_color": 0}, "hoist": false, "position": 1,
                "permissions": "0", "managed": false, "mentionable": false, "flags": 0,
            }),
        ),
        FILE => {
            let url = format!("{files}{typed}");
            let file = json!({"id": "50", "filename": typed, "size": 1, "url": url, "proxy_url": url});
            resolved.insert("attachments".to_owned(), json!({"50": file}));
            "50".into()
        }
        other => panic!("an option of kind {other}"),
    }
}

impl Commands {
    pub async fn new(stand_in: &StandIn) -> Self {
        let mut options = framework::options();
        poise::set_qualified_names(&mut options.commands);
        let slash = options.commands.iter().filter_map(poise::Command::create_as_slash_command);
        let tree = slash.map(|command| serde_json::to_value(command).unwrap()).collect();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = Arc::new(Mutex::new(format!("ws://{}", listener.local_addr().unwrap())));
        let connection = tokio::spawn(async move {
            let (stream, _) = listener.accept().await.unwrap();
            let _open = tokio_tungstenite::accept_async(stream).await.unwrap();
            std::future::pending::<()>().await
        });
        let (data, http) = (Arc::new(RwLock::new(TypeMap::new())), Arc::clone(&stand_in.http));
        let (manager, _) = ShardManager::new(ShardManagerOptions {
            data: Arc::clone(&data),
            event_handlers: Vec::new(),
            raw_event_handlers: Vec::new(),
            framework: Arc::new(OnceLock::new()),
            shard_index: 0,
            shard_init: 0,
            shard_total: 1,
            ws_url: Arc::clone(&address),
            http: Arc::clone(&http),
            intents: GatewayIntents::empty(),
            presence: None,
        });
        let info = ShardInfo { id: ShardId(0), total: 1 };
        let shard = Shard::new(address, "token", info, GatewayIntents::empty(), None).await.unwrap();
        let runner = ShardRunner::new(ShardRunnerOptions {
            data: Arc::clone(&data),
            event_handlers: Vec::new(),
            raw_event_handlers: Vec::new(),
            framework: None,
            manager: Arc::clone(&manager),
            shard,
            http: Arc::clone(&http),
        });
        let context = Context { data, shard: ShardMessenger::new(&runner), shard_id: ShardId(0), http };
        Self { options, tree, files: stand_in.url(""), context, manager, connection }
    }

    /// Interaction that Discord sends for a typed command. `focused`: name of the option that is being typed, for completions.
    pub fn interaction(&self, by: From, typed: &str, focused: Option<&str>) -> Value {
        let mut words = typed.trim_start_matches('/').split(' ').peekable();
        let name = words.next().unwrap();
        let mut node = named(&self.tree, name).unwrap_or_else(|| panic!("no command {name}"));
        let mut path = Vec::new();
        while let Some(word) = words.peek() {
            let options = node["options"].as_array().map_or(&[][..], Vec::as_slice);
            let is_group = |one: &&Value| matches!(one["type"].as_u64(), Some(SUBCOMMAND | GROUP));
            let Some(next) = named(options, word).filter(is_group) else { break };
            path.push((word.to_owned(), next["type"].clone()));
            node = next;
            words.next();
        }
        let known = list(&node["options"]);
        let mut given: Vec<(&Value, String)> = Vec::new();
        for word in words {
            let option = word.split_once(':').and_then(|(name, first)| Some((named(&known, name)?, first)));
            match (option, given.last_mut()) {
                (Some((option, first)), _) => given.push((option, first.to_owned())),
                (None, Some((_, text))) => *text = format!("{text} {word}"),
                (None, None) => panic!("{typed}: {word}"),
            }
        }
        let mut resolved = Map::new();
        let mut options: Vec<Value> = given
            .iter()
            .map(|(option, text)| {
                if focused.is_some_and(|name| option["name"] == name) {
                    return json!({"name": option["name"], "type": option["type"], "value": text, "focused": true});
                }
                json!({"name": option["name"], "type": option["type"], "value": value(option, text, &self.files, &mut resolved)})
            })
            .collect();
        for (name, kind) in path.into_iter().rev() {
            options = vec![json!({"name": name, "type": kind, "options": options})];
        }
        let data = json!({"id": "900", "name": name, "type": 1, "options": options, "resolved": resolved});
        by.interaction(if focused.is_some() { 4 } else { 2 }, data, None)
    }

    /// Handles an event of the gateway.
    pub async fn event(&self, app: &Shared, event: FullEvent) {
        let framework = poise::FrameworkContext {
            serenity_context: &self.context,
            bot_id: UserId::new(ME),
            options: &self.options,
            user_data: app,
            shard_manager: &self.manager,
        };
        poise::dispatch_event(framework, event).await;
    }

    /// Handles an interaction of any kind to its end.
    pub async fn dispatch(&self, stand_in: &StandIn, app: &Shared, interaction: Value) -> Vec<Sent> {
        let interaction: Interaction = serde_json::from_value(interaction).unwrap();
        stand_in.take();
        self.event(app, FullEvent::InteractionCreate { interaction }).await;
        stand_in.take()
    }

    /// Runs a typed command to its end, and returns the requests that this caused.
    pub async fn run(&self, stand_in: &StandIn, app: &Shared, by: From, typed: &str) -> Vec<Sent> {
        self.dispatch(stand_in, app, self.interaction(by, typed, None)).await
    }

    /// Completes the last option of a typed command.
    pub async fn complete(&self, stand_in: &StandIn, app: &Shared, by: From, typed: &str) -> Vec<Sent> {
        let last = typed.split(' ').filter_map(|word| Some(word.split_once(':')?.0)).next_back().unwrap();
        self.dispatch(stand_in, app, self.interaction(by, typed, Some(last))).await
    }
}

/// Runs a test with as much stack as the program gives its threads, and with one thread.
pub(super) fn with_stack<T: Send + 'static, F: Future<Output = T>>(test: impl FnOnce() -> F + Send + 'static) -> T {
    let run = move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(test())
    };
    // A panic names the test by its thread.
    let test = std::thread::current().name().unwrap_or_default().to_owned();
    std::thread::Builder::new().name(test).stack_size(16 << 20).spawn(run).unwrap().join().unwrap()
}
