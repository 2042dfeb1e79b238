import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import type { CodeSplittingGroup } from "rolldown";
import { inlineLoaders } from "./bundle-loaders.ts";

/**
 * Writes the JavaScript of a library that is published: one file for each entry, and one more for what is loaded later with
 * `import()`. Each file that is imported costs whoever uses the package some time at every start. Types come from the
 * compiler. Other packages stay outside, and nothing is minified: stack traces name our functions.
 */
export async function bundleLibrary(folder: string): Promise<void> {
  const entries = entriesOf(folder);
  rmSync(join(folder, "dist", "chunks"), { recursive: true, force: true });
  const bundle = await rolldown({
    cwd: folder,
    input: entries,
    plugins: [inlineLoaders()],
    platform: "neutral",
    // rolldown resolves its own helpers (ids that begin with \\0), which belong in the bundle: no manifest declares their package.
    external: (id) => !/^[./\0]|^@oxc-project\/runtime\//.test(id),
    preserveEntrySignatures: "allow-extension",
    treeshake: { moduleSideEffects: false },
    // Written to be loaded later on purpose, whether or not another entry of the package loads it at once.
    checks: { ineffectiveDynamicImport: false },
  });
  await bundle.write({
    dir: "dist",
    format: "esm",
    sourcemap: true,
    comments: { jsdoc: false },
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
    codeSplitting: { groups: [withSmallestEntry(entries)], includeDependenciesRecursively: false },
  });
  await bundle.close();
}

/** `./src/x.ts` in the exports of a package, or as a program of it, becomes `x`, as `publishConfig` names its twin in `dist`. */
function entriesOf(folder: string): Readonly<Record<string, string>> {
  const { exports, bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    readonly exports: Readonly<Record<string, string>>;
    readonly bin?: string | Readonly<Record<string, string>>;
  };
  const programs = typeof bin === "string" ? [bin] : Object.values(bin ?? {});
  const sources = [...Object.values(exports), ...programs].flatMap(
    (path) => /^\.\/src\/(.+)\.ts$/.exec(path)?.[1] ?? [],
  );
  return Object.fromEntries(sources.map((name) => [name, join(folder, "src", `${name}.ts`)]));
}

/**
 * A module that an entry needs at once is in the file of that entry; if several do, of the one that needs the fewest modules.
 * An entry that another one imports needs fewer than that one, so no two files import each other.
 */
function withSmallestEntry(entries: Readonly<Record<string, string>>): CodeSplittingGroup {
  let owners: ReadonlyMap<string, string> | undefined;
  return {
    debugName: "by entry",
    name(id, graph) {
      owners ??= ownersOf(entries, (module) => graph.getModuleInfo(module)?.importedIds ?? []);
      return owners.get(id) ?? null;
    },
  };
}

function ownersOf(
  entries: Readonly<Record<string, string>>,
  importsOf: (module: string) => readonly string[],
): ReadonlyMap<string, string> {
  const needed = Object.entries(entries).map(([name, module]) => ({
    name,
    module,
    all: neededBy(module, importsOf),
  }));
  const owners = new Map<string, string>(needed.map(({ name, module }) => [module, name]));
  for (const { name, all } of needed.toSorted((left, right) => left.all.size - right.all.size))
    for (const module of all) if (!owners.has(module)) owners.set(module, name);
  return owners;
}

function neededBy(entry: string, importsOf: (module: string) => readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [entry];
  for (let module = waiting.pop(); module !== undefined; module = waiting.pop()) {
    if (found.has(module)) continue;
    found.add(module);
    waiting.push(...importsOf(module));
  }
  return found;
}
