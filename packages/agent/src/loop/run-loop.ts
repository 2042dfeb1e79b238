import {
  ConfigError,
  isBroken,
  extractText,
  unfinishedAnswer,
  type AssistantPart,
  type JsonValue,
  type ToolCallPart,
  type UserPart,
} from "@skein/protocol";
import type { ExecutionNeeds } from "../calls/execute-tool-calls.ts";
import { untilAborted } from "../events/abortable.ts";
import { createCycles } from "./cycles.ts";
import { finalOutputName } from "../run/final-output.ts";
import { switchedTo, type ModelChoice } from "./choose-models.ts";
import { nudges } from "../run/nudges.ts";
import { createStopHooks } from "./prompt-hooks.ts";
import { createRepetitions } from "./repetitions.ts";
import { requireFewCalls } from "./call-limits.ts";
import type { FirstReply } from "../run/run.ts";
import type { Reply } from "../run/reply.ts";
import { RunStop } from "../run-stop.ts";
import { emitSessionEvents } from "../events/session-events.ts";
import type { RunNeeds } from "../run/run-scope.ts";
import { settingsEntry, type SettingsParts } from "../session/settings-entry.ts";
import { streamReply, type ReplyNeeds } from "../replies/stream-reply.ts";
import { nameFromTask } from "../asides/task-name.ts";
import { loadCheckWork, loadExecuteToolCalls } from "../later.ts";

type LoopNeeds = ReplyNeeds &
  ExecutionNeeds &
  RunNeeds<
    "inbox" | "tally" | "hookContext",
    "hooks" | "checks" | "interaction" | "journal" | "session" | "nameFromTask" | "name"
  >;

/** A reply, as far as it decides how the run goes on. */
type Answer = Pick<Reply, "content" | "stop" | "rawStop">;

/** How many replies may neither submit a valid result nor call another tool. */
const maxOutputMisses = 5;

export interface LoopInput {
  readonly input: readonly UserPart[];
  readonly first: FirstReply | undefined;
  readonly models: ModelChoice;
  /** `undefined` when the run has no output schema. */
  readonly output: StructuredOutput | undefined;
}

/** The result that `final_output` accepted. */
interface StructuredOutput {
  isSet(): boolean;
  clear(): void;
}

/**
 * The agent loop: requests a reply and executes its tool calls until the model has answered and the answer
 * passed its checks. Any other end throws a `RunStop`.
 */
export async function runLoop(scope: LoopNeeds, given: LoopInput): Promise<void> {
  const turns = countTurns(scope.parts.limits.maxTurns);
  let answer = await begin(scope, given);
  let { first } = given;
  for (;;) {
    await untilAnswered(scope, { ...given, first }, turns, answer);
    first = undefined;
    if (!scope.parts.checks) return;
    const { checkWork } = await loadCheckWork();
    if (await checkWork(scope)) return;
    given.output?.clear();
    answer = undefined;
  }
}

/** @returns the answer that the model has already given, in a run that was cut off. */
async function begin(scope: LoopNeeds, { input }: LoopInput): Promise<Answer | undefined> {
  const { id, log, inbox, emit } = scope;
  let hasMessages = input.length > 0;
  while (await inbox.deliver("next")) hasMessages = true; // queued in a run that was cut off
  if (input.length > 0) {
    const named = nameFromTask(scope, input);
    const message = { from: "user", content: input } as const;
    const written = await log.write(id, { kind: "user-message", ...message }, ...named);
    emit({ type: "user-message", ...message }, written[0].seq);
    emitSessionEvents(written, emit);
  }
  return hasMessages ? undefined : resumeConversation(scope);
}

/** Without a new message, the model must still owe an answer, or the run must still owe what comes after it. */
async function resumeConversation(scope: LoopNeeds): Promise<Answer | undefined> {
  const last = scope.log.transcript.messages().at(-1);
  if (last?.role === "user" || last?.role === "tool") return undefined;
  if (last?.role === "assistant" && last.partial) {
    await nudge(scope, nudges.continueReply);
    return undefined;
  }
  const answer = last && (await readUnfinishedAnswer(scope));
  if (answer) return answer;
  // Subagents that were resumed: their reports are what the model is asked about.
  if (await deliverNextMessages(scope)) return undefined;
  const unanswered = scope.children.needsInput();
  if (unanswered) throw unanswered;
  throw new ConfigError("usage", "Nothing to resume: the model has already answered.", {
    hint: "Send a message that says what to do next.",
  });
}

