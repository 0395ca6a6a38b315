//! Course of a generated scene: games are opened and started, then their Players and others move, press, choose, type and wait.

use std::collections::VecDeque;

use rand::RngExt as _;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};

use super::{Kind, command};
use crate::discord::tests::stage::Stage;
use crate::discord::tests::typed::MENTIONED;

/// People who play, in any order.
const PLAYERS: [&str; 5] = ["Ann", "Bob", "Cid", "Eve", "Dan"];
/// Everybody on the server: Players, of whom Dan runs the bot, another member, and the manager.
const EVERYBODY: [&str; 7] = ["Ann", "Bob", "Cid", "Eve", "Dan", "Gus", MANAGER];
const MANAGER: &str = "Mia";
const TIMES: [&str; 8] = ["40 seconds", "9 minutes", "50 minutes", "3 hours", "11 hours", "1 day", "2 days", "8 days"];
/// Channels of games, as they follow a name: most are in #games.
const PLACES: [&str; 5] = ["", "", "", " in #tea", " in #far"];
/// Places other than #games.
const ELSEWHERE: [&str; 5] = ["#tea", "#thread", "#far", "#private-thread", "private"];
/// Buttons that carry a game on.
const FORWARD: [&str; 26] = [
    "Accept",
    "Accept Draw",
    "Agree",
    "Agree to Pause",
    "Bid",
    "Choose",
    "Confirm Anyway",
    "Free the Seat",
    "Join",
    "Let a Computer Play On",
    "Open My Shop",
    "Place My Army",
    "Play It Anyway",
    "Play On",
    "Raise to 4",
    "Raise to 7",
    "Ready",
    "Rematch",
    "Resume",
    "Start",
    "Start With 3",
    "Still Playing",
    "Stop",
    "Suggest",
    "Take the Seat",
    "Usual Places",
];
/// Permissions that are missing for some steps.
const MISSING: [&str; 4] = ["ATTACH_FILES", "SEND_MESSAGES", "VIEW_CHANNEL", "MANAGE_MESSAGES"];
/// Requests that fail for one step.
const FAILURES: [&str; 4] = [
    "POST channels/500 fails with 403 50001",
    "POST channels/500 fails with 500 0",
    "PATCH channels/500 fails with 404 10008",
    "POST users/@me/channels fails with 403 50007",
];
/// Answers to forms.
const WRITTEN: [&str; 10] = ["0", "1", "2", "7", "12", "40", "e4", "apple", "a2", "apple / pear"];
/// Buttons whose answers take seconds.
const SLOW: [&str; 2] = ["Replay", "Analyse"];
/// Number of times that nobody can move, after which another game begins.
const STUCK: usize = 6;
/// Number of a person's newest messages among whose buttons most are pressed.
const NEW: usize = 3;

enum Next {
    Step(String),
    /// A person joins the lobby with a Battalion that can be chosen there.
    Join(&'static str),
}

pub(super) struct Course {
    kind: Kind,
    players: Vec<&'static str>,
    /// Beginning of a command in the channel of the game.
    place: &'static str,
    /// Steps that are already decided.
    ahead: VecDeque<Next>,
    /// Number of times since the beginning of the game that nobody could move.
    stuck: usize,
    /// Last step was a command or a press, whose consequences have to be posted.
    is_unposted: bool,
    /// Person whom the last answer offers buttons, which are probably pressed next.
    answered: Option<&'static str>,
}

impl Course {
    pub fn new(kind: Kind, random: &mut StdRng) -> Self {
        let number = match kind {
            Kind::Duels | Kind::Clashes => 2,
            Kind::Parties | Kind::Servers | Kind::Armies => random.random_range(3..=5),
        };
        let mut players = PLAYERS.to_vec();
        players.shuffle(random);
        players.truncate(number);
        // Without a game, none begins.
        let stuck = if kind == Kind::Armies { 0 } else { STUCK };
        Self { kind, players, place: "", ahead: VecDeque::new(), stuck, is_unposted: false, answered: None }
    }

    fn add(&mut self, step: impl Into<String>) {
        self.ahead.push_back(Next::Step(step.into()));
    }

    /// Adds a command in the channel of the game.
    fn command(&mut self, person: &str, command: &str) {
        self.add(format!("{person}{}: {command}", self.place));
    }

