//! Slow definition of the rules. Movements are followed step by step as their file describes them, and attacks are
//! found by making every capture. The engine does neither; agreement tests compare it with this code.
use engine::battalion::{AbilityUse, Param};
use engine::board::{Seat, Side, Space};
use engine::piece::{Footing, Leg, Mode, MoveRule, Path, Vector, When, Zone};
use engine::play::{Flags, Kind, MoveList, Piece, Position, Rules, Slot, Traits, TypeId};

/// Checks whether a pseudo-legal move of `by`, with all its effects, removes the piece on `target`.
pub fn removes(rules: &Rules, pos: &mut Position, by: Seat, target: Space) -> bool {
    let mark = pos.mark();
    pos.state_mut().to_move = by;
    let victim = pos.at(target);
    let mut list = MoveList::default();
    rules.generate(pos, &mut list);
    let found = list.moves.iter().any(|mv| {
        let before = pos.mark();
        rules.make(pos, mv, list.chain(mv));
        let gone = pos.at(target).map(|p| (p.ty, p.seat)) != victim.map(|p| (p.ty, p.seat));
        pos.undo(rules, &before);
        gone
    });
    pos.undo(rules, &mark);
    found
}

/// Legal moves, by trying each pseudo-legal one, with their chains.
pub fn legal(rules: &Rules, pos: &mut Position) -> MoveList {
    let mut list = MoveList::default();
    rules.generate(pos, &mut list);
    let MoveList { moves, chains, .. } = &mut list;
    moves.retain(|mv| rules.is_legal(pos, mv, &chains[mv.span()]));
    list
}

/// Perft count to `depth` turns, for positions without pending choices.
pub fn perft(rules: &Rules, pos: &mut Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let list = legal(rules, pos);
    let mut leaves = 0;
    for mv in &list.moves {
        if let Ok(mark) = rules.attempt(pos, mv, list.chain(mv)) {
            leaves += perft(rules, pos, depth - 1);
            pos.undo(rules, &mark);
        }
    }
    leaves
}

/// Checks that each Titan is attacked exactly if some undefeated Enemy can remove it (B-15).
pub fn check_attacks(rules: &Rules, pos: &mut Position, what: &str) {
    let seats = rules.seat_count();
    for seat in Seat::all(seats) {
        for titan in pos.titans(seat).to_vec() {
            let slow = Seat::all(seats)
                .any(|enemy| enemy != seat && !pos.state().is_defeated(enemy) && removes(rules, pos, enemy, titan));
            let quick = rules.is_attacked(pos, titan, seat);
            let by: Vec<_> = rules.attackers(pos, titan, seat).collect();
            assert_eq!(quick, slow, "{what}: attack on {titan} by {by:?}");
        }
    }
}

/// Checks that the generated plain movements of the Player to move equal those found by walking: (from, layer, to),
/// each once.
pub fn check_movements(rules: &Rules, pos: &Position, what: &str) {
    let seat = pos.to_move();
    let mut list = MoveList::default();
    rules.generate(pos, &mut list);
    let generates = |mv: &engine::play::Move| {
        let slot = Slot::new(mv.from, mv.layer);
        pos.in_slot(slot).is_some_and(|piece| rules.ty(piece.ty).traits.contains(Traits::GENERATES))
    };
    let mut found: Vec<(Space, u8, Space)> = list
        .moves
        .iter()
        .filter(|mv| matches!(mv.kind, Kind::Step | Kind::Double | Kind::Gained))
        .filter(|mv| !generates(mv) && mv.copying.is_none())
        .map(|mv| (mv.from, mv.layer, mv.to))
        .collect();
    found.sort();
    found.dedup();
    let mut walked = Vec::new();
    for (slot, piece) in pos.pieces().filter(|(_, piece)| piece.seat == seat) {
        if rules.restraint(pos, slot.space(), piece).is_none() && !rules.ty(piece.ty).traits.contains(Traits::GENERATES)
        {
            let to = walk(rules, pos, slot, piece);
            let to = to.into_iter().filter(|to| !lacks_promotion(rules, pos, piece, *to));
            walked.extend(to.map(|to| (slot.space(), slot.layer(), to)));
        }
    }
    walked.sort();
    walked.dedup();
    if found != walked {
        let missing: Vec<_> = walked.iter().filter(|way| !found.contains(way)).collect();
        let wrong: Vec<_> = found.iter().filter(|way| !walked.contains(way)).collect();
        panic!("{what}: missing {missing:?}, wrong {wrong:?}");
    }
}

