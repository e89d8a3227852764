//! One lane audited: whether its clock is right, whether all of its calls do the job, and whether there is any job.
//!
//! A lane that is prepared in, a fault out. It is asked for requests that look like samples and are none; nothing here
//! is kept as a time. It comes before anything is timed, in a process that never is, and again after a launch's last
//! sample, so that it changes nothing that is timed.

use std::time::Instant;

use paragone_wire::digest;

use crate::measure::check::claims::{Claims, TimeClaim, are_spared, does_not_grow, may_be_spared, spares};
use crate::measure::check::unasked::has_one_thread;
use crate::measure::check::verify;
use crate::measure::lane::{Lane, TimeMeter};
use crate::model::unit::time;
use crate::model::{Fault, When};
use crate::plan::Dice;

/// More calls of one request are not asked for: who takes no time for them makes none.
const MOST_CALLS: u64 = 1 << 32;

/// Requests grow by factors between these until they are long enough.
const FACTORS: (f64, f64) = (2.0, 16.0);

/// So many long requests may be made until one agrees with Paragone's clock; and where none does, as many that are so
/// long: a reply that always comes late by the same time is no clock that runs wrong.
const TRIES: usize = 8;
const CONFIRMED_NS: f64 = 1.6e8;

/// The share of a request's time from which on nobody asks again how much of it is told.
const TOLD_AT_ONCE: f64 = 0.5;

/// Of so many audits, and requests beside them, the shortest count.
const AUDITS: usize = 5;

/// Of so many further pairs so many have to show the same before anybody is accused of sparing calls.
const PAIRS: usize = 9;
const AGREEING: usize = 7;
/// About as long as a sample, and not of fewer calls: of a few that are long all may be made, and nothing is learnt.
const SHORT_NS: f64 = 200_000.0;
const LEAST_SHORT: u64 = 8;

/// Calls and bytes of answers of which a digest is made, at most.
const MOST_DIGESTED: u64 = 4096;
const MOST_ANSWERED: u64 = 8 << 20;

/// A call that takes no longer than an empty one does nothing that could be seen; one that takes so many times as long
/// as the empty one that was seen last does something, and so does one that is longer than any empty call.
const NOTHING: f64 = 1.02;
const WELL_ABOVE: f64 = 2.0;
const LONGEST_EMPTY_NS: f64 = 500.0;
const EMPTY_SAMPLES: usize = 5;

/// What an audit is made with.
pub(crate) struct AuditOrders<'a> {
    /// Right answers, in the order of the inputs that the lane was prepared with.
    pub(crate) expected: &'a [Vec<u8>],
    /// What an input is called in a fault.
    pub(crate) input: &'a dyn Fn() -> String,
    /// How long the long requests are to be, by Paragone's clock.
    pub(crate) long_ns: f64,
    /// Whether nothing more is to be asked; looked at before each request.
    pub(crate) is_over: &'a dyn Fn() -> bool,
}

/// Why an audit ends before all has been asked.
enum End {
    /// It is cut short: what was not asked accuses nobody.
    Over,
    Faulty(Fault),
}

impl From<Fault> for End {
    fn from(fault: Fault) -> End {
        End::Faulty(fault)
    }
}

/// Audits a lane that is prepared; afterwards nothing is. Gives the share of its requests' time that it tells, or
/// nothing where the audit was cut short.
pub(crate) fn audit(lane: &mut Lane<'_>, orders: &AuditOrders<'_>, dice: &mut Dice) -> Result<Option<f64>, Fault> {
    let mut audit = Audit { lane, orders, meter: TimeMeter::default() };
    match audit.all(dice) {
        Ok(told) => Ok(Some(told)),
        Err(End::Over) => Ok(None),
        Err(End::Faulty(fault)) => Err(fault),
    }
}

struct Audit<'a, 'b> {
    lane: &'a mut Lane<'b>,
    orders: &'a AuditOrders<'a>,
    meter: TimeMeter,
}

impl Audit<'_, '_> {
    fn all(&mut self, dice: &mut Dice) -> Result<f64, End> {
        let (long, told) = self.times(dice)?;
        self.digest(&long, dice)?;
        self.beside_an_empty_call(long.iter().map(TimeClaim::per_call).fold(f64::INFINITY, f64::min))?;
        Ok(told)
    }

