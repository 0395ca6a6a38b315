//! Test bot with serenity and poise: a command with autocomplete, a deferred response with a picture, a modal, a menu,
//! a private answer and a direct message.

use serenity::all as discord;

type Error = Box<dyn std::error::Error + Send + Sync>;
type Context<'a> = poise::Context<'a, (), Error>;

async fn openings(_: Context<'_>, typed: &str) -> discord::CreateAutocompleteResponse {
    let known = ["Caro-Kann", "Catalan", "Sicilian"];
    let fits = known.iter().filter(|o| o.to_lowercase().starts_with(&typed.to_lowercase()));
    let choices = fits.map(|o| discord::AutocompleteChoice::new(*o, o.to_lowercase())).collect();
    discord::CreateAutocompleteResponse::new().set_choices(choices)
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
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    let picture = discord::CreateAttachment::bytes(board(), "board.png").description("An empty board");
    let pieces = ["Knight", "Bishop", "Rook"].map(|p| discord::CreateSelectMenuOption::new(p, p.to_lowercase()));
    let menu = discord::CreateSelectMenuKind::String { options: pieces.to_vec() };
    let mut reply = poise::CreateReply::default().attachment(picture).components(vec![
        discord::CreateActionRow::Buttons(vec![
            discord::CreateButton::new("move:1").label("Move"),
            discord::CreateButton::new("moves:1").label("Moves of…").style(discord::ButtonStyle::Secondary),
            discord::CreateButton::new("draw:1").label("Draw").style(discord::ButtonStyle::Success).disabled(true),
            discord::CreateButton::new("mute:1").label("Resign").style(discord::ButtonStyle::Danger),
        ]),
        discord::CreateActionRow::SelectMenu(
            discord::CreateSelectMenu::new("piece:1", menu).placeholder("Choose a piece"),
        ),
    ]);
    reply = match opponent {
        Some(o) => reply
            .content(format!("{opening}, {}, your turn", discord::Mentionable::mention(&o)))
            .allowed_mentions(discord::CreateAllowedMentions::new().users([o.id])),
        None => reply.content(opening),
    };
    ctx.send(reply).await?;
    let secret = discord::CreateMessage::new().content("your secret");
    ctx.author().direct_message(ctx, secret).await?;
    Ok(())
}

/// Never answers.
#[poise::command(slash_command)]
async fn slow(_: Context<'_>) -> Result<(), Error> {
    std::future::pending().await
}

/// Explains itself, to one person.
#[poise::command(slash_command)]
async fn help(
    ctx: Context<'_>,
    #[description = "How many lines"]
    #[min = 1]
    #[max = 9]
    lines: Option<u8>,
) -> Result<(), Error> {
    let text = format!(
        "**Titan's Battalion** in *{}* lines\n> Take the `Titan` and win.\n- one\n- two\nOver <t:4102444800:R>, {}",
        lines.unwrap_or(1),
        discord::Mentionable::mention(ctx.author())
    );
    let embed = discord::CreateEmbed::new()
        .title("Rules")
        .description("Pieces move as **you** expect.\n```\n8 . . k\n7 P . .\n```")
        .field("Seats", "2 to 4", true)
        .field("Time", "1 day per turn", true)
        .colour(0x0058_65f2);
    ctx.send(poise::CreateReply::default().content(text).embed(embed).ephemeral(true)).await?;
    Ok(())
}

async fn on_event(ctx: &discord::Context, event: &discord::FullEvent) -> Result<(), Error> {
    let discord::FullEvent::InteractionCreate { interaction } = event else {
        return Ok(());
    };
    match interaction {
        discord::Interaction::Component(press) if press.data.custom_id == "move:1" => {
            let input = discord::CreateInputText::new(discord::InputTextStyle::Short, "Your move", "move");
            let modal = discord::CreateModal::new("enter:1", "Move")
                .components(vec![discord::CreateActionRow::InputText(input)]);
            press.create_response(ctx, discord::CreateInteractionResponse::Modal(modal)).await?;
        }
        discord::Interaction::Component(press) if press.data.custom_id == "mute:1" => {}
        discord::Interaction::Component(press) => {
            let text =
                discord::CreateInteractionResponseMessage::new().content("The board has moved on").ephemeral(true);
            press.create_response(ctx, discord::CreateInteractionResponse::Message(text)).await?;
        }
        discord::Interaction::Modal(sent) => {
            let text = format!("moved from {:?}", sent.data.components[0].components[0]);
            sent.create_response(ctx, discord::CreateInteractionResponse::Acknowledge).await?;
            let channel = sent.channel_id;
            let said = text.contains("e4");
            channel.say(ctx, if said { "e4 was played" } else { "what?" }).await?;
            let no_buttons = discord::EditInteractionResponse::new().components(vec![]);
            sent.edit_response(ctx, no_buttons).await?;
        }
        _ => {}
    }
    Ok(())
}

/// Runs the bot against the stand-in at `base` until it is dropped.
pub async fn run(base: String, token: String) -> Result<(), Error> {
    let http = discord::HttpBuilder::new(&token).proxy(base).ratelimiter_disabled(true).build();
    let gateway = http.get_gateway().await?.url;
    assert!(gateway.starts_with("ws://127.0.0.1"));
    let framework = poise::Framework::builder()
        .options(poise::FrameworkOptions {
            commands: vec![open(), slow(), help()],
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
    let mut client = discord::ClientBuilder::new_with_http(http, intents).framework(framework).await?;
    client.start().await?;
    Ok(())
}

/// Chessboard as an uncompressed PNG, 480 pixels wide.
pub fn board() -> Vec<u8> {
    const SIDE: u32 = 480;
    let mut rows = Vec::new();
    for y in 0..SIDE {
        rows.push(0);
        rows.extend((0..SIDE).map(|x| u8::from((x / 60 + y / 60) % 2 == 1)));
    }
    let mut zlib = vec![0x78, 0x01];
    let blocks: Vec<&[u8]> = rows.chunks(65_535).collect();
    for (i, block) in blocks.iter().enumerate() {
        let length = u16::try_from(block.len()).unwrap();
        zlib.push(u8::from(i + 1 == blocks.len()));
        zlib.extend(length.to_le_bytes());
        zlib.extend((!length).to_le_bytes());
        zlib.extend(*block);
    }
    let (mut low, mut high) = (1u32, 0u32);
    for byte in &rows {
        low = (low + u32::from(*byte)) % 65_521;
        high = (high + low) % 65_521;
    }
    zlib.extend((high << 16 | low).to_be_bytes());

    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut chunk = |kind: &[u8; 4], data: &[u8]| {
        let body = [kind.as_slice(), data].concat();
        let crc = !body.iter().fold(!0u32, |crc, byte| {
            (0..8).fold(crc ^ u32::from(*byte), |c, _| if c & 1 == 1 { c >> 1 ^ 0xedb8_8320 } else { c >> 1 })
        });
        png.extend(u32::try_from(data.len()).unwrap().to_be_bytes());
        png.extend(body);
        png.extend(crc.to_be_bytes());
    };
    let side = SIDE.to_be_bytes();
    chunk(b"IHDR", &[&side[..], &side[..], &[8, 3, 0, 0, 0]].concat());
    chunk(b"PLTE", &[0xf0, 0xd9, 0xb5, 0xb5, 0x88, 0x63]);
    chunk(b"IDAT", &zlib);
    chunk(b"IEND", &[]);
    png
}
