//! From samples to what may be said: every number with an interval and its doubts.
