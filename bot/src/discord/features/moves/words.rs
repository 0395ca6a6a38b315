//! Messages about turns, ends of games and replays.

use engine::board::Seat;
use engine::clash::{DrawReason, End};
use engine::fact::{EndReason, Fact, RoundEnd, SealedChoice};
use engine::view::{LastAction, Phase, View};
use engine::words;

use crate::discord::features::clash::words as clash;
use crate::discord::features::pause::words as standstill;
use crate::discord::wording::{DisplayNames, clean, clip, in_time, list, safe, sentence, times};
use crate::host::{Standing, TimeControl};

/// Maximum length of the story of one turn. Long chains of captures are cut; the picture shows them all.
const STORY: usize = 900;

/// Next decision: Players to act, deadline and clock.
#[derive(Clone, Debug, Default)]
pub struct Next {
    /// Mentions or names of those to act, ready to print.
    pub who: String,
    /// Deadline, in seconds of Unix time.
    pub deadline: Option<i64>,
    /// Time control of the game.
    pub control: TimeControl,
    /// Reason why the clock is stopped, if it is.
    pub standing: Option<Standing>,
    /// Seconds left for the decision while the clock is stopped.
    pub left: Option<u32>,
    /// Names of Players with the seconds in their banks.
    pub banks: Vec<(String, u32)>,
    /// Names of the Players to act who are on holiday, with the end of the holiday in seconds of Unix time.
    pub away: Vec<(String, i64)>,
    /// A moderator has ended the game, so nobody is next.
    pub stopped: bool,
    /// Leaves out the last action: at the end of a round, and after a takeback, another text tells it.
    pub told: bool,
    /// Replacement for the name, if nobody can be asked to act.
    pub instead: Option<String>,
}

impl Next {
    /// Copy for the time after the turn, without the clock.
    pub fn over(&self) -> Self {
        Self { deadline: None, standing: None, left: None, banks: Vec::new(), away: Vec::new(), ..self.clone() }
    }
}

/// Message of a turn: last action, then the Players who are next.
pub fn turn(view: &View, names: &DisplayNames, next: &Next) -> String {
    let mut lines = Vec::new();
    let said = next.told || clash::is_ready(view) || clash::is_sealing(view);
    if let Some(story) = story(view, names).filter(|_| !said) {
        lines.push(story);
    }
    if let Some(instead) = next.instead.as_ref().filter(|_| !next.stopped) {
        lines.extend(in_check(&view.in_check(), names).filter(|_| !over(view)));
        lines.push(instead.clone());
        return lines.join("\n");
    }
    if let Some(prompt) = clash::prompt(view, names, &next.who, &until(next)).filter(|_| !next.stopped) {
        lines.push(prompt);
        return lines.join("\n");
    }
    match &view.phase {
        _ if next.stopped => {}
        Phase::Ended { .. } if view.clash.is_some() => lines.extend(clash::round_over(view, names)),
        Phase::Ended { winners, reason } => lines.push(end(view, names, winners, reason)),
        Phase::Placement => lines.push(format!("{}, place your army.{}", next.who, until(next))),
        Phase::VolatileChoice { done, of, own, openly } => {
            // All Players are asked, although some may have nothing to choose.
            let ask = match (view.to_act.is_empty(), own) {
                (_, true) => "press *Choose* and pick your own Volatile pieces",
                (true, false) => "press *Choose* to see whether you choose Volatile pieces, and whose",
                (false, false) => "press *Choose* and pick your Opponent's Volatile pieces",
            };
            let seen =
                if *openly { "Everyone sees your choice" } else { "Nobody else sees your choice until all are in" };
            let lot = match next.deadline {
                Some(_) => " Whatever is missing then is drawn at random.",
                None => "",
            };
            lines.push(format!("{}, {ask}. {seen}: {done} of {of} so far.{}{lot}", next.who, until(next)));
        }
        Phase::Play | Phase::Shop | Phase::Auction { .. } => {
            lines.extend(volatile(view, names));
            let (asked, others): (Vec<Seat>, Vec<Seat>) =
                view.in_check().into_iter().partition(|seat| view.to_act.contains(seat));
            lines.extend(in_check(&others, names));
            let check = if asked.is_empty() { "" } else { "Check! " };
            lines.push(format!("{check}{}, your turn.{}", next.who, until(next)));
        }
    }
    if !view.draw_offer.is_empty() && !over(view) && !next.stopped {
        lines.push(draw_offered(view, names));
    }
    lines.join("\n")
}

