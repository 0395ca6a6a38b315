//! Validation of Battalion files, for servers and the command line. Pure; the caller limits the time.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use engine::action::Action;
use engine::battalion::{self, Definition};
use engine::board::{Battlefield, Seat};
use engine::titans::{self, GameMode, Setup, SetupError};
use toml::de::{DeTable, DeValue};

use crate::host::art::unknown_icons;
use crate::host::battalions::alike::{Likeness, likeness};
use crate::host::battalions::roster;
use crate::host::error::FileRefusal;
use crate::host::model::{FileProblem, FileWarning, Limits, NotHere};

/// Number of turns of a trial game.
const TURNS: u64 = 8;

/// Key of the drawing of the Territory.
const LAYOUT: [&str; 2] = ["territory", "layout"];

/// A valid file.
#[derive(Clone, Debug)]
pub struct Good {
    /// Parsed definition.
    pub definition: Arc<Definition>,
    /// Text of the file.
    pub text: String,
}

/// Id and name of an existing Battalion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Taken {
    pub id: String,
    pub name: String,
}

/// Everything on a server that a file is checked against.
#[derive(Clone, Debug)]
pub struct Terms {
    pub limits: Limits,
    /// Battalions of the server; built-in ones are always included.
    pub others: Vec<Taken>,
    /// Battlefields that a duel can be opened on, in addition to the usual one.
    pub fields: Vec<Battlefield>,
}

impl Default for Terms {
    fn default() -> Self {
        Self { limits: Limits::default(), others: Vec::new(), fields: Battlefield::duels().collect() }
    }
}

/// Parses a file, tries it in games on the boards that fit it and returns all its problems.
///
/// # Errors
/// Refused if the check does not finish by `until`, or if no game can be set up.
pub fn judge(bytes: &[u8], terms: &Terms, until: Instant) -> Result<Result<Good, Vec<FileProblem>>, FileRefusal> {
    let Terms { limits, others, fields } = terms;
    if bytes.len() > limits.bytes as usize {
        return Err(FileRefusal::TooLarge { bytes: Some(bytes.len()), most: limits.bytes as usize });
    }
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(FileRefusal::Empty);
    }
    let text = match battalion::decode(bytes) {
        Ok(text) => text,
        Err(error) => return Ok(Err(vec![error.into()])),
    };
    let definition = match battalion::read(text, &engine::ability::specs()) {
        Ok(definition) => definition,
        Err(_) if is_of_kind(text, "battlefield", "format") => return Err(FileRefusal::IsBattlefields),
        Err(errors) => return Ok(Err(errors.into_iter().map(FileProblem::from).collect())),
    };
    let mut errors = beyond(&definition, text, limits);
    errors.extend(confusable(&definition, text, others));
    if !errors.is_empty() {
        return Ok(Err(errors));
    }
    let definition = Arc::new(definition);
    try_out(&definition, fields, limits, until)?;
    Ok(Ok(Good { definition, text: text.to_owned() }))
}

/// Returns true if a file has the key of one kind of file and not that of the other kind.
pub(in crate::host) fn is_of_kind(text: &str, key: &str, other: &str) -> bool {
    text.parse::<toml::Table>().is_ok_and(|file| file.contains_key(key) && !file.contains_key(other))
}

/// Warnings about a valid file, for its author. Stops at `until` with the warnings found so far.
pub fn warnings(definition: &Arc<Definition>, until: Instant) -> Vec<FileWarning> {
    let builtins = roster::builtins().iter();
    let opponents: Vec<Arc<Definition>> =
        builtins.filter(|army| army.definition.matches.duels()).map(|army| Arc::clone(&army.definition)).collect();
    let odd = battalion::odd_openings(definition, &opponents, &|| Instant::now() < until);
    let icons = unknown_icons(definition).into_iter();
    let odd = odd.into_iter().map(FileWarning::Opening);
    icons.map(FileWarning::Icon).chain(odd).collect()
}

fn too_slow(limits: &Limits) -> FileRefusal {
    FileRefusal::TooSlow { seconds: limits.seconds }
}

/// Byte range of a value in a file.
pub(in crate::host) fn place(text: &str, path: &[&str]) -> Option<Range<usize>> {
    let content = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let before = text.len() - content.len();
    let document = DeTable::parse(content).ok()?;
    let (last, tables) = path.split_last()?;
    let mut table = document.get_ref();
    for name in tables {
        match table.get(*name)?.get_ref() {
            DeValue::Table(inner) => table = inner,
            _ => return None,
        }
    }
    let Range { start, end } = table.get(*last)?.span();
    Some(before + start..before + end)
}

