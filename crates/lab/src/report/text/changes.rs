//! What changed of the machine over the run, in one line; none where nothing did.

use crate::model::Changes;
use crate::model::unit::{duration, percent};

use crate::report::curve::sparkline::sparkline;
use crate::report::text::{Ink, colophon};

/// Columns of the curve of the core's speed.
const COLUMNS: usize = 24;

pub(crate) fn changes(changes: &Changes, ink: &Ink) -> String {
    let speed = changes.speed.as_ref().map(|speed| {
        let sign = if speed.change < 0.0 { '-' } else { '+' };
        let curve = sparkline(&speed.curve, COLUMNS, ink);
        format!("speed {sign}{} {curve}", percent(speed.change.abs())).trim_end().to_owned()
    });
    let temperature = changes.temperature.as_ref();
    let battery = changes.battery.as_ref().map(|battery| match (battery.first_percent, battery.last_percent) {
        (Some(first), Some(last)) => format!("on battery, {first:.0} to {last:.0} % full"),
        _ => "on battery".to_owned(),
    });
    let held_back = |times: u64| if times == 1 { "once".to_owned() } else { format!("{times} times") };
    let pieces = [
        temperature.map(|it| format!("temperature {:.0} to {:.0} degrees", it.least, it.most)),
        speed,
        changes.throttled.map(|times| format!("held back {}", held_back(times))),
        changes.stolen.map(|share| format!("{} stolen by the host", percent(share))),
        changes.slept_s.map(|seconds| format!("slept for {}", duration(seconds))),
        battery,
    ];
    let pieces: Vec<String> = pieces.into_iter().flatten().collect();
    if pieces.is_empty() { String::new() } else { colophon::line("changed", pieces, ink) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Battery;
    use crate::report::specimen::made_up::every_change;

    #[test]
    fn one_line_for_all_of_it() {
        insta::assert_snapshot!(changes(&every_change(), &Ink { width: 80, unicode: true, ..Ink::PLAIN }), @r"
        changed  temperature 45 to 83 degrees · speed -12 % ███▇▇▇▆▆▆▅▅▅▄▄▄▃▃▃▂▂▂▁▁▁ ·
                 held back once · 2.3 % stolen by the host · slept for 3 min ·
                 on battery, 80 to 43 % full
        ");
        let speed = Changes { speed: every_change().speed, ..Changes::default() };
        assert_eq!(changes(&speed, &Ink::PLAIN), "changed  speed -12 % #####=====----....._____\n");
    }

    #[test]
    fn nothing_changed_and_nothing_is_said() {
        assert_eq!(changes(&Changes::default(), &Ink::PLAIN), "");
        let charged =
            Changes { battery: Some(Battery { first_percent: None, last_percent: None }), ..Changes::default() };
        assert_eq!(changes(&charged, &Ink::PLAIN), "changed  on battery\n");
    }
}
