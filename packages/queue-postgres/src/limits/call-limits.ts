import { randomUUID } from "node:crypto";
import type { SqlDatabase } from "../sql-database.ts";
import { lease, leasesOn, reachable } from "./leases.ts";

/** A limit of the calls of a provider, or of one of its models, by all workers together. */
export interface CallLimit {
  /** `PROVIDER` or `PROVIDER/MODEL`. */
  readonly name: string;
  /** Requests and tokens in a minute, and requests at the same time. Absent: not limited. */
  readonly requests?: number | undefined;
  readonly tokens?: number | undefined;
  readonly atOnce?: number | undefined;
}

/** How much of it is used, by calls that are under way or have ended in the last minute. */
export interface CallUse extends CallLimit {
  readonly used: { readonly requests: number; readonly tokens: number; readonly atOnce: number };
}

export interface WantedCall {
  readonly id: string;
  readonly provider: string;
  readonly model: string;
  /** The most that it can take. */
  readonly tokens: number;
}

type Entered =
  | { readonly state: "entered" | "unlimited" }
  | { readonly state: "full"; readonly full: readonly CallUse[] }
  /** No minute has room for it. */
  | { readonly state: "too-large"; readonly most: number };

/** Calls of models by all workers, as leases: what a worker has that is lost counts as made. */
export interface CallLeases {
  newId(): string;
  /** Takes a lease, or makes the one with this id larger, where all limits have room for it. */
  enter(call: WantedCall): Promise<Entered>;
  /** @param tokens - what it has taken, or may have. */
  leave(id: string, tokens: number): void;
  close(): Promise<void>;
}

export function callLeases(db: SqlDatabase, schema: string): CallLeases {
  const table = `"${schema}".calls`;
  const leases = leasesOn(db, table);
  return {
    newId: randomUUID,
    async enter({ id, provider, model, tokens }) {
      const values = [id, provider, model, Math.ceil(tokens), lease];
      const { rows } = await reachable(() =>
        db.executeSql(`SELECT "${schema}".enter_call_1($1, $2, $3, $4, $5) AS entered`, values),
      );
      const { entered } = rows[0] as { readonly entered: EnteredRow };
      if (entered.state === "entered") leases.held(id);
      if (entered.state === "too-large") return { state: "too-large", most: entered.most };
      if (entered.state !== "full") return { state: entered.state };
      return { state: "full", full: entered.full.map(useOf) };
    },
    leave(id, tokens) {
      const ended = "is_open = false, until = clock_timestamp()";
      leases.end(id, `UPDATE ${table} SET tokens = $2, ${ended} WHERE id = $1`, [tokens]);
    },
    close: () => leases.close(),
  };
}

interface EnteredRow {
  readonly state: Entered["state"];
  readonly most: number;
  readonly full: readonly CallRow[];
}

/** Numbers are text in rows, and numbers in JSON. */
export interface CallRow {
  readonly name: string;
  readonly requests: number | string | null;
  readonly tokens: number | string | null;
  readonly at_once: number | string | null;
  readonly used_requests: number | string;
  readonly used_tokens: number | string;
  readonly used_at_once: number | string;
}

export function useOf(row: CallRow): CallUse {
  return {
    name: row.name,
    ...(row.requests === null ? {} : { requests: Number(row.requests) }),
    ...(row.tokens === null ? {} : { tokens: Number(row.tokens) }),
    ...(row.at_once === null ? {} : { atOnce: Number(row.at_once) }),
    used: {
      requests: Number(row.used_requests),
      tokens: Number(row.used_tokens),
      atOnce: Number(row.used_at_once),
    },
  };
}
