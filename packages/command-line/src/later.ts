// What this package loads when it is first needed.

export const loadHostAgents = () => import("@skein/host/agents");
export const loadHostRecipes = () => import("@skein/host/recipes");
export const loadHostSessions = () => import("@skein/host/sessions");
export const loadHostSettings = () => import("@skein/host/settings");
export const loadPermissions = () => import("@skein/permissions");
export const loadProtocol = () => import("@skein/protocol");
export const loadRecipes = () => import("@skein/recipes");
