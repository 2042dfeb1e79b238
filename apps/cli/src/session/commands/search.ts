import { resolve } from "node:path";
import { ConfigError } from "@skein/protocol";
import type { SearchOptions } from "@skein/runtime";
import { nearestWord } from "@skein/settings";
import { sessionSearchFlags } from "../flags.ts";
import { parseFlags } from "../../arguments/parse-flags.ts";
import type { Command } from "../../command.ts";
import { findSession } from "../find.ts";
import { readAge } from "../read-age.ts";
import { readLimit } from "../read-number.ts";
import { searchSessions } from "../search.ts";
import { subcommandHelp } from "../../arguments/subcommand-help.ts";
import { userSessions } from "../user-sessions.ts";

const roles = ["user", "assistant", "tool", "file", "session"] as const satisfies readonly NonNullable<
  SearchOptions["role"]
>[];

const help = {
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
  flags: sessionSearchFlags,
};

export const main: Command = async (args) => {
  const { flags, words } = parseFlags("session search", sessionSearchFlags, args);
  if (flags.help) {
    process.stdout.write(subcommandHelp("session search", help));
    return 0;
  }
  const query = words.join(" ");
  if (query.trim() === "") {
    throw new ConfigError("usage", "What shall be searched for?", {
      hint: "Give the words: skein session search connection refused",
    });
  }
  if (flags.all && flags.cwd !== undefined) throw new ConfigError("usage", "Give --all or --cwd, not both.");
  const limit = readLimit(flags.limit);
  const role = flags.role === undefined ? undefined : roleOf(flags.role);
  const since = flags.since === undefined ? undefined : readAge("since", flags.since, Date.now());
  await using sessions = userSessions();
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
};

function roleOf(text: string): (typeof roles)[number] {
  const role = roles.find((one) => one === text);
  if (role !== undefined) return role;
  const guess = nearestWord(text, roles);
  throw new ConfigError("usage", `--role cannot be "${text}".`, {
    hint: guess === undefined ? `Use one of: ${roles.join(", ")}.` : `Did you mean ${guess}?`,
  });
}
