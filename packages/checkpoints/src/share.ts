import type { FileEntry } from "./entries.ts";
import { innerLists } from "./capture/ignored-list.ts";
import { diffSnapshots } from "./diff.ts";
import type { Pace } from "./pace.ts";
import { markReferences } from "./references.ts";
import { neededSnapshot } from "./restore.ts";
import { hasObject, objectWriter, readObject, readTree } from "./store/objects.ts";
import { readSnapshot, saveSnapshot, type SnapshotBody } from "./store/snapshots.ts";
import { damaged } from "./store/store-errors.ts";
import type { CheckpointStore } from "./store/store.ts";

/** Where another store gets the objects of a snapshot from: bytes by their SHA-256. */
export interface SharedPlace {
  /** A snapshot of what every machine can make itself: the contents of the files in its tree are put there only when they have changed. */
  readonly base: string;
  readonly put: (bytes: Uint8Array) => Promise<unknown>;
  /** Hashes of what was put there; it is put there once. */
  readonly published: Set<string>;
}

/** Puts a snapshot and what it refers to where another store gets it from; the base, too, without its files. */
export async function publishSnapshot(
  store: CheckpointStore,
  id: string,
  { base, put, published }: SharedPlace,
  pace: Pace,
): Promise<void> {
  const send = async (hash: string, bytes: () => Uint8Array): Promise<void> => {
    if (published.has(hash)) return;
    await put(bytes());
    published.add(hash);
  };
  const sendBody = (of: string, body: SnapshotBody): Promise<void> =>
    send(of, () => Buffer.from(JSON.stringify(body)));
  const [before, after] = [neededSnapshot(store, base), neededSnapshot(store, id)];
  const inBase = new Set<string>();
  await markReferences(store, base, { marked: inBase, walked: new Set(), pace });
  const referenced = new Set(inBase);
  await markReferences(store, id, { marked: referenced, walked: new Set(), pace });
  const changed = diffSnapshots(store, before, after).flatMap((one) =>
    [one.before, one.after].flatMap((entry) => entry?.hash ?? []),
  );
  const skeleton = skeletonOf(store, before);
  for (const hash of new Set([...skeleton, ...changed, ...[...referenced].filter((one) => !inBase.has(one))]))
    await send(hash, () => readObject(store, hash));
  await sendBody(base, before);
  await sendBody(id, after); // last: who finds it finds all of it
}

/** Folders, rules and lists, without the contents of files; what was named apart from the tree, such as git's own, whole. */
function skeletonOf(store: CheckpointStore, { tree, ignored, named }: SnapshotBody): readonly string[] {
  const found: string[] = [];
  const walk = (folder: string, withFiles: boolean): void => {
    found.push(folder);
    const { rules, entries } = readTree(store, folder);
    if (rules !== undefined) found.push(rules);
    for (const { type, hash } of entries) {
      if (type === "folder") walk(hash, withFiles);
      else if (withFiles) found.push(hash);
    }
  };
  if (tree !== null) walk(tree, false);
  for (const { entry } of named) {
    if (entry?.type === "folder") walk(entry.hash, true);
    else if (entry) found.push(entry.hash);
  }
  const lists = ignored === undefined ? [] : [ignored];
  for (let next = lists.pop(); next !== undefined; next = lists.pop()) {
    found.push(next);
    lists.push(...innerLists(store, next));
  }
  return found;
}

/**
 * Gets a snapshot that another store has published, with what is missing here. Contents of files that were not published
 * are those of the base: they are missing until that is captured here.
 *
 * @returns whether it was there.
 */
export async function receiveSnapshot(
  store: CheckpointStore,
  id: string,
  get: (hash: string) => Promise<Uint8Array | undefined>,
  now: number,
): Promise<boolean> {
  if (readSnapshot(store, id)) return true;
  const bytes = await get(id);
  if (!bytes) return false;
  const body = JSON.parse(Buffer.from(bytes).toString()) as SnapshotBody;
  const generation = store.generation();
  const writer = objectWriter(store);

  async function take(hash: string): Promise<boolean> {
    if (hasObject(store, hash)) return true;
    const found = await get(hash);
    if (!found) return false;
    await writer.add(hash, found);
    writer.flush();
    return true;
  }
  async function need(hash: string): Promise<void> {
    if (!(await take(hash)))
      throw damaged(store.folder, `the content ${hash} of a shared checkpoint is missing`);
  }
  async function takeEntry({ type, hash }: FileEntry): Promise<void> {
    if (type !== "folder") return void (await take(hash));
    await need(hash);
    const { rules, entries } = readTree(store, hash);
    if (rules !== undefined) await need(rules);
    for (const entry of entries) await takeEntry(entry);
  }
  async function takeList(hash: string): Promise<void> {
    await need(hash);
    for (const list of innerLists(store, hash)) await takeList(list);
  }

  if (body.tree !== null) await takeEntry({ type: "folder", mode: 0o755, hash: body.tree });
  for (const { entry } of body.named) if (entry) await takeEntry(entry);
  if (body.ignored !== undefined) await takeList(body.ignored);
  saveSnapshot(store, body, generation, now);
  return true;
}
