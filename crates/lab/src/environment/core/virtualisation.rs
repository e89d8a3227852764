//! What lies between this system and the hardware: a hypervisor, a container, a limit on processor time.

use std::path::Path;

use crate::environment::core::cpuinfo::CpuInfo;
use crate::environment::files;

/// Who pretends to be the hardware, where that can be told; "unnamed" where it is somebody.
pub(crate) fn hypervisor(root: &Path, cpuinfo: &CpuInfo) -> Option<String> {
    let vendor = files::text(root, "sys/class/dmi/id/sys_vendor");
    if cpuinfo.has("hypervisor") {
        return Some(vendor.or_else(|| named_by_processor(root)).unwrap_or_else(|| "unnamed".to_owned()));
    }
    // ARM has no such flag: its virtual machines are known by who made them, or by what the firmware lists.
    let product = files::text(root, "sys/class/dmi/id/product_name").unwrap_or_default();
    let made = |vendor: &String| {
        let known = |(maker, model): &(&str, &str)| vendor.contains(maker) && product.contains(model);
        cpuinfo.field("flags").is_none() && !product.contains("metal") && MAKERS.iter().any(known)
    };
    let listed = || files::text(root, "proc/device-tree/hypervisor/compatible");
    vendor.filter(made).or_else(listed).or_else(|| files::text(root, "sys/hypervisor/type"))
}

/// Makers of virtual machines, and a part of the name that these bear where they make other machines too.
const MAKERS: [(&str, &str); 8] = [
    ("QEMU", ""),
    ("VMware", ""),
    ("Parallels", ""),
    ("innotek", ""),
    ("Apple Inc.", "Virtual"),
    ("Amazon EC2", ""),
    ("Google", "Compute Engine"),
    ("Microsoft", "Virtual Machine"),
];

/// The name that the hypervisor itself leaves where programs ask for the processor's.
#[cfg(target_arch = "x86_64")]
fn named_by_processor(root: &Path) -> Option<String> {
    // It is this machine that is asked, whatever the files are copies of.
    (root == Path::new("/")).then_some(())?;
    let (b, c, d): (u64, u32, u32);
    // SAFETY: every x86-64 CPU has the instruction; the register that the compiler keeps to itself is put back.
    unsafe {
        std::arch::asm!(
            "mov {kept:r}, rbx",
            "cpuid",
            "xchg {kept:r}, rbx",
            kept = out(reg) b,
            inout("eax") 0x4000_0000u32 => _,
            out("ecx") c,
            out("edx") d,
            options(nomem, nostack),
        );
    }
    let letters: Vec<u8> = [b as u32, c, d].iter().flat_map(|part| part.to_le_bytes()).collect();
    let name = String::from_utf8_lossy(&letters);
    let name = name.trim_matches(|letter: char| letter == '\0' || letter == ' ');
    let known = NAMES.iter().find(|(letters, _)| *letters == name).map(|(_, name)| (*name).to_owned());
    known.or_else(|| (!name.is_empty() && name.chars().all(|c| c.is_ascii_graphic())).then(|| name.to_owned()))
}

#[cfg(not(target_arch = "x86_64"))]
fn named_by_processor(_: &Path) -> Option<String> {
    None
}

#[cfg(target_arch = "x86_64")]
const NAMES: [(&str, &str); 7] = [
    ("KVMKVMKVM", "KVM"),
    ("Microsoft Hv", "Hyper-V"),
    ("VMwareVMware", "VMware"),
    ("XenVMMXenVMM", "Xen"),
    ("VBoxVBoxVBox", "VirtualBox"),
    ("TCGTCGTCGTCG", "QEMU, emulated"),
    ("bhyve bhyve", "bhyve"),
];

/// What kind of container this is in, by what each leaves behind.
pub(crate) fn container(root: &Path) -> Option<String> {
    let named = files::text(root, "run/systemd/container");
    let found = |path: &str, name: &str| root.join(path).exists().then(|| name.to_owned());
    let grouped = || {
        let groups = files::text(root, "proc/1/cgroup")?;
        let kinds = [("kubepods", "Kubernetes"), ("docker", "Docker"), ("lxc", "LXC"), ("libpod", "Podman")];
        kinds.into_iter().find(|(word, _)| groups.contains(word)).map(|(_, name)| name.to_owned())
    };
    let subsystem = || {
        let kernel = files::text(root, "proc/sys/kernel/osrelease")?.to_lowercase();
        kernel.contains("microsoft").then(|| "Windows Subsystem for Linux".to_owned())
    };
    let marked = || found(".dockerenv", "Docker").or_else(|| found("run/.containerenv", "Podman"));
    named.or_else(grouped).or_else(marked).or_else(subsystem)
}

