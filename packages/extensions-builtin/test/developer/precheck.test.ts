import { readdirSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { JsonObject } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { failureOf, workbench, type Workbench } from "./workbench.ts";

const content = "one\ntwo\ntwo\n";

const vain: readonly (readonly [string, string, JsonObject])[] = [
  ["text that is not in the file", "edit", { path: "f", old_text: "three pears", new_text: "3" }],
  ["text that is there twice", "edit", { path: "f", old_text: "two", new_text: "2" }],
  ["a file that is not there", "edit", { path: "none", old_text: "a", new_text: "b" }],
  ["a folder to edit", "edit", { path: "folder", old_text: "a", new_text: "b" }],
  ["a folder to write", "write", { path: "folder", content: "" }],
  ["a file where a folder should be", "write", { path: "f/below", content: "" }],
];

const look = (bench: Workbench, tool: string, input: JsonObject, mayQuote = true) =>
  bench.extension.precheckTool?.(tool, input, {
    callId: "c",
    cwd: bench.cwd,
    session: "s",
    signal: new AbortController().signal,
    mayQuote,
  });

describe("a look before the call", () => {
  it.each(vain)("fails as the call would: %s", async (_, tool, input) => {
    await using bench = await workbench();
    await mkdir(join(bench.cwd, "folder"));
    await writeFile(join(bench.cwd, "f"), content);
    expect(await look(bench, tool, input)).toEqual(failureOf(await bench.call(tool, input)));
  });

  it.each(vain)("quotes nothing of a file whose reading was not approved: %s", async (_, tool, input) => {
    await using bench = await workbench();
    await mkdir(join(bench.cwd, "folder"));
    await writeFile(join(bench.cwd, "f"), "three apples\ntwo\ntwo\n");
    const found = await look(bench, tool, input, false);
    expect(JSON.stringify(found)).not.toContain("apples");
    expect(found).toHaveProperty("kind");
  });

  it.each<[string, JsonObject]>([
    ["edit", { path: "f", old_text: "one", new_text: "1" }],
    ["write", { path: "f", content: "new" }],
    ["write", { path: "a/b/c", content: "new" }],
  ])("finds nothing wrong and changes nothing: %s %j", async (tool, input) => {
    await using bench = await workbench();
    await writeFile(join(bench.cwd, "f"), content);
    await bench.says("read", { path: "f" });
    expect((await look(bench, tool, input)) ?? {}).not.toHaveProperty("kind");
    expect(readFileSync(join(bench.cwd, "f"), "utf8")).toBe(content);
    expect(readdirSync(bench.cwd)).toEqual(["f"]);
  });
});

describe("the preview of an edit", () => {
  async function previewOf(file: string, input: JsonObject): Promise<string | undefined> {
    await using bench = await workbench();
    await writeFile(join(bench.cwd, "f"), file);
    await bench.says("read", { path: "f" });
    const found = await look(bench, "edit", { path: "f", ...input });
    return found && "preview" in found ? found.preview : undefined;
  }

  it("is a diff of every place, with line numbers and the lines around it", async () => {
    const file = "a\nb\nc\nd\ne\nf\ng\nc\n";
    expect(await previewOf(file, { old_text: "c", new_text: "C\nC", replace_all: true })).toBe(
      "@@ line 3 @@\n a\n b\n-c\n+C\n+C\n d\n e\n@@ line 8 @@\n f\n g\n-c\n+C\n+C",
    );
  });

  it("leaves out nothing of what changes, however long", async () => {
    const [old, now] = ["x".repeat(2_000), "y\n".repeat(60)];
    const preview = await previewOf(`${old}\n`, { old_text: old, new_text: now });
    expect(preview?.split("\n").filter((line) => line === "+y")).toHaveLength(60);
    expect(preview).toContain(`-${old}\n`);
  });

  it("is none rather than a part of one", async () => {
    const file = "x\n\n\n".repeat(101);
    expect(await previewOf(file, { old_text: "x", new_text: "y", replace_all: true })).toBeUndefined();
  });
});
