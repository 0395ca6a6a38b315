use super::error::SETTINGS;
use super::*;
use crate::store::Location;

fn fault(text: &str) -> String {
    Config::read(text).unwrap_err().problem.to_string()
}

#[test]
fn the_example_holds_every_setting_and_its_default() {
    let example = include_str!("../../../config.example.toml");
    assert_eq!(Config::read(example).unwrap(), Config::default());
    // Settings without a default are comments in the example; uncommented, they must be valid too.
    let all: String =
        example.lines().map(|line| line.strip_prefix("#: ").unwrap_or(line)).map(|line| format!("{line}\n")).collect();
    let all = Config::read(&all).unwrap();
    assert!(all.discord.token.is_some() && all.discord.api_proxy.is_some());
    assert!(all.discord.connect_proxy.is_some() && all.discord.ca.is_some());
    assert_eq!(all.battlefields.len(), 1);
    assert_eq!(all.battlefields[0].edge_slots.len(), 2);
}

#[test]
fn errors_name_the_setting_and_what_is_expected() {
    assert_eq!(fault("[discord]\ntoken = 12345"), "the setting `discord.token` must be text in quotation marks");
    assert_eq!(
        fault("[playground]\nlisten = \"here\""),
        "the setting `playground.listen` must be an address with a port, such as 127.0.0.1:8137"
    );
    assert_eq!(
        fault("[store]\nfolder = \"x\""),
        "there is no setting `store.folder`; config.example.toml lists them all"
    );
    assert!(fault("[store]\ndatabse = \"x\"").ends_with("did you mean `store.database`?"));
    assert!(fault("[discord]\nlevel = \"x\"").ends_with("did you mean `log.level`?"));
    assert!(fault("token = \"x\"").contains("no setting `token`"));
    assert!(fault("log = 3").contains("[log]"));
    assert!(fault("[discord]\napi-proxy = \"localhost\"").contains("discord.api-proxy"));
    assert!(fault("[discord]\nconnect-proxy = \"https://x\"").contains("discord.connect-proxy"));
    assert!(fault("[log]\nlevel = \"a=b=c\"").contains("log.level"));
    assert_eq!(fault("[[battlefield]]\nid = \"x\""), "the setting `battlefield[1].name` is missing");
    let wide = "[[battlefield]]\nid = \"x\"\nname = \"x\"\nwidth = \"wide\"";
    assert_eq!(fault(wide), "the setting `battlefield[1].width` must be a whole number from 0 to 255");
    assert_eq!(
        fault("[store]\nkeep-backups = 0"),
        "the setting `store.keep-backups` must be a whole number from 1 to 1000"
    );
    for wrong in ["pairs = 0", "pairs = 1001", "positions = 9", "positions = \"many\""] {
        assert!(fault(&format!("[tests]\n{wrong}")).contains("must be a whole number from 1"), "{wrong}");
    }
    assert!(fault("[discord]\noperators = [0]").contains("must be a list of Discord ids"));
}

/// 0 turns fits off.
#[test]
fn fits_have_no_games_or_at_least_a_hundred() {
    for (text, games) in
        [("", Some(2000)), ("games = 0", None), ("games = 100", Some(100)), ("games = 20000", Some(20_000))]
    {
        let config = Config::read(&format!("[fits]\n{text}")).unwrap();
        assert_eq!(config.fits.map(|fits| fits.games.games), games, "{text}");
    }
    for wrong in ["1", "99", "20001", "-1"] {
        let said = fault(&format!("[fits]\ngames = {wrong}"));
        assert_eq!(said, "the setting `fits.games` must be 0 or a whole number from 100 to 20000", "{wrong}");
    }
}

#[test]
fn battlefields_are_sound_and_have_different_ids() {
    let field = |id: &str, sides: [&str; 2]| {
        let slots = sides.map(|side| format!("{{ side = \"{side}\", from = 0, length = 8 }}")).join(", ");
        format!("[[battlefield]]\nid = \"{id}\"\nname = \"Field\"\nwidth = 8\nheight = 4\nedge_slots = [{slots}]\n")
    };
    let (one, two) = (field("one", ["south", "north"]), field("two", ["south", "north"]));
    let both = Config::read(&format!("{one}{two}")).unwrap().battlefields;
    assert_eq!(both.iter().map(|field| field.id.as_str()).collect::<Vec<_>>(), ["one", "two"]);
    let twice = fault(&format!("{one}{two}{one}"));
    assert_eq!(twice, "the setting `battlefield[3]` must be different from the others by its id");
    let unsound = fault(&format!("{one}{}", field("two", ["south", "south"])));
    assert!(unsound.starts_with("the setting `battlefield[2]` must be sound: "), "{unsound}");
}

