import { homeFolder } from "@skein/platform/user";
import { capture, describeSnapshot, type FileSnapshot } from "./capture/capture.ts";
import { applySteps } from "./apply.ts";
import { collect, type Collection } from "./collect.ts";
import { diffSnapshots, type SnapshotDifference } from "./diff.ts";
import { linksIn, type SnapshotLink } from "./links.ts";
import { readObject, readTree } from "./store/objects.ts";
import { createPace } from "./pace.ts";
import { changeOf, type FileChange, type RestoreStep } from "./plan.ts";
import { neededSnapshot, plan } from "./restore.ts";
import { publishSnapshot, receiveSnapshot, type SharedPlace } from "./share.ts";
import { scrubStore, type ScrubbedStore } from "./scrub.ts";
import { readSnapshot } from "./store/snapshots.ts";
import { realPath, type ScanContext } from "./state.ts";
import { storeError } from "./store/store-errors.ts";
import { openStore, type CheckpointStore } from "./store/store.ts";

export interface CheckpointSettings {
  /** Larger files are left out, and listed in the snapshot. Default 10 MiB, at most 512 MiB. */
  readonly maxFileBytes?: number;
  /** Maximum files per snapshot; with more, only what a call names is captured. Default 200,000. */
  readonly maxFiles?: number;
  /** Maximum bytes of all files per snapshot, likewise. Default 2 GiB. */
  readonly maxBytes?: number;
  /** Ignored entries that are fingerprinted per snapshot, to tell later what became of them. Default 100,000. */
  readonly maxIgnored?: number;
  /** Patterns of ignored files to capture anyway, written as in a `.gitignore` at the root. */
  readonly include?: readonly string[];
  /** Folders that are skipped, besides the checkpoint folder. */
  readonly hidden?: readonly string[];
  /** If more bytes than this remain, `collect` also deletes the oldest of the kept snapshots. Default: unlimited. */
  readonly maxStoreBytes?: number;
  /** This folder and its parents are never captured as a whole. Default: the user's home. */
  readonly home?: string;
}

export interface CaptureOptions {
  /** Paths that the call names, absolute or relative to the root: captured even when ignored or outside the root. */
  readonly named?: readonly string[];
  /** Absolute paths that are only fingerprinted: `diff` reports whether they changed. */
  readonly watched?: readonly string[];
  /** Called often, with the number of entries processed so far. */
  readonly onProgress?: (files: number, bytes: number) => void;
  readonly signal?: AbortSignal;
}

export interface RestoreOptions {
  /** Restores only these, spelled as in `diff` and `FileChange`. Default: all. */
  readonly only?: (path: string) => boolean;
  readonly signal?: AbortSignal;
}

export interface FileCheckpoints extends Disposable {
  /**
   * Captures the files under `root`; the same state gives the same id. If the whole tree cannot be captured, the
   * result's `scope` is `named`, and `reason` says why.
   */
  capture(root: string, options?: CaptureOptions): Promise<FileSnapshot>;
  /** @returns `undefined` when it does not exist or was deleted. */
  snapshot(id: string): FileSnapshot | undefined;
  /** What restoring would do now. */
  changes(id: string, root: string, options?: RestoreOptions): Promise<readonly FileChange[]>;
  /** Restores the snapshot. To be able to undo that, capture first, passing the snapshot's `named`. */
  restore(id: string, root: string, options?: RestoreOptions): Promise<readonly FileChange[]>;
  /** The differences between two snapshots. */
  diff(before: string, after: string): readonly SnapshotDifference[];
  /** The links in a snapshot. Throws when the snapshot does not exist. */
  links(id: string): readonly SnapshotLink[];
  /** The bytes of a file, or of a link's target. */
  content(hash: string): Uint8Array;
  /** Puts a snapshot, its folders and what differs from the base where another machine's store gets it from. */
  publish(id: string, place: SharedPlace): Promise<void>;
  /**
   * Gets a snapshot that was published elsewhere. Files that are as in its base can be restored once the base has been
   * captured here.
   *
   * @returns whether it was there.
   */
  receive(id: string, get: (hash: string) => Promise<Uint8Array | undefined>): Promise<boolean>;
  /** Deletes all other snapshots, except those made within `graceMs` (an hour), and unreferenced content. */
  collect(keep: Iterable<string>, graceMs?: number): Promise<Collection>;
  /**
   * Removes every content for which `holds` returns true from all snapshots, also within git's objects and packs.
   * Restoring then reports the files that it cannot restore. Snapshots with such a name or ignore rule are deleted.
   */
  scrub(holds: (bytes: Uint8Array) => boolean): Promise<ScrubbedStore>;
  /** Closes the file. The next use opens it again. */
  close(): void;
}

const mebibyte = 1024 * 1024;
const hourMs = 3_600_000;
/** SQLite's limit for one value is a billion bytes; content is compressed in memory. */
const largestFile = 512 * mebibyte;

/**
 * A store of snapshots in `folder`: one SQLite file that any number of processes may use at once, created on first
 * use.
 *
 * All methods fail with `SessionError`: `damaged`, `not-found`, `locked`, `full`, `read-only`.
 */
export function openCheckpoints(folder: string, settings: CheckpointSettings = {}): FileCheckpoints {
  const {
    maxFileBytes = 10 * mebibyte,
    maxFiles = 200_000,
    maxBytes = 2048 * mebibyte,
    include = [],
    maxStoreBytes = Number.POSITIVE_INFINITY,
  } = settings;
  const limits = { maxFileBytes: Math.min(maxFileBytes, largestFile), maxFiles, maxBytes };
  let opened: CheckpointStore | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const store = (): CheckpointStore => (opened ??= openStore(folder));

  function guarded<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw storeError(error, folder);
    }
  }

  /** One at a time: the second of two concurrent captures finds everything in the cache. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = last.then(work).catch((error: unknown) => {
      throw storeError(error, folder);
    });
    last = turn.catch(() => undefined);
    return turn;
  }

  const looking = (signal: AbortSignal | undefined): ScanContext => {
    const tree = (hash: string) => readTree(store(), hash);
    const home = settings.home ?? homeFolder();
    store();
    const hidden = [folder, ...(settings.hidden ?? [])].map(realPath);
    const { maxIgnored } = settings;
    return { limits, include, home, hidden, maxIgnored, tree, pace: createPace(signal) };
  };
  async function planned(
    id: string,
    root: string,
    look: ScanContext,
    only: RestoreOptions["only"] = () => true,
  ): Promise<readonly RestoreStep[]> {
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
        return applySteps(store(), realPath(root), await planned(id, root, look, only), look.pace);
      }),
    diff: (before, after) =>
      guarded(() => diffSnapshots(store(), neededSnapshot(store(), before), neededSnapshot(store(), after))),
    links: (id) => guarded(() => linksIn(store(), neededSnapshot(store(), id))),
    content: (hash) => guarded(() => readObject(store(), hash)),
    publish: (id, place) => inTurn(() => publishSnapshot(store(), id, place, createPace(undefined))),
    receive: (id, get) => inTurn(() => receiveSnapshot(store(), id, get, Date.now())),
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
