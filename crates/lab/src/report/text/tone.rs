//! A verdict in, the colour that it has on a terminal out.

use crate::model::Verdict;
use crate::report::text::Tone;

/// The colour of a verdict.
pub(crate) fn verdict_tone(verdict: &Verdict) -> Tone {
    match verdict {
        Verdict::Faster { .. } => Tone::Good,
        Verdict::Slower { .. } => Tone::Poor,
        Verdict::Same { .. } | Verdict::SameCode => Tone::Plain,
        Verdict::Baseline | Verdict::NotEnough | Verdict::Unpaired | Verdict::Unreliable { .. } => Tone::Quiet,
        Verdict::Wrong { .. } | Verdict::Implausible { .. } | Verdict::Failed { .. } => Tone::Bad,
    }
}
