import type { Entry, Usage } from "@skein/protocol";
import type { Subagent } from "@skein/sessions";
import type { Host } from "@skein/host";
import { collectEntries } from "@skein/host/sessions";
import {
  emptyView,
  plusSpent,
  spentInAll,
  viewOfEntries,
  type SessionView,
  type Spent,
} from "@skein/session-view";

export type KeptSessions = Pick<Host["sessions"], "diff" | "entries" | "subagents">;

/** What a session has used up so far, with its subagents. */
export interface Spending {
  readonly tokens: number;
  /** US dollars, as far as they are known. */
  readonly costUsd: number;
  /** Whether all of them are. */
  readonly isKnown: boolean;
}

/** @param before - what subagents of earlier runs have used. */
export function spendingOf(view: SessionView, before: Spent): Spending {
  const { usage, costUsd, hasUnknownCost } = plusSpent(spentInAll(view), before);
  return { tokens: tokensOf(usage), costUsd, isKnown: !hasUnknownCost };
}

export const nothingSpent: Spent = emptyView().facts.spent;

/** What subagents and theirs have used, as their journals say. */
export async function spentBySubagents(
  subagents: readonly Subagent[],
  sessions: KeptSessions,
): Promise<Spent> {
  const all = subagents.flatMap(withOwn);
  const spent = await Promise.all(
    all.map(async (session) => spentIn(await collectEntries(sessions.entries(session)))).map(orUnknown),
  );
  return spent.reduce(plusSpent, nothingSpent);
}

function spentIn(entries: readonly Entry[]): Spent {
  return viewOfEntries(entries).facts.spent;
}

/** Of a subagent whose session was removed, or is damaged, nothing is known. */
function orUnknown(spent: Promise<Spent>): Promise<Spent> {
  return spent.catch(() => ({ ...nothingSpent, hasUnknownCost: true }));
}

function withOwn({ session, children }: Subagent): readonly string[] {
  return [session, ...children.flatMap(withOwn)];
}

function tokensOf({ input = 0, output = 0, cacheRead = 0, cacheWrite = 0 }: Usage): number {
  return input + output + cacheRead + cacheWrite;
}
