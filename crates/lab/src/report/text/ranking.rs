//! One benchmark's findings to its tables, a table a size, from the fastest to the slowest.
//!
//! All tables of a benchmark share their columns. Where a line is too narrow for all of them, the
//! verdict goes below its row, then the name above it, and then the throughput goes.

use crate::model::{ComparisonFinding, ContestFinding, Row, unit};

use crate::report::text::{
    Column, Doubts, Grid, GridEntry, Ink, Tone, caveats, commands, cycles, footer, relative, runtime, verdict_tone,
};
use crate::words::{cut, point, throughput, verdict, wrap};

/// Where the verdict and the name stand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum TableLayout {
    /// On the row.
    Beside,
    /// The verdict below the row.
    Below,
    /// The name above the row too.
    Stacked,
    /// Without throughput: cycles say as much.
    Bare,
}

/// The verdict column's greatest width: failures are told in full elsewhere.
const VERDICT: usize = 48;

pub(crate) fn ranking(contest: &ContestFinding, ink: &Ink) -> String {
    let layouts = [TableLayout::Beside, TableLayout::Below, TableLayout::Stacked, TableLayout::Bare];
    let mut text =
        Grid::fitted(layouts, ink, |layout| tables(contest, layout, ink)) + &commands::commands(contest, ink);
    if contest.commands.is_empty() {
        text += &runtime::empty_calls(contest, ink);
    }
    text + &caveats::below("  At every size:", contest, ink)
}

fn tables(contest: &ContestFinding, layout: TableLayout, ink: &Ink) -> Grid {
    let columns = [
        Column::LEFT,
        Column::RIGHT.tight(),
        Column::LEFT,
        Column::LEFT,
        Column::RIGHT.tight(),
        Column::LEFT,
        Column::RIGHT,
        Column::RIGHT,
    ];
    let mut grid = Grid::new(&columns, if layout >= TableLayout::Stacked { 4 } else { 0 });
    let shared = caveats::throughout(contest);
    for comparison in &contest.comparisons {
        grid.apart();
        let doubts = Doubts::of(comparison, &shared);
        SizeTable { contest, comparison, doubts: &doubts, layout, ink }.draw(&mut grid);
    }
    grid
}

/// One size.
struct SizeTable<'a> {
    contest: &'a ContestFinding,
    comparison: &'a ComparisonFinding,
    doubts: &'a Doubts,
    layout: TableLayout,
    ink: &'a Ink,
}

