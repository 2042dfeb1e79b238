import {
  describeFailure,
  isBroken,
  isBlankReply,
  type Entry,
  type EntryBody,
  type Purpose,
  type ToolCallPart,
  type ToolFailure,
} from "@skein/protocol";
import type { ImportWarning } from "./json-lines.ts";
import {
  add,
  addMessage,
  createDraft,
  endRun,
  firstEntryOf,
  recordSeq,
  rewind,
  startRun,
  type JournalDraft,
} from "./journal-draft.ts";
import { known } from "./loose.ts";
import { pairResults, type PairedReply } from "./pair-results.ts";
import type { Asked, FoundSession, Placed, ReplyStep, ResultStep, SayStep, Step } from "./steps.ts";

export interface JournalHead {
  readonly id: string;
  readonly cwd: string;
  /** Whose session it was: the owner of its tools and of its state. */
  readonly format: string;
  /** Ids of the sessions of subagents, by the name that the format has for them. */
  readonly childIds: ReadonlyMap<string, string>;
}

/** Read when the journal begins with a reply: vendors want the user to speak first. */
const beginsInTheMiddle = "The beginning of this conversation was not kept.";

/** What an imported session may do when it is resumed does not come from the file. */
const settings = {
  mode: "smart_approve",
  extensions: [],
  limits: { maxTurns: 1000, maxRepetitions: 50 },
  options: {},
} as const;

/**
 * The journal of a found session. A call of a whole reply is followed by its result, whatever stood between them in the
 * file; a call without a result gets one that says its outcome is unknown. So every prefix is a valid conversation.
 */
export function writeJournal(
  head: JournalHead,
  found: FoundSession,
  warnings: ImportWarning[],
): readonly Entry[] {
  const { steps } = found;
  const paired = pairResults(steps, warnings);
  const draft = createDraft(found.startedAt ?? steps.find((step) => step.at !== undefined)?.at ?? 0);
  const { entries, seqs, before } = draft;
  add(draft, { kind: "session-start", id: head.id, cwd: head.cwd, interaction: "chat", ...titleOf(found) });
  for (const step of steps) {
    draft.at = Math.max(draft.at, step.at ?? draft.at);
    if (step.key !== undefined && !before.has(step.key)) before.set(step.key, entries.length);
    write(draft, step, head, paired);
  }
  endRun(draft);
  const placed: Placed = { entries, seqOf: (key) => seqs.get(key) };
  if (found.state)
    add(draft, { kind: "extension-state", extension: head.format, state: found.state(placed) });
  return entries;
}

function write(
  draft: JournalDraft,
  step: Step,
  head: JournalHead,
  paired: ReadonlyMap<ReplyStep, PairedReply>,
): void {
  switch (step.does) {
    case "say":
      return say(draft, step);
    case "reply":
      return reply(draft, step, head, paired.get(step) ?? { content: [], calls: [], results: [] });
    case "result":
      return; // written with its reply
    case "spend":
      return void ask(draft, step.purpose, step.asked);
    case "compact":
      return compact(draft, step);
    case "note": {
      const { audience, level, text } = step;
      return void (audience === "both" ? addMessage : add)(draft, { kind: "notice", audience, level, text });
    }
    case "end":
      return endRun(draft, step.outcome, step.error);
    case "rewind":
      return rewind(draft, step.before);
  }
}

function say(draft: JournalDraft, { from, content, key }: SayStep): void {
  if (content.length === 0) return;
  if (!draft.run || (from === "user" && draft.run.turns > 0)) {
    endRun(draft);
    if (key !== undefined) draft.before.set(key, draft.entries.length);
    startRun(draft, content);
  }
  recordSeq(draft, key, addMessage(draft, { kind: "user-message", from, content }));
  if (draft.run && from !== "agent") draft.run.isAnswered = false;
}

