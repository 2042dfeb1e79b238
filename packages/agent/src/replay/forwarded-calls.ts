import type { Entry, JsonValue, Tool } from "@skein/protocol";

/** Calls that ran under another name than the one that the model called: see `Tool.forwards`. */
export interface ForwardedCalls {
  /** Names under which they ran. */
  readonly targets: ReadonlySet<string>;
  /** `forwards` of a tool that the model called; `undefined` when no call of it was passed on. */
  of(name: string): Tool["forwards"];
}

export function forwardedCalls(entries: readonly Entry[]): ForwardedCalls {
  const called = new Map<string, { readonly name: string; readonly input: JsonValue | undefined }>();
  const found: {
    readonly name: string;
    readonly said: string;
    readonly tool: string;
    readonly input: JsonValue;
  }[] = [];
  const note = (callId: string, tool: string, input: JsonValue): void => {
    const call = called.get(callId);
    if (call && call.name !== tool)
      found.push({ name: call.name, said: JSON.stringify(call.input), tool, input });
  };
  for (const entry of entries) {
    if (entry.kind === "assistant-message") {
      for (const part of entry.content) {
        if (part.type !== "tool-call") continue;
        called.set(part.id, { name: part.name, input: "input" in part ? part.input : undefined });
      }
    } else if (entry.kind === "tool-intent") note(entry.callId, entry.tool, entry.input);
    else if (entry.kind === "question" && entry.question.kind === "approval") {
      const { callId, tool, input } = entry.question;
      note(callId, tool, input);
    }
  }
  return {
    targets: new Set(found.map(({ tool }) => tool)),
    of(name) {
      if (!found.some((one) => one.name === name)) return undefined;
      return (given) => {
        const said = JSON.stringify(given);
        const one = found.find((candidate) => candidate.name === name && candidate.said === said);
        return one && { tool: one.tool, input: one.input };
      };
    },
  };
}
