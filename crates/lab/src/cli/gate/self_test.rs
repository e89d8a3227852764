//! `paragone gate --self-test`: a plan of versions that are the same in, measured; what a gate can see here out.

use std::io::Write;

use crate::cli::exit::Exit;
use crate::cli::outlet::say;
use crate::cli::session::{Asked, Prepared};
use crate::judge::self_test;
use crate::measure::Ended;
use crate::report::self_test_text;

/// Ends with 1 where there was a false alarm, and with 3 where nothing could be judged.
pub(super) fn tested(asked: &Asked<'_>, prepared: Prepared, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let (run, ended) = asked.kept(prepared)?;
    let test = self_test(&run);
    if asked.outcome.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&test)?)?;
    } else {
        out.write_all(self_test_text(&test, &asked.common.ink()).as_bytes())?;
    }
    Ok(match ended {
        Ended::Interrupted => Exit::Interrupted,
        _ if test.benchmarks.is_empty() => {
            say(format_args!("no benchmark could be judged: `paragone report {}` says why", run.id));
            Exit::Failed
        }
        _ if test.alarms > 0 => Exit::Found,
        _ => Exit::Done,
    })
}
