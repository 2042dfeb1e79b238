import { checkTable } from "@skein/host/permissions";
import { exitCodes } from "@skein/protocol";
import { thisMachine } from "../machine.ts";
import { print, printJson } from "../print.ts";

interface Wanted {
  readonly json: boolean;
  readonly mode: string | undefined;
}

/** @returns the exit code: whether all decisions are the expected ones. */
export async function testPermissions(file: string, { json, mode }: Wanted): Promise<number> {
  const results = await checkTable(thisMachine(), file, { cwd: process.cwd(), mode });
  const failed = results.filter(({ passed }) => !passed);
  if (json) printJson({ passed: results.length - failed.length, failed: failed.length, results });
  else {
    for (const { expected, explanation } of failed) {
      print(
        `${explanation.command}: expected ${expected}, decided ${explanation.decision} (${explanation.by})`,
      );
    }
    print(`${results.length - failed.length} of ${results.length} commands are decided as expected.`);
  }
  return failed.length === 0 ? exitCodes.done : exitCodes["invalid-output"];
}
