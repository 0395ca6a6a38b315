//! Position of Clash in the notation of the cases.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use engine::board::{Seat, Space};
use engine::clash::{Ware, rules, ware};
use engine::play::{EnPassant, Flags, Kind, Move, MoveList, Piece, Position, Rules, Slot};
use serde_json::Value;

use super::super::{entries, space, strings, text};

/// A position with the rules of its round.
pub struct Scene {
    pub rules: Arc<Rules>,
    pub pos: Position,
}

/// A legal move in the notation of the cases, with the Spaces of its captures.
pub struct Legal {
    pub mv: Move,
    pub chain: Vec<Space>,
    pub captures: BTreeSet<Space>,
    pub line: String,
}

/// Seat of a colour.
pub fn seat(colour: &str) -> Result<Seat, String> {
    match colour {
        "white" => Ok(Seat(0)),
        "black" => Ok(Seat(1)),
        other => Err(format!("no Player is called `{other}`")),
    }
}

/// Colour of a seat.
pub fn colour(seat: Seat) -> &'static str {
    if seat == Seat(0) { "white" } else { "black" }
}

/// Name of a piece in the cases.
pub fn case_name(ware: &Ware) -> String {
    ware.id.replace('-', "_")
}

impl Scene {
    /// Position of a case. `ultimate` and `en_passant` select the rules.
    pub fn new(case: &Value, ultimate: bool, en_passant: bool) -> Result<Scene, String> {
        let rules = rules(ultimate, en_passant)?;
        let mut pos = Position::empty(&rules);
        for (at, list) in entries(&case["pieces"]) {
            let at = space(at)?;
            for words in strings(list) {
                let (colour, name) =
                    words.split_once(' ').ok_or_else(|| format!("`{words}` is no colour and piece"))?;
                let ty = ware(name).and_then(|ware| ware.ty(&rules)).ok_or_else(|| format!("no piece `{name}`"))?;
                let piece = Piece::new(ty, seat(colour)?);
                let second = if piece.seat == Seat(0) { 1 } else { 6 };
                let starts = rules.ty(ty).promotion.is_some() && at.rank() == second;
                pos.put(&rules, at, if starts { piece.flagged(Flags::FRESH) } else { piece });
            }
        }
        let mut scene = Scene { rules, pos };
        for right in strings(&case["castling_rights"]) {
            scene.grant_castling(right)?;
        }
        for (at, status) in entries(&case["status"]) {
            if let Ok(at) = space(at) {
                let words = status.as_str().unwrap_or("invulnerable");
                if words.contains("invulnerable") && !words.contains("not") {
                    scene.hide(at)?;
                }
            } else if at == "shield" {
                scene.shield_in_words(status.as_str().unwrap_or(""))?;
            }
        }
        for (who, shield) in entries(&case["shield"]) {
            let seat = seat(who)?;
            let state = scene.pos.state_mut();
            state.shield[seat.index()] = shield["turns_left"].as_u64().unwrap_or(0) as u8;
            if shield["used"] == Value::Bool(true) {
                state.shield_used |= 1 << seat.0;
            }
        }
        for right in case["en_passant"].as_array().into_iter().flatten() {
            let (pawn, over) = (space(text(right, "pawn")?)?, space(text(right, "over")?)?);
            let owner = scene.pos.at(pawn).ok_or("no pawn to take en passant")?.seat;
            scene.pos.state_mut().en_passant[owner.index()] = Some(EnPassant { over, pawn });
        }
        scene.pos.state_mut().to_move = seat(text(case, "side_to_move")?)?;
        scene.pos.crown();
        scene.pos.commit();
        Ok(scene)
    }

    /// Squares of the King and of its castling partner on a file.
    fn pair(right: &str) -> Result<(Space, Space), String> {
        let (who, file) = right.split_once('_').ok_or_else(|| format!("`{right}` is no castling right"))?;
        let rank = if seat(who)? == Seat(0) { 1 } else { 8 };
        Ok((space(&format!("e{rank}"))?, space(&format!("{file}{rank}"))?))
    }

    /// Marks the King and the piece on a file as unmoved.
    pub fn grant_castling(&mut self, right: &str) -> Result<(), String> {
        let (king, partner) = Self::pair(right)?;
        for at in [king, partner] {
            self.pos.set_flag(&self.rules, Slot::new(at, 0), Flags::FRESH, true);
        }
        Ok(())
    }

    /// Sets the en passant right after a Peasant's double step (C-16).
    pub fn after_double_step(&mut self, from: Space, to: Space) -> Result<(), String> {
        let pawn = self.pos.at(to).ok_or_else(|| format!("no piece on {to}"))?;
        if self.rules.ty(pawn.ty).taken_en_passant && from.distance(to) == 2 {
            let over = Space::new(from.file(), (from.rank() + to.rank()) / 2);
            let right = EnPassant { over, pawn: to };
            self.pos.state_mut().en_passant[pawn.seat.index()] = Some(right);
        }
        Ok(())
    }

