import { checkTable } from "@skein/host/permissions";
import { exitCodes } from "@skein/protocol";
import { tableLines } from "@skein/terminal-views/permissions";
import { thisMachine } from "../machine.ts";
import { print, printJson } from "../print.ts";

interface Wanted {
  readonly json: boolean;
  readonly mode: string | undefined;
}

/** @returns the exit code: whether all decisions are the expected ones. */
export async function testPermissions(file: string, { json, mode }: Wanted): Promise<number> {
  const results = await checkTable(thisMachine(), file, { cwd: process.cwd(), mode });
  const failed = results.filter(({ passed }) => !passed).length;
  if (json) printJson({ passed: results.length - failed, failed, results });
  else tableLines(results).forEach(print);
  return failed === 0 ? exitCodes.done : exitCodes["invalid-output"];
}
