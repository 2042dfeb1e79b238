/** What is wrong with a declaration of hooks. */
export interface HookProblem {
  /** Keys and indexes below `hooks`, the outermost first. */
  readonly path: readonly (string | number)[];
  /** The same for people: `hooks.PreToolUse[0].hooks[1].timeout`. */
  readonly field: string;
  /** A sentence. */
  readonly message: string;
  readonly fix: string;
}

/** @param path - below what is being read. */
export type Complain = (path: HookProblem["path"], message: string, fix: string) => void;
