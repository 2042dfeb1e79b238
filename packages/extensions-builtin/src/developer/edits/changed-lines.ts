import { smallestSplice, type Splice } from "./text-match.ts";
import { loadDiff } from "../../later.ts";

/** Removed and added lines that are looked for; with more, the change is one range. */
const mostChanges = 1_000;

/**
 * What differs between two texts, by lines, as changes of the first one. Loads its library on first use.
 */
export async function changedLines(before: string, after: string): Promise<readonly Splice[]> {
  const { diffLines } = await loadDiff();
  const parts = diffLines(before, after, { maxEditLength: mostChanges });
  if (!parts) return [smallestSplice(0, before, after)];
  const changes: { start: number; end: number; text: string }[] = [];
  let position = 0;
  let isOpen = false;
  for (const { added, removed, value } of parts) {
    if (!added && !removed) {
      position += value.length;
      isOpen = false;
      continue;
    }
    if (!isOpen) changes.push({ start: position, end: position, text: "" });
    isOpen = true;
    const change = changes.at(-1);
    if (!change) continue;
    if (added) change.text += value;
    else change.end = position += value.length;
  }
  return changes.map(({ start, end, text }) => ({ start, end, text }));
}
