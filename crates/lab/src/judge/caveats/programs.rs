//! What is doubtful of programs: which protocol they speak, where their code lies, and builds of one implementation
//! beside each other.

use std::collections::BTreeSet;

use crate::model::{Caveat, CodeLayout, ImplementationId, Interval, LaneStart, Verdict};

/// The driver speaks a version of the protocol in which nobody can ask for all answers of many calls, and in which it does
/// not say what runs untimed: what it says of its times is believed without being held against anything.
///
/// `starts`: of the implementation's processes.
pub(crate) fn no_audit(starts: &[&LaneStart]) -> Option<Caveat> {
    starts.iter().any(|start| start.protocol == Some(1)).then_some(Caveat::NoAudit)
}

/// The implementation's code lay at one place in every launch, although launches were to differ in it: what that moves
/// the time by is in no interval.
///
/// `starts`: of the implementation's processes.
pub(crate) fn fixed_layout(starts: &[&LaneStart]) -> Option<Caveat> {
    let why = layouts(starts).find_map(|layout| match layout {
        CodeLayout::Fixed { why } => Some(why),
        _ => None,
    })?;
    Some(Caveat::FixedLayout { why: why.clone() })
}

/// The program's own code lay elsewhere in each launch, and that of a library that it loads did not.
pub(crate) fn shared_library(starts: &[&LaneStart]) -> Option<Caveat> {
    let names = layouts(starts).flat_map(|layout| match layout {
        CodeLayout::Linked { shared, .. } => shared.as_slice(),
        _ => &[],
    });
    let names: BTreeSet<&str> = names.map(String::as_str).collect();
    (!names.is_empty()).then(|| Caveat::SharedLibrary { libraries: names.into_iter().map(str::to_owned).collect() })
}

fn layouts<'a>(starts: &'a [&LaneStart]) -> impl Iterator<Item = &'a CodeLayout> {
    starts.iter().filter_map(|start| start.layout.as_ref())
}

/// Two builds whose programs are the same: between them there is nothing to choose.
///
/// Digests of machine code, where it is known; `others` may hold the row's own.
pub(crate) fn identical_code(
    (own, code): (&ImplementationId, Option<&str>),
    others: &[(&ImplementationId, Option<&str>)],
) -> Option<Caveat> {
    let code = code?;
    // A driver holds many implementations: only its builds are two programs.
    let is_other_build = |id: &ImplementationId| is_build_of(own, id) && own.build != id.build;
    let same = |other: &&(&ImplementationId, Option<&str>)| is_other_build(other.0) && other.1 == Some(code);
    let (twin, _) = others.iter().find(same)?;
    Some(Caveat::IdenticalCode { twin: (*twin).clone() })
}

/// Who stands in a table, and how.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BuildRow<'a> {
    pub(crate) lane: usize,
    pub(crate) id: &'a ImplementationId,
    pub(crate) verdict: &'a Verdict,
}

/// Builds of one implementation that stand on two sides of somebody else: who is ahead is a question of compilers and
/// flags.
///
/// `all`: from the fastest to the slowest; `between`: where the logarithm of the second lane's time over the first's
/// lies, as certain as a verdict. Gives what to say of which lanes.
pub(crate) fn depends_on_build(
    all: &[BuildRow<'_>],
    margin: f64,
    between: impl Fn(usize, usize) -> Interval,
) -> Vec<(usize, Caveat)> {
    let mut found = Vec::new();
    for (place, first) in all.iter().enumerate() {
        let is_build = |other: &&BuildRow<'_>| is_build_of(first.id, other.id);
        if all[..place].iter().any(|earlier| is_build(&earlier)) {
            continue;
        }
        let builds: Vec<&BuildRow<'_>> = all.iter().filter(is_build).collect();
        let Some(last) = builds.last().filter(|last| last.lane != first.lane) else { continue };
        let contradict = matches!((first.verdict, last.verdict), (Verdict::Faster { .. }, Verdict::Slower { .. }));
        let apart = between(first.lane, last.lane).low > margin.ln_1p();
        let is_enclosed = |other: &&BuildRow<'_>| {
            !is_build_of(first.id, other.id)
                && between(first.lane, other.lane).low > 0.0
                && between(other.lane, last.lane).low > 0.0
        };
        let mut enclosed: Vec<&BuildRow<'_>> = all.iter().filter(|_| apart).filter(is_enclosed).collect();
        // The one that all are compared with is the first to be named.
        enclosed.sort_by_key(|other| *other.verdict != Verdict::Baseline);
        if enclosed.is_empty() && !contradict {
            continue;
        }
        let caveat = Caveat::DependsOnBuild {
            faster: first.id.clone(),
            slower: last.id.clone(),
            between: enclosed.first().map(|one| one.id.clone()),
            lie_between: enclosed.len(),
        };
        found.extend(builds.iter().map(|build| (build.lane, caveat.clone())));
    }
    found
}

