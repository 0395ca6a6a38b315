//! PostgreSQL server for tests, in a temporary folder of its own.

use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard};
use std::time::Duration;

use crate::bot::processor_time;

/// Keeps the server running until standard input is closed, which also happens when the tests are killed. Starts and
/// stops it on request: a line in, a line out.
const SCRIPT: &str = r#"
set -e
folder=$(mktemp -d /tmp/battalion-postgres-XXXXXX)
server=
stop() {
    if [ -n "$server" ]; then kill -"$1" "$server" 2>/dev/null || true; wait "$server" || true; server=; fi
}
start() {
    postgres -D "$folder/data" -k "$folder" -c listen_addresses= -c fsync=$fsync -c shared_buffers=32MB -c max_connections=500 >>"$folder/log" 2>&1 </dev/null &
    server=$!
    until psql -h "$folder" -U battalion -d postgres -c 'SELECT 1' >/dev/null 2>&1; do
        kill -0 "$server"
        sleep 0.05
    done
}
trap 'stop INT; rm -rf "$folder"' EXIT
trap 'exit 1' INT TERM PIPE
initdb -D "$folder/data" -A trust -U battalion -E UTF8 --locale=C.UTF-8 --no-sync >/dev/null
start
echo "$folder"
while read -r request; do
    case "$request" in
        start) start ;;
        stop) stop INT ;;
        kill) stop QUIT ;;
    esac
    echo done
done
"#;

/// Folder of Debian's newest server, whose programs are not on the path.
fn debian() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    let folders = versions.filter_map(|version| {
        let path = version.ok()?.path();
        let number: u32 = path.file_name()?.to_str()?.parse().ok()?;
        Some((number, path.join("bin")))
    });
    folders.max().map(|(_, folder)| folder)
}

/// Folder with the server's programs.
fn programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    debian().into_iter().chain(std::env::split_paths(&path)).find(|folder| folder.join("initdb").exists())
}

/// Name of the database with this address, or with this name.
fn name_of(database: &str) -> &str {
    let name = database.strip_prefix("postgres:///").unwrap_or(database);
    name.split_once('?').map_or(name, |(name, _)| name)
}

/// Sessions on a database: the paths of their titles, which show what they do: `postgres: battalion test9 [local] idle`.
/// None for SQLite, and where Linux's `/proc` is missing.
#[derive(Debug)]
pub struct Sessions(Vec<PathBuf>);

impl Sessions {
    /// The open sessions on the database at this address.
    pub fn of(address: &str) -> Self {
        let Some(name) = address.strip_prefix("postgres:///").and_then(|rest| rest.split('?').next()) else {
            return Self(Vec::new());
        };
        let session = format!("postgres: battalion {name} ");
        let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let titles = processes.map(|process| process.path().join("cmdline"));
        let is_session = |path: &PathBuf| std::fs::read_to_string(path).is_ok_and(|title| title.starts_with(&session));
        Self(titles.filter(is_session).collect())
    }

    /// Returns `true` if one of them executes a statement or has an open transaction.
    pub fn are_serving(&self) -> bool {
        let busy =
            |title: String| title.starts_with("postgres: ") && !title.trim_end_matches(['\0', ' ']).ends_with(" idle");
        self.0.iter().filter_map(|path| std::fs::read_to_string(path).ok()).any(busy)
    }
}

/// Database on the server that all tests of a process share. It is dropped with this value: a thousand databases take
/// 10 GB.
#[derive(Debug)]
pub struct Database {
    address: String,
}

impl Database {
    /// Address for a store.
    pub fn address(&self) -> &str {
        &self.address
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        if let Some(postgres) = Postgres::shared() {
            postgres.drop_database(&self.address);
        }
    }
}

/// Running server with its databases. It ends with this value, or with the process.
#[derive(Debug)]
pub struct Postgres {
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
    keeper: Child,
    folder: PathBuf,
    programs: PathBuf,
}

impl Postgres {
    /// Starts a server that loses what it has stored if the machine fails, for tests. `None` where PostgreSQL is not
    /// installed; the test says then that it was skipped.
    ///
    /// # Panics
    /// If the server does not start, or `REQUIRE_POSTGRES` is set and it is not installed.
    pub fn start() -> Option<Postgres> {
        Self::start_with("off")
    }

    /// Starts a server that flushes every transaction to the disk, for measurements. Otherwise as [`Postgres::start`].
    pub fn start_durable() -> Option<Postgres> {
        Self::start_with("on")
    }

