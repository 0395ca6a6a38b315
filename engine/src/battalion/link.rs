//! Web addresses in a Battalion file, which other programs show as links.

use std::fmt;

/// Maximum length of an address in characters.
pub(super) const MAX_LINK: usize = 200;

/// Complete `https` address of plain characters: safe inside `<…>` in a message and inside quotes in HTML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link(String);

impl Link {
    /// Parses an address.
    ///
    /// # Errors
    /// A sentence that says what is wrong with the address.
    pub fn read(text: &str) -> Result<Link, String> {
        let Some(rest) = text.strip_prefix("https://") else {
            return Err("a link begins with `https://`".to_owned());
        };
        if text.len() > MAX_LINK {
            return Err(format!("the link has {} characters, at most {MAX_LINK} are allowed", text.len()));
        }
        let allowed = |c: char| c.is_ascii_alphanumeric() || "-._~/?#&=%+,;:@!".contains(c);
        if let Some(c) = text.chars().find(|c| !allowed(*c)) {
            return Err(format!("`{}` does not belong in a link: write it as `%` and its code", c.escape_default()));
        }
        let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
        let label = |label: &str| {
            !label.is_empty()
                && !label.starts_with('-')
                && !label.ends_with('-')
                && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
        };
        let named = host.rsplit('.').next().is_some_and(|last| last.bytes().all(|b| b.is_ascii_alphabetic()));
        if host.contains('.') && host.split('.').all(label) && named {
            Ok(Link(text.to_owned()))
        } else {
            Err("a link names a site after `https://`, as in `https://example.org/rules`".to_owned())
        }
    }

    /// Address as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
