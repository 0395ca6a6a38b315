//! Complete games of Party Mode: winners (T-29, T-30), up to six Players, armies of Extra-Strength.

use std::collections::BTreeMap;

use tests::{ASSASSIN, FFA, FOUR, SIX, Table, alt, assert_says, assert_says_privately};

/// Targets of each person.
type Deal = BTreeMap<&'static str, Vec<String>>;

async fn deal(table: &Table, people: &[&'static str]) -> Deal {
    let mut deal = Deal::new();
    for who in people {
        deal.insert(who, table.targets(who).await);
    }
    deal
}

/// T-29: everybody whose Targets have all fallen.
fn winners(deal: &Deal, fallen: &[&str]) -> Vec<&'static str> {
    let all_fallen = |targets: &Vec<String>| targets.iter().all(|t| fallen.contains(&t.as_str()));
    deal.iter().filter(|(_, targets)| all_fallen(targets)).map(|(who, _)| *who).collect()
}

/// Names in bold in the line that announces the winners.
fn named_winners(text: &str) -> Vec<String> {
    let line = text.lines().find(|line| line.contains("** win")).unwrap_or_else(|| panic!("no winner in: {text}"));
    let bold = line.split("**").skip(1).step_by(2).last().expect("names in bold");
    // Format: "Ann (Baroque Battalion) and Bob (The Party)"
    let names = bold.replace(") and ", "), ").to_lowercase();
    let name = |one: &str| one.split(" (").next().unwrap_or_default().to_owned();
    let mut names: Vec<String> = names.split(", ").map(name).collect();
    names.sort();
    names
}

/// With a single Target, a Player cannot be defeated before it and still win. With two Targets of an Extra-Strength
/// army, this is possible. The last survivor has outlived all Targets, so both win together.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_defeated_player_with_two_targets_wins() {
    let table = Table::lay().await;
    table.seat(ASSASSIN, &FOUR.map(|who| (who, "baroque"))).await;
    let deal = deal(&table, &FOUR).await;
    for (who, targets) in &deal {
        assert_eq!(targets.len(), 2, "{who} holds two cards (T-27)");
        assert!(!targets.contains(&(*who).to_owned()) && targets[0] != targets[1]);
    }
    // Two people whose defeat ends nothing yet; the first of them wins when the third is defeated.
    let mut plans = FOUR.iter().flat_map(|a| {
        let rest = FOUR.iter().filter(move |b| *b != a);
        rest.flat_map(move |b| {
            let last = FOUR.iter().filter(move |c| *c != a && *c != b);
            last.map(move |c| [*a, *b, *c])
        })
    });
    let plan = plans
        .find(|[a, b, c]| {
            winners(&deal, &[a]).is_empty()
                && winners(&deal, &[a, b]).is_empty()
                && winners(&deal, &[a, b, c]).contains(a)
        })
        .unwrap_or_else(|| panic!("every deal of four allows it: {deal:?}"));
    for who in plan {
        table.resign(who).await;
    }
    let end = table.told("all their Targets are defeated").await;
    let expected = winners(&deal, &plan);
    assert!(expected.contains(&plan[0]) && expected.len() == 2);
    assert_eq!(named_winners(&end.text()), expected, "{deal:?} {}", end.text());
    for (who, targets) in &deal {
        for target in targets {
            assert!(end.text().to_lowercase().contains(target), "{who} → {target} is shown: {}", end.text());
        }
    }
    table.keep("assassin-defeated-winner", &end);
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn both_hunters_of_an_extra_strength_target_win_by_a_checkmate() {
    let table = Table::lay().await;
    let armies = ["baroque", "medieval", "medieval", "medieval"];
    let people: Vec<_> = FOUR.into_iter().zip(armies).collect();
    let first = table.seat(ASSASSIN, &people).await;
    table.keep("assassin-start", &first);
    let deal = deal(&table, &FOUR).await;
    let hunters = winners(&deal, &["ann"]);
    assert_eq!(hunters.len(), 2, "Ann's card is there twice: {deal:?}");
    let end = table.play_seats(&FOUR, "0:i2-i4 1:b7-d7 2:f13-f11 3:m6-l6 0:h2-h10 1:a8xg2 2:g14-f13 3:n7xh1").await;
    assert_says(&end, "checkmate");
    assert_says(&end, "all their Targets are defeated");
    assert_eq!(named_winners(&end.text()), hunters, "{}", end.text());
    assert_eq!(end.labels(), ["Rematch", "Replay", "Step Through"]);
    table.keep("assassin-two-winners", &end);
    table.assert_clean();
}

