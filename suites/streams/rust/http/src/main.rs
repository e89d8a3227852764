//! The sum of what a server has, in Rust: by a client that blocks (ureq) and by one that does not (reqwest).
//!
//! In: an address; out: the sum modulo 256 of the body. Clients are set up once and keep their connection.

use std::io::{BufReader, Read};
use std::time::Duration;

use futures_util::StreamExt;
use paragone_sdk::Driver;
use adding::{added, buffer, text};
use tokio::runtime::{Builder, Runtime};
use ureq::Agent;

fn main() {
    let mut driver = Driver::new();
    driver.bench("http", "ureq-chunks", |cell| {
        let (mut buffer, agent) = (buffer(cell), agent());
        move |address| {
            let mut body = body(&agent, address);
            let mut sum = 0u8;
            loop {
                match body.read(&mut buffer).expect("the body can be read") {
                    0 => return u64::from(sum),
                    count => sum = sum.wrapping_add(added(&buffer[..count])),
                }
            }
        }
    });
    driver.bench("http", "ureq-whole", |_| {
        let agent = agent();
        move |address| {
            let mut whole = Vec::new();
            body(&agent, address).read_to_end(&mut whole).expect("the body can be read");
            u64::from(added(&whole))
        }
    });
    driver.bench("http", "ureq-bytes", |_| {
        let agent = agent();
        move |address| {
            let bytes = BufReader::new(body(&agent, address)).bytes();
            u64::from(bytes.fold(0u8, |sum, byte| sum.wrapping_add(byte.expect("the body can be read"))))
        }
    });
    driver.bench("http", "reqwest-whole", |_| {
        let (runtime, client) = asynchronous();
        move |address| {
            runtime.block_on(async {
                let whole = answer(&client, address).await.bytes().await.expect("the body can be read");
                u64::from(added(&whole))
            })
        }
    });
    driver.bench("http", "reqwest-chunks", |_| {
        let (runtime, client) = asynchronous();
        move |address| {
            runtime.block_on(async {
                let mut pieces = answer(&client, address).await.bytes_stream();
                let mut sum = 0u8;
                while let Some(piece) = pieces.next().await {
                    sum = sum.wrapping_add(added(&piece.expect("the body can be read")));
                }
                u64::from(sum)
            })
        }
    });
    driver.serve()
}

fn agent() -> Agent {
    Agent::config_builder().timeout_global(Some(Duration::from_secs(60))).build().into()
}

fn body(agent: &Agent, address: &[u8]) -> impl Read + use<> {
    agent.get(text(address)).call().expect("the server answers").into_body().into_reader()
}

fn asynchronous() -> (Runtime, reqwest::Client) {
    (Builder::new_current_thread().enable_all().build().expect("a runtime"), reqwest::Client::new())
}

async fn answer(client: &reqwest::Client, address: &[u8]) -> reqwest::Response {
    let answer = client.get(text(address)).send().await.expect("the server answers");
    answer.error_for_status().expect("the server has it")
}