/// Problem at a value of the file that this server does not accept.
fn not_here(text: &str, path: &[&str], what: NotHere) -> FileProblem {
    let start = place(text, path).map_or(0, |place| place.start);
    let before = text.get(..start).unwrap_or_default();
    let count = |count: usize| u32::try_from(count + 1).unwrap_or(u32::MAX);
    FileProblem::Here {
        line: count(before.matches('\n').count()),
        column: count(before.chars().rev().take_while(|c| *c != '\n').count()),
        what,
    }
}

/// Violations of the server's limits.
fn beyond(definition: &Definition, text: &str, limits: &Limits) -> Vec<FileProblem> {
    let territory = &definition.territory;
    let spaces = usize::from(territory.width()) * usize::from(territory.height());
    let placed = territory.rows.iter().flatten().flatten().count();
    let kept = definition.reserves.iter();
    let pieces = placed + kept.map(|kept| usize::from(kept.count)).sum::<usize>();
    let mut errors = Vec::new();
    if spaces > limits.spaces.into() {
        let (has, most) = (spaces, limits.spaces);
        errors.push(not_here(text, &LAYOUT, NotHere::Spaces { has, most }));
    }
    if pieces > limits.pieces.into() {
        let (has, most) = (pieces, limits.pieces);
        errors.push(not_here(text, &LAYOUT, NotHere::Pieces { has, most }));
    }
    errors
}

/// Ids and names that belong to another Battalion or could be confused with it. A new version may keep its id and name.
fn confusable(definition: &Definition, text: &str, others: &[Taken]) -> Vec<FileProblem> {
    let (id, name) = (&definition.id, &definition.name);
    let builtins = roster::builtins()
        .iter()
        .map(|army| Taken { id: army.definition.id.clone(), name: army.definition.name.clone() });
    let all: Vec<Taken> = builtins.chain(others.iter().cloned()).collect();
    let known: BTreeSet<&str> = others.iter().map(|other| other.id.as_str()).collect();
    let mut errors = Vec::new();
    if roster::builtin(id).is_some() {
        errors.push(not_here(text, &["id"], NotHere::BuiltInId(id.clone())));
    } else if !known.contains(id.as_str())
        && let Some(other) = all.iter().find(|other| likeness(&other.id, id).is_some())
    {
        let looks = NotHere::IdLooksLike(other.id.clone());
        errors.push(not_here(text, &["id"], looks));
    }
    let own = others.iter().find(|other| other.id == *id);
    if own.is_some_and(|own| own.name == *name) {
        return errors;
    }
    let others = all.iter().filter(|other| other.id != *id);
    let mut alike = others.filter_map(|other| Some((likeness(&other.name, name)?, &other.name)));
    let what = match alike.next() {
        None => return errors,
        Some((Likeness::Same, _)) => NotHere::TakenName,
        Some((Likeness::Confusable, other)) => NotHere::LooksLike(other.clone()),
    };
    errors.push(not_here(text, &["name"], what));
    errors
}

/// Setup of an army against itself on the usual Battlefield. An army that is not allowed in duels gets a Medieval army
/// as third.
fn against_itself(definition: &Arc<Definition>) -> Result<Setup, SetupError> {
    let mut armies = vec![Arc::clone(definition); 2];
    let mut mode = GameMode::Duel;
    if !definition.matches.duels() {
        armies.extend(roster::builtin("medieval").map(|army| army.definition.clone()));
        mode = GameMode::Ffa;
    }
    Setup::new(mode, armies, [7; 32])
}

/// Setups of an army against itself: on the usual Battlefield, and on each of these that it fits.
fn trials(definition: &Arc<Definition>, fields: &[Battlefield]) -> Result<Vec<Setup>, SetupError> {
    let usual = against_itself(definition)?;
    let seats = usual.armies.len();
    let on = |field: &Battlefield| {
        let mut battlefield = field.clone();
        battlefield.edge_slots.truncate(seats);
        Setup { battlefield, ..usual.clone() }
    };
    let mut setups: Vec<Setup> = fields.iter().map(on).filter(|setup| setup.check().is_ok()).collect();
    setups.insert(0, usual);
    Ok(setups)
}

/// Starting position of that game, with default Territories and without optional choices of Opponents.
///
/// # Errors
/// Reason why the army cannot be set up.
pub fn first_position(definition: &Arc<Definition>) -> Result<titans::Game, SetupError> {
    let mut game = titans::Game::new(against_itself(definition)?)?;
    while let Some(seat) = game.to_act().first().copied() {
        let action = match game.placement_question(seat) {
            Some(question) => question.usual,
            None if game.legal(seat).is_empty() => Action::DrawVolatile,
            None => break,
        };
        if game.apply(seat, &action).is_err() {
            break;
        }
    }
    Ok(game)
}

