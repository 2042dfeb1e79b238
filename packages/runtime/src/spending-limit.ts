import type { LedgerLimits, LimitedBudget } from "@skein/budget";
import { ConfigError, type JournalStore } from "@skein/protocol";
import { foldersOfProject } from "@skein/settings";
import { join } from "node:path";

export interface SpendingLimit {
  /** US dollars, of the whole session: all of its runs, and its subagents. */
  readonly maxCostUsd?: number | undefined;
  /** Input, output and cached tokens together, of the same. */
  readonly maxTokens?: number | undefined;
}

interface SpendingOptions {
  readonly session: string;
  readonly journal: JournalStore;
  /** Of the agent above. */
  readonly above: LimitedBudget | undefined;
  /** Limits of all sessions together; those of the agent above hold for its subagents. */
  readonly ledger?: LedgerLimits | undefined;
  /** Absolute; the repository around it is the project, elsewhere it is one itself. */
  readonly cwd: string;
  readonly dataFolder: string;
}

interface OpenSpending {
  /** `undefined`: without limit. */
  readonly budget: LimitedBudget | undefined;
  close(): void;
}

/** What an agent may spend together with its subagents, within what the agent above it may; what it has spent before counts. */
export async function openSpending(
  { maxCostUsd, maxTokens }: SpendingLimit,
  { session, journal, above, ledger = {}, cwd, dataFolder }: SpendingOptions,
): Promise<OpenSpending> {
  const isLimited = maxCostUsd !== undefined || maxTokens !== undefined;
  const isCounted = !above && (ledger.dayUsd !== undefined || ledger.projectUsd !== undefined);
  if (!isLimited && !isCounted) return { budget: above, close: () => undefined };
  const { createBudget, memoryPot, openLedger, spentBefore } = await import("@skein/budget");
  const spent = isLimited ? await spentBefore(journal, session) : undefined;
  const name = above ? "agent" : "session";
  const own = spent ? [memoryPot({ name, maxCostUsd, maxTokens, spent })] : [];
  const [project = cwd] = foldersOfProject(cwd);
  const opened = isCounted
    ? openLedger({ path: join(dataFolder, "spending.sqlite"), project, limits: ledger })
    : undefined;
  const pots = [...own, ...(opened ? [opened] : [])];
  return {
    budget: createBudget(pots, above),
    close: () => opened?.close(),
  };
}

/** Told before anything is started: nobody could keep the limit. */
export function requirePrice(
  { maxCostUsd, spending = {} }: SpendingLimit & { readonly spending?: LedgerLimits | undefined },
  { provider, id, price }: { readonly provider: string; readonly id: string; readonly price?: unknown },
): void {
  const isLimited = [maxCostUsd, spending.dayUsd, spending.projectUsd].some((limit) => limit !== undefined);
  if (!isLimited || price !== undefined) return;
  throw new ConfigError(
    "usage",
    `The price of ${provider} ${id} is unknown, so a limit in US dollars cannot be kept. Nothing was sent.`,
    {
      hint: `Set it in your config file, under models: ${id}: price, or limit the tokens instead of the cost.`,
    },
  );
}
