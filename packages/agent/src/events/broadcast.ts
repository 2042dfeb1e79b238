/**
 * One writer and several readers, each at its own pace. A slow reader holds up no one: its unread items are
 * buffered, and adjacent ones are merged where `merge` allows it. Everything is buffered for the first
 * reader.
 */
export interface Broadcast<Item> {
  push(item: Item): void;
  end(): void;
  /** @param onLeave - called when this reader leaves before the end, with how many others still read. */
  read(onLeave: (remaining: number) => void): AsyncGenerator<Item, void>;
}

/** @param merge - joins two items, or returns `undefined` when they must stay separate. */
export function createBroadcast<Item>(merge: (left: Item, right: Item) => Item | undefined): Broadcast<Item> {
  const readers = new Set<Line<Item>>();
  let backlog: Line<Item> | undefined = createLine(merge);
  let ended = false;

  return {
    push(item) {
      backlog?.push(item);
      for (const line of readers) line.push(item);
    },
    end() {
      ended = true;
      for (const line of readers) line.wake();
    },
    async *read(onLeave) {
      const line = backlog ?? createLine(merge);
      backlog = undefined;
      readers.add(line);
      let finished = false;
      try {
        for (;;) {
          while (line.length() > 0) yield line.shift();
          if (ended) break;
          await line.more();
        }
        finished = true;
      } finally {
        readers.delete(line);
        if (!finished) onLeave(readers.size);
      }
    },
  };
}

/** The unread items of one reader. */
interface Line<Item> {
  push(item: Item): void;
  shift(): Item;
  length(): number;
  /** Resolves at the next `push` or `wake`. */
  more(): Promise<void>;
  wake(): void;
}

function createLine<Item>(merge: (left: Item, right: Item) => Item | undefined): Line<Item> {
  let waiting: Item[] = [];
  let next = 0;
  let wake: (() => void) | undefined;
  return {
    push(item) {
      const last = next < waiting.length ? waiting.at(-1) : undefined;
      const merged = last === undefined ? undefined : merge(last, item);
      if (merged === undefined) waiting.push(item);
      else waiting[waiting.length - 1] = merged;
      wake?.();
    },
    shift() {
      const item = waiting[next++] as Item;
      if (next === waiting.length) [waiting, next] = [[], 0];
      return item;
    },
    length: () => waiting.length - next,
    more: () => new Promise<void>((resolve) => (wake = resolve)),
    wake: () => wake?.(),
  };
}
