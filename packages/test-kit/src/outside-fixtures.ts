import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** Where material that others recorded and published is looked for. It is not part of this repository. */
const folder = process.env["SKEIN_FIXTURES"] ?? resolve(import.meta.dirname, "../../../../shared/fixtures");

export function outsidePath(path: string): string {
  return join(folder, path);
}

/** The `cases` of a JSON file in that folder; none when it is not there: skip, visibly, then. */
export function outsideCases(path: string): readonly unknown[] {
  if (!existsSync(outsidePath(path))) return [];
  return (JSON.parse(readFileSync(outsidePath(path), "utf8")) as { readonly cases: readonly unknown[] })
    .cases;
}
