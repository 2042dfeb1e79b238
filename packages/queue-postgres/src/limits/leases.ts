import type { SqlDatabase } from "../sql-database.ts";
import { SessionError, messageOf } from "@skein/protocol";
import { whenReachable } from "../when-reachable.ts";

/** How long a row counts as held by a process that is silent. */
const leaseMs = 10_000;

export const lease = `${leaseMs} milliseconds`;

/** Rows of a table that this process holds. */
export interface Leases {
  held(id: string): void;
  /** Ends a row with a statement, as soon as the database can be reached. What is never ended counts as lost. */
  end(id: string, statement: string, values: readonly unknown[]): void;
  /** Waits for what is being ended. */
  close(): Promise<void>;
}

export function leasesOn(db: SqlDatabase, table: string): Leases {
  const open = new Set<string>();
  const ending = new Set<Promise<unknown>>();
  const renewal = setInterval(() => {
    if (open.size === 0) return;
    const until = `clock_timestamp() + interval '${lease}'`;
    const renewed = db.executeSql(`UPDATE ${table} SET until = ${until} WHERE id = ANY($1)`, [[...open]]);
    renewed.catch(() => undefined); // the next one comes before the lease ends
  }, leaseMs / 4).unref();
  return {
    held: (id) => void open.add(id),
    end(id, statement, values) {
      open.delete(id);
      const ended = reachable(() => db.executeSql(statement, [id, ...values])).catch(() => undefined);
      ending.add(ended);
      void ended.finally(() => ending.delete(ended));
    },
    async close() {
      clearInterval(renewal);
      await Promise.all(ending);
    },
  };
}

/** Does what a run needs of the database. Throws `SessionError`: what cannot be read is not unlimited. */
export function reachable<Result>(work: () => Promise<Result>): Promise<Result> {
  return whenReachable(
    work,
    (error) =>
      new SessionError("locked", `Limits in the database cannot be read: ${messageOf(error)}`, {
        cause: error,
        hint: "No call of a model is made without them. Try again once the database can be reached.",
      }),
  );
}
