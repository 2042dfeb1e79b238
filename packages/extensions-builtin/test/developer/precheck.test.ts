import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { JsonObject } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { failureOf, workbench } from "./workbench.ts";

const content = "one\ntwo\ntwo\n";

const vain: readonly (readonly [string, string, JsonObject])[] = [
  ["text that is not in the file", "edit", { path: "f", old_text: "three", new_text: "3" }],
  ["text that is there twice", "edit", { path: "f", old_text: "two", new_text: "2" }],
  ["a file that is not there", "edit", { path: "none", old_text: "a", new_text: "b" }],
  ["a folder to edit", "edit", { path: "folder", old_text: "a", new_text: "b" }],
  ["a folder to write", "write", { path: "folder", content: "" }],
  ["a file where a folder should be", "write", { path: "f/below", content: "" }],
];

describe("a look before the call", () => {
  it.each(vain)("fails as the call would: %s", async (_, tool, input) => {
    await using bench = await workbench();
    await mkdir(join(bench.cwd, "folder"));
    await writeFile(join(bench.cwd, "f"), content);
    const { signal } = new AbortController();
    const before = await bench.extension.precheckTool?.(tool, input, { callId: "c", cwd: bench.cwd, signal });
    expect(failureOf(before)).toEqual(failureOf(await bench.call(tool, input)));
  });

  it.each<[string, JsonObject]>([
    ["edit", { path: "f", old_text: "one", new_text: "1" }],
    ["write", { path: "f", content: "new" }],
    ["write", { path: "a/b/c", content: "new" }],
  ])("finds nothing wrong and changes nothing: %s %j", async (tool, input) => {
    await using bench = await workbench();
    await writeFile(join(bench.cwd, "f"), content);
    const { signal } = new AbortController();
    const before = await bench.extension.precheckTool?.(tool, input, { callId: "c", cwd: bench.cwd, signal });
    expect(before).toBeUndefined();
    expect(readFileSync(join(bench.cwd, "f"), "utf8")).toBe(content);
  });
});
