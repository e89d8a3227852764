//! The collections that users put into an arena: they behave as with any allocator, and leave nothing behind.

use allocator_api2::boxed::Box;
use allocator_api2::vec::Vec;
use hashbrown::{DefaultHashBuilder, HashMap};
use stackfirst::{Counts, StackFirst};

#[test]
fn a_vec_grows_out_of_the_buffer_and_keeps_what_it_has() {
    let arena = StackFirst::<4080>::new();
    let mut numbers = Vec::new_in(&arena);
    for number in 0..100_000_u64 {
        numbers.push(number);
        let inside = numbers.capacity() * 8 <= 4080;
        assert_eq!(arena.counts(), Counts { stack: usize::from(inside), heap: usize::from(!inside) });
    }
    assert!(numbers.iter().copied().eq(0..100_000));
    numbers.truncate(3);
    numbers.shrink_to_fit();
    assert_eq!(&numbers[..], [0, 1, 2]);
    drop(numbers);
    assert_eq!(arena.finish(), Ok(()));
}

#[test]
fn boxes_of_every_alignment_live_side_by_side() {
    #[repr(align(64))]
    struct Line(u8);
    let arena = StackFirst::<4080>::new();
    let small = Box::new_in(1_u8, &arena);
    let line = Box::new_in(Line(2), &arena);
    let wide = Box::new_in(3_u128, &arena);
    let unit = Box::new_in((), &arena);
    assert_eq!((*small, line.0, *wide, *unit), (1, 2, 3, ()));
    assert_eq!(arena.counts(), Counts { stack: 3, heap: 0 });
    drop((small, line, wide, unit));
    assert_eq!(arena.finish(), Ok(()));
}

#[test]
fn a_hash_map_of_vecs_is_as_one_with_the_default_allocator() {
    let arena = StackFirst::<4080>::new();
    let mut here = HashMap::with_hasher_in(DefaultHashBuilder::default(), &arena);
    let mut there = std::collections::HashMap::new();
    for number in 0..2000_u32 {
        here.entry(number % 97).or_insert_with(|| Vec::new_in(&arena)).push(number);
        there.entry(number % 97).or_insert_with(std::vec::Vec::new).push(number);
        if number % 5 == 0 {
            assert_eq!(here.remove(&(number % 89)).is_some(), there.remove(&(number % 89)).is_some());
        }
    }
    assert_eq!(here.len(), there.len());
    assert!(there.iter().all(|(key, values)| here[key][..] == values[..]));
    assert!(arena.counts().heap > 0, "this is more than the buffer holds");
    drop(here);
    assert_eq!(arena.finish(), Ok(()));
}

#[test]
fn an_arena_moves_between_threads_when_nothing_lives_in_it() {
    let arena = StackFirst::<4080>::new();
    drop(Box::new_in(1, &arena));
    let moved = std::thread::spawn(move || {
        let ten = Box::new_in(10, &arena);
        assert_eq!(*ten, 10);
        drop(ten);
        arena.finish()
    });
    assert_eq!(moved.join().expect("it did not panic"), Ok(()));
}