/// Names of Players in Check who are not to move: "**Ann** is in Check."
fn in_check(seats: &[Seat], names: &DisplayNames) -> Option<String> {
    let are = if names.several(seats) { "are" } else { "is" };
    (!seats.is_empty()).then(|| format!("**{}** {are} in Check.", names.names(seats)))
}

/// Volatile pieces at the beginning of play (V-3): "Volatile: **Ann**'s Pawn a2 and Knight b1."
fn volatile(view: &View, names: &DisplayNames) -> Option<String> {
    let drawn = |last: &LastAction| last.facts == [Fact::VolatileDrawn];
    if view.turns > 0 || view.last.as_ref().is_some_and(|last| !drawn(last)) {
        return None;
    }
    let of_seat = |seat: &engine::view::SeatView| {
        let pieces = view
            .pieces
            .iter()
            .filter(|piece| piece.seat == seat.seat && piece.badges.contains(&engine::view::Badge::Volatile));
        let pieces: Vec<String> =
            pieces.map(|piece| format!("{} {}", safe(&piece.look.name, 60), piece.space)).collect();
        let whose = format!("**{}**'s", names.name(seat.seat));
        (!pieces.is_empty()).then(|| format!("{whose} {}", list(&pieces)))
    };
    let told: Vec<String> = view.seats.iter().filter_map(of_seat).collect();
    (!told.is_empty()).then(|| format!("Volatile: {}.", told.join("; ")))
}

/// Last action: "**Ann** played `exd5`, capturing the Knight on d5." The end of a round includes its score.
pub fn story(view: &View, names: &DisplayNames) -> Option<String> {
    let last = view.last.as_ref()?;
    // A draw by agreement comes after the message of the last turn.
    if agreed(view) {
        return None;
    }
    let facts = last.facts.iter();
    let facts = facts.filter(|fact| !matches!(fact, Fact::Round(_)));
    let said = match last.seat.filter(|_| !last.text.is_empty()) {
        Some(seat) => {
            let consequences = names.consequences(view, facts);
            format!("**{}** played `{}`{consequences}", names.name(seat), plain(&last.text))
        }
        // Actions other than turns, such as a resignation, have only facts.
        None => facts.map(|fact| names.tell(view, fact)).collect::<Vec<_>>().join(" "),
    };
    (!said.is_empty()).then(|| clip(&said, STORY))
}

/// Returns whether the game, or the latest round of Clash, ended by agreement.
fn agreed(view: &View) -> bool {
    let agreement = |fact: &Fact| matches!(fact, Fact::Round(RoundEnd { end: End::Draw(DrawReason::Agreement), .. }));
    let facts = view.last.iter().flat_map(|last| &last.facts);
    let ended = matches!(view.phase, Phase::Ended { reason: EndReason::Agreement, .. });
    ended || facts.into_iter().any(agreement)
}

/// Line about the clock: the time left, and the reason if the clock is stopped.
pub fn until(next: &Next) -> String {
    let mut line = match (next.standing, next.deadline) {
        (Some(standing), _) => format!(" {}", standstill::standing(standing, next.left)),
        (None, Some(at)) => format!(" You have until <t:{at}:f> ({}).", in_time(at)),
        (None, None) => String::new(),
    };
    for (name, until) in &next.away {
        line += &format!(" **{name}** is on holiday until <t:{until}:D>; the clock stands still until then.");
    }
    if !next.banks.is_empty() {
        let bank = |(name, seconds): &(String, u32)| format!("**{name}** {}", times::about(*seconds));
        let banks: Vec<String> = next.banks.iter().map(bank).collect();
        let what = match next.control {
            TimeControl::Increment { .. } => "On the clock",
            TimeControl::Unlimited | TimeControl::PerTurn { .. } | TimeControl::Reserve { .. } => "In reserve",
        };
        line += &format!("\n{what}: {}.", banks.join(", "));
    }
    line
}