#[test]
fn errors_of_a_file_name_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config.toml");
    let fault = |text: &str| {
        std::fs::write(&path, text).unwrap();
        let error = Config::load(Some(&path)).unwrap_err().to_string();
        error.strip_prefix(&format!("{}, ", path.display())).unwrap_or(&error).to_owned()
    };
    assert!(fault("# x\n[log]\n\nlevel = 3\n").starts_with("line 4: the setting `log.level` must be text"));
    assert!(fault("[log]\nlevel = \"info\"\n[store]\nfile = \"x\"").starts_with("line 4: there is no setting"));
    assert!(fault("log = 3").starts_with("line 1: the setting `log` must be a section"));
    assert!(fault("\n[discord]\ntoken = ").starts_with("line 3: this is not valid TOML"));
    assert!(fault("discord.ca = 3").starts_with("line 1: the setting `discord.ca`"));
    assert!(fault("[computers]\nmost-pause = 0.5").starts_with("line 2: the setting `computers.most-pause`"));
    let two = "[[battlefield]]\nid = \"x\"\n";
    assert!(fault(two).starts_with("line 1: the setting `battlefield[1].name` is missing"), "{}", fault(two));
}

#[test]
fn every_setting_is_listed() {
    let example = include_str!("../../../config.example.toml");
    for key in SETTINGS {
        let (section, name) = key.split_once('.').unwrap();
        let (_, rest) = example.split_once(&format!("[{section}]\n")).unwrap();
        let own = rest.split("\n[").next().unwrap();
        assert!(own.lines().any(|line| line.trim_start_matches("#: ").starts_with(name)), "{key}");
        let error = Config::read(&format!("[{section}]\n{name} = []")).map(|_| ());
        assert!(!matches!(error, Err(Misread { problem: Problem::Unknown { .. }, .. })), "{key}");
    }
}

#[test]
fn the_token_comes_from_files_and_credentials() {
    let folder = tempfile::tempdir().unwrap();
    let token = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_string_lossy().into_owned()
    };
    token(CREDENTIAL, "credential\n");
    let file = token("file", "Bot file\n");
    let read = |vars: &[(&str, &str)]| {
        let get = |name: &str| vars.iter().find(|(var, _)| *var == name).map(|(_, value)| (*value).to_owned());
        let mut config = Config::read("[discord]\ntoken = \"config\"").unwrap();
        config.apply_environment(get).map(|()| config.discord.token.unwrap().reveal().to_owned())
    };
    let directory = folder.path().to_string_lossy().into_owned();
    assert_eq!(read(&[(CREDENTIALS, &directory)]).unwrap(), "credential");
    assert_eq!(read(&[(CREDENTIALS, "/nowhere")]).unwrap(), "config");
    assert_eq!(read(&[(CREDENTIALS, &directory), ("BATTALION_TOKEN_FILE", &file)]).unwrap(), "file");
    assert_eq!(read(&[("BATTALION_TOKEN_FILE", &file), ("BATTALION_TOKEN", "plain")]).unwrap(), "plain");
    let error = read(&[("BATTALION_TOKEN_FILE", "/nowhere/token")]).unwrap_err().to_string();
    assert!(error.contains("BATTALION_TOKEN_FILE") && error.contains("/nowhere/token"), "{error}");
    // Without a token the program would start its playground.
    let empty = token("empty", " \n");
    let error = read(&[("BATTALION_TOKEN_FILE", &empty)]).unwrap_err().to_string();
    assert!(error.contains("BATTALION_TOKEN_FILE") && error.ends_with("is empty"), "{error}");
}

#[test]
fn the_token_is_never_printed() {
    let secret = "MTIzNDU2.secret.part";
    let config = Config::read(&format!("[discord]\ntoken = \"Bot {secret}\"")).unwrap();
    assert_eq!(config.discord.token.as_ref().unwrap().reveal(), secret);
    assert!(!format!("{config:?} {}", config.discord.token.as_ref().unwrap()).contains("secret"));
    // Errors must not quote it either, however malformed the setting is.
    for text in [
        format!("[discord]\ntoken = {secret}"),
        format!("[discord]\ntoken = \"{secret} x\""),
        format!("[discord\ntoken = \"{secret}\""),
        format!("[discord]\ntoken = [\"{secret}\"]"),
    ] {
        let shown = format!("{0} {0:?}", Config::read(&text).unwrap_err());
        assert!(!shown.contains("secret"), "{shown}");
    }
}

