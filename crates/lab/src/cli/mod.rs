//! One file a command; the only room that sees both wings. No arithmetic here.
