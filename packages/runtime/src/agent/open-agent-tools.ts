import { dirname, join } from "node:path";
import type { AgentParts } from "@skein/agent";
import type { JsonValue } from "@skein/protocol";
import type { AgentSettings } from "../agent-settings.ts";
import { searchChatsIn } from "../memory/search-chats.ts";
import type { OpenSandbox } from "../sandbox/open-sandbox.ts";
import type { Lineage } from "../subagents/lineage.ts";
import { openChildren, type ParentAgent } from "../subagents/open-children.ts";
import type { AgentChoices } from "./agent-choices.ts";
import type { AgentSources } from "./agent-sources.ts";
import type { Authority } from "./authority.ts";
import type { AgentFoundation } from "./open-foundation.ts";
import { openTools, type OpenTools } from "./open-tools.ts";
import { planOptions } from "./plan-options.ts";
import type { StartedServers } from "./start-servers.ts";

export interface AgentToolsOptions {
  readonly sources: AgentSources;
  readonly authority: Authority;
  readonly foundation: AgentFoundation;
  readonly choices: AgentChoices;
  readonly sandbox: OpenSandbox;
  readonly startingServers: Promise<StartedServers>;
  /** Set for a subagent. */
  readonly lineage: Lineage | undefined;
  readonly signal: AbortSignal | undefined;
  /** Called with the input of each call before it. */
  readonly touch: (input: JsonValue) => Promise<void>;
  readonly openAgent: ParentAgent["openAgent"];
}

/** The tools of an agent, and what is logged of its servers. */
export interface AgentTools extends OpenTools {
  readonly extensionLog: AgentParts["extensionLog"];
}

/** Opens the tools of an agent, which may open other agents. Throws `ExtensionError`, with nothing left running. */
export async function openAgentTools(
  settings: AgentSettings,
  options: AgentToolsOptions,
): Promise<AgentTools> {
  const { sources, authority, foundation, choices, sandbox, lineage, signal, touch } = options;
  const { env = process.env, stateFolder, guard, stores } = sources;
  const { dataFolder } = stores;
  const { gate, rights, skills } = authority;
  const { storage, diagnostics, userWords, depth, started } = foundation;
  const { session, journal, redactor, changedBy } = storage;
  let tools: OpenTools | undefined;
  const openChild = openChildren({
    ...authority,
    ...foundation,
    env,
    session,
    settings,
    redactor,
    journal,
    model: choices.model,
    options: choices.options,
    lendable: () => tools?.lendable ?? [],
    openAgent: options.openAgent,
  });
  const schedules = {
    dataFolder,
    session,
    rights,
    model: choices.modelForLater,
    extensions: () => tools?.offered ?? [],
  };
  // A subagent reports instead.
  const plan = lineage ? undefined : await planOptions(settings, gate, journal);
  const { mounts: servers, switches, logs, toolLog, tokens } = await options.startingServers;
  tokens.tell((secret) => redactor.add(secret));
  logs?.begin(redactor);
  tools = await openTools(settings, {
    mode: gate.mode,
    env,
    redactor,
    signal,
    journal,
    touch,
    openChild,
    started,
    schedules,
    depth,
    guard,
    rules: rights.rules,
    sandbox,
    plan,
    servers,
    switches,
    searchChats: searchChatsIn(stores),
    diagnostics,
    skills: { userWords, ...(skills ? { active: skills } : {}) },
    stateFolder,
    changedBy,
    jobFolders: jobFolders(storage, dataFolder),
  });
  return { ...tools, extensionLog: toolLog };
}

/** Where background jobs are, in a session that is stored on disk. */
function jobFolders({ session, parts: { callFolder } }: AgentFoundation["storage"], dataFolder: string) {
  return callFolder
    ? { callFolders: dirname(callFolder(session, "any")), inputFolder: join(dataFolder, "jobs") }
    : {};
}
