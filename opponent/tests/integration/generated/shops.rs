//! Shops and auctions of Clash.

use std::sync::Arc;

use engine::action::{Action, ClashAction};
use engine::board::{Seat, Space};
use engine::clash::{self, Army, Class, DrawReason, End, Gold, Loss, Match, Owned, STEP, WARES};
use engine::game::Game;
use engine::seen::{Bidding, Question};
use opponent::{Decision, Level, suggest};

use super::job::{Job, decide, told};
use super::positions;
use super::random::Random;

/// Shops with survivors, and with armies that somebody else has begun.
pub fn shops(job: &mut Job) {
    let round = 1 + (job.number % 3) as u8;
    let mut game = match_before(round, &mut job.random);
    for (level, nodes) in [(job.number % 6, 60), (job.number * 5 / 3 % 6, 25)] {
        let level = Level::ALL[level as usize];
        // Random bids come first in the last round.
        while let Some(seat) = game.to_act().first().copied()
            && matches!(game.seen(seat).question, Question::Auction(_))
        {
            let whole = Game::Clash(Box::new(game.clone()));
            let (seat, action) = positions::any_action(&whole, &mut job.random).unwrap();
            game.apply(seat, &action).unwrap();
        }
        let Some(seat) = game.to_act().first().copied() else { return };
        if !matches!(game.seen(seat).question, Question::Shop(_)) {
            return;
        }
        let steps = *job.random.pick(&[0, 0, 1, 3, 8]);
        draft(&mut game, seat, steps, &mut job.random);
        let mut line = Vec::new();
        let name = format!("round {round}, {} of {level} after {steps} steps", seat.0);
        for step in 0.. {
            let seen = game.seen(seat);
            let Question::Shop(buying) = &seen.question else { break };
            let know = job.know(&seen);
            if step == 0 {
                line.push(format!("{} pieces and {} gold", buying.shop.army().pieces().count(), buying.shop.gold()));
            }
            let made: Vec<Decision> =
                (0..3).map(|seed| decide(&seen, level, &know, nodes, job.number + seed)).collect();
            let each: Vec<String> = made.iter().map(|made| told(made.action.as_ref())).collect();
            line.push(each.join(" "));
            for made in &made {
                let action = made.action.as_ref().unwrap();
                let legal = game.clone().apply(seat, action).is_ok();
                job.promise(legal, &name, || format!("the {level} buys {action:?}"));
            }
            job.know = Some((Arc::clone(&seen.rules), know));
            let applied = game.apply(seat, made[0].action.as_ref().unwrap()).is_ok();
            job.promise(applied && step < 4, &name, || "the shop has no end".into());
            if !applied || step == 4 {
                return;
            }
        }
        job.line(&name, &line);
    }
}

/// Suggestions for people: few, because their effort is fixed.
pub fn suggestions(job: &mut Job) {
    let mut game = match_before(2 + (job.number % 2) as u8, &mut job.random);
    while let Some(seat) = game.to_act().first().copied()
        && matches!(game.seen(seat).question, Question::Auction(_))
    {
        let whole = Game::Clash(Box::new(game.clone()));
        let (seat, action) = positions::any_action(&whole, &mut job.random).unwrap();
        game.apply(seat, &action).unwrap();
    }
    for steps in [0, 5] {
        let Some(seat) = game.to_act().first().copied() else { return };
        draft(&mut game, seat, steps, &mut job.random);
        let seen = game.seen(seat);
        let know = job.know(&seen);
        let step = suggest(&seen, &know, job.number).map(Action::Clash);
        let name = format!("to {} after {steps} steps", seat.0);
        let Question::Shop(buying) = &seen.question else { return };
        let had = buying.shop.army().pieces().count();
        if let Some(step) = &step {
            let applied = game.apply(seat, step).is_ok();
            job.promise(applied, &name, || format!("suggested: {step:?}"));
        }
        let has = game.seen(seat);
        let Question::Shop(buying) = &has.question else { return };
        let whole = buying.shop.army().faults().is_empty();
        job.promise(step.is_none() || whole, &name, || "the suggested army cannot be confirmed".into());
        let line = format!("{} of {had} now {}", told(step.as_ref()), buying.shop.army().pieces().count());
        job.line(&name, &[line]);
        job.know = Some((Arc::clone(&seen.rules), know));
        drop(game.apply(seat, &ClashAction::Suggest.into()));
        drop(game.apply(seat, &ClashAction::Ready.into()));
    }
}