fn over(view: &View) -> bool {
    matches!(view.phase, Phase::Ended { .. })
}

/// Result of a game.
fn end(view: &View, names: &DisplayNames, winners: &[Seat], reason: &EndReason) -> String {
    let people = names.with_armies(view);
    let text = match winners {
        [] if *reason == EndReason::CalledOff => words::draw(reason),
        [] => format!("**Draw**{}", words::draw(reason)),
        winners => {
            format!("**{}** {}", sentence(&people.list(winners)), words::victory(reason, people.several(winners)))
        }
    };
    text + &unsealed(view, names)
}

/// Everything sealed that is shown at the end of any game (T-32): Targets with their deal, Volatile pieces chosen so
/// far, and bids of an auction without a result.
pub fn unsealed(view: &View, names: &DisplayNames) -> String {
    let mut text = deal(view, names);
    let chosen = view.unsealed.iter().filter_map(|choice| match choice {
        SealedChoice::Volatile { of, spaces } => {
            let spaces: Vec<String> = spaces.iter().map(ToString::to_string).collect();
            Some(format!("{} ({})", names.name(*of), spaces.join(", ")))
        }
        SealedChoice::Bid(_) => None,
    });
    let chosen: Vec<String> = chosen.collect();
    if !chosen.is_empty() {
        text += &format!("\nVolatile pieces chosen in secret so far: {}.", chosen.join("; "));
    }
    if let Some(bids) = clash::cut_short(view) {
        text += &format!("\n{bids}");
    }
    text
}

/// Revealed Targets and the sealed deal; empty if none were dealt.
fn deal(view: &View, names: &DisplayNames) -> String {
    let mut text = String::new();
    let targets: Vec<String> = view
        .seats
        .iter()
        .filter(|seat| !seat.revealed_targets.is_empty())
        .map(|seat| format!("{} → {}", names.name(seat.seat), names.names(&seat.revealed_targets)))
        .collect();
    if !targets.is_empty() {
        text += &format!("\nTargets: {}.", targets.join("; "));
    }
    if let Some(commitment) = &view.commitment {
        match &commitment.revealed {
            Some(revealed) => text += &proof(&commitment.hash, revealed),
            None => text += &format!("\nThe deal is sealed as `{}`.", commitment.hash),
        }
    }
    text
}

/// Sealed text, with a command to check it that every computer has (T-32; `docs/fairness.md`).
fn proof(hash: &str, revealed: &str) -> String {
    // Inside single quotes, a shell changes only these characters.
    let text = revealed.replace(['\'', '`'], "?");
    format!(
        "\nThe deal was sealed as `{hash}` before the first turn. Anyone can check it (T-32): this prints that number again.\n\
         ```sh\nprintf '%s' '{text}' | sha256sum\n```"
    )
}

/// Open draw offer, and the position of the offer.
pub fn draw_offered(view: &View, names: &DisplayNames) -> String {
    let verb = if names.several(&view.draw_offer) { "offer" } else { "offers" };
    let position = match view.last.as_ref().filter(|last| !last.text.is_empty()) {
        Some(last) => format!(" in the position after `{}`", plain(&last.text)),
        None => String::new(),
    };
    let who = names.names(&view.draw_offer);
    format!("**{who}** {verb} a draw{position}. It stands until someone moves or declines.")
}

/// Line under the picture of a new game about sealed parts.
pub fn begun(view: &View) -> Option<String> {
    let commitment = view.commitment.as_ref()?;
    Some(format!(
        "Targets are dealt and sealed: SHA-256 `{}`. You have yours in a direct message; *My Targets* and `/target` show them privately at any time.",
        commitment.hash
    ))
}

