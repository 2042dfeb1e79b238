import { exitCodes, textOf, type Message } from "@skein/protocol";
import { conversation, costs, type Sessions } from "@skein/runtime";
import { cleanText } from "../terminal/clean-text.ts";
import { readEntries } from "./read-entries.ts";
import { sayDamage } from "./say-damage.ts";
import { printJson } from "./say.ts";
import { transcriptLines } from "./transcript-lines.ts";

export async function showSession(sessions: Sessions, session: string, asJson: boolean): Promise<number> {
  const { entries, damage } = await readEntries(sessions, session);
  const turns = conversation(entries);
  const spent = costs(entries);
  const listed = (await sessions.list()).find((line) => line.session === session);
  const summary = listed && "summary" in listed ? listed.summary : undefined;
  const { stdout } = process;
  if (asJson) {
    const { name, cwd, startedAt, lastAt, state, provider, model, parent, isRewound } = summary ?? {};
    const head = { id: session, name, cwd, startedAt, lastAt, state, provider, model, parent, isRewound };
    printJson({ ...head, turns, costs: spent, ...(damage && { damaged: damage.message }) });
  } else {
    for (const line of transcriptLines({ session, summary, turns, spent }, stdout)) stdout.write(`${line}\n`);
  }
  return sayDamage(damage);
}

/** What the model would be sent now: system text, tools, messages. */
export async function showContext(sessions: Sessions, session: string, asJson: boolean): Promise<number> {
  const context = await sessions.context(session);
  const { stdout } = process;
  if (asJson) {
    printJson({ id: session, ...context });
    return exitCodes.done;
  }
  const { system, tools = [], messages } = context;
  stdout.write(`SYSTEM\n${indent(system ?? "(no request was made yet)")}\n\n`);
  stdout.write(`TOOLS\n${indent(tools.map(({ name }) => name).join(", ") || "(none)")}\n`);
  for (const message of messages) stdout.write(`\n${headOf(message)}\n${indent(bodyOf(message))}\n`);
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
