//! Workers on one queue: two processes, one of them killed in the middle of its games.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use lab::queue::{Left, Queue};
use lab::work::Work;
use tests::Postgres;

/// Program with these arguments; what it prints on standard error is dropped.
fn lab(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lab"));
    command.args(arguments).stderr(Stdio::null()).env_remove("LAB_QUEUE");
    command
}

fn cross(out: &Path, queue: Option<&str>) -> Command {
    let mut command = lab(&["match", "makpong", "medieval", "--nodes", "60", "--pairs", "12", "--longest", "120"]);
    command.arg("--out").arg(out);
    if let Some(url) = queue {
        command.args(["--queue", url]);
    }
    command
}

fn worker(url: &str) -> Child {
    lab(&["worker", "--threads", "1"]).env("LAB_QUEUE", url).spawn().unwrap()
}

fn wait(what: &str, mut until: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !until() {
        assert!(begun.elapsed() < Duration::from_secs(120), "waited too long for {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_killed_worker_and_a_killed_collector_lose_no_job_and_change_no_table() {
    let Some(postgres) = Postgres::start() else { return };
    let url = postgres.new_database();
    let folder = tempfile::tempdir().unwrap();
    let alone = cross(&folder.path().join("alone.jsonl"), None).output().unwrap();
    assert!(alone.status.success());

    let out = folder.path().join("shared.jsonl");
    let mut collector = cross(&out, Some(&url)).stdout(Stdio::null()).spawn().unwrap();
    let mut queue = Queue::open(&url).unwrap();
    wait("jobs", || queue.left(None).unwrap().open == 12);
    let (mut killed, mut other) = (worker(&url), worker(&url));
    wait("a result", || queue.left(None).unwrap().open < 12);
    killed.kill().unwrap();
    killed.wait().unwrap();
    collector.kill().unwrap();
    collector.wait().unwrap();
    // The other one plays the rest, the job of the killed one included.
    assert!(other.wait().unwrap().success());
    assert_eq!(queue.left(None).unwrap().open, 0);

    let shared = cross(&out, Some(&url)).output().unwrap();
    assert!(shared.status.success());
    assert_eq!(String::from_utf8(shared.stdout).unwrap(), String::from_utf8(alone.stdout).unwrap());
    assert_eq!(queue.left(None).unwrap(), Left::default());
    assert_eq!(postgres.sql(&url, "SELECT COUNT(*) FROM lab_run"), "0");
}

#[test]
fn work_of_another_version_is_refused_and_stays() {
    let Some(postgres) = Postgres::start() else { return };
    let url = postgres.new_database();
    let mut queue = Queue::open(&url).unwrap();
    let plan = lab::duel::Plan { format: 0, ..lab::duel::Plan::new(&[], Vec::new(), lab::duel::Settings::default()) };
    queue.offer(&Work::Duels(plan), &["{}".to_owned()]).unwrap();
    let refused = Command::new(env!("CARGO_BIN_EXE_lab")).args(["worker", "--queue", &url]).output().unwrap();
    assert!(!refused.status.success());
    let told = String::from_utf8(refused.stderr).unwrap();
    assert!(told.contains("another version of the lab"), "{told}");
    assert_eq!(queue.left(None).unwrap(), Left { open: 1, finished: 0 });
}

#[test]
fn a_queue_that_cannot_be_reached_is_an_error() {
    for url in ["postgres:///nothing?host=/nowhere", "mysql://here"] {
        let refused = Command::new(env!("CARGO_BIN_EXE_lab")).args(["worker", "--queue", url]).output().unwrap();
        assert!(!refused.status.success());
        let told = String::from_utf8(refused.stderr).unwrap();
        assert!(told.starts_with("the queue: "), "{told}");
    }
}
