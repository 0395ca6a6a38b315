//! The stand-in against the real thing: a bot of serenity and poise, as the program uses them.

use std::time::Duration;

use playground::{Answer, Op, Playground};
use serenity::all as discord;

type Error = Box<dyn std::error::Error + Send + Sync>;
type Context<'a> = poise::Context<'a, (), Error>;

const SECONDS: Duration = Duration::from_secs(10);

async fn openings(_: Context<'_>, typed: &str) -> discord::CreateAutocompleteResponse {
    let known = ["Caro-Kann", "Catalan", "Sicilian"];
    let fits = known
        .iter()
        .filter(|o| o.to_lowercase().starts_with(&typed.to_lowercase()));
    let choices = fits
        .map(|o| discord::AutocompleteChoice::new(*o, o.to_lowercase()))
        .collect();
    discord::CreateAutocompleteResponse::new().set_choices(choices)
}

/// The smallest file that is a PNG for the stand-in.
fn png() -> Vec<u8> {
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    png.extend([0, 0, 0, 8, 0, 0, 0, 8]);
    png
}

/// Starts a game.
#[poise::command(slash_command)]
async fn open(
    ctx: Context<'_>,
    #[description = "Which one"]
    #[autocomplete = "openings"]
    opening: String,
    #[description = "Against whom"] opponent: Option<discord::User>,
) -> Result<(), Error> {
    ctx.defer().await?;
    let picture =
        discord::CreateAttachment::bytes(png(), "board.png").description("An empty board");
    let button = discord::CreateButton::new("move:1").label("Move");
    let mut reply = poise::CreateReply::default()
        .attachment(picture)
        .components(vec![discord::CreateActionRow::Buttons(vec![button])]);
    reply = match opponent {
        Some(o) => reply
            .content(format!(
                "{opening}, {}, your turn",
                discord::Mentionable::mention(&o)
            ))
            .allowed_mentions(discord::CreateAllowedMentions::new().users([o.id])),
        None => reply.content(opening),
    };
    ctx.send(reply).await?;
    let secret = discord::CreateMessage::new().content("your secret");
    ctx.author().direct_message(ctx, secret).await?;
    Ok(())
}

async fn on_event(ctx: &discord::Context, event: &discord::FullEvent) -> Result<(), Error> {
    let discord::FullEvent::InteractionCreate { interaction } = event else {
        return Ok(());
    };
    match interaction {
        discord::Interaction::Component(press) if press.data.custom_id == "move:1" => {
            let input =
                discord::CreateInputText::new(discord::InputTextStyle::Short, "Your move", "move");
            let modal = discord::CreateModal::new("enter:1", "Move")
                .components(vec![discord::CreateActionRow::InputText(input)]);
            press
                .create_response(ctx, discord::CreateInteractionResponse::Modal(modal))
                .await?;
        }
        discord::Interaction::Component(press) => {
            let text = discord::CreateInteractionResponseMessage::new()
                .content("The board has moved on")
                .ephemeral(true);
            press
                .create_response(ctx, discord::CreateInteractionResponse::Message(text))
                .await?;
        }
        discord::Interaction::Modal(sent) => {
            let text = format!("moved from {:?}", sent.data.components[0].components[0]);
            sent.create_response(ctx, discord::CreateInteractionResponse::Acknowledge)
                .await?;
            let channel = sent.channel_id;
            let said = text.contains("e4");
            channel
                .say(ctx, if said { "e4 was played" } else { "what?" })
                .await?;
            let no_buttons = discord::EditInteractionResponse::new().components(vec![]);
            sent.edit_response(ctx, no_buttons).await?;
        }
        _ => {}
    }
    Ok(())
}

