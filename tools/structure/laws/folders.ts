import { upwardArrows } from "../folder-arrows.ts";
import type { Problem, Workspace } from "../workspace.ts";

/** Packages whose folders are storeys. */
const layered: readonly string[] = ["agent"];

/** Folders that import each other cannot be read one after the other. */
export function folderProblems({ members }: Workspace): Problem[] {
  return members
    .filter(({ kind, name }) => kind === "packages" && layered.includes(name))
    .flatMap(upwardArrows)
    .map(({ file, line, target, from, to }) => ({
      file,
      line,
      what: `imports ${target}, but ${to} imports ${from}`,
      fix: "move what both need into a folder below them",
    }));
}
