//! `/proc/cpuinfo`: its text in, what it says of the processor out. It differs by architecture.

use crate::model::Processor;

/// The instructions that implementations of hashes, ciphers, checksums and searches choose by; x86 first.
const FEATURES: &str = "\
    sse4_2 popcnt avx avx2 fma bmi1 bmi2 adx aes vaes pclmulqdq vpclmulqdq sha_ni sha512 gfni avx512f avx512bw \
    avx512vl avx512_vbmi avx512_vnni avx512ifma amx_tile erms fsrm rdrand asimd crc32 pmull sha1 sha2 sha3 \
    asimddp atomics sve sve2 sm3 sm4 neon";

/// What it says of a core: of the first, where the text is that of all.
pub(crate) struct CpuInfo(String);

impl CpuInfo {
    pub(crate) fn of(text: Option<String>) -> CpuInfo {
        CpuInfo(text.unwrap_or_default())
    }

    /// What stands behind a name, the first time.
    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        let line = self.0.lines().find(|line| line.split(':').next().is_some_and(|key| key.trim() == name))?;
        Some(line.split_once(':')?.1.trim()).filter(|value| !value.is_empty())
    }

    /// All that the system lets programs use.
    fn flags(&self) -> Option<&str> {
        self.field("flags").or_else(|| self.field("Features"))
    }

    pub(crate) fn has(&self, flag: &str) -> bool {
        self.flags().is_some_and(|flags| flags.split_whitespace().any(|one| one == flag))
    }

    pub(crate) fn processor(&self) -> Processor {
        let owned = |name: &str| self.field(name).map(str::to_owned);
        let known = || FEATURES.split(' ').filter(|flag| self.has(flag)).map(str::to_owned);
        Processor {
            vendor: owned("vendor_id").or_else(|| owned("CPU implementer").map(|number| maker(&number))),
            family: owned("cpu family").or_else(|| owned("CPU part")),
            model: owned("model").or_else(|| owned("CPU variant")),
            stepping: owned("stepping").or_else(|| owned("CPU revision")),
            microcode: owned("microcode"),
            features: self.flags().map(|_| known().collect()),
        }
    }

    /// ARM's kernel gives numbers where others give a name.
    pub(crate) fn arm_core(&self) -> Option<String> {
        let (implementer, part) = (self.field("CPU implementer")?, self.field("CPU part")?);
        let known = CORES.iter().find(|(maker, number, _)| *maker == implementer && *number == part);
        Some(known.map_or_else(|| format!("{} core, part {part}", maker(implementer)), |(.., name)| (*name).to_owned()))
    }
}

/// Arm's list of implementers, "Main ID Register" in its Architecture Reference Manual.
fn maker(number: &str) -> String {
    let known = match number {
        "0x41" => "ARM",
        "0x46" => "Fujitsu",
        "0x48" => "HiSilicon",
        "0x4e" => "NVIDIA",
        "0x51" => "Qualcomm",
        "0x61" => "Apple",
        "0xc0" => "Ampere",
        number => return format!("implementer {number}"),
    };
    known.to_owned()
}

/// Cores that servers, boards and laptops have, from the headers of Linux (`arch/arm64/include/asm/cputype.h`).
const CORES: [(&str, &str, &str); 22] = [
    ("0x41", "0xd03", "Cortex-A53"),
    ("0x41", "0xd04", "Cortex-A35"),
    ("0x41", "0xd05", "Cortex-A55"),
    ("0x41", "0xd07", "Cortex-A57"),
    ("0x41", "0xd08", "Cortex-A72"),
    ("0x41", "0xd09", "Cortex-A73"),
    ("0x41", "0xd0b", "Cortex-A76"),
    ("0x41", "0xd0c", "Neoverse N1"),
    ("0x41", "0xd0d", "Cortex-A77"),
    ("0x41", "0xd40", "Neoverse V1"),
    ("0x41", "0xd41", "Cortex-A78"),
    ("0x41", "0xd44", "Cortex-X1"),
    ("0x41", "0xd46", "Cortex-A510"),
    ("0x41", "0xd47", "Cortex-A710"),
    ("0x41", "0xd48", "Cortex-X2"),
    ("0x41", "0xd49", "Neoverse N2"),
    ("0x41", "0xd4d", "Cortex-A715"),
    ("0x41", "0xd4e", "Cortex-X3"),
    ("0x41", "0xd4f", "Neoverse V2"),
    ("0x61", "0x022", "Apple M1, efficiency core"),
    ("0x61", "0x023", "Apple M1, performance core"),
    ("0xc0", "0xac3", "Ampere-1"),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> CpuInfo {
        CpuInfo::of(Some(text.to_owned()))
    }

    #[test]
    fn an_x86_says_its_name_and_what_it_can() {
        let info =
            of("processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t\t: 17\nmodel name\t: AMD EPYC\n\
                       stepping\t: 1\nmicrocode\t: 0xa101148\nflags\t\t: fpu sse4_2 sha_ni vaes aes hypervisor\n");
        let processor = info.processor();
        assert_eq!(processor.features.unwrap(), ["sse4_2", "aes", "vaes", "sha_ni"]);
        assert_eq!((processor.family.as_deref(), processor.model.as_deref()), (Some("25"), Some("17")));
        assert_eq!(processor.microcode.as_deref(), Some("0xa101148"));
        assert!(info.has("hypervisor") && !info.has("hyper"));
        assert_eq!(info.arm_core(), None);
    }

    #[test]
    fn an_arm_says_numbers() {
        let text = |part: &str| {
            format!(
                "processor\t: 0\nFeatures\t: fp asimd aes sha1 sha2 crc32\nCPU implementer\t: 0x41\n\
                     CPU variant\t: 0x3\nCPU part\t: {part}\nCPU revision\t: 1\n"
            )
        };
        let info = of(&text("0xd0c"));
        assert_eq!(info.arm_core().as_deref(), Some("Neoverse N1"));
        assert_eq!(info.processor().features.unwrap(), ["aes", "asimd", "crc32", "sha1", "sha2"]);
        assert_eq!(of(&text("0xfff")).arm_core().as_deref(), Some("ARM core, part 0xfff"));
    }

    #[test]
    fn nothing_is_known_of_a_processor_that_is_not_told() {
        assert_eq!(CpuInfo::of(None).processor(), Processor::default());
    }
}
