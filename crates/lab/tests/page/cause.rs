//! A benchmark whose parameter intervenes, and machine code, in which names and instructions try to be scripts.

use paragone::model::{
    CodeFinding, ContestFinding, Disassembly, Effect, EffectRow, InnerLoops, Intervention, Share, Unknown,
};

use super::{HOSTILE, id};

pub(super) fn with_cause(mut contest: ContestFinding) -> ContestFinding {
    contest.intervention = Some(Intervention {
        param: "data".into(),
        with: HOSTILE.into(),
        without: "known".into(),
        cause: HOSTILE.into(),
        beside: id("one"),
        counted: None,
    });
    let row = |name: &str, share| EffectRow {
        implementation: id(name),
        times_ns: vec![64.0, 256.0],
        beside: Some(id("one")),
        share,
        counted: None,
    };
    contest.effects = vec![Effect {
        params: Default::default(),
        size: 64,
        values: vec!["known".into(), HOSTILE.into()],
        rows: vec![row("one", None), row(HOSTILE, Some(Share { likely: 0.75, low: 0.7, high: 0.8 }))],
    }];
    let known = InnerLoops {
        function: HOSTILE.into(),
        loops: vec![vec!["  1c  inc rax".into(), format!("  1f  jne {HOSTILE}")]],
        left_out: 0,
    };
    contest.code = vec![
        CodeFinding { implementation: id(HOSTILE), code: Disassembly::Known(known) },
        CodeFinding { implementation: id("one"), code: Disassembly::Unknown(Unknown::because(HOSTILE)) },
    ];
    contest
}
