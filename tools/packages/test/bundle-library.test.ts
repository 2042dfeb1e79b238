import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { importsOf, readSource } from "../../structure/source.ts";
import { bundleLibrary } from "../bundle-library.ts";

function library(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "skein-library-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const files = {
  "package.json": JSON.stringify({
    type: "module",
    exports: { ".": "./src/index.ts", "./more": "./src/more/index.ts", "./package.json": "./package.json" },
  }),
  "src/index.ts": `
    export { Failure } from "./failure.ts";
    export const later = async (): Promise<Error> => (await import("./later.ts")).fail();`,
  "src/failure.ts": `
    import { inspect } from "node:util";
    export class Failure extends Error { override message: string = inspect("failed"); }`,
  "src/later.ts": `
    import { Failure } from "./failure.ts";
    export const fail = (): Error => new Failure();`,
  "src/more/index.ts": `
    import { Failure } from "../failure.ts";
    export const again = (): Error => new Failure();`,
};

interface Entries {
  readonly Failure: typeof Error;
  readonly later: () => Promise<Error>;
  readonly again: () => Error;
}

it("makes one file of all that an entry needs at once, and others of what is loaded later", async () => {
  const folder = library(files);
  await bundleLibrary(folder);
  const dist = join(folder, "dist");
  const scripts = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".js"),
  );
  expect(
    scripts.map((name) => name.replaceAll("\\", "/").replace(/-[\w-]{8}\.js$/, ".js")).toSorted(),
  ).toEqual(["chunks/later.js", "index.js", "more/index.js"]);
  expect(readFileSync(join(dist, "index.js"), "utf8")).not.toMatch(/from "\.|import "\./);
});

it("lets no two files wait for each other, whichever modules the entries share", async () => {
  const folder = library({
    "package.json": JSON.stringify({
      type: "module",
      exports: { ".": "./src/index.ts", "./tables": "./src/tables/index.ts" },
    }),
    "src/index.ts": `
      import { rows } from "./tables/rows.ts";
      import { table } from "./tables/index.ts";
      export const all = [...rows(["a"]), ...table];`,
    "src/tables/index.ts": `
      import { rows } from "./rows.ts";
      export const table = rows(["b"]);`,
    "src/tables/rows.ts": "export const rows = (names: readonly string[]) => names.map((name) => [name]);",
  });
  await bundleLibrary(folder);
  const load = (file: string) => import(pathToFileURL(join(folder, "dist", file)).href) as Promise<object>;
  expect(await load("tables/index.js")).toMatchObject({ table: [["b"]] });
  expect(await load("index.js")).toMatchObject({ all: [["a"], ["b"]] });
  expect(readFileSync(join(folder, "dist/tables/index.js"), "utf8")).not.toMatch(/from "\./);
});

it("loads what a loader file names where it is needed, without what no one uses of it", async () => {
  const folder = library({
    "package.json": JSON.stringify({
      type: "module",
      exports: { ".": "./src/index.ts", "./more": "./src/more/index.ts" },
    }),
    "src/later.ts": `
      export const loadHeavy = () => import("./heavy.ts");
      export const loadPath = (): Promise<typeof import("node:path")> => import("node:path");`,
    "src/heavy.ts": "export const used = () => 1; export const idle = () => 'never used';",
    "src/index.ts": `
      import { loadHeavy, loadPath } from "./later.ts";
      export async function one(): Promise<number> {
        const { used } = await loadHeavy();
        return used();
      }
      export const path = async () => (await loadPath()).sep;`,
    "src/more/index.ts": `
      import { loadHeavy } from "../later.ts";
      export const two = async () => (await loadHeavy()).used() + 1;`,
  });
  await bundleLibrary(folder);
  const dist = join(folder, "dist");
  const text = (name: string) => readFileSync(join(dist, name), "utf8");
  for (const name of ["index.js", "more/index.js"]) expect(text(name)).not.toMatch(/from "\.|import "\./);
  const scripts = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".js"),
  );
  expect(scripts.map(text).join()).not.toContain("never used");
  const load = (file: string) => import(pathToFileURL(join(dist, file)).href) as Promise<Loading>;
  expect(await (await load("index.js")).one?.()).toBe(1);
  expect(await (await load("more/index.js")).two?.()).toBe(2);
});

interface Loading {
  readonly one?: () => Promise<number>;
  readonly two?: () => Promise<number>;
}

it("has each class once, whichever entry it comes from", async () => {
  const folder = library(files);
  await bundleLibrary(folder);
  const load = async (name: string) =>
    (await import(pathToFileURL(join(folder, "dist", name)).href)) as Entries;
  const [{ Failure, later }, { again }] = [await load("index.js"), await load("more/index.js")];
  expect([await later(), again()].every((error) => error instanceof Failure)).toBe(true);
});

it("leaves no file of an earlier build that is not loaded any more", async () => {
  const folder = library(files);
  await bundleLibrary(folder);
  writeFileSync(join(folder, "src/later.ts"), "export const fail = (): Error => new Error();");
  await bundleLibrary(folder);
  expect(readdirSync(join(folder, "dist", "chunks")).filter((name) => name.endsWith(".js"))).toHaveLength(1);
});

it("makes a program of a package that can be executed", async () => {
  const folder = library({
    "package.json": JSON.stringify({
      type: "module",
      exports: { ".": "./src/index.ts" },
      bin: { greet: "./src/bin.ts" },
    }),
    "src/index.ts": `export const greeting: string = "Hello from a program.";`,
    "src/bin.ts": `#!/usr/bin/env node\nimport { greeting } from "./index.ts";\nconsole.log(greeting);\n`,
  });
  await bundleLibrary(folder);
  const program = join(folder, "dist", "bin.js");
  expect(readFileSync(program, "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
  expect(execFileSync(process.execPath, [program], { encoding: "utf8" })).toBe("Hello from a program.\n");
});

it.each([
  [
    "a tagged template with an end of a script",
    "export const page = (): string => String.raw`</script>${1}`;",
  ],
  [
    "using",
    "export const page = (): void => { using stack = new DisposableStack(); stack.adopt(1, () => {}); };",
  ],
  [
    "await using",
    "export async function page(): Promise<void> { await using stack = new AsyncDisposableStack(); stack.adopt(1, () => {}); }",
  ],
  [
    "a private method",
    "export class Page { #a(): number { return 1; } page(): number { return this.#a(); } }",
  ],
  [
    "rest and spread of objects",
    "export const page = ({ a, ...rest }: Record<string, number>): object => ({ a, ...rest });",
  ],
])("imports nothing that its source does not import: %s", async (_name, source) => {
  const folder = library({
    "package.json": JSON.stringify({ type: "module", exports: { ".": "./src/index.ts" } }),
    "src/index.ts": source,
  });
  await bundleLibrary(folder);
  const script = join(folder, "dist", "index.js");
  expect(importsOf(readSource(readFileSync(script, "utf8")))).toEqual([]);
  expect(Object.keys((await import(pathToFileURL(script).href)) as object)).toHaveLength(1);
});
