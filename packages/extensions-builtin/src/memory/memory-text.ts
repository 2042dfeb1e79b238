/** One thing that is remembered. */
export interface MemoryEntry {
  readonly text: string;
  readonly tags: readonly string[];
}

/**
 * The entries of a memory file: blocks between empty lines. The first line of a block may have its tags: `# build node`.
 * That is Goose's format; in a Markdown file (`isMarkdown`) such a line is a heading, and belongs to the text.
 */
export function parseMemory(text: string, isMarkdown: boolean): readonly MemoryEntry[] {
  return text
    .replaceAll("\r\n", "\n")
    .split(/\n[ \t]*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== "")
    .map((block) => (isMarkdown ? { text: block, tags: [] } : taggedEntry(block)));
}

function taggedEntry(block: string): MemoryEntry {
  const [first = "", ...rest] = block.split("\n");
  if (!first.startsWith("#") || rest.length === 0) return { text: block, tags: [] };
  return {
    text: rest.join("\n").trim(),
    tags: first
      .slice(1)
      .trim()
      .split(/\s+/)
      .filter((tag) => tag !== ""),
  };
}

/** Ends with an empty line, so that another entry can be appended. An entry is one block: its empty lines are removed. */
export function formatEntry({ text, tags }: MemoryEntry): string {
  const body = text
    .trim()
    .split("\n")
    .filter((line) => line.trim() !== "")
    .join("\n");
  // A first line of the text that begins with # would read as tags.
  const lead = tags.length > 0 ? `# ${tags.join(" ")}\n` : body.startsWith("#") ? "# note\n" : "";
  return `${lead}${body}\n\n`;
}
