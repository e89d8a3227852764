//! Addresses of pages: names of any bytes become parts of a query, and nothing else.

use form_urlencoded::Serializer;

use crate::store::CellSubject;

/// `/history?suite=words&benchmark=a%2Fb`.
pub(super) fn address(path: &str, asked: &[(&str, &str)]) -> String {
    let query = Serializer::new(String::new()).extend_pairs(asked).finish();
    if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") }
}

/// The history of a cell.
pub(super) fn of_cell(subject: &CellSubject) -> String {
    let CellSubject { suite, benchmark, implementation, params, size, machine } = subject;
    let asked = [
        ("suite", suite.as_str()),
        ("benchmark", benchmark),
        ("implementation", implementation),
        ("params", params),
        ("size", &size.to_string()),
        ("machine", machine),
    ];
    address("/history", &asked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stays_within_its_part() {
        assert_eq!(address("/", &[]), "/");
        let evil = "\"></script>&suite=x#/../%00";
        let found = address("/history", &[("suite", evil)]);
        assert_eq!(found, "/history?suite=%22%3E%3C%2Fscript%3E%26suite%3Dx%23%2F..%2F%2500");
        let back: Vec<(String, String)> =
            form_urlencoded::parse(found.split_once('?').unwrap().1.as_bytes()).into_owned().collect();
        assert_eq!(back, [("suite".to_owned(), evil.to_owned())]);
    }
}
