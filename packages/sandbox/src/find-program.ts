import { accessSync, constants } from "node:fs";
import { join } from "node:path";

/** Folders that only the system's administrator can write to. `PATH` is not used: a project can be on it. */
export const systemFolders: readonly string[] = ["/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/local/bin"];

export function findProgram(name: string, folders: readonly string[]): string | undefined {
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
