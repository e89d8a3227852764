//! The whole report for a terminal: answers, tables, curves, failures, machine, run.

use crate::model::{ContestFinding, Findings, Run};

use crate::report::colour::order::ColourOrder;
use crate::report::curve::draw::curves;
use crate::report::text::colophon::{again, machine_line, run_line};
use crate::report::text::{
    Ink, Tone, answer, builds, change_line, changes, code, crossovers, effects, failures, layouts, measured, notices,
    over_time, percentiles, ranking, resources, trials, unmeasured_line, uses,
};
use crate::words::wrap;

/// Which parts a reader asked for beyond the answer and the ranking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReportParts<'a> {
    pub percentiles: bool,
    /// How times differ from launch to launch.
    pub layouts: bool,
    pub resources: bool,
    pub curve: bool,
    /// Machine code, where there is some.
    pub code: bool,
    /// Options that a command needs to find this run once more, such as `--store FILE`; perhaps none.
    pub places: &'a str,
}

pub fn terminal(run: &Run, findings: &Findings, parts: ReportParts<'_>, ink: &Ink) -> String {
    let order = ColourOrder::of([(run, findings)]);
    let quiet =
        |line: Option<String>| line.map_or(String::new(), |line| ink.lines(Tone::Quiet, &wrap("  ", &line, ink.width)));
    let mut sections = vec![answer::answers(findings, ink)];
    // Of the same code all has been said above.
    let told: Vec<&ContestFinding> = findings.contests.iter().filter(|contest| !contest.is_same_code()).collect();
    for contest in &told {
        if told.len() > 1 {
            sections.push(format!("{}\n", ink.paint(Tone::Strong, &contest.title())));
        }
        sections.push(quiet(change_line(contest)));
        let unmeasured = quiet(unmeasured_line(contest));
        let contest = measured(contest);
        let contest = contest.as_ref();
        if contest.trials.is_some() {
            sections.extend([trials::trials(contest, ink), unmeasured, uses::uses(contest, ink)]);
            continue;
        }
        sections.extend([
            ranking::ranking(contest, ink),
            unmeasured,
            crossovers::crossovers(contest, ink),
            uses::uses(contest, ink),
            effects::effects(contest, ink),
            code::code(contest, parts.code, &again(run, parts.places), ink),
            builds::builds(contest, ink),
            over_time::over_time(contest, ink),
        ]);
        sections.extend(parts.percentiles.then(|| percentiles::percentiles(contest, ink)));
        sections.extend(parts.layouts.then(|| layouts::layouts(contest, ink)));
        sections.extend(parts.resources.then(|| resources::resources(contest, ink)));
        sections.extend(parts.curve.then(|| curves(contest, &order, ink)));
    }
    let has_code = findings.contests.is_empty() || findings.contests.iter().any(|contest| !contest.code.is_empty());
    if parts.code && !has_code {
        sections.push(ink.paint(Tone::Quiet, "this run holds no machine code: it is kept of implementations whose suite names the function that does the work") + "\n");
    }
    sections.push(failures(run, ink));
    sections.push(notices::notices(run, ink));
    let machine = machine_line(&run.machine, ink) + &changes(&findings.changes, ink);
    sections.push(machine + &run_line(run, parts.places, ink));
    sections.retain(|section| !section.trim().is_empty());
    sections.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Event;
    use crate::report::specimen::made_up;

    const ALL: ReportParts<'_> =
        ReportParts { percentiles: true, layouts: true, resources: true, curve: true, code: true, places: "" };

    /// For the eye: `cargo test --release -p paragone as_a_reader -- --ignored --nocapture`.
    #[test]
    #[ignore = "prints for the eye and asserts nothing"]
    fn as_a_reader_sees_it() {
        let run = made_up::run();
        let width = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).unwrap_or(100);
        let ink = Ink { colour: std::env::var("NO_COLOR").is_err(), width, unicode: std::env::var("ASCII").is_err() };
        let sizes = [0, 8, 64, 256, 1024, 4096, 65536, 1 << 20];
        let contests = vec![made_up::every_verdict(), made_up::ladder(&sizes)];
        println!("{}", terminal(&run, &made_up::findings(contests), ALL, &ink));
        println!("{}", crate::report::dry_run(&run.plan, &["cc -O3 c/hashes.c".into()], &ink));
    }

    #[test]
    fn one_benchmark_over_three_sizes() {
        let ink = Ink { width: 80, unicode: true, ..Ink::PLAIN };
        let findings = made_up::findings(vec![made_up::ladder(&[64, 1024, 65536])]);
        insta::assert_snapshot!(terminal(&made_up::run(), &findings, ALL, &ink), @"
        hashes/blake2b  Which BLAKE2b-512 is fastest at my message length?
          rust.blake2b_simd below 820 B, c.openssl above 1100 B.

        64 B               relative 99 %             time  throughput  TSC cycles/byte
        ──────────────────────────────────────────────────────────────────────────────
        rust.blake2b_simd     1.00x fastest       77.6 ns    825 MB/s             3.15
            at least 1.33x as fast
        rust.blake2           1.36x 1.34..1.38     105 ns    607 MB/s             4.28
            baseline
        c.openssl             2.68x 2.65..2.71     208 ns    308 MB/s             8.44
            at least 1.92x as long
          5 launches, 40 blocks · noise 0.31 %

        1 KiB              relative 99 %             time  throughput  TSC cycles/byte
        ──────────────────────────────────────────────────────────────────────────────
        c.openssl             1.00x fastest        928 ns   1.10 GB/s             2.35
            at least 1.23x as fast
        rust.blake2b_simd    1.015x 1.004..1.025   942 ns   1.09 GB/s             2.39
            at least 1.21x as fast
        rust.blake2           1.25x 1.23..1.27    1.16 us    882 MB/s             2.94
            baseline
          5 launches, 40 blocks · noise 0.31 %

        64 KiB             relative 99 %             time  throughput  TSC cycles/byte
        ──────────────────────────────────────────────────────────────────────────────
        c.openssl             1.00x fastest       49.3 us   1.33 GB/s             1.95
            at least 1.42x as fast
        rust.blake2b_simd     1.20x 1.18..1.21    59.0 us   1.11 GB/s             2.34
            at least 1.20x as fast
        rust.blake2           1.46x 1.44..1.48    72.1 us    909 MB/s             2.86
            baseline
          5 launches, 40 blocks · noise 0.31 %

          an empty call costs: c 1.80 ns, rust 1.80 ns (2.3 % of a call of 77.6 ns)

        64 B: ns a call      p0   p25   p50   p75   p90   p99   p100  samples
        ─────────────────────────────────────────────────────────────────────
        rust.blake2b_simd  76.0  76.8  77.6  79.2  85.4   194   2406    1,280
        rust.blake2         103   104   105   108   116   264   3267    1,280
        c.openssl           204   206   208   212   229   520   6448    1,280

        1 KiB: ns a call     p0   p25   p50   p75   p90   p99   p100  samples
        ─────────────────────────────────────────────────────────────────────
        c.openssl           909   919   928   947  1021  2320  28768    1,280
        rust.blake2b_simd   923   932   942   960  1036  2354  29190    1,280
        rust.blake2        1138  1150  1161  1185  1278  2904  36003    1,280

        64 KiB: us a call    p0   p25   p50   p75   p90   p99   p100  samples
        ─────────────────────────────────────────────────────────────────────
        c.openssl          48.3  48.8  49.3  50.3  54.2   123   1529    1,280
        rust.blake2b_simd  57.8  58.4  59.0  60.2  64.9   148   1829    1,280
        rust.blake2        70.7  71.4  72.1  73.6  79.3   180   2236    1,280

        throughput over size (medians, both axes logarithmic)
                   │                                              ⣀⣀⣀⣀⣀⡠⠤⠤⠤⠤⠤⠔⠒⠒⠒⠒⠒⠉⠉A
                   │                          A⣀⣀⣤⣤⣤⣤⣤⣔⣒⣒⣒⣒⣒⣊⣉⣉⣉⣉⣉⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀B
            1 GB/s ┤                ⢀⣀⣀⠤⠤⠤⠒⠒⡩⠋B⠉
                   │      ⢀⣀⣀⠤⠤⠔⠒⠒⠉⠉⠁     ⡔⠉  C⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⡠⠤⠤⠤⠤⠤⠤C
                   │B⠔⠒⠒⠉⠉⠁            ⣀⣠⠮⠔⠒⠉⠉
                   │           ⢀⣀⡠⠤⠔⠒⢉⠝⠊
                   │    ⣀⣀⠤⠔⠒⠊⠉⠁   ⢀⠔⠁
                   │C⠒⠉⠉         ⣀⠔⠁
                   │           ⡠⠊
          500 MB/s ┤         ⡠⠊
                   │      ⢀⠔⠊
                   │    ⢀⠔⠁
                   │  ⡠⠔⠁
                   │A⠊
                   └┬─────────────────────────┬──────────────────────────────────────┬
                    64 B                    1 KiB                                 64 KiB
                    A c.openssl   B rust.blake2b_simd   C rust.blake2

        this run holds no machine code: it is kept of implementations whose suite names the function that does the work

        failures
          hashes/blake2b c.botched, at 64 B:
              wrong answer for input 0: expected ba80a53f, got ba80a53e, first
              difference at byte 3
          hashes/blake2b c.shaky, at 1 KiB and 64 KiB, in 2 launches:
              died: signal 11 (SIGSEGV); its last words:
              | shaky: about to fall
              | free(): invalid pointer

        notice   c.libsodium is skipped: install the Debian package libsodium-dev

        machine  AMD EPYC 9R14 · x86_64 · 2 cores, drivers and Paragone on core 1 ·
                 governor unknown · Linux 6.1.0 · glibc 2.36 · virtual machine (KVM) ·
                 TSC 2596.132 MHz · load 0.42
        run      00c0ffee00c0ffee · 2026-07-12 10:43 UTC · standard · margin 1 % ·
                 3 launches · 6 blocks · 24 rounds · 48 samples · 91 % of the measuring
                 time inside timed sections · seed 7
        again    paragone report 00c0ffee00c0ffee
        ");
    }

    #[test]
    fn nothing_measured() {
        let mut run = made_up::run();
        run.state = crate::model::RunState::Open;
        run.note = "while the mail server was busy".into();
        run.machine = crate::model::Machine::default();
        run.blocks.clear();
        run.events.clear();
        insta::assert_snapshot!(terminal(&run, &made_up::findings(Vec::new()), ALL, &Ink::PLAIN), @r"
        Nothing was measured.

        machine  unknown CPU; cores unknown, drivers not pinned; governor unknown
        run      00c0ffee00c0ffee; 2026-07-12 10:43 UTC; standard; margin 1 %; 0 launches; 0 blocks;
                 0 rounds; 0 samples; seed 7
        state    not finished: `paragone run --resume` goes on
        note     while the mail server was busy
        again    paragone report 00c0ffee00c0ffee
        ");
    }

    #[test]
    fn one_launch_is_said_below_the_answer() {
        let mut contest = made_up::ladder(&[64]);
        contest.comparisons[0].launches = 1;
        let text = terminal(&made_up::run(), &made_up::findings(vec![contest]), ALL, &Ink::PLAIN);
        let (answer, rest) = text.split_once("\n\n").unwrap();
        assert!(answer.contains("This launch only"), "{answer}");
        assert!(rest.contains("this launch only"), "{rest}");
    }

    #[test]
    fn colour_changes_no_letter() {
        let contests = || made_up::findings(vec![made_up::every_verdict(), made_up::ladder(&[64, 1024, 65536])]);
        for width in [60, 80, 140] {
            let plain = Ink { width, unicode: true, ..Ink::PLAIN };
            let without = terminal(&made_up::run(), &contests(), ALL, &plain);
            let with = terminal(&made_up::run(), &contests(), ALL, &Ink { colour: true, ..plain });
            assert!(!without.contains('\u{1b}') && with.contains('\u{1b}'));
            let trimmed = |text: &str| text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
            assert_eq!(trimmed(&stripped(&with)), trimmed(&without));
        }
    }

    /// Without escape sequences.
    fn stripped(text: &str) -> String {
        let mut parts = text.split('\u{1b}');
        let mut plain = parts.next().unwrap().to_owned();
        for part in parts {
            plain += part.split_once('m').unwrap().1;
        }
        plain
    }

    #[test]
    fn what_a_driver_printed_cannot_move_the_cursor() {
        let mut run = made_up::run();
        run.events.push(Event::Notice { text: "\u{1b}[2Jgone".into() });
        let text = terminal(&run, &made_up::findings(Vec::new()), ALL, &Ink::PLAIN);
        assert!(!text.contains('\u{1b}') && text.contains("gone"), "{text}");
    }
}
