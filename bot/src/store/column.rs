//! Conversion between types and database columns: ids are stored as numbers, enums as words.

use sqlx::any::{AnyTypeInfo, AnyTypeInfoKind, AnyValueRef};
use sqlx::error::BoxDynError;
use sqlx::{Any, Decode, Type, ValueRef as _};

/// Stores a type in columns of another type, for every database of sqlx that has that type.
macro_rules! column {
    ($name:ty as $stored:ty, |$value:ident| $write:expr, |$found:ident| $read:expr) => {
        impl<DB: sqlx::Database> sqlx::Type<DB> for $name
        where
            $stored: sqlx::Type<DB>,
        {
            fn type_info() -> DB::TypeInfo {
                <$stored as sqlx::Type<DB>>::type_info()
            }

            fn compatible(kind: &DB::TypeInfo) -> bool {
                <$stored as sqlx::Type<DB>>::compatible(kind)
            }
        }

        impl<'q, DB: sqlx::Database> sqlx::Encode<'q, DB> for $name
        where
            $stored: sqlx::Encode<'q, DB>,
        {
            fn encode_by_ref(
                &self,
                buffer: &mut DB::ArgumentBuffer,
            ) -> Result<sqlx::encode::IsNull, sqlx::error::BoxDynError> {
                let $value = self;
                <$stored as sqlx::Encode<'q, DB>>::encode($write, buffer)
            }
        }

        impl<'r, DB: sqlx::Database> sqlx::Decode<'r, DB> for $name
        where
            $stored: sqlx::Decode<'r, DB>,
        {
            fn decode(value: DB::ValueRef<'r>) -> Result<Self, sqlx::error::BoxDynError> {
                let $found = <$stored as sqlx::Decode<'r, DB>>::decode(value)?;
                $read
            }
        }
    };
}

/// Stores enums as the words that strum gives them.
macro_rules! words {
    ($($name:ty),+) => {
        $(crate::store::column::column!(
            $name as String,
            |value| <&'static str>::from(value).to_owned(),
            |word| word.parse().map_err(|_| format!("{word:?} is unknown").into())
        );)+
    };
}

pub(super) use {column, words};

/// Truth value in a column. SQLite returns it as a number, PostgreSQL as a boolean; `bool` alone would reject the number.
/// Both accept a `bool` as an argument.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flag(pub bool);

impl From<Flag> for bool {
    fn from(flag: Flag) -> bool {
        flag.0
    }
}

impl Type<Any> for Flag {
    fn type_info() -> AnyTypeInfo {
        <bool as Type<Any>>::type_info()
    }

    fn compatible(kind: &AnyTypeInfo) -> bool {
        <bool as Type<Any>>::compatible(kind) || <i64 as Type<Any>>::compatible(kind)
    }
}

impl<'r> Decode<'r, Any> for Flag {
    fn decode(value: AnyValueRef<'r>) -> Result<Self, BoxDynError> {
        match value.type_info().kind() {
            AnyTypeInfoKind::Bool => <bool as Decode<'r, Any>>::decode(value).map(Self),
            _ => <i64 as Decode<'r, Any>>::decode(value).map(|number| Self(number != 0)),
        }
    }
}
