// What this package loads when it is first needed.

export const loadAskedLines = () => import("./questions/asked-lines.ts");
export const loadContextView = () => import("./views/context.ts");
export const loadDiffLines = () => import("./views/sessions/diff-lines.ts");
export const loadMentions = () => import("@skein/extensions-builtin/mentions");
export const loadPermissionsView = () => import("./views/permissions.ts");
export const loadReadlinePromises = () => import("node:readline/promises");
export const loadSessionsView = () => import("./views/sessions.ts");
export const loadSkillsView = () => import("./views/skills.ts");
export const loadTerminalClipboard = () => import("@skein/terminal/clipboard");