impl SizeTable<'_> {
    fn draw(&self, grid: &mut Grid) {
        let title = point(self.comparison.size, &self.contest.unit, &self.comparison.params);
        let title = if self.comparison.size == 0 { format!("{title}, per call") } else { title };
        let rows = &self.comparison.rows;
        if self.layout >= TableLayout::Stacked || rows.is_empty() {
            grid.text(self.ink.paint(Tone::Strong, &title));
        }
        let has_numbers = rows.iter().any(|row| row.central_ns().is_some() || row.to_best.is_some());
        if has_numbers || (self.layout < TableLayout::Stacked && !rows.is_empty()) {
            let beside = verdict::beside(self.contest, self.comparison);
            let per = if self.comparison.size == 0 { "call" } else { &self.contest.unit.unit };
            let cycles = cycles::title(self.comparison, per);
            let of_machine = match commands::is_of_commands(self.comparison) {
                true => ["CPU user + system", "peak memory"],
                false => ["throughput", cycles.as_str()],
            };
            let heads = ["relative", "99 %", beside.as_str(), "time", ""];
            grid.titled(title, heads.into_iter().chain(of_machine));
        }
        for (place, row) in self.comparison.rows.iter().enumerate() {
            self.row(grid, place, row);
        }
        let lines = footer(self.contest, self.comparison, &[], self.ink);
        for line in lines.iter().chain(&runtime::collections(self.comparison, self.ink)) {
            grid.text(self.ink.paint(Tone::Quiet, line));
        }
        for sentence in self.doubts.sentences(self.ink) {
            grid.text(sentence);
        }
    }

    fn row(&self, grid: &mut Grid, place: usize, row: &Row) {
        let name = self.contest.label(&row.implementation);
        let ruling = verdict::brief_of(row);
        let leads = self.comparison.fastest.contains(&place) && row.to_best.is_some();
        let name_tone = if leads { Tone::Good } else { Tone::Plain };
        let tone = verdict_tone(&row.verdict);
        let (shown, beside) = match self.layout {
            TableLayout::Beside => (name, cut(&ruling, VERDICT, self.ink.ellipsis())),
            TableLayout::Below => (name, String::new()),
            TableLayout::Stacked | TableLayout::Bare => {
                grid.text(self.ink.paint(name_tone, &name));
                (String::new(), String::new())
            }
        };
        if row.times.is_some() || row.to_best.is_some() || self.layout < TableLayout::Stacked {
            let [ratio, interval, median, marks, rate, cycles] = self.numbers(place, row);
            let verdict = GridEntry::new(tone, beside);
            grid.row(vec![GridEntry::new(name_tone, shown), ratio, interval, verdict, median, marks, rate, cycles]);
        }
        if self.layout != TableLayout::Beside {
            for line in wrap("    ", &ruling, self.ink.width).lines() {
                grid.text(self.ink.paint(tone, line));
            }
        }
    }

    fn numbers(&self, place: usize, row: &Row) -> [GridEntry; 6] {
        let (ratio, interval) = relative(self.contest, row);
        let median = row.central_ns();
        let rate = median
            .filter(|_| self.layout != TableLayout::Bare || cycles::of(self.comparison, row).is_none())
            .and_then(|ns| throughput(self.comparison.size, ns, &self.contest.unit));
        let cycles = cycles::of(self.comparison, row).map(cycles::number);
        let (rate, cycles) = match commands::is_of_commands(self.comparison) {
            true => commands::taken(row),
            false => (rate.unwrap_or_default(), cycles.unwrap_or_default()),
        };
        let tone = if self.comparison.fastest.contains(&place) { Tone::Good } else { Tone::Plain };
        [
            GridEntry::new(tone, ratio),
            GridEntry::new(if place == 0 { tone } else { Tone::Quiet }, interval),
            GridEntry::plain(median.map(unit::time).unwrap_or_default()),
            GridEntry::new(Tone::Poor, self.doubts.marks(row, self.ink)),
            GridEntry::plain(rate),
            GridEntry::plain(cycles),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Caveat, StopReason, Verdict};
    use crate::report::specimen::made_up;

    fn plain(width: usize) -> Ink {
        Ink { width, ..Ink::PLAIN }
    }

    #[test]
    fn every_verdict_has_its_row() {
        insta::assert_snapshot!(ranking(&made_up::every_verdict(), &plain(140)), @"
        64 B                  relative 99 %        beside rust.blake2                             time         throughput  TSC cycles/byte
        ----------------------------------------------------------------------------------------------------------------------------------
        rust.blake2b_simd        1.00x fastest     at least 1.13x as fast                      61.2 ns          1.05 GB/s             2.48
        c.openssl                1.14x 1.12..1.15  same within 1 %, 1.002 to 1.005x as fast    69.6 ns [1]       920 MB/s             2.73
        rust.blake2              1.14x 1.13..1.16  baseline                                    70.0 ns           914 MB/s             2.98
        c.libb2@clang-native     1.15x 1.13..1.16  same within 1 %                             70.1 ns           913 MB/s             3.22
        c.libb2@gcc-o3           1.16x 1.14..1.18  not known yet                               71.0 ns           901 MB/s             3.47
        c.libsodium              1.18x 1.16..1.20  unreliable here: processes differ by 1.3 %  72.0 ns [1][2]    889 MB/s             3.72
        c.reference              2.78x 2.75..2.81  at least 2.30x as long                       170 ns           376 MB/s             3.97
        c.botched                                  wrong answer for input 0
        c.shaky                                    failed: died: signal 11 (SIGSEGV)
          5 launches, 40 blocks; noise 0.31 %; time for this size was up
          c.reference: 1.54 kB allocated by a call, a collection every 2,500 calls
          [1] Its fastest samples are 4 % apart from its typical ones.
          [2] It used more CPU time than wall time: it runs threads.
          - The machine was not idle: load average 1.8.
          - Eight inputs take turns, so the branch predictor cannot learn one by heart.
          an empty call costs: c 1.80 ns (2.6 % of a call of 69.6 ns), rust 1.80 ns (2.9 % of a call of 61.2 ns)
        ");
    }

    #[test]
    fn verdicts_go_below_their_rows() {
        let ink = Ink { unicode: true, ..plain(84) };
        insta::assert_snapshot!(ranking(&made_up::every_verdict(), &ink), @"
        64 B                  relative 99 %           time      throughput  TSC cycles/byte
        ───────────────────────────────────────────────────────────────────────────────────
        rust.blake2b_simd        1.00x fastest     61.2 ns       1.05 GB/s             2.48
            at least 1.13x as fast
        c.openssl                1.14x 1.12..1.15  69.6 ns ¹      920 MB/s             2.73
            same within 1 %, 1.002 to 1.005x as fast
        rust.blake2              1.14x 1.13..1.16  70.0 ns        914 MB/s             2.98
            baseline
        c.libb2@clang-native     1.15x 1.13..1.16  70.1 ns        913 MB/s             3.22
            same within 1 %
        c.libb2@gcc-o3           1.16x 1.14..1.18  71.0 ns        901 MB/s             3.47
            not known yet
        c.libsodium              1.18x 1.16..1.20  72.0 ns ¹ ²    889 MB/s             3.72
            unreliable here: processes differ by 1.3 %
        c.reference              2.78x 2.75..2.81   170 ns        376 MB/s             3.97
            at least 2.30x as long
        c.botched
            wrong answer for input 0
        c.shaky
            failed: died: signal 11 (SIGSEGV)
          5 launches, 40 blocks · noise 0.31 % · time for this size was up
          c.reference: 1.54 kB allocated by a call, a collection every 2,500 calls
          ¹ Its fastest samples are 4 % apart from its typical ones.
          ² It used more CPU time than wall time: it runs threads.
          - The machine was not idle: load average 1.8.
          - Eight inputs take turns, so the branch predictor cannot learn one by heart.
          an empty call costs: c 1.80 ns (2.6 % of a call of 69.6 ns), rust 1.80 ns (2.9 %
          of a call of 61.2 ns)
        ");
    }

    #[test]
    fn names_go_above_their_rows() {
        insta::assert_snapshot!(ranking(&made_up::every_verdict(), &plain(60)), @"
        64 B
            relative 99 %           time         TSC cycles/byte
            ----------------------------------------------------
        rust.blake2b_simd
               1.00x fastest     61.2 ns                    2.48
            at least 1.13x as fast
        c.openssl
               1.14x 1.12..1.15  69.6 ns [1]                2.73
            same within 1 %, 1.002 to 1.005x as fast
        rust.blake2
               1.14x 1.13..1.16  70.0 ns                    2.98
            baseline
        c.libb2@clang-native
               1.15x 1.13..1.16  70.1 ns                    3.22
            same within 1 %
        c.libb2@gcc-o3
               1.16x 1.14..1.18  71.0 ns                    3.47
            not known yet
        c.libsodium
               1.18x 1.16..1.20  72.0 ns [1][2]             3.72
            unreliable here: processes differ by 1.3 %
        c.reference
               2.78x 2.75..2.81   170 ns                    3.97
            at least 2.30x as long
        c.botched
            wrong answer for input 0
        c.shaky
            failed: died: signal 11 (SIGSEGV)
          5 launches, 40 blocks; noise 0.31 %;
          time for this size was up
          c.reference: 1.54 kB allocated by a call, a collection
          every 2,500 calls
          [1] Its fastest samples are 4 % apart from its typical
              ones.
          [2] It used more CPU time than wall time: it runs threads.
          - The machine was not idle: load average 1.8.
          - Eight inputs take turns, so the branch predictor cannot
            learn one by heart.
          an empty call costs: c 1.80 ns (2.6 % of a call of 69.6
          ns), rust 1.80 ns (2.9 % of a call of 61.2 ns)
        ");
    }

    #[test]
    fn a_tie_is_a_tie_and_size_zero_is_per_call() {
        let mut contest = made_up::ladder(&[0]);
        contest.comparisons[0].fastest = vec![0, 1];
        contest.comparisons[0].rows[1].to_best = Some((1.0021, 0.9993, 1.0049));
        insta::assert_snapshot!(ranking(&contest, &plain(130)), @"
        0 B, per call      relative 99 %            beside rust.blake2         time     throughput  TSC cycles/call
        -----------------------------------------------------------------------------------------------------------
        rust.blake2b_simd     1.00x fastest         at least 1.33x as fast  77.6 ns  12.9 Mcalls/s              201
        rust.blake2         1.0021x 0.9993..1.0049  baseline                 105 ns  9.49 Mcalls/s              274
        c.openssl             2.68x 2.65..2.71      at least 1.92x as long   208 ns  4.81 Mcalls/s              540
          rust.blake2b_simd and rust.blake2 are the same within the margin
          5 launches, 40 blocks; noise 0.31 %
          an empty call costs: c 1.80 ns, rust 1.80 ns (2.3 % of a call of 77.6 ns)
        ");
    }

    #[test]
    fn one_launch_says_so_and_a_long_name_stays_whole() {
        let mut contest = made_up::ladder(&[100_000]);
        contest.unit.unit = "step".into();
        let comparison = &mut contest.comparisons[0];
        comparison.launches = 1;
        comparison.noise = None;
        comparison.stopped = None;
        comparison.params.insert("level".into(), "6".into());
        comparison.rows[1].implementation = made_up::id("c.a-name-that-somebody-chose-with-care@clang-native-lto");
        insta::assert_snapshot!(ranking(&contest, &plain(80)), @"
        100,000 steps, level 6
            relative 99 %           time     throughput  TSC cycles/step
            ------------------------------------------------------------
        c.openssl
               1.00x fastest     75.2 us  1.33 Gsteps/s             1.95
            at least 1.43x as fast
        c.a-name-that-somebody-chose-with-care@clang-native-lto
               1.20x 1.18..1.21  90.0 us  1.11 Gsteps/s             2.34
            at least 1.20x as fast
        rust.blake2
               1.46x 1.44..1.48   110 us   909 Msteps/s             2.86
            baseline
          this launch only, 40 blocks; not finished
          an empty call costs: c 1.80 ns, rust 1.80 ns
        ");
    }

    #[test]
    fn nobody_left_and_nothing_at_all() {
        let failed = made_up::without_time(
            "c.shaky",
            Verdict::Failed { text: "failed to build: cc: not found\nsee above".into() },
        );
        let mut contest = made_up::contest("", vec![made_up::at(64, vec![failed]), made_up::at(128, Vec::new())]);
        for comparison in &mut contest.comparisons {
            comparison.fastest.clear();
            comparison.stopped = Some(StopReason::NobodyLeft);
        }
        insta::assert_snapshot!(ranking(&contest, &plain(100)), @r"
        64 B     beside rust.blake2
        -------------------------------------------------
        c.shaky  failed to build: cc: not found see above
          5 launches, 40 blocks; noise 0.31 %; nobody was left to compare

        128 B
          5 launches, 40 blocks; noise 0.31 %; nobody was left to compare
        ");
        insta::assert_snapshot!(ranking(&contest, &plain(40)), @r"
        64 B
        -------
        c.shaky
            failed to build: cc: not found see
            above
          5 launches, 40 blocks; noise 0.31 %;
          nobody was left to compare

        128 B
          5 launches, 40 blocks; noise 0.31 %;
          nobody was left to compare
        ");
        contest.comparisons.clear();
        assert_eq!(ranking(&contest, &plain(100)), "");
    }

    #[test]
    fn a_doubt_is_said_once() {
        let mut contest = made_up::ladder(&[64, 128]);
        let everywhere = Caveat::OtherAnswer { text: "The machine was not idle.".into() };
        let here = Caveat::OtherAnswer { text: "The baseline drifted by 3 % in this table.".into() };
        for comparison in &mut contest.comparisons {
            comparison.caveats.push(everywhere.clone());
        }
        for row in &mut contest.comparisons[1].rows {
            row.caveats.push(here.clone());
        }
        let text = ranking(&contest, &plain(120));
        for caveat in [everywhere, here] {
            assert_eq!(text.matches(&crate::words::caveat_text(&caveat)).count(), 1, "{text}");
        }
        assert!(text.find("drifted").unwrap() < text.find("At every size").unwrap(), "{text}");
    }
}
