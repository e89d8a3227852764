//! Whether what a suite calls something is a name; if not, a mistake is noted where it stands.

use crate::model::ImplementationId;
use crate::suite::parts::mistake::{MistakeLedger, Spot};

pub(crate) fn check_name(name: &Spot<String>, ledger: &MistakeLedger) {
    if !ImplementationId::is_part(&name.value) {
        ledger.add(&name.place, format!("`{}` is no name; use a-z 0-9 _ + - and nothing else", name.value));
    }
}
