import { SkeinError, type AgentEvent, type Entry } from "@skein/protocol";

/** What a client of a session is told: first what is in the journal, then what happens. */
export type SessionNews = { readonly type: "entry"; readonly entry: Entry } | AgentEvent;

/** The events of one session for any number of clients, each at its own pace, and again for one that comes back. */
export interface LiveEvents {
  /** To be called before anything of the run is written: from its first event on, it is told by its events alone. */
  begin(run: string): void;
  push(event: AgentEvent): void;
  /**
   * Entries after `fromSeq` that are older than the last run that was begun here, then that run's events, then what
   * happens; nothing twice. Deltas of replies that are whole are left out: their `message` has it all. Throws `SkeinError`
   * `too-slow` for a reader that is too far behind.
   */
  read(fromSeq: number, signal?: AbortSignal): AsyncGenerator<SessionNews, void>;
  /** Readers get what is left, and then end. */
  end(): void;
}

export interface LiveEventsOptions {
  /** Events that may wait for one reader, beside those that it began with. */
  readonly mostWaiting?: number;
}

/** @param entries - of the journal, from a sequence number on. */
export function createLiveEvents(
  entries: (from: number) => AsyncIterable<Entry>,
  { mostWaiting = 50_000 }: LiveEventsOptions = {},
): LiveEvents {
  /** The last run that was begun here. */
  let last: string | undefined;
  /** Of that run, without what its later events have made void. */
  let kept: AgentEvent[] = [];
  /** Where the first delta stands in it: near its end, since a whole reply has none. */
  let firstDelta = Infinity;
  const readers = new Set<Reader>();
  let hasEnded = false;

  function keep(event: AgentEvent): void {
    if ("delta" in event) firstDelta = Math.min(firstDelta, kept.length);
    kept.push(event);
  }

  /** Those of the journal that the reader is told by no event. */
  async function* untold(reader: Reader, fromSeq: number, isOver: () => boolean) {
    for await (const entry of entries(fromSeq + 1)) {
      const mayEnd = () => hasEnded || isOver();
      // It is written before it is told.
      if (entry.run !== null && entry.run === last)
        while (reader.firstSeq() === undefined && !mayEnd()) await reader.more();
      if (isOver() || entry.seq >= (reader.firstSeq() ?? Infinity)) return;
      yield entry;
    }
  }

  return {
    begin(run) {
      last = run;
      [kept, firstDelta] = [[], Infinity];
    },
    push(event) {
      if (event.type === "message" || event.type === "reply-restarted") {
        const rest = kept.splice(firstDelta).filter((one) => !("delta" in one && isSamePath(one, event)));
        firstDelta = Infinity;
        for (const one of rest) keep(one);
      }
      keep(event);
      for (const reader of readers) reader.push(event);
    },
    async *read(fromSeq, signal) {
      // A call that was open before is told with its entry of then, which is no place in this run.
      const begin = kept.map(ownSeq).find((seq) => seq !== undefined) ?? Infinity;
      const seen =
        fromSeq < begin ? -1 : kept.findLastIndex((event) => (ownSeq(event) ?? Infinity) <= fromSeq);
      const reader = createReader(kept.slice(seen + 1), mostWaiting);
      readers.add(reader);
      const isOver = () => signal?.aborted === true || reader.isTooSlow();
      const wake = () => reader.wake();
      signal?.addEventListener("abort", wake, { once: true });
      try {
        // Who has seen a part of the run is told the rest of it by its events.
        if (seen === -1 && fromSeq < Infinity)
          for await (const entry of untold(reader, fromSeq, isOver)) yield { type: "entry", entry };
        while (!isOver()) {
          const event = reader.shift();
          if (event) yield event;
          else if (hasEnded) return;
          else await reader.more();
        }
        if (reader.isTooSlow() && signal?.aborted !== true) throw tooSlow(mostWaiting);
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
function ownSeq({ path, seq }: AgentEvent): number | undefined {
  return path.length === 0 ? seq : undefined;
}

function isSamePath(one: AgentEvent, other: AgentEvent): boolean {
  return one.path.length === other.path.length && one.path.every((id, at) => other.path[at] === id);
}

interface Reader {
  push(event: AgentEvent): void;
  /** Of the events that wait, the first that is an entry of the session's journal. */
  firstSeq(): number | undefined;
  shift(): AgentEvent | undefined;
  /** It has got more than it may keep waiting, and holds nothing any more. */
  isTooSlow(): boolean;
  /** Resolves at the next `push` or `wake`. */
  more(): Promise<void>;
  wake(): void;
}

function tooSlow(mostWaiting: number): SkeinError {
  const message = `More than ${mostWaiting} events waited to be read. Read again from the last entry that was seen.`;
  return new SkeinError("too-slow", message);
}

function createReader(first: readonly AgentEvent[], mostWaiting: number): Reader {
  const waiting = [...first];
  let isTooSlow = false;
  let call = Promise.withResolvers<void>();
  const wake = (): void => {
    call.resolve();
    call = Promise.withResolvers<void>();
  };
  return {
    push(event) {
      if (waiting.length >= first.length + mostWaiting) isTooSlow = true;
      if (isTooSlow) waiting.length = 0;
      else waiting.push(event);
      wake();
    },
    isTooSlow: () => isTooSlow,
    firstSeq() {
      const event = waiting.find((one) => ownSeq(one) !== undefined);
      return event?.seq;
    },
    shift: () => waiting.shift(),
    more: () => call.promise,
    wake,
  };
}
