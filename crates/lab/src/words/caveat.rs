//! Caveats as sentences, one for each.

use crate::model::Caveat;
use crate::model::unit::{apart, duration, longer, margin, memory, more, percent, plural, significant, time};

/// A whole sentence, as it stands below a table.
#[expect(clippy::too_many_lines, reason = "an arm for each caveat, and nothing else")]
pub fn caveat_text(caveat: &Caveat) -> String {
    match caveat {
        Caveat::AsBuilt => "Every launch ran the programs as they were built: where their code happens to lie may be \
                            part of each ratio, and the intervals do not allow for it; `--layout varied` does."
            .to_owned(),
        Caveat::Autocorrelated { joined } => {
            format!("Its blocks are autocorrelated: {joined} of them were taken together as one observation.")
        }
        Caveat::Bimodal { apart: far, share_slower } => format!(
            "Its times are bimodal: two typical values {} apart, with {} of the samples at the slower one.",
            apart(*far),
            percent(*share_slower)
        ),
        Caveat::BusyMachine { machine_cores, load_average, other_cores, measuring_core, busiest } => {
            busy_machine(*machine_cores, *load_average, *other_cores, *measuring_core, busiest)
        }
        Caveat::BusySibling { share } => format!(
            "Another hardware thread of the same core was busy for {} of the time: the two share caches and units.",
            percent(*share)
        ),
        Caveat::CpuAboveWall { times } => format!(
            "Its process used {times:.1} times its wall time on processors: several threads are at work, or it is reset \
             before each call; what is not within the call is not paid for in its time."
        ),
        Caveat::CpuBelowWall { share } => format!(
            "It was on a processor for {} of the time only: it waits for something, or others took its core.",
            percent(*share)
        ),
        Caveat::DependsOnBuild { faster, slower, between, lie_between } => {
            let than = match (between, lie_between) {
                (None, _) => "the baseline".to_owned(),
                (Some(one), 0 | 1) => one.to_string(),
                (Some(one), all) => format!("{one} and {} more", all - 1),
            };
            format!("The answer depends on the build: {faster} is faster than {than}, and {slower} is slower.")
        }
        Caveat::Drift { change } => format!(
            "The baseline became {} by {} from the first half to the second: absolute times are of a changing machine; \
             ratios are taken round by round and bear it.",
            if *change > 0.0 { "slower" } else { "faster" },
            apart(change.abs())
        ),
        Caveat::Emulated { processor } => format!(
            "Drivers ran on an emulated {processor}: their answers mean something there, times nothing, for some \
             instructions become many."
        ),
        Caveat::ExitCode { least, most } if least == most => format!("It ended with exit code {most} each time."),
        Caveat::ExitCode { least, most } => format!("It ended with exit codes from {least} to {most}."),
        Caveat::FixedLayout { why } => {
            format!("Where its code lies cannot be varied: {}.", why.trim_end_matches('.'))
        }
        Caveat::FloorAndTypicalDisagree { fastest, median } => floor_and_typical(*fastest, *median),
        Caveat::FrequencyChanged { least_hz, most_hz } => format!(
            "The core's speed changed by {} meanwhile, between {} and {} GHz: absolute times are of a changing machine; \
             ratios are taken round by round and bear it.",
            apart(most_hz / least_hz - 1.0),
            significant(least_hz / 1e9, 3),
            significant(most_hz / 1e9, 3)
        ),
        Caveat::FromStorage { requested_bytes, read_bytes } => format!(
            "{} of the {} that read calls asked for a call came from storage: its time is that of this storage, and from \
             memory it would take less.",
            memory(*read_bytes),
            memory(*requested_bytes)
        ),
        Caveat::Governor { governor } => format!(
            "The frequency governor was `{governor}`, which may change the core's speed; `cpupower frequency-set -g \
             performance` holds it."
        ),
        Caveat::IdenticalCode { twin } => format!(
            "Its program holds the same machine code as that of {twin}: what the two differ by is chance, or lies in \
             their constants."
        ),
        Caveat::InterruptedLaunch { blocks } => {
            format!("A launch was interrupted and made anew: what it measured is kept ({blocks} blocks) and not used.")
        }
        Caveat::LayoutLuck { implementation, reference, apart: far, within } => {
            layout_luck(implementation.as_deref(), reference.as_deref(), *far, *within)
        }
        Caveat::LearntInput { longer: share } => format!(
            "On inputs that change from call to call it takes {}: what it is fed here, again and again, is learnt by the \
             processor (predictors, caches).",
            longer(*share)
        ),
        Caveat::LeftBehind { processes } => {
            let some = if *processes == 1.0 { "a process".to_owned() } else { format!("up to {processes} processes") };
            format!("It left {some} behind, ended when it was: what they still did is not in its time.")
        }
        Caveat::LuckyBuild { change, layouts } => {
            let (luck, word) = if *change < 0.0 { ("lucky", "shorter") } else { ("unlucky", "longer") };
            format!(
                "This build is {luck}: as it was linked its calls take at least {} {word} than over {layouts} layouts of \
                 its code, which the ratio is of.",
                percent(change.abs())
            )
        }
        Caveat::MostlyUntimed { share } => format!(
            "Its driver says that {} of its requests' time is that of its calls, and the rest its reset's; others need \
             less of that.",
            percent(*share)
        ),
        Caveat::MuchMemory { peak_bytes, machine_bytes } => format!(
            "It held up to {}, {} of this machine's memory: where less is free, it waits for storage, or is ended.",
            memory(*peak_bytes),
            percent(peak_bytes / machine_bytes)
        ),
        Caveat::NeverSettled { launches, of, calls, wall_ns } => format!(
            "Its times never settled: in {} they were still changing after a warm-up of {}; they count from there on.",
            launches_of(*launches, *of),
            watched(*calls, *wall_ns)
        ),
        Caveat::NoAudit => "It cannot be audited, because its driver speaks version 1 of the protocol: a call that is \
                            left out, or time that is not told, would not be noticed."
            .to_owned(),
        Caveat::NoGrowth { size } => format!(
            "It takes no longer than at {size}, and everybody else does: whether it does the work is for you to say."
        ),
        Caveat::NoNoiseFloor => {
            "The noise floor is not known: the second process of the baseline gave too few samples or none.".to_owned()
        }
        Caveat::NoiseAboveDifference { noise } => format!(
            "Two processes of the baseline itself may differ by {} here, which is more than this difference.",
            apart(*noise)
        ),
        Caveat::NotExact { metric, one, other } => format!(
            "The suite says that {metric} is exact, and trials of the same program came to {one} and to {other}: it is \
             judged as what varies is."
        ),
        Caveat::OnBattery { battery_percent } => {
            let charge = battery_percent.map_or(String::new(), |percent| format!(" ({percent:.0} % full)"));
            format!(
                "The machine ran on its battery{charge}: many then hold their processor back; plug it in for times that \
                 last."
            )
        }
        Caveat::OneLaunch { spread: Some(spread) } => {
            format!("This launch only: launches were seen to differ by {} here.", apart(*spread))
        }
        Caveat::OneLaunch { spread: None } => {
            "This launch only: how far launches differ here is not known yet; without \
                                               `--quick` it is measured."
                .to_owned()
        }
        Caveat::OtherAnswer { text } => text.clone(),
        Caveat::PageCache { requested_bytes, read_bytes, unknown } => {
            page_cache(*requested_bytes, *read_bytes, unknown.as_deref())
        }
        Caveat::Prints { bytes, bytes_per_call } => format!(
            "It printed {}, {} for each call, while it was timed: writing that is part of its time.",
            memory(*bytes),
            memory(*bytes_per_call)
        ),
        Caveat::Remembers { longer: share } => format!(
            "With inputs that it has never seen it takes {}: it may remember answers that it has given before.",
            longer(*share)
        ),
        Caveat::SharedLibrary { libraries } => {
            format!("Code of {} lies alike in every launch, and only the program's own does not.", libraries.join(", "))
        }
        Caveat::ShortSample { steps, resolution_ns } => format!(
            "A sample lasts {steps:.0} steps of its clock ({}) only: the clock's step shows in the times.",
            time(*resolution_ns as f64)
        ),
        Caveat::SimulatedProcessor => {
            "Its simulated instructions are of valgrind's processor, which has neither the SHA \
                                       instructions nor AVX-512: who chooses code by what there is may have run other \
                                       code than when it was timed."
                .to_owned()
        }
        Caveat::SlowedDown { launches, of, slower } => format!(
            "It slowed down after warming up: in {} it came to rest slower than it had been on the way, by up to {}.",
            launches_of(*launches, *of),
            apart(*slower)
        ),
        Caveat::StartCost { start_ns, share } => format!(
            "Starting a process that does nothing takes {} here, {} of its time: the ratio is of both together.",
            time(*start_ns),
            percent(*share)
        ),
        Caveat::StartsThreads { threads, pinned } => {
            let some = if *threads == 1.0 { "a thread".to_owned() } else { format!("{threads:.0} threads") };
            let where_to = match pinned {
                true => "here all share one core, so that threads that would work at the same time take turns",
                false => "nothing was pinned, so that threads that work may be on other cores than its calls",
            };
            format!("It starts {some}: {where_to}.")
        }
        Caveat::Steal { share } => format!(
            "The host gave {} of the core's time to other machines meanwhile: a sample looks slower where it was taken \
             from it.",
            percent(*share)
        ),
        Caveat::SummaryOnly { summary } => {
            let names: Vec<String> = summary.iter().map(|(name, ns)| format!("{name} {}", time(*ns))).collect();
            format!(
                "The file tells no single times of it, only {}: how its times are spread cannot be known.",
                names.join(", ")
            )
        }
        Caveat::Suspended { times, seconds } => {
            let count = match times {
                1 => "slept once meanwhile, for".to_owned(),
                times => format!("slept {times} times meanwhile, in all for"),
            };
            format!(
                "The machine {count} {}: no sleep is in the times, but caches are cold and clocks young after it.",
                duration(*seconds)
            )
        }
        Caveat::Temperature { sensor, first_degrees, most_degrees } => format!(
            "The machine became hotter meanwhile: {sensor} went from {first_degrees:.0} to {most_degrees:.0} degrees, and \
             a hot processor holds itself back."
        ),
        Caveat::Throttled { times } => {
            let count = if *times == 1 { "once".to_owned() } else { format!("{times} times") };
            format!("The processor held itself back {count} meanwhile for heat or power: let it cool down, or rest.")
        }
        Caveat::Unpaired { tool } => format!(
            "Measured by {tool} one after the other, not side by side: what changed on the machine in between looks like \
             a difference, so there is neither an interval nor a verdict."
        ),
        Caveat::Unresolved { margin: wanted, half_width, launches } => format!(
            "Cannot resolve {} here: the ratio is known to {} to either side, after {launches} {}.",
            margin(*wanted),
            apart(*half_width),
            plural(*launches as u64, "launch")
        ),
        Caveat::Unsteady { launches, of, change } => {
            let when = match of {
                1 => "while it was timed".to_owned(),
                _ => format!("within {launches} of {of} launches"),
            };
            format!(
                "Its time beside the baseline's changed level {when}, by up to {}: its one number stands for several.",
                apart(*change)
            )
        }
        Caveat::UnwatchedWarmUp { launches, of, calls, wall_ns } => format!(
            "Its runtime compiles while it runs, and in {} its part of the time allowed a warm-up of {} only: it may have \
             become faster while it was timed.",
            launches_of(*launches, *of),
            watched(*calls, *wall_ns)
        ),
        Caveat::Waited { share, waiting, same_core } => format!(
            "Others held the processor for {} of the samples' time: somebody waited for {} {} of the time meanwhile.",
            percent(*share),
            if *same_core { "the same core" } else { "some core" },
            percent(waiting.min(1.0))
        ),
    }
}

