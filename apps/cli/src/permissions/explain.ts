import { explainCommand } from "@skein/host/permissions";
import { explanationLines } from "@skein/terminal-views/permissions";
import { thisMachine } from "../machine.ts";
import { print, printJson } from "../print.ts";

interface Wanted {
  readonly json: boolean;
  readonly mode: string | undefined;
  readonly isOutside: boolean;
}

export async function explainPermission(command: string, { json, mode, isOutside }: Wanted): Promise<void> {
  const found = await explainCommand(thisMachine(), command, { cwd: process.cwd(), mode, isOutside });
  if (json) printJson(found);
  else explanationLines(found).forEach(print);
}
