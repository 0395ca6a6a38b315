//! The help text, with the credits that the licences of art and fonts ask for.

/// How to play.
pub const TEXT: &str = "\
**Titan's Battalion** is chess in which everyone chooses their own army.
New here? `/learn` teaches you in six short lessons, and `/play` finds you a game. `/titans new` opens a game here or in a thread. Press *Join* and choose a Battalion; when everyone has joined, press *Start*.
When it is your turn, press *Move* under the board and pick a piece and a square, or type `/move e2e4`. *Moves of…* and `/moves` show you privately where a piece can go.
`/match board` shows the current board, as text too; `/match history` steps through the moves; `/match replay` and `/match export` give you the game as an animation or a file.
`/match list` shows your games, `/match find` games that want players. `/titans challenge` challenges someone to a duel, `/match rematch` asks for another game, and `/match if` prepares your answers to your opponent's moves.
`/rules` explains any rule, Battalion or piece, with pictures; `/battalions list` shows what you can pick.
The buttons, `/match draw` and `/match resign` offer a draw or resign. In Assassin, `/target` shows you your Targets privately.
`/match takeback` asks for your last turn back. `/match hand-over` gives your seat to someone else, `/match take-seat` takes a free one, `/match free-seat` frees the seat of someone long absent.
**Chess: The Clash of the Armies** is a three-round match: challenge someone with `/clash new`. You buy your army with gold, and pieces that survive stay yours. Press *Open My Shop*, or type `/clash buy Queen d1, Rook a1, Pawn a2-h2`, then press *Ready*; *Armies…* has some to start from. Before the last round, `/bid` in secret for the Amazon.
`/match pause` asks the others to stop the clocks; `/match resume` goes on with a paused game, or brings an adjourned one back.
The person who opens a game can start it, remove people from its lobby (`/match kick`) and end it before the second turn (`/match end`). Moderators (Manage Messages) can do that in every game at any time, and move it (`/match move-here`).
`/settings me` changes how you are told of your turn and how your boards look, and stops your clocks while you are on holiday. `/settings server` and `/battalion-admin` are for those who manage the bot on a server. A moderator (Manage Messages) can end any game with `/match end`; the person who opened a game can close it before it starts.

Pieces from game-icons.net (CC BY 3.0) by Lorc, Delapouite, Skoll, sbed, Cathelineau, Caro Asercion, DarkZaitzev, Carl Olsen, HeavenlyDog and Willdabeast; fonts Noto Sans and Noto Sans CJK (OFL 1.1).";
