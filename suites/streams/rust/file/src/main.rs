//! The sum of a file's bytes, in Rust: whole, in pieces, mapped, byte by byte, and by an asynchronous runtime.
//!
//! In: a path; out: the sum modulo 256. Every call opens the file and closes it; tokio's runtime is set up once.

use std::fs::File;
use std::io::{BufReader, Read};

use adding::{added, added_by_index, buffer, text};
use memmap2::Mmap;
use paragone_sdk::{Cell, Driver};
use tokio::io::AsyncReadExt;
use tokio::runtime::{Builder, Runtime};

fn main() {
    let mut driver = Driver::new();
    driver.bench("file", "chunks", chunks);
    driver.bench("buffer", "chunks", chunks);
    driver.bench("long", "chunks", chunks);
    driver.bench("file", "whole", |_| |path: &[u8]| u64::from(added(&whole(path))));
    driver.bench("file", "whole-by-index", |_| {
        |path: &[u8]| {
            let bytes = whole(path);
            // The length comes from elsewhere, so that each access is checked.
            u64::from(added_by_index(&bytes, std::hint::black_box(bytes.len())))
        }
    });
    driver.bench("file", "mmap", |_| mapped);
    driver.bench("file", "bytes", |_| bytes);
    driver.bench("file", "tokio-chunks", tokio_chunks);
    driver.bench("file", "tokio-bytes", tokio_bytes);
    driver.serve()
}

fn opened(path: &[u8]) -> File {
    File::open(text(path)).expect("the file can be opened")
}

fn whole(path: &[u8]) -> Vec<u8> {
    std::fs::read(text(path)).expect("the file can be read")
}

fn chunks(cell: &Cell) -> impl FnMut(&[u8]) -> u64 + use<> {
    let mut buffer = buffer(cell);
    move |path| {
        let mut file = opened(path);
        let mut sum = 0u8;
        loop {
            match file.read(&mut buffer).expect("the file can be read") {
                0 => return u64::from(sum),
                count => sum = sum.wrapping_add(added(&buffer[..count])),
            }
        }
    }
}

fn mapped(path: &[u8]) -> u64 {
    // SAFETY: nobody writes to Paragone's inputs while they are measured.
    let bytes = unsafe { Mmap::map(&opened(path)) }.expect("the file can be mapped");
    u64::from(added(&bytes))
}

/// The standard library's iterator of bytes.
fn bytes(path: &[u8]) -> u64 {
    let bytes = BufReader::new(opened(path)).bytes();
    u64::from(bytes.fold(0u8, |sum, byte| sum.wrapping_add(byte.expect("the file can be read"))))
}

fn runtime() -> Runtime {
    Builder::new_current_thread().build().expect("a runtime")
}

fn tokio_chunks(cell: &Cell) -> impl FnMut(&[u8]) -> u64 + use<> {
    let (mut buffer, runtime) = (buffer(cell), runtime());
    move |path| {
        runtime.block_on(async {
            let mut file = tokio::fs::File::open(text(path)).await.expect("the file can be opened");
            // Its own buffer is 2 MiB at most, and a smaller one of ours bounds each read.
            let mut sum = 0u8;
            loop {
                match file.read(&mut buffer).await.expect("the file can be read") {
                    0 => return u64::from(sum),
                    count => sum = sum.wrapping_add(added(&buffer[..count])),
                }
            }
        })
    }
}

/// An asynchronous stream of single bytes.
fn tokio_bytes(_: &Cell) -> impl FnMut(&[u8]) -> u64 + use<> {
    let runtime = runtime();
    move |path| {
        runtime.block_on(async {
            let file = tokio::fs::File::open(text(path)).await.expect("the file can be opened");
            let mut file = tokio::io::BufReader::new(file);
            let mut sum = 0u8;
            while let Ok(byte) = file.read_u8().await {
                sum = sum.wrapping_add(byte);
            }
            u64::from(sum)
        })
    }
}
