import { lstatSync, readdirSync } from "node:fs";
import { absolute, inside, type ExcludedPath } from "../entries.ts";
import { fingerprint } from "../fingerprint.ts";
import { hashOf } from "../store/hash.ts";
import { readNeeded } from "../store/objects.ts";
import type { Pace } from "../pace.ts";
import { damaged } from "../store/store-errors.ts";
import type { CheckpointStore } from "../store/store.ts";
import { tryTo } from "../try-to.ts";

/**
 * What is ignored in a folder, without contents: enough to tell what was created, deleted or changed. A `way` is a
 * folder that is not ignored but contains ignored entries.
 */
interface ListEntry {
  readonly type: "file" | "folder" | "way";
  /** For a folder or a way: its mode and the hash of its list; for anything else mode, inode, size and time. */
  readonly state: string;
  readonly name: string;
}

const heading = "skein-ignored-1";
const letters: Readonly<Record<ListEntry["type"], string>> = { file: "f", folder: "d", way: "w" };
const types: Readonly<Record<string, ListEntry["type"]>> = { f: "file", d: "folder", w: "way" };
const line = /^([fdw]) (\S+) ([^/]+)$/s;

/** Maximum entries per snapshot. The rest is listed as unseen. */
const mostEntries = 100_000;

export interface ListWork {
  /** A real path. */
  readonly base: string;
  /** Folders that are skipped. */
  readonly hidden: readonly string[];
  readonly pace: Pace;
  readonly keep: (hash: string, bytes: Uint8Array) => Promise<void> | undefined;
  /** Default 100,000. */
  readonly maxEntries?: number | undefined;
}

interface Way {
  readonly ways: Map<string, Way>;
  readonly names: string[];
}

/** @param paths - ignored paths, without their content. @returns the hash of the list, and what it leaves out. */
export async function listIgnored(
  work: ListWork,
  paths: readonly string[],
): Promise<{ readonly list: string; readonly unseen: readonly ExcludedPath[] }> {
  const root: Way = { ways: new Map(), names: [] };
  for (const path of paths) {
    const names = path.split("/");
    const last = names.pop()!;
    let way = root;
    for (const name of names) {
      const next: Way = way.ways.get(name) ?? { ways: new Map(), names: [] };
      way.ways.set(name, next);
      way = next;
    }
    way.names.push(last);
  }
  const unseen: ExcludedPath[] = [];
  const count = { left: work.maxEntries ?? mostEntries };
  return { list: await listWay(work, { count, unseen }, "", root), unseen };
}

interface Found {
  readonly count: { left: number };
  readonly unseen: ExcludedPath[];
}

async function listWay(work: ListWork, found: Found, path: string, { ways, names }: Way): Promise<string> {
  const entries: ListEntry[] = [];
  for (const [name, way] of ways)
    entries.push({ type: "way", name, state: await listWay(work, found, inside(path, name), way) });
  for (const name of names.toSorted()) {
    const own = inside(path, name);
    const before = found.count.left;
    const entry = await listOne(work, found.count, own, name);
    if (entry === "too many") {
      const reason = "it is ignored, and too large to watch";
      found.unseen.push({ path: own, reason });
      // The rest still gets a share of what is left.
      found.count.left = Math.floor(before / 2);
    } else if (entry) entries.push(entry);
  }
  return keepList(work, entries);
}

async function keepList({ keep }: ListWork, entries: readonly ListEntry[]): Promise<string> {
  const sorted = entries.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const text = sorted.map(({ type, state, name }) => `${letters[type]} ${state} ${name}\0`).join("");
  const bytes = Buffer.from(`${heading}\0${text}`);
  const hash = hashOf(bytes);
  const kept = keep(hash, bytes);
  if (kept) await kept;
  return hash;
}

