//! Comparison of two versions of a server's own Battalion.

use std::sync::Arc;

use engine::battalion::{Changes, Definition, PieceChange, changes};
use render::cards::Compared;
use render::{Picture, Theme};

use crate::host::GuildId;
use crate::host::error::Error;
use crate::host::model::Who;
use crate::host::rulebook::Rulebook;

/// Two versions of a Battalion.
#[derive(Clone, Debug)]
pub struct Versions {
    /// Older version, with its number.
    pub from: (i64, Arc<Definition>),
    /// Newer version, with its number.
    pub to: (i64, Arc<Definition>),
}

impl Versions {
    /// Differences between the versions.
    pub fn changes(&self) -> Changes {
        changes(&self.from.1, &self.to.1)
    }

    /// Changes that can be drawn: old and new moves of a piece, with its name.
    pub fn drawn(&self) -> Vec<(String, Compared)> {
        let (old, new) = (&self.from.1, &self.to.1);
        let compared = |change: &PieceChange| {
            let (before, after) = match *change {
                PieceChange::Gained(to) => (None, new.pieces.get(to)),
                PieceChange::Lost(from) => (old.pieces.get(from), None),
                PieceChange::Changed { from, to, .. } => (old.pieces.get(from), new.pieces.get(to)),
            };
            let moves = |piece: Option<&engine::battalion::PieceDef>| {
                piece.map(|piece| piece.moves.clone()).unwrap_or_default()
            };
            let name = after.or(before)?.name.clone();
            let differ = moves(before) != moves(after);
            let drawn = differ.then(|| Compared::of(new, (old, before), (new, after)));
            Some((name, drawn??))
        };
        self.changes().pieces.iter().filter_map(compared).collect()
    }
}

impl Rulebook {
    /// The version of a server's own Battalion available to a person, with the version before it. Administrators get
    /// the newest version, others the newest published one. `None` if there is no such pair.
    pub async fn versions(&self, who: &Who, guild: Option<GuildId>, id: &str) -> Result<Option<Versions>, Error> {
        let Some(guild) = guild else {
            return Ok(None);
        };
        let administers = self.settings.power(who, Some(guild)).await?.administers;
        let open = self.rosters.roster(Some(guild)).await?.open(administers);
        let Some(army) = open.into_iter().find(|army| army.definition.id == id) else {
            return Ok(None);
        };
        let version = army.key.rsplit_once('@').map(|(_, version)| version.parse());
        let Some(Ok(version)) = version else {
            return Ok(None);
        };
        let rows = self.store.battalions(guild).await?;
        let before =
            rows.iter().find(|row| row.id == id && row.version < version && (administers || row.was_published));
        let Some(before) = before else {
            return Ok(None);
        };
        let old = self.rosters.own_army(guild, &before.id, before.version).await?;
        Ok(old.map(|old| Versions { from: (before.version, old.definition), to: (version, army.definition) }))
    }

    /// Pictures of the old and new moves of pieces.
    pub async fn compared(&self, compared: Vec<Compared>, theme: Theme) -> Result<Vec<Picture>, Error> {
        self.rendering
            .draw(move |renderer| {
                let pictures = compared.iter().map(|one| renderer.compared(one, theme));
                Ok(pictures.collect::<Result<_, _>>()?)
            })
            .await
    }
}

#[cfg(test)]
mod tests {
    use engine::battalion::load_builtin;

    use super::*;

    #[test]
    fn a_piece_that_moves_in_another_way_is_drawn_under_its_newest_name() {
        let old = load_builtin("medieval").unwrap();
        let mut new = Definition::clone(&old);
        let of = |id: &str| old.pieces.iter().position(|piece| piece.id == id).unwrap();
        let (knight, bishop) = (of("knight"), of("bishop"));
        new.pieces[knight].name = "Cavalier".to_owned();
        new.pieces[knight].moves = old.pieces[bishop].moves.clone();
        new.pieces[bishop].name = "Prelate".to_owned();
        let versions = Versions { from: (1, old), to: (2, Arc::new(new)) };
        let drawn: Vec<String> = versions.drawn().into_iter().map(|(name, _)| name).collect();
        assert_eq!(drawn, ["Cavalier"]);
    }
}
