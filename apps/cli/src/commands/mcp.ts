import { Console } from "node:console";
import { type Command, workingFolder } from "@skein/command-line";
import { runFlags } from "@skein/command-line/flags";
import { ConfigError } from "@skein/protocol";
import { serveBuiltin } from "@skein/runtime";
import { defineCommand } from "../arguments/command-line.ts";
import { thisMachine } from "../machine.ts";
import { abortOnSignals } from "../signals.ts";
import { version } from "../version.ts";
import { loadExtensionCommand, loadHostSettings } from "../later.ts";

const serve = defineCommand({
  name: "mcp",
  help: (flags) => `skein mcp: serve a built-in extension over MCP, on standard input and output

Usage
  skein mcp developer           shell, files and search, for any MCP client
  skein mcp skills              your skills and those of the working folder
  skein mcp list|add|…          the same as skein extension list|add|…: see skein extension --help

Whoever connects may run commands as you, without being asked here: that is the client's to ask.

Flags
${flags}

Exit codes
  0 the client has gone · 2 no such extension · 143 SIGTERM, 130 SIGINT, 129 SIGHUP
`,
  flags: {
    cwd: runFlags.cwd,
  },
  words: 1,
  suggests: "builtins",
  run: async (flags, words) => {
    const [name] = words;
    if (name === undefined) {
      throw new ConfigError("usage", "Which extension?", { hint: "For example: skein mcp developer" });
    }
    // Standard output is the protocol's alone.
    globalThis.console = new Console(process.stderr);
    using stop = abortOnSignals();
    const cwd = workingFolder(flags.cwd);
    const { builtinsHere } = await loadHostSettings();
    const builtins = await builtinsHere(thisMachine(), name, cwd);
    await serveBuiltin(name, { cwd, version, signal: stop.signal, builtins });
    return stop.exitCode();
  },
});

const serveOrConfigure: Command = async (args) => {
  const { main: extension } = await loadExtensionCommand();
  return (extension.subcommands?.includes(args[0] ?? "") ? extension : serve)(args);
};

/** The same as `skein extension` for its words, because other programs name that command so. */
export const main: Command = Object.assign(serveOrConfigure, { ...serve });
