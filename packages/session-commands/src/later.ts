// What this package loads when it is first needed.

export const loadChangeEffort = () => import("./change-effort.ts");
export const loadChangeModel = () => import("./change-model.ts");
export const loadHostAgents = () => import("@skein/host/agents");
export const loadHostPermissions = () => import("@skein/host/permissions");
export const loadHostSessions = () => import("@skein/host/sessions");
export const loadHostSettings = () => import("@skein/host/settings");
export const loadPromptCommands = () => import("./prompt-commands.ts");
export const loadRecipeMessage = () => import("./recipe-message.ts");
export const loadRemember = () => import("./remember.ts");
export const loadRunShell = () => import("./run-shell.ts");
export const loadRuntimeContext = () => import("@skein/runtime/context");
export const loadSkills = () => import("@skein/extensions-builtin/skills");
