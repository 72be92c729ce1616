//! Enums whose values are texts: closed sets, carriers, rules.

use std::fmt;

/// The text is not one of those that are permitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownValue;

impl fmt::Display for UnknownValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not one of the permitted values; `ALL` lists them")
    }
}

impl std::error::Error for UnknownValue {}

/// The texts of an enum.
macro_rules! text_enum {
    ($name:ident { $($variant:ident = $text:literal),* }) => {
        impl $name {
            /// Every value.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The text of the value.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)*
                }
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = $crate::UnknownValue;

            fn from_str(text: &str) -> ::std::result::Result<Self, Self::Err> {
                Self::ALL.iter().copied().find(|one| one.as_str() == text).ok_or($crate::UnknownValue)
            }
        }
    };
}
pub(crate) use text_enum;