    /// Opens and starts a game.
    async fn begin(&mut self, stage: &mut Stage, random: &mut StdRng) {
        self.stuck = 0;
        let in_thread = random.random_ratio(1, 6);
        self.place = if in_thread { "" } else { PLACES.choose(random).unwrap() };
        let mut given = vec![if in_thread { "location:A new thread" } else { "location:" }.to_owned()];
        let [first, others @ ..] = self.players.as_slice() else { unreachable!("several Players") };
        let (first, others) = (*first, others.to_vec());
        if self.kind == Kind::Clashes {
            let opponent = 1 + MENTIONED.iter().position(|name| *name == others[0]).unwrap();
            given.push(format!("opponent:@{opponent}"));
            let command = command::drawn(stage, random, first, "clash challenge", &given).await;
            self.command(first, &command);
            self.add("everything is posted");
            self.add(format!("{} presses Accept", others[0]));
        } else {
            let (mode, seats) = match self.kind {
                Kind::Duels => ("Duel", 2),
                _ => (*["Assassin", "Free"].choose(random).unwrap(), self.players.len()),
            };
            if random.random_ratio(3, 4) {
                given.push("computer:".to_owned());
            }
            given.extend([
                format!("mode:{mode}"),
                format!("seats:{seats}"),
                "with:".to_owned(),
                "battlefield:".to_owned(),
            ]);
            let command = command::drawn(stage, random, first, "titans new", &given).await;
            self.command(first, &command);
            if in_thread {
                self.place = " in #thread";
            }
            self.ahead.extend([first].into_iter().chain(others).map(Next::Join));
            self.command(first, "/lobby start");
        }
        if in_thread {
            self.place = " in #thread";
        }
    }

    /// The next step.
    pub async fn next(&mut self, stage: &mut Stage, random: &mut StdRng) -> String {
        loop {
            match self.ahead.pop_front() {
                Some(Next::Step(step)) => {
                    self.is_unposted = true;
                    return step;
                }
                Some(Next::Join(person)) => {
                    let offered =
                        command::completions(stage, &format!("{person}{}", self.place), "/lobby join battalion:").await;
                    if let Some(army) = offered.choose(random) {
                        self.command(person, &format!("/lobby join battalion:{army}"));
                    }
                }
                None if self.is_unposted && random.random_ratio(7, 10) => {
                    self.is_unposted = false;
                    return "everything is posted".to_owned();
                }
                None if self.stuck >= STUCK => self.begin(stage, random).await,
                None => self.plan(stage, random).await,
            }
        }
    }

    /// Decides the next steps.
    async fn plan(&mut self, stage: &mut Stage, random: &mut StdRng) {
        let person = match random.random_range(0..10) {
            0..8 if self.kind != Kind::Armies => *self.players.choose(random).unwrap(),
            0..5 => MANAGER,
            _ => *EVERYBODY.choose(random).unwrap(),
        };
        if stage.has_form() {
            let person = self.answered.unwrap_or(person);
            return self.add(format!("{person} writes {}", WRITTEN.choose(random).unwrap()));
        }
        if let Some(person) = self.answered.take().filter(|_| random.random_ratio(3, 5))
            && let Some(step) = pressed(stage, random, person, 1)
        {
            self.answered = Some(person);
            return self.add(step);
        }
        let step = match random.random_range(0..100) {
            0..42 if self.kind == Kind::Armies => {
                self.answered = Some(person);
                Some(self.typed(stage, random, person).await)
            }
            0..26 => self.moves(stage, random).await,
            26..42 => self.forward(stage, random),
            42..58 => {
                self.answered = Some(person);
                let new = if random.random_ratio(4, 5) { NEW } else { usize::MAX };
                pressed(stage, random, person, new)
            }
            58..80 => {
                self.answered = Some(person);
                Some(self.typed(stage, random, person).await)
            }
            80..90 => {
                // Short times are more probable.
                let longest = random.random_range(0..TIMES.len());
                Some(format!("{} pass", TIMES[random.random_range(0..=longest)]))
            }
            90..93 => Some("the computers play".to_owned()),
            93..95 => Some("the program starts again".to_owned()),
            95..96 => Some("old buttons are removed".to_owned()),
            96..97 if stage.has_interaction() => Some(format!("{person} does that again")),
            97..98 => {
                let missing = MISSING.choose(random).unwrap();
                self.add(format!("the bot may not {missing}"));
                let steps = [self.moves(stage, random).await, pressed(stage, random, person, NEW)];
                steps.into_iter().flatten().for_each(|step| self.add(step));
                Some(format!("the bot may {missing}"))
            }
            _ => {
                let failure = *FAILURES.choose(random).unwrap();
                let (call, _) = failure.split_once(" fails").unwrap();
                self.add(failure);
                if let Some(step) = self.moves(stage, random).await {
                    self.add(step);
                }
                self.add("everything is posted");
                self.add(format!("{call} works again"));
                None
            }
        };
        if let Some(step) = step {
            self.add(step);
        }
    }

