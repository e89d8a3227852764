//! The sides of the machine that can be touched: processor, caches, cores, frequency, power, heat.

use crate::model::{CacheLevel, CoreKind, Machine, Moment, Power, Unknown, unit};

use super::amount::{amount, hertz};
use super::side::{MachineSide, untold};
use crate::model::names::listed;
use crate::words::counted;

pub(super) fn processor(machine: &Machine) -> MachineSide<'_> {
    let mut side = MachineSide::new("processor", machine);
    let found = &machine.processor;
    let mut which: Vec<String> = Vec::from_iter(found.vendor.clone());
    let numbers = [("family", &found.family), ("model", &found.model), ("stepping", &found.stepping)];
    which.extend(numbers.into_iter().filter_map(|(name, value)| Some(format!("{name} {}", value.as_ref()?))));
    side.add("make", (!which.is_empty()).then(|| which.join(" ")));
    side.known.extend(found.microcode.as_ref().map(|version| format!("microcode {version}")));
    let features = found.features.as_ref().filter(|features| !features.is_empty());
    side.add("instructions", features.map(|features| features.join(" ")));
    side
}

pub(super) fn caches(machine: &Machine) -> MachineSide<'_> {
    let mut side = MachineSide::new("caches", machine);
    let levels = &machine.cache_levels;
    if levels.is_empty() {
        // Older runs have their sizes alone.
        side.known.extend(machine.caches.iter().map(|(name, bytes)| format!("{name} {}", amount(*bytes))));
    }
    let shared = |level: &CacheLevel| match level.shared_by {
        Some(threads) if threads > 1 => format!(" for {threads} threads"),
        _ => String::new(),
    };
    side.known.extend(levels.iter().map(|level| format!("{} {}{}", level.name, amount(level.bytes), shared(level))));
    side.known.extend(levels.iter().find_map(|level| level.line_bytes).map(|bytes| format!("lines of {bytes} B")));
    if side.known.is_empty() {
        side.unknown.push(("sizes", untold(machine, None)));
    }
    side
}

pub(super) fn layout(machine: &Machine) -> MachineSide<'_> {
    let mut side = MachineSide::new("layout", machine);
    let found = &machine.layout;
    let whole = found.threads.zip(found.cores).zip(found.sockets).map(|((threads, cores), sockets)| {
        let of = |count: u32, word| counted(count as usize, word);
        format!("{} on {} in {}", of(threads, "thread"), of(cores, "core"), of(sockets, "socket"))
    });
    side.add("threads and cores", whole);
    let smt = match (found.smt, &found.siblings[..]) {
        (_, siblings @ [_, ..]) => Some(format!("SMT, the drivers' core is shared with {}", listed(siblings))),
        (Some(true), []) => Some("SMT".to_owned()),
        (Some(false), []) => Some("no SMT".to_owned()),
        (None, []) => None,
    };
    side.add("SMT", smt);
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

pub(super) fn speed<'a>(machine: &'a Machine, moment: Option<&Moment>) -> MachineSide<'a> {
    let mut side = MachineSide::new("frequency", machine);
    let found = &machine.speed;
    side.add_or("true frequency", found.core_hz.map(|hz| format!("{} measured", hertz(hz))), || {
        Unknown::because("nothing is known of how long this architecture takes to add")
    });
    let ratio = machine.cycles_per_tick();
    side.known.extend(ratio.map(|ratio| format!("{} cycles a tick of the TSC", unit::significant(ratio, 3))));
    let now = moment.map_or(found.now_hz, |moment| moment.frequency_hz.or(found.now_hz));
    side.known.extend(now.map(|hz| format!("{} by the system", hertz(hz))));
    side.known.extend(found.base_hz.map(|hz| format!("base {}", hertz(hz))));
    let bounds = found.min_hz.zip(found.max_hz).map(|(min, max)| format!("from {} to {}", hertz(min), hertz(max)));
    let driver = || untold(machine, Some("load a driver for it, such as `modprobe acpi-cpufreq`"));
    side.add_or("bounds", bounds, driver);
    let governor = machine.governor.as_ref().map(|governor| match &found.driver {
        Some(driver) => format!("governor {governor} of {driver}"),
        None => format!("governor {governor}"),
    });
    side.add_or("governor", governor, driver);
    side.known.extend(found.preference.as_ref().map(|preference| format!("prefers {preference}")));
    side.add_or("turbo", found.turbo.map(|on| format!("turbo {}", if on { "on" } else { "off" })), driver);
    side
}

pub(super) fn power(machine: &Machine) -> MachineSide<'_> {
    let mut side = MachineSide::new("power", machine);
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
    side.add_or("source", text, || match machine.hypervisor {
        None if !machine.is_from_an_older_lab() => {
            Unknown::because("the system names no source of power, as most that have no battery")
        }
        _ => untold(machine, None),
    });
    side
}

pub(super) fn heat<'a>(machine: &'a Machine, moment: &Moment) -> MachineSide<'a> {
    let mut side = MachineSide::new("heat", machine);
    let mut sensors: Vec<_> = moment.temperatures.iter().collect();
    sensors.sort_by(|a, b| b.celsius.total_cmp(&a.celsius));
    let shown = sensors.iter().take(4).map(|sensor| format!("{} {:.0} degrees", sensor.name, sensor.celsius));
    let more = sensors.len().saturating_sub(4);
    let mut texts: Vec<String> = shown.collect();
    texts.extend((more > 0).then(|| format!("{more} more {} cooler", if more == 1 { "is" } else { "are" })));
    let modules = "load their driver, such as `modprobe coretemp` or `modprobe k10temp`";
    side.add_or("temperatures", (!texts.is_empty()).then(|| texts.join(", ")), || untold(machine, Some(modules)));
    let throttled = moment.throttled.map(|times| match times {
        0 => "never slowed down for heat since its start".to_owned(),
        times => format!("slowed down for heat {} since its start", counted(times as usize, "time")),
    });
    side.add_or("slowing down for heat", throttled, || match machine.hypervisor {
        None => Unknown::because("only Intel's processors count it"),
        Some(_) => untold(machine, None),
    });
    side
}
