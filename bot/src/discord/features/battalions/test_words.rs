//! Messages about tests of armies.

use std::time::Duration;

use balance::appraisal::{Appraisal, Warning};
use balance::stats::Interval;
use render::cards::Scores;

use crate::discord::wording::{capitalised, clip, count, list, safe, times};
use crate::host::{Trial, TrialProgress, TrialRefusal};

/// Maximum characters of the army's name, of another name, and of a warning.
const NAME: usize = 60;
const OTHER: usize = 40;
const WARNING: usize = 150;
/// Maximum numbers of pieces and warnings that are named.
const PIECES: usize = 6;
const WARNINGS: usize = 4;

/// Message about a test that another person has cancelled.
pub const CANCELLED: &str = "This test was cancelled.";

/// Message that no longer follows a test, because Discord ends edits of a response after 15 minutes.
pub const LATER: &str = "This test takes longer; the result comes as a direct message. `/battalion-admin test` shows how far it is, \
                         and the result later.";

/// "**Dragon Riders** (version 2)".
fn title(trial: &Trial) -> String {
    let name = safe(&trial.name, NAME);
    match trial.version {
        Some(version) => format!("**{name}** (version {version})"),
        None => format!("**{name}**"),
    }
}

/// Progress of a test.
pub fn playing(trial: &Trial, progress: TrialProgress) -> String {
    let TrialProgress { played, games, left } = progress;
    let done = match games {
        0 => "the first games begin soon".to_owned(),
        games => format!("{played} of {games} games played"),
    };
    let left = left.map_or_else(String::new, |left| format!(", about {} left", minutes(left)));
    format!(
        "{} is being tested against the built-in armies: {done}{left}.\nThe result comes here, or as a direct message if it takes \
         more than a quarter of an hour. Only the people who manage the bot can see it, with `/battalion-admin test`.",
        title(trial)
    )
}

/// "4 minutes", "1 hour 10 minutes".
fn minutes(time: Duration) -> String {
    let whole = time.as_secs().div_ceil(60).max(1);
    times::duration(u32::try_from(whole).unwrap_or(u32::MAX).saturating_mul(60))
}

/// Message about a test that the reader has cancelled.
pub fn cancelled(name: &str) -> String {
    format!("The test of {} was cancelled; its games are not kept.", safe(name, NAME))
}

/// End of a test whose army was archived.
pub fn archived(name: &str) -> String {
    format!("The test of {} has ended, because the Battalion is no longer in use here.", safe(name, NAME))
}

/// End of a test whose army has a newer version.
pub fn replaced(name: &str) -> String {
    format!("The test of {} has ended, because there is a newer version. Test that one.", safe(name, NAME))
}

/// End of a test that could not be played.
pub fn failed(name: &str) -> String {
    format!(
        "The test of {} has ended, because its games could not be played. Please tell the people who run this bot.",
        safe(name, NAME)
    )
}

/// Picture of the scores.
pub fn card(trial: &Trial, report: &Appraisal) -> Scores {
    let percent = |score: Interval| [100.0 * score.mean, 100.0 * score.half];
    Scores {
        title: format!("Score of {}", clip(&trial.name, NAME)),
        detail: format!("{} games, {} positions per turn", thousands(report.games as u64), thousands(report.nodes)),
        rows: report.meetings.iter().map(|meeting| (meeting.name.clone(), percent(meeting.score))).collect(),
    }
}

/// "61 ± 5%".
fn score(score: Interval) -> String {
    format!("{:.0} ± {:.0}%", 100.0 * score.mean, 100.0 * score.half)
}

/// "2,000".
fn thousands(number: u64) -> String {
    match (number / 1000, number % 1000) {
        (0, rest) => rest.to_string(),
        (thousands, rest) => format!("{thousands},{rest:03}"),
    }
}

