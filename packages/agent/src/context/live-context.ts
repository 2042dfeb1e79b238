import { sameItems, type EntryBody, type LeftOutTool, type Tool } from "@skein/protocol";
import { cacheBreak, describeChange, isFrontSame, leftOutReason } from "./cache-break.ts";
import {
  buildContext,
  digestOf,
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
   * Leaves tools out of the session's requests to a provider from now on, as far as they can be. Journals the change and
   * emits the cache break.
   *
   * @returns names of those that are left out; empty if none of them can be.
   */
  leaveOut(rejected: RejectedTools): Promise<readonly string[]>;
  /** Emits why the prompt cache cannot be used, and the cost of that. */
  emitCacheBreak(reason: string, seq?: number): void;
}

interface RejectedTools {
  readonly names: readonly string[];
  /** Provider of the model that was asked. */
  readonly provider: string;
  /** Who rejected them, for people: a provider may pass requests on. */
  readonly by: string;
}

type EntryOfContext = Extract<EntryBody, { readonly kind: "context" }>;

export interface LiveContextOptions {
  readonly run: string;
  readonly parts: ContextParts;
  readonly state: Pick<AgentState, "model" | "pair">;
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
  let leftOutTools = log.leftOutTools();
  let leftOut: readonly LeftOutTool[] = [];
  const build = () => {
    leftOut = toolsRejectedBy(providersOf(state), leftOutTools);
    return buildContext(parts, finalOutput, { signal, leftOut });
  };
  let current = await build();
  const changes = async (): Promise<{ readonly entry?: EntryOfContext; readonly isBreak: boolean }> => {
    const hash = await log.putBlob(current.bytes);
    if (hash === log.contextHash()) return { isBreak: false };
    const body = { kind: "context", hash, ...(leftOutTools.length > 0 ? { leftOutTools } : {}) } as const;
    if (log.contextHash() === undefined) return { entry: { ...body, reason: "start" }, isBreak: false };
    const before = await readLastContext(log);
    const reason = describeChange(before, current.blob);
    const isBreak = before === undefined || !isFrontSame(before, current.blob);
    return { entry: { ...body, reason }, isBreak };
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
      const now = toolsRejectedBy(providersOf(state), leftOutTools);
      // Another model may be of another provider.
      const isSame = now.length === leftOut.length && sameItems(now, leftOut) === now.length;
      if (isStale || !isSame) await rebuild();
    },
    async leaveOut({ names, provider, by }) {
      const leaving = names.flatMap((name) => current.tools.get(name)?.tool ?? []);
      const optional = leaving.filter(({ canBeLeftOut }) => canBeLeftOut);
      const now = optional.map((tool) => ({ provider, name: tool.name, definition: digestOf(tool) }));
      if (now.length === 0) return [];
      const isReplaced = (old: LeftOutTool) =>
        now.some(({ name }) => old.provider === provider && old.name === name);
      leftOutTools = [...leftOutTools.filter((old) => !isReplaced(old)), ...now];
      const left = now.map(({ name }) => name);
      await rebuild(leftOutReason(left, by));
      return left;
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

/** Those of the model in use. A lead and its worker take turns, so the tools are the same for both. */
function providersOf({ model, pair }: LiveContextOptions["state"]): ReadonlySet<string> {
  return new Set([model, ...(pair ? [pair.lead, pair.worker] : [])].map(({ provider }) => provider));
}

function toolsRejectedBy(
  providers: ReadonlySet<string>,
  tools: readonly LeftOutTool[],
): readonly LeftOutTool[] {
  return tools.filter(({ provider }) => providers.has(provider));
}