function ask(draft: JournalDraft, purpose: Purpose, who: Asked): number {
  const { provider, model, usage = {}, rawUsage, costUsd, requestId, error } = who;
  const name = JSON.stringify([provider, model]);
  if (purpose === "turn" && name !== draft.asked)
    add(draft, { kind: "settings", provider, model, ...settings });
  if (purpose === "turn") draft.asked = name;
  const request = { purpose, provider, model, options: {}, requestHash: "" };
  const seq = add(draft, { kind: "model-request", ...request });
  const rest = known({ rawUsage, costUsd, requestId, error });
  add(draft, { kind: "model-result", request: seq, attempts: 1, provider, model, usage, ...rest });
  return seq;
}

function reply(
  draft: JournalDraft,
  step: ReplyStep,
  head: JournalHead,
  { content, calls, results }: PairedReply,
): void {
  const run = draft.run ?? startRun(draft, []);
  const request = ask(draft, "turn", step.asked);
  const { stop, rawStop, isCutOff, key } = step;
  if (content.length === 0) return;
  if (draft.firstMessage === undefined && !isBlankReply(content))
    addMessage(draft, { kind: "notice", audience: "both", level: "info", text: beginsInTheMiddle });
  const more = isCutOff ? { partial: "cut-off" as const } : known({ stop, rawStop });
  recordSeq(draft, key, add(draft, { kind: "assistant-message", request, content, ...more }));
  run.turns++;
  run.isAnswered = calls.length === 0 && !isCutOff;
  for (const call of calls) if (!isBroken(call)) add(draft, intent(head, call, results));
  const repliedAt = draft.at;
  const names = new Map(calls.map(({ id, name }) => [id, name]));
  for (const result of results) {
    draft.at = Math.max(draft.at, result.at ?? draft.at);
    const name = names.get(result.callId) ?? "";
    const child = result.child === undefined ? undefined : head.childIds.get(result.child);
    if (child !== undefined) add(draft, { kind: "child", session: child, callId: result.callId, rights: {} });
    recordSeq(draft, result.key, add(draft, resultEntry(result, name, draft.at - repliedAt)));
    names.delete(result.callId);
  }
  for (const call of calls) if (names.has(call.id)) add(draft, lostResult(call));
}

function compact(
  draft: JournalDraft,
  { keepsFrom, keeps = [], summary, key }: Extract<Step, { does: "compact" }>,
): void {
  const firstKept = firstEntryOf(draft, keepsFrom) ?? draft.entries.length + 1;
  const pinned = keeps.flatMap((keep) => draft.seqs.get(keep) ?? []);
  recordSeq(draft, key, addMessage(draft, { kind: "compaction", summary, firstKept, pinned, receipt: {} }));
}

function titleOf({ title }: FoundSession): { readonly name?: string } {
  return title === undefined ? {} : { name: title };
}

function intent(
  { format }: JournalHead,
  call: Exclude<ToolCallPart, { problem: unknown }>,
  results: readonly ResultStep[],
): EntryBody {
  const extension = results.find(({ callId }) => callId === call.id)?.extension ?? format;
  const { id: callId, name: tool, input } = call;
  return { kind: "tool-intent", callId, tool, extension, input, effect: "unknown", repeat: "once" };
}

function resultEntry({ callId, content, failure, durationMs }: ResultStep, name: string, tookMs: number) {
  const duration = durationMs ?? Math.max(0, tookMs);
  const entry = { kind: "tool-result", callId, name, content, durationMs: duration } as const;
  return failure ? { ...entry, failure } : entry;
}

function lostResult(call: ToolCallPart): EntryBody {
  const failure: ToolFailure = isBroken(call)
    ? { kind: "malformed-input", problem: call.problem, raw: call.raw }
    : { kind: "unknown-outcome", partial: "" };
  const text = describeFailure(call.name, failure);
  const content = [{ type: "text", text }] as const;
  return { kind: "tool-result", callId: call.id, name: call.name, content, failure, durationMs: 0 };
}
