//! `calls THREADS TIMES`, as calls.c: what Rust makes of boxes, vectors and layouts.

use std::alloc::{Layout, alloc, alloc_zeroed, dealloc, realloc};
use std::fs::File;
use std::hint::black_box;
use std::io::{Read, Write};
use std::mem::ManuallyDrop;
use std::os::fd::FromRawFd;
use std::sync::Barrier;

fn once() {
    let boxed = black_box(Box::new([1u8; 300]));
    let zeroed = black_box(vec![0u8; 500]);
    let mut grown: Vec<u32> = black_box(Vec::with_capacity(10));
    grown.push(7);
    grown.reserve_exact(24);
    grown.reserve_exact(99);
    grown.shrink_to(50);
    let grown = black_box(grown);
    assert!(boxed[299] == 1 && zeroed.iter().all(|byte| *byte == 0) && grown[0] == 7);
    let line = Layout::from_size_align(640, 64).unwrap();
    // SAFETY: layouts of more than nothing, and each block is given back with the last layout that it had.
    unsafe {
        let block = black_box(alloc(line));
        assert!(block.addr() % 64 == 0);
        block.write_bytes(3, 640);
        let longer = black_box(realloc(block, line, 6400));
        assert!(longer.addr() % 64 == 0 && *longer.add(639) == 3);
        dealloc(longer, Layout::from_size_align(6400, 64).unwrap());
        let zeroed = black_box(alloc_zeroed(line));
        assert!((0..640).all(|place| *zeroed.add(place) == 0));
        dealloc(zeroed, line);
    }
}

/// Allocates nothing, as standard input and output would.
fn station() {
    // SAFETY: both are open while the program runs, and are not closed here.
    let [mut from, mut to] = [0, 1].map(|fd| ManuallyDrop::new(unsafe { File::from_raw_fd(fd) }));
    to.write_all(b"s").unwrap();
    from.read_exact(&mut [0]).unwrap();
}

fn main() {
    let words: Vec<usize> = std::env::args().skip(1).map(|word| word.parse().unwrap()).collect();
    let [threads, times] = words[..] else { panic!("calls THREADS TIMES") };
    let (begin, end) = (Barrier::new(threads), Barrier::new(threads));
    let round = |count: usize| {
        begin.wait();
        (0..count).for_each(|_| once());
        end.wait();
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|| {
                end.wait();
                round(times);
                round(2 * times);
                begin.wait();
            });
        }
        end.wait();
        station();
        round(times);
        station();
        round(2 * times);
        station();
        begin.wait();
    });
}
