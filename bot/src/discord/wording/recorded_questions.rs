//! Questions to people, shops, and what is unsealed at the end of a game. Compared with `recorded_questions.txt`;
//! `UPDATE_EXPECTED=1` rewrites the file.

use engine::board::{Seat, Space};
use engine::clash::{Match, Setup};
use engine::fact::{EndReason, SealedChoice, Warning};
use engine::titans::ChoiceKind;
use engine::view::{HandView, ShopView, View, Viewer};

use super::recorded::member;
use super::{DisplayNames, ask};
use crate::discord::features::{clash, lobby, moves};

fn spaces(text: &str) -> Vec<Space> {
    text.split(' ').map(|text| text.parse().unwrap()).collect()
}

fn questions() -> Vec<String> {
    let piece = || "*Deputy*".to_owned();
    let mut all = vec![ask::target("*Deputy*"), ask::which("e4")];
    all.extend(["c3", "c3 e5 g7"].map(|path| ask::chain("Phoenix", &spaces(path))));
    for whose in [&["*Ann*"][..], &["Ann", "Bob"], &["Ann", "Bob", "Cid"]] {
        let whose: Vec<_> = whose.iter().map(|name| member(name)).collect();
        for kind in
            [ChoiceKind::Return(piece(), Seat(0)), ChoiceKind::Bring(piece(), Seat(1)), ChoiceKind::Volatile(Seat(1))]
        {
            all.push(ask::choice(&kind, &whose));
        }
    }
    let warnings =
        [Warning::NoSupporterLeft, Warning::EndsGame(EndReason::Agreement), Warning::EndsGame(EndReason::Repetition)];
    all.extend((1..=warnings.len()).map(|number| ask::sure("a3", &warnings[..number])));
    all.extend([0, 1, 7].map(|left| ask::instant("*Deputy*", left)));
    all.extend([true, false].map(|openly| ask::choose("Ann", 2, 3, openly)));
    all.extend([(1, 3), (2, 6)].map(|(taken, seats)| lobby::words::few(taken, seats)));
    all
}

/// Game of two, with these sealed choices of Volatile pieces.
fn ended_early(chosen: &[(u8, &str)]) -> View {
    let mut view = Match::new(Setup { en_passant: false, seed: [0; 32] }).unwrap().view(Viewer::Public);
    view.clash = None;
    let volatile = |(of, text): &(u8, &str)| SealedChoice::Volatile { of: Seat(*of), spaces: spaces(text) };
    view.unsealed = chosen.iter().map(volatile).collect();
    view
}

fn unsealed() -> Vec<String> {
    let names = DisplayNames::new([vec!["*Ann*".to_owned()], vec!["Bob".to_owned(), "Cid".to_owned()]]);
    let states: [&[(u8, &str)]; 4] = [&[], &[(0, "e4")], &[(1, "a1 b2 c3")], &[(0, "e4 f5"), (1, "a1")]];
    states.map(|chosen| moves::words::unsealed(&ended_early(chosen), &names)).to_vec()
}

/// Shops of White: with gold, pieces in hand, survivors of the other Player, and pieces that could be bought.
fn shops() -> Vec<String> {
    let match_ = Match::new(Setup { en_passant: false, seed: [0; 32] }).unwrap();
    let shop = match_.view(Viewer::Seat(Seat(0))).clash.and_then(|clash| clash.shop).unwrap();
    let look = |number: usize| shop.wares[number].look.clone();
    let with = |change: &dyn Fn(&mut ShopView)| {
        let mut shop = shop.clone();
        change(&mut shop);
        shop
    };
    let in_hand = |number, value| HandView { look: look(number), value };
    let all = [
        with(&|_| {}),
        with(&|shop| (shop.gold, shop.last_round) = (0, true)),
        with(&|shop| (shop.gold, shop.problems) = (1_050, Vec::new())),
        with(&|shop| shop.hand = vec![in_hand(3, Some(250))]),
        with(&|shop| shop.hand = vec![in_hand(3, None), in_hand(4, Some(550)), in_hand(4, Some(550))]),
        with(&|shop| shop.rival_hand = vec![look(5)]),
        with(&|shop| shop.rival_hand = vec![look(5), look(5), look(6)]),
        with(&|shop| (shop.affordable, shop.last_round) = (Some(look(2)), false)),
        with(&|shop| (shop.affordable, shop.last_round) = (Some(look(2)), true)),
        with(&|shop| (shop.upgrade, shop.affordable, shop.last_round) = (Some((look(2), look(7))), None, false)),
        with(&|shop| (shop.upgrade, shop.affordable, shop.last_round) = (Some((look(2), look(7))), None, true)),
    ];
    let shown = all.iter().map(|one| clash::words::shop(one, None));
    let asked = all.iter().map(|one| clash::words::gold_left(one).unwrap_or_default());
    shown.chain(asked).chain([clash::words::shop(&shop, Some("Bought a *Rook*."))]).collect()
}

#[test]
fn every_question_is_as_recorded() {
    let sections = [("Questions", questions()), ("Shops", shops()), ("Unsealed at the end", unsealed())];
    let found = sections.map(|(title, lines)| {
        let lines: Vec<String> = lines.iter().map(|line| line.replace('\n', " / ")).collect();
        format!("# {title}\n{}\n", lines.join("\n"))
    });
    crate::expected::compare("discord/wording/recorded_questions.txt", &found.concat(), 25);
}
