//! A driver that serves nothing: what any driver in Swift weighs before it holds an implementation.

Driver().serve()
