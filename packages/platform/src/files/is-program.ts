import { accessSync, constants, statSync } from "node:fs";

/** Returns true for a file that this user may run. Follows links. Never throws. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
