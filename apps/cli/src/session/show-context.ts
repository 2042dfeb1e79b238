import { exitCodes, taggedContext, textOf, type Message } from "@skein/protocol";
import type { Sessions } from "@skein/runtime";
import { contextLines } from "../context/context-lines.ts";
import { sizesOfSession } from "../context/sizes-of-session.ts";
import { cleanText } from "../terminal/clean-text.ts";
import { print, printJson } from "./say.ts";

export interface ShowContextOptions {
  readonly asJson: boolean;
  /** Word for word, rather than its sizes. */
  readonly isFull: boolean;
}

/** What the model would be sent now: how much of what, or system text, tools and messages. */
export async function showContext(
  sessions: Sessions,
  session: string,
  { asJson, isFull }: ShowContextOptions,
): Promise<number> {
  const context = await sessions.context(session);
  const { stdout } = process;
  if (asJson) {
    printJson({ id: session, ...context, sizes: await sizesOfSession(sessions, session, context) });
  } else if (isFull) {
    const { system, tools = [], messages } = context;
    stdout.write(`SYSTEM\n${indent(system ?? "(no request was made yet)")}\n\n`);
    stdout.write(`TOOLS\n${indent(tools.map(({ name }) => name).join(", ") || "(none)")}\n`);
    for (const message of messages) stdout.write(`\n${headOf(message)}\n${indent(bodyOf(message))}\n`);
  } else {
    for (const line of contextLines(await sizesOfSession(sessions, session, context))) print(line);
  }
  return exitCodes.done;
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
      if (part.type === "text") return textOf([part]);
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
  return cleanText(text).replaceAll(/^/gm, "  ");
}