/// Results of a test.
pub fn finished(trial: &Trial, report: &Appraisal) -> String {
    let mut lines = vec![format!(
        "{} scores **{}** in {} games against the built-in armies.",
        title(trial),
        score(report.score),
        thousands(report.games as u64)
    )];
    let meeting = |name: &str, score: String| format!("- {score} against {}", safe(name, OTHER));
    lines.extend(report.meetings.iter().map(|one| meeting(&one.name, score(one.score))));
    lines.push(course(report));
    let own = trial.version.is_some();
    lines.extend(pieces(report, own));
    let warnings: Vec<String> = report.warnings.iter().map(|one| warning(one, own)).collect();
    lines.extend(warnings.iter().take(WARNINGS).map(|one| format!("⚠ {}", safe(one, WARNING))));
    if let Some(more) = warnings.len().checked_sub(WARNINGS).filter(|more| *more > 0) {
        lines.push(format!("⚠ And {}.", count(more, "more warning", "more warnings")));
    }
    lines.push(format!(
        "-# Games of the computer player with {} positions per turn; 95% intervals. People may play this army better or worse.",
        thousands(report.nodes)
    ));
    lines.join("\n")
}

/// First move, draws, length, and the shortest win.
fn course(report: &Appraisal) -> String {
    let mut text = format!(
        "Moving first scores {}. {:.0}% of the games were drawn",
        score(report.first_move),
        100.0 * report.draws
    );
    let too_long = format!("{:.0}%", 100.0 * report.too_long);
    if too_long != "0%" {
        text += &format!(", {too_long} because they became too long");
    }
    text += &format!(". A game has {:.0} turns of both sides on average", report.turns);
    if let Some((turns, loser)) = &report.shortest {
        text += &format!("; the shortest win took {turns}, against {}", safe(loser, OTHER));
    }
    text + "."
}

/// Values of the pieces: "By its movements, your Dragon is worth about 7 Pawns, your Rook 5 and your Pawn 1."
fn pieces(report: &Appraisal, own: bool) -> Option<String> {
    let whose = if own { "your" } else { "the" };
    let named = |name: &str| format!("{whose} {}", safe(name, OTHER));
    let ((first, value), others) = report.pieces.split_first()?;
    let mut told = vec![format!("{} is worth about {}", named(first), pawns(*value))];
    told.extend(others.iter().take(PIECES - 1).map(|(name, value)| format!("{} {}", named(name), halves(*value))));
    let more = report.pieces.len().saturating_sub(PIECES);
    if more > 0 {
        told.push(format!("{} less", count(more, "other piece", "other pieces")));
    }
    Some(format!("By their movements, {}.", list(&told)))
}

/// "7 Pawns", "1 Pawn", "3½ Pawns".
fn pawns(value: f64) -> String {
    let number = halves(value);
    let many = if number == "1" || number == "½" { "Pawn" } else { "Pawns" };
    format!("{number} {many}")
}

/// A number rounded to halves: "7", "3½", "½".
fn halves(value: f64) -> String {
    let doubled = (2.0 * value.max(0.0)).round();
    let whole = (doubled / 2.0).floor();
    match (whole == 0.0, doubled / 2.0 > whole) {
        (true, true) => "½".to_owned(),
        (false, true) => format!("{whole:.0}½"),
        (_, false) => format!("{whole:.0}"),
    }
}

/// Warning about an army as a sentence.
fn warning(warning: &Warning, own_army: bool) -> String {
    let army = if own_army { "your army" } else { "this army" };
    let names = |names: &[String]| list(&names.iter().map(|name| clip(name, OTHER)).collect::<Vec<_>>());
    let text = match warning {
        Warning::Check { own: true, against } => format!("{army} starts in Check against {}.", names(against)),
        Warning::Check { own: false, against } => format!("against {}, the Opponent starts in Check.", names(against)),
        Warning::Defeat { own: true, against } => {
            format!("{army} can lose in the first turn against {}.", names(against))
        }
        Warning::Defeat { own: false, against } => {
            format!("{army} can win in the first turn against {}.", names(against))
        }
        Warning::Forced { own, turns, against } => {
            let wins = if *own { "wins" } else { "loses" };
            let turns = count(usize::try_from(*turns).unwrap_or(usize::MAX), "turn", "turns");
            format!("{army} {wins} by force within {turns} against {}.", clip(against, OTHER))
        }
        Warning::NeverWins => format!("{army} won none of these games; perhaps it cannot give checkmate."),
    };
    capitalised(&text)
}

