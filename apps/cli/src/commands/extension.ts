import { flagHelp } from "@skein/command-line";
import { commandGroup, groupCommands } from "../arguments/command-line.ts";
import type * as extensionCommands from "../extension/extension-commands.ts";
import { extensionFlags, type ExtensionFlags } from "@skein/command-line/command-flags";
import { loadExtensionCommands, loadExtensionLogin } from "../later.ts";

const help = `skein extension: MCP servers in your config file; skein mcp is the same

Usage
  skein extension list                     the extensions here, and whether they are on
  skein extension add NAME COMMAND|URL     start a server, show its tools, ask, then write it
  skein extension import FILE              servers of another program's file: JSON, JSONC, TOML
  skein extension inspect NAME             start it and show what it offers
  skein extension log NAME                 what its server wrote: log messages and standard error
  skein extension test NAME [TOOL [JSON]]  start it; call a tool of it, as you
  skein extension trust NAME               show what has changed since you accepted it, ask, accept it
  skein extension login NAME|URL           log in to a server that requires it, in your browser
  skein extension enable|disable|remove NAME

What a server offers at its first start is accepted. What is new or changed later is not offered to the model
until you accept it. A login is kept in the keyring, or in a file that only you can read; BROWSER names a browser.

Examples
  skein extension add files -- npx -y @modelcontextprotocol/server-filesystem .
  skein extension add search https://example.com/mcp --header 'Authorization=Bearer \${SEARCH_TOKEN}'
  skein extension add files --project -- npx -y @modelcontextprotocol/server-filesystem .
  skein extension import .vscode/mcp.json --dry-run
  skein extension test files list_directory '{"path":"."}'

Flags
${flagHelp(extensionFlags)}

Exit codes
  0 done · 2 no such extension, a file that cannot be read · 6 a tool that was tested failed
  7 no one can be asked here: add --yes · 9 the server could not be started, or the login failed · 130 cancelled
`;

const command = groupCommands("extension", help, extensionFlags);

type Run = (flags: ExtensionFlags, words: readonly string[]) => Promise<number | void>;

/** @param needs - what its words are; all of them must be there. @param words - how many it takes at most. */
function loaded(
  pick: (module: typeof extensionCommands) => Run,
  needs: readonly string[],
  words = needs.length,
) {
  const run: Run = async (flags, given) => pick(await loadExtensionCommands())(flags, given);
  return command(run, { needs, words });
}

const named = ["The name of an extension"];

export const main = commandGroup("extension", help, {
  list: loaded((module) => module.list, []),
  add: loaded((module) => module.add, ["A name", "A command or an address"], Infinity),
  import: loaded((module) => module.importFile, ["A file"]),
  inspect: loaded((module) => module.inspect, named),
  log: loaded((module) => module.log, named),
  test: loaded((module) => module.test, named, 3),
  trust: loaded((module) => module.trust, named),
  login: command(async (_, [target]) => (await loadExtensionLogin()).logIn(target), {
    needs: ["The name of an extension, or the address of a server,"],
  }),
  enable: loaded((module) => module.change("enable"), named),
  disable: loaded((module) => module.change("disable"), named),
  remove: loaded((module) => module.change("remove"), named),
});
