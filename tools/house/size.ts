import { entriesOf } from "../structure/exported-names.ts";
import type { Member, SourceFile, Workspace } from "../structure/workspace.ts";
import { counted, type Figure, linesOf, productFiles } from "./measure.ts";

/** Lines, packages, and the entry points of the host. */
export function sizeFigures(workspace: Workspace): readonly Figure[] {
  const packages = workspace.members.filter(({ kind }) => kind === "packages");
  const host = packages.find(({ name }) => name === "host");
  const entries = host ? entriesOf(host).map(({ entry }) => entry) : [];
  return [
    { name: "lines of product source", value: sum(productFiles(workspace)), places: largestOf(workspace) },
    counted(
      "packages",
      packages.map(({ folder, name }) => ({ file: folder, line: 1, what: name })),
      50,
    ),
    { name: "lines of host", value: sum(host?.src ?? []), limit: 9000, places: foldersOf(host) },
    counted(
      "entry points of host",
      entries.map((what) => ({ file: "packages/host/package.json", line: 1, what })),
      12,
    ),
  ];
}

function sum(files: readonly SourceFile[]): number {
  return files.reduce((lines, file) => lines + linesOf(file), 0);
}

function largestOf({ members }: Workspace): Figure["places"] {
  return members
    .filter(({ kind }) => kind !== "examples")
    .map(({ folder, src }) => ({ folder, lines: sum(src) }))
    .toSorted((one, other) => other.lines - one.lines)
    .map(({ folder, lines }) => ({ file: folder, line: 1, what: `${lines} lines` }));
}

function foldersOf(member: Member | undefined): Figure["places"] {
  const groups = Map.groupBy(member?.src ?? [], ({ path }) => path.split("/").slice(0, 4).join("/"));
  return [...groups]
    .map(([file, files]) => ({ file, lines: sum(files) }))
    .toSorted((one, other) => other.lines - one.lines)
    .map(({ file, lines }) => ({ file, line: 1, what: `${lines} lines` }));
}
