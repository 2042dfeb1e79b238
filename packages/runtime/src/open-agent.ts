import { createAgent, type Agent } from "@skein/agent";
import type { ActiveSkills } from "@skein/extensions-builtin/skills";
import { agentChoices } from "./agent/agent-choices.ts";
import { agentJobs } from "./agent/agent-jobs.ts";
import { agentParts } from "./agent/agent-parts.ts";
import type { AgentSources } from "./agent/agent-sources.ts";
import { attachFile } from "./agent/attach-file.ts";
import { attachResource, fillPrompt } from "./agent/attach-resource.ts";
import { authorityOf, type Authority } from "./agent/authority.ts";
import { openAgentTools } from "./agent/open-agent-tools.ts";
import { openFoundation } from "./agent/open-foundation.ts";
import { startServers, withoutServers, type StartedServers } from "./agent/start-servers.ts";
import type { AgentSettings, OpenAgent } from "./agent-settings.ts";
import { sessionContext } from "./context/session-context.ts";
import { openHooks } from "./hooks/open-hooks.ts";
import { openSandbox, type OpenSandbox } from "./sandbox/open-sandbox.ts";
import { skillsOfRuns } from "./skills/skills-of-runs.ts";
import type { Lineage } from "./subagents/lineage.ts";
import { loadProposeMemories, loadSkills } from "./later.ts";

interface OpenOptions {
  readonly signal?: AbortSignal | undefined;
  /** Set for a subagent. */
  readonly lineage?: Lineage;
}

/** What is opened first, because it takes a while. */
interface Beginning {
  readonly authority: Authority;
  readonly openingSandbox: Promise<OpenSandbox>;
  /** A new session has an id once its storage is open. */
  readonly owner: { session?: string | undefined };
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
  const owner: Beginning["owner"] = { session: options.lineage?.root ?? settings.session };
  // There is nothing to close before the first command.
  const openingSandbox = openSandbox(settings, {
    dataFolder: sources.stores.dataFolder,
    stateFolder,
    env,
    session: () => owner.session,
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
    return await assembleAgent(sources, settings, options, {
      authority,
      openingSandbox,
      owner,
      startingServers,
    });
  } catch (error) {
    await startingServers.then((servers) => servers.close()).catch(() => {});
    throw error;
  }
}

async function assembleAgent(
  sources: AgentSources,
  settings: AgentSettings,
  { signal, lineage }: OpenOptions,
  { authority, openingSandbox, owner, startingServers }: Beginning,
): Promise<OpenAgent> {
  const { env = process.env } = sources;
  const { gate, skills } = authority;
  const foundation = await openFoundation(sources, settings, authority, lineage);
  owner.session = foundation.root;
  const { models, storage, spending, diagnostics } = foundation;
  const { session, journal, redactor, parts: storageParts } = storage;
  const choices = agentChoices(settings, models.worker, lineage?.model);
  // Last, so that an earlier failure leaves nothing running.
  const mode = gate.mode();
  const sandbox = await openingSandbox;
  const { touch, dynamicContext } = await sessionContext(settings, env["PATH"]);
  const close = () => {
    sandbox.close();
    spending.close();
  };
  const tools = await openAgentTools(settings, {
    sources,
    authority,
    foundation,
    choices,
    sandbox,
    startingServers,
    lineage,
    signal,
    touch,
    openAgent: (child, itsLineage, ending) =>
      openAgent(sources, child, { signal: ending, lineage: itsLineage }),
  }).catch((error: unknown) => {
    close();
    throw error;
  });
  const hooks =
    foundation.hooks &&
    (await openHooks(foundation.hooks, {
      session: foundation.root,
      mode: gate.mode,
      cwd: settings.cwd,
      env,
      hold: sandbox.hooks,
      ...(lineage ? { subagent: { id: session, type: lineage.type } } : {}),
    }));
  const agent = createAgent({
    ...agentParts(sources, settings, { authority, foundation, choices, tools, lineage }),
    dynamicContext,
    mode,
    sandbox: sandbox.tier,
    ...(hooks ? { hooks } : {}),
  });
  const end = async () => {
    sources.telemetry?.forget(session);
    close();
    if (!lineage) await diagnostics?.close();
  };
  const opened = closingWith(agent, end);
  const ofRuns = skills && skillsOfRuns(opened, skills);
  const proposeMemories = async (ending: AbortSignal) => {
    const { proposeMemories: propose } = await loadProposeMemories();
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
    attachFile: attachFile(sources, { ...settings, mode: gate.mode, model: choices.model }),
  };
}

/** Loaded by the built-in itself, too. */
async function activeSkillsOf({ builtins }: AgentSettings): Promise<ActiveSkills | undefined> {
  return builtins.includes("skills") ? (await loadSkills()).activeSkills() : undefined;
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
