export {
  type CommandArgument,
  type CommandGroup,
  type CommandInfo,
  type CommandScope,
  type CommandSession,
  type SessionCommand,
} from "./commands/command.ts";
export {
  type AgentsListed,
  type CommandResult,
  type GoTo,
  type ModelsOffered,
  type RewindPoint,
  type SendMessage,
  type SkillsListed,
  type SubagentAtWork,
} from "./commands/command-result.ts";
export { commandsOf, type RunOptions, type SessionCommands } from "./commands/commands-of.ts";
export { recipesAsCommands, type RecipesAsCommands } from "./commands/configured-commands.ts";
export { findCommand, readCommandLine, runCommand, type CommandLine } from "./commands/run-command.ts";
export { sessionCommands } from "./commands/session-commands.ts";
