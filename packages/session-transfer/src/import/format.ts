/** Agents whose sessions can be read. */
export const foreignFormats = ["goose", "claude", "codex", "pi", "opencode"] as const;

export type ForeignFormat = (typeof foreignFormats)[number];
