import type { McpSettings, Mount } from "@skein/extensions";
import type { AgentSettings } from "../agent-settings.ts";
import { limitedTools } from "../extensions/only-tools.ts";
import type { OpenSandbox } from "../sandbox/open-sandbox.ts";
import { loginTokens, type LoginTokens } from "../secrets/login-tokens.ts";

export interface StartServersOptions {
  readonly sandbox: Promise<OpenSandbox>;
  /** Skein's folder for what must be kept, such as which tools a person has accepted. */
  readonly dataFolder: string;
  /** Skein's folder for what may be lost. `undefined`: no tool lists are kept. */
  readonly stateFolder: string | undefined;
  readonly signal: AbortSignal | undefined;
}

export interface StartedServers {
  readonly mounts: readonly Mount[];
  /** What their logins bring. */
  readonly tokens: LoginTokens;
  /** Ends all of them, also those that are still starting. */
  close(): Promise<void>;
}

/** For an agent that has no tools. */
export function withoutServers(settings: AgentSettings): AgentSettings {
  return { ...settings, servers: [], optionalServers: [] };
}

/**
 * Starts the MCP servers of an agent before everything else, so that they start while the rest is loaded. An optional one
 * whose tools are known from an earlier start is started by its first call. Throws `ConfigError`.
 */
export async function startServers(
  settings: AgentSettings,
  { sandbox, dataFolder, stateFolder, signal }: StartServersOptions,
): Promise<StartedServers> {
  const { servers = [], optionalServers = [], builtins, extensions = [], warn } = settings;
  // Optional servers get their names first, because rules refer to config servers by name.
  const tokens = loginTokens();
  const roots = [settings.cwd];
  const all = [...optionalServers, ...servers].map((server) => ({ roots, ...tokens.learnFrom(server) }));
  if (all.length === 0) return { mounts: [], tokens, close: () => Promise.resolve() };
  const { extensionPinsIn, mcpServers, toolListsIn } = await import("../extensions/mcp-servers.ts");
  // None is held by default: then they need not wait until the sandbox is opened.
  const areHeld = (settings.sandbox?.servers ?? []).length > 0;
  const hold = areHeld ? (await sandbox).server : () => undefined;
  // A required one has to start before the run begins, whatever is known of it.
  const lists = stateFolder === undefined ? undefined : toolListsIn(stateFolder);
  const pins = extensionPinsIn(dataFolder);
  const opened = mcpServers(
    all.map((server, index): McpSettings => {
      const kept = { ...server, pins, ...(index < optionalServers.length ? { lists } : {}) };
      return "command" in kept ? { ...kept, hold: hold(kept.name ?? "") } : kept;
    }),
    [...builtins, ...extensions.map(({ name }) => name), "plan", "tool-search"],
    warn,
  );
  const mounts = opened.map((server, index): Mount => {
    // The allowlist refers to the original name.
    const extension = limitedTools(server, settings.onlyTools, all[index]?.name ?? server.name);
    const started = extension.tools(signal);
    started.catch(() => {}); // reported where it is mounted
    return { extension, required: index >= optionalServers.length, started, isForeign: true };
  });
  const close = async () => void (await Promise.allSettled(opened.map((one) => one.close())));
  return { mounts, tokens, close };
}
