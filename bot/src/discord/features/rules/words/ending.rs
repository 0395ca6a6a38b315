//! Losing, winning and drawing with a Battalion, and the role of its Titans: texts from the powers in force.

use engine::ability;
use engine::battalion::{AbilityUse, Definition};
use engine::play::{Royalty, Stalemate};

use crate::discord::wording::list;
use crate::discord::wording::pages::{Paragraph, paragraph};
use crate::host::rulebook::named;

/// Powers that these paragraphs explain.
pub(in crate::discord) const EXPLAINED: [&str; 7] =
    ["royal", "stalemate", "lose-without", "win-by-losing", "win-by-checks", "win-by-extinction", "win-by-reaching"];

/// Titans, losing, winning and drawing.
pub(in crate::discord) fn endings(definition: &Definition) -> [Paragraph; 4] {
    let royalty = ability::royalty(definition);
    [
        paragraph("Titans", titans(definition, royalty)),
        paragraph("Losing", losing(definition, royalty)),
        paragraph("Winning", winning(definition, royalty)),
        paragraph("Drawing", drawing(definition, royalty)),
    ]
}

/// Names of the pieces that a power lists, joined by "or"; `None` if it lists none.
fn listed(definition: &Definition, power: &AbilityUse) -> Option<String> {
    let names = named(definition, power, "pieces");
    (!names.is_empty()).then(|| names.join(" or "))
}

/// Number of Titans at the start.
fn at_the_start(definition: &Definition) -> usize {
    let cells = definition.territory.rows.iter().flatten().flatten();
    cells.filter(|index| definition.pieces.get(**index).is_some_and(|piece| piece.titan)).count()
}

fn titans(definition: &Definition, royalty: Royalty) -> String {
    let names: Vec<String> = definition.pieces.iter().filter(|piece| piece.titan).map(|p| p.name.clone()).collect();
    let what = match (royalty, at_the_start(definition)) {
        (Royalty::Unchecked, _) => {
            "A Titan is never in Check: it may be left attacked and may move to an attacked Space (T-19)."
        }
        (Royalty::Common, _) => {
            "A Titan is never in Check, and losing it defeats nobody: it may be left attacked and given up like any other piece (T-19, T-21)."
        }
        (_, 1) => "It is in Check when it is attacked, and no turn may end in Check (T-19, T-20).",
        (Royalty::Any, _) => "Each of them is in Check when it is attacked, and no turn may end in Check (T-19, T-20).",
        (Royalty::All, _) => {
            "They are in Check only when all of them are attacked at once, and no turn may end in Check (T-19, T-20)."
        }
        (Royalty::Last, _) => {
            "Only the last one on the board can be in Check; while there are more, any of them may be left attacked (T-19, T-20)."
        }
    };
    format!("{}. {what}", list(&names))
}

fn losing(definition: &Definition, royalty: Royalty) -> String {
    let by_titans = match (royalty, at_the_start(definition)) {
        (Royalty::Any, 2..) => {
            "A Player is out when checkmated, or with fewer Titans on the board than at the start (T-21)."
        }
        (Royalty::Last | Royalty::Any | Royalty::All, _) => {
            "A Player is out when checkmated, or when the last Titan is captured (T-21)."
        }
        (Royalty::Unchecked, _) => "A Player is out when the last Titan is captured; there is no checkmate (T-21).",
        (Royalty::Common, _) => "There is no checkmate, and capturing Titans puts nobody out (T-21).",
    };
    let mut text = by_titans.to_owned();
    for power in definition.powers_named("lose-without") {
        let also = if royalty == Royalty::Common { "A Player is out" } else { "Also" };
        let names = listed(definition, power).unwrap_or_default();
        text += &format!(" {also} when a turn ends and they control no {names} on the board (P-5).");
    }
    if ability::stalemate(definition) == Stalemate::Loses {
        text += &format!(" {}, a Player is out (T-21, T-24).", stuck(royalty));
    }
    text
}

fn winning(definition: &Definition, royalty: Royalty) -> String {
    let mut text = match (definition.matches.duels(), definition.matches.party()) {
        (true, false) => "The Player whose Opponent is out wins (T-25).".to_owned(),
        (false, _) => "The Player who reaches the aim of the gamemode wins (T-29, T-30).".to_owned(),
        (true, true) => {
            "In a duel the Player whose Opponent is out wins; in Party Mode, the one who reaches the aim of the gamemode (T-25, T-29, T-30)."
                .to_owned()
        }
    };
    for power in &definition.powers {
        if let Some(way) = way_to_win(definition, power) {
            text += &format!(" {way} (T-21).");
        }
    }
    if ability::stalemate(definition) == Stalemate::Wins {
        text += &format!(" {}, a Player puts every other Player out (T-24).", stuck(royalty));
    }
    text
}

