//! Holidays: a person's clocks are stopped while they are away. Each server sets the number of days per year that
//! count.

use std::collections::HashMap;

use engine::view::Phase;
use time::{Date, Month};

use crate::host::clocks::Clocks;
use crate::host::error::{Error, HolidayRefusal, refuse};
use crate::host::model::{Holiday, HolidayChange, Member, NoticeKind, PersonSettings, Scene};
use crate::host::session::change::Decision;
use crate::host::session::clock::{Away, Open, Tick};
use crate::host::session::game::GameSession;
use crate::host::settings::Settings;
use crate::host::time::date;
use crate::host::{GameId, GuildId, PersonId};

const DAY: i64 = 24 * 60 * 60 * 1000;
/// Maximum time ahead for the start and end of a holiday.
const AHEAD: i64 = 366 * DAY;

/// UTC year of a time, and the start of the next year.
fn year(at: i64) -> (i32, i64) {
    let year = date(at).year();
    let next = Date::from_calendar_date(year + 1, Month::January, 1);
    let next = next.map_or(i64::MAX, |date| date.midnight().assume_utc().unix_timestamp() * 1000);
    (year, next)
}

/// Parts of holidays that count with this allowance of days per year: the first ones of each year.
fn counted(holidays: &[Holiday], days: u16) -> Away {
    let mut used: HashMap<i32, i64> = HashMap::new();
    let mut away = Away::new();
    for holiday in holidays {
        let mut at = holiday.from;
        while at < holiday.to {
            let (year, next) = year(at);
            let end = holiday.to.min(next);
            let used = used.entry(year).or_default();
            let counts = (end - at).min(i64::from(days) * DAY - *used).max(0);
            if counts > 0 {
                *used += counts;
                match away.last_mut() {
                    Some((_, last)) if *last == at => *last = at + counts,
                    _ => away.push((at, at + counts)),
                }
            }
            at = end;
        }
    }
    away
}

/// Periods in which all of these people are away.
fn all_away(people: Vec<Away>) -> Away {
    let mut people = people.into_iter();
    let first = people.next().unwrap_or_default();
    people.fold(first, |one, other| {
        let both = |a: &(i64, i64)| {
            let with = |b: &(i64, i64)| (a.0.max(b.0), a.1.min(b.1));
            other.iter().map(with).filter(|(from, to)| from < to).collect::<Vec<_>>()
        };
        one.iter().flat_map(both).collect()
    })
}

/// Periods in which at least one of these people is away.
fn any_away(people: Vec<Away>) -> Away {
    let mut all: Vec<(i64, i64)> = people.into_iter().flatten().collect();
    all.sort_unstable();
    let mut away = Away::new();
    for (from, to) in all {
        match away.last_mut() {
            Some((_, last)) if *last >= from => *last = to.max(*last),
            _ => away.push((from, to)),
        }
    }
    away
}

/// Applies a change to a person's holidays. Refuses more days than the server counts.
fn change(settings: &mut PersonSettings, wanted: HolidayChange, days: u16, now: i64) -> Result<(), Error> {
    let no = |why: HolidayRefusal| Err(refuse(why));
    let was_away = settings.holidays.iter().any(|holiday| holiday.to > now);
    // Past parts of holidays are kept. Holidays before last year are dropped, because they no longer affect any count.
    let (this_year, _) = year(now);
    settings.holidays.retain(|holiday| holiday.from < now && year(holiday.to).0 >= this_year - 1);
    for holiday in &mut settings.holidays {
        holiday.to = holiday.to.min(now);
    }
    let holiday = match wanted {
        HolidayChange::End if was_away => return Ok(()),
        HolidayChange::End => return no(HolidayRefusal::NotAway),
        HolidayChange::Now(length) => Holiday { from: now, to: now.saturating_add(length) },
        HolidayChange::Take(holiday) => Holiday { from: holiday.from.max(now), to: holiday.to },
    };
    if holiday.to <= holiday.from {
        return no(HolidayRefusal::Past);
    }
    if holiday.to > now + AHEAD {
        return no(HolidayRefusal::TooFar);
    }
    if days == 0 {
        return no(HolidayRefusal::None);
    }
    let length = |away: &Away| away.iter().map(|(from, to)| to - from).sum::<i64>();
    let before = length(&counted(&settings.holidays, days));
    settings.holidays.push(holiday);
    let gained = length(&counted(&settings.holidays, days)) - before;
    if gained < holiday.to - holiday.from {
        let left = u16::try_from(gained / DAY).unwrap_or(0);
        return no(HolidayRefusal::TooLong { days, left });
    }
    Ok(())
}

