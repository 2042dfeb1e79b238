import { readlinkSync } from "node:fs";
import { relative } from "node:path";
import { isInside } from "@skein/platform/folders";
import type { CallRecord, WatchedPath } from "./call-records.ts";
import { contentOf, entriesAt, orNothing, type Entry } from "./entries.ts";
import type { Repository } from "./git-folder.ts";
import { checkNested } from "./check-nested.ts";
import { objectId } from "./git-objects.ts";
import { writeHeld } from "./held-folder.ts";
import { searchHistory, type HistoryQuery } from "./history.ts";
import { newRepositoryProblems } from "./new-repository.ts";
import {
  leave,
  rootOf,
  setAside,
  type ChangedFile,
  type CheckOptions,
  type ProtectedChange,
} from "./set-aside.ts";
import { trackedFiles } from "./versioned-names.ts";

interface Suspect extends ChangedFile {
  /** The protected name that it is below. */
  readonly name: string;
  readonly isNew: boolean;
}

/** Contents that were on the disk before a call, by path: putting them back is no change. */
const earlier = new Map<string, Set<string>>();
const mostPaths = 20_000;

/** Is called before a command starts. */
export function rememberContents(
  watched: readonly WatchedPath[],
  isUntrusted: (path: string) => boolean,
): void {
  if (earlier.size > mostPaths) earlier.clear();
  for (const { before } of watched)
    for (const [path, { hash, isExecutable }] of before ?? []) {
      if (hash === undefined || isUntrusted(path)) continue;
      const contents = earlier.get(path) ?? new Set();
      earlier.set(path, contents.add(`${hash} ${isExecutable}`));
    }
}

/**
 * Looks at what a command has left under protected names. What the history of the repository has there stays, and so does
 * what is tracked; of the rest, what is new is moved aside. Tracked files are never removed.
 */
export async function checkCall(
  record: CallRecord,
  options: CheckOptions,
): Promise<readonly ProtectedChange[]> {
  // First what Git itself obeys: it is asked next.
  const changes = record.watched.flatMap((one) => [
    ...(one.accepts === "nothing"
      ? suspectsOf(one).map((suspect) => setAside(suspect, record, options))
      : []),
    ...(one.accepts === "repository" ? checkNewRepository(one, record, options) : []),
  ]);
  const { nested } = record;
  const unversioned = async (files: readonly ChangedFile[]) => {
    const suspects = files.map((file) => ({ ...file, name: file.path, isNew: true }));
    const open = await withoutHistory(suspects, record);
    return new Map(open.map(({ suspect, isTracked }) => [suspect.path, isTracked]));
  };
  const inNested = nested ? await checkNested(nested, { record, options, unversioned }) : [];
  const content = record.watched.filter(({ accepts }) => accepts === "content");
  const tooMany = content.filter(({ path, before }) => before !== undefined && entriesAt(path) === undefined);
  const suspects = content
    .flatMap(suspectsOf)
    .filter(({ path, now }) => !isEarlier(path, now) && !options.permitted?.has(path));
  const open = await withoutHistory(suspects, record);
  return [
    ...changes,
    ...inNested,
    ...tooMany.map(({ path, reason }): ProtectedChange => ({ path, reason })),
    ...open.map(({ suspect, isTracked }) => {
      const { isNew } = suspect;
      return isNew && !isTracked && options.moves === "all"
        ? setAside(suspect, record, options)
        : leave(suspect, options);
    }),
  ];
}

/** Files that are new or have another content. */
function suspectsOf(watched: WatchedPath): readonly Suspect[] {
  return [...(entriesAt(watched.path) ?? [])].flatMap(([path, now]) => {
    const before = watched.before?.get(path);
    const isSame =
      before?.stamp === now.stamp ||
      (before?.kind === now.kind && before.hash === now.hash && before.isExecutable === now.isExecutable);
    return isSame
      ? []
      : [
          {
            path,
            reason: watched.reason,
            name: watched.path,
            now,
            isNew: before === undefined && watched.before !== undefined,
          },
        ];
  });
}

function isEarlier(path: string, { hash, isExecutable }: Entry): boolean {
  return earlier.get(path)?.has(`${hash} ${isExecutable}`) ?? false;
}

/** Those that no commit from before the call has at this path, and whether the index has them. */
async function withoutHistory(
  suspects: readonly Suspect[],
  { repository, refs }: CallRecord,
): Promise<readonly { readonly suspect: Suspect; readonly isTracked: boolean }[]> {
  if (suspects.length === 0) return [];
  if (repository === undefined) return suspects.map((suspect) => ({ suspect, isTracked: false }));
  const letters = refs[0]?.length ?? 40;
  const queries = new Map(suspects.map((suspect) => [suspect, queryOf(suspect, repository, letters)]));
  const asked = [...queries.values()].filter((query) => query !== undefined);
  const [{ known }, tracked] = await Promise.all([
    searchHistory(repository, new Set(refs), asked),
    trackedFiles(
      repository,
      suspects.map(({ name }) => name),
    ),
  ]);
  return suspects.flatMap((suspect) => {
    const query = queries.get(suspect);
    return query && known.has(query) ? [] : [{ suspect, isTracked: tracked.has(suspect.path) }];
  });
}

function queryOf({ path, now }: Suspect, { root }: Repository, letters: number): HistoryQuery | undefined {
  const content = orNothing(() => (now.kind === "link" ? readlinkSync(path, "buffer") : contentOf(path)));
  if (content === undefined || !isInside(path, root)) return undefined;
  const mode = now.kind === "link" ? "120000" : now.isExecutable ? "100755" : "100644";
  const contents = [content, ...(content.includes("\r\n") ? [withoutReturns(content)] : [])];
  const entries = contents.map((one) => ({ mode, id: objectId("blob", one, letters) }));
  return { path: relative(root, path), entries };
}

/** As Git stores a text that it checks out with the line ends of Windows. */
function withoutReturns(content: Buffer): Buffer {
  return Buffer.from(content.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
}

function checkNewRepository(
  { path, repositories }: WatchedPath,
  record: CallRecord,
  options: CheckOptions,
): readonly ProtectedChange[] {
  return newRepositoryProblems(path, repositories).flatMap(({ path: place, reason, harmlessText }) =>
    [...(entriesAt(place) ?? [])].map(([file, now]) => {
      const change = setAside({ path: file, reason, now }, record, options);
      const root = rootOf(file, record);
      if (harmlessText !== undefined && change.aside !== undefined && root !== undefined)
        writeHeld(root, file, harmlessText);
      return change;
    }),
  );
}