async function listOne(
  work: ListWork,
  count: Found["count"],
  path: string,
  name: string,
): Promise<ListEntry | "too many" | undefined> {
  const place = absolute(work.base, path);
  if (work.hidden.includes(place)) return undefined;
  if (--count.left < 0) return "too many";
  const stats = tryTo(() => lstatSync(place, { throwIfNoEntry: false }));
  // A name that is not valid text cannot be looked up.
  if (!stats) return { type: "file", name, state: fingerprint(place).replaceAll(" ", ".") };
  const { mode, ino, size, mtimeMs } = stats;
  if (!stats.isDirectory()) return { type: "file", name, state: `${mode}.${ino}.${size}.${mtimeMs}` };
  const rest = work.pace();
  if (rest) await rest;
  const entries: ListEntry[] = [];
  for (const inner of tryTo(() => readdirSync(place)) ?? []) {
    const entry = await listOne(work, count, inside(path, inner), inner);
    if (entry === "too many") return entry;
    if (entry) entries.push(entry);
  }
  return { type: "folder", name, state: `${mode}.${await keepList(work, entries)}` };
}

function readList(store: CheckpointStore, hash: string): readonly ListEntry[] {
  const [first, ...lines] = Buffer.from(readNeeded(store, hash)).toString().split("\0");
  if (first !== heading || lines.pop() !== "") throw damaged(store.folder, `the list ${hash} is invalid`);
  return lines.map((text) => {
    const [, letter = "", state = "", name = ""] = line.exec(text) ?? [];
    const type = types[letter];
    if (type === undefined) throw damaged(store.folder, `the list ${hash} is invalid`);
    return { type, state, name };
  });
}

/** The lists of the folders in a list. */
export function innerLists(store: CheckpointStore, hash: string): readonly string[] {
  return readList(store, hash).flatMap((entry) => listOf(entry) ?? []);
}

function listOf({ type, state }: ListEntry): string | undefined {
  if (type === "file") return undefined;
  return type === "way" ? state : state.slice(state.indexOf(".") + 1);
}

/** Whether a path is in a list, or in a folder of it. */
export function isListed(store: CheckpointStore, hash: string, path: string): boolean {
  let list: string | undefined = hash;
  for (const name of path.split("/")) {
    const entry: ListEntry | undefined =
      list === undefined ? undefined : readList(store, list).find((one) => one.name === name);
    if (!entry) return false;
    list = listOf(entry);
  }
  return true;
}

export type IgnoredFate = "came" | "went" | "changed";

/** What became of ignored files. A folder that was created or deleted is listed without its content. */
export interface IgnoredChange {
  readonly path: string;
  readonly change: IgnoredFate;
}

function modeOf({ state }: ListEntry): string {
  return state.slice(0, state.indexOf("."));
}

/** @param kept - captured paths: they and their content are not reported. */
export function compareLists(
  store: CheckpointStore,
  [before, after]: readonly [string, string],
  kept: readonly string[],
): readonly IgnoredChange[] {
  const found: IgnoredChange[] = [];
  const isKept = (path: string) => kept.some((one) => path === one || path.startsWith(`${one}/`));
  const holdsKept = (path: string) => kept.some((one) => one.startsWith(`${path}/`));
  const compare = (path: string, one: string | undefined, other: string | undefined): void => {
    if (one === other) return;
    const now = new Map(
      (other === undefined ? [] : readList(store, other)).map((entry) => [entry.name, entry]),
    );
    for (const was of one === undefined ? [] : readList(store, one)) {
      compareOne(inside(path, was.name), was, now.get(was.name));
      now.delete(was.name);
    }
    for (const entry of now.values()) compareOne(inside(path, entry.name), undefined, entry);
  };
  const compareOne = (path: string, was: ListEntry | undefined, is: ListEntry | undefined): void => {
    if (was?.state === is?.state || isKept(path)) return;
    const [one, other] = [was && listOf(was), is && listOf(is)];
    const isWay = was?.type === "way" || is?.type === "way";
    if ((one !== undefined && other !== undefined) || isWay || holdsKept(path)) {
      const hasOtherMode = was?.type === "folder" && is?.type === "folder" && modeOf(was) !== modeOf(is);
      // The captured part of a deleted folder does not restore it completely.
      if (was?.type === "folder" && !is) found.push({ path, change: "went" });
      if (hasOtherMode) found.push({ path, change: "changed" });
      return compare(path, one, other);
    }
    found.push({ path, change: was ? (is ? "changed" : "went") : "came" });
  };
  compare("", before, after);
  return found;
}
