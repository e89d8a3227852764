//! What the machine lives on: the mains or its battery. A machine that does not tell, as a server, is unknown.

use std::path::Path;

use crate::environment::files;
use crate::model::Power;

/// What the power supplies of the system say together.
pub fn source(root: &Path) -> Option<Power> {
    #[cfg(target_os = "macos")]
    if root == Path::new("/") {
        return crate::environment::mac::power();
    }
    const FOLDER: &str = "sys/class/power_supply";
    let mut power = Power { mains: None, battery_percent: None, discharging: false };
    let mut told = false;
    let mut charges = Vec::new();
    for name in files::names(root, FOLDER) {
        let read = |file: &str| files::text(root, &format!("{FOLDER}/{name}/{file}"));
        match read("type").as_deref() {
            // A mouse has a battery too, and is not what is measured on.
            Some("Battery") if read("scope").as_deref() != Some("Device") => {
                told = true;
                power.discharging |= read("status").as_deref() == Some("Discharging");
                charges.extend(read("capacity").and_then(|text| text.parse::<f64>().ok()));
            }
            Some("Mains" | "USB") => {
                let online = read("online").map(|text| text != "0");
                told |= online.is_some();
                // Of several ways in, one that has current is enough.
                power.mains = power.mains.max(online);
            }
            _ => {}
        }
    }
    // One battery may be charged while another is empty: the machine has their mean.
    power.battery_percent = (!charges.is_empty()).then(|| charges.iter().sum::<f64>() / charges.len() as f64);
    told.then_some(power)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::environment::copies::Copies;

    const PLUGGED: [(&str, &str); 6] = [
        ("sys/class/power_supply/AC/type", "Mains\n"),
        ("sys/class/power_supply/AC/online", "1\n"),
        ("sys/class/power_supply/BAT0/type", "Battery\n"),
        ("sys/class/power_supply/BAT0/status", "Charging\n"),
        ("sys/class/power_supply/BAT0/capacity", "80\n"),
        ("sys/class/power_supply/ucsi/type", "USB\n"),
    ];

    #[test]
    fn plugged_in_and_not() {
        let copies = Copies::of(&PLUGGED);
        copies.write("sys/class/power_supply/ucsi/online", "0");
        let plugged = Power { mains: Some(true), battery_percent: Some(80.0), discharging: false };
        assert_eq!(source(copies.root()), Some(plugged));
        copies.write("sys/class/power_supply/AC/online", "0");
        copies.write("sys/class/power_supply/BAT0/status", "Discharging");
        let unplugged = Power { mains: Some(false), battery_percent: Some(80.0), discharging: true };
        assert_eq!(source(copies.root()), Some(unplugged));
    }

    #[test]
    fn a_mouse_powers_nothing() {
        let copies = Copies::of(&[
            ("sys/class/power_supply/hid/type", "Battery"),
            ("sys/class/power_supply/hid/scope", "Device"),
            ("sys/class/power_supply/hid/capacity", "5"),
        ]);
        assert_eq!(source(copies.root()), None);
        assert_eq!(source(Path::new("/nowhere")), None);
    }
}
