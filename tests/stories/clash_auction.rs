//! The auction through Discord: sealed bids, invalid ones, closed direct messages, a crash (C-10 to C-12).

use tests::{PATIENCE, Table, assert_says, assert_says_privately};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_bids_are_refused_with_a_sentence() {
    let table = Table::lay().await;
    table.clash().await;
    let none = table.bid("ann", "5").await;
    assert_says_privately(&none, "only before the Ultimate Round");
    let form = table.slash("ann", "clash bid", &[]).await;
    assert_says_privately(&form, "nothing to bid on");
    table.slash("ann", "clash suggest", &[]).await;
    table.army("ann", "").await;
    table.told("White's army is set up").await;
    table.slash("bob", "clash suggest", &[]).await;
    table.army("bob", "").await;
    table.turned("Black is ready").await;
    table.resign("ann").await;
    table.turned("Round 2: ").await;
    table.slash("ann", "clash suggest", &[]).await;
    table.army("ann", "").await;
    table.told("Round 2: White's army is set up").await;
    table.army("bob", "").await;
    table.turned("Black is ready").await;
    table.resign("bob").await;
    table.turned("The Amazon is up for auction").await;
    // Bob resigned and has no Leader, so 5 gold are reserved for one.
    for (typed, why) in [
        ("11.07", "multiple of 0.5"),
        ("9.54", "multiple of 0.5"),
        ("-1", "not an amount"),
        ("1e9", "not an amount"),
        ("gold", "not an amount"),
        ("999999", "at most"),
    ] {
        let refused = table.bid("bob", typed).await;
        assert_says_privately(&refused, why);
        assert_eq!(refused.response().unwrap().labels(), ["Bid"], "{typed}");
    }
    let limit = table.bid("bob", "500").await;
    let text = limit.text();
    let most: f64 = text
        .split("may bid at most ")
        .nth(1)
        .and_then(|rest| rest.split([':', ' ']).next())
        .unwrap_or_else(|| panic!("{text}"))
        .parse()
        .unwrap();
    // The maximum bid is 5 less than all the gold; half a coin more is refused.
    let half = (most * 2.0).floor() / 2.0;
    let over = table.bid("bob", &format!("{}", half + 0.5)).await;
    assert_says_privately(&over, "less the price of a Leader");
    let all = table.bid("bob", &format!("{half}")).await;
    assert_says_privately(&all, "sealed");
    // After a wrong amount, the sealed bid is repeated.
    let wrong = table.bid("bob", "all of it").await;
    assert_says_privately(&wrong, "not an amount");
    assert_says_privately(&wrong, &format!("**{half}** gold"));
    assert_eq!(wrong.response().unwrap().labels(), ["Change Bid"]);
    // Other people cannot bid.
    let other = table.bid("cem", "3").await;
    assert_says_privately(&other, "not playing in this game");
    let auction = table.told("has sealed a bid").await;
    assert_says(&auction, "The Amazon is up for auction");
    let press = table.press("cem", &auction, "Bid").await;
    assert_says_privately(&press, "not playing in this game");
    // Bids are also possible in a direct message.
    let (ann, dm) = (table.user("ann"), table.pg.dm(table.user("ann")));
    let there = table.pg.slash(ann, dm, "clash bid", &[("gold", "3".into())]).await.unwrap();
    table.says(&there, "Both are in").await;
    table.turned("Black gets the Amazon for").await;
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bid_is_changed_and_then_shown_and_no_crash_loses_it() {
    let mut table = Table::lay().await;
    table.pg.close_dms(table.user("bob"));
    table.auction().await;
    // The invitation is a direct message with a button that opens a form.
    let ann = table.user("ann");
    let invited = table
        .pg
        .wait_for("the invitation", PATIENCE, |pg| {
            pg.dms(ann).into_iter().find(|m| m.text().contains("up for auction"))
        })
        .await
        .unwrap();
    let opened = table.pg.click(ann, &invited, "Bid").await.unwrap();
    assert!(opened.modal().is_some(), "{}", opened.text());
    let wrong = table.pg.submit_modal(ann, &opened, &[("gold", "11.07")]).await.unwrap();
    table.says(&wrong, "multiple of 0.5").await;
    let opened = table.pg.click(ann, &invited, "Bid").await.unwrap();
    let sealed = table.pg.submit_modal(ann, &opened, &[("gold", "11,5")]).await.unwrap();
    table.says(&sealed, "**11.5** gold").await;
    table.keep("clash-bid", &sealed.response().unwrap());
    // The channel shows the hash, but not the amount.
    let public = table.told("has sealed a bid").await;
    let hash = hash_of(&public.text());
    assert!(!public.text().contains("11.5"), "{}", public.text());
    // If direct messages are closed, the channel gets a button.
    let closed = table
        .pg
        .wait_for("a button in the channel", PATIENCE, |pg| {
            pg.messages(table.games).into_iter().find(|m| m.labels().iter().any(|label| label == "Show Privately"))
        })
        .await
        .unwrap();
    table.crash().await;
    let shown = table.press("bob", &closed, "Show Privately").await;
    assert_says_privately(&shown, "Bid any multiple of 0.5");
    // Ann's sealed bid has survived the crash and can be changed; the form contains it.
    let kept = table.slash("ann", "place", &[]).await;
    assert_says_privately(&kept, "**11.5** gold");
    let kept = kept.response().unwrap();
    let opened = table.pg.click(ann, &kept, "Change Bid").await.unwrap();
    assert!(opened.modal().unwrap().to_string().contains("11.5"));
    let changed = table.pg.submit_modal(ann, &opened, &[("gold", "14")]).await.unwrap();
    table.says(&changed, "**14** gold").await;
    // Her line is edited silently: only the hash differs, nobody is notified, and no message is new.
    let other = table
        .pg
        .wait_for("the other hash", PATIENCE, |pg| {
            let now = pg.message(public.id)?;
            (hash_of(&now.text()) != hash).then_some(now)
        })
        .await
        .unwrap();
    // The crash has moved the deadline slightly; nothing else differs.
    let plain = |text: &str| {
        let parts = text.split("<t:").enumerate();
        let kept = parts.map(|(index, part)| match index {
            0 => part,
            _ => part.trim_start_matches(|c: char| c.is_ascii_digit()),
        });
        kept.collect::<String>()
    };
    assert_eq!(plain(&other.text().replace(&hash_of(&other.text()), &hash)), plain(&public.text()));
    assert_eq!(other.components, public.components);
    assert_eq!(other.attachments.len(), public.attachments.len());
    let telling = table.public_texts().into_iter();
    let telling = telling.filter(|text| text.contains("sealed a bid"));
    assert_eq!(telling.count(), 1, "no message but that one");
    let hash = hash_of(&other.text());
    // Waits until the bot has recorded the edit.
    table.quiet(300).await;
    table.crash().await;
    let public = table.public_texts().join("\n");
    for secret in ["11.5", "14 gold", "bids 14"] {
        assert!(!public.contains(secret), "{secret} in {public}");
    }
    let late = table.bid("bob", "13.5").await;
    assert_says_privately(&late, "Both are in");
    let decided = table.turned("gets the Amazon for 14").await;
    let text = decided.text();
    assert!(text.contains("White bids 14 gold") && text.contains("Black bids 13.5 gold"), "{text}");
    assert!(text.contains(&format!("→ `{hash}`, published <t:")), "{hash} in {text}");
    assert!(text.contains("published now that both bids are in"), "{text}");
    assert!(text.contains("`White bids 14 salt "), "{text}");
    let after = table.bid("ann", "20").await;
    assert_says_privately(&after, "only before the Ultimate Round");
    for secret in ["11.5", "11,5"] {
        let logged = table.bot.has_logged_number(secret);
        assert!(!logged, "{secret} is in the log");
    }
    table.assert_clean();
}

/// Hash in a public message.
fn hash_of(text: &str) -> String {
    let hash = text.split('`').find(|part| part.len() == 64);
    hash.unwrap_or_else(|| panic!("no hash in {text}")).to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ids_of_buttons_do_not_tell_how_often_a_bid_was_replaced() {
    let table = Table::lay().await;
    let auction = table.auction().await;
    for gold in ["1", "2", "3", "4"] {
        table.bid("ann", gold).await;
    }
    table.bid("bob", "1").await;
    let decided = table.turned("White gets the Amazon for 4").await;
    let ids = |message: &playground::Message| -> Vec<String> {
        let buttons = message.buttons().into_iter();
        buttons.map(|button| button.custom_id).filter_map(|id| Some(id.split_once('.')?.0.to_owned())).collect()
    };
    let [first, last] = [ids(&auction), ids(&decided)];
    assert!(!first.is_empty() && !last.is_empty(), "{first:?} {last:?}");
    // In plain text, the ids were "1.v" and "1.z": a difference of four actions more than one sees.
    for id in first.iter().chain(&last) {
        assert_eq!(id.len(), 26, "{id}");
    }
    let apart = |one: &str, two: &str| one.bytes().zip(two.bytes()).filter(|(one, two)| one != two).count();
    assert!(first.iter().all(|one| last.iter().all(|two| apart(one, two) > 13)), "{first:?} {last:?}");
    table.assert_clean();
}
