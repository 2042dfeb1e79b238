import { SessionError } from "@skein/protocol";
import type { HeldClaim, RunClaim } from "@skein/sessions";
import { removedError } from "@skein/sessions/store-parts";
import type { Database, Query, Row } from "./database.ts";

/** Which attempts this store writes for. */
export interface Claims {
  take(session: string, claim: RunClaim): Promise<HeldClaim | undefined>;
  /** The attempt that the session was last claimed for here. */
  of(session: string): Pick<RunClaim, "run" | "attempt"> | undefined;
}

/**
 * The row of a session names the attempt that may write it, and a lease for another one is refused in the statement that
 * would take it: a worker that wakes up late finds a free lease, and cannot have it.
 */
export function openClaims(database: Database, schema: string): Claims {
  const sessions = `${schema}.sessions`;
  const held = new Map<string, RunClaim>();

  async function read(query: Query, session: string): Promise<Row | undefined> {
    const [row] = await query(
      `SELECT removed, claim_run, claim_attempt, claim_after FROM ${sessions} WHERE session = $1`,
      [session],
    );
    return row;
  }

  /** @returns the entry after which the run's own begin; `undefined` when the attempt is over. */
  async function write(
    query: Query,
    session: string,
    { run, attempt, proof }: RunClaim,
  ): Promise<number | undefined> {
    const [written] = await query(
      `WITH proof AS MATERIALIZED (${proof})
       INSERT INTO ${sessions} AS s (session, claim_run, claim_attempt, claim_after)
         SELECT $1, $2, $3, 0 FROM proof
       ON CONFLICT (session) DO UPDATE SET claim_run = $2, claim_attempt = $3,
         claim_after = CASE WHEN s.claim_run = $2 THEN s.claim_after ELSE s.last_seq END
         ${attempt > 1 ? ", lease_holder = NULL, lease_since = NULL, lease_expires = NULL" : ""}
       WHERE s.removed IS NULL AND (s.claim_run, s.claim_attempt) IS DISTINCT FROM ($2::text, $3::integer)
       RETURNING claim_after`,
      [session, run, attempt],
    );
    if (written) return Number(written["claim_after"]);
    const row = await read(query, session);
    if (row?.["removed"] instanceof Date) throw removedError(session, row["removed"].toISOString());
    // Claimed already: the answer of an earlier try was lost.
    const isOurs = row?.["claim_run"] === run && row["claim_attempt"] === attempt;
    return isOurs ? Number(row["claim_after"]) : undefined;
  }

  return {
    async take(session, claim) {
      const after = await database.repeat((query) => write(query, session, claim));
      if (after === undefined) return undefined;
      held.set(session, claim);
      return {
        after,
        [Symbol.dispose]() {
          if (held.get(session) === claim) held.delete(session);
        },
      };
    },
    of: (session) => held.get(session),
  };
}

/** What an attempt is told that asks for the lease after the next one has claimed the session. */
export function claimedByOther(session: string): SessionError {
  return new SessionError("locked", `The run of session ${session} was handed to another worker.`, {
    hint: "That one resumes it from the journal; there is nothing to do here.",
  });
}
