//! Texts about computer players: levels, thinking, hints and analyses.

use engine::board::Seat;
use engine::fact::Fact;
use engine::view::{Phase, SeatState, View};
use engine::words;
use opponent::Level;
use render::cards::{Chances, CostlyTurn};

use crate::discord::features::moves::words::plain;
use crate::discord::wording::{DisplayNames, count, list, safe};
use crate::host::{Analysed, Grade, Hint, Mistake, Outlook, TurnTold, VacantSeat, Version};

/// Description of a level's strength.
pub const fn about(level: Level) -> &'static str {
    match level {
        Level::Recruit => "knows the rules",
        Level::Soldier => "sees what hangs",
        Level::Sergeant => "plans a few turns ahead",
        Level::Captain => "makes few mistakes",
        Level::Commander => "makes no careless mistakes",
        Level::Titan => "as strong as it gets",
    }
}

/// Question for the level of a computer added to a lobby.
pub const ADD: &str = "How strong should the computer be? It gets a random Battalion; `/lobby join` with `computer` and `battalion` lets you choose one.";

/// Question after a computer was added, while seats are free.
pub const ANOTHER: &str = "To add another one, choose its strength.";

/// Question for the level of a computer that takes a free seat.
pub const TAKE_OVER: &str =
    "How strong should the computer be? The Player who had the seat can take it back with `/seat take`.";

/// Label of the button that gives a free seat to a computer.
pub fn take_over_label(vacant: &VacantSeat, several: bool) -> String {
    let names: Vec<String> = vacant.last.iter().map(|member| member.name.clone()).collect();
    if several {
        crate::discord::wording::clip(&format!("Let a Computer Play for {}", list(&names)), 80)
    } else {
        "Let a Computer Play On".to_owned()
    }
}

/// Replaces "your turn" while a computer moves.
pub fn to_move(who: &str) -> String {
    format!("{who} is thinking.")
}

/// Replaces "your turn" when only computers are left.
pub const FINISHING: &str =
    "No person is left in this game: the computers finish it at once, and the result follows here.";

/// Notice that the computer plays at a lower level.
pub const WEAKER: &str = "Computers have used up their thinking time on this server for this hour, so they play weaker for a while. Those who administer the bot can change that time with `/server computers`.";

/// Earlier turns that are announced together with the last one.
pub fn told_before(turns: &[TurnTold], view: &View, names: &DisplayNames) -> Option<String> {
    let defeat = |fact: &&Fact| matches!(fact, Fact::Defeated { .. });
    let played = turns.iter().filter(|turn| !turn.text.is_empty());
    let played: Vec<String> =
        played.map(|turn| format!("**{}** played `{}`", names.name(turn.seat), plain(&turn.text))).collect();
    let played = (!played.is_empty()).then(|| format!("{}.", list(&played)));
    let defeats = turns.iter().flat_map(|turn| &turn.facts).filter(defeat).map(|fact| names.tell(view, fact));
    let said: Vec<String> = played.into_iter().chain(defeats).collect();
    (!said.is_empty()).then(|| said.join(" "))
}

/// The Check that one of `before` gave to a Player, and who lifted it: a later one of them, or the last action.
fn check(view: &View, names: &DisplayNames, before: &[TurnTold], given: usize, seat: Seat) -> Option<String> {
    let (giver, later) = before.get(given..)?.split_first().filter(|(giver, _)| giver.gave.contains(&seat))?;
    let with = |text: &str| match text {
        "" => String::new(),
        text => format!(" with `{}`", plain(text)),
    };
    let lifted = match later.iter().find(|turn| turn.lifted.contains(&seat)) {
        Some(turn) => Some((turn.seat, turn.text.as_str())),
        None if view.in_check().contains(&seat) => None,
        None => view.last.as_ref().and_then(|last| Some((last.seat?, last.text.as_str()))),
    };
    let lifted = lifted.map(|(by, text)| format!(", which {} lifted{}", names.name(by), with(text)));
    let gave = format!("{} gave you Check{}", names.name(giver.seat), with(&giver.text));
    Some(gave + &lifted.unwrap_or_default())
}