async fn run_bot(base: String, token: String) -> Result<(), Error> {
    let http = discord::HttpBuilder::new(&token)
        .proxy(base)
        .ratelimiter_disabled(true)
        .build();
    let gateway = http.get_gateway().await?.url;
    assert!(gateway.starts_with("ws://127.0.0.1"));
    let framework = poise::Framework::builder()
        .options(poise::FrameworkOptions {
            commands: vec![open()],
            event_handler: |ctx, event| Box::pin(on_event(ctx.serenity_context, event)),
            ..Default::default()
        })
        .setup(|ctx, _, framework| {
            Box::pin(async move {
                poise::builtins::register_globally(ctx, &framework.options().commands).await?;
                Ok(())
            })
        })
        .build();
    let intents = discord::GatewayIntents::GUILDS | discord::GatewayIntents::GUILD_MESSAGES;
    let mut client = discord::ClientBuilder::new_with_http(http, intents)
        .framework(framework)
        .await?;
    client.start().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_real_bot_plays() {
    let pg = Playground::builder()
        .user("ann")
        .user("bob")
        .guild("Club")
        .channel("games")
        .start("127.0.0.1:0")
        .await
        .unwrap();
    let bot = tokio::spawn(run_bot(pg.base_url(), pg.token().to_owned()));
    pg.wait_ready(SECONDS).await.unwrap();
    let (ann, bob, games) = (
        pg.user("ann").unwrap(),
        pg.user("bob").unwrap(),
        pg.channel("games").unwrap(),
    );

    let choices = pg
        .autocomplete(ann, games, "open", "opening", "ca")
        .await
        .unwrap();
    assert_eq!(
        choices.iter().map(|c| c.name.as_str()).collect::<Vec<_>>(),
        ["Caro-Kann", "Catalan"]
    );
    assert_eq!(choices[1].value, "catalan");
    assert!(
        pg.slash(ann, games, "open", &[]).await.is_err(),
        "the opening is required"
    );

    let opened = pg
        .slash(
            ann,
            games,
            "open",
            &[("opening", "catalan".into()), ("opponent", bob.into())],
        )
        .await
        .unwrap();
    assert!(opened.deferred() && opened.done() && !opened.ephemeral());
    assert!(opened.latency().unwrap() < Duration::from_secs(3));
    let board = opened.response().unwrap();
    assert_eq!(
        board.content,
        format!("catalan, {}, your turn", pg.mention(bob))
    );
    assert_eq!(board.pings.iter().collect::<Vec<_>>(), [&bob]);
    assert_eq!(board.attachments[0].filename, "board.png");
    assert_eq!(
        board.attachments[0].description.as_deref(),
        Some("An empty board")
    );
    assert_eq!(board.attachments[0].size, Some((8, 8)));
    assert_eq!(*board.attachments[0].bytes, *png());
    assert_eq!(board.labels(), ["Move"]);
    let secret = pg
        .wait_for("the message in private", SECONDS, |pg| pg.dms(ann).pop())
        .await
        .unwrap();
    assert_eq!(secret.content, "your secret");
    assert!(pg.public_messages_with("secret").is_empty());

    let pressed = pg.click(bob, &board, "Move").await.unwrap();
    assert_eq!(pressed.answer(), Some(Answer::Modal));
    assert!(
        pg.submit_modal(ann, &pressed, &[("Your move", "e4")])
            .await
            .is_err(),
        "somebody else's"
    );
    let sent = pg
        .submit_modal(bob, &pressed, &[("Your move", "e4")])
        .await
        .unwrap();
    assert_eq!(sent.answer(), Some(Answer::DeferredUpdate));
    let said = pg
        .wait_for("the move", SECONDS, |pg| {
            pg.last(games).filter(|m| m.content.contains("e4"))
        })
        .await;
    assert_eq!(said.unwrap().content, "e4 was played");
    pg.wait_for("no buttons", SECONDS, |pg| {
        pg.message(&board)?.components.is_empty().then_some(())
    })
    .await
    .unwrap();
    assert_eq!(
        pg.message(&board).unwrap().attachments.len(),
        1,
        "the picture stays"
    );

    let stale = pg.replay_click(ann, &board, "move:0").await.unwrap();
    assert!(stale.ephemeral());
    assert_eq!(stale.text(), "The board has moved on");
    assert!(
        pg.messages(games)
            .iter()
            .all(|m| m.content != "The board has moved on")
    );

    // The connection breaks, and the bot goes on with its session.
    pg.drop_gateway();
    pg.wait_for("the session to go on", SECONDS, |pg| {
        (pg.sessions().1 == 1).then_some(())
    })
    .await
    .unwrap();
    assert!(
        !pg.replay_click(ann, &board, "move:0")
            .await
            .unwrap()
            .failed()
    );
    pg.refuse_resume();
    pg.drop_gateway();
    pg.wait_for("a new session", Duration::from_secs(30), |pg| {
        (pg.sessions().0 == 2).then_some(())
    })
    .await
    .unwrap();
    assert!(
        !pg.replay_click(ann, &board, "move:0")
            .await
            .unwrap()
            .failed()
    );

    // Delivered twice: the bot answers twice, and the second answer is refused.
    pg.redeliver(&stale);
    pg.wait_for("a second answer", SECONDS, |_| {
        (stale.attempts().len() == 2).then_some(())
    })
    .await
    .unwrap();
    let refused = pg.wait_for("the refusal", SECONDS, |pg| {
        pg.requests_of(Op::CreateInteractionResponse)
            .into_iter()
            .find(|r| r.code == Some(40060))
    });
    refused.await.unwrap();
    let violations = pg.violations();
    assert!(violations.is_empty(), "{violations:?}");

    // The bot dies, and nobody answers.
    bot.abort();
    let _ = bot.await;
    pg.drop_gateway();
    pg.wait_gone(SECONDS).await.unwrap();
}
