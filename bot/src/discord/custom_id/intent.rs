//! Actions in a game: a letter and its [fields](super::field::Field), joined by `-`.

use engine::action::Spot;
use engine::board::{Seat, Space};

use super::field::{Choices, Field};

/// Declares intents with their letters. Generates encoding, decoding and samples for the tests.
macro_rules! intents {
    (
        $(#[$about:meta])*
        pub enum $name:ident {
            $(
                $(#[$doc:meta])*
                $letter:literal => $variant:ident $({ $($field:ident: $of:ty),* })?,
            )*
        }
        $(nested $(#[$nested_doc:meta])* $prefix:literal => $nested:ident($inner:ty);)*
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[$doc])* $variant $({ $($field: $of),* })?,)*
            $($(#[$nested_doc])* $nested($inner),)*
        }

        impl $name {
            /// Encodes the intent; inverse of [`read`](Self::read).
            pub(super) fn text(&self) -> String {
                match self {
                    $(Self::$variant $({ $($field),* })? => {
                        let fields: &[String] = &[$($($field.text()),*)?];
                        format!("{}{}", $letter, fields.join("-"))
                    })*
                    $(Self::$nested(inner) => format!("{}{}", $prefix, inner.text()),)*
                }
            }

            /// The inverse of [`text`](Self::text).
            pub(super) fn read(text: &str) -> Option<Self> {
                let (letter, rest) = text.split_at_checked(1)?;
                $(if letter == $prefix {
                    return <$inner>::read(rest).map(Self::$nested);
                })*
                let mut fields = rest.split('-').filter(|_| !rest.is_empty());
                let intent = match letter {
                    $($letter => Self::$variant $({ $($field: Field::read(fields.next()?)?),* })?,)*
                    _ => return None,
                };
                fields.next().is_none().then_some(intent)
            }

            /// One sample of each intent.
            #[cfg(test)]
            #[allow(unused_variables, reason = "a list of intents without fields takes no random numbers")]
            pub(super) fn samples(random: &mut super::tests::Random) -> Vec<Self> {
                #[allow(unused_mut)]
                let mut all = vec![$(Self::$variant $({ $($field: Field::sample(random)),* })?,)*];
                $(all.extend(<$inner>::samples(random).into_iter().map(Self::$nested));)*
                all
            }
        }
    };
}

intents! {
    /// Action requested by a component.
    pub enum Intent {
        /// Opens the guided choice of a move.
        "m" => Move,
        /// A page of the pieces that can act; as a menu, the choice of a piece.
        "p" => Piece { page: u16 },
        /// A page of the piece's destinations; as a menu, the choice of one.
        "t" => To { piece: u16, page: u16 },
        /// A page of the acts that lead to the same Space; as a menu, the choice of one.
        "w" => Which { piece: u16, to: Space, page: u16 },
        /// The next choice that the act requires.
        "n" => Then { act: u16, choices: Choices, page: u16 },
        /// Takes the turn despite a warning.
        "c" => Confirm { act: u16, choices: Choices },
        /// A page of all pieces on the board; as a menu, the choice of a piece whose moves to show.
        "k" => Look { page: u16 },
        /// Offers a draw, or agrees to one.
        "d" => Draw,
        /// Agrees to the draw that was offered.
        "B" => AcceptDraw,
        /// Declines a draw, or withdraws the person's own offer.
        "f" => NoDraw,
        /// Asks for confirmation before resigning.
        "r" => Resign,
        /// Resigns.
        "q" => ResignNow,
        /// Cancels a private question.
        "x" => Never,
        /// Asks for a Battalion to join with.
        "j" => Join { page: u16 },
        /// Leaves the lobby.
        "l" => Leave,
        /// Starts the game.
        "s" => Start,
        /// Sets in a lobby whether all Players place their own armies.
        "P" => OwnPlaces { on: u8 },
        /// Starts the game with this many Players although seats are free.
        "Y" => StartWith { players: u8 },
        /// Opens the choice of odds in a lobby.
        "D" => Odds,
        /// Gives the odds of this number, or takes odds back.
        "E" => GiveOdds { number: u8 },
        /// Opens the form for a word, or adds the typed one to the seed.
        "W" => Word,
        /// Shows the current board privately.
        "b" => Board,
        /// Opens the placement of the person's Territory.
        "a" => Place,
        /// Choice of offset and side.
        "o" => PlaceAt { page: u16 },
        /// Instant Reinforcements chosen so far for a placement.
        "i" => Instant { offset: u8, mirrored: bool, choices: Choices, page: u16 },
        /// Opens the choice of Volatile pieces.
        "v" => Volatile,
        /// Volatile pieces chosen so far for a Player.
        "h" => Choose { of: Seat, choices: Choices, page: u16 },
        /// Shows the person's Target cards.
        "g" => Target,
        /// Opens the pending private decision of the person.
        "u" => Private,
        /// Next jump of a chain, after these landings.
        "e" => Chain { piece: u16, path: Choices, page: u16 },
        /// A step of the game's history with its board. The button number keeps the ids of one message distinct.
        "z" => Step { button: u8, at: u16 },
        /// Shows the game privately as an animation.
        "y" => Replay,
        /// Proposes a rematch, or agrees to it.
        "R" => Rematch,
        /// Agrees to a pause.
        "A" => AgreePause,
        /// Declines a pause.
        "N" => NoPause,
        /// Resumes a game whose clock is stopped.
        "G" => Resume,
        /// Confirms that the game is still being played.
        "S" => StillPlaying,
        /// A page of the person's conditional moves; as a menu, the line to delete.
        "L" => Lines { page: u16 },
        /// Deletes all conditional moves of the person.
        "X" => DropLines,
    }
    nested
        /// Action in Clash of the Armies.
        "C" => Clash(ClashIntent);
    nested
        /// Action between the people at the table.
        "T" => Table(TableIntent);
    nested
        /// Action on computer players.
        "O" => Computer(ComputerIntent);
}

intents! {
    /// Action between the people at a table: takebacks and handing over seats.
    #[derive(Copy)]
    pub enum TableIntent {
        /// Agrees to a takeback.
        "b" => Takeback,
        /// Declines a takeback, or withdraws the person's own request.
        "n" => NoTakeback,
        /// Accepts the seat that was offered at the component's version.
        "a" => Accept,
        /// Declines that seat, or withdraws the person's own offer.
        "d" => Decline,
        /// Votes for freeing the seat of an absent player.
        "v" => Absent { seat: Seat },
        /// Takes a free seat.
        "t" => Take { seat: Seat },
        /// Moves the game to the channel of the press.
        "m" => Move,
    }
}

impl From<TableIntent> for Intent {
    fn from(intent: TableIntent) -> Self {
        Self::Table(intent)
    }
}

intents! {
    /// Action in Clash of the Armies: challenges, the shop, the auction.
    #[derive(Copy)]
    pub enum ClashIntent {
        /// Accepts a challenge.
        "a" => Accept,
        /// Declines a challenge, or withdraws the person's own.
        "d" => Decline,
        /// Shows the person's shop, with a page of owned pieces.
        "s" => Shop { page: u16 },
        /// As a menu, the choice of a piece to buy; as a button, back to the shop.
        "w" => Wares,
        /// As a menu, the choice of a square for the ware with this number.
        "q" => Squares { ware: u16 },
        /// A page of the owned pieces; as a menu, the choice of one.
        "o" => Own { page: u16 },
        /// The actions on an owned piece; as a menu, the choice of its square.
        "p" => Piece { spot: Spot },
        /// Sells an owned piece.
        "e" => Sell { spot: Spot },
        /// Takes an owned piece off its square.
        "h" => Hand { spot: Spot },
        /// Undoes the last step.
        "u" => Undo,
        /// Completes the army as the bot suggests.
        "g" => Suggest,
        /// Confirms the army. Asks first if the remaining gold could buy something.
        "r" => Ready,
        /// Confirms the army and forgoes the remaining gold.
        "n" => ReadyNow,
        /// Sells all pieces.
        "l" => SellAll,
        /// The armies to start from; as a menu, the choice of one.
        "f" => Armies,
        /// As a menu, the choice of a piece to read about; as a button, back to the shop.
        "m" => Card,
        /// Shows how the ware with this number moves.
        "k" => CardOf { ware: u16 },
        /// As a button, opens the form for a bid; as a form, submits the bid.
        "b" => Bid,
        /// Raises the bid.
        "i" => Raise,
        /// Stops raising.
        "t" => Stop,
    }
}

impl From<ClashIntent> for Intent {
    fn from(intent: ClashIntent) -> Self {
        Self::Clash(intent)
    }
}

intents! {
    /// Action on computer players.
    #[derive(Copy)]
    pub enum ComputerIntent {
        /// As a menu, the choice of a level; as a button, opens that menu.
        "a" => Add,
        /// Removes the computer player added last from the lobby.
        "r" => Remove,
        /// Gives a free seat to a computer player: as a menu, the choice of a level; as a button, opens that menu.
        "t" => Take { seat: Seat },
        /// Shows the analysis of a finished duel.
        "y" => Analyse,
    }
}

impl From<ComputerIntent> for Intent {
    fn from(intent: ComputerIntent) -> Self {
        Self::Computer(intent)
    }
}
