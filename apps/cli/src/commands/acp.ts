import { Console } from "node:console";
import { Readable, Writable } from "node:stream";
import { oneOf, settingsOfFlags } from "@skein/command-line";
import { acpFlags } from "@skein/command-line/command-flags";
import { knownModel } from "@skein/host/providers";
import { serveAcp, serveAcpDraft } from "@skein/server-acp";
import { defineCommand } from "../arguments/command-line.ts";
import { builtinsIn } from "../arguments/session-wishes.ts";
import { thisMachine } from "../machine.ts";
import { userHost } from "../user-host.ts";
import { abortOnSignals } from "../signals.ts";
import { version } from "../version.ts";
import { loadConfigureCommand } from "../later.ts";

export const main = defineCommand({
  name: "acp",
  help: (flags) => `skein acp: be the agent of an editor, over the Agent Client Protocol (ACP)

Usage
  skein acp [flags]             an editor starts it, and speaks to it on standard input and output

The editor says in which folders to work, asks you for permission, and can bring MCP servers. What no flag says is as in
your settings; sessions are kept with those of all other commands.

Examples
  "agent_servers": { "Skein": { "command": "skein", "args": ["acp"] } }       Zed, in settings.json
  acpx --agent "skein acp --mode plan" exec "what does this project do?"      acpx, in a terminal

Flags
${flags}

Exit codes
  0 the editor has gone · 2 usage · 143 SIGTERM, 130 SIGINT, 129 SIGHUP
`,
  flags: acpFlags,
  run: async (flags) => {
    const { protocol = "1" } = flags;
    const spoken = oneOf(protocol, ["1", "2"], `--protocol: Skein does not speak version ${protocol}.`);
    if (flags["set-up"]) return (await loadConfigureCommand()).main([]);
    // Standard output is the protocol's alone.
    globalThis.console = new Console(process.stderr);
    using stop = abortOnSignals();
    const machine = thisMachine();
    await using host = await userHost();
    await (spoken === "2" ? serveAcpDraft : serveAcp)({
      host,
      input: Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>,
      output: Writable.toWeb(process.stdout),
      agentInfo: { name: "skein", title: "Skein", version },
      wishes: {
        overrides: settingsOfFlags(flags),
        agent: flags.agent,
        builtins: builtinsIn(flags),
        hasProfile: !flags["no-profile"],
        hasHints: !flags["no-hints"],
      },
      windowOf: async (model, cwd) =>
        (await knownModel({ machine, providers: host.providersIn(cwd) }, model)).limits.contextTokens,
      setUpArgs: ["--set-up"],
      signal: stop.signal,
    });
    return stop.exitCode();
  },
});
