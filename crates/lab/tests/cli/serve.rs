//! `paragone serve`: started, asked, and ended by Ctrl-C.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Child;

use crate::lab::{Lab, PATIENCE, ended, send};
use crate::made_up::MadeUp;

/// Starts a server, and gives the address that it printed.
fn started(lab: &Lab, words: &[&str]) -> (Child, String) {
    let mut child = lab.start(&[&["serve", "--port", "0"], words].concat());
    let mut line = String::new();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut line).unwrap();
    let address = line.strip_prefix("http://").and_then(|rest| rest.split('/').next());
    let address = address.unwrap_or_else(|| panic!("no address in `{line}`")).to_owned();
    (child, address)
}

fn get(address: &str, target: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    write!(stream, "GET {target} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn it_shows_runs_until_it_is_asked_to_stop() {
    let lab = Lab::with_builds();
    let (child, address) = started(&lab, &[]);
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    assert!(get(&address, "/").contains("There is no store yet"));
    lab.out(&["run", "tiny/sum", "--quick", "--rounds", "8", "--quiet", "--no-resources", "--note", "seen from afar"]);
    let id = lab.json(&["runs", "--json"])[0]["id"].as_str().unwrap().to_owned();
    let list = get(&address, "/");
    assert!(list.contains(&id) && list.contains("seen from afar"), "{list}");
    let report = get(&address, &format!("/run/{id}"));
    assert!(report.contains("tiny/sum") && report.contains("Which sum is fastest?"), "{report}");
    lab.out(&["run", "tiny/sum", "--quick", "--rounds", "8", "--quiet", "--no-resources"]);
    let later = lab.json(&["runs", "--json"])[0]["id"].as_str().unwrap().to_owned();
    let compared = get(&address, &format!("/compare?a={id}&b={later}"));
    for part in ["tiny/sum: B against A", "cells runs the same code in A and B", "seen from afar", "c.twin"] {
        assert!(compared.contains(part), "{part} in {compared}");
    }
    assert!(get(&address, "/compare.css").contains("text/css"));
    // Whoever says nothing does not hold up the end.
    let _silent = TcpStream::connect(&address).unwrap();
    send(&child, libc::SIGINT);
    let said = ended(child);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{said:?}");
    assert!(TcpStream::connect(&address).is_err());
    assert!(lab.out(&["runs"]).contains(&id));
}

#[test]
fn a_history_marks_where_the_level_changed() {
    let lab = Lab::with_builds();
    let mut ids = Vec::new();
    for place in 0..10 {
        let (one_ns, code) = if place < 5 { (3000, "old") } else { (3600, "new") };
        ids.push(MadeUp { one_ns, code, ..MadeUp::new() }.keep(&lab));
        // A day apart; as written, all are of the same second.
        let store = rusqlite::Connection::open(lab.store()).unwrap();
        let began = 1_783_852_980 + place * 86_400;
        store.execute("UPDATE run SET began = ?2 WHERE id = ?1", (&ids[place as usize], began)).unwrap();
    }
    let (child, address) = started(&lab, &[]);
    let of = |implementation: &str| {
        let cell = "/history?suite=made&benchmark=up&params=%7B%7D&size=64&machine=5eed&implementation=";
        get(&address, &format!("{cell}{implementation}"))
    };
    let page = of("c.one");
    let link = format!("<a href=\"/run/{0}\"><code>{0}</code></a>", ids[5]);
    for part in [
        "10 runs.".to_owned(),
        "1 change of level.".to_owned(),
        format!(", 20 % longer, with another program, in run {link}"),
        "New level. ".to_owned(),
        // Half way between the fifth and the sixth of ten, over the whole height.
        "<line class=\"change\" x1=\"485.0\" x2=\"485.0\" y1=\"12\" y2=\"270\">".to_owned(),
    ] {
        assert!(page.contains(&part), "{part} in {page}");
    }
    let count = |text: &str, part: &str| text.matches(part).count();
    let marks = ["class=\"change\"", "class=\"level\"", "class=\"point\"", "New level."];
    assert_eq!(marks.map(|mark| count(&page, mark)), [1, 2, 10, 1], "{page}");
    let steady = of("c.base");
    assert!(steady.contains("No change of level."), "{steady}");
    assert_eq!(marks.map(|mark| count(&steady, mark)), [0, 0, 10, 0], "{steady}");
    send(&child, libc::SIGINT);
    assert_eq!(ended(child).code, Some(0));
}

#[test]
fn an_address_that_others_reach_is_warned_of() {
    let lab = Lab::with_builds();
    let (child, _) = started(&lab, &["--listen", "0.0.0.0"]);
    send(&child, libc::SIGTERM);
    let said = ended(child);
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(said.err.contains("warning: 0.0.0.0 is no loopback address"), "{said:?}");
}

#[test]
fn a_port_that_is_taken_is_said() {
    let lab = Lab::with_builds();
    let (child, address) = started(&lab, &[]);
    let port = address.rsplit(':').next().unwrap();
    let err = lab.fails(3, &["serve", "--port", port]);
    assert!(err.contains(&address) && err.contains("--port 0"), "{err}");
    lab.fails(2, &["serve", "--listen", "nowhere"]);
    send(&child, libc::SIGTERM);
    assert_eq!(ended(child).code, Some(0));
}
