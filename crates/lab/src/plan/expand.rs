//! From what was chosen and wished to the starting plan: contests, their lanes and comparisons.
//!
//! It starts and looks for nothing: what is available here, it is told.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{
    Benchmark, CommandSpec, Comparison, Contest, DriverSpec, Given, ImplementationId, InputKind, Lane, Mode, Params,
    Plan, SizeFrom, Suite,
};
use crate::plan::against::{against_itself, lanes_beside};
use crate::plan::params;
use crate::plan::wishes::Wishes;
use crate::suite::{Chosen, Implementation, did_you_mean_or, implementations, named, what_there_is};

/// A plan, and what the asker should know about how it came to be.
#[derive(Clone, Debug)]
pub struct Expanded {
    pub plan: Plan,
    pub notices: Vec<String>,
}

/// Makes the plan. `available` says which implementations can be built here; the others take no
/// part, and whoever knows why tells the asker.
pub fn expand(
    suites: &[Suite],
    chosen: &[Chosen],
    wishes: &Wishes,
    available: &dyn Fn(&Suite, &Implementation) -> bool,
) -> Result<Expanded, String> {
    let mut notices = Vec::new();
    if let Some(wanted) = &wishes.baseline {
        check_baseline(wanted, suites, chosen)?;
    }
    let benchmarks = chosen.iter().map(|chosen| &suites[chosen.suite].benchmarks[chosen.benchmark]);
    params::check(wishes, &benchmarks.collect::<Vec<_>>())?;
    let mut contests = Vec::new();
    for chosen in chosen {
        let suite = &suites[chosen.suite];
        let benchmark = &suite.benchmarks[chosen.benchmark];
        let name = format!("{}/{}", suite.name, benchmark.name);
        if let Some(wanted) = &wishes.baseline {
            // Whoever names a baseline wants to know about that one, not about another in its place.
            let all = implementations(suite, &benchmark.name);
            if named(&all, wanted).is_some_and(|one| !available(suite, one)) {
                return Err(format!("{name}: the baseline `{wanted}` cannot be built here; `paragone list` says why"));
            }
        }
        let comparisons = comparisons(benchmark, wishes);
        if comparisons.is_empty() {
            notices.push(format!("{name}: left out, it has sizes for --full alone; --sizes takes others"));
            continue;
        }
        let lanes = match wishes.against.get(&suite.name) {
            Some(commit) => against_itself(suite, chosen, commit, available),
            None => {
                let lanes = lanes(suite, benchmark, chosen, wishes, available, &mut notices);
                lanes.map(|lanes| params::across_lanes(lanes, benchmark, wishes, &mut notices)).into_iter().collect()
            }
        };
        if lanes.is_empty() {
            notices.push(format!("{name}: left out, none of its implementations that were chosen can be built here"));
        }
        contests.extend(lanes.into_iter().map(|lanes| Contest {
            question: benchmark.question.clone(),
            budget_s: own_budget(benchmark, wishes),
            commands: commands(suite, benchmark),
            trials: benchmark.trials.clone(),
            // Beside itself as it was, an implementation has nobody else in its contest.
            intervention: benchmark.intervention.clone().filter(|_| !wishes.against.contains_key(&suite.name)),
            server: match &benchmark.given {
                Given::Address(server) => Some(server.clone()),
                Given::Bytes | Given::Path => None,
            },
            ..Contest::new(&suite.name, &benchmark.name, benchmark.unit.clone(), lanes, comparisons.clone())
        }));
    }
    if contests.is_empty() {
        let why = if notices.is_empty() { "no benchmark was chosen".to_owned() } else { notices.join("; ") };
        return Err(format!("nothing to measure: {why}"));
    }
    let suites = contests.iter().map(|contest| &contest.suite).collect::<BTreeSet<_>>().len();
    let total_s = wishes.total_s.unwrap_or(Plan::TOTAL_S * suites as f64);
    Ok(Expanded { plan: Plan { total_s, contests, ..wishes.plan.clone() }, notices })
}

