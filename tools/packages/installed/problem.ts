import type { Problem } from "../../structure/workspace.ts";

/** The columns of the table: each package passes or fails in each. */
export const columns = ["imports", "entries", "README", "TS 5.9", "TS 6", "TS 7"] as const;

export type Column = (typeof columns)[number];

/** A defect of a packed package; `file` is a path inside its tarball. */
export interface PackageProblem extends Problem {
  /** Full name: `@skein/agent`. A package of others when its types do not compile. */
  readonly package: string;
  readonly columns: readonly Column[];
}
