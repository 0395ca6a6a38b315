//! Input and result of an operation.

use std::collections::HashMap;

use serde_json::Value;

use super::route::Params;
use crate::error::ApiError;
use crate::state::{Shared, State};
use crate::world::Upload;

/// Input of an operation.
pub(super) struct Call<'a> {
    pub state: &'a mut State,
    pub shared: &'a Shared,
    pub params: Params<'a>,
    pub query: &'a HashMap<String, String>,
    pub body: &'a Value,
    pub files: &'a [Upload],
}

/// Result of an operation: a status, and a body unless the status is 204.
pub(super) type Answer = Result<(u16, Value), ApiError>;

pub(super) fn ok(body: Value) -> Answer {
    Ok((200, body))
}

pub(super) fn nothing() -> Answer {
    Ok((204, Value::Null))
}
