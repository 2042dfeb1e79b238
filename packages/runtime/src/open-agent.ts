import { dirname, join } from "node:path";
import { createAgent, type Agent, type AgentParts } from "@skein/agent";
import type { ActiveSkills } from "@skein/extensions-builtin/skills";
import type { AttemptModel } from "@skein/protocol";
import { agentJobs } from "./agent/agent-jobs.ts";
import type { AgentSources } from "./agent/agent-sources.ts";
import { attachFile } from "./agent/attach-file.ts";
import { attachResource, fillPrompt } from "./agent/attach-resource.ts";
import { authorityOf, type Authority } from "./agent/authority.ts";
import { resolveModels } from "./agent/resolve-models.ts";
import { judgeOptions, userWordsIn } from "./agent/judge-options.ts";
import { planOptions } from "./agent/plan-options.ts";
import { loadMeasures } from "./agent/load-measures.ts";
import { openAdversary } from "./agent/open-adversary.ts";
import { openInspectors } from "./agent/open-inspectors.ts";
import { openSessionStorage } from "./agent/open-session-storage.ts";
import { startServers, withoutServers, type StartedServers } from "./agent/start-servers.ts";
import { openTools, type OpenTools } from "./agent/open-tools.ts";
import type { AgentSettings, OpenAgent } from "./agent-settings.ts";
import { openDiagnostics } from "./extensions/open-diagnostics.ts";
import { sessionContext } from "./context/session-context.ts";
import { searchChatsIn } from "./memory/search-chats.ts";
import { agentTexts } from "./prompts/agent-texts.ts";
import { openHooks } from "./hooks/open-hooks.ts";
import { openSandbox, type OpenSandbox } from "./sandbox/open-sandbox.ts";
import { openSpending, requirePrice } from "./spending-limit.ts";
import { skillsOfRuns } from "./skills/skills-of-runs.ts";
import type { Lineage } from "./subagents/lineage.ts";
import { openChildren } from "./subagents/open-children.ts";

interface OpenOptions {
  readonly signal?: AbortSignal | undefined;
  /** Set for a subagent. */
  readonly lineage?: Lineage;
}

/** What is opened first, because it takes a while. */
interface Beginning {
  readonly authority: Authority;
  readonly openingSandbox: Promise<OpenSandbox>;
  readonly startingServers: Promise<StartedServers>;
}

/** Throws `ConfigError` and `ExtensionError`, with nothing left running. */
export async function openAgent(
  sources: AgentSources,
  settings: AgentSettings,
  options: OpenOptions = {},
): Promise<OpenAgent> {
  const { env = process.env, stateFolder } = sources;
  await sources.telemetry?.begin(settings.warn ?? (() => undefined));
  const skills = await activeSkillsOf(settings);
  const authority = authorityOf(sources, settings, options.lineage, skills);
  // There is nothing to close before the first command.
  const openingSandbox = openSandbox(settings, {
    dataFolder: sources.stores.dataFolder,
    stateFolder,
    env,
    announces: !options.lineage,
  });
  openingSandbox.catch(() => {});
  const wanted = authority.gate.mode() === "chat" ? withoutServers(settings) : settings;
  const startingServers = startServers(wanted, {
    sandbox: openingSandbox,
    dataFolder: sources.stores.dataFolder,
    stateFolder,
    traceOf: sources.telemetry?.traceOf,
    env,
    signal: options.signal,
  });
  startingServers.catch(() => {});
  try {
    return await assembleAgent(sources, settings, options, { authority, openingSandbox, startingServers });
  } catch (error) {
    await startingServers.then((servers) => servers.close()).catch(() => {});
    throw error;
  }
}