/// Text of the rules inside a message, without markup of its own.
pub fn plain(text: &str) -> String {
    text.replace('`', "'")
}

/// Heading of the picture of a piece's destinations.
pub fn where_to(piece: &str, space: &str) -> String {
    let piece = safe(piece, 90);
    format!("{piece} {space}: where it can go. Only you see this.")
}

/// Moves that capture more than the picture shows: pieces elsewhere than on the destination.
pub fn side_effects(moves: &[String]) -> Option<String> {
    const MOST: usize = 20;
    let named: Vec<String> = moves.iter().take(MOST).map(|text| format!("`{}`", plain(text))).collect();
    let more = if moves.len() > MOST { " …" } else { "" };
    (!named.is_empty()).then(|| format!("With captures: {}{more}", named.join(" · ")))
}

/// Reminder after two thirds of the time. The Players to act may be a secret (V-3); then it names nobody.
pub fn reminder(next: &Next) -> String {
    match next.who.as_str() {
        "" => format!("A third of the time is left.{}", until(next)),
        who => format!("{who}, a third of your time is left.{}", until(next)),
    }
}

/// Direct message: it is the reader's turn.
pub fn your_turn(place: &str) -> String {
    format!("It is your turn in {place}.")
}

/// Direct message: the team mate wants to resign.
pub fn resign_too(mate: &str, place: &str) -> String {
    format!(
        "**{}** wants to resign for both of you in {place}. Resign too if you agree; otherwise play on.",
        clean(mate)
    )
}

/// End of a draw offer: the Player and the action that ended it.
pub fn no_draw(names: &DisplayNames, who: Option<(Seat, &Fact)>) -> String {
    let off = "The draw offer is off.";
    match who.and_then(|(seat, fact)| Some((seat, names.did(seat, fact)?))) {
        Some((seat, did)) => format!("**{}** {did}. {off}", names.name(seat)),
        None => off.to_owned(),
    }
}

/// One line for each Player: name and Battalion.
pub fn players(view: &View, names: &DisplayNames) -> String {
    let line = |seat: &engine::view::SeatView| {
        format!("{}. {}, {}", seat.seat.0 + 1, names.name(seat.seat), safe(&seat.battalion, 60))
    };
    view.seats.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Progress of drawing a replay.
pub fn drawing_replay(percent: u8) -> String {
    format!("Drawing the replay: {percent}%…")
}

/// PGN of a match without some of its rounds.
pub fn round_left_out(round: u8, why: &str) -> String {
    format!("The match as PGN, without round {round}: {why}")
}

/// Heading of a replay.
pub const fn replay(over: bool) -> &'static str {
    if over { "The whole game." } else { "The game so far." }
}
/// Private reply when the replay is posted for everyone.
pub const REPLAY_SHOWN: &str = "The replay is in the channel.";

#[cfg(test)]
mod tests {
    use engine::action::Action;
    use engine::titans::GameMode;

    use super::*;
    use crate::discord::answer::CONTENT;
    use crate::discord::messages::people::display_names;
    use crate::host::tests::{Folder, game, host, play, scene, who};
    use crate::host::{GameId, Host, PendingDecision, PersonId};

    /// Story of the newest action, and the text of its message.
    async fn said(host: &Host, game: GameId) -> (Option<String>, String) {
        let scene = scene(host, game).await;
        let names = display_names(&scene.seats);
        (story(&scene.view, &names), turn(&scene.view, &names, &Next::default()))
    }

    #[tokio::test]
    async fn volatile_pieces_are_told_before_the_first_turn_alone() {
        let folder = Folder::new();
        let host = host(&folder).await;
        let game = game(&host, GameMode::Duel, &["party-volatile", "medieval"]).await;
        for person in [1, 2] {
            assert!(!said(&host, game).await.1.contains("Volatile: "));
            let decision = host.views.private(game, PersonId(person)).await.unwrap().decision;
            let PendingDecision::Volatile(decisions) = decision else { panic!("{decision:?}") };
            for decision in decisions {
                let spaces = decision.options.iter().take(decision.count).map(|(space, _)| *space).collect();
                let action = Action::ChooseVolatile { of: decision.of, spaces };
                host.games.act(&who(person), game, None, action, true).await.unwrap();
            }
        }
        let (_, first) = said(&host, game).await;
        assert!(first.contains("Volatile: **Ann**'s ") && first.contains("; **Bob**'s "), "{first}");
        let text = host.games.acts(game, PersonId(1)).await.unwrap().acts[0].text.clone();
        play(&host, game, 1, &text).await;
        assert!(!said(&host, game).await.1.contains("Volatile: "));
    }