/// Effects of computers' turns on one Player in a game of three or more: "your Queen on d4 was captured by Ada", and the end of
/// the game for a Player who is still in it. The last turn and its Check are left out if the Player is to act, because
/// the board already shows them.
pub fn concerning(
    view: &View,
    names: &DisplayNames,
    before: &[TurnTold],
    last_by_computer: bool,
    seat: Seat,
) -> Option<String> {
    let asked = view.to_act.contains(&seat);
    let by = |seat: Option<Seat>| seat.map(|seat| format!(" by {}", names.name(seat))).unwrap_or_default();
    let effect = |captor: Option<Seat>, fact: &Fact| match fact {
        Fact::Captured { piece, owner, space } if *owner == seat => {
            Some(format!("your {} on {space} was captured{}", safe(piece, 60), by(captor)))
        }
        Fact::Defeated { seat: fallen, .. } if *fallen == seat => {
            words::did(fact, true).map(|did| format!("you {did}"))
        }
        _ => None,
    };
    let mut done = Vec::new();
    for (number, turn) in before.iter().enumerate() {
        done.extend(turn.facts.iter().filter_map(|fact| effect(Some(turn.seat), fact)));
        done.extend(check(view, names, before, number, seat));
    }
    if let Some(last) = view.last.as_ref().filter(|_| last_by_computer && !asked) {
        done.extend(last.facts.iter().filter_map(|fact| effect(last.seat, fact)));
        if view.in_check().contains(&seat) {
            done.push("you are in Check".to_owned());
        }
        let playing = view.seats.iter().any(|one| one.seat == seat && one.state == SeatState::Playing);
        if playing && matches!(view.phase, Phase::Ended { .. }) {
            done.push("the game is over".to_owned());
        }
    }
    (!done.is_empty()).then(|| list(&done))
}

/// Win chance as text, from the view of the reader.
fn in_words(points: f64) -> &'static str {
    match points {
        95.0.. => "you are winning",
        75.0.. => "you are much better",
        57.0.. => "you are a little better",
        43.0.. => "the game is level",
        25.0.. => "you are a little worse",
        5.0.. => "you are much worse",
        _ => "you are losing",
    }
}

/// Suggested move with its reason.
pub fn hint(hint: &Hint) -> String {
    let quoted = |texts: &[String]| {
        let all: Vec<String> = texts.iter().map(|text| format!("`{}`", plain(text))).collect();
        all.join(" ")
    };
    let (best, rest) = hint.line.split_first().map_or(("", &[][..]), |(best, rest)| (best, rest));
    let why = match hint.mate_in {
        Some(turns) if turns > 0 => {
            format!(": it wins by force in {}.", count(turns.unsigned_abs() as usize, "turn", "turns"))
        }
        Some(_) => ". The game is lost whatever you play; this holds out longest.".to_owned(),
        None => match hint.outlook {
            Some(Outlook::Chance(chance)) => format!(": {} ({chance:.0}%).", in_words(chance)),
            Some(Outlook::Share(share)) => format!(": your share of the win is about {share:.0}%."),
            None => ".".to_owned(),
        },
    };
    let goes_on = match rest {
        [] => String::new(),
        rest => format!(" Expected: {}.", quoted(rest)),
    };
    format!("Try `{}`{why}{goes_on}", plain(best))
}

/// Progress message of an analysis.
pub fn analysing(percent: u8) -> String {
    format!("Analysing the game: {percent}%…")
}

/// Text above the picture of an analysis.
pub fn analysed(analysed: &Analysed) -> String {
    let of = |grade, one, several| {
        let number = analysed.mistakes.iter().filter(|mistake| mistake.grade == grade).count();
        (number > 0).then(|| count(number, one, several))
    };
    let counted = [
        of(Grade::Blunder, "blunder (??)", "blunders (??)"),
        of(Grade::Mistake, "mistake (?)", "mistakes (?)"),
        of(Grade::Inaccuracy, "inaccuracy (?!)", "inaccuracies (?!)"),
    ];
    let counted: Vec<String> = counted.into_iter().flatten().collect();
    match counted.as_slice() {
        [] => "No turn of this game cost much.".to_owned(),
        counted => format!("{}. *Step Through* shows each with a better move.", list(counted)),
    }
}

/// Sign of a mistake after its notation, as in chess.
const fn sign(grade: Grade) -> &'static str {
    match grade {
        Grade::Inaccuracy => "?!",
        Grade::Mistake => "?",
        Grade::Blunder => "??",
    }
}

