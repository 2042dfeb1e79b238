import { posix } from "node:path";
import type { Member, SourceFile } from "./workspace.ts";

/** An import from one folder of a package into another. */
export interface FolderArrow {
  readonly file: string;
  readonly line: number;
  /** The imported file. */
  readonly target: string;
  readonly from: string;
  readonly to: string;
}

/** Imports between two folders of one package that import each other: those of the direction that has fewer. */
export function upwardArrows({ folder, src }: Member): readonly FolderArrow[] {
  const between = Map.groupBy(arrowsOf(`${folder}/src`, src), ({ from, to }) =>
    [from, to].toSorted().join(" "),
  );
  return [...between.values()].flatMap((both) => {
    const [one, other] = [...Map.groupBy(both, ({ from }) => from).values()];
    if (!one || !other) return [];
    return one.length <= other.length ? one : other;
  });
}

/** Files beside the folders belong to none: the entry imports all of them, and what they share may lie there. */
function arrowsOf(root: string, files: readonly SourceFile[]): readonly FolderArrow[] {
  const folderOf = (path: string) =>
    posix.dirname(path) === root ? "" : path.slice(root.length + 1).split("/")[0]!;
  return files.flatMap(({ path, imports }) =>
    imports
      .filter(({ specifier }) => specifier.startsWith("."))
      .map(({ specifier, line }): FolderArrow => {
        const target = posix.join(posix.dirname(path), specifier);
        return { file: path, line, target, from: folderOf(path), to: folderOf(target) };
      })
      .filter(({ from, to }) => from !== to && from !== "" && to !== ""),
  );
}
