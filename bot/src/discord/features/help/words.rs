//! Help text, with the credits that the licences of art and fonts require.

use crate::discord::answer::CONTENT;

/// Text of `/help`.
pub const TEXT: &str = "\
**Titan's Battalion** is chess in which everyone chooses their own army.
**Begin**: `/learn` teaches you in six short lessons; `/play` finds you a game, against people or the computer. `/titans new` opens a game: press *Join*, choose a Battalion, then *Start*. `/titans challenge` challenges someone to a duel. *Give Odds* in its lobby evens out unequal armies.
**Your turn**: press *Move* under the board, or type `/move e2e4`. *Moves of…* shows you privately where a piece can go. In Assassin, `/target` shows your Targets.
**During the game**: `/match board`, `history`, `replay`, `export`, `draw`, `takeback`, `resign`; `premove` prepares your answers in private, `hint` helps against the computer, `analyse` looks back on a duel.
**Your games**: `/games list`; `/games find` shows games that need players, `/match rematch` asks for another one, `/stats me` shows your ratings.
**Away?** `/match pause` stops the clocks by agreement, `resume` goes on; `/seat hand-over` gives your seat to someone else, `take` takes a free one, `free` frees that of a player who has been away a long time. Set holidays in `/settings me`.
**Chess: The Clash of the Armies** is a match of three rounds: `/clash new` or `challenge`. Buy an army with gold in *Open My Shop*, then press *Ready*; pieces that survive stay yours. Before the last round, `/clash bid` in secret for the Amazon.
**Permissions**: the person who opens a game can start it, remove people from its lobby (`/lobby kick`) and end it before its second turn (`/match end`). Moderators (Manage Messages) can do so in any game at any time, and move it (`/games move-here`).
`/rules` explains any rule, Battalion or piece. `/server` and `/battalion-admin` are for those who manage the bot.
-# Pieces: game-icons.net (CC BY 3.0) by Lorc, Delapouite, Skoll, sbed, Cathelineau, Caro Asercion, DarkZaitzev, Carl Olsen, HeavenlyDog, Willdabeast; fonts: Noto Sans, Noto Sans CJK (OFL 1.1).";

/// The text must fit into one message; its length in bytes is an upper bound of its characters.
const _: () = assert!(TEXT.len() <= CONTENT);
