//! Checker of SVG path data: validates it and measures its extent and complexity, without drawing it.

use std::fmt;

/// Maximum absolute value of a number.
pub(super) const MAX_NUMBER: f64 = 100_000.0;

/// Extent and complexity of a path.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Extent {
    /// Number of commands, including those repeated without their letter.
    pub commands: usize,
    /// Number of contours.
    pub contours: usize,
    /// Bounding box of the path's points: left, top, right, bottom.
    pub bounds: [f64; 4],
}

/// Fault of path data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathFault {
    /// The path does not start with a move command.
    Start,
    /// Unexpected character.
    Unexpected(char),
    /// The path ends where a number must follow.
    End,
    /// Number above the limit.
    Large,
}

impl fmt::Display for PathFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PathFault::Start => f.write_str("path data begins with `M` and the place to start"),
            PathFault::Unexpected(c) => {
                let shown = if c.is_control() { '\u{FFFD}' } else { *c };
                write!(f, "`{shown}` does not belong here in SVG path data")
            }
            PathFault::End => f.write_str("the path data ends where a number must follow"),
            PathFault::Large => write!(f, "numbers go up to {MAX_NUMBER}"),
        }
    }
}

type Fault = (usize, PathFault);

/// Number of arguments of each command.
const fn arguments(command: u8) -> Option<usize> {
    Some(match command.to_ascii_uppercase() {
        b'M' | b'L' | b'T' => 2,
        b'H' | b'V' => 1,
        b'S' | b'Q' => 4,
        b'C' => 6,
        b'A' => 7,
        b'Z' => 0,
        _ => return None,
    })
}

/// Parses path data. `Err` holds the byte offset and the fault.
pub(super) fn measure(data: &str) -> Result<Extent, Fault> {
    let mut scan = Scan { data, at: 0 };
    let mut pen = Pen::default();
    let mut command = None;
    loop {
        scan.space();
        let at = scan.at;
        let Some(next) = scan.peek() else {
            break;
        };
        let letter = match (next, command) {
            (b'a'..=b'z' | b'A'..=b'Z', _) => {
                scan.at += 1;
                next
            }
            // More numbers repeat the command; after `M` they are lines.
            (b'0'..=b'9' | b'-' | b'.', Some(last)) if arguments(last) != Some(0) => match last {
                b'M' => b'L',
                b'm' => b'l',
                other => other,
            },
            _ => return Err(scan.unexpected(at)),
        };
        let Some(count) = arguments(letter) else {
            return Err(scan.unexpected(at));
        };
        if command.is_none() && !letter.eq_ignore_ascii_case(&b'M') {
            return Err((at, PathFault::Start));
        }
        let mut numbers = [0.0; 7];
        for (index, number) in numbers.iter_mut().enumerate().take(count) {
            let is_flag = letter.eq_ignore_ascii_case(&b'A') && matches!(index, 3 | 4);
            *number = if is_flag { scan.flag()? } else { scan.number()? };
            scan.comma();
        }
        pen.follow(letter, &numbers[..count]);
        command = Some(letter);
    }
    match pen.extent {
        Some(extent) => Ok(extent),
        None => Err((0, PathFault::Start)),
    }
}

#[derive(Default)]
struct Pen {
    at: (f64, f64),
    start: (f64, f64),
    extent: Option<Extent>,
}

impl Pen {
    fn follow(&mut self, letter: u8, numbers: &[f64]) {
        let from = if letter.is_ascii_lowercase() { self.at } else { (0.0, 0.0) };
        self.at = match (letter.to_ascii_uppercase(), numbers) {
            (b'H', [x]) => (from.0 + x, self.at.1),
            (b'V', [y]) => (self.at.0, from.1 + y),
            (_, [.., x, y]) => (from.0 + x, from.1 + y),
            _ => self.start,
        };
        let (x, y) = self.at;
        let begins = letter.eq_ignore_ascii_case(&b'M');
        if begins {
            self.start = self.at;
        }
        let extent = self.extent.get_or_insert(Extent { commands: 0, contours: 0, bounds: [x, y, x, y] });
        extent.commands += 1;
        extent.contours += usize::from(begins);
        let [left, top, right, bottom] = extent.bounds;
        extent.bounds = [left.min(x), top.min(y), right.max(x), bottom.max(y)];
    }
}

