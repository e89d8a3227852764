//! The diagnosis as people read it.

use std::io::Write;

use crate::cli::doctor::diagnosis::{Diagnosis, MeterFound};
use crate::environment::SystemSetting;
use crate::model::{metric, unit};
use crate::report::{Ink, Tone, system_information};
use crate::words::{clean, counted, wrap, wrap_pieces};

/// Room for a label and two spaces.
const LABELS: usize = 13;

/// So many accusations are told in full.
const MOST_ACCUSED: usize = 8;

/// Writes the diagnosis as people read it.
pub(super) fn write(out: &mut dyn Write, found: &Diagnosis, ink: &Ink) -> std::io::Result<()> {
    machine(out, found, ink)?;
    measured(out, found, ink)?;
    meters(out, &found.meters, ink)?;
    settings(out, &found.settings, ink)?;
    if found.aa.is_some() || found.detect.is_some() {
        writeln!(out)?;
    }
    comparisons(out, found)
}

fn machine(out: &mut dyn Write, found: &Diagnosis, ink: &Ink) -> std::io::Result<()> {
    let machine = &found.machine;
    let cpu = machine.cpu.as_deref().unwrap_or("unknown CPU");
    let what = format!("{cpu}, {} cores, kernel {}", machine.cores, machine.kernel);
    writeln!(out, "{}", wrap("machine      ", &clean(&what), ink.width))?;
    if let Some(core) = machine.core {
        writeln!(out, "core         drivers and Paragone on core {core}")?;
    }
    write!(out, "{}", system_information(machine, Some(&found.moment), LABELS, ink))?;
    let tools: Vec<String> = found.tools.iter().map(|(name, version)| clean(&format!("{name}: {version}"))).collect();
    if !tools.is_empty() {
        writeln!(out, "{}", wrap_pieces("tools        ", &tools, ink.dot(), ink.width))?;
    }
    Ok(())
}

fn measured(out: &mut dyn Write, found: &Diagnosis, ink: &Ink) -> std::io::Result<()> {
    let mut line = |label: &str, text: &str| writeln!(out, "{}", wrap(&format!("{label:<LABELS$}"), text, ink.width));
    let clock = &found.clock;
    let (step, cost) = (unit::time(clock.resolution_ns), unit::time(clock.cost_ns));
    line("clock", &format!("{}: steps of {step}, {cost} a reading", clock.name))?;
    if let Some(hz) = found.machine.tsc_hz {
        line("counter", &format!("TSC at {:.3} MHz", hz / 1e6))?;
    }
    let spin = &found.spin;
    line(
        "noise",
        &format!(
            "{} of fixed work, {} times: half within +{}, 99 of 100 within +{}, worst +{}",
            unit::time(spin.fastest_ns),
            spin.turns,
            unit::percent(spin.p50),
            unit::percent(spin.p99),
            unit::percent(spin.p100)
        ),
    )?;
    match &found.may_sleep {
        None => line("sleep", "the machine is kept awake while it measures")?,
        Some(unknown) => {
            let remedy = unknown.remedy.as_ref().map_or(String::new(), |remedy| format!("; {remedy}"));
            line("sleep", &clean(&format!("the machine may fall asleep while it measures: {}{remedy}", unknown.why)))?;
        }
    }
    for trip in &found.round_trips {
        let (driver, median, p99, start) = (&trip.driver, trip.median_us, trip.p99_us, trip.start_ms);
        let text = format!("{driver}: {median:.1} us, 99 of 100 within {p99:.1} us; starts in {start:.1} ms");
        line("round trip", &text)?;
    }
    Ok(())
}

/// Metrics of one source, and those that are unknown for one reason, stand together.
fn meters(out: &mut dyn Write, meters: &[MeterFound], ink: &Ink) -> std::io::Result<()> {
    let (known, unknown): (Vec<_>, Vec<_>) = meters.iter().partition(|meter| meter.source.is_some());
    for (title, meters, tone) in [("counted here", known, Tone::Plain), ("not counted here", unknown, Tone::Quiet)] {
        if meters.is_empty() {
            continue;
        }
        writeln!(out, "\n{title}")?;
        let mut told = Vec::new();
        for meter in &meters {
            let how = how(meter);
            if told.contains(&how) {
                continue;
            }
            let alike = meters.iter().filter(|other| self::how(other) == how);
            let titles: Vec<&str> =
                alike.map(|one| metric(one.metric).map_or(one.metric, |known| known.title)).collect();
            let text = wrap("  ", &clean(&format!("{}: {how}", titles.join(ink.dot()))), ink.width);
            for line in text.lines() {
                writeln!(out, "{}", ink.paint(tone, line))?;
            }
            told.push(how);
        }
    }
    Ok(())
}

