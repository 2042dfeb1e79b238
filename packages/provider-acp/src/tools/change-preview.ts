import type { AgentChange } from "./action-input.ts";

const [mostLines, mostCharacters] = [400, 32_768];

/** Changes as `Question.preview`; `undefined` when they are too long to be shown completely. */
export function changePreview(changes: readonly AgentChange[]): string | undefined {
  const lines = changes.flatMap(changeLines);
  const text = lines.join("\n");
  return lines.length === 0 || lines.length > mostLines || text.length > mostCharacters ? undefined : text;
}

function changeLines({ before, after }: AgentChange): readonly string[] {
  const [old, next] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < Math.min(old.length, next.length) && old[start] === next[start]) start++;
  let end = 0;
  const shorter = Math.min(old.length, next.length) - start;
  while (end < shorter && old.at(-1 - end) === next.at(-1 - end)) end++;
  const removed = old.slice(start, old.length - end).map((line) => `-${line}`);
  const added = next.slice(start, next.length - end).map((line) => `+${line}`);
  return removed.length + added.length === 0 ? [] : [`@@ line ${start + 1} @@`, ...removed, ...added];
}

const linesOf = (text: string): readonly string[] => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));
