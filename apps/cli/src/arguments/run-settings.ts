import { statSync } from "node:fs";
import { resolve } from "node:path";
import { ConfigError } from "@skein/protocol";
import type { AgentSettings, ModelName, Runtime } from "@skein/runtime";
import type { FileAgent } from "@skein/runtime/agents";
import { readHints, readPrompts, type Settings } from "@skein/settings";
import { agentNamed, asAgent, namedAgents } from "@skein/host/agents";
import type { UsedSecrets } from "@skein/host/secrets";
import {
  builtinNames,
  commandVariables,
  configuredServers,
  effectiveSettings,
  permissionRules,
  spendingLimits,
  stallLimits,
} from "@skein/host/settings";
import { thisMachine } from "../machine.ts";
import { answeringModel, type AnsweringModel } from "../answering-model.ts";
import { knownProviders, providersWithKey } from "../providers.ts";
import { askInTerminal } from "../terminal/ask-in-terminal.ts";
import { cleanText } from "../terminal/clean-text.ts";
import { chooseSession, type ChosenSession } from "./choose-session.ts";
import { extensionServers } from "./extension-servers.ts";
import type { runFlags } from "./flags.ts";
import { readOutputSchema } from "./output-schema.ts";
import type { Parsed } from "./parse-flags.ts";
import { readTextFile } from "./read-task.ts";
import { trustWarnings } from "../wording/trust-warnings.ts";

type RunFlags = Parsed<typeof runFlags>;

export interface RunSettingsOptions {
  /** Hears of the keys that are taken for servers. */
  readonly used?: UsedSecrets;
  /** Finds the session to go on with. Default: what the flags say. */
  readonly choose?: ((cwd: string) => Promise<ChosenSession>) | undefined;
}

/** Flags, environment, files and the session to go on with, as the plain values an agent is made of. */
export async function runSettings(
  flags: RunFlags,
  runtime: Runtime,
  { used, choose }: RunSettingsOptions = {},
): Promise<AgentSettings> {
  const cwd = workingFolder(flags.cwd);
  const effective = await effectiveSettings(thisMachine(), cwd, settingFlags(flags));
  const { values, warnings, folders, sections } = effective;
  const known = await namedAgents(effective);
  const agent = flags.agent === undefined ? undefined : await agentNamed(flags.agent, known);
  const names = flags["no-hints"] ? [] : values.hints;
  const hints = await readHints({ cwd, config: folders.config, names });
  const prompts = await readPrompts(folders.config);
  const configured = await configuredServers(
    { machine: thisMachine(), providers: knownProviders, used },
    flags["no-profile"] ? [] : sections,
    cwd,
  );
  const all = [
    ...warnings,
    ...trustWarnings(effective.project),
    ...hints.warnings,
    ...prompts.warnings,
    ...configured.warnings,
  ];
  for (const warning of [...all, ...rootWarnings(values, process.getuid?.())])
    process.stderr.write(`skein: ${cleanText(warning)}\n`);
  refuseSandbox(values);
  const resumed = choose
    ? await choose(cwd)
    : await chooseSession(runtime, {
        resume: flags.resume ?? false,
        id: flags["session-id"],
        name: flags.name,
        cwd,
      });
  if (resumed) sayFolder(resumed, cwd);
  const schemaFile = flags["output-schema"];
  const systemFile = flags["system-file"];
  const terminal =
    process.stdin.isTTY && process.stderr.isTTY && (flags["output-format"] ?? "text") === "text";
  const answering = await chooseModel(agent ? withModelOf(agent, values, flags) : values, resumed, runtime);
  const role = (name: string | undefined) =>
    name === undefined ? undefined : modelNamed(name, answering.provider);
  const settings: AgentSettings = {
    ...answering,
    fallback: values.fallback?.map((name) => modelNamed(name, answering.provider)),
    mode: values.mode,
    rules: permissionRules(sections),
    cwd,
    interaction: schemaFile === undefined ? "chat" : "execute",
    builtins: builtinsFor(flags),
    subagents: {
      agents: known.agents,
      maxDepth: values.subagentDepth,
      maxParallel: values.subagentsAtOnce,
    },
    onCrash: values.onCrash,
    commandVariables: await commandVariables(thisMachine(), knownProviders),
    servers: extensionServers(flags, cwd),
    optionalServers: configured.servers,
    hints: hints.files,
    prompts: Object.fromEntries(prompts.files.map(({ name, text }) => [name, text])),
    system: flags.system,
    systemReplacement: systemFile === undefined ? undefined : await readTextFile(systemFile, "--system-file"),
    session: resumed?.session ?? flags["session-id"],
    name: flags.name,
    namer: flags["no-session"] ? undefined : role(values.fast),
    summariser: role(values.fast),
    planner: role(values.planner),
    lead: role(values.lead),
    leadTurns: values.leadTurns,
    contextTokens: values.contextTokens,
    compaction: values.compaction,
    compactAt: values.compactAt,
    sideSilenceMs: (await stallLimits(thisMachine()))?.idleMs,
    keep: flags["no-session"] ? "memory" : "disk",
    checkpoints: values.checkpoints,
    limits: {
      maxTurns: values.maxTurns,
      maxRepetitions: values.maxRepetitions,
      ...(values.maxTimeMs === undefined ? {} : { maxTimeMs: values.maxTimeMs }),
    },
    options: {
      ...(values.effort === undefined ? {} : { effort: values.effort }),
      ...(values.temperature === undefined ? {} : { temperature: values.temperature }),
    },
    maxCostUsd: values.maxCostUsd,
    maxTokens: values.maxTokens,
    spending: spendingLimits(sections),
    outputSchema: schemaFile === undefined ? undefined : await readOutputSchema(schemaFile),
    ask: terminal ? askInTerminal(process.stdin, process.stderr, cwd) : undefined,
  };
  return agent ? asAgent(settings, agent) : settings;
}

