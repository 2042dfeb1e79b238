import type { LedgerLimits } from "@skein/sessions/budget";
import { projectOf } from "@skein/settings";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { loadSessionsBudget } from "./later.ts";

/** Spending under `budget.day` and `budget.project`. */
export interface SpendingReport {
  readonly day: SpendingLine;
  readonly project: SpendingLine & { readonly folder: string };
}

export interface SpendingLine {
  /** US dollars; `null` when it includes calls of a model with unknown price. */
  readonly spentUsd: number | null;
  /** Input, output and cached tokens together. */
  readonly tokens: number;
  /** Whether some calls were charged at their upper bound. */
  readonly isEstimate: boolean;
  /** US dollars reserved for running calls. */
  readonly reservedUsd: number;
  /** US dollars; `null` without a limit. */
  readonly limitUsd: number | null;
}

interface ReportOptions {
  readonly limits: LedgerLimits;
  /** Absolute; its enclosing repository, or else the folder itself, is the project. */
  readonly cwd: string;
  readonly dataFolder: string;
}

/** Throws `SessionError` when the ledger cannot be read. */
export async function spendingReport({ limits, cwd, dataFolder }: ReportOptions): Promise<SpendingReport> {
  const folder = projectOf(cwd);
  const nothing = { spentUsd: 0, tokens: 0, isEstimate: false, reservedUsd: 0 };
  const { dayUsd, projectUsd } = limits;
  const path = join(dataFolder, "spending.sqlite");
  let [day, project] = [nothing, nothing] as readonly Omit<SpendingLine, "limitUsd">[];
  if (existsSync(path)) {
    const { openLedger } = await loadSessionsBudget();
    // The ledger only reports what it limits, so everything is limited.
    const ledger = openLedger({ path, project: folder, limits: { dayUsd: Infinity, projectUsd: Infinity } });
    try {
      [day, project] = ledger.limits().map(({ spent, held }) => ({
        spentUsd: spent.isPriced ? spent.usd : null,
        tokens: spent.tokens,
        isEstimate: spent.isEstimate,
        reservedUsd: held.usd,
      }));
    } finally {
      ledger.close();
    }
  }
  return {
    day: { ...nothing, ...day, limitUsd: dayUsd ?? null },
    project: { folder, ...nothing, ...project, limitUsd: projectUsd ?? null },
  };
}