fn busy_machine(
    machine_cores: u32,
    load_average: Option<f64>,
    other_cores: Option<f64>,
    measuring_core: Option<f64>,
    busiest: &[(String, f64)],
) -> String {
    let of = format!("{machine_cores} {}", plural(machine_cores.into(), "core"));
    let began = load_average.map(|load| format!("when the run began: load average {load:.1} on {of}"));
    let took = [
        other_cores.map(|cores| format!("{} of {of}", significant(cores, 2))),
        measuring_core.map(|share| format!("{} of the measuring core", percent(share))),
    ];
    let took: Vec<String> = took.into_iter().flatten().collect();
    let named: Vec<String> =
        busiest.iter().map(|(name, cores)| format!("{name} ({})", significant(*cores, 2))).collect();
    let whom = if named.is_empty() { String::new() } else { format!(", most of all {}", named.join(", ")) };
    let went_on = (!took.is_empty()).then(|| format!("while it went on: others took {}{whom}", took.join(" and ")));
    let when: Vec<String> = [began, went_on].into_iter().flatten().collect();
    format!("The machine was busy {}.", when.join(", and "))
}

/// Shares: how much more the fastest samples and the median take than those of the baseline.
fn floor_and_typical(fastest: f64, median: f64) -> String {
    let against = |share: f64, digits: i32| match share {
        less if less < 0.0 => format!("{} % less", significant(-less * 100.0, digits)),
        share => more(share, digits),
    };
    // Two numbers that are said to disagree must not look alike.
    let digits = if against(fastest, 2) == against(median, 2) { 3 } else { 2 };
    format!(
        "Relative to the baseline its fastest samples take {} time, its median {}: users get the median.",
        against(fastest, digits),
        against(median, digits)
    )
}

