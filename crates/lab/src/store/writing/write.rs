//! A run's events in, rows out: a block and whatever was heard before it make one commit.
//!
//! Once a commit has returned, it outlives this process however it ends. Knows no statistic.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::process;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, bail};
use rusqlite::{OptionalExtension, TransactionBehavior, params};

use crate::model::{Block, Event, Further, Listener, Plan, RunState};
use crate::store::file::live::{self, WriterClaim};
use crate::store::file::opened::Store;
use crate::store::writing::insert::{Beginning, insert_block, insert_cells, word};

/// Writes one run while it goes on. Dropped without `finish`, it leaves the run open.
#[derive(Debug)]
pub struct RunWriter {
    store: Store,
    id: String,
    /// Place of the next block or event in the run's order.
    seq: i64,
    /// Events heard since the last commit, as JSON.
    pending: Vec<String>,
    /// With all that was added to it on the way.
    plan: Plan,
    /// Contests that got comparisons since the last commit, and from which comparison on.
    added: Vec<(usize, usize)>,
    _claim: WriterClaim,
}

impl RunWriter {
    /// Begins a new run.
    pub fn begin(store: Store, beginning: &Beginning<'_>) -> anyhow::Result<RunWriter> {
        let id = new_id();
        let claim = live::claim(&store.path, &id)?.with_context(|| format!("run {id} is being written already"))?;
        let mut writer = RunWriter::new(store, id, 0, beginning.plan.clone(), claim);
        writer.store.append_to_log().with_context(|| writer.failed("begin"))?;
        let RunWriter { store, id, .. } = &mut writer;
        beginning.insert(&mut store.connection, id, now()).with_context(|| writer.failed("begin"))?;
        Ok(writer)
    }

    /// Goes on with a run that was killed or interrupted.
    pub fn resume(store: Store, id: &str) -> anyhow::Result<RunWriter> {
        let Some(claim) = live::claim(&store.path, id)? else {
            bail!("run {id} is being written by another process: wait until it ends");
        };
        let failed = || store.failed(&format!("resume run {id}"));
        // Asked only now: whoever had the claim before may have completed the run.
        let Some((state, seq)) = state_and_seq(&store, id).with_context(failed)? else {
            bail!("there is no run {id} in store `{}`: `paragone runs` lists them", store.path.display());
        };
        if state == "complete" {
            bail!("run {id} is complete: there is nothing to resume");
        }
        if !store.summary(id)?.is_of_today() {
            bail!("run {id} was begun by an earlier paragone, whose launches were others: it cannot be resumed");
        }
        let plan = store.plan(id).with_context(failed)?;
        let mut writer = RunWriter::new(store, id.to_owned(), seq, plan, claim);
        let sql = "UPDATE run SET state = 'open', ended = NULL, blocks = NULL, samples = NULL WHERE id = ?1";
        let reopened = writer.store.append_to_log().and_then(|()| writer.store.connection.execute(sql, [id]));
        reopened.with_context(|| writer.failed("resume"))?;
        writer.hear(&Event::Resumed)?;
        writer.commit(None)?;
        Ok(writer)
    }

    fn new(store: Store, id: String, seq: i64, plan: Plan, claim: WriterClaim) -> RunWriter {
        RunWriter { store, id, seq, pending: Vec::new(), plan, added: Vec::new(), _claim: claim }
    }

    /// What an error of this run opens with.
    fn failed(&self, to_do: &str) -> String {
        self.store.failed(&format!("{to_do} run {}", self.id))
    }

    /// 16 hexadecimal digits.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Writes what is pending, and how the run ended.
    pub fn finish(mut self, state: RunState) -> anyhow::Result<()> {
        self.commit(None)?;
        let ended = (state != RunState::Open).then(now);
        let sql = "UPDATE run SET state = ?2, ended = ?3, (blocks, samples) = (
                SELECT count(DISTINCT seq), coalesce(sum(rounds), 0) FROM block WHERE run = ?1
            ) WHERE id = ?1";
        let done = self.store.connection.execute(sql, params![self.id, word(state)?, ended]);
        done.map(|_| ()).with_context(|| self.failed("finish"))
    }

    /// Of a run that came to an end by an error: takes it out of the store where nothing was measured.
    pub fn give_up(mut self) -> anyhow::Result<()> {
        if self.store.connection.prepare("SELECT 1 FROM block WHERE run = ?1")?.exists([&self.id])? {
            return self.commit(None);
        }
        self.pending.clear();
        self.store.delete(&self.id).with_context(|| self.failed("remove"))
    }

    fn commit(&mut self, block: Option<&Block>) -> anyhow::Result<()> {
        if self.pending.is_empty() && block.is_none() {
            return Ok(());
        }
        self.seq = self.insert_pending(block).with_context(|| self.failed("go on with"))?;
        self.pending.clear();
        self.added.clear();
        Ok(())
    }

    /// Takes what is measured beyond the plan into it; its cells are written with the event.
    fn extend(&mut self, further: &Further) -> anyhow::Result<()> {
        let from = self.plan.contests.get(further.contest).map_or(0, |contest| contest.comparisons.len());
        if !self.plan.extend(further) {
            bail!("what is to be measured beyond the plan of run {} does not fit it", self.id);
        }
        self.added.push((further.contest, from));
        Ok(())
    }

    /// Returns the place that comes next.
    fn insert_pending(&mut self, block: Option<&Block>) -> anyhow::Result<i64> {
        let mut seq = self.seq;
        let transaction = self.store.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for text in &self.pending {
            let mut insert = transaction.prepare_cached("INSERT INTO event (run, seq, text) VALUES (?1, ?2, ?3)")?;
            insert.execute(params![self.id, seq, text])?;
            seq += 1;
        }
        for &(contest, from) in &self.added {
            insert_cells(&transaction, &self.id, contest, &self.plan.contests[contest], from)?;
        }
        if let Some(block) = block {
            insert_block(&transaction, &self.id, seq, block)?;
            seq += 1;
        }
        transaction.commit()?;
        Ok(seq)
    }
}

