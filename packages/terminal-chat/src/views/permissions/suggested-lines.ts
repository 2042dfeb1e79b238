import { broadRuleLines } from "./permission-lines.ts";
import type { checkTable, suggestRules } from "@skein/host/permissions";

/** Rules that would have saved approvals, and written ones that are too broad. @param write - the command that writes one. */
export function suggestedLines(
  { rules, broad }: Awaited<ReturnType<typeof suggestRules>>,
  write: (rule: string) => string,
): readonly string[] {
  const [first] = rules;
  const warnings = broad.flatMap(broadRuleLines);
  if (!first)
    return warnings.length > 0
      ? warnings
      : ["No suggestions: no command was approved more than once in sessions of this folder."];
  return [
    ...rules.flatMap(({ rule, with: others, questions, examples }) => [
      `${[rule, ...others].join(" with ")}  would have saved ${questions} approvals`,
      `  such as: ${examples.join(" · ")}`,
    ]),
    ...warnings,
    `\nTo write one: ${write(first.rule)}`,
  ];
}

/** The commands that are not decided as expected, and how many are. */
export function tableLines(results: Awaited<ReturnType<typeof checkTable>>): readonly string[] {
  const failed = results.filter(({ passed }) => !passed);
  return [
    ...failed.map(
      ({ expected, explanation: { command, decision, by } }) =>
        `${command}: expected ${expected}, decided ${decision} (${by})`,
    ),
    `${results.length - failed.length} of ${results.length} commands are decided as expected.`,
  ];
}
