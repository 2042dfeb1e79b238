import type { AgentParts } from "@skein/agent";
import type { McpSettings, Mount, SwitchableExtension, TraceOf } from "@skein/extensions";
import { protectedExtensionNames } from "@skein/protocol";
import type { AgentSettings, DormantServer } from "../agent-settings.ts";
import { limitedTools } from "../extensions/only-tools.ts";
import { runProgram } from "../extensions/run-program.ts";
import type { OpenSandbox } from "../sandbox/open-sandbox.ts";
import type { ServerLogs } from "../extensions/server-logs.ts";
import { serverSecrets } from "../secrets/server-secrets.ts";
import { loginTokens, type LoginTokens } from "../secrets/login-tokens.ts";
import { loadExtensions, loadMcpServers, loadServerLogs, loadSwitchableServers } from "../later.ts";

export interface StartServersOptions {
  readonly sandbox: Promise<OpenSandbox>;
  /** Skein's folder for what must be kept, such as which tools a person has accepted. */
  readonly dataFolder: string;
  /** Skein's folder for what may be lost. `undefined`: no tool lists are kept. */
  readonly stateFolder: string | undefined;
  readonly traceOf: TraceOf | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal | undefined;
}

export interface StartedServers {
  readonly mounts: readonly Mount[];
  /** Those that the model may switch on and off. */
  readonly switches: readonly SwitchableExtension[];
  /** What they write for people, once there is a redactor. */
  readonly logs: Pick<ServerLogs, "begin"> | undefined;
  /** For what tools in this process log. */
  readonly toolLog?: AgentParts["extensionLog"];
  /** What their logins bring. */
  readonly tokens: LoginTokens;
  /** Ends all of them, also those that are still starting. */
  close(): Promise<void>;
}

/** Milliseconds that a registry's client may take at a first start, which has to fetch the package as well. */
const registryMs = 5_000;

/** For an agent that has no tools. */
export function withoutServers(settings: AgentSettings): AgentSettings {
  return { ...settings, servers: [], optionalServers: [], dormantServers: [] };
}

/**
 * Starts the MCP servers of an agent before everything else, so that they start while the rest is loaded. An optional one
 * whose tools are known from an earlier start is started by its first call. Throws `ConfigError`.
 */
export async function startServers(
  settings: AgentSettings,
  { sandbox, dataFolder, stateFolder, traceOf, env, signal }: StartServersOptions,
): Promise<StartedServers> {
  const { servers = [], optionalServers = [], dormantServers = [] } = settings;
  const { builtins, extensions = [], warn } = settings;
  // Optional servers get their names first, because rules refer to config servers by name.
  const tokens = loginTokens();
  const roots = [settings.cwd];
  const all = [...optionalServers, ...servers].map((server) => ({ roots, ...tokens.learnFrom(server) }));
  if (all.length + dormantServers.length + extensions.length === 0)
    return { mounts: [], switches: [], logs: undefined, tokens, close: () => Promise.resolve() };
  const [
    { extensionPinsIn, mcpServers, toolListsIn },
    { serverLogs },
    { extensionName, logLine, pinKeyOf, resolveVersion },
    { switchedOff, switchedOn },
  ] = await Promise.all([loadMcpServers(), loadServerLogs(), loadExtensions(), loadSwitchableServers()]);
  // None is held by default: then they need not wait until the sandbox is opened.
  const areHeld = (settings.sandbox?.servers ?? []).length > 0;
  const hold = areHeld ? (await sandbox).server : () => undefined;
  // A required one has to start before the run begins, whatever is known of it.
  const listsOf = (server: McpSettings) =>
    stateFolder === undefined ? undefined : toolListsIn(stateFolder, server);
  const pinsOf = (server: McpSettings) => extensionPinsIn(dataFolder, server);
  const pins = extensionPinsIn(dataFolder);
  const logs = stateFolder === undefined ? undefined : serverLogs(stateFolder);
  const held = (server: McpSettings): McpSettings => ({
    ...server,
    traceOf,
    // Without a person, a question would end the run: new tools are reported instead.
    ...(server.newTools === "ask" && !settings.ask ? { newTools: "withhold" as const } : {}),
    ...(settings.showsApps ? { apps: true } : {}),
    ...(logs ? { log: logs.of(extensionName(server)) } : {}),
    ...("command" in server
      ? {
          hold: hold(server.name ?? ""),
          newestVersion: (found) => resolveVersion(found, runProgram(env, registryMs)),
        }
      : {}),
  });
  const taken = [...builtins, ...extensions.map(({ name }) => name), ...protectedExtensionNames];
  const opened = mcpServers(
    all.map((server, index) =>
      held({
        ...server,
        pins: pinsOf(server),
        ...(index < optionalServers.length ? { lists: listsOf(server) } : {}),
      }),
    ),
    taken,
    warn,
  );
  // The allowlist refers to the original name.
  const limited = opened.map((server, index) =>
    limitedTools(server, settings.onlyTools, all[index]?.name ?? server.name),
  );
  const on = limited
    .slice(0, optionalServers.length)
    .map((extension, index) =>
      switchedOn({ extension, pinKey: pinKeyOf(all[index] ?? { command: "" }, extension.name) }, pins),
    );
  const isFree = ({ name }: DormantServer) => !opened.some((extension) => extension.name === name);
  const off = dormantServers.filter(isFree).map(({ name, pinKey, settings: lookUp }) => {
    async function open() {
      const ready = { roots, ...tokens.learnFrom(await lookUp()) };
      const server = { ...ready, pins: pinsOf(ready), lists: listsOf(ready) };
      if (!("server" in server)) tokens.learn(serverSecrets(server));
      const [extension] = mcpServers([held(server)], taken, warn);
      if (!extension) throw new Error(`The extension "${name}" cannot be made.`);
      return limitedTools(extension, settings.onlyTools, name);
    }
    return switchedOff({ name, pinKey, open }, pins);
  });
  const mounts = [...on, ...limited.slice(optionalServers.length), ...off].map((extension, index): Mount => {
    const isRequired = index >= on.length && index < limited.length;
    const started = extension.tools(signal);
    started.catch(() => {}); // reported where it is mounted
    return { extension, required: isRequired, started, isForeign: true };
  });
  const switches = [...on, ...off];
  const close = async () => void (await Promise.allSettled([...limited, ...off].map((one) => one.close())));
  if (!logs) return { mounts, switches, logs, tokens, close };
  const toolLog: AgentParts["extensionLog"] = (extension, level, message) =>
    logs.of(extension)(logLine({ level, data: message }));
  return { mounts, switches, logs, toolLog, tokens, close };
}
