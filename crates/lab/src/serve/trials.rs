//! A server as browsers and enemies meet it: over a socket, with every byte chosen.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::sync::oneshot;

use crate::model::{Event, Listener, RunState};
use crate::serve::guard::Hosts;
use crate::serve::routes::routes;
use crate::serve::server::accept;
use crate::serve::stores::OpenStores;
use crate::store::example::{Example, block, block_of, launch_began, launch_ended};

/// Whatever takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(120);
const EVIL: &str = "</script><script>alert(1)</script>\"'><img src=x onerror=alert(2)>";

struct TrialServer {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl TrialServer {
    fn of(example: &Example) -> TrialServer {
        let (stop, stopped) = oneshot::channel();
        let (tell, told) = std::sync::mpsc::channel();
        let store = example.path();
        let thread = std::thread::spawn(move || {
            let runtime = Builder::new_current_thread().enable_all().max_blocking_threads(4).build().unwrap();
            runtime.block_on(async {
                let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
                tell.send(listener.local_addr().unwrap()).unwrap();
                let pages = routes(Arc::new(OpenStores::new(store)), Arc::new(Hosts::default()));
                accept(listener, pages, async { drop(stopped.await) }).await;
            });
        });
        TrialServer { address: told.recv().unwrap(), stop: Some(stop), thread: Some(thread) }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends a request as it stands, and reads to the end of the connection.
    fn raw(&self, request: &str) -> Answer {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_ascii_lowercase(), body: body.to_owned() }
    }

