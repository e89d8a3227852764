//! A hand-made benchmark whose parameter intervenes, and whose machine code is known, for tests.

use std::collections::BTreeMap;

use crate::model::{
    CodeFinding, ContestFinding, Disassembly, Effect, EffectRow, InnerLoops, Intervention, Share, Throughput, Unknown,
};
use crate::report::specimen::made_up::{contest, id, ladder};

/// One whose parameter intervenes, with machine code of some.
pub(crate) fn intervened() -> ContestFinding {
    const SIZE: u64 = 262_144;
    let values = ["predictable", "alternated", "fresh"];
    let comparisons = values.map(|value| {
        let mut comparison = ladder(&[SIZE]).comparisons.remove(0);
        comparison.params.insert("data".into(), value.into());
        comparison
    });
    let row = |name: &str, each: [f64; 3], share: Option<[f64; 3]>| EffectRow {
        implementation: id(name),
        times_ns: each.map(|ns| ns * SIZE as f64).to_vec(),
        beside: Some(id("rust.blake2")),
        share: share.map(|[low, likely, high]| Share { likely, low, high }),
        counted: None,
    };
    let effect = Effect {
        params: BTreeMap::new(),
        size: SIZE,
        values: values.map(String::from).to_vec(),
        rows: vec![
            row("rust.blake2", [3.4, 3.41, 3.42], None),
            row("c.openssl", [3.9, 4.0, 15.6], Some([0.73, 0.75, 0.77])),
            row("rust.blake2b_simd", [2.0, 2.0, 2.01], Some([-0.004, 0.005, 0.014])),
            row("c.late", [2.0, 2.0, 2.01], None),
        ],
    };
    let lines = |lines: &[&str]| lines.iter().map(|line| line.to_string()).collect::<Vec<_>>();
    let known = InnerLoops {
        function: "hash::loop".into(),
        loops: vec![lines(&["  1c  inc rax", "  1f  jne 1c"]), lines(&["  40  jmp 40"])],
        left_out: 0,
    };
    let code = [
        ("rust.blake2", Disassembly::Known(known)),
        ("c.openssl", Disassembly::Unknown(Unknown::because("its program has no function `md`"))),
    ];
    ContestFinding {
        unit: Throughput::of("element"),
        intervention: Some(Intervention {
            param: "data".into(),
            with: "fresh".into(),
            without: "predictable".into(),
            cause: "wrongly predicted branches".into(),
            beside: id("rust.blake2"),
            counted: Some("branch-misses".into()),
        }),
        effects: vec![effect],
        code: code.map(|(name, code)| CodeFinding { implementation: id(name), code }).to_vec(),
        ..contest("No answer.", comparisons.to_vec())
    }
}