fn how(meter: &MeterFound) -> String {
    match (&meter.source, &meter.unknown) {
        (Some(source), _) => source.clone(),
        (None, Some(unknown)) => match &unknown.remedy {
            Some(remedy) => format!("{}; {remedy}", unknown.why),
            None => unknown.why.clone(),
        },
        (None, None) => String::new(),
    }
}

fn settings(out: &mut dyn Write, settings: &[SystemSetting], ink: &Ink) -> std::io::Result<()> {
    if settings.is_empty() {
        return writeln!(out, "\nnothing that is known of this machine could be set better");
    }
    writeln!(out, "\nwould help here; nothing has been changed")?;
    for setting in settings {
        writeln!(out, "{}", wrap("  ", &clean(&setting.why), ink.width))?;
        for command in &setting.commands {
            writeln!(out, "      {}", ink.paint(Tone::Strong, &clean(command)))?;
        }
    }
    Ok(())
}

/// Long lines, which a script may search for.
fn comparisons(out: &mut dyn Write, found: &Diagnosis) -> std::io::Result<()> {
    if let Some(aa) = &found.aa {
        writeln!(
            out,
            "a against a  {} at size {}, {}, margin {}: {} comparisons, {} (at most {} of all, at 95 %), {} same, {} unsure, {}; {:.2} s each",
            aa.benchmark,
            aa.size,
            aa.mode.word(),
            unit::percent(aa.margin),
            aa.comparisons,
            counted(aa.false_alarms, "false alarm"),
            unit::percent(aa.upper_bound),
            aa.same,
            aa.unsure,
            counted(aa.accusations, "accusation"),
            aa.median_seconds
        )?;
        accused(out, &aa.accused)?;
    }
    if let Some(it) = &found.detect {
        writeln!(
            out,
            "detection    {} at size {}, {}, {} more, margin {}: {} of {} found (at least {} of all, at 95 %), {} the wrong way, {} same, {} unsure, {}; interval right in {}; {:.2} s each",
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
            counted(it.accusations, "accusation"),
            it.covered,
            it.median_seconds
        )?;
        accused(out, &it.accused)?;
    }
    Ok(())
}

/// A line for each of the first who were accused.
fn accused(out: &mut dyn Write, texts: &[String]) -> std::io::Result<()> {
    for text in texts.iter().take(MOST_ACCUSED) {
        writeln!(out, "accused      {}", clean(text))?;
    }
    match texts.len().checked_sub(MOST_ACCUSED) {
        None | Some(0) => Ok(()),
        Some(more) => writeln!(out, "accused      and {more} more, which --json names"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Unknown;

    fn meter(metric: &'static str, source: Result<&str, Unknown>) -> MeterFound {
        let (source, unknown) = match source {
            Ok(source) => (Some(source.to_owned()), None),
            Err(unknown) => (None, Some(unknown)),
        };
        MeterFound { metric, source, unknown }
    }

    fn drawn(draw: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) -> String {
        let mut out = Vec::new();
        draw(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn what_is_counted_by_one_stands_together() {
        let none = || Err(Unknown::unless("this machine has no counters", "measure on another"));
        let meters = [
            meter("mallocs", Ok("a library")),
            meter("cycles", none()),
            meter("frees", Ok("a library")),
            meter("instructions", none()),
            meter("syscalls", Ok("a tracepoint")),
        ];
        insta::assert_snapshot!(drawn(|out| super::meters(out, &meters, &Ink::PLAIN)), @r"

        counted here
          mallocs; frees: a library
          syscalls: a tracepoint

        not counted here
          cycles; instructions: this machine has no counters; measure on another
        ");
        assert_eq!(drawn(|out| super::meters(out, &[], &Ink::PLAIN)), "");
    }

    #[test]
    fn the_first_who_are_accused_are_told_in_full() {
        let texts: Vec<String> = (1..=10).map(|number| format!("c.once: fault {number}")).collect();
        let told = drawn(|out| super::accused(out, &texts));
        assert!(told.starts_with("accused      c.once: fault 1\n"), "{told}");
        assert!(told.ends_with("fault 8\naccused      and 2 more, which --json names\n"), "{told}");
        assert_eq!(drawn(|out| super::accused(out, &[])), "");
        assert_eq!(drawn(|out| super::accused(out, &texts[..8])).lines().count(), 8);
    }

    #[test]
    fn what_would_help_has_its_commands() {
        let setting = SystemSetting {
            name: "turbo",
            why: "turbo is on: the core's frequency depends on heat".into(),
            commands: vec!["echo 0 > /sys/boost".into()],
        };
        let ink = Ink { width: 40, ..Ink::PLAIN };
        insta::assert_snapshot!(drawn(|out| super::settings(out, &[setting], &ink)), @r"

        would help here; nothing has been changed
          turbo is on: the core's frequency
          depends on heat
              echo 0 > /sys/boost
        ");
        assert!(drawn(|out| super::settings(out, &[], &ink)).contains("could be set better"));
    }
}
