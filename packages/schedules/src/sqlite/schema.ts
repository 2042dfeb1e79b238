import type { StoreFormat } from "@skein/platform/sqlite";
import { finalStates } from "../slot.ts";

/** Written with OR because SQLite does not see that `state = 'x'` implies `state IN ('x', …)`. */
export const isOver = finalStates.map((state) => `state = '${state}'`).join(" OR ");
export const isOpen = "state = 'planned' OR state = 'running' OR state = 'interrupted'";

const schema = `
  CREATE TABLE schedules(
    id TEXT PRIMARY KEY, name TEXT NOT NULL, body TEXT NOT NULL, created_at INTEGER NOT NULL,
    paused_at INTEGER, removed_at INTEGER, planned_to INTEGER NOT NULL, trimmed_to INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX names ON schedules(name) WHERE removed_at IS NULL;
  CREATE TABLE slots(
    schedule TEXT NOT NULL, planned INTEGER NOT NULL, through INTEGER, cause TEXT NOT NULL, state TEXT NOT NULL,
    late INTEGER NOT NULL, due_at INTEGER NOT NULL, session TEXT UNIQUE, owner TEXT, interruptions INTEGER NOT NULL,
    started_at INTEGER, ended_at INTEGER, outcome TEXT, exit_code INTEGER, cost_usd REAL, reason TEXT, stop TEXT,
    PRIMARY KEY (schedule, planned)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX open_slots ON slots(planned) WHERE ${isOpen};
  CREATE INDEX slots_by_time ON slots(planned);
  CREATE TABLE daemons(
    id TEXT PRIMARY KEY, pid INTEGER NOT NULL, started TEXT, host TEXT NOT NULL, boot TEXT, pid_space TEXT,
    since INTEGER NOT NULL, beat INTEGER NOT NULL, lease_until INTEGER NOT NULL, for_one_slot INTEGER NOT NULL
  ) STRICT;
`;

/** A store of schedules. Its application id is "SKES" in ASCII. */
export const scheduleFormat: StoreFormat = { applicationId: 0x534b4553, version: 1, schema };
