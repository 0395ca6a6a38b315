//! Messages about stopped clocks: pauses, inactive games, holidays.

use time::format_description::BorrowedFormatItem;
use time::macros::format_description;
use time::{Date, Duration};

use crate::discord::wording::{count, list, player, times};
use crate::host::{ClockRefusal, Holiday, HolidayChange, HolidayRefusal, Player, Standing};

/// Reason why the clock is stopped, and the seconds left for the decision.
pub fn standing(standing: Standing, left: Option<u32>) -> String {
    let left = left.map(|seconds| format!(" with {} left", times::about(seconds)));
    let left = left.unwrap_or_default();
    match standing {
        Standing::Paused => {
            format!("The game is paused{left}; any Player can resume it with `/match resume`.")
        }
        Standing::Adjourned => format!(
            "The game is adjourned{left}; any Player can bring it back with `/match resume`, in any free channel or thread of this server."
        ),
    }
}

/// Request for a pause. `agreed`: Players who agree; `people`: their number of people; `who`: people who have not
/// answered.
pub fn asked(agreed: &[String], people: usize, who: &str) -> String {
    let verb = if people == 1 { "asks" } else { "ask" };
    format!(
        "**{}** {verb} for a pause: the clocks stop until a Player resumes the game. {who}, do you agree?",
        list(agreed)
    )
}

/// Beginning of a pause, with the seconds left for the decision.
pub fn paused(who: &str, left: Option<u32>) -> String {
    let left = match left {
        Some(seconds) if !who.is_empty() => {
            format!(" {who} will have {} left.", times::about(seconds))
        }
        _ => String::new(),
    };
    format!("Everyone has agreed: the game is paused and the clocks are stopped.{left} Any Player can resume it.")
}

/// Reply to a declined pause.
pub const NO_PAUSE: &str = "There is no pause for now; the clocks go on.";
/// Question after a long time without an action.
pub fn still_playing(who: &str) -> String {
    format!(
        "{who}, nothing has happened in this game for 14 days. Are you still playing? If nobody answers within a week, the game is adjourned; it can be brought back at any time."
    )
}
/// Answer that the game is still being played.
pub const PLAYING: &str = "The game is still being played.";
/// Adjournment of an inactive game.
pub const ADJOURNED: &str = "The game is adjourned, since nothing has happened for three weeks. Nothing is lost: any of its Players can bring it back with `/match resume`, here or in any other free channel or thread of this server.";

/// Refusal to stop or start a clock.
pub fn clock(why: &ClockRefusal) -> String {
    match why {
        ClockRefusal::Unlimited => "This game has no time limit, so there is no clock to stop.".into(),
        ClockRefusal::Asked(open) => {
            let names: Vec<String> = open.iter().map(|one: &Player| player(one)).collect();
            let several = open.iter().map(|one| one.people.len().max(1)).sum::<usize>() > 1;
            let have = if several { "have" } else { "has" };
            format!("You have asked for a pause already; {} {have} still to agree.", list(&names))
        }
        ClockRefusal::NoPause => "Nobody is asking for a pause now; `/match pause` asks for one.".into(),
        ClockRefusal::Running => "This game is not paused, so just play on.".into(),
        ClockRefusal::NothingAdjourned => {
            "There is no paused game here, and you have no adjourned game on this server.".into()
        }
        ClockRefusal::WhichAdjourned(games) => {
            format!("You have {games} adjourned games on this server; choose one with the option `game`.")
        }
        ClockRefusal::OtherServer => "This game belongs to another server; resume it in a channel there.".into(),
    }
}

/// Refusal of a holiday.
pub fn no_holiday(why: HolidayRefusal) -> String {
    match why {
        HolidayRefusal::Past => "That holiday would be over already; choose days to come.".into(),
        HolidayRefusal::TooFar => "A holiday must end within a year from now.".into(),
        HolidayRefusal::None => "Holidays do not count on this server.".into(),
        HolidayRefusal::TooLong { days, left } => format!(
            "On this server {} in a year, and you have {} left.",
            count(usize::from(days), "day of holiday counts", "days of holiday count"),
            count(usize::from(left), "day", "days")
        ),
        HolidayRefusal::NotAway => "You have no holiday to end.".into(),
    }
}

/// Holiday as text.
pub fn holiday(holiday: Option<Holiday>) -> String {
    match holiday {
        Some(Holiday { from, to }) => {
            format!("from <t:{}:f> to <t:{}:f>; your clocks stand still", from / 1000, to / 1000)
        }
        None => "none".to_owned(),
    }
}

/// Refusal of a text that is no holiday.
pub const UNREAD: &str = "That is not a holiday I can read; type how long from now on, like `10 days` or `2 weeks`, or the first and the last day, like `2026-12-20 to 2027-01-03`, or `none` to be back.";

