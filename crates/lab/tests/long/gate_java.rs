//! `paragone gate` on a Maven project whose benchmarks are JMH's.

use std::process::{Command, Stdio};

use serde_json::Value;

use crate::fixtures::inside;
use crate::lab::Lab;
use crate::revised::{edit, git};

/// Of the whole project, and of its two modules, of which one needs the other.
const PROJECT: &str = "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><modelVersion>4.0.0</modelVersion>
<groupId>org.example</groupId><artifactId>sums</artifactId><version>1-SNAPSHOT</version><packaging>pom</packaging>
<modules><module>core</module><module>benchmarks</module></modules>
<properties><maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target>
<project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties></project>
";

fn module(name: &str, dependencies: &[[&str; 3]]) -> String {
    let one = |[group, name, version]: &[&str; 3]| {
        format!(
            "<dependency><groupId>{group}</groupId><artifactId>{name}</artifactId><version>{version}</version></dependency>"
        )
    };
    format!(
        "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><modelVersion>4.0.0</modelVersion>
<parent><groupId>org.example</groupId><artifactId>sums</artifactId><version>1-SNAPSHOT</version></parent>
<artifactId>{name}</artifactId><dependencies>{}</dependencies></project>",
        dependencies.iter().map(one).collect::<String>()
    )
}

const NEEDED: [[&str; 3]; 3] = [
    ["org.example", "core", "1-SNAPSHOT"],
    ["org.openjdk.jmh", "jmh-core", "1.37"],
    ["org.openjdk.jmh", "jmh-generator-annprocess", "1.37"],
];

const SUMS: &str = "package org.example;

public final class Sums {
    public static int add(int[] values) {
        int total = 0;
        for (int value : values) {
            total += value;
        }
        return total;
    }
}
";

const BENCHMARKS: &str = "package org.example;

import org.openjdk.jmh.annotations.*;

@State(Scope.Benchmark)
public class SumsBenchmark {
    @Param({\"100\", \"1000\"})
    int size;
    int[] values;

    @Setup
    public void fill() {
        values = new int[size];
    }

    @Benchmark
    public int add() {
        return Sums.add(values);
    }

    @Benchmark
    public int fails() {
        return values[size];
    }
}
";

/// Whether there is a Maven that gets what it needs; else a line that says so.
fn has_maven(lab: &Lab) -> bool {
    let mut command = Command::new("mvn");
    command
        .args(["--batch-mode", "--quiet", "test-compile", "dependency:build-classpath"])
        .current_dir(lab.path("repository"));
    let is_there = command.stdin(Stdio::null()).stdout(Stdio::null()).status().is_ok_and(|status| status.success());
    if !is_there {
        let is_demanded = std::env::var("PARAGONE_ALL_LANGUAGES").is_ok_and(|value| !value.is_empty());
        assert!(!is_demanded, "Maven cannot build here");
        eprintln!("skipped: Maven cannot build here");
    }
    is_there
}

#[test]
fn a_comment_is_silent_and_what_changed_is_measured() {
    let lab = Lab::new();
    lab.write("repository/pom.xml", PROJECT);
    lab.write("repository/core/pom.xml", &module("core", &[]));
    lab.write("repository/benchmarks/pom.xml", &module("benchmarks", &NEEDED));
    lab.write("repository/.gitignore", "target\n");
    lab.write("repository/core/src/main/java/org/example/Sums.java", SUMS);
    lab.write("repository/benchmarks/src/main/java/org/example/SumsBenchmark.java", BENCHMARKS);
    if !has_maven(&lab) {
        return;
    }
    let folder = lab.path("repository");
    git(&folder, &["init", "--quiet"]);
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "--quiet", "-m", "as it was"]);
    // The project lies above.
    let listed = inside(&lab, "repository/benchmarks", &["gate", "--against", "HEAD", "--quiet", "--list"]);
    let expected: Vec<String> = ["add", "fails"]
        .iter()
        .flat_map(|method| [("100", method), ("1000", method)])
        .map(|(size, method)| {
            format!("repository/sumsbenchmark-{method}-size-{size}  org.example.SumsBenchmark.{method} size={size}\n")
        })
        .collect();
    assert_eq!(listed.out, expected.concat(), "{listed:#?}");
    let source = folder.join("core/src/main/java/org/example/Sums.java");
    edit(&source, |text| format!("// A comment.\n{text}"));
    let same = inside(&lab, "repository", &["gate", "--against", "HEAD", "--quiet"]);
    assert_eq!(same.code, Some(0), "{same:#?}");
    assert!(same.out.contains("the same code as at HEAD: nothing to measure"), "{}", same.out);
    edit(&source, |text| {
        text.replace(
            "return total;",
            "return total + (values.length > 1 ? add(java.util.Arrays.copyOf(values, values.length - 1)) * 0 : 0);",
        )
    });
    let words =
        ["gate", "--against", "HEAD", "--quiet", "*.add size=100", "*.fails size=100", "--total", "40s", "--json"];
    let measured = inside(&lab, "repository", &words);
    let report: Value = serde_json::from_str(&measured.out).unwrap();
    let contests = report["findings"]["contests"].as_array().unwrap();
    let rows = contests[0]["comparisons"][0]["rows"].as_array().unwrap();
    let typical = |row: usize| rows[row]["times"]["p50"].as_f64().unwrap();
    assert!(typical(1) > typical(0) * 3.0, "{rows:#?}");
    let why = "java.lang.ArrayIndexOutOfBoundsException: Index 100 out of bounds for length 100";
    assert!(contests[1].to_string().contains(why), "{:#}", contests[1]);
    let status = Command::new("git").arg("-C").arg(&folder).args(["status", "--porcelain"]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&status.stdout), " M core/src/main/java/org/example/Sums.java\n");
}
