import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkInstalled } from "../installed/check-installed.ts";
import { readPackage } from "../installed/packed-package.ts";
import type { PackageProblem } from "../installed/problem.ts";
import { formatProblems, formatTable } from "../installed/table.ts";
import type { Row } from "../installed/table.ts";
import { runIn } from "../run-in.ts";

const nodeTypes = `link:${fileURLToPath(new URL("../../../node_modules/@types/node", import.meta.url))}`;
const folder = mkdtempSync(join(tmpdir(), "skein-installed-"));

const program = (...lines: readonly string[]) => `# Sample\n\n\`\`\`ts\n${lines.join("\n")}\n\`\`\`\n`;
const fine = {
  "index.js": "export const answer = 42;\n",
  "index.d.ts": "export declare const answer: number;\n",
  "README.md": program('import { answer } from "NAME";', "console.log(answer + 1);"),
};

/** An error as Skein's packages throw it, without them. */
const ourError = (hint: string) =>
  `throw Object.assign(new Error("No API key."), { code: "missing-key", hint: ${JSON.stringify(hint)} });`;

interface Sample {
  readonly files: Readonly<Record<string, string>>;
  readonly manifest?: object;
}

/** Packages by name; each has one defect, or none. */
const samples: Readonly<Record<string, Sample>> = {
  "sample-good": { files: fine },
  "sample-needs-key": { files: { ...fine, "README.md": program("", ourError("Set SAMPLE_API_KEY.")) } },
  "sample-undeclared-js": {
    files: {
      ...fine,
      "index.js": 'export const answer = 42;\nexport const later = () => import("sample-good");\n',
    },
  },
  "sample-undeclared-types": {
    files: {
      ...fine,
      "index.d.ts":
        'export declare const answer: number;\nexport type Good = typeof import("sample-good").answer;\n',
    },
  },
  "sample-undeclared-directive": {
    files: { ...fine, "other.d.ts": '/// <reference types="sample-good" />\nexport {};\n' },
  },
  "sample-hoisted": {
    files: { ...fine, "index.js": '\nimport "sample-good";\nexport const answer = 42;\n' },
  },
  "sample-untyped": { files: { "index.js": "export const answer = 42;\n" } },
  "sample-names-untyped": {
    files: {
      ...fine,
      "index.d.ts": '\nexport * from "sample-untyped";\nexport declare const answer: number;\n',
    },
    manifest: { dependencies: { "sample-untyped": "1.0.0" } },
  },
  "sample-throws": {
    files: { ...fine, "index.js": 'export const answer = 42;\nthrow new Error("Not here.");\n' },
  },
  "sample-type-error": {
    files: {
      ...fine,
      "index.d.ts": "export declare const answer: number;\nexport declare const other: Missing;\n",
    },
  },
  "sample-program-throws": { files: { ...fine, "README.md": program("", 'throw new Error("Not ready.");') } },
  "sample-program-uninstalled": { files: { ...fine, "README.md": program("", 'import "sample-good";') } },
  "sample-program-silent": { files: { ...fine, "README.md": program("", ourError("Set a key.")) } },
};
const needs = { "sample-needs-key": "SAMPLE_API_KEY", "sample-program-silent": "SAMPLE_API_KEY" };

let rows: readonly Row[] = [];
let problems: readonly PackageProblem[] = [];

