//! Disk that fails on demand: a small library between the bot and the C library. It needs only the C compiler that
//! SQLite requires anyway.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Fault of the disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// No space is left for a write.
    Full,
    /// Writes and flushes fail.
    Broken,
    /// The database cannot be opened for writing.
    ReadOnly,
}

/// Switch of one bot's disk.
#[derive(Clone, Debug)]
pub struct Disk {
    library: PathBuf,
    switch: PathBuf,
}

impl Disk {
    /// Creates a disk whose switch is a file in `folder`.
    pub fn new(folder: &Path) -> Disk {
        let library = folder.join("disk.so");
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/faults/disk.c");
        let built = Command::new("cc")
            .args(["-shared", "-fPIC", "-O1", "-w", "-o"])
            .arg(&library)
            .args([source, "-ldl"])
            .status()
            .expect("a C compiler, which SQLite needs as well");
        assert!(built.success(), "{source} compiles");
        Disk { library, switch: folder.join("fault") }
    }

    /// Environment for a bot process on this disk.
    pub fn environment(&self) -> Vec<(&'static str, String)> {
        vec![
            ("LD_PRELOAD", self.library.display().to_string()),
            ("BATTALION_DISK_FAULT", self.switch.display().to_string()),
        ]
    }

    /// Makes the disk fail from now on.
    pub fn fail(&self, fault: Fault) {
        let word = match fault {
            Fault::Full => "full",
            Fault::Broken => "broken",
            Fault::ReadOnly => "readonly",
        };
        std::fs::write(&self.switch, word).unwrap();
    }

    /// Makes the disk work again.
    pub fn recover(&self) {
        std::fs::remove_file(&self.switch).unwrap();
    }
}
