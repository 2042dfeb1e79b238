import { isEnvSample } from "@skein/protocol";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

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
  return (name === ".env" || name.startsWith(".env.")) && !isEnvSample(name);
}
