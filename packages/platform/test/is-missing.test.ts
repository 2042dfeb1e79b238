import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isMissing, isMissingOrBlocked } from "@skein/platform/files";
import { afterAll, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "missing-"));
writeFileSync(join(folder, "file"), "");
afterAll(() => rmSync(folder, { recursive: true }));

function errorAt(path: string): unknown {
  try {
    return readFileSync(join(folder, path));
  } catch (error) {
    return error;
  }
}

it.each([
  ["none", true, true],
  ["none/below", true, true],
  ["file/below", false, true],
  [".", false, false],
])("reading %s: missing %s, or blocked %s", (path, missing, blocked) => {
  expect(isMissing(errorAt(path))).toBe(missing);
  expect(isMissingOrBlocked(errorAt(path))).toBe(blocked);
});

it("no error of a file: neither", () => {
  expect([new Error("ENOENT"), "ENOENT", undefined].some(isMissingOrBlocked)).toBe(false);
});
