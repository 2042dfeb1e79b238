import { readingPrograms } from "./reading-programs.ts";
import { simpleCommands } from "./simple-commands.ts";

/**
 * Whether a shell command can be seen to change no file. `false` says nothing: what is not understood may be harmless.
 *
 * It decides whether the state of the files is kept before a call, and nothing else: no permission follows from it.
 */
export function readsOnly(command: string): boolean {
  const commands = simpleCommands(command);
  return (
    commands !== undefined &&
    commands.every(([program, ...words]) => {
      if (program === undefined || program.isExpanded) return false;
      return readingPrograms.get(program.text)?.(words) ?? false;
    })
  );
}
