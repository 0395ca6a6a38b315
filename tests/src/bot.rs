//! The bot as a process of its own, which can be killed without warning.

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use playground::Tunnel;

/// The program: the one that cargo built for these tests, or what `BATTALION_BIN` names.
///
/// # Panics
/// When neither is there.
pub fn program() -> PathBuf {
    ["BATTALION_BIN", "CARGO_BIN_EXE_battalion"]
        .into_iter()
        .find_map(std::env::var_os)
        .map(PathBuf::from)
        .expect("cargo test and cargo bench name the program; for anything else set BATTALION_BIN to its path")
}

/// A running bot with a database of its own.
#[derive(Debug)]
pub struct Bot {
    child: Child,
    folder: PathBuf,
    token: String,
    environment: Vec<(&'static str, String)>,
}

impl Bot {
    /// Starts the bot against a stand-in; its database and log lie in `folder`.
    pub fn start(folder: &Path, base: &str, token: &str) -> Bot {
        Bot::start_with(folder, token, way_to(base))
    }

    /// The same with settings of one's own, the way to the stand-in among them.
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

    /// Ends it at once, as a power cut would.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Starts it again on the same database.
    pub fn restart(&mut self) {
        self.kill();
        *self = Bot::start_with(&self.folder, &self.token, self.environment.clone());
    }

    /// Asks it to stop, and waits until it has. `true` if it ended well.
    pub fn stop(&mut self) -> bool {
        let _ = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        self.ended()
    }

    /// Waits until it has ended. `true` if it ended well.
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

    /// A line of the kernel's account of its memory: `VmRSS` now, `VmHWM` at most.
    pub fn memory(&self, line: &str) -> String {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let found = status.lines().find_map(|l| l.strip_prefix(line)?.strip_prefix(':'));
        found.map_or_else(|| "unknown".to_owned(), |value| value.trim().to_owned())
    }

    /// An environment variable that it runs with.
    pub fn variable(&self, name: &str) -> Option<String> {
        let all = std::fs::read(format!("/proc/{}/environ", self.child.id())).ok()?;
        let mut all = all.split(|byte| *byte == 0).map(String::from_utf8_lossy);
        all.find_map(|one| one.strip_prefix(name)?.strip_prefix('=').map(str::to_owned))
    }

    /// Its resident memory in megabytes.
    pub fn resident(&self) -> Option<u64> {
        let kilobytes: u64 = self.memory("VmRSS").strip_suffix(" kB")?.trim().parse().ok()?;
        Some(kilobytes / 1024)
    }

    /// Everything it has logged.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.folder.join("bot.log")).unwrap_or_default()
    }

    /// Has it logged this number by itself? Times and ids have many digits.
    pub fn has_logged_number(&self, number: &str) -> bool {
        let log = self.log();
        let mut numbers = log.split(|c: char| !c.is_ascii_digit() && !".,".contains(c));
        numbers.any(|logged| logged.trim_end_matches(['.', ',']) == number)
    }

    /// Everything it has logged line by line, without the times.
    pub fn log_lines(&self) -> Vec<String> {
        let log = self.log();
        let lines = log.lines();
        lines.map(|line| line.split_once(' ').map_or(line, |(_, rest)| rest).to_owned()).collect()
    }
}

/// The settings that lead to a stand-in's address, with everything logged.
pub(crate) fn way_to(base: &str) -> Vec<(&'static str, String)> {
    vec![("DISCORD_API_PROXY", base.to_owned()), ("BATTALION_LOG", "trace".to_owned())]
}

/// The settings that lead through a tunnel; the authority's certificate is put into `folder`.
pub(crate) fn way_through(folder: &Path, tunnel: &Tunnel) -> Vec<(&'static str, String)> {
    let file = folder.join("ca.pem");
    std::fs::write(&file, tunnel.authority()).unwrap();
    vec![("DISCORD_CONNECT_PROXY", tunnel.proxy()), ("DISCORD_CA_PEM", file.display().to_string())]
}

impl Drop for Bot {
    fn drop(&mut self) {
        self.kill();
    }
}
