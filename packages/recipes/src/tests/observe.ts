import {
  createTranscript,
  isBroken,
  effectiveEntries,
  extractText,
  type ContextBlob,
  type Entry,
  type JsonValue,
  type Message,
  type RunResult,
} from "@skein/protocol";
import type { Observed, ObservedCall } from "./observed.ts";

export interface TestedRun {
  readonly result: RunResult;
  /** The session's journal. */
  readonly entries: readonly Entry[];
  /** The blob of its first `context` entry. */
  readonly context: ContextBlob | undefined;
  /** Of the workspace afterwards: see `readWorkspace`. */
  readonly files: Readonly<Record<string, string>>;
}

/** What came of a run, out of its journal. */
export function observe({ result, entries, context, files }: TestedRun): Observed {
  return {
    outcome: result.outcome,
    ...(result.error === undefined ? {} : { error: result.error.message }),
    text: result.text,
    ...(result.output === undefined ? {} : { output: result.output }),
    turns: result.turns,
    usage: result.usage,
    ...(result.costUsd === undefined ? {} : { costUsd: result.costUsd }),
    calls: callsIn(effectiveEntries(entries)),
    files,
    prompt: promptOf(entries, context),
  };
}

type Draft = { -readonly [Field in keyof ObservedCall]: ObservedCall[Field] };

function callsIn(entries: readonly Entry[]): readonly ObservedCall[] {
  const calls: Draft[] = [];
  /** The last of each id: vendors give ids again. */
  const byId = new Map<string, Draft>();
  for (const entry of entries) {
    if (entry.kind === "assistant-message" && entry.partial === undefined) {
      for (const part of entry.content) {
        if (part.type !== "tool-call") continue;
        const input: JsonValue = isBroken(part) ? part.raw : part.input;
        const call: Draft = { tool: part.name, input, result: "", failed: false };
        calls.push(call);
        byId.set(part.id, call);
      }
    } else if (entry.kind === "decision") {
      const call = byId.get(entry.callId);
      // Who is asked and says yes is journaled as a second decision: the first is what the rules said.
      if (call) call.verdict ??= entry.verdict;
    } else if (entry.kind === "tool-result") {
      const call = byId.get(entry.callId);
      if (call)
        Object.assign(call, { result: extractText(entry.content), failed: entry.failure !== undefined });
    }
  }
  return calls;
}

/** What the model read before its first reply. */
function promptOf(entries: readonly Entry[], context: ContextBlob | undefined): string {
  const first = entries.findIndex((entry) => entry.kind === "model-request" && entry.purpose === "turn");
  const before = first === -1 ? entries : entries.slice(0, first + 1);
  const messages = createTranscript(before).messages();
  return [context?.system ?? "", ...messages.map(textOfMessage)].filter((text) => text !== "").join("\n\n");
}

function textOfMessage(message: Message): string {
  if (message.role !== "tool") return extractText(message.content);
  return message.content.map((result) => extractText(result.content)).join("\n");
}
