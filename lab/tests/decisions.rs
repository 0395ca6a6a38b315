//! A short run of the sweep over decisions in all games and phases; the long run is `lab suite decisions`.

#[test]
fn decisions_of_all_kinds_are_applied() {
    let count = lab::suite::decisions::run(200, 10, 6);
    assert!(count.is_fine(), "{count}");
    assert!(count.generated == 6 && count.with_generated >= 5, "{count}");
}
