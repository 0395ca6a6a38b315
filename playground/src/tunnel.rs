//! Route to the stand-in under Discord's own host names: an HTTP proxy that terminates tunnels and TLS itself.
//!
//! A bot configured with this proxy and its certificate authority requests `https://discord.com` as in production, with
//! the library's rate limiter and TLS, and reaches the stand-in. Nothing is forwarded: tunnels to other hosts are
//! refused. Every stand-in creates its own authority in memory and gives out only its certificate.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::serve::Listener;
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, KeyUsagePurpose};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;
use tokio_rustls::server::TlsStream;

use crate::error::Error;
use crate::server;
use crate::state::Shared;

/// Permitted hosts of a tunnel.
const HOSTS: [&str; 3] = ["discord.com", "cdn.discordapp.com", "media.discordapp.net"];
/// Maximum size of a tunnel request's head, in bytes.
const HEAD: usize = 4096;
/// Time limit for the tunnel request and the TLS handshake.
const PATIENCE: Duration = Duration::from_secs(10);

/// Proxy on loopback that replaces Discord's own hosts.
#[derive(Debug)]
pub struct Tunnel {
    address: SocketAddr,
    authority: String,
    tasks: [JoinHandle<()>; 2],
}

impl Drop for Tunnel {
    fn drop(&mut self) {
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}

impl Tunnel {
    /// Base address of attachments with a tunnel.
    pub(crate) const FILES: &'static str = "https://cdn.discordapp.com";

    /// Listens on any free port.
    pub(crate) async fn open(shared: &Arc<Shared>) -> Result<Self, Error> {
        let bind = |e| Error::Bind("127.0.0.1:0".to_owned(), e);
        let listener = TcpListener::bind("127.0.0.1:0").await.map_err(bind)?;
        let address = listener.local_addr().map_err(bind)?;
        let (authority, tls) = certificates().map_err(|e| Error::Tunnel(e.to_string()))?;
        let (opened, tunnels) = mpsc::channel(64);
        let app = server::under_discords_names(shared);
        let serving = tokio::spawn(async move {
            if let Err(error) = axum::serve(Tunnels { tunnels, address }, app).await {
                tracing::error!(target: "playground", "the tunnel ended: {error}");
            }
        });
        let accepting = tokio::spawn(accept(listener, tls, opened));
        Ok(Self { address, authority, tasks: [serving, accepting] })
    }

    /// Returns the proxy's address, such as `http://127.0.0.1:4711`.
    #[must_use]
    pub fn proxy(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Returns the certificate of the authority, in PEM.
    #[must_use]
    pub fn authority(&self) -> &str {
        &self.authority
    }
}

/// Certificate of a new authority, and a TLS acceptor for Discord's hosts under it.
fn certificates() -> Result<(String, TlsAcceptor), Box<dyn std::error::Error>> {
    let mut params = CertificateParams::default();
    params.distinguished_name.push(DnType::CommonName, "playground");
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign];
    let key = KeyPair::generate()?;
    let authority = params.self_signed(&key)?.pem();
    let issuer = Issuer::new(params, key);

    let own = KeyPair::generate()?;
    let hosts: Vec<String> = HOSTS.iter().map(|host| (*host).to_owned()).collect();
    let certificate = CertificateParams::new(hosts)?.signed_by(&own, &issuer)?;
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], PrivateKeyDer::Pkcs8(own.serialize_der().into()))?;
    Ok((authority, TlsAcceptor::from(Arc::new(config))))
}

type Opened = (TlsStream<TcpStream>, SocketAddr);

/// Accepts connections and opens tunnels concurrently.
async fn accept(mut listener: TcpListener, tls: TlsAcceptor, opened: mpsc::Sender<Opened>) {
    loop {
        let (stream, from) = Listener::accept(&mut listener).await;
        let (tls, opened) = (tls.clone(), opened.clone());
        tokio::spawn(async move {
            match tokio::time::timeout(PATIENCE, open(stream, &tls)).await {
                Ok(Ok(stream)) => {
                    // Fails if the server is gone.
                    let _ = opened.send((stream, from)).await;
                }
                Ok(Err(error)) => tracing::warn!(target: "playground", "no tunnel: {error}"),
                Err(_) => tracing::warn!(target: "playground", "no tunnel: it took too long"),
            }
        });
    }
}

/// Answers `CONNECT host:443`, then starts TLS as that host.
async fn open(mut stream: TcpStream, tls: &TlsAcceptor) -> io::Result<TlsStream<TcpStream>> {
    stream.set_nodelay(true)?;
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        if head.len() >= HEAD {
            return Err(io::Error::other("the request for a tunnel is too long"));
        }
        // The client waits for the response, so this cannot read too far.
        if stream.read_buf(&mut head).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
    let head = String::from_utf8_lossy(&head);
    if !leads_to_discord(&head) {
        stream.write_all(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n").await?;
        let line = head.lines().next().unwrap_or_default();
        return Err(io::Error::other(format!("{line} does not lead to Discord")));
    }
    stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await?;
    tls.accept(stream).await
}

fn leads_to_discord(head: &str) -> bool {
    let mut words = head.split_whitespace();
    let host = match (words.next(), words.next()) {
        (Some("CONNECT"), Some(to)) => to.strip_suffix(":443"),
        _ => None,
    };
    host.is_some_and(|host| HOSTS.contains(&host))
}

/// Listener of established tunnels.
struct Tunnels {
    tunnels: mpsc::Receiver<Opened>,
    address: SocketAddr,
}

impl Listener for Tunnels {
    type Io = TlsStream<TcpStream>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> Opened {
        match self.tunnels.recv().await {
            Some(opened) => opened,
            None => std::future::pending().await,
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        Ok(self.address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tunnel_leads_to_discord_and_nowhere_else() {
        for right in ["CONNECT discord.com:443 HTTP/1.1\r\n\r\n", "CONNECT cdn.discordapp.com:443 HTTP/1.1\r\n"] {
            assert!(leads_to_discord(right), "{right}");
        }
        for wrong in [
            "",
            "GET / HTTP/1.1",
            "CONNECT discord.com:80 HTTP/1.1",
            "CONNECT discord.com.example.org:443 HTTP/1.1",
            "CONNECT gateway.discord.gg:443 HTTP/1.1",
        ] {
            assert!(!leads_to_discord(wrong), "{wrong}");
        }
    }
}
