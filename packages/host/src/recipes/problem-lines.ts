import { relative } from "node:path";
import type { RecipeProblem } from "@skein/recipes";

/** Two lines: `file:line:column: what is wrong (field)`, and what to do about it. */
export function problemLines(problem: Omit<RecipeProblem, "code">, cwd: string): readonly string[] {
  const { severity, message, fix, path } = problem;
  const place = placeText(problem, cwd);
  const field = path === "" ? "" : ` (${path})`;
  const mark = severity === "warning" ? "warning: " : "";
  return [`${place === "" ? "" : `${place}: `}${mark}${message}${field}`, `  ${fix}`];
}

function placeText({ file, line, column }: Omit<RecipeProblem, "code">, cwd: string): string {
  const name = file === undefined ? "" : shortPath(file, cwd);
  return [name, line, line === undefined ? undefined : column]
    .filter((part) => part !== undefined && part !== "")
    .join(":");
}

/** Relative where that is shorter to read: below the folder somebody works in. */
export function shortPath(file: string, cwd: string): string {
  const path = relative(cwd, file);
  return path === "" || path.startsWith("..") ? file : path;
}