    fn asked(&self, method: &str, target: &str) -> Answer {
        self.raw(&format!("{method} {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
    }

    fn get(&self, target: &str) -> Answer {
        self.asked("GET", target)
    }

    fn page(&self, target: &str) -> String {
        let answer = self.get(target);
        assert_eq!(answer.status, 200, "{target}: {}", answer.body);
        answer.body
    }
}

impl Drop for TrialServer {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn write_run(example: &Example) -> String {
    let mut writer = example.begin();
    writer.hear(&launch_began(0)).unwrap();
    for index in 0..4 {
        writer.hear(&Event::Block(block(0, index))).unwrap();
        writer.hear(&Event::Block(block_of(1, 0, index))).unwrap();
    }
    writer.hear(&launch_ended(0)).unwrap();
    let id = writer.id().to_owned();
    writer.finish(RunState::Complete).unwrap();
    id
}

/// Where the links and forms of a page lead, entities undone.
fn links(page: &str) -> Vec<String> {
    let parts = page.split("href=\"").skip(1);
    parts.map(|part| part.split('"').next().unwrap().replace("&amp;", "&")).collect()
}

#[test]
fn every_link_leads_to_a_page() {
    let example = Example::new();
    let id = write_run(&example);
    let other = write_run(&example);
    let before = std::fs::read(example.path()).unwrap();
    let server = TrialServer::of(&example);
    let (mut seen, mut open) = (Vec::new(), vec!["/".to_owned(), format!("/compare?a={id}&b={other}")]);
    while let Some(target) = open.pop() {
        if target.starts_with('#') || seen.contains(&target) {
            continue;
        }
        let page = server.page(&target);
        // The interactive report is a page of its own, and leads nowhere.
        if !target.ends_with("/full") {
            open.extend(links(&page));
        }
        seen.push(target);
    }
    assert!(seen.iter().any(|target| target.contains("implementation=c.scan%40gcc-o3")), "{seen:?}");
    let report = server.page(&format!("/run/{id}"));
    for part in ["rust.split", "c.scan@gcc-o3", "Which way to count words", "first try", "Example 3000", "4 KiB"] {
        assert!(report.contains(part), "{part} in {report}");
    }
    // What was typed is not for every reader of a page.
    assert!(!report.contains("paragone run words") && !report.contains(&*example.path().to_string_lossy()));
    let list = server.page("/?suite=words&machine=5eed");
    assert!(list.contains(&id) && list.contains("1 to 2 of 2 runs"), "{list}");
    assert!(server.page("/?suite=hashes&machine=").contains("No run is like this"));
    drop(server);
    assert_eq!(std::fs::read(example.path()).unwrap(), before, "nothing is written");
}

#[test]
fn names_are_text_and_nothing_else() {
    let mut example = Example::new();
    example.machine.fingerprint = EVIL.into();
    example.machine.cpu = Some(EVIL.into());
    let contest = &mut example.plan.contests[0];
    (contest.suite, contest.benchmark, contest.question) = (EVIL.into(), EVIL.into(), EVIL.into());
    for comparison in &mut contest.comparisons {
        comparison.params = [(EVIL.to_owned(), EVIL.to_owned())].into();
    }
    let id = write_run(&example);
    example.store().set_note(&id, EVIL).unwrap();
    let other = write_run(&example);
    // No plan has such an implementation, but somebody's file may.
    let connection = rusqlite::Connection::open(example.path()).unwrap();
    connection.execute("UPDATE cell SET implementation = ?1 WHERE lane = 1", [EVIL]).unwrap();
    drop(connection);
    let server = TrialServer::of(&example);
    let mut open = vec!["/".to_owned(), format!("/run/{id}"), "/history".into(), format!("/compare?a={id}&b={other}")];
    let (mut seen, mut with_name) = (0, 0);
    let mut visited: Vec<String> = Vec::new();
    while let Some(target) = open.pop() {
        if target.starts_with('#') || visited.contains(&target) {
            continue;
        }
        let answer = server.get(&target);
        // The report's plan still has the name that was taken from the cells.
        let gone = target.contains("implementation=c.scan%40gcc-o3");
        assert_eq!(answer.status, if gone { 404 } else { 200 }, "{target}");
        assert!(answer.head.contains("default-src 'none'"));
        if target.ends_with("/full") {
            assert!(!answer.body.contains("<script>alert") && !answer.body.contains("<img src=x"), "{target}");
            assert!(answer.head.contains("content-security-policy: sandbox"), "{}", answer.head);
            continue;
        }
        let inside = answer.body.replace("<script src=\"/live.js\" defer></script>", "");
        assert!(!inside.contains("<script") && !inside.contains("<img"), "{target}: {inside}");
        with_name += usize::from(inside.contains("&lt;script&gt;alert(1)"));
        seen += 1;
        open.extend(links(&inside));
        visited.push(target);
    }
    assert!(seen >= 8 && with_name >= 6, "{with_name} of {seen}: {visited:?}");
    for target in
        ["/?suite=%3Cscript%3Ealert(1)", "/%3Cscript%3Ealert(1)", "/run/%3Cscript%3Ealert(1)", "/?%3Cscript%3E=1"]
    {
        let answer = server.get(target);
        assert!(!answer.body.contains("<script"), "{target}: {}", answer.body);
    }
}

#[test]
fn runs_stand_beside_each_other_and_names_stay_text() {
    let mut example = Example::new();
    let ids: Vec<String> = ["one", "one", EVIL]
        .into_iter()
        .map(|machine| {
            (example.machine.fingerprint, example.machine.cpu) = (machine.to_owned(), Some(machine.to_owned()));
            write_run(&example)
        })
        .collect();
    let before = std::fs::read(example.path()).unwrap();
    let server = TrialServer::of(&example);
    let page = server.page(&format!("/compare?a={}&b={}&c=&d={}", ids[0], ids[1], ids[2]));
    for part in [
        "<h2 id=\"machines-0\">words/count by machine</h2>",
        "<h2 id=\"moves-0\">words/count: B against A</h2>",
        "&lt;script&gt;alert(1)",
        "the table of machines has the last given",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    assert!(!page.contains("<script") && !page.contains("<img") && !page.contains("style=\""), "{page}");
    assert!(ids.iter().all(|id| page.contains(&format!("<a href=\"/run/{id}\">"))));
    assert!(server.page("/compare.css").contains(".compared td.none"));
    assert!(server.page("/compare").contains("C, if any"));
    drop(server);
    assert_eq!(std::fs::read(example.path()).unwrap(), before, "nothing is written");
}

#[test]
fn no_path_leads_to_a_file() {
    let example = Example::new();
    write_run(&example);
    let server = TrialServer::of(&example);
    let up = [
        "/../../etc/passwd",
        "/run/../../../etc/passwd",
        "/run/..%2f..%2f..%2fetc%2fpasswd",
        "/%2e%2e/%2e%2e/etc/passwd",
    ];
    let other = [
        "/run/runs.sqlite",
        "//etc/passwd",
        "/style.css/../runs.sqlite",
        "/run/%00",
        "/run/0123456789abcdef%00",
        "/..\\runs.sqlite",
    ];
    for target in up.iter().chain(&other) {
        let answer = server.get(target);
        assert!([400, 404].contains(&answer.status), "{target}: {}", answer.status);
        assert!(!answer.body.contains("root:") && !answer.body.contains("SQLite"), "{target}");
    }
}

#[test]
fn what_is_absent_or_unclear_is_said() {
    let example = Example::new();
    let server = TrialServer::of(&example);
    assert!(server.page("/").contains("There is no store yet"));
    assert!(!example.path().exists());
    let id = write_run(&example);
    for target in ["/run/0123456789abcdef", "/run/latest", "/run/0123456789abcdef/live", "/run/x/full", "/nowhere"] {
        assert_eq!(server.get(target).status, 404, "{target}");
    }
    assert_eq!(server.get(&format!("/compare?a={id}&b=0123456789abcdef")).status, 404);
    assert_eq!(server.get("/history?suite=nothing").status, 404);
    let unclear = [
        ("/?page=0", "counted from 1"),
        ("/?page=x", "invalid digit"),
        ("/?page=99999999999", "too large"),
        ("/?colour=red", "unknown field `colour`"),
        ("/?suite=a&suite=b", "duplicate field `suite`"),
        ("/compare?a=latest&b=latest", "16 hexadecimal digits"),
        ("/compare?a=0123456789abcdef", "choose both"),
        ("/compare?a=0123456789abcdef&b=0123456789abcdef", "choose runs that differ"),
        ("/history?benchmark=count", "together with its suite"),
        ("/history?suite=words&benchmark=count&size=64", "all of them"),
        ("/history?size=-1", "invalid digit"),
    ];
    for (target, told) in unclear {
        let answer = server.get(target);
        let text = answer.body.replace("&#39;", "'");
        assert!(answer.status == 400 && text.contains(told), "{target}: {} {text}", answer.status);
    }
    assert!(
        server.page("/?page=4000000000").contains("No run") || server.page("/?page=4000000000").contains("no runs")
    );
}

#[test]
fn others_may_not_ask_and_nobody_may_write() {
    let example = Example::new();
    write_run(&example);
    let server = TrialServer::of(&example);
    let with = |hosts: &str, target: &str| {
        server.raw(&format!("GET {target} HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n")).status
    };
    assert_eq!(with(&format!("Host: {}\r\n", server.address), "/"), 200);
    assert_eq!(with("Host: evil.example\r\n", "/"), 421);
    assert_eq!(with("Host: localhost.evil.example:8470\r\n", "/nowhere"), 421);
    assert_eq!(with("Host: localhost\r\n", "http://evil.example/"), 421);
    assert_eq!(with("", "/"), 400);
    assert_eq!(with("Host: localhost\r\nHost: evil.example\r\n", "/"), 400);
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"] {
        let answer = server.asked(method, "/");
        assert!(answer.status == 405 && answer.head.contains("allow: get, head"), "{method}: {}", answer.head);
    }
    let head = server.asked("HEAD", "/");
    assert_eq!((head.status, head.body.as_str()), (200, ""));
    for target in ["/", "/nowhere", "/style.css", "/?page=0"] {
        let head = server.get(target).head;
        for part in
            ["content-security-policy: default-src 'none'", "nosniff", "no-referrer", "no-store", "frame-ancestors"]
        {
            assert!(head.contains(part), "{target}: {part} in {head}");
        }
        assert!(!head.contains("access-control-allow"), "{head}");
    }
}

#[test]
fn a_damaged_store_tells_no_path() {
    let example = Example::new();
    std::fs::write(example.path(), "no store at all, but some text").unwrap();
    let server = TrialServer::of(&example);
    let answer = server.get("/");
    assert_eq!(answer.status, 500);
    assert!(!answer.body.contains("sqlite") && answer.body.contains("the terminal"), "{}", answer.body);
}

#[test]
fn a_crowd_is_answered_or_turned_away_and_the_silent_stop_nobody() {
    let example = Example::new();
    let id = write_run(&example);
    let server = TrialServer::of(&example);
    let silent: Vec<TcpStream> = (0..30).map(|_| server.connect()).collect();
    let mut slow = server.connect();
    slow.write_all(b"GET / HTTP/1.1\r\nHost: local").unwrap();
    let targets = ["/".to_owned(), format!("/run/{id}"), "/history?suite=words".into(), "/run/none".into()];
    let answers: Vec<u16> = std::thread::scope(|scope| {
        let crowd: Vec<_> = (0..24)
            .map(|place| {
                let (server, targets) = (&server, &targets);
                scope.spawn(move || (0..8).map(|turn| server.get(&targets[(place + turn) % 4]).status).collect())
            })
            .collect();
        crowd.into_iter().flat_map(|one| one.join().unwrap_or_else(|_| Vec::<u16>::new())).collect()
    });
    assert_eq!(answers.len(), 24 * 8);
    assert!(answers.iter().all(|status| [200, 404, 503].contains(status)), "{answers:?}");
    drop((silent, slow));
    assert!(server.page("/").contains(&id));
}

#[test]
fn a_long_head_is_refused() {
    let server = TrialServer::of(&Example::new());
    let long = "x".repeat(12_000);
    assert_eq!(server.get(&format!("/?suite={long}")).status, 200);
    let mut stream = server.connect();
    // The server may hang up before all of it is written.
    let _ = write!(stream, "GET /?suite={} HTTP/1.1\r\nHost: localhost\r\n\r\n", "x".repeat(200_000));
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    assert!(!bytes.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&bytes));
}

#[test]
fn a_run_under_way_is_followed_to_its_end() {
    let example = Example::new();
    let mut writer = example.begin();
    writer.hear(&Event::Block(block(0, 0))).unwrap();
    let id = writer.id().to_owned();
    let server = TrialServer::of(&example);
    assert!(server.page(&format!("/run/{id}")).contains("data-run"));
    let mut stream = server.connect();
    write!(stream, "GET /run/{id}/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").unwrap();
    let mut seen = String::new();
    let mut buffer = [0; 4096];
    while !seen.contains("\"word\":\"running\"") {
        let read = stream.read(&mut buffer).unwrap();
        assert_ne!(read, 0, "{seen}");
        seen += std::str::from_utf8(&buffer[..read]).unwrap();
    }
    writer.finish(RunState::Complete).unwrap();
    stream.read_to_string(&mut seen).unwrap();
    assert!(seen.contains("text/event-stream") && seen.contains("\"word\":\"complete\""), "{seen}");
    assert!(!server.page(&format!("/run/{id}")).contains("data-run"));
}
