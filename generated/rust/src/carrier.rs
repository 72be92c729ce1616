// Generated from tools/exprov/targets/rust/runtime/src/carrier.rs by `exprov generate`; edit that and run it again.
//! What a text is: the record itself, or a payload that carries it.

use crate::contract::{CARRIERS, Carrier, RECOGNITION, RECORD};
use crate::document::Value;
use crate::tables::Document;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    Record,
    Carrier(Carrier),
    /// Whichever its members say.
    Recognised,
}

/// The tables for a document.
pub(crate) fn table(subject: Subject, root: Value<'_, '_>) -> &'static Document {
    match subject {
        Subject::Record => &RECORD,
        Subject::Carrier(carrier) => carrier.table(),
        Subject::Recognised => {
            let has_any = |names: &[&str]| names.iter().any(|name| root.members(name).next().is_some());
            let is_record = has_any(RECOGNITION.record_only) && !has_any(RECOGNITION.record_members);
            let found = CARRIERS.iter().find(|carrier| !is_record && has_any(carrier.recognised_by));
            found.copied().unwrap_or(&RECORD)
        }
    }
}

/// The carriers of a contract: how each is called, and its tables.
macro_rules! carriers {
    ($($variant:ident = $slug:literal, $table:ident;)*) => {
        /// A payload that carries the record.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Carrier {
            $(#[doc = concat!("`", $slug, "`")] $variant,)*
        }

        impl Carrier {
            pub(crate) fn table(self) -> &'static Document {
                match self {
                    $(Self::$variant => &$table,)*
                }
            }
        }

        $crate::text_enum::text_enum!(Carrier { $($variant = $slug),* });
    };
}
pub(crate) use carriers;