/** The answer of a run that was cut off after it. Without a recorded reason to stop it counts as complete. */
async function readUnfinishedAnswer({ log }: LoopNeeds): Promise<Answer | undefined> {
  const ends = await Array.fromAsync(log.read(1, ["assistant-message", "outcome"]));
  const answer = unfinishedAnswer(ends);
  if (!answer) return undefined;
  const { content, stop = "answered", rawStop = stop } = answer;
  return { content, stop, rawStop };
}

/**
 * One attempt: returns when the model has answered, no message is waiting, and no subagent is running.
 *
 * @param answer - that it has already given; what comes after an answer is still to be done.
 */
async function untilAnswered(
  scope: LoopNeeds,
  { models, output, first }: LoopInput,
  turns: { next(): number },
  answer: Answer | undefined,
): Promise<void> {
  const { inbox, tally, emit } = scope;
  const { maxRepetitions } = scope.parts.limits;
  const repetitions = createRepetitions(maxRepetitions);
  const cycles = createCycles(maxRepetitions);
  const stopHooks = createStopHooks(scope);
  let [emptyReplies, outputMisses] = [0, 0];
  if (answer && (await isLast(answer))) return;
  for (let given = first; ; given = undefined) {
    const turn = turns.next();
    await inbox.deliver("steering");
    await switchModel(scope, models);
    await scope.context.refresh();
    emit({ type: "turn-start", turn });
    const reply = await streamReply(scope, given);
    tally.addReply(reply);
    if (!isEmpty(reply.content)) emptyReplies = 0;
    const calls = reply.content.filter((part) => part.type === "tool-call");
    if (calls.length > 0) {
      const made = calls.map((call) => JSON.stringify([call.name, inputOf(call)]));
      requireOtherCalls(calls, repetitions.add(made));
      requireFewCalls(scope, calls);
      tally.addCalls(calls.length);
      requireProgress(scope, cycles.add(made));
      const { executeToolCalls } = await loadExecuteToolCalls();
      const results = new Map<string, string>();
      await executeToolCalls(withResults(scope, results), calls, reply.stop);
      const ends = calls.map(({ id }) => results.get(id));
      repetitions.end(ends);
      cycles.end(ends.join("\n"));
    }
    emit({ type: "turn-end", turn, stop: reply.stop, usage: reply.usage });

    if (output?.isSet()) {
      if (await deliverNextMessages(scope)) continue;
      if (!(await stopHooks.goOn(extractText(reply.content)))) return;
      output.clear();
      continue;
    }
    if (calls.length > 0 && calls.every((call) => call.name === finalOutputName)) {
      if (++outputMisses >= maxOutputMisses) throw noOutput();
    }
    if (calls.length > 0 && (reply.stop === "refused" || reply.stop === "other")) requireComplete(reply);
    if (calls.length === 0 && (await isLast(reply))) return;
  }

  /** Whether the run ends with this reply, which calls no tools; otherwise the conversation says why not. */
  async function isLast(reply: Answer): Promise<boolean> {
    if (reply.stop === "paused") return false;
    if (isEmpty(reply.content) && reply.stop !== "length" && reply.stop !== "refused") {
      if (++emptyReplies > 1) throw emptyReply(reply);
      await nudge(scope, nudges.empty);
      return false;
    }
    requireComplete(reply);
    if (await deliverNextMessages(scope)) return false;
    if (!output) return !(await stopHooks.goOn(extractText(reply.content)));
    if (++outputMisses >= maxOutputMisses) throw noOutput();
    await nudge(scope, nudges.finalOutput);
    return false;
  }
}

/**
 * Delivers waiting messages; waits for one while background subagents are running. @returns whether there was
 * any.
 */
async function deliverNextMessages({
  inbox,
  children,
  signal,
}: RunNeeds<"inbox" | "children" | "signal">): Promise<boolean> {
  for (;;) {
    signal.throwIfAborted(); // an abort also ends the subagents, which must not look like finished work
    // Subscribe before checking, so that no message is missed in between.
    const [more, areAtWork] = [inbox.more(), children.areAtWork()];
    if (await inbox.deliver("next")) return true;
    if (!areAtWork) return false;
    await untilAborted(more, signal);
  }
}

