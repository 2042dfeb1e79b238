import { isForTestsOf, releasedTogether } from "./arrows.ts";
import type { ArrowTable } from "./arrows.ts";
import { ownName } from "./workspace.ts";
import type { Member, Workspace } from "./workspace.ts";

// Settings that follow from the manifests and sources: the check compares them, `--write` writes them.

/** References in a member's tsconfig.json: one for each of our packages that its `src` may import and that has sources. */
export function packageReferences(member: Member, { members }: Workspace, arrows: ArrowTable): string[] {
  const { dependencies, devDependencies, optionalDependencies } = member.manifest;
  const bundled = member.kind === "apps" ? devDependencies : {};
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...bundled });
  const parts = names.flatMap((name) => ownName(name) ?? []);
  return parts
    .filter((name) => !isForTestsOf(member.name, name, arrows))
    .flatMap((name) => members.find((other) => other.name === name && other.src.length > 0) ?? [])
    .map((other) => (other.kind === member.kind ? `../${other.name}` : `../../${other.folder}`))
    .toSorted();
}

/** References in the root tsconfig.json: every package and app that has sources, and what only the tests see. */
export function rootReferences({ members }: Workspace): string[] {
  const withSources = members.filter(({ kind, src }) => kind !== "examples" && src.length > 0);
  return [...withSources.map(({ folder }) => folder).toSorted(), "tsconfig.test.json"];
}

/** The published twin of `exports`: `./src/x.ts` becomes `./dist/x.js` with its types. */
export function publishedExports(exported: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(exported).map(([key, target]) => {
      const path = typeof target === "string" ? /^\.\/src\/(.+)\.ts$/.exec(target)?.[1] : undefined;
      return [
        key,
        path === undefined ? target : { types: `./dist/${path}.d.ts`, default: `./dist/${path}.js` },
      ];
    }),
  );
}

/** The script `test` of every package with tests: turbo's task, see docs/decisions/0022-tests-from-a-cache.md. */
const testScript = "node ../../tools/checks/test-package.ts";

function isTested({ test }: Member): boolean {
  return test.some(({ path }) => path.endsWith(".test.ts"));
}

/** The script `build` of every library: its types, and one file for each entry. */
const buildScript = "tsc -b && node ../../tools/packages/bundle.ts";

/** The scripts that turbo runs in a package. */
export function taskScripts(member: Member): Readonly<Record<string, string>> {
  const build = member.kind === "packages" && member.src.length > 0 ? { build: buildScript } : {};
  return isTested(member) ? { ...build, test: testScript } : build;
}

/** The packages of the group released together that exist. */
export function fixedGroup({ members }: Workspace): string[] {
  const existing = new Set(members.filter(({ kind }) => kind !== "examples").map(({ name }) => name));
  return releasedTogether.filter((name) => existing.has(name)).map((name) => `@skein/${name}`);
}
