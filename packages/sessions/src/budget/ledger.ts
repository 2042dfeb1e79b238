import { statSync } from "node:fs";
import { dirname } from "node:path";
import { createPrivateFile, makePrivateFolder } from "@skein/platform/files";
import { isPidInUse, isProcessRunning, currentProcess, type ProcessIdentity } from "@skein/platform/process";
import {
  emptyStore,
  openSqlite,
  RefusedLocksError,
  statementsOf,
  type Statements,
  type StoreFormat,
} from "@skein/platform/sqlite";
import { SessionError, type Charge } from "@skein/protocol";
import {
  isWithin,
  leftIn,
  type SpendingAmount,
  type LimitState,
  type SpendingLimit,
  type SpentAmount,
} from "./spending-limit.ts";

const schema = `
  CREATE TABLE spent(
    day TEXT NOT NULL, project TEXT NOT NULL, usd REAL NOT NULL, tokens INTEGER NOT NULL, unpriced INTEGER NOT NULL,
    estimate INTEGER NOT NULL, PRIMARY KEY (day, project)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX spent_by_project ON spent(project);
  CREATE TABLE holds(
    id INTEGER PRIMARY KEY AUTOINCREMENT, day TEXT NOT NULL, project TEXT NOT NULL, usd REAL NOT NULL,
    tokens INTEGER NOT NULL, pid INTEGER NOT NULL, started TEXT, host TEXT NOT NULL, boot TEXT, pid_space TEXT
  ) STRICT;
`;

/** The id is "SKEB" in ASCII. */
const format: StoreFormat = { applicationId: 0x534b4542, version: 1, schema };

export interface LedgerLimits {
  /** US dollars that all sessions may spend on one day, by this machine's clock. */
  readonly dayUsd?: number | undefined;
  /** US dollars that all sessions may spend in this project, ever. */
  readonly projectUsd?: number | undefined;
}

export interface LedgerOptions {
  /** The SQLite file; created when missing. */
  readonly path: string;
  /** The folder of the project, absolute. */
  readonly project: string;
  readonly limits: LedgerLimits;
  /** Default: the system's clock. */
  readonly now?: () => Date;
}

/** What was spent, by day and project, in all sessions of this user and in all processes. */
export interface Ledger extends SpendingLimit {
  close(): void;
}

/**
 * Opens the ledger. Reservations of a process that died count as spent, since their real cost is unknown. Throws
 * `SessionError` when the file cannot be read or written: a limit that cannot be enforced is not ignored.
 */
export function openLedger({ path, project, limits, now = () => new Date() }: LedgerOptions): Ledger {
  const database = opened(path);
  const { statement, transact } = statementsOf(database);
  const self = currentProcess();
  const today = () => dayOf(now());

  function guarded<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw unusable(path, error);
    }
  }

  function limitsNow(): readonly LimitState[] {
    const { dayUsd, projectUsd } = limits;
    const day = today();
    return [
      ...(dayUsd === undefined
        ? []
        : [{ name: "day", maxCostUsd: dayUsd, ...sums(statement, "day", day), frees: freesAt(now()) }]),
      ...(projectUsd === undefined
        ? []
        : [
            {
              name: "project",
              maxCostUsd: projectUsd,
              ...sums(statement, "project", project),
              frees: "This limit does not reset: raise budget.project in your config file to continue.",
            },
          ]),
    ];
  }

  const fits = (amount: SpendingAmount) => limitsNow().every((limit) => isWithin(amount, leftIn(limit).now));

  return {
    isShared: true,
    limits: () =>
      guarded(() =>
        transact(() => {
          settleDead(statement, self);
          return limitsNow();
        }),
      ),
    hold(amount) {
      const day = today();
      const id = guarded(() =>
        transact(() => {
          if (!fits(amount)) return undefined;
          const { pid, started, host, boot, pidSpace } = self;
          return statement(
            "INSERT INTO holds(day, project, usd, tokens, pid, started, host, boot, pid_space) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
          ).run(day, project, amount.usd, amount.tokens, pid, started, host, boot, pidSpace).lastInsertRowid;
        }),
      );
      if (id === undefined) return undefined;
      const set = (to: SpendingAmount) =>
        statement("UPDATE holds SET usd = ?, tokens = ? WHERE id = ?").run(to.usd, to.tokens, id);
      let held = amount;
      return {
        grow: (more) =>
          guarded(() =>
            transact(() => {
              set({ usd: 0, tokens: 0 });
              const isLeft = fits(more);
              if (isLeft) held = more;
              set(held);
              return isLeft;
            }),
          ),
        settle: (charge) =>
          guarded(() =>
            transact(() => {
              if (statement("DELETE FROM holds WHERE id = ?").run(id).changes === 0) return;
              add(statement, { day, project }, charge);
            }),
          ),
      };
    },
    close: () => database.close(),
  };
}