/// Bids and raises with equal and unequal purses. Both sides know both purses.
pub fn auctions(job: &mut Job) {
    let random = &mut job.random;
    let game = match_before(3, random);
    let seat = Seat(random.below(2) as u8);
    let mut seen = game.seen(seat);
    let Question::Auction(mut bidding) = seen.question else { return };
    // The purses of a match are as unequal as its rounds; other ones are smaller or equal.
    if !job.number.is_multiple_of(3) {
        let steps = |random: &mut Random| *random.pick(&[0, 1, 2, 5, 12, 30, 61, 110, 180]) + random.below(4) as i64;
        let one = steps(random);
        let limits = [one, if job.number % 6 == 1 { one } else { steps(random) }];
        bidding.limits = limits.map(|steps| Gold::from_hundredths(steps * STEP.hundredths()));
        let more = [0, 1].map(|_| Gold::from_hundredths(25 * random.below(130) as i64));
        bidding.wealth = [bidding.limits[0] + more[0], bidding.limits[1] + more[1]];
    }
    let limit = bidding.limits[seat.index()];
    let name = format!("{} with {} against {}", seat.0, limit, bidding.limits[1 - seat.index()]);
    let mut line = Vec::new();
    let know = job.know(&seen);
    seen.question = Question::Auction(bidding);
    for level in [Level::Titan, Level::ALL[(job.number % 6) as usize]] {
        for seed in 0..2 {
            match decide(&seen, level, &know, 0, seed + job.number).action {
                Some(Action::Clash(ClashAction::Bid { gold })) => {
                    let fits = gold >= Gold::ZERO && gold <= limit && gold.hundredths() % STEP.hundredths() == 0;
                    job.promise(fits, &name, || format!("the {level} bids {gold}"));
                    line.push(gold.to_string());
                }
                other => job.promise(false, &name, || format!("no bid but {other:?}")),
            }
        }
    }
    // Equal bids are raised in turn, as far as both can.
    let most = bidding.limits[0].min(bidding.limits[1]).hundredths() / STEP.hundredths();
    let mut raises = String::new();
    for standing in (0..most).filter(|step| step % (1 + most / 12) == 0 || step + 2 >= most) {
        let standing = Some(Gold::from_hundredths(standing * STEP.hundredths()));
        seen.question = Question::Auction(Bidding { standing, ..bidding });
        let level = *job.random.pick(&Level::ALL);
        let action = decide(&seen, level, &know, 0, job.number).action;
        let raised = matches!(action, Some(Action::Clash(ClashAction::Raise)));
        let stops = matches!(action, Some(Action::Clash(ClashAction::Stop)));
        job.promise(raised || stops, &name, || format!("{action:?} at {standing:?}"));
        raises.push(if raised { '+' } else { '.' });
    }
    line.push(raises);
    job.line(&name, &line);
    job.know = Some((Arc::clone(&seen.rules), know));
}

/// Match in its first, second or last round, with survivors of all kinds and purses of all sizes; before the shop or
/// the auction.
pub fn match_before(round: u8, random: &mut Random) -> Match {
    loop {
        let mut game = Match::new(clash::Setup { en_passant: random.chance(50), seed: random.seed() }).unwrap();
        while game.round_number() < round && game.result().is_none() {
            play_round(&mut game, random);
        }
        if game.result().is_none() {
            return game;
        }
    }
}

/// Buys for both Players, and ends the round as chance will have it.
pub fn play_round(game: &mut Match, random: &mut Random) {
    while let Some(seat) = game.to_act().first().copied().filter(|_| game.round_number() < 3) {
        if !matches!(game.seen(seat).question, Question::Shop(_)) {
            break;
        }
        let steps = random.below(9);
        draft(game, seat, steps, random);
        let leader = Action::Clash(ClashAction::Buy { piece: "king".into(), at: None });
        drop(game.apply(seat, &leader));
        if random.chance(50) || game.apply(seat, &ClashAction::Ready.into()).is_err() {
            game.apply(seat, &ClashAction::Suggest.into()).unwrap();
            game.apply(seat, &ClashAction::Ready.into()).unwrap();
        }
    }
    let left = [Seat(0), Seat(1)].map(|seat| {
        let share = *random.pick(&[20, 50, 80, 100]);
        let mut pieces: Vec<Owned> = Vec::new();
        for owned in game.army(seat).pieces() {
            if owned.ware.class != Class::Leader && !random.chance(share) {
                continue;
            }
            let promoted = WARES.iter().filter(|ware| matches!(ware.class, Class::Light | Class::Heavy | Class::Jewel));
            let promoted: Vec<_> = promoted.filter(|ware| ware.cost.is_some()).collect();
            let promotes = owned.ware.class == Class::Peasant && owned.was.is_none() && random.chance(30);
            let to = *random.pick::<&clash::Ware>(&promoted);
            pieces.push(if promotes { Owned { ware: to, was: Some(owned.ware) } } else { owned });
        }
        Army::of(seat, pieces)
    });
    let end = match random.below(4) {
        0 => End::Loss(Seat(0), Loss::Checkmate),
        1 => End::Loss(Seat(1), Loss::Checkmate),
        2 => End::Draw(DrawReason::Repetition),
        _ => End::Loss(Seat(random.below(2) as u8), *random.pick(&[Loss::Checkmate, Loss::Resigned])),
    };
    game.adjudicate(end, left);
}

/// Steps in the shop, some of them refused: bought, sold, rearranged, taken in hand.
pub fn draft(game: &mut Match, seat: Seat, steps: usize, random: &mut Random) {
    for _ in 0..steps {
        let army = game.seen(seat);
        let Question::Shop(buying) = &army.question else { return };
        let placed: Vec<Space> = buying.shop.army().placed().map(|(space, _)| space).collect();
        let action = match random.below(8) {
            0 if !placed.is_empty() => ClashAction::Sell { at: (*random.pick(&placed)).into() },
            1 if !placed.is_empty() => {
                ClashAction::Arrange { from: (*random.pick(&placed)).into(), to: engine::action::Spot::Hand(0) }
            }
            2 if placed.len() > 1 => {
                ClashAction::Arrange { from: (*random.pick(&placed)).into(), to: (*random.pick(&placed)).into() }
            }
            _ => ClashAction::Buy { piece: random.pick(&WARES).id.to_owned(), at: None },
        };
        drop(game.apply(seat, &action.into()));
    }
}
