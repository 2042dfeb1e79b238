import { setImmediate } from "node:timers/promises";
import type { FileSnapshot } from "@skein/checkpoints";

/** Paths that a call names, absolute. */
export interface NamedPaths {
  /** Certain: the files that a tool names. */
  readonly files: readonly string[];
  /** Guessed from the words of a command. */
  readonly guessed: readonly string[];
  /** Guessed; only fingerprinted. */
  readonly watched: readonly string[];
}

export interface SharedSnapshot {
  readonly snapshot: FileSnapshot;
  /** What all calls that share it name. */
  readonly paths: NamedPaths;
}

/**
 * Calls of one reply ask for their checkpoints at the same moment, before any of them runs: they share one, which has
 * what all of them name. When that cannot be taken, each takes its own, so that no call suffers from another's names.
 */
export function capturingTogether(
  capture: (paths: NamedPaths, signal: AbortSignal) => Promise<FileSnapshot>,
): (paths: NamedPaths, signal: AbortSignal) => Promise<SharedSnapshot> {
  interface Batch {
    readonly asked: NamedPaths[];
    /** Of the run. */
    readonly signal: AbortSignal;
    readonly captured: Promise<SharedSnapshot>;
  }
  let open: Batch | undefined;

  async function captureAll(asked: readonly NamedPaths[], signal: AbortSignal): Promise<SharedSnapshot> {
    await setImmediate();
    if (open?.asked === asked) open = undefined;
    const all = (of: keyof NamedPaths) => [...new Set(asked.flatMap((paths) => paths[of]))];
    const paths = { files: all("files"), guessed: all("guessed"), watched: all("watched") };
    return { snapshot: await capture(paths, signal), paths };
  }

  function begin(signal: AbortSignal): Batch {
    const asked: NamedPaths[] = [];
    return { asked, signal, captured: captureAll(asked, signal) };
  }

  return async (paths, signal) => {
    const batch = open?.signal === signal ? open : (open = begin(signal));
    batch.asked.push(paths);
    try {
      return await batch.captured;
    } catch (error) {
      if (batch.asked.length === 1) throw error;
      return { snapshot: await capture(paths, signal), paths };
    }
  };
}
