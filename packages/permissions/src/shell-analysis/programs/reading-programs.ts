import { checkedPrograms } from "./checked-programs.ts";
import { filePrograms } from "./file-programs.ts";
import type { ReadingProgram } from "./reading-program.ts";
import { systemPrograms } from "./system-programs.ts";
import { textPrograms } from "./text-programs.ts";

/** The programs that only read, as long as their options are those of their tables. */
export const readingPrograms: ReadonlyMap<string, ReadingProgram> = new Map([
  ...textPrograms,
  ...filePrograms,
  ...systemPrograms,
  ...checkedPrograms,
]);
