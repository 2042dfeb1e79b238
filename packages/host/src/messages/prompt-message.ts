import { ConfigError, messageOf, extractText, type Extension, type PromptMessage } from "@skein/protocol";
import type { FillPrompt } from "@skein/runtime";
import { argumentValues } from "./argument-values.ts";
import type { MessageContent } from "./message-content.ts";
import { promptMark } from "./message-marks.ts";
import { promptCommandName, sessionPrompts } from "./session-prompts.ts";

/** `/server:prompt name=value`. */
const promptLine = /^\s*\/([A-Za-z0-9_-]+):(\S+)(?:\s+([^]*))?$/;

export interface PromptMessageOptions {
  readonly extensions: readonly Extension[];
  readonly fillPrompt: FillPrompt;
  readonly signal: AbortSignal;
}

/**
 * The words of a prompt for a line that picks one: `/server:prompt name=value`. Any other text is `undefined`, and so is one
 * that names no extension of the session.
 *
 * Rejects with `ConfigError` when there is no such prompt, or an argument is missing or unknown.
 */
export async function promptMessage(
  text: string,
  { extensions, fillPrompt, signal }: PromptMessageOptions,
): Promise<MessageContent | undefined> {
  const [, server = "", word = "", given = ""] = promptLine.exec(text) ?? [];
  const extension = extensions.find(({ name }) => name.toLowerCase() === server.toLowerCase());
  if (!extension) return undefined;
  const { name: owner, prompts } = extension;
  const offered = await sessionPrompts([extension]);
  const command = `${owner}:${word}`;
  const { prompt } =
    offered.find((one) => one.prompt.name === word) ??
    offered.find((one) => promptCommandName(one) === command.toLowerCase()) ??
    {};
  if (!prompt || !prompts) {
    const names = offered.map(promptCommandName);
    throw new ConfigError("usage", `The extension "${owner}" has no prompt "${word}".`, {
      hint: names.length === 0 ? "It has none." : `It has: /${names.join(", /")}`,
    });
  }
  const named = prompt.arguments ?? [];
  const values = argumentValues(
    given,
    named.map(({ name, isRequired = false }) => ({ key: name, isRequired })),
    "The prompt has no arguments.",
  );
  const missing = named.filter(({ name, isRequired }) => isRequired && values[name] === undefined);
  if (missing.length > 0) {
    throw new ConfigError("usage", `The prompt "${prompt.name}" needs ${listed(missing)}.`, {
      hint: `Write /${command} ${missing.map(({ name }) => `${name}=…`).join(" ")}`,
    });
  }
  const filled = await fillPrompt(prompts, prompt.name, values, signal).catch((error: unknown) => {
    throw new ConfigError(
      "usage",
      `The prompt "${prompt.name}" of the extension "${owner}" cannot be used: ${messageOf(error)}`,
      { cause: error },
    );
  });
  const words = [filled.messages.map(wordsOf).join("\n\n"), "", `${promptMark}${text.trim()})`].join("\n");
  const others = filled.messages.flatMap(({ content }) => content).filter(({ type }) => type !== "text");
  return others.length === 0 ? words : [{ type: "text", text: words }, ...others];
}

/** A prompt may hold an example of an answer; the conversation has only what was really said. */
function wordsOf({ role, content }: PromptMessage): string {
  const text = extractText(content);
  return role === "user" ? text : `An assistant's reply, as an example:\n${text}`;
}

function listed(named: readonly { readonly name: string }[]): string {
  return named.map(({ name }) => name).join(" and ");
}
