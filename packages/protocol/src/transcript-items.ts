import type { Entry, EntryOf } from "./entries.ts";
import type { Message, ToolContentPart } from "./messages.ts";

/**
 * Message group: a message and the entries it comes from. Tool results belong
 * to their call, so that no view separates them.
 */
export interface Item {
  /**
   * `seq` of the entry that starts the group. `firstKept` and `pinned` of a
   * compaction refer to it.
   */
  readonly seq: number;
  /** Message. A string is dynamic context for the message before it. */
  readonly message: Message | string;
  /** Entries that make up the message. */
  readonly entries: readonly Entry[];
  /** Set if the message replaces what a compaction has hidden. */
  readonly isSummary?: true;
  /** Set for a reply that never became a message. */
  readonly isDraft?: true;
}

/** Short form of a result, with the elision it comes from. */
export interface Short {
  readonly by: EntryOf<"elision">;
  readonly content: readonly ToolContentPart[];
}

interface Shortened {
  readonly shortened: ReadonlyMap<number, Short>;
}

/**
 * Finds the entries of items, in order, that come after all of `ordered`.
 *
 * @returns undefined if they do not all belong at the end, because an elision
 *   came in between.
 */
export function entriesAfter(
  { shortened }: Shortened,
  ordered: readonly Entry[],
  items: readonly Item[],
): readonly Entry[] | undefined {
  const added = items.flatMap(({ entries }) => entries).toSorted((left, right) => left.seq - right.seq);
  const isLater = (added[0]?.seq ?? Infinity) >= (ordered.at(-1)?.seq ?? 0);
  return isLater && !added.some(({ seq }) => shortened.has(seq)) ? added : undefined;
}

/**
 * Orders entries: the compaction in force first, the others in journal order,
 * with the elisions that shorten them.
 */
export function orderedEntries({ shortened }: Shortened, items: readonly Item[]): Entry[] {
  const said = items.flatMap(({ entries }) => entries);
  const results = said.filter(({ kind }) => kind === "tool-result");
  const elisions = new Set(results.flatMap(({ seq }) => shortened.get(seq)?.by ?? []));
  const summary = items[0]?.isSummary ? said.slice(0, 1) : [];
  const others = [...said.slice(summary.length), ...elisions];
  return [...summary, ...others.toSorted((left, right) => left.seq - right.seq)];
}
