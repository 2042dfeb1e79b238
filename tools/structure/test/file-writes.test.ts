import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { unredactedStores } from "../laws/file-writes.ts";
import { problemsIn, soundPackage, soundTree } from "./tree.ts";

const inAgent = (text: string) => problemsIn({ ...soundTree, "packages/agent/src/index.ts": `${text}\n` });

it.each([
  'export const write = (path: string) => writeFile(path, "a");',
  "export const write = (path: string) => writeFileSync(path, bytes);",
  "export const write = (file: FileHandle) => file.appendFile(text);",
  "export const copy = (path: string) => copyFile(path, to);",
  "export const copy = (path: string) => cp(path, to);",
  'export const make = (path: string) => open(join(path, "a"), "wx", 0o600);',
  "export const make = (path: string) => writePrivateFile(path, text, true);",
  "export const make = (path: string) => openSqlite(path, {});",
  "export const write = (file: number) => writeSync(file, bytes);",
])("refuses a writer that is not listed: %s", (text) => {
  expect(inAgent(text)).toEqual([
    "packages/agent/src/index.ts:1: writes to disk and is not listed; let it pass the redactor, and list the file with its kind in laws/file-writes.ts",
  ]);
});

it.each([
  'export const show = () => process.stdout.write("a");',
  'export const show = () => writeSync(2, "a");',
  'export const read = (path: string) => open(path, "r");',
  "export const read = (path: string) => new DatabaseSync(path, { readOnly: true });",
  "export const read = async (path: string) => readFile(path);",
])("accepts: %s", (text) => {
  expect(inAgent(text)).toEqual([]);
});

it("refuses a listed file that writes nothing any more", () => {
  const file = "packages/sessions/src/removed-sessions.ts";
  expect(
    problemsIn({ ...soundTree, ...soundPackage("sessions"), [file]: "export const one = 1;\n" }),
  ).toContain(
    `${file}:1: is listed as a writer of files but writes none; remove it from laws/file-writes.ts`,
  );
});

it("has a row in the docs for everything that is stored without redaction", () => {
  const docs = readFileSync(fileURLToPath(new URL("../../../docs/secrets.md", import.meta.url)), "utf8");
  expect(unredactedStores().filter((store) => !docs.toLowerCase().includes(`| ${store} `))).toEqual([]);
});
