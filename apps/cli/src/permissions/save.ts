import { saveRule } from "@skein/host/permissions";
import { thisMachine } from "../machine.ts";
import { note, print, printJson } from "../print.ts";

interface Wanted {
  readonly decision: "allow" | "ask" | "deny";
  readonly json: boolean;
  readonly project: boolean;
}

export async function savePermission(rule: string, { decision, json, project }: Wanted): Promise<void> {
  const options = { decision, cwd: process.cwd(), inProject: project };
  const saved = await saveRule(thisMachine(), rule, options);
  if (json) printJson(saved);
  else print(`${decision}: ${rule}, written to ${saved.file}`);
  if (saved.untrusted !== null)
    note(`It applies once the project is trusted: skein trust ${saved.untrusted}`);
}
