import { checkTable, explainCommand, listPermissions, saveRule, suggestRules } from "@skein/host/permissions";
import { exitCodes, type Verdict } from "@skein/protocol";
import {
  explanationLines,
  permissionLines,
  suggestedLines,
  tableLines,
} from "@skein/terminal-chat/permissions";
import { thisMachine } from "../machine.ts";
import { note, print, printJson } from "../print.ts";
import type { PermissionFlags as Flags } from "@skein/command-line/command-flags";

type Words = readonly string[];

export async function list({ json }: Flags): Promise<void> {
  const listed = await listPermissions(thisMachine(), process.cwd());
  if (json) printJson(listed);
  else permissionLines(listed).forEach(print);
}

export async function explain({ json, mode, outside = false }: Flags, [command = ""]: Words): Promise<void> {
  const options = { cwd: process.cwd(), mode, isOutside: outside };
  const found = await explainCommand(thisMachine(), command, options);
  if (json) printJson(found);
  else explanationLines(found).forEach(print);
}

export async function suggest({ json }: Flags): Promise<void> {
  const found = await suggestRules(thisMachine(), process.cwd());
  const write = (rule: string): string => `skein permissions allow ${JSON.stringify(rule)}`;
  if (json) printJson(found);
  else suggestedLines(found, write).forEach(print);
}

export function save(decision: Verdict) {
  return async ({ json, project = false }: Flags, [rule = ""]: Words): Promise<void> => {
    const options = { decision, cwd: process.cwd(), inProject: project };
    const saved = await saveRule(thisMachine(), rule, options);
    if (json) printJson(saved);
    else print(`${decision}: ${rule}, written to ${saved.file}`);
    if (saved.untrusted !== null)
      note(`It applies once the project is trusted: skein trust ${saved.untrusted}`);
  };
}

/** @returns the exit code: whether all decisions are the expected ones. */
export async function test({ json, mode }: Flags, [file = ""]: Words): Promise<number> {
  const results = await checkTable(thisMachine(), file, { cwd: process.cwd(), mode });
  const failed = results.filter(({ passed }) => !passed).length;
  if (json) printJson({ passed: results.length - failed, failed, results });
  else tableLines(results).forEach(print);
  return failed === 0 ? exitCodes.done : exitCodes["invalid-output"];
}
