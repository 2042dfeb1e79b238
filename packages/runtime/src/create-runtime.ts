import { join } from "node:path";
import { createAgent, type Agent } from "@skein/agent";
import { mountExtensions, type McpSettings, type Mount } from "@skein/extensions";
import { createGate, type PermissionRule } from "@skein/permissions";
import {
  ConfigError,
  memoryJournal,
  type Ask,
  type AttemptModel,
  type Entry,
  type Extension,
  type Interaction,
  type JsonSchema,
  type JsonValue,
  type ModelOptions,
  type ModelProvider,
  type RunLimits,
  type StandardSchema,
} from "@skein/protocol";
import { sqliteJournal, type ListedSession } from "@skein/sessions";
import { ensurePrivateFolder } from "@skein/settings";
import { builtinExtensions } from "./builtin-extensions.ts";
import { callFolder } from "./call-folder.ts";
import { hintsText, type AgentHint } from "./hints-text.ts";
import { sentContext, type SentContext } from "./sent-context.ts";
import { rememberedAnswers } from "./remembered-answers.ts";
import { newSessionId } from "./session-id.ts";
import { spendingLimit, type SpendingLimit } from "./spending-limit.ts";
import { systemPrompt } from "./system-prompt.ts";
import { withFacts, type ModelFacts } from "./with-facts.ts";

export interface RuntimeParts {
  /** By the id that users type. Loaded when asked for. */
  readonly providers: Readonly<Record<string, () => Promise<ModelProvider>>>;
  /** Skein's data folder; sessions are kept below it. */
  readonly dataFolder: string;
  /** What the user knows of models, by their ids; asked for when a model is taken. */
  readonly facts?: () => Promise<Readonly<Record<string, ModelFacts>>>;
}

/** Plain values: what an agent is to be. */
export interface AgentSettings extends SpendingLimit {
  readonly provider: string;
  readonly model: string;
  readonly mode: string;
  /** Rules for tools; deny beats ask beats allow. */
  readonly rules?: readonly PermissionRule[];
  /** Absolute. */
  readonly cwd: string;
  readonly interaction: Interaction;
  /** Names of built-in extensions. */
  readonly builtins: readonly string[];
  /** Required: when one cannot start, nothing does. Closed with the agent. */
  readonly extensions?: readonly Extension[];
  /** MCP servers, started for this agent and ended with it. Required too. */
  readonly servers?: readonly McpSettings[];
  /** Files with notes: see `readHints` of `@skein/settings`. They stand before `system`, and advise only. */
  readonly hints?: readonly AgentHint[] | undefined;
  /** Added to the system text. */
  readonly system?: string | undefined;
  /** In place of Skein's own system text. */
  readonly systemReplacement?: string | undefined;
  /** A session to go on with, or the id of a new one. */
  readonly session?: string | undefined;
  readonly name?: string | undefined;
  /** Default `disk`. `memory`: nothing is kept. */
  readonly keep?: "disk" | "memory";
  readonly limits?: Partial<RunLimits>;
  readonly options?: ModelOptions;
  /** The result must fit it. */
  readonly outputSchema?: JsonSchema | undefined;
  readonly ask?: Ask | undefined;
}

/** A ready agent, and what can be said of it before it runs. */
export interface OpenAgent {
  readonly agent: Agent;
  /** Names, sorted as the model sees them. */
  readonly tools: readonly string[];
}

/** The composition root: settings in, ready agents out, many sessions at once. */
export interface Runtime extends AsyncDisposable {
  /**
   * Throws `ConfigError` and `ExtensionError`, and the signal's reason when that is aborted before all extensions have
   * started; nothing is kept of an agent that could not be opened.
   */
  open(settings: AgentSettings, signal?: AbortSignal): Promise<OpenAgent>;
  /** The one written last first. */
  sessions(): Promise<readonly ListedSession[]>;
  /** What a session's model would be sent now. Throws `SessionError`. */
  context(session: string): Promise<SentContext>;
  /** A session's journal as far as it is written; nothing for one that nobody wrote. */
  entries(session: string): AsyncIterable<Entry>;
  /** For `Run.setModel`. Throws `ConfigError`. */
  model(provider: string, model: string): Promise<AttemptModel>;
  /** Where a session's files are. */
  sessionFolder(session: string): string;
}

