//! The drivers that `sdk/README.md` shows: they compile, and they do what the page says.
//!
//! In: the page's fenced code; out: a conversation with what was built from it.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use paragone_wire::digest;

use crate::DEADLINE;
use crate::drivers::{by_mono, compiled_swift, folder, go_build, java_program, root, run, with_gnustep};
use crate::interpreted::{javascript_driver, python_driver};
use crate::missing::skip;
use crate::play::play;
use crate::transcript::read;

fn code(language: &str) -> String {
    let page = fs::read_to_string(root().join("sdk/README.md")).expect("the page is there");
    let (_, rest) = page.split_once(&format!("\n```{language}\n")).expect("the page has an example");
    rest.split("\n```\n").next().unwrap_or_default().to_owned() + "\n"
}

/// How languages write 4 and 0 where they are numbers with a fraction.
const PLAIN: [&str; 2] = ["4", "0"];
const SHORT: [&str; 2] = ["4.0", "0.0"];
const LONG: [&str; 2] = ["4.000000000", "0.000000000"];

/// `of_page` is what the page's reading looks like of a page of four bytes, and of none: as the language writes numbers.
fn converse(mut driver: Command, fill: &str, sort: &str, of_page: [&str; 2]) {
    let [four, none] = of_page;
    driver.current_dir(folder());
    // What the page's drivers do not tell, some runtimes do.
    let timed = "driver * reading gc <text>\ndriver * reading allocated <text>\ndriver < time <number> <number>\n";
    let sums = digest([266_u64, 5].repeat(500).iter().map(|sum| sum.to_le_bytes()));
    let fills = digest([[0_u8; 0]; 1000]);
    let sorts = digest([4_u64.to_le_bytes(); 1000]);
    let text = format!(
        "file A hex:030102ff\nfile B hex:\nlab > paragone 2\ndriver < paragone 2\ndriver < language <word>\n\
         driver < runtime <text>\ndriver < clock <word> <number>\ndriver < implementation sum loop\n\
         driver < implementation fill {fill}\ndriver < implementation sort {sort} reset\ndriver < ready\n\
         lab > prepare sum loop\nlab > end\ndriver < error <text>\n\
         lab > prepare sum loop\nlab > input {{A}}\nlab > input {{B}}\nlab > param start 5\nlab > end\ndriver < ok\n\
         lab > answer 0\ndriver < answer 8\ndriver bytes hex:0a01000000000000\n\
         lab > time 1000\n{timed}lab > last\ndriver < answer 8\ndriver bytes hex:0500000000000000\n\
         lab > audit 1000\ndriver < audit {sums}\n\
         lab > prepare fill {fill}\nlab > input {{A}}\nlab > input {{B}}\nlab > end\ndriver < ok\n\
         lab > answer 1\ndriver < answer 0\n\
         lab > time 2\ndriver < reading page {none}\n{timed}lab > time 1\ndriver < reading page {four}\n{timed}\
         lab > audit 1000\ndriver < audit {fills}\n\
         lab > time 1000\ndriver < reading page {none}\n{timed}lab > time 999\ndriver < reading page {four}\n{timed}\
         lab > prepare sort {sort}\nlab > input {{A}}\nlab > end\ndriver < ok\n\
         lab > time 1000\n{timed}lab > last\ndriver < answer 8\ndriver bytes hex:0400000000000000\n\
         lab > audit 1000\ndriver < audit {sorts}\n\
         lab > quit\ndriver exits 0\n"
    );
    play(&read("sdk/README.md", &text, &[]), driver, DEADLINE).unwrap_or_else(|fault| panic!("{fault}"));
}

#[test]
fn the_rust_driver_of_the_page_works() {
    let package = folder().join("readme-driver");
    fs::create_dir_all(package.join("src")).expect("the tests' folder can be written");
    let manifest = format!(
        "[package]\nname = \"readme-driver\"\nedition = \"2024\"\n\n[dependencies]\n\
         paragone-sdk = {{ path = '{}' }}\n\n[workspace]\n",
        root().join("sdk/rust").display()
    );
    fs::write(package.join("Cargo.toml"), manifest).expect("the tests' folder can be written");
    fs::write(package.join("src/main.rs"), code("rust")).expect("the tests' folder can be written");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(&package).args(["build", "--quiet", "--offline", "--target-dir", "target"]);
    run(cargo.env("RUSTFLAGS", "-D warnings"));
    converse(Command::new(package.join("target/debug/readme-driver")), "vec", "unstable", PLAIN);
}