/// Name of a mistake's grade.
const fn graded(grade: Grade) -> &'static str {
    match grade {
        Grade::Inaccuracy => "an inaccuracy",
        Grade::Mistake => "a mistake",
        Grade::Blunder => "a blunder",
    }
}

/// Maximum number of mistakes listed in the picture. The graph marks all of them.
const LISTED: usize = 5;

/// Win chance after a turn in the step-through of an analysed game, with a better turn after a mistake.
pub fn at_turn(analysed: &Analysed, version: Version, names: &DisplayNames) -> Option<String> {
    let number = analysed.number(version)?;
    let chance = analysed.chances.get(number)?;
    let turn = analysed.turns.get(number - 1)?;
    let own = match turn.seat {
        Seat(0) => *chance,
        _ => 100.0 - chance,
    };
    let who = names.name(turn.seat);
    let costly = analysed.mistakes.iter().find(|one| one.number == number);
    let better = costly.map(|mistake| {
        let best = plain(&mistake.better.join(" "));
        let (what, before) = (graded(mistake.grade), mistake.before);
        format!(" The turn was {what} (from {before:.0}%); better: `{best}`.")
    });
    Some(format!("Win chance of {who}: {own:.0}%.{}", better.unwrap_or_default()))
}

/// Data of the picture of an analysis.
pub fn chances(analysed: &Analysed, names: [String; 2]) -> Chances {
    let mut worst: Vec<&Mistake> = analysed.mistakes.iter().collect();
    worst.sort_by(|a, b| (b.before - b.after).total_cmp(&(a.before - a.after)));
    worst.truncate(LISTED);
    worst.sort_by_key(|mistake| mistake.number);
    let number = |turn: usize| words::turn_number(u32::try_from(turn).unwrap_or(u32::MAX), 2);
    let costly = worst.into_iter().map(|mistake| CostlyTurn {
        seat: mistake.seat,
        turn: format!("{} {}{}", number(mistake.number), mistake.text, sign(mistake.grade)),
        better: format!("Better: {}", mistake.better.join(" ")),
        cost: format!("{:.0}% to {:.0}%", mistake.before, mistake.after),
    });
    Chances {
        title: "Win chances".to_owned(),
        subtitle: words::turns_played(u32::try_from(analysed.turns.len()).unwrap_or(u32::MAX), 2),
        marks: analysed.mistakes.iter().map(|mistake| mistake.number).collect(),
        names,
        shares: analysed.chances.clone(),
        mistakes: costly.collect(),
    }
}

#[cfg(test)]
mod tests {
    use engine::board::Space;
    use engine::clash::{Match, Setup};
    use engine::fact::EndReason;
    use engine::play::Fall;
    use engine::view::{LastAction, Viewer};

    use super::*;
    use crate::host::{Absence, GameId, Member, PersonId};

    /// Discord rejects a message with a button whose label has more than 80 characters.
    #[test]
    fn a_button_for_the_seat_of_several_people_names_them_while_there_is_room() {
        for (letters, length) in [(10, 49), (25, 79), (26, 80), (32, 80)] {
            let named = |person| Member { person: PersonId(person), name: "x".repeat(letters) };
            let vacant = VacantSeat { seat: Seat(0), last: vec![named(1), named(2)], why: Absence::Left };
            let label = take_over_label(&vacant, true);
            assert_eq!(label.chars().count(), length, "{label}");
            assert!(label.starts_with("Let a Computer Play for xxx"), "{label}");
            assert_eq!(take_over_label(&vacant, false), "Let a Computer Play On");
        }
    }

