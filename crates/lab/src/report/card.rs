//! The machine's card as people read it: a line for each side of the machine, and what is unknown with its reason.

use crate::model::unit;
use crate::model::{Aslr, CacheLevel, CoreKind, Machine, Moment, Power, Unknown};

use super::ink::{Ink, Tone};
use super::paragraph::{clean, wrap, wrap_pieces};
use super::quantity::{counted, list, memory};

/// One side of the machine.
struct Side {
    label: &'static str,
    known: Vec<String>,
    unknown: Vec<(&'static str, Unknown)>,
}

/// The lines of a card, behind labels of so many letters.
pub fn card(machine: &Machine, moment: Option<&Moment>, labels: usize, ink: &Ink) -> String {
    sides(machine, moment).iter().map(|side| drawn(side, labels, ink)).collect()
}

/// What this machine does not tell, and why.
pub fn unknowns(machine: &Machine, moment: Option<&Moment>) -> Vec<(&'static str, Unknown)> {
    sides(machine, moment).into_iter().flat_map(|side| side.unknown).collect()
}

fn sides(machine: &Machine, moment: Option<&Moment>) -> Vec<Side> {
    let mut sides =
        vec![processor(machine), caches(machine), layout(machine), speed(machine, moment), memory_of(machine)];
    sides.extend([system(machine), kernel(machine), virtual_machine(machine), power(machine)]);
    sides.extend(moment.map(|moment| heat(machine, moment)));
    sides.push(load(machine, moment));
    sides
}

impl Side {
    fn new(label: &'static str) -> Side {
        Side { label, known: Vec::new(), unknown: Vec::new() }
    }

