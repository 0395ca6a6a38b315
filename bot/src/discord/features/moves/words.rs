//! What is said when somebody has moved, and when a game ends.

use engine::board::Seat;
use engine::clash::{DrawReason, End};
use engine::fact::{EndReason, Fact, RoundEnd, SealedChoice};
use engine::view::{LastAction, Phase, View};
use engine::words;

use crate::discord::features::clash::words as clash;
use crate::discord::features::pause::words as standstill;
use crate::discord::wording::{DisplayNames, clean, clip, in_time, list, safe, sentence, times};
use crate::host::{Standing, TimeControl};

/// Characters of what happened in one turn; long chains of captures are cut, the picture shows them all.
const STORY: usize = 900;

/// Who is asked to move, and until when.
#[derive(Clone, Debug, Default)]
pub struct Next {
    /// Mentions or names of those to act, ready to print.
    pub who: String,
    /// When the time is up, in seconds of Unix time.
    pub deadline: Option<i64>,
    /// How much time there is in the game.
    pub control: TimeControl,
    /// Why the clock stands still, if it does.
    pub standing: Option<Standing>,
    /// Seconds left for the decision while the clock stands still.
    pub left: Option<u32>,
    /// Names, and the seconds in their banks.
    pub banks: Vec<(String, u32)>,
    /// Names of those who are waited for and on holiday, and until when, in seconds of Unix time.
    pub away: Vec<(String, i64)>,
    /// A moderator has ended the game: nobody is next.
    pub stopped: bool,
    /// What happened has been told already: at the end of a round, or because turns were taken back.
    pub told: bool,
    /// What to say in the place of the name, where nobody can be asked to act.
    pub instead: Option<String>,
}

impl Next {
    /// The same once the turn is over: what the clock showed means nothing any more.
    pub fn over(&self) -> Self {
        Self { deadline: None, standing: None, left: None, banks: Vec::new(), away: Vec::new(), ..self.clone() }
    }
}

/// The message of a turn: what happened, who is next.
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
            // Where everybody is asked, some may have nothing to choose.
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
        _ => {
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

/// Names Players in Check who are not to move: "**Ann** is in Check."
fn in_check(seats: &[Seat], names: &DisplayNames) -> Option<String> {
    let are = if names.several(seats) { "are" } else { "is" };
    (!seats.is_empty()).then(|| format!("**{}** {are} in Check.", names.names(seats)))
}

/// At the beginning of play, which pieces were made Volatile (V-3): "Volatile: **Ann**'s Pawn a2 and Knight b1."
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

/// What the last action was: "**Ann** played `exd5`, capturing the Knight on d5." How a round ended is told with its score.
pub fn story(view: &View, names: &DisplayNames) -> Option<String> {
    let last = view.last.as_ref()?;
    // A draw is agreed after the last turn was told.
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
        // What is no turn, such as a resignation, is told by its facts alone.
        None => facts.map(|fact| names.tell(view, fact)).collect::<Vec<_>>().join(" "),
    };
    (!said.is_empty()).then(|| clip(&said, STORY))
}

/// Whether the game, or the round of Clash that was played last, has ended by agreement.
fn agreed(view: &View) -> bool {
    let agreement = |fact: &Fact| matches!(fact, Fact::Round(RoundEnd { end: End::Draw(DrawReason::Agreement), .. }));
    let facts = view.last.iter().flat_map(|last| &last.facts);
    let ended = matches!(view.phase, Phase::Ended { reason: EndReason::Agreement, .. });
    ended || facts.into_iter().any(agreement)
}

/// The line of the clock: what is left, and why it stands still.
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
            _ => "In reserve",
        };
        line += &format!("\n{what}: {}.", banks.join(", "));
    }
    line
}

fn over(view: &View) -> bool {
    matches!(view.phase, Phase::Ended { .. })
}

/// How it ended.
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

/// Everything that was sealed and is shown at the end, however the game ended (T-32): the Targets and their deal, Volatile pieces that
/// had been chosen, and the bids of an auction that was not held to its end.
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

/// The Targets as far as they are revealed, and the deal as it was sealed; nothing where none were dealt.
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

