//! Suggestions ("Did you mean …?"): the nearest of several names.

/// Maximum length of words compared.
const MAX_LEN: usize = 48;

/// The known name nearest to `written`, if one is near enough.
pub fn nearest<'a>(written: &str, names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let plain = |text: &str| text.to_lowercase().replace(['_', ' '], "-");
    let written: Vec<char> = plain(written).chars().take(MAX_LEN + 1).collect();
    if written.is_empty() || written.len() > MAX_LEN {
        return None;
    }
    let allowed = match written.len() {
        1 => 0,
        2..=4 => 1,
        5..=8 => 2,
        _ => 3,
    };
    names
        .into_iter()
        .map(|name| (distance(&written, &plain(name).chars().collect::<Vec<_>>()), name))
        .filter(|&(distance, _)| distance <= allowed)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name.to_owned())
}

/// Edit distance: insertions, deletions, replacements and swaps of neighbours.
fn distance(a: &[char], b: &[char]) -> usize {
    if a.len().abs_diff(b.len()) > 3 {
        return usize::MAX;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_what_was_meant() {
        let names = ["immobilise", "withdraw", "copy", "leap-over"];
        assert_eq!(nearest("imobilise", names).as_deref(), Some("immobilise"));
        assert_eq!(nearest("wihtdraw", names).as_deref(), Some("withdraw"));
        assert_eq!(nearest("leap_over", names).as_deref(), Some("leap-over"));
        assert_eq!(nearest("Copy", names).as_deref(), Some("copy"));
        assert_eq!(nearest("explode", names), None);
        assert_eq!(nearest("", names), None);
    }
}
