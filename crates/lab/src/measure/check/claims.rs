//! What a driver says that its calls took, held against the time that its requests took by Paragone's own clock.
//!
//! In: requests with both times; out: whether they agree, or by how much not. It asks nobody and reads no clock.
//!
//! What disturbs a machine makes requests longer, never shorter, and one more than another; a clock that runs wrong is
//! wrong by the same share each time. So somebody is accused only where all requests say the same.

use crate::model::Fault;
use crate::model::unit::time;

/// Clocks may differ by that share, and by what a request's way there and back is unsure of.
const TOLERANCE: f64 = 0.01;
const UNSURE_NS: f64 = 50_000.0;
const LEAST_LONG_NS: f64 = 500_000.0;

/// A request counts as at least this share of the time that it lasted, however little it worked: a call that waits for a
/// device or for another process uses no processor.
const LEAST_WORKED: f64 = 0.25;

/// Times of calls grow with their number; of so many times the calls the time has to be at least
const LEAST_GROWTH: f64 = 1.5;
const TIMES_THE_CALLS: u64 = 4;

/// One `time`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TimeClaim {
    pub(crate) calls: u64,
    /// As the driver says.
    pub(crate) said_ns: f64,
    /// From the request to its reply.
    pub(crate) took_ns: f64,
    /// What it took of the processor; the same as `took_ns` where the kernel does not tell.
    pub(crate) worked_ns: f64,
}

impl TimeClaim {
    pub(crate) fn per_call(&self) -> f64 {
        self.said_ns / self.calls as f64
    }

    fn as_it_says(&self) -> String {
        format!("`time {}` took {} as it says", self.calls, time(self.said_ns))
    }

    /// Work of a call, by the kernel's count.
    pub(crate) fn work_per_call(&self) -> f64 {
        self.worked_ns / self.calls as f64
    }
}

/// The requests of one audit.
#[derive(Clone, Debug, Default)]
pub(crate) struct Claims(Vec<TimeClaim>);

impl Claims {
    pub(crate) fn add(&mut self, claim: TimeClaim) {
        self.0.push(claim);
    }

    pub(crate) fn all(&self) -> &[TimeClaim] {
        &self.0
    }

    /// What a request takes beside its calls, at least.
    fn round_trip_ns(&self) -> f64 {
        self.0.iter().map(|claim| claim.took_ns - claim.said_ns).fold(f64::INFINITY, f64::min).max(0.0)
    }

    /// By which share a claim is below what its request took; negative where it is above.
    fn missing(&self, claim: &TimeClaim) -> f64 {
        1.0 - claim.said_ns / (claim.took_ns - self.round_trip_ns()).max(1.0)
    }

    /// What a request took for its calls, as far as that can be told.
    fn spent_ns(&self, claim: &TimeClaim) -> f64 {
        (claim.took_ns - self.round_trip_ns()).max(0.0)
    }

    /// How long a request was without what it waited for the processor, as far as that can be told: on a busy machine a
    /// request of a few calls may take as long as one of many.
    pub(crate) fn length_ns(&self, claim: &TimeClaim) -> f64 {
        let spent_ns = self.spent_ns(claim);
        claim.worked_ns.max(spent_ns * LEAST_WORKED).min(spent_ns).max(1.0)
    }

    /// Which share of that its driver tells; all of it where it is too short to be held against anything.
    pub(crate) fn told(&self, claim: &TimeClaim) -> f64 {
        let spent_ns = self.spent_ns(claim);
        if spent_ns < LEAST_LONG_NS { 1.0 } else { (claim.said_ns / spent_ns).min(1.0) }
    }

    /// Whether a claim agrees with Paragone's clock.
    pub(crate) fn agrees(&self, claim: &TimeClaim) -> bool {
        self.missing(claim).abs() <= TOLERANCE + UNSURE_NS / claim.took_ns.max(1.0)
    }