/// T-30: one defeat is not enough against an army of Extra-Strength.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_extra_strength_army_wins_ffa_by_its_second_defeat() {
    let table = Table::lay().await;
    let people = [("ann", "baroque"), ("bob", "medieval"), ("cem", "medieval")];
    table.seat(FFA, &people).await;
    let names = ["ann", "bob", "cem"];
    let half = table
        .play_seats(
            &names,
            "0:i2-i8 1:b5-c5 2:h13-h11 0:j1-i2 1:b4-c4 2:i14xb7 0:h2-h4 1:a10-c11 2:b7xa8 0:d2-d3 1:a6-e10 2:j14-k12 0:i2-a10 \
             1:e10-f9 2:a8xg2 0:a10-a6",
        )
        .await;
    assert_says(&half, "Bob");
    assert_says(&half, "last Titan");
    assert!(half.pings.contains(&table.user("cem")), "one defeat is not enough: {}", half.text());
    table.keep("ffa-one-down", &half);
    // A defeated Player sees only public information and cannot play.
    let out = table.slash("bob", "move", &[("move", "b10-c10")]).await;
    assert_says_privately(&out, "not your turn");
    let end = table
        .play_seats(
            &names,
            "2:g2xf1 0:g1xf1 2:j13-j11 0:i1-i2 2:h14-j14 0:a6-c6 2:j14-i14 0:f2-f3 2:i14-f11 0:i8-i6 2:f11-g11 0:c6-i12 \
             2:g11-i11 0:e2-e5 2:i11xc11 0:i2-c8 2:c11-i11 0:c8-f11 2:i11-d6 0:i12-i14 2:d6xe5 0:f11-h13",
        )
        .await;
    assert_says(&end, "wins by defeating enough other Players");
    assert_eq!(named_winners(&end.text()), ["ann"], "{}", end.text());
    table.keep("ffa-end", &end);
    table.assert_clean();
}

/// A Titan can be captured directly if its owner has had no turn in between.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_captured_titan_ends_an_ffa_of_three() {
    let table = Table::lay().await;
    let names = ["ann", "bob", "cem"];
    table.seat(FFA, &names.map(|who| (who, "medieval"))).await;
    let end =
        table.play_seats(&names, "0:h2-h4 1:b10-c10 2:e13-e11 0:i1xb8 1:a7xb8 2:f14xa9 0:h1-h2 1:b8-a7 2:a9xh2").await;
    assert_says(&end, "last Titan");
    assert_says(&end, "wins by defeating enough other Players");
    assert_eq!(named_winners(&end.text()), ["cem"], "{}", end.text());
    table.keep("ffa-captured", &end);
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn six_players_in_the_great_hall() {
    let table = Table::lay().await;
    let armies = ["medieval", "medieval", "medieval", "makpong", "medieval", "the-party"];
    let people: Vec<_> = SIX.into_iter().zip(armies).collect();
    let first = table.seat(FFA, &people).await;
    table.keep("six-start", &first);
    let alt = alt(&first);
    assert!(alt.chars().count() <= 1024, "{alt}");
    let end = table
        .play_seats(
            &SIX,
            "0:k1xl1 1:b7-d7 2:e13-e11 3:n12-n11 4:u10-s10 5:m1xl1 0:j2-j4 1:a6-d9 2:e14-f12 3:m14xk13 4:v10-t11 5:l2-k1 0:k2xl3 \
             1:d9xl1",
        )
        .await;
    assert_says(&end, "last Titan");
    assert_says(&end, "wins by defeating enough other Players");
    assert_eq!(named_winners(&end.text()), ["bob"], "{}", end.text());
    table.keep("six-end", &end);
    table.assert_clean();
}
