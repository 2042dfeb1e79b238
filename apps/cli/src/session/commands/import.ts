import { resolve } from "node:path";
import { oneOf, readLimit } from "@skein/command-line";
import { jsonFlag } from "@skein/command-line/flags";
import { ConfigError } from "@skein/protocol";
import type { ImportOptions } from "@skein/runtime";
import { defineCommand } from "../../arguments/command-line.ts";
import { importAll, importFiles } from "../import.ts";
import { listForeign } from "../list-foreign.ts";
import { userSessions } from "../user-session.ts";

type Format = NonNullable<ImportOptions["format"]>;

const agents = ["goose", "claude", "codex", "pi", "opencode"] as const satisfies readonly Format[];
const formats = ["skein", ...agents] as const satisfies readonly Format[];

export const main = defineCommand({
  name: "session import",
  help: {
    title: "a session of a file, or of another agent",
    usage: [
      "                    what other agents keep on this machine",
      "FILE… [flags]",
      "--all [--from AGENT]",
    ],
    text: `FILE is an export of Skein's, or a session file or database of another agent; what it is shows in it. Nothing of
the file or of the other agent is changed. Secrets are hidden before anything is written. Calls and results come
along as they were, so the model can go on; a session is imported once. Standard output has the new ids.`,
    examples: [
      "skein session import",
      "skein session import session.json",
      "skein session import ~/.local/share/goose/sessions/sessions.db --session 20261120_7",
      "skein session import --all --from goose",
    ],
  },
  flags: {
    from: { value: "AGENT", description: "Who wrote the file: skein, goose, claude, codex, pi, opencode" },
    session: { short: "s", value: "ID", description: "Which one of a database; default: the newest" },
    list: { description: "List what other agents keep on this machine: the same as without FILE" },
    all: { short: "a", description: "All that other agents keep on this machine; --from: one agent" },
    limit: { short: "l", value: "N", description: "Of a list: at most so many; default 20, 0 for all" },
    json: jsonFlag,
  },
  words: Infinity,
  suggests: "files",
  run: async (flags, words) => {
    const { all = false, list = false, json: asJson = false, session } = flags;
    const format =
      flags.from === undefined
        ? undefined
        : oneOf(flags.from, formats, `--from: Skein does not know the agent "${flags.from}".`);
    const limit = readLimit(flags.limit);
    if ([all, list, words.length > 0].filter(Boolean).length > 1) {
      throw new ConfigError("usage", "Give files, --list or --all: one of them.");
    }
    if (session !== undefined && words.length !== 1) {
      throw new ConfigError("usage", "--session chooses one of a database.", {
        hint: "Give one FILE with it.",
      });
    }
    if (words.length > 0) {
      const files = words.map((word) => ({ path: resolve(word), format, session }));
      await using sessions = await userSessions();
      return await importFiles(sessions, files, asJson);
    }
    if (format === "skein") {
      throw new ConfigError("usage", "Which file? Skein's own sessions are there already.", {
        hint: "skein session import FILE",
      });
    }
    if (!all) return await listForeign({ format, limit, asJson });
    await using sessions = await userSessions();
    return await importAll(sessions, format, asJson);
  },
});