/// Returns whether a promotion is compulsory on a Space and has no option left.
fn lacks_promotion(rules: &Rules, pos: &Position, piece: Piece, to: Space) -> bool {
    let (army, index) = rules.ty(piece.ty).origin;
    let Some(promotion) = &rules.armies[army].pieces[index].promotion else {
        return false;
    };
    let mut others = Seat::all(rules.seat_count()).filter(|other| *other != piece.seat);
    if promotion.optional || !others.any(|other| rules.board.rear(other, promotion.rear).has(to)) {
        return false;
    }
    promotion.to.iter().all(|option| {
        let is_one = |ty: TypeId| rules.ty(ty).origin == (army, *option);
        let on_board = pos.pieces().filter(|(_, other)| other.seat == piece.seat && is_one(other.ty)).count();
        let held: usize = (0..rules.types.len())
            .map(TypeId::new)
            .filter(|ty| is_one(*ty))
            .map(|ty| usize::from(pos.reserve(piece.seat, ty)))
            .sum();
        let drawn = rules.armies[army].territory.rows.iter().flatten().filter(|one| **one == Some(*option)).count();
        let reserves = rules.armies[army].reserves.iter().filter(|reserve| reserve.piece == *option);
        let start = drawn + reserves.map(|reserve| usize::from(reserve.count)).sum::<usize>();
        let limit = promotion.limit;
        limit.most > 0 && on_board >= usize::from(limit.most) || limit.lost && on_board + held >= start
    })
}

/// Checks that an imitator of a type with plain movements has the destinations of that type and its own. Returns the
/// number of imitators checked.
pub fn check_imitations(rules: &Rules, pos: &Position, what: &str) -> usize {
    let plain = |ty: TypeId| {
        let moves_plainly = !rules.ty(ty).traits.intersects(Traits::GENERATES | Traits::EFFECTS | Traits::OWN_EFFECTS);
        rules.ty(ty).layer == 0 && moves_plainly
    };
    let Some(last) = pos.state().last_moved.filter(|ty| plain(*ty)) else {
        return 0;
    };
    let mut list = MoveList::default();
    rules.generate(pos, &mut list);
    let mut count = 0;
    for from in pos.blocking(pos.to_move()).iter() {
        let Some(piece) = pos.at(from) else { continue };
        let ty = rules.ty(piece.ty);
        if ty.ability_names != ["imitate"] || rules.restraint(pos, from, piece).is_some() {
            continue;
        }
        let slot = Slot::new(from, 0);
        let mut walked = walk(rules, pos, slot, piece);
        let as_last = walk(rules, pos, slot, Piece::new(last, piece.seat));
        walked.extend(as_last.into_iter().filter(|to| {
            let victim = pos.at(*to);
            victim.is_none_or(|victim| takes(rules, pos, piece.seat, piece.ty, *to, victim))
        }));
        walked.sort();
        walked.dedup();
        let mut found: Vec<Space> = list
            .moves
            .iter()
            .filter(|mv| mv.from == from && mv.layer == 0)
            .filter(|mv| matches!(mv.kind, Kind::Step | Kind::Double | Kind::Gained))
            .map(|mv| mv.to)
            .collect();
        found.sort();
        let twice = found.windows(2).any(|pair| pair[0] == pair[1]);
        assert!(!twice, "{what}: a move from {from} is listed twice");
        assert_eq!(found, walked, "{what}: {from} as {}", rules.ty(last).key);
        count += 1;
    }
    count
}