impl Clocks {
    /// Changes a person's holidays and returns the new settings. Their clocks are updated at once.
    pub async fn change_holiday(
        &self,
        person: PersonId,
        guild: Option<GuildId>,
        wanted: HolidayChange,
    ) -> Result<PersonSettings, Error> {
        let days = self.settings.settings_of(guild).await?.holiday_days;
        let now = self.time.now();
        let settings = self
            .settings
            .try_change_person_settings(person, move |settings| change(settings, wanted, days, now))
            .await?;
        for game in self.store.ticking_games(person).await? {
            match self.heed_holidays(game).await {
                // The game is unreadable, or it has just ended. The others follow nevertheless.
                Ok(()) | Err(Error::Refused(_)) => {}
                Err(failed) => return Err(failed),
            }
        }
        Ok(settings)
    }

    /// Recomputes a game's deadline after a change of holidays.
    pub(super) async fn heed_holidays(&self, game: GameId) -> Result<(), Error> {
        let loaded = self.games.load(game).await?;
        let away = self.settings.away(&loaded).await?;
        if loaded.clock.deadline(&away) == loaded.deadline {
            return Ok(());
        }
        let done = self.games.change(game, None, |game, _| {
            game.running()?;
            let mut decision = Decision::on(game);
            decision.tick = Tick::Holidays;
            // The message that asks for the turn shows the new deadline; nobody is notified.
            decision.announce(NoticeKind::Progress);
            Ok(decision)
        });
        done.await.map(drop)
    }
}

impl Settings {
    /// Periods in which the clock of a game is stopped for the people to act. During simultaneous secret choices, the
    /// clock stops while any Player is away, so that it does not reveal who still has to choose.
    pub(super) async fn away(&self, game: &GameSession) -> Result<Away, Error> {
        let Some(play) = game.play.as_ref().filter(|_| !game.options.time().is_unlimited()) else {
            return Ok(Away::new());
        };
        let people: Vec<PersonId> = match Open::of(play) {
            Open::Nobody => Vec::new(),
            Open::One(seat) => {
                let phase: &Phase = &play.public().phase;
                let actors = game.actors(play, seat, phase);
                actors.iter().map(|member| member.person).collect()
            }
            Open::Together => {
                let members = game.seats.iter().flat_map(|chair| chair.holder.people());
                members.map(|member| member.person).collect()
            }
        };
        let mut away = Vec::new();
        for person in people {
            away.push(self.away_of(person, game.place.guild).await?);
        }
        Ok(match Open::of(play) {
            Open::Together => any_away(away),
            _ => all_away(away),
        })
    }

    /// Holidays of a person that count in games on this server.
    pub(super) async fn away_of(&self, person: PersonId, guild: Option<GuildId>) -> Result<Away, Error> {
        let holidays = self.person_settings(person).await?.holidays;
        if holidays.is_empty() {
            return Ok(Away::new());
        }
        Ok(counted(&holidays, self.settings_of(guild).await?.holiday_days))
    }

    /// Current or next holiday of a person.
    pub fn holiday_of(&self, settings: &PersonSettings) -> Option<Holiday> {
        let now = self.time.now();
        settings.holidays.iter().find(|holiday| holiday.to > now).copied()
    }

    /// People to act who are on holiday, with its end in seconds since 1970.
    pub async fn on_holiday(&self, scene: &Scene) -> Result<Vec<(Member, i64)>, Error> {
        self.among_on_holiday(&scene.to_act, scene.place.guild).await
    }

