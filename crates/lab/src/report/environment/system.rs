//! The sides of the machine that are programs: memory as it is handed out, the system, its kernel, who else is there.

use crate::model::{Aslr, Machine, Moment, Unknown, unit};

use super::amount::amount;
use super::side::MachineSide;
use crate::words::memory;

pub(super) fn memory_of(machine: &Machine) -> MachineSide<'_> {
    let mut side = MachineSide::new("memory", machine);
    side.add("size", machine.memory_bytes.map(|bytes| memory(bytes as f64)));
    let system = &machine.system;
    let swap = system.swap_bytes.map(|bytes| match (bytes, system.swap_used_bytes) {
        (0, _) => "no swap".to_owned(),
        (_, Some(used)) => format!("{} of {} swap in use", amount(used), amount(bytes)),
        (_, None) => format!("{} swap", amount(bytes)),
    });
    side.add("swap", swap);
    side.add("large pages", system.huge_pages.as_ref().map(|choice| format!("large pages: {choice}")));
    side
}

pub(super) fn system(machine: &Machine) -> MachineSide<'_> {
    let mut side = MachineSide::new("system", machine);
    side.known.extend(machine.system.distribution.clone());
    side.known.extend(machine.system.product.clone());
    side.add_or("C library", machine.libc.clone(), || Unknown::because("only that of GNU says its version"));
    side.add("clock source", machine.system.clock_source.as_ref().map(|source| format!("clock from {source}")));
    let aslr = machine.system.aslr.map(|aslr| match aslr {
        Aslr::Full => "addresses random",
        Aslr::Partial => "addresses random but for heaps",
        Aslr::Off => "addresses not random",
        Aslr::OffHere => "addresses not random for Paragone",
    });
    side.add("randomness of addresses", aslr.map(str::to_owned));
    side
}

pub(super) fn kernel(machine: &Machine) -> MachineSide<'_> {
    let mut side = MachineSide::new("kernel", machine);
    side.known.push(machine.kernel.clone());
    let system = &machine.system;
    side.add("its options", system.kernel_options.as_ref().map(|options| options.join(" ")));
    let told = |names: &[String], what: &str| match names {
        [] => format!("none {what}"),
        names => format!("{} {what} ({})", names.len(), names.join(" ")),
    };
    let faults = system.mitigations.as_ref().map(|found| {
        let (active, open) = (told(&found.active, "worked around"), told(&found.vulnerable, "open"));
        format!("faults of the processor: {active}, {open}")
    });
    side.add("mitigations", faults);
    let events = system.perf_event_paranoid.map(|level| format!("perf_event_paranoid {level}"));
    side.add_or("perf_event_paranoid", events, || Unknown::because("this kernel has no performance events"));
    let tracefs = system.tracefs.map(|mounted| if mounted { "tracefs mounted" } else { "tracefs not mounted" });
    side.add("tracefs", tracefs.map(str::to_owned));
    side.known.retain(|piece| !piece.is_empty());
    side
}

pub(super) fn virtual_machine(machine: &Machine) -> MachineSide<'_> {
    let mut side = MachineSide::new("virtual", machine);
    let system = &machine.system;
    side.known.push(match &machine.hypervisor {
        Some(name) => format!("virtual machine ({name})"),
        None => "no virtual machine that says so".to_owned(),
    });
    side.known.extend(system.container.as_ref().map(|name| format!("container ({name})")));
    side.known.extend(system.quota_cores.map(|cores| format!("at most {} cores' time", unit::significant(cores, 2))));
    // A machine of its own has no host that could.
    if machine.hypervisor.is_some() || system.stolen.is_some_and(|share| share > 0.0) {
        let stolen = |share| format!("{} of its time given to others since its start", unit::percent(share));
        side.add("stolen time", system.stolen.map(stolen));
    }
    side
}

pub(super) fn load<'a>(machine: &'a Machine, moment: Option<&Moment>) -> MachineSide<'a> {
    let mut side = MachineSide::new("load", machine);
    side.add("average", machine.load_average.map(|load| format!("{load:.2} over a minute")));
    let busiest = moment.iter().flat_map(|moment| &moment.busiest).take(4);
    let names: Vec<String> = busiest.map(|busy| format!("{} {:.2} cores", busy.name, busy.cores)).collect();
    if !names.is_empty() {
        side.known.push(format!("at work: {}", names.join(", ")));
    }
    side
}
