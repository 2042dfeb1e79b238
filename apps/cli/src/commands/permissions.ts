import { ConfigError } from "@skein/protocol";
import { commandGroup } from "../arguments/command-group.ts";
import { jsonFlag } from "../arguments/common-flags.ts";
import { defineCommand, type CommandForm } from "../arguments/define-command.ts";
import { flagHelp } from "../arguments/flag-help.ts";
import type { Command } from "../command.ts";

const flags = {
  json: jsonFlag,
  mode: { value: "MODE", description: "As in this permission mode; default: that of your settings" },
  outside: { description: "For explain: of a command that asks to run outside the sandbox" },
  project: { description: "For allow, ask and deny: into .skein/config.yaml of the project" },
} as const;

const help = `skein permissions: which tool calls, commands and files need an approval

Usage
  skein permissions list               the mode, the rules with their places, remembered answers
  skein permissions explain "COMMAND"  what would be decided of a shell command, and why
  skein permissions suggest            rules that would have saved approvals in past sessions here
  skein permissions allow RULE         write a rule; the same with ask and deny
  skein permissions test FILE          check a map of commands with the decisions you expect

Examples
  skein permissions explain "git status && git push"
  skein permissions allow "shell(npm test *)"
  skein permissions deny "read(secrets/**)" --project
  skein permissions explain "make" --json | jq .decision

Flags
${flagHelp(flags)}

Exit codes
  0 done · 2 a rule or file that cannot be understood · 6 a decision is not the one that \`test\` expects
`;

type Run = CommandForm<typeof flags>["run"];

/** All of them have one help. @param what - what its one word is; without it the command takes none. */
function permissionsCommand(run: Run, what?: string): () => Promise<{ readonly main: Command }> {
  return async () => ({
    main: defineCommand({
      name: "permissions",
      help: () => help,
      flags,
      words: what === undefined ? 0 : 1,
      run: async (given, words, commands) => {
        if (what !== undefined && words[0] === undefined)
          throw new ConfigError("usage", `${what} is missing.`, { hint: "See skein permissions --help." });
        return run(given, words, commands);
      },
    }),
  });
}

function saving(decision: "allow" | "ask" | "deny"): ReturnType<typeof permissionsCommand> {
  const run: Run = async ({ json = false, project = false }, [rule = ""]) =>
    (await import("../permissions/save.ts")).savePermission(rule, { decision, json, project });
  return permissionsCommand(run, "A rule");
}

export const main = commandGroup("permissions", help, {
  list: permissionsCommand(async ({ json = false }) =>
    (await import("../permissions/list.ts")).listPermissionsHere(json),
  ),
  explain: permissionsCommand(
    async ({ json = false, mode, outside = false }, [command = ""]) =>
      (await import("../permissions/explain.ts")).explainPermission(command, {
        json,
        mode,
        isOutside: outside,
      }),
    "A command",
  ),
  suggest: permissionsCommand(async ({ json = false }) =>
    (await import("../permissions/suggest.ts")).suggestPermissions(json),
  ),
  allow: saving("allow"),
  ask: saving("ask"),
  deny: saving("deny"),
  test: permissionsCommand(
    async ({ json = false, mode }, [file = ""]) =>
      (await import("../permissions/test-table.ts")).testPermissions(file, { json, mode }),
    "A file",
  ),
});
