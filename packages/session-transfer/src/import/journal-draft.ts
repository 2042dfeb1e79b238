import { kindVersion, type Entry, type EntryBody, type OutcomeName, type UserPart } from "@skein/protocol";
import { known } from "./loose.ts";
import type { Asked } from "./steps.ts";

/** As far as a run that is over has come. */
interface OpenRun {
  readonly id: string;
  turns: number;
  /** Whether the last reply asked for nothing more. */
  isAnswered: boolean;
}

/** A journal while it is written, step by step. */
export interface JournalDraft {
  readonly entries: Entry[];
  /** Where the steps went, by their keys. */
  readonly seqs: Map<string, number>;
  /** The last entry before a step: where a rewind of it goes back to. */
  readonly before: Map<string, number>;
  /** Time of the next entry, in milliseconds since the epoch. */
  at: number;
  run: OpenRun | undefined;
  runs: number;
  firstMessage: number | undefined;
  /** The model that was asked last. */
  asked: string | undefined;
}

export function createDraft(at: number): JournalDraft {
  const empty = { run: undefined, runs: 0, firstMessage: undefined, asked: undefined };
  return { entries: [], seqs: new Map(), before: new Map(), at, ...empty };
}

/** @returns the number of the entry. */
export function add({ entries, at, run }: JournalDraft, body: EntryBody): number {
  const seq = entries.length + 1;
  entries.push({ v: kindVersion(body.kind), seq, at, run: run?.id ?? null, ...body });
  return seq;
}

/** Adds what the model reads. */
export function addMessage(draft: JournalDraft, body: EntryBody): number {
  const seq = add(draft, body);
  draft.firstMessage ??= seq;
  return seq;
}

/** Remembers which entry the step with this key became. */
export function recordSeq({ seqs }: JournalDraft, key: string | undefined, seq: number): void {
  if (key !== undefined) seqs.set(key, seq);
}

/** The first entry of the step with this key, also of one that became no entry with a place. */
export function firstEntryOf({ before, seqs }: JournalDraft, key = ""): number | undefined {
  const last = before.get(key);
  return seqs.get(key) ?? (last === undefined ? undefined : last + 1);
}

export function startRun(draft: JournalDraft, input: readonly UserPart[]): OpenRun {
  const run = { id: `imported-${++draft.runs}`, turns: 0, isAnswered: false };
  draft.run = run;
  add(draft, { kind: "run-start", input });
  return run;
}

/** @param outcome - default: `done`, if the run was answered; otherwise it stays open. */
export function endRun(draft: JournalDraft, outcome?: OutcomeName, error?: Asked["error"]): void {
  const { run } = draft;
  const name = outcome ?? (run?.isAnswered ? "done" : undefined);
  if (run && name) add(draft, { kind: "outcome", outcome: name, turns: run.turns, ...known({ error }) });
  draft.run = undefined;
}

/** Goes back to before the step with this key, if there is one. */
export function rewind(draft: JournalDraft, key: string): void {
  const to = draft.before.get(key);
  if (to === undefined) return;
  draft.run = undefined;
  if (draft.firstMessage !== undefined && draft.firstMessage > to) draft.firstMessage = undefined;
  add(draft, { kind: "rewind", to });
}
