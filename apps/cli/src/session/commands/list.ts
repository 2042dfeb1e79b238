import { readLimit } from "@skein/command-line";
import { jsonFlag } from "@skein/command-line/flags";
import { defineCommand } from "../../arguments/command-line.ts";
import { listSessions } from "../list.ts";
import { userSessions } from "../user-session.ts";

export const main = defineCommand({
  name: "session list",
  help: {
    title: "the sessions of this folder, the newest first",
    usage: ["[flags]"],
    examples: ["skein session list --all --limit 5", "skein session list --json | jq '.sessions[].id'"],
  },
  flags: {
    all: { short: "a", description: "Those of all folders" },
    subagents: { description: "Those of subagents too" },
    limit: { short: "l", value: "N", description: "At most so many; default 20, 0 for all" },
    json: jsonFlag,
  },
  run: async (flags) => {
    const limit = readLimit(flags.limit);
    await using sessions = await userSessions();
    return await listSessions(sessions, {
      cwd: flags.all ? undefined : process.cwd(),
      limit,
      subagents: flags.subagents ?? false,
      asJson: flags.json ?? false,
    });
  },
});
