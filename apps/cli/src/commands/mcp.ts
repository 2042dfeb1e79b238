import { Console } from "node:console";
import { ConfigError, exitCodeOfSignal, exitCodes } from "@skein/protocol";
import { serveBuiltin } from "@skein/runtime";
import { flagHelp } from "../arguments/flag-help.ts";
import { mcpFlags } from "../arguments/flags.ts";
import { parseFlags } from "../arguments/parse-flags.ts";
import { workingFolder } from "../arguments/run-settings.ts";
import { refuseWords } from "../arguments/subcommand.ts";
import type { Command } from "../command.ts";
import { watchSignals } from "../signals.ts";
import { version } from "../version.ts";

const help = `skein mcp: serve a built-in extension over MCP, on standard input and output

Usage
  skein mcp developer           shell, files and search, for any MCP client

Whoever connects may run commands as you, without being asked here: that is the client's to ask.

Flags
${flagHelp(mcpFlags)}

Exit codes
  0 the client has gone · 2 no such extension · 143 SIGTERM, 130 SIGINT, 129 SIGHUP
`;

export const main: Command = async (args) => {
  const { flags, words } = parseFlags("mcp", mcpFlags, args);
  if (flags.help) {
    process.stdout.write(help);
    return exitCodes.done;
  }
  const [name] = words;
  if (name === undefined) {
    throw new ConfigError("usage", "Which extension?", { hint: "For example: skein mcp developer" });
  }
  refuseWords("mcp", words, 1);
  // Standard output is the protocol's alone.
  globalThis.console = new Console(process.stderr);
  const stopper = new AbortController();
  using signals = watchSignals((reason) => stopper.abort(reason));
  await serveBuiltin(name, { cwd: workingFolder(flags.cwd), version, signal: stopper.signal });
  const signal = signals.received();
  return signal === undefined ? exitCodes.done : exitCodeOfSignal[signal];
};
