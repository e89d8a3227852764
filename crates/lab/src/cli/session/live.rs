//! The progress line: events in, ink on standard error out.
//!
//! It draws only while it hears an event, which is never during a sample: there is no thread that
//! ticks, because it would take the core's caches from whatever is being timed.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::cli::outlet::say;
use crate::cli::session::scene::Scene;
use crate::model::{Event, Listener, Plan};

/// Eyes are slower than blocks, and each drawing costs the measured programs some cache.
const PAUSE: Duration = Duration::from_millis(200);

/// Shows the progress of one run.
pub(crate) struct Live {
    scene: Scene,
    quiet: bool,
    /// On a terminal, a line that is drawn anew, above which failures and notices stand; elsewhere there is a line for each
    /// end, failure and notice.
    bar: Option<ProgressBar>,
    began: Instant,
    drawn: Option<Instant>,
}

impl Live {
    pub(crate) fn new(plan: Plan, quiet: bool) -> Live {
        let bar = (!quiet && io::stderr().is_terminal()).then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            if let Ok(style) = ProgressStyle::with_template("{wide_msg}") {
                bar.set_style(style);
            }
            bar
        });
        Live { scene: Scene::new(plan), quiet, bar, began: Instant::now(), drawn: None }
    }
}

impl Listener for Live {
    fn hear(&mut self, event: &Event) -> anyhow::Result<()> {
        let said = self.scene.hear(event);
        let Some(bar) = &self.bar else {
            said.filter(|_| !self.quiet).into_iter().for_each(say);
            return Ok(());
        };
        // The line itself tells of ends; what went wrong must not be drawn over.
        if let Some(sentence) = said.filter(|_| !matches!(event, Event::Stopped { .. })) {
            bar.println(sentence);
        }
        let now = Instant::now();
        let rested = self.drawn.is_none_or(|drawn| now.duration_since(drawn) >= PAUSE);
        if rested || !matches!(event, Event::Block(_) | Event::State(_)) {
            self.drawn = Some(now);
            bar.set_message(self.scene.line(now.duration_since(self.began).as_secs_f64()));
        }
        Ok(())
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
