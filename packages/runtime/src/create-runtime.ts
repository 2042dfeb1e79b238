import { join } from "node:path";
import { createAgent, type Agent } from "@skein/agent";
import { mountExtensions } from "@skein/extensions";
import { createGate } from "@skein/permissions";
import {
  ConfigError,
  memoryJournal,
  type Ask,
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
import { builtinExtensions } from "./builtin-extensions.ts";
import { callFolder } from "./call-folder.ts";
import { newSessionId } from "./session-id.ts";
import { spendingLimit, type SpendingLimit } from "./spending-limit.ts";
import { systemPrompt } from "./system-prompt.ts";

export interface RuntimeParts {
  /** By the id that users type. Loaded when asked for. */
  readonly providers: Readonly<Record<string, () => Promise<ModelProvider>>>;
  /** Skein's data folder; sessions are kept below it. */
  readonly dataFolder: string;
}

/** Plain values: what an agent is to be. */
export interface AgentSettings extends SpendingLimit {
  readonly provider: string;
  readonly model: string;
  readonly mode: string;
  /** Absolute. */
  readonly cwd: string;
  readonly interaction: Interaction;
  /** Names of built-in extensions. */
  readonly builtins: readonly string[];
  readonly extensions?: readonly Extension[];
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
  /** Throws `ConfigError` and `ExtensionError`; nothing is kept of an agent that could not be opened. */
  open(settings: AgentSettings): Promise<OpenAgent>;
  /** The one written last first. */
  sessions(): Promise<readonly ListedSession[]>;
  /** Where a session's files are. */
  sessionFolder(session: string): string;
}

export function createRuntime({ providers, dataFolder }: RuntimeParts): Runtime {
  const sessionsFolder = join(dataFolder, "sessions");
  const disk = sqliteJournal(sessionsFolder);
  const agents = new Set<Agent>();

  return {
    async open(settings) {
      const { cwd, interaction, mode, ask, name, limits = {}, options = {} } = settings;
      const gate = createGate({ mode });
      const provider = await loadProvider(providers, settings.provider);
      await provider.prepare();
      const kept = settings.keep !== "memory";
      const output = settings.outputSchema && (await outputOf(settings.outputSchema));
      // Who may only talk is offered no tools.
      const extensions = mode === "chat" ? [] : await builtinExtensions(settings.builtins);
      const mounted = await mountExtensions([
        ...extensions,
        ...(mode === "chat" ? [] : (settings.extensions ?? [])),
      ]);
      const budget = spendingLimit(settings);
      const agent = createAgent({
        model: provider.model(settings.model),
        extensions: mounted.extensions,
        session: settings.session ?? newSessionId(new Date(), Math.random),
        journal: kept ? disk : memoryJournal(),
        gate,
        prompt: systemPrompt(settings.systemReplacement),
        system: settings.system ?? "",
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
    sessionFolder: (session) => join(sessionsFolder, session),
    async [Symbol.asyncDispose]() {
      await Promise.all([...agents].map((agent) => agent.close()));
      await disk.close();
    },
  };
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
