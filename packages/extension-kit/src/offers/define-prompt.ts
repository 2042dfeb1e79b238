import {
  ConfigError,
  type CompletionRequest,
  type ExtensionPrompts,
  type ExtensionRequests,
  type PromptDefinition,
  type PromptMessage,
} from "@skein/protocol";
import { matching, type Complete } from "./completions.ts";
import { requireName } from "../names.ts";

interface ArgumentOptions {
  readonly description?: string;
  /** Values that it may have. */
  readonly complete?: Complete;
}

type Arguments = Readonly<Record<string, ArgumentOptions>>;

export interface PromptContext {
  readonly signal: AbortSignal;
  /** Absent where no one can be asked. */
  readonly requests?: ExtensionRequests | undefined;
}

export interface PromptOptions<Required extends string, Optional extends string> {
  /** 1 to 64 letters, digits, `_` and `-`. */
  readonly name: string;
  /** For people; default: the name. */
  readonly title?: string;
  readonly description?: string;
  /** Those that must be given, by name, in the order in which they are asked for. */
  readonly arguments?: Readonly<Record<Required, ArgumentOptions>>;
  readonly optionalArguments?: Readonly<Record<Optional, ArgumentOptions>>;
  /** A text becomes one message of the user. */
  messages(
    values: Readonly<Record<Required, string> & Partial<Record<Optional, string>>>,
    context: PromptContext,
  ): string | readonly PromptMessage[] | Promise<string | readonly PromptMessage[]>;
}

/** A prompt for `defineExtension`. */
export interface Prompt {
  readonly definition: PromptDefinition;
  messages(
    values: Readonly<Record<string, string>>,
    context: PromptContext,
  ): Promise<readonly PromptMessage[]>;
  complete(typed: CompletionRequest): Promise<readonly string[]>;
}

/**
 * Defines a prompt: words that the user starts from, a slash command in chats.
 *
 * @throws ConfigError `usage` for an invalid name.
 */
export function definePrompt<Required extends string = never, Optional extends string = never>(
  options: PromptOptions<Required, Optional>,
): Prompt {
  const { name, title, description } = options;
  const required: Arguments = options.arguments ?? {};
  const given: Arguments = { ...required, ...options.optionalArguments };
  requireName("prompt", name);
  return {
    definition: {
      name,
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      arguments: Object.entries(given).map(([argument, { description: about }]) => ({
        name: argument,
        ...(about === undefined ? {} : { description: about }),
        ...(Object.hasOwn(required, argument) ? { isRequired: true } : {}),
      })),
    },
    async messages(values, context) {
      requireValues({ name, required, given }, values);
      const filled = await options.messages(values as Parameters<typeof options.messages>[0], context);
      return typeof filled === "string"
        ? [{ role: "user", content: [{ type: "text", text: filled }] }]
        : filled;
    },
    complete: (typed) =>
      matching(Object.hasOwn(given, typed.name) ? given[typed.name]?.complete : undefined, typed),
  };
}

function requireValues(
  {
    name: prompt,
    required,
    given,
  }: { readonly name: string; readonly required: Arguments; readonly given: Arguments },
  values: Readonly<Record<string, string>>,
): void {
  const missing = Object.keys(required).filter((name) => !Object.hasOwn(values, name));
  const unknown = Object.keys(values).filter((name) => !Object.hasOwn(given, name));
  const problems = [
    ...missing.map((name) => `"${name}" is missing`),
    ...unknown.map((name) => `there is no "${name}"`),
  ];
  if (problems.length > 0)
    throw new ConfigError("usage", `Arguments of the prompt "${prompt}": ${problems.join(", ")}.`);
}

/** @returns `undefined` without prompts. @throws ConfigError `usage` for two of the same name. */
export function extensionPrompts(prompts: readonly Prompt[]): ExtensionPrompts | undefined {
  if (prompts.length === 0) return undefined;
  const byName = new Map(prompts.map((prompt) => [prompt.definition.name, prompt]));
  if (byName.size < prompts.length) throw new ConfigError("usage", "Two prompts have the same name.");
  const named = (name: string): Prompt => {
    const prompt = byName.get(name);
    if (!prompt)
      throw new ConfigError(
        "usage",
        `There is no prompt "${name}". There are: ${[...byName.keys()].join(", ")}.`,
      );
    return prompt;
  };
  return {
    list: () => Promise.resolve(prompts.map(({ definition }) => definition)),
    async get(name, values, signal = new AbortController().signal, requests) {
      const prompt = named(name);
      const messages = await prompt.messages(values, { signal, requests });
      const { description } = prompt.definition;
      return { ...(description === undefined ? {} : { description }), messages };
    },
    complete: async (name, typed) => named(name).complete(typed),
  };
}
