import { join } from "node:path";
import { isProgram } from "@skein/platform/files";

/** Folders that only the system's administrator can write to. `PATH` is not used: a project can be on it. */
export const systemFolders: readonly string[] = ["/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/local/bin"];

export function findProgram(name: string, folders: readonly string[]): string | undefined {
  return folders.map((folder) => join(folder, name)).find(isProgram);
}
