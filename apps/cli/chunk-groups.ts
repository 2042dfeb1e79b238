import { fileURLToPath } from "node:url";
import laterModules from "./later-modules.json" with { type: "json" };
import type { CodeSplittingGroup } from "rolldown";

interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const source = (path: string): string => fileURLToPath(new URL(`src/${path}`, import.meta.url));

/** The built-in extensions that a run has by default: imported on demand, since other agents do without them. */
const usualTools = [
  "extensions-builtin/src/developer",
  "extensions-builtin/src/todo",
  "compaction/src",
  "extensions-builtin/src/subagents",
].map((folder) => source(`../../../packages/${folder}/index.ts`));

/**
 * Modules that a run imports and whose functions no first request calls: `tools/first-request/write.ts` finds them. They
 * are a chunk of their own, see `later-chunk.ts`.
 */
const later: ReadonlySet<string> = new Set(laterModules.map((path) => source(`../../../${path}`)));

/** What the `index.ts` of a package names beside what a run needs, and of which a run needs nothing. */
const seldom =
  /[\\/](?:extensions[\\/]src[\\/]mcp[\\/]|sessions[\\/]src[\\/]cache[\\/]|terminal[\\/]src[\\/](?:text[\\/])?table\.ts$)/;

/**
 * What a run loads before its first request, in one file, what it needs later, and what providers share in others: each module file costs
 * Node about a third of a millisecond. What `--version` and `--help` need stays apart from both.
 */
export function chunkGroups(): CodeSplittingGroup[] {
  let groups: Record<"first" | "run" | "kit", ReadonlySet<string>> | undefined;
  return [
    {
      debugName: "by use",
      name(id, graph) {
        groups ??= {
          first: reachable(graph, source("main.ts")),
          run: reachable(graph, source("run-command.ts"), source("commands/run.ts"), ...usualTools),
          kit: reachable(graph, source("../../../packages/provider-kit/src/index.ts")),
        };
        // The bundler's own helpers import `node:module`: in a chunk that imports them it would be a circle.
        if (groups.first.has(id) || id.endsWith("node:module")) return null;
        if (groups.run.has(id)) return later.has(id) ? "later" : "run";
        return groups.kit.has(id) && /[\\/]provider-kit[\\/]src[\\/]/.test(id) ? "provider-kit" : null;
      },
    },
  ];
}

/** By static imports alone, and without what is seldom needed: what is imported on demand is not loaded with the rest. */
function reachable(graph: Graph, ...entries: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [...entries];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id) || seldom.test(id)) continue;
    found.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}
