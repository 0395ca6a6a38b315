//! Choice of a chain of jumps, one landing at a time (C-17, C-18), because a piece can have more chains than a menu
//! has options.

use engine::action::Act;
use engine::board::Space;

use crate::discord::answer::Answer;
use crate::discord::custom_id::{Choices, ComponentContext, Intent};
use crate::discord::error::Error;
use crate::discord::features::moves::act::{act_now, act_value, acts, group, read_act, targets_row};
use crate::discord::features::moves::words;
use crate::discord::menu::Item;
use crate::discord::request::{Outcome, Request};
use crate::discord::wording::{ask, count};
use crate::host::ListedAct;

/// Continuation of a partial chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// The chain ends here.
    End(&'a ListedAct),
    /// Next landing, with the number of chains through it.
    On(Space, usize),
}

/// Possible next landings after these ones, without repetition, in the order of the acts.
pub fn steps<'a>(acts: &[&'a ListedAct], path: &[Space]) -> Vec<Step<'a>> {
    let mut found: Vec<Step<'a>> = Vec::new();
    // Chains that can end here are first: one, or one for each promotion.
    let mut ends = 0;
    for act in acts {
        let chain = matches!(act.act, Act::Chain { .. });
        let rest = act.landings.strip_prefix(path).filter(|_| chain);
        let Some(rest) = rest else {
            continue;
        };
        let leaves = matches!(act.act, Act::Chain { off: true, .. });
        match rest {
            [] => {
                found.insert(ends, Step::End(act));
                ends += 1;
            }
            // A jump over the edge ends the chain.
            [_] if leaves => found.push(Step::End(act)),
            [next, ..] => {
                let same = found.iter_mut().find_map(|step| match step {
                    Step::On(space, chains) if space == next => Some(chains),
                    _ => None,
                });
                match same {
                    Some(chains) => *chains += 1,
                    None => found.push(Step::On(*next, 1)),
                }
            }
        }
    }
    found
}

/// The only chain with this beginning. `None` if there is a choice.
fn only<'a>(acts: &[&'a ListedAct], path: &[Space]) -> Option<&'a ListedAct> {
    match steps(acts, path).as_slice() {
        [Step::End(act)] => Some(*act),
        _ => None,
    }
}

/// Menu options for the continuations. A landing with a single continuation selects that chain directly.
pub fn items(acts: &[&ListedAct], path: &[Space]) -> Vec<Item> {
    steps(acts, path)
        .into_iter()
        .map(|step| match step {
            Step::End(act) => {
                let detail = match act.act {
                    Act::Chain { off: true, .. } => "leaves the board",
                    _ if path.is_empty() => "",
                    _ => "ends here",
                };
                Item { label: words::plain(&act.text), value: act_value(act.index), detail: detail.to_owned() }
            }
            Step::On(space, chains) => {
                let mut longer = path.to_vec();
                longer.push(space);
                match only(acts, &longer) {
                    Some(act) => Item::new(words::plain(&act.text), act_value(act.index)),
                    None => Item {
                        label: format!("jump to {space} …"),
                        value: space.to_string(),
                        detail: count(chains, "chain of jumps gets there", "chains of jumps get there"),
                    },
                }
            }
        })
        .collect()
}

/// Shows the menu of the next jump.
pub async fn next(request: &Request, of: ComponentContext, piece: u16, path: Choices, page: u16) -> Outcome {
    request.hold().await;
    let acts = acts(request, of).await?;
    let group = group(&acts, piece)?;
    let spaces: Vec<Space> = path.iter().copied().flatten().collect();
    let items = items(&group.acts, &spaces);
    if items.is_empty() {
        return Err(Error::Stale);
    }
    let mut rows = of.menu(ask::JUMP, &items, page, |page| Intent::Chain { piece, path: path.clone(), page });
    rows.push(targets_row(of, piece));
    let picture = request.host().views.moves_picture(of.game, request.person(), group.from).await?;
    let text = ask::chain(&group.name(), &spaces);
    let answer = Answer::text(text).picture(&picture).rows(rows);
    request.say(request.with_text_board(of.game, group.from, answer).await?).await;
    Ok(())
}

