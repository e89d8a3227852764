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

/// How loudly a run speaks while it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Voice {
    /// One line that is drawn anew; failures and notices stand above it.
    Line,
    /// A line for each end, failure and notice.
    Log,
    Quiet,
}

/// Eyes are slower than blocks, and each drawing costs the measured programs some cache.
const PAUSE: Duration = Duration::from_millis(200);

/// Shows the progress of one run.
pub(in crate::cli) struct Live {
    scene: Scene,
    voice: Voice,
    bar: ProgressBar,
    began: Instant,
    drawn: Option<Instant>,
}

impl Live {
    pub(in crate::cli) fn new(plan: Plan, quiet: bool) -> Live {
        let voice = match (quiet, io::stderr().is_terminal()) {
            (true, _) => Voice::Quiet,
            (false, true) => Voice::Line,
            (false, false) => Voice::Log,
        };
        let target = if voice == Voice::Line { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template("{wide_msg}") {
            bar.set_style(style);
        }
        Live { scene: Scene::new(plan), voice, bar, began: Instant::now(), drawn: None }
    }

    fn draw(&mut self, event: &Event) {
        let now = Instant::now();
        let rested = self.drawn.is_none_or(|drawn| now.duration_since(drawn) >= PAUSE);
        if rested || !matches!(event, Event::Block(_) | Event::State(_)) {
            self.drawn = Some(now);
            self.bar.set_message(self.scene.line(now.duration_since(self.began).as_secs_f64()));
        }
    }
}

impl Listener for Live {
    fn hear(&mut self, event: &Event) -> anyhow::Result<()> {
        let said = self.scene.hear(event);
        match self.voice {
            Voice::Quiet => {}
            Voice::Log => {
                if let Some(sentence) = said {
                    say(sentence);
                }
            }
            Voice::Line => {
                // The line itself tells of ends; what went wrong must not be drawn over.
                if let (Some(sentence), false) = (said, matches!(event, Event::Stopped { .. })) {
                    self.bar.println(sentence);
                }
                self.draw(event);
            }
        }
        Ok(())
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
