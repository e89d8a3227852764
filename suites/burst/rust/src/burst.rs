//! One trial: frames come at a steady rate into a bounded buffer, and another thread writes them somewhere.
//!
//! In: the orders and one frame; out: when the first frame found no room, and how fast writing went on after that.
//! It knows nothing of where frames are written.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread::{scope, sleep};
use std::time::{Duration, Instant};

use crate::frames::Frames;

pub struct Orders {
    /// Frames that come each second.
    pub rate: f64,
    /// Frames of the burst.
    pub frames: usize,
    /// Frames that the buffer holds, those under way among them.
    pub buffer: usize,
}

/// What a trial came to.
pub struct Came {
    /// Frames before the first that found no room; all of them, where each found some.
    pub depth: usize,
    /// Bytes a second that were written from the first dropped frame to the burst's end; over the whole burst where
    /// no frame was dropped.
    pub sustained: f64,
    pub dropped: usize,
}

/// Where frames go. A frame that was submitted stays where it is until `complete` has given its slot back.
pub trait Drain: Send {
    /// Frames that may be under way at once.
    fn most(&self) -> usize {
        1
    }
    /// The first frame is about to come.
    fn begin(&mut self) {}
    fn submit(&mut self, slot: usize, number: u64, frame: &[u8]) -> io::Result<()>;
    /// Waits for a frame; gives its slot.
    fn complete(&mut self) -> io::Result<usize>;
    /// What is written from here on is not measured.
    fn burst_is_over(&mut self) {}
}

/// A slot of the buffer, in the hands of one thread at a time, with the number of the frame in it.
struct Slot<'a> {
    index: usize,
    number: u64,
    bytes: &'a mut [u8],
}

impl Slot<'_> {
    fn fill(&mut self, number: u64, frame: &[u8]) {
        self.number = number;
        self.bytes.copy_from_slice(frame);
        self.bytes[..8].copy_from_slice(&number.to_le_bytes());
    }
}

/// Every frame has been written when it returns: those that found no room, after the burst.
pub fn trial<D: Drain>(orders: &Orders, frame: &[u8], frames: &mut Frames, drain: &mut D) -> Result<Came, String> {
    let (to_writer, full) = channel();
    let (to_burst, free) = channel();
    for (index, bytes) in frames.all(frame.len()).into_iter().take(orders.buffer).enumerate() {
        to_burst.send(Slot { index, number: 0, bytes }).map_err(|err| err.to_string())?;
    }
    let over = AtomicBool::new(false);
    drain.begin();
    let start = Instant::now();
    let (dropped, written) = scope(|scope| {
        let (drain, over) = (&mut *drain, &over);
        let writer = scope.spawn(move || write(drain, full, to_burst, over));
        let dropped = come(orders, frame, start, free, to_writer);
        over.store(true, Ordering::Release);
        (dropped, writer.join())
    });
    let written = written.map_err(|_| "the thread that writes panicked".to_owned())?;
    let written = written.map_err(|err| format!("failed to write a frame: {err}"))?;
    drain.burst_is_over();
    write_later(&dropped, frame, frames, drain).map_err(|err| format!("failed to write a frame: {err}"))?;
    let since = dropped.first().map_or(start, |(_, at)| *at);
    Ok(Came {
        depth: dropped.first().map_or(orders.frames, |(number, _)| *number as usize),
        sustained: rate(&written, since) * frame.len() as f64,
        dropped: dropped.len(),
    })
}

/// Lets the frames come, each at its time; gives those that found no room, and when.
fn come<'a>(
    orders: &Orders,
    frame: &[u8],
    start: Instant,
    free: Receiver<Slot<'a>>,
    to_writer: Sender<Slot<'a>>,
) -> Vec<(u64, Instant)> {
    let mut dropped = Vec::new();
    for number in 0..orders.frames as u64 {
        wait_until(start + Duration::from_secs_f64(number as f64 / orders.rate));
        match free.try_recv() {
            Ok(mut slot) => {
                slot.fill(number, frame);
                if to_writer.send(slot).is_err() {
                    break;
                }
            }
            Err(_) => dropped.push((number, Instant::now())),
        }
    }
    wait_until(start + Duration::from_secs_f64(orders.frames as f64 / orders.rate));
    dropped
}

fn wait_until(moment: Instant) {
    let left = moment.saturating_duration_since(Instant::now());
    if !left.is_zero() {
        sleep(left);
    }
}

/// Writes what is in the buffer until nothing more comes; gives when each frame of the burst had been written.
fn write<'a, D: Drain>(
    drain: &mut D,
    full: Receiver<Slot<'a>>,
    to_burst: Sender<Slot<'a>>,
    over: &AtomicBool,
) -> io::Result<Vec<Instant>> {
    let mut written = Vec::new();
    let mut under_way: Vec<Slot<'a>> = Vec::new();
    let mut is_over = false;
    loop {
        while under_way.len() < drain.most() {
            let next = match under_way.is_empty() {
                true => full.recv().map_err(|_| TryRecvError::Disconnected),
                false => full.try_recv(),
            };
            let Ok(slot) = next else { break };
            if !is_over && over.load(Ordering::Acquire) {
                is_over = true;
                drain.burst_is_over();
            }
            drain.submit(slot.index, slot.number, slot.bytes)?;
            under_way.push(slot);
        }
        if under_way.is_empty() {
            return Ok(written);
        }
        let done = drain.complete()?;
        if !over.load(Ordering::Acquire) {
            written.push(Instant::now());
        }
        if let Some(at) = under_way.iter().position(|slot| slot.index == done) {
            // Nobody takes it once the burst is over.
            let _ = to_burst.send(under_way.swap_remove(at));
        }
    }
}

fn write_later<D: Drain>(
    dropped: &[(u64, Instant)],
    frame: &[u8],
    frames: &mut Frames,
    drain: &mut D,
) -> io::Result<()> {
    for (number, _) in dropped {
        let mut slot = Slot { index: 0, number: 0, bytes: frames.scratch(frame.len()) };
        slot.fill(*number, frame);
        drain.submit(0, *number, slot.bytes)?;
        drain.complete()?;
    }
    Ok(())
}

/// Frames a second between the first and the last that were written since a moment; one frame tells no rate, and
/// then it is the rate over all that time.
fn rate(written: &[Instant], since: Instant) -> f64 {
    let first = written.partition_point(|at| *at < since);
    match &written[first..] {
        [one, .., last] => (written.len() - first - 1) as f64 / (*last - *one).as_secs_f64().max(1e-9),
        [one] => 1.0 / (*one - since).as_secs_f64().max(1e-9),
        [] => 0.0,
    }
}
