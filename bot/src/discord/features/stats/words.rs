//! Ratings and statistics as text.

use time::macros::format_description;

use crate::discord::wording::{clean, count, list, mode_name, safe};
use crate::host::{
    ArmyLine, ArmyStanding, Ending, Leaderboard, ModeArmies, PersonStanding, Pool, PoolStanding, Ranked, Rate, Rating,
    ServerDetails, ServerStanding, Tally, date,
};

/// Maximum number of armies listed for each mode of a server.
const ARMIES: usize = 10;
/// Maximum length of a Battalion's name.
const NAME: usize = 40;

/// Name of a person whose name is unknown.
pub const SOMEBODY: &str = "This person";
/// Label of the button to the leaderboard.
pub const LEADERBOARD: &str = "Leaderboard";

/// Name of a rating pool.
pub const fn pool_name(pool: Pool) -> &'static str {
    match pool {
        Pool::Duel => "Duels",
        Pool::Clash => "Clash of the Armies",
        Pool::Party => "Party Mode",
    }
}

/// Short name of a rating pool, for a button.
pub const fn pool_button(pool: Pool) -> &'static str {
    match pool {
        Pool::Duel => "Duels",
        Pool::Clash => "Clash",
        Pool::Party => "Party Mode",
    }
}

/// "1612", or "1540?" while it is provisional.
pub fn rating(rating: &Rating) -> String {
    let sign = if rating.provisional { "?" } else { "" };
    format!("{:.0}{sign}", rating.value)
}

/// "23 games: 15 won, 3 drawn, 5 lost".
fn tally(tally: Tally) -> String {
    let parts = [(tally.won, "won"), (tally.drawn, "drawn"), (tally.lost, "lost")];
    let parts = parts.into_iter().filter(|(games, _)| *games > 0);
    let parts: Vec<String> = parts.map(|(games, how)| format!("{games} {how}")).collect();
    format!("{}: {}", count(tally.games() as usize, "game", "games"), parts.join(", "))
}

fn percent(share: f64) -> String {
    format!("{:.0}", share * 100.0)
}

/// "12 games, 67% (39–86%)".
fn rate(rate: &Rate) -> String {
    let (low, high) = rate.between;
    format!(
        "{}, {}% ({}–{}%)",
        count(rate.games as usize, "game", "games"),
        percent(rate.share),
        percent(low),
        percent(high)
    )
}

fn army(line: &ArmyLine) -> String {
    format!("- {}: {}", safe(&line.name, NAME), rate(&line.rate))
}

/// A day, such as "3 Nov 2026" (UTC), of a time in milliseconds since 1970.
pub fn day(at: i64) -> String {
    date(at).format(format_description!("[day padding:none] [month repr:short] [year]")).unwrap_or_default()
}

const fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::Checkmate => "checkmate",
        Ending::TitanCaptured => "Titan captured",
        Ending::Bereft => "out of essential pieces",
        Ending::OwnWay => "a Battalion's own way",
        Ending::Resigned => "resignation",
        Ending::Time => "out of time",
        Ending::Targets => "Targets defeated",
        Ending::Credits => "enough Players defeated",
        Ending::LastStanding => "last one standing",
        Ending::Stalemate => "stalemate",
        Ending::Repetition => "repetition",
        Ending::NoProgress => "no progress",
        Ending::TurnLimit => "turn limit",
        Ending::Agreement => "draw agreed",
        Ending::Match => "all rounds played",
        Ending::LeftBeforePlay | Ending::CalledOff => "left before the start",
        Ending::Stopped => "ended early by the host or a moderator",
    }
}

const PERCENTAGES: &str =
    "Percentages count a draw as half a win; the range in brackets holds the true figure with 95% confidence.";
const PROVISIONAL: &str = "A rating with a question mark is provisional: few games so far, or none for a long time.";

const HANDICAP: &str = "Duel ratings expect more of the army that scores more in games of the computer, so a weaker army costs you nothing.";

fn small(text: &str) -> String {
    format!("-# {text}")
}

fn pool(standing: &PoolStanding) -> String {
    let rated = match &standing.rating {
        Some(now) => rating(now),
        None => "no rating".to_owned(),
    };
    format!("**{}**: {rated} · {}", pool_name(standing.pool), tally(standing.tally))
}

