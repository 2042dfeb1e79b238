import { Console } from "node:console";
import { Readable, Writable } from "node:stream";
import { openHost, type HostNotice } from "@skein/host";
import { exitCodeOfSignal, exitCodes } from "@skein/protocol";
import { serveAcp } from "@skein/server-acp";
import { flagHelp } from "../arguments/flag-help.ts";
import { acpFlags } from "../arguments/flags.ts";
import { parseFlags } from "../arguments/parse-flags.ts";
import { builtinsIn } from "../arguments/run-settings.ts";
import { refuseWords } from "../arguments/subcommand.ts";
import type { Command } from "../command.ts";
import { thisMachine } from "../machine.ts";
import { engines } from "../providers.ts";
import { watchSignals } from "../signals.ts";
import { cleanText } from "../terminal/clean-text.ts";
import { version } from "../version.ts";
import { hintWith } from "../wording/next-step.ts";

const help = `skein acp: be the agent of an editor, over the Agent Client Protocol (ACP)

Usage
  skein acp [flags]             an editor starts it, and speaks to it on standard input and output

The editor says in which folders to work, asks you for permission, and can bring MCP servers. What no flag says is as in
your settings; sessions are kept with those of all other commands.

Examples
  "agent_servers": { "Skein": { "command": "skein", "args": ["acp"] } }       Zed, in settings.json
  acpx --agent "skein acp --mode plan" exec "what does this project do?"      acpx, in a terminal

Flags
${flagHelp(acpFlags)}

Exit codes
  0 the editor has gone · 2 usage · 143 SIGTERM, 130 SIGINT, 129 SIGHUP
`;

export const main: Command = async (args) => {
  const { flags, words } = parseFlags("acp", acpFlags, args);
  if (flags.help) {
    process.stdout.write(help);
    return exitCodes.done;
  }
  refuseWords("acp", words);
  // Standard output is the protocol's alone.
  globalThis.console = new Console(process.stderr);
  const stopper = new AbortController();
  using signals = watchSignals((reason) => stopper.abort(reason));
  await using host = await openHost({ ...thisMachine(), providers: engines, notify: sayNotice });
  await serveAcp({
    host,
    input: Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>,
    output: Writable.toWeb(process.stdout),
    agentInfo: { name: "skein", title: "Skein", version },
    wishes: {
      overrides: { provider: flags.provider, model: flags.model, effort: flags.effort, mode: flags.mode },
      agent: flags.agent,
      builtins: builtinsIn(flags),
      hasProfile: !flags["no-profile"],
      hasHints: !flags["no-hints"],
    },
    signal: stopper.signal,
  });
  const signal = signals.received();
  return signal === undefined ? exitCodes.done : exitCodeOfSignal[signal];
};

function sayNotice({ text, nextStep }: HostNotice): void {
  const said = nextStep === undefined ? text : hintWith(text, nextStep);
  process.stderr.write(`skein: ${said.split("\n").map(cleanText).join("\n  ")}\n`);
}
