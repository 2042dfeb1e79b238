import { stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const mostCharacters = 4_096;

/**
 * Files whose paths are all that was pasted, as terminals paste what is dragged into them: absolute, in quotes, with
 * backslashes before blanks, or as addresses. Empty: it is text.
 */
export async function pastedPaths(text: string): Promise<readonly string[]> {
  const words = wordsOf(text);
  const isFile = (path: string) =>
    stat(path).then(
      (stats) => stats.isFile(),
      () => false,
    );
  const found = await Promise.all(words.map(isFile));
  return found.every(Boolean) ? words : [];
}

/** Without a look at the disk. */
export function mayBePaths(text: string): boolean {
  const line = text.trim();
  return line.length <= mostCharacters && !line.includes("\n") && /^(?:["']?\/|file:\/\/)/.test(line);
}

function wordsOf(text: string): readonly string[] {
  if (!mayBePaths(text)) return [];
  const line = text.trim();
  const words = line.match(/"[^"]*"|'[^']*'|(?:\\.|[^\s\\])+/g) ?? [];
  return words.map((word) => {
    if (/^["']/.test(word)) return word.slice(1, -1);
    if (word.startsWith("file://")) return URL.canParse(word) ? fileURLToPath(word) : word;
    return word.replaceAll(/\\(.)/g, "$1");
  });
}
