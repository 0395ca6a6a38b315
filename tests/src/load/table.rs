//! Table of a load test: a channel in which both Players take a turn for each ticket, with a ledger of the posts.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use engine::board::Seat;
use playground::{Arg, Interaction, Message, Playground};
use tokio::sync::Semaphore;
use tokio::sync::mpsc::UnboundedReceiver;

use super::ledger::{self, Ids, Ledger};
use super::player::{Drawn, Players};
use super::stage::Place;
use crate::DUEL;

/// External view of one game.
#[derive(Debug, Default)]
struct Account {
    /// Game id in buttons and first version, once the first board has been posted.
    known: Option<(u64, u64)>,
    /// Number of accepted turns.
    turns: u64,
    boards: Ledger,
    directs: Ledger,
}

impl Account {
    fn newest(&self) -> Option<u64> {
        self.known.as_ref().map(|(_, first)| first + self.turns)
    }

    fn is(&self, game: u64) -> bool {
        self.known.is_some_and(|(name, _)| name == game)
    }
}

/// Statistics of a table.
#[derive(Debug, Default)]
pub struct Tally {
    pub presses: Vec<Interaction>,
    /// Texts of refusals.
    pub refused: Vec<String>,
    pub boards: Vec<Duration>,
    pub directs: Vec<Duration>,
    pub games: usize,
    pub carried: u64,
    /// Expected, lost and surplus messages.
    pub board_count: [usize; 3],
    pub direct_count: [usize; 3],
    /// `true` if the bot's version differs from the accepted one.
    pub disagrees: bool,
}

/// Channel for consecutive games.
#[derive(Debug)]
pub struct Table {
    pg: Arc<Playground>,
    ids: Ids,
    place: Place,
    patience: Duration,
    messages: UnboundedReceiver<Message>,
    seed: u64,
    players: Players,
    now: Account,
    past: Vec<Account>,
    tally: Tally,
}

impl Table {
    pub fn new(
        pg: &Arc<Playground>,
        place: Place,
        patience: Duration,
        messages: UnboundedReceiver<Message>,
        seed: u64,
    ) -> Self {
        Self {
            pg: Arc::clone(pg),
            ids: Ids::of(pg.token()),
            place,
            patience,
            messages,
            seed,
            players: Players::new(seed),
            now: Account::default(),
            past: Vec::new(),
            tally: Tally::default(),
        }
    }

    /// Opens the first game. If required, the second Player selects direct messages.
    pub async fn open(&mut self) {
        if self.place.direct.is_some() {
            let pings = [("pings", "A direct message".into())];
            self.act(1, "settings me", &pings).await;
        }
        self.begin().await;
    }

    /// Opens a game and waits for its first board.
    async fn begin(&mut self) {
        let options = [
            ("mode", DUEL.into()),
            ("battalion", "medieval".into()),
            ("order", "In order of joining".into()),
            ("begin", "When every seat is taken".into()),
        ];
        self.act(0, "titans new", &options).await;
        self.act(1, "lobby join", &[("battalion", "medieval".into())]).await;
        if self.until(|table| table.now.known.is_some()).await {
            return;
        }
        // Without the first board, the game continues, and the board is counted as missing.
        if let Some((game, version)) = self.shown().await {
            self.know(game, version);
        }
    }

    /// Records that a game has started with this version.
    fn know(&mut self, game: u64, version: u64) {
        self.now.boards.owe(version);
        self.now.known = Some((game, version));
    }

    async fn act(&self, who: usize, command: &str, options: &[(&str, Arg)]) -> Option<Interaction> {
        let (person, channel) = (self.place.people[who], self.place.channel);
        self.pg.slash(person, channel, command, options).await.ok()
    }

    /// Takes a turn for each ticket and starts a new game when one is over. Ends when no more tickets are issued.
    pub async fn play(mut self, tickets: Arc<Semaphore>) -> Self {
        loop {
            tokio::select! {
                biased;
                Some(message) = self.messages.recv() => self.hear(&message),
                ticket = tickets.acquire() => match ticket {
                    Ok(ticket) => {
                        ticket.forget();
                        self.turn().await;
                    }
                    Err(_) => return self,
                },
            }
        }
    }

