//! Messages: text, pictures with alt text, files and components. An [`Answer`] converts to any of serenity's builders
//! and stays within Discord's limits.

use render::{Animation, Picture};
use serenity::all::{
    CreateActionRow, CreateAllowedMentions, CreateAttachment, CreateButton, CreateInteractionResponseFollowup,
    CreateInteractionResponseMessage, CreateMessage, EditAttachments, EditInteractionResponse, EditMessage,
    InteractionResponseFlags, MessageFlags, UserId,
};

use super::wording::clip;
use crate::host::Announce;

/// Maximum number of characters in a message.
pub const CONTENT: usize = 2000;
/// Maximum number of buttons in a row.
const IN_A_ROW: usize = 5;
/// Maximum number of options in a menu, and of choices in an autocompletion.
pub const OPTIONS: usize = 25;
/// Maximum number of characters in the label or value of an option, and in the name of a choice.
pub const OPTION_TEXT: usize = 100;

/// Message before it is sent.
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
    /// Creates an answer with only this text.
    pub fn text(content: impl AsRef<str>) -> Self {
        Self { content: clip(content.as_ref(), CONTENT), ..Self::default() }
    }

    /// Attaches a picture of a board.
    pub fn picture(self, picture: &Picture) -> Self {
        self.picture_named(picture, "board.png")
    }

    /// Attaches a picture under this file name.
    pub fn picture_named(mut self, picture: &Picture, name: &str) -> Self {
        let file = CreateAttachment::bytes(picture.png.clone(), name);
        self.files.push(file.description(clip(&picture.alt, render::ALT_LIMIT)));
        self
    }

    /// Attaches pictures under numbered file names.
    pub fn pictures(mut self, pictures: &[Picture]) -> Self {
        for (number, picture) in (1..).zip(pictures) {
            self = self.picture_named(picture, &format!("picture-{number}.png"));
        }
        self
    }

    /// Attaches an animation under this file name.
    pub fn animation(mut self, animation: &Animation, name: &str) -> Self {
        let file = CreateAttachment::bytes(animation.gif.clone(), name);
        self.files.push(file.description(clip(&animation.alt, render::ALT_LIMIT)));
        self
    }

    /// Attaches a file.
    pub fn file(mut self, name: &str, content: impl Into<Vec<u8>>) -> Self {
        self.files.push(CreateAttachment::bytes(content, name));
        self
    }

    /// Replaces the text.
    pub fn instead(mut self, content: impl AsRef<str>) -> Self {
        self.content = clip(content.as_ref(), CONTENT);
        self
    }

    /// Adds buttons in as few rows as can hold them; no row if there are none.
    pub fn buttons(mut self, mut buttons: Vec<CreateButton>) -> Self {
        while !buttons.is_empty() {
            let further = buttons.split_off(buttons.len().min(IN_A_ROW));
            self.rows.push(CreateActionRow::Buttons(std::mem::replace(&mut buttons, further)));
        }
        self
    }

    /// Adds rows of components.
    pub fn rows(mut self, rows: Vec<CreateActionRow>) -> Self {
        self.rows.extend(rows);
        self
    }

    /// Limits the notified people to these. The text must mention them.
    pub fn mention(mut self, people: impl IntoIterator<Item = UserId>) -> Self {
        self.mention.extend(people);
        self
    }

    /// Sets the text to show once the turn is over.
    pub fn afterwards(mut self, text: &str) -> Self {
        let text = clip(text, CONTENT);
        self.afterwards = Some(text).filter(|text| *text != self.content);
        self
    }

    /// Appends a paragraph. If both are too long for a message, the text before it is cut.
    pub fn also(mut self, text: &str) -> Self {
        let left = CONTENT.saturating_sub(1 + text.chars().count());
        for content in std::iter::once(&mut self.content).chain(self.afterwards.as_mut()) {
            *content = clip(&format!("{}\n{text}", clip(content, left)), CONTENT);
        }
        self
    }

    /// Adds a position as text, announced and described for screen readers. A text that is too long for the message is
    /// attached as a file.
    pub fn text_board(mut self, text: &str) -> Self {
        let block = format!("\nThe position as text:\n```\n{}\n```", text.trim_end().replace('`', "'"));
        if self.content.chars().count() + block.chars().count() <= CONTENT {
            self.content += &block;
            return self;
        }
        let file = CreateAttachment::bytes(text.to_owned(), "board.txt");
        self.files.push(file.description("The position as text: last move, pieces by name, and a text board."));
        self.also("The position as text is in the file board.txt.")
    }

    /// Suppresses the notification sound.
    pub fn silent(mut self) -> Self {
        self.silent = true;
        self
    }

    /// Suppresses the notification sound if the server wants silent announcements.
    pub fn announced(self, style: Announce) -> Self {
        match style {
            Announce::Silent => self.silent(),
            Announce::Mention | Announce::Name => self,
        }
    }

    /// Text to show once the turn is over, if it differs from the current text.
    pub fn when_over(&self) -> Option<String> {
        self.afterwards.clone()
    }

    pub fn content(&self) -> &str {
        &self.content
    }

    pub fn files(&self) -> &[CreateAttachment] {
        &self.files
    }

    fn allowed(&self) -> CreateAllowedMentions {
        CreateAllowedMentions::new().users(self.mention.iter().copied())
    }

    fn flags(&self) -> MessageFlags {
        if self.silent { MessageFlags::SUPPRESS_NOTIFICATIONS } else { MessageFlags::empty() }
    }

    /// Converts to an ephemeral initial response.
    pub fn response(self) -> CreateInteractionResponseMessage {
        CreateInteractionResponseMessage::new()
            .allowed_mentions(self.allowed())
            .content(self.content)
            .files(self.files)
            .components(self.rows)
            .ephemeral(true)
    }

    /// Converts to a public initial response.
    pub fn public_response(self) -> CreateInteractionResponseMessage {
        let flags = if self.silent {
            InteractionResponseFlags::SUPPRESS_NOTIFICATIONS
        } else {
            InteractionResponseFlags::empty()
        };
        self.response().flags(flags)
    }

    /// Converts to an edit that replaces an earlier or deferred response, including its files.
    pub fn edit(self) -> EditInteractionResponse {
        let allowed = self.allowed();
        let files = self.files.into_iter().fold(EditAttachments::new(), EditAttachments::add);
        EditInteractionResponse::new()
            .allowed_mentions(allowed)
            .content(self.content)
            .components(self.rows)
            .attachments(files)
    }

    /// Converts to an ephemeral follow-up.
    pub fn followup(self) -> CreateInteractionResponseFollowup {
        CreateInteractionResponseFollowup::new()
            .allowed_mentions(self.allowed())
            .content(self.content)
            .files(self.files)
            .components(self.rows)
            .ephemeral(true)
    }

    /// Converts to a public follow-up.
    pub fn public_followup(self) -> CreateInteractionResponseFollowup {
        let flags = self.flags();
        self.followup().flags(flags)
    }

    /// Converts to a new message.
    pub fn message(self) -> CreateMessage {
        CreateMessage::new()
            .flags(self.flags())
            .allowed_mentions(self.allowed())
            .content(self.content)
            .files(self.files)
            .components(self.rows)
    }

    /// Converts to an edit that replaces a whole message, including its files.
    pub fn edit_whole_message(mut self) -> EditMessage {
        let files = std::mem::take(&mut self.files).into_iter().fold(EditAttachments::new(), EditAttachments::add);
        self.edit_message().attachments(files)
    }

    /// Converts to an edit that replaces the text and components of a message and keeps its files.
    pub fn edit_message(self) -> EditMessage {
        EditMessage::new().allowed_mentions(self.allowed()).content(self.content).components(self.rows)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::*;

    /// Text and names of the files of a message.
    fn sent(answer: Answer) -> (String, Vec<String>) {
        let message = serde_json::to_value(answer.message()).unwrap();
        let files = message["attachments"].as_array().cloned().unwrap_or_default();
        let names = files.iter().map(|file| file["filename"].as_str().unwrap().to_owned());
        (message["content"].as_str().unwrap().to_owned(), names.collect())
    }

    /// Private answers are private, public ones are not, and a silent one has no sound in whichever way it is sent.
    #[test]
    fn answers_are_as_silent_and_as_private_as_they_should_be() {
        const SILENT: u64 = 1 << 12;
        const PRIVATE: u64 = 1 << 6;
        for (answer, silent) in [(Answer::text("x"), 0), (Answer::text("x").silent(), SILENT)] {
            let flags = |message: serde_json::Value| message["flags"].as_u64().unwrap_or(0) & (SILENT | PRIVATE);
            let json = |message: serde_json::Result<serde_json::Value>| flags(message.unwrap());
            assert_eq!(json(serde_json::to_value(answer.clone().message())), silent);
            assert_eq!(json(serde_json::to_value(answer.clone().public_followup())), silent);
            assert_eq!(json(serde_json::to_value(answer.clone().public_response())), silent);
            assert_eq!(json(serde_json::to_value(answer.clone().followup())) & PRIVATE, PRIVATE);
            assert_eq!(json(serde_json::to_value(answer.response())) & PRIVATE, PRIVATE);
        }
    }

    #[test]
    fn a_position_is_in_the_message_if_it_fits_and_else_in_a_file() {
        let (content, files) = sent(Answer::text("Your turn.").text_board("King `e1`\n"));
        assert_eq!(content, "Your turn.\nThe position as text:\n```\nKing 'e1'\n```");
        assert!(files.is_empty());
        let frame = "\nThe position as text:\n```\n\n```".len();
        for (length, fits) in [(CONTENT - frame, true), (CONTENT - frame + 1, false)] {
            let (content, files) = sent(Answer::text("").text_board(&"x".repeat(length)));
            assert_eq!((content.contains("xxx"), files.is_empty()), (fits, fits), "{length}");
            assert!(content.chars().count() <= CONTENT);
            if !fits {
                assert_eq!(files, ["board.txt"]);
                assert_eq!(content, "\nThe position as text is in the file board.txt.");
            }
        }
    }

    /// Both texts of a message keep it: it can say why a game was ended, or where its position is.
    #[test]
    fn an_appended_paragraph_stays_whole_and_the_text_before_it_is_cut() {
        let answer = Answer::text("a".repeat(CONTENT)).afterwards(&"b".repeat(CONTENT)).also("Reason: dinner.");
        for (content, letter) in [(answer.content().to_owned(), 'a'), (answer.when_over().unwrap(), 'b')] {
            let (before, last) = content.split_once('\n').unwrap();
            assert_eq!(last, "Reason: dinner.");
            assert_eq!(content.chars().count(), CONTENT);
            assert!(before.starts_with(letter) && before.ends_with('…'), "{before}");
        }
        let fits = "a".repeat(CONTENT - 4);
        assert_eq!(Answer::text(&fits).also("bcd").content(), format!("{fits}\nbcd"));
    }

    /// Discord rejects a message with a row of more than five buttons.
    #[test]
    fn buttons_are_divided_into_rows_of_five() {
        for (number, expected) in [(0, vec![]), (1, vec![1]), (5, vec![5]), (6, vec![5, 1]), (11, vec![5, 5, 1])] {
            let buttons = (0..number).map(|id| CreateButton::new(id.to_string()).label("x")).collect();
            let message = serde_json::to_value(Answer::text("x").buttons(buttons).message()).unwrap();
            let rows: Vec<&serde_json::Value> = message["components"].as_array().into_iter().flatten().collect();
            let ids = rows.iter().flat_map(|row| row["components"].as_array().unwrap()).map(|one| &one["custom_id"]);
            let ids: Vec<&str> = ids.map(|id| id.as_str().unwrap()).collect();
            assert_eq!(ids, (0..number).map(|id| id.to_string()).collect::<Vec<_>>());
            let rows: Vec<usize> = rows.iter().map(|row| row["components"].as_array().unwrap().len()).collect();
            assert_eq!(rows, expected);
        }
    }

    #[test]
    fn paragraphs_beyond_the_limit_are_cut() {
        let (content, _) = sent(Answer::text("a").also(&"b".repeat(CONTENT)));
        assert_eq!(content.chars().count(), CONTENT);
        assert!(content.ends_with('…'), "{content}");
    }
}