/// Standing of a person.
pub fn person(standing: &PersonStanding) -> String {
    let mut lines = vec![format!("**{}** on this server", clean(&standing.person.name))];
    let computers = standing.against_computers;
    if standing.pools.is_empty() {
        let yet = if computers.games() > 0 { "No finished games with people yet." } else { "No finished games yet." };
        lines.push(yet.to_owned());
    }
    lines.extend(standing.pools.iter().map(pool));
    if computers.games() > 0 {
        lines.push(format!("Against computers (unrated): {}", tally(computers)));
    }
    if standing.best_streak > 1 {
        lines.push(format!("Winning streak: {} (best {})", standing.streak, standing.best_streak));
    }
    if !standing.fastest.is_empty() {
        let wins = standing.fastest.iter().map(|win| {
            format!(
                "{} with {} ({})",
                count(win.turns as usize, "move", "moves"),
                safe(&win.army, NAME),
                ending(win.ending)
            )
        });
        lines.push(format!("Fastest wins in duels: {}", list(&wins.collect::<Vec<_>>())));
    }
    if !standing.armies.is_empty() {
        lines.push("Battalions played most:".to_owned());
        lines.extend(standing.armies.iter().map(army));
        lines.push(small(PERCENTAGES));
    }
    let provisional = |one: &PoolStanding| one.rating.is_some_and(|rating| rating.provisional);
    if standing.pools.iter().any(provisional) {
        lines.push(small(PROVISIONAL));
    }
    if standing.pools.iter().any(|one| one.pool == Pool::Duel && one.rating.is_some()) {
        lines.push(small(HANDICAP));
    }
    if !standing.listed {
        lines.push(small("Only you can see this: your standing is hidden. `/settings privacy` changes that."));
    }
    lines.join("\n")
}

/// Title of the picture of a rating.
pub fn chart_title(name: &str, pool: Pool) -> String {
    format!("{name}: {}", pool_name(pool))
}

/// "1612 · 23 rated games".
pub fn chart_detail(now: &Rating, games: usize) -> String {
    format!("{} · {}", rating(now), count(games, "rated game", "rated games"))
}

fn ranked(line: &Ranked) -> String {
    let place = match line.rank {
        Some(rank) => format!("{rank}\\."),
        None => "–".to_owned(),
    };
    format!("{place} **{}** {} · {}", clean(&line.person.name), rating(&line.rating), tally(line.tally))
}

/// Page of a leaderboard.
pub fn leaderboard(board: &Leaderboard) -> String {
    let name = pool_name(board.pool);
    if board.pages == 0 {
        return format!("**{name}**\nNobody here has a rating yet. It takes a finished game.");
    }
    let mut lines = vec![match board.pages {
        1 => format!("**Leaderboard: {name}**"),
        pages => format!("**Leaderboard: {name}** ({} of {pages})", board.page + 1),
    }];
    lines.extend(board.lines.iter().map(ranked));
    if board.lines.iter().any(|line| line.rating.provisional) {
        lines.push(small(PROVISIONAL));
    }
    lines.join("\n")
}

fn mode(mode: &ModeArmies) -> Vec<String> {
    let games = count(mode.games as usize, "game", "games");
    let mut lines = vec![format!("**{}**: {games}", mode_name(mode.mode))];
    lines.extend(mode.armies.iter().take(ARMIES).map(army));
    if mode.armies.len() > ARMIES {
        let more = mode.armies.len() - ARMIES;
        lines.push(format!("- and {more} more; see `/stats battalion`"));
    }
    lines
}

fn details(details: &ServerDetails) -> Vec<String> {
    let endings = details.endings.iter();
    let endings: Vec<String> = endings.map(|(how, games)| format!("{} {games}", ending(*how))).collect();
    vec![
        "**For those who administer this server**".to_owned(),
        format!(
            "Last 30 days: {}, {}",
            count(details.lately as usize, "game", "games"),
            count(details.people_lately as usize, "person", "people")
        ),
        format!("How games ended: {}", endings.join(", ")),
        format!("Not counted, because cancelled or over before the second turn: {}", details.uncounted),
    ]
}

/// Statistics of a server.
pub fn server(standing: &ServerStanding) -> String {
    if standing.games == 0 {
        return "No game has been finished on this server yet.".to_owned();
    }
    let mut lines = vec![format!(
        "**This server**: {}, {}",
        count(standing.games as usize, "finished game", "finished games"),
        count(standing.people as usize, "person", "people")
    )];
    for (pool, best) in &standing.best {
        lines.push(format!(
            "Highest rating in {}: **{}** {}",
            pool_name(*pool),
            clean(&best.person.name),
            rating(&best.rating)
        ));
    }
    lines.extend(standing.modes.iter().flat_map(mode));
    if standing.modes.iter().any(|mode| !mode.armies.is_empty()) {
        lines.push(small(PERCENTAGES));
    }
    lines.extend(standing.admin.iter().flat_map(details));
    lines.join("\n")
}

