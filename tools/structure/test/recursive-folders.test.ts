import { expect, it } from "vitest";
import { problemsIn, soundTree } from "./tree.ts";

const inAgent = (text: string) => problemsIn({ ...soundTree, "packages/agent/src/index.ts": `${text}\n` });

it.each([
  "export const make = (path: string) => mkdir(path, { recursive: true });",
  "export const make = (path: string) => fs.mkdirSync(join(path, nameOf(1)), { mode: 0o700, recursive: true });",
  "export const make = (path: string) => mkdir(\n    path,\n { recursive });",
])("refuses a recursive mkdir: %s", (text) => {
  expect(inAgent(text)).toEqual([
    "packages/agent/src/index.ts:1: creates folders with a recursive mkdir, which never ends below /proc; use makeFolders",
  ]);
});

it.each([
  "export const make = (path: string) => mkdir(path, { mode: 0o700 });",
  "export const remove = (path: string) => rm(path, { recursive: true });",
  "export const swap = (path: string) => { mkdirSync(path); rmSync(path, { recursive: true }); };",
  "// mkdir(path, { recursive: true })\nexport const one = 1;",
])("accepts: %s", (text) => {
  expect(inAgent(text)).toEqual([]);
});

it("accepts it in tests", () => {
  const text = "await mkdir(path, { recursive: true });\n";
  expect(problemsIn({ ...soundTree, "packages/agent/test/one.test.ts": text })).toEqual([]);
});
