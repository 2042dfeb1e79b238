// Prompts. Arguments are named by the types of the definition, so that
// `messages` knows which ones are present.

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

/** Argument of a prompt. */
interface ArgumentOptions {
  /** Explanation of the value, for people. */
  readonly description?: string;
  /** Returns suggestions for the value. Default: none. */
  readonly complete?: Complete;
}

/** Arguments by name. */
type Arguments = Readonly<Record<string, ArgumentOptions>>;

/**
 * Services for a prompt while it is filled in.
 *
 * @example
 * ```ts
 * async function ask({ requests }: PromptContext): Promise<string> {
 *   const reply = await requests?.elicit({ message: "Continue?", schema: { type: "object", properties: {} } });
 *   return reply === null ? "Stop." : "Continue.";
 * }
 * ```
 */
export interface PromptContext {
  /** Aborted when the user no longer waits. */
  readonly signal: AbortSignal;
  /** Asks the user or the model. Absent: neither is available. */
  readonly requests?: ExtensionRequests | undefined;
}

/**
 * Definition of a prompt. The type parameters are the names of its arguments.
 *
 * @example
 * ```ts
 * const options: PromptOptions<"path", "style"> = {
 *   name: "review",
 *   arguments: { path: { complete: () => ["src/index.ts"] } },
 *   optionalArguments: { style: { description: "Short or long." } },
 *   messages: ({ path, style = "short" }) => `Review ${path} in a ${style} text.`,
 * };
 * ```
 */
export interface PromptOptions<Required extends string, Optional extends string> {
  /** Name, a slash command in chats: 1 to 64 letters, digits, `_` and `-`. */
  readonly name: string;
  /** Title for people. Default: the name. */
  readonly title?: string;
  /** Purpose, for people. */
  readonly description?: string;
  /**
   * Required arguments, in the order in which they are asked for. Default:
   * none.
   */
  readonly arguments?: Readonly<Record<Required, ArgumentOptions>>;
  /** Arguments that may be absent. Default: none. */
  readonly optionalArguments?: Readonly<Record<Optional, ArgumentOptions>>;
  /**
   * Returns the messages for the conversation. A text becomes one message of
   * the user.
   *
   * @param values - arguments by name. Required ones are always there; optional
   *   ones can be absent.
   * @param context - services while the prompt is filled in.
   */
  messages(
    values: Readonly<Record<Required, string> & Partial<Record<Optional, string>>>,
    context: PromptContext,
  ): string | readonly PromptMessage[] | Promise<string | readonly PromptMessage[]>;
}

/**
 * Prompt for `defineExtension`.
 *
 * @example
 * ```ts
 * async function textOfPrompt(prompt: DefinedPrompt): Promise<string> {
 *   const signal = AbortSignal.timeout(1000);
 *   const [message] = await prompt.messages({ path: "a.ts" }, { signal });
 *   return extractText(message?.content ?? []);
 * }
 * ```
 */
export interface DefinedPrompt {
  /** Definition as clients list it. */
  readonly definition: PromptDefinition;
  /**
   * Fills in the prompt. Throws `ConfigError` `usage` if an argument is missing
   * or unknown.
   */
  messages(
    values: Readonly<Record<string, string>>,
    context: PromptContext,
  ): Promise<readonly PromptMessage[]>;
  /** Returns suggestions for an argument. */
  complete(typed: CompletionRequest): Promise<readonly string[]>;
}

/**
 * Defines a prompt: a text that the user starts from, a slash command in chats.
 *
 * @param options - name, arguments and messages.
 * @throws ConfigError `usage` for an invalid name.
 *
 * @example
 * ```ts
 * const review = definePrompt({
 *   name: "review",
 *   description: "Review a file.",
 *   arguments: { path: { description: "The file to review." } },
 *   messages: ({ path }) => `Review ${path} for mistakes.`,
 * });
 * ```
 */
export function definePrompt<Required extends string = never, Optional extends string = never>(
  options: PromptOptions<Required, Optional>,
): DefinedPrompt {
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
      // Clients may send what they like.
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

/** Checks the arguments, and names all problems at once. */
function requireValues(
  {
    name: prompt,
    required,
    given,
  }: { readonly name: string; readonly required: Arguments; readonly given: Arguments },
  values: Readonly<Record<string, string>>,
): void {
  // Own properties only: `constructor` is not an argument.
  const missing = Object.keys(required).filter((name) => !Object.hasOwn(values, name));
  const unknown = Object.keys(values).filter((name) => !Object.hasOwn(given, name));
  const problems = [
    ...missing.map((name) => `"${name}" is missing`),
    ...unknown.map((name) => `there is no "${name}"`),
  ];
  if (problems.length > 0)
    throw new ConfigError("usage", `Arguments of the prompt "${prompt}": ${problems.join(", ")}.`);
}

/**
 * Combines prompts. Undefined if there are none.
 *
 * @throws ConfigError `usage` for two of the same name.
 */
export function extensionPrompts(prompts: readonly DefinedPrompt[]): ExtensionPrompts | undefined {
  if (prompts.length === 0) return undefined;
  const byName = new Map(prompts.map((prompt) => [prompt.definition.name, prompt]));
  if (byName.size < prompts.length) throw new ConfigError("usage", "Two prompts have the same name.");
  // The error lists the prompts, for clients with an old list.
  const named = (name: string): DefinedPrompt => {
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
