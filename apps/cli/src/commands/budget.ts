import { spendingReport, type SpendingLine, type SpendingReport } from "@skein/runtime";
import { effectiveSettings, spendingLimits } from "@skein/host/settings";
import { thisMachine } from "../machine.ts";
import { flagHelp } from "../arguments/flag-help.ts";
import { budgetFlags } from "../arguments/flags.ts";
import { parseFlags } from "../arguments/parse-flags.ts";
import { refuseWords } from "../arguments/subcommand.ts";
import type { Command } from "../command.ts";
import { cleanText } from "../terminal/clean-text.ts";

const help = `skein budget: what was spent today and in this project

Usage
  skein budget            dollars and tokens, and how much of budget.day and budget.project they are
  skein budget --json

Examples
  skein budget --json | jq .day.spentUsd

Counted is what ran with budget.day or budget.project in a config file.

Flags
${flagHelp(budgetFlags)}
`;

export const main: Command = async (args) => {
  const { flags, words } = parseFlags("budget", budgetFlags, args);
  if (flags.help) {
    process.stdout.write(help);
    return 0;
  }
  refuseWords("budget", words);
  const cwd = process.cwd();
  const { sections, folders } = await effectiveSettings(thisMachine(), cwd);
  const report = await spendingReport({ limits: spendingLimits(sections), cwd, dataFolder: folders.data });
  process.stdout.write(flags.json ? `${JSON.stringify(report, undefined, 2)}\n` : reportText(report));
  return 0;
};

function reportText({ day, project }: SpendingReport): string {
  const lines = [
    `today         ${lineText(day, "budget.day")}`,
    `this project  ${lineText(project, "budget.project")}`,
    `              ${cleanText(project.folder)}`,
  ];
  if (day.limitUsd === null && project.limitUsd === null)
    lines.push("", "Nothing is counted from now on: set budget.day or budget.project in your config file.");
  return `${lines.join("\n")}\n`;
}

function lineText(
  { spentUsd, tokens, isEstimate, reservedUsd, limitUsd }: SpendingLine,
  setting: string,
): string {
  const about = isEstimate ? "at most " : "";
  const spent = spentUsd === null ? "an unknown amount" : `${about}$${spentUsd.toFixed(4)}`;
  const of =
    limitUsd === null ? `, no limit (${setting})` : ` of $${limitUsd}${shareText(spentUsd, limitUsd)}`;
  const reserved = reservedUsd > 0 ? `, $${reservedUsd.toFixed(4)} set aside for calls under way` : "";
  return `${spent}${of}, ${tokens.toLocaleString("en")} tokens${reserved}`;
}

function shareText(spentUsd: number | null, limitUsd: number): string {
  return spentUsd === null || limitUsd === 0 ? "" : ` (${Math.floor((100 * spentUsd) / limitUsd)} %)`;
}
