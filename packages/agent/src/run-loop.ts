import {
  ConfigError,
  isBroken,
  textOf,
  type AssistantPart,
  type JsonValue,
  type ToolCallPart,
  type UserPart,
} from "@skein/protocol";
import { untilAborted } from "./abortable.ts";
import { finalOutputName } from "./final-output.ts";
import { switchedTo, type ModelChoice } from "./lead-worker.ts";
import { nudges } from "./nudges.ts";
import { createRepetitions } from "./repetitions.ts";
import type { Reply } from "./reply.ts";
import { RunStop } from "./run-stop.ts";
import type { RunScope } from "./scope.ts";
import { settingsEntry } from "./settings-entry.ts";
import { streamReply } from "./stream-reply.ts";
import { nameFromTask } from "./task-name.ts";

/** Replies that neither hand over a valid result nor call another tool. */
const maxOutputMisses = 5;

export interface LoopInput {
  readonly input: readonly UserPart[];
  readonly models: ModelChoice;
  /** `undefined` when no typed result is wanted. */
  readonly output: TypedResult | undefined;
}

/** What `final_output` has accepted. */
interface TypedResult {
  isThere(): boolean;
  drop(): void;
}

/** The loop: ask the model, answer its calls, until it has answered and that has passed its checks. Any other end is a `RunStop` that is thrown. */
export async function runLoop(scope: RunScope, given: LoopInput): Promise<void> {
  const turns = countTurns(scope.parts.limits.maxTurns);
  let isAnswered = await begin(scope, given);
  for (;;) {
    if (!isAnswered) await untilAnswered(scope, given, turns);
    if (!scope.parts.checks) return;
    const { checkWork } = await import("./check-work.ts");
    if (await checkWork(scope)) return;
    given.output?.drop();
    isAnswered = false;
  }
}

/** @returns whether the model has answered all it was asked, and only the checks are left to do. */
async function begin(scope: RunScope, { input, output }: LoopInput): Promise<boolean> {
  const { id, log, inbox, emit } = scope;
  let hasNews = input.length > 0;
  while (await inbox.place("next")) hasNews = true; // left over from a run that was cut off
  if (input.length > 0) {
    const named = nameFromTask(scope, input);
    const message = { from: "user", content: input } as const;
    const [entry] = await log.write(id, { kind: "user-message", ...message }, ...named);
    emit({ type: "user-message", ...message }, entry?.seq);
  }
  return hasNews ? false : goOn(scope, output !== undefined);
}

/** Nobody said anything: the model must have something left to answer, or its answer must be unchecked. */
async function goOn(scope: RunScope, wantsOutput: boolean): Promise<boolean> {
  const last = scope.log.transcript.messages().at(-1);
  if (last?.role === "user" || last?.role === "tool") return false;
  if (last?.role === "assistant" && last.partial) {
    await nudge(scope, nudges.goOn);
    return false;
  }
  if (last && scope.parts.checks) {
    const { isUnchecked } = await import("./check-work.ts");
    if (await isUnchecked(scope)) {
      if (wantsOutput) await nudge(scope, nudges.finalOutput);
      return !wantsOutput;
    }
  }
  throw new ConfigError("usage", "There is nothing to go on with: the model has answered all it was asked.", {
    hint: "Say what to do next.",
  });
}

/** One attempt: returns when the model has answered, nobody has said anything since, and no subagent is at work. */
async function untilAnswered(
  scope: RunScope,
  { models, output }: LoopInput,
  turns: { next(): number },
): Promise<void> {
  const { inbox, tally, emit } = scope;
  const countRepetition = createRepetitions();
  let [emptyReplies, outputMisses] = [0, 0];
  for (;;) {
    const turn = turns.next();
    await inbox.place("steering");
    await switchModel(scope, models);
    await scope.context.refresh();
    emit({ type: "turn-start", turn });
    const reply = await streamReply(scope);
    tally.addReply(reply);
    if (!isEmpty(reply.content)) emptyReplies = 0;
    const calls = reply.content.filter((part) => part.type === "tool-call");
    for (const call of calls) countRepetitions(scope, call, countRepetition);
    if (calls.length > 0) {
      tally.addCalls(calls.length);
      const { answerCalls } = await import("./answer-calls.ts");
      await answerCalls(scope, calls, reply.stop);
    }
    emit({ type: "turn-end", turn, stop: reply.stop, usage: reply.usage });

    if (output?.isThere()) {
      if (await hearMore(scope)) continue;
      return;
    }
    if (calls.length > 0 && calls.every((call) => call.name === finalOutputName)) {
      if (++outputMisses >= maxOutputMisses) throw noOutput();
    }
    if (calls.length > 0 && (reply.stop === "refused" || reply.stop === "other")) requireWhole(reply);
    if (calls.length > 0 || reply.stop === "paused") continue;
    if (isEmpty(reply.content) && reply.stop !== "length" && reply.stop !== "refused") {
      if (++emptyReplies > 1) throw emptyReply(reply);
      await nudge(scope, nudges.empty);
      continue;
    }
    requireWhole(reply);
    if (await hearMore(scope)) continue;
    if (!output) return;
    if (++outputMisses >= maxOutputMisses) throw noOutput();
    await nudge(scope, nudges.finalOutput);
  }
}

