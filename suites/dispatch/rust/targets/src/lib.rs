//! What is called: eight tiny jobs, by each of Rust's ways to call them.
//!
//! In: what was folded so far, and a byte; out: what is folded now. The caller is another crate. A compiler
//! carries small functions from crate to crate by itself, so these have symbols of their own, which it leaves
//! where they are unless it sees the whole program.

use std::any::Any;

/// What a function is called through where its address is what is kept.
pub type Pointer = fn(u32, u32) -> u32;
/// The same where whatever can be called is kept.
pub type Closure = Box<dyn Fn(u32, u32) -> u32>;
/// What subscribes to an event.
pub type Handler = Box<dyn Fn(&mut State, u32)>;

/// An object that has the job as its method.
pub trait Target {
    fn apply(&self, folded: u32, byte: u32) -> u32;
}

/// An interface that one type of the whole program has.
pub trait Single {
    fn apply(&self, folded: u32, byte: u32) -> u32;
}

/// As the bindings of Objective-C have it: true unless somebody made a subclass, and never changed.
pub struct Binding {
    pub is_direct: bool,
}

/// What the handlers of an event work on.
pub struct State {
    pub folded: u32,
    pub seen: u64,
}

macro_rules! targets {
    ($($name:ident $function:ident $symbol:literal $work:expr;)*) => {
        $(
            // SAFETY: no other symbol of the program bears this name.
            #[unsafe(export_name = $symbol)]
            pub fn $function(folded: u32, byte: u32) -> u32 {
                let work: fn(u32, u32) -> u32 = $work;
                work(folded, byte)
            }

            pub struct $name;

            impl Target for $name {
                fn apply(&self, folded: u32, byte: u32) -> u32 {
                    $function(folded, byte)
                }
            }
        )*

        pub fn objects() -> Vec<Box<dyn Target>> {
            vec![$(Box::new($name)),*]
        }

        pub fn pointers() -> Vec<Pointer> {
            vec![$($function),*]
        }

        pub fn closures() -> Vec<Closure> {
            vec![$(Box::new(|folded, byte| $function(folded, byte))),*]
        }

        pub fn unknown() -> Vec<Box<dyn Any>> {
            vec![$(Box::new($name)),*]
        }

        /// The first handler does the job, the others count that they were called.
        pub fn events(handlers: usize) -> Vec<Vec<Handler>> {
            let mut events: Vec<Vec<Handler>> =
                vec![$(vec![Box::new(|state, byte| state.folded = $function(state.folded, byte))]),*];
            for event in &mut events {
                event.extend((1..handlers).map(|_| Box::new(|state: &mut State, _: u32| state.seen += 1) as Handler));
            }
            events
        }
    };
}

targets! {
    A a "dispatch_a" |folded, byte| folded.wrapping_mul(5).wrapping_add(byte);
    B b "dispatch_b" |folded, byte| (folded ^ byte).wrapping_add(folded << 3);
    C c "dispatch_c" |folded, byte| (folded ^ (folded >> 15)).wrapping_add(byte);
    D d "dispatch_d" |folded, byte| folded.wrapping_mul(3) ^ byte;
    E e "dispatch_e" |folded, byte| folded.wrapping_add(byte) ^ (folded << 5);
    F f "dispatch_f" |folded, byte| folded.wrapping_sub(byte) ^ (folded >> 9);
    G g "dispatch_g" |folded, byte| folded.wrapping_mul(9).wrapping_sub(byte);
    H h "dispatch_h" |folded, byte| (!folded).wrapping_add(byte << 7);
}

/// What a binding calls where it is not direct, which does not happen.
// SAFETY: no other symbol of the program bears this name.
#[unsafe(export_name = "dispatch_superclass")]
pub fn superclass(folded: u32, byte: u32) -> u32 {
    folded ^ byte
}

pub fn bindings() -> Vec<Binding> {
    (0..8).map(|_| Binding { is_direct: true }).collect()
}

struct Only {
    mask: u32,
}

impl Single for Only {
    fn apply(&self, folded: u32, byte: u32) -> u32 {
        match byte & self.mask {
            0 => a(folded, byte),
            1 => b(folded, byte),
            2 => c(folded, byte),
            3 => d(folded, byte),
            4 => e(folded, byte),
            5 => f(folded, byte),
            6 => g(folded, byte),
            _ => h(folded, byte),
        }
    }
}

pub fn single(mask: u32) -> Box<dyn Single> {
    Box::new(Only { mask })
}
