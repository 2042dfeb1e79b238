import {
  isJsonObject,
  type ExtensionPrompts,
  type FilledPrompt,
  type JsonValue,
  type PromptDefinition,
  type PromptMessage,
} from "@skein/protocol";
import { anyObject } from "../any-object.ts";
import { foreignText } from "../foreign-text.ts";
import { limits } from "../limits.ts";
import { listPages } from "../list-pages.ts";
import { resultParts } from "../result-parts.ts";
import { shownParts } from "../shown-parts.ts";
import type { AskServer } from "./ask-server.ts";
import { complete } from "./complete.ts";
import { freshList, freshMsOf } from "./fresh-list.ts";
import { listedPrompt } from "./listed-offers.ts";

/** The prompts of a server. */
export interface ServerPrompts extends ExtensionPrompts {
  /** Uses the list of an earlier start until the server is asked. */
  recall(prompts: readonly PromptDefinition[]): void;
  /** The list may have changed. */
  forget(): void;
  /** It has changed: listeners are told. */
  changed(): void;
}

const never = new AbortController().signal;
const list = { method: "prompts/list", field: "prompts", what: "prompts" } as const;

export function serverPrompts(ask: AskServer): ServerPrompts {
  const listeners = new Set<() => void>();
  const prompts = freshList((signal) =>
    ask(signal, async (client, { timeout }) => {
      const { prompts: capability } = client.getServerCapabilities() ?? {};
      if (!capability) return { values: [], freshMs: Infinity };
      const found = new Map<string, PromptDefinition>();
      let freshMs = Infinity;
      for await (const { values, result } of listPages(client, list, { timeoutMs: timeout, signal })) {
        freshMs = Math.min(freshMs, freshMsOf(result, capability.listChanged));
        for (const prompt of values.map(listedPrompt))
          if (prompt && !found.has(prompt.name) && found.size < limits.offers) found.set(prompt.name, prompt);
      }
      return { values: [...found.values()], freshMs };
    }),
  );
  return {
    list: (signal = never) => prompts.get(signal),
    get: (name, values, signal = never, _requests, folder) =>
      ask(signal, async (client, options) => {
        const params = { name, arguments: { ...values } };
        const result = await client.request({ method: "prompts/get", params }, anyObject, options);
        return filledPrompt(result, folder);
      }),
    complete: (name, typed, signal = never) =>
      ask(signal, (client, options) => complete(client, { type: "ref/prompt", name }, typed, options)),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    recall: (kept) => prompts.seed(kept),
    forget: () => prompts.forget(),
    changed() {
      prompts.forget();
      for (const listener of listeners) listener();
    },
  };
}

async function filledPrompt(
  result: Readonly<Record<string, JsonValue>>,
  folder: string | undefined,
): Promise<FilledPrompt> {
  const { description, messages } = result;
  const said = Array.isArray(messages) ? messages.slice(0, limits.promptMessages) : [];
  const filled: PromptMessage[] = [];
  let parts = 0;
  for (const message of said) {
    filled.push(await promptMessage(message, folder, parts));
    parts += filled.at(-1)?.content.length ?? 0;
  }
  return {
    ...(typeof description === "string"
      ? { description: foreignText(description, limits.descriptionBytes) }
      : {}),
    messages: filled.filter((message) => message.content.length > 0),
  };
}

async function promptMessage(
  value: JsonValue,
  folder: string | undefined,
  before: number,
): Promise<PromptMessage> {
  if (!isJsonObject(value)) return { role: "user", content: [] };
  const blocks = [value["content"] ?? []].flat();
  const { content } = await shownParts(resultParts({ content: blocks }), folder, before);
  return {
    role: value["role"] === "assistant" ? "assistant" : "user",
    content,
  };
}
