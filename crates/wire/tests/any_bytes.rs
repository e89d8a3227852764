//! Whatever bytes come, and however they were cut: the decoder neither panics nor hoards, and what is
//! whole is understood the same way. What Paragone says forges no message.

use paragone_wire::{Decoder, Faulty, Greeting, Limits, Reply, Request, Served, VERSION};
use proptest::prelude::*;

const SMALL: Limits = Limits { line: 64, answer: 256, lines: 8 };

/// The most that a decoder may hold between two pushes: a reply's lines, and a whole answer.
const HOARD: usize = SMALL.line * (SMALL.lines + 1) + SMALL.answer;

fn cut(bytes: &[u8], cuts: &[usize]) -> Vec<Vec<u8>> {
    let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut % (bytes.len() + 1)).collect();
    cuts.extend([0, bytes.len()]);
    cuts.sort_unstable();
    cuts.windows(2).map(|pair| bytes[pair[0]..pair[1]].to_vec()).collect()
}

/// All replies up to the first fault, and that fault.
fn decoded(pieces: &[Vec<u8>], limits: Limits) -> (Vec<Reply>, Option<Faulty>, usize) {
    let mut decoder = Decoder::new(limits);
    let mut replies = Vec::new();
    for piece in pieces {
        decoder.push(piece);
        loop {
            match decoder.next_reply() {
                Ok(Some(reply)) => replies.push(reply),
                Ok(None) => break,
                Err(fault) => return (replies, Some(fault), decoder.pending()),
            }
        }
        assert!(decoder.pending() <= HOARD.max(piece.len()) || limits.line > SMALL.line);
    }
    (replies, None, decoder.pending())
}

/// Lines as a confused driver would write them.
fn any_line() -> impl Strategy<Value = Vec<u8>> {
    let word = prop::sample::select(vec![
        "paragone",
        "language",
        "runtime",
        "clock",
        "implementation",
        "ready",
        "ok",
        "answer",
        "reading",
        "time",
        "audit",
        "error",
        "",
        "nonsense",
    ]);
    let rest = prop_oneof![
        Just(Vec::new()),
        "( [0-9]{1,25}){1,3}".prop_map(String::into_bytes),
        "( -?[0-9a-zé.+]{0,9}){1,3}\r?".prop_map(String::into_bytes),
        prop::collection::vec(any::<u8>(), 0..80),
    ];
    (word, rest, any::<bool>()).prop_map(|(word, rest, ends)| {
        let end: &[u8] = if ends { b"\n" } else { b"" };
        [word.as_bytes(), &rest, end].concat()
    })
}

fn any_bytes() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        prop::collection::vec(any::<u8>(), 0..2000),
        prop::collection::vec(any_line(), 0..40).prop_map(|lines| lines.concat()),
    ]
}

fn served() -> impl Strategy<Value = Served> {
    let name = "[a-z0-9_+-]{1,12}";
    (name, name, any::<[bool; 2]>()).prop_map(|(benchmark, implementation, [reset, untimed_answer])| Served {
        benchmark,
        implementation,
        reset,
        untimed_answer,
    })
}

fn reply() -> impl Strategy<Value = Reply> {
    let name = "[a-z0-9_+-]{1,12}";
    let readings = prop::collection::vec((name, prop::num::f64::NORMAL), 0..4);
    let greeting = ("[a-z]{1,9}", "[ -~é]{1,30}", name, any::<u64>(), prop::collection::vec(served(), 0..6));
    prop_oneof![
        Just(Reply::Ok),
        prop::collection::vec(any::<u8>(), 0..500).prop_map(Reply::Answer),
        (any::<u64>(), any::<u64>(), readings).prop_map(|(wall_ns, cpu_ns, readings)| Reply::Time {
            wall_ns,
            cpu_ns,
            readings
        }),
        any::<u32>().prop_map(Reply::Audit),
        "[ -~é]{0,60}".prop_map(Reply::Error),
        greeting.prop_map(|(language, runtime, clock, resolution_ns, implementations)| {
            Reply::Greeting(Greeting { version: VERSION, language, runtime, clock, resolution_ns, implementations })
        }),
    ]
}

/// What a driver in order would write.
fn written(reply: &Reply) -> Vec<u8> {
    match reply {
        Reply::Ok => b"ok\n".to_vec(),
        Reply::Error(text) => format!("error {text}\n").into_bytes(),
        Reply::Audit(number) => format!("audit {number}\n").into_bytes(),
        Reply::Answer(bytes) => [format!("answer {}\n", bytes.len()).as_bytes(), bytes].concat(),
        Reply::Time { wall_ns, cpu_ns, readings } => {
            let readings: String = readings.iter().map(|(name, value)| format!("reading {name} {value}\n")).collect();
            format!("{readings}time {wall_ns} {cpu_ns}\n").into_bytes()
        }
        Reply::Greeting(greeting) => {
            let Greeting { version, language, runtime, clock, resolution_ns, implementations } = greeting;
            let line = |served: &Served| {
                let reset = if served.reset { " reset" } else { "" };
                let untimed = if served.untimed_answer { " untimed-answer" } else { "" };
                format!("implementation {} {}{reset}{untimed}\n", served.benchmark, served.implementation)
            };
            let lines: String = implementations.iter().map(line).collect();
            let head =
                format!("paragone {version}\nlanguage {language}\nruntime {runtime}\nclock {clock} {resolution_ns}");
            format!("{head}\n{lines}ready\n").into_bytes()
        }
    }
}

