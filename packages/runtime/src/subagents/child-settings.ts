import { ConfigError } from "@skein/protocol";
import type { ChildSpec } from "@skein/subagents";
import type { AgentSettings } from "../agent-settings.ts";

/**
 * What a subrecipe's `plan` may give as `recipe`: the child's settings, and what the recipe makes of them. Its rights stay
 * within those of the agent that has started it, whatever comes out.
 */
export type ChildRecipe = (child: AgentSettings) => AgentSettings | Promise<AgentSettings>;

/**
 * A child's settings: its parent's, as far as they are not the parent's own affair, and what the call asks for. Each field
 * is named here, so that what is new in settings is not inherited by accident.
 */
export async function childSettings(parent: AgentSettings, spec: ChildSpec): Promise<AgentSettings> {
  const { limits = {} } = parent;
  const times = [limits.maxTimeMs, spec.maxTimeMs].filter((ms) => ms !== undefined);
  // `recall` sees nothing but the child's own session, and belongs to its compaction.
  const isOffered = (name: string) => !spec.extensions || name === "recall" || spec.extensions.includes(name);
  const { subrecipes: _, ...subagents } = parent.subagents || {};
  const settings: AgentSettings = {
    ...modelOf(parent, spec),
    fallback: parent.fallback,
    contextTokens: parent.contextTokens,
    compaction: parent.compaction,
    compactAt: parent.compactAt,
    auxiliaryIdleMs: parent.auxiliaryIdleMs,
    summariser: parent.summariser,
    // Whatever the parent's gate says; these narrow it.
    mode: spec.mode ?? "auto",
    rules: spec.rules ?? [],
    cwd: parent.cwd,
    interaction: "execute",
    builtins: parent.builtins.filter(isOffered),
    onlyTools: parent.onlyTools,
    tools: bothTools(parent.tools, spec.tools),
    onCrash: parent.onCrash,
    sandbox: parent.sandbox,
    subagents: parent.subagents === false ? false : subagents,
    ...(parent.warn ? { warn: parent.warn } : {}),
    hints: parent.hints,
    prompts: parent.prompts,
    systemReplacement: parent.systemReplacement,
    system: [parent.system, spec.system].filter((text) => text !== undefined && text !== "").join("\n\n"),
    session: spec.session,
    name: spec.name,
    keep: parent.keep ?? "disk",
    checkpoints: parent.checkpoints,
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

/** By the same name for both, so that no other tool slips in. */
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