    async fn turn(&mut self) {
        let (Some(seat), Some(newest)) = (self.players.next(), self.now.newest()) else {
            // The game was never opened.
            return self.begin().await;
        };
        let drawn = self.players.draw(seat);
        let next = newest + 1;
        let over = self.players.ends_by(seat, &drawn.turn);
        // After the first Player's move, the second one is notified.
        let direct = self.place.direct.is_some() && seat == Seat(0) && !over;
        self.now.boards.expect(next);
        let at = SystemTime::now();
        let press = self.press(seat, &drawn).await;
        self.tally.presses.push(press.clone());
        let told = |table: &Self| {
            let direct = !direct || table.now.directs.posted(next).is_some();
            table.now.boards.posted(next).is_some() && direct
        };
        let accepted = self.until(told).await || self.version().await == Some(next);
        if !accepted && self.now.boards.posted(next).is_none() {
            self.tally.refused.push(press.text());
            return;
        }
        self.now.boards.owe(next);
        let after = |posted: Option<SystemTime>| posted?.duration_since(at).ok();
        self.tally.boards.extend(after(self.now.boards.posted(next)));
        if direct {
            self.now.directs.owe(next);
            self.tally.directs.extend(after(self.now.directs.posted(next)));
        }
        self.now.turns += 1;
        self.players.take(seat, drawn.turn);
        if over {
            self.past.push(std::mem::take(&mut self.now));
            self.seed += 1_000_000;
            self.players = Players::new(self.seed);
            self.begin().await;
        }
    }

    /// Plays a move and confirms it if the bot asks.
    async fn press(&self, seat: Seat, drawn: &Drawn) -> Interaction {
        let (person, channel) = (self.place.people[seat.index()], self.place.channel);
        let options = [("move", drawn.text.as_str().into())];
        if drawn.warned {
            let asked = self.act(seat.index(), "move", &options).await;
            if let Some(question) = asked.and_then(|asked| asked.response())
                && let Ok(said) = self.pg.click(person, &question, "Play It Anyway").await
            {
                return said;
            }
        }
        let press = self.pg.send_slash(person, channel, "move", &options);
        press.expect("/move is there")
    }

    /// Processes messages until the condition holds or the time is up; returns whether it holds.
    async fn until(&mut self, done: impl Fn(&Self) -> bool) -> bool {
        let end = tokio::time::Instant::from_std(Instant::now() + self.patience);
        while !done(self) {
            match tokio::time::timeout_at(end, self.messages.recv()).await {
                Ok(Some(message)) => self.hear(&message),
                _ => return false,
            }
        }
        true
    }

    /// Records a new or changed message.
    fn hear(&mut self, message: &Message) {
        // The last boards of an earlier game lose their buttons after the next game has started.
        let knows = |game: &Account| game.boards.knows(message.id) || game.directs.knows(message.id);
        if knows(&self.now) || self.past.iter().any(knows) {
            return;
        }
        let named = self.ids.read(message);
        let direct = Some(message.channel) == self.place.direct;
        if !direct && !ledger::is_board(message) {
            return;
        }
        if let (None, false, Some((game, version))) = (&self.now.known, direct, &named)
            && !self.past.iter().any(|past| past.is(*game))
        {
            self.know(*game, *version);
        }
        let games = self.past.iter_mut().chain([&mut self.now]);
        let game = match &named {
            Some((game, _)) => games.into_iter().find(|account| account.is(*game)),
            None => games.last(),
        };
        let version = named.as_ref().map(|(_, version)| *version);
        if let Some(game) = game {
            let ledger = if direct { &mut game.directs } else { &mut game.boards };
            ledger.see(message, version);
        }
    }

    /// Current game and version, as reported by the bot.
    async fn shown(&self) -> Option<(u64, u64)> {
        let board = self.act(0, "match board", &[]).await?.response()?;
        self.ids.read(&board)
    }

    async fn version(&self) -> Option<u64> {
        self.shown().await.map(|(_, version)| version)
    }

    /// Closes the ledger after all posts have arrived.
    pub async fn close(mut self) -> Tally {
        while let Ok(message) = self.messages.try_recv() {
            self.hear(&message);
        }
        let mut tally = std::mem::take(&mut self.tally);
        tally.disagrees = self.version().await != self.now.newest();
        for game in self.past.iter().chain([&self.now]) {
            tally.games += 1;
            tally.carried += game.turns;
            add(&mut tally.board_count, game.boards.count());
            add(&mut tally.direct_count, game.directs.count());
            if game.known.is_none() {
                // The first board of the game never arrived.
                add(&mut tally.board_count, [1, 1, 0]);
            }
        }
        tally
    }
}

/// Adds counts element by element.
pub fn add(sum: &mut [usize; 3], more: [usize; 3]) {
    sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}
