import { expect, it } from "vitest";
import { problemsIn, soundTree } from "./tree.ts";

it("refuses a folder with more than 30 files, and counts each folder by itself", () => {
  const files = (folder: string, count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`packages/agent/src/${folder}/f${at}.ts`, "export {};\n"]),
    );
  expect(problemsIn({ ...soundTree, ...files("calls", 30), ...files("calls/more", 30) })).toEqual([]);
  expect(problemsIn({ ...soundTree, ...files("calls", 31) })).toEqual([
    "packages/agent/src/calls:1: has 31 files flat, of at most 30; put what changes together into a folder",
  ]);
});

it.each(["export function take() {}", "export type Place = string;", "export const ask = 1;"])(
  "refuses an exported name for anything: %s",
  (text) => {
    expect(problemsIn({ ...soundTree, "packages/agent/src/index.ts": `${text}\n` })).toEqual([
      expect.stringContaining("a name for anything"),
    ]);
  },
);

it("accepts such a name inside a file, and longer ones", () => {
  const text = "const ask = 1;\nexport const askUser = ask;\n// export const take\n";
  expect(problemsIn({ ...soundTree, "packages/agent/src/index.ts": text })).toEqual([]);
});
