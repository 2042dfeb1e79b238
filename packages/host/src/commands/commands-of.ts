import type { ConfiguredCommand } from "../settings/slash-commands.ts";
import { configuredCommands } from "../settings/slash-commands.ts";
import { effectiveSettings } from "../settings/effective-settings.ts";
import type { CommandScope, CommandSession, SessionCommand } from "./command.ts";
import type { CommandResult } from "./command-result.ts";
import { recipesAsCommands } from "./configured-commands.ts";
import { skillsAsCommands } from "./skill-commands.ts";
import { skillsHere } from "../skills/skills-here.ts";
import { runCommand, type CommandLine } from "./run-command.ts";
import { sessionCommands } from "./session-commands.ts";

/** The commands of the sessions of a folder. */
export interface SessionCommands {
  readonly list: readonly SessionCommand[];
  /** The same, and what the extensions of a session add to it: their prompts. */
  listIn(session: SessionWithPrompts): Promise<readonly SessionCommand[]>;
  /** Recipes of the settings that are not among them: a command has their name. */
  readonly taken: readonly ConfiguredCommand[];
  /** Rejects with what goes wrong: `ConfigError`, `SessionError`. */
  run(line: CommandLine, session: CommandSession, options?: RunOptions): Promise<CommandResult>;
}

type SessionWithPrompts = Pick<CommandSession, "prompts" | "completePrompt">;

/** What only a face knows. */
export type RunOptions = Pick<CommandScope, "ask" | "output" | "tell"> &
  Partial<Pick<CommandScope, "subagents">>;

/** @param reserved - names that the face has for itself. */
export async function commandsOf(
  parts: Pick<CommandScope, "machine" | "providers" | "runtime" | "backgroundRun">,
  cwd: string,
  reserved: readonly string[] = [],
): Promise<SessionCommands> {
  const settings = await effectiveSettings(parts.machine, cwd);
  const { commands, taken } = recipesAsCommands(configuredCommands(settings.sections), reserved);
  const { skills } = await skillsHere(parts.machine, settings, cwd);
  const named = [...sessionCommands, ...commands];
  const list = [...named, ...skillsAsCommands(skills, [...named.map(({ name }) => name), ...reserved])];
  async function listIn(session: SessionWithPrompts): Promise<readonly SessionCommand[]> {
    const { promptsAsCommands } = await import("./prompt-commands.ts");
    return [...list, ...(await promptsAsCommands(session))];
  }
  return {
    list,
    listIn,
    taken,
    async run(line, session, { subagents = () => [], ...options } = {}) {
      // Only prompts have such names.
      const all = line.name.includes(":") ? await listIn(session) : list;
      return runCommand(line, all, { ...parts, ...options, session, subagents });
    },
  };
}
