//! What people do who look after a server: attach files, set roles, switch things.

use playground::{Arg, Interaction, Message, RoleId};

use crate::{Table, assert_says, response};

/// A Battalion of four Dragons that opens with its Lancers: a file as a member of the club might write it.
pub const DRAGONS: &str = include_str!("../files/dragons.toml");

impl Table {
    /// Attaches a file to `/battalion-admin add` or `/battalion-admin check`.
    pub async fn attach(&self, who: &str, verb: &str, file: impl AsRef<[u8]>) -> Interaction {
        let file = Arg::file("my battalion.toml", file.as_ref().to_vec());
        let command = format!("battalion-admin {verb}");
        self.with_args(who, &command, &[("file", file)]).await
    }

    /// `/battalion-admin publish`, `archive` … with a Battalion.
    pub async fn administer(&self, who: &str, verb: &str, battalion: &str) -> Interaction {
        let command = format!("battalion-admin {verb}");
        self.slash(who, &command, &[("battalion", battalion)]).await
    }

    /// Adds a Battalion file, accepts it and publishes it.
    pub async fn bring(&self, who: &str, id: &str, file: &str) {
        let added = self.attach(who, "add", file).await;
        let accepted = self.press(who, &response(&added), "Accept").await;
        assert_says(&accepted, "version");
        let published = self.administer(who, "publish", id).await;
        assert_says(&published, "can now pick");
    }

    /// The next page of a private message with several; none after the last.
    pub async fn next_page(&self, who: &str, page: &Message) -> Option<Message> {
        let mut labels = page.labels().into_iter();
        let next = labels.find(|label| label.starts_with("Next"))?;
        Some(response(&self.press(who, page, &next).await))
    }

    /// A role of the club.
    pub fn role(&self, name: &str) -> RoleId {
        let guild = self.pg.guild("Club").unwrap();
        self.pg.role(guild, name).unwrap()
    }

    /// Ann, who may do everything here, changes some of the server's settings.
    pub async fn set(&self, topic: &str, options: &[(&str, Arg)]) -> Interaction {
        let command = format!("settings server {topic}");
        self.with_args("ann", &command, options).await
    }

    /// What somebody is offered for an option, by value.
    pub async fn offered(&self, who: &str, command: &str, option: &str, typed: &str) -> Vec<String> {
        let offered = self.complete(who, command, option, typed).await;
        offered
            .into_iter()
            .map(|choice| match choice.value.as_str() {
                Some(text) => text.to_owned(),
                None => choice.value.to_string(),
            })
            .collect()
    }
}
