import type { EntryBody, Tool } from "@skein/protocol";
import { buildContext, type ModelContext } from "./context.ts";
import type { Emit } from "./emit.ts";
import type { Parts } from "./parts.ts";
import type { SessionLog } from "./session-log.ts";

/** What the model is told, as long as a run lasts: built anew when an extension says that its tools have changed. */
export interface LiveContext extends Disposable {
  current(): ModelContext;
  /** Before each model call. Journals a change, and says that the vendor's cache cannot help this time. */
  refresh(): Promise<void>;
}

export interface LiveContextOptions {
  readonly run: string;
  readonly parts: Parts;
  readonly log: SessionLog;
  readonly emit: Emit;
  readonly signal: AbortSignal;
  readonly finalOutput: Tool | undefined;
}

/** @returns the context, and the entry to journal when it differs from what the session was last told. */
export async function openContext(
  options: LiveContextOptions,
): Promise<{ readonly context: LiveContext; readonly entries: readonly EntryBody[] }> {
  const { run, parts, log, emit, signal, finalOutput } = options;
  let current = await buildContext(parts, finalOutput, signal);
  let isStale = false;
  const stops = parts.extensions.map((extension) => extension.onChange?.(() => (isStale = true)));
  const changes = async (reason: string): Promise<readonly EntryBody[]> => {
    const hash = await log.putBlob(current.bytes);
    return hash === log.contextHash() ? [] : [{ kind: "context", hash, reason }];
  };

  const context: LiveContext = {
    current: () => current,
    async refresh() {
      if (!isStale) return;
      isStale = false;
      current = await buildContext(parts, finalOutput, signal);
      const entries = await changes("tools changed");
      if (entries.length === 0) return;
      await log.write(run, ...entries);
      emit({ type: "cache-break", reason: "An extension's tools have changed." });
    },
    [Symbol.dispose]() {
      for (const stop of stops) stop?.();
    },
  };
  return { context, entries: await changes(log.contextHash() === undefined ? "start" : "changed") };
}
