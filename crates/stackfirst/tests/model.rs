//! Random orders of allocating, freeing, growing and shrinking, with random sizes and alignments, against a model.
//!
//! The model is the list of blocks that live, each with the byte it was filled with. After every step each of them
//! has its alignment and its bytes, none overlaps another, and the counters say how many lie inside and outside.

use std::alloc::Layout;
use std::ptr::NonNull;

use proptest::prelude::*;
use stackfirst::{Allocator, Counts, StackFirst};

#[derive(Clone, Debug)]
enum Step {
    Allocate {
        size: usize,
        align: usize,
    },
    Free {
        which: usize,
    },
    /// Grows or shrinks, as the block's own size and the new one tell.
    Resize {
        which: usize,
        size: usize,
        align: usize,
    },
}

struct Block {
    at: NonNull<u8>,
    layout: Layout,
    fill: u8,
}

impl Block {
    fn address(&self) -> usize {
        self.at.addr().get()
    }

    fn write(&self) {
        // SAFETY: the arena gave this block with that many bytes.
        unsafe { self.at.write_bytes(self.fill, self.layout.size()) }
    }

    fn holds(&self, bytes: usize) -> bool {
        // SAFETY: all bytes of a block are written when it is made, and it has at least as many as are asked for.
        unsafe { std::slice::from_raw_parts(self.at.as_ptr(), bytes) }.iter().all(|byte| *byte == self.fill)
    }
}

fn check<const SIZE: usize>(arena: &StackFirst<SIZE>, blocks: &[Block]) {
    let begin = std::ptr::from_ref(arena).addr();
    let mut counts = Counts::default();
    for block in blocks.iter().filter(|block| block.layout.size() > 0) {
        let inside = (begin..begin + SIZE).contains(&block.address());
        if inside {
            assert!(block.address() + block.layout.size() <= begin + SIZE, "a block leaves the buffer");
            counts.stack += 1;
        } else {
            counts.heap += 1;
        }
        assert!(block.holds(block.layout.size()), "a block lost its bytes");
    }
    for block in blocks {
        assert_eq!(block.address() % block.layout.align(), 0);
    }
    let mut ranges: Vec<_> = blocks.iter().map(|block| (block.address(), block.layout.size())).collect();
    ranges.retain(|(_, size)| *size > 0);
    ranges.sort_unstable();
    assert!(ranges.windows(2).all(|pair| pair[0].0 + pair[0].1 <= pair[1].0), "two blocks overlap");
    assert_eq!(arena.counts(), counts);
    assert!(arena.used() <= SIZE);
}

fn play<const SIZE: usize>(steps: Vec<Step>) {
    let mut arena = StackFirst::<SIZE>::new();
    let mut blocks: Vec<Block> = Vec::new();
    for (number, step) in steps.into_iter().enumerate() {
        let fill = number as u8;
        let allocator = &arena;
        match step {
            Step::Allocate { size, align } => {
                let layout = Layout::from_size_align(size, align).expect("the sizes here are small");
                let at = allocator.allocate(layout).expect("there is memory");
                assert_eq!(at.len(), size);
                blocks.push(Block { at: at.cast(), layout, fill });
                blocks.last().expect("it was pushed").write();
            }
            Step::Free { which } if !blocks.is_empty() => {
                let block = blocks.swap_remove(which % blocks.len());
                // SAFETY: the block is this arena's, with this layout, and is forgotten by the model.
                unsafe { allocator.deallocate(block.at, block.layout) };
            }
            Step::Resize { which, size, align } if !blocks.is_empty() => {
                let place = which % blocks.len();
                let block = &mut blocks[place];
                let (old, new) =
                    (block.layout, Layout::from_size_align(size, align).expect("the sizes here are small"));
                // SAFETY: the block is this arena's, with the old layout; sizes are compared before.
                let at = unsafe {
                    if size >= old.size() {
                        allocator.grow(block.at, old, new)
                    } else {
                        allocator.shrink(block.at, old, new)
                    }
                };
                let at = at.expect("there is memory");
                assert_eq!(at.len(), size);
                (block.at, block.layout) = (at.cast(), new);
                assert!(block.holds(size.min(old.size())), "resizing lost bytes");
                block.fill = fill;
                block.write();
            }
            Step::Free { .. } | Step::Resize { .. } => {}
        }
        check(&arena, &blocks);
    }
    for block in blocks.into_iter().rev() {
        // SAFETY: as above; each block is freed once.
        unsafe { (&arena).deallocate(block.at, block.layout) };
    }
    assert_eq!(arena.counts(), Counts::default());
    assert_eq!(arena.reset(), Ok(()));
    assert_eq!(arena.used(), 0);
    assert_eq!(arena.finish(), Ok(()));
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let size = || prop_oneof![4 => 0..80_usize, 1 => 0..1500_usize];
    let align = || prop_oneof![6 => 0..5_u32, 1 => 5..13_u32].prop_map(|power| 1 << power);
    let step = prop_oneof![
        4 => (size(), align()).prop_map(|(size, align)| Step::Allocate { size, align }),
        3 => any::<usize>().prop_map(|which| Step::Free { which }),
        3 => (any::<usize>(), size(), align()).prop_map(|(which, size, align)| Step::Resize { which, size, align }),
    ];
    prop::collection::vec(step, 0..60)
}

proptest! {
    #[test]
    fn a_page_keeps_to_the_model(steps in steps()) {
        play::<4080>(steps);
    }

    #[test]
    fn a_small_buffer_keeps_to_the_model(steps in steps()) {
        play::<200>(steps);
    }

    #[test]
    fn no_buffer_at_all_keeps_to_the_model(steps in steps()) {
        play::<0>(steps);
    }
}
