//! The diagnosis as people read it.

use std::io::Write;

use crate::cli::doctor::diagnosis::Diagnosis;
use crate::model::unit;
use crate::report::counted;

/// Writes the diagnosis as people read it.
pub(super) fn write(out: &mut dyn Write, found: &Diagnosis) -> std::io::Result<()> {
    let machine = &found.machine;
    let cpu = machine.cpu.as_deref().unwrap_or("unknown CPU");
    writeln!(out, "machine      {cpu}, {} cores, kernel {}", machine.cores, machine.kernel)?;
    if let Some(core) = machine.core {
        writeln!(out, "core         drivers and lab on core {core}")?;
    }
    let clock = &found.clock;
    writeln!(
        out,
        "clock        {}: steps of {}, {} a reading",
        clock.name,
        unit::time(clock.resolution_ns),
        unit::time(clock.cost_ns)
    )?;
    if let Some(hz) = machine.tsc_hz {
        writeln!(out, "counter      TSC at {:.3} MHz", hz / 1e6)?;
    }
    let spin = &found.spin;
    writeln!(
        out,
        "noise        {} of fixed work, {} times: half within +{}, 99 of 100 within +{}, worst +{}",
        unit::time(spin.fastest_ns),
        spin.turns,
        unit::percent(spin.p50),
        unit::percent(spin.p99),
        unit::percent(spin.p100)
    )?;
    match &found.may_sleep {
        None => writeln!(out, "sleep        the machine is kept awake while it measures")?,
        Some(unknown) => {
            let remedy = unknown.remedy.as_ref().map_or(String::new(), |remedy| format!("; {remedy}"));
            writeln!(out, "sleep        the machine may fall asleep while it measures: {}{remedy}", unknown.why)?;
        }
    }
    for trip in &found.round_trips {
        writeln!(
            out,
            "round trip   {}: {:.1} us, 99 of 100 within {:.1} us; starts in {:.1} ms",
            trip.driver, trip.median_us, trip.p99_us, trip.start_ms
        )?;
    }
    if let Some(aa) = &found.aa {
        writeln!(
            out,
            "a against a  {} at size {}, {}, margin {}: {} comparisons, {} (at most {} of all, at 95 %), {} same, {} unsure; {:.2} s each",
            aa.benchmark,
            aa.size,
            aa.mode.word(),
            unit::percent(aa.margin),
            aa.comparisons,
            counted(aa.false_alarms, "false alarm"),
            unit::percent(aa.upper_bound),
            aa.same,
            aa.unsure,
            aa.median_seconds
        )?;
    }
    if let Some(it) = &found.detect {
        writeln!(
            out,
            "detection    {} at size {}, {}, {} more, margin {}: {} of {} found (at least {} of all, at 95 %), {} the wrong way, {} same, {} unsure; interval right in {}; {:.2} s each",
            it.benchmark,
            it.size,
            it.mode.word(),
            unit::percent(it.percent / 100.0),
            unit::percent(it.margin),
            it.found,
            it.comparisons,
            unit::percent(it.lower_bound),
            it.wrong_way,
            it.same,
            it.unsure,
            it.covered,
            it.median_seconds
        )?;
    }
    Ok(())
}
