//! Zip files from users, read within bounds. The bounds apply to the number of entries and to the bytes actually
//! unpacked, not to the sizes that the file states.

use std::collections::BTreeSet;
use std::io::{Cursor, Read};

use zip::CompressionMethod;
use zip::read::ZipArchive;

/// Limits for a zip file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Number of files.
    pub files: usize,
    /// Bytes of each file, unpacked.
    pub file: usize,
    /// Bytes of all files together, unpacked.
    pub total: usize,
}

/// File from a zip file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// File name, without folder.
    pub name: String,
    pub bytes: Vec<u8>,
}

/// Reason for rejecting a zip file, as a sentence for its sender.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnzipError {
    /// Damaged, or not a zip file.
    #[error("this zip file is damaged or not a zip file: pack it again")]
    Damaged,
    /// Empty.
    #[error("the zip file is empty: put the files into it")]
    Empty,
    /// Contains folders.
    #[error("the zip file has folders in it: pack the files themselves, without a folder around them")]
    Folders,
    /// Contains two files of the same name, ignoring case.
    #[error("the zip file has two files of the same name: pack it again with each file once")]
    Twice,
    /// Contains a file with a password or an uncommon compression.
    #[error("the zip file has a password or an unusual compression: pack it again without either")]
    Unusual,
    /// Contains too many files.
    #[error("the zip file has more than {0} files: leave some out")]
    TooMany(usize),
    /// Contains too many bytes.
    #[error("the files in the zip file are too large, at most {} KiB each and {} KiB together are allowed", .0.file / 1024, .0.total / 1024)]
    TooLarge(Bounds),
}

/// Returns whether packing tools added this file on their own.
fn is_clutter(name: &str) -> bool {
    name.starts_with("__MACOSX/") || matches!(name, ".DS_Store" | "Thumbs.db" | "desktop.ini")
}

