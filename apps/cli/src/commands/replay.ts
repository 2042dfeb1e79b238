import { replayFlags, type ReplayFlags } from "@skein/command-line/command-flags";
import { ConfigError } from "@skein/protocol";
import { defineCommand } from "../arguments/command-line.ts";
import { entryNumber } from "../arguments/entry-number.ts";
import { thisMachine } from "../machine.ts";
import { findRecording, recordingRuntime } from "@skein/command-line/replay";
import { loadReplayRecording, loadRunCommand } from "../later.ts";

export const main = defineCommand({
  name: "replay",
  help: (flags) => `skein replay: run a session again, as it was recorded

Usage
  skein replay [ID|NAME|FILE] [--json] [--quiet] [--system TEXT | --system-file FILE]
  skein replay [ID|NAME] --from SEQ [--provider ID] [--model ID] [-t TEXT] [flags of a run]

Examples
  skein replay                                    the last session of this folder
  skein replay session.json --json                an exported one, for a program
  skein replay heron --system "Answer briefly."   what would have been sent
  skein replay heron --from 14 --model ID         the same question to another model

The real loop runs, the model gives its recorded replies and tools their recorded results: no key, no network, nothing is
executed or asked. Every request that comes out is compared with the one that was sent. FILE is an export of a session
(skein session export). Without any of them it is the last session of this folder.

With --system or --system-file the requests are what they would have been with that text.

--from forks the session at that entry and goes on from there on a real model, which may be another one, as skein run
does. \`skein session show ID --entries\` lists the entries.

Exit codes
  0 all requests came out again, byte for byte · 6 at least one did not · 2 there is nothing to read
  with --from: those of skein run

Flags
${flags}
`,
  flags: replayFlags,
  words: 1,
  suggests: "sessions",
  run: async (flags, words) => {
    const { from, json, ...runFlags } = flags;
    if (from === undefined) return replay(flags, words[0]);
    if (json) {
      throw new ConfigError("usage", "--json is for a comparison, and --from makes a run.", {
        hint: "Use --output-format json.",
      });
    }
    const session = await sessionToFork(words[0]);
    const { runWith } = await loadRunCommand();
    const at = String(entryNumber("from", from));
    return runWith({ ...runFlags, resume: true, fork: true, at, "session-id": session });
  },
});

async function replay(flags: ReplayFlags, word: string | undefined): Promise<number> {
  const live = Object.keys(flags).find((name) => !comparing.has(name));
  if (live !== undefined) {
    throw new ConfigError("usage", `--${live} needs --from: a replay asks no model.`, {
      hint: "Name the entry to go on from: --from SEQ",
    });
  }
  await using runtime = await recordingRuntime(thisMachine());
  const recording = await findRecording(runtime, word, process.cwd());
  const { replayAndShow } = await loadReplayRecording();
  return await replayAndShow(runtime, recording, flags);
}

const comparing: ReadonlySet<string> = new Set(["json", "quiet", "system", "system-file"]);

async function sessionToFork(word: string | undefined): Promise<string> {
  await using runtime = await recordingRuntime(thisMachine());
  const recording = await findRecording(runtime, word, process.cwd());
  if ("session" in recording) return recording.session;
  throw new ConfigError("usage", "--from needs a session that is kept here, and this is a file.", {
    hint: `Make one of it first: skein session import ${word}`,
  });
}
