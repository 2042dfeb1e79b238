import type { ContextChange, JsonObject } from "@skein/protocol";
import { draftSummary } from "./draft.ts";
import type { Kept } from "./fit.ts";
import type { CompactionSettings } from "./options.ts";
import type { MessageGroup } from "./message-groups.ts";
import type { CompactionBudget } from "./compaction-budget.ts";
import { elisionOf, type Shortened } from "./shorten-results.ts";
import { callsOf, mechanicalNotes } from "./summary/material.ts";
import { readRecord } from "./summary/record.ts";
import { summaryText } from "./summary/summary-text.ts";
import { writeNotes, type Notes } from "./summary/write-notes.ts";
import { textTokens } from "./tokens/estimate.ts";

export interface CompactOptions {
  readonly settings: CompactionSettings;
  readonly tokenBudget: CompactionBudget;
  readonly groups: readonly MessageGroup[];
  /** The author of the notes: a model, a mechanical list of calls, or no one. */
  readonly notes: "model" | "list" | "none";
  /** Index into the ladder of shares to start with. */
  readonly from: number;
  /** Writes the notes in small steps. */
  readonly small: boolean;
}

export interface Compacted {
  readonly changes: readonly ContextChange[];
  readonly hidden: number;
  readonly shortened: number;
  readonly failed: readonly string[];
  /** Estimated tokens of the whole request afterwards. */
  readonly after: number;
}

/**
 * Hides old messages behind a summary: the user's messages, what is kept unchanged, notes of a model, and an index
 * made without one. Its size is known before a model is asked.
 *
 * @returns `undefined` when there is nothing to hide, or when too little is gained for a call and a cache miss.
 */
export async function compact(options: CompactOptions, signal: AbortSignal): Promise<Compacted | undefined> {
  const { settings, tokenBudget, groups, from } = options;
  const record = await readRecord(tokenBudget.view);
  signal.throwIfAborted();
  const draft = draftSummary({
    settings,
    tokenBudget,
    groups,
    record,
    from,
    isListed: options.notes !== "none",
  });
  const stays = new Set(draft.kept.groups);
  const hidden = groups.filter((piece) => !stays.has(piece));
  const hiddenTokens = hidden.reduce((sum, { tokens }) => sum + tokens, 0);
  const freed = hiddenTokens + savedBy(draft.kept.shortened);
  const { shortened } = draft.kept;
  const isNew = hidden.some(({ kind }) => kind !== "summary");
  if (!isNew && !(tokenBudget.mustFit && hidden.length > 0)) return onlyShorter(tokenBudget, shortened);
  const added = draft.tokens - draft.kept.tokens - draft.notesBudget;
  const leastGain = tokenBudget.mustFit || tokenBudget.cause === "asked" ? 0.02 : 0.1;
  if (freed - added < leastGain * (tokenBudget.used / tokenBudget.scale))
    return onlyShorter(tokenBudget, shortened);

  const notes = await notesFor(
    options,
    { hidden, budget: draft.notesBudget, replaces: hiddenTokens },
    signal,
  );
  const receipt = receiptOf(options, { hidden, notes });
  const listed = () => (options.notes === "none" ? "" : mechanicalNotes(hidden, draft.notesBudget));
  const summary = summaryText(draft, {
    notes: notes.text ?? listed(),
    receipt: receipt.body,
    recall: tokenBudget.recall,
  });
  const firstKept = firstKeptOf(groups, draft.kept);
  const pinned = draft.kept.groups.map(({ seq }) => seq).filter((seq) => seq < firstKept);
  const after = tokenBudget.fixed + draft.kept.tokens + textTokens(summary);
  const entry: ContextChange = {
    kind: "compaction",
    summary,
    firstKept,
    pinned,
    receipt: { ...receipt.body, tokens: { before: tokenBudget.used, after: tokenBudget.real(after) } },
  };
  return {
    changes: [...elisionOf(shortened), entry],
    hidden: receipt.messages,
    shortened: shortened.length,
    failed: notes.failed,
    after: tokenBudget.real(after),
  };
}

function onlyShorter(tokenBudget: CompactionBudget, shortened: readonly Shortened[]): Compacted | undefined {
  if (shortened.length === 0) return undefined;
  const after = Math.round(tokenBudget.used - savedBy(shortened) * tokenBudget.scale);
  return { changes: elisionOf(shortened), hidden: 0, shortened: shortened.length, failed: [], after };
}

function savedBy(shortened: readonly Shortened[]): number {
  return shortened.reduce((sum, { saved }) => sum + saved, 0);
}

/** From here on everything stays. Earlier messages that stay are named. */
function firstKeptOf(groups: readonly MessageGroup[], { groups: kept }: Kept): number {
  const hidden = groups.filter((piece) => piece.kind !== "summary" && !kept.includes(piece));
  const lastHidden = hidden.reduce((last, { seq }) => Math.max(last, seq), 0);
  const lastSeq = groups.reduce((last, { seq }) => Math.max(last, seq), 0);
  return kept.find(({ seq }) => seq > lastHidden)?.seq ?? lastSeq + 1;
}

async function notesFor(
  { notes, tokenBudget, settings, small }: CompactOptions,
  { hidden, budget, replaces }: { hidden: readonly MessageGroup[]; budget: number; replaces: number },
  signal: AbortSignal,
): Promise<Notes> {
  if (notes !== "model") return { text: undefined, by: undefined, calls: 0, failed: [] };
  const { view, scale } = tokenBudget;
  const { summariser } = settings;
  return writeNotes({ view, summariser, groups: hidden, budget, replaces, scale, small }, signal);
}

function receiptOf(
  { tokenBudget, notes: how }: CompactOptions,
  { hidden, notes }: { readonly hidden: readonly MessageGroup[]; readonly notes: Notes },
): { readonly messages: number; readonly body: JsonObject } {
  const tools = new Map<string, number>();
  let messages = 0;
  for (const { kind, entry, results } of hidden) {
    if (kind === "summary") continue;
    messages += 1 + (results.length > 0 ? 1 : 0);
    for (const { name } of callsOf(entry)) tools.set(name, (tools.get(name) ?? 0) + 1);
  }
  const seqs = hidden.filter(({ kind }) => kind !== "summary").map(({ seq }) => seq);
  const body: JsonObject = {
    entries: rangesOf(seqs),
    messages,
    calls: Object.fromEntries([...tools].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    by: how === "none" ? "nobody" : (notes.by ?? "no model"),
    ...(notes.calls > 0 ? { requests: notes.calls } : {}),
    ...(notes.failed.length > 0 ? { failed: notes.failed } : {}),
    cause: tokenBudget.cause,
    ...(tokenBudget.view.wish === undefined ? {} : { wish: tokenBudget.view.wish }),
  };
  return { messages, body };
}

function rangesOf(seqs: readonly number[]): string {
  const first = seqs[0];
  return first === undefined ? "" : `${first}-${seqs.at(-1)}`;
}
