//! The playground's page with a small bot: `cargo run -p playground --example demo`, then open the printed address.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "an example may panic")]

#[path = "../tests/integration/bot.rs"]
mod bot;

use playground::Builder;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let address = std::env::args().nth(1).unwrap_or_else(|| "127.0.0.1:8080".into());
    let pg = Builder::club().start(&address).await?;
    println!("{}", pg.base_url());
    bot::run(pg.base_url(), pg.token().to_owned()).await
}
