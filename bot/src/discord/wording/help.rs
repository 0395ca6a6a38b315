//! The help text, with the credits that the licences of art and fonts ask for.

/// How it goes.
pub const TEXT: &str = "\
**Titan's Battalion** is chess with armies of your own choice.
`/titans new` opens a game in this channel or a thread. Press *Join* and choose a Battalion; *Start* when all are there.
Nobody there? `/titans new` with `computer` plays against the computer at six levels, and `/clash new` does too; *Add a Computer* in a lobby fills a seat. `/match hint` suggests a move where you play against computers alone; `/match analyse` looks back on a duel.
On your turn press *Move* on the board's message and choose a piece and where it goes, or type `/move e2e4`. *Moves of…* and `/moves` show where a piece can go, to you alone.
`/match board` shows the present board anywhere, also as text; `/match history` what has been played; `/match replay` and `/match export` give the game as an animation and as a file.
`/rules` looks up any rule, Battalion or piece, with pictures; `/battalions list` what can be picked here.
`/match draw`, `/match resign` and the buttons offer a draw or give up. In Assassin `/target` shows your Targets, to you alone.
`/match takeback` asks for your last turn back. `/match hand-over` gives your seat to somebody else; `/match take-seat` takes a free one, `/match free-seat` frees that of somebody long absent.
Whoever opens a game may start it, remove people from its lobby (`/match kick`) and end it before its second turn (`/match end`). Moderators (Manage Messages) may do all that in any game at any time, and move it (`/match move-here`).
**Chess: The Clash of the Armies** is a match of three rounds: `/clash new` challenges somebody. Armies are bought with gold and survive: press *Open My Shop*, or type `/clash buy Queen d1, Rook a1, Pawn a2-h2`, then *Ready*. Before the last round `/bid` in secret for the Amazon.
`/settings me` says how you hear of your turn and how you like the board. Those who look after a server have `/settings server` and `/battalion-admin`, with Battalions of their own.

Pieces from game-icons.net (CC BY 3.0) by Lorc, Delapouite, Skoll, sbed, Cathelineau, Caro Asercion, DarkZaitzev, Carl Olsen, HeavenlyDog and Willdabeast; fonts Noto Sans and Noto Sans CJK (OFL 1.1).";