    /// Another sentence than the request to move follows the Check, if there is one, and nothing once the game is stopped.
    #[tokio::test]
    async fn a_sentence_instead_of_the_next_turn_comes_after_the_check() {
        let folder = Folder::new();
        let host = host(&folder).await;
        let game = game(&host, GameMode::Duel, &["medieval"; 2]).await;
        for (person, text) in [(1, "e4"), (2, "f6"), (1, "Qh5+")] {
            play(&host, game, person, text).await;
        }
        let scene = scene(&host, game).await;
        let names = display_names(&scene.seats);
        let next = Next { told: true, instead: Some("Ada is thinking.".to_owned()), ..Next::default() };
        assert_eq!(turn(&scene.view, &names, &next), "**Bob** is in Check.\nAda is thinking.");
        let stopped = turn(&scene.view, &names, &Next { stopped: true, ..next });
        assert!(!stopped.contains("Ada"), "{stopped}");
    }

    /// All Players in Check are named: the one to move with the request, the others before it.
    #[tokio::test]
    async fn several_players_in_check_are_told_together() {
        let folder = Folder::new();
        let host = host(&folder).await;
        let game = game(&host, GameMode::Ffa, &["medieval"; 3]).await;
        let scene = scene(&host, game).await;
        let names = display_names(&scene.seats);
        let mut view = scene.view;
        let king = |seat: Seat| {
            let mut kings = view.pieces.iter().filter(|piece| piece.look.id.ends_with("/king"));
            kings.find(|piece| piece.seat == seat).unwrap().space
        };
        let checks = [king(Seat(1)), king(Seat(2))];
        view.checks = checks.to_vec();
        let next = Next { who: "You".to_owned(), ..Next::default() };
        for (to_act, told) in [
            (0, "**Bob and Cid** are in Check.\nYou, your turn."),
            (1, "**Cid** is in Check.\nCheck! You, your turn."),
            (2, "**Bob** is in Check.\nCheck! You, your turn."),
        ] {
            view.to_act = vec![Seat(to_act)];
            assert_eq!(turn(&view, &names, &next), told);
        }
    }

    /// The message of a turn with very many captures keeps the request to move.
    #[tokio::test]
    async fn a_long_story_is_cut_before_the_request_to_move() {
        let folder = Folder::new();
        let host = host(&folder).await;
        let game = game(&host, GameMode::Duel, &["medieval"; 2]).await;
        play(&host, game, 1, "e4").await;
        let scene = scene(&host, game).await;
        let names = display_names(&scene.seats);
        let mut view = scene.view;
        let taken = |number: usize| Fact::Captured {
            piece: format!("Knight {number}"),
            owner: Seat(1),
            space: view.pieces[0].space,
        };
        let taken: Vec<Fact> = (0..200).map(taken).collect();
        view.last.as_mut().unwrap().facts = taken;
        let next = Next { who: "**Bob**".to_owned(), ..Next::default() };
        let said = turn(&view, &names, &next);
        assert!(said.chars().count() <= CONTENT, "{said}");
        assert!(said.starts_with("**Ann** played `e4`, capturing "), "{said}");
        assert!(said.ends_with("…\n**Bob**, your turn."), "{said}");
    }

    #[test]
    fn at_most_twenty_moves_with_further_captures_are_named() {
        for (number, named, is_cut) in [(1, 1, false), (20, 20, false), (21, 20, true), (90, 20, true)] {
            let moves = vec!["Wa3 xa6".to_owned(); number];
            let said = side_effects(&moves).unwrap();
            assert_eq!((said.matches("`Wa3 xa6`").count(), said.ends_with(" …")), (named, is_cut), "{number}: {said}");
        }
        assert_eq!(side_effects(&[]), None);
    }

