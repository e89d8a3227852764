//! What implementations get of an input: two keys of a benchmark's `input`. Whether the server is there, `check` sees.

use crate::model::Given;
use crate::suite::parts::fields::Fields;
use crate::suite::parts::mistake::Spot;

/// The server that is named, with its place; and what is given.
pub(crate) fn read_given(input: &Fields<'_>) -> (Option<Spot<String>>, Given) {
    let (by, server) = (input.text("by"), input.text("server"));
    if let (Some(by), Some(_)) = (&by, &server) {
        input.ledger.add(&by.place, "`by` and `server` exclude each other; leave one out");
    }
    let by_path = match by {
        Some(by) if by.value == "path" => true,
        Some(by) if by.value == "bytes" => false,
        Some(by) => {
            let text = format!("`{}` is no way to give an input; expected `bytes` or `path`, or a `server`", by.value);
            input.ledger.add(&by.place, text);
            false
        }
        None => false,
    };
    let given = match &server {
        Some(server) => Given::Address(server.value.clone()),
        None if by_path => Given::Path,
        None => Given::Bytes,
    };
    (server, given)
}