fn layout_luck(implementation: Option<&str>, reference: Option<&str>, far: f64, within: f64) -> String {
    let (who, more) = match (implementation, reference) {
        (_, None) => ("Its launches differ".to_owned(), ""),
        (None, Some(name)) => {
            (format!("Launches of {name}, with which the others are compared, differ"), ", and of every ratio")
        }
        (Some(name), Some(reference)) => {
            (format!("Launches of {name} or of {reference} (which of the two cannot be told) differ"), "")
        }
    };
    format!(
        "{who} by up to {}, blocks within a launch by {}: where its code and its memory happen to lie is part of its \
         time{more}.",
        apart(far),
        apart(within)
    )
}

fn page_cache(requested_bytes: f64, read_bytes: Option<f64>, unknown: Option<&str>) -> String {
    let of = memory(requested_bytes);
    let Some(read_bytes) = read_bytes else {
        let why = unknown.unwrap_or_default();
        return format!("Read calls asked for {of} a call; how much of it came from storage is not known: {why}.");
    };
    let came = match read_bytes {
        nothing if nothing <= 0.0 => "nothing".to_owned(),
        some => format!("next to nothing ({})", memory(some)),
    };
    format!(
        "Read calls asked for {of} a call, and {came} came from storage: the page cache served it, or a pipe or a device; \
         a file that is not in memory takes longer."
    )
}

fn launches_of(some: usize, all: usize) -> String {
    match (some, all) {
        (1, 1) => "its one launch".to_owned(),
        (some, all) => format!("{some} of {all} launches"),
    }
}

fn watched(calls: u64, wall_ns: u64) -> String {
    format!("{calls} {} in {}", plural(calls, "call"), time(wall_ns as f64))
}
