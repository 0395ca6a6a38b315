//! What people do who look after a server: attach files, set roles, switch things.

use playground::{Arg, Interaction, RoleId};

use crate::Table;

/// A Battalion of four Dragons that opens with its Lancers: a file as a member of the club might write it.
pub const DRAGONS: &str = include_str!("../files/dragons.toml");

impl Table {
    /// Attaches a file to a command.
    pub async fn attach(&self, who: &str, command: &str, bytes: &[u8]) -> Interaction {
        let options = [("file", Arg::file("my battalion.toml", bytes.to_vec()))];
        self.with_args(who, command, &options).await
    }

    /// Types a command whose options are more than text.
    pub async fn with_args(
        &self,
        who: &str,
        command: &str,
        options: &[(&str, Arg)],
    ) -> Interaction {
        self.pg
            .slash(self.user(who), self.games, command, options)
            .await
            .unwrap_or_else(|why| panic!("/{command}: {why}\n{}", self.bot.log()))
    }

    /// Adds a Battalion file, accepts it and publishes it.
    pub async fn bring(&self, who: &str, id: &str, file: &str) {
        let added = self
            .attach(who, "battalion-admin add", file.as_bytes())
            .await;
        let preview = added
            .response()
            .unwrap_or_else(|| panic!("{}", added.text()));
        let accepted = self.press(who, &preview, "Accept").await;
        assert!(accepted.text().contains("version"), "{}", accepted.text());
        let published = self
            .slash(who, "battalion-admin publish", &[("battalion", id)])
            .await;
        assert!(
            published.text().contains("can pick"),
            "{}",
            published.text()
        );
    }

    /// A role of the club.
    pub fn role(&self, name: &str) -> RoleId {
        let guild = self.pg.guild("Club").unwrap();
        self.pg.role(guild, name).unwrap()
    }

    /// What somebody is offered for an option, by value.
    pub async fn offered(
        &self,
        who: &str,
        command: &str,
        option: &str,
        typed: &str,
    ) -> Vec<String> {
        let offered = self
            .pg
            .autocomplete(self.user(who), self.games, command, option, typed)
            .await
            .unwrap_or_else(|why| panic!("/{command}: {why}\n{}", self.bot.log()));
        offered
            .into_iter()
            .map(|choice| match choice.value.as_str() {
                Some(text) => text.to_owned(),
                None => choice.value.to_string(),
            })
            .collect()
    }
}