    /// Takes a value in, or says that it is not known.
    fn add(&mut self, what: &'static str, text: Option<String>, unknown: impl FnOnce() -> Unknown) {
        match text {
            Some(text) => self.known.push(text),
            None => self.unknown.push((what, unknown())),
        }
    }
}

/// Why a system says nothing of its hardware, where nothing better is known.
fn untold(machine: &Machine, remedy: Option<&str>) -> Unknown {
    let why = match &machine.hypervisor {
        _ if machine.is_from_an_older_lab() => "the lab that measured did not ask",
        _ if machine.kernel.starts_with("Darwin") => "macOS does not tell",
        Some(_) => "a virtual machine is not told",
        None => return Unknown { why: "the system does not tell".into(), remedy: remedy.map(str::to_owned) },
    };
    Unknown::because(why)
}

fn processor(machine: &Machine) -> Side {
    let mut side = Side::new("processor");
    let found = &machine.processor;
    let mut which: Vec<String> = Vec::from_iter(found.vendor.clone());
    let numbers = [("family", &found.family), ("model", &found.model), ("stepping", &found.stepping)];
    which.extend(numbers.into_iter().filter_map(|(name, value)| Some(format!("{name} {}", value.as_ref()?))));
    side.add("make", (!which.is_empty()).then(|| which.join(" ")), || untold(machine, None));
    side.known.extend(found.microcode.as_ref().map(|version| format!("microcode {version}")));
    let features = found.features.as_ref().filter(|features| !features.is_empty());
    side.add("instructions", features.map(|features| features.join(" ")), || untold(machine, None));
    side
}

fn caches(machine: &Machine) -> Side {
    let mut side = Side::new("caches");
    let levels = &machine.cache_levels;
    if levels.is_empty() {
        // An older card has their sizes alone.
        side.known.extend(machine.caches.iter().map(|(name, bytes)| format!("{name} {}", amount(*bytes))));
        if side.known.is_empty() {
            side.unknown.push(("sizes", untold(machine, None)));
        }
        return side;
    }
    let shared = |level: &CacheLevel| match level.shared_by {
        Some(threads) if threads > 1 => format!(" for {threads} threads"),
        _ => String::new(),
    };
    side.known.extend(levels.iter().map(|level| format!("{} {}{}", level.name, amount(level.bytes), shared(level))));
    side.known.extend(levels.iter().find_map(|level| level.line_bytes).map(|bytes| format!("lines of {bytes} B")));
    side
}

fn layout(machine: &Machine) -> Side {
    let mut side = Side::new("layout");
    let found = &machine.layout;
    let whole = found.threads.zip(found.cores).zip(found.sockets).map(|((threads, cores), sockets)| {
        let of = |count: u32, word| counted(count as usize, word);
        format!("{} on {} in {}", of(threads, "thread"), of(cores, "core"), of(sockets, "socket"))
    });
    side.add("threads and cores", whole, || untold(machine, None));
    let smt = match (found.smt, &found.siblings[..]) {
        (_, [_, ..]) => {
            let names: Vec<String> = found.siblings.iter().map(u32::to_string).collect();
            Some(format!("SMT, the drivers' core is shared with {}", list(&names)))
        }
        (Some(true), []) => Some("SMT".to_owned()),
        (Some(false), []) => Some("no SMT".to_owned()),
        (None, []) => None,
    };
    side.add("SMT", smt, || untold(machine, None));
    side.known.extend(found.core_kind.map(|kind| match kind {
        CoreKind::Performance => "the drivers' core is of the stronger kind".to_owned(),
        CoreKind::Efficiency => "the drivers' core is of the weaker kind".to_owned(),
    }));
    if !found.isolated.is_empty() {
        let names: Vec<String> = found.isolated.iter().map(u32::to_string).collect();
        side.known.push(format!("isolated: {}", names.join(", ")));
    }
    side.known.extend(found.numa_nodes.map(|nodes| counted(nodes as usize, "memory node")));
    side
}

fn speed(machine: &Machine, moment: Option<&Moment>) -> Side {
    let mut side = Side::new("frequency");
    let found = &machine.speed;
    side.add("measured", found.core_hz.map(|hz| format!("{} measured", hertz(hz))), || {
        Unknown::because("nothing is known of how long this architecture takes to add")
    });
    let ratio = machine.cycles_per_tick();
    side.known.extend(ratio.map(|ratio| format!("{} cycles a tick of the TSC", unit::significant(ratio, 3))));
    let now = moment.map_or(found.now_hz, |moment| moment.frequency_hz.or(found.now_hz));
    side.known.extend(now.map(|hz| format!("{} by the system", hertz(hz))));
    side.known.extend(found.base_hz.map(|hz| format!("base {}", hertz(hz))));
    let bounds = found.min_hz.zip(found.max_hz).map(|(min, max)| format!("from {} to {}", hertz(min), hertz(max)));
    let driver = || untold(machine, Some("load a driver for it, such as `modprobe acpi-cpufreq`"));
    side.add("bounds", bounds, driver);
    let governor = machine.governor.as_ref().map(|governor| match &found.driver {
        Some(driver) => format!("governor {governor} of {driver}"),
        None => format!("governor {governor}"),
    });
    side.add("governor", governor, driver);
    side.known.extend(found.preference.as_ref().map(|preference| format!("prefers {preference}")));
    side.add("turbo", found.turbo.map(|on| format!("turbo {}", if on { "on" } else { "off" })), driver);
    side
}

fn memory_of(machine: &Machine) -> Side {
    let mut side = Side::new("memory");
    side.add("size", machine.memory_bytes.map(|bytes| memory(bytes as f64)), || untold(machine, None));
    let system = &machine.system;
    let swap = system.swap_bytes.map(|bytes| match (bytes, system.swap_used_bytes) {
        (0, _) => "no swap".to_owned(),
        (_, Some(used)) => format!("{} of {} swap in use", amount(used), amount(bytes)),
        (_, None) => format!("{} swap", amount(bytes)),
    });
    side.add("swap", swap, || untold(machine, None));
    side.add("large pages", system.huge_pages.as_ref().map(|choice| format!("large pages: {choice}")), || {
        untold(machine, None)
    });
    side
}

fn system(machine: &Machine) -> Side {
    let mut side = Side::new("system");
    side.known.extend(machine.system.distribution.clone());
    side.known.extend(machine.system.product.clone());
    side.add("C library", machine.libc.clone(), || Unknown::because("only that of GNU says its version"));
    side.add("clock source", machine.system.clock_source.as_ref().map(|source| format!("clock from {source}")), || {
        untold(machine, None)
    });
    let aslr = machine.system.aslr.map(|aslr| match aslr {
        Aslr::Full => "addresses random",
        Aslr::Partial => "addresses random but for heaps",
        Aslr::Off => "addresses not random",
        Aslr::OffHere => "addresses not random for the lab",
    });
    side.add("randomness of addresses", aslr.map(str::to_owned), || untold(machine, None));
    side
}

fn kernel(machine: &Machine) -> Side {
    let mut side = Side::new("kernel");
    side.known.push(machine.kernel.clone());
    let system = &machine.system;
    side.add("its options", system.kernel_options.as_ref().map(|options| options.join(" ")), || untold(machine, None));
    side.add(
        "mitigations",
        system.mitigations.as_ref().map(|found| {
            let told = |names: &[String], what: &str| match names {
                [] => format!("none {what}"),
                names => format!("{} {what} ({})", names.len(), names.join(" ")),
            };
            format!(
                "faults of the processor: {}, {}",
                told(&found.active, "worked around"),
                told(&found.vulnerable, "open")
            )
        }),
        || untold(machine, None),
    );
    side.add(
        "perf_event_paranoid",
        system.perf_event_paranoid.map(|level| format!("perf_event_paranoid {level}")),
        || Unknown::because("this kernel has no performance events"),
    );
    side.add(
        "tracefs",
        system.tracefs.map(|mounted| match mounted {
            true => "tracefs mounted".to_owned(),
            false => "tracefs not mounted".to_owned(),
        }),
        || untold(machine, None),
    );
    side.known.retain(|piece| !piece.is_empty());
    side
}

fn virtual_machine(machine: &Machine) -> Side {
    let mut side = Side::new("virtual");
    let system = &machine.system;
    side.known.push(match &machine.hypervisor {
        Some(name) => format!("virtual machine ({name})"),
        None => "no virtual machine that says so".to_owned(),
    });
    side.known.extend(system.container.as_ref().map(|name| format!("container ({name})")));
    side.known.extend(system.quota_cores.map(|cores| format!("at most {} cores' time", unit::significant(cores, 2))));
    let stolen =
        system.stolen.map(|share| format!("{} of its time given to others since its start", unit::percent(share)));
    side.add("stolen time", stolen, || untold(machine, None));
    side
}

fn power(machine: &Machine) -> Side {
    let mut side = Side::new("power");
    let text = machine.power.as_ref().map(|Power { mains, battery_percent, discharging }| {
        let source = match (mains, discharging) {
            (Some(true), false) => "plugged in",
            (Some(true), true) => "plugged in, and its battery empties all the same",
            (_, true) | (Some(false), _) => "on battery",
            (None, false) => "battery not in use",
        };
        let charge = battery_percent.map(|percent| format!(", battery at {percent:.0} %"));
        format!("{source}{}", charge.unwrap_or_default())
    });
    side.add("source", text, || match machine.hypervisor {
        None if !machine.is_from_an_older_lab() => {
            Unknown::because("the system names no source of power, as most that have no battery")
        }
        _ => untold(machine, None),
    });
    side
}

fn heat(machine: &Machine, moment: &Moment) -> Side {
    let mut side = Side::new("heat");
    let mut sensors: Vec<_> = moment.temperatures.iter().collect();
    sensors.sort_by(|a, b| b.celsius.total_cmp(&a.celsius));
    let shown = sensors.iter().take(4).map(|sensor| format!("{} {:.0} degrees", sensor.name, sensor.celsius));
    let more = sensors.len().saturating_sub(4);
    let mut texts: Vec<String> = shown.collect();
    texts.extend((more > 0).then(|| format!("{more} more sensors are cooler")));
    let modules = "load their driver, such as `modprobe coretemp` or `modprobe k10temp`";
    side.add("temperatures", (!texts.is_empty()).then(|| texts.join(", ")), || untold(machine, Some(modules)));
    let throttled = moment.throttled.map(|times| match times {
        0 => "never slowed down for heat since its start".to_owned(),
        times => format!("slowed down for heat {} since its start", counted(times as usize, "time")),
    });
    side.add("slowing down for heat", throttled, || match machine.hypervisor {
        None => Unknown::because("only Intel's processors count it"),
        Some(_) => untold(machine, None),
    });
    side
}

fn load(machine: &Machine, moment: Option<&Moment>) -> Side {
    let mut side = Side::new("load");
    let load = machine.load_average.map(|load| format!("{load:.2} over a minute"));
    side.add("average", load, || untold(machine, None));
    let busy = moment.map_or(&[][..], |moment| &moment.busiest[..]);
    if let [_, ..] = busy {
        let names = busy.iter().take(4).map(|busy| format!("{} {:.2} cores", busy.name, busy.cores));
        side.known.push(format!("at work: {}", names.collect::<Vec<_>>().join(", ")));
    }
    side
}

fn hertz(hz: f64) -> String {
    let (value, unit) = if hz >= 1e9 { (hz / 1e9, "GHz") } else { (hz / 1e6, "MHz") };
    format!("{} {unit}", unit::significant(value, 3))
}

/// Exact where that is short.
fn amount(bytes: u64) -> String {
    let exact = unit::size(bytes);
    if exact.split(' ').next().is_some_and(|digits| digits.len() <= 4) { exact } else { memory(bytes as f64) }
}

fn drawn(side: &Side, labels: usize, ink: &Ink) -> String {
    let label = format!("{:<labels$}", side.label);
    let known: Vec<String> = side.known.iter().map(|piece| clean(piece)).collect();
    let mut lines = Vec::new();
    if !known.is_empty() {
        lines.push(wrap_pieces(&label, &known, ink.dot(), ink.width));
    }
    // One reason is mostly that of several.
    let mut told: Vec<&Unknown> = Vec::new();
    for (_, unknown) in &side.unknown {
        if told.contains(&unknown) {
            continue;
        }
        told.push(unknown);
        let whats: Vec<String> =
            side.unknown.iter().filter(|(_, other)| other == unknown).map(|(what, _)| (*what).to_owned()).collect();
        let remedy = unknown.remedy.as_ref().map(|remedy| format!("; {remedy}")).unwrap_or_default();
        let first = if lines.is_empty() { label.clone() } else { " ".repeat(labels) };
        let text = format!("{} unknown: {}{remedy}", list(&whats), unknown.why);
        let text = wrap(&first, &clean(&text), ink.width);
        lines.push(text.lines().map(|line| ink.paint(Tone::Quiet, line)).collect::<Vec<_>>().join("\n"));
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}
