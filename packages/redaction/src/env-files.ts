import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** These hold dummy values and belong in version control. */
const samples = new Set(["example", "sample", "template", "dist", "default", "defaults", "schema"]);

/**
 * `.env`, `.env.local`, `.env.production` … of a folder, without `.env.example` and the like. None when it cannot be
 * read.
 */
export async function envFilesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter(isEnvFile)
    .toSorted()
    .map((name) => join(folder, name));
}

export function isEnvFile(name: string): boolean {
  const [first, second, ...rest] = name.split(".");
  return first === "" && second === "env" && !rest.some((part) => samples.has(part.toLowerCase()));
}
