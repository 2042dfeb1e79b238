import {
  defaultToolBudget,
  deferTools,
  extensionManager,
  extensionManagerName,
  mountExtensions,
  toolSearchNames,
  type McpSettings,
  type Mount,
  type SwitchableExtension,
} from "@skein/extensions";
import { escapeName, type Extension, type JsonValue } from "@skein/protocol";
import type { KnownSecret } from "@skein/redaction";
import type { AgentSettings } from "../agent-settings.ts";
import { changedExtension } from "../extensions/changed-extension.ts";
import { onlyOffered } from "../extensions/only-tools.ts";
import { mountsOf, type MountsOptions } from "../mounts.ts";
import { credentialFinder } from "../secrets/credential-finder.ts";
import { homeOf } from "../secrets/open-redactor.ts";
import { serverSecrets } from "../secrets/server-secrets.ts";
import { withOutsideWork } from "../sandbox/with-outside-work.ts";
import { withCleanFolders } from "../secrets/with-clean-folders.ts";

export interface OpenTools {
  /** Extensions shared with subagents; each agent has its own built-in ones. */
  readonly lendable: readonly Extension[];
  readonly offered: readonly Extension[];
  /** The agent's extensions, whose call folders are redacted. */
  readonly extensions: readonly Extension[];
  /** Tool names as the model sees them, sorted. */
  readonly names: readonly string[];
}

export interface OpenToolsOptions extends MountsOptions {
  readonly signal: AbortSignal | undefined;
  /** Servers that the model may switch on and off. */
  readonly switches: readonly SwitchableExtension[];
  /** Called with the input of each call before it. */
  readonly touch: (input: JsonValue) => Promise<void>;
}

/**
 * Starts the extensions; an agent in chat mode gets no tools. Throws `ExtensionError`, with nothing left
 * running.
 */
export async function openTools(
  settings: AgentSettings,
  { signal, touch, switches, ...options }: OpenToolsOptions,
): Promise<OpenTools> {
  const { env, mode, redactor } = options;
  const { cwd, servers = [], optionalServers = [] } = settings;
  for (const secret of [...servers, ...optionalServers].flatMap(serverTexts)) redactor.add(secret);
  const mounts = mode() === "chat" ? [] : await mountsOf(settings, options);
  using _ = tellWhileStarting(mounts, settings);
  let isMounted = false;
  const worked = new Set<string>();
  const mounted = await mountExtensions(mounts, {
    ...(signal ? { signal } : {}),
    reservedNames: toolSearchNames,
    onCollision: ({ extension, tool, taken, name }) =>
      settings.warn?.(
        `The tool ${JSON.stringify(escapeName(tool))} of the extension "${extension}" is called ${name}: another tool is called ${taken}.`,
      ),
    onStatus: ({ extension, status }) => {
      if (status.state === "ready") worked.add(extension);
      const mount = mounts.find((one) => one.extension.name === extension);
      // The failure of a required one is thrown.
      if (status.state !== "degraded" || (mount?.required && !isMounted)) return;
      const next = worked.has(extension)
        ? "Its next call starts it again."
        : `The run goes on without ${extension}.`;
      settings.warn?.(redactor.redact(`${status.message} ${next}`));
    },
  });
  isMounted = true;
  const learnFiles = credentialFinder({ redactor, cwd, home: homeOf(env) });
  const before = async (input: JsonValue) => void (await Promise.all([learnFiles(input), touch(input)]));
  // Plan mode is the user's choice, whatever else the agent may use.
  const isPlanning = ({ name }: Extension) => options.plan !== undefined && name === "plan";
  const others = mounted.extensions.filter((extension) => !isPlanning(extension));
  const chosen = settings.tools ? await onlyOffered(others, settings.tools) : others;
  const offered = [...mounted.extensions.filter(isPlanning), ...chosen];
  const managers = await managing(chosen, switches, settings);
  const found = withToolSearch([...offered, ...managers], settings);
  return {
    lendable: others.filter(({ name }) => !settings.builtins.includes(name)),
    offered,
    extensions: found
      .map((extension) =>
        extension.name === "developer" ? withOutsideWork(extension, options.sandbox) : extension,
      )
      .map((extension) => withCleanFolders(extension, redactor, before)),
    names: (await namesOf(found, settings)).toSorted(compareNames),
  };
}

/** The model's own tools for extensions; none where no extension has what they are for, or the allowlist leaves them out. */
async function managing(
  extensions: readonly Extension[],
  switches: readonly SwitchableExtension[],
  { builtins, tools }: AgentSettings,
): Promise<readonly Extension[]> {
  const others = extensions.filter(({ name }) => !builtins.includes(name));
  if (others.length === 0 && switches.length === 0) return [];
  const manager = extensionManager({ extensions: others, switches });
  return tools ? onlyOffered([manager], tools) : [manager];
}

/** Own tools are always listed; those of others are deferred when they are many. */
function withToolSearch(
  extensions: readonly Extension[],
  { builtins, toolBudget = defaultToolBudget }: AgentSettings,
): readonly Extension[] {
  const isOwn = ({ name }: Extension) =>
    builtins.includes(name) || name === "plan" || name === extensionManagerName;
  const others = extensions.filter((extension) => !isOwn(extension));
  if (others.length === 0) return extensions;
  const deferring = deferTools(others, toolBudget, (extension, tools) =>
    changedExtension(extension, { tools }),
  );
  return [...extensions.filter(isOwn), ...deferring];
}

function compareNames(one: string, other: string): number {
  return one < other ? -1 : 1;
}

/** A server in this process has no startup settings that could contain secrets. */
function serverTexts(server: McpSettings): readonly KnownSecret[] {
  return "server" in server ? [] : serverSecrets(server);
}

/** Tells the user which extensions are still starting. */
function tellWhileStarting(
  mounts: readonly Mount[],
  { warn, slowStartMs = 10_000 }: AgentSettings,
): Disposable {
  const tell = (): void => {
    const names = mounts
      .map(({ extension }) => extension)
      .filter((extension) => "status" in extension && extension.status().state === "starting")
      .map(({ name }) => name);
    if (names.length > 0) warn?.(`Still waiting for ${names.join(", ")} to start.`);
  };
  const timer = setInterval(tell, slowStartMs);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** Deferred tools of others are found by search; own ones are only called by way of another tool. */
async function namesOf(
  extensions: readonly Extension[],
  { builtins }: Pick<AgentSettings, "builtins">,
): Promise<readonly string[]> {
  const tools = await Promise.all(
    extensions.map(async (extension) => {
      const isOwn = builtins.includes(extension.name);
      return (await extension.tools()).filter(({ isDeferred }) => !(isOwn && isDeferred));
    }),
  );
  return tools.flat().map(({ name }) => name);
}
