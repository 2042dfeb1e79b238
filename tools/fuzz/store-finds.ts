import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { findsFileOf, type StoredFind, type FuzzRecord } from "../../packages/property-tests/src/index.ts";

/**
 * Stores the counterexamples next to their tests, each once.
 *
 * @returns the files that changed, relative to the root.
 */
export function storeFinds(root: string, records: readonly FuzzRecord[]): readonly string[] {
  const changed = new Set<string>();
  for (const { file, find } of records) {
    if (find === undefined) continue;
    const target = findsFileOf(file);
    const stored = readFinds(join(root, target));
    if (stored.some((other) => isDeepStrictEqual(other, find))) continue;
    writeFileSync(join(root, target), `${JSON.stringify([...stored, find], undefined, 2)}\n`);
    changed.add(target);
  }
  return [...changed];
}

function readFinds(path: string): readonly StoredFind[] {
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as readonly StoredFind[]) : [];
}
