import { innerLists } from "./capture/ignored-list.ts";
import type { FileEntry } from "./entries.ts";
import type { Pace } from "./pace.ts";
import { readTree } from "./store/objects.ts";
import { readSnapshot } from "./store/snapshots.ts";
import type { CheckpointStore } from "./store/store.ts";

export interface Marks {
  /** Hashes of referenced objects. */
  readonly marked: Set<string>;
  /** Snapshots that have been marked. */
  readonly walked: Set<string>;
}

/** Marks all objects that a snapshot refers to; what is below a marked one is marked already. */
export async function markReferences(
  store: CheckpointStore,
  id: string,
  { marked, walked, pace }: Marks & { readonly pace: Pace },
): Promise<void> {
  if (walked.has(id)) return;
  const body = readSnapshot(store, id);
  walked.add(id);
  if (!body) return;
  const waiting: string[] = body.tree === null ? [] : [body.tree];
  const need = ({ type, hash }: FileEntry): void => {
    if (type === "folder") waiting.push(hash);
    else marked.add(hash);
  };
  for (const { entry } of body.named) if (entry) need(entry);
  const lists = body.ignored === undefined ? [] : [body.ignored];
  for (let list = lists.pop(); list !== undefined; list = lists.pop()) {
    if (marked.has(list)) continue;
    const rest = pace();
    if (rest) await rest;
    marked.add(list);
    lists.push(...innerLists(store, list));
  }
  for (let tree = waiting.pop(); tree !== undefined; tree = waiting.pop()) {
    if (marked.has(tree)) continue;
    const rest = pace();
    if (rest) await rest;
    marked.add(tree);
    const { rules, entries } = readTree(store, tree);
    if (rules !== undefined) marked.add(rules);
    entries.forEach(need);
  }
}
