import { randomBytes } from "node:crypto";
import { sessionEvents, type Agent, type Run } from "@skein/agent";
import type { GrowingRedactor } from "@skein/redaction";
import { isExceptionOf, pathGuard } from "@skein/permissions";
import type { AgentEvent, AttemptModel, Entry, Redactor } from "@skein/protocol";
import { appendBetweenRuns } from "@skein/sessions";
import { join } from "node:path";
import type { AgentSources } from "./agent/agent-sources.ts";
import type { AgentSettings, OpenAgent } from "./agent-settings.ts";
import { isPlainRepository } from "./checkpoints/plain-repository.ts";
import { loadWithFallback, type FallbackOptions, type ModelSources } from "./models.ts";
import { openAgent } from "./open-agent.ts";
import { ownFolders } from "./folders/own-folders.ts";
import { rememberedAnswers } from "./remembered-answers.ts";
import type { KnownSecret } from "@skein/redaction";
import { openRedactor } from "./secrets/open-redactor.ts";
import { sessionsIn, type Sessions, type WriteNotes } from "./sessions/open-sessions.ts";
import { openStores, type StoresOptions } from "./sessions/stores.ts";
import { openTelemetry } from "./telemetry/agent-telemetry.ts";

export interface RuntimeParts extends Omit<ModelSources, "providers">, StoresOptions {
  /**
   * Providers by id, loaded on demand. A function returns those of a working folder; subagents use their
   * parent's.
   */
  readonly providers: ModelSources["providers"] | ((cwd: string) => ModelSources["providers"]);
  /** Skein's data folder, with sessions and checkpoints. */
  readonly dataFolder: string;
  /** Environment to search for secrets. Default: the process's environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Keys in use that are not in the environment. */
  readonly secrets?: () => Promise<readonly KnownSecret[]>;
  /** Names of values that look like secrets but are not: see `AgentRedactorSources`. Default: none. */
  readonly notSecret?: readonly string[] | undefined;
  /** Receives the redactor of each opened agent, for other output such as the HTTP log. Default: none. */
  readonly onRedactor?: (redactor: Redactor) => void;
  /** Receives events of sessions between runs: a new name, a rewind, a late answer. Default: none. */
  readonly onEventBetweenRuns?: (event: AgentEvent) => void;
  /** See `AgentSources`. */
  readonly limitCalls?: AgentSources["limitCalls"];
}

interface ModelChoice extends FallbackOptions {
  /** Working folder, where providers differ by folder. Default: the process's. */
  readonly cwd?: string;
}

/** Opens agents from settings; many sessions at once. */
export interface Runtime extends AsyncDisposable {
  readonly sessions: Omit<Sessions, typeof Symbol.asyncDispose>;
  /**
   * Opens an agent. Throws `ConfigError` and `ExtensionError`, and the signal's reason when it is aborted
   * before all extensions have started; a failed open leaves nothing behind.
   */
  open(settings: AgentSettings, signal?: AbortSignal): Promise<OpenAgent>;
  /**
   * Interrupts the run of a session that is open here, including a subagent's; the subagent's parent is
   * notified.
   *
   * @returns whether a run was interrupted.
   */
  interrupt(session: string, reason: string): boolean;
  /** Loads a model with its fallbacks, for `Run.setModel`. Throws `ConfigError`. */
  model(provider: string, model: string, options?: ModelChoice): Promise<AttemptModel>;
  /**
   * Opens the redactor that an agent in this folder would use.
   *
   * @param keep - as in the agent's settings. `memory` needs no writable folder.
   */
  redactor(cwd: string, keep?: AgentSettings["keep"]): Promise<Redactor>;
}

export function createRuntime(parts: RuntimeParts): Runtime {
  const { dataFolder, env = process.env, secrets = async () => [], onEventBetweenRuns } = parts;
  const stores = openStores(dataFolder, parts);
  const remembered = rememberedAnswers(join(dataFolder, "remembered-answers.json"));
  const own = ownFolders(dataFolder, env);
  const guard = pathGuard({ own });
  const knowledge = { isPlainRepository, mayRead: isExceptionOf(own) };
  const telemetry = openTelemetry(env);
  const agents = new Set<Agent>();
  /** The last run of each open agent. */
  const runs = new Map<string, Run>();

  let spareKey: Uint8Array | undefined;
  const redactors = new Set<WeakRef<GrowingRedactor>>();

  async function redactor(cwd: string, keep: AgentSettings["keep"] = "disk"): Promise<GrowingRedactor> {
    const spare = keep === "memory" ? (spareKey ??= randomBytes(32)) : undefined;
    const opened = await openRedactor({
      dataFolder,
      cwd,
      env,
      secrets: await secrets(),
      allow: parts.notSecret,
      spareKey: spare,
    });
    redactors.add(new WeakRef(opened));
    parts.onRedactor?.(opened);
    return opened;
  }

  /** The key of a model that is chosen, or used as a fallback, later must be redacted by open agents too. */
  async function onPrepared(): Promise<void> {
    const known = await secrets();
    for (const reference of redactors) {
      const open = reference.deref();
      if (!open) redactors.delete(reference);
      for (const secret of known) open?.add(secret);
    }
  }

  function modelsIn(cwd: string): ModelSources {
    const { providers, facts } = parts;
    const inFolder = typeof providers === "function" ? providers(cwd) : providers;
    return { providers: inFolder, onPrepared, ...(facts ? { facts } : {}) };
  }

  function adopt(opened: Agent): Agent {
    const close = async (): Promise<void> => {
      agents.delete(agent);
      runs.delete(agent.session);
      await opened.close();
    };
    const run: Agent["run"] = (input, options) => {
      const begun = opened.run(input, options);
      runs.set(opened.session, begun);
      return begun;
    };
    const agent: Agent = { ...opened, run, close, [Symbol.asyncDispose]: close };
    agents.add(agent);
    return agent;
  }

  const openAgentOf = (session: string) => [...agents].find((agent) => agent.session === session);

  function tell(session: string, entries: readonly Entry[]): void {
    for (const event of sessionEvents(session, entries)) onEventBetweenRuns?.(event);
  }

  /** Writes through the agent that has the session open, if any. */
  const write: WriteNotes = async (session, bodies) => {
    const open = openAgentOf(session);
    if (open) return open.record(...bodies);
    const entries = await appendBetweenRuns(stores.journals, session, bodies);
    tell(session, entries);
    return entries;
  };

  return {
    sessions: sessionsIn({ stores, write, onAnswered: tell, openAgent: openAgentOf }),
    open: (settings, signal) =>
      openAgent(
        {
          ...modelsIn(settings.cwd),
          env,
          stateFolder: parts.stateFolder,
          stores,
          remembered,
          guard,
          knowledge,
          redactor,
          telemetry,
          onEventBetweenRuns,
          limitCalls: parts.limitCalls,
          adopt,
        },
        settings,
        { signal },
      ),
    interrupt(session, reason) {
      runs.get(session)?.interrupt(reason);
      return runs.has(session);
    },
    model: (provider, model, { cwd = process.cwd(), ...behind } = {}) =>
      loadWithFallback(modelsIn(cwd), { provider, model }, behind),
    redactor,
    async [Symbol.asyncDispose]() {
      await Promise.all([...agents].map((agent) => agent.close()));
      await stores[Symbol.asyncDispose]();
      await telemetry?.close();
    },
  };
}
