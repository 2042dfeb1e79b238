import type { Entry, Usage } from "@skein/protocol";
import { costs, type Runtime, type Subagent } from "@skein/runtime";
import { collectEntries } from "./collect-entries.ts";

/** What a session has used up so far, with its subagents. */
export interface Spending {
  readonly tokens: number;
  /** US dollars, as far as they are known. */
  readonly costUsd: number;
  /** Whether all of them are. */
  readonly isKnown: boolean;
}

export const nothingSpent: Spending = { tokens: 0, costUsd: 0, isKnown: true };

/** @param entries - of the session itself. */
export async function spendingOf(
  runtime: Runtime,
  session: string,
  entries: readonly Entry[],
): Promise<Spending> {
  if (entries.length === 0) return nothingSpent;
  const others = (await runtime.sessions.subagents(session)).flatMap(withOwn);
  const theirs = await Promise.all(
    others.map(async (one) => ofEntries(await collectEntries(runtime.sessions.entries(one)))).map(orUnknown),
  );
  return theirs.reduce(plus, ofEntries(entries));
}

export function plus(one: Spending, other: Spending): Spending {
  return {
    tokens: one.tokens + other.tokens,
    costUsd: one.costUsd + other.costUsd,
    isKnown: one.isKnown && other.isKnown,
  };
}

export function tokensOf({ input = 0, output = 0, cacheRead = 0, cacheWrite = 0 }: Usage): number {
  return input + output + cacheRead + cacheWrite;
}

function ofEntries(entries: readonly Entry[]): Spending {
  const { usage, costUsd, hasUnknownCost } = costs(entries);
  return { tokens: tokensOf(usage), costUsd, isKnown: !hasUnknownCost };
}

/** Of a subagent whose session was removed, or is damaged, nobody knows. */
function orUnknown(spending: Promise<Spending>): Promise<Spending> {
  return spending.catch(() => ({ ...nothingSpent, isKnown: false }));
}

function withOwn({ session, children }: Subagent): readonly string[] {
  return [session, ...children.flatMap(withOwn)];
}
