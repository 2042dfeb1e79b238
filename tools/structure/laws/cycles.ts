import { posix } from "node:path";
import { lineOf, ownName } from "../workspace.ts";
import type { Loose, Member, Problem, SourceFile, Workspace } from "../workspace.ts";

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** No cycle between packages, none between the files of one package, of the tools or of the benchmarks; type imports count. */
export function cycleProblems({ members, loose }: Workspace): Problem[] {
  return [
    ...packageCycles(members),
    ...members.flatMap((member) =>
      fileCycles(member, (path, specifier) => targetOf(member, path, specifier)),
    ),
    ...loose.flatMap((folder) => fileCycles(folder, relativeTarget)),
  ];
}

function packageCycles(members: readonly Member[]): Problem[] {
  const byName = new Map(members.map((member) => [member.name, member]));
  const graph = new Map(
    members.map((member) => {
      const { dependencies, optionalDependencies, peerDependencies } = member.manifest;
      const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
      return [member.name, new Set(names.flatMap((name) => ownName(name) ?? []))];
    }),
  );
  return cycles(graph).map((cycle) => {
    const member = byName.get(cycle[0]!)!;
    return {
      file: `${member.folder}/package.json`,
      line: lineOf(member.manifestText, `@skein/${cycle[1]!}`),
      what: `packages depend on each other: ${cycle.join(" → ")}`,
      fix: "remove one of these dependencies",
    };
  });
}

/** The file of the same package that an import names: by a relative path, or by a sub-path that the package exports. */
function targetOf({ name, folder, manifest }: Member, from: string, specifier: string): string | undefined {
  if (specifier.startsWith(".")) return relativeTarget(from, specifier);
  if (ownName(specifier) !== name) return undefined;
  const exported = Object.entries(manifest.exports ?? {});
  const target = exported.find(
    ([key]) => key === `.${specifier.slice(`@skein/${name}`.length)}`,
  )?.[1] as unknown;
  return typeof target === "string" ? posix.join(folder, target) : undefined;
}

function relativeTarget(from: string, specifier: string): string | undefined {
  return specifier.startsWith(".") ? posix.join(posix.dirname(from), specifier) : undefined;
}

function fileCycles(
  { folder, src }: Loose,
  target: (path: string, specifier: string) => string | undefined,
): Problem[] {
  const byPath = new Map(src.map((file): [string, SourceFile] => [file.path, file]));
  const graph = new Map(
    src.map((file) => {
      const targets = file.imports.flatMap(({ specifier }) => target(file.path, specifier) ?? []);
      return [file.path, new Set(targets)];
    }),
  );
  return cycles(graph).map((cycle) => {
    const file = byPath.get(cycle[0]!)!;
    const first = file.imports.find(({ specifier }) => target(file.path, specifier) === cycle[1]);
    const shown = cycle.map((path) => path.slice(folder.length + 1)).join(" → ");
    return {
      file: file.path,
      line: first?.line ?? 1,
      what: `files import each other: ${shown}`,
      fix: "move what both need into a file of its own",
    };
  });
}

/** One shortest cycle through each node that is on one and in none found before; its first node is repeated at the end. */
function cycles(graph: Graph): string[][] {
  const found: string[][] = [];
  const seen = new Set<string>();
  for (const start of [...graph.keys()].toSorted()) {
    const cycle = seen.has(start) ? undefined : shortestCycle(graph, start);
    if (cycle === undefined) continue;
    found.push(cycle);
    for (const node of cycle) seen.add(node);
  }
  return found;
}

function shortestCycle(graph: Graph, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const node of queue) {
    for (const next of graph.get(node) ?? []) {
      if (next === start) return pathTo(node, cameFrom).concat(start);
      if (cameFrom.has(next) || !graph.has(next)) continue;
      cameFrom.set(next, node);
      queue.push(next);
    }
  }
  return undefined;
}

function pathTo(end: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const path = [end];
  for (let node = cameFrom.get(end); node !== undefined; node = cameFrom.get(node)) path.unshift(node);
  return path;
}
