import { readdirSync, type Dirent } from "node:fs";

/** Returns the entries of a folder with their types; none if it cannot be read. Never throws. */
export function folderEntries(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
