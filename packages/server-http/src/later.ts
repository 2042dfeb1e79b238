// What this package loads when it is first needed.

export const loadRuntime = () => import("@skein/runtime");
export const loadSessionCommands = () => import("@skein/session-commands");
export const loadSocketServer = () => import("./events/socket-server.ts");