    #[tokio::test]
    async fn an_agreed_draw_does_not_repeat_the_last_turn() {
        let folder = Folder::new();
        let host = host(&folder).await;
        let game = game(&host, GameMode::Duel, &["medieval"; 2]).await;
        play(&host, game, 1, "e4").await;
        assert_eq!(said(&host, game).await.0.as_deref(), Some("**Ann** played `e4`."));
        host.games.offer_draw(&who(1), game, None).await.unwrap();
        host.games.answer_draw(&who(2), game, None, true).await.unwrap();
        let (story, text) = said(&host, game).await;
        assert!(story.is_none() && text.starts_with("**Draw**"), "{text}");
    }

    /// An offer of a draw is in each message until the game ends, by the rules or from outside.
    #[tokio::test]
    async fn an_open_draw_offer_is_told_until_the_game_ends() {
        let folder = Folder::new();
        let host = host(&folder).await;
        let game = game(&host, GameMode::Duel, &["medieval"; 2]).await;
        play(&host, game, 1, "e4").await;
        let offers = async |stopped| {
            let scene = scene(&host, game).await;
            let next = Next { stopped, ..Next::default() };
            turn(&scene.view, &display_names(&scene.seats), &next).contains("**Ann** offers a draw")
        };
        assert!(!offers(false).await);
        host.games.offer_draw(&who(1), game, None).await.unwrap();
        assert!(offers(false).await);
        assert!(!offers(true).await, "nobody can agree to it any more");
        host.games.answer_draw(&who(2), game, None, true).await.unwrap();
        assert!(!offers(false).await);
    }

    #[tokio::test]
    async fn targets_are_told_at_the_end_of_the_games_that_have_them() {
        for (mode, targets) in [(GameMode::Assassin, true), (GameMode::Ffa, false)] {
            let folder = Folder::new();
            let host = host(&folder).await;
            let game = game(&host, mode, &["medieval"; 3]).await;
            assert!(!said(&host, game).await.1.contains("Targets: "));
            for person in [2, 3] {
                let _ = host.games.resign(&who(person), game, None).await;
            }
            assert!(scene(&host, game).await.over);
            let (_, text) = said(&host, game).await;
            assert_eq!(text.contains("\nTargets: ") && text.contains("Ann → "), targets, "{text}");
            assert_eq!(text.contains("Targets:"), targets, "{text}");
        }
    }

    /// All who are to act and on holiday are named, each with the end of the holiday; after the turn nobody is.
    #[test]
    fn all_who_are_on_holiday_are_named() {
        let away = |(name, until): (&str, i64)| (name.to_owned(), until);
        let next = Next { away: [("Ann", 60), ("Bob", 90)].map(away).to_vec(), ..Next::default() };
        assert_eq!(
            until(&next),
            " **Ann** is on holiday until <t:60:D>; the clock stands still until then. \
             **Bob** is on holiday until <t:90:D>; the clock stands still until then."
        );
        assert_eq!(until(&next.over()), "");
    }

    #[test]
    fn a_reminder_names_nobody_where_that_is_a_secret() {
        let mut next = Next { deadline: Some(60), ..Next::default() };
        assert_eq!(reminder(&next), "A third of the time is left. You have until <t:60:f> (<t:60:R>).");
        next.who = "<@1>".to_owned();
        assert!(reminder(&next).starts_with("<@1>, a third of your time is left."));
    }

    #[test]
    fn what_is_shown_at_the_end_can_be_run_as_it_stands() {
        let shown = proof("ab", "1>2 2>1 salt 00");
        assert!(shown.contains("printf '%s' '1>2 2>1 salt 00' | sha256sum"), "{shown}");
        // No text leaves the quotes or the code block.
        assert!(!proof("ab", "x'; rm `y`").contains("x'"));
    }
}
