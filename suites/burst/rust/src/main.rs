//! Ways to write a burst of frames: into a sink of known speed, and into a file of a folder under test.
//!
//! In: one frame as input, and parameters; out: a digest of every frame as it arrived where it should, and the
//! readings `depth`, `sustained`, `dropped` and, where the folder's price is given, `price-per-gib`.

mod burst;
mod digest;
mod file;
mod frames;
mod place;
mod sink;
mod uring;

use paragone_sdk::{Cell, Driver, reading};

use crate::burst::{Came, Drain, Orders, trial};
use crate::file::{File, Way};
use crate::frames::Frames;
use crate::place::Place;
use crate::sink::Sink;
use crate::uring::Uring;

fn main() {
    let mut driver = Driver::new();
    driver.bench("sink", "token-bucket", |cell| {
        let (orders, mut frames) = orders(cell);
        let (drain, bucket) = (number(cell, "drain"), number(cell, "bucket"));
        move |input: &[u8]| {
            let mut sink = Sink::new(drain, bucket);
            let came = trial(&orders, input, &mut frames, &mut sink);
            told(&came.unwrap_or_else(|text| panic!("{text}")));
            sink.answer()
        }
    });
    for (name, way) in [("buffered", Way::Buffered), ("direct", Way::Direct), ("fsync", Way::Fsync)] {
        driver.bench("files", name, move |cell| to_place(cell, move |place, size| File::create(place, way, size)));
    }
    driver.bench("files", "io-uring", |cell| to_place(cell, Uring::create));
    driver.serve();
}

/// Trials into a folder. What stands in the way of one, such as too little room, fails the call with its reason.
fn to_place<D: Drain + ReadBack, C: Fn(&Place, usize) -> Result<D, String> + 'static>(
    cell: &Cell,
    create: C,
) -> impl FnMut(&[u8]) -> u64 + use<D, C> {
    let (orders, mut frames) = orders(cell);
    let place = Place::open(cell.param("path")).unwrap_or_else(|text| panic!("{text}"));
    move |input: &[u8]| {
        let mut attempt = || -> Result<u64, String> {
            place.has_room(orders.frames as u64 * input.len() as u64)?;
            let mut drain = create(&place, input.len())?;
            told(&trial(&orders, input, &mut frames, &mut drain)?);
            if let Some(price) = place.price {
                reading("price-per-gib", price);
            }
            drain.digest(orders.frames, frames.scratch(input.len()))
        };
        attempt().unwrap_or_else(|text| panic!("{text}"))
    }
}

/// What was written, read back from where it was written.
trait ReadBack {
    fn digest(&mut self, frames: usize, scratch: &mut [u8]) -> Result<u64, String>;
}

fn told(came: &Came) {
    reading("depth", came.depth as f64);
    reading("sustained", came.sustained);
    reading("dropped", came.dropped as f64);
}

/// What is asked of a trial, and the buffer's memory, for the largest frame that there is.
fn orders(cell: &Cell) -> (Orders, Frames) {
    let wrong = cell.inputs().map(<[u8]>::len).find(|size| *size == 0 || size % 4096 != 0);
    assert!(wrong.is_none(), "a frame has {} bytes; expected a multiple of 4096", wrong.unwrap_or(0));
    let most = cell.inputs().map(<[u8]>::len).max().unwrap_or(0);
    let whole = |name: &str| -> usize {
        let value = number(cell, name);
        assert!(value.fract() == 0.0, "parameter `{name}` is {value}; expected a whole number");
        value as usize
    };
    let orders = Orders { rate: number(cell, "rate"), frames: whole("frames"), buffer: whole("buffer") };
    let frames = Frames::new(orders.buffer, most);
    (orders, frames)
}

fn number(cell: &Cell, name: &str) -> f64 {
    let text = cell.param(name);
    let value = text.parse::<f64>().ok().filter(|value| (1e-3..=1e9).contains(value));
    value.unwrap_or_else(|| panic!("parameter `{name}` is `{text}`; expected a number above 0"))
}
