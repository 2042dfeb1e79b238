import { homedir } from "node:os";
import { capture, describeSnapshot, type Snapshot } from "./capture.ts";
import { apply } from "./apply.ts";
import { collect, type Collection } from "./collect.ts";
import { diffSnapshots, type SnapshotDifference } from "./diff.ts";
import { linksIn, type SnapshotLink } from "./links.ts";
import { readObject, readTree } from "./objects.ts";
import { createPace } from "./pace.ts";
import { changeOf, type FileChange, type Step } from "./plan.ts";
import { neededSnapshot, plan } from "./restore.ts";
import { scrubStore, type ScrubbedStore } from "./scrub.ts";
import { readSnapshot } from "./snapshots.ts";
import { realPath, type Looking } from "./state.ts";
import { storeError } from "./store-errors.ts";
import { openStore, type Store } from "./store.ts";

export interface CheckpointSettings {
  /** Larger files are left out, and named in the snapshot. Default 10 MiB, at most 512 MiB. */
  readonly maxFileBytes?: number;
  /** Files of one snapshot; with more, only what a call names is captured. Default 200,000. */
  readonly maxFiles?: number;
  /** Bytes of all files of one snapshot, likewise. Default 2 GiB. */
  readonly maxBytes?: number;
  /** Entries of what is ignored that are looked at for one snapshot, to tell later what became of them. Default 100,000. */
  readonly maxIgnored?: number;
  /** Patterns, written as in a `.gitignore` at the root, of ignored files to capture all the same. */
  readonly include?: readonly string[];
  /** Folders that are not looked into, beside the one of the checkpoints. */
  readonly hidden?: readonly string[];
  /** When `collect` leaves more than this, the oldest of the kept snapshots go as well. Unlimited when left out. */
  readonly maxStoreBytes?: number;
  /** Neither this folder nor one that holds it is captured as a whole. Default: the user's. */
  readonly home?: string;
}

export interface CaptureOptions {
  /** Paths that the call names, absolute or relative to the root: captured also when ignored or outside of it. */
  readonly named?: readonly string[];
  /** Absolute paths that are not captured, and only looked at: `diff` tells what became of them. */
  readonly watched?: readonly string[];
  /** Called often, with what has been looked at so far. */
  readonly onProgress?: (files: number, bytes: number) => void;
  readonly signal?: AbortSignal;
}

export interface RestoreOptions {
  /** Other paths stay as they are; spelled as `diff` and `FileChange` spell them. Default: all. */
  readonly only?: (path: string) => boolean;
  readonly signal?: AbortSignal;
}

export interface Checkpoints extends Disposable {
  /**
   * Keeps the state of the files under `root`: the same state gives the same id. Where the whole tree cannot be
   * captured the answer's `scope` is `named`, and `reason` says why.
   */
  capture(root: string, options?: CaptureOptions): Promise<Snapshot>;
  /** @returns `undefined` when there is none, or no more. */
  snapshot(id: string): Snapshot | undefined;
  /** What restoring would do now. */
  changes(id: string, root: string, options?: RestoreOptions): Promise<readonly FileChange[]>;
  /** Brings the state back. To be able to undo that, capture first, with what the snapshot has in `named`. */
  restore(id: string, root: string, options?: RestoreOptions): Promise<readonly FileChange[]>;
  /** What differs between two snapshots. */
  diff(before: string, after: string): readonly SnapshotDifference[];
  /** The links in a snapshot. Throws when there is no such snapshot. */
  links(id: string): readonly SnapshotLink[];
  /** The bytes of a file, or of a link's target. */
  content(hash: string): Uint8Array;
  /** Deletes the other snapshots, except those made in the last `graceMs` (an hour), and what nobody needs any more. */
  collect(keep: Iterable<string>, graceMs?: number): Promise<Collection>;
  /**
   * Takes out, of all snapshots, whatever `holds` says yes to: contents of files, also within git's objects and packs. A
   * restore names the files that it cannot bring back then. Snapshots with such a name or ignore rule go as a whole.
   */
  scrub(holds: (bytes: Uint8Array) => boolean): Promise<ScrubbedStore>;
  /** Closes the file. The next use opens it again. */
  close(): void;
}