/// Completions of a holiday.
pub const USUAL: [&str; 5] = ["3 days", "1 week", "10 days", "2 weeks", "none"];

const DATES: [&[BorrowedFormatItem<'static>]; 4] = [
    format_description!("[year]-[month]-[day]"),
    format_description!("[day padding:none] [month repr:long case_sensitive:false] [year]"),
    format_description!("[day padding:none] [month repr:short case_sensitive:false] [year]"),
    format_description!("[day padding:none].[month padding:none].[year]"),
];

fn date(text: &str) -> Option<Date> {
    let text = text.trim();
    DATES.iter().find_map(|form| Date::parse(text, form).ok())
}

/// Start of a day in UTC, in milliseconds since 1970.
fn moment(date: Date) -> i64 {
    date.midnight().assume_utc().unix_timestamp() * 1000
}

/// Parses a holiday: a length from now on, or the first and the last day (in UTC).
///
/// # Errors
/// A sentence that says what to type.
pub fn read_holiday(text: &str) -> Result<HolidayChange, String> {
    let text = text.trim().to_lowercase();
    if matches!(text.as_str(), "none" | "back" | "end" | "0" | "0 days" | "no") {
        return Ok(HolidayChange::End);
    }
    if let Some(days) = text.parse::<u16>().ok().filter(|days| *days <= 366) {
        return Ok(HolidayChange::Now(i64::from(days) * 86_400_000));
    }
    if let Ok(Some(seconds)) = times::read_bound(&text) {
        return Ok(HolidayChange::Now(i64::from(seconds) * 1000));
    }
    let parts = [" to ", " until ", " – ", "–", " - ", ".."];
    let days = parts.iter().find_map(|between| {
        let (from, to) = text.split_once(between)?;
        Some((date(from)?, date(to)?))
    });
    let (from, to) = days.ok_or(UNREAD)?;
    let back = to.checked_add(Duration::DAY).ok_or(UNREAD)?;
    Ok(HolidayChange::Take(Holiday { from: moment(from), to: moment(back) }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::{Member, PersonId};
    use engine::board::Seat;

    #[test]
    fn the_people_who_have_to_agree_are_counted() {
        let member = |(person, name): (u64, &str)| Member { person: PersonId(person), name: name.to_owned() };
        let seat = |seat: u8, people: &[(u64, &str)]| Player {
            seat: Seat(seat),
            people: people.iter().copied().map(member).collect(),
        };
        let (ann, bob, cid) = ((1, "Ann"), (2, "Bob"), (3, "Cid"));
        for (open, said) in [
            (vec![seat(0, &[ann])], "Ann has"),
            (vec![seat(0, &[ann]), seat(1, &[bob])], "Ann and Bob have"),
            (vec![seat(0, &[ann, cid])], "Ann and Cid have"),
        ] {
            let sentence = clock(&ClockRefusal::Asked(open));
            assert_eq!(sentence, format!("You have asked for a pause already; {said} still to agree."));
        }
    }

    #[test]
    fn a_holiday_is_read_as_people_type_it() {
        const DAY: i64 = 86_400_000;
        for (typed, days) in [("10 days", 10), ("2 weeks", 14), ("3", 3), (" 3 ", 3), ("1d", 1), (" 366", 366)] {
            assert_eq!(read_holiday(typed), Ok(HolidayChange::Now(days * DAY)), "{typed}");
        }
        // From the start of the first day to the end of the last.
        let wanted = HolidayChange::Take(Holiday { from: 1_797_724_800_000, to: 1_797_724_800_000 + 15 * DAY });
        for typed in [
            "2026-12-20 to 2027-01-03",
            "20 December 2026 – 3 january 2027",
            "20 Dec 2026 - 3 Jan 2027",
            "20.12.2026 until 3.1.2027",
        ] {
            assert_eq!(read_holiday(typed), Ok(wanted), "{typed}");
        }
        let days = [["2026-12-20", "2027-01-03"], ["20 December 2026", "3 january 2027"], ["20.12.2026", "3.1.2027"]];
        for [first, last] in days {
            for between in [" to ", " until ", " – ", "–", " - ", ".."] {
                let typed = format!(" {first}{between}{last} ");
                assert_eq!(read_holiday(&typed), Ok(wanted), "{typed}");
            }
        }
        for typed in ["none", " None ", "back", "0"] {
            assert_eq!(read_holiday(typed), Ok(HolidayChange::End), "{typed}");
        }
        for typed in ["", "soon", "2026-13-01 to 2026-14-01", "2026-12-20", "367", "99999"] {
            assert_eq!(read_holiday(typed), Err(UNREAD.to_owned()), "{typed}");
        }
    }
}
