//! One interim analysis of a comparison: its blocks in, an estimate and a verdict for each lane out.
//!
//! A pair is judged by the blocks it took part in alone, its noise floor too: so one that was
//! dropped early keeps its verdict however much is measured after it. Of one that left the race before it had blocks
//! enough, the few samples that it has are all there is.

use std::collections::BTreeMap;

use crate::judge::decide::rule::{Evidence, is_narrow, is_reached, rule};
use crate::judge::design::setting::Setting;
use crate::judge::estimate::pair::Pair;
use crate::judge::estimate::race::Proof;
use crate::judge::estimate::spread::noise_floor;
use crate::model::{Estimate, Interval, Verdict};

/// Error rate of the interval of the A/A control beside the baseline.
pub(crate) const CONTROL: f64 = 0.05;

/// One pair, judged.
#[derive(Clone, Debug)]
pub(crate) struct Judgement {
    pub(crate) estimate: Estimate,
    pub(crate) verdict: Verdict,
    /// More data in this design would not change the verdict.
    pub(crate) settled: bool,
}

impl Setting<'_> {
    /// A contender or the clone against the reference, at the pair's part of the error rate.
    pub(crate) fn against_reference(&self, lane: usize) -> Option<Judgement> {
        self.judge(self.field.reference, lane, self.error_rate(self.field.reference, lane))
    }

    /// What this analysis of two lanes may spend of the error rate. The A/A control sits out blocks, and analyses of it count them all the same.
    pub(crate) fn error_rate(&self, base: usize, other: usize) -> f64 {
        let lanes: Vec<usize> = [base, other].into_iter().filter(|lane| Some(*lane) != self.field.clone).collect();
        self.schedule.error_rate(self.field, self.field.rules().units_in_common(self, &lanes))
    }

    /// Contenders and clone against the reference, as far as they were measured.
    pub(crate) fn judgements(&self) -> BTreeMap<usize, Judgement> {
        let lanes = self.field.contenders.iter().chain(&self.field.clone);
        lanes.filter_map(|lane| Some((*lane, self.against_reference(*lane)?))).collect()
    }

    /// Beside the reference, as far as a lane was judged.
    pub(crate) fn verdict(&self, lane: usize, judgements: &BTreeMap<usize, Judgement>) -> Verdict {
        match judgements.get(&lane) {
            _ if lane == self.field.reference => Verdict::Baseline,
            Some(judgement) => judgement.verdict.clone(),
            None => Verdict::NotEnough,
        }
    }

    /// Whether either lane is so far behind the other that a few samples are enough.
    fn is_large(&self, proof: &Proof) -> bool {
        let launches = self.field.rules().race_launches();
        self.race.as_ref().is_some_and(|race| {
            proof.is_behind(race.needed, launches) || proof.reversed().is_behind(race.needed, launches)
        })
    }

    /// Any two lanes at any error rate. `None`: they have no block in common.
    pub(crate) fn judge(&self, base: usize, other: usize, alpha: f64) -> Option<Judgement> {
        let pair = self.pair(base, other);
        let counted = self.field.rules().interval(&pair, alpha);
        let by_blocks = self.by_blocks(&pair, counted, base, other);
        // Blocks that are too few to tell the two apart still hold samples that tell a large difference.
        let is_told = by_blocks.as_ref().is_some_and(|judgement| judgement.estimate.interval.excludes_0());
        let tells = |proof: &Proof| counted == Interval::EVERYTHING || (!is_told && self.is_large(proof));
        match self.proof(base, other).filter(tells) {
            Some(proof) => Some(self.by_race(&pair, &proof)),
            None => by_blocks,
        }
    }

    /// The interval allows for layouts and for noise already, so nothing widens it.
    fn by_race(&self, pair: &Pair, proof: &Proof) -> Judgement {
        let evidence = Evidence { ratio: proof.ratio, interval: proof.interval, noise: 0.0 };
        let (interval, mut verdict) = rule(&evidence, self.field.margin(), false);
        // Only the near end of a race's interval is claimed.
        if let Verdict::Faster { at_most, .. } | Verdict::Slower { at_most, .. } = &mut verdict {
            *at_most = None;
        }
        let estimate = Estimate {
            ratio: proof.ratio,
            interval,
            floor: pair.floor().0.unwrap_or(proof.ratio),
            hodges_lehmann: proof.ratio,
            noise: 0.0,
            blocks: pair.blocks(),
            launches: proof.launches,
            raced: true,
        };
        let settled = is_reached(&verdict);
        Judgement { estimate, verdict, settled }
    }

    fn by_blocks(&self, pair: &Pair, counted: Interval, base: usize, other: usize) -> Option<Judgement> {
        let rules = self.field.rules();
        let (margin, control) = (self.field.margin(), self.clone_interval(base, other));
        let (here, there) = self.noise(control);
        let noise = noise_floor(here, there).unwrap_or(0.0);
        let evidence = Evidence { ratio: rules.ratio(pair)?, interval: counted, noise };
        let (interval, verdict) = rule(&evidence, margin, rules.is_of_one_launch());
        let estimate = Estimate {
            ratio: evidence.ratio,
            interval,
            floor: pair.floor().0?,
            hodges_lehmann: rules.hodges_lehmann(pair).unwrap_or(evidence.ratio),
            noise,
            blocks: pair.blocks(),
            launches: rules.units_of_pair(pair),
            raced: false,
        };
        // What launches differ by does not shrink, however long this one goes on: neither what is known
        // of earlier ones, nor what the two processes of this one have shown for certain.
        let from_earlier = there.is_some_and(|there| there >= here.unwrap_or(0.0));
        // The distance of the A/A control from the baseline is known to a quarter of the margin.
        let is_certain = control.is_some_and(|control| control.half_width() <= margin.ln_1p() / 4.0);
        let from_this = rules.is_of_one_launch() && is_certain;
        let in_vain = (from_earlier || from_this) && is_narrow(&evidence, margin);
        let settled = is_reached(&verdict) || in_vain;
        Some(Judgement { estimate, verdict, settled })
    }

    /// Bounds of what the A/A control differs by from the baseline, by where it lies in the blocks of a pair, and of what
    /// launches are known to differ by.
    fn noise(&self, control: Option<Interval>) -> (Option<f64>, Option<f64>) {
        let bound = |control: Interval| self.field.rules().noise(control);
        let here = control.map(bound).filter(|bound| bound.is_finite());
        (here, self.spread.filter(|_| self.field.rules().is_of_one_launch()))
    }

    /// Where the A/A control lies beside the baseline, in the blocks of a pair and in those of the control that followed them.
    fn clone_interval(&self, base: usize, other: usize) -> Option<Interval> {
        let clone = self.field.clone.filter(|clone| *clone != other && *clone != base)?;
        let met = || self.blocks.iter().copied().filter(|block| !block.race);
        let mut to_come = 0;
        let taken: Vec<bool> = met()
            .map(|block| {
                if self.is_of_control(block) {
                    to_come -= to_come.min(1);
                    return to_come > 0;
                }
                let takes_part = [base, other].iter().all(|lane| block.has_part(*lane));
                // One more than are counted down to.
                to_come = self.schedule.control.filter(|_| takes_part).map_or(0, |control| control.count + 1);
                takes_part
            })
            .collect();
        if let Some(known) = self.controls.borrow().get(&taken) {
            return Some(*known);
        }
        let blocks = met().zip(&taken).filter(|(_, taken)| **taken).map(|(block, _)| block);
        let found = self.field.rules().interval(&self.pair_in(blocks, self.field.reference, clone), CONTROL);
        self.controls.borrow_mut().insert(taken, found);
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::design::field::Field;
    use crate::judge::simulation::stage::{contest, flat_block, plan};
    use crate::model::{Block, Mode};

    fn judged(blocks: &[Block], spread: Option<f64>) -> Judgement {
        let plan = plan(Mode::Quick, contest(blocks[0].lanes.len() - 2));
        let field = Field::of(&plan, 0, &[]).unwrap();
        let blocks: Vec<&Block> = blocks.iter().collect();
        let setting = Setting::new(&field, &blocks, spread);
        setting.against_reference(1).unwrap()
    }

    fn blocks(count: u32, times: [u64; 3]) -> Vec<Block> {
        (0..count).map(|index| flat_block(0, index, &times, 4)).collect()
    }

    #[test]
    fn a_clear_difference_is_found_and_the_clone_widens_it() {
        let found = judged(&blocks(16, [200_000, 220_000, 202_000]), None);
        assert_eq!(found.verdict.word(), "slower");
        assert!((found.estimate.noise - 1.01f64.ln()).abs() < 1e-9);
        assert!((found.estimate.interval.low - (1.1f64.ln() - 1.01f64.ln())).abs() < 1e-9);
        assert!(found.settled);
    }

    #[test]
    fn a_stored_spread_above_the_margin_makes_a_quick_comparison_unreliable_and_ends_it() {
        let found = judged(&blocks(16, [200_000, 201_000, 200_000]), Some(0.03));
        assert_eq!(found.verdict.word(), "unreliable");
        assert!(found.settled);
    }

    #[test]
    fn what_this_launch_has_shown_for_certain_ends_it_and_what_it_has_not_goes_on() {
        let found = judged(&blocks(16, [200_000, 201_000, 206_000]), None);
        assert_eq!(found.verdict.word(), "unreliable");
        assert!(found.settled);
        let mut wavering = blocks(16, [200_000, 201_000, 206_000]);
        for (index, block) in wavering.iter_mut().enumerate().filter(|(index, _)| index % 2 == 0) {
            block.lanes[2] = flat_block(0, index as u32, &[200_000, 201_000, 216_000], 4).lanes.remove(2);
        }
        let found = judged(&wavering, None);
        assert_eq!(found.verdict.word(), "unreliable");
        assert!(!found.settled);
    }

    #[test]
    fn what_came_after_a_lane_left_does_not_touch_it() {
        let mut all: Vec<Block> =
            (0..16).map(|index| flat_block(0, index, &[200_000, 201_000, 200_000, 200_000], 4)).collect();
        let before = judged(&all, None);
        for index in 16..200 {
            let mut block = flat_block(0, index, &[200_000, 1, 300_000, 260_000], 4);
            block.lanes[1].clear();
            all.push(block);
        }
        let after = judged(&all, None);
        assert_eq!(before.verdict.word(), "same");
        assert_eq!(after.verdict, before.verdict);
        assert_eq!(after.estimate, before.estimate);
    }

    /// Blocks without the control, then as many of the control alone.
    fn apart(count: u32, times: [u64; 3]) -> Vec<Block> {
        let without = |index: u32, lane: usize| {
            let mut block = flat_block(0, index, &times, 4);
            block.lanes[lane].clear();
            block
        };
        (0..count).map(|index| without(index, 2)).chain((count..2 * count).map(|index| without(index, 1))).collect()
    }

    #[test]
    fn a_control_that_has_blocks_of_its_own_is_the_noise_of_those_before_it() {
        let found = judged(&apart(16, [200_000, 220_000, 202_000]), None);
        assert_eq!((found.verdict.word(), found.estimate.blocks), ("slower", 16));
        assert!((found.estimate.noise - 1.01f64.ln()).abs() < 1e-9);
        // What the control shows later belongs to later blocks.
        let later = [apart(16, [200_000, 220_000, 202_000]), apart(16, [200_000, 220_000, 260_000]).split_off(16)];
        let later = judged(&later.concat(), None);
        assert_eq!(later.estimate.noise, found.estimate.noise);
    }

    #[test]
    fn what_the_control_brings_the_baseline_is_in_no_ratio() {
        // Beside its control the baseline is half as fast again.
        let mut blocks = apart(16, [300_000, 300_000, 200_000]);
        for block in &mut blocks[16..] {
            *block = Block { race: false, ..flat_block(0, block.index, &[200_000, 1, 200_000], 4) };
            block.lanes[1].clear();
        }
        assert_eq!(judged(&blocks, None).verdict.word(), "same");
    }
}