/// Plays the first turns of a trial game on every board that fits the army. Detects armies that cannot be set up or
/// whose turns take too long to compute.
fn try_out(
    definition: &Arc<Definition>,
    fields: &[Battlefield],
    limits: &Limits,
    until: Instant,
) -> Result<(), FileRefusal> {
    for setup in trials(definition, fields).map_err(FileRefusal::Unplayable)? {
        let mut game = titans::Game::new(setup).map_err(FileRefusal::Unplayable)?;
        for turn in 0..TURNS {
            let Some(seat) = game.to_act().first().copied() else {
                break;
            };
            if Instant::now() > until {
                return Err(too_slow(limits));
            }
            if !take_some_turn(&mut game, seat, turn) {
                break;
            }
        }
    }
    Ok(())
}

/// Places a Territory, makes a choice, or plays any legal turn. Returns `false` if all turns require further choices.
fn take_some_turn(game: &mut titans::Game, seat: Seat, turn: u64) -> bool {
    if let Some(question) = game.placement_question(seat) {
        return game.apply(seat, &question.usual).is_ok();
    }
    let legal = game.legal(seat);
    if legal.is_empty() {
        return game.apply(seat, &Action::DrawVolatile).is_ok();
    }
    let first = usize::try_from(turn * 7 + 3).unwrap_or_default();
    (0..legal.len().min(20)).any(|step| {
        let action = &legal[(first + step * 5) % legal.len()];
        game.apply(seat, action).is_ok()
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_key_of_the_other_kind_is_a_mistake_in_a_battalion() {
        let file = include_str!("../../../../tests/files/dragons.toml");
        let judged = |file: &str| judge(file.as_bytes(), &Terms::default(), Instant::now() + Duration::from_secs(60));
        assert_eq!(judged(&format!("battlefield = []\n{file}")).unwrap().unwrap_err().len(), 1);
        assert_eq!(judged("battlefield = []").unwrap_err(), FileRefusal::IsBattlefields);
    }

    /// A byte order mark, which editors do not show, changes no line or column of a problem.
    #[test]
    fn a_byte_order_mark_does_not_move_a_problem() {
        let file = include_str!("../../../../tests/files/dragons.toml");
        let army = battalion::read(file, &engine::ability::specs()).unwrap();
        let taken = file.replacen(&format!("id = \"{}\"", army.id), "id = \"medieval\"", 1);
        let problems = |file: &str| {
            let judged = judge(file.as_bytes(), &Terms::default(), Instant::now() + Duration::from_secs(60));
            judged.unwrap().unwrap_err()
        };
        let expected = problems(&taken);
        assert!(matches!(expected[0], FileProblem::Here { column: 6, .. }), "{expected:?}");
        assert_eq!(problems(&format!("\u{FEFF}{taken}")), expected);
    }

    /// A file exactly at a limit is accepted; one above it is refused. Pieces in reserve count.
    #[test]
    fn limits_can_be_reached_and_not_passed() {
        let file = include_str!("../../../../tests/files/dragons.toml").to_owned()
            + "[[reserve]]\npiece = \"squire\"\ncount = 2\nzone = \"back-rank\"\n";
        let army = battalion::read(&file, &engine::ability::specs()).unwrap();
        let (width, height) = (army.territory.width(), army.territory.height());
        let placed = army.territory.rows.iter().flatten().flatten().count();
        let kept: usize = army.reserves.iter().map(|kept| usize::from(kept.count)).sum();
        assert_eq!(kept, 2);
        let exact = Limits {
            bytes: u32::try_from(file.len()).unwrap(),
            spaces: u16::from(width) * u16::from(height),
            pieces: u16::try_from(placed + kept).unwrap(),
            ..Limits::default()
        };
        let judged = |limits: Limits| {
            let terms = Terms { limits, ..Terms::default() };
            judge(file.as_bytes(), &terms, Instant::now() + Duration::from_secs(60))
        };
        judged(exact).unwrap().unwrap();
        let refused = judged(Limits { bytes: exact.bytes - 1, ..exact }).unwrap_err();
        assert_eq!(refused, FileRefusal::TooLarge { bytes: Some(file.len()), most: file.len() - 1 });
        for limits in [Limits { spaces: exact.spaces - 1, ..exact }, Limits { pieces: exact.pieces - 1, ..exact }] {
            assert_eq!(judged(limits).unwrap().unwrap_err().len(), 1, "{limits:?}");
        }
    }
}
