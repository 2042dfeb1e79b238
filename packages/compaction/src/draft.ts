import { textOf, type Entry, type EntryKind } from "@skein/protocol";
import { clipToTokens } from "./clip.ts";
import { keptOf, ladder, type Kept, type Shares } from "./fit.ts";
import type { Settings } from "./options.ts";
import type { Piece } from "./pieces.ts";
import type { Room } from "./room.ts";
import { landmarksOf } from "./summary/landmarks.ts";
import { callsOf } from "./summary/material.ts";
import { keptParts, saidByUser } from "./summary/record.ts";
import { userWords, type Said } from "./summary/user-words.ts";
import { textTokens } from "./tokens/estimate.ts";

export interface DraftOptions {
  readonly settings: Settings;
  readonly room: Room;
  readonly pieces: readonly Piece[];
  /** All of the session. */
  readonly record: readonly Entry[];
  /** Index into the ladder of shares, to begin with. */
  readonly from: number;
  /** With an index, and room for notes. */
  readonly isListed: boolean;
}

export interface Draft {
  readonly kept: Kept;
  readonly words: string;
  readonly parts: string;
  readonly index: string;
  readonly last: string;
  readonly notesBudget: number;
  /** Messages and replies that are hidden, also those that were before. */
  readonly earlier: number;
  /** The most it can take, the fixed part of the request aside. */
  readonly tokens: number;
}

/** The longest there is use for, however large the window. */
const most = { notes: 6_000, index: 2_500, parts: 6_000 } as const;
const messageKinds: readonly EntryKind[] = ["user-message", "assistant-message", "notice"];
/** Part of the room for what stays as it is. */
const mostKept = 0.6;
/** First line, headings and receipt. */
const frame = 260;

/**
 * The parts of a summary that no model writes, and what stays beside it. Rather frees less than is wanted than it
 * shortens results that the model has not read yet.
 */
export function draftSummary(options: DraftOptions): Draft {
  const { room, from } = options;
  const said = saidByUser(options.record);
  const draftOf = (shares: Shares, tokens: number) => draftWith(options, said, { shares, tokens });
  const rungs = ladder.slice(from);
  const steps = [
    ...rungs.filter(({ shortens }) => !shortens).map((shares) => ({ shares, tokens: room.wanted })),
    ...rungs.filter(({ shortens }) => !shortens).map((shares) => ({ shares, tokens: room.most })),
    ...rungs.filter(({ shortens }) => shortens).map((shares) => ({ shares, tokens: room.wanted })),
  ];
  for (const { shares, tokens } of steps) {
    const draft = draftOf(shares, tokens);
    if (!draft || draft.tokens > tokens) continue;
    // What the summary does not need is for the last turns.
    const kept = Math.min(mostKept, shares.kept + (tokens - draft.tokens) / tokens);
    const fuller = shares.shortens ? undefined : draftOf({ ...shares, kept }, tokens);
    return fuller && fuller.tokens <= tokens ? fuller : draft;
  }
  const draft = draftOf(ladder.at(-1) as Shares, room.wanted);
  if (!draft) throw new Error("What keeps nothing always fits.");
  return draft;
}

function draftWith(
  { settings, room, pieces, record, isListed }: DraftOptions,
  said: readonly Said[],
  { shares, tokens }: { readonly shares: Shares; readonly tokens: number },
): Draft | undefined {
  const { keep } = settings;
  const kept = keptOf(pieces, {
    budget: shares.kept * tokens,
    shortens: shares.shortens,
    stays: keep.tools,
    recall: room.recall,
  });
  if (!kept) return undefined;
  const visible = new Set(
    kept.pieces.flatMap(({ seq, results }) => [seq, ...results.map(({ entry }) => entry.seq)]),
  );
  const away = record.filter(({ seq }) => !visible.has(seq));
  const told = keptParts(record, { ...keep, visible });
  const { words, parts } = wordForWord(
    said.filter(({ seq }) => !visible.has(seq)),
    told,
    (shares.words + shares.parts) * tokens,
  );
  const index = isListed ? landmarksOf(away, Math.min(most.index, shares.index * tokens)) : "";
  const last = shares.kept === 0 ? lastResults(pieces, tokens * 0.25) : "";
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
 * What must not be told in other words: what the user said, and what stays as it was. Either may take what the other
 * leaves; half is sure for each.
 */
function wordForWord(
  said: readonly Said[],
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

/** For when not even the last reply can stay: how its calls ended, each in a few words. */
function lastResults(pieces: readonly Piece[], budget: number): string {
  const reply = pieces.findLast(({ kind }) => kind === "reply");
  if (!reply) return "";
  const calls = new Map(callsOf(reply.entry).map((call) => [call.id, call]));
  const each = budget / reply.results.length - 40;
  return reply.results
    .map(({ entry }) => {
      const call = calls.get(entry.callId);
      const input = clipToTokens(call?.input ?? "", Math.max(20, each * 0.3));
      return `[${entry.seq}] ${entry.name} ${input}\n${clipToTokens(textOf(entry.content), Math.max(20, each * 0.7))}`;
    })
    .slice(0, Math.max(1, Math.floor(budget / 60)))
    .join("\n");
}