function opened(path: string) {
  try {
    if (statSync(path, { throwIfNoEntry: false }) === undefined) {
      makePrivateFolder(dirname(path));
      createPrivateFile(path, emptyStore(format));
    }
    return openSqlite(path, {
      format,
      refused: (why) => new Error(refusals[why]),
      prepare: (database) => database.exec("PRAGMA synchronous = NORMAL"),
    });
  } catch (error) {
    throw unusable(path, error);
  }
}

const refusals = {
  empty: "it is empty",
  "cut-off": "its end is missing",
  foreign: "it is another kind of file",
  newer: "a newer version of Skein wrote it",
} as const;

function unusable(path: string, error: unknown): SessionError {
  if (SessionError.is(error)) return error;
  if (error instanceof RefusedLocksError)
    return new SessionError("read-only", error.message, { cause: error, hint: error.hint });
  const why = error instanceof Error ? error.message : String(error);
  return new SessionError("damaged", `The spending ledger ${path} cannot be used: ${why}.`, {
    hint: "Move the file away to start a new one, or remove budget.day and budget.project from your config file.",
    cause: error,
  });
}

type Sql = Statements["statement"];

function sums(
  sql: Sql,
  column: "day" | "project",
  value: string,
): { spent: SpentAmount; held: SpendingAmount } {
  const spent = sql(
    `SELECT total(usd) AS usd, total(tokens) AS tokens, total(unpriced) AS unpriced, total(estimate) AS estimate
     FROM spent WHERE ${column} = ?`,
  ).get(value);
  const held = sql(`SELECT total(usd) AS usd, total(tokens) AS tokens FROM holds WHERE ${column} = ?`).get(
    value,
  );
  return {
    spent: {
      usd: Number(spent?.["usd"]),
      tokens: Number(spent?.["tokens"]),
      isPriced: Number(spent?.["unpriced"]) === 0,
      isEstimate: Number(spent?.["estimate"]) > 0,
    },
    held: { usd: Number(held?.["usd"]), tokens: Number(held?.["tokens"]) },
  };
}

function add(
  sql: Sql,
  { day, project }: { readonly day: string; readonly project: string },
  { tokens, costUsd, isEstimate }: Charge,
): void {
  if (tokens === 0) return;
  sql(
    `INSERT INTO spent(day, project, usd, tokens, unpriced, estimate) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET usd = usd + excluded.usd, tokens = tokens + excluded.tokens,
       unpriced = unpriced + excluded.unpriced, estimate = max(estimate, excluded.estimate)`,
  ).run(day, project, costUsd ?? 0, tokens, costUsd === undefined ? 1 : 0, isEstimate ? 1 : 0);
}

/** The vendor may have done all of it. */
function settleDead(sql: Sql, self: ProcessIdentity): void {
  for (const row of sql("SELECT * FROM holds").all()) {
    const holder = {
      pid: Number(row["pid"]),
      started: row["started"] as string | null,
      host: String(row["host"]),
      boot: row["boot"] as string | null,
      pidSpace: row["pid_space"] as string | null,
    };
    if (!isDead(holder, self)) continue;
    sql("DELETE FROM holds WHERE id = ?").run(Number(row["id"]));
    const place = { day: String(row["day"]), project: String(row["project"]) };
    add(sql, place, { tokens: Number(row["tokens"]), costUsd: Number(row["usd"]), isEstimate: true });
  }
}

/** A holder that cannot be checked from here, in another container for example, keeps its reservations. */
function isDead(holder: ProcessIdentity, self: ProcessIdentity): boolean {
  if (holder.host === self.host && holder.boot !== self.boot) return true; // the machine was restarted
  if (holder.boot !== self.boot || holder.pidSpace !== self.pidSpace) return false;
  if (holder.started !== null) return !isProcessRunning(holder);
  return holder.host === self.host && !isPidInUse(holder.pid);
}

/** `2026-11-22`, in local time. */
function dayOf(date: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function freesAt(now: Date): string {
  const next = dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1));
  return `The limit resets at ${next} 00:00 local time. To continue now, raise budget.day in your config file.`;
}