/// How many cores the control groups of this process let it keep busy: the least of them all binds.
pub(crate) fn quota_cores(root: &Path) -> Option<f64> {
    let groups = files::text(root, "proc/self/cgroup")?;
    let mut least: Option<f64> = None;
    for line in groups.lines() {
        let mut parts = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(group)) = (parts.next(), parts.next()) else { continue };
        let unified = controllers.is_empty();
        if !unified && !controllers.split(',').any(|one| one == "cpu") {
            continue;
        }
        // Every group above it binds as well.
        for group in Path::new(group.trim_start_matches('/')).ancestors() {
            let quota = if unified { unified_quota(root, group) } else { old_quota(root, controllers, group) };
            least = least.into_iter().chain(quota).reduce(f64::min);
        }
    }
    least
}

/// `cpu.max` holds microseconds of time and of the period, or the word `max`.
fn unified_quota(root: &Path, group: &Path) -> Option<f64> {
    let text = ["sys/fs/cgroup", "sys/fs/cgroup/unified"]
        .iter()
        .find_map(|base| files::text(root, Path::new(base).join(group).join("cpu.max").to_str()?))?;
    let (time, period) = text.split_once(' ')?;
    share(time.parse().ok()?, period.parse().ok()?)
}

fn old_quota(root: &Path, controllers: &str, group: &Path) -> Option<f64> {
    [controllers, "cpu"].iter().find_map(|name| {
        let folder = Path::new("sys/fs/cgroup").join(name).join(group);
        let number = |file: &str| files::number::<f64>(root, folder.join(file).to_str()?);
        share(number("cpu.cfs_quota_us")?, number("cpu.cfs_period_us")?)
    })
}

/// A quota of -1 is none.
fn share(time: f64, period: f64) -> Option<f64> {
    (time > 0.0 && period > 0.0).then(|| time / period)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::environment::copies::Copies;

    fn info(text: &str) -> CpuInfo {
        CpuInfo::of(Some(text.to_owned()))
    }

    #[test]
    fn a_guest_knows_its_maker() {
        let copies = Copies::of(&[("sys/class/dmi/id/sys_vendor", "QEMU\n")]);
        let (guest, arm, host) = (info("flags : hypervisor\n"), info("Features : asimd\n"), info("flags : fpu\n"));
        assert_eq!(hypervisor(copies.root(), &guest).as_deref(), Some("QEMU"));
        assert_eq!(hypervisor(copies.root(), &arm).as_deref(), Some("QEMU"));
        assert_eq!(hypervisor(copies.root(), &host), None);
        copies.write("sys/class/dmi/id/sys_vendor", "Dell Inc.");
        assert_eq!(hypervisor(copies.root(), &arm), None);
        copies.write("sys/class/dmi/id/sys_vendor", "Amazon EC2");
        assert_eq!(hypervisor(copies.root(), &arm).as_deref(), Some("Amazon EC2"));
        copies.write("sys/class/dmi/id/product_name", "c7g.metal");
        assert_eq!(hypervisor(copies.root(), &arm), None);
        assert_eq!(hypervisor(Copies::of(&[]).root(), &guest).as_deref(), Some("unnamed"));
    }

    #[test]
    fn containers_leave_traces() {
        let copies = Copies::of(&[("proc/1/cgroup", "0::/init.scope\n"), ("proc/sys/kernel/osrelease", "6.1.0")]);
        assert_eq!(container(copies.root()), None);
        copies.write(".dockerenv", "");
        assert_eq!(container(copies.root()).as_deref(), Some("Docker"));
        copies.write("proc/1/cgroup", "0::/kubepods.slice/x\n");
        assert_eq!(container(copies.root()).as_deref(), Some("Kubernetes"));
    }

    #[test]
    fn the_least_quota_binds() {
        let copies = Copies::of(&[
            ("proc/self/cgroup", "0::/user.slice/session\n"),
            ("sys/fs/cgroup/user.slice/session/cpu.max", "max 100000\n"),
            ("sys/fs/cgroup/user.slice/cpu.max", "150000 100000\n"),
        ]);
        assert_eq!(quota_cores(copies.root()), Some(1.5));
        copies.write("sys/fs/cgroup/user.slice/session/cpu.max", "50000 100000\n");
        assert_eq!(quota_cores(copies.root()), Some(0.5));
        let old = Copies::of(&[
            ("proc/self/cgroup", "3:cpu,cpuacct:/job\n2:memory:/job\n"),
            ("sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us", "200000"),
            ("sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_period_us", "100000"),
            ("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1"),
            ("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000"),
        ]);
        assert_eq!(quota_cores(old.root()), Some(2.0));
        assert_eq!(quota_cores(Copies::of(&[]).root()), None);
    }
}
