import {
  describeFailure,
  isBroken,
  isBlankReply,
  type Entry,
  type EntryBody,
  type OutcomeName,
  type Purpose,
  type ToolCallPart,
  type ToolFailure,
  kindVersion,
} from "@skein/protocol";
import type { ImportWarning } from "./json-lines.ts";
import { known } from "./loose.ts";
import { pairResults, type PairedReply } from "./pair-results.ts";
import type { Asked, FoundSession, Placed, ReplyStep, ResultStep, SayStep } from "./steps.ts";

export interface JournalHead {
  readonly id: string;
  readonly cwd: string;
  /** Whose session it was: the owner of its tools and of its state. */
  readonly format: string;
  /** Ids of the sessions of subagents, by the name that the format has for them. */
  readonly childIds: ReadonlyMap<string, string>;
}

/** As far as a run that is over has come. */
interface OpenRun {
  readonly id: string;
  turns: number;
  /** Whether the last reply asked for nothing more. */
  isAnswered: boolean;
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
  const entries: Entry[] = [];
  const seqs = new Map<string, number>();
  /** The last entry before a step: where a rewind of it goes back to. */
  const before = new Map<string, number>();
  let at = found.startedAt ?? steps.find((step) => step.at !== undefined)?.at ?? 0;
  let run: OpenRun | undefined;
  let runs = 0;
  let firstMessage: number | undefined;
  let asked: string | undefined;

  const add = (body: EntryBody): number => {
    const seq = entries.length + 1;
    entries.push({ v: kindVersion(body.kind), seq, at, run: run?.id ?? null, ...body });
    return seq;
  };
  const place = (key: string | undefined, seq: number): void => {
    if (key !== undefined) seqs.set(key, seq);
  };
  const firstEntryOf = (key = ""): number | undefined => {
    const last = before.get(key);
    return seqs.get(key) ?? (last === undefined ? undefined : last + 1);
  };
  const addMessage = (body: EntryBody): number => {
    const seq = add(body);
    firstMessage ??= seq;
    return seq;
  };

  function startRun(input: SayStep["content"]): OpenRun {
    run = { id: `imported-${++runs}`, turns: 0, isAnswered: false };
    add({ kind: "run-start", input });
    return run;
  }

  function endRun(outcome?: OutcomeName, error?: Asked["error"]): void {
    const name = outcome ?? (run?.isAnswered ? "done" : undefined);
    if (run && name) add({ kind: "outcome", outcome: name, turns: run.turns, ...known({ error }) });
    run = undefined;
  }

  function say({ from, content, key }: SayStep): void {
    if (content.length === 0) return;
    if (!run || (from === "user" && run.turns > 0)) {
      endRun();
      if (key !== undefined) before.set(key, entries.length);
      startRun(content);
    }
    place(key, addMessage({ kind: "user-message", from, content }));
    if (run && from !== "agent") run.isAnswered = false;
  }

  function ask(purpose: Purpose, who: Asked): number {
    const { provider, model, usage = {}, rawUsage, costUsd, requestId, error } = who;
    const name = JSON.stringify([provider, model]);
    if (purpose === "turn" && name !== asked) add({ kind: "settings", provider, model, ...settings });
    if (purpose === "turn") asked = name;
    const request = { purpose, provider, model, options: {}, requestHash: "" };
    const seq = add({ kind: "model-request", ...request });
    const rest = known({ rawUsage, costUsd, requestId, error });
    add({ kind: "model-result", request: seq, attempts: 1, provider, model, usage, ...rest });
    return seq;
  }

  function reply(step: ReplyStep, { content, calls, results }: PairedReply): void {
    const running = run ?? startRun([]);
    const request = ask("turn", step.asked);
    const { stop, rawStop, isCutOff, key } = step;
    if (content.length === 0) return;
    if (firstMessage === undefined && !isBlankReply(content))
      addMessage({ kind: "notice", audience: "both", level: "info", text: beginsInTheMiddle });
    const more = isCutOff ? { partial: "cut-off" as const } : known({ stop, rawStop });
    place(key, add({ kind: "assistant-message", request, content, ...more }));
    running.turns++;
    running.isAnswered = calls.length === 0 && !isCutOff;
    for (const call of calls) if (!isBroken(call)) add(intent(head, call, results));
    const repliedAt = at;
    const names = new Map(calls.map(({ id, name }) => [id, name]));
    for (const result of results) {
      at = Math.max(at, result.at ?? at);
      const name = names.get(result.callId) ?? "";
      const child = result.child === undefined ? undefined : head.childIds.get(result.child);
      if (child !== undefined) add({ kind: "child", session: child, callId: result.callId, rights: {} });
      place(result.key, add(resultEntry(result, name, at - repliedAt)));
      names.delete(result.callId);
    }
    for (const call of calls) if (names.has(call.id)) add(lostResult(call));
  }

  add({ kind: "session-start", id: head.id, cwd: head.cwd, interaction: "chat", ...titleOf(found) });
  for (const step of steps) {
    at = Math.max(at, step.at ?? at);
    if (step.key !== undefined && !before.has(step.key)) before.set(step.key, entries.length);
    switch (step.does) {
      case "say":
        say(step);
        break;
      case "reply":
        reply(step, paired.get(step) ?? { content: [], calls: [], results: [] });
        break;
      case "result":
        break;
      case "spend":
        ask(step.purpose, step.asked);
        break;
      case "compact": {
        const end = entries.length + 1;
        const firstKept = firstEntryOf(step.keepsFrom) ?? end;
        const pinned = (step.keeps ?? []).flatMap((key) => seqs.get(key) ?? []);
        const { summary } = step;
        place(step.key, addMessage({ kind: "compaction", summary, firstKept, pinned, receipt: {} }));
        break;
      }
      case "note": {
        const { audience, level, text } = step;
        const notice = { kind: "notice", audience, level, text } as const;
        if (audience === "both") addMessage(notice);
        else add(notice);
        break;
      }
      case "end":
        endRun(step.outcome, step.error);
        break;
      case "rewind": {
        const to = before.get(step.before);
        if (to === undefined) break;
        run = undefined;
        if (firstMessage !== undefined && firstMessage > to) firstMessage = undefined;
        add({ kind: "rewind", to });
        break;
      }
    }
  }
  endRun();
  const placed: Placed = { entries, seqOf: (key) => seqs.get(key) };
  if (found.state) add({ kind: "extension-state", extension: head.format, state: found.state(placed) });
  return entries;
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