/// A baseline that no chosen benchmark has is a slip of the pen.
fn check_baseline(wanted: &ImplementationId, suites: &[Suite], chosen: &[Chosen]) -> Result<(), String> {
    let mut names = Vec::new();
    for chosen in chosen {
        let suite = &suites[chosen.suite];
        let all = implementations(suite, &suite.benchmarks[chosen.benchmark].name);
        if named(&all, wanted).is_some() {
            return Ok(());
        }
        names.extend(all.into_iter().map(|one| one.id.to_string()));
    }
    let hint = did_you_mean_or(&wanted.to_string(), names.iter().map(String::as_str), what_there_is);
    Err(format!("no benchmark that was chosen has the baseline `{wanted}`{hint}"))
}

fn own_budget(benchmark: &Benchmark, wishes: &Wishes) -> Option<f64> {
    let own = match wishes.plan.mode {
        Mode::Quick => benchmark.budgets.quick_s,
        Mode::Standard | Mode::Fresh | Mode::Imported => benchmark.budgets.standard_s,
    };
    own.filter(|_| wishes.own_budgets)
}

/// The whole commands among a benchmark's implementations. Where the input is a number, that is the size.
fn commands(suite: &Suite, benchmark: &Benchmark) -> BTreeMap<String, CommandSpec> {
    let size_from = match benchmark.input {
        InputKind::Number => SizeFrom::Number,
        _ => SizeFrom::Length,
    };
    let serves = |spec: &DriverSpec, name: &str| {
        spec.implements.iter().any(|(of, served)| *of == benchmark.name && served == name)
    };
    let of = |spec: &DriverSpec| {
        let served = spec.commands.iter().filter(|(name, _)| serves(spec, name));
        served.map(|(name, command)| (name.clone(), CommandSpec { size_from, ..command.clone() })).collect::<Vec<_>>()
    };
    suite.drivers.iter().flat_map(of).collect()
}

/// The baseline first, then the others as they are declared, then the baseline's clone.
fn lanes(
    suite: &Suite,
    benchmark: &Benchmark,
    chosen: &Chosen,
    wishes: &Wishes,
    available: &dyn Fn(&Suite, &Implementation) -> bool,
    notices: &mut Vec<String>,
) -> Option<Vec<Lane>> {
    let all = implementations(suite, &benchmark.name);
    let wished = wishes.baseline.as_ref().and_then(|id| named(&all, id));
    // A baseline that was asked for takes part, whatever else was chosen.
    let takes_part = |one: &&Implementation| chosen.implementations.contains(one) || wished == Some(*one);
    let here = all.iter().filter(takes_part).filter(|one| available(suite, one));
    let mut ids: Vec<&ImplementationId> = here.map(|one| &one.id).collect();
    let first = *ids.first()?;
    let wanted = wished.map(|one| &one.id).or(benchmark.baseline.as_ref());
    let baseline = wanted.filter(|wanted| ids.contains(wanted)).unwrap_or(first);
    if let Some(wanted) = wanted.filter(|wanted| *wanted != baseline) {
        // Nobody looked for a driver that was not asked for.
        let why = match chosen.implementations.iter().any(|one| one.id == *wanted) {
            true => "cannot be built here",
            false => "was not chosen",
        };
        notices.push(format!(
            "{}/{}: the baseline `{wanted}` {why}, so `{first}` takes its place",
            suite.name, benchmark.name
        ));
    }
    ids.retain(|id| *id != baseline);
    Some(lanes_beside(baseline, &ids))
}