    /// What is wrong with a clock by which none of these agrees, where all of them are wrong by the same share.
    pub(crate) fn wrong_rate(&self, long: &[TimeClaim]) -> Option<Fault> {
        // Of requests that are short nothing can be said: code that is compiled meanwhile makes them so, and where
        // every reply comes late it is only their way that is long.
        if long.is_empty() || long.iter().any(|claim| self.agrees(claim) || self.spent_ns(claim) < LEAST_LONG_NS) {
            return None;
        }
        // By which share requests took longer than is said of them; negative where they were shorter.
        let longer = |claim: &TimeClaim| self.spent_ns(claim) / claim.said_ns - 1.0;
        let shares: Vec<f64> = long.iter().map(longer).collect();
        let least = shares.iter().copied().fold(f64::INFINITY, f64::min);
        let most = shares.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // All too short, or all too long, and alike; of somebody who tells no time at all the shares are infinite.
        let size = least.abs().min(most.abs());
        if least * most <= 0.0 || most - least > size / 2.0 {
            return None;
        }
        let claim = long.iter().min_by(|one, other| longer(one).abs().total_cmp(&longer(other).abs()))?;
        let off = match longer(claim) {
            f64::INFINITY => "as if there had been no calls".to_owned(),
            slow if slow >= 1.0 => format!("{:.0} times as long", slow + 1.0),
            slow if slow > 0.0 => format!("{:.1} % longer", slow * 100.0),
            fast => format!("{:.1} % shorter", -fast * 100.0),
        };
        let took = time(claim.took_ns - self.round_trip_ns());
        let text = format!("{}, and {took} by Paragone's clock, {off}", claim.as_it_says());
        Some(Fault::Clock { text })
    }

    /// What is wrong with a clock that tells less than the processor worked, in each of these. Whoever waits for the
    /// processor is not at work, so that a busy machine makes what is told longer, and never shorter; of one thread.
    pub(crate) fn works_longer(&self, long: &[TimeClaim]) -> Option<Fault> {
        // Where the kernel does not tell what was worked, it is what the request took.
        let is_short = |claim: &TimeClaim| {
            claim.worked_ns < claim.took_ns && claim.said_ns < claim.worked_ns * (1.0 - TOLERANCE) - UNSURE_NS
        };
        let claim = long.iter().min_by(|one, other| one.worked_ns.total_cmp(&other.worked_ns))?;
        let text = format!("{}, and {} of the processor's time", claim.as_it_says(), time(claim.worked_ns));
        long.iter().all(is_short).then_some(Fault::Clock { text })
    }

    /// Two requests of which the one with many more calls is said to take hardly longer.
    pub(crate) fn without_growth(&self) -> Option<(TimeClaim, TimeClaim)> {
        let many = self.least_of(self.0.iter().map(|claim| claim.calls).max()?)?;
        let fewer = self.0.iter().map(|claim| claim.calls).filter(|calls| calls * TIMES_THE_CALLS <= many.calls).max();
        let few = self.least_of(fewer?)?;
        (many.said_ns < few.said_ns * LEAST_GROWTH).then_some((few, many))
    }

    /// The shortest of those with so many calls.
    fn least_of(&self, calls: u64) -> Option<TimeClaim> {
        let alike = self.0.iter().filter(|claim| claim.calls == calls);
        alike.copied().min_by(|one, other| one.said_ns.total_cmp(&other.said_ns))
    }
}

/// What an audit's call may take beside the call itself: its answer is made bytes of and folded, in some languages by
/// an interpreter.
const FOLDED_NS: f64 = 10_000.0;
const FOLDED_NS_A_BYTE: f64 = 20.0;

/// Calls of an audit may take longer by that share; where a runtime compiles, or threads wait for each other, a call
/// that is made in another loop may take three times as long.
const AUDITED_LONGER: f64 = 0.12;
const AUDITED_LONGER_LOOSELY: f64 = 2.0;

/// Whether calls take so much longer in an audit that not all of them can have been made in the time that was told.
pub(crate) fn are_spared(timed_ns: f64, audited_ns: f64, longest_answer: usize, is_steady: bool) -> bool {
    let share = if is_steady { AUDITED_LONGER } else { AUDITED_LONGER_LOOSELY };
    is_longer_by(share, timed_ns, audited_ns, longest_answer)
}

/// Whether it is worth it to ask again before [`are_spared`] is believed to say no.
pub(crate) fn may_be_spared(timed_ns: f64, audited_ns: f64, longest_answer: usize, is_steady: bool) -> bool {
    let share = if is_steady { AUDITED_LONGER / 2.0 } else { AUDITED_LONGER_LOOSELY };
    is_longer_by(share, timed_ns, audited_ns, longest_answer)
}

