//! Random Battalion files that cover everything the format allows: every ability in turn, alone and with others.

use std::sync::Arc;

use engine::ability::specs;
use engine::battalion::{AbilitySpec, Definition, ParamKind, Scope, read};

use crate::dice::Dice;

/// Betza atoms of the movements drawn, with possible prefixes and suffixes.
const ATOMS: [&str; 14] = ["W", "F", "D", "N", "A", "H", "C", "Z", "K", "Q", "R", "B", "R2", "Q3"];
const MODES: [&str; 6] = ["", "", "", "m", "c", "f"];
/// Maximum number of piece types besides the Titan.
const TYPES: usize = 6;
const WIDTH: usize = 8;
/// Maximum number of files drawn until one is accepted.
const TRIES: u64 = 200;

/// Generated army number `number`. Its abilities include the ability of that number (modulo their count) where
/// possible. `None` if no file drawn for it is accepted.
pub fn army(number: u64) -> Option<Arc<Definition>> {
    let specs = specs();
    let mut files = (0..TRIES).map(|attempt| file(number, attempt, &specs));
    files.find_map(|text| read(&text, &specs).ok()).map(Arc::new)
}

/// Random file; not necessarily valid.
#[expect(clippy::cast_possible_truncation, reason = "numbers of a small army")]
fn file(number: u64, attempt: u64, specs: &[AbilitySpec]) -> String {
    let mut dice = Dice(number << 16 | attempt);
    let wanted = &specs[number as usize % specs.len()];
    let types = 2 + dice.below(TYPES - 1);
    let ids: Vec<String> = (0..=types).map(|ty| format!("type-{ty}")).collect();
    let mut text = format!(
        "format = 1\nid = \"generated-{number}\"\nname = \"Generated {number}\"\nauthor = \"the generator\"\nsummary = \"Drawn by lot.\"\n"
    );
    let layout = layout(&mut dice, types);
    text += &format!("\n[territory]\nlayout = [{layout}]\n");
    let powers = specs.iter().filter(|spec| spec.scope == Scope::Battalion);
    for power in powers.filter(|spec| spec.name == wanted.name || dice.one_in(12)) {
        text += &format!("\n[[power]]\nuse = \"{}\"\n", power.name);
        for (name, value) in params(power, &ids, &mut Dice(number ^ attempt << 32)) {
            text += &format!("{name} = {value}\n");
        }
    }
    let bearer = dice.below(types + 1);
    for (ty, id) in ids.iter().enumerate() {
        let letter = char::from(b'A' + ty as u8);
        text += &format!("\n[[piece]]\nid = \"{id}\"\nname = \"Type {ty}\"\nsymbol = \"{letter}\"\n");
        text += &format!("moves = \"{}\"\n", moves(&mut dice));
        if ty == 0 {
            text += "titan = true\n";
        } else {
            text += &traits(&mut dice, ty, &ids);
        }
        let own = specs
            .iter()
            .filter(|spec| spec.scope == Scope::Piece && (ty == bearer && spec.name == wanted.name || dice.one_in(24)));
        let used: Vec<String> = own
            .map(|spec| {
                let params = params(spec, &ids, &mut Dice(number ^ attempt << 32 ^ ty as u64));
                let params = params.iter().map(|(name, value)| format!(", {name} = {value}"));
                format!("{{ use = \"{}\"{} }}", spec.name, params.collect::<String>())
            })
            .collect();
        text += &format!("abilities = [{}]\n", used.join(", "));
    }
    if dice.one_in(3) {
        let piece = dice.pick(&ids[1..]);
        let zone = dice.pick(&["back-rank", "territory", "board"]);
        let count = 1 + dice.below(2);
        text += &format!("\n[[reserve]]\npiece = \"{piece}\"\ncount = {count}\nzone = \"{zone}\"\n");
    }
    text
}

/// Three rows with one Titan, sometimes two, and some gaps.
#[expect(clippy::cast_possible_truncation, reason = "numbers of a small army")]
fn layout(dice: &mut Dice, types: usize) -> String {
    let titans = 1 + usize::from(dice.one_in(8));
    let mut rows = [[b'.'; WIDTH]; 3];
    for cell in rows.iter_mut().flatten() {
        if !dice.one_in(4) {
            *cell = b'B' + dice.below(types) as u8;
        }
    }
    for _ in 0..titans {
        rows[2][dice.below(WIDTH)] = b'A';
    }
    let rows = rows.map(|row| format!("\"{}\"", String::from_utf8_lossy(&row)));
    rows.join(", ")
}

/// Zones that exist on every board.
const ZONES: [&str; 4] = ["own-territory", "enemy-territory", "far-half", "centre"];

fn moves(dice: &mut Dice) -> String {
    let parts = 1 + dice.below(3);
    (0..parts).map(|_| format!("{}{}", dice.pick(&MODES), dice.pick(&ATOMS))).collect()
}

fn traits(dice: &mut Dice, ty: usize, ids: &[String]) -> String {
    let mut text = String::new();
    if dice.one_in(12) {
        text += "blocking = false\n";
    }
    for flag in ["immutable = true\n", "capturable = false\n"] {
        if dice.one_in(14) {
            text += flag;
        }
    }
    let other = 1 + dice.below(ids.len() - 1);
    if dice.one_in(4) && other != ty {
        let optional = dice.one_in(2);
        let rear = 1 + dice.below(3);
        text += &format!("promote = {{ to = [\"{}\"], rear = {rear}, optional = {optional} }}\n", ids[other]);
    }
    text
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "numbers of a small army"
)]
fn params(spec: &AbilitySpec, ids: &[String], dice: &mut Dice) -> Vec<(&'static str, String)> {
    let mut params = Vec::new();
    for param in spec.params {
        if !param.required && dice.one_in(2) {
            continue;
        }
        let value = match param.kind {
            ParamKind::Flag => "true".to_owned(),
            ParamKind::Number(low, high) => (low + dice.below((high - low).min(3) as usize + 1) as i64).to_string(),
            ParamKind::Word(words) => format!("\"{}\"", dice.pick(words)),
            ParamKind::Moves => format!("\"{}\"", moves(dice)),
            ParamKind::Piece => format!("\"{}\"", ids[1 + dice.below(ids.len() - 1)]),
            ParamKind::Zone => format!("\"{}\"", dice.pick(&ZONES)),
            ParamKind::Pieces => {
                let first = 1 + dice.below(ids.len() - 1);
                let some = ids[first..].iter().take(1 + dice.below(3));
                let some: Vec<String> = some.map(|id| format!("\"{id}\"")).collect();
                format!("[{}]", some.join(", "))
            }
        };
        params.push((param.name, value));
    }
    params
}
