//! The diagnosis as people read it.

use std::io::Write;

use crate::cli::doctor::diagnosis::{AaFound, DetectFound, Diagnosis, MeterFound};
use crate::environment::SystemSetting;
use crate::model::names::each_once;
use crate::model::{Unknown, metric, unit};
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
    let (work, turns) = (unit::time(spin.fastest_ns), spin.turns);
    let [half, most, worst] = [spin.p50, spin.p99, spin.p100].map(unit::percent);
    let text =
        format!("{work} of fixed work, {turns} times: half within +{half}, 99 of 100 within +{most}, worst +{worst}");
    line("noise", &text)?;
    match &found.may_sleep {
        None => line("sleep", "the machine is kept awake while it measures")?,
        Some(unknown) => {
            line("sleep", &clean(&format!("the machine may fall asleep while it measures: {}", reason(unknown))))?;
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
        for how in each_once(meters.iter().map(|meter| how(meter))) {
            let alike = meters.iter().filter(|meter| self::how(meter) == how);
            let titles: Vec<&str> =
                alike.map(|one| metric(one.metric).map_or(one.metric, |known| known.title)).collect();
            let text = wrap("  ", &clean(&format!("{}: {how}", titles.join(ink.dot()))), ink.width);
            for line in text.lines() {
                writeln!(out, "{}", ink.paint(tone, line))?;
            }
        }
    }
    Ok(())
}

fn how(meter: &MeterFound) -> String {
    match (&meter.source, &meter.unknown) {
        (Some(source), _) => source.clone(),
        (None, Some(unknown)) => reason(unknown),
        (None, None) => String::new(),
    }
}

/// Why something is unknown, and what would change that.
fn reason(unknown: &Unknown) -> String {
    [Some(unknown.why.as_str()), unknown.remedy.as_deref()].into_iter().flatten().collect::<Vec<&str>>().join("; ")
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
        let AaFound { benchmark, size, comparisons, same, unsure, median_seconds, .. } = aa;
        let (mode, margin, most) = (aa.mode.word(), unit::percent(aa.margin), unit::percent(aa.upper_bound));
        let (alarms, accusations) = (counted(aa.false_alarms, "false alarm"), counted(aa.accusations, "accusation"));
        writeln!(
            out,
            "a against a  {benchmark} at size {size}, {mode}, margin {margin}: {comparisons} comparisons, {alarms} (at most {most} of all, at 95 %), {same} same, {unsure} unsure, {accusations}; {median_seconds:.2} s each"
        )?;
        accused(out, &aa.accused)?;
    }
    if let Some(it) = &found.detect {
        let DetectFound {
            benchmark, size, comparisons, found, wrong_way, same, unsure, covered, median_seconds, ..
        } = it;
        let (mode, more, margin) = (it.mode.word(), unit::percent(it.percent / 100.0), unit::percent(it.margin));
        let (least, accusations) = (unit::percent(it.lower_bound), counted(it.accusations, "accusation"));
        writeln!(
            out,
            "detection    {benchmark} at size {size}, {mode}, {more} more, margin {margin}: {found} of {comparisons} found (at least {least} of all, at 95 %), {wrong_way} the wrong way, {same} same, {unsure} unsure, {accusations}; interval right in {covered}; {median_seconds:.2} s each"
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
