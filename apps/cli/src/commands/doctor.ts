import { jsonFlag } from "@skein/command-line/flags";
import { jsonText } from "@skein/terminal";
import { exitCodes } from "@skein/protocol";
import { findingLines } from "@skein/terminal-chat/machine";
import { defineCommand } from "../arguments/command-line.ts";
import type { SaidFinding } from "../doctor/said-finding.ts";
import { loadExamine } from "../later.ts";

export const main = defineCommand({
  name: "doctor",
  help: (flags) => `skein doctor: look for what could keep Skein from working

Usage
  skein doctor              everything; asks the chosen provider one cheap question
  skein doctor --offline    without the network

Examples
  skein doctor --json | jq '.findings[] | select(.state == "problem")'

Flags
${flags}

Exit codes
  0 nothing is wrong · 3 only the provider cannot be reached or refuses · 2 anything else is wrong
`,
  flags: {
    offline: { description: "Ask no provider" },
    json: jsonFlag,
  },
  run: async (flags) => {
    const { examine } = await loadExamine();
    const { stdout } = process;
    const findings: SaidFinding[] = [];
    for await (const finding of examine({ cwd: process.cwd(), isOffline: flags.offline ?? false })) {
      if (!flags.json)
        for (const line of findingLines(finding, findings.at(-1), stdout)) stdout.write(`${line}\n`);
      findings.push(finding);
    }
    const problems = findings.filter(({ state }) => state === "problem");
    const exitCode = exitCodeOf(problems);
    if (flags.json) stdout.write(`${jsonText({ findings, exitCode }, 2)}\n`);
    else stdout.write(problems.length === 0 ? "\nNothing is wrong.\n" : `\nProblems: ${problems.length}\n`);
    return exitCode;
  },
});

function exitCodeOf(problems: readonly SaidFinding[]): number {
  if (problems.length === 0) return exitCodes.done;
  return problems.every(({ isProviders }) => isProviders) ? exitCodes.provider : exitCodes["not-started"];
}