/// Checks the destinations and captures of pieces that capture in passing and have no other ability, by following their
/// legs.
pub fn check_raids(rules: &Rules, pos: &Position, what: &str) {
    let mut list = MoveList::default();
    rules.generate(pos, &mut list);
    for from in pos.blocking(pos.to_move()).iter() {
        let Some(piece) = pos.at(from) else { continue };
        let ty = rules.ty(piece.ty);
        let moves = &rules.armies[ty.origin.0].pieces[ty.origin.1].moves;
        let passing = moves.iter().any(|rule| rule.path.captures_in_passing());
        if !passing || !ty.ability_names.is_empty() || rules.restraint(pos, from, piece).is_some() {
            continue;
        }
        let mut walked: Vec<(Space, Vec<Space>)> = Vec::new();
        for to in walk(rules, pos, Slot::new(from, 0), piece) {
            walked.push((to, pos.at(to).map(|_| to).into_iter().collect()));
        }
        for rule in moves.iter().filter(|rule| !rule.initial || piece.flags.contains(Flags::FRESH)) {
            let Path::Legs { turns, last } = &rule.path else {
                continue;
            };
            let mut ways = Vec::new();
            let raider = Raider { seat: piece.seat, ty: piece.ty, from };
            raid(rules, pos, raider, (turns, last), from, &[], &mut ways);
            for (to, mut taken) in ways.into_iter().filter(|(_, taken)| !taken.is_empty()) {
                let emptied = to == from || pos.at(to).is_none() || taken.contains(&to);
                let fits = match pos.at(to).filter(|_| !emptied) {
                    None => rule.mode.moves(),
                    Some(victim) => {
                        taken.push(to);
                        rule.mode.captures()
                            && victim.seat != piece.seat
                            && takes(rules, pos, piece.seat, piece.ty, to, victim)
                    }
                };
                taken.sort();
                if fits {
                    walked.push((to, taken));
                }
            }
        }
        walked.sort();
        walked.dedup();
        let mut found: Vec<(Space, Vec<Space>)> = Vec::new();
        for mv in list.moves.iter().filter(|mv| mv.from == from) {
            if matches!(mv.kind, Kind::Step | Kind::Chain { .. }) {
                let mut hits = Vec::new();
                rules.captures(pos, mv, list.chain(mv), &mut hits);
                let mut taken: Vec<Space> = hits.iter().map(|hit| hit.space()).collect();
                taken.sort();
                found.push((mv.to, taken));
            }
        }
        found.sort();
        if ty.promotion.is_none() {
            let count = found.len();
            found.dedup();
            assert_eq!(count, found.len(), "{what}: a move from {from} is listed twice");
        }
        found.dedup();
        assert_eq!(found, walked, "{what}: {from}");
    }
}

/// All paths of a leap, ride or area, as the Spaces passed in order, whatever is on the destination. Paths must be open
/// in `pos`; `None` is an empty board (B-13).
fn paths(rules: &Rules, pos: Option<&Position>, path: &Path, side: Side, from: Space, to: Space) -> Vec<Vec<Space>> {
    let board = &rules.board;
    let free = |at: Space| pos.is_none_or(|pos| at == from || pos.at(at).is_none());
    // One step, including the Spaces between if it is straight.
    let pass = |at: Space, by: Vector| -> Option<Vec<Space>> {
        let (x, y) = side.resolve(by);
        let n = if x == 0 || y == 0 || x.abs() == y.abs() { x.abs().max(y.abs()) } else { 1 };
        (1..=n).map(|i| board.step(at, (x / n * i, y / n * i))).collect()
    };
    let (vectors, steps) = match path {
        Path::Leap(by) => (vec![*by], 1),
        Path::Ride { step, max } => (vec![*step], if *max == 0 { 30 } else { *max }),
        Path::Area { vectors, steps } => (vectors.clone(), *steps),
        _ => return Vec::new(),
    };
    let mut found = Vec::new();
    let mut open: Vec<(Space, Vec<Space>)> = vec![(from, Vec::new())];
    for _ in 0..steps {
        let mut next = Vec::new();
        for (at, way) in open {
            for passed in vectors.iter().filter_map(|by| pass(at, *by)) {
                let end = passed[passed.len() - 1];
                let way = [way.clone(), passed].concat();
                if end == to {
                    found.push(way.clone());
                }
                if free(end) {
                    next.push((end, way));
                }
            }
        }
        open = next;
    }
    found
}

