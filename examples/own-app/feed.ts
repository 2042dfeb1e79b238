import type { AgentEvent, Entry, JournalStore } from "@skein/protocol";

/** What a page is told: entries of the journal that are older than the last run, and events of runs. */
export type Step = Entry | AgentEvent;

export interface Feed {
  push(event: AgentEvent): void;
  /** What has happened since `fromSeq`, then what happens. Ends with `signal`. */
  read(fromSeq: number, signal: AbortSignal): AsyncGenerator<Step>;
}

export function createFeed(journal: JournalStore, session: string): Feed {
  /** Events of the last run. Deltas are in the `message` that follows them. */
  let kept: AgentEvent[] = [];
  const pages = new Set<Queue<Step>>();

  return {
    push(event) {
      if (event.type === "run-start") kept = [];
      if (event.type === "message") kept = kept.filter((one) => !("delta" in one));
      kept.push(event);
      for (const page of pages) page.push(event);
    },
    async *read(fromSeq, signal) {
      const seen = kept.findLastIndex(({ seq = Infinity }) => seq <= fromSeq);
      const page = createQueue<Step>(kept.slice(seen + 1));
      const firstKept = kept.find(({ seq }) => seq !== undefined)?.seq ?? Infinity;
      signal.addEventListener("abort", () => page.end(), { once: true });
      pages.add(page);
      try {
        for await (const entry of journal.read(session, fromSeq + 1)) {
          if (entry.seq >= firstKept) break;
          yield entry;
        }
        yield* page.items();
      } finally {
        pages.delete(page);
      }
    },
  };
}

interface Queue<Item> {
  push(item: Item): void;
  end(): void;
  items(): AsyncGenerator<Item>;
}

function createQueue<Item>(waiting: Item[]): Queue<Item> {
  let news = Promise.withResolvers<void>();
  let isOver = false;
  return {
    push(item) {
      waiting.push(item);
      news.resolve();
    },
    end() {
      isOver = true;
      news.resolve();
    },
    async *items() {
      for (;;) {
        news = Promise.withResolvers();
        yield* waiting.splice(0);
        if (isOver) return;
        if (waiting.length === 0) await news.promise;
      }
    },
  };
}
