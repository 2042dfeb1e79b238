import { readingPrograms } from "./reading-programs.ts";
import { simpleCommands } from "./simple-commands.ts";

export interface ReadingFacts {
  /**
   * Whether git, when it reads where the command runs, starts nothing that the repository names. A repository's settings
   * can have it run a program for `git status`. Default: it may.
   */
  readonly isPlainRepository?: () => boolean;
}

/**
 * Whether a shell command can be seen to change no file. `false` says nothing: what is not understood may be harmless.
 *
 * It decides whether the state of the files is kept before a call, and nothing else: no permission follows from it.
 */
export function readsOnly(command: string, { isPlainRepository = () => false }: ReadingFacts = {}): boolean {
  const commands = simpleCommands(command);
  const isKnown = commands?.every(([program, ...words]) => {
    if (program === undefined || program.isExpanded) return false;
    return readingPrograms.get(program.text)?.(words) ?? false;
  });
  if (!commands || !isKnown) return false;
  const programs = commands.map(([program]) => program?.text);
  // In another folder there may be another repository.
  return !programs.includes("git") || (!programs.includes("cd") && isPlainRepository());
}
