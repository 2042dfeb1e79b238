import type { Mount } from "@skein/extensions";
import type { AgentSettings } from "./agent-settings.ts";
import { builtinExtensions } from "./builtin-extensions.ts";
import { requireCrashStop } from "./crash-stop.ts";

/** Everything an agent's tools come from; nothing is started yet. */
export async function mountsOf(settings: AgentSettings): Promise<readonly Mount[]> {
  const { builtins, extensions = [], servers = [], optionalServers = [] } = settings;
  const developer = settings.onCrash === "stop" ? { wrap: await requireCrashStop() } : {};
  const own = [...(await builtinExtensions(builtins, { developer })), ...extensions];
  const names = own.map((extension) => extension.name);
  // The optional ones are named first: rules know those of config files by their names.
  const all = [...optionalServers, ...servers];
  const started = all.length === 0 ? [] : (await import("./mcp-servers.ts")).mcpServers(all, names);
  return [
    ...own.map((extension) => ({ extension, required: true })),
    ...started.map((extension, index) => ({ extension, required: index >= optionalServers.length })),
  ];
}
