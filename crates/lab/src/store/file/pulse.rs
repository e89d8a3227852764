//! How far a run has come, for somebody who looks at it from another process: counts, no samples.

use anyhow::Context;
use serde::Serialize;

use crate::model::RunState;
use crate::store::file::live;
use crate::store::file::opened::Store;
use crate::store::reading::list::word_of;
use crate::store::reading::read::state;

/// A run at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Pulse {
    /// `running`, `killed`, `interrupted` or `complete`.
    pub word: &'static str,
    /// Seconds since 1970, UTC.
    pub began: i64,
    pub blocks: u64,
    pub samples: u64,
    pub launches: u64,
    /// Comparisons that came to their end, of those planned.
    pub stopped: u64,
    pub comparisons: u64,
    pub failures: u64,
}

impl Pulse {
    /// Whether more may come.
    pub fn is_running(&self) -> bool {
        self.word == "running"
    }
}

impl Store {
    /// `None`: there is no such run.
    pub fn pulse(&self, id: &str) -> anyhow::Result<Option<Pulse>> {
        let read = || {
            let sql = "SELECT began,
                     (SELECT count(DISTINCT seq) FROM block WHERE run = id),
                     (SELECT coalesce(sum(rounds), 0) FROM block WHERE run = id),
                     (SELECT count(*) FROM cell WHERE run = id AND lane = 0),
                     count(DISTINCT text ->> 'contest' || ' ' || (text ->> 'comparison'))
                         FILTER (WHERE text ->> 'event' = 'stopped'),
                     count(*) FILTER (WHERE text ->> 'event' = 'launch-began'),
                     count(*) FILTER (WHERE text ->> 'event' = 'failed'), state
                 FROM run LEFT JOIN event ON event.run = id WHERE id = ?1 GROUP BY id";
            let mut select = self.connection.prepare_cached(sql)?;
            let mut rows = select.query([id])?;
            let Some(row) = rows.next()? else { return Ok(None) };
            let (began, blocks, samples, comparisons, stopped, launches, failures) = row.try_into()?;
            let state = state(row)?;
            let word = word_of(state, state == RunState::Open && live::is_claimed(&self.path, id)?);
            anyhow::Ok(Some(Pulse { word, began, blocks, samples, launches, stopped, comparisons, failures }))
        };
        read().with_context(|| self.failed(&format!("look at run {id}")))
    }
}

#[cfg(test)]
mod tests {
    use crate::model::{Event, Listener, StopReason};
    use crate::store::example::{Example, block, launch_began};

    use super::*;

    #[test]
    fn a_run_is_seen_while_it_is_written() {
        let example = Example::new();
        let mut writer = example.begin();
        let id = writer.id().to_owned();
        let store = example.store();
        let pulse = store.pulse(&id).unwrap().unwrap();
        assert_eq!((pulse.word, pulse.blocks, pulse.comparisons, pulse.stopped), ("running", 0, 2, 0));
        writer.hear(&launch_began(0)).unwrap();
        writer.hear(&Event::Block(block(0, 0))).unwrap();
        for _ in 0..2 {
            let reason = StopReason::Certain;
            writer.hear(&Event::Stopped { contest: 0, comparison: 1, launch: 0, reason }).unwrap();
        }
        writer.finish(RunState::Complete).unwrap();
        let pulse = store.pulse(&id).unwrap().unwrap();
        assert_eq!((pulse.word, pulse.blocks, pulse.samples, pulse.launches), ("complete", 1, 12, 1));
        assert_eq!((pulse.stopped, pulse.failures, pulse.is_running()), (1, 0, false));
        assert_eq!(store.pulse("0123456789abcdef").unwrap(), None);
    }
}
