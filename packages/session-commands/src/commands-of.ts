import type { Host } from "@skein/host";
import { configuredCommands, effectiveSettings, usedFolders } from "@skein/host/settings";
import type { CommandScope, CommandSession, SessionCommand } from "./command.ts";
import type { CommandResult } from "./command-result.ts";
import { commandFiles } from "./files/command-files.ts";
import { fileCommand } from "./files/file-commands.ts";
import { recipeFiles } from "./files/recipe-files.ts";
import { recipeCommand, recipesAsCommands } from "./configured-commands.ts";
import { skillsAsCommands } from "./skill-commands.ts";
import { skillsHere } from "@skein/host/agents";
import { runCommand, type CommandLine } from "./run-command.ts";
import { sessionCommands } from "./session-commands.ts";
import { loadPromptCommands } from "./later.ts";

/** The commands of the sessions of a folder. */
export interface SessionCommands {
  readonly list: readonly SessionCommand[];
  /** The same, and what the extensions of a session add to it: their prompts. */
  listIn(session: SessionWithPrompts): Promise<readonly SessionCommand[]>;
  /** Files that would be commands as well, had another one not their name. */
  readonly taken: readonly TakenName[];
  /** Rejects with what goes wrong: `ConfigError`, `SessionError`. */
  run(line: CommandLine, session: CommandSession, options?: RunOptions): Promise<CommandResult>;
}

interface TakenName {
  readonly name: string;
  /** Of the recipe, the command or the skill. */
  readonly file: string;
}

type SessionWithPrompts = Pick<CommandSession, "prompts" | "completePrompt">;

/** What only a face knows. */
export type RunOptions = Pick<CommandScope, "ask" | "output" | "tell"> &
  Partial<Pick<CommandScope, "subagents">>;

export interface CommandsOptions extends Pick<CommandScope, "backgroundRun"> {
  /** Names that the front end has for itself. Default: none. */
  readonly reserved?: readonly string[];
}

/** The commands of the sessions of a folder, with the recipes that settings make commands. */
export async function commandsOf(
  host: Pick<Host, "machine" | "providersIn" | "model" | "sessions" | "interrupt">,
  cwd: string,
  { reserved = [], backgroundRun }: CommandsOptions = {},
): Promise<SessionCommands> {
  const { machine } = host;
  const parts = { machine, providers: host.providersIn(cwd), runtime: host, backgroundRun };
  const settings = await effectiveSettings(machine, cwd);
  const { env } = machine;
  const home = env["HOME"] ?? env["USERPROFILE"];
  const configured = configuredCommands(settings.sections);
  const recipes = recipesAsCommands(configured, reserved);
  const places = { project: usedFolders(settings.project, cwd), home, config: settings.folders.config };
  const [{ skills }, allFiles, recipesHere] = await Promise.all([
    skillsHere(machine, settings, cwd),
    commandFiles(places),
    recipeFiles(places),
  ]);
  const files = allFiles.filter(({ path }) => !settings.project.isUntrusted(path));
  const names = new Set([...[...sessionCommands, ...recipes.commands].map(({ name }) => name), ...reserved]);
  const taken: TakenName[] = recipes.taken.map(({ name, recipe }) => ({ name, file: recipe }));
  /** Whoever comes first has the name. */
  const isFree = ({ name, path: file }: { readonly name: string; readonly path: string }): boolean => {
    if (names.has(name)) taken.push({ name, file });
    return names.size < names.add(name).size;
  };
  const own = files.filter(isFree).map(fileCommand);
  const byFile = recipesHere
    .filter(({ path }) => configured.every(({ recipe }) => recipe !== path))
    .filter(isFree)
    .map(({ name, path, title }) => recipeCommand({ name, recipe: path }, title));
  const named = [...sessionCommands, ...recipes.commands, ...own, ...byFile];
  const list = [...named, ...skillsAsCommands(skills, [...names])];
  async function listIn(session: SessionWithPrompts): Promise<readonly SessionCommand[]> {
    const { promptsAsCommands } = await loadPromptCommands();
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
