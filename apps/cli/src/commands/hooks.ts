import { flagHelp } from "@skein/command-line";
import { jsonFlag } from "@skein/command-line/flags";
import { commandGroup, groupCommands } from "../arguments/command-line.ts";
import { loadHooksList, loadHooksTest } from "../later.ts";

const testFlags = {
  tool: {
    value: "NAME",
    description: "For events about a tool: Bash, Edit, mcp__server__tool; default: Bash",
  },
  input: {
    value: "JSON",
    description: "The input of the call, or fields of the event; default: a plausible one",
  },
  json: jsonFlag,
} as const;

const help = `skein hooks: your commands and HTTP calls at fixed points of a session

Usage
  skein hooks list         the hooks that count in this folder, where they stand, and whether they run
  skein hooks test EVENT   run the hooks of an event with a made-up one, and say what would come of it

Hooks stand under hooks in a config file, in the form of Claude Code. Those of a project run once it is trusted.

Examples
  skein hooks list --json | jq '.hooks[].run'
  skein hooks test PreToolUse --tool Bash --input '{"command":"rm -rf build"}'
  skein hooks test UserPromptSubmit --input '{"prompt":"Deploy it"}'
  skein hooks test Stop --json

Flags
${flagHelp(testFlags)}

Exit codes
  0 done, whatever the hooks say · 2 an event, input or hook that cannot be understood · 6 a hook failed
`;

const command = groupCommands("hooks", help, testFlags);

export const main = commandGroup("hooks", help, {
  list: command(async ({ json = false }) => (await loadHooksList()).listHooksHere(json)),
  test: command(async (flags, [event]) => (await loadHooksTest()).testHooks(event, flags), {
    needs: ["An event"],
  }),
});
