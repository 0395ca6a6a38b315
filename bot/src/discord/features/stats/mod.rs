//! Ratings and statistics of a server. Replies are private; people who may write in the channel can show them to
//! everyone.

pub mod commands;
pub mod words;

use render::cards::{Point, RatingChart};
use serenity::all::{ButtonStyle, CreateButton, User};

use crate::discord::answer::Answer;
use crate::discord::app::Shared;
use crate::discord::custom_id::{CustomId, StatsAction, StatsRef};
use crate::discord::error::Error;
use crate::discord::features::rules::words as rules;
use crate::discord::request::{Outcome, Request};
use crate::host::{
    self, AskedAbout, Card, GuildId, PersonId, PersonStanding, Pool, PoolStanding, StandingRefusal, Who,
};

/// Name of the picture's file.
const PICTURE: &str = "rating.png";

/// Page of statistics, with the targets of its buttons.
struct Page {
    said: Answer,
    /// Labels with what they lead to.
    onward: Vec<(&'static str, StatsRef, u16)>,
    /// Others may see the page.
    public: bool,
}

/// `/stats me`.
pub async fn me(request: &Request, pool: Option<Pool>) -> Outcome {
    let name = request.name.clone();
    of_person(request, request.person(), name, pool).await
}

/// `/stats player`.
pub async fn player(request: &Request, user: &User, pool: Option<Pool>) -> Outcome {
    let name = user.display_name().to_owned();
    of_person(request, PersonId(user.id.get()), name, pool).await
}

async fn of_person(request: &Request, person: PersonId, name: String, pool: Option<Pool>) -> Outcome {
    request.hold().await;
    let (who, guild) = request.on_server()?;
    let about = AskedAbout { person, name };
    let standing = request.host().standings.standing_of(who.person, guild, about).await?;
    let (page, shown) = person_page(&request.app, &who, standing, pool).await?;
    say(request, page, StatsRef::Person(person, shown), 0).await;
    Ok(())
}

/// `/stats leaderboard`, `/stats server`, `/stats battalion`.
pub async fn read(request: &Request, whose: StatsRef, page: u16) -> Outcome {
    request.hold().await;
    let (who, guild) = request.on_server()?;
    let found = tell(&request.app, &who, guild, &whose, page).await?;
    say(request, found, whose, page).await;
    Ok(())
}

/// `/stats battalion`.
pub async fn battalion(request: &Request, text: &str) -> Outcome {
    request.hold().await;
    let (who, guild) = request.on_server()?;
    let standing = request.host().standings.army_standing(&who, guild, text).await?;
    let page = Page::new(words::battalion(&standing));
    say(request, page, StatsRef::Battalion(standing.id), 0).await;
    Ok(())
}

/// Handles a press in the statistics.
pub async fn press(request: &Request, action: StatsAction) -> Outcome {
    match action {
        StatsAction::Read(whose, page) => read(request, whose, page).await,
        StatsAction::Show(whose, page) => show(request, &whose, page).await,
    }
}

/// Shows a page to everyone in the channel. Refuses people who may not write there.
async fn show(request: &Request, whose: &StatsRef, page: u16) -> Outcome {
    request.hold().await;
    let everyone = request.to_everyone()?;
    let (who, guild) = request.on_server()?;
    // Content for administrators is not for the channel.
    let who = who.without_rights();
    let found = tell(&request.app, &who, guild, whose, page).await?;
    if !found.public {
        return Err(Error::Host(host::Refusal::from(StandingRefusal::NotListed(who.name)).into()));
    }
    everyone.show(found.said).await;
    Ok(())
}

async fn tell(app: &Shared, who: &Who, guild: GuildId, whose: &StatsRef, page: u16) -> Result<Page, Error> {
    Ok(match whose {
        StatsRef::Person(person, pool) => {
            let about = AskedAbout { person: *person, name: words::SOMEBODY.to_owned() };
            let standing = app.host.standings.standing_of(who.person, guild, about).await?;
            person_page(app, who, standing, Some(*pool)).await?.0
        }
        StatsRef::Leaderboard(pool) => {
            let board = app.host.standings.leaderboard(guild, *pool, page).await?;
            let mut found = Page::new(words::leaderboard(&board));
            if let Some(before) = board.page.checked_sub(1) {
                found.onward.push(("Previous", whose.clone(), before));
            }
            if board.page + 1 < board.pages {
                found.onward.push(("Next", whose.clone(), board.page + 1));
            }
            let others = Pool::ALL.into_iter().filter(|other| other != pool);
            found.onward.extend(others.map(|other| (words::pool_button(other), StatsRef::Leaderboard(other), 0)));
            found
        }
        StatsRef::Server => {
            let standing = app.host.standings.server_standing(who, guild).await?;
            let mut found = Page::new(words::server(&standing));
            let board = StatsRef::Leaderboard(Pool::Duel);
            found.onward.push((words::LEADERBOARD, board, 0));
            found
        }
        StatsRef::Battalion(id) => {
            Page::new(words::battalion(&app.host.standings.army_standing(who, guild, id).await?))
        }
    })
}

impl Page {
    fn new(text: String) -> Self {
        Self { said: Answer::text(text), onward: Vec::new(), public: true }
    }
}

/// Page of a person, with a picture of the rating in this pool; by default, in the pool with most games. Returns the pool
/// as well.
async fn person_page(
    app: &Shared,
    who: &Who,
    standing: PersonStanding,
    pool: Option<Pool>,
) -> Result<(Page, Pool), Error> {
    let mut page = Page::new(words::person(&standing));
    page.public = standing.listed;
    let drawable = |one: &&PoolStanding| one.course.len() > 1;
    let asked = standing.pools.iter().find(|one| Some(one.pool) == pool);
    let most = || {
        let pools = standing.pools.iter().filter(drawable);
        pools.max_by_key(|one| one.course.len())
    };
    let shown = asked.filter(drawable).or_else(most);
    if let Some(one) = shown
        && let Some(card) = chart(&standing.person.name, one)
    {
        let theme = app.host.settings.person_settings(who.person).await?.theme;
        let theme = theme.unwrap_or_default().into();
        let picture = app.host.views.card(Card::Rating(card), theme).await?;
        page.said = page.said.picture_named(&picture, PICTURE);
    }
    let person = standing.person.person;
    let others = standing.pools.iter().filter(drawable);
    for other in others.filter(|one| Some(one.pool) != shown.map(|shown| shown.pool)) {
        let label = words::pool_button(other.pool);
        page.onward.push((label, StatsRef::Person(person, other.pool), 0));
    }
    let played = standing.pools.iter().filter(|one| !one.course.is_empty()).max_by_key(|one| one.course.len());
    let pool = shown.map(|one| one.pool).or(pool).or(played.map(|one| one.pool)).unwrap_or(Pool::Duel);
    page.onward.push((words::LEADERBOARD, StatsRef::Leaderboard(pool), 0));
    Ok((page, pool))
}

fn chart(name: &str, standing: &PoolStanding) -> Option<RatingChart> {
    let (first, last) = (standing.course.first()?, standing.course.last()?);
    let points = standing.course.iter().map(|point| Point {
        at: point.at,
        value: point.rating.value,
        deviation: point.rating.deviation,
        provisional: point.rating.provisional,
    });
    Some(RatingChart {
        title: words::chart_title(name, standing.pool),
        detail: words::chart_detail(&standing.rating?, standing.course.len()),
        points: points.collect(),
        from: words::day(first.at),
        to: words::day(last.at),
    })
}

async fn say(request: &Request, page: Page, whose: StatsRef, number: u16) {
    let button = |label: &str, action: StatsAction| {
        let id = CustomId::from(action).encode()?;
        let button = CreateButton::new(id).label(label);
        Some(button.style(ButtonStyle::Secondary))
    };
    let mut buttons: Vec<CreateButton> = page
        .onward
        .into_iter()
        .filter_map(|(label, whose, page)| button(label, StatsAction::Read(whose, page)))
        .collect();
    if page.public {
        buttons.extend(button(rules::SHOW, StatsAction::Show(whose, number)));
    }
    request.say(page.said.buttons(buttons)).await;
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use engine::titans::GameMode;

    use super::*;
    use crate::config::Route;
    use crate::discord::app::App;
    use crate::discord::features::rules::manual::Manual;
    use crate::host::tests::{Folder, PLACE, host, play, who, with};
    use crate::host::{Host, LobbyOptions, PersonSettings, RatedAt, Rating, SeatOrder, Tally, ThemeName};
    use crate::monitoring::Gateway;

    /// Plays a rated duel that the second person wins.
    async fn rated(host: &Host, first: u64, second: u64) {
        let options = LobbyOptions { order: SeatOrder::Fixed, ..LobbyOptions::new(GameMode::Duel, 2) };
        let game = host.lobbies.open_lobby(&who(first), PLACE, options, None).await.unwrap().game;
        for person in [first, second] {
            host.lobbies.join(&who(person), game, with("medieval")).await.unwrap();
        }
        for (person, text) in [(first, "f3"), (second, "e5"), (first, "g4"), (second, "Qh4")] {
            play(host, game, person, text).await;
        }
    }

    /// A leaderboard of ten lines per page leads to the pages before and after it, and nowhere else.
    #[tokio::test]
    async fn a_leaderboard_leads_to_its_other_pages() {
        let folder = Folder::new();
        let host = host(&folder).await;
        let app: Shared =
            Arc::new(App::new(host.clone(), Gateway::default(), &Route::Direct, Manual::new("docs")).unwrap());
        let guild = PLACE.guild.unwrap();
        let mut rated_people = 0;
        for people in [0, 2, 10, 11, 20, 21] {
            while rated_people < people {
                let newest = rated_people.max(1) + 1;
                rated(&host, 1, newest).await;
                rated_people = newest;
            }
            let pages = u16::try_from(people.div_ceil(10)).unwrap().max(1);
            for asked in 0..=pages {
                let found = tell(&app, &who(1), guild, &StatsRef::Leaderboard(Pool::Duel), asked).await.unwrap();
                let number = asked.min(pages - 1);
                let ways = found.onward.iter().filter(|(_, whose, _)| *whose == StatsRef::Leaderboard(Pool::Duel));
                let ways: Vec<(&str, u16)> = ways.map(|(label, _, page)| (*label, *page)).collect();
                let mut expected = Vec::new();
                expected.extend(number.checked_sub(1).map(|before| ("Previous", before)));
                expected.extend((number + 1 < pages).then_some(("Next", number + 1)));
                assert_eq!(ways, expected, "{people} people, page {asked}");
                let listed =
                    found.said.content().matches("Guest").count() + found.said.content().matches("Ann").count();
                let most = usize::try_from(people).unwrap().saturating_sub(usize::from(number) * 10).min(10);
                assert!(people == 0 || listed <= most, "{listed} of {most}: {}", found.said.content());
            }
        }
    }

    /// A chart has every rating at its time, as sure as it was then, and the days of the first and the last one.
    #[test]
    fn a_chart_has_every_rating_as_it_was() {
        const DAY: i64 = 86_400_000;
        let rating = |value, deviation, provisional| Rating { value, deviation, provisional };
        let course = [
            (0, rating(1500.0, 200.0, true)),
            (3 * DAY, rating(1612.0, 90.0, false)),
            (40 * DAY, rating(1580.0, 60.0, false)),
        ];
        let standing = PoolStanding {
            pool: Pool::Party,
            rating: Some(rating(1571.0, 70.0, false)),
            tally: Tally { won: 2, drawn: 1, lost: 1 },
            course: course.map(|(at, rating)| RatedAt { at, rating }).to_vec(),
        };
        let card = chart("Ann", &standing).unwrap();
        let points: Vec<(i64, Rating)> = card
            .points
            .iter()
            .map(|point| (point.at, rating(point.value, point.deviation, point.provisional)))
            .collect();
        assert_eq!(points, course);
        let texts = [&card.title, &card.detail, &card.from, &card.to].map(String::as_str);
        assert_eq!(texts, ["Ann: Party Mode", "1571 · 3 rated games", "1 Jan 1970", "10 Feb 1970"]);
    }

    /// The picture of a rating has the colours of its reader.
    #[tokio::test]
    async fn a_rating_is_drawn_in_the_readers_colours() {
        let folder = Folder::new();
        let host = host(&folder).await;
        let app: Shared =
            Arc::new(App::new(host.clone(), Gateway::default(), &Route::Direct, Manual::new("docs")).unwrap());
        for _ in 0..2 {
            rated(&host, 1, 2).await;
        }
        let change = |settings: &mut PersonSettings| settings.theme = Some(ThemeName::Light);
        host.settings.change_person_settings(PersonId(1), change).await.unwrap();
        let guild = PLACE.guild.unwrap();
        for reader in [1, 2] {
            let mut pictures = Vec::new();
            for whose in [1, 2] {
                let whose = StatsRef::Person(PersonId(whose), Pool::Duel);
                let page = tell(&app, &who(reader), guild, &whose, 0).await.unwrap();
                pictures.push(page.said.files()[0].data.clone());
            }
            let theme = if reader == 1 { ThemeName::Light } else { ThemeName::default() };
            for (picture, whose) in pictures.iter().zip([1, 2]) {
                let about = AskedAbout { person: PersonId(whose), name: words::SOMEBODY.to_owned() };
                let standing = host.standings.standing_of(PersonId(reader), guild, about).await.unwrap();
                let card = chart(&standing.person.name, &standing.pools[0]).unwrap();
                let card = host.views.card(Card::Rating(card), theme.into()).await.unwrap();
                assert!(*picture == *card.png, "{reader} reads about {whose}");
            }
        }
    }
}
