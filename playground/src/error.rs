//! Errors: Discord's errors for the bot ([`ApiError`]) and the stand-in's for a test ([`Error`]).

use serde_json::{Value, json};

use crate::record::ViolationKind;

/// Error of a script step.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A real Discord client would not permit the action.
    #[error("Discord's client refuses: {0}")]
    Refused(String),
    /// An event did not happen in time.
    #[error("waited {1:?} in vain for {0}")]
    Timeout(String, std::time::Duration),
    /// A name or id does not exist in the world.
    #[error("there is no {0}")]
    Unknown(String),
    /// The address cannot be bound.
    #[error("cannot listen on {0}: {1}")]
    Bind(String, std::io::Error),
    /// The file of the world cannot be read or written.
    #[error("the playground's file {0:?} cannot be read or written: {1}")]
    Store(std::path::PathBuf, std::io::Error),
    /// The tunnel's certificates cannot be created.
    #[error("the tunnel cannot be prepared: {0}")]
    Tunnel(String),
}

impl Error {
    pub(crate) fn refused(sentence: impl Into<String>) -> Self {
        Self::Refused(sentence.into())
    }

    pub(crate) fn unknown(what: impl Into<String>) -> Self {
        Self::Unknown(what.into())
    }
}

/// Error response in Discord's form.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    pub(crate) status: u16,
    pub(crate) code: u32,
    pub(crate) message: String,
    pub(crate) errors: Option<Value>,
    /// Violated rule, if the request broke one.
    pub(crate) violation: Option<(ViolationKind, String)>,
}

impl ApiError {
    pub(crate) fn new(status: u16, code: u32, message: impl Into<String>) -> Self {
        Self { status, code, message: message.into(), errors: None, violation: None }
    }

    /// Marks the error as the bot's fault.
    pub(crate) fn violates(mut self, kind: ViolationKind, sentence: impl Into<String>) -> Self {
        self.violation = Some((kind, sentence.into()));
        self
    }

    /// Error for a missing or deleted object.
    pub(crate) fn unknown(what: &str, code: u32) -> Self {
        Self::new(404, code, format!("Unknown {what}"))
    }

    pub(crate) fn missing_access() -> Self {
        Self::new(403, 50001, "Missing Access")
    }

    pub(crate) fn missing_permissions() -> Self {
        Self::new(403, 50013, "Missing Permissions")
    }

    pub(crate) fn cannot_dm() -> Self {
        Self::new(403, 50007, "Cannot send messages to this user")
    }

    pub(crate) fn archived() -> Self {
        Self::new(400, 50083, "Thread is archived")
    }

    pub(crate) fn empty_message() -> Self {
        Self::new(400, 50006, "Cannot send an empty message").violates(ViolationKind::Limit, "an empty message")
    }

    /// Error for an invalid form body; `path` names the place, with dots between the steps.
    pub(crate) fn form(path: &str, code: &str, message: impl Into<String>) -> Self {
        let message = message.into();
        let mut errors = json!({"_errors": [{"code": code, "message": message}]});
        for step in path.rsplit('.').filter(|s| !s.is_empty()) {
            errors = json!({ step: errors });
        }
        let sentence = format!("{path}: {message}");
        Self { errors: Some(errors), ..Self::new(400, 50035, "Invalid Form Body") }
            .violates(ViolationKind::Limit, sentence)
    }

    /// Error for a text of invalid length.
    pub(crate) fn length(path: &str, least: usize, most: usize) -> Self {
        let message = if least == 0 {
            format!("Must be {most} or fewer in length.")
        } else {
            format!("Must be between {least} and {most} in length.")
        };
        Self::form(path, "BASE_TYPE_BAD_LENGTH", message)
    }

    pub(crate) fn required(path: &str) -> Self {
        Self::form(path, "BASE_TYPE_REQUIRED", "This field is required")
    }

    /// Body of the response.
    pub(crate) fn json(&self) -> Value {
        let mut body = json!({"code": self.code, "message": self.message});
        if let Some(errors) = &self.errors {
            body["errors"] = errors.clone();
        }
        body
    }
}
