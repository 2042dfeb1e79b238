// What this package loads when it is first needed.

export const loadServeAcpDraft = () => import("./draft/serve-acp-draft.ts");
export const loadSessionCommands = () => import("@skein/session-commands");
