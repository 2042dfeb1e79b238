import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { structureProblems } from "../structure.ts";
import { readWorkspace } from "../workspace.ts";

/** Paths and contents; objects are written as JSON; `undefined` removes a file of the sound tree. */
export type Tree = Readonly<Record<string, string | object | undefined>>;

export function manifest(name: string, more: object = {}): object {
  const scripts = {
    build: "tsc -b && node ../../tools/packages/bundle.ts",
    test: "node ../../tools/checks/test-package.ts",
  };
  const own = { name: `@skein/${name}`, private: true, exports: { ".": "./src/index.ts" }, ...more };
  return { ...own, scripts: "scripts" in own ? own.scripts : scripts };
}

/** The files of a package that keeps every law. */
export function soundPackage(
  name: string,
  dependencies: readonly string[] = [],
  folder = `packages/${name}`,
): Tree {
  const declared = Object.fromEntries(dependencies.map((other) => [`@skein/${other}`, "workspace:^"]));
  return {
    [`${folder}/package.json`]: manifest(name, { dependencies: declared }),
    [`${folder}/README.md`]: `# ${name}\n`,
    [`${folder}/tsconfig.json`]: {
      references: dependencies.toSorted().map((other) => ({ path: `../${other}` })),
    },
    [`${folder}/src/index.ts`]: "export const one = 1;\n",
  };
}

/** A tree of `protocol` and `agent` that keeps every law. */
export const soundTree: Tree = {
  "tsconfig.json": rootSettings("packages/agent", "packages/protocol"),
  ...soundPackage("protocol"),
  ...soundPackage("agent", ["protocol"]),
};

export function rootSettings(...folders: string[]): object {
  return { references: [...folders, "tsconfig.test.json"].map((path) => ({ path })) };
}

/** Writes a tree to a temporary folder that goes away with the test. */
export function plant(tree: Tree): string {
  const root = mkdtempSync(join(tmpdir(), "skein-structure-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(tree)) {
    if (content === undefined) continue;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(
      join(root, path),
      typeof content === "string" ? content : JSON.stringify(content, undefined, 2),
    );
  }
  return root;
}

/** What the check says of a tree, one line for each problem. */
export function problemsIn(tree: Tree): string[] {
  const problems = structureProblems(readWorkspace(plant(tree)));
  return problems.map(({ file, line, what, fix }) => `${file}:${line}: ${what}; ${fix}`);
}
