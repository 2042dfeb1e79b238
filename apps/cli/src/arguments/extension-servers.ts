import { ConfigError } from "@skein/protocol";
import type { McpSettings } from "@skein/runtime";
import { commandWords } from "@skein/settings";
import type { runFlags } from "./flags.ts";
import type { Parsed } from "./parse-flags.ts";

type ExtensionFlags = Pick<Parsed<typeof runFlags>, "with-extension" | "with-streamable-http-extension">;

/** The MCP servers that flags name; commands start in `cwd`. Throws `ConfigError`. */
export function extensionServers(flags: ExtensionFlags, cwd: string): readonly McpSettings[] {
  const commands = flags["with-extension"] ?? [];
  const urls = flags["with-streamable-http-extension"] ?? [];
  return [...commands.map((line) => ({ ...command(line), cwd })), ...urls.map((url) => ({ url }))];
}

function command(line: string): McpSettings {
  const words = commandWords(line);
  if (!words) {
    throw new ConfigError("usage", `--with-extension: a quote in ${JSON.stringify(line)} is not closed.`);
  }
  const isSetting = (word: string) => /^[A-Za-z_]\w*=/.test(word);
  const firstWord = words.findIndex((word) => !isSetting(word));
  const [program, ...args] = firstWord === -1 ? [] : words.slice(firstWord);
  if (program === undefined) {
    throw new ConfigError("usage", `--with-extension: there is no command in ${JSON.stringify(line)}.`, {
      hint: 'For example: --with-extension "API_TOKEN=… npx -y some-server"',
    });
  }
  const env = Object.fromEntries(
    words.slice(0, firstWord).map((word) => {
      const end = word.indexOf("=");
      return [word.slice(0, end), word.slice(end + 1)];
    }),
  );
  return { command: program, args, env };
}
