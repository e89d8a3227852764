//! macOS's answers to what Linux has files for: names of `sysctl` in, system information out. What it keeps to
//! itself (temperatures, frequencies, who may run how fast) stays unknown.

use std::ffi::CString;
use std::process::{Command, Stdio};

use crate::environment::pmset::told_by_pmset;
use crate::model::{CacheLevel, Layout, Machine, Power, Processor};

/// Fills in what can be known; all that was filled in before stays where nothing better is said.
pub(super) fn complete(machine: &mut Machine) {
    machine.cpu = word("machdep.cpu.brand_string").or(machine.cpu.take());
    machine.memory_bytes = number("hw.memsize");
    machine.cache_levels = caches();
    machine.caches = machine.cache_levels.iter().map(|level| (level.name.clone(), level.bytes)).collect();
    machine.hypervisor = hypervisor();
    machine.kernel = word("kern.osrelease").map_or_else(|| "Darwin".to_owned(), |release| format!("Darwin {release}"));
    machine.load_average = load_average();
    machine.processor = processor();
    machine.layout = layout();
    machine.speed.base_hz = number("hw.cpufrequency").map(|hz| hz as f64);
    machine.speed.max_hz = number("hw.cpufrequency_max").map(|hz| hz as f64);
    machine.speed.min_hz = number("hw.cpufrequency_min").map(|hz| hz as f64);
    machine.system.distribution = word("kern.osproductversion").map(|version| format!("macOS {version}"));
    machine.system.product = word("hw.model");
    (machine.system.swap_bytes, machine.system.swap_used_bytes) =
        swap().map(|swap| (swap.xsu_total, swap.xsu_used)).unzip();
}

