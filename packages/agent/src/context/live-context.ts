import type { EntryBody, Tool } from "@skein/protocol";
import { cacheBreak, describeChange, isFrontSame, leftOutReason } from "./cache-break.ts";
import {
  buildContext,
  definitionOf,
  readLastContext,
  type ContextParts,
  type ModelContext,
} from "./model-context.ts";
import { usedTokens } from "./context-size.ts";
import type { Emit } from "../events/emit.ts";
import type { AgentState } from "../agent-state.ts";
import type { SessionLog } from "../session/session-log.ts";

/** The system prompt and tools during a run, rebuilt when an extension reports that its tools changed. */
export interface LiveContext extends Disposable {
  current(): ModelContext;
  /** Call before each model call. Journals a change and emits the cache break. */
  refresh(): Promise<void>;
  /**
   * Leaves these tools out of requests from now on, as far as they can be. Journals the change and emits the cache break.
   *
   * @returns names of those that are left out; empty if none of them can be.
   */
  leaveOut(names: readonly string[], provider: string): Promise<readonly string[]>;
  /** Emits why the prompt cache cannot be used, and the cost of that. */
  emitCacheBreak(reason: string, seq?: number): void;
}

type EntryOfContext = Extract<EntryBody, { readonly kind: "context" }>;

export interface LiveContextOptions {
  readonly run: string;
  readonly parts: ContextParts;
  readonly state: Pick<AgentState, "model" | "leftOutTools">;
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
  const build = () => buildContext(parts, finalOutput, { signal, leftOut: state.leftOutTools });
  let current = await build();
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

  async function rebuild(reason?: string): Promise<void> {
    isStale = false;
    current = await build();
    const { entry: change, isBreak } = await changes();
    if (!change) return;
    const [entry] = await log.write(run, reason === undefined ? change : { ...change, reason });
    if (isBreak) context.emitCacheBreak(entry.reason, entry.seq);
  }

  const context: LiveContext = {
    current: () => current,
    async refresh() {
      if (isStale) await rebuild();
    },
    async leaveOut(names, provider) {
      const leaving = names.filter((name) => current.tools.get(name)?.tool.canBeLeftOut);
      if (leaving.length === 0) return [];
      for (const name of leaving)
        state.leftOutTools.set(name, JSON.stringify(definitionOf(current.tools.get(name)!.tool)));
      await rebuild(leftOutReason(leaving, provider));
      return leaving;
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