async function assembleAgent(
  sources: AgentSources,
  settings: AgentSettings,
  { signal, lineage }: OpenOptions,
  { authority, openingSandbox, startingServers }: Beginning,
): Promise<OpenAgent> {
  const { env = process.env } = sources;
  const { cwd, interaction, name, recipe, recipeSource, schedule, worktree, limits = {} } = settings;
  const { gate, rights, ask, skills } = authority;
  const resolved = await resolveModels(sources, settings, { worker: lineage?.model, mode: gate.mode });
  const {
    session,
    journal,
    redactor,
    parts: storageParts,
    changedBy,
  } = await openSessionStorage(sources, settings, lineage);
  const inspectors = await openInspectors(settings, {
    redactor,
    guard: sources.guard,
    above: lineage?.inspectors,
  });
  const words = lineage?.userWords ?? userWordsIn(journal, session);
  const adversary = lineage ? lineage.adversary : await openAdversary(sources, settings, words);
  const measures = await loadMeasures(sources, settings);
  if (!lineage) requirePrice(settings, resolved.worker);
  const spending = await openSpending(settings, {
    session,
    journal,
    above: lineage?.budget,
    ledger: settings.spending,
    shared: settings.sharedLimit,
    cwd,
    dataFolder: sources.stores.dataFolder,
  });
  const { budget } = spending;
  const callBudget = sources.limitCalls ? sources.limitCalls(budget) : budget;
  const depth = lineage?.depth ?? 0;
  const hookSettings = lineage ? lineage.hooks : settings.hooks;
  const root = lineage?.root ?? session;

  let chosen: AttemptModel | undefined;
  let { options = {} } = settings;
  let tools: OpenTools | undefined;
  let extensionLog: AgentParts["extensionLog"];
  const diagnostics = lineage ? lineage.diagnostics : openDiagnostics(settings, env);
  const openChild = openChildren({
    ...authority,
    env,
    diagnostics,
    inspectors,
    adversary,
    budget,
    session,
    root,
    depth,
    hooks: hookSettings,
    settings,
    redactor,
    journal,
    userWords: words,
    model: () => chosen ?? resolved.worker,
    options: () => options,
    lendable: () => tools?.lendable ?? [],
    openAgent: (child, itsLineage, ending) =>
      openAgent(sources, child, { signal: ending, lineage: itsLineage }),
  });
  const schedules = {
    dataFolder: sources.stores.dataFolder,
    session,
    rights,
    model: () => {
      const own = chosen ?? lineage?.model;
      // The configured model, unless another one was chosen since.
      return own ? { provider: own.provider, model: own.id } : settings;
    },
    extensions: () => tools?.offered ?? [],
  };
  // Last, so that an earlier failure leaves nothing running.
  const mode = gate.mode();
  const sandbox = await openingSandbox;
  const { touch, dynamicContext } = await sessionContext(settings, env["PATH"]);
  try {
    // A subagent reports instead.
    const plan = lineage ? undefined : await planOptions(settings, gate, journal);
    const { mounts: servers, switches, logs, toolLog, tokens } = await startingServers;
    tokens.tell((secret) => redactor.add(secret));
    logs?.begin(redactor);
    extensionLog = toolLog;
    const more = {
      openChild,
      schedules,
      depth,
      guard: sources.guard,
      rules: rights.rules,
      sandbox,
      plan,
      servers,
      switches,
      searchChats: searchChatsIn(sources.stores),
      diagnostics,
      skills: { userWords: words, ...(skills ? { active: skills } : {}) },
      stateFolder: sources.stateFolder,
      changedBy,
      jobFolders: storageParts.callFolder
        ? {
            callFolders: dirname(storageParts.callFolder(session, "any")),
            inputFolder: join(sources.stores.dataFolder, "jobs"),
          }
        : {},
    };
    tools = await openTools(settings, { mode: gate.mode, env, redactor, signal, journal, touch, ...more });
  } catch (error) {
    sandbox.close();
    spending.close();
    throw error;
  }

  const hooks =
    hookSettings &&
    (await openHooks(hookSettings, {
      session: root,
      mode: gate.mode,
      cwd,
      env,
      hold: sandbox.hooks,
      ...(lineage ? { subagent: { id: session, type: lineage.type } } : {}),
    }));
  const agent = createAgent({
    ...resolved.parts,
    ...agentTexts(settings, resolved.notes),
    ...storageParts,
    ...measures,
    ...judgeOptions(resolved.judge, settings, rights.rules, words),
    extensions: tools.extensions,
    dynamicContext,
    session,
    journal,
    redactor,
    gate,
    inspectors,
    cwd,
    interaction,
    mode,
    sandbox: sandbox.tier,
    limits,
    options,
    onModelChosen: (model) => (chosen = model),
    onOptionsChanged: (changed) => (options = changed),
    ...(sources.onEventBetweenRuns ? { onEventBetweenRuns: sources.onEventBetweenRuns } : {}),
    onEvent: sources.telemetry?.hear,
    ...(adversary ? { adversary } : {}),
    ...(extensionLog ? { extensionLog } : {}),
    ...(ask ? { ask } : {}),
    ...(hooks ? { hooks } : {}),
    ...(callBudget ? { budget: callBudget } : {}),
    ...(lineage ? { child: lineage.startedBy } : {}),
    ...(recipe === undefined ? {} : { recipe }),
    ...(recipeSource ? { recipeSource } : {}),
    ...(schedule === undefined ? {} : { schedule }),
    ...(worktree ? { worktree } : {}),
    ...(name === undefined ? { nameFromTask: true } : { name }),
  });
  const end = async () => {
    sources.telemetry?.forget(session);
    sandbox.close();
    spending.close();
    if (!lineage) await diagnostics?.close();
  };
  const opened = closingWith(agent, end);
  const ofRuns = skills && skillsOfRuns(opened, skills);
  const proposeMemories = async (ending: AbortSignal) => {
    const { proposeMemories: propose } = await import("./memory/propose-memories.ts");
    return settings.memory
      ? propose({ agent, journal, folders: settings.memory, redactor, signal: ending })
      : [];
  };
  return {
    proposeMemories: settings.proposesMemories && !lineage ? proposeMemories : undefined,
    agent: sources.adopt(ofRuns?.agent ?? opened),
    narrowNextRun: ofRuns?.narrowNextRun,
    tools: tools.names,
    extensions: tools.offered,
    sandbox: sandbox.tier,
    jobs: agentJobs(tools.extensions, redactor),
    attachResource: attachResource({ ...storageParts, session, redactor }),
    fillPrompt: fillPrompt({ ...storageParts, session, redactor }),
    attachFile: attachFile(sources, {
      ...settings,
      mode: gate.mode,
      model: () => chosen ?? resolved.worker,
    }),
  };
}

/** Loaded by the built-in itself, too. */
async function activeSkillsOf({ builtins }: AgentSettings): Promise<ActiveSkills | undefined> {
  return builtins.includes("skills")
    ? (await import("@skein/extensions-builtin/skills")).activeSkills()
    : undefined;
}

/** An agent that closes everything it opened. */
function closingWith(agent: Agent, end: () => Promise<void>): Agent {
  const close = async (): Promise<void> => {
    try {
      await agent.close();
    } finally {
      await end();
    }
  };
  return { ...agent, close, [Symbol.asyncDispose]: close };
}