function settingFlags(flags: RunFlags) {
  return {
    provider: flags.provider,
    model: flags.model,
    fallback: flags.fallback,
    effort: flags.effort,
    temperature: flags.temperature,
    mode: flags.mode,
    maxTurns: flags["max-turns"],
    maxRepetitions: flags["max-tool-repetitions"],
    maxTimeMs: flags["max-time"],
    maxCostUsd: flags["max-cost"],
    maxTokens: flags["max-tokens"],
    sandbox: flags.sandbox,
    onCrash: flags["on-crash"],
    checkpoints: flags["no-checkpoints"] ? "false" : undefined,
  };
}

export function workingFolder(folder: string | undefined): string {
  const cwd = resolve(folder ?? ".");
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) return cwd;
  throw new ConfigError("unreadable", `--cwd: ${cwd} is not a folder.`, {
    hint: "Name a folder that exists.",
  });
}

/** @param uid - of this process; `undefined` on Windows. */
export function rootWarnings({ mode }: Pick<Settings, "mode">, uid: number | undefined): readonly string[] {
  return uid === 0 && mode === "auto"
    ? ["You are root, and mode auto runs every tool unasked: the model can change anything on this machine."]
    : [];
}

/** What is promised about protection must be true. */
function refuseSandbox({ sandbox }: Settings): void {
  if (sandbox === "require") {
    throw new ConfigError("usage", "A sandbox is required, and this version has none.", {
      hint: "Take the requirement away, or do not run.",
    });
  }
}

/** What was typed counts before what the agent's file says. */
function withModelOf({ provider, model }: FileAgent, values: Settings, flags: RunFlags): Settings {
  const isOther = flags.provider !== undefined && flags.provider !== provider;
  return {
    ...values,
    ...(provider === undefined || flags.provider !== undefined ? {} : { provider }),
    ...(model === undefined || flags.model !== undefined || (provider !== undefined && isOther)
      ? {}
      : { model }),
  };
}

/** Who would make the first reply of a new session. Throws `ConfigError` when its model must be named. */
export async function firstToAnswer(values: Settings): Promise<AnsweringModel> {
  const worker = await chooseModel(values, undefined, undefined);
  const role = (name: string | undefined) =>
    name === undefined ? undefined : modelNamed(name, worker.provider);
  const { mode, leadTurns } = values;
  const roles = { planner: role(values.planner), lead: role(values.lead) };
  return answeringModel({ ...worker, mode, leadTurns, ...roles }, 0);
}

/** What was set; otherwise the session's own; otherwise the first provider whose key is found. */
async function chooseModel(
  values: Settings,
  resumed: ChosenSession | undefined,
  runtime: Runtime | undefined,
): Promise<{ readonly provider: string; readonly model: string }> {
  const own = resumed && runtime && (await ownModel(resumed, values, runtime));
  const provider =
    values.provider ??
    own?.provider ??
    providersWithKey(process.env)[0] ??
    (await (await import("../provider/chosen-provider.ts")).firstWithKey()) ??
    defaultProvider;
  const kept = own?.provider === provider ? own.model : undefined;
  const known = Object.hasOwn(knownProviders, provider) ? knownProviders[provider] : undefined;
  const model = values.model ?? kept ?? known?.defaultModel;
  if (model !== undefined) return { provider, model };
  if (!known) return { provider, model: "" }; // the runtime says which providers there are
  throw new ConfigError("usage", `Which model of ${provider}?`, { hint: "Name it with --model ID." });
}

/** Who does a session's work: not its lead or planner, which are settings of their own. */
async function ownModel(
  { session, provider, model }: ChosenSession,
  { lead, planner }: Settings,
  runtime: Runtime,
): Promise<ModelName | undefined> {
  if (provider === undefined || model === undefined) return undefined;
  const others = [lead, planner].flatMap((name) => (name === undefined ? [] : [modelNamed(name, provider)]));
  const isOther = (one: ModelName) =>
    others.some((other) => other.model === one.model && other.provider === one.provider);
  if (!isOther({ provider, model })) return { provider, model };
  let own: ModelName | undefined;
  for await (const entry of runtime.sessions.entries(session)) {
    if (entry.kind === "settings" && !isOther(entry)) own = entry;
  }
  return own;
}

/** A model of the provider that answers, or `PROVIDER/MODEL`. Ids of models may hold slashes themselves. */
function modelNamed(name: string, provider: string): ModelName {
  const [first = "", ...rest] = name.split("/");
  return rest.length > 0 && Object.hasOwn(knownProviders, first)
    ? { provider: first, model: rest.join("/") }
    : { provider, model: name };
}

/** What was said of files there may not hold here. */
function sayFolder({ session, cwd: before }: ChosenSession, cwd: string): void {
  if (before === undefined || before === cwd) return;
  const text = `Session ${session} was held in ${before}, and tools work in ${cwd} now; --cwd says otherwise.`;
  process.stderr.write(`skein: ${cleanText(text)}\n`);
}

const defaultProvider = "anthropic";

function builtinsFor(flags: RunFlags): readonly string[] {
  const named = (flags["with-builtin"] ?? []).flatMap((names) => names.split(",")).map((name) => name.trim());
  return [...(flags["no-profile"] ? [] : builtinNames), ...named.filter((name) => name !== "")];
}
