export { questionAbout, type LastCommand } from "./last-command.ts";
export { hookShells, shellHook, type HookShell } from "./shell-hook.ts";
