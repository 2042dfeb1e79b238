/** A mutant that no test can kill or that none should, and why. */
export interface Explanation {
  /** Relative to the root of the repository. */
  readonly file: string;
  /** The line as it stands in the file, without the space around it; the first one, of a mutant of several lines. */
  readonly line: string;
  /** Stryker's name of the mutator, such as `ConditionalExpression`. */
  readonly mutator: string;
  /** What the mutant puts there; with all its replacements at this line explained when left out. */
  readonly replacement?: string;
  readonly reason: string;
}

export const explanations: readonly Explanation[] = [];
