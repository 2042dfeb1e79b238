import { watch } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isMissing } from "@skein/platform/files";
import { pollFolder } from "./poll-folder.ts";

/** Milliseconds without a further change, after which a change counts: editors write in several steps. */
const quietMs = 100;

export interface FileWatch extends Disposable {
  /** From now on also these folders; those that are not there are left out. */
  follow(folders: Iterable<string>): void;
  /** What has changed since the last call, as absolute paths; waits until something has. Rejects with the signal's reason. */
  next(signal: AbortSignal): Promise<ReadonlySet<string>>;
}

/** Calls back with the name of each file that changes; null if the name is unknown. May throw. */
type WatchFolder = (folder: string, onChange: (name: string | null) => void) => { close(): void };

const watchBySystem: WatchFolder = (folder, onChange) => {
  const watcher = watch(folder, (_, name) => onChange(name));
  // The folder was removed, and what was watched with it.
  return watcher.on("error", () => undefined);
};

/** Watches the folders of files and not the files: many programs write a file by putting another one in its place. */
export function watchFiles(watchFolder: WatchFolder = watchBySystem): FileWatch {
  const watchers = new Map<string, { close(): void }>();
  let changed = new Set<string>();
  let wake = Promise.withResolvers<void>();
  return {
    follow(folders) {
      for (const folder of folders) {
        if (watchers.has(folder)) continue;
        const onChange = (name: string | null) => {
          changed.add(name === null ? folder : join(folder, name));
          wake.resolve();
        };
        try {
          watchers.set(folder, watchFolder(folder, onChange));
        } catch (error) {
          if (isMissing(error)) continue;
          // No inotify instance or watch is left (EMFILE, ENOSPC), or the file system has none.
          watchers.set(folder, pollFolder(folder, onChange));
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