/// Checks that a burner captures exactly the Enemies around its destination, and a Chameleon exactly the burners that
/// could follow its path (B-13). Returns the number of captures by burning.
pub fn check_burning(rules: &Rules, pos: &Position, what: &str) -> usize {
    let mut list = MoveList::default();
    rules.generate(pos, &mut list);
    let moves = |ty: TypeId| &rules.armies[rules.ty(ty).origin.0].pieces[rules.ty(ty).origin.1].moves;
    let burns = |ty: TypeId| rules.ty(ty).has("burn");
    let meets = |ty: TypeId| rules.ty(ty).traits.contains(Traits::MEETS);
    let mut count = 0;
    for mv in list.moves.iter().filter(|mv| mv.kind == Kind::Step && mv.layer == 0) {
        let Some(piece) = pos.at(mv.from) else { continue };
        let mut hits = Vec::new();
        rules.captures(pos, mv, list.chain(mv), &mut hits);
        let acting = mv.copying.unwrap_or(piece.ty);
        let around: Vec<(Space, Piece)> = engine::board::EIGHT
            .iter()
            .filter_map(|by| rules.board.step(mv.to, *by))
            .filter_map(|next| Some((next, pos.at(next)?)))
            .filter(|(_, other)| other.seat != piece.seat)
            .collect();
        let met = around.iter().any(|(_, other)| meets(other.ty) && !pos.state().is_defeated(other.seat));
        let taken = |rule: &&MoveRule| {
            let mode = if pos.at(mv.to).is_some() { rule.mode.captures() } else { rule.mode.moves() };
            mode && (!rule.initial || mv.copying.is_none() && piece.flags.contains(Flags::FRESH))
        };
        let side = rules.board.side(piece.seat);
        let way = |rule: &MoveRule| paths(rules, Some(pos), &rule.path, side, mv.from, mv.to);
        let ways: Vec<Vec<Space>> = moves(acting).iter().filter(taken).flat_map(way).collect();
        for (at, other) in around {
            let could_go = || {
                let sides = [Side::South, Side::West, Side::North, Side::East];
                let rules_of = moves(other.ty).iter();
                let theirs: Vec<Vec<Space>> = rules_of
                    .flat_map(|rule| sides.map(|side| paths(rules, None, &rule.path, side, mv.from, mv.to)).concat())
                    .collect();
                theirs.iter().any(|way| ways.contains(way))
            };
            let as_burner = burns(acting);
            let as_chameleon = rules.ty(piece.ty).has("copy") && burns(other.ty) && could_go();
            let able = takes(rules, pos, piece.seat, if as_burner { acting } else { piece.ty }, at, other);
            let expected = able && !met && (as_burner || as_chameleon);
            // Nothing else in these armies captures beside its destination.
            assert_eq!(hits.contains(&Slot::new(at, 0)), expected, "{what}: {at} by {mv:?}");
            count += usize::from(expected);
        }
    }
    count
}

/// A piece that moves along legs.
#[derive(Clone, Copy)]
struct Raider {
    seat: Seat,
    ty: TypeId,
    from: Space,
}

