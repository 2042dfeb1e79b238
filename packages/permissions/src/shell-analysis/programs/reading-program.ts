import type { Word } from "../analysis.ts";
import type { OptionTable } from "./options.ts";

/** A program that only reads, as long as it is called with these options. */
export interface ReadingProgram extends OptionTable {
  /**
   * What its operands are. Default: `files`, whose content it reads. Of `names` it reads no content: it lists them, or says what
   * kind of files they are.
   */
  readonly operands?: "files" | "names" | "text" | "none";
  /** Whether a folder among its operands is an error, or passed over. Default: all that is in it may be read. */
  readonly skipsFolders?: boolean;
  /** Whether it prints only how long files are. */
  readonly isCounting?: boolean;
  /** Whether it reads all that is below folders without an option for that. */
  readonly isDeep?: boolean;
  /** Whether it reads what links below a folder lead to, without an option for that. */
  readonly follows?: boolean;
  /** Whether it passes over files and folders that begin with a dot, unless the option `hidden` is given. */
  readonly skipsHidden?: boolean;
  /** The first operand is a pattern or a program text, not a file, unless one of these options gives it. */
  readonly textUnless?: readonly string[];
  /** Whether its first operand ends the options: what follows is an operand, whatever it begins with. */
  readonly stops?: boolean;
  /** More would be written to, or mean something else. */
  readonly maxOperands?: number;
  /** What else has to hold of its arguments. */
  readonly check?: (args: readonly Word[]) => boolean;
}

export type ProgramRow = readonly [name: string, program: ReadingProgram];

export const programRows = (rows: Readonly<Record<string, ReadingProgram>>): readonly ProgramRow[] =>
  Object.entries(rows);
