import type { LedgerLimits, LimitedBudget, SpendingLimit } from "@skein/sessions/budget";
import { ConfigError, type JournalStore, type ModelOptions } from "@skein/protocol";
import { projectOf } from "@skein/settings";
import { join } from "node:path";
import { loadSessionsBudget } from "./later.ts";

export interface SessionSpendingLimit {
  /** US dollars for the whole session: all runs and subagents. */
  readonly maxCostUsd?: number | undefined;
  /** Input, output and cached tokens together, for the whole session. */
  readonly maxTokens?: number | undefined;
}

interface SpendingOptions {
  readonly session: string;
  readonly journal: JournalStore;
  /** The parent's budget. */
  readonly above: LimitedBudget | undefined;
  /** Limits of all sessions together; a subagent uses its parent's. */
  readonly ledger?: LedgerLimits | undefined;
  /** A limit that is kept elsewhere, for a share of a queue say; it too is the parent's for a subagent. */
  readonly shared?: SpendingLimit | undefined;
  /** Absolute; its enclosing repository, or else the folder itself, is the project. */
  readonly cwd: string;
  readonly dataFolder: string;
}

/** A budget, and what it has opened. */
export interface OpenSpending {
  /** `undefined`: no limit. */
  readonly budget: LimitedBudget | undefined;
  close(): void;
}

/**
 * Opens the budget of an agent and its subagents, within its parent's. Earlier spending of the session
 * counts.
 */
export async function openSpending(
  { maxCostUsd, maxTokens }: SessionSpendingLimit,
  { session, journal, above, ledger = {}, shared, cwd, dataFolder }: SpendingOptions,
): Promise<OpenSpending> {
  const isLimited = maxCostUsd !== undefined || maxTokens !== undefined;
  const isCounted = !above && (ledger.dayUsd !== undefined || ledger.projectUsd !== undefined);
  const outside = above || !shared ? [] : [shared];
  if (!isLimited && !isCounted && outside.length === 0) return { budget: above, close: () => undefined };
  const { createBudget, memoryLimit, openLedger, spentBefore } = await loadSessionsBudget();
  const spent = isLimited ? await spentBefore(journal, session) : undefined;
  const name = above ? "agent" : "session";
  const own = spent ? [memoryLimit({ name, maxCostUsd, maxTokens, spent })] : [];
  const project = projectOf(cwd);
  const opened = isCounted
    ? openLedger({ path: join(dataFolder, "spending.sqlite"), project, limits: ledger })
    : undefined;
  const spendingLimits = [...own, ...(opened ? [opened] : []), ...outside];
  return {
    budget: createBudget(spendingLimits, above),
    close: () => opened?.close(),
  };
}

/** What is known of a model before it is called. */
interface LimitedModel {
  readonly provider: string;
  readonly id: string;
  readonly price?: unknown;
  readonly isUnmetered?: true | undefined;
}

/** Fails before anything is started, since the limit could not be enforced. */
export function requirePrice(
  {
    maxCostUsd,
    maxTokens,
    spending = {},
    options,
  }: SessionSpendingLimit & {
    readonly spending?: LedgerLimits | undefined;
    readonly options?: ModelOptions | undefined;
  },
  { provider, id, price, isUnmetered }: LimitedModel,
): void {
  const isLimited = [maxCostUsd, spending.dayUsd, spending.projectUsd].some((limit) => limit !== undefined);
  if (isUnmetered && (isLimited || maxTokens !== undefined))
    throw new ConfigError(
      "usage",
      `${provider} calls models by itself, so a limit of cost or tokens cannot be enforced. Nothing was sent.`,
      { hint: "Remove the limit, or choose a provider whose models Skein calls itself." },
    );
  if (isLimited && options?.webSearch) {
    throw new ConfigError(
      "usage",
      "The vendor bills its searches of the web apart from tokens, so a cost limit in US dollars cannot be enforced. Nothing was sent.",
      {
        hint: "Set webSearch to another engine in your config file, or limit the tokens instead of the cost.",
      },
    );
  }
  if (!isLimited || price !== undefined) return;
  throw new ConfigError(
    "usage",
    `The price of ${provider} ${id} is unknown, so a cost limit in US dollars cannot be enforced. Nothing was sent.`,
    {
      hint: `Set it in your config file, under models: ${id}: price, or limit the tokens instead of the cost.`,
    },
  );
}