/// Handles the choice of a jump, or of a complete chain.
pub async fn chosen(request: &Request, of: ComponentContext, piece: u16, mut path: Choices, value: &str) -> Outcome {
    if let Some(act) = read_act(value) {
        return act_now(request, of, act, Choices::new(), false, 0).await;
    }
    path.push(Some(value.parse().map_err(|_| Error::Stale)?));
    next(request, of, piece, path, 0).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space(name: &str) -> Space {
        name.parse().unwrap()
    }

    /// Test chain from a3 with these landings. If it leaves the board, the last landing is over the edge.
    fn chain(index: u16, text: &str, landings: &[&str], off: bool) -> ListedAct {
        let landings: Vec<Space> = landings.iter().map(|name| space(name)).collect();
        let last = landings[landings.len() - 1];
        ListedAct {
            index,
            act: Act::Chain { from: space("a3"), to: last, captures: Vec::new(), off, promote: None },
            text: text.to_owned(),
            piece: "Rabbit".to_owned(),
            from: Some(space("a3")),
            to: last,
            landings,
        }
    }

    fn labels(acts: &[ListedAct], path: &[&str]) -> Vec<String> {
        let acts: Vec<&ListedAct> = acts.iter().collect();
        let path: Vec<Space> = path.iter().map(|name| space(name)).collect();
        items(&acts, &path).into_iter().map(|item| item.label).collect()
    }

    #[test]
    fn a_chain_is_chosen_landing_by_landing() {
        let acts = [
            chain(0, "a3xa5", &["a5"], false),
            chain(1, "a3xa5xc5", &["a5", "c5"], false),
            chain(2, "a3xa5xc5xe5", &["a5", "c5", "e5"], false),
            chain(3, "a3xa5xc5xc8 off", &["a5", "c5", "c8"], true),
            chain(4, "a3-c3", &["c3"], false),
        ];
        assert_eq!(labels(&acts, &[]), ["jump to a5 …", "a3-c3"]);
        assert_eq!(labels(&acts, &["a5"]), ["a3xa5", "jump to c5 …"]);
        assert_eq!(labels(&acts, &["a5", "c5"]), ["a3xa5xc5", "a3xa5xc5xe5", "a3xa5xc5xc8 off"]);
        assert!(labels(&acts, &["h1"]).is_empty());
    }

    /// A chain that promotes ends in one of several ways, in the order of the turns (T-12).
    #[test]
    fn the_promotion_of_a_chain_is_chosen_where_it_ends() {
        let acts = [
            chain(0, "a3xa5", &["a5"], false),
            chain(1, "a3xa5xc5=T", &["a5", "c5"], false),
            chain(2, "a3xa5xc5=Q", &["a5", "c5"], false),
        ];
        assert_eq!(labels(&acts, &[]), ["jump to a5 …"]);
        assert_eq!(labels(&acts, &["a5"]), ["a3xa5", "jump to c5 …"]);
        assert_eq!(labels(&acts, &["a5", "c5"]), ["a3xa5xc5=T", "a3xa5xc5=Q"]);
    }

    /// A chain that can end is first in the menu, wherever it is in the list of turns.
    #[test]
    fn the_end_of_a_chain_is_first() {
        let acts = [
            chain(0, "a3xa5xc5", &["a5", "c5"], false),
            chain(1, "a3xa5xe5", &["a5", "e5"], false),
            chain(2, "a3xa5", &["a5"], false),
        ];
        for turn in 0..3 {
            let mut acts = acts.clone();
            acts.rotate_left(turn);
            assert_eq!(labels(&acts, &["a5"])[0], "a3xa5");
        }
    }
}
