import { ConfigError } from "@skein/protocol";
import { commandGroup } from "../arguments/command-group.ts";
import { defineCommand } from "../arguments/define-command.ts";
import { flagHelp } from "../arguments/flag-help.ts";
import type { Command } from "../command.ts";
import type * as extensionCommands from "../extension/extension-commands.ts";
import { extensionFlags, type ExtensionFlags } from "../extension/extension-flags.ts";

const help = `skein extension: MCP servers in your config file; skein mcp is the same

Usage
  skein extension list                     the extensions here, and whether they are on
  skein extension add NAME COMMAND|URL     start a server, show its tools, ask, then write it
  skein extension import FILE              servers of another program's file: JSON, JSONC, TOML
  skein extension inspect NAME             start it and show what it offers
  skein extension test NAME [TOOL [JSON]]  start it; call a tool of it, as you
  skein extension trust NAME               show what has changed since you accepted it, ask, accept it
  skein extension login NAME|URL           log in to a server that requires it, in your browser
  skein extension enable|disable|remove NAME

What a server offers at its first start is accepted. What is new or changed later is not offered to the model
until you accept it. A login is kept in the keyring, or in a file that only you can read; BROWSER names a browser.

Examples
  skein extension add files -- npx -y @modelcontextprotocol/server-filesystem .
  skein extension add search https://example.com/mcp --header 'Authorization=Bearer \${SEARCH_TOKEN}'
  skein extension import .vscode/mcp.json --dry-run
  skein extension test files list_directory '{"path":"."}'

Flags
${flagHelp(extensionFlags)}

Exit codes
  0 done · 2 no such extension, a file that cannot be read · 6 a tool that was tested failed
  7 no one can be asked here: add --yes · 9 the server could not be started, or the login failed · 130 cancelled
`;

type Module = typeof extensionCommands;

/** @param needs - what its words are; all of them must be there. */
function extensionCommand(
  run: (module: Module, flags: ExtensionFlags, words: readonly string[]) => Promise<number | void>,
  { needs = [], most = needs.length }: { readonly needs?: readonly string[]; readonly most?: number } = {},
): () => Promise<{ readonly main: Command }> {
  return async () => ({
    main: defineCommand({
      name: "extension",
      help: () => help,
      flags: extensionFlags,
      words: most,
      async run(given, words) {
        const missing = needs[words.length];
        if (missing !== undefined)
          throw new ConfigError("usage", `${missing} is missing.`, { hint: "See skein extension --help." });
        return run(await import("../extension/extension-commands.ts"), given, words);
      },
    }),
  });
}

const named = { needs: ["The name of an extension"] };

export const main = commandGroup("extension", help, {
  list: extensionCommand((module, given) => module.list(given)),
  add: extensionCommand((module, given, words) => module.add(given, words), {
    needs: ["A name", "A command or an address"],
    most: Infinity,
  }),
  import: extensionCommand((module, given, [file = ""]) => module.importFile(given, file), {
    needs: ["A file"],
  }),
  inspect: extensionCommand((module, given, [name = ""]) => module.inspect(given, name), named),
  test: extensionCommand((module, given, words) => module.test(given, words), { ...named, most: 3 }),
  trust: extensionCommand((module, given, [name = ""]) => module.trust(given, name), named),
  login: extensionCommand(async (_, __, [target]) => (await import("../extension/login.ts")).logIn(target), {
    most: 1,
  }),
  enable: extensionCommand((module, given, [name = ""]) => module.change(given, name, "enable"), named),
  disable: extensionCommand((module, given, [name = ""]) => module.change(given, name, "disable"), named),
  remove: extensionCommand((module, given, [name = ""]) => module.change(given, name, "remove"), named),
});
