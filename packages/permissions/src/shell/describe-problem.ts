import type { Problem } from "../shell-analysis/index.ts";

/** A clause, with the part of the command that it is about unless that is all of it. */
export function describeProblem({ what, where }: Problem, command: string): string {
  const clause = `${what.slice(0, 1).toLowerCase()}${what.slice(1).replace(/\.$/, "")}`;
  return where.trim() === command.trim() || where === "" ? clause : `${clause}: ${where}`;
}
