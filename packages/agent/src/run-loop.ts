import {
  ConfigError,
  isBroken,
  textOf,
  type AssistantPart,
  type JsonValue,
  type ToolCallPart,
  type UserPart,
} from "@skein/protocol";
import { answerCalls } from "./answer-calls.ts";
import { finalOutputName } from "./final-output.ts";
import type { Inbox } from "./inbox.ts";
import { nudges } from "./nudges.ts";
import { createRepetitions } from "./repetitions.ts";
import { RunStop } from "./run-stop.ts";
import type { RunScope } from "./scope.ts";
import { streamReply, type Reply } from "./stream-reply.ts";
import type { Tally } from "./tally.ts";

/** Replies that neither hand over a valid result nor call another tool. */
const maxOutputMisses = 5;

export interface LoopInput {
  readonly input: readonly UserPart[];
  readonly inbox: Inbox;
  readonly tally: Tally;
  /** Whether `final_output` has been accepted; `undefined` when no typed result is wanted. */
  readonly hasOutput: (() => boolean) | undefined;
}

/** The loop: ask the model, answer its calls, until it has answered. Any other end is a `RunStop` that is thrown. */
export async function runLoop(scope: RunScope, { input, inbox, tally, hasOutput }: LoopInput): Promise<void> {
  const { parts, emit } = scope;
  const countRepetition = createRepetitions();
  let [emptyReplies, outputMisses] = [0, 0];
  let hasNews = input.length > 0;
  while (await inbox.place("next")) hasNews = true; // left over from a run that was cut off
  if (input.length > 0) {
    await scope.log.write(scope.id, { kind: "user-message", from: "user", content: input });
  }
  if (!hasNews) await goOn(scope);

  for (let turn = 1; ; turn++) {
    if (turn > parts.limits.maxTurns) throw turnLimit(parts.limits.maxTurns);
    await inbox.place("steering");
    await scope.context.refresh();
    emit({ type: "turn-start", turn });
    const reply = await streamReply(scope, turn);
    tally.addReply(reply);
    const calls = reply.content.filter((part) => part.type === "tool-call");
    for (const call of calls) countRepetitions(scope, call, countRepetition);
    if (calls.length > 0) {
      tally.addCalls(calls.length);
      await answerCalls(scope, calls);
    }
    emit({ type: "turn-end", turn, stop: reply.stop, usage: reply.usage }, reply.seq);

    if (hasOutput?.()) return;
    if (calls.length > 0 && calls.every((call) => call.name === finalOutputName)) {
      if (++outputMisses >= maxOutputMisses) throw noOutput();
    }
    if (calls.length > 0 || reply.stop === "paused") continue;
    if (isEmpty(reply.content) && reply.stop !== "length" && reply.stop !== "refused") {
      if (++emptyReplies > 1) throw emptyReply(reply);
      await nudge(scope, nudges.empty);
      continue;
    }
    emptyReplies = 0;
    requireWhole(reply);
    if (await inbox.place("next")) continue;
    if (!hasOutput) return;
    if (++outputMisses >= maxOutputMisses) throw noOutput();
    await nudge(scope, nudges.finalOutput);
  }
}

/** Nobody said anything: the model must have something left to answer. */
async function goOn(scope: RunScope): Promise<void> {
  const last = scope.log.transcript.messages().at(-1);
  if (last?.role === "user" || last?.role === "tool") return;
  if (last?.role === "assistant" && last.partial) return nudge(scope, nudges.goOn);
  throw new ConfigError("usage", "There is nothing to go on with: the model has answered all it was asked.", {
    hint: "Say what to do next.",
  });
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

async function nudge({ id, log }: RunScope, text: string): Promise<void> {
  await log.write(id, { kind: "user-message", from: "agent", content: [{ type: "text", text }] });
}

/** Thinking alone is not a reply. */
function isEmpty(content: readonly AssistantPart[]): boolean {
  return textOf(content).trim() === "" && !content.some((part) => part.type === "opaque");
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
