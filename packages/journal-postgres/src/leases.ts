import { currentProcess, type ProcessIdentity } from "@skein/platform/process";
import type { Lease } from "@skein/protocol";
import { isSeenDead, lockedBy, removedError } from "@skein/sessions/store-parts";
import { claimedByOther, type Claims } from "./claims.ts";
import type { Database, Query, Row } from "./database.ts";

/** A holder as it is stored, with the name it gave itself. */
interface Holder extends ProcessIdentity {
  readonly owner: string;
}

/** A process that writes a session. */
export interface LeaseHolder {
  readonly pid: number;
  /** Name of its machine. */
  readonly host: string;
}

/** The leases that this store has taken, and the numbers under which it writes. */
export interface Leases {
  take(session: string, owner: string, ttlMs: number): Promise<Lease>;
  /** The fence of the lease held here; `null` for a session without one. */
  fenceOf(session: string): number | null;
  /** Throws `locked`, `not-found` for a removed session, or nothing. */
  checkWritable(query: Query, session: string): Promise<void>;
  /** Whether a process that is alive holds the lease, as far as that can be told. */
  isHeld(row: Row): boolean;
  /** By session. */
  holders(): Promise<ReadonlyMap<string, LeaseHolder>>;
}

/**
 * A lease ends when the database's clock says so, however the clocks of the machines stand, or at once when its holder can be
 * seen to be dead. Each one taken has a higher fence than the last, and an append names its own: a writer that was paused
 * while another one took over is refused by the same statement that would have written.
 */
export function openLeases(database: Database, schema: string, claims: Pick<Claims, "of">): Leases {
  const fences = new Map<string, number>();
  const sessions = `${schema}.sessions`;
  let known: ProcessIdentity | undefined;
  const self = (): ProcessIdentity => (known ??= currentProcess());

  async function read(query: Query, session: string): Promise<Row | undefined> {
    const [row] = await query(
      `SELECT removed, fence::float8 AS fence, lease_holder, lease_since, lease_expires > clock_timestamp() AS live,
         claim_run, claim_attempt
       FROM ${sessions} WHERE session = $1`,
      [session],
    );
    return row;
  }

  function check(row: Row | undefined, session: string): void {
    if (row?.["removed"] instanceof Date) throw removedError(session, row["removed"].toISOString());
    const mine = fences.get(session);
    if (mine !== undefined && (row?.["fence"] !== mine || row["lease_holder"] === null))
      throw refusal(row, session);
    if (mine === undefined && row?.["live"] === true) throw refusal(row, session);
  }

  function refusal(row: Row | undefined, session: string): Error {
    const holder = holderOf(row);
    const since = row?.["lease_since"] instanceof Date ? row["lease_since"].getTime() : 0;
    const held = holder && { ...holder, token: "", since, expires: 0, renewed: null };
    return lockedBy(session, held, self());
  }

  async function takeFence(query: Query, wish: Wish): Promise<number> {
    const taken = await tryTaking(query, sessions, wish);
    if (taken !== undefined) return taken;
    const row = await read(query, wish.session);
    if (row?.["removed"] instanceof Date) throw removedError(wish.session, row["removed"].toISOString());
    const { claim } = wish;
    if (claim && (row?.["claim_run"] !== claim.run || row["claim_attempt"] !== claim.attempt))
      throw claimedByOther(wish.session);
    const holder = holderOf(row);
    // A try whose answer was lost has taken it: no other process has this one's pid and start.
    const isLostAnswer = wish.isRepeated && row?.["lease_holder"] === wish.holder && wish.mine === undefined;
    const dead = holder && (isLostAnswer || isSeenDead(holder, self())) ? Number(row?.["fence"]) : undefined;
    const second = dead === undefined ? undefined : await tryTaking(query, sessions, { ...wish, dead });
    if (second === undefined) throw refusal(row, wish.session);
    return second;
  }

  return {
    async take(session, owner, ttlMs) {
      const holder = JSON.stringify({ owner, ...self() } satisfies Holder);
      const [mine, claim] = [fences.get(session), claims.of(session)];
      const fence = await database.repeat((query, isRepeated) =>
        takeFence(query, { session, holder, ttlMs, mine, claim, isRepeated }),
      );
      fences.set(session, fence);
      return {
        async renew() {
          const [renewed] = await database.repeat((query) =>
            query(
              `UPDATE ${sessions} SET lease_expires = clock_timestamp() + $3 * interval '1 millisecond'
               WHERE session = $1 AND fence = $2 AND lease_holder IS NOT NULL AND removed IS NULL RETURNING 1`,
              [session, fence, ttlMs],
            ),
          );
          if (!renewed) throw refusal(await read(database.once, session), session);
        },
        async release() {
          if (fences.get(session) === fence) fences.delete(session);
          await database.repeat((query) =>
            query(
              `UPDATE ${sessions} SET lease_holder = NULL, lease_since = NULL, lease_expires = NULL
               WHERE session = $1 AND fence = $2`,
              [session, fence],
            ),
          );
        },
      };
    },
    fenceOf: (session) => fences.get(session) ?? null,
    async checkWritable(query, session) {
      check(await read(query, session), session);
    },
    async holders() {
      const rows = await database.repeat((query) =>
        query(`SELECT session, lease_holder FROM ${sessions}
          WHERE lease_holder IS NOT NULL AND lease_expires > clock_timestamp()`),
      );
      return new Map(
        rows.flatMap((row) => {
          const { pid, host } = holderOf(row) ?? {};
          return pid === undefined || host === undefined ? [] : [[String(row["session"]), { pid, host }]];
        }),
      );
    },
    isHeld(row) {
      const holder = holderOf(row);
      return row["live"] === true && holder !== undefined && !isSeenDead(holder, self());
    },
  };
}

interface Wish {
  readonly session: string;
  readonly holder: string;
  readonly ttlMs: number;
  /** The fence of a lease whose holder is dead. */
  readonly dead?: number;
  /** The fence of a lease that this store holds itself: it ends by its release only. */
  readonly mine: number | undefined;
  /** The attempt that it is for. Absent: anybody's who finds the lease free. */
  readonly claim: ReturnType<Claims["of"]>;
  readonly isRepeated: boolean;
}

/** @param sessions - name of the table. @returns the fence, if the lease could be taken. */
async function tryTaking(query: Query, sessions: string, wish: Wish): Promise<number | undefined> {
  const [row] = await query(
    `INSERT INTO ${sessions} AS s (session, fence, lease_holder, lease_since, lease_expires)
     VALUES ($1, 1, $2, clock_timestamp(), clock_timestamp() + $3 * interval '1 millisecond')
     ON CONFLICT (session) DO UPDATE SET fence = s.fence + 1, lease_holder = excluded.lease_holder,
       lease_since = excluded.lease_since, lease_expires = excluded.lease_expires
     WHERE s.removed IS NULL AND (s.lease_holder IS NULL OR s.fence = $4::bigint
       OR (s.lease_expires < clock_timestamp() AND s.fence IS DISTINCT FROM $5::bigint))
       AND ($6::text IS NULL OR (s.claim_run = $6 AND s.claim_attempt = $7::integer))
     RETURNING fence::float8 AS fence`,
    [
      wish.session,
      wish.holder,
      wish.ttlMs,
      wish.dead ?? null,
      wish.mine ?? null,
      wish.claim?.run ?? null,
      wish.claim?.attempt ?? null,
    ],
  );
  return row && Number(row["fence"]);
}

function holderOf(row: Row | undefined): Holder | undefined {
  const holder = row?.["lease_holder"];
  return typeof holder === "string" ? (JSON.parse(holder) as Holder) : undefined;
}