    /// The worst mistakes are listed, in the order in which they were made.
    #[test]
    fn the_worst_mistakes_are_listed_in_order() {
        let mistake = |number: usize, cost: f64| Mistake {
            grade: crate::host::Grade::Blunder,
            number,
            seat: Seat(0),
            text: "a3".to_owned(),
            before: 90.0,
            after: 90.0 - cost,
            better: vec!["e4".to_owned()],
        };
        let costs = [20.0, 6.0, 50.0, 30.0, 40.0, 25.0, 35.0, 45.0, 22.0, 5.0];
        let mistakes: Vec<Mistake> = (1..).zip(costs).map(|(number, cost)| mistake(number, cost)).collect();
        let analysed = Analysed { game: GameId(1), chances: vec![50.0; 11], turns: Vec::new(), mistakes };
        let chances = chances(&analysed, ["Ann".to_owned(), "Bob".to_owned()]);
        let found: Vec<&str> = chances.mistakes.iter().map(|one| one.cost.as_str()).collect();
        let mut worst = costs;
        worst.sort_by(|a, b| b.total_cmp(a));
        let least = worst[LISTED - 1];
        let expected: Vec<String> =
            costs.iter().filter(|cost| **cost >= least).map(|cost| format!("90% to {:.0}%", 90.0 - cost)).collect();
        assert_eq!(found, expected);
        assert_eq!(chances.marks, (1..=10).collect::<Vec<_>>(), "all are marked in the graph");
    }

    #[test]
    fn a_hint_names_a_move_and_why() {
        let mut asked = Hint {
            game: GameId(1),
            version: Version(4),
            line: ["exd5", "Qxd5", "Nc3"].map(str::to_owned).to_vec(),
            outlook: Some(Outlook::Chance(61.4)),
            mate_in: None,
            depth: 8,
        };
        assert_eq!(hint(&asked), "Try `exd5`: you are a little better (61%). Expected: `Qxd5` `Nc3`.");
        let shared = Hint { outlook: Some(Outlook::Share(23.4)), ..asked.clone() };
        assert_eq!(hint(&shared), "Try `exd5`: your share of the win is about 23%. Expected: `Qxd5` `Nc3`.");
        let unknown = Hint { outlook: None, ..asked.clone() };
        assert_eq!(hint(&unknown), "Try `exd5`. Expected: `Qxd5` `Nc3`.");
        asked.mate_in = Some(1);
        asked.line.truncate(1);
        assert_eq!(hint(&asked), "Try `exd5`: it wins by force in 1 turn.");
    }

    /// Of two Checks to a Player, each was lifted by a turn after it.
    #[test]
    fn a_second_check_is_not_lifted_by_an_earlier_turn() {
        let names = DisplayNames::new(["Ada", "Bruno", "Cleo", "Dora", "Ann"].map(|name| vec![name.to_owned()]));
        let told = |seat, text: &str, gave: &[Seat], lifted: &[Seat]| TurnTold {
            version: Version(1),
            seat: Seat(seat),
            text: text.to_owned(),
            facts: Vec::new(),
            gave: gave.to_vec(),
            lifted: lifted.to_vec(),
        };
        let ann = [Seat(4)];
        let turns = [told(0, "Qe7", &ann, &[]), told(1, "d5", &[], &ann), told(2, "Re1", &ann, &[])];
        let last = LastAction { seat: Some(Seat(3)), text: "Nf6".to_owned(), ..LastAction::default() };
        let view = Match::new(Setup { en_passant: false, seed: [0; 32] }).unwrap().view(Viewer::Public);
        let view = View { clash: None, to_act: ann.to_vec(), last: Some(last), ..view };
        assert_eq!(
            concerning(&view, &names, &turns, true, Seat(4)).unwrap(),
            "Ada gave you Check with `Qe7`, which Bruno lifted with `d5` and Cleo gave you Check with `Re1`, which Dora \
             lifted with `Nf6`"
        );
    }

