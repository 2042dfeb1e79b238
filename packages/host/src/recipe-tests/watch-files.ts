import { watch, type FSWatcher } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds without a further change, after which a change counts: editors write in several steps. */
const quietMs = 100;

export interface FileWatch extends Disposable {
  /** From now on also these folders; those that are not there are left out. */
  follow(folders: Iterable<string>): void;
  /** What has changed since the last call, as absolute paths; waits until something has. Rejects with the signal's reason. */
  next(signal: AbortSignal): Promise<ReadonlySet<string>>;
}

/** Watches the folders of files and not the files: many programs write a file by putting another one in its place. */
export function watchFiles(): FileWatch {
  const watchers = new Map<string, FSWatcher>();
  let changed = new Set<string>();
  let wake = Promise.withResolvers<void>();
  return {
    follow(folders) {
      for (const folder of folders) {
        if (watchers.has(folder)) continue;
        try {
          const watcher = watch(folder, (_, name) => {
            changed.add(name === null ? folder : join(folder, name));
            wake.resolve();
          });
          // The folder has gone: with it goes what was watched.
          watcher.on("error", () => undefined);
          watchers.set(folder, watcher);
        } catch {
          continue;
        }
      }
    },
    async next(signal) {
      signal.throwIfAborted();
      const aborted = Promise.withResolvers<never>();
      const onAbort = () => aborted.reject(signal.reason);
      signal.addEventListener("abort", onAbort, { once: true });
      try {
        await Promise.race([wake.promise, aborted.promise]);
      } finally {
        signal.removeEventListener("abort", onAbort);
      }
      for (let size = 0; size < changed.size;) {
        size = changed.size;
        await sleep(quietMs, undefined, { signal });
      }
      const all = changed;
      changed = new Set();
      wake = Promise.withResolvers();
      return all;
    },
    [Symbol.dispose]() {
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}

/** The folders that have to be watched for these files. */
export function foldersOf(files: Iterable<string>): ReadonlySet<string> {
  return new Set([...files].map((file) => dirname(file)));
}
