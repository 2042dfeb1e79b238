import { randomUUID } from "node:crypto";
import type { LimitReservation, LimitState, SpendingAmount, SpendingLimit } from "@skein/sessions/budget";
import type { Charge } from "@skein/protocol";
import type { SqlDatabase } from "../sql-database.ts";
import { lease, leasesOn, reachable } from "./leases.ts";

/** What a share may spend, over all workers. */
export interface ShareBudget {
  /** With all shares below it: `ann` has `ann/shop`. `*`: each share that no other budget of the period covers. */
  readonly share: string;
  /** Days and months of UTC. */
  readonly period: "day" | "month";
  /** US dollars. */
  readonly usd?: number | undefined;
  readonly tokens?: number | undefined;
}

export interface ShareBudgets {
  /** @param share - `""`: runs without one. */
  of(share: string): SpendingLimit;
  close(): Promise<void>;
}

export function shareBudgets(db: SqlDatabase, schema: string): ShareBudgets {
  const leases = leasesOn(db, `"${schema}".share_holds`);
  const settle = `
    WITH held AS (DELETE FROM "${schema}".share_holds WHERE id = $1 RETURNING share, day)
    INSERT INTO "${schema}".share_spent AS p SELECT share, day, $2, $3, $4, $5 FROM held
    ON CONFLICT (share, day) DO UPDATE SET usd = p.usd + excluded.usd, tokens = p.tokens + excluded.tokens,
      unpriced = p.unpriced + excluded.unpriced, estimates = p.estimates + excluded.estimates`;

  async function held(id: string, share: string, { usd, tokens }: SpendingAmount): Promise<boolean> {
    const values = [id, share, usd, Math.ceil(tokens), lease];
    const { rows } = await reachable(() =>
      db.executeSql(`SELECT "${schema}".hold_share_1($1, $2, $3, $4, $5) AS fits`, values),
    );
    return (rows[0] as { readonly fits: boolean }).fits;
  }

  function limitOf(share: string): SpendingLimit {
    let states: readonly LimitState[] = [];
    return {
      isShared: true,
      limits: () => states,
      async refresh() {
        const { rows } = await reachable(() =>
          db.executeSql(`SELECT * FROM "${schema}".share_use_1($1)`, [share]),
        );
        states = (rows as readonly ShareRow[]).map((row) => stateOf(row, share));
      },
      async hold(amount) {
        const id = randomUUID();
        if (!(await held(id, share, amount))) return undefined;
        leases.held(id);
        const reservation: LimitReservation = {
          grow: (more) => held(id, share, more),
          settle(charge) {
            const { tokens, costUsd = 0, isEstimate } = charge;
            const unpriced = tokens > 0 && charge.costUsd === undefined;
            leases.end(id, settle, [costUsd, tokens, Number(unpriced), Number(isEstimate && tokens > 0)]);
            states = states.map((state) => charged(state, charge));
          },
        };
        return reservation;
      },
    };
  }

  return { of: limitOf, close: () => leases.close() };
}

/** As the database has it. */
export interface ShareRow {
  readonly share: string;
  readonly period: ShareBudget["period"];
  readonly usd: number | null;
  readonly tokens: string | null;
  readonly spent_usd: number;
  readonly spent_tokens: string;
  readonly unpriced: string;
  readonly estimates: string;
  readonly held_usd: number;
  readonly held_tokens: string;
}

function stateOf(row: ShareRow, whose: string): LimitState {
  const who = row.share === "*" ? whose || "runs without a share" : row.share;
  return {
    name: `share-${row.period}`,
    place: `by ${who} ${row.period === "day" ? "today" : "this month"}`,
    maxCostUsd: row.usd ?? undefined,
    maxTokens: row.tokens === null ? undefined : Number(row.tokens),
    spent: {
      usd: row.spent_usd,
      tokens: Number(row.spent_tokens),
      isPriced: Number(row.unpriced) === 0,
      isEstimate: Number(row.estimates) > 0,
    },
    held: { usd: row.held_usd, tokens: Number(row.held_tokens) },
    frees: `It resets with the next ${row.period} of UTC. To continue now, raise the budget of ${row.share}.`,
  };
}

/** Until it is read again. */
function charged(state: LimitState, { tokens, costUsd = 0 }: Charge): LimitState {
  const { spent } = state;
  return { ...state, spent: { ...spent, usd: spent.usd + costUsd, tokens: spent.tokens + tokens } };
}
