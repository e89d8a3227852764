//! What a user could set so that this machine measures better: system information in, reasons and commands out. Only
//! what this machine lacks, and nothing is changed here.

use serde::Serialize;

use crate::model::{Aslr, CoreKind, Machine, Moment, Power, unit};

/// One thing to set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SystemSetting {
    /// A short name that does not change.
    pub name: &'static str,
    /// A sentence: how it is, and what that does to measurements.
    pub why: String,
    /// What changes it until the next start of the machine; empty where no command does.
    pub commands: Vec<String>,
}

/// More of the cores than this, kept busy by others, is told; the same share that a report doubts.
const BUSY: f64 = 0.5;

/// All that would help, what disturbs most first. `root`: whether Paragone may do everything already.
pub fn helpful(machine: &Machine, moment: &Moment, root: bool) -> Vec<SystemSetting> {
    let all = [
        addresses(machine),
        battery(machine),
        busy(machine, moment),
        quota(machine),
        governor(machine),
        turbo(machine),
        weak_core(machine),
        siblings(machine),
        clock(machine),
        huge_pages(machine),
        perf_events(machine, root),
        tracing(machine, root),
    ];
    all.into_iter().flatten().collect()
}

fn setting(name: &'static str, why: impl Into<String>, commands: &[&str]) -> Option<SystemSetting> {
    let commands = commands.iter().map(|command| (*command).to_owned()).collect();
    Some(SystemSetting { name, why: why.into(), commands })
}

/// The method needs them random: what one layout costs must differ from launch to launch to be seen.
fn addresses(machine: &Machine) -> Option<SystemSetting> {
    let luck = "one layout's luck is taken for the program's speed";
    let why = match machine.system.aslr? {
        Aslr::Full => return None,
        Aslr::Partial => "heaps begin at the same address in every launch",
        Aslr::Off => "every launch gets the same addresses",
        Aslr::OffHere => {
            let why = "every launch gets the same addresses, since Paragone was started so";
            let why = format!("{why}: {luck}; start it without `setarch -R` or a debugger");
            return setting("addresses", why, &[]);
        }
    };
    setting("addresses", format!("{why}: {luck}"), &["sysctl kernel.randomize_va_space=2"])
}

fn battery(machine: &Machine) -> Option<SystemSetting> {
    let Power { mains, discharging, .. } = machine.power.clone()?;
    let why = "the machine lives on its battery, and saves power when it likes: plug it in";
    (discharging || mains == Some(false)).then(|| setting("battery", why, &[]))?
}

fn busy(machine: &Machine, moment: &Moment) -> Option<SystemSetting> {
    let worth = BUSY * f64::from(machine.cores.max(1));
    let now: f64 = moment.busiest.iter().map(|busy| busy.cores).sum();
    let load = machine.load_average.filter(|load| *load > worth);
    if now <= worth && load.is_none() {
        return None;
    }
    let names: Vec<String> =
        moment.busiest.iter().take(3).map(|busy| format!("{} ({:.1} cores)", busy.name, busy.cores)).collect();
    let who = match &names[..] {
        [] => "others were at work a moment ago".to_owned(),
        names => format!("others are at work: {}", names.join(", ")),
    };
    setting("load", format!("{who}; end them, or measure when they are done"), &[])
}

fn quota(machine: &Machine) -> Option<SystemSetting> {
    let cores = machine.system.quota_cores.filter(|cores| *cores < f64::from(machine.cores.max(1)))?;
    let cores = unit::significant(cores, 2);
    let why = format!(
        "this process's control group may use {cores} cores at most, and stands still when they are used up: raise the \
         limit of the container or the service"
    );
    setting("quota", why, &[])
}

fn governor(machine: &Machine) -> Option<SystemSetting> {
    let governor = machine.governor.as_ref().filter(|governor| *governor != "performance")?;
    let why = format!("the governor `{governor}` changes the core's frequency with the load");
    setting("governor", why, &["cpupower frequency-set -g performance"])
}

fn turbo(machine: &Machine) -> Option<SystemSetting> {
    machine.speed.turbo.filter(|on| *on)?;
    let intel = machine.speed.driver.as_ref().is_some_and(|driver| driver.starts_with("intel_"));
    let command = match intel {
        true => "echo 1 > /sys/devices/system/cpu/intel_pstate/no_turbo",
        false => "echo 0 > /sys/devices/system/cpu/cpufreq/boost",
    };
    setting("turbo", "turbo is on: the core's frequency depends on heat and on what other cores do", &[command])
}

fn weak_core(machine: &Machine) -> Option<SystemSetting> {
    let core = machine.core.filter(|_| machine.layout.core_kind == Some(CoreKind::Efficiency))?;
    let why =
        format!("core {core}, which is measured on, is one of the weaker kind; the last of those allowed is taken");
    setting("core", why, &["taskset -c 0 paragone run"])
}

fn siblings(machine: &Machine) -> Option<SystemSetting> {
    let core = machine.core?;
    let others = &machine.layout.siblings;
    let (false, true) = (others.is_empty(), machine.layout.isolated.iter().all(|one| !others.contains(one))) else {
        return None;
    };
    let names = others.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    let why = format!(
        "{names} runs on the same core as {core}, which is measured on: whoever works there takes of its speed"
    );
    let commands: Vec<String> =
        others.iter().map(|other| format!("echo 0 > /sys/devices/system/cpu/cpu{other}/online")).collect();
    setting("siblings", why, &commands.iter().map(String::as_str).collect::<Vec<_>>())
}

