import type { AgentEvent, Entry } from "@skein/protocol";

/** What a client of a session is told: first what is in the journal, then what happens. */
export type SessionNews = { readonly type: "entry"; readonly entry: Entry } | AgentEvent;

/** The events of one session for any number of clients, each at its own pace, and again for one that comes back. */
export interface LiveEvents {
  push(event: AgentEvent): void;
  /**
   * Entries after `fromSeq` that are older than the last run that was begun here, then that run's events, then what
   * happens. Deltas of replies that are whole are left out: their `message` has it all.
   */
  read(fromSeq: number, signal?: AbortSignal): AsyncGenerator<SessionNews, void>;
  /** Readers get what is left, and then end. */
  end(): void;
}

/** @param entries - of the journal, from a sequence number on. */
export function createLiveEvents(entries: (from: number) => AsyncIterable<Entry>): LiveEvents {
  /** Of the last run, without what its later events have made void. */
  let kept: AgentEvent[] = [];
  const readers = new Set<Reader>();
  let hasEnded = false;

  return {
    push(event) {
      if (event.type === "run-start" && isOwn(event)) kept = [];
      if (event.type === "message" || event.type === "reply-restarted")
        kept = kept.filter((one) => !("delta" in one && isSamePath(one, event)));
      kept.push(event);
      for (const reader of readers) reader.push(event);
    },
    async *read(fromSeq, signal) {
      const seen = kept.findLastIndex(
        (event) => isOwn(event) && event.seq !== undefined && event.seq <= fromSeq,
      );
      const reader = createReader(kept.slice(seen + 1));
      const first = kept.find((event) => isOwn(event) && event.seq !== undefined)?.seq ?? Infinity;
      readers.add(reader);
      const isOver = () => signal?.aborted === true;
      const wake = () => reader.wake();
      signal?.addEventListener("abort", wake, { once: true });
      try {
        if (fromSeq < first)
          for await (const entry of entries(fromSeq + 1)) {
            if (isOver() || entry.seq >= first) break;
            yield { type: "entry", entry };
          }
        while (!isOver()) {
          const event = reader.shift();
          if (event) yield event;
          else if (hasEnded) return;
          else await reader.more();
        }
      } finally {
        readers.delete(reader);
        signal?.removeEventListener("abort", wake);
      }
    },
    end() {
      hasEnded = true;
      for (const reader of readers) reader.wake();
    },
  };
}

/** A subagent's sequence numbers are of its own session. */
function isOwn({ path }: AgentEvent): boolean {
  return path.length === 0;
}

function isSamePath(one: AgentEvent, other: AgentEvent): boolean {
  return one.path.length === other.path.length && one.path.every((id, at) => other.path[at] === id);
}

interface Reader {
  push(event: AgentEvent): void;
  shift(): AgentEvent | undefined;
  /** Resolves at the next `push` or `wake`. */
  more(): Promise<void>;
  wake(): void;
}

function createReader(first: readonly AgentEvent[]): Reader {
  const waiting = [...first];
  let call = Promise.withResolvers<void>();
  const wake = (): void => {
    call.resolve();
    call = Promise.withResolvers<void>();
  };
  return {
    push(event) {
      waiting.push(event);
      wake();
    },
    shift: () => waiting.shift(),
    more: () => call.promise,
    wake,
  };
}
