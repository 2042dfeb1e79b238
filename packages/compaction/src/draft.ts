import { extractText, type Entry, type EntryKind } from "@skein/protocol";
import { clipToTokens } from "./clip.ts";
import { keptOf, ladder, type Kept, type Shares } from "./fit.ts";
import type { CompactionSettings } from "./options.ts";
import type { MessageGroup } from "./message-groups.ts";
import type { CompactionBudget } from "./compaction-budget.ts";
import { landmarksOf } from "./summary/landmarks.ts";
import { callsOf } from "./summary/material.ts";
import { keptParts, saidByUser } from "./summary/record.ts";
import { userWords, type UserMessageText } from "./summary/user-words.ts";
import { textTokens } from "./tokens/estimate.ts";

export interface DraftOptions {
  readonly settings: CompactionSettings;
  readonly tokenBudget: CompactionBudget;
  readonly groups: readonly MessageGroup[];
  /** All entries of the session. */
  readonly record: readonly Entry[];
  /** Index into the ladder of shares to start with. */
  readonly from: number;
  /** With an index, and a token budget for notes. */
  readonly isListed: boolean;
}

export interface Draft {
  readonly kept: Kept;
  readonly words: string;
  readonly parts: string;
  readonly index: string;
  readonly last: string;
  readonly notesBudget: number;
  /** Messages and replies that are hidden, including those that were before. */
  readonly earlier: number;
  /** The most it can take, besides the fixed part of the request. */
  readonly tokens: number;
}

/** The maximum that is useful, however large the context window. */
const most = { notes: 6_000, index: 2_500, parts: 6_000 } as const;
const messageKinds: readonly EntryKind[] = ["user-message", "assistant-message", "notice"];
/** Share of the budget for what stays unchanged. */
const mostKept = 0.6;
/** First line, headings and receipt. */
const frame = 260;

/**
 * Builds the mechanical parts of a summary, and selects what stays besides it. Frees less than wanted rather than
 * shortening results that the model has not read yet.
 */
export function draftSummary(options: DraftOptions): Draft {
  const { tokenBudget, from } = options;
  const said = saidByUser(options.record);
  const draftOf = (shares: Shares, tokens: number) => draftWith(options, said, { shares, tokens });
  const rungs = ladder.slice(from);
  const steps = [
    ...rungs.filter(({ shortens }) => !shortens).map((shares) => ({ shares, tokens: tokenBudget.wanted })),
    ...rungs.filter(({ shortens }) => !shortens).map((shares) => ({ shares, tokens: tokenBudget.most })),
    ...rungs.filter(({ shortens }) => shortens).map((shares) => ({ shares, tokens: tokenBudget.wanted })),
  ];
  for (const { shares, tokens } of steps) {
    const draft = draftOf(shares, tokens);
    if (!draft || draft.tokens > tokens) continue;
    // What the summary does not need goes to the last turns.
    const kept = Math.min(mostKept, shares.kept + (tokens - draft.tokens) / tokens);
    const fuller = shares.shortens ? undefined : draftOf({ ...shares, kept }, tokens);
    return fuller && fuller.tokens <= tokens ? fuller : draft;
  }
  const draft = draftOf(ladder.at(-1) as Shares, tokenBudget.wanted);
  if (!draft) throw new Error("What keeps nothing always fits.");
  return draft;
}

function draftWith(
  { settings, tokenBudget, groups, record, isListed }: DraftOptions,
  said: readonly UserMessageText[],
  { shares, tokens }: { readonly shares: Shares; readonly tokens: number },
): Draft | undefined {
  const { keep } = settings;
  const kept = keptOf(groups, {
    budget: shares.kept * tokens,
    shortens: shares.shortens,
    stays: keep.tools,
    recall: tokenBudget.recall,
  });
  if (!kept) return undefined;
  const visible = new Set(
    kept.groups.flatMap(({ seq, results }) => [seq, ...results.map(({ entry }) => entry.seq)]),
  );
  const away = record.filter(({ seq }) => !visible.has(seq));
  const told = keptParts(record, { ...keep, visible });
  const { words, parts } = wordForWord(
    said.filter(({ seq }) => !visible.has(seq)),
    told,
    (shares.words + shares.parts) * tokens,
  );
  const index = isListed ? landmarksOf(away, Math.min(most.index, shares.index * tokens)) : "";
  const last = shares.kept === 0 ? lastResults(groups, tokens * 0.25) : "";
  const notesBudget = isListed ? Math.min(most.notes, shares.notes * tokens) : 0;
  const written = [words, parts, index, last].reduce((sum, text) => sum + textTokens(text), frame);
  return {
    kept,
    words,
    parts,
    index,
    last,
    notesBudget,
    earlier: away.filter(({ kind }) => messageKinds.includes(kind)).length,
    tokens: kept.tokens + written + notesBudget,
  };
}

/**
 * What must not be paraphrased: the user's messages, and what stays unchanged. Each is guaranteed half of the budget,
 * and may use what the other leaves.
 */
function wordForWord(
  said: readonly UserMessageText[],
  told: readonly string[],
  budget: number,
): { readonly words: string; readonly parts: string } {
  const needed = told.reduce((sum, text) => sum + textTokens(text) + 1, 0);
  const forParts = Math.min(needed, most.parts, budget / 2);
  const words = userWords(said, budget - forParts);
  const left = budget - textTokens(words);
  return { words, parts: joinedWithin(told, Math.min(most.parts, left)) };
}

function joinedWithin(texts: readonly string[], budget: number): string {
  const kept: string[] = [];
  let left = budget;
  for (const text of texts) {
    const clipped = clipToTokens(text, left);
    if (clipped === "") break;
    kept.push(clipped);
    left -= textTokens(clipped) + 1;
  }
  return kept.join("\n");
}

/** For when not even the last reply can stay: how its tool calls ended, each in a few words. */
function lastResults(groups: readonly MessageGroup[], budget: number): string {
  const reply = groups.findLast(({ kind }) => kind === "reply");
  if (!reply) return "";
  const calls = new Map(callsOf(reply.entry).map((call) => [call.id, call]));
  const each = budget / reply.results.length - 40;
  return reply.results
    .map(({ entry }) => {
      const call = calls.get(entry.callId);
      const input = clipToTokens(call?.input ?? "", Math.max(20, each * 0.3));
      return `[${entry.seq}] ${entry.name} ${input}\n${clipToTokens(extractText(entry.content), Math.max(20, each * 0.7))}`;
    })
    .slice(0, Math.max(1, Math.floor(budget / 60)))
    .join("\n");
}
