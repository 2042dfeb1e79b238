import type { Shape } from "./shapes.ts";

/** Something that people and agents do in a project. */
export interface Command {
  readonly name: string;
  readonly script: string;
  /** Whether it takes seconds: it is then run in a few shapes only, and has to succeed without the sandbox. Default false. */
  readonly isHeavy?: boolean;
  /** Kind of shape that it is for. Default: all but five commands at once. */
  readonly only?: Shape["kind"];
  /** Whether what it writes differs from run to run: then only the exit code and the output are compared. Default false. */
  readonly isRandom?: boolean;
}