/// All destinations of a movement in legs with the captures on the way, whatever is on the destination.
fn raid(
    rules: &Rules,
    pos: &Position,
    who: Raider,
    legs: (&[(Leg, Footing)], &Leg),
    at: Space,
    taken: &[Space],
    out: &mut Vec<(Space, Vec<Space>)>,
) {
    let board = &rules.board;
    let gone = |space: Space| space == who.from || taken.contains(&space);
    let free = |space: Space| pos.at(space).is_none() || gone(space);
    let (turns, last) = legs;
    let leg = turns.first().map_or(last, |(leg, _)| leg);
    let (mut here, mut flip) = (at, (1, 1));
    for count in 0..if leg.max == 0 { 100 } else { usize::from(leg.max) } {
        let (x, y) = leg.steps[count % leg.steps.len()];
        let go = |from: Space, (x, y): Vector| board.step(from, board.side(who.seat).resolve((x, y)));
        let step = (x * flip.0, y * flip.1);
        if leg.lame {
            // The straight part comes first, then the diagonal one.
            let (long, short) = (step.0.abs().max(step.1.abs()), step.0.abs().min(step.1.abs()));
            let along = if step.1.abs() > step.0.abs() { (0, step.1.signum()) } else { (step.0.signum(), 0) };
            let aslant = (step.0.signum(), step.1.signum());
            let mut passed = here;
            let mut open = true;
            for n in 0..long - 1 {
                let by = if short == long || n >= long - short { aslant } else { along };
                match go(passed, by).filter(|next| free(*next)) {
                    Some(next) => passed = next,
                    None => open = false,
                }
            }
            if !open {
                return;
            }
        }
        let next = go(here, step).or_else(|| {
            let off = |part: Vector| go(here, part).is_none();
            let turn = match (off((step.0, 0)), off((0, step.1))) {
                _ if !leg.reflects => return None,
                (true, false) => (-1, 1),
                (false, true) => (1, -1),
                _ => return None,
            };
            flip = (flip.0 * turn.0, flip.1 * turn.1);
            go(here, (step.0 * turn.0, step.1 * turn.1))
        });
        let Some(next) = next else { return };
        here = next;
        if count + 1 >= usize::from(leg.min) {
            match turns {
                [] => out.push((here, taken.to_vec())),
                [(_, footing), rest @ ..] => {
                    let victim = pos.at(here).filter(|_| !gone(here));
                    let mut more = taken.to_vec();
                    let on = match footing {
                        Footing::Free => free(here),
                        Footing::Mount => victim.is_some(),
                        Footing::Any => true,
                        Footing::Enemy => victim.is_some_and(|victim| {
                            more.push(here);
                            let fatal = rules.ty(victim.ty).has("avenge") && !pos.state().is_defeated(victim.seat);
                            victim.seat != who.seat && !fatal && takes(rules, pos, who.seat, who.ty, here, victim)
                        }),
                    };
                    if on {
                        raid(rules, pos, who, (rest, last), here, &more, out);
                    }
                }
            }
        }
        if !free(here) {
            return;
        }
    }
}

/// Destinations of a piece by the movements of its file.
fn walk(rules: &Rules, pos: &Position, slot: Slot, piece: Piece) -> Vec<Space> {
    let ty = rules.ty(piece.ty);
    let moves = &rules.armies[ty.origin.0].pieces[ty.origin.1].moves;
    let from = slot.space();
    let board = &rules.board;
    let affected = rules.affected.as_ref().filter(|_| !ty.immutable);
    let mut ends = Vec::new();
    let mut limited = ty.has("leap-over");
    for rule in moves {
        let far = is_far_diagonal(&rule.path);
        limited |= far;
        let open = match rule.when {
            When::Always => true,
            When::OnBattlefield => board.battlefield().has(from),
            When::InOwnTerritory => board.territory(piece.seat).has(from),
            When::InOwnRearTwo => board.rear(piece.seat, 2).has(from),
            When::SupportLead => Seat::all(rules.seat_count())
                .filter(|other| *other != piece.seat && !pos.state().is_defeated(*other))
                .all(|other| rules.support_level(pos, other) < rules.support_level(pos, piece.seat)),
        };
        if !open || rule.initial && !piece.flags.contains(Flags::FRESH) {
            continue;
        }
        for to in follow(rules, pos, piece, rule, from) {
            let barred = far && affected.is_some_and(|a| a.has(to) && from.distance(to) > 1);
            if !barred && may_end(rules, pos, slot, piece, rule, to) {
                ends.push(to);
            }
        }
    }
    if let Some(affected) = affected.filter(|_| limited) {
        // S-6: moving and capturing 1 Space Forwards onto an Affected Space.
        let step = MoveRule {
            path: Path::Leap((0, 1)),
            mode: Mode::Both,
            initial: false,
            when: When::Always,
            bounds: engine::piece::Bounds::NONE,
        };
        let to = board.step(from, board.side(piece.seat).forward());
        ends.extend(to.filter(|to| affected.has(*to) && may_end(rules, pos, slot, piece, &step, *to)));
    }
    ends
}