/// Refusal to start or cancel a test.
pub fn refusal(why: &TrialRefusal) -> String {
    match why {
        TrialRefusal::NotForDuels(name) => {
            format!("{name} cannot play duels, and a test consists of duels; choose another Battalion.")
        }
        TrialRefusal::Archived => {
            "That Battalion is archived; publish it first, or add it again as a new version.".to_owned()
        }
        TrialRefusal::Other(name) => format!(
            "{name} is being tested on this server; wait for that test, or cancel it with the button of `/battalion-admin test` for {name}."
        ),
        TrialRefusal::Busy => "Many servers are testing armies right now; please try again in some minutes.".to_owned(),
        TrialRefusal::Over => {
            "That test is over; `/battalion-admin test` shows its result, or begins a new one.".to_owned()
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use balance::appraisal::Meeting;

    use super::*;
    use crate::discord::answer::CONTENT;
    use crate::host::{PersonId, TrialId, TrialStage};

    fn trial(name: &str, version: Option<i64>) -> Trial {
        Trial { id: TrialId(7), person: PersonId(1), name: name.to_owned(), version, stage: TrialStage::Failed }
    }

    fn at(mean: f64, half: f64) -> Interval {
        Interval { mean, half }
    }

    pub(in crate::discord::features::battalions) fn report() -> Appraisal {
        let meeting = |name: &str, mean| Meeting { name: name.to_owned(), score: at(mean, 0.061) };
        Appraisal {
            name: "Dragon Riders".to_owned(),
            nodes: 2_000,
            games: 1_200,
            score: at(0.61, 0.04),
            meetings: vec![meeting("The Party", 0.823), meeting("Makpong", 0.4)],
            first_move: at(0.52, 0.03),
            draws: 0.31,
            too_long: 0.124,
            turns: 112.4,
            shortest: Some((21, "The Party".to_owned())),
            pieces: vec![("Dragon".to_owned(), 7.1), ("Wyvern".to_owned(), 3.4), ("Pawn".to_owned(), 0.9)],
            warnings: Vec::new(),
        }
    }

    #[test]
    fn results_are_told_in_full() {
        assert_eq!(
            finished(&trial("Dragon Riders", Some(2)), &report()),
            "**Dragon Riders** (version 2) scores **61 ± 4%** in 1,200 games against the built-in armies.\n\
             - 82 ± 6% against The Party\n\
             - 40 ± 6% against Makpong\n\
             Moving first scores 52 ± 3%. 31% of the games were drawn, 12% because they became too long. A game has 112 turns of \
             both sides on average; the shortest win took 21, against The Party.\n\
             By their movements, your Dragon is worth about 7 Pawns, your Wyvern 3½ and your Pawn 1.\n\
             -# Games of the computer player with 2,000 positions per turn; 95% intervals. People may play this army better or worse."
        );
        let short = Appraisal { too_long: 0.004, shortest: None, ..report() };
        let told = finished(&trial("Dragon Riders", None), &short);
        assert!(told.contains("\nMoving first scores 52 ± 3%. 31% of the games were drawn. A game has 112 turns of both sides on average.\n"));
        assert!(told.contains("the Dragon is worth about 7 Pawns, the Wyvern 3½ and the Pawn 1."), "{told}");
        let drawn = card(&trial("Dragon Riders", Some(2)), &report());
        assert_eq!(
            (drawn.title.as_str(), drawn.detail.as_str()),
            ("Score of Dragon Riders", "1,200 games, 2,000 positions per turn")
        );
        let row = |(name, [score, half]): &(String, [f64; 2])| format!("{name}: {score:.0} ± {half:.0}");
        assert_eq!(drawn.rows.iter().map(row).collect::<Vec<_>>(), ["The Party: 82 ± 6", "Makpong: 40 ± 6"]);
    }

    #[test]
    fn warnings_name_the_side_and_the_opponents() {
        let against = || vec!["Makpong".to_owned(), "The Party".to_owned()];
        let forced = |own, turns| Warning::Forced { own, turns, against: "Makpong".to_owned() };
        for (found, own, text) in [
            (
                Warning::Check { own: true, against: against() },
                true,
                "Your army starts in Check against Makpong and The Party.",
            ),
            (
                Warning::Check { own: false, against: against() },
                true,
                "Against Makpong and The Party, the Opponent starts in Check.",
            ),
            (
                Warning::Defeat { own: true, against: against() },
                true,
                "Your army can lose in the first turn against Makpong and The Party.",
            ),
            (
                Warning::Defeat { own: false, against: against() },
                false,
                "This army can win in the first turn against Makpong and The Party.",
            ),
            (forced(true, 1), true, "Your army wins by force within 1 turn against Makpong."),
            (forced(false, 7), false, "This army loses by force within 7 turns against Makpong."),
            (Warning::NeverWins, true, "Your army won none of these games; perhaps it cannot give checkmate."),
        ] {
            assert_eq!(warning(&found, own), text);
        }
    }

    #[test]
    fn values_are_rounded_to_halves() {
        for (value, text) in [(-1.0, "0"), (0.2, "0"), (0.3, "½"), (0.8, "1"), (1.3, "1½"), (7.1, "7"), (9.76, "10")]
        {
            assert_eq!(halves(value), text, "{value}");
        }
        assert_eq!([0.4, 1.1, 2.5].map(pawns), ["½ Pawn", "1 Pawn", "2½ Pawns"]);
    }

    #[test]
    fn progress_says_how_much_is_left() {
        let told = |played, games, left: Option<u64>| {
            let progress = TrialProgress { played, games, left: left.map(Duration::from_secs) };
            playing(&trial("@everyone", None), progress)
        };
        assert!(told(0, 0, None).contains(": the first games begin soon."), "{}", told(0, 0, None));
        let later = told(120, 700, Some(4_195));
        assert!(later.contains(": 120 of 700 games played, about 1 hour 10 minutes left."), "{later}");
        assert!(told(698, 700, Some(3)).contains("about 1 minute left"));
        assert!(!later.contains("@everyone"), "{later}");
    }

    #[test]
    fn the_longest_message_fits() {
        let long = "Grandmaster of the Eastern Gate and the Sea ".repeat(2);
        let mut report = report();
        report.meetings = vec![Meeting { name: long.clone(), score: at(0.5, 0.5) }; 8];
        report.pieces = vec![(long.clone(), 10.4); 40];
        report.warnings = vec![Warning::Check { own: true, against: vec![long.clone(); 8] }; 9];
        report.shortest = Some((100, long.clone()));
        let text = finished(&trial(&long, Some(12)), &report);
        assert!(text.chars().count() <= CONTENT, "{}", text.chars().count());
        assert!(text.contains("⚠ And 5 more warnings.") && text.contains("34 other pieces less"), "{text}");
    }

    #[test]
    fn every_piece_is_named_or_counted() {
        for (pieces, named, more) in
            [(1, 1, None), (6, 6, None), (7, 6, Some("1 other piece less")), (9, 6, Some("3 other pieces less"))]
        {
            let piece = |number: usize| (format!("Piece {number}"), 9.0);
            let report = Appraisal { pieces: (0..pieces).map(piece).collect(), ..report() };
            let told = super::pieces(&report, true).unwrap();
            assert_eq!(told.matches("your Piece").count(), named, "{told}");
            assert_eq!(told.contains(" less"), more.is_some(), "{told}");
            assert!(more.is_none_or(|more| told.contains(more)), "{told}");
        }
    }
}
