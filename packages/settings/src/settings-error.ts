import { ConfigError } from "@skein/protocol";

/** A problem in a config file, a variable or a flag. */
export interface SettingProblem {
  /** What is wrong and where: `file:line:column`, the variable, or the flag. */
  readonly message: string;
  /** What to do. */
  readonly fix: string;
}

/** All problems of the settings at once; its code is `usage`. */
export class SettingsError extends ConfigError {
  readonly problems: readonly SettingProblem[];

  constructor(problems: readonly SettingProblem[]) {
    const [first, ...others] = problems;
    if (first && others.length === 0) super("usage", first.message, { hint: first.fix });
    else {
      const hint = problems.map(({ message, fix }) => `${message}\n  ${fix.replaceAll("\n", "\n  ")}`);
      super("usage", `${problems.length} settings cannot be used.`, { hint: hint.join("\n") });
    }
    this.problems = problems;
  }

  static override is(error: unknown): error is SettingsError {
    return ConfigError.is(error) && "problems" in error;
  }
}