#[test]
fn the_c_driver_of_the_page_works() {
    let (source, program) = (folder().join("readme-driver.c"), folder().join("readme-driver-c"));
    fs::write(&source, code("c")).expect("the tests' folder can be written");
    let mut cc = Command::new("cc");
    cc.args(["-O3", "-Wall", "-Wextra", "-Werror", "-I"]).arg(root().join("sdk/c")).arg(&source);
    run(cc.arg(root().join("sdk/c/paragone.c")).arg("-o").arg(&program));
    converse(Command::new(program), "malloc", "qsort", LONG);
}

#[test]
fn the_cpp_driver_of_the_page_works() {
    if Command::new("c++").arg("--version").output().is_err() {
        return skip("cpp", "C++ compiler `c++`");
    }
    let (source, program, sdk) = (written("cpp", "cpp"), folder().join("readme-driver-cpp"), root().join("sdk"));
    let mut compiler = Command::new("c++");
    compiler.args(["-std=c++17", "-O3", "-Wall", "-Wextra", "-Werror", "-I"]).arg(sdk.join("c"));
    compiler.arg("-I").arg(sdk.join("cpp")).args(["-x", "c++"]).arg(source).arg(sdk.join("c/paragone.c"));
    run(compiler.arg("-o").arg(&program));
    converse(Command::new(program), "vector", "std", LONG);
}

#[test]
fn the_objective_c_driver_of_the_page_works() {
    match with_gnustep(&written("objc", "m"), "readme-driver-objc") {
        Some(program) => converse(Command::new(program), "data", "array", LONG),
        None => skip("objc", "GNUstep (`gnustep-config`, `gcc`)"),
    }
}

#[test]
fn the_python_driver_of_the_page_works() {
    match python_driver("readme-driver-python", &written("python", "py")) {
        Some(driver) => converse(Command::new(driver), "bytearray", "in-place", PLAIN),
        None => skip("python", "interpreter `python3`"),
    }
}

#[test]
fn the_csharp_driver_of_the_page_works() {
    match by_mono(&written("csharp", "cs"), "readme-driver-csharp") {
        Some(program) => converse(Command::new(program), "array", "array", PLAIN),
        None => skip("csharp", "Mono (`mcs`, `mono`)"),
    }
}

#[test]
fn the_javascript_driver_of_the_page_works() {
    let source = written("javascript", "mjs");
    fs::copy(root().join("sdk/javascript/paragone.mjs"), folder().join("paragone.mjs")).expect("the SDK is there");
    match javascript_driver("readme-driver-javascript", &source) {
        Some(driver) => converse(Command::new(driver), "array", "in-place", PLAIN),
        None => skip("javascript", "interpreter `node`"),
    }
}

#[test]
fn the_swift_driver_of_the_page_works() {
    let source = folder().join("readme-driver-swift").join("main.swift");
    fs::create_dir_all(source.parent().expect("it is in a folder")).expect("the tests' folder can be written");
    fs::write(&source, code("swift")).expect("the tests' folder can be written");
    let Some(program) = compiled_swift(&["-O", "-wmo", "-warnings-as-errors"], &source, "readme-driver-swift/driver")
    else {
        return skip("swift", "compiler `swiftc`");
    };
    converse(Command::new(program), "array", "standard", SHORT);
}

#[test]
fn the_go_driver_of_the_page_works() {
    let (module, program) = (folder().join("readme-driver-go"), folder().join("readme-driver-of-go"));
    fs::create_dir_all(&module).expect("the tests' folder can be written");
    let manifest = format!(
        "module driver\n\ngo 1.21\n\nrequire paragone.dev/sdk v0.0.0\n\nreplace paragone.dev/sdk => {}\n",
        root().join("sdk/go").display()
    );
    fs::write(module.join("go.mod"), manifest).expect("the tests' folder can be written");
    fs::write(module.join("main.go"), code("go")).expect("the tests' folder can be written");
    if go_build(&module, &program, ".") {
        converse(Command::new(program), "make", "slices", PLAIN);
    } else {
        skip("go", "`go`");
    }
}

#[test]
fn the_java_driver_of_the_page_works() {
    let package = folder().join("readme-driver-of-java");
    fs::create_dir_all(&package).expect("the tests' folder can be written");
    let source = package.join("Main.java");
    fs::write(&source, code("java")).expect("the tests' folder can be written");
    match java_program("readme-driver-java", &source, "Main") {
        Some(program) => converse(Command::new(program), "array", "arrays", SHORT),
        None => skip("java", "`javac`"),
    }
}

/// The page's example as a file.
fn written(language: &str, ending: &str) -> PathBuf {
    let source = folder().join(format!("readme-driver.{ending}"));
    fs::write(&source, code(language)).expect("the tests' folder can be written");
    source
}
