import type { Parsed } from "@skein/command-line";
import type { runFlags } from "@skein/command-line/flags";
import { serverLine } from "@skein/host/extensions";
import type { McpSettings } from "@skein/extensions";

type ExtensionFlags = Pick<Parsed<typeof runFlags>, "with-extension" | "with-streamable-http-extension">;

/** The MCP servers that flags name; commands start in `cwd`. Throws `ConfigError`. */
export function extensionServers(flags: ExtensionFlags, cwd: string): readonly McpSettings[] {
  const commands = flags["with-extension"] ?? [];
  const urls = flags["with-streamable-http-extension"] ?? [];
  return [
    ...commands.map((line) => ({ ...serverLine(line, "--with-extension"), cwd })),
    ...urls.map((url) => ({ url })),
  ];
}