fn comparisons(benchmark: &Benchmark, wishes: &Wishes) -> Vec<Comparison> {
    let own = if wishes.full { &benchmark.sizes.full } else { &benchmark.sizes.short };
    let sizes = wishes.sizes.as_ref().unwrap_or(own);
    let sets = params::sets(benchmark, wishes);
    let at = |params| sizes.iter().map(move |&size| Comparison { params: Params::clone(params), size });
    sets.iter().flat_map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{AnswerRule, Budgets, Build, DriverSpec, InputKind, Needs, Role, Sizes, Throughput};
    use crate::suite::Selection;

    impl Default for Wishes {
        fn default() -> Wishes {
            Wishes {
                plan: Plan::new(1, Mode::Standard, Vec::new()),
                own_budgets: true,
                total_s: None,
                full: false,
                sizes: None,
                baseline: None,
                against: BTreeMap::new(),
                params: Vec::new(),
                across: None,
            }
        }
    }

    fn suite() -> Suite {
        let params = ["1", "6"].map(|level| [("level".to_owned(), level.to_owned())].into());
        let benchmark = Benchmark {
            name: "pack".to_owned(),
            question: "?".to_owned(),
            input: InputKind::Zeros,
            given: Given::Bytes,
            sizes: Sizes { short: vec![8, 64], full: vec![1, 2, 3] },
            params: params.to_vec(),
            fixed: Params::new(),
            unit: Throughput::of("byte"),
            answer: AnswerRule { vectors: Vec::new(), reference: None },
            baseline: Some("c.b@two".parse().unwrap()),
            budgets: Budgets { quick_s: Some(4.0), standard_s: None },
            trials: None,
            intervention: None,
        };
        let build = |name: &str| Build { name: Some(name.to_owned()), ..Build::default() };
        let driver = DriverSpec {
            language: "c".to_owned(),
            name: "pack".to_owned(),
            sources: Vec::new(),
            manifest: None,
            needs: Needs::default(),
            builds: vec![build("one"), build("two")],
            implements: ["a", "b"].map(|name| ("pack".to_owned(), name.to_owned())).to_vec(),
            cores: Default::default(),
            commands: Vec::new(),
            functions: Vec::new(),
        };
        Suite { benchmarks: vec![benchmark], drivers: vec![driver], ..Suite::new("packs", "packs".into()) }
    }

    fn planned(globs: Option<&str>, wishes: &Wishes, missing: &str) -> Result<Expanded, String> {
        let suites = [suite()];
        let chosen = Selection::parse(&[], globs).unwrap().choose(&suites).unwrap();
        expand(&suites, &chosen, wishes, &|_, one| one.id.to_string() != missing)
    }

    fn names(expanded: &Expanded) -> Vec<String> {
        expanded.plan.contests[0].lanes.iter().map(|lane| lane.implementation.to_string()).collect()
    }

    #[test]
    fn the_baseline_comes_first_and_its_clone_last() {
        let expanded = planned(None, &Wishes::default(), "").unwrap();
        assert_eq!(names(&expanded), ["c.b@two", "c.a@one", "c.a@two", "c.b@one", "c.b@two"]);
        let contest = &expanded.plan.contests[0];
        assert_eq!(contest.lanes[0].role, Role::Baseline);
        assert_eq!(contest.clone_lane(), Some(4));
        assert_eq!(contest.contenders().collect::<Vec<usize>>(), [1, 2, 3]);
        assert!(expanded.notices.is_empty());
    }

    #[test]
    fn comparisons_are_parameters_times_sizes() {
        let sizes = |wishes: &Wishes| -> Vec<(String, u64)> {
            let plan = planned(None, wishes, "").unwrap().plan;
            plan.contests[0].comparisons.iter().map(|one| (one.params["level"].clone(), one.size)).collect()
        };
        let pairs = |sizes: &[u64]| -> Vec<(String, u64)> {
            ["1", "6"].iter().flat_map(|level| sizes.iter().map(|&size| (level.to_string(), size))).collect()
        };
        assert_eq!(sizes(&Wishes::default()), pairs(&[8, 64]));
        assert_eq!(sizes(&Wishes { full: true, ..Wishes::default() }), pairs(&[1, 2, 3]));
        assert_eq!(sizes(&Wishes { sizes: Some(vec![9]), ..Wishes::default() }), pairs(&[9]));
    }

    #[test]
    fn a_budget_of_its_own_holds_in_its_mode_and_where_nobody_names_one() {
        let budget = |mode, own_budgets| {
            let asked = Plan { budget_s: 9.0, ..Plan::new(1, mode, Vec::new()) };
            let wishes = Wishes { plan: asked, own_budgets, ..Wishes::default() };
            let plan = planned(None, &wishes, "").unwrap().plan;
            plan.budget_of(&plan.contests[0])
        };
        assert_eq!(budget(Mode::Quick, true), 4.0);
        assert_eq!(budget(Mode::Standard, true), 9.0);
        assert_eq!(budget(Mode::Quick, false), 9.0);
    }

    #[test]
    fn each_suite_brings_its_time_unless_somebody_names_one() {
        let suites = [suite(), Suite { name: "more".to_owned(), ..suite() }];
        let chosen = Selection::parse(&[], None).unwrap().choose(&suites).unwrap();
        let total =
            |chosen: &[Chosen], wishes: &Wishes| expand(&suites, chosen, wishes, &|_, _| true).unwrap().plan.total_s;
        assert_eq!(total(&chosen[..1], &Wishes::default()), 600.0);
        assert_eq!(total(&chosen, &Wishes::default()), 1200.0);
        assert_eq!(total(&chosen, &Wishes { total_s: Some(60.0), ..Wishes::default() }), 60.0);
    }

    #[test]
    fn without_short_sizes_it_is_for_full() {
        let mut suites = [suite()];
        suites[0].benchmarks[0].sizes.short.clear();
        let chosen = Selection::parse(&[], None).unwrap().choose(&suites).unwrap();
        let planned = |wishes: &Wishes| expand(&suites, &chosen, wishes, &|_, _| true);
        let err = planned(&Wishes::default()).unwrap_err();
        assert!(err.contains("packs/pack: left out, it has sizes for --full alone"), "{err}");
        assert_eq!(planned(&Wishes { full: true, ..Wishes::default() }).unwrap().plan.contests.len(), 1);
    }

    #[test]
    fn another_baseline_is_taken_where_it_must_or_should_be() {
        let expanded = planned(None, &Wishes::default(), "c.b@two").unwrap();
        assert_eq!(names(&expanded)[0], "c.a@one");
        assert!(expanded.notices[0].contains("`c.b@two` cannot be built here, so `c.a@one`"));
        let expanded = planned(Some("c.a"), &Wishes::default(), "").unwrap();
        assert_eq!(names(&expanded), ["c.a@one", "c.a@two", "c.a@one"]);
        assert!(expanded.notices[0].contains("was not chosen"));
        let expanded = planned(Some("c.a"), &Wishes::default(), "c.b@two").unwrap();
        assert!(expanded.notices[0].contains("was not chosen"), "{:?}", expanded.notices);
        // One that is asked for joins in, and without a build its first is meant.
        let wishes = Wishes { baseline: Some("c.b".parse().unwrap()), ..Wishes::default() };
        let expanded = planned(Some("c.a@two"), &wishes, "").unwrap();
        assert_eq!(names(&expanded), ["c.b@one", "c.a@two", "c.b@one"]);
        assert!(expanded.notices.is_empty());
        let wishes = Wishes { baseline: Some("c.bb".parse().unwrap()), ..Wishes::default() };
        assert!(
            planned(None, &wishes, "").unwrap_err().contains("no benchmark that was chosen has the baseline `c.bb`")
        );
    }

    #[test]
    fn nothing_that_can_be_built_is_an_error_that_says_so() {
        let fault = planned(Some("c.a@one"), &Wishes::default(), "c.a@one").unwrap_err();
        assert!(fault.contains("packs/pack: left out"), "{fault}");
    }
}