/// Way to win that a power adds, without a full stop.
fn way_to_win(definition: &Definition, power: &AbilityUse) -> Option<String> {
    let pieces = listed(definition, power);
    Some(match power.name.as_str() {
        "win-by-losing" => format!(
            "A Player with no {} left on the board at the end of a turn puts every other Player out",
            pieces.as_deref().unwrap_or("piece")
        ),
        "win-by-checks" => format!(
            "A Player puts an Opponent out by giving them Check in {} turns",
            power.number("count").unwrap_or(ability::USUAL_CHECKS.into())
        ),
        "win-by-extinction" => match power.word("of") {
            Some("a-kind") => {
                "A Player puts out an Opponent who has lost every piece of one of the types in that Opponent's layout"
                    .to_owned()
            }
            _ => "A Player puts out an Opponent who has nothing but Titans left on the board".to_owned(),
        },
        "win-by-reaching" => format!(
            "A Player with a {} in {} {} puts every other Player out, unless something keeps that piece from acting",
            pieces.as_deref().unwrap_or("Titan"),
            power.zone("zone").map(|zone| zone.words().replacen("its own", "their own", 1)).unwrap_or_default(),
            if has_last_turn(power) {
                "when every Player has had the same number of turns"
            } else {
                "at the end of their own turn"
            }
        ),
        _ => return None,
    })
}

/// Returns whether a goal counts only after the last turn of the others.
fn has_last_turn(power: &AbilityUse) -> bool {
    power.name == "win-by-reaching" && power.flag("last-turn")
}

fn drawing(definition: &Definition, royalty: Royalty) -> String {
    let stuck = stuck(royalty);
    let stalemate = match (ability::stalemate(definition), definition.matches.duels(), definition.matches.party()) {
        (Stalemate::Loses | Stalemate::Wins, ..) => String::new(),
        (Stalemate::Draws, true, false) => format!("{stuck}, a Player draws the duel (T-24). "),
        (Stalemate::Draws, true, true) => format!("{stuck}, a Player draws a duel and passes in Party Mode (T-24). "),
        (Stalemate::Draws, false, _) => format!("{stuck}, a Player passes (T-24). "),
    };
    let level = if definition.powers.iter().any(has_last_turn) && definition.matches.duels() {
        "A duel is drawn if both Players have reached their goals in the same round (T-21). "
    } else {
        ""
    };
    stalemate
        + level
        + "A game is drawn if all agree, if the same position occurs for the third time, after 50 turns of each Player in a row without \
           progress, and after 300 turns of each (T-26)."
}

