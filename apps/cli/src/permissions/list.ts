import { listPermissions } from "@skein/host/permissions";
import { permissionLines } from "@skein/terminal-views/permissions";
import { thisMachine } from "../machine.ts";
import { print, printJson } from "../print.ts";

export async function listPermissionsHere(asJson: boolean): Promise<void> {
  const listed = await listPermissions(thisMachine(), process.cwd());
  if (asJson) printJson(listed);
  else permissionLines(listed).forEach(print);
}
