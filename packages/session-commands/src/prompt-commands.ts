import { attributeAnswer, type AskUser, type JsonObject, type PromptArgument } from "@skein/protocol";
import { promptCommandName, type SessionPrompt, argumentValues } from "@skein/host/agents";
import type { CommandScope, CommandSession, SessionCommand } from "./command.ts";

/** The prompts of a session's extensions, each as a command `server:prompt`. What it sends is the line itself. */
export async function promptsAsCommands(
  session: Partial<Pick<CommandSession, "prompts" | "completePrompt">>,
): Promise<readonly SessionCommand[]> {
  const found = new Map<string, SessionCommand>();
  for (const one of (await session.prompts?.()) ?? []) {
    const command = promptCommand(one, session);
    if (!found.has(command.name)) found.set(command.name, command);
  }
  return [...found.values()];
}

function promptCommand(
  one: SessionPrompt,
  session: Partial<Pick<CommandSession, "completePrompt">>,
): SessionCommand {
  const { extension, prompt } = one;
  const { arguments: named = [], title, description } = prompt;
  const name = promptCommandName(one);
  const hint = named.map((argument) => `${argument.name}=…`).join(" ");
  const isOptional = !named.some(({ isRequired }) => isRequired);
  return {
    name,
    group: "prompts",
    description: firstLine(description ?? title ?? `A prompt of ${extension}`),
    ...(named.length === 0
      ? {}
      : {
          argument: {
            hint,
            ...(isOptional ? { isOptional: true as const } : {}),
            complete: (typed) => completed(typed, one, session),
          },
        }),
    async run(argument, { ask }) {
      const values = await withMissing(argument, one, ask);
      if (values === undefined) return { kind: "declined" };
      return { kind: "send", when: "now", text: `/${name} ${values}`.trim() };
    },
  };
}

/** The whole argument, with its last word completed: a name, or the value of one. */
async function completed(
  typed: string,
  { extension, prompt }: SessionPrompt,
  session: Partial<Pick<CommandSession, "completePrompt">>,
): Promise<readonly string[]> {
  const [, before = "", word = ""] = /^([^]*?)(\S*)$/.exec(typed) ?? [];
  const named = prompt.arguments ?? [];
  const [key = "", value] = word.includes("=") ? splitAt(word, word.indexOf("=")) : [word, undefined];
  if (value === undefined) {
    const open = named.filter((one) => one.name.startsWith(key) && !before.includes(`${one.name}=`));
    return open.map((one) => `${before}${one.name}=`);
  }
  const given = givenIn(before, prompt.arguments);
  const wanted = { extension, prompt: prompt.name, typed: { name: key, value, given } };
  const values = (await session.completePrompt?.(wanted)) ?? [];
  return values.map((one) => `${before}${key}=${quoted(one)}`);
}

/** What was typed so far may be half a word. */
function givenIn(before: string, named: readonly PromptArgument[] = []): Readonly<Record<string, string>> {
  try {
    return argumentValues(before, named.map(asNamed), "");
  } catch {
    return {};
  }
}

/**
 * The argument with what is missing, which is asked for where somebody can be asked. `undefined`: it was declined.
 * Throws `ConfigError`.
 */
async function withMissing(
  argument: string,
  { extension, prompt }: SessionPrompt,
  ask: CommandScope["ask"],
): Promise<string | undefined> {
  const named = prompt.arguments ?? [];
  const values = argumentValues(argument, named.map(asNamed), "The prompt has no arguments.");
  const missing = named.filter(({ name, isRequired }) => isRequired && values[name] === undefined);
  const asked =
    missing.length === 0 || !ask ? {} : await askFor(missing, `/${extension}:${prompt.name}`, ask);
  if (asked === undefined) return undefined;
  return Object.entries({ ...values, ...asked })
    .map(([key, value]) => `${key}=${quoted(value)}`)
    .join(" ");
}

async function askFor(
  missing: readonly PromptArgument[],
  command: string,
  ask: AskUser,
): Promise<Readonly<Record<string, string>> | undefined> {
  const lines = missing.map(({ name, description }) => `  ${name}${description ? `: ${description}` : ""}`);
  const properties = missing.map(({ name, description = name }) => [name, { type: "string", description }]);
  const schema = {
    type: "object",
    properties: Object.fromEntries(properties) as JsonObject,
    required: missing.map(({ name }) => name),
  };
  const message = [`${command} needs:`, ...lines].join("\n");
  const question = {
    id: crypto.randomUUID(),
    kind: "elicitation",
    extension: "prompt",
    message,
    schema,
  } as const;
  const { answer } = attributeAnswer(await ask(question, new AbortController().signal), "ask");
  if (!("reply" in answer) || answer.reply === null) return undefined;
  const { reply } = answer;
  return Object.fromEntries(
    missing.flatMap(({ name }) => (typeof reply[name] === "string" ? [[name, reply[name]] as const] : [])),
  );
}

function asNamed({ name, isRequired = false }: PromptArgument) {
  return { key: name, isRequired };
}

function quoted(value: string): string {
  return /^[^\s'"\\]+$/.test(value) ? value : `"${value.replaceAll(/["\\$`]/g, String.raw`\$&`)}"`;
}

function splitAt(word: string, at: number): readonly [string, string] {
  return [word.slice(0, at), word.slice(at + 1)];
}

function firstLine(text: string): string {
  return text.split("\n")[0] ?? "";
}
