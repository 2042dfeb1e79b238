import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { isInside } from "@skein/platform/folders";
import { readContent } from "../contents.ts";
import { isGitFolder, permissionBits, type FileEntry, type ExcludedPath } from "../entries.ts";
import { fingerprint } from "../fingerprint.ts";
import { noRules } from "./ignore-rules.ts";
import { scanFolderState, realPath, refusal, type ScanContext } from "../state.ts";
import type { ScannedFolder } from "../scan.ts";
import type { NamedEntry } from "../store/snapshots.ts";
import type { Totals } from "../store/store-trees.ts";
import { isFileError, statsAt } from "../stats.ts";

/** Limit for a folder outside the root: a command may name any folder. */
const outsideLimits = { maxFiles: 2000, maxBytes: 16 * 1024 * 1024 };

/**
 * Captures named paths that are not in the tree: ignored files, those outside the root, those behind links. For a
 * link, both the link and its target.
 *
 * @param base - the root's real path. @param folder - what was captured of it.
 */
export async function captureNamed(
  looking: ScanContext,
  base: string,
  folder: ScannedFolder | undefined,
  named: readonly string[],
): Promise<CapturedNamed> {
  const entries: NamedEntry[] = [];
  const gits: string[] = [];
  const totals: Totals = { files: 0, bytes: 0, leftOut: [] };
  for (const place of placesOf(base, named)) {
    const path = pathIn(base, place);
    if (path === "" || base.startsWith(place + sep)) continue;
    if (path.split("/").some(isGitFolder)) continue; // captured with its repository
    if (folder && isInTree(folder, path, statsAt(place)?.isDirectory() ?? false)) continue;
    const limits = isAbsolute(path) ? { ...looking.limits, ...outsideLimits } : looking.limits;
    const found = await captureOne({ ...looking, limits }, place, totals, { path, gits });
    if (typeof found === "string") totals.leftOut.push({ path, reason: found, seen: fingerprint(place) });
    else entries.push(found === undefined ? missing(base, place) : { path, entry: found });
  }
  return { entries: entries.toSorted((one, other) => (one.path < other.path ? -1 : 1)), totals, gits };
}

interface CapturedNamed {
  readonly entries: readonly NamedEntry[];
  readonly totals: Totals;
  /** Paths of `.git` inside the named paths, to be captured as repositories. */
  readonly gits: readonly string[];
}

/** The real locations of the named paths, each once and in order. */
function placesOf(base: string, named: readonly string[]): readonly string[] {
  const places = new Set<string>();
  for (const path of named) {
    const written = resolve(base, path);
    places.add(join(realPath(dirname(written)), basename(written)));
    const target = targetOf(written);
    if (target !== undefined) places.add(target);
  }
  return [...places].toSorted();
}

function targetOf(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? realpathSync(path) : undefined;
  } catch {
    return undefined;
  }
}

/** Relative to the root if inside it, otherwise absolute. */
export function pathIn(base: string, place: string): string {
  return isInside(place, base) ? relative(base, place).replaceAll(sep, "/") : place;
}

/** Whether the tree covers a path completely, including that it does not exist. */
function isInTree(root: ScannedFolder, path: string, isFolder: boolean): boolean {
  if (isAbsolute(path)) return false;
  let [folder, rules, way]: [ScannedFolder | undefined, ScannedFolder["rules"], string] = [
    root,
    root.rules,
    "",
  ];
  const names = path.split("/");
  for (const [index, name] of names.entries()) {
    way = way === "" ? name : `${way}/${name}`;
    const next: ScannedFolder | undefined = folder?.children.get(name);
    if (rules.ignores(way, isFolder || index < names.length - 1)) return false;
    folder = next;
    rules = next?.rules ?? rules.enter(way, undefined);
  }
  return true;
}

/** @returns why it was left out; `undefined` when nothing is there. */
export async function captureOne(
  looking: ScanContext,
  place: string,
  totals: Totals,
  { path, gits }: { readonly path: string; readonly gits: string[] } = { path: place, gits: [] },
): Promise<FileEntry | string | undefined> {
  const stats = statsAt(place);
  if (!stats) return undefined;
  const mode = stats.isSymbolicLink() ? 0 : stats.mode & permissionBits;
  if (stats.isDirectory()) {
    const state = refusal(place, looking.home) ?? (await scanFolderState(looking, place, noRules));
    if (typeof state === "string") return state;
    totals.files += state.totals.files;
    totals.bytes += state.totals.bytes;
    gits.push(...state.gits.map((one) => `${path}/${one}`));
    for (const one of state.totals.leftOut) totals.leftOut.push({ ...one, path: `${path}/${one.path}` });
    return { type: "folder", mode, hash: state.tree };
  }
  if (!stats.isFile() && !stats.isSymbolicLink()) return "it is not a file, folder or link";
  if (stats.size > looking.limits.maxFileBytes)
    return `it is larger than ${looking.limits.maxFileBytes} bytes`;
  try {
    const type = stats.isFile() ? "file" : "link";
    const { hash, bytes } = await readContent(place, { type, size: stats.size }, looking.limits.maxFileBytes);
    await looking.writer?.add(hash, bytes);
    totals.files++;
    totals.bytes += bytes.length;
    return { type, mode, hash };
  } catch (error) {
    if (isFileError(error)) return "it cannot be read";
    throw error;
  }
}

function missing(base: string, place: string): NamedEntry {
  const path = pathIn(base, place);
  let [missingFrom, above] = [place, dirname(place)];
  while (above !== base && !statsAt(above)) [missingFrom, above] = [above, dirname(above)];
  return missingFrom === place
    ? { path, entry: null }
    : { path, entry: null, missingFrom: pathIn(base, missingFrom) };
}

export function allLeftOut(
  ...totals: readonly ({ readonly leftOut: readonly ExcludedPath[] } | undefined)[]
): readonly ExcludedPath[] {
  const all = totals.flatMap((one) => one?.leftOut ?? []);
  return all.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}