    /// Stands before each request.
    fn goes_on(&self) -> Result<(), End> {
        if (self.orders.is_over)() { Err(End::Over) } else { Ok(()) }
    }

    fn ask(&mut self, calls: u64, claims: &mut Claims) -> Result<TimeClaim, End> {
        let expected_ns = claims.all().last().map_or(0.0, |claim| claim.took_ns / claim.calls as f64) * calls as f64;
        let (sample, took_ns, worked_ns) = self.spent(|audit| audit.lane.time(calls, expected_ns, &mut audit.meter))?;
        let claim = TimeClaim { calls, said_ns: sample.wall_ns as f64, took_ns, worked_ns };
        claims.add(claim);
        Ok(claim)
    }

    /// Requests that grow until one is long, and some of that length: what is said of their times has to be so. Gives
    /// the long ones, and which share of its requests the lane tells.
    fn times(&mut self, dice: &mut Dice) -> Result<(Vec<TimeClaim>, f64), End> {
        let mut claims = Claims::default();
        let mut long = vec![self.grow(&mut claims)?];
        // Whole turns of the inputs end with the same one each time; any other number of calls does not.
        let inputs = self.orders.expected.len().max(1);
        let per_call_ns = claims.length_ns(&long[0]) / long[0].calls as f64;
        let mut calls = long[0].calls;
        if per_call_ns * inputs as f64 <= self.orders.long_ns {
            calls = calls.max((self.orders.long_ns / per_call_ns.max(1e-3)) as u64) + dice.below(inputs) as u64;
            long = vec![self.ask(calls, &mut claims)?];
            // Code that was compiled meanwhile makes short what was to be long.
            while claims.length_ns(&long[0]) < self.orders.long_ns / 2.0 && calls < MOST_CALLS {
                calls *= 2;
                long = vec![self.ask(calls, &mut claims)?];
            }
        }
        let right = &self.orders.expected[((calls - 1) % inputs as u64) as usize];
        self.goes_on()?;
        verify::same(right, &self.lane.last()?, When::Timed, self.orders.input)?;
        // What runs untimed makes a request longer than what is said of it.
        if self.lane.tells_all {
            self.hold_to_the_clock(calls, &mut claims, &mut long)?;
        }
        self.hold_to_growth(&mut claims)?;
        let told =
            |long: &[TimeClaim], claims: &Claims| long.iter().map(|claim| claims.told(claim)).fold(0.0, f64::max);
        // A reply that came late makes it look as if little were told.
        while told(&long, &claims) < TOLD_AT_ONCE && long.len() < AUDITS {
            long.push(self.ask(calls, &mut claims)?);
        }
        let told = told(&long, &claims);
        Ok((long, told))
    }

    fn hold_to_the_clock(&mut self, calls: u64, claims: &mut Claims, long: &mut Vec<TimeClaim>) -> Result<(), End> {
        while !long.iter().any(|claim| claims.agrees(claim)) && long.len() < TRIES {
            long.push(self.ask(calls, claims)?);
        }
        // A request's own work, which an interpreter takes long for, is as much as a clock that is a little slow leaves
        // out of a short request; in a long one it is next to nothing.
        let is_doubted =
            claims.wrong_rate(long).is_some() || (long.len() == TRIES && claims.works_longer(long).is_some());
        if is_doubted { self.confirm(long[0], claims) } else { Ok(()) }
    }

    /// Longer requests of a clock that seems to run wrong, until one agrees with Paragone's.
    fn confirm(&mut self, claim: TimeClaim, claims: &mut Claims) -> Result<(), End> {
        let factor = (CONFIRMED_NS / claims.length_ns(&claim)).max(1.0);
        let calls = ((claim.calls as f64 * factor) as u64).min(MOST_CALLS);
        let mut longer = Vec::new();
        while longer.len() < TRIES {
            let claim = self.ask(calls, claims)?;
            if claims.agrees(&claim) {
                return Ok(());
            }
            longer.push(claim);
        }
        if let Some(fault) = claims.wrong_rate(&longer) {
            return Err(fault.into());
        }
        // Where replies are too late, each by another time, to be held against Paragone's clock.
        match claims.works_longer(&longer) {
            Some(fault) if self.lane.process_number()?.is_ok_and(has_one_thread) => Err(fault.into()),
            _ => Ok(()),
        }
    }

