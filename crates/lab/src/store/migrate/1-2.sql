-- From schema 1 to 2: rounds of the race are told from balanced blocks, and runs by whose launches they have.
--
-- The defaults say what is true of every row of before, and of those too that an earlier lab, which
-- has the store open now, writes after this.

ALTER TABLE run ADD COLUMN schema INTEGER NOT NULL DEFAULT 1;

ALTER TABLE block ADD COLUMN race INTEGER NOT NULL DEFAULT 0 CHECK (race IN (0, 1));
