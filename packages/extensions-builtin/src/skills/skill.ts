/** Instructions for a kind of task, in a folder with a `SKILL.md` (the Agent Skills format). */
export interface Skill {
  readonly name: string;
  /** What it does and when to use it, on one line. */
  readonly description: string;
  /** Absolute path of its `SKILL.md`. */
  readonly path: string;
  /** Absolute; files beside `SKILL.md` are read from here. */
  readonly folder: string;
  /** `project`: written by the project's authors. */
  readonly from: "user" | "project";
  /** Only the user starts it: it is not in the list that the model is given. */
  readonly isForUserOnly: boolean;
  /** Only the model starts it: it is no command of the chat. */
  readonly isForModelOnly: boolean;
  /** Permission rules; while it is active, only calls that one of them covers may run. Absent: it narrows nothing. */
  readonly allowedTools?: readonly string[];
  /** Its folder holds files that could be run, not only text to read. */
  readonly hasPrograms: boolean;
}

/** What is wrong with a skill's file. */
export interface SkillProblem {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
  /** `error`: it cannot be used. `note`: it can, although the specification forbids it or a field is ignored. */
  readonly level: "error" | "note";
}