    fn hold_to_growth(&mut self, claims: &mut Claims) -> Result<(), End> {
        for _ in 0..TRIES {
            let Some((few, many)) = claims.without_growth() else { return Ok(()) };
            self.ask(few.calls, claims)?;
            self.ask(many.calls, claims)?;
        }
        claims.without_growth().map_or(Ok(()), |pair| Err(does_not_grow(pair).into()))
    }

    /// Gives the first request that is nearly as long as it is to be, by Paragone's clock, and not because it waited.
    fn grow(&mut self, claims: &mut Claims) -> Result<TimeClaim, End> {
        let mut calls = 1;
        loop {
            let claim = self.ask(calls, claims)?;
            let factor = self.orders.long_ns / claims.length_ns(&claim);
            if factor <= FACTORS.0 {
                return Ok(claim);
            }
            if calls == MOST_CALLS {
                let text = format!("`time {calls}` took {} by Paragone's clock", time(claim.took_ns));
                return Err(Fault::Idle { text }.into());
            }
            calls = ((calls as f64 * factor.min(FACTORS.1)) as u64).min(MOST_CALLS);
        }
    }

    /// What a request took by Paragone's clock, and of the processor: the same where the kernel does not tell that.
    fn spent<T>(&mut self, what: impl FnOnce(&mut Self) -> Result<T, Fault>) -> Result<(T, f64, f64), End> {
        self.goes_on()?;
        let (began, before) = (Instant::now(), self.lane.cpu_ns());
        let got = what(self)?;
        let took_ns = began.elapsed().as_nanos() as f64;
        let worked = before.zip(self.lane.cpu_ns()).map(|(before, after)| after.saturating_sub(before) as f64);
        Ok((got, took_ns, worked.unwrap_or(took_ns)))
    }

    /// All answers of some calls in a row, by one number. Of calls that are long one was asked for already.
    fn digest(&mut self, long: &[TimeClaim], dice: &mut Dice) -> Result<(), End> {
        let expected = self.orders.expected;
        let per_call_ns = long.iter().map(|claim| claim.took_ns / claim.calls as f64).fold(f64::INFINITY, f64::min);
        if !self.lane.can_be_audited() || expected.is_empty() || per_call_ns > self.orders.long_ns {
            return Ok(());
        }
        let longest = expected.iter().map(Vec::len).max().unwrap_or(0) as u64;
        let most = ((self.orders.long_ns / per_call_ns.max(1e-3)) as u64)
            .min(MOST_DIGESTED)
            .min(MOST_ANSWERED / longest.max(1))
            .max(1);
        let calls = most - dice.below(most as usize / 2 + 1) as u64;
        let right = digest(expected.iter().cycle().take(calls as usize).map(Vec::as_slice));
        let is_steady = !self.lane.entrant.compiles && self.lane.has_one_core();
        let may_be = |timed_ns, audited_ns| may_be_spared(timed_ns, audited_ns, longest as usize, is_steady);
        let mut timed_ns = long.iter().map(TimeClaim::work_per_call).fold(f64::INFINITY, f64::min);
        let (mut audited_ns, mut claims) = (f64::INFINITY, Claims::default());
        // Each beside a request of its own, because the machine may have become slower meanwhile; what disturbs it
        // makes both longer, so that the shortest tell.
        for _ in 0..AUDITS {
            audited_ns = audited_ns.min(self.ask_for_all((calls, per_call_ns), right)?);
            if !self.lane.tells_all || !may_be(timed_ns, audited_ns) {
                return Ok(());
            }
            timed_ns = timed_ns.min(self.ask(calls, &mut claims)?.work_per_call());
        }
        let spared = |timed_ns, audited_ns| are_spared(timed_ns, audited_ns, longest as usize, is_steady);
        if !spared(timed_ns, audited_ns) {
            return Ok(());
        }
        // The shortest of one kind may be of a moment in which the machine was fast. Whoever spares calls does so in
        // each pair of neighbours, whichever of them comes first. It does so in requests as short as samples, too: a
        // processor that has learnt the branches of a few inputs by heart is fast in long ones alone.
        let mut agree = 0;
        let few = Some((SHORT_NS / per_call_ns.max(1e-3)) as u64).filter(|few| *few >= LEAST_SHORT);
        for turn in 0..PAIRS {
            let first = (turn % 2 == 0).then(|| self.ask(calls, &mut claims)).transpose()?;
            let audited_ns = self.ask_for_all((calls, per_call_ns), right)?;
            let timed = first.map_or_else(|| self.ask(calls, &mut claims), Ok)?;
            let short = few.map(|few| self.ask(few.min(calls), &mut claims)).transpose()?;
            let short_ns = short.map_or(0.0, |short| short.work_per_call());
            agree += usize::from(spared(timed.work_per_call().max(short_ns), audited_ns));
        }
        if agree < AGREEING { Ok(()) } else { Err(spares(timed_ns, audited_ns).into()) }
    }

