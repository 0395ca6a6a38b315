//! Answers to every press: each kind of button and menu in every state of a game, by its Players, by a person in the channel
//! and by one in another channel, with the current version and with an outdated one, and further presses on what these
//! show.
//!
//! The expected output is in `walks.txt`, components and descriptions of pictures in `walks_details.txt`. To update it after an intended change, run `UPDATE_EXPECTED=1 cargo test -p
//! battalion --lib walks` and review the diff.

use std::collections::{BTreeSet, VecDeque};
use std::fmt::Write as _;

use engine::board::Seat;
use serenity::all::Permissions;

use super::stand_in::{From, Sent, StandIn};
use super::told::{self, Component, in_detail};
use crate::discord::custom_id::{ClashIntent, ComponentContext, ComputerIntent, CustomId, Intent, TableIntent};
use crate::discord::wording::refusal;
use crate::host::tests::PLACE;
use crate::host::tests::copies::Copies;
use crate::host::tests::everyone::{NamedState, in_every_state};
use crate::host::{Board, GameId, Host, Version};

const GUILD: Option<u64> = Some(9);
const HERE: u64 = PLACE.channel.0;
/// A channel without a game, on the same server and on another one.
const ELSEWHERE: u64 = 502;

const fn from(person: u64, name: &'static str, guild: Option<u64>, channel: u64) -> From {
    From { person, name, guild, channel, kind: 0, may: Permissions::SEND_MESSAGES.union(Permissions::VIEW_CHANNEL) }
}

pub(super) const ANN: From = from(1, "Ann", GUILD, HERE);
pub(super) const BOB: From = from(2, "Bob", GUILD, HERE);
pub(super) const EVE: From = from(5, "Eve", GUILD, HERE);
/// People who press everything that can be made without having seen it.
const PRESSING: [(&str, From); 5] = [
    ("Ann", ANN),
    ("Bob", BOB),
    ("Eve", EVE),
    ("in another channel", from(6, "Fay", GUILD, ELSEWHERE)),
    ("on another server", from(6, "Fay", Some(10), ELSEWHERE)),
];
/// Maximum number of presses of one kind in a walk, so that walks stay short.
const OF_A_KIND: usize = 2;
/// Maximum number of presses in a walk.
const LONGEST: usize = 40;

/// Every intent that carries no data, or the first of what it carries. Animations and analyses are left out: they take
/// seconds.
fn intents() -> Vec<Intent> {
    let seat = Seat(1);
    let mut all = vec![
        Intent::Move,
        Intent::Piece { page: 0 },
        Intent::Look { page: 0 },
        Intent::Draw,
        Intent::NoDraw,
        Intent::Resign,
        Intent::ResignNow,
        Intent::Never,
        Intent::Join { page: 0 },
        Intent::Word,
        Intent::Leave,
        Intent::OwnPlaces { on: 1 },
        Intent::Odds,
        Intent::GiveOdds { number: 1 },
        Intent::Start,
        Intent::StartWith { players: 1 },
        Intent::StartWith { players: 2 },
        Intent::Board,
        Intent::Place,
        Intent::Volatile,
        Intent::PlaceAt { page: 0 },
        Intent::Target,
        Intent::Private,
        Intent::Step { button: 0, at: 0 },
        Intent::Rematch,
        Intent::AgreePause,
        Intent::NoPause,
        Intent::Resume,
        Intent::StillPlaying,
        Intent::Lines { page: 0 },
        Intent::DropLines,
    ];
    all.extend([ComputerIntent::Add, ComputerIntent::Remove, ComputerIntent::Take { seat }].map(Intent::Computer));
    all.extend(
        [
            TableIntent::Takeback,
            TableIntent::NoTakeback,
            TableIntent::Accept,
            TableIntent::Decline,
            TableIntent::Absent { seat },
            TableIntent::Take { seat },
            TableIntent::Move,
        ]
        .map(Intent::Table),
    );
    all.extend(
        [
            ClashIntent::Accept,
            ClashIntent::Decline,
            ClashIntent::Shop { page: 0 },
            ClashIntent::Wares,
            ClashIntent::Own { page: 0 },
            ClashIntent::Undo,
            ClashIntent::Suggest,
            ClashIntent::Ready,
            ClashIntent::ReadyNow,
            ClashIntent::SellAll,
            ClashIntent::Armies,
            ClashIntent::Card,
            ClashIntent::Bid,
            ClashIntent::Raise,
            ClashIntent::Stop,
        ]
        .map(Intent::Clash),
    );
    all
}

/// Newest version of a game.
async fn version(host: &Host, game: GameId) -> Version {
    match host.views.board(game).await.unwrap() {
        Board::Lobby(lobby) => lobby.version,
        Board::Challenge(challenge) => challenge.version,
        Board::Game(scene) => scene.newest,
    }
}

/// Copies of one state in which people press. A press that changes the game uses its copy up.
struct Presses<'a> {
    stand_in: &'a StandIn,
    copies: Copies,
    version: Version,
}

