//! Where the implementation's code lies was the same in every launch, or that of a library was, although launches were to
//! differ in it: what it moves the time by is in no interval.

use std::collections::BTreeSet;

use crate::model::{Caveat, CodeLayout, LaneStart};

/// `starts`: of the implementation's processes.
pub(crate) fn fixed_layout(starts: &[&LaneStart]) -> Option<Caveat> {
    let why = layouts(starts).find_map(|layout| match layout {
        CodeLayout::Fixed { why } => Some(why),
        _ => None,
    })?;
    Some(Caveat::FixedLayout { why: why.clone() })
}

/// The program's own code is elsewhere in each launch, and what it calls may not be its own.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::launch_began;
    use crate::model::Event;
    use crate::words::caveat_text;

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
}
