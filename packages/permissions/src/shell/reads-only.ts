import { analyzeCommand } from "../shell-analysis/index.ts";
import { changesNothing } from "./changes-nothing.ts";
import { placeSegments } from "./place-segments.ts";

export interface ReadingFacts {
  /** Where the command runs; absolute. */
  readonly cwd: string;
  /**
   * Whether git, when it reads in a folder, starts nothing that the repository names. A repository's settings can have it
   * run a program for `git status`.
   */
  readonly isPlainRepository: (folder: string) => boolean;
}

/**
 * Whether a shell command can be seen to change no file. `false` says nothing: what is not understood may be harmless.
 *
 * It decides whether the state of the files is kept before a call, and nothing else: no permission follows from it.
 */
export async function readsOnly(command: string, { cwd, isPlainRepository }: ReadingFacts): Promise<boolean> {
  const { segments, problems } = await analyzeCommand(command);
  if (problems.length > 0 || segments.length === 0) return false;
  return placeSegments(segments, cwd).every((one) => changesNothing(one, isPlainRepository));
}
