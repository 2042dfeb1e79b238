import { escapeInvisible } from "@skein/protocol";
import type { MemoryFile } from "./memory-store.ts";

/** UTF-8 bytes of the index, which is part of every request. */
export const mostIndexBytes = 2_000;
const mostWords = 80;

/** One line a category: how many entries, their tags, and how the first begins. */
export function memoryIndex(files: readonly MemoryFile[], mostBytes = mostIndexBytes): string {
  const lines: string[] = [];
  let left = mostBytes - 60;
  for (const [at, file] of files.entries()) {
    const line = lineOf(file);
    left -= Buffer.byteLength(line) + 1;
    if (left < 0) {
      lines.push(`- and ${files.length - at} more categories`);
      break;
    }
    lines.push(line);
  }
  return lines.length === 0 ? "" : ["Remembered:", ...lines].join("\n");
}

function lineOf({ category, scope, entries }: MemoryFile): string {
  const tags = [...new Set(entries.flatMap((entry) => entry.tags))].slice(0, 8);
  const [first] = entries;
  const text = escapeInvisible(first?.text ?? "").replaceAll(/\s+/g, " ");
  const words = text.length > mostWords ? `${text.slice(0, mostWords)}…` : text;
  const about = [scope === "project" ? "project" : undefined, `${entries.length}`, ...tags].filter(
    (word) => word !== undefined,
  );
  return `- ${category} (${about.join(", ")}): ${words}`;
}

/** All of it, for the model. */
export function memoryText(files: readonly MemoryFile[]): string {
  return files
    .map(({ category, scope, entries }) =>
      [
        `# ${category}${scope === "project" ? " (project)" : ""}`,
        ...entries.map(
          ({ text, tags }) => `- ${escapeInvisible(text)}${tags.length > 0 ? ` [${tags.join(", ")}]` : ""}`,
        ),
      ].join("\n"),
    )
    .join("\n\n");
}