beforeAll(async () => {
  const names = Object.keys(samples);
  const packed = await Promise.all(names.map((name) => pack(name, samples[name] ?? { files: {} })));
  ({ rows, problems } = await checkInstalled(packed, {
    folder: join(folder, "strangers"),
    nodeTypes,
    needs,
  }));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function pack(name: string, { files, manifest }: Sample) {
  const source = join(folder, "sources", name);
  const types = "index.d.ts" in files ? { types: "./index.d.ts" } : {};
  const entry = { ...types, default: "./index.js" };
  const about = { name, version: "1.0.0", type: "module", exports: { ".": entry }, ...manifest };
  for (const [file, text] of Object.entries({ ...files, "package.json": JSON.stringify(about) })) {
    mkdirSync(dirname(join(source, file)), { recursive: true });
    writeFileSync(join(source, file), text.replaceAll("NAME", name));
  }
  const tarball = join(folder, `${name}-1.0.0.tgz`);
  const { output } = await runIn(
    { cwd: source },
    "tar",
    "-czf",
    tarball,
    "--transform",
    "s,^[.],package,",
    ".",
  );
  expect(output).toBe("");
  return readPackage({ tarball });
}

const of = (name: string) => problems.filter((problem) => problem.package === name);
const all = ["TS 5.9", "TS 6", "TS 7"];

describe("a package as strangers install it", () => {
  it.each(["sample-good", "sample-needs-key"])("has no problem: %s", (name) => {
    expect(of(name)).toEqual([]);
  });

  it.each([
    [
      "sample-undeclared-js",
      "imports",
      "index.js",
      2,
      "imports sample-good, which package.json does not declare",
    ],
    [
      "sample-undeclared-types",
      "imports",
      "index.d.ts",
      2,
      "imports sample-good, which package.json does not declare",
    ],
    [
      "sample-undeclared-directive",
      "imports",
      "other.d.ts",
      1,
      "imports sample-good, which package.json does not declare",
    ],
    ["sample-hoisted", "imports", "index.js", 2, "imports sample-good, which package.json does not declare"],
    ["sample-hoisted", "entries", "index.js", 2, "Cannot find package 'sample-good'"],
    ["sample-names-untyped", "imports", "index.d.ts", 2, "names sample-untyped, which brings no types"],
    ["sample-throws", "entries", "index.js", 2, "sample-throws cannot be imported: Not here."],
    ["sample-program-throws", "README", "README.md", 5, "the program ends with Error: Not ready."],
    [
      "sample-program-uninstalled",
      "README",
      "README.md",
      5,
      "imports sample-good, which the README does not say to install",
    ],
    [
      "sample-program-silent",
      "README",
      "README.md",
      5,
      "the program ends with Error: No API key. Set a key.",
    ],
  ])("is reported: %s, %s", (name, column, file, line, what) => {
    expect(of(name)).toContainEqual(
      expect.objectContaining({
        file,
        line,
        columns: [column],
        what: expect.stringContaining(what) as string,
      }),
    );
  });

  it.each(all)("is reported by %s for an error in a declaration alone", (column) => {
    const error = { file: "index.d.ts", line: 2, what: "Cannot find name 'Missing'. (TS2304)" };
    expect(of("sample-type-error")).toContainEqual(expect.objectContaining({ ...error, columns: [column] }));
    expect(of("sample-type-error").flatMap(({ columns }) => columns)).not.toContain("entries");
  });

  it("is a row of the table, with what a program needs and how many problems a column has", () => {
    const { text, passed, failed } = formatTable(rows, problems);
    const cells = new Map(
      text.split("\n").map((line) => [line.split(" ", 1)[0], line.split(/ {2,}/).slice(1)]),
    );
    expect(cells.get("sample-good")).toEqual(["ok", "1", "1 ran", "ok", "ok", "ok"]);
    expect(cells.get("sample-needs-key")?.[2]).toBe("needs SAMPLE_API_KEY");
    expect(cells.get("sample-throws")?.slice(0, 2)).toEqual(["ok", "FAILED (1)"]);
    expect(cells.get("sample-type-error")).toEqual([
      "ok",
      "1",
      "1 ran",
      "FAILED (1)",
      "FAILED (1)",
      "FAILED (1)",
    ]);
    expect(passed).toBeGreaterThan(0);
    expect(failed).toBeGreaterThan(9);
  });

  it("has its problems printed with file, line and fix, the same one of all compilers once", () => {
    expect(formatProblems(of("sample-type-error"))).toBe(
      "sample-type-error index.d.ts:2 (TS 5.9, TS 6, TS 7)\n  Cannot find name 'Missing'. (TS2304)\n  Fix: correct the declaration.",
    );
  });
});
