import {
  isJsonObject,
  mapStrings,
  effectiveEntries,
  extractText,
  type ContextBlob,
  type Entry,
  type EntryOf,
  type JsonObject,
  type JsonSchema,
} from "@skein/protocol";
import { yamlOf, type YamlSection } from "../new/yaml-sections.ts";
import { candidatesIn, type Candidate } from "./candidates.ts";
import { literal, withoutHidden } from "./literal.ts";

export interface FromSessionOptions {
  /** The blob of the session's last `context` entry. */
  readonly context?: ContextBlob;
  /** Default: the session's name, else the beginning of its first message. */
  readonly title?: string;
  /**
   * An extension as recipes configure it, by its name in the session; `undefined` when it is unknown how to start it.
   */
  readonly extensionOf: (name: string) => JsonObject | undefined;
}

export interface RecipeFromSession {
  /** YAML with comments. */
  readonly text: string;
  /** What could not be taken over, a sentence each. */
  readonly notices: readonly string[];
}

const mostActivities = 5;
const firstLineLength = 80;

/**
 * Makes a recipe of what a session was asked to do. No model is asked: the first message becomes the prompt, those
 * after it numbered steps. What was rewound is left out. Rendered, the recipe has the very words of the session,
 * braces too.
 *
 * @returns `undefined` when the session has no request.
 */
export async function recipeFromSession(
  entries: readonly Entry[],
  options: FromSessionOptions,
): Promise<RecipeFromSession | undefined> {
  const kept = effectiveEntries(entries);
  const messages = kept
    .filter((entry) => entry.kind === "user-message")
    .filter(({ from }) => authors.has(from));
  const said = messages
    .map(({ content }) => withoutHidden(extractText(content)).trim())
    .filter((text) => text !== "");
  const [prompt, ...steps] = said;
  if (prompt === undefined) return undefined;
  const notices: string[] = [];
  if (messages.some(({ content }) => content.some(({ type }) => type !== "text")))
    notices.push("Images and files of messages are left out: a recipe has only text.");
  const title = options.title ?? nameIn(kept) ?? firstLine(prompt);
  const schema = options.context && resultSchema(options.context);
  const candidates = candidatesIn(said);
  if (candidates.some(({ kind }) => kind === "secret"))
    notices.push(
      "The messages contain a redacted secret. Its placeholder cannot be restored in other sessions: use env_keys of an extension.",
    );
  const text = await yamlOf([
    { comment: ["Made from a session."], key: "version", value: "1.0.0" },
    { key: "title", value: literal(withoutHidden(title)) },
    { key: "description", value: literal(`The task of a session: ${firstLine(prompt)}`) },
    ...(steps.length === 0 ? [] : [{ key: "instructions", value: literal(numbered(steps)) }]),
    ...(candidates.length === 0 ? [] : [{ comment: candidateLines(candidates) }]),
    { key: "prompt", value: literal(prompt) },
    ...extensionSections(kept, options, notices),
    ...settingsSections(kept),
    ...(steps.length === 0 ? [] : [activities(steps)]),
    ...(schema === undefined
      ? []
      : [{ key: "response", value: { json_schema: mapStrings(schema, literal) as JsonObject } }]),
  ]);
  return { text, notices };
}

const authors: ReadonlySet<string> = new Set(["user", "steer", "recipe"]);

function numbered(steps: readonly string[]): string {
  const lines = steps.map((step, at) => `${at + 1}. ${step.replaceAll("\n", "\n   ")}`);
  return `When you have done what the first message asks, continue with these steps, one after another:\n\n${lines.join("\n")}`;
}

function activities(steps: readonly string[]): YamlSection {
  const lines = [...new Set(steps.map(firstLine))].slice(0, mostActivities);
  return { comment: ["Short first messages to choose from."], key: "activities", value: lines.map(literal) };
}

function candidateLines(candidates: readonly Candidate[]): readonly string[] {
  return [
    "These values could become parameters: describe them under `parameters`, and replace each",
    "value with its key in double braces.",
    ...candidates.map(({ value, kind }) => `  ${value} (${kind})`),
  ];
}

function nameIn(entries: readonly Entry[]): string | undefined {
  const names = entries.filter((entry) => entry.kind === "name");
  const start = entries.find((entry) => entry.kind === "session-start");
  const last = names.findLast(({ by }) => by === "user")?.name ?? start?.name ?? names.at(-1)?.name;
  return last?.trim() === "" ? undefined : last;
}

function firstLine(text: string): string {
  const line = text.split("\n").find((each) => each.trim() !== "") ?? text;
  const characters = Array.from(line.trim());
  return characters.length <= firstLineLength
    ? line.trim()
    : `${characters.slice(0, firstLineLength).join("")}…`;
}

/** Those whose tools were called; without a call, those that were on. */
function extensionSections(
  entries: readonly Entry[],
  { extensionOf }: FromSessionOptions,
  notices: string[],
): readonly YamlSection[] {
  const called = entries.flatMap((entry) => (entry.kind === "tool-intent" ? [entry.extension] : []));
  const on = entries.findLast((entry) => entry.kind === "settings")?.extensions ?? [];
  const used = [...new Set(called.length > 0 ? called : on)];
  const known = used.flatMap((name) => {
    const definition = extensionOf(name);
    return definition ? [mapStrings(definition, literal)] : [];
  });
  const unknown = used.filter(
    (name) => extensionOf(name) === undefined && (called.length === 0 || on.includes(name)),
  );
  notices.push(
    ...unknown.map((name) => `It is unknown how to start the extension ${name}: add it under extensions.`),
  );
  if (known.length === 0) return [];
  return [{ comment: ["The extensions that the session used."], key: "extensions", value: known }];
}

function settingsSections(entries: readonly Entry[]): readonly YamlSection[] {
  const settings: EntryOf<"settings"> | undefined = entries.findLast((entry) => entry.kind === "settings");
  if (!settings) return [];
  const { provider, model, options, limits, mode } = settings;
  const value = {
    goose_provider: literal(provider),
    goose_model: literal(model),
    ...(options.temperature === undefined ? {} : { temperature: options.temperature }),
    ...(limits.maxTurns === 1000 ? {} : { max_turns: limits.maxTurns }),
  };
  return [
    {
      comment: ["The model of the session. Without this field, the user's model."],
      key: "settings",
      value,
    },
    {
      comment: ["Its permission mode."],
      key: "permissions",
      value: { mode: literal(mode) },
      isExample: true,
    },
  ];
}

/** What `final_output` took; its tool wraps what is no object. */
function resultSchema({ tools }: ContextBlob): JsonSchema | undefined {
  const schema = tools.find(({ name }) => name === "final_output")?.inputSchema;
  const properties = schema?.["properties"];
  const inner = isJsonObject(properties) ? properties["result"] : undefined;
  const isWrapped =
    isJsonObject(inner) &&
    Object.keys(properties as object).length === 1 &&
    schema?.["additionalProperties"] === false;
  return isWrapped ? inner : schema;
}