    /// People of this list who are on holiday, with its end in seconds since 1970.
    pub async fn among_on_holiday(
        &self,
        people: &[Member],
        guild: Option<GuildId>,
    ) -> Result<Vec<(Member, i64)>, Error> {
        let now = self.time.now();
        let mut away = Vec::new();
        for member in people {
            let holidays = self.away_of(member.person, guild).await?;
            let current = holidays.iter().find(|(from, to)| (*from..*to).contains(&now));
            away.extend(current.map(|(_, to)| (member.clone(), to / 1000)));
        }
        Ok(away)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 15 December 2026, noon.
    const NOW: i64 = 1_797_336_000_000;
    /// 1 January 2027.
    const NEW_YEAR: i64 = 1_798_761_600_000;

    fn refusal(answer: Result<(), Error>) -> HolidayRefusal {
        match answer {
            Err(Error::Refused(crate::host::Refusal::Holiday(why))) => why,
            other => panic!("not refused: {other:?}"),
        }
    }

    #[test]
    fn a_year_ends_where_the_next_begins() {
        assert_eq!(year(NOW), (2026, NEW_YEAR));
        assert_eq!(year(NEW_YEAR - 1).0, 2026);
        assert_eq!(year(NEW_YEAR).0, 2027);
    }

    #[test]
    fn the_first_days_of_each_year_count() {
        let holidays =
            [Holiday { from: NOW, to: NOW + 5 * DAY }, Holiday { from: NEW_YEAR - 4 * DAY, to: NEW_YEAR + 30 * DAY }];
        let away = counted(&holidays, 7);
        assert_eq!(
            away,
            [(NOW, NOW + 5 * DAY), (NEW_YEAR - 4 * DAY, NEW_YEAR - 2 * DAY), (NEW_YEAR, NEW_YEAR + 7 * DAY)]
        );
        assert_eq!(counted(&holidays, 0), []);
        let whole = counted(&holidays[1..], 100);
        assert_eq!(whole, [(NEW_YEAR - 4 * DAY, NEW_YEAR + 30 * DAY)], "in one piece");
    }

    /// Minute by minute: one of several is away, or all are.
    #[test]
    fn holidays_of_several_people_are_joined() {
        let cases: [&[(i64, i64)]; 6] = [&[], &[(0, 9)], &[(2, 4)], &[(9, 12)], &[(1, 3), (5, 6)], &[(3, 5), (10, 11)]];
        for one in cases {
            for other in cases {
                let people = || vec![one.to_vec(), other.to_vec()];
                for at in 0..13 {
                    let away = |all: &[(i64, i64)]| all.iter().any(|(from, to)| (*from..*to).contains(&at));
                    let (a, b) = (away(one), away(other));
                    assert_eq!(away(&any_away(people())), a || b, "{one:?} {other:?} at {at}");
                    assert_eq!(away(&all_away(people())), a && b, "{one:?} {other:?} at {at}");
                }
                assert!(any_away(people()).is_sorted_by(|a, b| a.1 < b.0), "no part counts twice");
            }
        }
    }

    #[test]
    fn holidays_are_bounded_and_what_was_used_stays_used() {
        let mut mine = PersonSettings::default();
        let mut take = |wanted, days, now| change(&mut mine, wanted, days, now);
        assert_eq!(refusal(take(HolidayChange::End, 28, NOW)), HolidayRefusal::NotAway);
        assert_eq!(refusal(take(HolidayChange::Now(DAY), 0, NOW)), HolidayRefusal::None);
        take(HolidayChange::Now(10 * DAY), 10, NOW).unwrap();
        take(HolidayChange::End, 10, NOW + 4 * DAY).unwrap();
        let more = take(HolidayChange::Now(7 * DAY), 10, NOW + 5 * DAY);
        assert_eq!(refusal(more), HolidayRefusal::TooLong { days: 10, left: 6 });
    }

    /// Day by day: a day of a holiday counts while the year has days left.
    #[test]
    fn counted_days_are_those_of_a_calendar() {
        let day = |number: i64| NEW_YEAR + number * DAY;
        for (first, second, days) in [
            ((-20, -10), (-5, 9), 12),
            ((-20, -10), (-5, 9), 3),
            ((-400, -350), (-3, 5), 10),
            ((0, 30), (360, 370), 32),
        ] {
            let holidays = [first, second].map(|(from, to)| Holiday { from: day(from), to: day(to) });
            let mut used: HashMap<i32, u16> = HashMap::new();
            let mut expected = Vec::new();
            for number in (first.0..first.1).chain(second.0..second.1) {
                let used = used.entry(year(day(number)).0).or_default();
                if *used < days {
                    *used += 1;
                    expected.push(number);
                }
            }
            let away = counted(&holidays, days);
            let found = away.iter().flat_map(|(from, to)| (from - NEW_YEAR) / DAY..(to - NEW_YEAR) / DAY);
            assert_eq!(found.collect::<Vec<_>>(), expected, "{first:?} {second:?} {days}");
        }
    }

    #[test]
    fn holidays_are_remembered_until_the_end_of_the_next_year() {
        let old = |from: i64| Holiday { from: NEW_YEAR + from * DAY, to: NEW_YEAR + (from + 3) * DAY };
        let holidays = [-370, -360, -10].map(old);
        for (now, kept) in [(-5, &holidays[..]), (100, &holidays[1..]), (360, &holidays[1..]), (370, &[])] {
            let mut mine = PersonSettings { holidays: holidays.to_vec(), ..PersonSettings::default() };
            let now = NEW_YEAR + now * DAY;
            change(&mut mine, HolidayChange::Now(DAY), 28, now).unwrap();
            assert_eq!(mine.holidays.split_last(), Some((&Holiday { from: now, to: now + DAY }, kept)), "{now}");
        }
    }

    #[test]
    fn people_who_share_a_turn_are_away_together() {
        let (one, other) = (vec![(0, 10), (20, 30)], vec![(5, 25)]);
        assert_eq!(all_away(vec![one.clone(), other.clone()]), [(5, 10), (20, 25)]);
        assert_eq!(any_away(vec![one, other]), [(0, 30)]);
    }
}