struct Scan<'a> {
    data: &'a str,
    at: usize,
}

impl Scan<'_> {
    fn peek(&self) -> Option<u8> {
        self.data.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r' | 0x0C)) {
            self.at += 1;
        }
    }

    fn comma(&mut self) {
        self.space();
        if self.peek() == Some(b',') {
            self.at += 1;
        }
    }

    fn unexpected(&self, at: usize) -> Fault {
        let c = self.data.get(at..).and_then(|rest| rest.chars().next());
        (at, c.map_or(PathFault::End, PathFault::Unexpected))
    }

    fn flag(&mut self) -> Result<f64, Fault> {
        self.space();
        let flag = match self.peek() {
            Some(b'0') => 0.0,
            Some(b'1') => 1.0,
            _ => return Err(self.unexpected(self.at)),
        };
        self.at += 1;
        Ok(flag)
    }

    fn digits(&mut self) -> usize {
        let from = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        self.at - from
    }

    fn number(&mut self) -> Result<f64, Fault> {
        self.space();
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        let mut digits = self.digits();
        if self.peek() == Some(b'.') {
            self.at += 1;
            digits += self.digits();
        }
        if digits == 0 {
            return Err(self.unexpected(self.at));
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'-' | b'+')) {
                self.at += 1;
            }
            if self.digits() == 0 {
                return Err(self.unexpected(self.at));
            }
        }
        let number: Option<f64> = self.data.get(start..self.at).and_then(|t| t.parse().ok());
        match number {
            Some(number) if number.abs() <= MAX_NUMBER => Ok(number),
            _ => Err((start, PathFault::Large)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_followed() {
        let extent = measure("M10,10 h80v80H10z m 10-5 l.5.5 1e1-3 A5 5 0 1130 20").unwrap();
        assert_eq!(extent.bounds, [10.0, 2.5, 90.0, 90.0]);
        assert_eq!((extent.commands, extent.contours), (9, 2));
        let curves = measure("M0 0Q50 -99 100 0T50 50S1 2 3 4C9 9 9 9 7 8").unwrap();
        assert_eq!(curves.bounds, [0.0, 0.0, 100.0, 50.0]);
        let implied = measure("m1 1 2 2 3 3").unwrap();
        assert_eq!((implied.contours, implied.bounds[2]), (1, 6.0));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        for (data, at, fault) in [
            ("", 0, PathFault::Start),
            ("   ", 0, PathFault::Start),
            ("L5 5", 0, PathFault::Start),
            ("5 5", 0, PathFault::Unexpected('5')),
            ("M5", 2, PathFault::End),
            ("M5 5 L", 6, PathFault::End),
            ("M5 5 X3", 5, PathFault::Unexpected('X')),
            ("M5 5 é", 5, PathFault::Unexpected('é')),
            ("M5 5 z 3 3", 7, PathFault::Unexpected('3')),
            ("M5 5 L +3 3", 7, PathFault::Unexpected('+')),
            ("M5 5 L 1e999 3", 7, PathFault::Large),
            ("M5 5 L NaN 3", 7, PathFault::Unexpected('N')),
            ("M5 5 A3 3 0 2 0 5 5", 12, PathFault::Unexpected('2')),
            ("M5 5,,3 3", 5, PathFault::Unexpected(',')),
            ("M5 5 l1e 5", 8, PathFault::Unexpected(' ')),
            ("M-", 2, PathFault::End),
        ] {
            assert_eq!(measure(data), Err((at, fault)), "{data}");
        }
    }
}
