import { jsonFlag } from "@skein/command-line/flags";
import { spendingLines } from "@skein/terminal-chat/machine";
import { spendingHere } from "@skein/host/settings";
import { defineCommand } from "../arguments/command-line.ts";
import { thisMachine } from "../machine.ts";
import { print, printJson } from "../print.ts";

export const main = defineCommand({
  name: "budget",
  help: (flags) => `skein budget: what was spent today and in this project

Usage
  skein budget            dollars and tokens, and how much of budget.day and budget.project they are
  skein budget --json

Examples
  skein budget --json | jq .day.spentUsd

Counted is what ran with budget.day or budget.project in a config file.

Flags
${flags}
`,
  flags: {
    json: jsonFlag,
  },
  run: async (flags) => {
    const report = await spendingHere(thisMachine(), process.cwd());
    if (flags.json) printJson(report);
    else for (const line of spendingLines(report)) print(line);
  },
});
