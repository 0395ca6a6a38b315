//! Lists of Spaces in few words: neighbours become a range.

use std::collections::BTreeMap;

use engine::board::Space;

/// Style of a list of Spaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// Every Space by its full name: "a2-d2 f2 g2 e4", "b4-b11 c3".
    Full,
    /// Names without repetition: "a-dfg2 e4", "b4-11 c3".
    Compact,
}

/// Lists Spaces by rank or by file, whichever is shorter. Three or more neighbours become a range.
pub(crate) fn list(spaces: &[Space], style: Style) -> String {
    let [ranks, files] = [by_rank(spaces, style), by_file(spaces, style)];
    if files.len() < ranks.len() { files } else { ranks }
}

/// Groups of Spaces in a line, by the number of the line: places on the line in ascending order.
fn lines(places: impl Iterator<Item = (u8, u8)>) -> BTreeMap<u8, Vec<u8>> {
    let mut lines: BTreeMap<u8, Vec<u8>> = BTreeMap::new();
    for (line, place) in places {
        lines.entry(line).or_default().push(place);
    }
    lines.values_mut().for_each(|places| {
        places.sort_unstable();
        places.dedup();
    });
    lines
}

fn by_rank(spaces: &[Space], style: Style) -> String {
    let file = |file: u8| char::from(b'a' + file.min(25));
    let line = |(rank, files): (u8, Vec<u8>)| {
        let runs = files.chunk_by(|a, b| b - a == 1);
        let rank = rank + 1;
        match style {
            Style::Full => runs.map(|run| match run {
                [first, _, .., last] => format!("{}{rank}-{}{rank}", file(*first), file(*last)),
                run => run.iter().map(|one| format!("{}{rank}", file(*one))).collect::<Vec<_>>().join(" "),
            }),
            Style::Compact => {
                let files = runs.map(|run| match run {
                    [first, _, .., last] => format!("{}-{}", file(*first), file(*last)),
                    run => run.iter().map(|one| file(*one)).collect(),
                });
                return format!("{}{rank}", files.collect::<String>());
            }
        }
        .collect::<Vec<_>>()
        .join(" ")
    };
    lines(spaces.iter().map(|space| (space.rank(), space.file()))).into_iter().map(line).collect::<Vec<_>>().join(" ")
}

fn by_file(spaces: &[Space], style: Style) -> String {
    let line = |(file, ranks): (u8, Vec<u8>)| {
        let name = |rank: &u8| Space::new(file, *rank).to_string();
        let run = |run: &[u8]| match (run, style) {
            ([first, _, .., last], Style::Full) => format!("{}-{}", name(first), name(last)),
            ([first, _, .., last], Style::Compact) => format!("{}-{}", name(first), last + 1),
            (run, _) => run.iter().map(name).collect::<Vec<_>>().join(" "),
        };
        ranks.chunk_by(|a, b| b - a == 1).map(run).collect::<Vec<_>>().join(" ")
    };
    lines(spaces.iter().map(|space| (space.file(), space.rank()))).into_iter().map(line).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_a_range() {
        let spaces = |text: &str| -> Vec<Space> { text.split(' ').map(|space| space.parse().unwrap()).collect() };
        let both = |text: &str| [Style::Full, Style::Compact].map(|style| list(&spaces(text), style));
        assert_eq!(both("a2 b2 c2 d2 f2 g2 e4 h10"), ["a2-d2 f2 g2 e4 h10", "a-dfg2 e4 h10"]);
        assert_eq!(both("b4 b5 c7 b6 b9 b10 b11"), ["b4-b6 b9-b11 c7", "b4-6 b9-11 c7"]);
        assert_eq!(both("a1 h1"), ["a1 h1", "ah1"]);
        assert_eq!(both("z26"), ["z26", "z26"]);
        assert_eq!(list(&[], Style::Full), "");
    }
}
