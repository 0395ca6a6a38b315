//! Discord's limits, by name.
//!
//! All numbers that the stand-in enforces are here. A bot that exceeds one gets Discord's error, and the stand-in
//! records a [`Violation`](crate::Violation).

use std::time::Duration;

/// Time limit for the initial response to an interaction.
pub const INITIAL_ANSWER: Duration = Duration::from_secs(3);
/// Time in which an interaction token is valid for edits and follow-ups.
pub const TOKEN_LIFE: Duration = Duration::from_secs(15 * 60);

/// Characters in a message.
pub const CONTENT: usize = 2000;
/// Embeds in a message.
pub const EMBEDS: usize = 10;
/// Characters in an embed's title.
pub const EMBED_TITLE: usize = 256;
/// Characters in an embed's description.
pub const EMBED_DESCRIPTION: usize = 4096;
/// Fields in an embed.
pub const EMBED_FIELDS: usize = 25;
/// Characters in the name of an embed field.
pub const EMBED_FIELD_NAME: usize = 256;
/// Characters in the value of an embed field.
pub const EMBED_FIELD_VALUE: usize = 1024;
/// Characters in an embed's footer.
pub const EMBED_FOOTER: usize = 2048;
/// Characters in the name of an embed's author.
pub const EMBED_AUTHOR: usize = 256;
/// Characters in all embeds of a message together.
pub const EMBED_TOTAL: usize = 6000;

/// Files in a message.
pub const FILES: usize = 10;
/// Bytes in one file.
pub const FILE_BYTES: usize = 10 * 1024 * 1024;
/// Characters in an attachment's description, its alternative text.
pub const ALT_TEXT: usize = 1024;

/// Rows of components in a message.
pub const ROWS: usize = 5;
/// Buttons in a row.
pub const BUTTONS_PER_ROW: usize = 5;
/// Characters on a button.
pub const BUTTON_LABEL: usize = 80;
/// Characters in a `custom_id`.
pub const CUSTOM_ID: usize = 100;
/// Characters in a link button's address.
pub const BUTTON_URL: usize = 512;
/// Options in a select menu.
pub const SELECT_OPTIONS: usize = 25;
/// Characters in the label, value or description of a select option.
pub const SELECT_TEXT: usize = 100;
/// Characters in a select menu's placeholder.
pub const SELECT_PLACEHOLDER: usize = 150;

/// Inputs in a modal.
pub const MODAL_INPUTS: usize = 5;
/// Characters in a modal's title.
pub const MODAL_TITLE: usize = 45;
/// Characters in the label of a modal's input.
pub const INPUT_LABEL: usize = 45;
/// Characters in the placeholder of a modal's input.
pub const INPUT_PLACEHOLDER: usize = 100;
/// Characters in the value of a modal's input.
pub const INPUT_VALUE: usize = 4000;

/// Commands of one kind in one scope (global, or one server).
pub const COMMANDS: usize = 100;
/// Characters in the name of a command or option.
pub const COMMAND_NAME: usize = 32;
/// Characters in the description of a command or option.
pub const COMMAND_DESCRIPTION: usize = 100;
/// Options, subcommands or groups at one level.
pub const COMMAND_OPTIONS: usize = 25;
/// Fixed choices of one option.
pub const COMMAND_CHOICES: usize = 25;
/// Characters in the name, or in the text value, of a choice.
pub const CHOICE_TEXT: usize = 100;
/// Characters of all names, descriptions and values in one command.
pub const COMMAND_TOTAL: usize = 8000;
/// Choices in one autocomplete response.
pub const AUTOCOMPLETE_CHOICES: usize = 25;
/// Characters in the value of a text option.
pub const OPTION_TEXT: usize = 6000;

/// Characters in the name of a channel or thread.
pub const CHANNEL_NAME: usize = 100;
/// Possible inactivity periods before a thread is archived, in minutes.
pub const THREAD_ARCHIVE: [u64; 4] = [60, 1440, 4320, 10080];
/// Heartbeat interval.
pub const HEARTBEAT: Duration = Duration::from_millis(41_250);
/// Characters in a nonce.
pub const NONCE: usize = 25;
/// Time in which a nonce prevents duplicates: "the past few minutes", according to Discord.
pub const NONCE_WINDOW: Duration = Duration::from_secs(3 * 60);

/// Requests per second of a bot, without those of interactions. The buckets of the routes are in `rates.rs`.
pub const GLOBAL_RATE: u32 = 50;
/// Responses with 401, 403 or 429 within [`INVALID_WINDOW`] before the address is locked out.
pub const INVALID_REQUESTS: usize = 10_000;
/// Period for [`INVALID_REQUESTS`].
pub const INVALID_WINDOW: Duration = Duration::from_secs(10 * 60);
/// Duration of a lockout. Discord does not document it; one hour was observed.
pub const LOCKOUT: Duration = Duration::from_secs(60 * 60);

/// Bytes in one gateway payload from a bot.
pub const GATEWAY_PAYLOAD: usize = 4096;
/// Gateway payloads per minute from a bot.
pub const GATEWAY_SENDS_PER_MINUTE: usize = 120;
