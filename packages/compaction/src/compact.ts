import type { ContextChange, JsonObject } from "@skein/protocol";
import { draftSummary } from "./draft.ts";
import type { Kept } from "./fit.ts";
import type { Settings } from "./options.ts";
import type { Piece } from "./pieces.ts";
import type { Room } from "./room.ts";
import { elisionOf, type Shortened } from "./shorten-results.ts";
import { callsOf, mechanicalNotes } from "./summary/material.ts";
import { readRecord } from "./summary/record.ts";
import { summaryText } from "./summary/summary-text.ts";
import { writeNotes, type Notes } from "./summary/write-notes.ts";
import { textTokens } from "./tokens/estimate.ts";

export interface CompactOptions {
  readonly settings: Settings;
  readonly room: Room;
  readonly pieces: readonly Piece[];
  /** Who writes the notes: a model, nobody but by a list of calls, or nobody at all. */
  readonly notes: "model" | "list" | "none";
  /** Index into the ladder of shares, to begin with. */
  readonly from: number;
  /** Notes in small steps. */
  readonly small: boolean;
}

export interface Compacted {
  readonly changes: readonly ContextChange[];
  readonly hidden: number;
  readonly shortened: number;
  readonly failed: readonly string[];
  /** Tokens of the whole request afterwards, estimated as it is sent. */
  readonly after: number;
}

/**
 * Hides what is old behind a summary: the user's words, what is kept as it was, notes of a model, and an index that no
 * model wrote. What it will take is known before a model is asked.
 *
 * @returns `undefined` when there is nothing to hide, or too little gained for a call and a break of the vendor's cache.
 */
export async function compact(options: CompactOptions, signal: AbortSignal): Promise<Compacted | undefined> {
  const { settings, room, pieces, from } = options;
  const record = await readRecord(room.view);
  signal.throwIfAborted();
  const draft = draftSummary({ settings, room, pieces, record, from, isListed: options.notes !== "none" });
  const stays = new Set(draft.kept.pieces);
  const hidden = pieces.filter((piece) => !stays.has(piece));
  const hiddenTokens = hidden.reduce((sum, { tokens }) => sum + tokens, 0);
  const freed = hiddenTokens + savedBy(draft.kept.shortened);
  const { shortened } = draft.kept;
  const isNew = hidden.some(({ kind }) => kind !== "summary");
  if (!isNew && !(room.mustFit && hidden.length > 0)) return onlyShorter(room, shortened);
  const added = draft.tokens - draft.kept.tokens - draft.notesBudget;
  const leastGain = room.mustFit || room.cause === "asked" ? 0.02 : 0.1;
  if (freed - added < leastGain * (room.used / room.scale)) return onlyShorter(room, shortened);

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
    recall: room.recall,
  });
  const firstKept = firstKeptOf(pieces, draft.kept);
  const pinned = draft.kept.pieces.map(({ seq }) => seq).filter((seq) => seq < firstKept);
  const after = room.fixed + draft.kept.tokens + textTokens(summary);
  const entry: ContextChange = {
    kind: "compaction",
    summary,
    firstKept,
    pinned,
    receipt: { ...receipt.body, tokens: { before: room.used, after: room.real(after) } },
  };
  return {
    changes: [...elisionOf(shortened), entry],
    hidden: receipt.messages,
    shortened: shortened.length,
    failed: notes.failed,
    after: room.real(after),
  };
}

function onlyShorter(room: Room, shortened: readonly Shortened[]): Compacted | undefined {
  if (shortened.length === 0) return undefined;
  const after = Math.round(room.used - savedBy(shortened) * room.scale);
  return { changes: elisionOf(shortened), hidden: 0, shortened: shortened.length, failed: [], after };
}

function savedBy(shortened: readonly Shortened[]): number {
  return shortened.reduce((sum, { saved }) => sum + saved, 0);
}

/** From here on all stays. What stays of what is before is named. */
function firstKeptOf(pieces: readonly Piece[], { pieces: kept }: Kept): number {
  const hidden = pieces.filter((piece) => piece.kind !== "summary" && !kept.includes(piece));
  const lastHidden = hidden.reduce((last, { seq }) => Math.max(last, seq), 0);
  const lastSeq = pieces.reduce((last, { seq }) => Math.max(last, seq), 0);
  return kept.find(({ seq }) => seq > lastHidden)?.seq ?? lastSeq + 1;
}

async function notesFor(
  { notes, room, settings, small }: CompactOptions,
  { hidden, budget, replaces }: { hidden: readonly Piece[]; budget: number; replaces: number },
  signal: AbortSignal,
): Promise<Notes> {
  if (notes !== "model") return { text: undefined, by: undefined, calls: 0, failed: [] };
  const { view, scale } = room;
  const { summariser } = settings;
  return writeNotes({ view, summariser, pieces: hidden, budget, replaces, scale, small }, signal);
}

function receiptOf(
  { room, notes: how }: CompactOptions,
  { hidden, notes }: { readonly hidden: readonly Piece[]; readonly notes: Notes },
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
    cause: room.cause,
    ...(room.view.wish === undefined ? {} : { wish: room.view.wish }),
  };
  return { messages, body };
}

function rangesOf(seqs: readonly number[]): string {
  const first = seqs[0];
  return first === undefined ? "" : `${first}-${seqs.at(-1)}`;
}