fn is_longer_by(share: f64, timed_ns: f64, audited_ns: f64, longest_answer: usize) -> bool {
    audited_ns > timed_ns * (1.0 + share) + FOLDED_NS + FOLDED_NS_A_BYTE * longest_answer as f64
}

/// Of calls whose times are so by [`are_spared`].
pub(crate) fn spares(timed_ns: f64, audited_ns: f64) -> Fault {
    let (timed, audited) = (time(timed_ns), time(audited_ns));
    let text = format!(
        "a call took {timed} where it was timed, and {audited} where all answers were asked for: not every call is made \
         in the time that it tells"
    );
    Fault::Clock { text }
}

/// Of two requests that [`Claims::without_growth`] gave.
pub(crate) fn does_not_grow((few, many): (TimeClaim, TimeClaim)) -> Fault {
    let (few, more, said) = (few.as_it_says(), many.calls, time(many.said_ns));
    let text = format!("{few}, and `time {more}` {said}: that is not the time of all its calls");
    Fault::Clock { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Requests of calls of 100 ns by a clock of that rate, with 20 us for the way there and back.
    fn claims(rate: f64, late_ns: &[f64]) -> (Claims, Vec<TimeClaim>) {
        let of = |calls: u64, late_ns: f64| {
            let spent_ns = calls as f64 * 100.0;
            TimeClaim { calls, said_ns: spent_ns * rate, took_ns: spent_ns + 20_000.0 + late_ns, worked_ns: spent_ns }
        };
        let mut all = Claims::default();
        [1, 16, 256, 4096].into_iter().for_each(|calls| all.add(of(calls, 0.0)));
        let long: Vec<TimeClaim> = late_ns.iter().map(|late_ns| of(200_000, *late_ns)).collect();
        long.iter().for_each(|claim| all.add(*claim));
        (all, long)
    }

    fn said(rate: f64, late_ns: &[f64]) -> Option<String> {
        let (all, long) = claims(rate, late_ns);
        all.wrong_rate(&long).map(|fault| fault.to_string())
    }

    #[test]
    fn a_clock_that_is_right_is_believed_however_late_its_replies_come() {
        assert_eq!(said(1.0, &[0.0]), None);
        assert_eq!(said(0.995, &[0.0, 0.0]), None);
        assert_eq!(said(1.0, &[3e6, 0.0]), None);
        // A busy machine: every reply is late, by another time each.
        assert_eq!(said(1.0, &[1e6, 3e6, 4e6, 2e6, 9e6, 1.5e6, 3e6, 2e6]), None);
        let short = TimeClaim { calls: 160, said_ns: 821.0, took_ns: 8_960.0, worked_ns: 900.0 };
        assert_eq!(Claims::default().wrong_rate(&[short; 8]), None);
        // Calls that take next to nothing, and replies that are late by a slice of the processor's time: what is said is
        // next to nothing of each, and they are not alike.
        let late = [2.1e6, 6.3e6, 2.4e6, 9.9e6, 4.2e6, 8.1e6, 2.2e6, 3.9e6];
        let waiting = late.map(|took_ns| TimeClaim { calls: 937, said_ns: 1_440.0, took_ns, worked_ns: 9_000.0 });
        let (all, _) = claims(1.0, &[]);
        assert_eq!(all.wrong_rate(&waiting), None);
        // Those of a clock that stands are alike.
        let same = late.map(|_| TimeClaim { took_ns: 2.1e6, ..waiting[0] });
        assert!(all.wrong_rate(&same).is_some());
        // Every reply half a millisecond late, and more.
        let late = TimeClaim { calls: 1024, said_ns: 3_210.0, took_ns: 520_000.0, worked_ns: 4_000.0 };
        let mut all = Claims::default();
        [late, TimeClaim { took_ns: 510_000.0, ..late }].into_iter().for_each(|claim| all.add(claim));
        assert_eq!((all.wrong_rate(&[late; 8]), all.told(&late)), (None, 1.0));
        // A process that was stopped for three seconds.
        assert_eq!(said(1.0, &[3e9, 4e5, 4.1e6]), None);
    }

    #[test]
    fn a_clock_that_runs_wrong_is_told_by_how_much() {
        let text = said(0.98, &[0.0; 4]).unwrap();
        assert_eq!(
            text,
            "its clock is wrong: `time 200000` took 19.6 ms as it says, and 20.0 ms by Paragone's clock, 2.0 % longer"
        );
        assert!(said(0.9, &[1e5, 0.0, 2e5]).unwrap().ends_with("11.1 % longer"));
        assert!(said(1.1, &[0.0; 4]).unwrap().ends_with("% shorter"));
        assert!(said(0.002, &[0.0; 4]).unwrap().contains("times as long"));
        assert!(said(0.0, &[0.0; 4]).is_some());
    }

    #[test]
    fn a_request_that_waited_for_the_processor_is_short() {
        let length = |spent_ns: f64, worked_ns: f64| {
            let took_ns = spent_ns + 20_000.0;
            claims(1.0, &[]).0.length_ns(&TimeClaim { calls: 1, said_ns: 1_000.0, took_ns, worked_ns })
        };
        // At work all the time; for a while; on several processors; in a device.
        let lengths = [length(2e7, 1.9e7), length(2e7, 8e6), length(2e7, 5e7), length(2e7, 1e4)];
        assert_eq!(lengths, [1.9e7, 8e6, 2e7, 5e6]);
    }

    #[test]
    fn calls_that_are_spared_where_they_are_timed_show_in_an_audit() {
        assert!(are_spared(32_000.0, 64_000.0, 8, true) && are_spared(256_000.0, 320_000.0, 8, true));
        // What a busy machine may hide once is asked for again.
        assert!(may_be_spared(290_000.0, 320_000.0, 8, true) && !are_spared(290_000.0, 320_000.0, 8, true));
        // To fold an answer takes its time.
        assert!(!are_spared(60_000.0, 64_000.0, 8, true) && !are_spared(100.0, 2_000.0, 8, true));
        assert!(!are_spared(21_300.0, 26_800.0, 8, true));
        assert!(!are_spared(100_000.0, 2_000_000.0, 100_000, true));
        // So does a loop that nobody has compiled yet.
        assert!(!are_spared(5_500.0, 9_400.0, 8, false) && are_spared(1_000.0, 64_000.0, 8, false));
    }

    #[test]
    fn a_clock_that_is_slow_on_a_busy_machine_shows_in_the_processors_time() {
        let of = |rate: f64, late_ns: f64, worked: f64| TimeClaim {
            calls: 1000,
            said_ns: 2e7 * rate,
            took_ns: 2e7 + late_ns,
            worked_ns: worked,
        };
        let all = |rate: f64, worked: f64| [1e5, 8e6, 3e7].map(|late_ns| of(rate, late_ns, worked));
        let claims = Claims::default();
        assert!(claims.works_longer(&all(0.98, 2e7)).is_some());
        assert!(claims.works_longer(&all(0.99, 2e7)).is_none());
        // An honest one tells what it waited too, and one request that says so clears anybody.
        assert!(claims.works_longer(&all(1.4, 2e7)).is_none());
        let [first, second, _] = all(0.98, 2e7);
        assert!(claims.works_longer(&[first, second, of(1.0, 1e5, 2e7)]).is_none());
        // Where nobody knows what was worked, nobody is accused of it.
        assert!(claims.works_longer(&[of(0.98, 3e7, 5e7)]).is_none());
    }

    #[test]
    fn a_time_that_does_not_grow_with_its_calls_is_found() {
        let of = |calls: u64, said_ns: f64| TimeClaim { calls, said_ns, took_ns: said_ns + 1e4, worked_ns: said_ns };
        let grows = |times: &[(u64, f64)]| {
            let mut all = Claims::default();
            times.iter().for_each(|(calls, said_ns)| all.add(of(*calls, *said_ns)));
            all.without_growth().is_none()
        };
        assert!(grows(&[(1, 100.0)]) && grows(&[(1, 100.0), (2, 100.0)]));
        assert!(grows(&[(1, 9000.0), (64, 6400.0), (4096, 409_600.0)]));
        assert!(!grows(&[(64, 6400.0), (4096, 6500.0)]));
        // Asked again, the few calls were only late the first time.
        assert!(grows(&[(64, 640_000.0), (64, 6400.0), (4096, 409_600.0)]));
    }
}
