import { suggestRules } from "@skein/host/permissions";
import { suggestedLines } from "@skein/terminal-views/permissions";
import { thisMachine } from "../machine.ts";
import { print, printJson } from "../print.ts";

const write = (rule: string): string => `skein permissions allow ${JSON.stringify(rule)}`;

export async function suggestPermissions(asJson: boolean): Promise<void> {
  const rules = await suggestRules(thisMachine(), process.cwd());
  if (asJson) printJson({ rules });
  else suggestedLines(rules, write).forEach(print);
}