async function switchModel(
  { id, parts, state, log, emit }: RunNeeds<"id" | "state" | "log" | "emit", keyof SettingsParts>,
  models: ModelChoice,
): Promise<void> {
  const reason = await models.next();
  if (reason === undefined) return;
  emitSessionEvents(await log.write(id, settingsEntry(parts, state)), emit);
  emit(switchedTo(state.model, reason));
}

/** Counts turns across all attempts of a run. */
function countTurns(maxTurns: number): { next(): number } {
  let turn = 0;
  return {
    next() {
      if (turn >= maxTurns) throw turnLimit(maxTurns);
      return ++turn;
    },
  };
}

function inputOf(call: ToolCallPart): JsonValue {
  return isBroken(call) ? call.raw : call.input;
}

/** @param beyond - which of the calls was made too often in a row. */
function requireOtherCalls(
  calls: readonly ToolCallPart[],
  beyond: { readonly at: number; readonly limit: number } | undefined,
): void {
  if (!beyond) return;
  throw new RunStop("limit", {
    code: "max-repetitions",
    message: `The model made the same call of "${calls[beyond.at]!.name}" more than ${beyond.limit} times in a row.`,
    hint: "Say what to do differently, or raise the setting maxRepetitions.",
  });
}

/** @param length - of a cycle of replies that was repeated too often. */
function requireProgress({ parts }: RunNeeds<never, "limits">, length: number | undefined): void {
  if (length === undefined) return;
  const replies = length === 1 ? "reply" : `${length} replies`;
  throw new RunStop("limit", {
    code: "max-repetitions",
    message: `The model repeated the calls of the same ${replies} more than ${parts.limits.maxRepetitions} times in a row.`,
    hint: "Say what to do differently, or raise the setting maxRepetitions.",
  });
}

/** The same scope, which also records the result of each call. */
function withResults(scope: LoopNeeds, results: Map<string, string>): LoopNeeds {
  const emit: LoopNeeds["emit"] = (event, seq) => {
    if (event.type === "tool-end")
      results.set(event.callId, JSON.stringify([event.content, event.failure ?? null]));
    scope.emit(event, seq);
  };
  return Object.create(scope, { emit: { value: emit, enumerable: true } }) as LoopNeeds;
}

async function nudge({ id, log, emit }: RunNeeds<"id" | "log" | "emit">, text: string): Promise<void> {
  const message = { from: "agent", content: [{ type: "text", text }] } as const;
  const [entry] = await log.write(id, { kind: "user-message", ...message });
  emit({ type: "user-message", ...message }, entry.seq);
}

/** A reply with nothing but thinking counts as empty. */
function isEmpty(content: readonly AssistantPart[]): boolean {
  return (
    extractText(content).trim() === "" &&
    !content.some(({ type }) => type === "opaque" || type === "tool-call")
  );
}

/** Throws unless the answer is complete. */
function requireComplete({ stop, rawStop }: Answer): void {
  if (stop === "length") {
    throw new RunStop("limit", {
      code: "output-length",
      message: "The answer was cut off at the model's output limit.",
      hint: "Ask the model to continue, or raise the output limit.",
    });
  }
  if (stop === "refused") {
    throw new RunStop("provider", { code: "refused", message: `The model refused to answer (${rawStop}).` });
  }
  if (stop === "other" || stop === "tool-calls") {
    throw new RunStop("provider", {
      code: "unknown-stop",
      message: `The model stopped for an unknown reason (${rawStop}), so its answer may be incomplete.`,
    });
  }
}

function turnLimit(maxTurns: number): RunStop {
  return new RunStop("limit", {
    code: "max-turns",
    message: `The limit of ${maxTurns} turn${maxTurns === 1 ? "" : "s"} was reached before the work was done.`,
    hint: "Resume the session to continue, or raise the limit.",
  });
}

function emptyReply({ rawStop }: Answer): RunStop {
  return new RunStop("provider", {
    code: "empty-reply",
    message: `The model sent an empty reply twice in a row (${rawStop}).`,
  });
}

function noOutput(): RunStop {
  return new RunStop("invalid-output", {
    code: "no-output",
    message: "The model ended without submitting a valid result through final_output.",
  });
}
