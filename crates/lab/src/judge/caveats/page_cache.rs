//! Who reads files while it is timed: whether storage served it, or memory.

use crate::model::unit::memory;
use crate::model::{Amount, Caveat, Resources};

/// Bytes a call that have to be asked for: less is no reading of files.
const LEAST: f64 = 4096.0;

/// Up to this share from storage is not what a reader waits for.
const NEXT_TO_NOTHING: f64 = 0.01;

pub(crate) fn page_cache(resources: &Resources) -> Option<Caveat> {
    let asked = resources.get("read-requested").and_then(Amount::known).filter(|asked| *asked >= LEAST)?;
    let of = memory(asked);
    Some(match resources.get("read")? {
        Amount::Unknown(unknown) => {
            let text = format!(
                "Read calls asked for {of} a call; how much of it came from storage is not known: {}.",
                unknown.why
            );
            Caveat::new("page-cache", text)
        }
        Amount::Known(read) if *read <= NEXT_TO_NOTHING * asked => {
            let came = match memory(*read) {
                _ if *read <= 0.0 => "nothing".to_owned(),
                some => format!("next to nothing ({some})"),
            };
            let text = format!(
                "Read calls asked for {of} a call, and {came} came from storage: the page cache served it, or a pipe or a device; a file that is not in memory takes longer."
            );
            Caveat::new("page-cache", text)
        }
        Amount::Known(read) => {
            let text = format!(
                "{} of the {of} that read calls asked for a call came from storage: its time is that of this storage, and from memory it would take less.",
                memory(*read)
            );
            Caveat::new("from-storage", text)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Unknown;

    fn seen(asked: f64, read: Amount) -> Option<(String, String)> {
        let amounts = [("read-requested", Amount::Known(asked)), ("read", read)];
        let resources = amounts.into_iter().map(|(name, amount)| (name.to_owned(), amount)).collect();
        page_cache(&resources).map(|caveat| (caveat.name, caveat.text))
    }

    #[test]
    fn cold_and_warm_readers_of_one_file_are_told_apart() {
        let (name, text) = seen(65536.0, Amount::Known(0.0)).unwrap();
        assert!(name == "page-cache" && text.contains("64.0 KiB a call, and nothing came from storage"), "{text}");
        let (name, text) = seen(65536.0, Amount::Known(512.0)).unwrap();
        assert!(name == "page-cache" && text.contains("and next to nothing (512 B) came from storage"), "{text}");
        let (name, text) = seen(65536.0, Amount::Known(61440.0)).unwrap();
        assert!(name == "from-storage" && text.starts_with("60.0 KiB of the 64.0 KiB"), "{text}");
        let (name, text) = seen(65536.0, Amount::Unknown(Unknown::because("nobody counts"))).unwrap();
        assert!(name == "page-cache" && text.ends_with("not known: nobody counts."), "{text}");
    }

    #[test]
    fn who_reads_nothing_has_no_doubt() {
        assert_eq!(seen(100.0, Amount::Known(0.0)), None);
        assert_eq!(page_cache(&Resources::new()), None);
    }
}
