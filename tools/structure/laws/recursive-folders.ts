import { lineAt } from "../source.ts";
import type { Problem, Workspace } from "../workspace.ts";

const recursiveMkdir = /\bmkdir(?:Sync)?\s*\([^;]*?\brecursive\b/g;

/** Below folders in which nothing can be created, such as /proc, a recursive `mkdir` of Node.js never ends. */
export function recursiveFolderProblems({ members }: Workspace): Problem[] {
  const files = members.filter(({ kind }) => kind !== "examples").flatMap(({ src }) => src);
  return files.flatMap(({ path, source }) =>
    [...source.code.matchAll(recursiveMkdir)].map(({ index }) => ({
      file: path,
      line: lineAt(source.text, index),
      what: "creates folders with a recursive mkdir, which never ends below /proc",
      fix: "use makeFolders",
    })),
  );
}
