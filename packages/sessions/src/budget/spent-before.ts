import type { Entry, EntryKind, EntryOf, JournalStore } from "@skein/protocol";
import type { SpentAmount } from "./spending-limit.ts";

const kinds: readonly EntryKind[] = [
  "session-start",
  "model-request",
  "model-attempt",
  "model-result",
  "child",
];

/** What one request was charged, or may have cost. */
interface Counted {
  readonly usd: number | undefined;
  readonly tokens: number;
  readonly isEstimate: boolean;
}

/**
 * What a session and all of its subagents have spent, by their journals. A request without a result, left by a
 * process that was killed, counts with its worst case. Entries that a fork copied count for its parent.
 */
export async function spentBefore(
  journal: Pick<JournalStore, "read">,
  session: string,
): Promise<SpentAmount> {
  const seen = new Set<string>();
  const counted: Counted[] = [];
  const left = [session];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const own = withoutCopies(await Array.fromAsync(journal.read(next, 1, kinds)));
    counted.push(...countedIn(own));
    left.push(...own.filter((entry) => entry.kind === "child").map((entry) => entry.session));
  }
  return {
    usd: counted.reduce((sum, { usd = 0 }) => sum + usd, 0),
    tokens: counted.reduce((sum, { tokens }) => sum + tokens, 0),
    isPriced: counted.every(({ usd }) => usd !== undefined),
    isEstimate: counted.some(({ isEstimate }) => isEstimate),
  };
}

function withoutCopies(entries: readonly Entry[]): readonly Entry[] {
  const start = entries.find((entry) => entry.kind === "session-start");
  const copied = start?.parent?.seq ?? 0;
  return entries.filter(({ seq }) => seq > copied);
}

function countedIn(entries: readonly Entry[]): readonly Counted[] {
  const requests = new Map<number, Counted>();
  for (const entry of entries) {
    if (entry.kind === "model-request") requests.set(entry.seq, worstOf(entry));
    else if (entry.kind === "model-attempt") requests.set(entry.request, worstOf(entry, entry));
    else if (entry.kind === "model-result") requests.set(entry.request, resultOf(entry));
  }
  return [...requests.values()];
}

function worstOf(
  { reservedUsd, reservedTokens = 0 }: Pick<EntryOf<"model-request">, "reservedUsd" | "reservedTokens">,
  before: { readonly costUsd?: number; readonly chargedTokens: number } = { costUsd: 0, chargedTokens: 0 },
): Counted {
  const usd =
    reservedUsd === undefined || before.costUsd === undefined ? undefined : reservedUsd + before.costUsd;
  return { usd, tokens: reservedTokens + before.chargedTokens, isEstimate: true };
}

function resultOf({ usage, costUsd, costIsEstimate, chargedTokens }: EntryOf<"model-result">): Counted {
  const { input = 0, output = 0, cacheRead = 0, cacheWrite = 0 } = usage;
  const tokens = chargedTokens ?? input + output + cacheRead + cacheWrite;
  return { usd: costUsd, tokens, isEstimate: costIsEstimate === true };
}