/** Places what waits; while subagents work in the background, what comes is waited for. @returns whether there was any. */
async function hearMore({ inbox, children, signal }: RunScope): Promise<boolean> {
  for (;;) {
    signal.throwIfAborted(); // what ends the run ends its subagents too: that is not the end of the work
    // Before looking, so that nothing is missed that comes meanwhile.
    const [more, areAtWork] = [inbox.more(), children.areAtWork()];
    if (await inbox.place("next")) return true;
    if (!areAtWork) return false;
    await untilAborted(more, signal);
  }
}

async function switchModel({ id, parts, log, emit }: RunScope, models: ModelChoice): Promise<void> {
  const reason = await models.next();
  if (reason === undefined) return;
  await log.write(id, settingsEntry(parts));
  emit(switchedTo(parts.model, reason));
}

/** Counts over all attempts of a run. */
function countTurns(maxTurns: number): { next(): number } {
  let turn = 0;
  return {
    next() {
      if (turn >= maxTurns) throw turnLimit(maxTurns);
      return ++turn;
    },
  };
}

function countRepetitions(
  { parts }: RunScope,
  call: ToolCallPart,
  repetitions: ReturnType<typeof createRepetitions>,
): void {
  const input: JsonValue = isBroken(call) ? call.raw : call.input;
  const { maxRepetitions } = parts.limits;
  if (repetitions.count(call.name, input) > maxRepetitions) {
    throw new RunStop("limit", {
      code: "max-repetitions",
      message: `The model made the same call of "${call.name}" more than ${maxRepetitions} times in a row.`,
      hint: "Say what to do differently, or raise the limit of repetitions.",
    });
  }
}

async function nudge({ id, log, emit }: RunScope, text: string): Promise<void> {
  const message = { from: "agent", content: [{ type: "text", text }] } as const;
  const [entry] = await log.write(id, { kind: "user-message", ...message });
  emit({ type: "user-message", ...message }, entry?.seq);
}

/** Thinking alone is not a reply. */
function isEmpty(content: readonly AssistantPart[]): boolean {
  return (
    textOf(content).trim() === "" && !content.some(({ type }) => type === "opaque" || type === "tool-call")
  );
}

/** An answer counts only when it is whole. */
function requireWhole({ stop, rawStop }: Reply): void {
  if (stop === "length") {
    throw new RunStop("limit", {
      code: "output-length",
      message: "The model's output limit cut the answer off.",
      hint: "Ask it to go on, or allow longer replies.",
    });
  }
  if (stop === "refused") {
    throw new RunStop("provider", { code: "refused", message: `The model refused to answer (${rawStop}).` });
  }
  if (stop === "other" || stop === "tool-calls") {
    throw new RunStop("provider", {
      code: "unknown-stop",
      message: `The model stopped for a reason that does not say whether its answer is whole (${rawStop}).`,
    });
  }
}

function turnLimit(maxTurns: number): RunStop {
  return new RunStop("limit", {
    code: "max-turns",
    message: `The limit of ${maxTurns} turns was reached before the work was done.`,
    hint: "Resume the session to go on, or raise the limit.",
  });
}

function emptyReply({ rawStop }: Reply): RunStop {
  return new RunStop("provider", {
    code: "empty-reply",
    message: `The model answered with nothing, twice in a row (${rawStop}).`,
  });
}

function noOutput(): RunStop {
  return new RunStop("invalid-output", {
    code: "no-output",
    message: "The model ended without handing over a valid result through final_output.",
  });
}
