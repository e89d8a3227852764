//! System information as people read it: a line for each side of the machine, and what is unknown with its reason.

use crate::model::{Machine, Moment, Unknown};

use super::hardware::{caches, heat, layout, power, processor, speed};
use super::side::{MachineSide, drawn};
use super::system::{kernel, load, memory_of, system, virtual_machine};
use crate::report::text::Ink;

/// The lines of it, behind labels of so many letters.
pub fn system_information(machine: &Machine, moment: Option<&Moment>, labels: usize, ink: &Ink) -> String {
    sides(machine, moment).iter().map(|side| drawn(side, labels, ink)).collect()
}

/// What this machine does not tell, and why.
pub fn unknowns(machine: &Machine, moment: Option<&Moment>) -> Vec<(&'static str, Unknown)> {
    sides(machine, moment).into_iter().flat_map(|side| side.unknown).collect()
}

fn sides<'a>(machine: &'a Machine, moment: Option<&Moment>) -> Vec<MachineSide<'a>> {
    let mut sides =
        vec![processor(machine), caches(machine), layout(machine), speed(machine, moment), memory_of(machine)];
    sides.extend([system(machine), kernel(machine), virtual_machine(machine), power(machine)]);
    sides.extend(moment.map(|moment| heat(machine, moment)));
    sides.push(load(machine, moment));
    sides
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{
        Aslr, Busy, CacheLevel, CoreKind, Layout, Mitigations, Power, Processor, Sensor, Speed, System,
    };

    fn laptop() -> Machine {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let level = |name: &str, bytes, shared_by| CacheLevel {
            name: name.into(),
            bytes,
            line_bytes: Some(64),
            ways: None,
            shared_by: Some(shared_by),
        };
        Machine {
            kernel: "6.1.0".into(),
            governor: Some("powersave".into()),
            memory_bytes: Some(16 << 30),
            tsc_hz: Some(2e9),
            load_average: Some(1.5),
            processor: Processor {
                vendor: Some("GenuineIntel".into()),
                family: Some("6".into()),
                microcode: Some("0x1".into()),
                features: Some(words("aes avx2 sha_ni")),
                ..Processor::default()
            },
            cache_levels: vec![level("L1d", 48 << 10, 2), level("L3", 36_608 << 10, 16)],
            layout: Layout {
                sockets: Some(1),
                cores: Some(8),
                threads: Some(16),
                smt: Some(true),
                siblings: vec![7],
                isolated: vec![7, 15],
                numa_nodes: Some(1),
                core_kind: Some(CoreKind::Performance),
            },
            speed: Speed {
                driver: Some("intel_pstate".into()),
                preference: Some("balance_power".into()),
                turbo: Some(true),
                base_hz: Some(2.4e9),
                min_hz: Some(4e8),
                max_hz: Some(4.7e9),
                now_hz: None,
                core_hz: Some(3e9),
            },
            system: System {
                distribution: Some("Example 7".into()),
                quota_cores: Some(1.5),
                kernel_options: Some(words("mitigations=off nosmt")),
                mitigations: Some(Mitigations { active: words("l1tf mds"), vulnerable: Vec::new() }),
                aslr: Some(Aslr::OffHere),
                huge_pages: Some("always".into()),
                swap_bytes: Some(2 << 30),
                swap_used_bytes: Some(1 << 30),
                clock_source: Some("tsc".into()),
                clock_ns: Some(20.0),
                perf_event_paranoid: Some(2),
                tracefs: Some(false),
                stolen: Some(0.0),
                ..System::default()
            },
            power: Some(Power { mains: Some(false), battery_percent: Some(41.0), discharging: true }),
            ..Machine::default()
        }
    }

    #[test]
    fn a_laptop_tells_all() {
        let sensor = |celsius| Sensor { name: "coretemp Core".into(), celsius };
        let moment = Moment {
            frequency_hz: Some(2.9e9),
            temperatures: [50.0, 91.0, 60.0, 70.0, 40.0].map(sensor).to_vec(),
            throttled: Some(12),
            busiest: vec![Busy { name: "cc1".into(), cores: 0.98 }],
        };
        insta::assert_snapshot!(system_information(&laptop(), Some(&moment), 11, &Ink { width: 90, ..Ink::PLAIN }), @r"
        processor  GenuineIntel family 6; microcode 0x1; aes avx2 sha_ni
        caches     L1d 48 KiB for 2 threads; L3 35.8 MiB for 16 threads; lines of 64 B
        layout     16 threads on 8 cores in 1 socket; SMT, the drivers' core is shared with 7; the
                   drivers' core is of the stronger kind; isolated: 7, 15; 1 memory node
        frequency  3.00 GHz measured; 1.50 cycles a tick of the TSC; 2.90 GHz by the system;
                   base 2.40 GHz; from 400 MHz to 4.70 GHz; governor powersave of intel_pstate;
                   prefers balance_power; turbo on
        memory     16.0 GiB; 1 GiB of 2 GiB swap in use; large pages: always
        system     Example 7; clock from tsc; addresses not random for Paragone
                   C library unknown: only that of GNU says its version
        kernel     6.1.0; mitigations=off nosmt; faults of the processor: 2 worked around (l1tf
                   mds), none open; perf_event_paranoid 2; tracefs not mounted
        virtual    no virtual machine that says so; at most 1.5 cores' time
        power      on battery, battery at 41 %
        heat       coretemp Core 91 degrees, coretemp Core 70 degrees, coretemp Core 60 degrees,
                   coretemp Core 50 degrees, 1 more is cooler; slowed down for heat 12 times since
                   its start
        load       1.50 over a minute; at work: cc1 0.98 cores
        ");
    }

    #[test]
    fn a_virtual_machine_knows_little_and_says_so_once() {
        let machine = Machine {
            kernel: "6.1.0".into(),
            hypervisor: Some("KVM".into()),
            system: System { clock_ns: Some(20.0), ..System::default() },
            ..Machine::default()
        };
        let text = system_information(&machine, Some(&Moment::default()), 11, &Ink::PLAIN);
        assert!(
            text.contains("heat       temperatures and slowing down for heat unknown: a virtual machine is not told\n")
        );
        assert!(text.contains("bounds, governor and turbo unknown: a virtual machine is not told\n"), "{text}");
        assert!(unknowns(&machine, None).iter().any(|(what, _)| *what == "turbo"));
        let bare = Machine { hypervisor: None, ..machine };
        let text = system_information(&bare, Some(&Moment::default()), 11, &Ink { width: 200, ..Ink::PLAIN });
        assert!(
            text.contains("the system does not tell; load a driver for it, such as `modprobe acpi-cpufreq`"),
            "{text}"
        );
    }

    #[test]
    fn an_older_card_shows_what_it_has() {
        let old = Machine { caches: vec![("L2".into(), 1 << 20)], ..Machine::default() };
        let text = system_information(&old, None, 11, &Ink::PLAIN);
        assert!(text.contains("caches     L2 1 MiB\n"), "{text}");
        assert!(text.contains("swap and large pages unknown: Paragone that measured did not ask\n"), "{text}");
    }
}
