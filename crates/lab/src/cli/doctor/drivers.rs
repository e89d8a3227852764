//! Every driver that was chosen and can be built, started once or a few times: what its runtime is,
//! and what it costs to start it, to reach it and to call nothing.

use std::io::Write;

use serde::Serialize;

use paragone_stats::quantile::median;

use crate::cli::args::MeasureOptions;
use crate::cli::outlet::say;
use crate::cli::session::{Lab, around, take_core};
use crate::driver::driver_id;
use crate::measure::{LaneProgram, start_once};
use crate::model::{Fault, LaneStart, Machine, unit};
use crate::suite::Chosen;

/// Starts of each driver: the first one reads the program from the disk.
const STARTS: usize = 3;

/// A driver that has been started.
#[derive(Clone, Debug, Serialize)]
pub(super) struct DriverFound {
    pub driver: String,
    pub language: String,
    pub runtime: String,
    pub clock: String,
    pub resolution_ns: u64,
    /// From the start of the process to `ready`.
    pub start_ns: f64,
    pub round_trip_ns: Option<f64>,
    pub empty_call_ns: f64,
}

/// The drivers of what was chosen; those that cannot be built or started are told of on the way.
pub(super) fn drivers(
    lab: &Lab,
    chosen: &[Chosen],
    machine: &Machine,
    options: &MeasureOptions,
) -> anyhow::Result<Vec<DriverFound>> {
    let around = around(machine, options)?;
    let mut programs = lab.programs(false);
    let mut entrants: Vec<(String, LaneProgram)> = Vec::new();
    for one in chosen {
        let suite = &lab.suites[one.suite];
        let benchmark = &suite.benchmarks[one.benchmark].name;
        for implementation in &one.implementations {
            let (spec, how) = implementation.origin(suite);
            let name = format!("{}/{}", suite.name, driver_id(spec, how));
            if entrants.iter().any(|(known, _)| *known == name) {
                continue;
            }
            programs.make(suite, benchmark, &implementation.id);
            match programs.entrant(suite, benchmark, &implementation.id) {
                Ok(entrant) => entrants.push((name, entrant)),
                Err(_) if programs.is_skipped(suite, spec, how) => {}
                Err(fault) => say(format!("{name}: {fault}")),
            }
        }
    }
    programs.skipped().iter().for_each(say);
    // As in a run.
    take_core(machine);
    let mut found = Vec::new();
    for (name, entrant) in &entrants {
        match (0..STARTS).map(|_| start_once(entrant, &around)).collect::<Result<Vec<LaneStart>, Fault>>() {
            Ok(starts) => found.extend(summed_up(name, &starts)),
            Err(fault) => say(format!("{name}: {fault}")),
        }
    }
    Ok(found)
}

fn summed_up(name: &str, starts: &[LaneStart]) -> Option<DriverFound> {
    let of = |value: fn(&LaneStart) -> Option<f64>| median(&starts.iter().filter_map(value).collect::<Vec<_>>());
    let last = starts.last()?;
    Some(DriverFound {
        driver: name.to_owned(),
        language: last.language.clone(),
        runtime: last.runtime.clone(),
        clock: last.clock.clone(),
        resolution_ns: last.resolution_ns,
        start_ns: of(|start| Some(start.start_ns as f64))?,
        round_trip_ns: of(|start| start.round_trip_ns),
        empty_call_ns: of(|start| Some(start.empty_call_ns))?,
    })
}

/// A table, a driver a line.
pub(super) fn write(out: &mut dyn Write, found: &[DriverFound]) -> std::io::Result<()> {
    let head = ["driver", "start to ready", "round trip", "empty call", "clock and its step", "runtime"];
    let mut rows = vec![head.map(str::to_owned)];
    rows.extend(found.iter().map(|one| {
        [
            one.driver.clone(),
            unit::time(one.start_ns),
            one.round_trip_ns.map_or_else(|| "-".to_owned(), unit::time),
            unit::time(one.empty_call_ns),
            format!("{} {} ns", one.clock, one.resolution_ns),
            one.runtime.clone(),
        ]
    }));
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    for row in &rows {
        let cell = |(column, text): (usize, &String)| match column {
            1..=3 => format!("{text:>0$}", widths[column]),
            _ => format!("{text:<0$}", widths[column]),
        };
        let line = row.iter().enumerate().map(cell).collect::<Vec<_>>().join("  ");
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(start_ns: u64, empty_call_ns: f64) -> LaneStart {
        LaneStart {
            protocol: Some(2),
            language: "c".into(),
            runtime: "gcc 12.2.0".into(),
            clock: "CLOCK_MONOTONIC".into(),
            resolution_ns: 25,
            start_ns,
            empty_call_ns,
            round_trip_ns: Some(9_000.0),
            artefact: String::new(),
            code: None,
            layout: None,
        }
    }

    #[test]
    fn drivers_stand_in_a_table() {
        let starts = [start(4_000_000, 1.5), start(1_000_000, 1.25), start(1_200_000, 1.0)];
        let found = [summed_up("tiny/c.sum", &starts).unwrap()];
        let mut out = Vec::new();
        write(&mut out, &found).unwrap();
        insta::assert_snapshot!(String::from_utf8(out).unwrap(), @r"
        driver      start to ready  round trip  empty call  clock and its step     runtime
        tiny/c.sum         1.20 ms     9.00 us     1.25 ns  CLOCK_MONOTONIC 25 ns  gcc 12.2.0
        ");
        assert!(summed_up("tiny/c.sum", &[]).is_none());
    }
}
