//! Downloads of files attached to a command, from Discord's hosts only, with a time limit and a size limit.

use std::time::Duration;

use reqwest::{Client, Url, redirect};
use serenity::all::Attachment;

use super::client::{self, ConnectError};
use crate::config::Route;
use crate::host::{Error, FileRefusal};

/// Discord's hosts for attachments.
const HOSTS: [&str; 2] = ["cdn.discordapp.com", "media.discordapp.net"];
/// Timeout of a download.
const TIME: Duration = Duration::from_secs(10);

#[derive(Clone, Debug)]
pub struct Uploads {
    client: Client,
    /// Address of the stand-in that replaces Discord's hosts.
    stand_in: Option<Url>,
}

impl Uploads {
    /// Creates a client for this route.
    pub fn new(route: &Route) -> Result<Self, ConnectError> {
        let client = client::client(route, |builder| builder.timeout(TIME).redirect(redirect::Policy::none()))?;
        let stand_in = match route {
            Route::StandIn(base) => Url::parse(base).ok(),
            Route::Direct | Route::Tunnel { .. } => None,
        };
        Ok(Self { client, stand_in })
    }

    fn allowed(&self, url: &Url) -> bool {
        match &self.stand_in {
            Some(base) => url.origin() == base.origin(),
            None => {
                url.scheme() == "https"
                    && url.port().is_none()
                    && url.host_str().is_some_and(|host| HOSTS.contains(&host))
            }
        }
    }

    /// Downloads a file of at most `most` bytes. Refuses files that are larger, on other hosts or not available.
    pub async fn fetch(&self, file: &Attachment, most: usize) -> Result<Vec<u8>, Error> {
        let url = Url::parse(&file.url).ok().filter(|url| self.allowed(url));
        let Some(url) = url else {
            tracing::warn!("an attachment does not lie where Discord keeps them; it was not fetched");
            return Err(Error::Refused(FileRefusal::Elsewhere.into()));
        };
        // The size stated by Discord is used only to reject large files early.
        if file.size as usize > most {
            return Err(too_large(most));
        }
        let mut answer = self.client.get(url).send().await.map_err(|_| lost())?;
        if !answer.status().is_success() {
            return Err(lost());
        }
        let mut bytes = Vec::new();
        while let Some(chunk) = answer.chunk().await.map_err(|_| lost())? {
            if bytes.len() + chunk.len() > most {
                return Err(too_large(most));
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(bytes)
    }
}

fn too_large(most: usize) -> Error {
    Error::Refused(FileRefusal::TooLarge { bytes: None, most }.into())
}

fn lost() -> Error {
    Error::Refused(FileRefusal::Lost.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(stand_in: Option<&str>, url: &str) -> bool {
        let route = stand_in.map_or(Route::Direct, |base| Route::StandIn(base.to_owned()));
        Url::parse(url).is_ok_and(|url| Uploads::new(&route).unwrap().allowed(&url))
    }

    /// A file is as large as what arrives, whatever Discord says about it.
    #[tokio::test]
    async fn no_file_is_larger_than_allowed() {
        const MOST: usize = 1_000;
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let file = |axum::extract::Path(length): axum::extract::Path<usize>| async move { "x".repeat(length) };
        let router = axum::Router::new().route("/file/{length}", axum::routing::get(file));
        let task = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        let uploads = Uploads::new(&Route::StandIn(base.clone())).unwrap();
        for stated in [0, 1, MOST - 1, MOST, MOST + 1] {
            for length in [0, 1, MOST - 1, MOST, MOST + 1, 100 * MOST] {
                let url = format!("{base}/file/{length}");
                let attachment = serde_json::json!({
                    "id": "1", "filename": "a.toml", "size": stated, "url": url, "proxy_url": url,
                });
                let attachment: Attachment = serde_json::from_value(attachment).unwrap();
                let fetched = uploads.fetch(&attachment, MOST).await;
                let what = format!("{stated} stated, {length} sent");
                match fetched {
                    Ok(bytes) => assert!(bytes.len() == length && length.max(stated) <= MOST, "{what}"),
                    Err(Error::Refused(why)) => {
                        assert_eq!(why, FileRefusal::TooLarge { bytes: None, most: MOST }.into(), "{what}");
                        assert!(length.max(stated) > MOST, "{what}");
                    }
                    Err(other) => panic!("{what}: {other:?}"),
                }
            }
        }
        let lost = serde_json::json!({
            "id": "1", "filename": "a.toml", "size": 1, "url": format!("{base}/other"), "proxy_url": "",
        });
        let lost = uploads.fetch(&serde_json::from_value(lost).unwrap(), MOST).await;
        assert!(matches!(lost, Err(Error::Refused(why)) if why == FileRefusal::Lost.into()));
        task.abort();
    }

    #[test]
    fn files_come_from_discord_or_its_stand_in_only() {
        assert!(allowed(None, "https://cdn.discordapp.com/ephemeral-attachments/1/2/a.toml?ex=1"));
        assert!(allowed(None, "https://media.discordapp.net/attachments/1/2/a.toml"));
        for wrong in [
            "http://cdn.discordapp.com/a",
            "https://cdn.discordapp.com:8443/a",
            "https://cdn.discordapp.com.example.org/a",
            "https://cdn.discordapp.com@example.org/a",
            "https://127.0.0.1/a",
            "file:///etc/passwd",
        ] {
            assert!(!allowed(None, wrong), "{wrong}");
        }
        let here = Some("http://127.0.0.1:8137");
        assert!(allowed(here, "http://127.0.0.1:8137/attachments/1/2/a.toml"));
        for wrong in ["http://127.0.0.1:8138/a", "https://127.0.0.1:8137/a", "https://cdn.discordapp.com/a"] {
            assert!(!allowed(here, wrong), "{wrong}");
        }
    }

    /// A file is fetched from the host that was checked, and from no other.
    #[tokio::test]
    async fn no_download_follows_to_another_host() {
        use axum::http::{StatusCode, header};
        let serve = async |router: axum::Router| {
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
            let base = format!("http://{}", listener.local_addr().unwrap());
            (base, tokio::spawn(async move { axum::serve(listener, router).await.unwrap() }))
        };
        let (elsewhere, other) = serve(axum::Router::new().fallback(|| async { "a secret" })).await;
        let moved = move || async move { (StatusCode::TEMPORARY_REDIRECT, [(header::LOCATION, elsewhere)]) };
        let (base, here) = serve(axum::Router::new().fallback(moved)).await;
        let file = serde_json::json!({
            "id": "1", "filename": "a.toml", "size": 1, "url": format!("{base}/a.toml"), "proxy_url": "",
        });
        let uploads = Uploads::new(&Route::StandIn(base)).unwrap();
        let fetched = uploads.fetch(&serde_json::from_value(file).unwrap(), 1_000).await;
        assert!(matches!(fetched, Err(Error::Refused(why)) if why == FileRefusal::Lost.into()));
        other.abort();
        here.abort();
    }
}
