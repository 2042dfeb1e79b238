import type { Machine } from "@skein/host";
import { agentProblemText, namedAgents } from "@skein/host/agents";
import type { ProviderRegistry } from "@skein/host/providers";
import type { TierInForce } from "@skein/session-transfer/schemas";
import { outputRedaction } from "@skein/host/secrets";
import { firstToAnswer, type ModelSources } from "@skein/host/sessions";
import {
  effectiveSettings,
  hintsHere,
  type ProjectTrust,
  settingValues,
  type SettingValue,
  providerAddresses,
} from "@skein/host/settings";
import { ConfigError, defaultBuiltins } from "@skein/protocol";
import { builtinTools, crashTier, usableTiers, type BuiltinTool } from "@skein/runtime";
import type { Directories, Settings } from "@skein/settings";
import type { Versions } from "../checks/check-system.ts";

export interface InfoOptions {
  /** Absolute. */
  readonly cwd: string;
  /** Learns the definitions of the user and of `cwd`. */
  readonly providers: ProviderRegistry;
  readonly versions: Versions;
}

/** What is in force in a folder, and where it comes from. */
export interface MachineInfo {
  readonly version: string;
  readonly node: string;
  readonly cwd: string;
  readonly folders: Directories;
  readonly project: { readonly folder: string; readonly trust: ProjectTrust };
  /** Who would make the first reply of a new session; `null` when a model must be named first. */
  readonly answers: {
    readonly provider: string;
    readonly model: string;
    readonly role: "planner" | "lead" | null;
  } | null;
  /** By their names in config files. */
  readonly settings: Readonly<Record<string, InfoSetting>>;
  readonly addresses: Readonly<Record<string, string>>;
  /** The tier in force. */
  readonly sandbox: TierInForce;
  /** What can have commands end together with Skein here; by which means, or why nothing can. */
  readonly crash: {
    readonly tier: "pid-namespace" | "none";
    readonly means?: string;
    readonly reason?: string;
  };
  /** Of the extensions that are on by default. */
  readonly tools: readonly Omit<BuiltinTool, "description" | "inputs">[];
  /** Files with notes for the model, in the order in which it reads them. */
  readonly hints: readonly { readonly path: string; readonly isClipped: boolean }[];
  /** Agents that files describe: `@NAME`. */
  readonly agents: readonly { readonly name: string; readonly path: string }[];
  /** Sentences. How far the project is trusted is not among them. */
  readonly warnings: readonly string[];
  /** The project's folder of provider definitions, when none of them counts: the project is not trusted. */
  readonly untrusted?: string;
}

interface InfoSetting extends SettingValue {
  /** Always true; who reads this format may look at it. */
  readonly hasEffect: boolean;
}

/** Throws `ConfigError`. */
export async function collectInfo(
  machine: Machine,
  { cwd, providers, versions }: InfoOptions,
): Promise<MachineInfo> {
  const effective = await effectiveSettings(machine, cwd);
  const { values, sections, warnings, folders, project } = effective;
  const { agents, problems } = await namedAgents(effective);
  const tools = await builtinTools(defaultBuiltins);
  const hints = await hintsHere(effective, cwd);
  const learned = await providers.learn(machine, cwd);
  const redact = await outputRedaction(machine.env, () => [{ machine, providers }, cwd]);
  return redact({
    version: versions.skein,
    node: versions.node,
    cwd,
    folders,
    project: { folder: project.folder, trust: project.trust },
    answers: await answersHere({ machine, providers }, values),
    settings: Object.fromEntries(
      Object.entries(settingValues(effective)).map(([key, shown]) => [key, { ...shown, hasEffect: true }]),
    ),
    addresses: providerAddresses(sections),
    sandbox:
      values.sandbox === "off" ? "off" : ((await usableTiers(values.onCrash)).found[0]?.tier ?? "none"),
    crash: await crashOf(),
    tools: tools.map(({ name, extension, effect, startsAgents }) => ({
      name,
      extension,
      effect,
      startsAgents,
    })),
    hints: hints.files.map(({ path, isClipped }) => ({ path, isClipped })),
    agents: agents.map(({ name, path }) => ({ name, path })),
    warnings: [...warnings, ...learned.warnings, ...hints.warnings, ...problems.map(agentProblemText)],
    ...(learned.untrusted === undefined ? {} : { untrusted: learned.untrusted }),
  });
}

async function answersHere(sources: ModelSources, values: Settings): Promise<MachineInfo["answers"]> {
  try {
    const { provider, model, role } = await firstToAnswer(sources, values);
    return model === "" ? null : { provider, model, role: role ?? null };
  } catch (error) {
    if (ConfigError.is(error)) return null;
    throw error;
  }
}

async function crashOf(): Promise<MachineInfo["crash"]> {
  const found = await crashTier();
  return found.tier === "none"
    ? { tier: "none", reason: found.reason }
    : { tier: found.tier, means: found.means };
}
