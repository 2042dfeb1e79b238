import { ConfigError } from "@skein/protocol";
import type { ChildSpec } from "@skein/extensions-builtin/subagents";
import type { AgentSettings } from "../agent-settings.ts";
import { inheritedSettings } from "./inherited-settings.ts";

/**
 * The `recipe` of a subrecipe's `plan`: changes a subagent's settings. Its permissions stay within its
 * parent's in any case.
 */
export type ChildRecipe = (child: AgentSettings) => AgentSettings | Promise<AgentSettings>;

/**
 * A subagent's settings: those of its parent that the table of settings says, and those the call asks for. Every
 * other field is listed, so that none is inherited by accident.
 */
export async function childSettings(parent: AgentSettings, spec: ChildSpec): Promise<AgentSettings> {
  const { limits = {} } = parent;
  const times = [limits.maxTimeMs, spec.maxTimeMs].filter((ms) => ms !== undefined);
  // `recall` only sees the subagent's own session, and belongs to its compaction.
  const isOffered = (name: string) => !spec.extensions || name === "recall" || spec.extensions.includes(name);
  const { subrecipes: _, ...subagents } = parent.subagents || {};
  const settings: AgentSettings = {
    ...inheritedSettings(parent),
    ...modelOf(parent, spec),
    // These narrow the parent's gate.
    mode: spec.mode ?? "auto",
    rules: spec.rules ?? [],
    cwd: parent.cwd,
    interaction: "execute",
    builtins: parent.builtins.filter(isOffered),
    skills: parent.skills,
    memory: parent.memory,
    onlyTools: parent.onlyTools,
    tools: bothTools(parent.tools, spec.tools),
    subagents: parent.subagents === false ? false : subagents,
    ...(parent.warn ? { warn: parent.warn } : {}),
    prompts: parent.prompts,
    systemReplacement: parent.systemReplacement,
    system: [parent.system, spec.system].filter((text) => text !== undefined && text !== "").join("\n\n"),
    session: spec.session,
    name: spec.name,
    keep: parent.keep ?? "disk",
    limits: {
      ...limits,
      maxTurns: Math.min(spec.maxTurns, limits.maxTurns ?? Infinity),
      ...(times.length === 0 ? {} : { maxTimeMs: Math.min(...times) }),
    },
    options: {
      ...parent.options,
      ...(spec.temperature === undefined ? {} : { temperature: spec.temperature }),
    },
    outputSchema: spec.outputSchema,
  };
  return typeof spec.recipe === "function" ? (spec.recipe as ChildRecipe)(settings) : settings;
}

/** Uses the same names for both, so that no other tool is let in. */
function bothTools(
  parent: readonly string[] | undefined,
  child: readonly string[] | undefined,
): readonly string[] | undefined {
  return parent && child ? child.filter((name) => parent.includes(name)) : (parent ?? child);
}

/** Throws `ConfigError` for another provider without a model. */
function modelOf(
  { provider, model }: AgentSettings,
  spec: ChildSpec,
): { readonly provider: string; readonly model: string } {
  const named = spec.provider ?? provider;
  if (spec.model !== undefined) return { provider: named, model: spec.model };
  if (named === provider) return { provider, model };
  throw new ConfigError("usage", `Which model of ${named}?`, {
    hint: "Name both provider and model in settings, or neither.",
  });
}
