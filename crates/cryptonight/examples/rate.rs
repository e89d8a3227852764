//! Hashes per second of cn/0, by path, interleave, prefetch and pages, in rounds with a dependent chain of
//! multiplications, beside the rates that are to be reached.