    fn hide(&mut self, at: Space) -> Result<(), String> {
        let piece = self.pos.at(at).ok_or("no piece to be Invulnerable")?;
        let hidden = Piece { clock: 1, ..piece };
        self.pos.set(&self.rules, Slot::new(at, 0), Some(hidden));
        Ok(())
    }

    /// Parses `white active` or `white activated on move N, it is white's turn of move N+3: ended`.
    fn shield_in_words(&mut self, words: &str) -> Result<(), String> {
        let who = seat(words.split(' ').next().unwrap_or(""))?;
        let state = self.pos.state_mut();
        state.shield_used |= 1 << who.0;
        let over =
            ["ended", "used", "over", "expired", "not active", "inactive"].iter().any(|sign| words.contains(sign));
        state.shield[who.index()] = if over { 0 } else { 2 };
        Ok(())
    }

    /// Castling rights for which King and partner are in place and unmoved.
    pub fn castling_rights(&self) -> BTreeSet<String> {
        let fresh = |at: Space, who: Seat| {
            self.pos.at(at).filter(|piece| piece.seat == who && piece.flags.contains(Flags::FRESH))
        };
        ["white_a", "white_h", "black_a", "black_h"]
            .into_iter()
            .filter(|right| {
                Self::pair(right).is_ok_and(|(king, partner)| {
                    let who = if right.starts_with("white") { Seat(0) } else { Seat(1) };
                    match (fresh(king, who), fresh(partner, who)) {
                        (Some(king), Some(partner)) => self.rules.ty(king.ty).castles_with.contains(&partner.ty),
                        _ => false,
                    }
                })
            })
            .map(str::to_owned)
            .collect()
    }

    /// Pieces by square, as `white pawn`.
    pub fn content(&self) -> BTreeMap<Space, String> {
        self.pos
            .pieces()
            .filter_map(|(slot, piece)| {
                let name = case_name(Ware::of(&self.rules, piece.ty)?);
                Some((slot.space(), format!("{} {name}", colour(piece.seat))))
            })
            .collect()
    }

    /// All legal moves.
    pub fn legal(&mut self) -> Vec<Legal> {
        let mut list = MoveList::default();
        self.rules.legal_moves(&mut self.pos, &mut list);
        list.moves
            .iter()
            .map(|mv| {
                let chain = list.chain(mv).to_vec();
                let captures = self.captures(mv, &chain);
                Legal { mv: *mv, line: self.line(mv, &captures), captures, chain }
            })
            .collect()
    }

    /// Squares of all removed pieces. A captor removed with a Phoenix counts by its start square.
    fn captures(&self, mv: &Move, chain: &[Space]) -> BTreeSet<Space> {
        let mut hits = Vec::new();
        self.rules.captures(&self.pos, mv, chain, &mut hits);
        let mut captures: BTreeSet<Space> = hits.iter().map(|hit| hit.space()).collect();
        let avenges = |hit: &Slot| self.pos.in_slot(*hit).is_some_and(|piece| self.rules.ty(piece.ty).has("avenge"));
        if hits.iter().any(avenges) {
            captures.insert(mv.from);
        }
        captures
    }

    fn line(&self, mv: &Move, captures: &BTreeSet<Space>) -> String {
        let mut names: Vec<String> = captures.iter().map(Space::to_string).collect();
        names.sort();
        let captures = names.join(" ");
        let promote = mv
            .promote
            .and_then(|ty| Ware::of(&self.rules, ty))
            .map_or_else(String::new, |ware| format!("={}", case_name(ware)));
        match mv.kind {
            Kind::Castle => {
                let file = (b'a' + mv.other.file()) as char;
                format!("castle {file}")
            }
            Kind::Act => "shield".into(),
            Kind::Shoot => format!("shoot {}*{} [{captures}]", mv.from, mv.to),
            Kind::Chain { off } => {
                let off = if off { "OFF" } else { "" };
                format!("rabbit_chain {}-{off}{}{promote} [{captures}]", mv.from, mv.to)
            }
            _ => format!("move {}-{}{promote} [{captures}]", mv.from, mv.to),
        }
    }
}

/// Text of a case's action, for comparison.
pub fn line(action: &Value) -> Result<String, String> {
    let mut captures = strings(&action["captures"]);
    captures.sort_unstable();
    captures.dedup();
    let captures = captures.join(" ");
    let promote = action["promote"].as_str().map_or_else(String::new, |to| format!("={to}"));
    Ok(match text(action, "kind")? {
        "castle" => format!("castle {}", text(action, "side")?),
        "shield" => "shield".into(),
        "shoot" => format!("shoot {}*{} [{captures}]", text(action, "from")?, text(action, "target")?),
        kind @ ("move" | "rabbit_chain") => {
            format!("{kind} {}-{}{promote} [{captures}]", text(action, "from")?, text(action, "to")?)
        }
        other => return Err(format!("no action of the kind `{other}`")),
    })
}
