//! Who reads files while it is timed: whether storage served it, or memory.

use crate::model::{Amount, Caveat, Resources};

/// Bytes a call that have to be asked for: less is no reading of files.
const LEAST: f64 = 4096.0;

/// Up to this share from storage is not what a reader waits for.
const NEXT_TO_NOTHING: f64 = 0.01;

pub(crate) fn page_cache(resources: &Resources) -> Option<Caveat> {
    let asked = resources.get("read-requested").and_then(Amount::known).filter(|asked| *asked >= LEAST)?;
    let page_cache = |read_bytes, unknown| Caveat::PageCache { requested_bytes: asked, read_bytes, unknown };
    Some(match resources.get("read")? {
        Amount::Unknown(unknown) => page_cache(None, Some(unknown.why.clone())),
        Amount::Known(read) if *read <= NEXT_TO_NOTHING * asked => page_cache(Some(*read), None),
        Amount::Known(read) => Caveat::FromStorage { requested_bytes: asked, read_bytes: *read },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Unknown;
    use crate::words::caveat_text;

    fn seen(asked: f64, read: Amount) -> Option<(&'static str, String)> {
        let amounts = [("read-requested", Amount::Known(asked)), ("read", read)];
        let resources = amounts.into_iter().map(|(name, amount)| (name.to_owned(), amount)).collect();
        page_cache(&resources).map(|caveat| (caveat.name(), caveat_text(&caveat)))
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
