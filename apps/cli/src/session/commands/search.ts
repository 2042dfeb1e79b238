import { resolve } from "node:path";
import { oneOf, readAge, readLimit } from "@skein/command-line";
import { searchFlags } from "@skein/command-line/command-flags";
import { ConfigError } from "@skein/protocol";
import type { SearchOptions } from "@skein/runtime";
import { findSession } from "@skein/host/sessions";
import { defineCommand } from "../../arguments/command-line.ts";
import { searchSessions } from "../search.ts";
import { userSessions } from "../user-session.ts";

const roles = ["user", "assistant", "tool", "file", "session"] as const satisfies readonly NonNullable<
  SearchOptions["role"]
>[];

export const main = defineCommand({
  name: "session search",
  help: {
    title: "what was said and done",
    usage: ["WORDS… [flags]"],
    text: `All words must be there, in any order; capitals do not matter. word* is a beginning, "two words" is a phrase,
-word must not be there. Everything else is taken as it is typed. Quote what your shell would take apart.`,
    examples: [
      "skein session search connection refused",
      `skein session search '"connection refused" -test' --all --since 7d`,
      "skein session search 'migrat*' --role user --json",
      "skein session search -- -v",
    ],
  },
  flags: searchFlags,
  words: Infinity,
  run: async (flags, words) => {
    const query = words.join(" ");
    if (query.trim() === "") {
      throw new ConfigError("usage", "What shall be searched for?", {
        hint: "Give the words: skein session search connection refused",
      });
    }
    if (flags.all && flags.cwd !== undefined)
      throw new ConfigError("usage", "Give --all or --cwd, not both.");
    const limit = readLimit(flags.limit);
    const role =
      flags.role === undefined ? undefined : oneOf(flags.role, roles, `--role cannot be "${flags.role}".`);
    const since = flags.since === undefined ? undefined : readAge("since", flags.since);
    await using sessions = await userSessions();
    const session =
      flags.session === undefined ? undefined : await findSession({ sessions }, flags.session, process.cwd());
    const isEverywhere = flags.all || session !== undefined;
    return await searchSessions(sessions, {
      query,
      asJson: flags.json ?? false,
      cwd: isEverywhere ? undefined : resolve(flags.cwd ?? "."),
      filter: {
        limit,
        ...(role === undefined ? {} : { role }),
        ...(since === undefined ? {} : { since }),
        ...(session === undefined ? {} : { session }),
      },
    });
  },
});
