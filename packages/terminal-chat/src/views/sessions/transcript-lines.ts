import type { Costs } from "@skein/sessions";
import type { Item } from "@skein/session-view";
import { itemLines } from "@skein/session-view/text";
import { cleanText, paintFor, shortTime } from "@skein/terminal";
import type { Summary } from "./summary-words.ts";

export interface ShownSession {
  readonly session: string;
  readonly summary: Summary | undefined;
  readonly items: readonly Item[];
  readonly spent: Costs;
}

/** A session as people read it: what was said, each call with its result, how each run ended, what it cost. */
export function* transcriptLines(shown: ShownSession, stream: NodeJS.WriteStream): Generator<string> {
  const paint = paintFor(stream);
  const { session, summary, items, spent } = shown;
  yield paint("bold", cleanText(summary?.name === undefined ? session : `${summary.name} (${session})`));
  if (summary) {
    const { provider, model, cwd, startedAt, state, parent, child, worktree, isRewound } = summary;
    const from = parent && `fork of ${parent.session} at ${parent.seq}`;
    const rewound = isRewound ? "rewound" : undefined;
    const by = child && `subagent of ${child.session}`;
    const inside = worktree && `worktree ${worktree.name} on ${worktree.branch}`;
    const about = [provider, model, cwd, inside, shortTime(startedAt, new Date()), state, from, by, rewound];
    yield paint("dim", cleanText(about.filter((word) => word !== undefined && word !== "").join(" · ")));
  }
  for (const { style, text } of items.flatMap(itemLines))
    yield style ? paint(style, cleanText(text)) : cleanText(text);
  yield "";
  yield paint("dim", costLine(spent));
}

function costLine({ requests, usage, costUsd, isEstimate, hasUnknownCost }: Costs): string {
  const tokens = [
    ["in", usage.input],
    ["out", usage.output],
    ["from cache", usage.cacheRead],
    ["to cache", usage.cacheWrite],
  ] as const;
  const counted = tokens.filter(([, count]) => count !== undefined && count > 0);
  const sum = counted.map(([name, count]) => `${count} ${name}`).join(", ") || "unknown";
  const known = `${isEstimate ? "at most " : ""}$${costUsd.toFixed(4)}`;
  const cost = hasUnknownCost ? (costUsd > 0 ? `more than ${known}` : "cost unknown") : known;
  return `${requests} requests · tokens: ${sum} · ${cost}`;
}