const mebibyte = 1024 * 1024;
const hourMs = 3_600_000;
/** SQLite takes a billion bytes in one piece; content is packed in memory. */
const largestFile = 512 * mebibyte;

/**
 * States of folders of files, kept in `folder`: one SQLite file that any number of processes may use at once. It is made
 * with the first use.
 *
 * All of these fail with `SessionError`: `damaged`, `not-found`, `locked`, `full`, `read-only`.
 */
export function openCheckpoints(folder: string, settings: CheckpointSettings = {}): Checkpoints {
  const {
    maxFileBytes = 10 * mebibyte,
    maxFiles = 200_000,
    maxBytes = 2048 * mebibyte,
    include = [],
    maxStoreBytes = Number.POSITIVE_INFINITY,
  } = settings;
  const limits = { maxFileBytes: Math.min(maxFileBytes, largestFile), maxFiles, maxBytes };
  let opened: Store | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const store = (): Store => (opened ??= openStore(folder));

  function guarded<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw storeError(error, folder);
    }
  }

  /** One at a time: of two captures at once, the second finds all in the cache. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = last.then(work).catch((error: unknown) => {
      throw storeError(error, folder);
    });
    last = turn.catch(() => undefined);
    return turn;
  }

  const looking = (signal: AbortSignal | undefined): Looking => {
    const tree = (hash: string) => readTree(store(), hash);
    const home = settings.home ?? homedir();
    store();
    const hidden = [folder, ...(settings.hidden ?? [])].map(realPath);
    const { maxIgnored } = settings;
    return { limits, include, home, hidden, maxIgnored, tree, pace: createPace(signal) };
  };
  async function planned(
    id: string,
    root: string,
    look: Looking,
    only: RestoreOptions["only"] = () => true,
  ): Promise<readonly Step[]> {
    const steps = await plan(store(), look, id, realPath(root));
    return steps.filter(({ path }) => only(path));
  }

  const close = (): void => {
    opened?.close();
    opened = undefined;
  };

  return {
    capture: (root, { named = [], watched = [], onProgress, signal } = {}) =>
      inTurn(() =>
        capture(store(), { ...looking(signal), ...(onProgress && { onProgress }) }, root, { named, watched }),
      ),
    snapshot: (id) =>
      guarded(() => {
        const body = readSnapshot(store(), id);
        return body && describeSnapshot(id, body);
      }),
    changes: (id, root, { only, signal } = {}) =>
      inTurn(async () => {
        const steps = await planned(id, root, looking(signal), only);
        return steps.filter(({ ifEmpty }) => ifEmpty !== true).map(changeOf);
      }),
    restore: (id, root, { only, signal } = {}) =>
      inTurn(async () => {
        const look = looking(signal);
        return apply(store(), realPath(root), await planned(id, root, look, only), look.pace);
      }),
    diff: (before, after) =>
      guarded(() => diffSnapshots(store(), neededSnapshot(store(), before), neededSnapshot(store(), after))),
    links: (id) => guarded(() => linksIn(store(), neededSnapshot(store(), id))),
    content: (hash) => guarded(() => readObject(store(), hash)),
    collect: (keep, graceMs = hourMs) =>
      inTurn(() => {
        const work = {
          store: store(),
          pace: createPace(undefined),
          madeBefore: Date.now() - graceMs,
          maxStoreBytes,
        };
        return collect(work, new Set(keep));
      }),
    scrub: (holds) => inTurn(() => scrubStore({ store: store(), pace: createPace(undefined), holds })),
    close,
    [Symbol.dispose]: close,
  };
}
