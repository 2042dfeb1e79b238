import type { checkTable, suggestRules } from "@skein/host/permissions";

/** Rules that would have saved approvals. @param write - the command that writes one. */
export function suggestedLines(
  rules: Awaited<ReturnType<typeof suggestRules>>,
  write: (rule: string) => string,
): readonly string[] {
  const [first] = rules;
  if (!first) return ["No suggestions: no command was approved more than once in sessions of this folder."];
  return [
    ...rules.flatMap(({ rule, with: others, questions, examples }) => [
      `${[rule, ...others].join(" with ")}  would have saved ${questions} approvals`,
      `  such as: ${examples.join(" · ")}`,
    ]),
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
