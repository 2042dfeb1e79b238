import { escapeName, isJsonObject, type JsonObject, type ToolFailure } from "@skein/protocol";
import type { SubagentInput } from "./input.ts";
import type { ChildParts, ChildSpec, NamedAgent, Subrecipe, SubagentsOptions } from "./options.ts";
import { childSystem, problems, sorted } from "./prompts.ts";

export interface ChildPlace {
  readonly session: string;
  readonly callId: string;
  readonly signal: AbortSignal;
}

/** Turns a call's input into the child that it requests. The same input gives the same child, also after a crash. */
export async function planChild(
  input: SubagentInput,
  options: SubagentsOptions,
  { session, callId, signal }: ChildPlace,
): Promise<ChildSpec | ToolFailure> {
  const agent = options.agents?.find(({ name }) => name === input.agent);
  const recipe = options.subrecipes?.find(({ name }) => name === input.subrecipe);
  const planned = recipe && (await planRecipe(recipe, input.parameters ?? {}, signal));
  if (planned && "kind" in planned) return planned;
  const { task: recipeTask = "", ...recipeParts }: ChildParts & { readonly task?: string } = planned ?? {};
  const base = combined(partsOf(agent), recipeParts);
  const extensions = chosenExtensions(input.extensions, base.extensions, options.extensions);
  if (extensions && "kind" in extensions) return extensions;

  const { limits = {} } = options;
  const { settings = {} } = input;
  const maxTimeMs = Math.min(limits.maxTimeMs ?? Infinity, base.maxTimeMs ?? Infinity);
  const type = input.agent ?? input.subrecipe;
  const system = [childSystem, agent?.system, recipeParts.system].filter((part) => part !== undefined);
  return {
    ...base,
    ...(maxTimeMs === Infinity ? {} : { maxTimeMs }),
    ...(settings.provider === undefined ? {} : { provider: settings.provider }),
    ...(settings.model === undefined ? {} : { model: settings.model }),
    ...(settings.temperature === undefined ? {} : { temperature: settings.temperature }),
    ...(extensions ? { extensions } : {}),
    ...(input.worktree === undefined ? {} : { worktree: input.worktree }),
    ...(input.output_schema ? { outputSchema: input.output_schema } : {}),
    maxTurns: settings.max_turns ?? base.maxTurns ?? limits.maxTurns ?? defaultMaxTurns,
    system: system.join("\n\n"),
    session,
    callId,
    name: nameOf(input),
    ...(type === undefined ? {} : { type }),
    depth: (limits.depth ?? 0) + 1,
    task: [recipeTask, input.instructions ?? ""].filter((part) => part !== "").join("\n\n"),
  };
}

export const defaultMaxTurns = 25;

function partsOf(agent: NamedAgent | undefined): ChildParts {
  if (!agent) return {};
  const { name: _, description: __, path: ___, ...parts } = agent;
  return parts;
}

/** A recipe's options take precedence over an agent's, except that both narrow. */
function combined(agent: ChildParts, recipe: ChildParts): ChildParts {
  const extensions = both(agent.extensions, recipe.extensions);
  const tools = both(agent.tools, recipe.tools);
  const rules = [...(agent.rules ?? []), ...(recipe.rules ?? [])];
  return {
    ...agent,
    ...recipe,
    ...(extensions ? { extensions } : {}),
    ...(tools ? { tools } : {}),
    ...(rules.length > 0 ? { rules } : {}),
  };
}

function both(
  one: readonly string[] | undefined,
  other: readonly string[] | undefined,
): readonly string[] | undefined {
  return one && other ? one.filter((name) => other.includes(name)) : (one ?? other);
}

/** What the call requests must exist; what an agent or a recipe names and does not exist is skipped. */
function chosenExtensions(
  asked: readonly string[] | undefined,
  base: readonly string[] | undefined,
  known: readonly string[] | undefined,
): readonly string[] | undefined | ToolFailure {
  const missing = known ? (asked ?? []).filter((name) => !known.includes(name)) : [];
  if (missing.length > 0) {
    const message = problems.unknownExtensions(missing, known?.toSorted() ?? []);
    return { kind: "failed", message, hint: problems.leaveOut };
  }
  const chosen = both(asked, base);
  return chosen && known ? both(chosen, known) : chosen;
}

async function planRecipe(
  recipe: Subrecipe,
  given: JsonObject,
  signal: AbortSignal,
): Promise<(ChildParts & { readonly task: string }) | ToolFailure> {
  const { name, parameters, fixed, unusable } = recipe;
  // Values would not help, so none are asked for.
  if (unusable !== undefined) return { kind: "failed", message: unusable };
  const set = Object.keys(given).filter((key) => Object.hasOwn(fixed, key));
  if (set.length > 0) return { kind: "failed", message: problems.fixed(name, set) };
  const open = sorted(parameters, ({ key }) => key).filter(({ key }) => !Object.hasOwn(fixed, key));
  const keys = open.map(({ key }) => key);
  const issues = [
    ...open
      .filter(({ key, required }) => required && !Object.hasOwn(given, key))
      .map(({ key }) => problems.missingParameter(key)),
    ...Object.keys(given)
      .filter((key) => !keys.includes(key))
      .map((key) => problems.unknownParameter(key, keys)),
  ];
  if (issues.length > 0) return { kind: "invalid-input", issues };
  const planned = await recipe.plan({ ...given, ...fixed }, signal);
  return planned.issues ? { kind: "invalid-input", issues: planned.issues } : planned;
}

const nameLength = 60;

function nameOf({ agent, subrecipe, instructions = "" }: SubagentInput): string {
  const given = agent ?? subrecipe;
  if (given !== undefined) return given;
  const line = instructions.trim().split("\n", 1)[0] ?? "";
  const characters = Array.from(escapeName(line));
  return characters.length <= nameLength
    ? characters.join("")
    : `${characters.slice(0, nameLength - 1).join("")}…`;
}

/** What the journal records of a child's rights and limits. */
export function rightsOf(spec: ChildSpec): JsonObject {
  const { depth, provider, model, maxTurns, maxTimeMs, extensions, tools, mode, rules, worktree } = spec;
  const rights = { depth, provider, model, maxTurns, maxTimeMs, extensions, tools, mode, rules, worktree };
  const kept: unknown = JSON.parse(JSON.stringify(rights));
  return isJsonObject(kept) ? kept : {};
}
