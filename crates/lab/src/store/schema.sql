-- A store of runs, schema 2: what was planned, what happened, what was measured.
--
-- Verdicts are made on reading and are not kept here, so that a better statistic heals old runs.
-- Rows are written once; only a run's state, end, counts and note change later. JSON is text, so
-- that it can be queried with SQLite's own `->>`. What a later schema added stands last in its table
-- and has a default, as store/migrate adds it to older stores.

CREATE TABLE run (
    id          TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 16), -- 16 hexadecimal digits, drawn at random
    began       INTEGER NOT NULL, -- seconds since 1970, UTC
    ended       INTEGER,          -- seconds since 1970, UTC; NULL while it is under way, or after it was killed
    state       TEXT NOT NULL CHECK (state IN ('open', 'complete', 'interrupted')), -- how far it came; a killed run stays open
    mode        TEXT NOT NULL,    -- quick (short launches, or one where starting is slow), standard (longer ones) or fresh (every run a launch of its own)
    seed        TEXT NOT NULL,    -- of every random choice; 64 bits without sign, in decimal
    command     TEXT NOT NULL,    -- what was typed
    note        TEXT NOT NULL,    -- what the user wrote about it; may be empty
    fingerprint TEXT NOT NULL,    -- of the machine: the same for every run on the same machine
    machine     TEXT NOT NULL,    -- JSON: the machine as it was found
    versions    TEXT NOT NULL,    -- JSON: the lab, its protocol, and the tools in use
    plan        TEXT NOT NULL,    -- JSON: the starting plan; contest, comparison and lane below count in its lists from 0
    blocks      INTEGER,          -- blocks in it, counted at its end; NULL before
    samples     INTEGER,          -- samples in it, counted at its end; NULL before
    schema      INTEGER NOT NULL DEFAULT 1 -- by which schema it was written: from 2 on a launch is one comparison's processes, before they went through all sizes of a benchmark
) STRICT;

-- Whom the numbers of the plan mean, in words: for questions asked without reading the plan.
CREATE TABLE cell (
    run            TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE, -- the run's id
    contest        INTEGER NOT NULL, -- which contest of the plan
    comparison     INTEGER NOT NULL, -- which comparison of the contest
    lane           INTEGER NOT NULL, -- which lane of the contest
    suite          TEXT NOT NULL,    -- the suite's name
    benchmark      TEXT NOT NULL,    -- the benchmark's name
    implementation TEXT NOT NULL,    -- language.name or language.name@build
    role           TEXT NOT NULL,    -- baseline, contender, or clone: the baseline again, in a second process
    params         TEXT NOT NULL,    -- JSON: values of the benchmark's parameters by name, sorted by name
    size           INTEGER NOT NULL, -- in the benchmark's unit of input
    PRIMARY KEY (run, contest, comparison, lane)
) STRICT, WITHOUT ROWID;

-- Earlier launches of a benchmark are looked up by its name.
CREATE INDEX cell_by_subject ON cell (suite, benchmark, size);

-- What was measured: one row for each cell, launch and block.
CREATE TABLE block (
    run        TEXT NOT NULL,    -- the run's id
    contest    INTEGER NOT NULL, -- which contest of the plan
    comparison INTEGER NOT NULL, -- which comparison of the contest
    launch     INTEGER NOT NULL, -- which launch of the contest; without a launch-ended event it was interrupted
    block      INTEGER NOT NULL, -- which block of the comparison in this launch
    lane       INTEGER NOT NULL, -- which lane; lanes that had left have no row
    seq        INTEGER NOT NULL, -- place in the order of the run's blocks and events; the same for all lanes of a block
    began_ns   INTEGER NOT NULL, -- nanoseconds from the run's beginning to the block's first sample
    rounds     INTEGER NOT NULL, -- samples in the next column
    samples    BLOB NOT NULL,    -- packed: calls, wall ns and CPU ns of each sample, and sums of readings, as store/pack.rs describes
    race       INTEGER NOT NULL DEFAULT 0 CHECK (race IN (0, 1)), -- 1 for a single round of the race, in an order by chance, that is no balanced block
    PRIMARY KEY (run, contest, comparison, launch, block, lane),
    FOREIGN KEY (run, contest, comparison, lane) REFERENCES cell (run, contest, comparison, lane) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- What happened: launches, calibrations, looks, failures, decisions.
CREATE TABLE event (
    run  TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE, -- the run's id
    seq  INTEGER NOT NULL, -- place in the order of the run's blocks and events
    text TEXT NOT NULL,    -- JSON: the event; its key `event` names the kind
    PRIMARY KEY (run, seq)
) STRICT, WITHOUT ROWID;
