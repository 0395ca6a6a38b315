//! Classification of Discord's errors. Some are expected: closed direct messages, or an interaction that another
//! delivery has answered.

use serenity::Error;
use serenity::http::HttpError;

/// Reason why posting failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refused {
    /// The person does not accept direct messages from the bot.
    DirectMessagesClosed,
    /// The channel, thread or message no longer exists.
    Gone,
    /// The bot cannot see the channel or cannot post in it.
    NoAccess,
    Archived,
    /// Discord rejects the content; a retry does not help.
    Malformed,
    /// Any other error; a retry may help.
    Trouble,
}

/// Discord's error code.
pub fn code(error: &Error) -> Option<isize> {
    match error {
        Error::Http(HttpError::UnsuccessfulRequest(response)) => Some(response.error.code),
        _ => None,
    }
}

/// Returns true if Discord may have carried out the request despite the error: there was no reply, or a server error.
pub fn unsure(error: &Error) -> bool {
    match error {
        Error::Http(HttpError::UnsuccessfulRequest(response)) => response.status_code.is_server_error(),
        Error::Http(HttpError::Request(_)) => true,
        // There was a reply, but it could not be read.
        Error::Json(_) => true,
        _ => false,
    }
}

/// Returns true if Discord rejects the token.
pub fn is_unauthorized(error: &Error) -> bool {
    matches!(error, Error::Http(error) if error.status_code().is_some_and(|status| status.as_u16() == 401))
}

/// Returns true if a retry may help: a server error, a rate limit, or no connection.
pub fn passes(error: &Error) -> bool {
    match error {
        Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            response.status_code.is_server_error() || response.status_code.as_u16() == 429
        }
        // A wrong certificate is permanent.
        Error::Http(HttpError::Request(error)) => !innermost(error).contains("invalid peer certificate"),
        Error::Json(_) => true,
        _ => false,
    }
}

/// Returns true if another delivery has answered the interaction or the interaction has expired.
pub fn answered_already(error: &Error) -> bool {
    matches!(code(error), Some(40060 | 10062 | 50027 | 10015))
}

/// Classifies an error of posting.
pub fn refused(error: &Error) -> Refused {
    match code(error) {
        Some(50007 | 50278) => Refused::DirectMessagesClosed,
        Some(10003 | 10004 | 10008 | 10013) => Refused::Gone,
        Some(50001 | 50013) => Refused::NoAccess,
        Some(50083 | 160005) => Refused::Archived,
        Some(50006 | 50035 | 40005) => Refused::Malformed,
        _ => Refused::Trouble,
    }
}

/// Formats an error for the log, without the URL, which may contain an interaction token.
pub fn brief(error: &Error) -> String {
    match error {
        Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            format!("{} {}: {}", response.status_code.as_u16(), response.error.code, response.error.message)
        }
        Error::Http(HttpError::Request(_)) => "no answer".to_owned(),
        Error::Http(_) => "the request could not be made".to_owned(),
        Error::Json(_) => "Discord's answer could not be read".to_owned(),
        other => other.to_string(),
    }
}

/// Message of the innermost cause of an error.
pub fn innermost(error: &dyn std::error::Error) -> String {
    error.source().map_or_else(|| error.to_string(), innermost)
}

#[cfg(test)]
pub(super) mod tests {
    use serenity::http::ErrorResponse;

    use super::*;

    /// Error reply of Discord with this status and error code.
    pub async fn answer(status: u16, code: isize) -> Error {
        let body = serde_json::json!({ "code": code, "message": "No." }).to_string();
        let answer = axum::http::Response::builder().status(status).body(body).unwrap();
        let answer = ErrorResponse::from_response(answer.into(), reqwest::Method::POST).await;
        Error::Http(HttpError::UnsuccessfulRequest(answer))
    }

    #[tokio::test]
    async fn each_of_discords_codes_means_one_thing() {
        for (status, means, codes) in [
            (403, Refused::DirectMessagesClosed, &[50007, 50278][..]),
            (404, Refused::Gone, &[10003, 10004, 10008, 10013]),
            (403, Refused::NoAccess, &[50001, 50013]),
            (400, Refused::Archived, &[50083, 160005]),
            (400, Refused::Malformed, &[50006, 50035, 40005]),
            (500, Refused::Trouble, &[0]),
            (403, Refused::Trouble, &[40001]),
            (429, Refused::Trouble, &[20028]),
        ] {
            for code in codes {
                let error = answer(status, *code).await;
                assert_eq!((refused(&error), super::code(&error)), (means, Some(*code)), "{code}");
            }
        }
        for (code, late) in [(40060, true), (10062, true), (50027, true), (10015, true), (10008, false), (50035, false)]
        {
            assert_eq!(answered_already(&answer(400, code).await), late, "{code}");
        }
    }

    /// Only for uncertain results does the bot search the channel. Every other error means that Discord rejected the
    /// request.
    #[tokio::test]
    async fn an_answer_is_unsure_only_where_discord_itself_is_in_trouble() {
        for (status, may_be_there) in [(400, false), (403, false), (404, false), (429, false), (500, true), (503, true)]
        {
            assert_eq!(unsure(&answer(status, 0).await), may_be_there, "{status}");
        }
    }

    /// A connection is tried again after errors of Discord and after rate limits, not after refusals.
    #[tokio::test]
    async fn a_retry_helps_only_where_discord_is_in_trouble_or_busy() {
        for (status, helps) in
            [(400, false), (401, false), (403, false), (404, false), (429, true), (500, true), (503, true)]
        {
            let error = answer(status, 0).await;
            assert_eq!((passes(&error), is_unauthorized(&error)), (helps, status == 401), "{status}");
        }
    }
}