fn is_far_diagonal(path: &Path) -> bool {
    let diagonal = |(x, y): Vector| x != 0 && x.abs() == y.abs();
    match path {
        Path::Leap(to) => diagonal(*to) && to.0.abs() > 1,
        Path::Lame { via, to } => diagonal(*to) && to.0.abs() > 1 && via.iter().all(|via| diagonal(*via)),
        Path::Ride { step, max } => diagonal(*step) && (*max != 1 || step.0.abs() > 1),
        Path::Legs { turns, last } => {
            let legs: Vec<&Leg> = turns.iter().map(|(leg, _)| leg).chain([last]).collect();
            let first = legs[0].steps[0];
            let straight = legs.iter().all(|leg| !leg.reflects && leg.steps.iter().all(|s| *s == first));
            straight && diagonal(first) && (legs.len() > 1 || last.max != 1 || first.0.abs() > 1)
        }
        Path::Area { .. } | Path::Bent { .. } | Path::Anywhere => false,
    }
}

fn may_end(rules: &Rules, pos: &Position, slot: Slot, piece: Piece, rule: &MoveRule, to: Space) -> bool {
    if slot.layer() > 0 {
        let beside = pos.in_slot(Slot::new(to, slot.layer()));
        let crowded = slot.layer() == 1 && pos.at(to).is_some();
        return rule.mode.moves() && beside.is_none() && !crowded;
    }
    match pos.at(to) {
        None => rule.mode.moves(),
        Some(victim) => rule.mode.captures() && takes(rules, pos, piece.seat, piece.ty, to, victim),
    }
}

/// Checks whether the captor may capture the victim (T-10, B-2, B-12, B-16, C-22, C-23).
fn takes(rules: &Rules, pos: &Position, by: Seat, captor: TypeId, at: Space, victim: Piece) -> bool {
    let (captor, ty) = (rules.ty(captor), rules.ty(victim.ty));
    let army = &rules.armies[captor.origin.0].pieces[captor.origin.1];
    let kin = |given: &AbilityUse| given.params.get("same-battalion") == Some(&Param::Flag(true));
    let kin_only = army.abilities.iter().any(kin);
    let spared = |given: &AbilityUse| {
        let pieces = given.params.get("pieces").filter(|_| given.name == "spare");
        matches!(pieces, Some(Param::Pieces(pieces)) if pieces.contains(&ty.origin.1))
    };
    let spares = captor.origin.0 == ty.origin.0 && army.abilities.iter().any(spared);
    let standing = !pos.state().is_defeated(victim.seat);
    (victim.seat != by || ty.has("fair-game"))
        && ty.capturable
        && (!kin_only || captor.origin.0 == ty.origin.0)
        && !spares
        && !(captor.has("copy") && ty.has("copy"))
        && !(captor.titan && ty.has("avenge") && standing)
        && !rules.is_invulnerable(pos, at, victim)
        && !(army.abilities.iter().any(explodes) && harms(rules, pos, by, captor.titan, at))
}

/// Returns `true` for an explosion that affects all Players.
fn explodes(given: &AbilityUse) -> bool {
    given.params.get("everyone") == Some(&Param::Flag(true))
}

