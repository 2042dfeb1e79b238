import type {
  AssistantPart,
  JsonValue,
  Message,
  ToolContentPart,
} from "../../../../packages/protocol/src/index.ts";

/** One message of a history as bug reports tell it. */
interface Told {
  readonly role: "user" | "assistant" | "tool" | "system";
  readonly text?: string;
  readonly toolCalls?: readonly {
    readonly id: string;
    readonly name: string;
    readonly args?: JsonValue;
    readonly rawArgs?: string;
    readonly thoughtSignature?: string;
  }[];
  readonly toolCallId?: string;
  readonly image?: { readonly bytes: number };
  readonly thinking?: string;
  readonly reasoning?: string;
  readonly signature?: string;
  readonly reasoningItem?: string;
  readonly encrypted?: string | null;
}

export interface TortureHistory {
  readonly id: string;
  readonly history: readonly Told[];
}

/** Signatures are somebody else's: whoever wrote them is no longer known. */
const elsewhere = { provider: "elsewhere", model: "gone" };

/** The history as a session holds it. */
export function messagesOf({ history }: TortureHistory): readonly Message[] {
  const names = new Map(history.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id, name }) => [id, name])));
  return history.map((told): Message => {
    const text = told.text === undefined ? [] : [{ type: "text" as const, text: told.text }];
    switch (told.role) {
      case "user":
      case "system":
        return { role: "user", from: told.role === "user" ? "user" : "hook", content: text };
      case "assistant":
        return { role: "assistant", content: [...thoughts(told), ...text, ...calls(told)] };
      case "tool": {
        const callId = told.toolCallId ?? "";
        const content: ToolContentPart[] = told.image ? [image(told.image.bytes)] : text;
        return {
          role: "tool",
          content: [{ type: "tool-result", callId, name: names.get(callId) ?? "sh", content }],
        };
      }
    }
  });
}

function image(bytes: number): ToolContentPart {
  return { type: "image", mediaType: "image/png", data: Buffer.alloc(bytes, 1).toString("base64") };
}

function thoughts({ thinking, reasoning, signature, reasoningItem, encrypted }: Told): AssistantPart[] {
  const text = thinking ?? reasoning ?? (reasoningItem === undefined ? undefined : "");
  if (text === undefined) return [];
  const data = {
    signature: signature ?? null,
    id: reasoningItem ?? null,
    encrypted_content: encrypted ?? null,
  };
  return [{ type: "thinking", text, sidecar: { ...elsewhere, data } }];
}

function calls({ toolCalls = [] }: Told): AssistantPart[] {
  return toolCalls.map(({ id, name, args = {}, rawArgs, thoughtSignature }): AssistantPart => {
    const head = { type: "tool-call", id, name } as const;
    if (rawArgs !== undefined) return { ...head, raw: rawArgs, problem: "not-json" };
    const data = { signature: thoughtSignature ?? null };
    return { ...head, input: args, ...(thoughtSignature ? { sidecar: { ...elsewhere, data } } : {}) };
  });
}