/// Unpacks the files of a zip file, in its order.
///
/// ```
/// use battalion::unzip::{Bounds, UnzipError, unzip};
/// let bounds = Bounds { files: 10, file: 1 << 20, total: 4 << 20 };
/// assert_eq!(unzip(b"PK\x03\x04 or not", bounds), Err(UnzipError::Damaged));
/// ```
pub fn unzip(bytes: &[u8], bounds: Bounds) -> Result<Vec<Entry>, UnzipError> {
    // The list of entries is built before any entry is read. An entry takes at least 46 bytes, so the list cannot be
    // much longer than the file.
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| UnzipError::Damaged)?;
    let mut entries: Vec<Entry> = Vec::new();
    let mut names = BTreeSet::new();
    let mut left = bounds.total;
    let mut count = 0;
    for index in 0..archive.len() {
        let raw = archive.by_index_raw(index).map_err(|_| UnzipError::Damaged)?;
        let name = raw.name().map_err(|_| UnzipError::Damaged)?.into_owned();
        let known = matches!(raw.compression(), CompressionMethod::Stored | CompressionMethod::Deflated);
        let unusual = raw.encrypted() || !known;
        drop(raw);
        if is_clutter(&name) {
            continue;
        }
        if name.contains(['/', '\\', ':', '\0']) || matches!(name.as_str(), "" | "." | "..") {
            return Err(UnzipError::Folders);
        }
        if unusual {
            return Err(UnzipError::Unusual);
        }
        count += 1;
        if count > bounds.files {
            return Err(UnzipError::TooMany(bounds.files));
        }
        if !names.insert(name.to_lowercase()) {
            return Err(UnzipError::Twice);
        }
        let most = bounds.file.min(left);
        let mut content = Vec::new();
        let entry = archive.by_index(index).map_err(|_| UnzipError::Damaged)?;
        entry.take(most as u64 + 1).read_to_end(&mut content).map_err(|_| UnzipError::Damaged)?;
        if content.len() > most {
            return Err(UnzipError::TooLarge(bounds));
        }
        left -= content.len();
        entries.push(Entry { name, bytes: content });
    }
    if entries.is_empty() { Err(UnzipError::Empty) } else { Ok(entries) }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use zip::write::{SimpleFileOptions, ZipWriter};

    use super::*;

    const BOUNDS: Bounds = Bounds { files: 3, file: 1000, total: 1500 };

    fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut to = ZipWriter::new(Cursor::new(Vec::new()));
        let how = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        for (name, bytes) in files {
            to.start_file(*name, how).unwrap();
            to.write_all(bytes).unwrap();
        }
        to.finish().unwrap().into_inner()
    }

    fn read(files: &[(&str, &[u8])]) -> Result<Vec<Entry>, UnzipError> {
        unzip(&zipped(files), BOUNDS)
    }

    #[test]
    fn files_come_out_as_they_went_in() {
        let files = read(&[("a.png", b"one"), ("__MACOSX/._a.png", b"?"), ("B.png", &[7; 900])]);
        let files = files.unwrap();
        assert_eq!(files[0].name, "a.png");
        assert_eq!(files[0].bytes, b"one");
        assert_eq!((files[1].name.as_str(), files[1].bytes.len()), ("B.png", 900));
        assert_eq!(files.len(), 2);
    }

    #[test]
    fn bounds_hold_for_what_comes_out() {
        assert_eq!(read(&[("a", &[0; 1001])]), Err(UnzipError::TooLarge(BOUNDS)));
        // A zip bomb: 10 MiB packed into less than 20 kB.
        let bomb = zipped(&[("a", &vec![0; 10 << 20])]);
        assert!(bomb.len() < 20_000, "{}", bomb.len());
        assert_eq!(unzip(&bomb, BOUNDS), Err(UnzipError::TooLarge(BOUNDS)));
        let together = [("a", [0; 800]), ("b", [0; 800])];
        let together: Vec<_> = together.iter().map(|(n, b)| (*n, b.as_slice())).collect();
        assert_eq!(read(&together), Err(UnzipError::TooLarge(BOUNDS)));
        let many: Vec<(&str, &[u8])> = vec![("a", b""), ("b", b""), ("c", b""), ("d", b"")];
        assert_eq!(read(&many), Err(UnzipError::TooMany(3)));
    }

    /// Exactly as many files and bytes as allowed are unpacked. What a system adds to an archive does not count.
    #[test]
    fn as_much_as_the_bounds_allow_is_unpacked() {
        let files =
            read(&[("a", &[7; 1000]), (".DS_Store", b"?"), ("b", &[7; 499]), ("__MACOSX/._a", b"?"), ("c", b"x")]);
        let lengths: Vec<usize> = files.unwrap().iter().map(|entry| entry.bytes.len()).collect();
        assert_eq!(lengths, [1000, 499, 1]);
        let over = read(&[("a", &[7; 1000]), ("b", &[7; 499]), ("c", b"xy")]);
        assert_eq!(over, Err(UnzipError::TooLarge(BOUNDS)));
    }

    /// Files with a password and uncommon compressions are refused as what they are, not as damaged.
    #[test]
    fn passwords_and_uncommon_compressions_are_named() {
        let plain = zipped(&[("a.png", b"x")]);
        let central = plain.windows(4).position(|bytes| bytes == b"PK\x01\x02").unwrap();
        // The flag of a password, and the number of bzip2 as the compression, in both headers of the file.
        for (field, value) in [(6, 1), (8, 12)] {
            let mut changed = plain.clone();
            for at in [field, central + field + 2] {
                changed[at] = value;
            }
            assert_eq!(unzip(&changed, BOUNDS), Err(UnzipError::Unusual), "{field}");
        }
    }

    /// Some unpackers read past the size in the header: here the header says one byte, and 1001 come.
    #[test]
    fn what_the_header_says_of_the_size_is_not_believed() {
        let mut lying = zipped(&[("a", &[7; 5000])]);
        let size = 5000_u32.to_le_bytes();
        let places: Vec<usize> = (0..lying.len() - 4).filter(|&at| lying[at..at + 4] == size).collect();
        assert!(!places.is_empty());
        for at in places {
            lying[at..at + 4].copy_from_slice(&1_u32.to_le_bytes());
        }
        let bounds = Bounds { file: 2000, ..BOUNDS };
        match unzip(&lying, bounds) {
            Err(UnzipError::TooLarge(_) | UnzipError::Damaged) => {}
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn paths_are_refused() {
        for name in ["a/b.png", "../a.png", "/etc/passwd", "a\\b.png", "C:x", ".."] {
            assert_eq!(read(&[(name, b"x")]), Err(UnzipError::Folders), "{name}");
        }
    }

    #[test]
    fn what_is_no_zip_file_is_refused() {
        assert_eq!(unzip(b"", BOUNDS), Err(UnzipError::Damaged));
        assert_eq!(read(&[]), Err(UnzipError::Empty));
        let whole = zipped(&[("a.png", &[9; 900])]);
        for end in 0..whole.len() {
            assert!(unzip(&whole[..end], BOUNDS).is_err(), "{end}");
        }
        assert_eq!(read(&[("a.png", b"x"), ("A.PNG", b"y")]), Err(UnzipError::Twice));
        // Every byte changed: an error or other content, never a panic.
        for at in 0..whole.len() {
            let mut bad = whole.clone();
            bad[at] ^= 0xFF;
            let _ = unzip(&bad, BOUNDS);
        }
    }
}
