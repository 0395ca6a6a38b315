//! Clash in the report: what each piece is worth in gold, buying first, and larger purses.

use std::fmt::{self, Write as _};

use balance::prices::{Price, Prices};

/// Writes the section about Clash.
pub(super) fn section(text: &mut String, prices: &Prices) -> fmt::Result {
    let Prices { nodes, seed, rounds, priced, .. } = prices;
    writeln!(text, "\n## Clash of the Armies\n")?;
    writeln!(
        text,
        "{rounds} rounds of {nodes} positions per turn; {priced} of them between drawn armies of about equal gold, from which \
         the values are computed (`lab clash --nodes {nodes} --seed {seed} --pairs {}`). Prices outside of the interval \
         are bold.\n",
        priced / 2
    )?;
    let list = |wanted: fn(f64, f64, f64) -> bool| {
        let is_wrong = |price: &&Price| {
            let [value, half] = price.value;
            price.list().is_some_and(|list| wanted(list, value, half))
        };
        let names: Vec<&str> = prices.pieces.iter().filter(is_wrong).map(|price| price.ware.name).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(", ") }
    };
    writeln!(text, "* Worth more than they cost: {}.", list(|list, value, half| list < value - half))?;
    writeln!(text, "* Worth less: {}.", list(|list, value, half| list > value + half))?;
    let scores = [
        ("White, between armies of equal gold", prices.white),
        ("White, after both sides have bought", prices.buying_white),
        ("The army that was bought first, over both colours", prices.bought_first),
    ];
    for (name, score) in scores {
        if let Some(score) = score {
            writeln!(text, "* {name}, scores {score}.")?;
        }
    }
    writeln!(
        text,
        "* An army with 1 gold more scores {:.1} %. {:.0} % of the rounds are drawn.",
        100.0 * prices.per_gold,
        100.0 * prices.draws
    )?;
    writeln!(text, "\n| piece | price | value | piece | price | value |\n| --- | --- | --- | --- | --- | --- |")?;
    let rows = prices.pieces.len().div_ceil(2);
    for row in 0..rows {
        let cells = [row, row + rows].map(|index| prices.pieces.get(index).map_or("| | | |".to_owned(), cells));
        writeln!(text, "{}{}", cells[0], cells[1].trim_start_matches('|'))?;
    }
    if prices.purses.is_empty() {
        return Ok(());
    }
    writeln!(text, "\nLarger purses, each against the one before; a full board costs about 64 gold.\n")?;
    writeln!(text, "| purses | score of the larger |\n| --- | --- |")?;
    prices.purses.iter().try_for_each(|(more, less, score)| writeln!(text, "| {more} against {less} | {score} |"))
}

/// "| Rook | 5.50 | 7.1 ± 1.0 |".
fn cells(price: &Price) -> String {
    let [value, half] = price.value;
    let list = match price.list() {
        Some(list) if price.is_wrong() => format!("**{list:.2}**"),
        Some(list) => format!("{list:.2}"),
        None => "by auction".to_owned(),
    };
    // The value of a King is its price by definition.
    let value = if half == 0.0 { format!("{value:.1}") } else { format!("{value:.1} ± {half:.1}") };
    format!("| {} | {list} | {value} |", price.ware.name)
}

#[cfg(test)]
mod tests {
    use balance::stats::Interval;
    use engine::clash::WARES;

    use super::*;

    #[test]
    fn wrong_prices_are_bold_and_named() {
        let price = |(index, ware): (usize, &'static engine::clash::Ware)| {
            let list = ware.cost.map_or(14.0, |cost| cost.hundredths() as f64 / 100.0);
            Price { ware, value: [if index == 0 { list + 3.0 } else { list }, 1.0] }
        };
        let score = Some(Interval { mean: 0.52, half: 0.02 });
        let prices = Prices {
            nodes: 300,
            seed: 1,
            rounds: 90,
            priced: 40,
            pieces: WARES.iter().enumerate().map(price).collect(),
            per_gold: 0.55,
            white: score,
            bought_first: None,
            buying_white: None,
            purses: Vec::new(),
            draws: 0.1,
        };
        let mut text = String::new();
        section(&mut text, &prices).unwrap();
        assert!(text.contains(&format!("* Worth more than they cost: {}.", WARES[0].name)), "{text}");
        assert!(
            text.contains("* Worth less: none.") && text.contains("scores 52 ± 2 %") && text.contains("by auction")
        );
        assert_eq!(text.matches("**").count(), 2, "{text}");
        for line in text.lines().filter(|line| line.starts_with('|')) {
            assert_eq!(line.matches('|').count(), 7, "{line}");
        }
    }
}
