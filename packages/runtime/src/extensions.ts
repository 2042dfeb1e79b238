export { runProgram } from "./extensions/run-program.ts";
export { readServerLog } from "./extensions/server-logs.ts";
export { extensionPinsIn } from "./extensions/mcp-servers.ts";