impl Listener for RunWriter {
    fn hear(&mut self, event: &Event) -> anyhow::Result<()> {
        if let Event::Block(block) = event {
            return self.commit(Some(block));
        }
        if let Event::Furthered(further) = event {
            self.extend(further)?;
        }
        let text = serde_json::to_string(event);
        self.pending.push(text.with_context(|| format!("failed to put an event of run {} into words", self.id))?);
        match event {
            // What follows these may be long in coming, or never come.
            Event::LaunchEnded { .. } | Event::Failed { .. } | Event::Stopped { .. } | Event::Furthered(_) => {
                self.commit(None)
            }
            _ => Ok(()),
        }
    }
}

impl Drop for RunWriter {
    fn drop(&mut self) {
        // Whoever drops a writer without `finish` has an error to tell already; this one would be
        // of the same making.
        let _ = self.commit(None);
    }
}

/// How far a run came, and the place after its last block or event.
fn state_and_seq(store: &Store, id: &str) -> rusqlite::Result<Option<(String, i64)>> {
    let sql = "SELECT state, 1 + max(
            (SELECT coalesce(max(seq), -1) FROM block WHERE run = ?1),
            (SELECT coalesce(max(seq), -1) FROM event WHERE run = ?1))
        FROM run WHERE id = ?1";
    store.connection.query_row(sql, [id], |row| Ok((row.get(0)?, row.get(1)?))).optional()
}

