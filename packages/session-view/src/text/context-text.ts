import { taggedContext, extractText, type Message, type ToolDefinition } from "@skein/protocol";

export interface ShownContext {
  readonly system?: string | undefined;
  readonly tools?: readonly Pick<ToolDefinition, "name">[] | undefined;
  readonly messages: readonly Message[];
}

/** Word for word what a model is sent. */
export function contextText({ system, tools = [], messages }: ShownContext): string {
  const blocks = [
    `SYSTEM\n${indent(system ?? "(no request was made yet)")}`,
    `TOOLS\n${indent(tools.map(({ name }) => name).join(", ") || "(none)")}`,
    ...messages.map((message) => `${headOf(message)}\n${indent(bodyOf(message))}`),
  ];
  return blocks.join("\n\n");
}

function headOf(message: Message): string {
  if (message.role === "user" && message.from !== "user") return `USER (${message.from})`;
  if (message.role === "assistant" && message.partial) return "ASSISTANT (cut off)";
  return message.role.toUpperCase();
}

function bodyOf(message: Message): string {
  if (message.role === "tool") {
    return message.content
      .map(({ name, callId, failure, content, dynamicContext }) => {
        const mark = failure === undefined ? "" : ` [${failure}]`;
        return `${name} ${callId}${mark}:\n${indent(withContext(partsOf(content), dynamicContext))}`;
      })
      .join("\n");
  }
  const parts = partsOf(message.content);
  return message.role === "user" ? withContext(parts, message.dynamicContext) : parts;
}

/** What the harness says beside a message or a result is behind it, under its tag, as most wires send it. */
function withContext(text: string, said: readonly string[] = []): string {
  return [text, ...said.map(taggedContext)].join("\n");
}

function partsOf(parts: readonly { readonly type: string }[]): string {
  return parts
    .map((part) => {
      if (part.type === "text") return extractText([part]);
      if (part.type === "thinking") return `(thinking) ${(part as { text?: string }).text ?? ""}`;
      if (part.type === "tool-call") {
        const call = part as { name?: string; id?: string; input?: unknown; raw?: string };
        return `call ${call.name} ${call.id} ${call.raw ?? JSON.stringify(call.input)}`;
      }
      return `(${part.type})`;
    })
    .join("\n");
}

function indent(text: string): string {
  return text
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");
}
