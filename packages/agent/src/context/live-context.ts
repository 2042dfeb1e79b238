import type { EntryBody, Tool } from "@skein/protocol";
import { cacheBreak, describeChange, isFrontSame } from "./cache-break.ts";
import { buildContext, readLastContext, type ContextParts, type ModelContext } from "./model-context.ts";
import { usedTokens } from "./context-size.ts";
import type { Emit } from "../events/emit.ts";
import type { AgentState } from "../agent-state.ts";
import type { SessionLog } from "../session/session-log.ts";

/** The system prompt and tools during a run, rebuilt when an extension reports that its tools changed. */
export interface LiveContext extends Disposable {
  current(): ModelContext;
  /** Call before each model call. Journals a change and emits the cache break. */
  refresh(): Promise<void>;
  /** Emits why the prompt cache cannot be used, and the cost of that. */
  emitCacheBreak(reason: string, seq?: number): void;
}

type EntryOfContext = Extract<EntryBody, { readonly kind: "context" }>;

export interface LiveContextOptions {
  readonly run: string;
  readonly parts: ContextParts;
  readonly state: Pick<AgentState, "model">;
  readonly log: SessionLog;
  readonly emit: Emit;
  readonly signal: AbortSignal;
  readonly finalOutput: Tool | undefined;
}

/** @returns the context, and the entry to journal when it differs from the session's last one. */
export async function openContext(options: LiveContextOptions): Promise<{
  readonly context: LiveContext;
  readonly entries: readonly EntryOfContext[];
  /** Requests begin in another way than the session's last one. */
  readonly isBreak: boolean;
}> {
  const { run, parts, state, log, emit, signal, finalOutput } = options;
  let isStale = false;
  // Before they are asked: what changes meanwhile is in the next request too.
  const stops = parts.extensions.map((extension) => extension.onChange?.(() => (isStale = true)));
  let current = await buildContext(parts, finalOutput, signal);
  const changes = async (): Promise<{ readonly entry?: EntryOfContext; readonly isBreak: boolean }> => {
    const hash = await log.putBlob(current.bytes);
    if (hash === log.contextHash()) return { isBreak: false };
    if (log.contextHash() === undefined)
      return { entry: { kind: "context", hash, reason: "start" }, isBreak: false };
    const before = await readLastContext(log);
    const reason = describeChange(before, current.blob);
    const isBreak = before === undefined || !isFrontSame(before, current.blob);
    return { entry: { kind: "context", hash, reason }, isBreak };
  };

  const context: LiveContext = {
    current: () => current,
    async refresh() {
      if (!isStale) return;
      isStale = false;
      current = await buildContext(parts, finalOutput, signal);
      const { entry: change, isBreak } = await changes();
      if (!change) return;
      const [entry] = await log.write(run, change);
      if (isBreak) context.emitCacheBreak(change.reason, entry.seq);
    },
    emitCacheBreak(reason, seq) {
      const tokens = usedTokens(log, { ...current.blob, messages: log.transcript.messages() });
      emit(cacheBreak(reason, tokens, state.model.price), seq);
    },
    [Symbol.dispose]() {
      for (const stop of stops) stop?.();
    },
  };
  const { entry, isBreak } = await changes();
  return { context, entries: entry ? [entry] : [], isBreak };
}