/// Unique without a registry: 64 bits that nobody could foresee.
fn new_id() -> String {
    // The standard library draws the keys of its hash tables from the system's random numbers.
    let mut hasher = RandomState::new().build_hasher();
    hasher.write_u128(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos()));
    hasher.write_u32(process::id());
    format!("{:016x}", hasher.finish())
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use crate::model::{Fault, StopReason};
    use crate::store::example::{Example, block, block_of, launch_began, launch_ended};

    fn debug(events: &[Event]) -> Vec<String> {
        events.iter().map(|event| format!("{event:?}")).collect()
    }

    #[test]
    fn a_run_comes_back_as_it_was_told() {
        let example = Example::new();
        let mut writer = example.begin();
        let events = [
            launch_began(0),
            Event::Calibrated { contest: 0, comparison: 0, launch: 0, calls: vec![1000, 0, 1000] },
            Event::Failed {
                contest: 0,
                comparison: None,
                lane: 1,
                launch: 0,
                fault: Fault::Died { how: "signal 11".into(), stderr: "\u{1f4a5} \"oh\"\n".into() },
            },
            Event::Stopped { contest: 0, comparison: 1, launch: 0, reason: StopReason::Certain },
            launch_ended(0),
        ];
        let mut without_lane = block(0, 1);
        without_lane.lanes[1].clear();
        let blocks = [block(0, 0), without_lane, block_of(1, 0, 0), block(0, 2)];
        for (event, block) in events.iter().zip(&blocks) {
            writer.hear(event).unwrap();
            writer.hear(&Event::Block(block.clone())).unwrap();
        }
        writer.hear(&events[4]).unwrap();
        let id = writer.id().to_owned();
        writer.finish(RunState::Complete).unwrap();

        let run = example.store().run(&id).unwrap();
        assert_eq!((run.id.len(), run.state), (16, RunState::Complete));
        assert_eq!((run.command.as_str(), run.note.as_str()), ("paragone run words", "first try"));
        assert_eq!(format!("{:?}", run.plan), format!("{:?}", example.plan));
        assert_eq!((run.machine, run.versions), (example.machine.clone(), example.versions.clone()));
        assert_eq!(run.blocks, blocks);
        assert_eq!(debug(&run.events), debug(&events));
    }

    #[test]
    fn what_is_given_up_before_its_first_block_was_no_run() {
        let example = Example::new();
        let mut writer = example.begin();
        let id = writer.id().to_owned();
        writer.hear(&launch_began(0)).unwrap();
        writer.hear(&launch_ended(0)).unwrap();
        writer.give_up().unwrap();
        assert!(example.store().run(&id).is_err());
        let mut writer = example.begin();
        let id = writer.id().to_owned();
        writer.hear(&Event::Block(block(0, 0))).unwrap();
        writer.hear(&launch_began(0)).unwrap();
        writer.give_up().unwrap();
        let run = example.store().run(&id).unwrap();
        assert_eq!((run.state, run.blocks.len(), run.events.len()), (RunState::Open, 1, 1));
    }

    #[test]
    fn events_wait_for_the_next_block_unless_they_end_something() {
        let example = Example::new();
        let mut writer = example.begin();
        let id = writer.id().to_owned();
        let kept = || example.store().run(&id).unwrap().events.len();
        writer.hear(&launch_began(0)).unwrap();
        assert_eq!(kept(), 0);
        writer.hear(&Event::Block(block(0, 0))).unwrap();
        assert_eq!(kept(), 1);
        writer.hear(&Event::Notice { text: "on a roll".into() }).unwrap();
        writer.hear(&launch_ended(0)).unwrap();
        assert_eq!(kept(), 3);
        writer.hear(&Event::Notice { text: "the last word".into() }).unwrap();
        drop(writer);
        assert_eq!(kept(), 4);
    }

    #[test]
    fn a_run_goes_on_where_it_was_left() {
        let example = Example::new();
        let mut writer = example.begin();
        let id = writer.id().to_owned();
        writer.hear(&Event::Block(block(0, 0))).unwrap();
        let taken = RunWriter::resume(example.store(), &id).unwrap_err();
        assert!(taken.to_string().contains("written by another process"), "{taken}");
        writer.finish(RunState::Interrupted).unwrap();

        let mut writer = RunWriter::resume(example.store(), &id).unwrap();
        assert_eq!(example.store().run(&id).unwrap().state, RunState::Open);
        writer.hear(&Event::Block(block(1, 0))).unwrap();
        writer.finish(RunState::Complete).unwrap();
        let run = example.store().run(&id).unwrap();
        assert_eq!(run.blocks, [block(0, 0), block(1, 0)]);
        assert_eq!(debug(&run.events), ["Resumed"]);

        let complete = RunWriter::resume(example.store(), &id).unwrap_err();
        assert!(complete.to_string().contains("nothing to resume"), "{complete}");
        assert!(RunWriter::resume(example.store(), "0123456789abcdef").is_err());
    }

    #[test]
    fn what_could_not_be_read_again_is_refused_at_the_beginning() {
        let mut example = Example::new();
        example.plan.total_s = f64::INFINITY;
        let err = RunWriter::begin(example.store(), &example.beginning()).unwrap_err();
        assert!(format!("{err:#}").contains("the plan could not be read again"), "{err:#}");
        assert_eq!(example.store().list().unwrap(), []);
    }

    #[test]
    fn a_block_is_never_written_twice_and_an_error_loses_no_event() {
        let example = Example::new();
        let mut writer = example.begin();
        writer.hear(&Event::Block(block(0, 0))).unwrap();
        writer.hear(&launch_began(1)).unwrap();
        let err = writer.hear(&Event::Block(block(0, 0))).unwrap_err();
        assert!(format!("{err:#}").contains("runs.sqlite"), "{err:#}");
        writer.hear(&Event::Block(block(1, 0))).unwrap();
        let run = example.store().run(writer.id()).unwrap();
        assert_eq!((run.blocks, run.events.len()), (vec![block(0, 0), block(1, 0)], 1));
    }

    #[test]
    fn runs_at_once_in_one_store_do_not_meet() {
        let example = Example::new();
        let write = |launch: u32| {
            let mut writer = example.begin();
            for index in 0..300 {
                writer.hear(&Event::Notice { text: format!("{launch} {index}") }).unwrap();
                writer.hear(&Event::Block(block(launch, index))).unwrap();
            }
            let id = writer.id().to_owned();
            writer.finish(RunState::Complete).unwrap();
            (id, launch)
        };
        let runs: Vec<(String, u32)> = thread::scope(|scope| {
            let threads: Vec<_> = (0..4)
                .map(|launch| {
                    scope.spawn({
                        let write = &write;
                        move || write(launch)
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        for (id, launch) in runs {
            let run = example.store().run(&id).unwrap();
            assert_eq!(run.blocks, (0..300).map(|index| block(launch, index)).collect::<Vec<_>>());
            let last = format!("{:?}", Event::Notice { text: format!("{launch} 299") });
            assert_eq!((run.events.len(), &debug(&run.events)[299]), (300, &last));
        }
    }
}
