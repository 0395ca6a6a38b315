//! Limits of a message: text, embeds, files, components.

use serde_json::Value;

use super::{component, list, optional, required, snowflake};
use crate::error::ApiError;
use crate::limits;
use crate::record::ViolationKind;
use crate::world::{Message, Upload};

/// Returns `true` if the message has any content.
pub(crate) fn has_substance(body: &Value, files: &[Upload]) -> bool {
    let some = |field: &str| body[field].as_array().is_some_and(|l| !l.is_empty());
    body["content"].as_str().is_some_and(|c| !c.trim().is_empty())
        || some("embeds")
        || some("components")
        || some("sticker_ids")
        || body["poll"].is_object()
        || !files.is_empty()
}

/// Checks the body of a new message, or of an edit of `old`.
pub(crate) fn message(body: &Value, files: &[Upload], old: Option<&Message>) -> Result<(), ApiError> {
    optional(&body["content"], "content", limits::CONTENT)?;
    let mut total = 0;
    for (i, embed) in list(&body["embeds"], "embeds", limits::EMBEDS)?.iter().enumerate() {
        total += embed_size(embed, &format!("embeds.{i}"))?;
    }
    if total > limits::EMBED_TOTAL {
        let sentence = format!("Embed size exceeds maximum size of {}", limits::EMBED_TOTAL);
        return Err(ApiError::form("embeds", "MAX_EMBED_SIZE_EXCEEDED", sentence));
    }
    component::rows(&body["components"])?;
    check_files(body, files, old)?;
    allowed_mentions(&body["allowed_mentions"])?;
    let nonce = &body["nonce"];
    if !nonce.is_u64() {
        optional(nonce, "nonce", limits::NONCE)?;
    }
    Ok(())
}

/// Checks an embed and counts its characters.
fn embed_size(embed: &Value, path: &str) -> Result<usize, ApiError> {
    let at = |field: &str| format!("{path}.{field}");
    let mut total = optional(&embed["title"], &at("title"), limits::EMBED_TITLE)?;
    total += optional(&embed["description"], &at("description"), limits::EMBED_DESCRIPTION)?;
    total += optional(&embed["footer"]["text"], &at("footer.text"), limits::EMBED_FOOTER)?;
    total += optional(&embed["author"]["name"], &at("author.name"), limits::EMBED_AUTHOR)?;
    let fields = list(&embed["fields"], &at("fields"), limits::EMBED_FIELDS)?;
    for (i, field) in fields.iter().enumerate() {
        let at = |part: &str| format!("{path}.fields.{i}.{part}");
        total += required(&field["name"], &at("name"), limits::EMBED_FIELD_NAME)?;
        total += required(&field["value"], &at("value"), limits::EMBED_FIELD_VALUE)?;
    }
    Ok(total)
}

fn check_files(body: &Value, files: &[Upload], old: Option<&Message>) -> Result<(), ApiError> {
    let named = list(&body["attachments"], "attachments", limits::FILES)?;
    let kept = old.map_or(0, |m| {
        if body["attachments"].is_array() {
            m.attachments.iter().filter(|a| named.iter().any(|n| snowflake(&n["id"]) == Some(a.id.0))).count()
        } else {
            m.attachments.len()
        }
    });
    if files.len() + kept > limits::FILES {
        return Err(ApiError::length("attachments", 0, limits::FILES));
    }
    for file in files {
        if file.bytes.len() > limits::FILE_BYTES {
            let sentence = format!("the file {} has {} bytes", file.filename, file.bytes.len());
            return Err(ApiError::new(413, 40005, "Request entity too large").violates(ViolationKind::Limit, sentence));
        }
        if file.bytes.is_empty() {
            return Err(ApiError::empty_message());
        }
    }
    for (i, about) in named.iter().enumerate() {
        optional(&about["description"], &format!("attachments.{i}.description"), limits::ALT_TEXT)?;
        let id = snowflake(&about["id"]);
        let uploaded = files.iter().any(|f| Some(f.number) == id);
        let present = old.is_some_and(|m| m.attachments.iter().any(|a| Some(a.id.0) == id));
        if !uploaded && !present {
            let sentence = "An attachment is listed that is neither uploaded nor on the message";
            return Err(ApiError::form(&format!("attachments.{i}"), "ATTACHMENT_NOT_FOUND", sentence));
        }
    }
    Ok(())
}

/// Rejects mentions of one kind that are allowed both in general and for a list.
fn allowed_mentions(allowed: &Value) -> Result<(), ApiError> {
    for kind in ["users", "roles"] {
        let general = allowed["parse"].as_array().is_some_and(|p| p.iter().any(|x| x == kind));
        let some = list(&allowed[kind], &format!("allowed_mentions.{kind}"), 100)?;
        if general && !some.is_empty() {
            let sentence = format!("parse:[\"{kind}\"] and {kind}: [ids...] are mutually exclusive.");
            return Err(ApiError::form("allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", sentence));
        }
    }
    Ok(())
}
