//! What macOS says of its power supply, in words of its own: a text in, a power supply out.

use crate::model::Power;

/// What `pmset -g batt` prints on a Mac: a line on the source, and one for each battery.
pub(super) fn told_by_pmset(said: &str) -> Option<Power> {
    let mains = said.lines().next()?.contains("'AC Power'");
    let battery = said.lines().find(|line| line.contains("Battery-"));
    let percent = battery.and_then(|line| line.split('%').next()?.split_whitespace().last()?.parse().ok());
    let discharging = battery.is_some_and(|line| line.contains("; discharging;"));
    said.contains("drawing from").then_some(Power { mains: Some(mains), battery_percent: percent, discharging })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mac_says_it_in_words() {
        let battery = "Now drawing from 'Battery Power'\n -InternalBattery-0 (id=4653155)\t85%; discharging; 5:12 \
                       remaining present: true\n";
        let power = Power { mains: Some(false), battery_percent: Some(85.0), discharging: true };
        assert_eq!(told_by_pmset(battery), Some(power));
        let desktop = Power { mains: Some(true), battery_percent: None, discharging: false };
        assert_eq!(told_by_pmset("Now drawing from 'AC Power'\n"), Some(desktop));
        assert_eq!(told_by_pmset("pmset: no\n"), None);
    }
}
