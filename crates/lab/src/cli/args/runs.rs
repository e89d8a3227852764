//! What can be typed behind `paragone runs`, and behind `paragone import`, which makes some of them.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// List recorded runs, newest first, and look after them
///
/// A RUN is named by its id, by the beginning of its id where no other run begins so, by `latest`,
/// or by the path of a file that `runs export` wrote.
#[derive(Args, Clone, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct RunsArgs {
    #[command(subcommand)]
    pub command: Option<RunsCommand>,
    /// Print the list as JSON, one object for each run
    #[arg(long)]
    pub json: bool,
}

#[derive(Subcommand, Clone, Debug)]
pub(crate) enum RunsCommand {
    /// Show what a run was: command, plan, machine, versions, launches and failures
    ///
    /// What its numbers say is told by `paragone report RUN`.
    Show {
        /// An id or its beginning, `latest`, or an exported file
        run: String,
        /// Print it as JSON, with the whole plan
        #[arg(long)]
        json: bool,
    },
    /// Write a run to a file of its own, to be read on any machine
    ///
    /// The file is a small SQLite store with this run alone: `paragone report FILE` reads it as it
    /// is, and `paragone runs import FILE` takes it into another store.
    Export {
        /// An id or its beginning, `latest`, or an exported file
        run: String,
        /// The file to write, for instance `hashes-server7.sqlite`
        file: PathBuf,
        /// Replace the file if it is there already
        #[arg(long)]
        force: bool,
    },
    /// Take the runs of an exported file into the store
    ///
    /// Nothing is taken if a run of the file is in the store already.
    Import {
        /// A file that `runs export` wrote, or another store
        file: PathBuf,
    },
    /// Write a note to a run, in the place of its old one
    ///
    /// A note is shown wherever the run is: what was special about the machine, the purpose, a
    /// doubt. An empty one (`''`) takes it away.
    Note {
        /// An id or its beginning, `latest`, or an exported file
        run: String,
        /// The note, in quotes
        text: String,
    },
    /// Remove runs for good, with all that was measured
    ///
    /// It asks nothing, and says what it removed. Only ids and their unambiguous beginnings are
    /// taken, not `latest`. A run that is being written stays.
    Remove {
        /// Ids or their beginnings
        #[arg(required = true)]
        run: Vec<String>,
    },
}

/// Take in what other tools measured: criterion, google/benchmark, JMH, hyperfine, go test -bench, package-benchmark
///
/// Each file becomes a run, marked as imported: its times are shown, but nobody measured them side by side, so that
/// there is no interval and no verdict. Whose file it is, is told by its shape. Nothing is taken in if one of the
/// files is wrong. For files that `paragone runs export` wrote there is `paragone runs import`.
#[derive(Args, Clone, Debug)]
pub(crate) struct ImportArgs {
    /// Files, or criterion's folder `target/criterion`
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Show all results of a file in one table of this name: they are ways to do the same job. Without it, only what
    /// the tool itself puts together is
    #[arg(long, value_name = "NAME")]
    pub benchmark: Option<String>,
    /// A note to keep with the runs
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub note: String,
}
