//! Form for a report or a remark.

use serenity::all::{CreateActionRow, CreateInputText, CreateModal, InputTextStyle};

use crate::discord::custom_id::CustomId;
use crate::host::MAX_NOTE;

/// Form with one input, for a text about a shared Battalion.
pub fn note_form(id: &CustomId, title: &str, question: &str) -> CreateModal {
    let most = u16::try_from(MAX_NOTE).unwrap_or(u16::MAX);
    let input = CreateInputText::new(InputTextStyle::Paragraph, question, "why").min_length(1).max_length(most);
    CreateModal::new(id.to_string(), title).components(vec![CreateActionRow::InputText(input)])
}
