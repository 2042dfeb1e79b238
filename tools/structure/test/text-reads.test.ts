import { expect, it } from "vitest";
import { problemsIn, soundPackage, soundTree } from "./tree.ts";

const inAgent = (text: string) => problemsIn({ ...soundTree, "packages/agent/src/index.ts": `${text}\n` });

it.each([
  'export const read = (path: string) => readFile(path, "utf8");',
  'export const read = (path: string) => readFileSync(join(path, "a"), "utf-8");',
  'export const read = (path: string) => readFile(path, { encoding: "utf8" });',
  'export const read = (file: FileHandle) => file.readFile("utf8");',
])("refuses text that is read as UTF-8: %s", (text) => {
  expect(inAgent(text)).toEqual([
    "packages/agent/src/index.ts:1: reads a file as UTF-8, whatever its encoding is; decode its bytes with readText of @skein/platform/text, or list the file and why in laws/text-reads.ts",
  ]);
});

it.each([
  "export const read = async (path: string) => (await readText(await readFile(path))).text;",
  'export const list = (path: string) => readdir(path, "utf8");',
  'export const both = (path: string) => { void readFile(path); return "utf8"; };',
])("accepts: %s", (text) => {
  expect(inAgent(text)).toEqual([]);
});

it("refuses a listed file that no longer reads so", () => {
  const file = "packages/sessions/src/removed-sessions.ts";
  expect(
    problemsIn({ ...soundTree, ...soundPackage("sessions"), [file]: "export const one = 1;\n" }),
  ).toContain(
    `${file}:1: is listed as a reader of UTF-8 but does not read it; remove it from laws/text-reads.ts`,
  );
});
