export { hookCommands } from "./hooks/hook-commands.ts";
