//! What is wanted of a game: a letter, and its [fields](super::field::Field) joined by `-`.

use engine::action::Spot;
use engine::board::{Seat, Space};

use super::field::{Choices, Field};

/// Declares intents with their letters, and from that how they are written and read, and samples of all of them for the tests.
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
            /// As text: what [`read`](Self::read) reads.
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

            /// One of each.
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
    /// What the use of a component asks for.
    pub enum Intent {
        /// Opens the guided choice of a move.
        "m" => Move,
        /// A page of the pieces that can act; as a menu, the choice of one.
        "p" => Piece { page: u16 },
        /// A page of where that piece can go; as a menu, the choice of one.
        "t" => To { piece: u16, page: u16 },
        /// Several acts lead to the Space: which.
        "w" => Which { piece: u16, to: Space, page: u16 },
        /// What the act obliges to next.
        "n" => Then { act: u16, choices: Choices, page: u16 },
        /// Takes the turn although there is a warning.
        "c" => Confirm { act: u16, choices: Choices },
        /// A page of the pieces on the board, to look at where one can go; as a menu, the choice of one.
        "k" => Look { page: u16 },
        /// Offers a draw, or agrees to one.
        "d" => Draw,
        /// Declines a draw, or takes the own offer back.
        "f" => NoDraw,
        /// Asks whether the person is sure.
        "r" => Resign,
        /// Gives up.
        "q" => ResignNow,
        /// Closes a private question.
        "x" => Never,
        /// Asks for the Battalion to join with.
        "j" => Join { page: u16 },
        /// Leaves the lobby.
        "l" => Leave,
        /// Starts the game.
        "s" => Start,
        /// Decides in a lobby whether everyone places their own army.
        "P" => OwnPlaces { on: u8 },
        /// Starts the game with that many Players although seats are free.
        "Y" => StartWith { players: u8 },
        /// Shows the present board privately.
        "b" => Board,
        /// Opens the placement of the own Territory.
        "a" => Place,
        /// The choice of offset and side.
        "o" => PlaceAt { page: u16 },
        /// The Instant Reinforcements of a placement, so far.
        "i" => Instant { offset: u8, mirrored: bool, choices: Choices, page: u16 },
        /// Opens the choice of Volatile pieces.
        "v" => Volatile,
        /// The choice of a Player's Volatile pieces, so far.
        "h" => Choose { of: Seat, choices: Choices, page: u16 },
        /// Shows the own Target cards.
        "g" => Target,
        /// Opens whatever is asked of the person in private.
        "u" => Private,
        /// The next jump of a chain, after these landings.
        "e" => Chain { piece: u16, path: Choices, page: u16 },
        /// A step of the game's course with its board; the number of the button tells those of one message apart.
        "z" => Step { button: u8, at: u16 },
        /// The game as an animation, privately.
        "y" => Replay,
        /// Asks for another game like this one, or agrees to it.
        "R" => Rematch,
        /// Agrees to a pause.
        "A" => AgreePause,
        /// Wants no pause.
        "N" => NoPause,
        /// Goes on with a game whose clock stands still.
        "G" => Resume,
        /// Says that the game is still played.
        "S" => StillPlaying,
        /// A page of the own conditional moves; as a menu, the line to delete.
        "L" => Lines { page: u16 },
        /// Deletes all own conditional moves.
        "X" => DropLines,
    }
    nested
        /// Something of Clash of the Armies.
        "C" => Clash(ClashIntent);
    nested
        /// Something between the people at the table.
        "T" => Table(TableIntent);
    nested
        /// Something of computer players.
        "O" => Computer(ComputerIntent);
}

intents! {
    /// What the use of a component asks for between the people at a table: takebacks, seats that change hands.
    #[derive(Copy)]
    pub enum TableIntent {
        /// Agrees to a takeback.
        "b" => Takeback,
        /// Declines a takeback, or withdraws the own one.
        "n" => NoTakeback,
        /// Accepts the seat that was offered at the version of the component.
        "a" => Accept,
        /// Declines that seat, or withdraws the own offer.
        "d" => Decline,
        /// Is for freeing the seat of somebody who is absent.
        "v" => Absent { seat: Seat },
        /// Takes a free seat.
        "t" => Take { seat: Seat },
    }
}

impl From<TableIntent> for Intent {
    fn from(intent: TableIntent) -> Self {
        Self::Table(intent)
    }
}

intents! {
    /// What the use of a component asks for in Clash of the Armies: challenges, the shop, the auction.
    #[derive(Copy)]
    pub enum ClashIntent {
        /// Accepts a challenge.
        "a" => Accept,
        /// Declines a challenge, or takes an own one back.
        "d" => Decline,
        /// Shows the own shop, with a page of the own pieces.
        "s" => Shop { page: u16 },
        /// As a menu, the choice of a piece to buy; pressed, the shop again.
        "w" => Wares,
        /// As a menu, the choice of where the ware with this number goes.
        "q" => Squares { ware: u16 },
        /// A page of the own pieces; as a menu, the choice of one.
        "o" => Own { page: u16 },
        /// What can be done with an own piece; as a menu, the choice of where it goes.
        "p" => Piece { spot: Spot },
        /// Sells an own piece.
        "e" => Sell { spot: Spot },
        /// Takes an own piece off its square.
        "h" => Hand { spot: Spot },
        /// Takes the last step back.
        "u" => Undo,
        /// Completes the army as the bot suggests.
        "g" => Suggest,
        /// Confirms the army; asks first where gold is left that could buy something.
        "r" => Ready,
        /// Confirms the army with the gold that is left.
        "n" => ReadyNow,
        /// Sells everything.
        "l" => SellAll,
        /// The armies to start from; as a menu, the choice of one.
        "f" => Armies,
        /// As a menu, the choice of a piece to read about; pressed, the shop again.
        "m" => Card,
        /// How the ware with this number moves.
        "k" => CardOf { ware: u16 },
        /// Opens the form for a bid; as a form, the bid.
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
    /// What the use of a component asks for of computer players.
    #[derive(Copy)]
    pub enum ComputerIntent {
        /// As a menu, the choice of a level; pressed, that menu.
        "a" => Add,
        /// Takes the computer player that was added last out of the lobby.
        "r" => Remove,
        /// Lets a computer player take a free seat: as a menu, the choice of a level; pressed, that menu.
        "t" => Take { seat: Seat },
        /// Shows the analysis of a duel that is over.
        "y" => Analyse,
    }
}

impl From<ComputerIntent> for Intent {
    fn from(intent: ComputerIntent) -> Self {
        Self::Computer(intent)
    }
}
