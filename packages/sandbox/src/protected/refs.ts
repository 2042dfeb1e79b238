import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Repository } from "./git-folder.ts";
import { orNothing } from "./entries.ts";

/** Ids of commits and tags. */
export type Refs = ReadonlySet<string>;

const id = /\b(?:[0-9a-f]{64}|[0-9a-f]{40})\b/g;
const heads = [
  "HEAD",
  "ORIG_HEAD",
  "MERGE_HEAD",
  "CHERRY_PICK_HEAD",
  "REVERT_HEAD",
  "REBASE_HEAD",
  "AUTO_MERGE",
];

/** Texts that were read before, by path and stamp: most branches do not change between two commands. */
const texts = new Map<string, { readonly stamp: string; readonly ids: readonly string[] }>();
const mostTexts = 50_000;

/**
 * What the branches, tags, stashes and HEADs of a repository point to. `FETCH_HEAD` does not count: fetching is how foreign
 * content comes in. In a repository that stores them as a reftable, there are none.
 */
export function readRefs({ common, folder }: Repository): Refs {
  const worktrees = (orNothing(() => readdirSync(join(common, "worktrees"))) ?? []).map((name) =>
    join(common, "worktrees", name),
  );
  const files = [
    join(common, "packed-refs"),
    // Earlier stashes are nowhere else.
    join(common, "logs", "refs", "stash"),
    ...[...new Set([common, folder, ...worktrees])].flatMap((one) => heads.map((name) => join(one, name))),
    ...filesBelow(join(common, "refs")),
    ...(folder === common ? [] : filesBelow(join(folder, "refs"))),
  ];
  return new Set(files.flatMap(idsIn));
}

function filesBelow(folder: string): readonly string[] {
  const entries = orNothing(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries
    .filter(({ name }) => name !== "replace")
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [path];
    });
}

function idsIn(file: string): readonly string[] {
  const stats = orNothing(() => lstatSync(file, { bigint: true, throwIfNoEntry: false }));
  if (!stats?.isFile()) return [];
  const stamp = [stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join();
  const before = texts.get(file);
  if (before?.stamp === stamp) return before.ids;
  const ids = orNothing(() => readFileSync(file, "utf8"))?.match(id) ?? [];
  if (texts.size >= mostTexts) texts.clear();
  texts.set(file, { stamp, ids });
  return ids;
}
