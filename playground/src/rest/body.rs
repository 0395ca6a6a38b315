//! Parsing of request bodies: JSON, or a form with JSON and files.

use axum::body::Bytes;
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::header;
use serde_json::{Value, json};

use crate::error::ApiError;
use crate::record::ViolationKind;
use crate::world::Upload;

/// Parses JSON, or a form with `payload_json` and files.
pub(super) async fn read(request: Request) -> Result<(Value, Vec<Upload>), ApiError> {
    let bad = |what: &str| {
        ApiError::new(400, 50109, "The request body contains invalid JSON.").violates(ViolationKind::Limit, what)
    };
    let parse = |bytes: &[u8]| serde_json::from_slice::<Value>(bytes).map_err(|e| bad(&e.to_string()));
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or_default();
    if !kind.starts_with("multipart/form-data") {
        let json = kind.is_empty() || kind.starts_with("application/json");
        let bytes = Bytes::from_request(request, &()).await.map_err(|e| bad(&e.to_string()))?;
        return match (bytes.is_empty(), json) {
            (true, _) => Ok((Value::Null, Vec::new())),
            (false, true) => Ok((parse(&bytes)?, Vec::new())),
            (false, false) => Err(bad("a body that is neither JSON nor a form")),
        };
    }
    let mut form = Multipart::from_request(request, &()).await.map_err(|e| bad(&e.to_string()))?;
    let (mut body, mut files) = (json!({}), Vec::new());
    while let Some(field) = form.next_field().await.map_err(|e| bad(&e.to_string()))? {
        let name = field.name().unwrap_or_default().to_owned();
        let filename = field.file_name().map(str::to_owned);
        let bytes = field.bytes().await.map_err(|e| bad(&e.to_string()))?;
        match filename {
            Some(filename) => {
                let number = name.strip_prefix("files[").and_then(|n| n.strip_suffix(']')).and_then(|n| n.parse().ok());
                let number = number.ok_or_else(|| bad(&format!("the file part {name:?} is not files[n]")))?;
                files.push(Upload { number, filename, bytes: bytes.as_ref().into() });
            }
            None if name == "payload_json" => body = parse(&bytes)?,
            None => body[name] = json!(String::from_utf8_lossy(&bytes)),
        }
    }
    Ok((body, files))
}
