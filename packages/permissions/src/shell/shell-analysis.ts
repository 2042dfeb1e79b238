import { readingPrograms } from "./reading-programs.ts";
import { simpleCommands, type Word } from "./simple-commands.ts";

/** One simple command of a line. */
export interface ShellSegment {
  readonly text: string;
  readonly words: readonly Word[];
  /** Whether it can be seen to change nothing and to start nothing else. */
  readonly isHarmless: boolean;
  /** Files that redirections read and write, as they are written. */
  readonly redirections: readonly { readonly path: string; readonly access: "reads" | "writes" }[];
}

export interface AnalyzedCommand {
  readonly segments: readonly ShellSegment[];
  /** Why the command is not understood, a clause each; empty when it is. */
  readonly problems: readonly string[];
}

/** What a shell would do with a command. */
export type ShellAnalysis = (command: string) => AnalyzedCommand | Promise<AnalyzedCommand>;

/** Understands plain commands joined by `&&`, `||`, `|` and `;`. */
export const analyzePlainCommand = (command: string): AnalyzedCommand => {
  const commands = simpleCommands(command);
  if (!commands) return { segments: [], problems: ["it is more than plain commands"] };
  return {
    segments: commands.map((words) => ({
      text: words.map(({ text }) => text).join(" "),
      words,
      isHarmless: isHarmless(words),
      redirections: [],
    })),
    problems: [],
  };
};

function isHarmless([program, ...words]: readonly Word[]): boolean {
  if (program === undefined || program.isExpanded) return false;
  return readingPrograms.get(program.text)?.(words) ?? false;
}
