//! The driver speaks a version of the protocol in which nobody can ask for all answers of many calls, and in which it does
//! not say what runs untimed: what it says of its times is believed without being held against anything.

use crate::model::{Caveat, LaneStart};

/// `starts`: of the implementation's processes.
pub(crate) fn no_audit(starts: &[&LaneStart]) -> Option<Caveat> {
    starts.iter().any(|start| start.protocol == Some(1)).then_some(Caveat::NoAudit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::launch_began;
    use crate::model::Event;

    #[test]
    fn drivers_of_version_1_are_in_doubt_and_those_of_whom_nobody_knows_are_not() {
        let Event::LaunchBegan(launch) = launch_began(0) else { panic!("it begins") };
        let start = launch.lanes.into_iter().flatten().next().unwrap();
        let with = |protocol| no_audit(&[&LaneStart { protocol, ..start.clone() }]).map(|caveat| caveat.name());
        assert_eq!([Some(2), None, Some(1)].map(with), [None, None, Some("no-audit")]);
    }
}
