import { flagHelp } from "@skein/command-line";
import { commandGroup, groupCommands } from "../arguments/command-line.ts";
import type * as permissionCommands from "../permissions/permission-commands.ts";
import { permissionFlags, type PermissionFlags } from "@skein/command-line/command-flags";
import { loadPermissionCommands } from "../later.ts";

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
${flagHelp(permissionFlags)}

Exit codes
  0 done · 2 a rule or file that cannot be understood · 6 a decision is not the one that \`test\` expects
`;

const command = groupCommands("permissions", help, permissionFlags);

type Run = (flags: PermissionFlags, words: readonly string[]) => Promise<number | void>;

/** @param what - what its one word is; without it the command takes none. */
function loaded(pick: (module: typeof permissionCommands) => Run, what?: string) {
  const run: Run = async (flags, words) => pick(await loadPermissionCommands())(flags, words);
  return command(run, { needs: what === undefined ? [] : [what] });
}

export const main = commandGroup("permissions", help, {
  list: loaded((module) => module.list),
  explain: loaded((module) => module.explain, "A command"),
  suggest: loaded((module) => module.suggest),
  allow: loaded((module) => module.save("allow"), "A rule"),
  ask: loaded((module) => module.save("ask"), "A rule"),
  deny: loaded((module) => module.save("deny"), "A rule"),
  test: loaded((module) => module.test, "A file"),
});