/// Statistics of a Battalion.
pub fn battalion(standing: &ArmyStanding) -> String {
    let name = safe(&standing.name, NAME);
    if standing.modes.is_empty() {
        return format!("**{name}** has not met another Battalion in a finished game on this server yet.");
    }
    let mut lines = vec![format!("**{name}** on this server")];
    for (mode, shares) in &standing.modes {
        lines.push(format!("- {}: {}", mode_name(*mode), rate(shares)));
    }
    if !standing.versions.is_empty() {
        lines.push("By version:".to_owned());
        let versions = standing.versions.iter();
        lines.extend(versions.map(|(version, shares)| format!("- Version {version}: {}", rate(shares))));
    }
    if !standing.against.is_empty() {
        lines.push("In duels against:".to_owned());
        lines.extend(standing.against.iter().map(army));
    }
    lines.push(small(PERCENTAGES));
    lines.push(small("Games with the same Battalion on every side are left out."));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::{Member, Mode, PersonId};

    #[test]
    fn days_are_those_of_the_calendar() {
        const DAY: i64 = 86_400_000;
        for (days, said) in [
            (0, "1 Jan 1970"),
            (58, "28 Feb 1970"),
            (59, "1 Mar 1970"),
            (11_016, "29 Feb 2000"),
            (11_017, "1 Mar 2000"),
            (20_760, "3 Nov 2026"),
            (47_540, "28 Feb 2100"),
            (47_541, "1 Mar 2100"),
        ] {
            assert_eq!(day(days * DAY), said);
            assert_eq!(day(days * DAY + DAY - 1), said);
        }
        assert_eq!(day(-1), "31 Dec 1969");
    }

    #[test]
    fn numbers_are_said_shortly() {
        let settled = Rating { value: 1611.6, deviation: 60.0, provisional: false };
        assert_eq!(rating(&settled), "1612");
        let new = Rating { provisional: true, ..settled };
        assert_eq!(rating(&new), "1612?");
        let games = Tally { won: 1, drawn: 0, lost: 0 };
        assert_eq!(tally(games), "1 game: 1 won");
        assert_eq!(rate(&games.into()), "1 game, 100% (21–100%)");
    }

    #[test]
    fn every_army_of_a_mode_is_named_or_counted() {
        let rate: Rate = Tally { won: 1, drawn: 0, lost: 1 }.into();
        for (armies, named, more) in [(0, 0, None), (9, 9, None), (10, 10, None), (11, 10, Some(1)), (25, 10, Some(15))]
        {
            let line = |number: usize| ArmyLine { name: format!("Army {number}"), rate };
            let armies = (0..armies).map(line).collect();
            let told = mode(&ModeArmies { mode: Mode::Duel, games: 30, armies });
            assert_eq!(told.iter().filter(|line| line.starts_with("- Army")).count(), named, "{told:?}");
            let counted = told.iter().find(|line| line.starts_with("- and"));
            let expected = more.map(|more| format!("- and {more} more; see `/stats battalion`"));
            assert_eq!(counted, expected.as_ref(), "{told:?}");
        }
    }

    /// A question mark is explained wherever there is one.
    #[test]
    fn provisional_ratings_are_explained() {
        let person = Member { person: PersonId(1), name: "Ann".to_owned() };
        let tally = Tally { won: 1, drawn: 0, lost: 0 };
        let line = |rank, provisional| {
            let rating = Rating { value: 1600.0, deviation: 60.0, provisional };
            Ranked { rank, person: person.clone(), rating, tally }
        };
        for lines in [
            vec![line(Some(1), false), line(None, true)],
            vec![line(Some(1), false), line(Some(2), false)],
            vec![line(None, true)],
        ] {
            let provisional = lines.iter().any(|line| line.rating.provisional);
            let told = leaderboard(&Leaderboard { pool: Pool::Duel, page: 0, pages: 1, lines });
            assert_eq!((told.contains('?'), told.contains(PROVISIONAL)), (provisional, provisional), "{told}");
        }
    }
}
