//! Doubts that a reader must see beside a number: one a file, each from readings to a sentence or
//! to nothing.

mod emulated;
mod as_built;
mod fixed_layout;
mod unpaired;
mod one_launch;
mod no_audit;
mod no_growth;
mod no_noise_floor;
mod interrupted_launch;
mod busy_machine;
mod suspended;
mod steal;
mod waited;
mod busy_sibling;
mod frequency_changed;
mod throttled;
mod temperature;
mod on_battery;
mod governor;
mod drift;
mod never_settled;
mod unresolved;
mod unsteady;
mod short_sample;
mod cpu_time;
mod start_cost;
mod exit_codes;
mod left_behind;
mod other_answers;
mod not_exact;
mod bimodal;
mod autocorrelated;
mod floor_and_typical;
mod noise_above_difference;
mod layout_luck;
mod learnt_input;
mod mostly_untimed;
mod remembers;
mod prints;
mod starts_threads;
mod lucky_build;
mod much_memory;
mod page_cache;
mod simulated_processor;
mod identical_code;
mod depends_on_build;

pub(crate) use as_built::as_built;
pub(crate) use autocorrelated::autocorrelated;
pub(crate) use bimodal::bimodal;
pub(crate) use busy_machine::busy_machine;
pub(crate) use busy_sibling::busy_sibling;
pub(crate) use cpu_time::{cpu_above_wall, cpu_below_wall, off_processor};
pub(crate) use depends_on_build::{BuildRow, depends_on_build};
pub(crate) use drift::drift;
pub(crate) use emulated::emulated;
pub(crate) use exit_codes::exit_codes;
pub(crate) use fixed_layout::{fixed_layout, shared_library};
pub(crate) use floor_and_typical::floor_and_typical;
pub(crate) use frequency_changed::{LEAST_CHANGE, frequency_changed};
pub(crate) use governor::governor;
pub(crate) use identical_code::identical_code;
pub(crate) use interrupted_launch::interrupted_launch;
pub(crate) use layout_luck::{Moved, layout_luck};
pub(crate) use learnt_input::learnt_input;
pub(crate) use left_behind::left_behind;
pub(crate) use lucky_build::lucky_build;
pub(crate) use mostly_untimed::mostly_untimed;
pub(crate) use much_memory::much_memory;
pub(crate) use never_settled::{never_settled, slowed_down, unwatched_warm_up};
pub(crate) use no_audit::no_audit;
pub(crate) use no_growth::no_growth;
pub(crate) use no_noise_floor::no_noise_floor;
pub(crate) use noise_above_difference::noise_above_difference;
pub(crate) use not_exact::not_exact;
pub(crate) use on_battery::on_battery;
pub(crate) use one_launch::one_launch;
pub(crate) use other_answers::other_answers;
pub(crate) use page_cache::page_cache;
pub(crate) use prints::prints;
pub(crate) use remembers::remembers;
pub(crate) use short_sample::short_sample;
pub(crate) use simulated_processor::simulated_processor;
pub(crate) use start_cost::start_cost;
pub(crate) use starts_threads::starts_threads;
pub(crate) use steal::steal;
pub(crate) use suspended::suspended;
pub(crate) use temperature::temperature;
pub(crate) use throttled::throttled;
pub(crate) use unpaired::{summary_only, unpaired};
pub(crate) use unresolved::unresolved;
pub(crate) use unsteady::unsteady;
pub(crate) use waited::waited;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    const DOCUMENT: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/json.md"));

    /// Names that a file gives to caveats, outside of its tests.
    fn named(text: &str) -> Vec<String> {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let after = code.split("Caveat::new(").skip(1);
        after.map(|text| text.split('"').nth(1).unwrap_or_default().to_owned()).collect()
    }

    #[test]
    fn the_document_lists_them_all() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/judge/caveats");
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let names: BTreeSet<String> = files.flat_map(|path| named(&std::fs::read_to_string(path).unwrap())).collect();
        assert!(names.len() > 30 && names.iter().all(|name| name.contains(|it: char| it.is_ascii_lowercase())));
        let (_, section) = DOCUMENT.split_once("\n## caveats\n").unwrap();
        let section = section.split("\n# ").next().unwrap();
        let told = section.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
        assert_eq!(told.map(str::to_owned).collect::<BTreeSet<_>>(), names);
    }
}
