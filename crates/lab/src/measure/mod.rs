//! From a plan to samples. Tells events; never prints, never writes, never drops a sample.