/// These are read over the bus, in microseconds.
fn clock(machine: &Machine) -> Option<SystemSetting> {
    const SLOW: [&str; 3] = ["hpet", "acpi_pm", "jiffies"];
    let source =
        machine.system.clock_source.as_ref().filter(|source| SLOW.iter().any(|slow| source.ends_with(slow)))?;
    let why = format!("the system's clock is made of `{source}`, which takes long to read");
    setting("clock", why, &["echo tsc > /sys/devices/system/clocksource/clocksource0/current_clocksource"])
}

fn huge_pages(machine: &Machine) -> Option<SystemSetting> {
    machine.system.huge_pages.as_ref().filter(|choice| *choice == "always")?;
    let why = "memory comes in large pages when the system finds some: by luck, and differently in each launch";
    setting("huge-pages", why, &["echo madvise > /sys/kernel/mm/transparent_hugepage/enabled"])
}

fn perf_events(machine: &Machine, root: bool) -> Option<SystemSetting> {
    let level = machine.system.perf_event_paranoid.filter(|level| *level > 1 && !root)?;
    let why = format!("kernel.perf_event_paranoid is {level}: the kernel's counters cannot be used to the full");
    setting("perf-events", why, &["sysctl kernel.perf_event_paranoid=1"])
}

/// Root mounts them for itself, where nobody else sees them.
fn tracing(machine: &Machine, root: bool) -> Option<SystemSetting> {
    machine.system.tracefs.filter(|mounted| !mounted && !root)?;
    let why = "the kernel's tracing files are not mounted: system calls can be counted by root alone";
    setting("tracing", why, &["mount -t tracefs nodev /sys/kernel/tracing"])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Busy, Layout, Speed, System};

    fn names(machine: &Machine, moment: &Moment) -> Vec<&'static str> {
        helpful(machine, moment, false).iter().map(|setting| setting.name).collect()
    }

    fn quiet() -> Machine {
        Machine {
            cores: 4,
            core: Some(3),
            governor: Some("performance".into()),
            load_average: Some(0.1),
            layout: Layout { core_kind: Some(CoreKind::Performance), ..Layout::default() },
            speed: Speed { turbo: Some(false), ..Speed::default() },
            system: System {
                aslr: Some(Aslr::Full),
                huge_pages: Some("madvise".into()),
                clock_source: Some("tsc".into()),
                perf_event_paranoid: Some(1),
                tracefs: Some(true),
                quota_cores: Some(4.0),
                ..System::default()
            },
            power: Some(Power { mains: Some(true), battery_percent: Some(99.0), discharging: false }),
            ..Machine::default()
        }
    }

    #[test]
    fn a_quiet_machine_needs_nothing_nor_does_an_unknown_one() {
        assert_eq!(names(&quiet(), &Moment::default()), [""; 0]);
        assert_eq!(names(&Machine::default(), &Moment::default()), [""; 0]);
    }

    #[test]
    fn a_laptop_needs_everything() {
        let laptop = Machine {
            governor: Some("powersave".into()),
            load_average: Some(2.5),
            layout: Layout { core_kind: Some(CoreKind::Efficiency), siblings: vec![1], ..Layout::default() },
            speed: Speed { turbo: Some(true), driver: Some("intel_pstate".into()), ..Speed::default() },
            system: System {
                aslr: Some(Aslr::Partial),
                huge_pages: Some("always".into()),
                clock_source: Some("hpet".into()),
                perf_event_paranoid: Some(2),
                tracefs: Some(false),
                quota_cores: Some(1.5),
                ..System::default()
            },
            power: Some(Power { mains: Some(false), battery_percent: None, discharging: false }),
            ..quiet()
        };
        let found = helpful(&laptop, &Moment::default(), false);
        let expected = [
            "addresses",
            "battery",
            "load",
            "quota",
            "governor",
            "turbo",
            "core",
            "siblings",
            "clock",
            "huge-pages",
            "perf-events",
            "tracing",
        ];
        assert_eq!(found.iter().map(|setting| setting.name).collect::<Vec<_>>(), expected);
        let commands = |name: &str| &found.iter().find(|setting| setting.name == name).unwrap().commands;
        assert_eq!(commands("turbo"), &["echo 1 > /sys/devices/system/cpu/intel_pstate/no_turbo"]);
        assert_eq!(commands("siblings"), &["echo 0 > /sys/devices/system/cpu/cpu1/online"]);
        assert_eq!(helpful(&laptop, &Moment::default(), true).len(), expected.len() - 2, "root may count already");
    }

    #[test]
    fn who_is_at_work_is_named() {
        let busy = |name: &str, cores| Busy { name: name.into(), cores };
        let moment = Moment { busiest: vec![busy("cc1", 1.9), busy("ld", 0.3)], ..Moment::default() };
        let [found] = &helpful(&quiet(), &moment, false)[..] else { panic!("one thing disturbs") };
        assert_eq!(
            found.why,
            "others are at work: cc1 (1.9 cores), ld (0.3 cores); end them, or measure when they are done"
        );
        let little = Moment { busiest: vec![busy("cc1", 1.0)], ..Moment::default() };
        assert_eq!(names(&quiet(), &little), [""; 0]);
    }

    #[test]
    fn a_sibling_that_nobody_may_use_disturbs_nobody() {
        let layout = Layout { siblings: vec![7], isolated: vec![3, 7], ..Layout::default() };
        assert_eq!(names(&Machine { layout, ..quiet() }, &Moment::default()), [""; 0]);
        let here = System { aslr: Some(Aslr::OffHere), ..quiet().system };
        let [found] = &helpful(&Machine { system: here, ..quiet() }, &Moment::default(), false)[..] else { panic!() };
        assert!(found.commands.is_empty() && found.why.contains("setarch -R"));
    }
}
