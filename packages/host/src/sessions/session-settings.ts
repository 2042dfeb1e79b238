import { defaultBuiltins, type JsonSchema } from "@skein/protocol";
import type { AgentSettings } from "@skein/runtime";
import type { McpSettings } from "@skein/extensions";
import type { FileAgent } from "@skein/extensions-builtin/subagents/agents";
import { readPrompts, type Settings, type SettingsSources } from "@skein/settings";
import { asAgent } from "../agents/as-agent.ts";
import { agentNamed, agentProblemText, namedAgents } from "../agents/named-agents.ts";
import type { ChosenStyle } from "../output-styles/output-styles-here.ts";
import { hookSettings } from "../hooks/hook-settings.ts";
import type { LoginSources } from "../logins/with-login.ts";
import type { ProviderRegistry } from "../providers/provider-registry.ts";
import { configuredServers, dormantServers } from "../settings/configured-servers.ts";
import { diagnosticsWishes } from "../settings/diagnostics-wishes.ts";
import { effectiveSettings, type EffectiveSettings } from "../settings/effective-settings.ts";
import { hintsHere } from "../settings/hints-here.ts";
import { inspectorSettings } from "../settings/inspector-settings.ts";
import { permissionRules } from "../settings/permission-rules.ts";
import { sandboxAccess } from "../settings/sandbox-access.ts";
import { commandVariables } from "../settings/secret-settings.ts";
import { spendingLimits } from "../settings/spending-limits.ts";
import { memoryFolders } from "../memory/memory-folders.ts";
import { skillsHere } from "../skills/skills-here.ts";
import { modelOptions, modelRoles, runLimits } from "../settings/run-settings.ts";
import { stallLimits } from "../settings/stall-limits.ts";
import { webSearchOf } from "../settings/web-search.ts";
import { chooseModel, modelNamed, type LastModel } from "./choose-model.ts";
import { loadOutputStylesHere } from "../later.ts";

/** What a face says for one session; whatever it leaves out is as settings and files say. */
export interface SessionWishes {
  /** Absolute. */
  readonly cwd: string;
  /** By setting; text is read as in the environment. */
  readonly overrides?: NonNullable<SettingsSources["flags"]>;
  /** Name of an agent whose file the session is to follow. */
  readonly agent?: string | undefined;
  /** Default true: without it no servers of config files and no built-in extensions. */
  readonly hasProfile?: boolean;
  /** Whether files with hints (AGENTS.md and the like) are read. Default true. */
  readonly hasHints?: boolean;
  /** Only reads are allowed, whatever the mode, the rules and the recipe say. Default false. */
  readonly readOnly?: boolean | undefined;
  /** Built-in extensions besides the usual ones. */
  readonly builtins?: readonly string[];
  readonly servers?: readonly McpSettings[];
  /** The face shows pages of extensions, see `LiveSession.appPage`. Default false. */
  readonly showsApps?: boolean | undefined;
  /** Text behind the system prompt, and in its place. */
  readonly system?: string | undefined;
  readonly systemReplacement?: string | undefined;
  /** With it the session is done when there is an output that it allows. */
  readonly outputSchema?: JsonSchema | undefined;
  /** Id of a session to resume, or for a new one. */
  readonly session?: string | undefined;
  /** Of a session that is resumed. */
  readonly last?: LastModel | undefined;
  readonly name?: string | undefined;
  /** The git worktree that `cwd` is in. */
  readonly worktree?: AgentSettings["worktree"];
  /** A spending limit that others share, such as that of a share of the queue. */
  readonly sharedLimit?: AgentSettings["sharedLimit"];
  /** Default `disk`. */
  readonly keep?: AgentSettings["keep"];
}

export interface SessionSources extends LoginSources {
  readonly providers: ProviderRegistry;
  /** Receives once what the user should know, also when the session cannot be started. Default: it is dropped. */
  readonly warn?: ((told: SettingsWarnings) => void) | undefined;
}

export interface SettingsWarnings {
  /** Sentences. */
  readonly warnings: readonly string[];
  /** A project that was trusted and is not any more is worth a sentence of the face's own. */
  readonly project: EffectiveSettings["project"];
  readonly mode: string;
}

/**
 * What was said, the environment and the files that count, as the plain values an agent is made of. No one is available to ask:
 * a face that can adds `ask`.
 *
 * Throws `ConfigError`.
 */
