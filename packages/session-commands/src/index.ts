export {
  type CommandArgument,
  type CommandGroup,
  type CommandInfo,
  type CommandScope,
  type CommandSession,
  type SessionCommand,
} from "./command.ts";
export { type AgentsListed, type CommandResult, type GoTo, type SubagentAtWork } from "./command-result.ts";
export { commandsOf, type RunOptions, type SessionCommands } from "./commands-of.ts";
export { recipesAsCommands, type RecipesAsCommands } from "./configured-commands.ts";
export { findCommand, readCommandLine, runCommand, type CommandLine } from "./run-command.ts";
export { sessionCommands } from "./session-commands.ts";
