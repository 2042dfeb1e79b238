import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** Changes with every file of the recordings that are not part of the repository; `none` without them. */
export function fixturesHash(): string {
  const folder = process.env["SKEIN_FIXTURES"] ?? resolve("../shared/fixtures");
  if (!existsSync(folder)) return "none";
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hash = createHash("sha256");
  for (const file of files.toSorted()) {
    hash
      .update(`${file.slice(folder.length)}\0`)
      .update(readFileSync(file))
      .update("\0");
  }
  return hash.digest("hex");
}
