/** What newcomers type into a search box: each is on the pages that everybody opens first, and in the glossary. */
export const searchedWords: readonly string[] = [
  "system prompt",
  "context window",
  "backoff",
  "heartbeat",
  "conversation history",
  "human in the loop",
  "event sourcing",
  "allowlist",
  "tool call",
  "session storage",
];

export const firstPages: readonly string[] = ["README.md", "ARCHITECTURE.md", "docs/glossary.md"];

/** The words by which the README of a package must be found. */
export const readmeWords: Readonly<Record<string, readonly string[]>> = {
  agent: ["agent loop", "system prompt", "conversation history", "tool call"],
  compaction: ["context window", "conversation history"],
  extensions: ["MCP", "tool call"],
  permissions: ["human in the loop", "allowlist", "approve"],
  "provider-kit": ["retry", "backoff", "idle timeout"],
  schedules: ["cron", "heartbeat", "lease"],
  sessions: ["session storage", "event sourcing", "conversation history"],
};

/** The words that a page lacks, however they are written and wherever its lines break. */
export function lackingWords(page: string, words: readonly string[]): readonly string[] {
  const text = plain(page);
  return words.filter((word) => !text.includes(plain(word)));
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[\s-]+/g, " ");
}
