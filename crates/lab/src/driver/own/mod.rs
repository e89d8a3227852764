//! Drivers that are this program again: the protocol's other side, for whoever serves something that has no driver.

pub(super) mod conversation;
