import { posix } from "node:path";
import type { SourceFile, Workspace } from "../structure/workspace.ts";
import { counted, type Figure, type Place } from "./measure.ts";

interface Arrow extends Place {
  readonly from: string;
  readonly to: string;
}

/** Imports between two folders of one package that import each other: those of the direction that has fewer. */
export function arrowFigures({ members }: Workspace): readonly Figure[] {
  const packages = members.filter(({ kind }) => kind !== "examples");
  const all = packages.flatMap(({ folder, src }) => upward(`${folder}/src`, src));
  const ofAgent = all.filter(({ file }) => file.startsWith("packages/agent/"));
  return [
    counted("upward arrows between folders of agent", ofAgent, 0),
    counted("upward arrows between folders", all),
  ];
}

function upward(root: string, files: readonly SourceFile[]): readonly Arrow[] {
  const folderOf = (path: string) =>
    posix.dirname(path) === root ? "" : path.slice(root.length + 1).split("/")[0]!;
  const arrows = files.flatMap(({ path, imports }) =>
    imports
      .filter(({ specifier }) => specifier.startsWith("."))
      .map(({ specifier, line }): Arrow => {
        const target = posix.join(posix.dirname(path), specifier);
        return { file: path, line, what: target, from: folderOf(path), to: folderOf(target) };
      })
      .filter(({ from, to }) => from !== to && from !== "" && to !== ""),
  );
  const between = Map.groupBy(arrows, ({ from, to }) => [from, to].toSorted().join(" "));
  return [...between.values()].flatMap((both) => {
    const [one, other] = [...Map.groupBy(both, ({ from }) => from).values()];
    if (!one || !other) return [];
    return one.length <= other.length ? one : other;
  });
}