    /// Press of a button that carries the game on, by a Player who sees it.
    fn forward(&self, stage: &Stage, random: &mut StdRng) -> Option<String> {
        let seen = self.players.iter().flat_map(|player| {
            let labels = stage.components(player, 2 * NEW).into_iter();
            labels
                .filter(|(_, label)| FORWARD.contains(&label.as_str()))
                .map(move |(_, label)| format!("{player} presses {label}"))
        });
        seen.collect::<Vec<_>>().choose(random).cloned()
    }

    /// A command with random options, sometimes in another channel.
    async fn typed(&self, stage: &mut Stage, random: &mut StdRng, person: &str) -> String {
        let in_games = !matches!(self.kind, Kind::Servers | Kind::Armies) && random.random_ratio(7, 10);
        let mut all = command::all(stage);
        all.retain(|path| match self.kind {
            Kind::Armies => command::is_of_server(path) || command::is_of_armies(path),
            kind => command::is_of_game(path, kind == Kind::Clashes) == in_games,
        });
        let path = all.choose(random).unwrap();
        let person = if command::is_of_server(path) && random.random_ratio(7, 10) { MANAGER } else { person };
        let command = command::drawn(stage, random, person, path, &[]).await;
        if random.random_ratio(1, 8) {
            format!("{person} in {}: {command}", ELSEWHERE.choose(random).unwrap())
        } else {
            format!("{person}{}: {command}", self.place)
        }
    }

    /// A legal move of the first Player who has one.
    async fn moves(&mut self, stage: &mut Stage, random: &mut StdRng) -> Option<String> {
        let mut players = self.players.clone();
        players.shuffle(random);
        for player in players {
            let by = format!("{player}{}", self.place);
            if let Some(chosen) = command::completions(stage, &by, "/move move:").await.choose(random) {
                if self.kind == Kind::Clashes && random.random_ratio(1, 6) {
                    self.command(player, "/match resign");
                    return Some(format!("{player} presses Resign"));
                }
                return Some(format!("{by}: /move move:{chosen}"));
            }
        }
        self.stuck += 1;
        let (player, place) = (*self.players.choose(random)?, self.place);
        if self.kind != Kind::Clashes || random.random_ratio(1, 4) {
            return Some("the computers play".to_owned());
        }
        let command = match random.random_range(0..6) {
            0..3 => {
                self.command(player, "/clash suggest");
                "/clash ready".to_owned()
            }
            3..5 => format!("/clash bid gold:{}", random.random_range(0..20)),
            _ => "/clash raise".to_owned(),
        };
        Some(format!("{player}{place}: {command}"))
    }
}

/// Press of a button or choice from a menu in one of the newest messages that the person sees.
fn pressed(stage: &Stage, random: &mut StdRng, person: &str, new: usize) -> Option<String> {
    let mut seen = stage.components(person, new);
    seen.retain(|(_, label)| !label.is_empty() && !SLOW.iter().any(|slow| label.contains(slow)));
    // Menus have many options; each menu is as likely as a button.
    let verb = if random.random_ratio(1, 3) { "chooses" } else { "presses" };
    if seen.iter().any(|(fits, _)| *fits == verb) {
        seen.retain(|(fits, _)| *fits == verb);
    }
    let (verb, label) = seen.choose(random)?;
    Some(format!("{person} {verb} {label}"))
}
