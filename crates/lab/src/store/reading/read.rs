//! A run back as it was measured.
//!
//! Blocks of interrupted launches are there too: the events say which launches ended. Judges
//! nothing.

use anyhow::{Context, anyhow, bail};
use rusqlite::{OptionalExtension, Params, Row};
use serde::Deserialize;
use serde::de::{DeserializeOwned, IntoDeserializer, value};

use crate::model::{Block, Event, Machine, Plan, Readings, Run, RunState, Sample, Versions};
use crate::store::file::opened::Store;
use crate::store::writing::pack::unpack;

impl Store {
    /// A whole run, by its full id.
    pub fn run(&self, id: &str) -> anyhow::Result<Run> {
        let whole =
            |row: &Row<'_>| Ok(Run { machine: json(row, "machine")?, versions: json(row, "versions")?, ..head(row)? });
        self.read_run(id, whole, "TRUE", "run = ?1 ORDER BY seq, lane", [id])
    }

    /// A run as `begun` reads it from its row, with those events and those blocks that expressions of SQL choose. In
    /// one transaction, so that a run that is still being written is seen at one moment.
    pub(in crate::store) fn read_run(
        &self,
        id: &str,
        begun: impl Fn(&Row<'_>) -> anyhow::Result<Run>,
        events: &str,
        blocks: &str,
        asked: impl Params,
    ) -> anyhow::Result<Run> {
        let _snapshot = self.connection.unchecked_transaction().with_context(|| self.failed("read"))?;
        let read = || {
            let mut select = self.connection.prepare_cached("SELECT * FROM run WHERE id = ?1")?;
            let found = select.query_row([id], |row| Ok(begun(row))).optional()?;
            let mut run = found.context("there is no such run: `paragone runs` lists them")??;
            let events = self.events(id, events)?;
            extend(&mut run.plan, &events);
            run.blocks = self.blocks(blocks, asked, &run.plan)?;
            run.events = events.into_iter().map(|event| fitting(event, &run.plan)).collect();
            anyhow::Ok(run)
        };
        read().with_context(|| self.failed(&format!("read run {id}")))
    }

    /// The plan of a run, with all that was added to it on the way.
    pub(in crate::store) fn plan(&self, id: &str) -> anyhow::Result<Plan> {
        let mut plan =
            self.connection.query_row("SELECT plan FROM run WHERE id = ?1", [id], |row| Ok(json(row, "plan")))??;
        extend(&mut plan, &self.events(id, "TRUE")?);
        Ok(plan)
    }

    /// Which blocks of a run, and in which order: those of one place follow each other.
    fn blocks(&self, which: &str, asked: impl Params, plan: &Plan) -> anyhow::Result<Vec<Block>> {
        let mut select = self.connection.prepare_cached(&format!(
            "SELECT seq, contest, comparison, launch, block, began_ns, lane, samples, race FROM block WHERE {which}"
        ))?;
        let mut rows = select.query(asked)?;
        let mut blocks: Vec<Block> = Vec::new();
        let mut last_seq = None;
        while let Some(row) = rows.next()? {
            let seq: i64 = row.get(0)?;
            if last_seq != Some(seq) {
                blocks.push(empty_block(row, plan)?);
                last_seq = Some(seq);
            }
            let Some(block) = blocks.last_mut() else { continue };
            let (lane, samples, readings) = lane_samples(row, block)?;
            block.lanes[lane] = samples;
            if !readings.is_empty() {
                block.readings.resize(block.lanes.len(), Readings::new());
                block.readings[lane] = readings;
            }
        }
        Ok(blocks)
    }

    /// Those of a run that an expression of SQL chooses.
    pub(in crate::store) fn events(&self, run: &str, chosen: &str) -> rusqlite::Result<Vec<Event>> {
        let sql = format!("SELECT text FROM event WHERE run = ?1 AND {chosen} ORDER BY seq");
        self.lines(&sql, [run], |row| Ok(event(&row.get::<_, String>(0)?)))
    }

    /// What a statement finds, row by row.
    pub(in crate::store) fn lines<T>(
        &self,
        sql: &str,
        asked: impl Params,
        line: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<Vec<T>> {
        self.connection.prepare_cached(sql)?.query_map(asked, line)?.collect()
    }
}

/// Takes into the plan what was decided on the way.
fn extend(plan: &mut Plan, events: &[Event]) {
    for event in events {
        if let Event::Furthered(further) = event {
            plan.extend(further);
        }
    }
}

/// An event of a kind that this lab does not know takes nothing away from the numbers, so it
/// becomes a notice.
fn event(text: &str) -> Event {
    serde_json::from_str(text)
        .unwrap_or_else(|err| Event::Notice { text: format!("an event could not be read ({err}): {text}") })
}

/// Nor does an event of something that the plan does not have, which only a damaged file holds:
/// whoever reads a run may take an event's places for the plan's.
fn fitting(event: Event, plan: &Plan) -> Event {
    let fits = |(contest, comparison, lane): (usize, Option<usize>, Option<usize>)| {
        let lanes = match &event {
            Event::LaunchBegan(launch) => launch.lanes.len(),
            Event::Calibrated { calls, .. } => calls.len(),
            Event::Looked { verdicts, .. } => verdicts.len(),
            _ => lane.map_or(0, |lane| lane.saturating_add(1)),
        };
        plan.contests.get(contest).is_some_and(|contest| {
            comparison.is_none_or(|comparison| comparison < contest.comparisons.len()) && lanes <= contest.lanes.len()
        })
    };
    if event.place().is_none_or(fits) {
        event
    } else {
        Event::Notice { text: format!("an event does not fit the plan: {event:?}") }
    }
}

/// A run without its machine, its versions, and all that was measured.
pub(in crate::store) fn head(row: &Row<'_>) -> anyhow::Result<Run> {
    Ok(Run {
        id: row.get("id")?,
        began: row.get("began")?,
        state: state(row)?,
        note: row.get("note")?,
        command: row.get("command")?,
        plan: json(row, "plan")?,
        machine: Machine::default(),
        versions: Versions::default(),
        blocks: Vec::new(),
        events: Vec::new(),
        schema: row.get("schema")?,
    })
}

pub(in crate::store) fn state(row: &Row<'_>) -> anyhow::Result<RunState> {
    let word: String = row.get("state")?;
    let state = RunState::deserialize(word.as_str().into_deserializer());
    state.map_err(|_: value::Error| anyhow!("`{word}` is no state of a run"))
}

pub(in crate::store) fn json<T: DeserializeOwned>(row: &Row<'_>, column: &str) -> anyhow::Result<T> {
    let text: String = row.get(column)?;
    serde_json::from_str(&text).with_context(|| format!("the run's {column} is damaged"))
}

/// A block before its lanes are filled, from the first of its rows.
fn empty_block(row: &Row<'_>, plan: &Plan) -> anyhow::Result<Block> {
    let (contest, comparison): (usize, usize) = (row.get("contest")?, row.get("comparison")?);
    let planned = plan.contests.get(contest).filter(|planned| comparison < planned.comparisons.len());
    let Some(planned) = planned else {
        bail!("a block is of contest {contest}, comparison {comparison}, which the plan does not have");
    };
    Ok(Block {
        contest,
        comparison,
        launch: row.get("launch")?,
        index: row.get("block")?,
        began_ns: row.get("began_ns")?,
        lanes: vec![Vec::new(); planned.lanes.len()],
        readings: Vec::new(),
        race: row.get("race")?,
    })
}

fn lane_samples(row: &Row<'_>, block: &Block) -> anyhow::Result<(usize, Vec<Sample>, Readings)> {
    let Block { contest, comparison, launch, index, .. } = block;
    let which = || format!("contest {contest}, comparison {comparison}, launch {launch}, block {index}");
    let lane: usize = row.get("lane")?;
    if lane >= block.lanes.len() {
        bail!("{}: the plan has no lane {lane}", which());
    }
    let bytes: Vec<u8> = row.get("samples")?;
    let (samples, readings) = unpack(&bytes).with_context(|| format!("{}, lane {lane}", which()))?;
    Ok((lane, samples, readings))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::model::{Between, Further, Listener, Params};
    use crate::store::RunWriter;
    use crate::store::example::{Example, block};

    /// A run of one block, with one statement of SQL done to its store.
    fn after(sql: &str) -> anyhow::Result<Run> {
        let example = Example::new();
        let mut writer = example.begin();
        writer.hear(&Event::Block(block(0, 0))).unwrap();
        let store = example.store();
        store.connection.pragma_update(None, "foreign_keys", false).unwrap();
        assert_ne!(store.connection.execute(sql, []).unwrap(), 0);
        store.run(writer.id())
    }

    #[test]
    fn what_was_added_on_the_way_belongs_to_the_plan() {
        let example = Example::new();
        let mut writer = example.begin();
        let between = Between { of: 0, lanes: [1, 0], params: Params::new(), low: 64, high: 4096, alpha: 0.003 };
        let further = |sizes: &[u64]| Further { contest: 1, between: between.clone(), sizes: sizes.to_vec() };
        writer.hear(&Event::Furthered(further(&[64, 512, 4096]))).unwrap();
        let added = Block { contest: 1, comparison: 1, ..block(0, 0) };
        writer.hear(&Event::Block(added.clone())).unwrap();
        let id = writer.id().to_owned();
        drop(writer);
        let mut writer = RunWriter::resume(example.store(), &id).unwrap();
        writer.hear(&Event::Furthered(further(&[181]))).unwrap();
        let last = Block { contest: 1, comparison: 3, launch: 1, ..block(0, 0) };
        writer.hear(&Event::Block(last.clone())).unwrap();
        let run = example.store().run(&id).unwrap();
        let sizes: Vec<u64> = run.plan.contests[1].comparisons.iter().map(|one| one.size).collect();
        assert_eq!((sizes, run.plan.contests[1].between.as_ref()), (vec![64, 512, 4096, 181], Some(&between)));
        assert_eq!(run.blocks, [added, last]);
        let wrong = Further { contest: 7, ..further(&[1]) };
        assert!(writer.hear(&Event::Furthered(wrong)).unwrap_err().to_string().contains("does not fit"));
    }

    #[test]
    fn a_run_that_makes_no_sense_is_an_error_with_its_place() {
        let faults = [
            (
                "UPDATE block SET samples = x'0105' WHERE lane = 1",
                "comparison 0, launch 0, block 0, lane 1: packed samples are cut short",
            ),
            ("UPDATE block SET contest = 7", "contest 7, comparison 0, which the plan does not have"),
            ("UPDATE block SET comparison = 2", "contest 0, comparison 2, which the plan does not have"),
            ("UPDATE block SET lane = 3 WHERE lane = 2", "the plan has no lane 3"),
            ("UPDATE block SET launch = -1", "out of range"),
            ("UPDATE run SET plan = '{}'", "the run's plan is damaged"),
        ];
        for (sql, told) in faults {
            let err = format!("{:#}", after(sql).unwrap_err());
            assert!(err.contains(told) && err.contains("runs.sqlite"), "{sql}: {err}");
        }
        assert_eq!(after("UPDATE run SET note = ''").unwrap().blocks, [block(0, 0)]);
    }

    #[test]
    fn an_event_of_another_time_becomes_a_notice() {
        let run = after("INSERT INTO event SELECT id, 9, '{\"event\":\"moon-rose\"}' FROM run").unwrap();
        assert!(matches!(&run.events[..], [Event::Notice { text }] if text.contains("moon-rose")));
        for place in ["contest\":7,\"comparison\":0", "contest\":0,\"comparison\":2"] {
            let text = format!("{{\"event\":\"stopped\",\"{place},\"launch\":0,\"reason\":\"certain\"}}");
            let run = after(&format!("INSERT INTO event SELECT id, 9, '{text}' FROM run")).unwrap();
            assert!(matches!(&run.events[..], [Event::Notice { text }] if text.contains("does not fit the plan")));
        }
    }

    #[test]
    fn an_unknown_run_is_an_error() {
        let err = Example::new().store().run("0123456789abcdef").unwrap_err();
        assert!(format!("{err:#}").contains("no such run"), "{err:#}");
    }

    #[test]
    fn a_spoilt_page_is_never_taken_for_numbers() {
        let example = Example::new();
        let mut writer = example.begin();
        for index in 0..200 {
            writer.hear(&Event::Block(block(0, index))).unwrap();
        }
        let id = writer.id().to_owned();
        writer.finish(RunState::Complete).unwrap();
        let whole = fs::read(example.path()).unwrap();
        let blocks: Vec<Block> = (0..200).map(|index| block(0, index)).collect();
        let mut noticed = 0;
        for page in 0..whole.len() / 4096 {
            let mut spoilt = whole.clone();
            spoilt[page * 4096..][..4096].fill(0xa5);
            fs::write(example.path(), &spoilt).unwrap();
            let read = Store::open_to_read(&example.path()).map_err(Into::into).and_then(|store| store.run(&id));
            match read {
                Ok(run) => assert_eq!(run.blocks, blocks),
                Err(err) => {
                    noticed += 1;
                    assert!(format!("{err:#}").contains("runs.sqlite"), "{err:#}");
                }
            }
            assert_eq!(fs::read(example.path()).unwrap(), spoilt);
        }
        assert!(noticed > whole.len() / 4096 / 2);
    }
}
