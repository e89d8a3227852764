//! Stores of earlier schemas become such as today's: from an open store to one of the present schema, in its place
//! when it is to be written, in a copy when it is only read. A file for each step; it must not know what runs say.

mod steps;
mod in_place;
mod aside;

#[cfg(test)]
mod killed;
#[cfg(test)]
mod old;

pub(in crate::store) use aside::aside;
pub(in crate::store) use in_place::in_place;
