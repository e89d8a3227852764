//! What the documentation promises of single blocks: alignment, the last block, size zero, the way to the heap.

use std::alloc::Layout;
use std::ptr::NonNull;

use stackfirst::{Allocator, Counts, StackFirst};

fn layout(size: usize, align: usize) -> Layout {
    Layout::from_size_align(size, align).expect("the sizes here are small")
}

fn block(arena: &StackFirst, size: usize, align: usize) -> NonNull<u8> {
    arena.allocate(layout(size, align)).expect("there is memory").cast()
}

#[test]
fn every_alignment_up_to_a_page_is_kept_on_the_stack_and_on_the_heap() {
    let arena = StackFirst::<16384>::new();
    for power in 0..=12 {
        let align = 1 << power;
        for size in [1, align, 3 * align + 1] {
            let layout = layout(size, align);
            let at = (&arena).allocate(layout).expect("there is memory").cast::<u8>();
            assert_eq!(at.addr().get() % align, 0, "{size} bytes at {align}");
            // SAFETY: the block was just given with this layout; it is written, and freed once.
            unsafe {
                at.write_bytes(1, size);
                (&arena).deallocate(at, layout);
            }
            let _kept_in_the_way = (&arena).allocate(Layout::new::<u8>()).expect("there is memory");
        }
    }
    assert_eq!(arena.counts().heap, 0, "all of them fit this buffer");
    let tight = StackFirst::<64>::new();
    let layout = layout(64, 4096);
    let at = (&tight).allocate(layout).expect("there is memory").cast::<u8>();
    assert_eq!(at.addr().get() % 4096, 0);
    // SAFETY: as above.
    unsafe { (&tight).deallocate(at, layout) };
    assert_eq!(tight.finish(), Ok(()));
}

#[test]
fn the_buffer_is_filled_to_its_last_byte_and_not_beyond() {
    let arena = StackFirst::<4080>::new();
    block(&arena, 4079, 1);
    block(&arena, 1, 1);
    assert_eq!(arena.used(), 4080);
    let beyond = block(&arena, 1, 1);
    assert_eq!(arena.counts(), Counts { stack: 2, heap: 1 });
    // SAFETY: the block was given with this layout and is freed once.
    unsafe { (&arena).deallocate(beyond, layout(1, 1)) };
    assert_eq!(arena.counts(), Counts { stack: 2, heap: 0 });
    assert_eq!(arena.finish().expect_err("two were never freed").counts(), Counts { stack: 2, heap: 0 });
}

#[test]
fn what_is_too_large_for_what_is_left_leaves_room_for_smaller_ones() {
    let arena = StackFirst::<4080>::new();
    block(&arena, 4000, 1);
    let large = block(&arena, 81, 1);
    block(&arena, 80, 1);
    assert_eq!(arena.counts(), Counts { stack: 2, heap: 1 });
    // SAFETY: the block was given with this layout and is freed once.
    unsafe { (&arena).deallocate(large, layout(81, 1)) };
}

#[test]
fn the_last_block_is_given_back_and_others_are_not() {
    let arena = StackFirst::<4080>::new();
    let first = block(&arena, 100, 4);
    let second = block(&arena, 100, 4);
    // SAFETY: each block was given with this layout and is freed once.
    unsafe { (&arena).deallocate(first, layout(100, 4)) };
    assert_eq!(arena.used(), 200);
    // SAFETY: as above.
    unsafe { (&arena).deallocate(second, layout(100, 4)) };
    assert_eq!(arena.used(), 100);
    assert_eq!(block(&arena, 100, 4), second);
}

#[test]
fn the_last_block_grows_and_shrinks_in_place() {
    let arena = StackFirst::<4080>::new();
    let at = block(&arena, 8, 8);
    // SAFETY: the block is this arena's, and each layout is the one it had last.
    unsafe {
        assert_eq!((&arena).grow(at, layout(8, 8), layout(4080, 8)).unwrap().cast(), at);
        assert_eq!((&arena).shrink(at, layout(4080, 8), layout(16, 8)).unwrap().cast(), at);
        assert_eq!(arena.used(), 16);
        let outside = (&arena).grow(at, layout(16, 8), layout(4081, 8)).unwrap().cast();
        assert_ne!(outside, at);
        assert_eq!(arena.counts(), Counts { stack: 0, heap: 1 });
        assert_eq!(arena.used(), 0);
        let outside = (&arena).shrink(outside, layout(4081, 8), layout(1, 8)).unwrap().cast();
        assert_eq!(arena.counts(), Counts { stack: 0, heap: 1 }, "what is on the heap stays there");
        (&arena).deallocate(outside, layout(1, 8));
    }
    assert_eq!(arena.finish(), Ok(()));
}

#[test]
fn blocks_of_size_zero_take_nothing_and_may_grow_and_shrink() {
    let arena = StackFirst::<4080>::new();
    let at = block(&arena, 0, 64);
    assert_eq!(at.addr().get() % 64, 0);
    assert_eq!(arena.counts(), Counts::default());
    // SAFETY: the block is this arena's, and each layout is the one it had last.
    unsafe {
        let grown = (&arena).grow(at, layout(0, 64), layout(5, 1)).unwrap().cast();
        assert_eq!(arena.counts(), Counts { stack: 1, heap: 0 });
        let shrunk = (&arena).shrink(grown, layout(5, 1), layout(0, 1)).unwrap().cast();
        assert_eq!(arena.counts(), Counts::default());
        (&arena).deallocate(shrunk, layout(0, 1));
    }
    assert_eq!(arena.used(), 0);
    assert_eq!(arena.finish(), Ok(()));
}

#[test]
fn zeroed_blocks_are_zero_where_others_were_before() {
    let arena = StackFirst::<4080>::new();
    let at = block(&arena, 500, 1);
    // SAFETY: the block was given with this layout; it is written and freed once.
    unsafe {
        at.write_bytes(0xff, 500);
        (&arena).deallocate(at, layout(500, 1));
    }
    let zeroed = (&arena).allocate_zeroed(layout(500, 1)).expect("there is memory");
    assert_eq!(zeroed.cast(), at);
    // SAFETY: the block has 500 bytes, which `allocate_zeroed` has written.
    assert!(unsafe { zeroed.as_ref() }.iter().all(|byte| *byte == 0));
}

#[test]
fn a_reset_arena_is_empty_and_says_what_was_lost() {
    let mut arena = StackFirst::<4080>::new();
    block(&arena, 100, 1);
    let leak = arena.reset().expect_err("one was never freed");
    assert_eq!(leak.counts(), Counts { stack: 1, heap: 0 });
    assert_eq!(arena.used(), 0);
    assert_eq!(arena.finish(), Ok(()));
}