export async function sessionSettings(
  sources: SessionSources,
  wishes: SessionWishes,
): Promise<AgentSettings> {
  const { machine, providers, used, warn = () => undefined } = sources;
  const { cwd, overrides = {}, hasProfile = true, hasHints = true, outputSchema } = wishes;
  const effective = await effectiveSettings(machine, cwd, overrides);
  const { values, folders, sections } = effective;
  const known = await namedAgents(effective);
  const agent = wishes.agent === undefined ? undefined : await agentNamed(wishes.agent, known);
  const isRestricted = effective.project.trust === "restricted";
  const hints = await hintsHere(effective, cwd, hasHints ? values.hints : []);
  const { skills } = hasProfile ? await skillsHere(machine, effective, cwd) : { skills: [] };
  const prompts = await readPrompts(folders.config);
  const configured = await configuredServers(
    { machine, providers: providers.known, used },
    hasProfile ? sections : [],
    cwd,
  );
  const chosen = await styleOf(machine, effective, cwd);
  warn({
    warnings: [
      ...effective.warnings,
      ...hints.warnings,
      ...prompts.warnings,
      ...configured.warnings,
      ...chosen.warnings,
      ...known.problems.filter(({ path }) => path === agent?.path).map(agentProblemText),
    ],
    project: effective.project,
    mode: values.mode,
  });
  const answering = await chooseModel(
    sources,
    agent ? withModelOf(agent, values, overrides) : values,
    wishes.last,
  );
  const roles = modelRoles(values, (name) => modelNamed(providers.known, name, answering.provider));
  const { keep = "disk" } = wishes;
  const search = hasProfile ? await webSearchOf(machine, used) : undefined;
  const settings: AgentSettings = {
    ...answering,
    ...roles,
    namer: keep === "memory" ? undefined : roles.namer,
    mode: values.mode,
    rules: permissionRules(sections),
    hooks: await hookSettings({ machine, providers: providers.known, used }, effective),
    inspectors: await inspectorSettings(machine),
    cwd,
    interaction: outputSchema === undefined ? "chat" : "execute",
    builtins: [
      ...(hasProfile ? defaultBuiltins : []),
      ...(search?.by === "engine" ? ["web"] : []),
      ...(wishes.builtins ?? []),
    ],
    webSearch: search?.by === "engine" ? search.settings : undefined,
    skills,
    memory: { ...memoryFolders(machine, cwd), ...(isRestricted ? { project: [] } : {}) },
    proposesMemories: values.memoryProposals === "on" && keep !== "memory",
    subagents: {
      agents: known.agents,
      maxDepth: values.subagentDepth,
      maxParallel: values.subagentsAtOnce,
      maxInAll: values.subagentsInAll,
    },
    onCrash: values.onCrash,
    jobs: values.jobs,
    loginPath: values.loginPath,
    launcher: values.launcher,
    diagnostics: await diagnosticsWishes(machine, effective),
    sandbox: { mode: values.sandbox, ...(await sandboxAccess(machine, cwd)) },
    commandVariables: await commandVariables(machine, providers.known),
    servers: wishes.servers ?? [],
    showsApps: wishes.showsApps,
    optionalServers: configured.servers,
    dormantServers: dormantServers(sources, hasProfile ? sections : [], cwd),
    hints: hints.files,
    hintNames: hasHints && !isRestricted ? values.hints : [],
    restricted: isRestricted,
    outputStyle: chosen.style,
    prompts: Object.fromEntries(prompts.files.map(({ name, text }) => [name, text])),
    system: wishes.system,
    systemReplacement: wishes.systemReplacement,
    session: wishes.session,
    name: wishes.name,
    worktree: wishes.worktree,
    leadTurns: values.leadTurns,
    contextTokens: values.contextTokens,
    toolBudget: { tools: values.toolCount, tokens: values.toolTokens },
    compaction: values.compaction,
    compactAt: values.compactAt,
    auxiliaryIdleMs: (await stallLimits(machine))?.idleMs,
    keep,
    checkpoints: values.checkpoints,
    limits: runLimits(values),
    options: modelOptions(values, wishes.last?.effort, search?.by === "vendor"),
    maxCostUsd: values.maxCostUsd,
    maxTokens: values.maxTokens,
    spending: spendingLimits(sections),
    sharedLimit: wishes.sharedLimit,
    outputSchema,
  };
  return agent ? asAgent(settings, agent) : settings;
}

/** What was said for this session counts before what the agent's file says. */
function withModelOf(
  { provider, model }: FileAgent,
  values: Settings,
  said: NonNullable<SessionWishes["overrides"]>,
): Settings {
  const isOther = said.provider !== undefined && said.provider !== provider;
  return {
    ...values,
    ...(provider === undefined || said.provider !== undefined ? {} : { provider }),
    ...(model === undefined || said.model !== undefined || (provider !== undefined && isOther)
      ? {}
      : { model }),
  };
}

/** Loaded for those who have chosen one. Throws `ConfigError` for one that there is not. */
async function styleOf(
  machine: SessionSources["machine"],
  effective: EffectiveSettings,
  cwd: string,
): Promise<ChosenStyle> {
  const { outputStyle } = effective.values;
  if (outputStyle === undefined) return { style: undefined, warnings: [] };
  const { namedStyle, outputStylesHere } = await loadOutputStylesHere();
  return namedStyle(outputStyle, await outputStylesHere(machine, effective, cwd));
}
