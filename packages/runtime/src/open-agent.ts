import { createAgent } from "@skein/agent";
import { mountExtensions } from "@skein/extensions";
import { createGate } from "@skein/permissions";
import {
  memoryJournal,
  type Checkpoints,
  type JsonSchema,
  type JsonValue,
  type Redactor,
  type StandardSchema,
} from "@skein/protocol";
import { ensurePrivateFolder } from "@skein/settings";
import type { AgentSettings, OpenAgent } from "./agent-settings.ts";
import { beforeCalls } from "./checkpoints/before-calls.ts";
import { collectSnapshots, collectWeekly } from "./checkpoints/collect-snapshots.ts";
import { hintsText } from "./hints-text.ts";
import { loadModel, loadWithFallback, type ModelSources } from "./models.ts";
import { mountsOf } from "./mounts.ts";
import type { rememberedAnswers } from "./remembered-answers.ts";
import { withCleanFolders } from "./secrets/with-clean-folders.ts";
import { callFolder } from "./sessions/call-folder.ts";
import { newSessionId } from "./sessions/session-id.ts";
import type { SessionStores } from "./sessions/stores.ts";
import { spendingLimit } from "./spending-limit.ts";
import { systemPrompt } from "./system-prompt.ts";

export interface AgentSources extends ModelSources {
  readonly stores: SessionStores;
  readonly remembered: ReturnType<typeof rememberedAnswers>;
  /** For the secrets of a working folder. */
  readonly redactor: (cwd: string) => Promise<Redactor>;
}

/** Throws `ConfigError` and `ExtensionError`; nothing has been started then. */
export async function openAgent(
  sources: AgentSources,
  settings: AgentSettings,
  signal?: AbortSignal,
): Promise<OpenAgent> {
  const { cwd, interaction, mode, ask, name, limits = {}, options = {} } = settings;
  const { stores, remembered } = sources;
  const gate = createGate({ mode, rules: settings.rules ?? [], store: remembered });
  const model = await loadWithFallback(sources, settings, settings);
  const namer = settings.namer && (await loadModel(sources, settings.namer.provider, settings.namer.model));
  const kept = settings.keep !== "memory";
  if (kept) await ensurePrivateFolder(stores.folder);
  const redactor = await sources.redactor(cwd);
  const output = settings.outputSchema && (await outputOf(settings.outputSchema));
  // Last, so that nothing has been started when something else fails. Who may only talk is offered no tools.
  const mounts = mode === "chat" ? [] : await mountsOf(settings);
  const mounted = await mountExtensions(mounts, {
    ...(signal ? { signal } : {}),
    onStatus: ({ extension, status }) => {
      const mount = mounts.find((one) => one.extension.name === extension);
      if (status.state !== "failed" || mount?.required) return;
      settings.warn?.(`${status.message} The run goes on without ${extension}.`);
    },
  });
  const budget = spendingLimit(settings);
  const agent = createAgent({
    model,
    extensions: mounted.extensions.map((extension) => withCleanFolders(extension, redactor)),
    session: settings.session ?? newSessionId(new Date(), Math.random),
    journal: kept ? stores.journals : memoryJournal(),
    gate,
    redactor,
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
    ...(namer ? { namer } : {}),
    ...(budget ? { budget } : {}),
    ...(kept && settings.checkpoints !== false ? { checkpoints: checkpointsIn(stores, settings) } : {}),
    ...(kept ? { callFolder: (session, callId) => callFolder(stores.folder, session, callId) } : {}),
  });
  return { agent, tools: mounted.tools };
}

/** What nobody needs any more is deleted once a week, with the first checkpoint of a process. */
function checkpointsIn(
  { journals, checkpoints, checkpointFolder }: SessionStores,
  { cwd, warn }: AgentSettings,
): Checkpoints {
  let opened: ReturnType<typeof checkpoints> | undefined;
  async function open() {
    const store = await checkpoints();
    await ensurePrivateFolder(checkpointFolder);
    collectWeekly(checkpointFolder, () => collectSnapshots(journals, store)).catch(() => undefined);
    return store;
  }
  return beforeCalls(() => (opened ??= open()), cwd, warn);
}

async function outputOf(schema: JsonSchema): Promise<StandardSchema<JsonValue>> {
  const { jsonSchema } = await import("@skein/extension-kit/json-schema");
  return jsonSchema(schema);
}
