import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createRedactor, redactFile } from "../src/index.ts";
import { key, randomText } from "./secrets.ts";
import { tempFolder } from "./temp-folder.ts";

const value = randomText(30, 1);
const redactor = createRedactor({ key, secrets: [{ name: "A", value }] });
const hidden = redactor.redact(value);
const text = `first ${value}\n`;
const other = `again ${value}\n`;
/** A date that no write of the test can have. */
const past = new Date("2020-01-01T00:00:00Z");

/** Calls `change` while a file is being cleaned, after all of it was read. */
function whileCleaning(change: () => void) {
  return {
    stream() {
      const stream = redactor.stream();
      return { push: (piece: string) => stream.push(piece), end: () => (change(), stream.end()) };
    },
  };
}

function fileWith(content: string): string {
  const path = join(tempFolder(), "log.txt");
  writeFileSync(path, content);
  utimesSync(path, past, past);
  return path;
}

/** File systems count the time of changes in steps of some milliseconds: the next step is waited for. */
function rewriteWithOldDate(path: string): void {
  const { ctimeMs } = statSync(path);
  writeFileSync(path, other);
  do utimesSync(path, past, past);
  while (statSync(path).ctimeMs === ctimeMs);
}

function replace(path: string, content: string): void {
  writeFileSync(`${path}.new`, content);
  utimesSync(`${path}.new`, past, past);
  renameSync(`${path}.new`, path);
}

describe("a file that changes once while it is cleaned", () => {
  it.each<[string, (path: string) => void, string]>([
    ["is rewritten to the same length", (path) => writeFileSync(path, other), `again ${hidden}\n`],
    ["grows", (path) => appendFileSync(path, "more\n"), `first ${hidden}\nmore\n`],
    ["is cut", (path) => truncateSync(path, 5), "first"],
    ["is replaced by one of the same length and date", (path) => replace(path, other), `again ${hidden}\n`],
    ["is replaced by one without secrets", (path) => replace(path, "nothing\n"), "nothing\n"],
    ["is rewritten to the same length, with its old date", rewriteWithOldDate, `again ${hidden}\n`],
  ])("has its new content when it %s", async (_, change, expected) => {
    const path = fileWith(text);
    let changes = 0;
    const once = whileCleaning(() => (changes++ === 0 ? change(path) : undefined));
    await redactFile(path, once);
    expect(readFileSync(path, "utf8")).toBe(expected);
    expect(changes).toBe(2);
    expect(readdirSync(join(path, ".."))).toEqual(["log.txt"]);
  });

  it("is not there again when it was removed", async () => {
    const path = fileWith(text);
    const removing = whileCleaning(() => rmSync(path));
    await expect(redactFile(path, removing)).rejects.toMatchObject({ code: "ENOENT" });
    expect(existsSync(path)).toBe(false);
    expect(readdirSync(join(path, ".."))).toEqual([]);
  });
});

it.each<[string, (path: string) => void]>([
  ["rewritten", rewriteWithOldDate],
  ["replaced", (path) => replace(path, other)],
])("a file that is %s each time is left as it is then", async (_, change) => {
  const path = fileWith(text);
  const always = whileCleaning(() => change(path));
  await expect(redactFile(path, always)).rejects.toMatchObject({ code: "file-changed" });
  expect(readFileSync(path, "utf8")).toBe(other);
});
