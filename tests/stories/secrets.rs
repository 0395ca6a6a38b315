//! Secrecy: for the same public actions, two games that differ only in secrets look the same to everybody else, byte
//! for byte. This covers messages, pictures, alt text, file names, completions, refusals and the most verbose log.
//! Known differences are masked by name: Discord's ids, the time, and published hashes of the deal and its seed (T-32).

use std::collections::BTreeMap;

use playground::{Interaction, Message};
use tests::{ASSASSIN, DUEL, FOUR, SIX, Table, alt, assert_says, without_hashes, without_moments, without_time};

/// Visible output of one run, each line with its origin.
#[derive(Default)]
struct Seen {
    lines: Vec<String>,
    /// Masked texts with their replacements.
    masks: Vec<(String, String)>,
}

impl Seen {
    fn new(table: &Table) -> Seen {
        let mut masks: Vec<(String, String)> =
            SIX.iter().map(|who| (table.user(who).to_string(), format!("<{who}>"))).collect();
        masks.push((table.games.to_string(), "<games>".to_owned()));
        masks.push((table.pg.base_url(), "<discord>".to_owned()));
        Seen { lines: Vec::new(), masks }
    }

    fn mask(&self, text: &str) -> String {
        let masked = self.masks.iter();
        masked.fold(text.to_owned(), |text, (what, mask)| text.replace(what, mask))
    }

    fn note(&mut self, place: &str, text: &str) {
        let line = format!("{place}: {}", self.mask(&without_hashes(&without_moments(text))));
        self.lines.push(line);
    }

    fn message(&mut self, place: &str, message: &Message) {
        self.note(place, &message.content);
        self.note(place, &format!("{:?}", message.embeds));
        self.note(place, &serde_json::to_string(&message.components).unwrap());
        let pinged: Vec<String> = message.pings.iter().map(ToString::to_string).collect();
        self.note(place, &pinged.join(" "));
        for file in &message.attachments {
            self.note(place, &file.filename);
            self.note(place, file.description.as_deref().unwrap_or_default());
            match std::str::from_utf8(&file.bytes) {
                Ok(text) => self.note(place, &without_time(text)),
                Err(_) => self.note(place, &format!("{:?}", file.bytes)),
            }
        }
    }

    /// Answer that is private as a whole.
    fn answer(&mut self, place: &str, answer: &Interaction) {
        let public = answer.followups().into_iter().find(|message| !message.ephemeral());
        assert!(public.is_none(), "{place}: {public:?}");
        self.private_part(place, answer);
    }

    /// Private messages of an answer. A public follow-up arrives at any time after them, so it is compared with the
    /// other messages of the channel.
    fn private_part(&mut self, place: &str, answer: &Interaction) {
        assert!(!answer.failed(), "{place}");
        let response = answer.response().unwrap_or_else(|| panic!("no response: {place}"));
        assert!(response.ephemeral(), "{place}: {}", response.text());
        let followups = answer.followups().into_iter().filter(Message::ephemeral);
        for message in std::iter::once(response).chain(followups) {
            self.message(place, &message);
        }
    }

    /// All messages of the channel, and the log.
    async fn everything(&mut self, table: &Table) {
        table.quiet(300).await;
        for message in table.pg.messages(table.games) {
            self.message("#games", &message);
        }
        let mut lines = table.bot.log_lines();
        lines.sort_unstable();
        assert!(!lines.is_empty());
        for line in lines {
            self.note("log", &line);
        }
    }
}

fn same(one: &Seen, other: &Seen) {
    for (a, b) in one.lines.iter().zip(&other.lines) {
        assert_eq!(a, b);
    }
    assert_eq!(one.lines.len(), other.lines.len());
}

/// Everything except Targets that people with and without a seat can request.
async fn look_around(table: &Table, seen: &mut Seen) {
    for who in ["ann", "bob", "emil"] {
        for (command, options) in [
            ("match board", vec![]),
            ("match board", vec![("text", "true")]),
            ("match history", vec![]),
            ("match export", vec![]),
            ("moves", vec![]),
            ("moves", vec![("piece", "a1")]),
            ("help", vec![]),
        ] {
            let answer = table.slash(who, command, &options).await;
            seen.answer(&format!("{who} /{command} {options:?}"), &answer);
        }
        for (command, option, typed) in [
            ("move", "move", ""),
            ("move", "move", "e"),
            ("moves", "piece", "King"),
            ("target", "game", ""),
            ("lobby join", "battalion", "m"),
        ] {
            let found = table.complete(who, command, option, typed).await;
            seen.note(&format!("{who} completes /{command}"), &format!("{found:?}"));
        }
    }
    for command in ["target", "place"] {
        let answer = table.slash("emil", command, &[]).await;
        seen.answer(&format!("emil /{command}"), &answer);
    }
}

