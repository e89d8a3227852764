//! The transcripts of `protocol/`, which travel within this program so that drivers can be checked anywhere.

macro_rules! texts {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../../../protocol/transcripts/", $name, ".txt")))),*]
    };
}

/// Names with texts, in the order of the names.
pub const TEXTS: &[(&str, &str)] = texts![
    "01-hello",
    "02-one-sample",
    "03-many-samples",
    "04-rotated-inputs",
    "05-answers",
    "06-params",
    "07-last",
    "08-unknown-implementation",
    "09-unreadable-input",
    "10-unknown-request",
    "11-call-fails",
    "12-setup-fails",
    "13-long-error",
    "14-nothing-prepared",
    "15-newer-lab",
    "16-older-lab",
    "17-end-of-input",
    "18-end-within-prepare",
    "19-end-within-line",
    "20-long-line",
    "21-prints",
    "22-reads-stdin",
    "23-empty-input",
    "24-no-input",
    "25-large-answer",
    "26-prepare-again",
    "27-reset",
    "28-empty-call",
    "29-no-number",
    "30-inputs",
    "31-work",
    "32-refused",
    "33-many-details",
    "34-lab-of-version-1",
    "35-audit",
    "36-audit-resets",
    "37-audit-fails",
    "38-audit-and-last",
    "39-audit-refused",
    "40-audit-counts",
    "41-long-audit",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_folder_is_here() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../protocol/transcripts");
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut files: Vec<String> = files.collect();
        files.sort();
        let texts: Vec<String> = TEXTS.iter().map(|(name, _)| format!("{name}.txt")).collect();
        assert_eq!(texts, files);
    }

    /// Who writes a driver from that page alone serves what the conversations speak of, in their order.
    #[test]
    fn the_page_for_authors_lists_every_job() {
        let page = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/own-driver.md"));
        let jobs = TEXTS[0].1.lines().filter_map(|line| line.strip_prefix("driver < implementation "));
        let words = jobs.map(|job| job.split(' ').take(2).map(|word| format!("| `{word}` ")).collect::<String>());
        let rows: Vec<String> = words.map(|words| format!("\n{words}|")).collect();
        let places: Vec<Option<usize>> = rows.iter().map(|row| page.find(row)).collect();
        assert!(rows.len() > 10 && places.is_sorted() && places.iter().all(Option::is_some), "{rows:?} {places:?}");
    }
}