fn is_build_of(one: &ImplementationId, other: &ImplementationId) -> bool {
    (&one.language, &one.name) == (&other.language, &other.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::launch_began;
    use crate::model::Event;
    use crate::words::caveat_text;

    #[test]
    fn drivers_of_version_1_are_in_doubt_and_those_of_whom_nobody_knows_are_not() {
        let Event::LaunchBegan(launch) = launch_began(0) else { panic!("it begins") };
        let start = launch.lanes.into_iter().flatten().next().unwrap();
        let with = |protocol| no_audit(&[&LaneStart { protocol, ..start.clone() }]).map(|caveat| caveat.name());
        assert_eq!([Some(2), None, Some(1)].map(with), [None, None, Some("no-audit".to_owned())]);
    }

    #[test]
    fn what_stays_where_it_is_is_named() {
        let Event::LaunchBegan(launch) = launch_began(0) else { panic!("it begins") };
        let start = launch.lanes.into_iter().flatten().next().unwrap();
        let with = |layout| LaneStart { layout, ..start.clone() };
        let linked = |shared: &[&str]| {
            let shared = shared.iter().map(|name| (*name).to_owned()).collect();
            with(Some(CodeLayout::Linked { seed: 3, aligned: false, shared }))
        };
        let fixed = with(Some(CodeLayout::Fixed { why: "no linker here shuffles sections".to_owned() }));
        let text = caveat_text(&fixed_layout(&[&linked(&[]), &fixed]).unwrap());
        assert_eq!(text, "Where its code lies cannot be varied: no linker here shuffles sections.");
        let text = caveat_text(
            &shared_library(&[&linked(&["libz.so.1", "libcrypto.so.3"]), &linked(&["libz.so.1"])]).unwrap(),
        );
        assert!(text.starts_with("Code of libcrypto.so.3, libz.so.1 lies alike in every launch"), "{text}");
        for silent in [with(None), with(Some(CodeLayout::AsBuilt)), with(Some(CodeLayout::AtRunTime)), linked(&[])] {
            assert_eq!((fixed_layout(&[&silent]), shared_library(&[&silent])), (None, None));
        }
    }

    fn twin(own: (&str, Option<&str>), others: &[(&str, Option<&str>)]) -> Option<String> {
        let ids: Vec<ImplementationId> = others.iter().map(|(name, _)| name.parse().unwrap()).collect();
        let others: Vec<_> = ids.iter().zip(others).map(|(id, (_, code))| (id, *code)).collect();
        identical_code((&own.0.parse().unwrap(), own.1), &others).map(|caveat| caveat_text(&caveat))
    }

    #[test]
    fn builds_with_the_same_code_are_told() {
        let others = [("c.sum@o2", Some("a")), ("c.sum@o3", Some("a")), ("c.sum@os", Some("b"))];
        assert!(twin(("c.sum@o2", Some("a")), &others).unwrap().contains("as that of c.sum@o3:"));
        assert!(twin(("c.sum@o3", Some("a")), &others).unwrap().contains("as that of c.sum@o2:"));
        assert_eq!(twin(("c.sum@os", Some("b")), &others), None);
    }

    #[test]
    fn neighbours_in_one_program_and_unknown_code_are_not() {
        assert_eq!(twin(("c.sum", Some("a")), &[("c.sum", Some("a")), ("c.chain", Some("a"))]), None);
        assert_eq!(twin(("c.sum@o2", None), &[("c.sum@o3", None)]), None);
    }

    const FASTER: Verdict = Verdict::Faster { at_least: 0.1, likely: 0.1, at_most: None };
    const SLOWER: Verdict = Verdict::Slower { at_least: 0.1, likely: 0.1, at_most: None };

    /// Rows with their times; the intervals are 2 % wide on each side.
    fn seen(rows: &[(&str, f64, Verdict)], margin: f64) -> Vec<(usize, String)> {
        let ids: Vec<ImplementationId> = rows.iter().map(|(name, ..)| name.parse().unwrap()).collect();
        let standing = |lane: usize| BuildRow { lane, id: &ids[lane], verdict: &rows[lane].2 };
        let all: Vec<BuildRow<'_>> = (0..rows.len()).map(standing).collect();
        let between = |one: usize, other: usize| {
            let ratio = (rows[other].1 / rows[one].1).ln();
            Interval { low: ratio - 0.02, high: ratio + 0.02 }
        };
        depends_on_build(&all, margin, between).into_iter().map(|(lane, caveat)| (lane, caveat_text(&caveat))).collect()
    }

    #[test]
    fn verdicts_that_contradict_are_seen() {
        let rows = [("c.a@o3", 80.0, FASTER), ("c.base", 100.0, Verdict::Baseline), ("c.a@o0", 300.0, SLOWER)];
        let text = "The answer depends on the build: c.a@o3 is faster than c.base, and c.a@o0 is slower.".to_owned();
        assert_eq!(seen(&rows, 0.01), [(0, text.clone()), (2, text)]);
    }

    #[test]
    fn builds_around_another_row_are_seen_with_those_between_them() {
        let rows = [
            ("c.base", 50.0, Verdict::Baseline),
            ("c.a@o3", 80.0, SLOWER),
            ("c.other", 100.0, SLOWER),
            ("c.a@o1", 105.0, SLOWER),
            ("c.third", 110.0, SLOWER),
            ("c.a@o0", 120.0, SLOWER),
        ];
        let found = seen(&rows, 0.01);
        assert_eq!(found.iter().map(|(lane, _)| *lane).collect::<Vec<_>>(), [1, 3, 5]);
        assert!(found[0].1.contains("c.a@o3 is faster than c.other and 1 more, and c.a@o0 is slower"), "{found:?}");
    }

    #[test]
    fn the_baseline_may_be_one_of_the_builds() {
        let rows = [("c.a@o3", 80.0, Verdict::Baseline), ("c.other", 100.0, SLOWER), ("c.a@o0", 120.0, SLOWER)];
        assert_eq!(seen(&rows, 0.01).len(), 2);
    }

    #[test]
    fn builds_side_by_side_within_the_margin_or_uncertain_are_not() {
        let between = |other: f64| {
            [
                ("c.a@o3", 80.0, FASTER),
                ("c.other", other, FASTER),
                ("c.a@o0", 90.0, FASTER),
                ("c.base", 100.0, Verdict::Baseline),
            ]
        };
        assert!(seen(&between(95.0), 0.01).is_empty());
        assert!(seen(&between(81.0), 0.01).is_empty());
        assert!(seen(&between(85.0), 0.2).is_empty());
        assert_eq!(seen(&between(85.0), 0.01).len(), 2);
        assert!(seen(&[("c.a", 80.0, FASTER), ("rust.a", 90.0, SLOWER)], 0.01).is_empty());
    }
}
