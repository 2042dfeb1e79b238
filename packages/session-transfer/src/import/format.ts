/** Agents whose sessions can be read. */
export type ForeignFormat = "goose" | "claude" | "codex" | "pi" | "opencode";
