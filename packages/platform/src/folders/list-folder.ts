import { readdirSync } from "node:fs";

/** Returns the names in a folder; none if it cannot be read. Never throws. */
export function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