    fn start_with(fsync: &str) -> Option<Postgres> {
        let Some(programs) = programs() else {
            assert!(std::env::var_os("REQUIRE_POSTGRES").is_none(), "PostgreSQL is not installed");
            eprintln!("skipped: PostgreSQL is not installed");
            return None;
        };
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path = std::iter::once(programs.clone()).chain(std::env::split_paths(&path));
        // The server refuses to run as root.
        let is_root = std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0);
        let mut command = Command::new(if is_root { "runuser" } else { "sh" });
        if is_root {
            command.args(["-u", "postgres", "--", "sh"]);
        }
        let mut keeper = command
            .args(["-c", SCRIPT])
            .current_dir("/")
            .env("PATH", std::env::join_paths(path).unwrap())
            .env("fsync", fsync)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server of the tests starts");
        let requests = keeper.stdin.take();
        let mut answers = BufReader::new(keeper.stdout.take().unwrap());
        let mut folder = String::new();
        answers.read_line(&mut folder).unwrap();
        assert!(folder.ends_with('\n'), "the server of the tests did not start");
        let folder = Path::new(folder.trim()).to_owned();
        Some(Postgres { requests, answers, keeper, folder, programs })
    }

    /// The server that all tests of this process share.
    fn shared() -> Option<MutexGuard<'static, Postgres>> {
        static SHARED: LazyLock<Option<Mutex<Postgres>>> = LazyLock::new(|| Postgres::start().map(Mutex::new));
        Some(SHARED.as_ref()?.lock().unwrap_or_else(|poisoned| poisoned.into_inner()))
    }

    /// A new, empty database on the server that all tests of this process share.
    pub fn database() -> Option<Database> {
        let address = Self::shared()?.new_database();
        Some(Database { address })
    }

    /// Makes an empty database and returns its address.
    ///
    /// # Panics
    /// If that fails.
    pub fn new_database(&self) -> String {
        static NUMBER: AtomicU64 = AtomicU64::new(1);
        let name = format!("test{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        self.sql("postgres", &format!("CREATE DATABASE {name}"));
        format!("postgres:///{name}?host={}&user=battalion", self.folder.display())
    }

    /// Drops a database and closes its open connections.
    fn drop_database(&self, address: &str) {
        let _ = self.run("postgres", &format!("DROP DATABASE {} WITH (FORCE)", name_of(address)));
    }

    /// Runs a statement in a database, given by its name or address, and returns what it prints.
    ///
    /// # Panics
    /// If the statement fails.
    pub fn sql(&self, database: &str, statement: &str) -> String {
        let ran = self.run(database, statement).expect("psql runs");
        assert!(ran.status.success(), "{statement}: {}", String::from_utf8_lossy(&ran.stderr));
        String::from_utf8_lossy(&ran.stdout).trim().to_owned()
    }

    fn run(&self, database: &str, statement: &str) -> std::io::Result<Output> {
        Command::new(self.programs.join("psql"))
            .args(["-h", self.folder.to_str().unwrap(), "-U", "battalion", "-d", name_of(database), "-qAtc", statement])
            .output()
    }

    /// Processor time used so far by the server and its sessions; zero where Linux's `/proc` is missing.
    pub fn processor_time(&self) -> Duration {
        let file = std::fs::read_to_string(self.folder.join("data/postmaster.pid")).unwrap_or_default();
        let Some(server) = file.lines().next().and_then(|number| number.parse::<u32>().ok()) else {
            return Duration::ZERO;
        };
        let children = std::fs::read_to_string(format!("/proc/{server}/task/{server}/children")).unwrap_or_default();
        let children = children.split_whitespace().filter_map(|number| number.parse().ok());
        children.chain([server]).map(processor_time).sum()
    }

    /// Stops the server: open connections are closed.
    pub fn stop(&mut self) {
        self.ask("stop");
    }

    /// Kills the server without a shutdown.
    pub fn kill(&mut self) {
        self.ask("kill");
    }

    /// Starts the server again.
    pub fn start_again(&mut self) {
        self.ask("start");
    }

    fn ask(&mut self, request: &str) {
        writeln!(self.requests.as_mut().unwrap(), "{request}").unwrap();
        let mut answer = String::new();
        self.answers.read_line(&mut answer).unwrap();
        assert_eq!(answer, "done\n", "{request}");
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.requests.take();
        let _ = self.keeper.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_of_the_shared_server_ends_with_its_value() {
        let Some(database) = Postgres::database() else { return };
        let name = name_of(database.address()).to_owned();
        let exists = || {
            let found = format!("SELECT count(*) FROM pg_database WHERE datname = '{name}'");
            Postgres::shared().unwrap().sql("postgres", &found) == "1"
        };
        assert!(exists());
        drop(database);
        assert!(!exists());
    }

    #[test]
    fn a_session_serves_while_it_executes_a_statement() {
        let Some(postgres) = Postgres::start() else { return };
        let [address, other] = [postgres.new_database(), postgres.new_database()];
        let is_serving = |address: &str| Sessions::of(address).are_serving();
        assert!(!is_serving(&address) && !is_serving("sqlite:a.sqlite"));
        std::thread::scope(|scope| {
            let statement = scope.spawn(|| postgres.sql(&address, "SELECT pg_sleep(3)"));
            while !is_serving(&address) {
                assert!(!statement.is_finished(), "the statement was never seen");
                std::thread::yield_now();
            }
            assert!(!is_serving(&other));
            statement.join().unwrap();
        });
        while is_serving(&address) {
            std::thread::yield_now();
        }
    }
}
