import type { Tool } from "@skein/protocol";

export interface FoundTool {
  /** Name of its extension. */
  readonly extension: string;
  readonly tool: Tool;
}

/** What is compared with the words. */
interface Named {
  readonly extension: string;
  readonly tool: Pick<Tool, "name" | "description">;
}

/** Tools by how well they match the words of a query, the best first; those that match nothing are left out. */
export function rankTools<Found extends Named>(
  tools: readonly Found[],
  query: string,
  limit: number,
): readonly Found[] {
  const wanted = wordsOf(query);
  const scored = tools
    .map((found) => ({ found, score: scoreOf(found, wanted, query.trim().toLowerCase()) }))
    .filter(({ score }) => score > 0);
  return scored
    .toSorted((one, other) => other.score - one.score || compare(one.found.tool.name, other.found.tool.name))
    .slice(0, limit)
    .map(({ found }) => found);
}

function scoreOf({ extension, tool }: Named, wanted: readonly string[], query: string): number {
  const name = tool.name.toLowerCase();
  if (name === query) return Infinity;
  const [inName, inExtension, inText] = [
    new Set(wordsOf(tool.name)),
    new Set(wordsOf(extension)),
    new Set(wordsOf(tool.description)),
  ];
  return wanted.reduce((sum, word) => {
    if (inName.has(word)) return sum + 5;
    if (name.includes(word)) return sum + 3;
    if (inExtension.has(word)) return sum + 2;
    return inText.has(word) ? sum + 1 : sum;
  }, 0);
}

/** `createPull_request` has three. */
function wordsOf(text: string): readonly string[] {
  return (
    text
      .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, " ")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : 1;
}