#[test]
fn the_database_is_a_file_or_on_a_server() {
    let address = "postgres://ann:secret@db.example/games";
    let file = |path: &str| Location::File(path.into());
    let read = |text: &str| Config::read(text).unwrap().database;
    assert_eq!(read(""), file("data/battalion.sqlite"));
    assert_eq!(read("[store]\ndatabase = \"a.sqlite\""), file("a.sqlite"));
    assert_eq!(read("[store]\nurl = \"sqlite:b.sqlite\""), file("b.sqlite"));
    let server = read(&format!("[store]\ndatabase = \"a.sqlite\"\nurl = \"{address}\""));
    assert_eq!(server.to_string(), "postgres://ann@db.example/games");
    for text in ["url = \"mysql://secret@host/x\"", "url = \"postgres://u:secret@host\"", "url = 5"] {
        let error = Config::read(&format!("[store]\n{text}")).unwrap_err();
        let said = format!("{error} {error:?}");
        assert!(said.starts_with("line 2: the setting `store.url` must be") && !said.contains("secret"), "{said}");
    }
    let path = format!("database = \"{address}\"");
    assert!(fault(&format!("[store]\n{path}")).starts_with("the setting `store.database` must be the path of a file"));
    // The environment overrides the file, and an address a path.
    let mut config = Config::default();
    let both = |name: &str| match name {
        "BATTALION_DATABASE" => Some("c.sqlite".to_owned()),
        "BATTALION_STORE_URL" => Some(address.to_owned()),
        _ => None,
    };
    config.apply_environment(both).unwrap();
    assert_eq!(config.database, server);
    assert_eq!(config.playground_file(), Path::new("data/battalion.playground.jsonl"));
    config.check().unwrap();
    config.backups = Some(Backups { folder: "copies".into(), keep: 1 });
    assert!(config.check().unwrap_err().to_string().contains("pg_dump"));
    config.database = file("a.sqlite");
    config.check().unwrap();
}

#[test]
fn several_processes_have_ranges_of_shards_and_need_a_server() {
    let read = |text: &str| Config::read(&format!("[discord]\nshards = {text}")).map(|config| config.discord.shards);
    assert_eq!(read("\"auto\"").unwrap(), None);
    assert_eq!(read("\"16-31/64\"").unwrap(), "16-31/64".parse().ok());
    for wrong in ["\"\"", "\"64\"", "\"64-65/64\"", "3"] {
        let said = read(wrong).unwrap_err().to_string();
        assert!(said.starts_with("line 2: the setting `discord.shards` must be"), "{said}");
    }
    let mut config = Config::default();
    config.apply_environment(|name| (name == "BATTALION_SHARDS").then(|| "0-1/4".to_owned())).unwrap();
    assert!(config.check().unwrap_err().to_string().contains("several processes need PostgreSQL"));
    config.database = Location::parse("postgres://ann@db.example/games").unwrap();
    config.check().unwrap();
}

#[test]
fn the_settings_describe_one_way_to_discord() {
    let route = |text: &str| Config::read(&format!("[discord]\n{text}")).unwrap().discord.route();
    let (base, proxy, ca) =
        ("api-proxy = \"http://127.0.0.1:1\"\n", "connect-proxy = \"http://127.0.0.1:2/\"\n", "ca = \"ca.pem\"\n");
    assert_eq!(route("").unwrap(), Route::Direct);
    assert_eq!(route(base).unwrap(), Route::StandIn("http://127.0.0.1:1".into()));
    let tunnel = Route::Tunnel { proxy: "http://127.0.0.1:2".into(), ca: "ca.pem".into() };
    assert_eq!(route(&format!("{proxy}{ca}")).unwrap(), tunnel);
    for (text, key) in [
        (proxy.to_owned(), "discord.ca"),
        (ca.to_owned(), "discord.connect-proxy"),
        (format!("{base}{ca}"), "discord.api-proxy"),
        (format!("{base}{proxy}{ca}"), "discord.api-proxy"),
    ] {
        let error = route(&text).unwrap_err().to_string();
        assert!(error.starts_with(&format!("the setting `{key}` must be")), "{error}");
    }
    let mut config = Config::default();
    let vars = |name: &str| match name {
        "DISCORD_CONNECT_PROXY" => Some("http://127.0.0.1:2".to_owned()),
        "DISCORD_CA_PEM" => Some("ca.pem".to_owned()),
        _ => None,
    };
    config.apply_environment(vars).unwrap();
    assert_eq!(config.discord.route().unwrap(), tunnel);
}

#[test]
fn the_environment_goes_before_the_file() {
    let mut config = Config::read("[discord]\ntoken = \"file\"").unwrap();
    let vars = |name: &str| match name {
        "DISCORD_TOKEN" => Some("second".to_owned()),
        "BATTALION_TOKEN" => Some("first".to_owned()),
        "DISCORD_API_PROXY" => Some("http://127.0.0.1:9/".to_owned()),
        "BATTALION_DATABASE" => Some(String::new()),
        "BATTALION_LISTEN" => Some("127.0.0.1:0".to_owned()),
        _ => None,
    };
    config.apply_environment(vars).unwrap();
    assert_eq!(config.discord.token.unwrap().reveal(), "first");
    assert_eq!(config.discord.api_proxy.as_deref(), Some("http://127.0.0.1:9"));
    assert_eq!(config.database, Config::default().database);
    assert_eq!(config.playground.port(), 0);
    let error =
        Config::default().apply_environment(|name| (name == "BATTALION_LISTEN").then(|| "x".to_owned())).unwrap_err();
    assert!(error.to_string().contains("BATTALION_LISTEN"));
}
