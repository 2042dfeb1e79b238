import { textOf, type Entry, type Message } from "@skein/protocol";
import { conversation, costs, type Runtime } from "@skein/runtime";
import { cleanText } from "../terminal/clean-text.ts";
import { transcriptLines } from "./transcript-lines.ts";

export async function showSession(runtime: Runtime, session: string, asJson: boolean): Promise<number> {
  const entries: Entry[] = [];
  for await (const entry of runtime.entries(session)) entries.push(entry);
  const turns = conversation(entries);
  const spent = costs(entries);
  const listed = (await runtime.sessions()).find((line) => line.session === session);
  const summary = listed && "summary" in listed ? listed.summary : undefined;
  const { stdout } = process;
  if (asJson) {
    const { name, cwd, startedAt, lastAt, state, provider, model } = summary ?? {};
    const head = { id: session, name, cwd, startedAt, lastAt, state, provider, model };
    stdout.write(`${JSON.stringify({ ...head, turns, costs: spent }, undefined, 2)}\n`);
    return 0;
  }
  for (const line of transcriptLines({ session, summary, turns, spent }, stdout)) stdout.write(`${line}\n`);
  return 0;
}

/** What the model would be sent now: system text, tools, messages. */
export async function showContext(runtime: Runtime, session: string, asJson: boolean): Promise<number> {
  const context = await runtime.context(session);
  const { stdout } = process;
  if (asJson) {
    stdout.write(`${JSON.stringify({ id: session, ...context }, undefined, 2)}\n`);
    return 0;
  }
  const { system, tools = [], messages } = context;
  stdout.write(`SYSTEM\n${indent(system ?? "(no request was made yet)")}\n\n`);
  stdout.write(`TOOLS\n${indent(tools.map(({ name }) => name).join(", ") || "(none)")}\n`);
  for (const message of messages) stdout.write(`\n${headOf(message)}\n${indent(bodyOf(message))}\n`);
  return 0;
}

function headOf(message: Message): string {
  if (message.role === "user" && message.from !== "user") return `USER (${message.from})`;
  if (message.role === "assistant" && message.partial) return "ASSISTANT (cut off)";
  return message.role.toUpperCase();
}

function bodyOf(message: Message): string {
  if (message.role === "tool") {
    return message.content
      .map(({ name, callId, failure, content }) => {
        const mark = failure === undefined ? "" : ` [${failure}]`;
        return `${name} ${callId}${mark}:\n${indent(partsOf(content))}`;
      })
      .join("\n");
  }
  return partsOf(message.content);
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