/// Condition of a stalemate, as the beginning of a sentence.
const fn stuck(royalty: Royalty) -> &'static str {
    if royalty.knows_check() { "With no legal action while not in Check" } else { "With no legal action" }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;
    use crate::discord::features::rules::words::battalion;

    /// An army with these Titans in its layout and these powers.
    fn army(titans: &str, powers: &str) -> Definition {
        army_for("", titans, powers)
    }

    /// An army with a line about the gamemodes that allow it.
    fn army_for(modes: &str, titans: &str, powers: &str) -> Definition {
        let text = format!(
            "format = 1\n{modes}id = \"court\"\nname = \"Court\"\n[territory]\nlayout = [\"PPPP\", \"{titans}\"]\n\
             [[piece]]\nid = \"king\"\nname = \"King\"\nsymbol = \"K\"\ntitan = true\nmoves = \"K\"\n\
             [[piece]]\nid = \"pawn\"\nname = \"Pawn\"\nsymbol = \"P\"\nmoves = \"fmWfcF\"\n{powers}"
        );
        engine::battalion::read(&text, &ability::specs()).unwrap()
    }

    fn text(definition: &Definition, head: &str) -> String {
        let told = battalion(definition);
        told.into_iter().find(|one| one.head == head).map(|one| one.text).unwrap_or_default()
    }

    fn royal(titans: &str, word: &str) -> [String; 3] {
        let army = army(titans, &format!("[[power]]\nuse = \"royal\"\ntitans = \"{word}\"\n"));
        assert!(battalion(&army).iter().all(|one| !one.text.contains(word) || !one.head.starts_with("Royal")));
        ["Titans", "Losing", "Drawing"].map(|head| text(&army, head))
    }

    #[test]
    fn an_ordinary_army_loses_by_checkmate() {
        let [one, two] = [army("K...", ""), army("KK..", "")];
        assert_eq!(
            text(&one, "Titans"),
            "King. It is in Check when it is attacked, and no turn may end in Check (T-19, T-20)."
        );
        assert!(text(&two, "Titans").contains("Only the last one on the board"));
        for army in [one, two] {
            assert_eq!(
                text(&army, "Losing"),
                "A Player is out when checkmated, or when the last Titan is captured (T-21)."
            );
            assert!(
                text(&army, "Drawing")
                    .starts_with("With no legal action while not in Check, a Player draws a duel and passes")
            );
        }
    }

    #[test]
    fn own_royalty_is_told_as_it_is() {
        let [titans, losing, drawing] = royal("KK..", "common");
        assert!(titans.contains("never in Check, and losing it defeats nobody"), "{titans}");
        assert_eq!(losing, "There is no checkmate, and capturing Titans puts nobody out (T-21).");
        assert!(drawing.starts_with("With no legal action, a Player draws a duel"), "{drawing}");
        let [titans, losing, _] = royal("K...", "unchecked");
        assert!(titans.contains("A Titan is never in Check: it may be left attacked"), "{titans}");
        assert_eq!(losing, "A Player is out when the last Titan is captured; there is no checkmate (T-21).");
        let [titans, losing, _] = royal("KK..", "any");
        assert!(titans.contains("Each of them is in Check"), "{titans}");
        assert!(losing.contains("fewer Titans on the board than at the start"), "{losing}");
        let [titans, losing, _] = royal("KK..", "all");
        assert!(titans.contains("only when all of them are attacked at once"), "{titans}");
        assert!(losing.contains("when the last Titan is captured"), "{losing}");
        // With a single Titan these say the same as the usual rule.
        let usual = army("K...", "");
        for word in ["any", "all"] {
            assert_eq!(royal("K...", word), ["Titans", "Losing", "Drawing"].map(|head| text(&usual, head)), "{word}");
        }
    }

    /// Every royalty with every other aim of a game, for one Titan and for two.
    #[test]
    fn every_way_to_end_a_game_is_told_as_recorded() {
        let powers = [
            "",
            "[[power]]\nuse = \"lose-without\"\npieces = [\"pawn\"]\n",
            "[[power]]\nuse = \"stalemate\"\nresult = \"loses\"\n",
            "[[power]]\nuse = \"stalemate\"\nresult = \"wins\"\n",
            "[[power]]\nuse = \"win-by-losing\"\n",
            "[[power]]\nuse = \"win-by-checks\"\n",
            "[[power]]\nuse = \"win-by-extinction\"\nof = \"all-but-titans\"\n",
            "[[power]]\nuse = \"win-by-reaching\"\nzone = \"enemy-back-rank\"\nlast-turn = true\n",
            "[[power]]\nuse = \"lose-without\"\npieces = [\"king\", \"pawn\"]\n\
             [[power]]\nuse = \"stalemate\"\nresult = \"loses\"\n[[power]]\nuse = \"win-by-checks\"\n",
        ];
        let short = |power: &str| power.replace("[[power]]\nuse = ", "").replace('\n', " ");
        let mut found = String::new();
        let mut tell = |army: &Definition, head: &str| {
            writeln!(found, "## {head}").unwrap();
            for head in ["Titans", "Losing", "Winning", "Drawing"] {
                writeln!(found, "{head}: {}", text(army, head)).unwrap();
            }
        };
        for titans in ["K...", "KK.."] {
            for word in ["", "common", "unchecked", "any", "all"] {
                for power in powers {
                    let royal = match word {
                        "" => String::new(),
                        word => format!("[[power]]\nuse = \"royal\"\ntitans = \"{word}\"\n"),
                    };
                    let army = army(titans, &format!("{royal}{power}"));
                    tell(&army, &format!("{titans} {word} {}", short(power)));
                }
            }
        }
        for modes in ["duel = false\n", "party = false\n"] {
            for power in powers {
                let army = army_for(modes, "K...", power);
                tell(&army, &format!("{} {}", modes.trim(), short(power)));
            }
        }
        crate::expected::compare("discord/features/rules/words/ending.txt", &found, 400);
    }

    #[test]
    fn stalemate_and_other_aims_are_in_the_same_paragraphs() {
        let common = "[[power]]\nuse = \"royal\"\ntitans = \"common\"\n";
        let loses = army("K...", &format!("{common}[[power]]\nuse = \"stalemate\"\nresult = \"loses\"\n"));
        assert!(text(&loses, "Losing").ends_with("With no legal action, a Player is out (T-21, T-24)."));
        assert!(text(&loses, "Drawing").starts_with("A game is drawn if all agree"));
        let wins =
            army("K...", "[[power]]\nuse = \"stalemate\"\nresult = \"wins\"\n[[power]]\nuse = \"win-by-losing\"\n");
        let winning = text(&wins, "Winning");
        assert!(
            winning.contains("no piece left on the board at the end of a turn puts every other Player out"),
            "{winning}"
        );
        assert!(
            winning.ends_with("With no legal action while not in Check, a Player puts every other Player out (T-24)."),
            "{winning}"
        );
        let hill = army(
            "K...",
            "[[power]]\nuse = \"win-by-reaching\"\nzone = \"centre\"\n[[power]]\nuse = \"win-by-checks\"\n",
        );
        let winning = text(&hill, "Winning");
        assert!(winning.contains("with a Titan in the centre of the board at the end of their own turn"), "{winning}");
        assert!(winning.contains("Check in 3 turns"), "{winning}");
        let race = army("K...", "[[power]]\nuse = \"win-by-reaching\"\nzone = \"enemy-back-rank\"\nlast-turn = true\n");
        let (winning, drawing) = (text(&race, "Winning"), text(&race, "Drawing"));
        assert!(winning.contains("when every Player has had the same number of turns puts"), "{winning}");
        assert!(drawing.contains("both Players have reached their goals in the same round"), "{drawing}");
    }
}
