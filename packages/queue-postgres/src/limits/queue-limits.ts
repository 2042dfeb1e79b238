import type { SpendingLimit } from "@skein/sessions/budget";
import type { Budget } from "@skein/protocol";
import type { SqlDatabase } from "../sql-database.ts";
import { callLeases, useOf, type CallLimit, type CallRow, type CallUse } from "./call-limits.ts";
import { limitCalls } from "./limit-calls.ts";
import { makeLimitTables } from "./limit-tables.ts";
import { shareBudgets, type ShareBudget, type ShareRow } from "./share-budget.ts";

export interface ShareUse extends ShareBudget {
  readonly spentUsd: number;
  readonly spentTokens: number;
  /** Reserved by calls that are under way. */
  readonly heldUsd: number;
}

/** What all workers together may ask of models and spend. It is kept in the database: one truth for all of them, at once. */
export interface QueueLimits {
  list(): Promise<{ readonly calls: readonly CallUse[]; readonly shares: readonly ShareUse[] }>;
  /** In place of what there is for that name. Without a number there is none any more. */
  setCalls(limit: CallLimit): Promise<void>;
  setShare(budget: ShareBudget): Promise<void>;
  /** For the agents of a worker: their calls wait for their turn. */
  readonly limitCalls: (budget: Budget | undefined) => Budget;
  budgetOf(share: string | undefined): SpendingLimit;
  close(): Promise<void>;
}

export async function openQueueLimits(db: SqlDatabase, schema: string): Promise<QueueLimits> {
  await makeLimitTables(db, schema);
  const leases = callLeases(db, schema);
  const budgets = shareBudgets(db, schema);

  async function rowsOf<Row>(statement: string): Promise<readonly Row[]> {
    return (await db.executeSql(statement)).rows as Row[];
  }

  /** @param keys - columns and values; `limits` likewise, all of them absent: the row is removed. */
  async function put(table: string, keys: Columns, limits: Columns): Promise<void> {
    const [names, wants] = [Object.keys(keys), Object.keys(limits)];
    const isGone = Object.values(limits).every((value) => value === undefined);
    const where = names.map((name, at) => `${name} = $${at + 1}`).join(" AND ");
    if (isGone) {
      await db.executeSql(`DELETE FROM "${schema}".${table} WHERE ${where}`, Object.values(keys));
      return;
    }
    const columns = [...names, ...wants];
    await db.executeSql(
      `INSERT INTO "${schema}".${table}(${columns.join(", ")}) VALUES (${columns.map((_, at) => `$${at + 1}`).join(", ")})
       ON CONFLICT (${names.join(", ")}) DO UPDATE SET ${wants.map((name) => `${name} = excluded.${name}`).join(", ")}`,
      [...Object.values(keys), ...Object.values(limits).map((value) => value ?? null)],
    );
  }

  return {
    async list() {
      const [calls, shares] = await Promise.all([
        rowsOf<CallRow>(
          `SELECT u.* FROM "${schema}".call_limits l CROSS JOIN LATERAL
           "${schema}".call_use_1(split_part(l.name, '/', 1), substr(l.name, length(split_part(l.name, '/', 1)) + 2), NULL) u
           WHERE u.name = l.name ORDER BY l.name`,
        ),
        rowsOf<ShareRow>(
          `SELECT u.* FROM "${schema}".share_budgets b CROSS JOIN LATERAL "${schema}".share_use_1(b.share) u
           WHERE u.share = b.share AND u.period = b.period ORDER BY b.share, b.period`,
        ),
      ]);
      return { calls: calls.map(useOf), shares: shares.map(shareUseOf) };
    },
    setCalls: ({ name, requests, tokens, atOnce }) =>
      put("call_limits", { name }, { requests, tokens, at_once: atOnce }),
    setShare: ({ share, period, usd, tokens }) => put("share_budgets", { share, period }, { usd, tokens }),
    limitCalls: limitCalls(leases),
    budgetOf: (share = "") => budgets.of(share),
    async close() {
      await Promise.all([leases.close(), budgets.close()]);
    },
  };
}

type Columns = Readonly<Record<string, string | number | undefined>>;

function shareUseOf(row: ShareRow): ShareUse {
  return {
    share: row.share,
    period: row.period,
    ...(row.usd === null ? {} : { usd: row.usd }),
    ...(row.tokens === null ? {} : { tokens: Number(row.tokens) }),
    spentUsd: row.spent_usd,
    spentTokens: Number(row.spent_tokens),
    heldUsd: row.held_usd,
  };
}