/// Checks whether an explosion on a Space would remove a Titan of this seat, or the captor if it is one.
fn harms(rules: &Rules, pos: &Position, by: Seat, captor_is_titan: bool, at: Space) -> bool {
    let titan = |space: Space| {
        let piece = pos.at(space).filter(|piece| piece.seat == by);
        piece.is_some_and(|piece| rules.ty(piece.ty).titan)
    };
    captor_is_titan || engine::board::EIGHT.iter().any(|v| rules.board.step(at, *v).is_some_and(titan))
}

/// Destinations of a path among the pieces, whatever is on them.
fn follow(rules: &Rules, pos: &Position, piece: Piece, rule: &MoveRule, from: Space) -> Vec<Space> {
    let board = &rules.board;
    let side = board.side(piece.seat);
    let army = rules.ty(piece.ty).origin.0;
    let inside = |zone: &Option<Zone>, space: Space| {
        let zone = zone.as_ref();
        zone.map(|zone| rules.zone(piece.seat, army, zone).has(space))
    };
    let bounds = &rule.bounds;
    if inside(&bounds.from, from) == Some(false) {
        return Vec::new();
    }
    // Slides stop on the Spaces of some Supporters.
    let veiled = |at: Space| {
        let beside = pos.in_slot(Slot::new(at, 1)).map(|other| rules.ty(other.ty).origin);
        beside.is_some_and(|(army, piece)| {
            let abilities = &rules.armies[army].pieces[piece].abilities;
            abilities.iter().any(|given| given.params.get("stops-slides") == Some(&Param::Flag(true)))
        })
    };
    let open =
        |space: &Space| inside(&bounds.within, *space) != Some(false) && inside(&bounds.avoids, *space) != Some(true);
    let step = |at: Space, vector: Vector| board.step(at, side.resolve(vector)).filter(open);
    let free = |at: Space| pos.at(at).is_none() && !veiled(at);
    let ride = |from: Space, vector: Vector, max: u8, out: &mut Vec<Space>| {
        let mut at = from;
        for _ in 0..if max == 0 { 99 } else { max } {
            let Some(to) = step(at, vector) else { break };
            out.push(to);
            if !free(to) {
                break;
            }
            at = to;
        }
    };
    let mut ends = Vec::new();
    match &rule.path {
        Path::Leap(to) => ends.extend(step(from, *to)),
        Path::Ride { step, max } => ride(from, *step, *max, &mut ends),
        Path::Lame { via, to } => {
            if via.iter().all(|via| step(from, *via).is_some_and(free)) {
                ends.extend(step(from, *to));
            }
        }
        Path::Area { vectors, steps } => {
            let mut edge = vec![from];
            let mut seen = vec![from];
            for _ in 0..*steps {
                let mut next = Vec::new();
                for at in &edge {
                    for to in vectors.iter().filter_map(|vector| step(*at, *vector)) {
                        if !seen.contains(&to) {
                            seen.push(to);
                            ends.push(to);
                            if free(to) {
                                next.push(to);
                            }
                        }
                    }
                }
                edge = next;
            }
        }
        Path::Bent { first, min, max, then, then_max } => {
            let mut corner = from;
            for count in 1..=if *max == 0 { 99 } else { *max } {
                match step(corner, *first).filter(|next| free(*next)) {
                    Some(next) => corner = next,
                    None => break,
                }
                if count >= *min {
                    ride(corner, *then, *then_max, &mut ends);
                }
            }
        }
        Path::Legs { turns, last } => {
            let mut ways = Vec::new();
            raid(
                rules,
                pos,
                Raider { seat: piece.seat, ty: TypeId::new(0), from },
                (turns, last),
                from,
                &[],
                &mut ways,
            );
            ends.extend(ways.into_iter().filter(|(to, taken)| *to != from && taken.is_empty()).map(|(to, _)| to));
        }
        Path::Anywhere => ends.extend(board.spaces().iter().filter(|to| *to != from)),
    }
    ends.retain(|to| inside(&bounds.to, *to) != Some(false));
    ends
}
