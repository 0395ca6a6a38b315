//! `/titans`: opening a game of Titan's Battalion.

use engine::titans::GameMode;

use crate::discord::app::{Context, Error};
use crate::discord::commands::choice::{Computer, First, Placement, Spot, Theme};
use crate::discord::commands::complete;
use crate::discord::commands::run::run;
use crate::discord::features::lobby::place::Defaults;
use crate::discord::features::{challenge as invitation, lobby};
use crate::discord::request::refuse;
use crate::discord::wording::refusal;
use crate::host::{ComputerWish, DuelChallenge, LobbyOptions, Member, PersonId, SeatOrder};

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
enum Mode {
    #[name = "Duel (2 Players)"]
    Duel,
    #[name = "Assassin (3 to 6 Players, secret Targets)"]
    Assassin,
    #[name = "Free for all (3 to 6 Players)"]
    Ffa,
}

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
enum Order {
    #[name = "At random"]
    Random,
    #[name = "In order of joining"]
    Fixed,
}

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
enum Begin {
    #[name = "When someone presses Start"]
    Start,
    #[name = "When every seat is taken"]
    Full,
}

/// Play Titan's Battalion
#[expect(clippy::unused_async, reason = "a command is async; this one only has subcommands")]
#[poise::command(slash_command, subcommands("new", "challenge"), subcommand_required, interaction_context = "Guild")]
pub async fn titans(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// Defines a command that opens a game: its first options, those of every game, and its last options.
macro_rules! titans_command {
    (
        $(#[$($attribute:tt)*])*
        async fn $name:ident($($first:tt)*)($($last:tt)*)
            => |$request:ident, $battlefield:ident, $defaults:ident, $spot:ident| $flow:expr
    ) => {
        $(#[$($attribute)*])*
        #[expect(clippy::too_many_arguments, reason = "the options of a command are its arguments")]
        async fn $name(
            ctx: Context<'_>,
            $($first)*
            #[description = "Where the armies start"] placement: Option<Placement>,
            #[description = "Time for each turn: 3 days, 36h, 1 day + 5 days reserve, 30m + 30s a move, none"]
            #[autocomplete = "complete::time"]
            #[max_length = 100]
            time: Option<String>,
            #[description = "Where to play"] location: Option<Spot>,
            #[description = "Colours of the board"] theme: Option<Theme>,
            #[description = "Use a different board"]
            #[autocomplete = "complete::battlefield"]
            #[max_length = 100]
            $battlefield: Option<String>,
            $($last)*
        ) -> Result<(), Error> {
            let (theme, placement) = (theme.map(Into::into), placement.map(Placement::style));
            let ($defaults, $spot) = (Defaults { seats: None, time, theme, placement }, Spot::place(location));
            run(ctx, move |$request| async move { $flow.await }).await
        }
    };
}

titans_command! {
    /// Open a game for others to join
    #[poise::command(slash_command)]
    async fn new(
        #[description = "Which game mode"] mode: Mode,
        #[description = "Number of Players"]
        #[min = 2]
        #[max = 6]
        seats: Option<u8>,
        #[description = "Join right away with this Battalion"]
        #[autocomplete = "complete::battalion"]
        #[max_length = 100]
        battalion: Option<String>,
        #[description = "Play the computer: how strong it is"] computer: Option<Computer>,
        #[description = "The computer's Battalion (random if you leave it out)"]
        #[rename = "opponent-battalion"]
        #[autocomplete = "complete::battalion"]
        #[max_length = 100]
        its_battalion: Option<String>,
    )(
        #[description = "How seats are assigned"] order: Option<Order>,
        #[description = "When the game starts"] begin: Option<Begin>,
    ) => |request, battlefield, defaults, spot| {
        let mode = match mode {
            Mode::Duel => GameMode::Duel,
            Mode::Assassin => GameMode::Assassin,
            Mode::Ffa => GameMode::Ffa,
        };
        let (fewest, _) = crate::host::Mode::from(mode).seats();
        let mut options = LobbyOptions::new(mode, fewest);
        options.order = match order {
            Some(Order::Fixed) => SeatOrder::Fixed,
            Some(Order::Random) | None => SeatOrder::Random,
        };
        options.battlefield = battlefield;
        options.start_when_full = matches!(begin, Some(Begin::Full));
        let computer = match (computer, its_battalion) {
            (Some(level), battalion) => Some(ComputerWish { level: level.into(), battalion }),
            (None, Some(_)) => return Err(refuse(refusal::NO_COMPUTER)),
            (None, None) => None,
        };
        lobby::open(&request, options, Defaults { seats, ..defaults }, battalion, computer, spot)
    }
}

titans_command! {
    /// Challenge someone to a duel, with Battalions you propose or leave open
    #[poise::command(slash_command)]
    async fn challenge(
        #[description = "Who to challenge"] opponent: serenity::all::User,
        #[description = "Your Battalion; you can also choose it later"]
        #[autocomplete = "complete::battalion"]
        #[max_length = 100]
        battalion: Option<String>,
        #[description = "Your opponent's Battalion; they choose if you leave it out"]
        #[rename = "opponent-battalion"]
        #[autocomplete = "complete::battalion"]
        #[max_length = 100]
        theirs: Option<String>,
        #[description = "Who moves first"] first: Option<First>,
    )() => |request, battlefield, defaults, spot| {
        let mut options = LobbyOptions::new(GameMode::Duel, 2);
        options.battlefield = battlefield;
        let challenge = DuelChallenge {
            opponent: Member { person: PersonId(opponent.id.get()), name: opponent.display_name().to_owned() },
            mine: battalion,
            theirs,
            first: First::colours(first),
            options,
        };
        invitation::challenge(&request, opponent, challenge, Defaults { seats: Some(2), ..defaults }, spot)
    }
}
