import { listPermissions } from "@skein/host/permissions";
import { thisMachine } from "../machine.ts";
import { print, printJson } from "../print.ts";

export async function listPermissionsHere(asJson: boolean): Promise<void> {
  const listed = await listPermissions(thisMachine(), process.cwd());
  if (asJson) return printJson(listed);
  print(`Permission mode: ${listed.mode} (${listed.modeFrom})`);
  if (listed.rules.length === 0) print("No permission rules.");
  for (const { decision, rule, source } of listed.rules)
    print(`${decision.padEnd(6)} ${rule}${source === null ? "" : `  (${source})`}`);
  if (listed.remembered.length > 0) print("Always allowed by an answer:");
  for (const { tool, input, rules, cwd } of listed.remembered) {
    const what =
      rules.length > 0 ? rules.join(", ") : input === null ? tool : `${tool} ${JSON.stringify(input)}`;
    print(`  ${what}${cwd === null ? "" : ` in ${cwd}`}`);
  }
}
