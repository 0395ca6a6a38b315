//! A message: text, pictures with descriptions, files and components. It becomes whichever builder of serenity is needed, and
//! keeps within Discord's limits.

use render::{Animation, Picture};
use serenity::all::{
    CreateActionRow, CreateAllowedMentions, CreateAttachment, CreateButton, CreateInteractionResponseFollowup,
    CreateInteractionResponseMessage, CreateMessage, EditAttachments, EditInteractionResponse, EditMessage,
    InteractionResponseFlags, MessageFlags, UserId,
};

use super::wording::clip;

/// Characters in a message.
pub const CONTENT: usize = 2000;
/// Options in a menu, and choices of an autocompletion.
pub const OPTIONS: usize = 25;
/// Characters in the label or value of an option, and in the name of a choice.
pub const OPTION_TEXT: usize = 100;

/// A message that is not sent yet.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    content: String,
    afterwards: Option<String>,
    files: Vec<CreateAttachment>,
    rows: Vec<CreateActionRow>,
    mention: Vec<UserId>,
    silent: bool,
}

impl From<String> for Answer {
    fn from(content: String) -> Self {
        Self::text(content)
    }
}

impl From<&str> for Answer {
    fn from(content: &str) -> Self {
        Self::text(content)
    }
}

impl Answer {
    /// Text alone.
    pub fn text(content: impl AsRef<str>) -> Self {
        Self { content: clip(content.as_ref(), CONTENT), ..Self::default() }
    }

    /// With the picture of a board.
    pub fn picture(self, picture: &Picture) -> Self {
        self.picture_named(picture, "board.png")
    }

    /// With a picture of another kind.
    pub fn picture_named(mut self, picture: &Picture, name: &str) -> Self {
        let file = CreateAttachment::bytes(picture.png.clone(), name);
        self.files.push(file.description(clip(&picture.alt, render::ALT_LIMIT)));
        self
    }

    /// With an animated picture.
    pub fn animation(mut self, animation: &Animation, name: &str) -> Self {
        let file = CreateAttachment::bytes(animation.gif.clone(), name);
        self.files.push(file.description(clip(&animation.alt, render::ALT_LIMIT)));
        self
    }

    /// With a file.
    pub fn file(mut self, name: &str, content: impl Into<Vec<u8>>) -> Self {
        self.files.push(CreateAttachment::bytes(content, name));
        self
    }

    /// With another text in the place of its own.
    pub fn instead(mut self, content: impl AsRef<str>) -> Self {
        self.content = clip(content.as_ref(), CONTENT);
        self
    }

    /// With a row of buttons; none makes no row.
    pub fn buttons(mut self, buttons: Vec<CreateButton>) -> Self {
        if !buttons.is_empty() {
            self.rows.push(CreateActionRow::Buttons(buttons));
        }
        self
    }

    /// With rows of components.
    pub fn rows(mut self, rows: Vec<CreateActionRow>) -> Self {
        self.rows.extend(rows);
        self
    }

    /// With the only people who are to be notified; the text mentions them.
    pub fn mention(mut self, people: impl IntoIterator<Item = UserId>) -> Self {
        self.mention.extend(people);
        self
    }

    /// With what it says once its turn is over, in the place of the text so far.
    pub fn afterwards(mut self, text: &str) -> Self {
        let text = clip(text, CONTENT);
        self.afterwards = Some(text).filter(|text| *text != self.content);
        self
    }

    /// With one more paragraph.
    pub fn also(mut self, text: &str) -> Self {
        for content in std::iter::once(&mut self.content).chain(self.afterwards.as_mut()) {
            *content = clip(&format!("{content}\n{text}"), CONTENT);
        }
        self
    }

    /// With text in a block of its own; as a file where there is no room for it.
    pub fn block(mut self, text: &str, name: &str) -> Self {
        let block = format!("\n```\n{}\n```", text.trim_end().replace('`', "'"));
        if self.content.chars().count() + block.chars().count() > CONTENT {
            return self.file(name, text.to_owned());
        }
        self.content += &block;
        self
    }

    /// Mentioning makes no sound.
    pub fn silent(mut self) -> Self {
        self.silent = true;
        self
    }

    /// What it says once its turn is over, where that is something else.
    pub fn when_over(&self) -> Option<String> {
        self.afterwards.clone()
    }

    /// Its text.
    pub fn content(&self) -> &str {
        &self.content
    }

    /// Its files.
    pub fn files(&self) -> &[CreateAttachment] {
        &self.files
    }

    fn allowed(&self) -> CreateAllowedMentions {
        CreateAllowedMentions::new().users(self.mention.iter().copied())
    }

    fn flags(&self) -> MessageFlags {
        match self.silent {
            true => MessageFlags::SUPPRESS_NOTIFICATIONS,
            false => MessageFlags::empty(),
        }
    }

    /// As an initial answer to an interaction, for one person alone.
    pub fn response(self) -> CreateInteractionResponseMessage {
        CreateInteractionResponseMessage::new()
            .allowed_mentions(self.allowed())
            .content(self.content)
            .files(self.files)
            .components(self.rows)
            .ephemeral(true)
    }

    /// As an initial answer to an interaction, for everybody.
    pub fn public_response(self) -> CreateInteractionResponseMessage {
        let flags = match self.silent {
            true => InteractionResponseFlags::SUPPRESS_NOTIFICATIONS,
            false => InteractionResponseFlags::empty(),
        };
        self.response().flags(flags)
    }

    /// Replaces an earlier or a deferred answer and its files.
    pub fn edit(self) -> EditInteractionResponse {
        let allowed = self.allowed();
        let files = self.files.into_iter().fold(EditAttachments::new(), EditAttachments::add);
        EditInteractionResponse::new()
            .allowed_mentions(allowed)
            .content(self.content)
            .components(self.rows)
            .attachments(files)
    }

    /// As a further answer to an interaction, for one person alone.
    pub fn followup(self) -> CreateInteractionResponseFollowup {
        CreateInteractionResponseFollowup::new()
            .allowed_mentions(self.allowed())
            .content(self.content)
            .files(self.files)
            .components(self.rows)
            .ephemeral(true)
    }

    /// As a further answer to an interaction, for everybody.
    pub fn public_followup(self) -> CreateInteractionResponseFollowup {
        let flags = self.flags();
        self.followup().flags(flags)
    }

    /// As a message of its own.
    pub fn message(self) -> CreateMessage {
        CreateMessage::new()
            .flags(self.flags())
            .allowed_mentions(self.allowed())
            .content(self.content)
            .files(self.files)
            .components(self.rows)
    }

    /// Replaces a whole message, its files as well.
    pub fn edit_whole_message(mut self) -> EditMessage {
        let files = std::mem::take(&mut self.files).into_iter().fold(EditAttachments::new(), EditAttachments::add);
        self.edit_message().attachments(files)
    }

    /// Replaces a message's text and components; its files stay.
    pub fn edit_message(self) -> EditMessage {
        EditMessage::new().allowed_mentions(self.allowed()).content(self.content).components(self.rows)
    }
}