/// The machine's own id; it is only ever hashed.
pub(super) fn host_id() -> Option<String> {
    let mut id = [0u8; 16];
    let patience = libc::timespec { tv_sec: 1, tv_nsec: 0 };
    // SAFETY: the call writes 16 bytes, and reads the time that it may wait for them.
    let failed = unsafe { libc::gethostuuid(id.as_mut_ptr(), &raw const patience) } != 0;
    (!failed).then(|| id.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// There is no call for it outside IOKit, so the system's own program is asked.
pub(super) fn power() -> Option<Power> {
    let said = Command::new("/usr/bin/pmset").args(["-g", "batt"]).stdin(Stdio::null()).stderr(Stdio::null()).output();
    told_by_pmset(&String::from_utf8_lossy(&said.ok()?.stdout))
}

/// The bytes that the system keeps under a name.
fn bytes(name: &str) -> Option<Vec<u8>> {
    let name = CString::new(name).ok()?;
    let ask = |room: *mut libc::c_void, length: &mut usize| {
        // SAFETY: the call writes at most `length` bytes, for which there is room, and says how many; without a place to
        // write to, it only says how much room it takes.
        unsafe { libc::sysctlbyname(name.as_ptr(), room, length, std::ptr::null_mut(), 0) == 0 }
    };
    let mut length = 0;
    if !ask(std::ptr::null_mut(), &mut length) || length == 0 {
        return None;
    }
    let mut bytes = vec![0u8; length];
    let told = ask(bytes.as_mut_ptr().cast(), &mut length);
    bytes.truncate(length);
    told.then_some(bytes)
}

fn word(name: &str) -> Option<String> {
    let bytes = bytes(name)?;
    let text = String::from_utf8_lossy(&bytes).trim_end_matches('\0').trim().to_owned();
    (!text.is_empty()).then_some(text)
}

/// Numbers have four bytes or eight, by their name.
fn number(name: &str) -> Option<u64> {
    match bytes(name)?[..] {
        [a, b, c, d] => Some(u64::from(u32::from_ne_bytes([a, b, c, d]))),
        [a, b, c, d, e, f, g, h] => Some(u64::from_ne_bytes([a, b, c, d, e, f, g, h])),
        _ => None,
    }
}

/// Those of the strongest cores, where there are several kinds.
fn caches() -> Vec<CacheLevel> {
    let of = |name: &str| {
        number(&format!("hw.perflevel0.{name}")).or_else(|| number(&format!("hw.{name}"))).filter(|bytes| *bytes > 0)
    };
    let line = number("hw.cachelinesize");
    let shared = |name: &str| number(&format!("hw.perflevel0.{name}")).map(|count| count as u32);
    let level = |name: &str, size: &str, shared_by: Option<u32>| {
        Some(CacheLevel { name: name.to_owned(), bytes: of(size)?, line_bytes: line, ways: None, shared_by })
    };
    let levels = [
        level("L1d", "l1dcachesize", None),
        level("L1i", "l1icachesize", None),
        level("L2", "l2cachesize", shared("cpusperl2")),
        level("L3", "l3cachesize", shared("cpusperl3")),
    ];
    levels.into_iter().flatten().collect()
}

fn hypervisor() -> Option<String> {
    if number("sysctl.proc_translated") == Some(1) {
        return Some("Rosetta, translated".to_owned());
    }
    number("kern.hv_vmm_present").filter(|present| *present == 1).map(|_| "unnamed".to_owned())
}

/// ARM's instructions have a name each; on Intel there is a list in capitals.
fn processor() -> Processor {
    const ARM: &str = "AES PMULL SHA1 SHA256 SHA512 SHA3 CRC32 LSE DotProd I8MM BF16 SME";
    const INTEL: &str = "SSE4.2 POPCNT AVX1.0 AVX2 FMA BMI1 BMI2 ADX AES PCLMULQDQ SHA AVX512F RDRAND";
    let listed: Vec<String> =
        ["machdep.cpu.features", "machdep.cpu.leaf7_features"].iter().filter_map(|name| word(name)).collect();
    let listed: Vec<&str> = listed.iter().flat_map(|text| text.split_whitespace()).collect();
    let features: Vec<String> = if listed.is_empty() {
        let has = |name: &&str| number(&format!("hw.optional.arm.FEAT_{name}")) == Some(1);
        ARM.split(' ').filter(has).map(str::to_lowercase).collect()
    } else {
        INTEL.split(' ').filter(|name| listed.contains(name)).map(str::to_lowercase).collect()
    };
    let text = |name: &str| number(name).map(|number| number.to_string());
    Processor {
        vendor: word("machdep.cpu.vendor").or_else(|| cfg!(target_arch = "aarch64").then(|| "Apple".to_owned())),
        family: text("machdep.cpu.family").or_else(|| number("hw.cpufamily").map(|number| format!("{number:#x}"))),
        model: text("machdep.cpu.model"),
        stepping: text("machdep.cpu.stepping"),
        microcode: text("machdep.cpu.microcode_version"),
        features: (!features.is_empty()).then_some(features),
    }
}

fn layout() -> Layout {
    let count = |name: &str| number(name).filter(|count| *count > 0).map(|count| count as u32);
    let (cores, threads) = (count("hw.physicalcpu"), count("hw.logicalcpu"));
    Layout {
        sockets: count("hw.packages"),
        cores,
        threads,
        smt: cores.zip(threads).map(|(cores, threads)| threads > cores),
        ..Layout::default()
    }
}

fn load_average() -> Option<f64> {
    let mut loads = [0.0f64];
    // SAFETY: the call writes as many numbers as there is room for, which is one.
    (unsafe { libc::getloadavg(loads.as_mut_ptr(), 1) } == 1).then_some(loads[0])
}

fn swap() -> Option<libc::xsw_usage> {
    let bytes = bytes("vm.swapusage")?;
    // SAFETY: the structure is plain numbers, and the bytes are as many as it has; they need not be aligned.
    (bytes.len() == size_of::<libc::xsw_usage>())
        .then(|| unsafe { bytes.as_ptr().cast::<libc::xsw_usage>().read_unaligned() })
}