    #[test]
    fn turns_of_several_computers_are_told_in_a_sentence() {
        let names = DisplayNames::new([
            vec!["Ada (Captain bot)".into()],
            vec!["Bruno (Captain bot)".into()],
            vec!["Ann".into()],
        ]);
        let view = Match::new(Setup { en_passant: false, seed: [0; 32] }).unwrap().view(Viewer::Public);
        let view = View { clash: None, to_act: vec![Seat(2)], ..view };
        assert_eq!(told_before(&[], &view, &names), None);
        let told = |seat, text: &str, facts| TurnTold {
            version: Version(1),
            seat: Seat(seat),
            text: text.to_owned(),
            facts,
            gave: Vec::new(),
            lifted: Vec::new(),
        };
        let taken = Fact::Captured { piece: "Queen".into(), owner: Seat(2), space: Space::new(3, 3) };
        let fallen = Fact::Defeated { seat: Seat(1), how: Fall::Resigned };
        let turns = [told(0, "Qxd4", vec![taken]), told(1, "d5", vec![]), told(1, "", vec![fallen])];
        assert_eq!(
            told_before(&turns, &view, &names).unwrap(),
            "**Ada (Captain bot)** played `Qxd4` and **Bruno (Captain bot)** played `d5`. Bruno (Captain bot) resigns."
        );
        let told = |seat| concerning(&view, &names, &turns, true, Seat(seat));
        assert_eq!(told(2).unwrap(), "your Queen on d4 was captured by Ada (Captain bot)");
        assert_eq!(told(1).unwrap(), "you resign");
        assert_eq!(told(0), None);
        // A Check is reported with its giver, and with the turn that lifted it.
        let [mut first, mut second, _] = turns.clone();
        (first.gave, second.lifted) = (vec![Seat(2)], vec![Seat(2)]);
        let told = |turns: &[TurnTold]| concerning(&view, &names, turns, true, Seat(2)).unwrap();
        assert_eq!(
            told(&[first.clone(), second]),
            "your Queen on d4 was captured by Ada (Captain bot) and Ada (Captain bot) gave you Check with `Qxd4`, which \
             Bruno (Captain bot) lifted with `d5`"
        );
        // A Player who is to act sees the last turn on the board.
        let loses = |seat| Fact::Captured { piece: "Rook".into(), owner: seat, space: Space::new(0, 0) };
        let facts = vec![loses(Seat(1)), loses(Seat(2))];
        let last = LastAction { seat: Some(Seat(0)), text: "Bxa1".to_owned(), facts, ..LastAction::default() };
        let taken = View { last: Some(last), ..view.clone() };
        let told_of = |by_computer, seat| concerning(&taken, &names, &[], by_computer, Seat(seat));
        assert_eq!(told_of(true, 1).as_deref(), Some("your Rook on a1 was captured by Ada (Captain bot)"));
        assert_eq!(told_of(true, 2), None);
        assert_eq!(told_of(false, 1), None);
        // The end of the game is reported to a Player who is still in it.
        let mut over =
            View { phase: Phase::Ended { winners: vec![Seat(0)], reason: EndReason::Credits }, ..view.clone() };
        over.last = Some(LastAction { seat: Some(Seat(0)), text: "Qxf7#".to_owned(), ..LastAction::default() });
        over.to_act.clear();
        assert_eq!(concerning(&over, &names, &[], true, Seat(1)).as_deref(), Some("the game is over"));
        assert_eq!(concerning(&over, &names, &[], false, Seat(1)), None, "a person ended it");
        // What the last turn captured is reported with it.
        let taken = Fact::Captured { piece: "Queen".into(), owner: Seat(1), space: Space::new(3, 3) };
        over.last.as_mut().unwrap().facts.push(taken);
        assert_eq!(
            concerning(&over, &names, &[], true, Seat(1)).unwrap(),
            "your Queen on d4 was captured by Ada (Captain bot) and the game is over"
        );
        first.facts.clear();
        let last = LastAction { seat: Some(Seat(1)), text: "Nf6".to_owned(), ..LastAction::default() };
        let lifted = View { last: Some(last), ..view.clone() };
        assert_eq!(
            concerning(&lifted, &names, std::slice::from_ref(&first), true, Seat(2)).unwrap(),
            "Ada (Captain bot) gave you Check with `Qxd4`, which Bruno (Captain bot) lifted with `Nf6`"
        );
        // A Check that nobody lifted.
        let army = engine::battalion::load_builtin("medieval").unwrap();
        let setup = engine::titans::Setup::new(engine::titans::GameMode::Duel, vec![army.clone(), army], [0; 32]);
        let board = engine::titans::Game::new(setup.unwrap()).unwrap().view(Viewer::Public);
        let mut king = board.pieces.iter().find(|piece| piece.look.id.ends_with("/king")).unwrap().clone();
        king.seat = Seat(2);
        let standing = View { checks: vec![king.space], pieces: vec![king], to_act: Vec::new(), ..lifted };
        assert_eq!(
            concerning(&standing, &names, &[first], true, Seat(2)).unwrap(),
            "Ada (Captain bot) gave you Check with `Qxd4` and you are in Check"
        );
    }
}