export function createRuntime({ providers, dataFolder, facts }: RuntimeParts): Runtime {
  const sessionsFolder = join(dataFolder, "sessions");
  const disk = sqliteJournal(sessionsFolder);
  const remembered = rememberedAnswers(join(dataFolder, "remembered-answers.json"));
  const modelOf = async (provider: ModelProvider, id: string): Promise<AttemptModel> =>
    withFacts(provider.model(id), (await facts?.())?.[id] ?? {});
  const agents = new Set<Agent>();

  return {
    async open(settings, signal) {
      const { cwd, interaction, mode, ask, name, limits = {}, options = {} } = settings;
      const gate = createGate({ mode, rules: settings.rules ?? [], store: remembered });
      const provider = await loadProvider(providers, settings.provider);
      await provider.prepare();
      const model = await modelOf(provider, settings.model);
      const kept = settings.keep !== "memory";
      if (kept) await ensurePrivateFolder(sessionsFolder);
      const output = settings.outputSchema && (await outputOf(settings.outputSchema));
      // Last, so that nothing has been started when something else fails. Who may only talk is offered no tools.
      const mounts = mode === "chat" ? [] : await mountsOf(settings);
      const mounted = await mountExtensions(mounts, signal ? { signal } : {});
      const budget = spendingLimit(settings);
      const agent = createAgent({
        model,
        extensions: mounted.extensions,
        session: settings.session ?? newSessionId(new Date(), Math.random),
        journal: kept ? disk : memoryJournal(),
        gate,
        prompt: systemPrompt(settings.systemReplacement),
        system: [hintsText(settings.hints ?? []), settings.system ?? ""]
          .filter((text) => text !== "")
          .join("\n\n"),
        cwd,
        interaction,
        mode,
        limits,
        options,
        ...(ask ? { ask } : {}),
        ...(output ? { output } : {}),
        ...(name === undefined ? {} : { name }),
        ...(budget ? { budget } : {}),
        ...(kept ? { callFolder: (session, callId) => callFolder(sessionsFolder, session, callId) } : {}),
      });
      agents.add(agent);
      return { agent, tools: mounted.tools };
    },
    sessions: () => disk.list(),
    entries: (session) => disk.read(session),
    context: (session) => sentContext(disk, session),
    async model(id, model) {
      const provider = await loadProvider(providers, id);
      await provider.prepare();
      return modelOf(provider, model);
    },
    sessionFolder: (session) => join(sessionsFolder, session),
    async [Symbol.asyncDispose]() {
      await Promise.all([...agents].map((agent) => agent.close()));
      await disk.close();
    },
  };
}

async function mountsOf(settings: AgentSettings): Promise<readonly Mount[]> {
  const { builtins, extensions = [], servers = [] } = settings;
  const own = [...(await builtinExtensions(builtins)), ...extensions];
  const names = own.map((extension) => extension.name);
  const started = servers.length === 0 ? [] : (await import("./mcp-servers.ts")).mcpServers(servers, names);
  return [...own, ...started].map((extension) => ({ extension, required: true }));
}

async function loadProvider(providers: RuntimeParts["providers"], id: string): Promise<ModelProvider> {
  const load = Object.hasOwn(providers, id) ? providers[id] : undefined;
  if (load) return load();
  throw new ConfigError("unknown-provider", `There is no provider "${id}".`, {
    hint: `Use one of: ${Object.keys(providers).join(", ")}.`,
  });
}

async function outputOf(schema: JsonSchema): Promise<StandardSchema<JsonValue>> {
  const { jsonSchema } = await import("@skein/extension-kit/json-schema");
  return jsonSchema(schema);
}
