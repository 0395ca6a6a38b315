//! Features: one file or folder for everything that people can do. A folder holds the slash commands (`commands`), what
//! they and their buttons do (`mod`), and the sentences (`words`).
//!
//! * Playing: [`moves`], [`premove`], [`private`] (placement, secret choices, Targets), [`takeback`], [`draw`] (and
//!   resigning), [`pause`], [`clash`] (shop and auction), [`opponent`] (computer players, hints, analysis).
//! * Looking: [`board`], [`history`] (and replays), [`games`] (lists), [`stats`], [`rules`], [`learn`], [`help`].
//! * Games: [`start`] (`/play`), [`lobby`] (`/titans`, `/lobby`), [`challenge`] (and rematches), [`seats`] (and games
//!   that move to another channel).
//! * Servers: [`settings`], [`battalions`], [`gallery`] (shared Battalions, remarks, reports), [`log`], [`privacy`].
//!
//! A feature uses the shared parts of the interface: [`request`](super::request), [`messages`](super::messages),
//! [`wording`](super::wording). The table of commands is in [`commands`](super::commands), that of buttons in
//! `press`.

pub mod battalions;
pub mod board;
pub mod challenge;
pub mod clash;
pub mod draw;
pub mod gallery;
pub mod games;
pub mod help;
pub mod history;
pub mod learn;
pub mod lobby;
pub mod log;
pub mod moves;
pub mod opponent;
pub mod pause;
pub mod premove;
pub mod privacy;
pub mod private;
pub mod rules;
pub mod seats;
pub mod settings;
pub mod start;
pub mod stats;
pub mod takeback;
