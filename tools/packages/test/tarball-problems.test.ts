import { describe, expect, it } from "vitest";
import { tarballProblems } from "../tarball-problems.ts";

const manifest = {
  description: "Does one thing and says so.",
  license: "Apache-2.0",
  engines: { node: ">=24" },
  dependencies: { "@skein/protocol": "^0.1.0" },
};

const contentOf = (name: string): Buffer =>
  Buffer.from(name.endsWith(".map") ? JSON.stringify({ sources: ["../src/index.ts"] }) : "");

function problemsOf(kind: "packages" | "apps", names: readonly string[], changes: object = {}) {
  const files = names.map((name) => [name, contentOf(name)] as const);
  const packageJson = Buffer.from(JSON.stringify({ ...manifest, ...changes }));
  return tarballProblems(kind, new Map([...files, ["package.json", packageJson]]));
}

const library = [
  "LICENSE",
  "README.md",
  "src/index.ts",
  "dist/index.js",
  "dist/index.d.ts",
  "dist/index.js.map",
];
const app = [
  "LICENSE",
  "README.md",
  "bin/skein.cjs",
  "dist/main.script",
  "dist/chunks/run-1a_-.script",
  "dist/THIRD-PARTY-LICENSES.txt",
];

describe("a tarball", () => {
  it("may hold what it needs", () => {
    expect(problemsOf("packages", library)).toEqual([]);
    expect(problemsOf("apps", app)).toEqual([]);
  });

  it.each([
    ["packages", library, "LICENSE"],
    ["packages", library, "README.md"],
    ["apps", app, "dist/THIRD-PARTY-LICENSES.txt"],
  ] as const)("of %s must hold %s's %s", (kind, names, missing) => {
    const rest = names.filter((name) => name !== missing);
    expect(problemsOf(kind, rest)).toEqual([`${missing} is missing.`]);
  });

  it("holds the sources that its maps lead to", () => {
    const names = [...library.filter((name) => name !== "src/index.ts"), "dist/index.d.ts.map"];
    expect(problemsOf("packages", names)).toEqual(
      ["dist/index.js.map", "dist/index.d.ts.map"].map(
        (name) => `${name} leads to ../src/index.ts, which is not in the package.`,
      ),
    );
  });

  it.each([
    ["packages", library, "test/index.test.ts"],
    ["packages", library, "dist/._tsbuildinfo"],
    ["packages", library, "src/.env"],
    ["apps", app, "dist/main.script.map"],
    ["apps", app, "bin/trial.js"],
    ["apps", app, "src/main.ts"],
  ] as const)("of %s must not hold more: %#", (kind, names, needless) => {
    const problem = `${needless} is not needed by those who install the package.`;
    expect(problemsOf(kind, [...names, needless])).toEqual([problem]);
  });

  it("may hold data that its modules import, and no other", () => {
    const names = [...library, "src/data/a.json", "src/data/b.json"];
    const files = new Map(names.map((name) => [name, contentOf(name)]));
    files.set("src/index.ts", Buffer.from('import("./data/a.json", { with: { type: "json" } })'));
    files.set("package.json", Buffer.from(JSON.stringify(manifest)));
    expect(tarballProblems("packages", files)).toEqual([
      "src/data/b.json is not needed by those who install the package.",
    ]);
  });

  it("may hold a file that is one of its entries, and no other", () => {
    const changes = { exports: { "./openapi.json": "./openapi.json" } };
    expect(problemsOf("packages", [...library, "openapi.json"], changes)).toEqual([]);
    expect(problemsOf("packages", [...library, "other.json"], changes)).toEqual([
      "other.json is not needed by those who install the package.",
    ]);
  });

  it("may hold a template where it is for npm create, and nowhere else", () => {
    const names = [...library, "template/src/index.ts.tmpl"];
    expect(problemsOf("packages", names, { name: "@skein/create-thing" })).toEqual([]);
    expect(problemsOf("packages", names)).toEqual([
      "template/src/index.ts.tmpl is not needed by those who install the package.",
    ]);
  });

  it("has the programs that the manifest says may be executed, and no other", () => {
    const changes = { publishConfig: { executableFiles: ["./bin/linux-x64/tool"] } };
    expect(problemsOf("packages", [...library, "bin/linux-x64/tool"], changes)).toEqual([]);
    expect(problemsOf("packages", [...library, "bin/linux-arm64/tool"], changes)).toEqual([
      "bin/linux-x64/tool is missing.",
      "bin/linux-arm64/tool is not needed by those who install the package.",
    ]);
  });

  it.each([
    [{ description: "Parts." }, "package.json has no description that says something."],
    [{ license: "MIT" }, "package.json names no licence, or another."],
    [{ engines: {} }, "package.json does not say which Node it needs."],
    [
      { peerDependencies: { vitest: "catalog:" } },
      "package.json asks for vitest by catalog:, which only this workspace can resolve.",
    ],
  ])("must describe itself: %o", (changes, problem) => {
    expect(problemsOf("packages", library, changes)).toEqual([problem]);
  });
});
