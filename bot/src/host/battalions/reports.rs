//! Reports about shared Battalions, and what the people who run the bot do about them.

use crate::host::error::{BattalionRefusal, Denied, Error, refuse};
use crate::host::model::{BattalionChange, Member, Report, Reported, SharedBy, Who};
use crate::host::{Host, PersonId, ShareId};
use crate::store::{PlayerRow, ReportRow, ShareRow};
use crate::text;

/// The most characters of a report.
pub const MAX_REASON: usize = 500;
/// The most reports about one Battalion that are kept, one from each person.
const REPORTS: i64 = 50;

impl Host {
    /// Whether somebody runs this bot.
    pub fn operates(&self, person: PersonId) -> bool {
        let operators = self.0.operators.get();
        operators.is_some_and(|operators| operators.contains(&person))
    }

    fn operated(&self, who: &Who) -> Result<(), Error> {
        match self.operates(who.person) {
            true => Ok(()),
            false => Err(refuse(Denied::Operate)),
        }
    }

    /// Keeps what somebody says against a shared Battalion, for the people who run the bot.
    ///
    /// # Errors
    /// A refusal when it is not shared there, or no longer, or a fault.
    pub async fn report(&self, who: &Who, by: &SharedBy, version: i64, reason: &str) -> Result<(), Error> {
        let share = self.shared(by).await?;
        let reason = text::lines(reason.trim(), MAX_REASON);
        if reason.is_empty() {
            return Err(refuse(BattalionRefusal::NoReason));
        }
        let report = ReportRow {
            share: share.id,
            version,
            by: Some(PlayerRow { person: who.person, name: who.name.clone() }),
            reason,
            at: self.now(),
        };
        self.store().put_report(report, REPORTS).await?;
        tracing::info!(share = share.id.0, "a shared Battalion was reported");
        Ok(())
    }

    /// Every shared Battalion that somebody has reported, and those that are hidden; for the people who run the bot.
    ///
    /// # Errors
    /// A refusal for anybody else, or a fault.
    pub async fn reports(&self, who: &Who) -> Result<Vec<Reported>, Error> {
        self.operated(who)?;
        let rows = self.store().reports().await?;
        let mut found = Vec::new();
        for share in self.store().reported_shares().await? {
            let army = self.own_army(share.guild, &share.battalion, share.version);
            // The file of what is no longer shared may be gone.
            let Some(army) = army.await? else { continue };
            let reports = rows.iter().filter(|row| row.share == share.id).cloned();
            found.push(Reported {
                id: share.id,
                guild: share.guild,
                version: share.version,
                definition: army.definition,
                hidden: share.hidden,
                reports: reports.map(report).collect(),
            });
        }
        Ok(found)
    }

    async fn reported(&self, who: &Who, share: ShareId) -> Result<ShareRow, Error> {
        self.operated(who)?;
        let found = self.store().share(share).await?;
        found.ok_or_else(|| refuse(BattalionRefusal::NotShared))
    }

    /// Hides a shared Battalion from everybody, or shows it again; for the people who run the bot. Servers that have a copy keep it. Its own server
    /// finds it in its log.
    ///
    /// # Errors
    /// A refusal for anybody else, or a fault.
    pub async fn hide_shared(&self, who: &Who, share: ShareId, hidden: bool) -> Result<BattalionChange, Error> {
        let share = self.reported(who, share).await?;
        let change = match hidden {
            true => BattalionChange::Hidden(share.name),
            false => BattalionChange::Unhidden(share.name),
        };
        let log = self.pen_of_host(share.guild).battalion(&change);
        self.store().hide_share(share.id, hidden, log).await?;
        Ok(change)
    }

    /// Forgets what was said against a shared Battalion; for the people who run the bot.
    ///
    /// # Errors
    /// A refusal for anybody else, or a fault.
    pub async fn dismiss_reports(&self, who: &Who, share: ShareId) -> Result<(), Error> {
        let share = self.reported(who, share).await?;
        Ok(self.store().drop_reports(share.id).await?)
    }
}

fn report(row: ReportRow) -> Report {
    Report {
        reason: row.reason,
        version: row.version,
        at: row.at / 1000,
        by: row.by.map(|by| Member { person: by.person, name: by.name }),
    }
}