    /// What a call of the processor takes where all answers are asked for, of which each has to be right.
    fn ask_for_all(&mut self, (calls, per_call_ns): (u64, f64), right: u32) -> Result<f64, End> {
        let (got, _, worked_ns) = self.spent(|audit| audit.lane.audit(calls, per_call_ns * calls as f64))?;
        if got != right {
            let (expected, got) = (right.to_string(), got.to_string());
            return Err(Fault::Audit { calls, expected, got }.into());
        }
        Ok(worked_ns / calls as f64)
    }

    /// Calls that take no longer than those of the job that does nothing. Of a lane whose requests may be longer than
    /// their calls, its clock is looked at here.
    fn beside_an_empty_call(&mut self, per_call_ns: f64) -> Result<(), End> {
        let is_held = self.lane.tells_all;
        let may_be_nothing = |empty_ns: f64| per_call_ns <= empty_ns * WELL_ABOVE;
        if is_held && !may_be_nothing(self.lane.empty_call_ns.unwrap_or(LONGEST_EMPTY_NS)) {
            return Ok(());
        }
        self.goes_on()?;
        self.lane.prepare_empty()?;
        let mut claims = Claims::default();
        let mut calls = self.grow(&mut claims)?.calls;
        while self.ask(calls, &mut claims)?.took_ns < self.orders.long_ns / 2.0 && calls < MOST_CALLS {
            calls *= 2;
        }
        let mut long = Vec::new();
        while long.len() < EMPTY_SAMPLES {
            long.push(self.ask(calls, &mut claims)?);
        }
        if claims.wrong_rate(&long).is_some() {
            self.confirm(long[0], &mut claims)?;
        }
        let empty_ns = long.iter().map(TimeClaim::per_call).fold(f64::INFINITY, f64::min);
        self.lane.empty_call_ns = Some(empty_ns);
        if per_call_ns > empty_ns * NOTHING {
            return Ok(());
        }
        let text = format!("a call takes {}, and an empty one {}", time(per_call_ns), time(empty_ns));
        Err(Fault::Idle { text }.into())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::driver::{Program, Surroundings, Unchanged};
    use crate::measure::lane::LaneProgram;
    use crate::model::{Cores, Params, Unknown};

    /// Audits somebody who cannot even be started, so that whoever asks it anything hears of that.
    fn audited(is_over: bool) -> Result<Option<f64>, Fault> {
        let unknown = || Unknown::because("there is no program");
        let program = Program {
            argv: vec!["/nowhere/driver".to_owned()],
            env: Vec::new(),
            folder: "/nowhere".into(),
            artefact: String::new(),
            code: Err(unknown()),
            growth: Err(unknown()),
            cores: Cores::One,
            files: Unchanged::default(),
        };
        let name = "absent".to_owned();
        let entrant = LaneProgram { program, name, compiles: false, function: None, relinkable: None };
        let around = Surroundings {
            keeper: "/nowhere/keeper".into(),
            core: None,
            cores: Vec::new(),
            memory: 0,
            deadline: Duration::ZERO,
            limits: paragone_wire::Limits::default(),
            env: Vec::new(),
        };
        let fixed = Params::new();
        let mut lane = Lane::new(&entrant, &fixed, &around);
        let input = || "the input".to_owned();
        let orders = AuditOrders { expected: &[vec![1]], input: &input, long_ns: 1e6, is_over: &|| is_over };
        audit(&mut lane, &orders, &mut Dice::new(1))
    }

    #[test]
    fn an_audit_that_is_cut_short_asks_nothing_more_and_accuses_nobody() {
        assert!(matches!(audited(true), Ok(None)));
        assert!(audited(false).is_err());
    }
}
