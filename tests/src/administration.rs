//! Actions of people who administer a server: attaching files, setting roles, changing settings.

use playground::{Arg, Interaction, Message, RoleId};

use crate::{Table, assert_says, response};

/// Battalion of four Dragons, as a member of the club might write it.
pub const DRAGONS: &str = include_str!("../files/dragons.toml");

impl Table {
    /// Attaches a file to `/battalion-admin add` or `/battalion-admin check`.
    pub async fn attach(&self, who: &str, verb: &str, file: impl AsRef<[u8]>) -> Interaction {
        let file = Arg::file("my battalion.toml", file.as_ref().to_vec());
        let command = format!("battalion-admin {verb}");
        self.with_args(who, &command, &[("file", file)]).await
    }

    /// Runs `/battalion-admin publish`, `archive` and so on with a Battalion.
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

    /// Turns to the next page of a private message; `None` after the last.
    pub async fn next_page(&self, who: &str, page: &Message) -> Option<Message> {
        let mut labels = page.labels().into_iter();
        let next = labels.find(|label| label.starts_with("Next"))?;
        Some(response(&self.press(who, page, &next).await))
    }

    /// Role of the club.
    pub fn role(&self, name: &str) -> RoleId {
        let guild = self.pg.guild("Club").unwrap();
        self.pg.role(guild, name).unwrap()
    }

    /// Changes server settings as Ann, who has all permissions.
    pub async fn set(&self, topic: &str, options: &[(&str, Arg)]) -> Interaction {
        let command = format!("server {topic}");
        self.with_args("ann", &command, options).await
    }

    /// Values that autocomplete offers for an option.
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