/// Plays a game of Assassin after its deal: some moves, a declined draw offer, and invalid and outdated requests.
/// Returns the deal, too.
async fn assassin() -> (BTreeMap<&'static str, Vec<String>>, Seen) {
    let table = Table::lay().await;
    let armies = ["medieval", "makpong", "the-party", "medieval"];
    let people: Vec<_> = FOUR.into_iter().zip(armies).collect();
    let first = table.seat(ASSASSIN, &people).await;
    let mut deal = BTreeMap::new();
    for who in FOUR {
        deal.insert(who, table.targets(who).await);
        table.cards_by_dm(who).await;
    }
    let mut seen = Seen::new(&table);
    let text = first.text();
    let hash = text.split('`').nth(1).expect("the hash of the deal");
    assert!(hash.len() == 64 && hash.chars().all(|c| c.is_ascii_hexdigit()), "{text}");
    look_around(&table, &mut seen).await;
    for (who, text) in [("bob", "a1-a2"), ("ann", "a1-a9"), ("emil", "e2-e4")] {
        let answer = table.slash(who, "move", &[("move", text)]).await;
        seen.answer(&format!("{who} tries {text}"), &answer);
    }
    table.play_seats(&FOUR, "0:f2-f4 1:c7-d7 2:f12-f11 3:m7-l7 0:g1-f2").await;
    let offer = table.slash("dora", "match draw", &[]).await;
    seen.private_part("dora offers a draw", &offer);
    let offered = table.told("offers a draw in the position").await;
    let no = table.press("cem", &offered, "Decline").await;
    seen.private_part("cem declines", &no);
    let declined = table.told("declines the draw").await;
    assert_says(&declined, "**Cem** declines the draw");
    let stale = table.pg.replay_click(table.user("ann"), first.id, &first.buttons()[0].custom_id).await.unwrap();
    seen.answer("a stale press", &stale);
    look_around(&table, &mut seen).await;
    seen.everything(&table).await;
    table.assert_clean();
    (deal, seen)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_games_alike_but_for_the_deal_look_alike() {
    let (deal, seen) = assassin().await;
    // There are nine deals, so two equal ones in a row are common, but twelve hardly occur.
    for _ in 0..12 {
        let (other_deal, other) = assassin().await;
        same(&seen, &other);
        if other_deal != deal {
            return;
        }
    }
    panic!("the same deal over and over: {deal:?}");
}

/// Duel in which Ann has sealed her choice of Bob's pieces, before Bob's choice.
async fn sealed(spaces: [&str; 2]) -> Seen {
    let table = Table::lay().await;
    table.begin(DUEL, &[("ann", "party-volatile"), ("bob", "medieval")]).await;
    table.told("Volatile").await;
    let asked = table.slash("ann", "place", &[]).await;
    let more = table.choose("ann", &asked, spaces[0]).await;
    let done = table.choose("ann", &more, spaces[1]).await;
    assert_says(&done, "sealed");
    let mut seen = Seen::new(&table);
    look_around_before_play(&table, &mut seen).await;
    seen.everything(&table).await;
    // With the last choice, all of them become public.
    let asked = table.slash("bob", "place", &[]).await;
    seen.answer("bob is asked", &asked);
    let more = table.choose("bob", &asked, "b1").await;
    seen.answer("bob is asked again", &more);
    table.choose("bob", &more, "c1").await;
    let first = table.told("your turn").await;
    let alt = alt(&first);
    table.keep("volatile-revealed", &first);
    assert!(alt.to_lowercase().contains("volatile"), "{alt}");
    table.assert_clean();
    seen
}

async fn look_around_before_play(table: &Table, seen: &mut Seen) {
    for who in ["bob", "emil"] {
        for command in ["match board", "match history", "match export", "moves"] {
            let answer = table.slash(who, command, &[]).await;
            seen.answer(&format!("{who} /{command}"), &answer);
        }
        let found = table.complete(who, "move", "move", "").await;
        seen.note(&format!("{who} completes"), &format!("{found:?}"));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_games_alike_but_for_a_sealed_choice_look_alike() {
    let one = sealed(["a7", "b7"]).await;
    let other = sealed(["d8", "g7"]).await;
    same(&one, &other);
}

/// Lobby to which Ann has added a word, before its start.
async fn lobby_with_word(word: &str) -> Seen {
    let table = Table::lay().await;
    table.gather(ASSASSIN, &[("ann", "medieval"), ("bob", "medieval"), ("cem", "medieval")]).await;
    let mut seen = Seen::new(&table);
    let added = table.slash("ann", "lobby word", &[("word", word)]).await;
    assert_says(&added, "Your word counts");
    seen.answer("ann adds a word", &added);
    table.told("Ann's word").await;
    for who in ["bob", "emil"] {
        for command in ["match board", "help"] {
            let answer = table.slash(who, command, &[]).await;
            seen.answer(&format!("{who} /{command}"), &answer);
        }
    }
    let refused = table.slash("emil", "lobby word", &[("word", "plum")]).await;
    seen.answer("emil has no seat", &refused);
    seen.everything(&table).await;
    let found = seen.lines.iter().find(|line| line.contains(word));
    assert_eq!(found, None);
    table.assert_clean();
    seen
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_lobbies_alike_but_for_a_word_look_alike() {
    same(&lobby_with_word("quincunx").await, &lobby_with_word("Zw.ei-tes_Wort").await);
}
