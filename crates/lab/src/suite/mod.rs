//! From files to definitions: reads a suite, and says everything that is wrong with it at once. Starts no process.
