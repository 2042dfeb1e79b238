import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../packages/test-kit/src/index.ts";
import { readTypes } from "../declared.ts";
import { packageReports, reportProblems } from "../package-reports.ts";
import { apiReport } from "../report.ts";

/** The report of files of types of a package with these entries. */
function reportOf(files: Readonly<Record<string, string>>, ...entries: readonly string[]): string {
  const read = new Map(Object.entries(files).map(([file, text]) => [file, readTypes(file, text)]));
  return apiReport(
    entries.map((file) => ({ entry: `@skein/made/${file.replace(/\.d\.ts$/, "")}`, file })),
    (file) => read.get(file),
  );
}

describe("a report of an API", () => {
  it("has the exported names in order, without comments, and follows them to other files", () => {
    const report = reportOf(
      {
        "index.d.ts": `export { type B, b as c } from "./b.ts";
export * from "./all.ts";
/** Said. */
export declare function a(one: string): void;
export declare function a(one: number): void;
export { other } from "elsewhere";
//# sourceMappingURL=index.d.ts.map`,
        "b.d.ts": `/** Of b. */
export interface B {
    /** A field. */
    readonly path: "/*" | "//x"; // its form
}
export declare const b: B;
declare const own: number;`,
        "all.d.ts": "export type Z = 1;",
      },
      "index.d.ts",
    );
    expect(report).toBe(`# @skein/made/index

interface B {
    readonly path: "/*" | "//x";
}

type Z = 1;

function a(one: string): void;
function a(one: number): void;

const b: B; // as c

other: of elsewhere
`);
  });

  it("has the types that exported ones refer to, and those of these", () => {
    const files = {
      "index.d.ts": `import type { Inner } from "./inner.ts";
import type { Outside } from "@skein/other";
import { Base } from "./base.ts";
export interface Shown extends Base { readonly inner: Inner; outside(): Outside; unused: "Unused" }
export declare const made: typeof table;
declare const table: { readonly one: 1 };
interface Unused { readonly hidden: true }`,
      "inner.d.ts": "export type Inner = Deep.Part[]; declare namespace Deep { type Part = 1 }",
      "base.d.ts": "export interface Base { readonly base: true }",
    };
    const [, others = ""] = reportOf(files, "index.d.ts").split("# Not exported");
    expect(others.match(/(?:type|interface|const|namespace) \w+/g)).toEqual([
      "interface Base",
      "namespace Deep",
      "type Part",
      "type Inner",
      "const table",
    ]);
  });

  it("shows a name of two entries once", () => {
    const files = {
      "index.d.ts": 'export { one } from "./one.ts";',
      "one.d.ts": "export declare const one: 1;",
      "empty.d.ts": "export {};",
    };
    expect(reportOf(files, "index.d.ts", "one.d.ts", "empty.d.ts")).toBe(`# @skein/made/index

const one: 1;

# @skein/made/one

one: as in @skein/made/index

# @skein/made/empty

nothing
`);
  });
});

const manifest = (name: string, more: object) => JSON.stringify({ name: `@skein/${name}`, ...more });

/** A repository with a published package, whose types are these. */
async function repository(types: string | undefined) {
  const folder = await temporaryFolder();
  const files: Readonly<Record<string, string | undefined>> = {
    "packages/agent/package.json": manifest("agent", { exports: { ".": "./src/index.ts" } }),
    "packages/agent/src/index.ts": "export const a = 1;",
    "packages/agent/dist/index.d.ts": types,
    "packages/test-kit/package.json": manifest("test-kit", {
      private: true,
      exports: { ".": "./src/index.ts" },
    }),
    "packages/test-kit/src/index.ts": "export const kit = 1;",
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true });
    if (text !== undefined) writeFileSync(join(folder.path, path), text);
  }
  return folder;
}

describe("the reports of a repository", () => {
  it("are those of its published packages, and each difference is named", async () => {
    await using folder = await repository("export declare const a: 2;\nexport declare const b: 1;");
    const reports = packageReports(folder.path);
    expect(reports).toEqual([
      { file: "packages/agent/api.txt", text: "# @skein/agent\n\nconst a: 2;\n\nconst b: 1;\n" },
    ]);
    writeFileSync(
      join(folder.path, "packages/agent/api.txt"),
      "# @skein/agent\n\nconst a: 1;\n\nconst b: 1;\n",
    );
    expect(reportProblems(folder.path, reports)).toEqual([
      "packages/agent/api.txt is not what the package exports. If the change is intended, run: npm run x -- api\n  - const a: 1;\n  + const a: 2;",
    ]);
    writeFileSync(join(folder.path, "packages/agent/api.txt"), reports[0]?.text ?? "");
    expect(reportProblems(folder.path, reports)).toEqual([]);
  });

  it("are missing where the types were not written", async () => {
    await using folder = await repository(undefined);
    expect(() => packageReports(folder.path)).toThrow(
      "packages/agent/dist/index.d.ts is missing: the types of @skein/agent were not written.",
    );
  });
});
