//! Times had not come to rest when they began to count, or had come to rest at a slower level.

use crate::model::{Caveat, Course, WarmUp};

/// `warm_ups`: of one lane, by launch.
pub(crate) fn never_settled(warm_ups: &[&WarmUp]) -> Option<Caveat> {
    let found = of(warm_ups, Course::NeverSettled)?;
    let (calls, wall_ns) = watched(&found);
    Some(Caveat::NeverSettled { launches: found.len(), of: warm_ups.len(), calls, wall_ns })
}

pub(crate) fn slowed_down(warm_ups: &[&WarmUp]) -> Option<Caveat> {
    let found = of(warm_ups, Course::Slowed)?;
    let most = found.iter().map(|warm_up| warm_up.slowed).fold(0.0, f64::max);
    Some(Caveat::SlowedDown { launches: found.len(), of: warm_ups.len(), slower: most.exp_m1() })
}

/// Only where a runtime compiles while it runs, because the others have nothing to wait for.
pub(crate) fn unwatched_warm_up(warm_ups: &[&WarmUp]) -> Option<Caveat> {
    let compiling: Vec<&WarmUp> = warm_ups.iter().copied().filter(|warm_up| warm_up.compiles).collect();
    let found = of(&compiling, Course::Unwatched)?;
    let (calls, wall_ns) = watched(&found);
    Some(Caveat::UnwatchedWarmUp { launches: found.len(), of: compiling.len(), calls, wall_ns })
}

/// Those of a kind. Where nothing compiles late, now and then noise
/// alone looks like a change: one launch of many is then no habit.
fn of<'a>(warm_ups: &[&'a WarmUp], course: Course) -> Option<Vec<&'a WarmUp>> {
    let found: Vec<&WarmUp> = warm_ups.iter().copied().filter(|warm_up| warm_up.course == course).collect();
    let is_habit = found.iter().any(|warm_up| warm_up.compiles) || found.len() * 4 >= warm_ups.len();
    (!found.is_empty() && is_habit).then_some(found)
}

/// The shortest of them, which is the one to doubt most.
fn watched(warm_ups: &[&WarmUp]) -> (u64, u64) {
    let shortest = warm_ups.iter().min_by_key(|warm_up| warm_up.wall_ns);
    shortest.map_or((0, 0), |warm_up| (warm_up.calls, warm_up.wall_ns))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::caveat_text;

    fn warm_up(course: Course, compiles: bool, slowed: f64) -> WarmUp {
        WarmUp { course, compiles, calls: 420, wall_ns: 3_000_000, slowed, samples: Vec::new() }
    }

    fn names(warm_ups: &[WarmUp]) -> Vec<&'static str> {
        let all: Vec<&WarmUp> = warm_ups.iter().collect();
        let found = [never_settled(&all), slowed_down(&all), unwatched_warm_up(&all)];
        found.into_iter().flatten().map(|caveat| caveat.name()).collect()
    }

    #[test]
    fn each_course_has_its_word() {
        assert!(names(&[warm_up(Course::Flat, true, 0.0), warm_up(Course::Warmed, true, 0.0)]).is_empty());
        assert_eq!(names(&[warm_up(Course::NeverSettled, false, 0.0)]), ["never-settled"]);
        assert_eq!(names(&[warm_up(Course::Slowed, true, 0.1)]), ["slowed-down"]);
        assert_eq!(names(&[warm_up(Course::Unwatched, true, 0.0)]), ["unwatched-warm-up"]);
        assert!(names(&[warm_up(Course::Unwatched, false, 0.0)]).is_empty());
        assert!(names(&[]).is_empty());
    }

    #[test]
    fn one_launch_of_many_is_a_habit_of_compilers_alone() {
        let four_flat = |compiles| vec![warm_up(Course::Flat, compiles, 0.0); 4];
        let with = |compiles| [four_flat(compiles), vec![warm_up(Course::Slowed, compiles, 0.1)]].concat();
        assert_eq!((names(&with(true)).len(), names(&with(false)).len()), (1, 0));
    }

    #[test]
    fn it_says_how_often_and_how_much() {
        let all = [warm_up(Course::Slowed, true, 1.25f64.ln()), warm_up(Course::Flat, true, 0.0)];
        let text = caveat_text(&slowed_down(&all.iter().collect::<Vec<_>>()).unwrap());
        assert!(text.contains("in 1 of 2 launches") && text.contains("on the way, by up to 25 %"), "{text}");
        let one = warm_up(Course::NeverSettled, true, 0.0);
        let text = caveat_text(&never_settled(&[&one]).unwrap());
        assert!(text.contains("in its one launch") && text.contains("420 calls in 3.00 ms"), "{text}");
    }
}
