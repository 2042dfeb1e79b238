import { suggestRules } from "@skein/host/permissions";
import { thisMachine } from "../machine.ts";
import { print, printJson } from "../print.ts";

export async function suggestPermissions(asJson: boolean): Promise<void> {
  const rules = await suggestRules(thisMachine(), process.cwd());
  if (asJson) return printJson({ rules });
  if (rules.length === 0)
    print("No suggestions: no command was approved more than once in sessions of this folder.");
  for (const { rule, with: others, questions, examples } of rules) {
    print(`${[rule, ...others].join(" with ")}  would have saved ${questions} approvals`);
    print(`  such as: ${examples.join(" · ")}`);
  }
  const [first] = rules;
  if (first) print(`\nTo write one: skein permissions allow ${JSON.stringify(first.rule)}`);
}
