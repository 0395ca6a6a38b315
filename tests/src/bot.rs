//! Bot process for tests, which can be killed without warning.

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use playground::Tunnel;

/// Path of the bot: the program built by cargo for these tests, or the one in `BATTALION_BIN`.
///
/// # Panics
/// If neither exists.
pub fn program() -> PathBuf {
    ["BATTALION_BIN", "CARGO_BIN_EXE_battalion"]
        .into_iter()
        .find_map(std::env::var_os)
        .map(PathBuf::from)
        .expect("cargo test and cargo bench name the program; for anything else set BATTALION_BIN to its path")
}

/// A running bot with its own database.
#[derive(Debug)]
pub struct Bot {
    child: Child,
    folder: PathBuf,
    token: String,
    environment: Vec<(&'static str, String)>,
}

impl Bot {
    /// Starts the bot against a stand-in, with database and log in `folder`.
    pub fn start(folder: &Path, base: &str, token: &str) -> Bot {
        Bot::start_with(folder, token, way_to(base))
    }

    /// Starts the bot with these environment variables, including the address of the stand-in.
    pub fn start_with(folder: &Path, token: &str, environment: Vec<(&'static str, String)>) -> Bot {
        let log: File = OpenOptions::new().create(true).append(true).open(folder.join("bot.log")).unwrap();
        let child = Command::new(program())
            .current_dir(folder)
            .env_clear()
            .env("BATTALION_TOKEN", token)
            .env("BATTALION_DATABASE", folder.join("battalion.sqlite"))
            .envs(environment.iter().cloned())
            .stdin(Stdio::null())
            .stdout(log.try_clone().unwrap())
            .stderr(log)
            .spawn()
            .expect("the bot starts");
        Bot { child, folder: folder.to_owned(), token: token.to_owned(), environment }
    }

    /// Kills the process at once, like a power failure.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Restarts the bot on the same database.
    pub fn restart(&mut self) {
        self.kill();
        *self = Bot::start_with(&self.folder, &self.token, self.environment.clone());
    }

    /// Restarts the bot with another environment variable.
    pub fn restart_with(&mut self, name: &'static str, value: &str) {
        self.environment.push((name, value.to_owned()));
        self.restart();
    }

    /// Sends SIGTERM and waits for the exit; returns `true` for a successful one.
    pub fn stop(&mut self) -> bool {
        let _ = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        self.ended()
    }

    /// Waits for the exit; returns `true` for a successful one.
    pub fn ended(&mut self) -> bool {
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(15) {
            if let Ok(Some(status)) = self.child.try_wait() {
                return status.success();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        false
    }

    /// Returns `true` if a thread of the bot runs, waits for a core or for the disk; `false` where Linux's `/proc` is
    /// missing.
    pub fn is_working(&self) -> bool {
        let threads = std::fs::read_dir(format!("/proc/{}/task", self.child.id())).into_iter().flatten().flatten();
        // The state follows the name, which is in parentheses.
        let state = |stat: String| stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with(['R', 'D']));
        threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("stat")).ok()).any(state)
    }

    /// Value from the process status: `VmRSS` is the current memory, `VmHWM` the maximum.
    pub fn memory(&self, line: &str) -> String {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let found = status.lines().find_map(|l| l.strip_prefix(line)?.strip_prefix(':'));
        found.map_or_else(|| "unknown".to_owned(), |value| value.trim().to_owned())
    }

    /// Environment variable of the process.
    pub fn variable(&self, name: &str) -> Option<String> {
        let all = std::fs::read(format!("/proc/{}/environ", self.child.id())).ok()?;
        let mut all = all.split(|byte| *byte == 0).map(String::from_utf8_lossy);
        all.find_map(|one| one.strip_prefix(name)?.strip_prefix('=').map(str::to_owned))
    }

    /// Processor time used so far.
    pub fn processor_time(&self) -> Duration {
        processor_time(self.child.id())
    }

    /// Current use of resources; zeros where Linux's `/proc` is missing.
    pub fn usage(&self) -> Usage {
        let count = |what: &str| {
            let entries = std::fs::read_dir(format!("/proc/{}/{what}", self.child.id()));
            entries.map_or(0, |entries| entries.count() as u64)
        };
        let kilobytes = |text: &str| text.strip_suffix(" kB").and_then(|number| number.trim().parse::<u64>().ok());
        let journal = std::fs::metadata(self.folder.join("battalion.sqlite-wal"));
        Usage {
            memory: kilobytes(&self.memory("VmRSS")).unwrap_or(0) / 1024,
            threads: count("task"),
            descriptors: count("fd"),
            journal: journal.map_or(0, |file| file.len() / 1024),
        }
    }

    /// Complete log.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.folder.join("bot.log")).unwrap_or_default()
    }

    /// Returns `true` if the log contains this number as a separate word. Times and ids contain many digits.
    pub fn has_logged_number(&self, number: &str) -> bool {
        let log = self.log();
        let mut numbers = log.split(|c: char| !c.is_ascii_digit() && !".,".contains(c));
        numbers.any(|logged| logged.trim_end_matches(['.', ',']) == number)
    }

    /// Lines of the log without their times.
    pub fn log_lines(&self) -> Vec<String> {
        let log = self.log();
        let lines = log.lines();
        lines.map(|line| line.split_once(' ').map_or(line, |(_, rest)| rest).to_owned()).collect()
    }
}

/// Processor time of a process and of its children that have ended; zero where Linux's `/proc` is missing.
pub(crate) fn processor_time(process: u32) -> Duration {
    /// Length of a tick, which is a hundredth of a second on all of today's systems.
    const TICK: Duration = Duration::from_millis(10);
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The fields follow the name, which is in parentheses.
    let fields = stat.rsplit_once(") ").map(|(_, fields)| fields.split(' ')).into_iter().flatten();
    let ticks: u32 = fields.skip(11).take(4).filter_map(|ticks| ticks.parse::<u32>().ok()).sum();
    TICK * ticks
}

/// Environment for the address of a stand-in, with full logging.
pub(crate) fn way_to(base: &str) -> Vec<(&'static str, String)> {
    vec![("DISCORD_API_PROXY", base.to_owned()), ("BATTALION_LOG", "trace".to_owned())]
}

/// Environment for a tunnel; writes the certificate of its authority to `folder`.
pub(crate) fn way_through(folder: &Path, tunnel: &Tunnel) -> Vec<(&'static str, String)> {
    let file = folder.join("ca.pem");
    std::fs::write(&file, tunnel.authority()).unwrap();
    vec![("DISCORD_CONNECT_PROXY", tunnel.proxy()), ("DISCORD_CA_PEM", file.display().to_string())]
}

impl Drop for Bot {
    /// Ends the process. If a test failed, its log is part of the output.
    fn drop(&mut self) {
        self.kill();
        if std::thread::panicking() {
            eprintln!("Log of the bot:\n{}", self.log());
        }
    }
}

/// Resources that a process uses at a moment.
#[derive(Clone, Copy, Debug, Default)]
pub struct Usage {
    /// Resident memory, in megabytes.
    pub memory: u64,
    /// Threads.
    pub threads: u64,
    /// Open file descriptors.
    pub descriptors: u64,
    /// Write-ahead log of SQLite, in kilobytes.
    pub journal: u64,
}

impl std::iter::Sum for Usage {
    fn sum<I: Iterator<Item = Usage>>(all: I) -> Usage {
        all.fold(Usage::default(), |sum, one| Usage {
            memory: sum.memory + one.memory,
            threads: sum.threads + one.threads,
            descriptors: sum.descriptors + one.descriptors,
            journal: sum.journal + one.journal,
        })
    }
}
