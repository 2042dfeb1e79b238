import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openPromptHistory } from "@skein/host/sessions";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";

describe("what was typed before", () => {
  it("is there in the next chat, the newest first, readable by its owner alone", async () => {
    await using folder = await temporaryFolder();
    const state = join(folder.path, "state");
    const first = await openPromptHistory(state);
    for (const prompt of ["one", "two\nlines", "two\nlines", "  "]) first.add(prompt);
    await first.saved();
    expect((await openPromptHistory(state)).prompts).toEqual(["two\nlines", "one"]);
    expect((await stat(join(state, "prompts.jsonl"))).mode & 0o777).toBe(0o600);
    expect((await stat(state)).mode & 0o777).toBe(0o700);
  });

  it("is kept to the last thousand, and lines that cannot be read are left out", async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, "prompts.jsonl");
    const lines = Array.from({ length: 1_600 }, (_, n) => JSON.stringify(`prompt ${n}`));
    await writeFile(file, `${[...lines, "{broken", "17", '"last"'].join("\n")}\n`);
    const { prompts } = await openPromptHistory(folder.path);
    expect(prompts).toHaveLength(1_000);
    expect(prompts.slice(0, 2)).toEqual(["last", "prompt 1599"]);
    expect((await readFile(file, "utf8")).trimEnd().split("\n")).toHaveLength(1_000);
  });

  it("does not stop a chat when it cannot be written", async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, "state"), "a file where the folder should be");
    const history = await openPromptHistory(join(folder.path, "state"));
    history.add("one");
    await history.saved();
    expect(history.prompts).toEqual(["one"]);
  });
});
