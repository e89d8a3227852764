//! Launches are counted whose samples are processes that measure by themselves, as those of benchmark harnesses are.
//!
//! A launch takes half a second then, with few and long samples, and there are dozens of them in minutes. Where a host
//! switches between two speeds meanwhile, most launches see one of them on both sides and agree to a part in a thousand;
//! the few in which it switched are off by a fifth, and would decide how wide Student's interval of all is.
//!
//! Estimate: the trimmed mean of the launches' values, so that what is told is told of the typical layout. Interval: that
//! of Tukey and McLaughlin. All else is as where launches are counted.

use paragone_stats::trimmed;

use super::launches::LaunchRules;
use super::rules::{NextStep, Rules};
use crate::judge::design::field::Field;
use crate::judge::design::schedule::Schedule;
use crate::judge::design::setting::Setting;
use crate::judge::estimate::pair::Pair;
use crate::model::{Block, Plan, Progress};

pub(super) struct ProcessLaunchRules;

impl Rules for ProcessLaunchRules {
    fn schedule(&self, plan: &Plan, field: &Field, blocks: &[&Block]) -> Schedule {
        LaunchRules.schedule(plan, field, blocks)
    }

    fn next_step(&self, progress: &Progress<'_>, setting: &Setting<'_>, in_launch: usize) -> NextStep {
        LaunchRules.next_step(progress, setting, in_launch)
    }

    fn units(&self, setting: &Setting<'_>) -> usize {
        LaunchRules.units(setting)
    }

    fn units_in_common(&self, setting: &Setting<'_>, lanes: &[usize]) -> Option<usize> {
        LaunchRules.units_in_common(setting, lanes)
    }

    fn units_of_pair(&self, pair: &Pair) -> usize {
        LaunchRules.units_of_pair(pair)
    }

    fn ratio(&self, pair: &Pair) -> Option<f64> {
        trimmed::mean(&pair.launch_values()).or_else(|| LaunchRules.ratio(pair))
    }

    fn ends(&self, pair: &Pair, alpha: f64) -> Option<paragone_stats::Interval> {
        trimmed::interval(&pair.launch_values(), alpha).map(|(_, ends)| ends)
    }

    fn values(&self, pair: &Pair) -> Vec<f64> {
        LaunchRules.values(pair)
    }

    fn race_launches(&self) -> usize {
        LaunchRules.race_launches()
    }

    fn enough_alone(&self) -> Option<usize> {
        LaunchRules.enough_alone()
    }
}