/// What was sealed, and how anyone can check it with a tool that every computer has (T-32; `docs/fairness.md`).
fn proof(hash: &str, revealed: &str) -> String {
    // Between single quotes a shell changes nothing but these.
    let text = revealed.replace(['\'', '`'], "?");
    format!(
        "\nThe deal was sealed as `{hash}` before the first turn. Anyone can check it (T-32): this prints that number again.\n\
         ```sh\nprintf '%s' '{text}' | sha256sum\n```"
    )
}

/// A draw offer that stands, and the position it was made in.
pub fn draw_offered(view: &View, names: &DisplayNames) -> String {
    let verb = if names.several(&view.draw_offer) { "offer" } else { "offers" };
    let position = match view.last.as_ref().filter(|last| !last.text.is_empty()) {
        Some(last) => format!(" in the position after `{}`", plain(&last.text)),
        None => String::new(),
    };
    let who = names.names(&view.draw_offer);
    format!("**{who}** {verb} a draw{position}. It stands until someone moves or declines.")
}

/// Under a turn's picture when the game has just begun: what is sealed.
pub fn begun(view: &View) -> Option<String> {
    let commitment = view.commitment.as_ref()?;
    Some(format!(
        "Targets are dealt and sealed: SHA-256 `{}`. You have yours in a direct message; *My Targets* and `/target` show them privately at any time.",
        commitment.hash
    ))
}

/// Text of the rules inside a message: no markup of its own.
pub fn plain(text: &str) -> String {
    text.replace('`', "'")
}

/// Above the picture of where a piece can go.
pub fn where_to(piece: &str, space: &str) -> String {
    let piece = safe(piece, 90);
    format!("{piece} {space}: where it can go. Only you see this.")
}

/// Which of these moves capture something beside where they end; the picture only shows what is captured.
pub fn side_effects(moves: &[String]) -> Option<String> {
    const MOST: usize = 20;
    let named: Vec<String> = moves.iter().take(MOST).map(|text| format!("`{}`", plain(text))).collect();
    let more = if moves.len() > MOST { " …" } else { "" };
    (!named.is_empty()).then(|| format!("With captures: {}{more}", named.join(" · ")))
}

/// A third of the time is left. Who is asked may be a secret (V-3): then nobody is named.
pub fn reminder(next: &Next) -> String {
    match next.who.as_str() {
        "" => format!("A third of the time is left.{}", until(next)),
        who => format!("{who}, a third of your time is left.{}", until(next)),
    }
}

/// A direct message: it is your turn.
pub fn your_turn(place: &str) -> String {
    format!("It is your turn in {place}.")
}

/// A direct message: the team mate wants to resign.
pub fn resign_too(mate: &str, place: &str) -> String {
    format!(
        "**{}** wants to resign for both of you in {place}. Resign too if you agree; otherwise play on.",
        clean(mate)
    )
}

/// A draw offer is off: who it was, and what they did.
pub fn no_draw(names: &DisplayNames, who: Option<(Seat, &Fact)>) -> String {
    let off = "The draw offer is off.";
    match who.and_then(|(seat, fact)| Some((seat, names.did(seat, fact)?))) {
        Some((seat, did)) => format!("**{}** {did}. {off}", names.name(seat)),
        None => off.to_owned(),
    }
}

/// A line for each Player: name and Battalion.
pub fn players(view: &View, names: &DisplayNames) -> String {
    let line = |seat: &engine::view::SeatView| {
        format!("{}. {}, {}", seat.seat.0 + 1, names.name(seat.seat), safe(&seat.battalion, 60))
    };
    view.seats.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// While a replay is drawn.
pub fn drawing_replay(percent: u8) -> String {
    format!("Drawing the replay: {percent}%…")
}

/// A match as PGN without some of its rounds.
pub fn round_left_out(round: u8, why: &str) -> String {
    format!("The match as PGN, without round {round}: {why}")
}

/// Above a replay.
pub const fn replay(over: bool) -> &'static str {
    if over { "The whole game." } else { "The game so far." }
}
/// In private, when everybody sees it.
pub const REPLAY_SHOWN: &str = "The replay is in the channel.";

#[cfg(test)]
mod tests {
    use super::*;

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
        // Nothing gets out of the quotes or the block.
        assert!(!proof("ab", "x'; rm `y`").contains("x'"));
    }
}
