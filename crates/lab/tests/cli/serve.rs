//! `paragone serve`: started, asked, and ended by Ctrl-C.

use std::io::BufRead;
use std::io::BufReader;
use std::io::Read;
use std::io::Write;
use std::net::TcpStream;
use std::process::Child;

use crate::lab::Lab;
use crate::lab::PATIENCE;
use crate::lab::ended;
use crate::lab::send;

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
    let lab = Lab::new();
    let (child, address) = started(&lab, &[]);
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    assert!(get(&address, "/").contains("There is no store yet"));
    lab.out(&["run", "tiny/sum", "--quick", "--rounds", "8", "--quiet", "--note", "seen from afar"]);
    let id = lab.json(&["runs", "--json"])[0]["id"].as_str().unwrap().to_owned();
    let list = get(&address, "/");
    assert!(list.contains(&id) && list.contains("seen from afar"), "{list}");
    let report = get(&address, &format!("/run/{id}"));
    assert!(report.contains("tiny/sum") && report.contains("Which sum is fastest?"), "{report}");
    lab.out(&["run", "tiny/sum", "--quick", "--rounds", "8", "--quiet"]);
    let later = lab.json(&["runs", "--json"])[0]["id"].as_str().unwrap().to_owned();
    let compared = get(&address, &format!("/compare?a={id}&b={later}"));
    for part in ["tiny/sum: B against A", "cells runs the same code in A and B", "seen from afar", "c.thrice"] {
        assert!(compared.contains(part), "{part} in {compared}");
    }
    assert!(get(&address, "/beside.css").contains("text/css"));
    // Whoever says nothing does not hold up the end.
    let _silent = TcpStream::connect(&address).unwrap();
    send(&child, libc::SIGINT);
    let said = ended(child);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{said:?}");
    assert!(TcpStream::connect(&address).is_err());
    assert!(lab.out(&["runs"]).contains(&id));
}

#[test]
fn an_address_that_others_reach_is_warned_of() {
    let lab = Lab::new();
    let (child, _) = started(&lab, &["--listen", "0.0.0.0"]);
    send(&child, libc::SIGTERM);
    let said = ended(child);
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(said.err.contains("warning: 0.0.0.0 is no loopback address"), "{said:?}");
}

#[test]
fn a_port_that_is_taken_is_said() {
    let lab = Lab::new();
    let (child, address) = started(&lab, &[]);
    let port = address.rsplit(':').next().unwrap();
    let err = lab.fails(3, &["serve", "--port", port]);
    assert!(err.contains(&address) && err.contains("--port 0"), "{err}");
    lab.fails(2, &["serve", "--listen", "nowhere"]);
    send(&child, libc::SIGTERM);
    assert_eq!(ended(child).code, Some(0));
}