impl Presses<'_> {
    async fn press(&mut self, by: From, component: &Component, value: Option<&String>) -> Vec<Sent> {
        let state = self.copies.take().await;
        let values: Vec<String> = value.cloned().into_iter().collect();
        let press = by.press(&component.id, &values, component.flags);
        let app = self.stand_in.app(state.host.clone());
        let sent = self.stand_in.answers(&app, press).await;
        if version(&state.host, state.game).await == self.version {
            self.copies.keep(state);
        } else {
            state.host.close().await;
        }
        sent
    }
}

/// Presses whatever the answers show, beginning with the board and the own moves.
async fn walk(presses: &mut Presses<'_>, by: From, of: ComponentContext, out: &mut String) {
    let begin = [Intent::Board, Intent::Move, Intent::Private, Intent::Join { page: 0 }];
    let encoded = |intent: Intent| CustomId::Game(of, intent).encode().unwrap();
    let mut waiting: VecDeque<(String, Component, Option<String>)> = VecDeque::new();
    for intent in begin {
        let label = format!("{intent:?}");
        let component = Component { label: label.clone(), id: encoded(intent), values: Vec::new(), flags: 0 };
        waiting.push_back((label, component, None));
    }
    let mut seen: Vec<String> = Vec::new();
    let mut ids = BTreeSet::new();
    let mut steps = 0;
    while let Some((way, component, value)) = waiting.pop_front() {
        let kind = match CustomId::decode(&component.id) {
            Ok(CustomId::Game(_, Intent::Replay | Intent::Computer(ComputerIntent::Analyse))) => continue,
            // The letters of an intent are its kind; digits are pages, pieces and squares.
            Ok(CustomId::Game(_, intent)) => format!("{intent:?}").split([' ', '{']).next().unwrap().to_owned(),
            Ok(other) => format!("{other:?}").split(['(', ' ']).next().unwrap().to_owned(),
            Err(unknown) => panic!("{way}: {}: {unknown:?}", component.id),
        };
        let kind = format!("{kind} {}", value.is_some());
        if steps == LONGEST
            || seen.iter().filter(|known| **known == kind).count() == OF_A_KIND
            || !ids.insert((component.id.clone(), value.clone()))
        {
            continue;
        }
        seen.push(kind);
        steps += 1;
        let sent = presses.press(by, &component, value.as_ref()).await;
        let (text, components, details) = in_detail(&sent);
        // The army of a computer is drawn anew each time.
        let fixed =
            if way.contains("Add a Computer") { text.split(" plays ").next().unwrap_or_default() } else { &text };
        writeln!(out, "{way}: {fixed}").unwrap();
        if fixed == text {
            out.push_str(&details);
        }
        waiting.extend(components.into_iter().flat_map(|next| next.steps(&way)));
    }
}

async fn section((name, set_up): NamedState) -> String {
    let mut out = format!("# {name}\n");
    let start = set_up().await;
    let (game, newest) = (start.game, version(&start.host, start.game).await);
    let stand_in = StandIn::start().await;
    let mut presses = Presses { stand_in: &stand_in, copies: Copies::of(start).await, version: newest };
    let old = Version(newest.0 - 1);
    for intent in intents() {
        let mut answers: Vec<(String, Vec<String>)> = Vec::new();
        for (who, by) in PRESSING {
            let mut current = String::new();
            // People who cannot see the game are refused at any version.
            let versions = if by.channel == HERE { &[newest, old][..] } else { &[newest] };
            for &version in versions {
                let id = CustomId::Game(ComponentContext { game, version }, intent.clone());
                let button = Component { label: String::new(), id: id.encode().unwrap(), values: Vec::new(), flags: 0 };
                let (text, _, details) = in_detail(&presses.press(by, &button, None).await);
                if version == newest {
                    current.clone_from(&text);
                } else if text == current {
                    continue;
                }
                // The usual answer to people who see neither the game nor its channel.
                if by.channel != HERE && text.contains(refusal::BUTTON_OF_OTHERS) {
                    continue;
                }
                out.push_str(&details);
                let who = if version == newest { who.to_owned() } else { format!("{who}, outdated") };
                match answers.iter_mut().find(|(known, _)| *known == text) {
                    Some((_, people)) => people.push(who),
                    None => answers.push((text, vec![who])),
                }
            }
        }
        for (text, people) in answers {
            writeln!(out, "{intent:?} | {}: {text}", people.join(", ")).unwrap();
        }
    }
    for by in [ANN, BOB] {
        writeln!(out, "## {} presses on", by.name).unwrap();
        walk(&mut presses, by, ComponentContext { game, version: newest }, &mut out).await;
    }
    presses.copies.close().await;
    out
}

#[test]
fn every_press_is_answered_as_it_was_when_it_was_read() {
    let found = in_every_state(section);
    let (lines, details) = told::divided(&found);
    crate::expected::compare("discord/tests/walks.txt", &lines, 1_000);
    crate::expected::compare("discord/tests/walks_details.txt", &details, 150);
}