proptest! {
    #[test]
    fn any_bytes_in_any_cuts_are_borne(bytes in any_bytes(), cuts in prop::collection::vec(any::<usize>(), 0..30)) {
        let whole = decoded(std::slice::from_ref(&bytes), SMALL);
        let pieces = decoded(&cut(&bytes, &cuts), SMALL);
        prop_assert_eq!(whole.0, pieces.0);
        prop_assert_eq!(whole.1.is_some(), pieces.1.is_some());
    }

    #[test]
    fn whole_replies_are_understood_however_they_are_cut(
        replies in prop::collection::vec(reply(), 0..12),
        cuts in prop::collection::vec(any::<usize>(), 0..30),
    ) {
        let bytes: Vec<u8> = replies.iter().flat_map(written).collect();
        let (understood, fault, left) = decoded(&cut(&bytes, &cuts), Limits::default());
        prop_assert_eq!(understood, replies);
        prop_assert_eq!((fault, left), (None, 0));
    }

    #[test]
    fn a_length_beyond_the_limit_is_refused_before_its_bytes(length in 257_u128..) {
        let (_, fault, _) = decoded(&[format!("answer {length}\n").into_bytes()], SMALL);
        let refused = matches!(fault, Some(Faulty::LongAnswer { .. } | Faulty::LongLine(_)));
        prop_assert!(refused, "{:?}", fault);
    }

    #[test]
    fn what_the_lab_says_is_as_many_lines_as_it_means(
        benchmark in ".{0,12}", implementation in "[a-z]{1,9}",
        inputs in prop::collection::vec("[ -~é\n\r\0]{0,20}", 0..3),
        params in prop::collection::vec(("[a-z \n]{0,5}", "[ -~\n\r]{0,9}"), 0..3),
    ) {
        let lines = 2 + inputs.len() + params.len();
        let clean = |text: &String| !text.contains(['\n', '\r', '\0']);
        let word = |text: &String| !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c.is_control());
        let sound = word(&benchmark) && inputs.iter().all(clean)
            && params.iter().all(|(name, value)| word(name) && clean(value));
        let request = Request::Prepare { benchmark, implementation, inputs, params };
        match request.encode() {
            Ok(bytes) => {
                prop_assert!(sound);
                prop_assert_eq!(bytes.iter().filter(|&&byte| byte == b'\n').count(), lines);
                prop_assert!(!bytes.contains(&b'\r') && bytes.ends_with(b"end\n"));
            }
            Err(_) => prop_assert!(!sound),
        }
    }
}

#[test]
fn lines_and_answers_without_end_are_cut_off() {
    let endless = |start: &[u8], byte: u8| {
        let mut decoder = Decoder::new(SMALL);
        decoder.push(start);
        let asked = (0..1000).map(|_| {
            decoder.push(&[byte; 16]);
            (decoder.next_reply(), decoder.pending())
        });
        asked.take_while(|(reply, _)| matches!(reply, Ok(None))).map(|(_, pending)| pending).collect::<Vec<_>>()
    };
    assert!(endless(b"runtime ", b'x').into_iter().all(|pending| pending < SMALL.line));
    assert!(endless(b"", b'x').into_iter().all(|pending| pending < SMALL.line));
    assert!(endless(b"answer 256\n", b'x').len() == 256 / 16 - 1);
    let many = b"reading a 1\n".repeat(9);
    assert_eq!(decoded(&[many], SMALL).1, Some(Faulty::ManyLines(SMALL.lines)));
}

#[test]
fn a_line_that_the_driver_need_not_read_is_not_sent() {
    let prepare = |length: usize| {
        let inputs = vec!["x".repeat(length)];
        Request::Prepare { benchmark: "b".into(), implementation: "i".into(), inputs, params: vec![] }.encode()
    };
    assert!(prepare(4096 - "input \n".len()).is_ok());
    let many = |count: usize| {
        let inputs = vec!["x".to_owned(); count];
        Request::Prepare { benchmark: "b".into(), implementation: "i".into(), inputs, params: vec![] }.encode()
    };
    assert!(many(4096).is_ok() && many(4097).is_err());
    assert!(prepare(4096 - "input \n".len() + 1).unwrap_err().contains("4096 is the most"));
}

#[test]
fn an_error_is_understood_even_when_its_text_is_broken() {
    let (replies, fault, _) = decoded(&[b"error caf\xe9 \x1b[31mred\n".to_vec()], SMALL);
    assert_eq!((replies, fault), (vec![Reply::Error("caf\u{fffd}  [31mred".to_owned())], None));
}

#[test]
fn a_number_has_no_sign() {
    for line in ["answer +1\n", "answer -0\n", "time +1 1\n", "time 1 \n", "paragone +1\n", "answer \n"] {
        assert!(decoded(&[line.as_bytes().to_vec()], SMALL).1.is_some(), "{line}");
    }
}
